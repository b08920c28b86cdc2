"""Words that commit to nothing, words that nobody can check, and words that make a measurement unsafe.

A word that is in no list is a commitment: it goes to the remainder, and a clause with a remainder is never satisfied
by the rules alone. So a word belongs in `IDLE` only if no reader would miss it.
"""

from __future__ import annotations

from grader.judges.rules.wordlists import words

TEXTS = words("report summary note notes overview prose writing piece entry one")
# reason -> words
IDLE: dict[str, frozenset[str]] = {
    "grammar": words(
        "either a an the this that these those its it it's their they them your you you'll our we and or then which "
        "who whose so such as of for to by with at on from in into also too both is are be been being was "
        "were has have having do does will shall must should needs need there here itself own same following "
        "namely i.e. e.g. etc. other me us let my i"
    ),
    "punctuation": words(", . : ; ! ? ( ) [ ] - – — / \" ' + & * # > →"),
    "says that something is output": words(
        "lists listing mentions mention names naming features shows show offers contain contains "
        "containing include includes including hold holds holding carry carries return "
        "returns returned returning produce produces produced provide provides provided give gives given "
        "write writes written present presents presented emit emits consist consists comprises output outputs "
        "response answer reply text document file content contents result message body value values string "
        "object entire whole full complete overall format formatted form wrapped use uses using used make "
        "sure please ensure exist exists named called shaped structured publish publishes published contained "
        "respond responds responding replies answers answering somewhere anywhere included "
        "listed appear appears appearing present stated state states"
    ),
    "a kind of text, which any text is": TEXTS,
}
_REASONS = {word: reason for reason, group in IDLE.items() for word in group}

# Verbs and prepositions before what something is to have.
HAVING = words("has have having with contains contain containing includes include including carries carry")
# Verbs that say something of the name before them: "..., and `score` is above 5".
FINITE = words(
    "is are be was must should shall will may can has have contains contain includes include starts begins ends does "
    "do matches equals names lists gives mentions states"
)

# A promise that rests on these alone can't be checked by anybody (specification: "a good report").
VAGUE = words(
    "good great nice fine excellent appropriate appropriately adequate adequately suitable suitably proper "
    "properly comprehensive comprehensively thorough thoroughly quality high-quality clear clearly concise "
    "concisely well-written well useful helpful relevant reasonable reasonably sufficient sufficiently "
    "meaningful insightful insights detailed professional engaging interesting robust clean best better "
    "effective effectively efficient nicely solid strong high rich polished readable easy accessible balanced "
    "careful carefully elegant impactful compelling well-organized well-structured organized coherent state- "
    "of-the-art optimal acceptable decent satisfactory valuable high-level intuitive user-friendly timely "
    "smart sensible as-needed necessary needed required important key various several many enough significant "
    "substantial some very really quite"
)
# Nouns that say what kind of thing an output is; with nothing but vague words beside them the promise is empty.
KINDS = words(
    "report summary overview analysis review list set collection document write-up writeup text answer "
    "response description explanation discussion output result results notes note digest brief briefing memo "
    "plan proposal recommendations recommendation findings insights content article post message piece work "
    "job information details data assessment evaluation account presentation material coverage context level "
    "level-of-detail detail way manner"
)
# A negation that no measure has explained makes what follows it, up to the next comma or `and`, unsafe to measure ...
NEGATIONS = words(
    "no not never none nobody nothing neither nor without can't don't doesn't isn't aren't won't shouldn't "
    "mustn't cannot avoid "
    "lack lacks lacking misses omits omit omitting missing"
)
# ... and these make the whole sentence unsafe.
GUARDS = words(
    "except excluding unless only if when whenever where until while per each every any but although "
    "though however rather instead otherwise may might can could optional optionally try attempt required "
    "outside apart aside besides elsewhere beyond"
)
# What a clause permits is no promise: leaving it out fails nothing.
PERMISSIONS: tuple[str, ...] = (
    (
        "(you|it|the output|the response|they) (can|may|could|are free to|is free to|might) (also)? "
        "(use|be wrapped in|be in|be put in|wrap it in|include|contain|sit in|be enclosed in|put it in) {a}? "
        "(markdown ticks|backticks|back ticks|triple backticks|code fence~|code block~|fenced code block~|fence~|"
        "markdown code block~|markdown code fence~|markdown fence~|ticks|json code block|markdown formatting|markdown) "
        "(around it|for it|for that|for this|to wrap it|if you like|if you want|too)? ({such_as} {example}? {stop})?"
    ),
    (
        "(markdown ticks|markdown code fence~|markdown code block~|markdown fence~|backticks|"
        "triple backticks|code fence~|code block~|"
        "a code fence|a fenced code block|fencing it) "
        "({such_as} {example}?)? (around it)? (are|is) (fine|allowed|ok|okay|permitted|acceptable)"
    ),
)
# Wordings that only stress that a promise is one, although they hold a negation.
FILLERS: tuple[str, ...] = (
    "(i would|i'd) (like|prefer)",
    "i (want|need)",
    "(do not|don't) forget (to|that)",
    "(remember|be certain|make certain) (to|that)",
    "it is important (to|that)",
)
# Words before a colon that say how binding a promise is, rather than what it is called: "recommended: 5 items".
ADVISED = words("recommended suggested advised advisable desirable encouraged preferred optional ideally preferably")
_ADVISED = "(recommended|suggested|advised|advisable|desirable|desired|encouraged|preferred|preferable|nice to have)"
# Wordings that open an escape hatch: a failure is then never a violation.
HEDGES: tuple[str, ...] = (
    "{hatch} (possible|available|applicable|practical|feasible|known|appropriate|reasonable|relevant|needed|necessary)",
    "(ideally|preferably|optionally|usually|typically|generally|normally|mostly|where it makes sense)",
    "(should|may|might|can|could) optionally",
    "(at best|best effort|on a best effort basis|if any|if time permits|as much as possible|as many as possible)",
    "(try to|tries to|attempt to|attempts to|aim to|aims to|strive to|strives to)",
    "(aim for|aims for|aiming for|strive for|strives for)",
    f"{{open}} (strongly|highly)? {_ADVISED} {{close}}",
    f"(it is|it's|is|are) (strongly|highly)? {_ADVISED} ({{stop}}|to|that)",
    f"(strongly|highly)? {_ADVISED} {{stop}}",
    f"{{start}} (strongly|highly)? {_ADVISED} :",
)


def idle_reason(word: str) -> str | None:
    """Why a word commits to nothing; None if it may."""
    return _REASONS.get(word)
