"""Names of natural languages, their codes, and the scripts that they are written in."""

from __future__ import annotations

import re

from grader.judges.rules.wordlists import words

# English name -> ISO 639-1 code, as far as the identifier knows the language
CODES: dict[str, str] = {
    "afrikaans": "af", "albanian": "sq", "amharic": "am", "arabic": "ar", "armenian": "hy", "azerbaijani": "az",
    "basque": "eu", "belarusian": "be", "bengali": "bn", "bangla": "bn", "bulgarian": "bg", "burmese": "my",
    "catalan": "ca", "chinese": "zh", "mandarin": "zh", "croatian": "hr", "czech": "cs", "danish": "da", "dutch": "nl",
    "english": "en", "esperanto": "eo", "estonian": "et", "finnish": "fi", "french": "fr", "galician": "gl",
    "georgian": "ka", "german": "de", "greek": "el", "gujarati": "gu", "hebrew": "he", "hindi": "hi", "hungarian": "hu",
    "icelandic": "is", "indonesian": "id", "irish": "ga", "italian": "it", "japanese": "ja", "kannada": "kn",
    "kazakh": "kk", "khmer": "km", "korean": "ko", "kurdish": "ku", "lao": "lo", "latin": "la", "latvian": "lv",
    "lithuanian": "lt", "macedonian": "mk", "malay": "ms", "malayalam": "ml", "marathi": "mr", "mongolian": "mn",
    "nepali": "ne", "norwegian": "no", "persian": "fa", "farsi": "fa", "polish": "pl", "portuguese": "pt",
    "punjabi": "pa", "romanian": "ro", "russian": "ru", "serbian": "sr", "sinhala": "si", "slovak": "sk",
    "slovenian": "sl", "somali": "so", "spanish": "es", "castilian": "es", "swahili": "sw", "swedish": "sv",
    "tagalog": "tl", "filipino": "tl", "tamil": "ta", "telugu": "te", "thai": "th", "turkish": "tr", "ukrainian": "uk",
    "urdu": "ur", "uzbek": "uz", "vietnamese": "vi", "welsh": "cy", "xhosa": "xh", "yoruba": "yo", "zulu": "zu",
}  # fmt: skip
_RANGES: dict[str, str] = {
    "latin": "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff",
    "cyrillic": "\u0400-\u052f",
    "greek": "\u0370-\u03ff\u1f00-\u1fff",
    "arabic": "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff",
    "hebrew": "\u0590-\u05ff",
    "devanagari": "\u0900-\u097f",
    "bengali": "\u0980-\u09ff",
    "gurmukhi": "\u0a00-\u0a7f",
    "gujarati": "\u0a80-\u0aff",
    "tamil": "\u0b80-\u0bff",
    "telugu": "\u0c00-\u0c7f",
    "kannada": "\u0c80-\u0cff",
    "malayalam": "\u0d00-\u0d7f",
    "sinhala": "\u0d80-\u0dff",
    "thai": "\u0e00-\u0e7f",
    "lao": "\u0e80-\u0eff",
    "myanmar": "\u1000-\u109f",
    "georgian": "\u10a0-\u10ff",
    "ethiopic": "\u1200-\u137f",
    "khmer": "\u1780-\u17ff",
    "armenian": "\u0530-\u058f",
    "kana": "\u3040-\u30ff",
    "han": "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff",
    "hangul": "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af",
}
_SCRIPT = re.compile("|".join(f"(?P<{name}>[{chars}]+)" for name, chars in _RANGES.items()))
# language -> the scripts that it is written in; any other language is written in Latin letters
_SCRIPTS: dict[str, tuple[str, ...]] = {
    "am": ("ethiopic",), "ar": ("arabic",), "be": ("cyrillic",), "bg": ("cyrillic",), "bn": ("bengali",),
    "el": ("greek",), "fa": ("arabic",), "gu": ("gujarati",), "he": ("hebrew",), "hi": ("devanagari",),
    "hy": ("armenian",), "ja": ("kana", "han"), "ka": ("georgian",), "kk": ("cyrillic", "latin"), "km": ("khmer",),
    "kn": ("kannada",), "ko": ("hangul", "han"), "ku": ("latin", "arabic"), "lo": ("lao",), "mk": ("cyrillic",),
    "ml": ("malayalam",), "mn": ("cyrillic",), "mr": ("devanagari",), "my": ("myanmar",), "ne": ("devanagari",),
    "pa": (
        "gurmukhi", "arabic"), "ru": ("cyrillic",), "si": ("sinhala",), "sr": ("cyrillic", "latin"), "ta": ("tamil",),
    "te": ("telugu",), "th": ("thai",), "uk": ("cyrillic",), "ur": ("arabic",), "uz": ("latin", "cyrillic"),
    "az": ("latin", "cyrillic"), "zh": ("han",),
}  # fmt: skip
# Scripts that a single one of the languages above is written in, so that the script decides.
_ALONE = words(
    "greek hebrew bengali gujarati tamil telugu kannada malayalam sinhala thai lao myanmar georgian ethiopic khmer "
    "armenian hangul kana gurmukhi"
)


def scripts_of(code: str) -> tuple[str, ...]:
    """The scripts that a language is written in."""
    return _SCRIPTS.get(code, ("latin",))


def script_decides(code: str) -> bool:
    """Whether the language can be told by its main script alone."""
    return scripts_of(code)[0] in _ALONE


def letters_by_script(text: str) -> dict[str, int]:
    """How many letters of each script a text has."""
    found: dict[str, int] = {}
    for match in _SCRIPT.finditer(text):
        name = match.lastgroup or ""
        found[name] = found.get(name, 0) + match.end() - match.start()
    return found
