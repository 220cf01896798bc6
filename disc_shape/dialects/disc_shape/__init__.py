"""The dialect `disc_shape`: symbols, facts about them, and operations that bind them to values."""

from xdsl.ir import Dialect

from disc_shape.dialects.disc_shape.encoding import (
    DIMS,
    get_symbols,
    strip,
    symbol_list,
    value_symbols,
    with_symbols,
)
from disc_shape.dialects.disc_shape.legacy import SymbolicDimOp, TieProductEqualOp, convert_legacy
from disc_shape.dialects.disc_shape.predicates import (
    PredicateOp,
    TiePredicateAffineEqOp,
    TiePredicateDivisibleOp,
    TiePredicateEqOp,
    TiePredicateGroupMulEqOp,
    TiePredicateLtOp,
    TiePredicateMulEqOp,
    TiePredicateOp,
)
from disc_shape.dialects.disc_shape.shaping import DelinearizeOp, LinearizeOp, TieShapeOp
from disc_shape.dialects.disc_shape.symbols import BindDimOp, DimOp, SymbolDimOp
from disc_shape.dialects.disc_shape.verification import GRAPH, verify_shape_constraints

__all__ = [
    "DIMS",
    "GRAPH",
    "BindDimOp",
    "DelinearizeOp",
    "DimOp",
    "DiscShape",
    "LinearizeOp",
    "PredicateOp",
    "SymbolDimOp",
    "SymbolicDimOp",
    "TiePredicateAffineEqOp",
    "TiePredicateDivisibleOp",
    "TiePredicateEqOp",
    "TiePredicateGroupMulEqOp",
    "TiePredicateLtOp",
    "TiePredicateMulEqOp",
    "TiePredicateOp",
    "TieProductEqualOp",
    "TieShapeOp",
    "convert_legacy",
    "get_symbols",
    "strip",
    "symbol_list",
    "value_symbols",
    "verify_shape_constraints",
    "with_symbols",
]

DiscShape = Dialect(
    "disc_shape",
    [
        SymbolDimOp,
        DimOp,
        BindDimOp,
        TieShapeOp,
        LinearizeOp,
        DelinearizeOp,
        TiePredicateEqOp,
        TiePredicateLtOp,
        TiePredicateDivisibleOp,
        TiePredicateMulEqOp,
        TiePredicateGroupMulEqOp,
        TiePredicateAffineEqOp,
        TiePredicateOp,
        SymbolicDimOp,
        TieProductEqualOp,
    ],
    [],
)
