"""Opens the way to the service, lets matters be settled on it, one by one or in batches, and closes it."""

from __future__ import annotations

from collections.abc import Sequence

from grader.judges.claude.batch import Clerk
from grader.judges.claude.batch_state import BatchState
from grader.judges.claude.batch_wire import BatchWire
from grader.judges.claude.courier import Courier
from grader.judges.claude.docket import Matter
from grader.judges.claude.parallel import side_by_side
from grader.judges.claude.progress import Progress
from grader.judges.claude.terms import Terms
from grader.judges.claude.wire import Wire


async def carry(matters: Sequence[Matter], terms: Terms, progress: Progress) -> None:
    """Settle all matters. When cancelled, those that aren't settled yet stay as they are."""
    wire = Wire(terms.endpoint, terms.options)
    try:
        if terms.options.batch:
            batches = BatchWire(wire.client, terms.options, terms.sleep)
            await Clerk(batches, BatchState(terms.batch_state), terms.budget, terms.halt).settle(matters, progress)
        else:
            await side_by_side(matters, Courier(wire, terms), progress)
    finally:
        await wire.close()
