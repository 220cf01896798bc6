"""The constraint graph as a picture: by Graphviz where it is installed, else by a small layout."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from disc_shape.reporting.found import FactInfo, SymbolInfo

MAX_FACTS = 60
"""The facts that are drawn; a picture of more shows nothing."""
WIDTH, ROW, HEIGHT, GAP, LETTER = 960, 86, 40, 18, 7.3
"""Of the picture, a row, a node, the space between nodes, and a letter, in pixels."""


@dataclass(frozen=True)
class Node:
    """A symbol or a fact."""

    key: str
    label: str
    note: str
    classes: str
    """The classes of style sheets: `symbol s3 c3` or `fact derived`."""


@dataclass(frozen=True)
class Edge:
    """From a symbol to a fact about it, or from a fact to the symbol that it defines."""

    start: str
    end: str
    is_arrow: bool


def graph_of(
    symbols: Sequence[SymbolInfo], facts: Sequence[FactInfo], classes: Mapping[str, str]
) -> tuple[list[Node], list[Edge]]:
    """The symbols, and the facts about several of them. Facts about one are notes at the symbol."""
    nodes: dict[str, Node] = {}
    edges: list[Edge] = []
    notes = {one.name: one.known for one in symbols if one.value is None}
    drawn = [one for one in facts if len(set(one.symbols) & notes.keys()) > 1][:MAX_FACTS]
    mentioned = {name for fact in drawn for name in fact.symbols}
    for name, note in notes.items():
        if name in mentioned or len(nodes) < MAX_FACTS:
            words = f"symbol {classes.get(name, '')}"
            nodes[f"s {name}"] = Node(f"s {name}", name, note, words)
    for index, fact in enumerate(drawn):
        key = f"f {index}"
        nodes[key] = Node(key, fact.condition, fact.status, f"fact {fact.status}")
        for name in dict.fromkeys(fact.symbols):
            if name == fact.defines and f"s {name}" in nodes:
                edges.append(Edge(key, f"s {name}", True))
            elif f"s {name}" in nodes:
                edges.append(Edge(f"s {name}", key, False))
    return list(nodes.values()), edges


def picture(nodes: Sequence[Node], edges: Sequence[Edge], graphviz: bool = True) -> str:
    """An `<svg>` element with escaped text; empty for a graph without nodes."""
    if not nodes:
        return ""
    return (drawn_by_graphviz(nodes, edges) if graphviz else "") or drawn_here(nodes, edges)


# -- Graphviz


def quoted(text: str) -> str:
    """A string of Graphviz's language."""
    # `&` would begin an entity, and a backslash an escape.
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
    return '"' + "".join(one if one.isprintable() else " " for one in text) + '"'


def drawn_by_graphviz(nodes: Sequence[Node], edges: Sequence[Edge]) -> str:
    """The picture as `dot` draws it; empty where it is not installed or fails."""
    dot = shutil.which("dot")
    if dot is None:
        return ""
    number = {node.key: f"n{index}" for index, node in enumerate(nodes)}
    lines = ["digraph { bgcolor=transparent; node [fontname=monospace fontsize=12 margin=0.1];"]
    for node in nodes:
        shape = "box" if node.classes.startswith("symbol") else "plaintext"
        label = (
            quoted(node.label)[:-1] + (f"\\n{quoted(node.note)[1:-1]}" if node.note else "") + '"'
        )
        lines.append(f'{number[node.key]} [label={label} shape={shape} class="{node.classes}"];')
    for edge in edges:
        head = "normal" if edge.is_arrow else "none"
        lines.append(f"{number[edge.start]} -> {number[edge.end]} [arrowhead={head}];")
    text = "\n".join([*lines, "}"])
    try:
        run = subprocess.run(
            [dot, "-Tsvg"], input=text, capture_output=True, text=True, timeout=20, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    svg = run.stdout[max(run.stdout.find("<svg"), 0) :]
    svg = re.sub(r"<!--.*?-->|<title>.*?</title>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' id="[^"]*"', "", svg)
    # As wide as the page, but no smaller than its text can be read; its own size is in points.
    return re.sub(
        r'<svg width="(\d+)pt" height="\d+pt"',
        r'<svg style="max-width:\1pt;min-width:calc(.75*\1pt)"',
        svg,
        count=1,
    )


# -- our own layout


def drawn_here(nodes: Sequence[Node], edges: Sequence[Edge]) -> str:
    """The picture in rows: each fact below its symbols, each symbol below the facts defining it."""
    rows = placed_in_rows(nodes, edges)
    boxes: dict[str, tuple[float, float, float]] = {}
    top = 0.0
    width = WIDTH
    for row in rows:
        left = max((WIDTH - sum(width_of(node) + GAP for node in row)) / 2, 0)
        for node in row:
            boxes[node.key] = (left, top, width_of(node))
            left += width_of(node) + GAP
        width = max(width, int(left))
        top += ROW
    lines = [
        f'<svg viewBox="0 0 {width} {top - ROW + HEIGHT + 2:.0f}" style="max-width:{width}px;'
        f'min-width:{3 * width // 4}px">',
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
    ]
    for edge in edges:
        (left, above, wide), (other, below, broad) = boxes[edge.start], boxes[edge.end]
        x, y, u, v = left + wide / 2, above + HEIGHT, other + broad / 2, below
        if below < above:
            y, v = above, below + HEIGHT
        middle = (y + v) / 2
        marker = ' marker-end="url(#arrow)"' if edge.is_arrow else ""
        lines.append(
            f'<path class="edge" d="M{x:.0f} {y:.0f}C{x:.0f} {middle:.0f} {u:.0f} {middle:.0f} '
            f'{u:.0f} {v:.0f}"{marker}/>'
        )
    for node in nodes:
        left, above, wide = boxes[node.key]
        x = left + wide / 2
        lines.append(
            f'<g class="node {node.classes}"><rect x="{left:.0f}" y="{above + 1:.0f}" '
            f'width="{wide:.0f}" height="{HEIGHT}" rx="6"/>'
            f'<text x="{x:.0f}" y="{above + (17 if node.note else 25):.0f}">{escape(node.label)}'
            f'</text><text class="note" x="{x:.0f}" y="{above + 33:.0f}">{escape(node.note)}'
            "</text></g>"
        )
    return "\n".join([*lines, "</svg>"])


def width_of(node: Node) -> float:
    """The width of a node in pixels."""
    return max(len(node.label), len(node.note) * 0.85, 4) * LETTER + 16


def placed_in_rows(nodes: Sequence[Node], edges: Sequence[Edge]) -> list[list[Node]]:
    """The nodes in rows, each row near what it is tied to in the rows above."""
    sources: dict[str, list[str]] = {node.key: [] for node in nodes}
    for edge in edges:
        sources[edge.end].append(edge.start)
    level = dict.fromkeys(sources, 0)
    for _ in range(min(len(nodes), 2 * MAX_FACTS)):  # At most so many steps: cycles end there.
        before = dict(level)
        for key, above in sources.items():
            level[key] = min(max((before[one] + 1 for one in above), default=0), 20)
        if before == level:
            break
    place: dict[str, float] = {node.key: index for index, node in enumerate(nodes)}
    rows: list[list[Node]] = []
    for height in sorted(set(level.values())):
        row = [node for node in nodes if level[node.key] == height]
        for node in row:
            above = [place[one] for one in sources[node.key] if level[one] < height]
            place[node.key] = sum(above) / len(above) if above else place[node.key]
        row.sort(key=lambda node: place[node.key])
        line: list[Node] = []
        for node in row:
            if line and sum(map(width_of, [*line, node])) + GAP * len(line) > WIDTH:
                rows.append(line)
                line = []
            line.append(node)
            place[node.key] = len(line)
        rows.append(line)
    return rows
