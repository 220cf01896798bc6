"""
Checks that nothing is divided by zero, nor the least number by -1.

`arith` leaves both undefined. The reference semantics refuses them where the operation runs; an
engine may trap, or go on with any number. So a program that is compiled checks them: those of
scalars for all engines, those of tensors for engines that can check data.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.builder import Builder
from xdsl.dialects import arith, cf, memref, scf, tensor
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
    UnitAttr,
    i1,
)
from xdsl.dialects.func import FuncOp
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.cards.scalar_operations import DIVISIONS
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.control_flow import CaseOp, IfOp, WhileOp
from disc_shape.dialects.hlo.narrow import as_tensor, integer_width
from disc_shape.dialects.shape import AssumingOp
from disc_shape.dialects.xdsl_extras.tensor import GenerateOp

SIGNED = (arith.CeilDivSIOp, arith.DivSIOp, arith.FloorDivSIOp)
"""Divisions of which that of the least number by -1 is too large."""
AROUND = (
    AssumingOp,
    CaseOp,
    FuncOp,
    GenerateOp,
    IfOp,
    WhileOp,
    scf.ExecuteRegionOp,
    scf.ForOp,
    scf.IfOp,
    scf.IndexSwitchOp,
    scf.ParallelOp,
    scf.WhileOp,
)
"""Operations whose regions may hold checks."""
CHECKED = "disc_shape.checked"
"""The attribute of divisions of tensors whose elements are checked."""

INDEX = IndexType()
SIZES = (tensor.DimOp, memref.DimOp)
NATURAL = (arith.AddiOp, arith.MuliOp, arith.DivSIOp, arith.FloorDivSIOp, arith.CeilDivSIOp)
"""Functions of sizes that give no negative index: they do not wrap."""


def check_divisions(module: ModuleOp, *, elements: bool = False) -> None:
    """
    Insert a check before each division of scalars that may be undefined, also in the bodies of
    `tensor.generate`; with `elements` before those of tensors as well.

        %0 = arith.floordivsi %n, %m : index
    =>
        %t = arith.cmpi ne, %m, %zero : index
        cf.assert %t, "'arith.floordivsi': division by zero"
        %0 = arith.floordivsi %n, %m : index
    """
    checked: set[tuple[type[Operation] | None, Block | None, SSAValue, SSAValue | None]] = set()
    for op in list(module.walk()):
        if not isinstance(op, DIVISIONS) or not may_check(op) or is_defined(op):
            continue
        is_signed = isinstance(op, SIGNED)
        place = type(op) if is_signed else None, op.parent, op.rhs, op.lhs if is_signed else None
        if isinstance(op.rhs.type, IndexType | IntegerType):
            if place not in checked:
                checked.add(place)
                insert_checks(op, Builder(InsertPoint.before(op)), op.lhs, op.rhs)
        elif elements and as_tensor(op.rhs.type) is not None:
            check_elements(op)
            op.attributes[CHECKED] = UnitAttr()


def unchecked_division(module: ModuleOp) -> Operation | None:
    """
    A division that may be undefined and has no check: in the body of a reduction of HLO, say. Those
    in bodies of linalg are left out.
    """
    for op in module.walk():
        if isinstance(op, DIVISIONS) and CHECKED not in op.attributes and not is_defined(op):
            is_scalar = isinstance(op.rhs.type, IndexType | IntegerType)
            if not (is_scalar and (may_check(op) or is_in_linalg(op))):
                return op
    return None


def insert_checks(op: Operation, build: Builder, lhs: SSAValue, rhs: SSAValue) -> None:
    """Check the operands of a division, which are scalars."""
    type_ = cast("IndexType | IntegerType", rhs.type)

    def differs(value: SSAValue, number: int) -> SSAValue:
        constant = build.insert(arith.ConstantOp.from_int_and_width(number, type_)).result
        return build.insert(arith.CmpiOp(value, constant, "ne")).result

    if not is_known(rhs):
        message = StringAttr(f"'{op.name}': division by zero")
        build.insert(cf.AssertOp(differs(rhs, 0), message))
    if isinstance(op, SIGNED) and may_overflow(lhs, rhs):
        least = least_of(type_)
        inside = build.insert(arith.OrIOp(differs(lhs, least), differs(rhs, -1))).result
        message = StringAttr(f"'{op.name}': division of {least} by -1 overflows")
        build.insert(cf.AssertOp(inside, message))


def check_elements(op: Operation) -> None:
    """
    Check the operands of a division of tensors, one element after the other.

        %0 = arith.divui %x, %y : tensor<?xi8>
    =>
        scf.for %i = %c0 to %n step %c1 {
          %e = tensor.extract %y[%i] : tensor<?xi8>
          %t = arith.cmpi ne, %e, %zero : i8
          cf.assert %t, "'arith.divui': division by zero"
        }
        %0 = arith.divui %x, %y {disc_shape.checked} : tensor<?xi8>
    """
    lhs, rhs = op.operands
    type_ = as_tensor(rhs.type)
    assert type_ is not None
    build = Builder(InsertPoint.before(op))

    def index(number: int) -> SSAValue:
        return build.insert(arith.ConstantOp(IntegerAttr(number, INDEX))).result

    sizes = [
        index(size) if size >= 0 else build.insert(tensor.DimOp(rhs, index(axis))).result
        for axis, size in enumerate(type_.get_shape())
    ]
    indices: list[SSAValue] = []
    for size in sizes:
        body = Block(arg_types=[INDEX])
        build.insert(scf.ForOp(index(0), size, index(1), (), Region(body)))
        indices.append(body.args[0])
        end = scf.YieldOp()
        body.add_op(end)
        build = Builder(InsertPoint.before(end))
    element = type_.element_type
    left, right = (
        build.insert(tensor.ExtractOp(one, indices, element)).result for one in (lhs, rhs)
    )
    insert_checks(op, build, left, right)


def is_defined(op: Operation) -> bool:
    """Whether a division has a result whatever its operands that are no constants are."""
    lhs, rhs = op.operands
    return is_known(rhs) and not (isinstance(op, SIGNED) and may_overflow(lhs, rhs))


def may_overflow(lhs: SSAValue, rhs: SSAValue) -> bool:
    """
    Whether a quotient may be the least number divided by -1, which as a boolean is itself: neither
    operand is a constant that is another number, nor a size.
    """
    type_ = element_of(rhs)
    if type_ == i1:
        return False
    divisors, dividends = numbers_of(rhs), numbers_of(lhs)
    if -1 not in (divisors or (-1,)) or least_of(type_) not in (dividends or (least_of(type_),)):
        return False
    return not (is_natural(lhs) or is_natural(rhs))


def least_of(type_: Attribute) -> int:
    """The least integer of a type."""
    width = integer_width(type_)
    return -(1 << (64 if width is None else width) - 1)


def element_of(value: SSAValue) -> Attribute:
    """The type of a scalar, or of the elements of a tensor."""
    type_ = as_tensor(value.type)
    return value.type if type_ is None else type_.element_type


def is_natural(value: SSAValue) -> bool:
    """Whether an index is computed from sizes such that it is not negative."""
    if not isinstance(value, OpResult) or value.type != INDEX:
        return False
    op, number = value.op, numbers_of(value)
    if number is not None:
        return all(one >= 0 for one in number)
    return isinstance(op, SIZES) or (isinstance(op, NATURAL) and all(map(is_natural, op.operands)))


def numbers_of(value: SSAValue) -> Sequence[int] | None:
    """The integers that a constant consists of, None for other values."""
    op = value.op if isinstance(value, OpResult) else None
    if not isinstance(op, arith.ConstantOp):
        return None
    if isinstance(op.value, IntegerAttr):
        return (int_of(op.value),)
    if isinstance(op.value, DenseIntOrFPElementsAttr):
        return [int(one) for one in op.value.get_values() if isinstance(one, int)] or None
    return None


def is_known(value: SSAValue) -> bool:
    """Whether a value is a constant other than zero."""
    numbers = numbers_of(value)
    return numbers is not None and 0 not in numbers


def may_check(op: Operation) -> bool:
    """Whether only functions and control flow are around an operation, which may hold checks."""
    parent = op.parent_op()
    while isinstance(parent, AROUND):
        if isinstance(parent, FuncOp):
            return True
        parent = parent.parent_op()
    return False


def is_in_linalg(op: Operation) -> bool:
    """Whether an operation is in the body of one of linalg, which the interpreter runs."""
    parent = op.parent_op()
    while parent is not None and not isinstance(parent, LinalgStructuredOperation):
        parent = parent.parent_op()
    return parent is not None
