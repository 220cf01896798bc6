"""
Semi-affine maps: products and quotients of symbols, as in `affine_map<()[s0, s1] -> (s0 * s1)>`.

xDSL's affine expressions can hold them and print them; only its parser and its operators refuse.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineExpr,
    AffineMap,
)
from xdsl.parser import AttrParser
from xdsl.parser.affine_parser import AffineParser
from xdsl.parser.generic_parser import ParserState
from xdsl.utils.mlir_lexer import MLIRToken, MLIRTokenKind

KINDS = {
    "*": AffineBinaryOpKind.Mul,
    "ceildiv": AffineBinaryOpKind.CeilDiv,
    "floordiv": AffineBinaryOpKind.FloorDiv,
    "mod": AffineBinaryOpKind.Mod,
}


class SemiAffineParser(AffineParser):
    """
    xDSL's parser of affine maps, which also takes operands that are not constant, and sums and
    products of any length.
    """

    def _create_binop_expr(self, lhs: AffineExpr, rhs: AffineExpr, binop: MLIRToken) -> AffineExpr:
        constant = isinstance(rhs, AffineConstantExpr)
        if binop.text == "*":
            constant |= isinstance(lhs, AffineConstantExpr)
        if constant or binop.text not in KINDS:
            return super()._create_binop_expr(lhs, rhs, binop)
        return AffineBinaryOpExpr(KINDS[binop.text], lhs, rhs)

    def _parse_affine_expr(
        self, parse_optional_bare_id: Callable[[], AffineExpr | None]
    ) -> AffineExpr:
        # Few programs have affine maps.
        from disc_shape.dialects.xdsl_extras.affine_text import balanced

        return balanced(super()._parse_affine_expr(parse_optional_bare_id))


def parse_semi_affine_map(parser: AttrParser) -> AffineMap:
    """`()[s0, s1] -> (s0 * s1, 4)`, without the brackets around it."""
    state = cast("ParserState[MLIRTokenKind]", vars(parser)["_parser_state"])
    return SemiAffineParser(state).parse_affine_map()


class SemiAffineMaps(AttrParser):
    """A parser that reads semi-affine maps wherever an affine map may stand."""

    def parse_affine_map(self) -> AffineMap:
        return parse_semi_affine_map(self)
