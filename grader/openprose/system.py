"""The system's own output: what the manifest's `caller.returns` points at (grading-rules, "Contracts of a run", 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from grader.model import Binding, ExpectedOutput
from grader.openprose.manifest import Return
from grader.openprose.names import fold


class Producer:
    """A contract as a source of returns: what it should publish, and what it did."""

    def __init__(self, name: str, expected: Sequence[ExpectedOutput], bindings: Sequence[Binding]) -> None:
        self.name = name
        self.paths = [binding.path for binding in bindings]
        made = set(self.paths)
        self.expected = {fold(output.name): output for output in reversed(expected)}
        # where two branches make an output, the one that was made counts
        self.expected |= {fold(output.name): output for output in reversed(expected) if output.path in made}
        self._named = {output.path for output in expected}
        self._by_name: dict[str, list[str]] = {}
        for binding in bindings:
            self._by_name.setdefault(fold(binding.name.partition("/")[0]), []).append(binding.path)

    def made(self, name: str, place: str | None) -> list[str]:
        """The files of an output: at its place, else by its name, else the only file if the output isn't declared."""
        at_place = [path for path in self.paths if place and (path == place or path.startswith(f"{place}/"))]
        found = at_place or self._by_name.get(fold(name), [])
        return self.paths if not found and len(self.paths) == 1 and fold(name) not in self.expected else found

    def unnamed(self) -> list[str]:
        """The files that aren't one of the expected outputs by their path."""
        return [path for path in self.paths if path not in self._named]


@dataclass(frozen=True, slots=True)
class Returned:
    """One return: as an output that the root owes, the files that it is, and the contract that it comes from."""

    output: ExpectedOutput
    paths: tuple[str, ...]
    producer: Producer | None


class Returns:
    """Finds what returns point at. `by_name` gives contracts, `in_run` reads a stated path."""

    def __init__(
        self, by_name: Mapping[str, Producer], producers: Sequence[Producer], in_run: Callable[[str], str | None]
    ) -> None:
        self._by_name = by_name
        self._in_run = in_run
        self._by_output = {name: each for each in producers for name in each.expected}  # the last contract's counts
        self._by_path = {path: each for each in producers for path in each.paths}

    def resolve(self, stated: Return) -> Returned:
        """What one return points at: a contract's output, one given as `contract.output`, or a path."""
        name, path, source = stated.name, stated.path, stated.source or ""
        producer = self._contract(source)
        if producer is None and "." in source and "/" not in source:
            contract, _, output = source.partition(".")
            producer = self._contract(contract)
            name = output if producer else name
        if producer is None and "/" in source:
            path = path or source
        place = self._in_run(path) if path else None
        producer = producer or (self._by_path.get(place) if place else self._by_output.get(fold(name)))
        expected = producer.expected.get(fold(name)) if producer else None
        place = place or (expected.path if expected else None)
        paths = tuple(producer.made(name, place)) if producer else ()
        owed = ExpectedOutput(
            name=stated.name,
            path=paths[0] if len(paths) == 1 else place,
            conditional=expected.conditional if expected else None,
        )
        return Returned(owed, paths, producer)

    def _contract(self, source: str) -> Producer | None:
        return self._by_name.get(source) or self._by_name.get(fold(source))


def system_outputs(returned: Sequence[Returned], root: Producer, last: Producer | None) -> tuple[str, ...]:
    """The paths of the system's output.

    What the returns point at; if none of them was made under its name, the files of the contracts that they point at
    which are nothing else by the manifest, for an output may be a heading or a key; else the root's own outputs, else
    the last contract's.
    """
    made = [path for each in returned for path in each.paths]
    if not made:
        due = {id(each.producer): each.producer for each in returned if each.producer and not each.output.conditional}
        made = [path for producer in due.values() for path in producer.unnamed()]
    return tuple(dict.fromkeys(made or root.paths or (last.paths if last else [])))
