"""What MLIR's `arith` asks of operations beyond xDSL."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import AnyFloat, IntegerType, TensorType, i64
from xdsl.utils.type import get_element_type_or_self, have_compatible_shape

from disc_shape.dialects.xdsl_extras.checks import CHECKS, require
from disc_shape.dialects.xdsl_extras.ranked import compatible


def check_compare(op: arith.CmpiOp | arith.CmpfOp) -> None:
    """Operands of one type, truth values in its shape, and one of the ways to compare."""
    ways = 10 if isinstance(op, arith.CmpiOp) else 16
    require(
        op.predicate.type == i64 and 0 <= op.predicate.value.data < ways,
        f"predicate of '{op.name}' is {op.predicate}, expected 0 to {ways - 1} of type i64",
    )
    left, right, result = op.lhs.type, op.rhs.type, op.result.type
    require(left == right, f"operands of '{op.name}' differ: {left} and {right}")
    expected = IntegerType(1)
    if not isinstance(left, TensorType):
        return
    require(
        isinstance(result, TensorType)
        and get_element_type_or_self(result) == expected
        and compatible(result.get_shape(), left.get_shape()),
        f"result of '{op.name}' is {result}, expected {expected} in the shape of {left}",
    )


def check_float_cast(op: arith.ExtFOp | arith.TruncFOp) -> None:
    """A float of each of the operand's, wider or narrower."""
    source, target = op.input.type, op.result.type
    require(
        have_compatible_shape(source, target),
        f"shapes of '{op.name}' differ: {source} and {target}",
    )
    elements = get_element_type_or_self(source), get_element_type_or_self(target)
    less, more = elements if isinstance(op, arith.ExtFOp) else reversed(elements)
    if isinstance(less, AnyFloat) and isinstance(more, AnyFloat):
        require(less.bitwidth < more.bitwidth, f"'{op.name}' is not between {source} and {target}")


CHECKS.register(check_compare, arith.CmpfOp, arith.CmpiOp)
CHECKS.register(check_float_cast, arith.ExtFOp, arith.TruncFOp)
