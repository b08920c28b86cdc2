"""Parts of an output by their names: fields, columns, labels, sections, and the values of a key at any depth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import PurePosixPath
from typing import Any

from grader.judges.rules.names import folded, same_name, same_noun, singular, words_of
from grader.judges.rules.outline import BlockKind
from grader.judges.rules.rows import RowView, table_views
from grader.judges.rules.view_lists import FieldViews, Path, Paths, PathViews, Views
from grader.judges.rules.views import MISSING, View
from grader.judges.rules.wordlists import words

_INDEXED = re.compile(r"^[\w-]+(?:\.[\w-]+)*\[\d{1,6}\]")
_STEP = re.compile(r"[\w-]+")
_LONG = 1_000  # entries of an array from which on it is read column by column, if it can be
_DEEPEST = 40  # levels of a value that are searched for a key
_LABEL = re.compile(
    r"^[ \t]*(?:[-*+•]|\d+[.)])?[ \t]*(?:\*\*|__|`)?(?P<name>[A-Za-z][\w "
    r"/-]{0,40}?)(?:\*\*|__|`)?:(?:\*\*|__)?[ \t]*(?P<value>[^\n]*)",
    re.MULTILINE,
)
_DATE = re.compile(r"(?<=\w)[ _-]date$", re.IGNORECASE)
_VALUE_LABELS = words(
    "the final overall status verdict result answer score value rating decision outcome grade level confidence "
    "severity priority risk recommendation conclusion total"
)
_BOLD_LABEL = re.compile(
    r"\*\*(?P<name>[A-Za-z][\w /-]{0,40}):?\*\*:?[ \t]*(?P<value>[^\n]*?)(?=[ \t]*\*\*[A-Za-z]|$)", re.MULTILINE
)


def find_field(view: View, name: str) -> View | str | None:
    """The field of that name in a view; None if it is certainly not there; a reason if nobody can tell.

    A "due date" may stand in a field `due`.
    """
    found = _field(view, name)
    short = _DATE.sub("", name)
    return found if isinstance(found, View) or short == name else _field(view, short) or found


def _field(view: View, name: str) -> View | str | None:
    if isinstance(view, RowView):
        return view.cell(name)
    value = view.value
    if isinstance(value, dict):
        return _member(view, name)
    if value is not MISSING:
        return "the value has no fields"
    found = _labelled(view, name)
    if found is not None:
        return found
    section = view.section(name)
    if section is not None:
        return section
    return None if len(labels(view)) > 1 else "the text has no labelled fields"


def _member(view: View, name: str) -> View | str | None:
    key = view.key(name)
    if key is not None:
        return view.child(key)
    head, dot, tail = name.partition(".")
    if not dot:
        return None
    inner = find_field(view, head.removesuffix("[]"))
    return find_field(inner, tail) if isinstance(inner, View) else inner


def labels(view: View) -> dict[str, re.Match[str]]:
    """The labels of a text (`Owner: storage`, `**Owner:** storage`), the first of each name."""
    found: dict[str, re.Match[str]] = {}
    for pattern in (_LABEL, _BOLD_LABEL):
        for match in pattern.finditer(view.text):
            found.setdefault(match["name"], match)
    return found


def _labelled(view: View, name: str) -> View | None:
    for label, match in labels(view).items():
        if same_name(label, name):
            start, end = match.span("value")
            return View(view.document, view.start + start, view.start + end, label=f"“{label}”")
    return None


def lone_value(view: View, own: str | None) -> View | None:
    """The value that a text gives under a label or heading of its own: `Verdict: pass`, `# Score` above `87`.

    `own` is the output's name. None where the text is no such value.
    """
    if view.value is not MISSING or not view.whole:
        return None
    found = {label: match for label, match in labels(view).items() if match["value"].strip("*_` \t\r")}
    lines = sum(1 for line in view.text.split("\n") if line.strip())
    for label, match in found.items():
        usual = lines == 1 and set(words_of(label)) <= _VALUE_LABELS and not view.text[: match.start()].strip("*_ \t\n")
        if usual or is_called(view, label, own):
            return view.part(*match.span("value"), f"“{label}”")
    if [block.kind for block in view.blocks] != [BlockKind.HEADING, BlockKind.PARAGRAPH]:
        return None
    heading, text = view.blocks
    title = view.text[heading.content : heading.content_end].strip("*_` \t")
    usual = set(words_of(title)) <= _VALUE_LABELS or is_called(view, title, own)
    return view.part(text.start, text.end, f"“{title}”") if usual else None


def is_called(view: View, name: str, own: str | None) -> bool:
    """Whether a name is the one of the whole output: the clause's own, or the file's."""
    wanted = folded(name.removesuffix("[]"))
    if own is not None and folded(own) == wanted:
        return True
    return view.whole and folded(PurePosixPath(view.document.path).name.split(".")[0]) == wanted


def find_parts(view: View, name: str, own: str | None = None) -> Sequence[View] | str | None:
    """What a name stands for in a view: one part, or the values of a key in every entry.

    None if there is certainly no such part; a reason if nobody can tell.
    """
    name = name.strip().replace("[*]", "[]")
    if _INDEXED.search(name) is not None:
        return _at_path(view, name)
    found = find_field(view, name)
    if isinstance(found, View):
        return [found]
    if is_called(view, name, own):
        return [view]
    if view.value is not MISSING:
        everywhere = _everywhere(view, name)
        return _everywhere(view, singular(name)) if everywhere is None and singular(name) != name else everywhere
    columns = _column(view, name)
    return columns if columns is not None else found


def _column(view: View, name: str) -> list[View] | None:
    rows = table_views(view)
    cells = [row.cell(name) for row in rows] if not isinstance(rows, str) else []
    found = [cell for cell in cells if cell is not None]
    return found or None


def _everywhere(view: View, name: str) -> Sequence[View] | str | None:
    """The values of a key at any depth, if only one place in the structure has such a key."""
    steps = [step for step in name.replace("[]", "").split(".") if step]
    search = _Search(steps)
    shapes = search.run(view.value) if steps else {}
    if search.cut:
        return "it is nested too deeply to be searched"
    if not shapes:
        return None
    least = min(len(shape) for shape in shapes)
    shallowest = [shape for shape in shapes if len(shape) == least]
    if len(shallowest) > 1:
        return f"several parts are called `{name}`"
    paths, values = shapes[shallowest[0]]
    return PathViews(view, paths, values)


Shape = tuple[str, ...]  # a path with "[]" for every index


def _at_path(view: View, path: str) -> Sequence[View] | str | None:
    """`items[1].qty`: the second item's, as programs count; None where there is no such place."""
    for step in _STEP.findall(path):
        if step[0].isdigit() and isinstance(view.value, list):
            if int(step) >= len(view.value):
                return None
            view = view.child(int(step))
        elif (key := view.key(step)) is not None:
            view = view.child(key)
        else:
            return None
    return [view]


def part_of_each(items: Sequence[View], name: str) -> Sequence[View] | str:
    """The part of that name in each of some items; a reason if one of them has none, or several."""
    if isinstance(items, Views) and set(map(type, items.values)) == {dict}:
        with suppress(KeyError):
            return FieldViews(items, name)
    found: list[View] = []
    for item in items:
        parts = find_parts(item, name)
        if isinstance(parts, str) or not parts or len(parts) > 1:
            return parts if isinstance(parts, str) else f"{item.label or 'an item'} has no single `{name}`"
        found.extend(parts)
    return found


class _Search:
    """Looks for a key, or for keys one below the other, at any depth but the deepest, where it is `cut` off."""

    cut = False

    def __init__(self, steps: Sequence[str]) -> None:
        self._steps = [folded(step) for step in steps]
        self._plans: dict[tuple[int, tuple[Any, ...]], tuple[list[Any], list[Any]]] = {}
        self._found: dict[Shape, tuple[Paths, list[Any]]] = {}

    def run(self, value: Any) -> dict[Shape, tuple[Paths, list[Any]]]:
        """The paths and values found, by shape."""
        self._look(value, 0, (), ())
        return self._found

    def _look(self, value: Any, step: int, path: Path, shape: Shape) -> None:
        if len(path) > _DEEPEST:
            self.cut = True
            return
        if isinstance(value, dict):
            self._object(value, step, path, shape)
        elif isinstance(value, list):
            shape = (*shape, "[]")
            if step + 1 == len(self._steps) and self._records(value, step, path, shape):
                return
            for index, each in enumerate(value):
                if isinstance(each, (dict, list)):
                    self._look(each, step, (*path, index), shape)

    def _records(self, value: list[Any], step: int, path: Path, shape: Shape) -> bool:
        """The same for a long array of flat objects with the same keys, column by column; false if it is none."""
        if len(value) < _LONG or set(map(type, value)) != {dict} or len(set(map(tuple, value))) > 1:
            return False
        columns = {key: [each[key] for each in value] for key in value[0]}
        if any({dict, list} & set(map(type, column)) for column in columns.values()):
            return False
        for key in self._plan(step, tuple(value[0]))[0]:
            paths, values = self._found.setdefault((*shape, self._steps[step]), (Paths(), []))
            paths.add_column(path, key, len(value))
            values.extend(columns[key])
        return True

    def _object(self, value: dict[Any, Any], step: int, path: Path, shape: Shape) -> None:
        hits, others = self._plan(step, tuple(value))
        for key in hits:
            if step + 1 < len(self._steps):
                self._look(value[key], step + 1, (*path, key), (*shape, self._steps[step]))
            else:
                paths, values = self._found.setdefault((*shape, self._steps[step]), (Paths(), []))
                paths.add((*path, key))
                values.append(value[key])
        for key in others:
            each = value[key]
            if isinstance(each, (dict, list)) and each:
                self._look(each, step, (*path, key), (*shape, str(key)))

    def _plan(self, step: int, keys: tuple[Any, ...]) -> tuple[list[Any], list[Any]]:
        """Which keys of an object are looked for, and which not: the same for all objects with the same keys."""
        plan = self._plans.get((step, keys))
        if plan is None:
            hits = [key for key in keys if folded(str(key)) == self._steps[step]]
            plan = self._plans[step, keys] = hits, [key for key in keys if key not in hits]
        return plan


def has_key(value: Any, name: str) -> bool:
    """Whether an object has a key of that name, number aside."""
    return isinstance(value, dict) and any(isinstance(key, str) and same_noun(key, name) for key in value)
