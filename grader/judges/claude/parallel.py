"""Pursues matters side by side under a limit, and lets the first call of a long shared beginning finish alone.

The service keeps a prompt's beginning for the next calls, but only once a call that began so is answered. So of the
matters that share long outputs, one goes first and the others wait for its first reply. Where the outputs are short,
waiting would cost more time than writing the instructions to the service's cache a few times costs money.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from grader.judges.claude.courier import Courier
from grader.judges.claude.docket import Matter
from grader.judges.claude.progress import Progress
from grader.judges.claude.tokens import estimate

_LONG = 1024  # tokens of outputs; the service keeps a beginning from 512 to 4,096 tokens on, by model


@dataclass(frozen=True, slots=True)
class _Turn:
    """A matter with the event that it waits for, or that it is to set once its first reply is there."""

    matter: Matter
    waits_for: asyncio.Event | None = None
    opens: asyncio.Event | None = None


async def side_by_side(matters: Sequence[Matter], courier: Courier, progress: Progress) -> None:
    """Pursue all matters until each is settled. When cancelled, it leaves the unsettled ones as they are."""
    slots = asyncio.Semaphore(courier.terms.options.concurrency)
    tasks = [asyncio.create_task(_pursue(turn, courier, slots, progress)) for turn in _turns(matters)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _pursue(turn: _Turn, courier: Courier, slots: asyncio.Semaphore, progress: Progress) -> None:
    """One matter, from its first call to its opinion, within its deadline."""
    matter = turn.matter
    if turn.waits_for is not None:
        await turn.waits_for.wait()
    try:
        async with slots:
            deadline = asyncio.get_running_loop().time() + courier.terms.options.clause_deadline
            while matter.request is not None:
                matter.answer(await courier.carry(matter.request, deadline))
                if turn.opens is not None:
                    turn.opens.set()
    except Exception as error:  # noqa: BLE001 - a defect on one clause must not cost the others their answers
        matter.abandon(f"asking failed ({type(error).__name__}: {error})")
    finally:
        if turn.opens is not None:
            turn.opens.set()
    if matter.opinion is not None:
        progress.settled(matter.question, matter.opinion)


def _turns(matters: Sequence[Matter]) -> list[_Turn]:
    """Those first that others wait for."""
    beginnings = Counter(_beginning(matter) for matter in matters)
    events: dict[str, asyncio.Event] = {}
    first: list[_Turn] = []
    then: list[_Turn] = []
    for matter in matters:
        beginning = _beginning(matter)
        if beginnings[beginning] == 1 or estimate(beginning) < _LONG:
            then.append(_Turn(matter))
        elif beginning in events:
            then.append(_Turn(matter, waits_for=events[beginning]))
        else:
            events[beginning] = asyncio.Event()
            first.append(_Turn(matter, opens=events[beginning]))
    return first + then


def _beginning(matter: Matter) -> str:
    return matter.request.prompt.shared if matter.request else ""
