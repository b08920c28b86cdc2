"""Starts the action as the runner does, as a process of its own, but without waiting for its imports each time.

One helper process imports the action and grades a run once; each job is then a fork of it that gets its own folder,
environment and output, and runs `entrypoint.py` as its main program. What a cold start does is proved by the tests of
the image, and by the one test that uses `COMMAND`.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[3]
ENTRYPOINT = ROOT / "entrypoint.py"
COMMAND = (sys.executable, "-I", str(ENTRYPOINT))

_HELPER = """
import json, os, runpy, sys
root, entrypoint, warm = sys.argv[1:]
sys.path.insert(0, root)
import anthropic, grader.action
from pathlib import Path
from grader.pipeline import grade_run
from grader.reports.markdown import report
from grader.settings import Settings
report(grade_run(Path(warm), Settings()))
sys.path.remove(root)
for line in sys.stdin:
    job = json.loads(line)
    child = os.fork()
    if not child:
        code = 70
        try:
            log = os.open(job["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            for descriptor in (1, 2):
                os.dup2(log, descriptor)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.chdir(job["folder"])
            os.environ.clear()
            os.environ.update(job["environ"])
            sys.argv[:] = [entrypoint]
            runpy.run_path(entrypoint, run_name="__main__")
        except SystemExit as end:
            code = int(end.code or 0)
        finally:
            sys.stdout.flush()
            os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Starter:
    """The helper process, started with the first job."""

    def __init__(self) -> None:
        self._helper: subprocess.Popen[str] | None = None

    def run(self, folder: Path, environ: Mapping[str, str], log: Path) -> int:
        """Run the action in a folder with exactly this environment; its output goes to `log`. Its exit code."""
        helper = self._helper or self._start()
        assert helper.stdin is not None
        assert helper.stdout is not None
        job = {"folder": str(folder), "environ": dict(environ), "log": str(log)}
        helper.stdin.write(json.dumps(job) + "\n")
        helper.stdin.flush()
        return int(helper.stdout.readline())

    def _start(self) -> subprocess.Popen[str]:
        warm = next((ROOT / "examples/clause-styles/runs").iterdir())
        command = [sys.executable, "-I", "-c", _HELPER, str(ROOT), str(ENTRYPOINT), str(warm)]
        self._helper = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        atexit.register(self._helper.terminate)
        return self._helper


STARTER = Starter()
