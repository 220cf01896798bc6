"""In-place updates: results that may be written over an operand."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.binary import BinaryOp
from disc_shape.dialects.hlo.comparison import ClampOp, CompareOp, SelectOp
from disc_shape.dialects.hlo.conversion import ConvertOp, PartOp, ReducePrecisionOp
from disc_shape.dialects.hlo.elementwise import UnaryOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.slicing import DynamicUpdateSliceOp
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.storage import Place
from disc_shape.lowering.types import buffer_type

ELEMENTWISE = (
    UnaryOp,
    BinaryOp,
    SelectOp,
    ClampOp,
    CompareOp,
    ConvertOp,
    PartOp,
    ReducePrecisionOp,
)
"""Operations that compute each element from the operands' elements at the same index."""

SCALAR = ("arith", "math")
"""Dialects all of whose operations on tensors are elementwise."""


def reusable(op: Operation, lowering: FunctionLowering) -> Place | None:
    """
    The place of an operand that the result of an operation may be written over:

        lmhlo.add ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%a : memref<?xf32>)

    The operation reads each element before it writes it, the operand has the result's buffer type
    (elements, sizes and layout) and symbols, the current block owns its storage, the live range of
    the storage ends at the operation, and no other operand aliases it.
    """
    candidates = _candidates(op)
    if not candidates:
        return None
    (result,) = op.results
    type_ = as_tensor(result.type)
    if type_ is None:
        return None
    wanted = buffer_type(type_)
    storages = [
        lowering.places.of(one).storage for one in op.operands if as_tensor(one.type) is not None
    ]
    for operand in candidates:
        place = lowering.places.of(operand)
        if (
            place.memref.type == wanted
            and lowering.places.is_last_use(place.storage)
            and storages.count(place.storage) == 1
            and lowering.places.symbols(operand) == lowering.places.symbols(result)
        ):
            return place
    return None


def _candidates(op: Operation) -> tuple[SSAValue, ...]:
    if isinstance(op, DynamicUpdateSliceOp):
        return (op.operand,)
    if isinstance(op, ELEMENTWISE) or op.dialect_name() in SCALAR:
        return tuple(one for one in op.operands if as_tensor(one.type) is not None)
    return ()
