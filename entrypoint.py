"""What the image starts: `python -I /app/entrypoint.py`.

The working directory is the repository that is graded, so nothing of it may be on the import path: `-I` leaves out the
working directory and PYTHONPATH, and only this file's own folder is added.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent))

    from grader.action import main
    from grader.github.clock import SystemClock

    sys.exit(main(os.environ, sys.stdout, SystemClock()))
