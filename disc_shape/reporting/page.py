"""The report as one page: no script, style or picture from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files

from disc_shape.reporting.contents import STATUS_WORDS, Contents
from disc_shape.reporting.diagram import graph_of, picture
from disc_shape.reporting.found import Because, GuardInfo, Parameter, Signature, SymbolInfo
from disc_shape.reporting.listing import Line, Piece, shortened
from disc_shape.reporting.sections import Section

WORD = re.compile(r"[^\W\d][\w$.]*")
"""What may be the name of a symbol in a condition."""

MAX_ARGUMENTS = 8
"""Arguments of fixed sizes beyond these are counted."""


MAX_LINE = 300
"""The letters of a line of the program that are shown as a reason."""

MAX_TEXT = 160
"""The letters of a reason or a message that are shown before it is opened."""


def page(report: Contents) -> str:
    """The whole page."""
    folder = files("disc_shape.reporting")
    style = (folder / "page.css").read_text(encoding="utf-8")
    script = (folder / "page.js").read_text(encoding="utf-8")
    body = "\n".join(PageWriter(report).body())
    title = escape(report.title)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<link rel="icon" href="data:,">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}\n"
        f'<output id="hint" aria-live="polite"></output>\n<script>\n{script}</script>\n'
        "</body>\n</html>\n"
    )


def framed(text: str) -> str:
    """A page inside of another one, whose styles it keeps away."""
    return (
        f'<iframe srcdoc="{escape(text)}" title="report" '
        'style="width:100%;height:42em;border:1px solid #8888"></iframe>'
    )


class PageWriter:
    """Writes the parts of a page; `escape` is applied to every text of the program."""

    def __init__(self, report: Contents) -> None:
        self.report = report
        self.classes: Mapping[str, str] = report.classes
        self.known = {one.name for one in report.symbols}
        self.has_likely = any(one.likely_values for one in report.sizes)

    def body(self) -> Iterator[str]:
        """The sections in order."""
        report = self.report
        yield f"<header><p>{escape(report.title)}</p><h1>What are my <code>?</code></h1></header>"
        yield "<main>"
        yield from self.answer()
        yield from self.facts()
        yield from self.guards()
        yield from self.graph()
        yield from self.listings()
        for section in report.sections:
            yield from registered_section(section)
        yield "</main>"

    # -- pieces

    def mark(self, text: str, name: str) -> str:
        """Text in the colour of a symbol."""
        classes = self.classes.get(name)
        if classes is None:
            return escape(text)
        return f'<b class="{classes}">{escape(text)}</b>'

    def marked(self, text: str) -> str:
        """A condition or an expression with its symbols in their colours."""
        if text in self.classes:
            return self.mark(text, text)
        parts: list[str] = []
        end = 0
        for found in WORD.finditer(text):
            parts += [escape(text[end : found.start()]), self.mark(found[0], found[0])]
            end = found.end()
        return "".join([*parts, escape(text[end:])])

    def code(self, text: str) -> str:
        """A condition in the font of code."""
        return f"<code>{self.marked(text)}</code>"

    # -- sections

    def answer(self) -> Iterator[str]:
        """The signature, and what each symbol is."""
        yield '<section id="symbols">'
        for signature in self.report.signatures:
            yield f'<p class="signature"><code>{self.signature(signature)}</code></p>'
        if self.report.sizes:
            likely = "<th>likely</th>" if self.has_likely else ""
            yield '<table class="symbols"><thead><tr><th>size</th><th>is</th><th>first seen as</th>'
            yield f"{likely}</tr></thead><tbody>"
            yield from map(self.symbol_row, self.report.sizes)
            yield "</tbody></table>"
        else:
            yield "<p>Every size of this program is a number: there is no <code>?</code> left.</p>"
        numbers = sorted({one.value for one in self.report.symbols if one.value is not None})
        if numbers:
            shown = ", ".join(map(str, numbers))
            yield f'<p class="note">All other sizes are numbers: {shown}.</p>'
        yield "</section>"

    def signature(self, signature: Signature) -> str:
        """`main(x: f32[b, s, 4]) -> f32[b, 4]`, arguments of fixed sizes counted if many."""
        shown = list(signature.arguments)
        fixed = [one for one in shown if all(size.isdigit() for size in one.sizes or ())]
        rest = ""
        if len(fixed) > MAX_ARGUMENTS:
            shown = [one for one in shown if one not in fixed]
            rest = f", <i>and {len(fixed)} arguments of fixed sizes</i>"
        arguments = ", ".join(map(self.parameter, shown)) + rest
        results = ", ".join(map(self.parameter, signature.results))
        if len(signature.results) != 1:
            results = f"({results})"
        return f"{escape(signature.name)}({arguments.removeprefix(', ')}) &rarr; {results}"

    def parameter(self, parameter: Parameter) -> str:
        """`x: f32[b, s, 4]`."""
        name = f"{escape(parameter.name)}: " if parameter.name else ""
        if parameter.sizes is None:
            return f"<span>{name}{escape(parameter.element)}</span>"
        sizes = ", ".join(map(self.marked, parameter.sizes))
        return f"<span>{name}{escape(parameter.element)}[{sizes}]</span>"

    def symbol_row(self, symbol: SymbolInfo) -> str:
        """What a symbol is, and where it comes from."""
        number = self.report.numbers[symbol.name]
        likely = ", ".join(map(str, symbol.likely_values))
        return (
            f'<tr id="symbol-{number}"><td><code>{self.mark(symbol.name, symbol.name)}</code></td>'
            f'<td class="meaning">{self.meaning(symbol)}</td>'
            f"<td>{escape(symbol.origin)}</td>"
            + (f"<td>{likely}</td></tr>" if self.has_likely else "</tr>")
        )

    def meaning(self, symbol: SymbolInfo) -> str:
        """All that is known of a symbol: what it equals, then its range."""
        if not symbol.equals:
            return escape(symbol.meaning)
        known = f", {symbol.known}" if symbol.known else ""
        return f"equal to {self.code(symbol.equals)}{escape(symbol.trust + known)}"

    def facts(self) -> Iterator[str]:
        """The facts by status, each with its chain of reasons."""
        yield '<section id="facts"><h2>What is known of them</h2>'
        if not self.report.facts:
            yield "<p>Nothing beyond the types: equal sizes have one symbol.</p>"
        for status, facts in self.report.facts_by_status.items():
            yield f'<h3 class="{status}">{escape(STATUS_WORDS[status])}</h3><ul class="facts">'
            for fact in facts:
                yield f"<li>{self.code(fact.condition)}{chain(fact.reasons)}</li>"
            yield "</ul>"
        yield "</section>"

    def guards(self) -> Iterator[str]:
        """The checks that stay, each with the sizes that keep it, then the decided ones."""
        report = self.report
        yield '<section id="guards"><h2>What the program checks when it runs</h2>'
        if not report.kept_guards:
            yield "<p>Nothing: no check on sizes is left.</p>"
        else:
            yield '<ul class="facts">'
            for guard in report.kept_guards:
                yield f"<li>{self.guard(guard)}</li>"
            yield "</ul>"
        if report.decided_guards or report.trivial_guards:
            count = len(report.decided_guards) + sum(report.trivial_guards.values())
            yield f"<details><summary>Removed since they always pass: {count}</summary><ul>"
            for guard in report.decided_guards:
                yield f"<li>{self.code(guard.condition)}{chain(guard.reasons)}</li>"
            for name, number in report.trivial_guards.items():
                yield f"<li>{number} of <code>{escape(name)}</code>, which hold for all sizes</li>"
            yield "</ul></details>"
        yield "</section>"

    def guard(self, guard: GuardInfo) -> str:
        """A check that stays, or that no run passes."""
        what = self.code(guard.condition) if guard.condition else "<i>a condition on data</i>"
        text = f'{what} <span class="where">{escape(guard.location)}</span>'
        if guard.verdict == "fails":
            text += '<p class="why">No run passes this check.</p>'
        else:
            text += f'<p class="why">It stays: {self.why(guard)}.</p>'
        return text + (
            f'<div class="message">{prose(guard.message)}</div>' if guard.message else ""
        )

    def why(self, guard: GuardInfo) -> str:
        """Why a guard stays, its counterexample in colours."""
        if not guard.counterexample:
            return escape(guard.why)
        sizes = ", ".join(f"{self.marked(name)} = {value}" for name, value in guard.counterexample)
        return f"nothing before it excludes <code>{sizes}</code>"

    def graph(self) -> Iterator[str]:
        """The constraint graph as a picture."""
        nodes, edges = graph_of(self.report.symbols, self.report.facts, self.classes)
        svg = picture(nodes, edges)
        if svg:
            yield '<section id="graph"><h2>The constraint graph</h2>'
            yield "<p>Boxes are sizes. An arrow leads from a fact to the size that it defines.</p>"
            yield f'<div class="picture">{svg}</div></section>'

    def listings(self) -> Iterator[str]:
        """The program before and after, side by side on wide screens."""
        yield '<section id="program"><h2>The program before and after</h2>'
        yield "<p>Equal sizes have equal colours. Point at a size to see it everywhere.</p>"
        yield '<div class="sides">'
        if self.report.before:
            yield from self.listing("before", self.report.before)
        yield from self.listing("after", self.report.after)
        yield "</div></section>"

    def listing(self, title: str, lines: Sequence[Line]) -> Iterator[str]:
        """One program."""
        yield f'<figure id="{title}"><figcaption>{title}</figcaption><pre>'
        for line in lines:
            yield "".join(map(self.piece, line))
        yield "</pre></figure>"

    def piece(self, piece: Piece) -> str:
        """Some text of a line."""
        if not piece.symbol or piece.symbol in self.known:
            return self.mark(piece.text, piece.symbol)
        # A size without a symbol of its own, such as 2*b, shows what it is.
        return f'<u title="{escape(piece.symbol)}">{escape(piece.text)}</u>'


def chain(reasons: Sequence[Because]) -> str:
    """Reasons in order, each with the line of the program that states it."""
    if not reasons:
        return ""
    items = "".join(f"<li>{because(one)}</li>" for one in reasons)
    return f'<ol class="chain">{items}</ol>'


def because(reason: Because) -> str:
    """One reason."""
    status = "" if reason.status == "derived" else f" <i>({escape(reason.status)})</i>"
    where = f'<span class="where">{escape(reason.location)}</span> ' if reason.location else ""
    line = shortened(reason.line)
    line = line if len(line) <= MAX_LINE else f"{line[:MAX_LINE]} ..."
    source = f'<pre class="line">{escape(line)}</pre>' if line else ""
    return f"{where}{prose(reason.text)}{status}{source}"


def prose(text: str) -> str:
    """Text of the program, long messages folded."""
    if len(text) <= MAX_TEXT:
        return escape(text)
    begin = text[:MAX_TEXT].rpartition(" ")[0]
    rest = escape(text[len(begin) :])
    return f"<details><summary>{escape(begin)} ...</summary>{rest}</details>"


def registered_section(section: Section) -> Iterator[str]:
    """A registered section."""
    yield f"<section><h2>{escape(section.title)}</h2>"
    if section.sentence:
        yield f"<p>{escape(section.sentence)}</p>"
    if section.svg:
        yield f'<div class="picture">{section.svg}</div>'
    if section.rows:
        yield "<table>"
        if section.header:
            cells = "".join(f"<th>{escape(one)}</th>" for one in section.header)
            yield f"<thead><tr>{cells}</tr></thead>"
        for row in section.rows:
            yield "<tr>" + "".join(f"<td>{escape(one)}</td>" for one in row) + "</tr>"
        yield "</table>"
    yield "</section>"
