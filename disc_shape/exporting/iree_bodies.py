"""Checks of elements as IREE makes them: it drops assertions in the bodies of linalg operations."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import cast

from xdsl.builder import Builder
from xdsl.dialects import arith, cf, tensor
from xdsl.dialects.builtin import (
    AffineMapAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    TensorType,
    i1,
)
from xdsl.dialects.linalg.attrs import IteratorType, IteratorTypeAttr
from xdsl.dialects.linalg.ops import FillOp, GenericOp, YieldOp
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.dialects.hlo.control_flow import CaseOp, IfOp, WhileOp
from disc_shape.errors import OperationError
from disc_shape.exporting.export import DIVISIONS


def hoist_assertions(op: Operation) -> None:
    """
    Check what the body of an operation asserts of its elements before the operation, for all of
    them; what an assertion protects reads an element that exists, whatever IREE runs first.

        %0 = linalg.generic {...} ins(%i : tensor<?xi32>) outs(%y : tensor<?xf32>) {
        ^bb0(%k: i32, %o: f32):
          %j = arith.index_cast %k : i32 to index
          %t = arith.cmpi ult, %j, %n : index
          cf.assert %t, "..."
          %e = tensor.extract %x[%j] : tensor<?xf32>
    =>
        %1 = linalg.generic {...} ins(%i, %y : ...) outs(%true : tensor<i1>) { ... %t ... }
        %2 = tensor.extract %1[] : tensor<i1>
        cf.assert %2, "..."
        %0 = linalg.generic {...} {
          ...
          %j2 = arith.select %inside, %j, %c0 : index
          %e = tensor.extract %x[%j2] : tensor<?xf32>

    `OperationError` for an assertion in another body.
    """
    if isinstance(op, cf.AssertOp) and op.parent is not None and is_dropped(op):
        parent = op.parent_op()
        name = "" if parent is None else parent.name
        raise OperationError(f"IREE has no form of '{op.name}' in '{name}'", op)
    if not isinstance(op, GenericOp):
        return
    block = op.body.block
    checks = [one for one in block.ops if isinstance(one, cf.AssertOp)]
    if not checks:
        return
    checked: set[SSAValue] = set()
    for inner in list(block.ops):
        if isinstance(inner, cf.AssertOp):
            checked |= {value for one in sources(inner) for value in one.operands}
        else:
            make_harmless(inner, checked)
    for check in checks:
        insert_check(op, check)
        Rewriter.erase_op(check)


def is_dropped(op: cf.AssertOp) -> bool:
    """Whether IREE drops an assertion: it is in a body of an operation that is no control flow."""
    parent = op.parent_op()
    dialect = "" if parent is None else parent.dialect_name()
    known = ("func", "scf", "cf", "builtin")
    return not (dialect in known or isinstance(parent, CaseOp | GenericOp | IfOp | WhileOp))


def sources(op: Operation) -> list[Operation]:
    """An operation and those of its block that its operands are computed from, in order."""
    block, found, work = op.parent, {op}, [op]
    while work:
        for value in work.pop().operands:
            if isinstance(value, OpResult) and value.op.parent is block and value.op not in found:
                found.add(value.op)
                work.append(value.op)
    assert block is not None
    return [one for one in block.ops if one in found]


def make_harmless(op: Operation, checked: AbstractSet[SSAValue]) -> None:
    """Read an element that exists, and do not divide by zero, where that has been checked."""
    build = Builder(InsertPoint.before(op))
    if isinstance(op, tensor.ExtractOp):
        for axis, index in enumerate(op.indices):
            if index in checked:
                zero = build.insert(arith.ConstantOp(IntegerAttr.from_index_int_value(0))).result
                number = build.insert(arith.ConstantOp(IntegerAttr.from_index_int_value(axis)))
                size = build.insert(tensor.DimOp(op.tensor, number.result)).result
                inside = build.insert(arith.CmpiOp(index, size, "ult")).result
                op.operands[axis + 1] = build.insert(arith.SelectOp(inside, index, zero)).result
    elif isinstance(op, DIVISIONS) and op.rhs in checked:
        kind = cast("IndexType | IntegerType", op.rhs.type)
        zero, one = (
            build.insert(arith.ConstantOp(IntegerAttr(number, kind))).result for number in (0, 1)
        )
        safe = build.insert(arith.CmpiOp(op.rhs, zero, "ne")).result
        op.operands[1] = build.insert(arith.SelectOp(safe, op.rhs, one)).result


def insert_check(op: GenericOp, check: cf.AssertOp) -> None:
    """Assert before an operation what it asserts of each of its elements."""
    build = Builder(InsertPoint.before(op))
    inputs: Sequence[SSAValue] = [*op.inputs, *op.outputs]
    truth = TensorType(i1, [])
    true = build.insert(arith.ConstantOp(IntegerAttr(1, i1))).result
    empty = build.insert(tensor.EmptyOp([], truth)).results[0]
    start = build.insert(FillOp(inputs=[true], outputs=[empty], res=[truth])).results[0]
    body = Block(arg_types=[*(value.type for value in op.body.block.args), i1])
    copies: dict[SSAValue, SSAValue] = dict(zip(op.body.block.args, body.args, strict=False))
    *needed, last = sources(check)
    body.add_ops([one.clone(copies) for one in needed])
    both = arith.AndIOp(copies.get(last.operands[0], last.operands[0]), body.args[-1])
    body.add_ops([both, YieldOp(both.result)])
    loops = op.get_num_loops()
    found = build.insert(
        GenericOp(
            inputs=inputs,
            outputs=[start],
            body=Region(body),
            indexing_maps=[*op.indexing_maps, AffineMapAttr(AffineMap(loops, 0, ()))],
            iterator_types=[IteratorTypeAttr(IteratorType.REDUCTION)] * loops,
            result_types=[truth],
        )
    ).results[0]
    holds = build.insert(tensor.ExtractOp(found, [], i1)).result
    build.insert(cf.AssertOp(holds, check.msg))
