"""Mutation testing of the rules judge: changes the code a little, and shows which changes no test notices.

    make mutants                                              a sample of all mutants
    make mutants MUTANTS_ARGS="--only measures/* --sample 0"  all of those that match

mutmut makes the mutants, runs those tests that reach each of them, and keeps what it found under `mutants/`; its
settings are in pyproject.toml. This draws the sample, prints the score per module, and shows each survivor that
tests/mutants.yml doesn't explain; if there is one, the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import yaml
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.utils.format_utils import get_mutant_name

ROOT = Path(__file__).resolve().parents[1]
JUDGE = Path("grader/judges/rules")
EXPLAINED = ROOT / "tests" / "mutants.yml"
UNNOTICED = {0, 5, 33}  # mutmut's exit codes: all tests passed, or none reaches it
UNTRIED = {None, 2, 255}  # not begun, interrupted, pytest didn't start (which mutmut calls a timeout)
MUTMUT = Path(sys.executable).with_name("mutmut")


@dataclass(frozen=True)
class Survivor:
    """A mutant that no test noticed: where it is, and the lines before and after, without their indentation."""

    module: str
    before: str
    after: str

    @classmethod
    def of_diff(cls, path: Path, diff: str) -> Survivor:
        """The survivor that mutmut's diff shows."""
        lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++", "@@"))]
        before, after = ("\n".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in ("-", "+"))
        return cls(str(path.relative_to(JUDGE)), before, after)

    def __str__(self) -> str:
        before, after = (text.replace("\n", "\n    ") for text in (self.before, self.after))
        return f"{self.module}\n  - {before}\n  + {after}"


def explained() -> set[Survivor]:
    """The survivors that have a reason in tests/mutants.yml."""
    held = yaml.safe_load(EXPLAINED.read_text(encoding="utf-8"))
    return {Survivor(each["module"], each["before"].strip(), each["after"].strip()) for each in held}


def mutants_of(path: Path) -> list[str]:
    """The names of all mutants of a file, as mutmut gives them."""
    names = mutate_file_contents(str(path), path.read_text(encoding="utf-8")).mutant_names
    return [get_mutant_name(path, name) for name in names]


def exit_codes(path: Path) -> dict[str, int | None]:
    """How the tests of each mutant of a file ended."""
    held = json.loads((ROOT / "mutants" / f"{path}.meta").read_text(encoding="utf-8"))
    codes: dict[str, int | None] = held["exit_code_by_key"]
    return codes


def show(drawn: dict[str, Path], total: int) -> bool:
    """Prints the score of each module and the survivors; whether each drawn mutant was noticed or is explained."""
    known = explained()
    counts: dict[str, Counter[str]] = {}
    left: list[Survivor] = []
    for path in sorted(set(drawn.values())):
        codes = exit_codes(path)
        count = counts.setdefault(str(path.relative_to(JUDGE)), Counter())
        for name in (name for name, of in drawn.items() if of == path):
            if codes[name] in UNTRIED:
                count["untried"] += 1
            elif codes[name] not in UNNOTICED:
                count["noticed"] += 1
            else:
                survivor = Survivor.of_diff(path, get_diff_for_mutant(name, path=path))
                count["explained" if survivor in known else "left"] += 1
                left += [survivor] if survivor not in known else []
    whole = sum(counts.values(), Counter[str]())
    columns = ("noticed", "explained", "left", "untried")
    print(f"{'module':36}{'mutants':>10}" + "".join(f"{column:>10}" for column in columns))
    for module, count in [*counts.items(), ("all", whole)]:
        print(f"{module:36}{count.total():10}" + "".join(f"{count[column]:10}" for column in columns))
    counted = whole["noticed"] + whole["left"]
    print(
        f"\nscore: {100 * whole['noticed'] / max(counted, 1):.1f} % of the {counted} that can be noticed were noticed"
    )
    print(f"({total:,} mutants in all; {len(drawn)} drawn)\n")
    for survivor in left:
        print(f"{survivor}\n")
    return not left and not whole["untried"]


def main() -> int:
    """Draws, runs and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="*", help="modules below grader/judges/rules, as a pattern: measures/*")
    parser.add_argument("--sample", type=int, default=300, help="how many mutants to draw; 0 for all")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    paths = sorted(path for path in JUDGE.rglob("*.py") if fnmatch(str(path.relative_to(JUDGE)), options.only))
    names = {name: path for path in paths for name in mutants_of(path)}
    size = min(options.sample or len(names), len(names))
    chosen = sorted(random.Random(options.seed).sample(sorted(names), size))  # noqa: S311 - a sample, not a secret
    subprocess.run([MUTMUT, "run", *chosen], cwd=ROOT, check=True, stdout=sys.stderr)
    return not show({name: names[name] for name in chosen}, len(names))


if __name__ == "__main__":
    sys.exit(main())
