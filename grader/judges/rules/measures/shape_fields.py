"""The members that a shape in braces promises, one requirement each: `{ host, entity_id, notes? }`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from grader.judges.rules.finding import Finding, met, not_met, unknown
from grader.judges.rules.joining import each_of
from grader.judges.rules.lexicon import HAVING
from grader.judges.rules.measure import Facts, Measure
from grader.judges.rules.measures.scalars import scalar_text
from grader.judges.rules.names import words_of
from grader.judges.rules.parts import find_field
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.shapes import ANYTHING, Member, Shape, read_shape
from grader.judges.rules.views import MISSING, View
from grader.judges.rules.wordlists import words

_KINDS = (
    "(object|objects|entry|entries|item|items|record|records|element|elements|dict|dicts|row|rows|json "
    "object|json objects|mapping|list|array)"
)
_LEAD = (
    "({be}|{contain}|as|in|of|like|match|matches|matching|follows|following|conforms to|conform to|is "
    "one|with|:|returns|array|list)? "
    f"(of|to)? {{a}}? {_KINDS}? (of|with|in|like|matching|has|have|following|as)? {{a}}? "
    "(shape|schema|structure|form|format|type|layout|fields|keys|members)? (of|:|as follows :|like|is)?"
)
_QUANTIFIERS = words("each every all no none one any some most the")


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A member without members of its own: the steps that lead to it ("[]" for each entry), and what it must be.

    `optional` holds how many of the steps lead to the outermost optional member, 0 if none is.
    """

    steps: tuple[str, ...]
    optional: int
    type: Shape | None


def leaves(shape: Shape, steps: tuple[str, ...] = (), optional: int = 0) -> Iterator[_Leaf]:
    """The innermost members of a shape."""
    if shape.kind == "array" and shape.of is not None and shape.of.kind in {"object", "array"}:
        inner = (*steps, "[]")
        yield from leaves(shape.of, inner, optional or (len(inner) if shape.of.nullable else 0))
    elif steps and not shape.members:
        yield _Leaf(steps, optional, shape)
    for member in shape.members:
        inner = (*steps, member.name)
        loose = optional or (len(inner) if member.optional or _nullable(member) else 0)
        if member.type is None:
            yield _Leaf(inner, loose, None)
        else:
            yield from leaves(member.type, inner, loose)


def _nullable(member: Member) -> bool:
    return member.type is not None and member.type.nullable and member.type.kind in {"object", "array"}


def _has_members(shape: Shape) -> bool:
    while shape.kind == "array" and shape.of is not None:
        shape = shape.of
    return shape.kind == "object" and bool(shape.members)


class ShapeField(Measure):
    """One member of a shape, in the output or in each of its entries."""

    name = "shape-field"
    phrases = (
        Phrase(f"{_LEAD} {{shape}} (field|key|property|member)?"),
        Phrase(f"{_KINDS} (of|with) {{shape}} {_KINDS}?"),
        Phrase("{shape} (field|key|property|member)?"),
    )

    def params(self, match: Match) -> list[dict[str, Any]] | None:
        if _is_led_to(match) or _is_said_of_some(match):
            return None  # the shape alone is a match, too
        literal = match.literals("shape")[0].strip().removesuffix("[]")
        shape = read_shape(literal)
        if shape is None:
            return None
        found = list(leaves(shape))
        plain = all(leaf.type is None and not leaf.optional and len(leaf.steps) == 1 for leaf in found)
        siblings = tuple(leaf.steps[0] for leaf in found) if plain else ()
        due = [
            leaf for leaf in found if leaf.type is not None or not leaf.optional
        ]  # what may be absent promises nothing
        params = [self._of_leaf(leaf, siblings) for leaf in due]
        return [each for each in params if each is not None] if None not in params and params else None

    @staticmethod
    def _of_leaf(leaf: _Leaf, siblings: tuple[str, ...]) -> dict[str, Any] | None:
        """A leaf as plain data; None if its type is something that can't be measured."""
        inner = _type_requirements(leaf.type)
        if inner is None:
            return None
        nullable = leaf.type is not None and leaf.type.nullable
        return {
            "steps": leaf.steps, "optional": leaf.optional, "inner": inner, "nullable": nullable, "siblings": siblings,
        }  # fmt: skip

    def check(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        params = requirement.params
        if view.value is MISSING or not isinstance(view.value, (dict, list)):
            return self._scalar(view, params["siblings"])
        steps = tuple(params["steps"])
        if isinstance(view.value, list) and steps[0] != "[]":
            steps = ("[]", *steps)
            params = {**params, "optional": params["optional"] and params["optional"] + 1}
        return self._walk(view, steps, 0, params, facts)

    @staticmethod
    def _scalar(view: View, siblings: Sequence[str]) -> Finding:
        """Braces may also hold the values that one value can have."""
        text = scalar_text(view)
        if text is not None and siblings and view.value is not None:
            holds = text.casefold() in {each.casefold() for each in siblings}
            shown = f"“{text[:80]}”; one of {', '.join(siblings)} promised"
            return met(shown, (view.quote(),)) if holds else unknown(shown, (view.quote(),))
        return unknown("the output has no fields", (view.quote(),))

    def _walk(self, view: View, steps: tuple[str, ...], at: int, params: dict[str, Any], facts: Facts) -> Finding:  # noqa: PLR0911 - one per case
        if view.value is None and 0 < params["optional"] <= at:
            return met(f"{view.label} is optional and null", (view.quote(),))
        if at == len(steps):
            return self._value(view, params, facts)
        name = ".".join(step for step in steps[: at + 1] if step != "[]") or "the output"
        if steps[at] == "[]":
            if not isinstance(view.value, list):
                return not_met(f"`{name}` is no array", (view.quote(),))
            items = list(view.children())
            if not items:
                return met(f"`{name}` is empty", (view.quote(),)) if at else unknown("no items to check")
            return each_of(items, lambda item: self._walk(item, steps, at + 1, params, facts), "entries")
        found = find_field(view, steps[at])
        if isinstance(found, View):
            return self._walk(found, steps, at + 1, params, facts)
        if found is None and 0 < params["optional"] <= at + 1:
            return met(f"`{name}` is optional and absent")
        if found is None:
            similar = [str(key) for key in view.value if set(words_of(steps[at])) < set(words_of(str(key)))]
            text = f"no field is called `{name}`"
            return unknown(f"{text}, but there is `{similar[0]}`") if similar else not_met(text, (view.quote(),))
        if (scalar_text(view) or "") in params["siblings"]:
            return unknown(f"`{name}` may be one of the values that an entry may have", (view.quote(),))
        return not_met(f"no field is called `{name}`: {found}", (view.quote(),))

    @staticmethod
    def _value(view: View, params: dict[str, Any], facts: Facts) -> Finding:
        from grader.judges.rules.engine import check_inner  # noqa: PLC0415 - a member's value is measured like an output

        if view.value is None and params["nullable"]:
            return met("null, which is allowed", (view.quote(),))
        inner = tuple(Requirement.model_validate(each) for each in params["inner"])
        if inner:
            return check_inner(inner, view, facts)
        if view.value is None:
            return unknown(f"{view.label} is null", (view.quote(),))
        return met(f"{view.label} is there", (view.quote(),))


def _is_led_to(match: Match) -> bool:
    """Whether a match begins with a verb that may lead to other names as well: "has `{ a }` and an `id`"."""
    first = match.normal.lexemes[match.first : match.first + 3]
    return first[0].norm in HAVING and any(each.slot == "s" for each in first[1:])


def _is_said_of_some(match: Match) -> bool:
    """Whether a match begins with the items that something before it counts: "at least one [item has `{ a }`]"."""
    lexemes = match.normal.lexemes
    if match.first == 0 or lexemes[match.first].norm in HAVING or lexemes[match.first].slot:
        return False
    before = lexemes[match.first - 1]
    counted = before.quantity is not None or before.norm in _QUANTIFIERS
    return counted and any(each.norm in HAVING for each in lexemes[match.first : match.last])


def _type_requirements(shape: Shape | None) -> tuple[Requirement, ...] | None:
    """What a member's type promises; None if it can't be measured."""
    from grader.judges.rules.compile import compile_promise  # noqa: PLC0415 - a type is a text of its own

    if shape is None:
        return ()
    if shape.kind == "choices":
        choices = (*shape.choices, *(("null",) if shape.nullable else ()))
        return (Requirement(measure="one-of", text=" | ".join(choices), params={"list": choices}),)
    if shape.kind == "union":
        return _union(shape.options)
    text = _words_of(shape)
    if text is None or not text or text.casefold() in ANYTHING:
        return None if text is None else ()
    compiled = compile_promise(text.replace("(", " ").replace(")", " "), of_value=True)
    return None if compiled.remainder or compiled.vague else compiled.requirements


def _union(options: Sequence[Shape]) -> tuple[Requirement, ...] | None:
    """One requirement that a value is of one of several types; None if one of them can't be measured alone."""
    kinds = [None if _has_members(option) else _type_requirements(option) for option in options]
    inner = tuple(kind[0] for kind in kinds if kind is not None and len(kind) == 1)
    text = " | ".join(each.text for each in inner)
    return (Requirement(measure="any-of", text=text, inner=inner),) if len(inner) == len(options) else None


def _words_of(shape: Shape) -> str | None:
    """A type in the words of a clause; None for an array of what has no word."""
    if shape.kind == "object":
        return "object"
    if shape.kind != "array" or shape.of is None:
        return "array" if shape.kind == "array" else shape.words
    return f"array of {shape.of.words}s" if shape.of.kind == "words" and not shape.of.nullable else None


MEASURES: tuple[Measure, ...] = (ShapeField(),)
