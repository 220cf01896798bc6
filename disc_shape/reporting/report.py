"""The report of a program: what was found, as a page for a browser or as text for a terminal."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from disc_shape.reporting.contents import Contents
from disc_shape.reporting.findings import Findings
from disc_shape.reporting.listing import after_lines, before_lines
from disc_shape.reporting.questions import facts_of, guards_of, symbols_of
from disc_shape.reporting.sections import further_sections


@dataclass(frozen=True)
class Report(Contents):
    """A report, which can be shown."""

    @staticmethod
    def of(findings: Findings, title: str) -> Report:
        """The report of a program."""
        return Report(
            title,
            findings.signatures(),
            symbols_of(findings),
            facts_of(findings),
            guards_of(findings),
            before_lines(findings),
            after_lines(findings),
            list(further_sections(findings)),
        )

    @property
    def html(self) -> str:
        """A page that needs nothing else."""
        from disc_shape.reporting.page import page

        return page(self)

    def text(self, colours: bool = True) -> str:
        """The report for a terminal of 80 columns."""
        from disc_shape.reporting.terminal import text

        return text(self, colours)

    def save(self, path: str | Path) -> None:
        """
        Write the report: a page for `.html` and `.htm`, else text, in colours unless the
        environment variable `NO_COLOR` is set.
        """
        is_page = str(path).lower().endswith((".html", ".htm"))
        text = self.html if is_page else self.text(not os.environ.get("NO_COLOR"))
        Path(path).write_text(text, encoding="utf-8")

    def _repr_html_(self) -> str:
        """How notebooks show it."""
        from disc_shape.reporting.page import framed

        return framed(self.html)
