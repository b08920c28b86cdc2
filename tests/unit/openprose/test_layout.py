"""Which generation a run is of."""

from __future__ import annotations

import pytest

from grader.errors import UnreadableRun
from grader.openprose.layout import G1, G2, G3, LAYOUTS, Layout, detect


@pytest.mark.parametrize(
    ("names", "generation"),
    [
        (["root.prose.md", "forme.manifest.json", "bindings"], "G2"),
        (["root.prose.md", "bindings", "vm.log.md"], "G2"),
        ([], "G2"),
        (["forme.manifest.json", "program.md"], "G2"),
        (["forme.manifest.json", "world-model"], "G2"),
        (["root.prose.md", "compiled-intent.json"], "G3"),
        (["root.prose.md", "world-model"], "G3"),
        (["program.md", "manifest.md", "services"], "G1"),
        (["root.md", "bindings"], "G1"),
        (["state.md", "bindings"], "G1"),
        (["root.prose.md", "state.md"], "G2"),
    ],
)
def test_detects_the_generation_by_what_stands_at_the_top(names: list[str], generation: str) -> None:
    """The mission's is taken where nothing speaks for another."""
    assert detect(names).generation == generation


@pytest.mark.parametrize("layout", [G1(), G3()])
def test_a_generation_that_is_not_read_yet_says_so(layout: Layout) -> None:
    """The error names the file and what can be read."""
    with pytest.raises(UnreadableRun, match=f"generation {layout.generation}") as raised:
        layout.read_manifest("{}")
    assert raised.value.place == layout.manifest_name
    assert G2.manifest_name in raised.value.hint


def test_every_generation_has_its_own_manifest() -> None:
    """That is what tells them apart."""
    assert len({layout.manifest_name for layout in LAYOUTS}) == len(LAYOUTS)
