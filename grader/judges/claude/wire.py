"""The Anthropic service, through its own SDK. Only this module and `trouble` import it, and only when a call is due."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import anthropic
from anthropic.types import Message
from anthropic.types.message_create_params import MessageCreateParamsNonStreaming

from grader.judges.claude.answer import Answer, schema_of
from grader.judges.claude.exchange import Reply, Request
from grader.judges.claude.options import Endpoint, JudgeOptions
from grader.judges.claude.prices import cost
from grader.judges.claude.trouble import Trouble, trouble_of
from grader.model import Usage


@cache
def _sent_schema(kind: type[Answer]) -> dict[str, Any]:
    return anthropic.transform_schema(schema_of(kind))


def parameters(request: Request, options: JudgeOptions) -> MessageCreateParamsNonStreaming:
    """The body of a request: instructions and shared outputs first, marked for the service's cache, the question last.

    The schema goes through the SDK's own transformation, since the service refuses a raw one.
    """
    prompt = request.prompt
    body: MessageCreateParamsNonStreaming = {
        "model": options.model,
        "max_tokens": request.max_tokens,
        "system": [{"type": "text", "text": prompt.system}],
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": prompt.shared, "cache_control": {"type": "ephemeral"}},
                    {"type": "text", "text": prompt.question},
                ],
            }
        ],
        "output_config": {
            "format": {"type": "json_schema", "schema": _sent_schema(request.kind)},
        },
    }
    if options.effort is not None:
        body["output_config"]["effort"] = options.effort.value
    return body


class Wire:
    """A connection to the service. It makes one attempt a call; who may try again, and when, is the caller's matter."""

    def __init__(self, endpoint: Endpoint, options: JudgeOptions) -> None:
        self._options = options
        self._client = anthropic.AsyncAnthropic(
            api_key=endpoint.api_key,
            base_url=endpoint.base_url,
            max_retries=0,
            timeout=options.call_timeout,
            # A redirect would carry the key and the run's outputs to an address that nobody chose.
            http_client=anthropic.DefaultAsyncHttpxClient(follow_redirects=False),
        )

    @property
    def client(self) -> anthropic.AsyncAnthropic:
        """The SDK's client, for what goes beyond single messages."""
        return self._client

    async def send(self, request: Request) -> Reply:
        """The reply to one request. Raises Trouble."""
        body = parameters(request, self._options)
        try:
            message = await self._client.messages.create(**body)
        except Exception as error:  # whatever comes out of the SDK and the libraries below it
            raise trouble_of(error) from error
        return reply_of(message, self._options.model)

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()


def reply_of(message: object, model: str, *, batch: bool = False) -> Reply:
    """The reply that a message is. Raises Trouble for what is no message: the SDK doesn't check its types."""
    try:
        message = cast("Message", message)
        text = "".join(block.text for block in message.content if block.type == "text")
        detail = (message.stop_details and message.stop_details.category) or ""
        usage = usage_of(message, model, batch=batch)
        return Reply(str(text), message.stop_reason, usage, detail)
    except (AttributeError, TypeError, ValueError) as error:
        raise Trouble("the service's answer was malformed", again=True) from error


def usage_of(message: Message, model: str, *, batch: bool = False) -> Usage:
    """What the message cost."""
    used = message.usage
    usage = Usage(
        calls=1,
        input_tokens=_count(used.input_tokens),
        output_tokens=_count(used.output_tokens),
        cache_read_tokens=_count(used.cache_read_input_tokens),
        cache_write_tokens=_count(used.cache_creation_input_tokens),
    )
    return usage.model_copy(update={"usd": cost(usage, model, batch=batch)})


def _count(tokens: int | None) -> int:
    return max(0, int(tokens or 0))
