"""One open question from first request to opinion, without any wire.

An inquiry is a generator: it yields requests, is sent what came back, and returns the opinion. Whoever drives it, one
call at a time or a whole batch, only carries messages; what is asked, asked again, voted on and believed is settled
here. Until an inquiry yields its first request it has cost nothing, so a dry run is an inquiry that nobody answers.
"""

from __future__ import annotations

from collections.abc import Generator

from grader.judges.base import Ask, Opinion
from grader.judges.claude.answer import Unparsable, parse
from grader.judges.claude.ballot import Ballot, Spoilt, ballot_of, opinion_of
from grader.judges.claude.cache import Entry
from grader.judges.claude.case import Case
from grader.judges.claude.examine import Examined, examine
from grader.judges.claude.exchange import NoReply, Reply, Request
from grader.judges.claude.prompt import prompt_for
from grader.judges.claude.votes import wants_another
from grader.model import Usage
from grader.tally import total

_TRIES = 2  # an answer that isn't accepted is asked for once more
_COMPLETE = "end_turn"
_CUT_OFF = frozenset({"max_tokens", "model_context_window_exceeded"})

TOO_LITTLE = "the output has fewer than three words, and so little is put to no judge"

Inquiry = Generator[Request, Reply | NoReply, Opinion]


def inquire(case: Case) -> Inquiry:
    """The inquiry into a case."""
    if not case.worth_asking:
        return Opinion(unproven=TOO_LITTLE)
    options = case.bench.options
    confirm = options.confirm_violations and case.question.ask is Ask.CLAUSE
    ballots: list[Ballot | Spoilt] = []
    usages: list[Usage] = []
    while wants_another([it.verdict for it in ballots], wanted=options.votes, confirm=confirm):
        ballots.append((yield from _vote(case, len(ballots), usages)))
    return opinion_of(ballots, options, total(usages), confirm=confirm)


def _vote(case: Case, number: int, usages: list[Usage]) -> Generator[Request, Reply | NoReply, Ballot | Spoilt]:
    """One vote: an earlier answer if there is one, else a call, and one more if the answer wasn't accepted."""
    key = f"{case.identity}-{number}"
    if (recalled := _recall(case, key)) is not None:
        return ballot_of(recalled, case.question)
    objections: tuple[str, ...] = ()
    max_tokens = case.bench.options.max_tokens
    last = ""
    for tried in range(1, _TRIES + 1):
        prompt = prompt_for(case.question, case.view, case.bench.nonce, objections)
        reply = yield Request(f"{key}-{tried}", prompt, case.kind, max_tokens)
        usages.append(reply.usage)
        if isinstance(reply, NoReply):
            return Spoilt(reply.cause)
        examined = _read(reply, case)
        if isinstance(examined, str):
            last = examined
            max_tokens *= 2 if reply.stop in _CUT_OFF else 1
        elif examined.objections and tried < _TRIES:
            objections = tuple(dict.fromkeys(it.told for it in examined.objections))
        else:
            case.bench.store.put(key, Entry(text=reply.text, tries=tried))
            return ballot_of(examined, case.question)
    return Spoilt(last)


def _read(reply: Reply, case: Case) -> Examined | str:
    """The examined answer of a complete reply, or what is wrong with the reply."""
    if problem := _incomplete(reply):
        return problem
    try:
        answer = parse(reply.text, case.kind)
    except Unparsable as unparsable:
        return f"the answer can't be read ({unparsable})"
    return examine(answer, case.question, case.finder, whole=case.view.whole)


def _incomplete(reply: Reply) -> str:
    """Why the reply is no complete answer; empty if it is one."""
    if reply.stop == "refusal":
        return f"the model refused{f' ({reply.detail})' if reply.detail else ''}"
    if reply.stop in _CUT_OFF:
        return f"the answer was cut off ({reply.stop})"
    if reply.stop != _COMPLETE:
        return f"the answer is incomplete (stop reason {reply.stop or 'missing'})"
    return "" if reply.text.strip() else "the answer is empty"


def _recall(case: Case, key: str) -> Examined | None:
    """A stored answer, held to all that a fresh one is held to; None if it can't have been accepted."""
    entry = case.bench.store.get(key)
    if entry is None:
        return None
    try:
        answer = parse(entry.text, case.kind)
    except Unparsable:
        return None
    examined = examine(answer, case.question, case.finder, whole=case.view.whole)
    return None if examined.objections and entry.tries < _TRIES else examined
