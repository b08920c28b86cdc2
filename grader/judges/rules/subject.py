"""Which output a clause speaks of, and where it was looked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grader.document import Document
from grader.judges.rules.measures.fields import find_field
from grader.judges.rules.names import same_name
from grader.judges.rules.views import View, view_of
from grader.model import Binding, Clause, Contract, Media, Role
from grader.run import Run


@dataclass(frozen=True, slots=True)
class Subject:
    """The pieces of output that a clause speaks of.

    `views` are what can be read of it. `missing` says in a sentence where an absent or blank output was looked for;
    `unreadable` why a present one can't be read; `opaque` names one that is there, but isn't text; `large` is the only
    file where it is too large to be held. `notice` is a remark for the report.
    """

    views: tuple[View, ...] = ()
    missing: str | None = None
    unreadable: str | None = None
    opaque: str | None = None
    large: Document | None = None
    notice: str | None = None


def find_subject(clause: Clause, contract: Contract, run: Run) -> Subject:
    """The output of a clause, by the order that grading-rules.md gives.

    By its manifest path, then by name, then as a heading or key in the contract's files, then as the contract's only
    file unless something else is named after that. A root clause is looked for in the system's outputs first, then
    in the root's own, then, with a notice, in any contract's.
    """
    groups = _candidates(contract, run)
    if clause.name is None:
        if not groups[0]:
            return Subject(missing=f"no file under bindings/{contract.name}/")
        return _read(_spoken_of(clause, groups[0]), run, None)
    for index, bindings in enumerate(groups):
        found = _named(clause, contract, bindings, run)
        if found is not None:
            last = contract.role is Role.ROOT and index == len(groups) - 1 and index > 0
            notice = f"`{clause.name}` was found in another contract's outputs" if last else None
            return _read(found, run, notice)
    for bindings in groups[:1] if contract.role is not Role.ROOT else groups:
        inside = _inside(clause.name, bindings, run)
        if inside is not None:
            return (
                Subject((inside,))
                if not inside.blank
                else Subject(missing=f"`{clause.name}` in {inside.document.path} is blank")
            )
    only = _only_file(clause, contract, groups[0], run)
    if only is not None:
        return _read([only], run, None)
    return Subject(missing=_where(clause, contract, groups))


def _candidates(contract: Contract, run: Run) -> list[list[Binding]]:
    if contract.role is not Role.ROOT:
        return [_visible(contract.bindings)]
    every = [binding for other in run.contracts for binding in other.bindings]
    system = [binding for path in run.system_outputs for binding in every if binding.path == path]
    own = list(contract.bindings)
    return [_visible(system or own), _visible(own), _visible(every)]


def _visible(bindings: Iterable[Binding]) -> list[Binding]:
    return list({binding.path: binding for binding in bindings}.values())


def _named(clause: Clause, contract: Contract, bindings: Sequence[Binding], run: Run) -> list[Binding] | None:
    name = clause.name or ""
    for expected in contract.expected_outputs:
        if expected.path and same_name(expected.name, name):
            folder = expected.path.rstrip("/") + "/"
            every = [*bindings, *(b for other in run.contracts for b in other.bindings)]
            found = [b for b in every if b.path == expected.path or b.path.startswith(folder)]
            if found:
                return _visible(found)
    exact = [binding for binding in bindings if same_name(binding.name, name)]
    exact = exact or [binding for binding in bindings if same_name(binding.path.rsplit("/", 1)[-1], name)]
    folder_of = [
        binding for binding in bindings if same_name(binding.name.split("/", 1)[0], name) and "/" in binding.name
    ]
    return exact or folder_of or None


def _inside(name: str, bindings: Sequence[Binding], run: Run) -> View | None:
    for binding in bindings:
        document = run.documents.get(binding.path)
        if document is None or document.large:
            continue
        view = view_of(document)
        found = find_field(view, name) if isinstance(view.value, dict) else view.section(name)
        if isinstance(found, View):
            return found
    return None


def _only_file(clause: Clause, contract: Contract, bindings: Sequence[Binding], run: Run) -> Binding | None:
    if len(bindings) != 1:
        return None
    only = bindings[0]
    others = [
        other.name for other in contract.clauses if other.name and other is not clause and other.name != clause.name
    ]
    others += [
        expected.name for expected in contract.expected_outputs if not same_name(expected.name, clause.name or "")
    ]
    if contract.role is Role.ROOT:  # what its owner promises under a name of its own isn't what the root promises
        owners = [other for other in run.contracts if other.name == only.contract and other is not contract]
        others += [each.name for owner in owners for each in owner.clauses if each.name and each.name != clause.name]
    stem = only.name.rsplit("/", 1)[-1]
    claimed = any(same_name(stem, name) or same_name(only.name, name) for name in others)
    claimed = claimed or any(
        expected.path == only.path and not same_name(expected.name, clause.name or "")
        for other in run.contracts
        for expected in other.expected_outputs
    )
    return None if claimed else only


def _spoken_of(clause: Clause, bindings: Sequence[Binding]) -> Sequence[Binding]:
    """For a clause without a name: the output that its first words name ("the summary lists ..."), else all."""
    words = [word.strip("`*_,:") for word in clause.body.split()[:3]]
    if words and words[0].lower() in {"the", "this", "each", "every"}:
        words = words[1:]
    for binding in bindings:
        stem = binding.name.rsplit("/", 1)[-1]
        if words and (same_name(stem, words[0]) or same_name(stem, "".join(words[:2]))):
            return [binding]
    return bindings


def _read(found: Sequence[Binding], run: Run, notice: str | None) -> Subject:
    unreadable = [binding for binding in found if binding.media is Media.UNREADABLE]
    if unreadable:
        return Subject(unreadable=f"{unreadable[0].path} can't be read: {unreadable[0].problem}", notice=notice)
    views = tuple(
        view_of(run.documents[b.path]) for b in found if b.path in run.documents and not run.documents[b.path].large
    )
    binary = [binding for binding in found if binding.media is Media.BINARY]
    large = [run.documents[b.path] for b in found if b.path in run.documents and run.documents[b.path].large]
    if len(large) == len(found) == 1:
        return Subject(large=large[0], notice=notice)
    if large:
        return Subject(unreadable=f"{large[0].path} is too large to be measured beside others", notice=notice)
    if not views and binary:
        path, size = binary[0].path, binary[0].size
        return Subject(unreadable=f"{path} isn't text", opaque=f"{path}, {size} bytes that aren't text", notice=notice)
    if views and all(view.blank for view in views) and not binary:
        return Subject(missing=f"{', '.join(view.document.path for view in views)} is blank", notice=notice)
    return Subject(views, notice=notice)


def _where(clause: Clause, contract: Contract, groups: Sequence[Sequence[Binding]]) -> str:
    folder = f"bindings/{contract.name}/"
    expected = next(
        (e.path for e in contract.expected_outputs if same_name(e.name, clause.name or "") and e.path), None
    )
    if expected:
        return f"no file at {expected}, and none named `{clause.name}` under {folder}"
    if contract.role is Role.ROOT:
        return f"no file named `{clause.name}` among the system's outputs or under any contract's bindings"
    if not groups[0]:
        return f"no file named `{clause.name}` under {folder}" if clause.name else f"no file under {folder}"
    return f"no file named `{clause.name}` under {folder}"
