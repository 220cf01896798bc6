"""Pictures of three reports, drawn without a browser."""

from __future__ import annotations

from html import escape
from pathlib import Path

from disc_shape.loading import load
from disc_shape.reporting.contents import COLOURS
from disc_shape.reporting.diagram import graph_of, picture
from disc_shape.reporting.report import Report

MODELS = Path(__file__).resolve().parents[2] / "test" / "models"

SHOWN: dict[str, str] = {
    "jax_mha": "An attention block from JAX. Both sizes have the names of the export; what is "
    "known of them, the program checks.",
    "torch_attention_block": "An attention block from PyTorch, without facts of the exporter. `S4` "
    "to `S7` follow from the sizes of the arguments; two facts depend on a check.",
    "jax_convnet": "A convolutional network from JAX, with the sizes that its windows leave.",
}
"""The models, and what their pictures show."""

WIDTH, LINE, LEFT = 960, 24, 16

STYLE = """<style>
text { font: 13px ui-monospace, "DejaVu Sans Mono", monospace; fill: #1c2024; }
text.title { font-size: 17px; font-weight: 700; } .note, .where { fill: #667; }
.page { fill: #fff; stroke: #d8dbe0; } .edge { fill: none; stroke: #667; }
.node text { text-anchor: middle; font-size: 12px; } .node text.note { font-size: 10px; }
.node rect { fill: #f6f7f9; stroke: #667; } .fact rect { fill: #fff; stroke-dasharray: 3 3; }
.derived rect { stroke: #2a9d4e; } .guarded rect { stroke: #3b7dd8; }
.assumed rect { stroke: #d88a1d; } marker path { fill: #667; }
@media (prefers-color-scheme: dark) {
  text { fill: #e3e6ea; } .page { fill: #15181c; stroke: #343a42; } .node rect { fill: #1d2126; }
  .note, .where { fill: #9aa2ad; } .fact rect { fill: #15181c; }
}
"""

HUES = (212, 20, 130, 285, 45, 180, 340, 90, 245, 0, 160, 310)


def gallery() -> dict[str, str]:
    """The page, and a picture for each model."""
    written: dict[str, str] = {}
    lines = [
        "# Gallery",
        "",
        "The top of three [reports](reading_the_output.md): the signature, what each size is, and "
        "the constraint graph. `disc-opt model.mlir --report out.html` writes the whole page, with "
        "the reasons of every fact, the checks that stay and the program before and after.",
    ]
    for name, text in SHOWN.items():
        report = load(MODELS / f"{name}.mlir").report()
        written[f"gallery/{name}.svg"] = card(report, f"{name}.mlir")
        lines += ["", f"## {name}", "", f"![{name}](gallery/{name}.svg)", "", text]
    written["gallery.md"] = "\n".join(lines) + "\n"
    return written


def card(report: Report, title: str) -> str:
    """The top of a report as a picture."""
    rows = [f'<text class="title" x="{LEFT}" y="32">What are the ? of {escape(title)}</text>']
    top = 32 + LINE + 8
    for signature in report.signatures:
        for line in signature_lines(str(signature)):
            rows.append(f'<text x="{LEFT}" y="{top}">{escape(line)}</text>')
            top += LINE
    top += 8
    for symbol in report.sizes:
        number = report.numbers[symbol.name] % COLOURS
        rows.append(
            f'<text x="{LEFT}" y="{top}"><tspan class="k{number}">{escape(symbol.name)}</tspan>'
            f'<tspan x="{LEFT + 60}">{escape(symbol.meaning)}</tspan>'
            f'<tspan class="where" x="{LEFT + 570}">{escape(symbol.origin)}</tspan></text>'
        )
        top += LINE
    nodes, edges = graph_of(report.symbols, report.facts, report.classes)
    graph = picture(nodes, edges, graphviz=False)
    height = int(float(graph.partition('viewBox="0 0 ')[2].split()[1].rstrip('"'))) if graph else 0
    placed = graph.replace("<svg ", f'<svg x="0" y="{top}" width="{WIDTH}" height="{height}" ', 1)
    colours = "".join(
        f".k{i} {{ fill: hsl({hue} 70% 45%); font-weight: 700; }}\n"
        f".c{i} rect {{ stroke: hsl({hue} 70% 45%); stroke-width: 2; }}\n"
        for i, hue in enumerate(HUES)
    )
    total = top + height + LEFT
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {total}" '
            f'width="{WIDTH}">',
            f"{STYLE}{colours}</style>",
            f'<rect class="page" x="0.5" y="0.5" width="{WIDTH - 1}" height="{total - 1}" rx="8"/>',
            *rows,
            placed,
            "</svg>\n",
        ]
    )


def signature_lines(text: str) -> list[str]:
    """A signature in lines that fit; many arguments are cut."""
    if len(text) <= 115:
        return [text]
    head, _, results = text.rpartition(" -> ")
    return [f"{head[:100]} ...", f"  -> {results}"]
