"""The words in which people ask for properties of a text: classes and slots of the phrase language.

`CLASSES` are words that mean the same here. `SLOTS` are what a measure reads, written as phrases themselves.
"""

from __future__ import annotations

# What a text may be told to do with a word, said of the word: "the word X must appear".
_APPEAR = (
    "(appear|appears|appearing|occur|occurs|occurring|be used|is used|are used|being used|used|be present|is present|"
    "are present|be included|is included|are included|be mentioned|is mentioned|are mentioned|mentioned|show up|"
    "shows up|showing up|be found|is found|are found|come up|comes up|coming up|feature|features|be "
    "featured|is featured|"
    "crop up|crops up|turn up|turns up|pop up|pops up|be repeated|is repeated|be contained|exist|exists|be there|"
    "be written|be said|be in|be worked in|be part of|make an appearance|figure|figures)"
)
CLASSES: dict[str, str] = {
    "shall": "({must}|may|can|might|is allowed to|are allowed to|is permitted to|are permitted to)? (does|do|did)?",
    "appear": _APPEAR,
    "whole": (
        "(everything you (write|say)|whatever you (write|say)|everything|(the|your|this|its)? "
        "(entire|whole|full|complete)? (response|answer|output|reply|text|document|message|thing|it|everything|"
        "all of it|content|letter|result|completion|piece|whole thing|this|all))"
    ),
    "in_it": (
        "({response}|anywhere|anywhere in it|in it|in there|throughout|throughout it|inside it|at any point|at all|"
        "whatsoever|at some point|at some point {response}|of any kind|entirely|completely|"
        "within it|somewhere|somewhere in it|overall|in total|altogether)"
    ),
    "only": (
        "(only|alone|exclusively|entirely|completely|solely|purely|throughout|fully|wholly|strictly|"
        "from start to finish|from beginning to end|start to finish)"
    ),
    "banned": (
        "(not allowed|forbidden|banned|prohibited|off limits|off-limits|not permitted|disallowed|not to be used|"
        "not acceptable|unwelcome|not welcome|out|taboo|ruled out|barred|excluded|avoided|left out|omitted|absent)"
    ),
    "word_noun": "(word|keyword|key word|key-word|term|token|string|expression|phrase|name)",
    "word_nouns": (
        "(words|keywords|key words|key-words|terms|tokens|strings|expressions|phrases|names|word|keyword|key word|"
        "term|phrase)"
    ),
    "such_as": (
        "(,|:|;|—|–|-|.)? {open}? (such as|like|like this|like so|e.g.|i.e.|for example|for instance|example|as in|"
        "say|that is|namely) (,|:)?"
    ),
    "keep": (
        "(keep|keeps|keeping|kept|hold|limit|limits|limited|restrict|restricted|confine|cap|trim|make|aim for|aim at|"
        "aim|stay|stays|remain|remains|run|runs|run to|runs to|come in|comes in|respond|responds|responding|reply|"
        "replies|compose|go|goes|fit|fits|fit it|be kept|is kept|should run|target|stick|sticks|come|comes|amount|"
        "amounts|finish|finishes|weigh in|use|spend|take|takes) "
        "(it|this|things|everything|the whole thing|{response})? (to|at|within|with|for|in|short)? (a|the)? "
        "(length|total|limit)? (of)?"
    ),
}
# Bare words that no clause names as the word in question: "the word should ...", "the word count".
_NO_TERM = (
    r"(?! (?:count|counts|limit|list|lists|cloud|total|budget|order|choice|length|should|must|shall|will|has|have|"
    r"is|are|be|in|of|to|or|and|that|which|with|from|for|the|a|an|it|this|these|those|they|each|every|all|any|"
    r"appears?|used|"
    r"per|at|exactly|only|no|not|never|itself|following|does|do|may|can|cannot|by|on|as|if|document|file|format|"
    r"processor|somewhere|anywhere|throughout|please|twice|once|frequency|boundary|boundaries|level|s) )"
)
_TERM = rf"(?: #[tc]\d+ |{_NO_TERM} [^\W\d_][^ #]* )"
_ENTRY = rf"(?: #[tc]\d+ |{_NO_TERM} [^\W\d_][^ #]* (?:{_NO_TERM} (?![^ ]*ly )[^\W\d_][^ #]* ){{0,2}})"
# slot -> its regular expression over lexemes
SLOTS: dict[str, str] = {
    "one": r"(?: one | #q\d+ )",
    "term": _TERM,
    "marker_word": (
        r"(?: (?:todos?|fixmes?|tbds?|xxx|wip) | lorem  ipsum )"
        r"(?:(?: , )?(?:(?: or | and | nor ))?(?: (?:todos?|fixmes?|tbds?|xxx|wip) | lorem  ipsum )){0,5}"
    ),
    "letter": r"(?: #[tc]\d+ | [^\W\d_] )",
    "letters": r"(?: [^\W\d_]'?s | #[tc]\d+ )",
    "listing": rf"(?: #[ltc]\d+ |{_ENTRY}(?:(?: , | and | or | & | / |(?: ,  and )|(?: ,  or )){_ENTRY}){{0,40}})",
    "passage": r"(?: [^ ]+ ){1,60}?",
    "frequency": (
        r"(?: #q\d+  (?:times?|occasions?|occurrences?) (?: or  (?:more|less|fewer|so) | at  (?:the  "
        r")?(?:least|most|minimum|maximum) | (?:maximum|minimum|max|min) )?"
        r"|(?: at  least | at  most | exactly | more  than | no  more  than | less  than | fewer  than | no  "
        r"fewer  than "
        r"| no  less  than | not  more  than | only | just | at  the  very  least | a  maximum  of | a  minimum  of )?"
        r" (?:once|twice|thrice) (?: or  (?:more|less|fewer|twice) | at  (?:least|most) | only )?)"
    ),
    "tail": (
        r"(?:(?: , )? (?:or|and)  (?:more|fewer|less|longer|shorter|greater|over|under|above|below|up|upwards|so) "
        r"| (?:maximum|max|minimum|min|tops|plus) "
        r"| \(  (?:maximum|max|minimum|min)  \) "
        r"|(?: , )? at  (?:the  )?(?:very  )?(?:most|least|maximum|minimum) "
        r"|(?: , )?(?: and )? (?:no|not)  (?:more|fewer|less) )"
    ),
    "ordinal": (
        r"(?: "
        r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|last|final|"
        r"closing|opening|"
        r"\d+(?:st|nd|rd|th)) )"
    ),
    "language": r"(?: [^\W\d_][\w-]* )",
    "first_word": r"(?: #[tc]\d+ | [^\W\d_][^ #]* )",
    "divider": (
        r"(?:(?: "
        r"(?:an?|the|two|single|double|lone|literal|markdown|horizontal|new|blank|empty|lines?|newlines?|"
        r"breaks?|line|"
        r"dividers?|separators?|marks?|marker|markers|rules?|symbols?|asterisks?|stars?|of|row|consecutive|"
        r"exactly|three|- "
        r"|as  if  it  was  #t\d+  in  python|:|in|between|paragraph|at  "
        r"least|only|hyphens|dashes|characters?|\(|\)|`|each|of) )| #[qtc]\d+ "
        r"| as  if  it  was  #[tc]\d+  in  python ){0,9}(?= [.;,!?)] | between | separating | to | as | and | $|$)"
    ),
    "series": (
        r"(?:(?: [^\W\d_][\w-]* ) #q\d+ (?:(?: , | and | to | through |(?: ,  and )){1,2}(?: [^\W\d_][\w-]* "
        r")? #q\d+ ){0,12}"
        r"(?:(?: , )?(?: and  so  (?:on|forth) | etc. | and  so ))?)"
    ),
    "label": r"(?: #[tc]\d+ |(?: [^\W\d_][\w-]* ){1,2}?)",
    "example": r"(?: [^ ]+ ){1,60}",
    "mark_word": (
        r"(?: "
        r"(?:commas?|semicolons?|semi-colons?|colons?|dash|dashes|hyphens?|apostrophes?|asterisks?|"
        r"ellips[ei]s|emojis?|"
        r"parenthes[ie]s|brackets|hashtags?|digits?|numerals?|ampersands?|slashes) "
        r"| (?:em|en)[ -]?(?: - )? ?(?:dash|dashes) | (?:em|en)-(?:dash|dashes) | "
        r"(?:exclamation|question|quotation|quote)  "
        r"(?:marks?|points?) | (?:full)  stops? | (?:round|square|curly)  brackets | inverted  commas | "
        r"bullet  characters )"
    ),
    "end_mark": r"(?: (?:full  stop|period|question  mark|exclamation  (?:mark|point)|colon|ellipsis|semicolon) )",
}
