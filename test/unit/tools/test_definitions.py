"""Verification by definitions: they accept nothing that xDSL refuses, and most that it accepts."""

from collections.abc import Callable
from pathlib import Path

import pytest
from xdsl.dialects import arith, func, test
from xdsl.dialects.builtin import I32, IntAttr, ModuleOp, StringAttr, f32, i32
from xdsl.ir import Block, ErasedSSAValue, Operation, Region
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_result_def,
    var_operand_def,
    var_result_def,
)
from xdsl.utils.exceptions import VerifyException

from disc_shape.constraints.types import set_type
from disc_shape.program import context_of_everything
from disc_shape.tools.definitions import definition_of
from disc_shape.tools.source import SourceMap, SourceParser

MODELS = Path(__file__).parents[2] / "models"


def accepts(op: Operation) -> bool:
    """Whether the definition of an operation accepts it."""
    definition = definition_of(type(op))
    if definition is None:
        return False
    try:
        definition.verify(op)
    except Exception:
        return False
    return True


def program(name: str) -> ModuleOp:
    """An exported model."""
    source = SourceMap(name, (MODELS / f"{name}.mlir").read_text())
    return SourceParser(context_of_everything(), source).parse_module()


def give_another_type(op: Operation) -> bool:
    """Whether a result could be given a type that no operation of a model has."""
    if op.results:
        set_type(op.results[0], StringAttr("no type"))
    return bool(op.results)


def drop_operand(op: Operation) -> bool:
    """Whether there was an operand to drop."""
    op.operands = op.operands[:-1]
    return True


def add_property(op: Operation) -> bool:
    """Add a property that no class has."""
    op.properties["no property"] = IntAttr(0)
    return True


def drop_property(op: Operation) -> bool:
    """Whether there was a property to drop."""
    found = bool(op.properties)
    if found:
        op.properties.popitem()
    return found


def erase_operand(op: Operation) -> bool:
    """Whether an operand could be made one that was erased."""
    if op.operands:
        op.operands[0] = ErasedSSAValue(op.operands[0].type, op.operands[0])
    return bool(op.operands)


def is_refused(op: Operation) -> bool:
    """Whether xDSL refuses an operation."""
    try:
        op.verify(verify_nested_ops=False)
    except (VerifyException, ValueError):
        return True
    return False


@pytest.mark.parametrize("name", ["jax_convnet", "torch_attention_block"])
def test_operations_of_models_are_accepted(name: str) -> None:
    ops = list(program(name).walk())
    assert sum(map(accepts, ops)) > 0.95 * len(ops)


@pytest.mark.parametrize("name", ["jax_lstm_scan", "torch_cat_slice_pad"])
@pytest.mark.parametrize(
    "change", [give_another_type, drop_operand, add_property, drop_property, erase_operand]
)
def test_what_xdsl_refuses_is_not_accepted(name: str, change: Callable[[Operation], bool]) -> None:
    refused = 0
    for index in range(sum(1 for _ in program(name).walk())):
        if index % 7 == 0:
            op = list(program(name).walk())[index]
            if change(op) and is_refused(op):
                refused += 1
                assert not accepts(op), op.name
    assert refused > 5


def test_values_from_outside_of_an_isolated_operation() -> None:
    outside = test.TestOp(result_types=[i32])
    inside = test.TestOp(operands=[outside.results[0]])
    body = Region(Block([inside, func.ReturnOp()]))
    function = func.FuncOp("f", ((), ()), body)
    module = ModuleOp([outside, function])
    assert accepts(outside)
    assert is_refused(function)
    assert not accepts(function)
    inside.operands = []
    assert accepts(function)
    assert accepts(module)


def test_an_operation_that_ends_a_block_but_may_not() -> None:
    constant = arith.ConstantOp.from_int_and_width(1, i32)
    func.FuncOp("f", ((), ()), Region(Block([constant])))
    assert is_refused(constant)
    assert not accepts(constant)


def test_types_that_one_variable_stands_for() -> None:
    values = test.TestOp(result_types=[i32, f32])
    addition = arith.AddiOp.create(operands=[values.results[0]] * 2, result_types=[i32])
    assert accepts(addition)
    addition.operands[1] = values.results[1]
    assert is_refused(addition)
    assert not accepts(addition)


@irdl_op_definition
class BetweenOp(IRDLOperation):
    name = "test.between"
    first = operand_def(I32)
    several = var_operand_def(I32)
    last = operand_def(I32)
    found = var_result_def(I32)


@irdl_op_definition
class MaybeOp(IRDLOperation):
    name = "test.maybe"
    maybe = opt_operand_def(I32)
    last = operand_def(I32)
    found = opt_result_def(I32)


@irdl_op_definition
class TwoListsOp(IRDLOperation):
    name = "test.two_lists"
    left = var_operand_def(I32)
    right = var_operand_def(I32)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)


@pytest.mark.parametrize("wrong", range(-1, 5))
@pytest.mark.parametrize("count", range(5))
@pytest.mark.parametrize("op_class", [BetweenOp, MaybeOp])
def test_lists_of_values_of_any_number(op_class: type[Operation], count: int, wrong: int) -> None:
    """The value at `wrong` has another type; the number of the results is that of the operands."""
    types = [f32 if place == wrong else i32 for place in range(count)]
    values = test.TestOp(result_types=types).results
    for results in (types, []):
        op = op_class.create(operands=values, result_types=results)
        assert accepts(op) != is_refused(op)


def test_lists_that_an_attribute_divides() -> None:
    values = test.TestOp(result_types=[i32, i32]).results
    op = TwoListsOp.build(operands=[values[:1], values[1:]])
    assert accepts(op)
    assert not accepts(TwoListsOp.create(operands=values))
    assert definition_of(TwoListsOp) is not None
