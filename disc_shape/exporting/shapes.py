"""
The shape dialect in terms of scalars, and guards in one form.

Nothing of the dialect is left: extents are read as scalars, witnesses become checks where they are
computed, and regions that a witness protects join their block.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.builder import Builder
from xdsl.dialects import cf, tensor
from xdsl.dialects.builtin import IndexType, IntegerAttr, StringAttr, TensorType, i1, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.cards import elements_of
from disc_shape.cards.listing import Listing
from disc_shape.dialects import shape
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.errors import OperationError
from disc_shape.exporting.scalar_builder import INDEX
from disc_shape.exporting.scalars import ScalarElements
from disc_shape.relations.guards import guard_kind, message_without_numbers
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.sizes.comparison import broadcast, equal

WITNESSES = (shape.CstrBroadcastableOp, shape.CstrEqOp, shape.CstrRequireOp, shape.ConstWitnessOp)

SHOWN = 32
"""So many numbers a message shows at most, for XLA."""

ASSERTION = {
    "call_target_name": StringAttr("shape_assertion"),
    "has_side_effect": IntegerAttr(1, i1),
    "api_version": IntegerAttr(2, i32),
}
"""The properties of the custom calls by which JAX checks sizes."""


def lower_shape_op(op: Operation, reader: ScalarElements, *, asserts: bool) -> None:
    """
    Replace one operation of the shape dialect; checks become assertions, or else custom calls that
    show the sizes. `OperationError` for shapes of unknown rank.

        %w = shape.cstr_eq %a, %b : tensor<1xindex>, tensor<1xindex>
        %0 = shape.assuming %w -> (tensor<?xf32>) {
          %1 = stablehlo.tanh %x : tensor<?xf32>
          shape.assuming_yield %1 : tensor<?xf32>
        }
    =>
        %2 = arith.cmpi eq, %a0, %b0 : index
        cf.assert %2, "'shape.cstr_eq' does not hold"
        %0 = stablehlo.tanh %x : tensor<?xf32>
    """
    build = reader.at(op)
    if isinstance(op, shape.AssumingOp):
        join_region(op)
    elif isinstance(op, WITNESSES):
        check_witness(op, reader, build, asserts=asserts)
    elif isinstance(op, shape.IsBroadcastableOp | shape.ShapeEqOp):
        parts = all_extents(op, op.shapes, reader)
        op.results[0].replace_all_uses_with(holds(op, parts, reader, build))
    elif (value := size_of(op, reader, build)) is not None:
        op.results[0].replace_all_uses_with(value)
    elif op.results and as_tensor(op.results[0].type) is not None:
        # A vector of extents: users of the whole vector get the scalars in one tensor.
        after = op.next_op
        assert after is not None
        for result in op.results:
            extents = reader.elements(result)
            if extents is None:
                raise OperationError(f"the sizes of the shape of '{op.name}' are not known", op)
            result.replace_all_uses_with(packed(extents, INDEX, [len(extents)], reader.at(after)))


def packed(
    scalars: Sequence[SSAValue], element: Attribute, shape: Sequence[int], build: Builder
) -> SSAValue:
    """Scalars as a tensor."""
    type_ = TensorType(element, shape)
    new = tensor.FromElementsOp.create(operands=list(scalars), result_types=[type_])
    return build.insert(new).results[0]


def size_of(op: Operation, reader: ScalarElements, build: Builder) -> SSAValue | None:
    """The index that an operation on sizes computes; None for other operations."""
    if not op.results or not isinstance(op.results[0].type, IndexType | shape.SizeType):
        return None
    if not isinstance(elements_of(op), Listing):
        return None
    if isinstance(op, shape.DimOp) and as_tensor(op.operands[0].type) is not None:
        at = reader.index(op.operands[1])
        return build.insert(tensor.DimOp(op.operands[0], at)).result
    if isinstance(op, shape.GetExtentOp):
        (extents,) = all_extents(op, op.operands[:1], reader)
        vector = packed(extents, INDEX, [len(extents)], build)
        extract = tensor.ExtractOp(vector, [reader.index(op.operands[1])], INDEX)
        return build.insert(extract).result
    sizes = reader.extents(op, op.results[0])
    if sizes is None:
        raise OperationError(f"an operand of '{op.name}' is a shape of unknown rank", op)
    return sizes[0]


def all_extents(
    op: Operation, values: Sequence[SSAValue], reader: ScalarElements
) -> list[list[SSAValue]]:
    """The sizes of shapes; `OperationError` when one has no known rank."""
    found: list[list[SSAValue]] = []
    for value in values:
        type_ = as_tensor(value.type)
        if type_ is not None and type_.element_type != INDEX:
            found.append([reader.size(value, axis) for axis in range(type_.get_num_dims())])
            continue
        extents = reader.elements(value)
        if extents is None:
            raise OperationError(f"an operand of '{op.name}' is a shape of unknown rank", op)
        found.append(extents)
    return found


def join_region(op: shape.AssumingOp) -> None:
    """Move the operations of a region that a witness protects before it."""
    block = op.regions[0].blocks[0]
    last = block.last_op
    assert last is not None
    yielded = list(last.operands)
    Rewriter.erase_op(last)
    Rewriter.inline_block(block, InsertPoint.before(op))
    Rewriter.replace_op(op, [], yielded)


def check_witness(op: Operation, reader: ScalarElements, build: Builder, *, asserts: bool) -> None:
    """The check of a witness, before the operation that computes the witness."""
    parts: list[list[SSAValue]] = []
    message = f"'{op.name}' does not hold"
    if isinstance(op, shape.CstrRequireOp):
        truth, message = op.operands[0], op.msg.data
    elif isinstance(op, shape.ConstWitnessOp):
        truth, message = reader.constant(op.passing.value.data, i1), "constant witness is false"
        if op.passing.value.data:
            return
    else:
        parts = all_extents(op, op.operands, reader)
        truth = holds(op, parts, reader, build)
    sizes = [size for part in parts for size in part]
    if asserts or not 0 < len(sizes) <= SHOWN:
        build.insert(cf.AssertOp(truth, StringAttr(message)))
        return
    numbers = iter(range(len(sizes)))
    shown = [", ".join(f"{{{next(numbers)}}}" for _ in part) for part in parts]
    message = f"{message} for {' and '.join(f'[{one}]' for one in shown)}"
    operands = [packed([size], INDEX, [], build) for size in sizes]
    build.insert(assertion_call(packed([truth], i1, [], build), message, operands))


def holds(
    op: Operation, parts: Sequence[Sequence[SSAValue]], reader: ScalarElements, build: Builder
) -> SSAValue:
    """Whether shapes are equal or, by the operation, broadcast."""
    if isinstance(op, shape.CstrBroadcastableOp | shape.IsBroadcastableOp):
        return broadcast(parts, reader.constant(1, INDEX), build.insert)[1]
    return equal(parts, build.insert)


def assert_scalar(op: Operation, reader: ScalarElements) -> None:
    """
    A custom call that checks sizes as an assertion of a scalar.

        stablehlo.custom_call @shape_assertion(%ok, %s) {error_message = "..."} : ...
    =>
        %0 = tensor.extract %ok[] : tensor<i1>
        cf.assert %0, "..."
    """
    if not isinstance(op, CustomCallOp) or guard_kind(op) != "condition":
        return
    build = reader.at(op)
    found = op.attributes.get("error_message")
    message = found.data if isinstance(found, StringAttr) else "shape assertion failed"
    truth = reader.read(op.operands[0], ())
    build.insert(cf.AssertOp(truth, StringAttr(message_without_numbers(message))))
    Rewriter.erase_op(op)


def assertion_call(truth: SSAValue, message: str, shown: Sequence[SSAValue] = ()) -> Operation:
    """
    A check in the form that JAX and XLA know; `truth` is a tensor of rank 0, and so are the numbers
    that the message shows.
    """
    return final(CustomCallOp, STABLEHLO).create(
        operands=[truth, *shown],
        properties=dict(ASSERTION),
        attributes={"error_message": StringAttr(message)},
    )
