"""
Checks that no size is divided by zero.

`arith` leaves division by zero undefined. The reference semantics refuses it where the operation
runs; an engine may trap, or go on with any number. So a program that is compiled checks it.
"""

from __future__ import annotations

from typing import cast

from xdsl.builder import Builder
from xdsl.dialects import arith, cf, scf
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType, ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.control_flow import CaseOp, IfOp, WhileOp
from disc_shape.dialects.shape import AssumingOp

DIVISIONS = (
    arith.CeilDivSIOp,
    arith.CeilDivUIOp,
    arith.DivSIOp,
    arith.DivUIOp,
    arith.FloorDivSIOp,
    arith.RemSIOp,
    arith.RemUIOp,
)
AROUND = (
    AssumingOp,
    CaseOp,
    FuncOp,
    IfOp,
    WhileOp,
    scf.ForOp,
    scf.IfOp,
    scf.IndexSwitchOp,
    scf.WhileOp,
)
"""Operations whose regions may hold checks."""


def check_divisions(module: ModuleOp) -> None:
    """
    Insert a check before each division of scalars whose divisor is no constant.

        %0 = arith.floordivsi %n, %m : index
    =>
        %t = arith.cmpi ne, %m, %zero : index
        cf.assert %t, "'arith.floordivsi': division by zero"
        %0 = arith.floordivsi %n, %m : index
    """
    checked: set[tuple[Block | None, SSAValue]] = set()
    for op in list(module.walk()):
        if not isinstance(op, DIVISIONS) or not is_scalar(op.rhs.type):
            continue
        place = op.parent, op.rhs
        if place not in checked and not is_known(op.rhs) and may_check(op):
            checked.add(place)
            build = Builder(InsertPoint.before(op))
            type_ = cast("IndexType | IntegerType", op.rhs.type)
            zero = build.insert(arith.ConstantOp.from_int_and_width(0, type_))
            test = build.insert(arith.CmpiOp(op.rhs, zero.result, "ne"))
            message = f"'{op.name}': division by zero"
            build.insert(cf.AssertOp(test.result, StringAttr(message)))


def is_scalar(type_: Attribute) -> bool:
    """Whether a type is that of an integer or an index."""
    return isinstance(type_, IndexType | IntegerType)


def is_known(value: SSAValue) -> bool:
    """Whether a value is a constant other than zero."""
    op = value.op if isinstance(value, OpResult) else None
    if not isinstance(op, arith.ConstantOp):
        return False
    return isinstance(op.value, IntegerAttr) and int_of(op.value) != 0


def may_check(op: Operation) -> bool:
    """Whether only functions and control flow are around an operation, which may hold checks."""
    parent = op.parent_op()
    while isinstance(parent, AROUND):
        if isinstance(parent, FuncOp):
            return True
        parent = parent.parent_op()
    return False
