"""Dimension expressions, facts about them, and a prover.  A library of its own: no IR inside.

from disc_shape.symbolic import Prover, parse, parse_cond, sym

prover = Prover()
prover.assume(parse_cond("s % 4 == 0"))
prover.canonical(parse("4*(s//4)"))      # s

Importing the package loads expressions, conditions and facts; the prover, the parser, explanations
and the exact layer are loaded when they are first used.
"""

from typing import TYPE_CHECKING

from disc_shape.symbolic.choice import (
    Max,
    Min,
    Select,
    has_atom,
    has_product,
    maximum,
    minimum,
    select,
)
from disc_shape.symbolic.conditions import (
    FALSE,
    TRUE,
    And,
    Comparison,
    Cond,
    Or,
    compare,
    conj,
    disj,
    negate,
)
from disc_shape.symbolic.division import FloorDiv, Mod, ceildiv
from disc_shape.symbolic.effort import Effort
from disc_shape.symbolic.facts import Answer, Contradiction, Fact, Mention, Reason, Status, Truth
from disc_shape.symbolic.monomials import product
from disc_shape.symbolic.terms import Const, Expr, Product, Sum, Symbol, const, sym

if TYPE_CHECKING:
    from disc_shape.symbolic.parsing import parse, parse_cond
    from disc_shape.symbolic.prover import Prover

__all__ = [
    "FALSE",
    "TRUE",
    "And",
    "Answer",
    "Comparison",
    "Cond",
    "Const",
    "Contradiction",
    "Effort",
    "Expr",
    "Fact",
    "FloorDiv",
    "Max",
    "Mention",
    "Min",
    "Mod",
    "Or",
    "Product",
    "Prover",
    "Reason",
    "Select",
    "Status",
    "Sum",
    "Symbol",
    "Truth",
    "ceildiv",
    "compare",
    "conj",
    "const",
    "disj",
    "has_atom",
    "has_product",
    "maximum",
    "minimum",
    "negate",
    "parse",
    "parse_cond",
    "product",
    "select",
    "sym",
]


def __getattr__(name: str) -> object:
    if name == "Prover":
        from disc_shape.symbolic.prover import Prover as found
    elif name == "parse":
        from disc_shape.symbolic.parsing import parse as found
    elif name == "parse_cond":
        from disc_shape.symbolic.parsing import parse_cond as found
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found
