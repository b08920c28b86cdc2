"""What every report for people says in the same words: verdicts, standings, counts, and the points of a clause."""

from __future__ import annotations

from collections.abc import Collection

from grader.model import (
    Cause,
    ClauseGrade,
    ConditionalClause,
    ContractGrade,
    Frozen,
    Grade,
    Outcome,
    Progress,
    Quote,
    RequirementResult,
    Role,
    Standing,
    Status,
    Verdict,
)
from grader.tally import Tally, clauses_of, every_clause, lacks_an_answer, printed_score, tally, waits_for_judge

VERDICT_WORDS = {
    Verdict.SATISFIED: "satisfied",
    Verdict.PARTIALLY_SATISFIED: "partly satisfied",
    Verdict.VIOLATED: "violated",
    Verdict.NOT_EVALUABLE: "not evaluable",
}
STANDING_WORDS = {
    Standing.PASSES: "passes",
    Standing.FALLS_SHORT: "falls short",
    Standing.FAILS: "fails",
    Standing.UNGRADED: "ungraded",
}
CAUSE_WORDS = {
    Cause.NEEDS_JUDGE: "needs a model judge",
    Cause.INCOMPLETE: "the model judge gave no usable answer",
    Cause.VAGUE: "too vague to check",
    Cause.UNPROVEN: "an answer that isn't proven",
    Cause.UNMEASURABLE: "can't be measured",
    Cause.SUPERSEDED: "superseded by the degraded path",
    Cause.NOT_DUE: "not due",
    Cause.NOT_IN_RUN: "not part of this run",
    Cause.NO_SOURCE: "source snapshot missing",
}
_STANDING_COUNTS = (
    (Standing.FAILS, ("fails", "fail")),
    (Standing.FALLS_SHORT, ("falls short", "fall short")),
    (Standing.UNGRADED, ("has no score", "have no score")),
    (Standing.PASSES, ("passes", "pass")),
)
_WORDS_LIMIT = 80  # characters of a requirement's words beside its finding
_ROLES = {Role.ROOT: "root", Role.EXTRA: "not in the graph"}


class Point(Frozen):
    """One thing to say of a clause: a sentence, and the quotes that prove it.

    `outcome` is set where a clause has points for and against it.
    """

    text: str = ""
    quotes: tuple[Quote, ...] = ()
    outcome: Outcome | None = None


def points(grade: ClauseGrade) -> tuple[Point, ...]:
    """Why the clause has its verdict: what counts against it first, or else what it is met by.

    A clause that isn't evaluable begins with the reason. Where no requirement says anything, the evidence does.
    """
    found = [Point(text=reason_words(grade))] if grade.reason else []
    mixed = grade.verdict is Verdict.PARTIALLY_SATISFIED
    telling = [
        result
        for outcome in _telling(grade.verdict)
        for result in grade.requirements
        if result.outcome is outcome and (result.finding or result.quotes)
    ]
    found += [
        Point(
            text=_named(result) if len(telling) > 1 else result.finding,
            quotes=result.quotes[:1] if mixed and result.outcome is Outcome.MET else result.quotes,
            outcome=result.outcome if mixed else None,
        )
        for result in telling
    ]
    if not found and grade.evidence:
        found.append(Point(text=grade.evidence))
    return tuple(dict.fromkeys(found))


def _named(result: RequirementResult) -> str:
    """A finding with the words that it is about, unless it names them itself."""
    words = " ".join(result.text.split())
    if not result.finding or not words or words.strip("`\"'“”") in result.finding:
        return result.finding or words
    return f"{words if len(words) <= _WORDS_LIMIT else words[:_WORDS_LIMIT].rstrip() + '…'} – {result.finding}"


def _telling(verdict: Verdict | None) -> tuple[Outcome, ...]:
    if verdict is Verdict.PARTIALLY_SATISFIED:
        return (Outcome.NOT_MET, Outcome.MET)
    if verdict is Verdict.VIOLATED:
        return (Outcome.NOT_MET,)
    return (Outcome.MET,) if verdict is Verdict.SATISFIED else ()


def heading(grade: ClauseGrade) -> str:
    """A clause's own words on one line, without its nested items."""
    return grade.clause.text.split("\n", 1)[0]


def score_words(grade: Grade | ContractGrade) -> str:
    """The printed score, or a dash."""
    exact = grade.overall_score if isinstance(grade, Grade) else grade.score
    return "–" if exact is None else printed_score(exact)


def evaluated_words(counts: Tally) -> str:
    """For instance "9 of 12 clauses evaluated"."""
    return f"{counts.evaluated} of {plural(counts.declared, 'clause')} evaluated"


def status_words(grade: Grade) -> str:
    """What the reader must know of how the grading was done; empty where nothing is missing."""
    waiting = sum(map(waits_for_judge, clauses_of(grade)))
    if grade.status is Status.INCOMPLETE:
        unanswered = sum(map(lacks_an_answer, clauses_of(grade)))
        return f"incomplete: the model judge gave no usable answer for {plural(unanswered, 'clause')}"
    if grade.status is Status.RULES_ONLY and waiting:
        return f"graded by rules alone: {plural(waiting, 'clause')} {_verb(waiting, 'wait')} for a model judge"
    return ""


def verdict_words(grade: Grade) -> str:
    """For instance "violated, 61.9 of 100"."""
    if grade.overall_score is None:
        return "nothing could be evaluated"
    return f"{grade.overall_verdict}, {printed_score(grade.overall_score)} of 100"


def judge_words(grade: Grade) -> str:
    """Who decided."""
    return "rules" if grade.status is Status.RULES_ONLY else f"rules and {grade.judge}"


def role_words(contract: ContractGrade) -> str:
    """What sets a contract apart: that it is the root, or how it ended. Empty for most."""
    words = [] if contract.contract.role is Role.NODE else [_ROLES[contract.contract.role]]
    if contract.contract.had_error:
        words.append(f"signalled {contract.contract.error_name or 'an error'}")
    elif contract.contract.progress is Progress.NOT_RUN:
        note = contract.contract.progress_note
        words.append(f"never ran: {note}" if note else "never ran")
    return ", ".join(words)


def cost_words(grade: Grade) -> str:
    """Calls, tokens and money."""
    usage = grade.usage
    price = "price unknown" if usage.usd is None else f"{usage.usd:.4f} USD"
    cached = f" ({usage.cache_read_tokens:,} more from the cache)" if usage.cache_read_tokens else ""
    tokens = f"{usage.input_tokens:,} tokens in{cached}, {usage.output_tokens:,} out"
    return f"{plural(usage.calls, 'call')} to {grade.judge}: {tokens}, {price}"


def with_verdict(grade: Grade, wanted: Collection[Verdict]) -> list[tuple[ContractGrade, list[ClauseGrade]]]:
    """The contracts that have clauses with one of these verdicts, each with those clauses."""
    found = [
        (contract, [clause for clause in every_clause(contract) if clause.verdict in wanted])
        for contract in grade.contracts
    ]
    return [(contract, clauses) for contract, clauses in found if clauses]


def by_cause(grade: Grade) -> list[tuple[str, list[tuple[ContractGrade, ClauseGrade]]]]:
    """What is not evaluable, by why: the cause in words, and the clauses with their contracts."""
    found: dict[Cause, list[tuple[ContractGrade, ClauseGrade]]] = {}
    for contract, clauses in with_verdict(grade, [Verdict.NOT_EVALUABLE]):
        for clause in clauses:
            found.setdefault(clause.cause or Cause.UNMEASURABLE, []).append((contract, clause))
    return [(words, found[cause]) for cause, words in CAUSE_WORDS.items() if cause in found]


def reason_beyond(grade: ClauseGrade) -> str:
    """What a reason says beyond its cause: nothing where it only repeats the cause's words or the clause's."""
    reason = (grade.reason or "").strip()
    if grade.cause is not None:
        reason = reason.removeprefix(CAUSE_WORDS[grade.cause]).lstrip(": ")
    return "" if reason in grade.clause.text.replace("\n", " ") else reason


def reason_words(grade: ClauseGrade) -> str:
    """Why a clause is not evaluable, without repeating the clause."""
    cause, beyond = CAUSE_WORDS[grade.cause or Cause.UNMEASURABLE], reason_beyond(grade)
    if beyond and grade.reason and grade.reason.startswith(cause):
        return grade.reason
    return f"{cause}: {beyond}" if beyond else cause


def rewrites(grade: Grade) -> list[tuple[ContractGrade, ClauseGrade]]:
    """The clauses that should be worded otherwise."""
    return [
        (contract, clause) for contract in grade.contracts for clause in every_clause(contract) if clause.suggestion
    ]


def brief(path: str, limit: int = 80) -> str:
    """A path's end, at most `limit` characters."""
    return path if len(path) <= limit else f"…{path[1 - limit :]}"


def failing_words(grade: Grade) -> str:
    """For instance "2 of 3 contracts fail"."""
    scored = [contract for contract in grade.contracts if contract.score is not None]
    if not scored:
        return "no contract has a score"
    failing = sum(contract.standing is Standing.FAILS for contract in scored)
    of = plural(len(scored), "contract")
    return f"{failing} of {of} {_verb(failing, 'fail')}" if failing else f"none of {of} fails"


def standing_words(grade: Grade) -> str:
    """For instance "2 contracts fail, 1 falls short, 3 pass", the worst first."""
    standings = [contract.standing for contract in grade.contracts]
    found = [(standings.count(standing), words) for standing, words in _STANDING_COUNTS if standing in standings]
    said = [f"{count} {one if count == 1 else many}" for count, (one, many) in found]
    if not said:
        return "no contracts"
    count, rest = said[0].split(" ", 1)
    return ", ".join([f"{plural(int(count), 'contract')} {rest}", *said[1:]])


def untested_paths(grade: Grade) -> tuple[ConditionalClause, ...]:
    """The conditional clauses whose condition didn't hold."""
    return tuple(
        clause.clause
        for contract in grade.contracts
        for clause in contract.conditional_clauses
        if clause.triggered is False and isinstance(clause.clause, ConditionalClause)
    )


def counts(grade: Grade) -> Tally:
    """A run's due clauses by verdict."""
    return tally(grade.contracts)


def plural(count: int, noun: str) -> str:
    """The count with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _verb(count: int, verb: str) -> str:
    return f"{verb}s" if count == 1 else verb
