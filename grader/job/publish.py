"""Bring the results to their readers: files, step summary, comment, status or check run, outputs.

What GitHub refuses costs that one reader, with advice; it never costs the job its exit code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeVar

from grader.github.activity import Grading
from grader.github.check_run import TEXT, CheckRun, post_check_run
from grader.github.commands import write_outputs
from grader.github.comment import LIMIT, Comments, Draft, Result, Written
from grader.github.errors import GitHubError, Refused
from grader.github.log import logger, notice, warn
from grader.github.marker import State, begin
from grader.github.permissions import Feature, advice
from grader.github.size import Size
from grader.github.status import post_status
from grader.job.annotations import annotations_of
from grader.job.files import folder_for, write
from grader.job.inputs import CommentWhen, StatusKind
from grader.job.outputs import outputs_of
from grader.job.page import SUMMARY, fingerprint, versions
from grader.job.results import Results
from grader.job.suggestions import suggest
from grader.job.verdict import Gate, gate_of, headline
from grader.job.wires import Wires

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Audience:
    """Who is told: `status` is off for results that nobody should have to trust."""

    grading: Grading
    status: bool = True


def publish(wires: Wires, results: Results, audience: Audience) -> int:
    """Publish everything that the inputs ask for, and return the exit code. Raises UsageError for a bad `out`."""
    gate = gate_of(results, wires.inputs)
    folder = folder_for(wires.context, wires.inputs.out)
    page = next(versions(results, gate.outcome, wires.context, SUMMARY), "")
    write(folder, results, page)
    _summarise(wires, page)
    comment = _comment(wires, results, gate, audience.grading)
    if wires.inputs.suggestions and audience.grading.pull is not None and not results.empty:
        _try(Feature.SUGGESTIONS, audience.grading, lambda: suggest(wires, results, audience.grading))
    if audience.status:
        _post_status(wires, results, gate, audience.grading, comment.url)
    if wires.context.output_file is not None:
        write_outputs(wires.context.output_file, outputs_of(results, folder, comment.url))
    logger.info("%s: %s", "failed" if gate.failed else "passed", headline(results, gate))
    return gate.exit_code


def _summarise(wires: Wires, page: str) -> None:
    if wires.context.summary_file is None:
        return
    with wires.context.summary_file.open("a", encoding="utf-8") as stream:
        stream.write(page)


def _comment(wires: Wires, results: Results, gate: Gate, grading: Grading) -> Result:
    when = wires.inputs.comment
    if when is CommentWhen.OFF or grading.pull is None:
        return Result(Written.NONE)
    name = wires.inputs.name
    state = State(head=grading.head, order=wires.context.order, fingerprint=fingerprint(results))
    limit = LIMIT.minus(Size.of(begin(name, state)))
    draft = Draft(
        name=name,
        state=state,
        bodies=versions(results, gate.outcome, wires.context, limit),
        fresh=not results.empty and (when is not CommentWhen.ON_FAILURE or gate.failed),
        only_on_change=when is CommentWhen.ON_CHANGE,
    )
    comments = Comments(wires.client, grading.pull)
    written = _try(Feature.COMMENT, grading, lambda: comments.write(draft)) or Result(Written.NONE)
    if written.written is Written.TOO_LONG:
        warn(f"Comment {written.written}. The step summary has the report.")
    else:
        logger.info("comment %s", written.written)
    return written


def _post_status(wires: Wires, results: Results, gate: Gate, grading: Grading, comment_url: str) -> None:
    kind, line = wires.inputs.status, headline(results, gate)
    url = comment_url or wires.context.run_url
    if kind is StatusKind.STATUS:
        _try(
            Feature.STATUS,
            grading,
            lambda: post_status(
                wires.client,
                grading.head,
                state=gate.state,
                context=wires.inputs.name,
                description=line,
                target_url=url,
            ),
        )
    elif kind is StatusKind.CHECK_RUN:
        check = CheckRun(
            name=wires.inputs.name,
            head=grading.head,
            conclusion=gate.conclusion,
            title=line,
            summary=next(versions(results, gate.outcome, wires.context, Size(TEXT, TEXT)), line),
            details_url=url,
            external_id=f"{wires.context.run_id}.{wires.context.attempt}",
            annotations=annotations_of(results.grades),
        )
        _try(Feature.CHECK_RUN, grading, lambda: post_check_run(wires.client, check, wires.clock))


def _try(feature: Feature, grading: Grading, act: Callable[[], T]) -> T | None:
    """Do something that GitHub may refuse, and say what helps if it does."""
    try:
        return act()
    except Refused as error:
        logger.info("%s", error)
        if error.status == HTTPStatus.UNAUTHORIZED:
            warn(f"Could not {feature.wish}: GitHub doesn't take the token. Check the input `github-token`.")
        else:
            notice(advice(feature, restricted=grading.restricted))
    except GitHubError as error:
        warn(f"Could not {feature.wish}: {error}")
    return None
