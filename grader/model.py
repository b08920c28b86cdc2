"""The nouns of the grader: what a run holds, and what is said of it.

All of it is frozen data: first what extraction makes, then what grading makes of that. Files are named by their path
inside the run, with forward slashes; lines count from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """A value that never changes and accepts no unknown field."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Place(Frozen):
    """A passage of a file: the path inside the run, and its first and last line, from 1."""

    file: str
    lines: tuple[int, int]

    def __str__(self) -> str:
        first, last = self.lines
        return f"{self.file}:{first}" if first == last else f"{self.file}:{first}-{last}"


class Section(StrEnum):
    """Where a clause was declared."""

    RETURNS = "returns"
    MAINTAINS = "maintains"
    ENSURES = "ensures"
    POSTCONDITIONS = "postconditions"
    MANIFEST = "manifest"


class Item(Frozen):
    """A nested item of a clause: its own text (white space collapsed, markup kept), and what is nested below it."""

    text: str
    place: Place
    items: tuple[Item, ...] = ()


class Block(Frozen):
    """A fenced block, a table or a block quote that belongs to a clause, with its own lines kept apart."""

    kind: str  # "fence", "table" or "quote"
    info: str = ""  # a fence's info string
    text: str
    place: Place


class Clause(Frozen):
    """One declared commitment.

    `text` is the whole item as the report shows it: nested items one a line, white space collapsed, markup kept.
    `name` is the output (or facet) that the clause begins with, if any, without backticks; `body` is the item's own
    text after that name, without nested items and blocks.
    """

    contract: str
    text: str
    place: Place
    section: Section
    name: str | None = None
    body: str
    items: tuple[Item, ...] = ()
    blocks: tuple[Block, ...] = ()


class ConditionalClause(Clause):
    """`if CONDITION: PROMISE`. `body` is the promise; `parent` is the text of the item it is nested under, if any."""

    condition: str
    parent: str | None = None


class DeclaredError(Frozen):
    """An error that a contract may signal, from `### Errors` or from the manifest."""

    name: str
    description: str = ""


class Parameter(Frozen):
    """A declared input of a contract."""

    name: str
    description: str = ""


class ExpectedOutput(Frozen):
    """An output that the manifest promises: its name, its path inside the run, and when it is due, if not always."""

    name: str
    path: str | None = None
    conditional: str | None = None


class ExpectedInput(Frozen):
    """Where the manifest says that a contract's input comes from.

    `origin` is `caller`, `service` or `synthetic`; `node` and `output` name the producer; `path` lies in the run and
    has no fragment; `fragment` is what followed `#`.
    """

    name: str
    origin: str = ""
    node: str | None = None
    output: str | None = None
    path: str | None = None
    fragment: str | None = None


class Role(StrEnum):
    """What a contract is in its run."""

    ROOT = "root"
    NODE = "node"
    EXTRA = "extra"  # has a source and outputs, but the graph doesn't name it


class Progress(StrEnum):
    """How a contract ended, by the log's last word on it."""

    FINISHED = "finished"
    FAILED = "failed"
    NOT_RUN = "not-run"
    UNKNOWN = "unknown"


class Media(StrEnum):
    """What kind of thing a binding's bytes are."""

    TEXT = "text"
    BINARY = "binary"
    UNREADABLE = "unreadable"  # over a limit, a link, or refused by the system: `Binding.problem` says which


class Binding(Frozen):
    """A published output file. `contract` owns it; `name` is the output's name (path below the folder, no suffix)."""

    contract: str
    name: str
    path: str
    size: int  # bytes
    media: Media = Media.TEXT
    problem: str | None = None


class CallerInput(Frozen):
    """A value that the caller bound; its text is the file's without the header (a `Document` under the same path)."""

    name: str
    path: str


class Contract(Frozen):
    """What one contract promised, what it published, and how it ended."""

    name: str
    role: Role
    kind: str | None = None
    source: str | None = None  # the snapshot's path in the run; None: "source snapshot missing"
    clauses: tuple[Clause, ...] = ()
    conditional_clauses: tuple[ConditionalClause, ...] = ()
    errors: tuple[DeclaredError, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    expected_outputs: tuple[ExpectedOutput, ...] = ()
    expected_inputs: tuple[ExpectedInput, ...] = ()
    waits_for: tuple[str, ...] = ()  # contracts that it can't run without, by the manifest's execution order
    bindings: tuple[Binding, ...] = ()
    had_error: bool = False
    error_name: str | None = None
    error_file: str | None = None  # path of __error.md, if there is one
    progress: Progress = Progress.UNKNOWN
    progress_note: str = ""  # what the log said: the rest of its last marker line


class LogEventKind(StrEnum):
    """The markers of `vm.log.md`."""

    INPUT = "input"
    FINISHED = "finished"
    FAILED = "failed"
    NOT_RUN = "not-run"
    STARTED = "started"  # a parallel section's start
    DELEGATED = "delegated"
    RESUMED_NODE = "resumed-node"
    RUN_ENDED = "run-ended"
    RUN_FAILED = "run-failed"
    RUN_RESUMED = "run-resumed"


class LogEvent(Frozen):
    """One marker line: what it says of which contract (or input), the rest of the line, and where it stands."""

    kind: LogEventKind
    contract: str | None = None
    detail: str = ""
    line: int


class Notice(Frozen):
    """Something odd that was read all the same. `code` is stable, `message` is for a person."""

    code: str
    message: str
    place: str | None = None


class Verdict(StrEnum):
    """The specification's four verdicts."""

    SATISFIED = "satisfied"
    PARTIALLY_SATISFIED = "partially_satisfied"
    VIOLATED = "violated"
    NOT_EVALUABLE = "not_evaluable"


class Outcome(StrEnum):
    """What became of one requirement. There is no half."""

    MET = "met"
    NOT_MET = "not_met"
    UNKNOWN = "unknown"


class Origin(StrEnum):
    """What kind of file a quote stands in."""

    OUTPUT = "output"
    INPUT = "input"
    LOG = "log"
    ERROR = "error"


class Quote(Frozen):
    """An exact part of a file of the run, byte for byte, and where it stands."""

    text: str
    place: Place
    origin: Origin = Origin.OUTPUT


class Decider(StrEnum):
    """Who decided a requirement."""

    RULES = "rules"
    MODEL = "model"


class RequirementResult(Frozen):
    """One requirement of a clause and what became of it.

    `text` holds the clause's words; `measure` names the measurement (None: left to judgement); `finding` says in one
    sentence what was found, what was found instead, or where was looked.
    """

    text: str
    measure: str | None = None
    outcome: Outcome
    quotes: tuple[Quote, ...] = ()
    finding: str = ""
    decided_by: Decider | None = None
    negated: bool = False


class Cause(StrEnum):
    """Why a clause is not evaluable. Only `VAGUE` is the wording's fault."""

    VAGUE = "vague"
    NEEDS_JUDGE = "needs-judge"  # no model judge was configured
    INCOMPLETE = "incomplete"  # the model judge was due and gave no usable answer
    UNPROVEN = "unproven"  # an answer was given that isn't proven
    UNMEASURABLE = "unmeasurable"  # unknown for a reason that a judge can't mend either (no items, unreadable output)
    SUPERSEDED = "superseded"
    NOT_DUE = "not-due"
    NOT_IN_RUN = "not-in-run"
    NO_SOURCE = "no-source"


class Usage(Frozen):
    """What a model judge cost for one clause. `usd` is None where the price is unknown."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    usd: float | None = 0.0


class Vote(Frozen):
    """One answer of a model judge, as counted."""

    verdict: Verdict
    confidence: int
    note: str = ""


class ClauseGrade(Frozen):
    """A clause and its verdict. For a conditional clause `triggered` says whether its condition held (None: unknown).

    An untriggered conditional has no verdict. `reason` and `cause` are set exactly when the verdict is
    `not_evaluable`; `suggestion` only where the wording is the cause.
    """

    clause: Clause | ConditionalClause
    verdict: Verdict | None
    evidence: str
    confidence: int | None
    reason: str | None = None
    cause: Cause | None = None
    requirements: tuple[RequirementResult, ...] = ()
    suggestion: str | None = None
    triggered: bool | None = None
    votes: tuple[Vote, ...] = ()
    usage: Usage = Usage()
    notice: str | None = None  # something odd about where the output was found
    unanswered: bool = False  # a judge was due for a part of it and gave no usable answer

    @property
    def conditional(self) -> bool:
        """Whether the clause is a conditional one."""
        return isinstance(self.clause, ConditionalClause)


class Standing(StrEnum):
    """How a contract did."""

    PASSES = "passes"
    FALLS_SHORT = "falls-short"
    FAILS = "fails"
    UNGRADED = "ungraded"


class ContractGrade(Frozen):
    """One contract's grades. `score` is exact; None when nothing was evaluable."""

    contract: Contract
    clauses: tuple[ClauseGrade, ...]
    conditional_clauses: tuple[ClauseGrade, ...]
    score: Fraction | None
    standing: Standing


class OverallVerdict(StrEnum):
    """The specification's three overall verdicts."""

    SATISFIED = "satisfied"
    PARTIAL = "partial"
    VIOLATED = "violated"


class Status(StrEnum):
    """How much of the grading was done (grading-rules: "Judges and completeness")."""

    COMPLETE = "complete"
    RULES_ONLY = "rules-only"
    INCOMPLETE = "incomplete"


class UngradedRun(Frozen):
    """A run that could not be graded: its path as the caller named it, and the typed error (see `grader.errors`)."""

    run: str
    code: str
    message: str
    place: str = ""
    hint: str = ""


class Grade(Frozen):
    """The whole report on one run.

    `hashes` are the sha256 of what was read, by path in the run. `timings` are seconds by phase: the only part of a
    grade that differs from one grading of the same run to the next.
    """

    run_id: str
    system: str
    run_path: str
    contracts: tuple[ContractGrade, ...]
    overall_score: Fraction | None
    overall_verdict: OverallVerdict
    status: Status
    judge: str  # "rules", or the model's name
    warnings: tuple[Notice, ...] = ()
    usage: Usage = Usage()
    hashes: Mapping[str, str] = {}
    timings: Mapping[str, float] = {}
