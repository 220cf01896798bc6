"""Programs in StableHLO, for engines: no symbols, no shape dialect, every guard kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from xdsl.dialects import arith, cf, tensor
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from disc_shape.cards import card_of
from disc_shape.cards.scalar_operations import DIVISIONS
from disc_shape.constraints.stripping import strip_shape_constraints
from disc_shape.dialects.hlo.gather_scatter import TorchIndexSelectOp
from disc_shape.dialects.hlo.slicing import RealDynamicSliceOp
from disc_shape.dialects.shape import AssumingYieldOp, Shape
from disc_shape.dialects.xdsl_extras.constants import constant_attr, constant_int
from disc_shape.errors import OperationError
from disc_shape.exporting.dimensions import choose_dimensions
from disc_shape.exporting.hlo import HloWriter
from disc_shape.exporting.index_select import gather_selected
from disc_shape.exporting.scalars import ScalarElements, is_small
from disc_shape.exporting.shapes import assert_scalar, lower_shape_op
from disc_shape.exporting.slices import split_slice
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.cleanup import clean
from disc_shape.traversal import pre_order

Flavor = Literal["stablehlo", "index"]


def export_stablehlo(module: ModuleOp, flavor: Flavor) -> None:
    """
    Write a module as engines take it. `OperationError` for an operation without a form in it.
    """
    choose_dimensions(module)
    strip_shape_constraints(module)
    for op in list(module.walk()):
        if flavor == "stablehlo" and isinstance(op, TorchIndexSelectOp):
            gather_selected(op)
    for function in functions_of(module):
        sizes_as_scalars(function, asserts=flavor == "index", splits=flavor == "stablehlo")
    if flavor == "stablehlo":
        writer = HloWriter()
        for op in list(pre_order(module)):
            writer.rewrite(op)
        for function in functions_of(module):
            clean(function.body)


def functions_of(module: ModuleOp) -> Iterator[FuncOp]:
    """The functions of a module that have a body."""
    for op in module.body.block.ops:
        if isinstance(op, FuncOp) and op.body.blocks:
            yield op


def sizes_as_scalars(function: FuncOp, *, asserts: bool, splits: bool) -> None:
    """
    Compute sizes with scalars: the shape dialect is lowered, elements are read where they come
    from, size operands are put together from scalars, guards become assertions of scalars.
    """
    reader = ScalarElements()
    check_divisors(function, reader)
    lowered: list[Operation] = []
    for op in list(pre_order(function)):
        if op.dialect_name() == Shape.name and not isinstance(op, AssumingYieldOp):
            lower_shape_op(op, reader, asserts=asserts)
            lowered += [op] if op.parent is not None else []
        elif isinstance(op, tensor.ExtractOp):
            forward_element(op, reader)
        elif asserts:
            rebuild_sizes(op, reader)
            assert_scalar(op, reader)
        elif splits and isinstance(op, RealDynamicSliceOp):
            split_slice(op, reader)
    for op in reversed(lowered):
        if any(result.first_use for result in op.results):
            raise OperationError(f"'{op.name}' is used by an operation that no engine has", op)
        Rewriter.erase_op(op)
    clean(function.body)


def check_divisors(function: FuncOp, reader: ScalarElements) -> None:
    """
    Check that divisors are not zero: no legal run divides by zero, and processors stop there.

        %2 = arith.floordivsi %0, %1 : index
    =>
        %3 = arith.cmpi ne, %1, %c0 : index
        cf.assert %3, "division by zero"
        %2 = arith.floordivsi %0, %1 : index
    """
    checked: set[tuple[SSAValue, Block | None]] = set()
    for op in list(pre_order(function)):
        if not isinstance(op, DIVISIONS) or as_tensor(op.rhs.type) is not None:
            continue
        if constant_int(op.rhs) or (op.rhs, op.parent) in checked or is_checked(op):
            continue
        checked.add((op.rhs, op.parent))
        build = reader.at(op)
        zero = reader.constant(0, op.rhs.type)
        truth = build.insert(arith.CmpiOp(op.rhs, zero, "ne")).result
        build.insert(cf.AssertOp(truth, "division by zero"))


def is_checked(op: Operation) -> bool:
    """Whether an assertion in the block of a division compares its divisor with zero."""
    divisor = op.operands[1]
    return any(
        isinstance(test, arith.CmpiOp)
        and test.lhs is divisor
        and test.predicate.value.data == NOT_EQUAL
        and constant_int(test.rhs) == 0
        and any(
            isinstance(check := user.operation, cf.AssertOp)
            and check.parent is op.parent
            and check.is_before_in_block(op)
            for user in test.result.uses
        )
        for use in divisor.uses
        if (test := use.operation) is not op
    )


NOT_EQUAL = 1
"""The predicate `ne` of `arith.cmpi`."""


def forward_element(op: tensor.ExtractOp, reader: ScalarElements) -> None:
    """
    Use the scalar that an element of a small tensor is.

        %0 = tensor.from_elements %a, %b : tensor<2xindex>
        %1 = tensor.extract %0[%c1] : tensor<2xindex>      =>   uses of %1 use %b
    """
    reader.at(op)
    places = [reader.integer(index, ()) for index in op.indices]
    known = tuple(place for place in places if place is not None)
    if len(known) == len(places) and is_small(op.tensor):
        found = reader.element(op.tensor, known)
        if found is not None:
            op.result.replace_all_uses_with(found)


def rebuild_sizes(op: Operation, reader: ScalarElements) -> None:
    """
    Put the size operands of an operation together from scalars.

        %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
        %3 = stablehlo.dynamic_reshape %x, %2 : ...
    =>
        %2 = tensor.from_elements %a, %b : tensor<2xi32>
        %3 = stablehlo.dynamic_reshape %x, %2 : ...
    """
    for operand in card_of(op).size_operands(op):
        type_ = as_tensor(operand.type)
        if type_ is None or constant_attr(operand) is not None or is_packed(operand):
            continue
        build = reader.at(op)
        elements = reader.elements(operand)
        if elements is None or any(is_extracted(element, operand) for element in elements):
            continue
        packed = tensor.FromElementsOp.create(
            operands=elements, result_types=[TensorType(type_.element_type, type_.get_shape())]
        )
        build.insert(packed)
        for index, value in enumerate(op.operands):
            if value is operand:
                op.operands[index] = packed.result


def is_packed(value: SSAValue) -> bool:
    """Whether a tensor is put together from scalars already."""
    return isinstance(value.owner, tensor.FromElementsOp)


def is_extracted(element: SSAValue, vector: SSAValue) -> bool:
    """Whether an element is read out of a tensor: the tensor is data, and can stay."""
    return isinstance(element.owner, tensor.ExtractOp) and element.owner.tensor is vector
