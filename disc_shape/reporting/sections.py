"""
Sections of the report: plain data, which the page and the text both show.

Later stages add theirs: an entry of `SECTIONS` names a function that makes one from the findings,
and that is loaded when a report is written.

    SECTIONS["memory over time"] = "disc_shape.memory.chart:section"
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

from disc_shape.lazy import load
from disc_shape.reporting.findings import Findings

SECTIONS: dict[str, str] = {"in numbers": "disc_shape.reporting.counts:section"}
"""Sections at the end of a report, in order: `module:function` each."""


@dataclass(frozen=True)
class Section:
    """A heading, what the section shows, a table and a picture."""

    title: str
    sentence: str = ""
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    svg: str = ""
    """A picture for the page: a whole `<svg>` element with escaped text. The text leaves it out."""


def further_sections(findings: Findings) -> Iterator[Section]:
    """The registered sections that have something to show."""
    for entry in SECTIONS.values():
        build = cast("Callable[[Findings], Section | None]", load(entry))
        section = build(findings)
        if section is not None:
            yield section
