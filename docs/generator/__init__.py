"""The generated part of `docs/`, as text: one page per dialect and per pass, and the HLO tables.

`docs/generate.py` writes what `pages()` returns; a test fails when the files differ from it.
"""

from collections.abc import Callable

from generator.cards import card_table
from generator.constraints import constraint_table
from generator.dialects import dialect_pages
from generator.gallery import gallery
from generator.operations import operation_table
from generator.passes import pass_pages
from generator.relax_rules import rule_table
from generator.relay_rules import relay_rule_table

SOURCES: tuple[Callable[[], dict[str, str]], ...] = (
    pass_pages,
    dialect_pages,
    operation_table,
    constraint_table,
    card_table,
    gallery,
    rule_table,
    relay_rule_table,
)

NOTICE = "<!-- Generated from the code by `make docs`; edit the docstrings instead. -->\n\n"


def pages() -> dict[str, str]:
    """Path below `docs/` -> text of the page."""
    return {path: NOTICE + text for source in SOURCES for path, text in source().items()}
