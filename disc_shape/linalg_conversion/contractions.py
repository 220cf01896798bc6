"""Contractions: `linalg.matmul` where it fits, else `linalg.generic`."""

from __future__ import annotations

from xdsl.dialects import linalg
from xdsl.ir import Operation
from xdsl.ir.affine import AffineExpr

from disc_shape.cards import space_of
from disc_shape.cards.indices import element_type_of
from disc_shape.cards.iteration import MultiplyAdd
from disc_shape.dialects.hlo.contraction import DotGeneralOp, DotOp
from disc_shape.linalg_conversion.generic import fill, new_tensor, write_space
from disc_shape.linalg_conversion.registry import no_form, register_conversion
from disc_shape.linalg_conversion.types import kind_of
from disc_shape.linalg_conversion.values import Values

ROW, COLUMN, INNER = (AffineExpr.dimension(axis) for axis in range(3))
MATMUL = ((ROW, INNER), (INNER, COLUMN))


def convert_dot(op: Operation, values: Values) -> None:
    """
    A product of matrices, or the loops of the contraction.

        %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : ...
    =>
        %2 = linalg.matmul ins(%0, %1 : ...) outs(%zero : tensor<?x?xf32>) -> tensor<?x?xf32>
    """
    space = space_of(op)
    if space is None:
        raise no_form(op, "it has no iteration space")
    maps = tuple(access.map.results for access in space.inputs)
    kinds = {element_type_of(value.type) for value in (*op.operands, *op.results)}
    plain = len(kinds) == 1 and kind_of(kinds.pop()) in ("float", "signed")
    if maps != MATMUL or not plain or not isinstance(space.body, MultiplyAdd):
        values.bind_all(op, write_space(op, space, values))
        return
    out = new_tensor(op, op.results[0], values, space)
    zero = values.writer.constant(0, element_type_of(out.type))
    total = fill(values.writer, zero, out)
    factors = [values.tensor(operand) for operand in op.operands]
    product = linalg.MatmulOp(factors, [total], [total.type])
    values.bind_all(op, values.writer.insert(product).results)


register_conversion(convert_dot, DotGeneralOp, DotOp)
