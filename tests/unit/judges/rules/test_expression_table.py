"""Expressions in backticks, with the value that a reader would work out, or why there is none."""

from __future__ import annotations

from typing import Any

import pytest

from grader.judges.rules.expression import Evaluation
from grader.judges.rules.expression_values import Spread, Unknown
from grader.judges.rules.reading import read_json

NAMES: dict[str, Any] = {
    "n": [3, 1, 2],
    "words": ["b", "a"],
    "scores": Spread([3, 1, 2]),
    "empty": [],
    "twice": [1, 2, 1],
    "pairs": [[1, 2], [1, 2]],
    "objects": [{"a": 1}, {"a": 1.0}],
    "order": {"total-due": 12.5, "paid": True, "note": "none", "lines": [1, 2]},
    "text": "the quick fox",
    "price": "$1,200",
    "share": "40%",
    "ratio": 0.1,
    "huge": float("inf"),
    "tall": "1e999999999",
    "nothing": None,
    "word": "seven",
    "many": "a lot",
    "broken": "1/0",
    "far": read_json("1e4000"),
    "flags": Spread([True, False]),
    "costs": {"rent": 1, "food": 2},
}


def evaluated(code: str) -> bool:
    """Whether an expression holds."""
    return Evaluation(resolve).run(code)


def resolve(name: str) -> Any:
    """The value of a name as a whole."""
    if name not in NAMES:
        raise Unknown(f"`{name}` isn't there")
    return NAMES[name]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("len(n) == 3", True),
        ("'9' < '10'", True),
        ("'ab' < 'b'", True),
        ("max(['9', '10']) == 10", True),
        ("len(text) == 13", True),
        ("len(order) == 4", True),
        ("sum(n) == 6", True),
        ("sum(n) / len(n) == 2", True),
        ("avg(n) == 2", True),
        ("min(n) == 1 and max(n) == 3", True),
        ("min(words) == 'a'", True),
        ("max(2, 5, 3) == 5", True),
        ("abs(1 - 3) == 2", True),
        ("round(2.4) == 2", True),
        ("sorted(n) == [1, 2, 3]", True),
        ("sorted(words) == ['a', 'b']", True),
        ("n == [3, 1, 2]", True),
        ("n == [3, 1]", False),
        ("unique(n)", True),
        ("unique(twice)", False),
        ("unique(pairs)", False),
        ("unique(objects)", False),
        ("len(set(twice)) == 2", True),
        ("2 in n and 5 not in n", True),
        ("'quick' in text", True),
        ("'paid' in order", True),
        ("'b' in words", True),
        ("order['total_due'] == 12.5", True),
        ("order['paid']", True),
        ("order['lines'][1] == 2", True),
        ("text.upper() == 'THE QUICK FOX'", True),
        ("n[0] > n[1]", True),
        ("n[0] < n[1]", False),
        ("price == 1200", True),
        ("price >= 1200 and price <= 1200", True),
        ("share == 40", True),
        ("ratio * 3 == 0.3", True),
        ("word == 7", False),
        ("'a' < 'b' and 'b' >= 'a'", True),
        ("nothing is None", True),
        ("all(x > 0 for x in n)", True),
        ("any(x > 2 for x in n)", True),
        ("all(x > 1 for x in n)", False),
        ("all(x > 0 for x in n if x > 5)", True),
        ("[x for x in n if x > 1] == [3, 2]", True),
        ("(1 if len(n) > 2 else 0) == 1", True),
        ("not empty", True),
        ("'a' + 'b' == 'ab'", True),
        ("-1 < 0", True),
        ("1 < 2 < 3", True),
        ("scores > 0", True),
        ("2 < scores", False),
        ("7 % 4 == 3 and 7 // 2 == 3", True),
        ("scores", True),
        ("flags", False),
        ("order['paid'] == true and nothing == null", True),
        ("order['paid'] + 1 == 2", True),
        ("all(key != 'rent' for key in costs)", False),
        ("'rent' in costs.keys() and 'gas' not in costs.keys()", True),
        ("2 in costs.values()", True),
        ("sum(costs) == 3", True),
        ("twice.count(1) == 2", True),
    ],
)
def test_it_holds_as_a_reader_works_it_out(code: str, expected: bool) -> None:
    """Numbers are exact, a number in a text is one, and a list compared with a number is compared entry by entry."""
    assert evaluated(code) is expected


@pytest.mark.parametrize(
    "code",
    [
        "huge > 1",
        "scores == scores",
        "'9:30' < '10:00'",
        "max(['v9', 'v10']) == 'v10'",
        "tall > 1",
        "word > 1",
        "n[7] == 1",
        "order.missing == 1",
        "order['missing'] == 1",
        "len(ratio) == 1",
        "min(empty) == 1",
        "avg(empty) == 1",
        "sum(ratio) == 1",
        "1 in text",
        "1 in ratio",
        "nothing > 1",
        "many > 1",
        "broken > 1",
        "far > 1",
        "text.missing == 1",
        "ratio[0] == 1",
        "n['first'] == 1",
        "len(n, start=1) == 3",
        "999999999999 * 999999999999 * 999999999999 * 999999999999 > 1",
        "order > 1",
        "all(x for x in ratio)",
        "all(x > y for x, y in pairs)",
        "len() == 0",
        "9 ** 9 ** 9 == 1",
        "1 / 0 == 1",
        "lambda: 1",
        "open('x') == 1",
        "text.encode() == 'X'",
    ],
)
def test_what_has_no_value_is_unknown(code: str) -> None:
    """It is never false, and nothing is called that isn't allowed."""
    with pytest.raises(Unknown):
        evaluated(code)
