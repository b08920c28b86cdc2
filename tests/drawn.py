"""Hypothesis strategies for grades as phase 2 may give them, with text of any kind, hostile by choice."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from grader.model import (
    Binding,
    Cause,
    Clause,
    ClauseGrade,
    ConditionalClause,
    Contract,
    Decider,
    Grade,
    Item,
    Notice,
    Origin,
    Outcome,
    Place,
    Quote,
    RequirementResult,
    Role,
    Section,
    UngradedRun,
    Usage,
    Verdict,
    Vote,
)
from grader.phases.accounting import GradedContract
from grader.phases.score import score
from grader.run import Run

PIECES = [
    *("@octocat", "#123", "GH-7", "octo/repo#9", "0123abc", "a" * 40, ":tada:", "$x^2$", "$$"),
    *("https://example.com/x", "www.example.com", "mailto:a@example.com", "a@example.com", "xmpp:a@b.c"),
    *("<b>", "</details>", "<!--", "-->", "]]>", "<https://example.com>", "&lt;", "&#64;", "{{ x }}", "{% y %}"),
    *("[a](b)", "![a](b)", "[^1]", "[x]: y", "- [ ] "),
    *("`", "``", "```", "~~~", "~~", "**", "__", "*", "_", "|", "\\", "\\|"),
    *("---", "===", "#", "- ", "+ ", "1. ", "1) ", "> ", "    ", "\t", ":-:", "\n", "\n\n", "\r\n", "\r"),
    *("::error::", "%0A", "\x1b[31m", "\x1b]8;;x\x07", "\x00", "\x85", "\u2028"),
    *("\u202e", "\u2066", "\u200b", "\ufeff", "\xad", "\u26a0\ufe0f", "\U0001f469\u200d\U0001f4bb"),
    *("word", "é", " ", ".", ",", "(", ")", "!", ":"),
]

# Texts of some pieces each, made once: a report has so many texts that drawing every piece anew would take minutes.
_DICE = random.Random(0)  # noqa: S311 - no secret is drawn
POOL = ["", *PIECES, *("".join(_DICE.choices(PIECES, k=_DICE.randint(2, 9))) for _ in range(600))]

hostile = st.sampled_from(POOL) | st.text(max_size=6)
_said = hostile.map(lambda text: f"x{text}")  # never blank
_name = st.sampled_from(["report", "findings", "a|b", "`c`", "@d", "<e>", "f\ng"])
_line = st.integers(1, 40)
_percent = st.integers(0, 100)


@st.composite
def places(draw: st.DrawFn) -> Place:
    """A place in some file."""
    first = draw(_line)
    return Place(
        file=draw(st.sampled_from(["a.md", "b|c.md", "d e(f).md", "g`h.md"])), lines=(first, first + draw(_line))
    )


quotes = st.builds(Quote, text=_said, place=places(), origin=st.sampled_from(Origin))
results = st.builds(
    RequirementResult,
    text=hostile,
    measure=st.none() | st.just("words"),
    outcome=st.sampled_from(Outcome),
    quotes=st.lists(quotes, max_size=2).map(tuple),
    finding=hostile,
    decided_by=st.none() | st.sampled_from(Decider),
    negated=st.booleans(),
)
usages = st.builds(Usage, calls=st.integers(0, 3), input_tokens=st.integers(0, 9999), usd=st.none() | st.just(0.01))


@st.composite
def clauses(draw: st.DrawFn, contract: str) -> Clause:
    """A clause of the contract."""
    text = draw(_said)
    items = draw(st.lists(st.builds(Item, text=_said, place=places()), max_size=2))
    whole = "\n".join([text, *(item.text for item in items)])
    section = draw(st.sampled_from(Section))
    return Clause(contract=contract, text=whole, body=text, place=draw(places()), section=section, items=tuple(items))


@st.composite
def _grades(draw: st.DrawFn, clause: Clause, *, triggered: bool | None = None) -> ClauseGrade:
    """A grade of a clause that is due or may be."""
    unknown = isinstance(clause, ConditionalClause) and triggered is None
    verdict = Verdict.NOT_EVALUABLE if unknown else draw(st.sampled_from(Verdict))
    cause = draw(st.sampled_from(Cause)) if verdict is Verdict.NOT_EVALUABLE else None
    return ClauseGrade(
        clause=clause,
        verdict=verdict,
        evidence=draw(hostile),
        confidence=draw(_percent),
        cause=cause,
        reason=draw(_said) if cause else None,
        suggestion=draw(_said) if cause is Cause.VAGUE else None,
        requirements=tuple(draw(st.lists(results, max_size=2))),
        triggered=triggered,
        votes=tuple(draw(st.lists(st.builds(Vote, verdict=st.sampled_from(Verdict), confidence=_percent), max_size=1))),
        usage=draw(usages),
    )


@st.composite
def graded_contracts(draw: st.DrawFn, name: str) -> GradedContract:
    """A contract of that name with grades for all of its clauses."""
    promised = draw(st.lists(clauses(name), max_size=3))
    conditional = [
        ConditionalClause(**dict(clause), condition=draw(_said)) for clause in draw(st.lists(clauses(name), max_size=2))
    ]
    grades = []
    for clause in conditional:
        triggered = draw(st.sampled_from([True, False, None]))
        if triggered is False:
            grades.append(
                ClauseGrade(clause=clause, verdict=None, evidence=draw(hostile), confidence=None, triggered=False)
            )
        else:
            grades.append(draw(_grades(clause, triggered=triggered)))
    contract = Contract(
        name=name,
        role=draw(st.sampled_from(Role)),
        clauses=tuple(promised),
        conditional_clauses=tuple(conditional),
        bindings=(Binding(contract=name, name="x", path=draw(hostile), size=1),),
        had_error=draw(st.booleans()),
        error_name=draw(st.none() | hostile),
    )
    return contract, tuple(draw(_grades(clause)) for clause in promised), tuple(grades)


@st.composite
def grades(draw: st.DrawFn) -> Grade:
    """A whole report."""
    names = draw(st.lists(_name, max_size=3, unique=True))
    entries = [draw(graded_contracts(name)) for name in names]
    notice = st.builds(Notice, code=st.just("odd"), message=hostile, place=st.none() | hostile)
    run = Run(
        path=draw(_said),
        run_id=draw(_said),
        system=draw(hostile),
        generation="G2",
        root=names[0] if names else "",
        contracts=tuple(contract for contract, _, _ in entries),
        inputs=(),
        system_outputs=(),
        documents={},
        log=(),
        log_path=None,
        absent_contracts=(),
        warnings=tuple(draw(st.lists(notice, max_size=2))),
        hashes={"root.prose.md": "0" * 64},
    )
    return score(run, entries, judge=draw(st.sampled_from(["rules", "some-model", "@odd|model"])))


ungraded = st.builds(UngradedRun, run=_said, code=st.just("missing-root"), message=_said, place=hostile, hint=hostile)
