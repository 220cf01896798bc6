"""The generated part of `docs/`, as text: one page per dialect and per pass, and the HLO tables.

`docs/generate.py` writes what `pages()` returns; a test fails when the files differ from it.
"""

from collections.abc import Callable

from disc_shape.tools.documentation.constraints import constraint_table
from disc_shape.tools.documentation.dialects import dialect_pages
from disc_shape.tools.documentation.operations import operation_table
from disc_shape.tools.documentation.passes import pass_pages

SOURCES: tuple[Callable[[], dict[str, str]], ...] = (
    pass_pages,
    dialect_pages,
    operation_table,
    constraint_table,
)

NOTICE = "<!-- Generated from the code by `make docs`; edit the docstrings instead. -->\n\n"


def pages() -> dict[str, str]:
    """Path below `docs/` -> text of the page."""
    return {path: NOTICE + text for source in SOURCES for path, text in source().items()}
