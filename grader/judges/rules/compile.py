"""From a clause's text to requirements and a remainder.

Every word ends up somewhere: in a requirement, among the idle or the vague words, or in the remainder. What isn't
understood is never dropped, and what stands beside a word that changes the meaning ("unless", "per") is not measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from grader.judges.base import Remainder
from grader.judges.rules import lexicon
from grader.judges.rules.holder import Holder, items_of
from grader.judges.rules.lexemes import is_expression
from grader.judges.rules.measures import MEASURES
from grader.judges.rules.name_lists import KIND_WORDS
from grader.judges.rules.names import singular, words_of
from grader.judges.rules.requirement import Compiled, Idle
from grader.judges.rules.sentence import Sentence
from grader.judges.rules.shapes import names_a_type
from grader.model import Clause, Item

_EXAMPLE_INTRODUCTIONS = (
    "such as:",
    "for example:",
    "for instance:",
    "e.g.:",
    "like this:",
    "like:",
    "example:",
    "such as",
)
_NOTE_STARTS = ("immaterial", "note:", "example:", "e.g.", "for example", "for instance", "(example", "(note", "hint:")


def compile_clause(clause: Clause, file: str | None = None) -> Compiled:
    """The compiled form of a clause: its own text, then each nested item. `file` is the stem of the only file meant.

    Equal texts compile once. Total, and linear in the clause's length.
    """
    clause = _with_its_name(clause)
    if not clause.items and not clause.blocks:
        return _compile_alone(clause.body, clause.name, file)
    parts = [_compile_text(clause.body, clause.name, of_value=clause.name is not None, file=file)]
    parts.extend(_compile_items(clause.items, clause.body, clause.name, file))
    if not clause.body.lower().rstrip().endswith(_EXAMPLE_INTRODUCTIONS):
        parts.extend(Compiled(remainder=(Remainder(text=block.text[:2000]),)) for block in clause.blocks)
    return _merge(parts, clause.name)


def forget_compiled() -> None:
    """Compile anew what was compiled before: for measuring how long it takes."""
    _compile_alone.cache_clear()
    _compile_text.cache_clear()


def _with_its_name(clause: Clause) -> Clause:
    """A clause whose name is part of its promise: "sections: Background, Method", "`winner in candidates`"."""
    name = clause.name
    if name is not None and name.endswith("[]") and names_a_type(name.removesuffix("[]")):
        return clause.model_copy(update={"body": f"is {name} {clause.body}".strip(), "name": None})
    if name is None:
        return clause
    code = is_expression(name) or name.startswith("[")  # `[[string]]` is a type
    if not code and name.casefold() not in {*KIND_WORDS, *lexicon.ADVISED}:
        return clause
    text = f"`{name}` {clause.body}".strip() if code else f"{name}: {clause.body}"
    return clause.model_copy(update={"body": text, "name": None})


def compile_promise(text: str, name: str | None = None, *, of_value: bool = False) -> Compiled:
    """The compiled form of a text that stands for itself, such as a condition or a field's description."""
    return _merge([_compile_text(text, name, of_value=of_value)], name)


def _compile_items(
    items: Sequence[Item], introduction: str, name: str | None, file: str | None, holder: Holder | None = None
) -> Iterable[Compiled]:
    heading = introduction.lower().rstrip()
    if heading.endswith(_EXAMPLE_INTRODUCTIONS):
        return
    for item in items:
        if item.text.lower().lstrip("*_ ").startswith(_NOTE_STARTS):
            continue
        yield _compile_item(item, introduction, name, file, holder)


@lru_cache(maxsize=4096)
def _compile_alone(body: str, name: str | None, file: str | None) -> Compiled:
    return _merge([_compile_text(body, name, of_value=name is not None, file=file)], name)


@lru_cache(maxsize=4096)
def _compile_text(
    text: str, name: str | None, *, of_value: bool, each: str | None = None, file: str | None = None
) -> Compiled:
    sentence = Sentence(text, own_words(name) | own_words(file), of_value=of_value, each=each)
    return sentence.compile(MEASURES.values())


def _compile_item(item: Item, introduction: str, name: str | None, file: str | None, holder: Holder | None) -> Compiled:
    """A nested item: a field of what its parent lists, or a promise of its own."""
    from grader.judges.rules.fields import holder_of, read_field_item  # noqa: PLC0415 - fields compile descriptions here

    found = read_field_item(item, introduction, holder)
    if found is not None:
        inner = _compile_items(item.items, item.text, name, file, holder_of(item, introduction, holder))
        return _merge([found, *inner], name)
    own = _compile_text(
        item.text, name, of_value=False, each=holder.noun if holder else items_of(introduction), file=file
    )
    return _merge([own, *_compile_items(item.items, item.text, name, file)], name)


def own_words(name: str | None) -> frozenset[str]:
    """The words that only repeat an output's name, in both numbers."""
    if name is None:
        return frozenset()
    words = set(words_of(name)) | {name.casefold()}
    return frozenset(words | {singular(word) for word in words} | {word + "s" for word in words})


def _merge(parts: Sequence[Compiled], name: str | None) -> Compiled:
    requirements = tuple(each for part in parts for each in part.requirements)
    remainder = tuple(each for part in parts for each in part.remainder)
    vague = tuple(dict.fromkeys(word for part in parts for word in part.vague))
    idle: tuple[Idle, ...] = tuple(dict.fromkeys(each for part in parts for each in part.idle))
    silent = not requirements and not remainder and not vague
    return Compiled(
        requirements=requirements,
        remainder=remainder,
        vague=vague,
        idle=idle,
        only_named=silent and (name is not None or any(each.words in lexicon.KINDS for each in idle)),
    )
