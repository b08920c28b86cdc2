"""Comparisons that clauses write in backticks, such as `len(queries) >= min_queries`, evaluated without `eval`.

A small part of Python's expressions, walked as a syntax tree. Numbers are exact fractions: 0.7 + 0.2 + 0.1 is 1.
Whatever isn't known, allowed or affordable raises `Unknown`; nothing else is ever raised.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from grader.judges.rules.expression_values import (
    FUNCTIONS,
    Spread,
    Unknown,
    as_number,
    contains,
    equal,
    exact,
    member,
    ordered,
    stands_apart,
)

_MOST_STEPS = 2_000_000
_LARGEST = 10**40
_CONSTANTS = {"null": None, "true": True, "false": False, "None": None, "True": True, "False": False, "nil": None}


@dataclass
class Evaluation:
    """One evaluation. `seen` holds what each compared side came to, by its own text, for the report."""

    resolve: Callable[[str], Any]
    seen: dict[str, Any] = field(default_factory=dict)
    _local: dict[str, Any] = field(default_factory=dict)
    _steps: int = 0

    def run(self, code: str) -> bool:
        """Whether the expression holds. Raises Unknown."""
        try:
            tree = ast.parse(code.strip(), mode="eval")
            value = self._value(tree.body)
        except Unknown:
            raise
        except (
            SyntaxError,
            ValueError,
            TypeError,
            ArithmeticError,
            RecursionError,
            MemoryError,
            AttributeError,
        ) as error:
            raise Unknown(f"it can't be evaluated ({type(error).__name__})") from error
        if isinstance(value, Spread):
            return all(value)
        return bool(value)

    def _value(self, node: ast.expr) -> Any:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise Unknown("it takes too long")
        reader = _READERS.get(type(node))
        if reader is None:
            raise Unknown(f"`{ast.unparse(node)}` isn't something that can be evaluated")
        return getattr(self, reader)(node)

    # --- leaves -----------------------------------------------------------------------------------------------------

    def _constant(self, node: ast.Constant) -> Any:
        return exact(node.value)

    def _name(self, node: ast.Name) -> Any:
        if node.id in self._local:
            return self._local[node.id]
        if node.id in _CONSTANTS:
            return _CONSTANTS[node.id]
        return exact(self.resolve(node.id))

    def _attribute(self, node: ast.Attribute) -> Any:
        dotted = _dotted(node)
        if dotted is not None and dotted.split(".", 1)[0] not in self._local:
            try:
                return exact(self.resolve(dotted))
            except Unknown:
                if node.attr not in _SIZES:
                    raise
        value = self._value(node.value)
        if isinstance(value, Mapping):
            return member(value, node.attr)
        if node.attr in _SIZES and isinstance(value, (list, str)):
            return len(value)
        if isinstance(value, list):
            return Spread(member(each, node.attr) for each in value)
        raise Unknown(f"`{ast.unparse(node)}` isn't there")

    def _subscript(self, node: ast.Subscript) -> Any:
        value, index = self._value(node.value), self._value(node.slice)
        if isinstance(value, Mapping) and isinstance(index, str):
            return member(value, index)
        if isinstance(value, (list, str)) and isinstance(index, (int, Fraction)) and int(index) == index:
            if not -len(value) <= index < len(value):
                raise Unknown(f"`{ast.unparse(node)}` isn't there")
            return exact(value[int(index)])
        raise Unknown(f"`{ast.unparse(node)}` isn't there")

    def _list(self, node: ast.List | ast.Tuple | ast.Set) -> list[Any]:
        return [self._value(each) for each in node.elts]

    # --- operators --------------------------------------------------------------------------------------------------

    def _bool(self, node: ast.BoolOp) -> bool:
        wanted = isinstance(node.op, ast.Or)
        unknown: Unknown | None = None
        for part in node.values:
            try:
                if self._truth(part) is wanted:
                    return wanted
            except Unknown as error:
                unknown = error
        if unknown is not None:
            raise unknown
        return not wanted

    def _truth(self, node: ast.expr) -> bool:
        value = self._value(node)
        return all(value) if isinstance(value, Spread) else bool(value)

    def _unary(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            return not self._truth(node.operand)
        value = as_number(self._value(node.operand))
        return -value if isinstance(node.op, ast.USub) else value

    def _binary(self, node: ast.BinOp) -> Any:
        left, right = self._value(node.left), self._value(node.right)
        if isinstance(node.op, ast.Add) and type(left) is type(right) and isinstance(left, (str, list)):
            return left + right
        operate = _OPERATORS.get(type(node.op))
        if operate is None:
            raise Unknown(f"`{ast.unparse(node)}` isn't something that can be evaluated")
        result = operate(as_number(left), as_number(right))
        if abs(result) > _LARGEST:
            raise Unknown("a number grows too large")
        return result

    def _compare(self, node: ast.Compare) -> bool:
        left_node = node.left
        left = self._side(left_node)
        for operator, right_node in zip(node.ops, node.comparators, strict=True):
            right = self._side(right_node)
            named = isinstance(operator, (ast.In, ast.NotIn)) and not isinstance(left_node, ast.Constant)
            if named and not stands_apart(left, right):  # "ann" is in "anna, bob", but isn't one of them
                raise Unknown(f"“{left[:40]}” stands only inside a longer word")
            if not self._holds(operator, left, right):
                return False
            left_node, left = right_node, right
        return True

    def _side(self, node: ast.expr) -> Any:
        value = self._value(node)
        if not isinstance(node, ast.Constant) and not self._local:
            self.seen[ast.unparse(node)] = value
        return value

    def _holds(self, operator: ast.cmpop, left: Any, right: Any) -> bool:
        if any(isinstance(side, Spread) and not side for side in (left, right)):
            raise Unknown("no items to check")
        if isinstance(left, Spread) and isinstance(right, Spread) and not isinstance(operator, (ast.In, ast.NotIn)):
            return self._fields(operator, left, right)
        if isinstance(left, Spread):
            return all(self._holds(operator, each, right) for each in self._counted(left))
        if isinstance(right, Spread) and not isinstance(operator, (ast.In, ast.NotIn)):
            return all(self._holds(operator, left, each) for each in self._counted(right))
        if isinstance(operator, (ast.In, ast.NotIn)):
            return contains(right, left) is isinstance(operator, ast.In)
        if isinstance(operator, (ast.Eq, ast.Is, ast.NotEq, ast.IsNot)):
            if {list, Fraction} == {type(left), type(right)}:
                raise Unknown("a list is no number")
            return equal(left, right) is isinstance(operator, (ast.Eq, ast.Is))
        return ordered(operator, left, right)

    def _fields(self, operator: ast.cmpop, left: Spread, right: Spread) -> bool:
        """Two fields: within each entry where both have the same entries, else every value with every other."""
        alike = len(left) == len(right)
        within = alike and all(self._holds(operator, *pair) for pair in zip(self._counted(left), right, strict=True))
        if left.of and left.of == right.of:
            return within
        every = all(self._holds(operator, one, other) for one in self._counted(left) for other in self._counted(right))
        if within is not every:
            raise Unknown("which of the values belong together can't be told")
        return every

    def _counted(self, values: Iterable[Any]) -> Iterator[Any]:
        for value in values:
            self._steps += 1
            if self._steps > _MOST_STEPS:
                raise Unknown("it takes too long")
            yield value

    def _choice(self, node: ast.IfExp) -> Any:
        return self._value(node.body if self._truth(node.test) else node.orelse)

    # --- loops and calls ----------------------------------------------------------------------------------------------

    def _loop(self, node: ast.GeneratorExp | ast.ListComp | ast.SetComp) -> list[Any]:
        return list(self._iterate(node.elt, node.generators))

    def _iterate(self, element: ast.expr, loops: list[ast.comprehension]) -> Iterator[Any]:
        loop, rest = loops[0], loops[1:]
        if not isinstance(loop.target, ast.Name) or loop.is_async:
            raise Unknown("a loop over more than one name isn't evaluated")
        values = self._value(loop.iter)
        if isinstance(values, Mapping):
            values = list(values)
        if not isinstance(values, list):
            raise Unknown(f"`{ast.unparse(loop.iter)}` is no list")
        before = dict(self._local)
        for value in self._counted(values):
            self._local[loop.target.id] = exact(value)
            if all(self._truth(test) for test in loop.ifs):
                if rest:
                    yield from self._iterate(element, rest)
                else:
                    yield self._value(element)
        self._local = before

    def _call(self, node: ast.Call) -> Any:
        if node.keywords:
            raise Unknown(f"`{ast.unparse(node)}` isn't something that can be evaluated")
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        function = FUNCTIONS.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if function is None:
            raise Unknown(f"`{ast.unparse(node.func)}` is no function that is known here")
        arguments = [self._value(argument) for argument in node.args]
        if not arguments:
            raise Unknown(f"`{ast.unparse(node)}` has no arguments")
        self._steps += sum(len(each) for each in arguments if isinstance(each, (list, str)))
        return function(arguments)

    def _method(self, node: ast.Call, function: ast.Attribute) -> Any:
        value = self._value(function.value)
        arguments = [self._value(argument) for argument in node.args]
        name = function.attr
        if isinstance(value, str) and name in _TEXT_METHODS and all(isinstance(each, str) for each in arguments):
            return getattr(value, name)(*arguments)
        if isinstance(value, Mapping) and name in {"keys", "values"} and not arguments:
            return list(value) if name == "keys" else [exact(each) for each in value.values()]
        if isinstance(value, list) and name == "count" and len(arguments) == 1:
            return sum(equal(exact(each), arguments[0]) for each in value)
        raise Unknown(f"`{ast.unparse(node)}` isn't something that can be evaluated")


_READERS: dict[type[ast.expr], str] = {
    ast.Constant: "_constant",
    ast.Name: "_name",
    ast.Attribute: "_attribute",
    ast.Subscript: "_subscript",
    ast.List: "_list",
    ast.Tuple: "_list",
    ast.Set: "_list",
    ast.BoolOp: "_bool",
    ast.UnaryOp: "_unary",
    ast.BinOp: "_binary",
    ast.Compare: "_compare",
    ast.IfExp: "_choice",
    ast.GeneratorExp: "_loop",
    ast.ListComp: "_loop",
    ast.SetComp: "_loop",
    ast.Call: "_call",
}
_OPERATORS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: lambda left, right: left / right,
    ast.FloorDiv: lambda left, right: Fraction(left // right),
    ast.Mod: lambda left, right: left % right,
}
_SIZES = frozenset({"length", "size", "count"})
_TEXT_METHODS = frozenset({"lower", "upper", "strip", "startswith", "endswith"})


def _dotted(node: ast.expr) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        head = _dotted(node.value)
        return None if head is None else f"{head}.{node.attr}"
    return None
