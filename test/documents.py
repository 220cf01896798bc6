"""The pages of `docs/`: their code, run as printed."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from disc_shape.cards.card import CARDS
from disc_shape.relations import EVALUATORS, RELATIONS

DOCS = Path(__file__).resolve().parents[1] / "docs"

MODULE = "page"
"""The module that code of a page is in."""


def text_of(page: str) -> str:
    """The text of a page, by its path below `docs/`."""
    return (DOCS / page).read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    """The blocks of code that a page marks as of a language."""
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```", text_of(page))


def execute(page: str, blocks: list[str], **given: object) -> dict[str, object]:
    """The names that blocks of a page define one after the other, which see the names given."""
    module = ModuleType(MODULE)
    vars(module).update(given)
    for block in blocks:
        exec(compile(block, page, "exec", dont_inherit=True), vars(module))
    return vars(module)


@contextmanager
def registries_restored() -> Generator[None]:
    """Take back what pages register in the meantime for classes of theirs."""
    try:
        yield
    finally:
        for table in (RELATIONS, EVALUATORS, CARDS):
            for cls in [cls for cls in table if cls.__module__ == MODULE]:
                del table[cls]
