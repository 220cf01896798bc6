"""Reshapes as IREE computes them right."""

from __future__ import annotations

from xdsl.builder import Builder
from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, IntegerAttr, TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.dialects.iree import OptimizationBarrierOp
from disc_shape.dialects.xdsl_extras.tensor import ExpandShapeOp
from disc_shape.exporting.iree_loops import hidden
from disc_shape.linalg_conversion.reshapes import DEFINITE, product_of, reassociation
from disc_shape.relations.value_types import as_tensor


def hide_sizes(op: Operation) -> None:
    """
    Hide where the sizes of a reshape come from that may have no elements: IREE takes it for one
    that changes nothing where all sizes but one are those before, but without elements the last one
    may differ.

        %0 = tensor.expand_shape %x [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into ...
    =>
        %1 = util.optimization_barrier %n : index
        %2 = util.optimization_barrier %m : index
        %0 = tensor.expand_shape %x [[0, 1]] output_shape [%1, %2] : tensor<?xf32> into ...
    """
    known = op.attributes.pop(DEFINITE, None) is not None
    if isinstance(op, tensor.ReshapeOp):
        regroup(op)
    elif isinstance(op, tensor.ExpandShapeOp) and not known and may_change(op):
        build = Builder(InsertPoint.before(op))
        hidden = [barrier(size, build) for size in op.dynamic_output_shape]
        op.operands = [op.src, *hidden]


def regroup(op: tensor.ReshapeOp) -> None:
    """
    Collapse all dimensions into one and expand it: IREE takes no vector of a single index, and
    loses the sizes of a tensor without elements as with `hide_sizes`.

        %0 = tensor.reshape %x(%s) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    =>
        %1 = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
        %0 = tensor.expand_shape %1 [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into ...
    """
    before, after = as_tensor(op.source.type), as_tensor(op.result.type)
    if before is None or after is None or not before.get_shape() or not after.get_shape():
        return
    build, value, element = Builder(InsertPoint.before(op)), op.source, after.element_type
    old, new = before.get_shape(), after.get_shape()
    if len(old) > 1:
        collapse = tensor.CollapseShapeOp.create(
            operands=[value],
            result_types=[TensorType(element, [product_of(old)])],
            properties={"reassociation": reassociation([range(len(old))])},
        )
        value = build.insert(collapse).results[0]
    middle = TensorType(element, [product_of(new)])
    if value.type != middle:
        value = build.insert(tensor.CastOp(value, middle)).results[0]
    if len(new) > 1:
        sizes = [
            barrier(size_of(op.shape, axis, build), build)
            for axis, size in enumerate(new)
            if size == DYNAMIC_INDEX
        ]
        groups = reassociation([range(len(new))])
        value = build.insert(ExpandShapeOp(value, sizes, groups, list(new), after)).results[0]
    Rewriter.replace_op(op, [], [value])


def hide_insertion(op: Operation) -> None:
    """
    Hide what is inserted with strides: IREE loses the strides where the result is padded.

        %0 = tensor.insert_slice %x into %y[0] [%n] [2] : tensor<?xf32> into tensor<?xf32>
        %1 = tensor.pad %0 low[1] high[0] { ... }
    =>
        %0 = tensor.insert_slice %x into %y[0] [%n] [2] : tensor<?xf32> into tensor<?xf32>
        %2 = util.optimization_barrier %0 : tensor<?xf32>
        %3 = flow.tensor.tie_shape %2 : tensor<?xf32>{%m}
        %1 = tensor.pad %3 low[1] high[0] { ... }
    """
    if not isinstance(op, tensor.InsertSliceOp) or {*op.static_strides.iter_values()} <= {1}:
        return
    users = [use for use in op.result.uses]
    new = hidden(op.result, Builder(InsertPoint.after(op)), op.dest)
    for use in users:
        use.operation.operands[use.index] = new


def size_of(shape: SSAValue, axis: int, build: Builder) -> SSAValue:
    """An element of a vector of sizes."""
    if isinstance(shape.owner, tensor.FromElementsOp):
        size = shape.owner.operands[axis]
    else:
        type_ = as_tensor(shape.type)
        assert type_ is not None
        place = build.insert(arith.ConstantOp(IntegerAttr.from_index_int_value(axis))).result
        size = build.insert(tensor.ExtractOp(shape, [place], type_.element_type)).result
    if isinstance(size.type, IndexType):
        return size
    return build.insert(arith.IndexCastOp(size, IndexType())).result


def may_change(op: tensor.ExpandShapeOp) -> bool:
    """Whether a size of zero leaves another size open."""
    type_ = as_tensor(op.result.type)
    assert type_ is not None
    sizes = type_.get_shape()
    groups = [[sizes[axis.value.data] for axis in group.data] for group in op.reassociation]
    return any(group.count(DYNAMIC_INDEX) > 1 or {0, DYNAMIC_INDEX} <= {*group} for group in groups)


def barrier(value: SSAValue, build: Builder) -> SSAValue:
    """A value of which no pass knows where it comes from."""
    return build.insert(OptimizationBarrierOp([value])).results[0]
