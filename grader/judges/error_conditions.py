"""Conditions that speak of errors: "if `no-results`", "if the searcher doesn't fail", "unless `a` is signalled"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grader.judges.rules.names import mentions, singular, words_of
from grader.judges.rules.wordlists import words
from grader.model import Contract

_ANY_ERROR = re.compile(
    r"\b(?:errors?(?: out)?|fails?|failed|failure|cannot (?:complete|finish)|is unable|crash(?:es|ed)?)\b",
    re.IGNORECASE,
)
# An error that is named as one, although nobody declares it.
_SIGNALLED = re.compile(
    r"\A`?([a-z][a-z0-9]*(?:-[a-z0-9]+)+)`?\Z|"
    r"`([\w-]+)`(?:\s+error)?\s+(?:is|was|has been|gets|got)\s+(?:not\s+|never\s+)?"
    r"(?:signall?ed|raised|reported|returned|thrown|hit)\b",
    re.IGNORECASE,
)
_NEGATIONS = words(
    "no not never without none neither nothing isn't wasn't aren't weren't doesn't didn't hasn't haven't hadn't don't "
    "cannot can't won't unless"
)
# Which of the others is meant then, nobody can tell.
_EXCEPTIONS = words("but except excluding besides other than only unlike")
_SMALL = words(
    "the a an is are was were be been any of in to for from by with it its and or nor all some has have had do does "
    "did there contract error errors raised signalled signaled signals signal reported returned thrown hit occurs "
    "occur occurred happens happen happened this that run if when either both"
)
_WORD = re.compile(r"[^\W_]+(?:['’]\w+)?")


@dataclass(frozen=True, slots=True)
class Signal:
    """Whether a condition of errors held (None: unknown), why, and the contracts whose errors it covers."""

    held: bool | None
    why: str
    errors_of: tuple[str, ...] = ()


def read_errors(condition: str, contract: Contract, contracts: Sequence[Contract]) -> Signal | None:
    """What is known of a condition that names or describes errors; None if it speaks of none."""
    speakers = _speakers(condition, contract, contracts)
    known = {error.name for speaker in speakers for error in speaker.errors}
    known |= {speaker.error_name for speaker in speakers if speaker.error_name}
    named = {name for name in known if _place(condition, name) is not None}
    if not named and (signalled := _SIGNALLED.search(condition.strip())) is not None:
        named = {signalled[1] or signalled[2]}
    if named:
        return _of_named(condition, sorted(named), speakers)
    return _of_any(condition, contract, contracts)


def _speakers(condition: str, contract: Contract, contracts: Sequence[Contract]) -> Sequence[Contract]:
    """The contracts whose errors are meant: those that the condition names, else all, the clause's own first."""
    others = [other for other in contracts if other.name != contract.name]
    mentioned = [each for each in (contract, *others) if mentions(condition, each.name)]
    return mentioned or [contract, *others]


def _of_named(condition: str, named: Sequence[str], speakers: Sequence[Contract]) -> Signal:
    gloss = all(f"(`{name}`)" in condition for name in named)  # "if nothing is found (`no-results`)" says it twice
    rest = [] if gloss else _rest(condition, named, speakers)
    signalled = {name: [each.name for each in speakers if each.had_error and each.error_name == name] for name in named}
    speaking = tuple(each.name for each in speakers if {error.name for error in each.errors} & set(named))
    joined = len(named) > 1 and "and" in rest and not {"or", "nor", "neither"} & set(rest)
    holds = all(signalled.values()) if joined else any(signalled.values())
    more = [word for word in rest if word not in _SMALL | _NEGATIONS | _EXCEPTIONS]
    negations = sum(word in _NEGATIONS for word in rest)
    if set(rest) & _EXCEPTIONS or negations > 1 or (negations and (more or joined)):
        return Signal(None, "what its negation speaks of can't be told")
    raised = tuple(dict.fromkeys(who for each in signalled.values() for who in each))
    found = [f"{who} signalled {name}" for name, those in signalled.items() for who in those]
    text = (
        f"{', '.join(speaking)} did not signal that error" if speaking else f"no contract signalled {', '.join(named)}"
    )
    text = "; ".join(found) or text
    if negations:
        return Signal(not holds, text)
    if more and _undecided(rest, held=holds):
        return Signal(None, "what else it speaks of can't be measured", raised)
    return Signal(holds, text, raised if holds else speaking or tuple(each.name for each in speakers[:1]))


def _undecided(rest: Sequence[str], *, held: bool) -> bool:
    """Whether other words decide: those behind `and` where the error was signalled, behind `or` where it wasn't."""
    return ("and" in rest and held) or ("or" in rest and not held)


def _of_any(condition: str, contract: Contract, contracts: Sequence[Contract]) -> Signal | None:
    """`if the searcher fails`, `if no errors occurred`: any error of the contracts that are named."""
    named = [other for other in contracts if mentions(condition, other.name)]
    rest = _rest(_ANY_ERROR.sub(" ", condition), (), named)
    if not _ANY_ERROR.search(condition) or set(rest) - _SMALL - _NEGATIONS:
        return None
    negations = sum(word in _NEGATIONS for word in rest)
    # Without a name, a promise of no error speaks of the whole run, one of an error of its own contract.
    meant = named or (list(contracts) if negations else [contract])
    failed = [each for each in meant if each.had_error]
    if negations > 1 or ("and" in rest and len(named) > 1):
        return Signal(None, "whose errors it speaks of can't be told")
    speaking = tuple(each.name for each in failed or meant)
    text = (
        f"{failed[0].name} signalled {failed[0].error_name}" if failed else f"{', '.join(speaking)} signalled no error"
    )
    if negations:
        return Signal(not failed, text)
    return Signal(bool(failed), text, speaking)


def _rest(condition: str, named: Iterable[str], speakers: Iterable[Contract]) -> list[str]:
    """The condition's words without the names of errors and contracts."""
    for name in named:
        span = _place(condition, name)
        while span is not None:
            condition = condition[: span[0]] + " " + condition[span[1] :]
            span = _place(condition, name)
    for contract in speakers:
        condition = re.sub(rf"(?<![\w-]){re.escape(contract.name)}(?![\w-])", " ", condition, flags=re.IGNORECASE)
    return [word.replace("’", "'") for word in _WORD.findall(condition.casefold())]


def _place(condition: str, error: str) -> tuple[int, int] | None:
    """Where `no-results` is named ("`no-results`") or described ("if no results are found"); None if it isn't."""
    literal = condition.find(f"`{error}`")
    if literal >= 0:
        return literal, literal + len(error) + 2
    wanted = [singular(word) for word in words_of(error)]
    if not wanted or (len(wanted) == 1 and len(wanted[0]) < 5):
        return None
    at, start = 0, 0
    for match in re.finditer(r"[^\W_]+", condition):
        if singular(match[0].casefold()) == wanted[at]:
            start = match.start() if at == 0 else start
            at += 1
            if at == len(wanted):
                return start, match.end()
    return None
