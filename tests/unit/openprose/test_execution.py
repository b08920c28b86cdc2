"""The execution order's dependencies, in the shapes that models write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.openprose.execution import dependencies, ordered

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["nodeId", "dependsOn", "parallel", "step", "nodes", "other"]) | st.text(max_size=3), inner
        )
    ),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ([{"nodeId": "b", "dependsOn": ["a"]}], {"b": ("a",)}),
        ([{"nodeId": "b", "dependsOn": "a"}], {"b": ("a",)}),
        ([{"NodeID": "b", "depends_on": ["a"]}], {"b": ("a",)}),
        (
            [{"step": 1, "parallel": ["a", "b"]}, {"step": 2, "parallel": ["c", "d"], "dependsOn": ["a", "b"]}],
            {"c": ("a", "b"), "d": ("a", "b")},
        ),
        ([{"step": 1, "parallel": ["a", "b"]}, {"step": 2, "nodeId": "c", "dependsOn": [1]}], {"c": ("a", "b")}),
        ([{"parallel": [{"nodeId": "a", "dependsOn": ["x"]}, {"nodeId": "b"}]}], {"a": ("x",)}),
        (["a", "b"], {}),
        ([{"nodeId": "a", "dependsOn": []}], {}),
        (None, {}),
    ],
)
def test_each_node_waits_for_what_is_stated(order: object, expected: dict[str, tuple[str, ...]]) -> None:
    """A step's dependencies are those of each of its nodes; a step stands for its nodes."""
    assert dependencies(order) == expected


@given(JSON)
def test_any_order_is_read(order: object) -> None:
    """Whatever stands there; only nodes of the order wait."""
    assert set(dependencies(order)) <= set(ordered(order))
