"""Words whose order is known: severities, priorities, sizes. They aren't ordered by their letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from grader.judges.rules.names import words_of
from grader.judges.rules.wordlists import words


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from the least to the most; some may be the same, parted by `/`.

    `usual` says which end comes first where nobody says: "most", "least", or "" where both may. `labels`: the values
    number themselves from the other end, so that "descending" has two readings (P0 is the highest priority).
    """

    values: tuple[frozenset[str], ...]
    usual: str = "most"
    labels: bool = False


def _scale(text: str, usual: str = "most", *, labels: bool = False) -> Scale:
    return Scale(tuple(frozenset(each.split("/")) for each in text.split()), usual, labels)


_SCALES = (
    _scale(
        "none info/informational/information/trivial low/minor medium/moderate/med high/major/severe "
        "critical/blocker/urgent"
    ),
    _scale("negligible trivial/cosmetic minor moderate/normal major/serious critical/severe blocker/catastrophic"),
    _scale("lowest low medium/normal high highest"),
    _scale("very-low low medium/moderate high very-high extreme"),
    _scale("optional/nice-to-have low normal/medium high/important urgent/critical"),
    _scale("debug info notice warning/warn error critical/fatal alert emergency"),
    _scale("wont could should must"),
    _scale("p5 p4 p3 p2 p1 p0", labels=True),
    _scale("s5 s4 s3 s2 s1 s0", labels=True),
    _scale("sev5 sev4 sev3 sev2 sev1 sev0", labels=True),
    _scale("tier5 tier4 tier3 tier2 tier1 tier0", labels=True),
    _scale("xxs xs/extra-small s/small m/medium l/large xl/extra-large xxl xxxl", "least"),
    _scale("tiny small medium large huge", "least"),
    _scale("beginner/easy/simple intermediate/medium/moderate advanced/hard/difficult/complex expert", ""),
    _scale("mon/monday tue/tuesday wed/wednesday thu/thursday fri/friday sat/saturday sun/sunday", "least"),
    _scale(
        "jan/january feb/february mar/march apr/april may jun/june jul/july aug/august sep/sept/september oct/october "
        "nov/november dec/december",
        "least",
    ),
)
# Fields whose values have an order of their own, known or not.
_RANKED = words(
    "severity priority urgency importance criticality impact risk likelihood probability level grade rank rating size "
    "effort complexity difficulty confidence status state stage phase tier class maturity quality relevance "
    "significance usefulness value interest day weekday month season weight threat exposure"
)
_NAMED = words(
    "name names title titles id key label term word slug path file filename host hostname email author surname "
    "lastname firstname city country letter alphabet first last full display keyword topic heading"
)
_JOINTS = re.compile(r"[\s_-]+")


def scaled(texts: Sequence[str | None]) -> tuple[list[int], Scale] | None:
    """The rank of each value, least first, on the only kind of order that they can have; None if there is none."""
    forms = [_JOINTS.sub("-", (text or "").strip().casefold()) for text in texts]
    found = [(ranks, scale) for scale in _SCALES if (ranks := _ranks(forms, scale)) is not None]
    orders = {tuple(sorted(range(len(forms)), key=ranks.__getitem__)) for ranks, _ in found}
    return found[0] if len(orders) == 1 else None


def _ranks(forms: Sequence[str], scale: Scale) -> list[int] | None:
    ranks = [next((at for at, same in enumerate(scale.values) if form in same), None) for form in forms]
    return [rank for rank in ranks if rank is not None] if None not in ranks else None


def is_ranked(field: str) -> bool:
    """Whether a field's values have an order other than that of their letters."""
    return not _RANKED.isdisjoint(words_of(field))


def is_naming(field: str) -> bool:
    """Whether a field names things, so that its values are ordered by their letters."""
    return not _NAMED.isdisjoint(words_of(field))
