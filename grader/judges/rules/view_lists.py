"""Many pieces of structured data at once, made into views only when somebody looks at one.

A view costs more than a test of its value does. So a list of a hundred thousand entries keeps their values, and hands
out views for those that are quoted.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any, TypeGuard, TypeVar, overload

from grader.judges.rules.json_text import Step
from grader.judges.rules.views import ValueView, View

Path = tuple[Step, ...]


Made = TypeVar("Made")


class _Late(Sequence[Made]):
    """A sequence whose elements are made when somebody asks for one."""

    @abstractmethod
    def _at(self, index: int) -> Made:
        """The element at `index`, which is within the sequence."""

    @overload
    def __getitem__(self, index: int) -> Made: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Made]: ...
    def __getitem__(self, index: int | slice) -> Made | Sequence[Made]:
        if isinstance(index, slice):
            return [self._at(each) for each in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self._at(index % len(self))


class Views(_Late[View]):
    """The values at several paths below a piece of structured data, in order."""

    def __init__(self, root: View, values: Sequence[Any]) -> None:
        self.root = root
        self.values = values

    def path(self, index: int) -> Path:
        """The path of the value at `index`: an entry of the array that the root is."""
        return (index,)

    def __len__(self) -> int:
        return len(self.values)

    def _at(self, index: int) -> View:
        return descend(self.root, self.path(index))


class PathViews(Views):
    """Values at paths of any kind."""

    def __init__(self, root: View, paths: Sequence[Path], values: Sequence[Any]) -> None:
        super().__init__(root, values)
        self._paths = paths

    def path(self, index: int) -> Path:
        """The path of the value at `index`."""
        return self._paths[index]


class FieldViews(Views):
    """The field of that name in each of some objects. Raises KeyError if one of them has none."""

    def __init__(self, items: Views, name: str) -> None:
        super().__init__(items.root, [value[name] for value in items.values])
        self._items = items
        self._name = name

    def path(self, index: int) -> Path:
        """The path of the field in the object at `index`."""
        return (*self._items.path(index), self._name)


class Paths(_Late[Path]):
    """Many paths in order; those of a column, a key in each entry of an array, are made when somebody asks for one."""

    def __init__(self) -> None:
        self._runs: list[tuple[Path, Step | None]] = []  # a path, or an array's path and the key in its entries
        self._ends: list[int] = []

    def add(self, path: Path) -> None:
        """One more path."""
        self._runs.append((path, None))
        self._ends.append(len(self) + 1)

    def add_column(self, path: Path, key: Step, length: int) -> None:
        """The paths of a key in each of the first `length` entries of the array at `path`."""
        self._runs.append((path, key))
        self._ends.append(len(self) + length)

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def _at(self, index: int) -> Path:
        run = bisect_right(self._ends, index)
        path, key = self._runs[run]
        return path if key is None else (*path, index - (self._ends[run - 1] if run else 0), key)


class SpanViews(_Late[View]):
    """Pieces of a text at some spans, each labelled by `label` when it is asked for."""

    def __init__(self, view: View, spans: Sequence[tuple[int, int]], label: Callable[[int], str]) -> None:
        self._view = view
        self._spans = spans
        self._label = label

    def __len__(self) -> int:
        return len(self._spans)

    def _at(self, index: int) -> View:
        start, end = self._spans[index]
        return self._view.part(start, end, self._label(index))


def entries(view: View) -> Sequence[View]:
    """The elements of an array; none of anything else."""
    return Views(view, view.value) if isinstance(view.value, list) else ()


def is_inside_array(view: View) -> bool:
    """Whether a view is a value below an array's entry."""
    return isinstance(view, ValueView) and any(isinstance(step, int) for step in view.path[:-1])


def values_of(views: Sequence[View]) -> Sequence[Any]:
    """The values of some views, without making views of a long list."""
    return views.values if isinstance(views, Views) else [view.value for view in views]


def descend(view: View, path: Path) -> View:
    """The value at a path below a view; its label says which entry it belongs to."""
    label = ""
    for step in path:
        view = view.child(step)
        if isinstance(step, int):
            label = view.label
    view.label = f"{label}, {view.label}" if label and view.label != label else view.label
    return view


def are_views(found: Sequence[View] | str | None) -> TypeGuard[Sequence[View]]:
    """Whether a look-up found something, rather than nothing or a reason."""
    return found is not None and not isinstance(found, str)
