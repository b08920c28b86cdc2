"""Everything that a job reaches the world by, made once and passed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grader.github.client import Client
from grader.github.clock import Clock
from grader.github.context import Context
from grader.github.git import Checkout
from grader.job.inputs import Inputs


@dataclass(frozen=True, slots=True)
class Wires:
    """The runner's variables, the inputs, GitHub, the checkout and the time."""

    environ: Mapping[str, str]
    context: Context
    inputs: Inputs
    client: Client
    checkout: Checkout
    clock: Clock

    @classmethod
    def connect(cls, environ: Mapping[str, str], clock: Clock) -> Wires:
        """Connect a job to what its environment names. Raises UsageError for an input that can't be."""
        context = Context.from_environ(environ)
        inputs = Inputs.from_environ(environ)
        client = Client(api_url=context.api_url, token=inputs.github_token, repository=context.repository, clock=clock)
        return cls(environ, context, inputs, client, Checkout(context.workspace, environ), clock)

    @property
    def repository_name(self) -> str:
        """The repository's name without its owner."""
        return self.context.repository.rpartition("/")[2]
