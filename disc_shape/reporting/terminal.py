"""The report as text for a terminal of 80 columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from textwrap import shorten, wrap

from disc_shape.reporting.contents import STATUS_WORDS, Contents
from disc_shape.reporting.found import Because, GuardInfo, Signature
from disc_shape.reporting.listing import Line, Piece
from disc_shape.reporting.sections import Section

WIDTH = 80
LONGEST = 200
"""The letters of a reason that are shown."""
SHOWN_LINES = 30
"""Lines of the program after its passes that are shown."""

PALETTE = (34, 31, 32, 35, 33, 36, 94, 91, 92, 95, 93, 96)
"""A colour of terminals for each of the colours of symbols."""
BOLD, FAINT = 1, 2
ESCAPE = re.compile(r"\x1b\[[\d;]*m")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x80-\x9f]")
"""Control characters in names would move the cursor or change the colours."""


def text(report: Contents, colours: bool) -> str:
    """The whole report; without `colours` as plain text."""
    lines = "\n".join(TextWriter(report).lines()) + "\n"
    return lines if colours else ESCAPE.sub("", lines)


def width_of(line: str) -> int:
    """The width of a line in columns."""
    return len(ESCAPE.sub("", line))


def painted(line: str, code: int) -> str:
    """Text in a colour or weight."""
    return f"\x1b[{code}m{line}\x1b[0m"


class TextWriter:
    """Writes the parts of the text."""

    def __init__(self, report: Contents) -> None:
        self.report = report
        names = sorted(report.numbers, key=len, reverse=True)
        listed = "|".join(re.escape(name) for name in names)
        self.name = re.compile(rf"(?<![\w$.])(?:{listed})(?![\w$.])" if listed else r"(?!)")

    def lines(self) -> Iterator[str]:
        """The sections in order."""
        report = self.report
        yield painted(f"What are the ? of {clean(report.title)}", BOLD)
        yield ""
        for signature in report.signatures:
            yield from self.signature(signature)
        yield from self.symbols()
        yield from self.facts()
        yield from self.guards()
        yield from self.program()
        for section in report.sections:
            yield from self.section(section)

    def marked(self, line: str) -> str:
        """A line with its symbols in their colours."""
        return self.name.sub(lambda found: self.mark(found[0], found[0]), clean(line))

    def mark(self, line: str, name: str) -> str:
        """Text in the colour of a symbol."""
        number = self.report.numbers.get(name)
        return line if number is None or not line else painted(line, PALETTE[number % len(PALETTE)])

    def wrapped(self, line: str, indent: int, more: int = 2) -> Iterator[str]:
        """Text in lines of 80 columns, the further ones indented more, symbols in colours."""
        parts = wrap(
            clean(line),
            WIDTH,
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent + more),
            break_on_hyphens=False,
        )
        for one in parts:
            yield self.marked(one)

    def heading(self, title: str) -> Iterator[str]:
        """A heading after an empty line."""
        yield ""
        yield painted(clean(title)[:WIDTH], BOLD)

    def signature(self, signature: Signature) -> Iterator[str]:
        """A function in the user's words."""
        yield from self.wrapped(str(signature), 2)

    def symbols(self) -> Iterator[str]:
        """What each symbol is, and where it comes from."""
        sizes = self.report.sizes
        yield ""
        if not sizes:
            yield "  Every size is a number: there is no ? left."
        broad = min(max((len(one.name) for one in sizes), default=0), 20) + 2
        for one in sizes:
            likely = (
                f", likely {', '.join(map(str, one.likely_values))}" if one.likely_values else ""
            )
            origin = f"; first seen as {one.origin}" if one.origin else ""
            line = f"{one.name:<{broad}}{one.meaning}{likely}{origin}"
            yield from self.wrapped(line, 2, broad)

    def facts(self) -> Iterator[str]:
        """The facts by status, each with its chain of reasons."""
        for status, facts in self.report.facts_by_status.items():
            yield from self.heading(STATUS_WORDS[status])
            for fact in facts:
                yield from self.wrapped(fact.condition, 2)
                yield from self.chain(fact.reasons)

    def chain(self, reasons: Sequence[Because]) -> Iterator[str]:
        """Reasons in order."""
        for reason in reasons:
            status = "" if reason.status == "derived" else f" ({reason.status})"
            text = shorten(reason.text, LONGEST, placeholder=" ...")
            for part in self.wrapped(f"because {text}{status}", 4):
                yield painted(ESCAPE.sub("", part), FAINT)
            if reason.location:
                yield painted(f"      {clean(reason.location)[: WIDTH - 6]}", FAINT)

    def guards(self) -> Iterator[str]:
        """The checks that stay, each with the sizes that keep it."""
        report = self.report
        yield from self.heading("What the program checks when it runs")
        if not report.kept_guards:
            yield "  Nothing: no check on sizes is left."
        for guard in report.kept_guards:
            yield from self.guard(guard)
        decided = len(report.decided_guards) + sum(report.trivial_guards.values())
        if decided:
            yield f"  Removed since they always pass: {decided}"

    def guard(self, guard: GuardInfo) -> Iterator[str]:
        """One check."""
        yield from self.wrapped(guard.condition or "a condition on data", 2)
        why = "no run passes it" if guard.verdict == "fails" else f"it stays: {guard.why}"
        yield from self.wrapped(why, 4)

    def program(self) -> Iterator[str]:
        """The first lines of the program after its passes."""
        yield from self.heading("The program after the passes")
        for line in self.report.after[:SHOWN_LINES]:
            yield self.shown(line)
        left_out = len(self.report.after) - SHOWN_LINES
        if left_out > 0:
            yield f"  ... {left_out} more lines"

    def shown(self, line: Line) -> str:
        """A line of a program, cut at 80 columns."""
        parts: list[str] = []
        room = WIDTH
        for piece in line:
            short = Piece(clean(piece.text)[:room], piece.symbol)
            parts.append(self.mark(short.text, short.symbol))
            room -= len(short.text)
        return "".join(parts)

    def section(self, section: Section) -> Iterator[str]:
        """A registered section, without its picture."""
        yield from self.heading(section.title)
        if section.sentence:
            yield from self.wrapped(section.sentence, 2, 0)
        table = [row for row in (section.header, *section.rows) if row]
        widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))] if table else []
        for row in table:
            cells = [f"{row[0]:<{widths[0]}}"]
            cells += [f"{one:>{width}}" for one, width in zip(row[1:], widths[1:], strict=True)]
            yield clean("  " + "  ".join(cells))[:WIDTH]


def clean(line: str) -> str:
    """Text of a program without control characters."""
    return _UNPRINTABLE.sub("?", line)
