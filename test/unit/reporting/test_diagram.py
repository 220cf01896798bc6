"""The picture of the constraint graph, by Graphviz and by our own layout."""

import re
import shutil
from xml.etree import ElementTree

import pytest

from disc_shape.reporting import diagram
from disc_shape.reporting.diagram import Edge, Node, graph_of, picture, width_of
from disc_shape.reporting.found import FactInfo, SymbolInfo

SYMBOLS = [
    SymbolInfo("b", None, (), (), known="1 or more"),
    SymbolInfo("s", None, (), ()),
    SymbolInfo("n", None, (), (), equals="b*s"),
    SymbolInfo("C4", 4, (), ()),
]
FACTS = [
    FactInfo("n == b*s", "derived", "", (), ("n", "b", "s"), "n"),
    FactInfo("b < s", "assumed", "", (), ("b", "s")),
    FactInfo("s % 4 == 0", "guarded", "", (), ("s",)),
]


def test_facts_about_several_sizes_are_drawn() -> None:
    nodes, edges = graph_of(SYMBOLS, FACTS, {"b": "s s0 c0"})
    labels = {node.key: (node.label, node.note, node.classes) for node in nodes}
    assert labels == {
        "s b": ("b", "1 or more", "symbol s s0 c0"),
        "s s": ("s", "", "symbol "),
        "s n": ("n", "", "symbol "),
        "f 0": ("n == b*s", "derived", "fact derived"),
        "f 1": ("b < s", "assumed", "fact assumed"),
    }
    assert Edge("f 0", "s n", True) in edges
    assert Edge("s n", "f 0", False) not in edges
    assert {edge.start for edge in edges if edge.end == "f 1"} == {"s b", "s s"}


def texts(svg: str) -> list[str]:
    """The texts of a picture, which must be well-formed."""
    root = ElementTree.fromstring(svg)
    found = [one.text or "" for one in root.iter() if one.tag.rpartition("}")[2] == "text"]
    return [one for one in found if one]


@pytest.mark.parametrize("graphviz", [False, True])
def test_pictures_are_well_formed_and_escape_names(graphviz: bool) -> None:
    if graphviz and shutil.which("dot") is None:
        graphviz = False  # Our own layout takes its place, as for a user.
    names = ["<script>", '"];x[label="y', "a&lt;b", "back\\slash\\n", "%s{}|"]
    nodes = [Node(f"s {name}", name, "", "symbol s s1 c1") for name in names]
    edges = [Edge(f"s {one}", f"s {two}", True) for one in names for two in names if one < two]
    svg = picture(nodes, edges, graphviz)
    assert sorted(texts(svg)) == sorted(names)
    assert "<script>" not in svg
    assert "s1 c1" in svg


def nowhere(_name: str) -> str | None:
    """As where Graphviz is not installed."""
    return None


def failing(_name: str) -> str | None:
    """A command that fails."""
    return "false"


def test_without_graphviz_there_is_a_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagram.shutil, "which", nowhere)
    nodes, edges = graph_of(SYMBOLS, FACTS, {})
    svg = picture(nodes, edges)
    assert svg == picture(nodes, edges, graphviz=False)
    assert {"b", "s", "n", "n == b*s", "b < s"} <= set(texts(svg))


def test_a_failing_graphviz_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagram.shutil, "which", failing)
    nodes, edges = graph_of(SYMBOLS, FACTS, {})
    assert picture(nodes, edges) == picture(nodes, edges, graphviz=False)


@pytest.mark.parametrize("count", [1, 2, 10, 60])
def test_nodes_do_not_overlap_and_cycles_end(count: int) -> None:
    nodes = [Node(str(i), "x" * (i % 30 + 1), "", "symbol") for i in range(count)]
    edges = [Edge(str(i), str((i * 7 + 1) % count), i % 2 == 0) for i in range(count)]
    svg = picture(nodes, edges, graphviz=False)
    found = re.findall(r'<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"', svg)
    boxes = [tuple(map(int, one)) for one in found]
    assert len(boxes) == count
    for i, (x, y, width, height) in enumerate(boxes):
        for u, v, other, _ in boxes[:i]:
            assert y >= v + height or v >= y + height or x >= u + other or u >= x + width
    assert width_of(nodes[0]) > 0


def test_nothing_to_draw() -> None:
    assert picture(*graph_of([SYMBOLS[-1]], [], {})) == ""
