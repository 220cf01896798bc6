"""
The types of the shape dialect as those of values that exist at run time.

Behind the type checker no size or shape holds an error: a legal run makes none. So a size is an
index, a shape an extent tensor, and a witness, whose check is an assertion, the number one.
"""

from __future__ import annotations

from xdsl.dialects import scf, tensor
from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    FunctionType,
    IndexType,
    IntegerAttr,
    ModuleOp,
    TensorType,
    i1,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.dialects import shape
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.shape.types import ShapeType, SizeType, ValueShapeType, WitnessType
from disc_shape.lowering.writer import no_form

INDEX = IndexType()
EXTENTS = TensorType(INDEX, (DYNAMIC_INDEX,))


def plain(type_: Attribute) -> Attribute:
    """The type of what stands for a value at run time."""
    if isinstance(type_, SizeType):
        return INDEX
    if isinstance(type_, ShapeType):
        return EXTENTS
    return i1 if isinstance(type_, WitnessType) else type_


def use_plain_types(module: ModuleOp) -> None:
    """
    Give sizes, shapes and witnesses the types of what they are.

        %n = shape.num_elements %s : !shape.shape -> !shape.size
    =>
        %n = shape.num_elements %s : tensor<?xindex> -> index

    Shape functions, alone or in a library, stay as they are: nothing runs them.
    """
    ops = [op for child in module.ops if not _is_library(child) for op in child.walk()]
    for op in ops:
        if isinstance(op, shape.WithOp | shape.ValueOfOp):
            _use_value(op)
        elif isinstance(op, shape.ReduceOp):
            _run_reduction(op)
    for op in (op for child in module.ops if not _is_library(child) for op in child.walk()):
        values: list[SSAValue] = [*op.results]
        for region in op.regions:
            for block in region.blocks:
                values += block.args
        for value in values:
            if (type_ := plain(value.type)) != value.type:
                Rewriter.replace_value_with_new_type(value, type_)
        if isinstance(op, FuncOp):
            given = op.function_type
            op.properties["function_type"] = FunctionType.from_lists(
                [plain(one) for one in given.inputs], [plain(one) for one in given.outputs]
            )


def _is_library(op: Operation) -> bool:
    return isinstance(op, shape.FunctionLibraryOp | shape.FuncOp)


def _use_value(op: shape.WithOp | shape.ValueOfOp) -> None:
    """
    A value with a shape is the value, whose shape that is.

        %1 = shape.with_shape %0, %s : tensor<?xf32>, !shape.shape      =>    uses of %1 use %0
    """
    value, wanted = op.operands[0], as_tensor(op.results[0].type)
    if isinstance(value.type, ValueShapeType):
        raise no_form(op)
    if wanted is not None and wanted != value.type and as_tensor(value.type) is not None:
        value = _put(tensor.CastOp(value, wanted), op)
    op.results[0].replace_all_uses_with(value)
    Rewriter.erase_op(op)


def _run_reduction(op: shape.ReduceOp) -> None:
    """
    A loop over the sizes of a shape.

        %1 = shape.reduce(%s, %0) : tensor<?xindex> -> index { ^bb0(%i, %size, %x): ... }
    =>
        %rank = shape.rank %s : tensor<?xindex> -> index
        %1 = scf.for %i = %c0 to %rank step %c1 iter_args(%x = %0) -> (index) {
          %size = shape.get_extent %s, %i : tensor<?xindex>, index -> index
          ...
        }
    """
    zero, one = (_put(ConstantOp(IntegerAttr(number, INDEX)), op) for number in (0, 1))
    rank = _put(shape.RankOp(op.shape, INDEX), op)
    region = op.detach_region(op.region)
    block = region.block
    index, size = block.args[:2]
    extent = shape.GetExtentOp(op.shape, index, size.type)
    last = block.last_op
    assert last is not None
    if block.first_op is not None:
        block.insert_ops_before([extent], block.first_op)
    size.replace_all_uses_with(extent.results[0])
    block.erase_arg(size)
    Rewriter.replace_op(last, scf.YieldOp(*last.operands), [])
    loop = scf.ForOp(zero, rank, one, list(op.init_vals), region)
    Rewriter.replace_op(op, loop)


def _put(new: Operation, op: Operation) -> SSAValue:
    Rewriter.insert_op(new, InsertPoint.before(op))
    return new.results[0]
