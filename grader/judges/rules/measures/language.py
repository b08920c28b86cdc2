"""The natural language that a text is written in.

Where a script belongs to one language, the script decides. Elsewhere py3langid does, if the text is long enough and
the identifier sure; a short text is left open rather than guessed at.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from grader.judges.rules.finding import Finding, met, not_met, unknown
from grader.judges.rules.measure import Facts
from grader.judges.rules.measures.languages import CODES, letters_by_script, script_decides, scripts_of
from grader.judges.rules.measures.target import TextMeasure, runs_on, with_denials
from grader.judges.rules.measures.text import LONG
from grader.judges.rules.phrases import Match, Phrase
from grader.judges.rules.requirement import Requirement
from grader.judges.rules.views import View
from grader.model import Outcome

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

_VARIETIES = "simplified|traditional|brazilian|european|british|american|mexican|us|uk|canadian|australian|swiss"
_KIND = f"({_VARIETIES}|standard|modern)"
_NAME = f"{{a}}? {_KIND}? {{language}} (language)?"
_WRITE = (
    "(write|written|writes|respond|responds|reply|replies|answer|answers|answered|compose|composed|phrase|"
    "phrased|give|speak|talk|be|is|are|stay|stays|keep|kept|"
    "produce|produced|deliver|delivered|present|presented|worded|expressed|stick|use|uses|using|appear|"
    "appears|come|comes|formulated|drafted)"
)
_NO_OTHER = (
    "({open}|,|;|.|—|–|-|and|with)? (and|with)? (no other (language|languages)|nothing else|not in any other "
    "language|not in any other|in no other language|in no other|no (second|foreign|different|additional) "
    "language|"
    "no english|no language other than {language}|no words (in|from) (any)? other languages|do not use any "
    "other language|don't use any other language|do not (use|mix in|switch to) (any|another|other) (other)? "
    "(language|languages)|never any other language|without (using)? any other (language|languages)|no mixing "
    "of languages|without mixing languages|no other tongue|any other language {must}? {be} {banned}|"
    "other languages {must}? {be} {banned}|nothing in any other language) ({must}|may|can|{be})? ({be})? "
    "(allowed|permitted|used|accepted|acceptable|appear|appears|be used|please)? {in_it}? {close}?"
)


class Language(TextMeasure):
    """The text is in a language, all of it."""

    name = "language"
    phrases = with_denials(
        Phrase(
            f"({{whole}})? {{must}}? {_WRITE}? ({{whole}})? {{only}}? (with|it|entirely)? (in|using) "
            f"{{only}}? {_NAME} {{only}}? {{in_it}}? ({_NO_OTHER})?"
        ),
        Phrase(f"(only|use only|exclusively|solely) (use|in|write in|speak)? {_NAME} {{in_it}}? ({_NO_OTHER})?"),
        Phrase(f"(stick|sticks|keep|keeps) (strictly|only)? to {_NAME} {{only}}? {{in_it}}? ({_NO_OTHER})?"),
        Phrase(f"(use|speak|write|write in|respond in) nothing but {_NAME} {{in_it}}?"),
        Phrase(f"only {_NAME} (may|can|{{must}}|is) (be)? (used|allowed|permitted|spoken|appear) {{in_it}}?"),
        Phrase(f"(use|using) {{a}}? {_KIND}? {{language}}", {"named": True}),
        Phrase(f"{_NAME} {{only}} {{in_it}}? ({_NO_OTHER})?", {"start": True}),
        Phrase(
            "(the)? (only)? (language|output language|language used|response language|language of "
            f"{{response}}|language of the) {{in_it}}? {{must}}? (be|is|:) {{only}}? {_NAME} {{only}}? "
            f"({_NO_OTHER})?"
        ),
        Phrase(f"(use|using) {{a}}? {_KIND}? {{language}} language (for)? {{in_it}}? {{only}}? ({_NO_OTHER})?"),
        Phrase(f"{_NAME} {{must}} be the (only|sole)? language (used)? {{in_it}}? ({_NO_OTHER})?"),
        Phrase(
            f"{{no}} (use|contain|write in|any|switch to)? (any)? (language|languages|words) (other "
            f"than|besides|except|but|apart from) {_NAME} ({{be}}|{{must}} be|may be|may)? "
            f"(allowed|permitted|used|appear|accepted)? {{in_it}}?"
        ),
        Phrase(f"{{start}} {_NAME} {{finish}}", of_value=True),
        Phrase(f"{_NAME} (text|prose|response|answer|reply)"),
    )

    def read(self, match: Match) -> dict[str, Any] | None:
        """The language; None for any word that names none."""
        names = [lexemes[0].norm for name, lexemes in match.all_slots if name == "language" and lexemes]
        code = CODES.get(names[0]) if names else None
        if code is None or runs_on(match) or (re.search(r"\bno english\b", match.text.lower()) and code == "en"):
            return None
        if _SEVERAL.search(match.normal.source) is not None:
            return None
        if names[0] in _WORDS and not match.words("language")[:1].isupper():
            return None
        variety = bool(_VARIETY.search(match.text))
        return {"language": names[0].capitalize(), "code": code, **({"variety": True} if variety else {})}

    def measure(self, requirement: Requirement, view: View, facts: Facts) -> Finding:
        finding = self._told(requirement, view)
        if finding.outcome is Outcome.MET and requirement.params.get("variety"):
            return unknown(f"{finding.text}; which variety it is can't be told", finding.quotes)
        return finding

    def _told(self, requirement: Requirement, view: View) -> Finding:
        name, code = requirement.params["language"], requirement.params["code"]
        prose = _prose(_sample(view.text))
        counts = letters_by_script(prose)
        total = sum(counts.values())
        if not total:
            return unknown("there are no letters to tell the language by")
        own = sum(counts.get(script, 0) for script in scripts_of(code))
        other = max(counts, key=lambda script: counts[script])
        if own < total * _LITTLE:
            return not_met(f"{name} was promised, but the letters are {other}", (view.quote(),))
        if "latin" not in scripts_of(code):
            foreign = _FOREIGN.search(prose)
            if foreign is not None:
                at = view.text.find(foreign[0])
                quotes = (view.quote(at, at + len(foreign[0])),) if at >= 0 else ()
                return not_met(f"not all of it is in {name}", quotes)
        if script_decides(code):
            share = f"{own * 100 // total} % of the letters are {name}"
            main = counts.get(scripts_of(code)[0], 0)
            return met(share, (view.quote(),)) if main and own > total * _HALF else unknown(share)
        return self._by_words(view, prose, name, code, own)

    @staticmethod
    def _by_words(view: View, prose: str, name: str, code: str, letters: int) -> Finding:
        found, sure = identify(prose[:_READ])
        if found == code and (sure >= _SURE or letters >= _MANY):
            passage = _foreign_passage(view, code)
            if passage is not None:
                return unknown(f"reads as {name}, but not all of it", (view.quote(*passage),))
            return met(f"reads as {name}", (view.quote(),))
        if found != code and sure >= _SURE and letters >= _ENOUGH:
            return not_met(f"reads as {_NAMES.get(found, found)}, not {name}", (view.quote(),))
        return unknown(
            "too short to tell the language" if letters < _ENOUGH else "the language can't be told for certain"
        )


_ANY_NAME = "|".join(CODES)
# Two languages in one promise: neither is that of the whole text.
_SEVERAL = re.compile(
    rf"\b(?:bilingual|trilingual|multilingual|two languages|both languages)\b|\b(?:{_ANY_NAME})\b\W{{0,3}}"
    rf"(?:(?:version|text|original|section|part)\b\W{{0,3}})?"
    rf"(?:(?:and|plus|as well as|followed by|then|with|also|along with|together with)\b\W{{0,3}})?"
    rf"(?:(?:also|in|an?|the|then|its|both)\b\W{{0,3}}){{0,3}}\b(?:{_ANY_NAME})\b",
    re.IGNORECASE,
)
_VARIETY = re.compile(rf"\b(?:{_VARIETIES})\b", re.IGNORECASE)
_WORDS = frozenset({"polish", "latin"})  # names that are common words as well
_NAMES = {code: name.capitalize() for name, code in reversed(CODES.items())}
_LITTLE, _HALF = 0.1, 0.5
_SURE = 0.9
_ENOUGH = 25  # letters of a text whose language another one can be told from
_MANY = 120
_READ = 20_000  # characters that the identifier reads
# Seven words of Latin letters in a row: a passage in another language rather than a name or a term.
_FOREIGN = re.compile(r"(?:[A-Za-zÀ-ɏ][\wÀ-ɏ'’-]*[ \t,.:;!?()\"“”/]{1,4}){6}[A-Za-zÀ-ɏ]\w*")
_ALIASES = {
    "nb": "no", "nn": "no", "arz": "ar", "ary": "ar", "sdh": "ku", "yue": "zh", "wuu": "zh", "pcm": "en", "bs": "hr",
    "grc": "el", "hbo": "he",
}  # fmt: skip
_KNOWN = frozenset(CODES.values())


def _foreign_passage(view: View, code: str) -> tuple[int, int] | None:
    """The first of the longer paragraphs that surely is in another language; only some of them are read."""
    long = [match.span() for match in _PARAGRAPH.finditer(view.text, 0, LONG) if match.end() - match.start() >= _LONG]
    step = max(1, len(long) // _SAMPLE)
    for start, end in long[::step]:
        found, sure = identify(_prose(view.text[start : min(end, start + _PASSAGE)]))
        if found != code and sure >= _CERTAIN:
            return start, end
    return None


_PARAGRAPH = re.compile(r"\S(?:[^\n]|\n(?![ \t]*\n))*")
_LONG, _PASSAGE, _SAMPLE = 40, 600, 12  # characters, characters read of each, paragraphs read
_CERTAIN = 0.98
_CODE = re.compile(r"^(?:```|~~~).*?^(?:```|~~~)[^\n]*$|`[^`\n]{1,200}`|https?://\S+", re.MULTILINE | re.DOTALL)


def _sample(text: str) -> str:
    """The text, or of a long one pieces from all over it."""
    if len(text) < LONG:
        return text
    step = len(text) // _PIECES
    return "\n".join(text[at : at + LONG // _PIECES] for at in range(0, len(text) - step + 1, step))


_PIECES = 20


def _prose(text: str) -> str:
    """The text without code and addresses, which are in no language."""
    return _CODE.sub(" ", text) if "`" in text or "://" in text or "~~~" in text else text


@lru_cache(maxsize=256)
def identify(text: str) -> tuple[str, float]:
    """The code of a text's language among those that have a name here, and how sure that is, 0 to 1.

    Capitals are read as small letters.
    """
    shares: dict[str, float] = {}
    for code, share in _identifier().rank(text.lower()):
        known = _ALIASES.get(code, code)
        if known in _KNOWN:
            shares[known] = shares.get(known, 0.0) + share
    best = max(shares, key=lambda code: shares[code])
    return best, shares[best] / (sum(shares.values()) or 1.0)


@lru_cache(maxsize=1)
def _identifier() -> LanguageIdentifier:
    """Loaded when the first clause asks for a language: it costs most of a second."""
    from py3langid.langid import MODEL_FILE  # noqa: PLC0415 - see above
    from py3langid.langid import LanguageIdentifier as Identifier  # noqa: PLC0415 - see above

    return Identifier.from_model_file(MODEL_FILE, norm_probs=True)


MEASURES = (Language(),)
