"""The system's own output: what the manifest's `caller.returns` points at (grading-rules, "Contracts of a run", 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from grader.model import Binding, ExpectedOutput
from grader.openprose.manifest import Return
from grader.openprose.names import fold, same


@dataclass(frozen=True, slots=True)
class Producer:
    """A contract as a source of returns: what it should publish, and what it did."""

    name: str
    expected: tuple[ExpectedOutput, ...]
    bindings: tuple[Binding, ...]

    def unnamed(self) -> list[str]:
        """The files that aren't one of the expected outputs by their path."""
        named = {output.path for output in self.expected}
        return [binding.path for binding in self.bindings if binding.path not in named]


@dataclass(frozen=True, slots=True)
class Returned:
    """One return: as an output that the root owes, and the files that it is, if it was made."""

    output: ExpectedOutput
    paths: tuple[str, ...]
    producer: Producer | None


def resolve(
    returns: Sequence[Return],
    find: Callable[[str], Producer | None],
    producers: Sequence[Producer],
    in_run: Callable[[str], str | None],
) -> list[Returned]:
    """What each return points at. `find` gives a contract by its name, `in_run` reads a stated path."""
    return [_resolve(each, find, producers, in_run) for each in returns]


def system_outputs(returned: Sequence[Returned], root: Producer, last: Producer | None) -> tuple[str, ...]:
    """The paths of the system's output.

    What the returns point at; if none of them was made under its name, the files of the contracts that they point at
    which are nothing else by the manifest, for an output may be a heading or a key; else the root's own outputs, else
    the last contract's.
    """
    made = [path for each in returned for path in each.paths]
    if not made:
        due = [each.producer for each in returned if each.output.conditional is None and each.producer is not None]
        made = [path for producer in due for path in producer.unnamed()]
    own = [binding.path for binding in root.bindings]
    final = [binding.path for binding in last.bindings] if last else []
    return tuple(dict.fromkeys(made or own or final))


def _resolve(
    stated: Return,
    find: Callable[[str], Producer | None],
    producers: Sequence[Producer],
    in_run: Callable[[str], str | None],
) -> Returned:
    name, producer, path = stated.name, None, stated.path
    if stated.source is not None:
        contract, _, output = stated.source.partition(".")
        producer = find(stated.source) or find(contract)
        if producer is None and "/" in stated.source:
            path = path or stated.source
        elif producer is not None and output and not same(producer.name, stated.source):
            name = output
    if producer is None and path is None:
        producer = next((each for each in reversed(producers) if _expected(each, name)), None)
    expected = _expected(producer, name) if producer else None
    place = in_run(path) if path else (expected.path if expected else None)
    conditional = expected.conditional if expected else None
    output_due = ExpectedOutput(name=stated.name, path=place, conditional=conditional)
    return Returned(output_due, _made(name, place, producer, producers), producer)


def _expected(producer: Producer, name: str) -> ExpectedOutput | None:
    return next((output for output in producer.expected if same(output.name, name)), None)


def _made(name: str, place: str | None, producer: Producer | None, producers: Sequence[Producer]) -> tuple[str, ...]:
    """The files of an output: at its path, else by its name, else the only file of a contract that names none so."""
    bindings = producer.bindings if producer else [binding for each in producers for binding in each.bindings]
    ways: list[Mapping[str, Binding]] = [
        {one.path: one for one in bindings if place and (one.path == place or one.path.startswith(f"{place}/"))},
        {one.path: one for one in bindings if producer and fold(one.name.partition("/")[0]) == fold(name)},
    ]
    if producer and len(producer.bindings) == 1 and _expected(producer, name) is None:
        ways.append({producer.bindings[0].path: producer.bindings[0]})
    return tuple(next((found for found in ways if found), {}))
