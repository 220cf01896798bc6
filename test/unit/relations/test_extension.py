"""An operation of a foreign dialect, registered from outside: the example of docs/extending.md."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.arith import Arith
from xdsl.dialects.builtin import Builtin, IndexType, ModuleOp, TensorType
from xdsl.dialects.func import Func
from xdsl.dialects.tensor import Tensor
from xdsl.ir import Dialect, Operation
from xdsl.irdl import (
    IRDLOperation,
    base,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.traits import Pure

from disc_shape import ShapeAnalysis, optimize_shapes, register_dialects
from disc_shape.relations import EVALUATORS, RELATIONS
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.state import Content, RelationState
from disc_shape.symbolic import const


@irdl_op_definition
class StackOp(IRDLOperation):
    name = "mine.stack"
    inputs = var_operand_def(base(TensorType))
    result = result_def(base(TensorType))
    traits = traits_def(Pure())


@irdl_op_definition
class RoundUpOp(IRDLOperation):
    name = "mine.round_up"
    operand = operand_def(IndexType())
    result = result_def(IndexType())
    traits = traits_def(Pure())


@pytest.fixture
def registered() -> Iterator[None]:
    """The registrations of the document, taken back afterwards."""

    @relation("Stack", "a test", StackOp)
    def stack(op: StackOp, state: RelationState) -> bool:
        state.same_shape(op.operands, op, "operands are stacked")
        count = const(len(op.operands))
        sizes = (count, *state.dims(op.operands[0]))
        state.define_all(op.result, sizes, op, "operands are stacked")
        return True

    @evaluates(RoundUpOp)
    def round_up(op: RoundUpOp, state: RelationState) -> Content:
        size = state.integer(op.operand)
        return None if size is None else ((size + 7) // 8 * 8,)

    yield
    del RELATIONS[StackOp]
    del EVALUATORS[RoundUpOp]


PROGRAM = """
func.func @main(%a: tensor<?x4xf32>, %b: tensor<?x?xf32>) -> (tensor<?x?x?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %0 = "mine.stack"(%a, %b) : (tensor<?x4xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
  %n = tensor.dim %a, %c0 : tensor<?x4xf32>
  %m = "mine.round_up"(%n) : (index) -> index
  %1 = tensor.empty(%m) : tensor<?xf32>
  return %0, %1 : tensor<?x?x?xf32>, tensor<?xf32>
}
"""


def parsed() -> ModuleOp:
    ctx = Context()
    for dialect in (Builtin, Func, Arith, Tensor, Dialect("mine", [StackOp, RoundUpOp])):
        ctx.load_dialect(dialect)
    register_dialects(ctx)
    return Parser(ctx, PROGRAM).parse_module()


def the(module: ModuleOp, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == name)


@pytest.mark.usefixtures("registered")
def test_registered_operations_are_analysed() -> None:
    module = parsed()
    analysis = ShapeAnalysis(module)
    stack, empty = the(module, "mine.stack"), the(module, "tensor.empty")
    rows, columns = analysis.dims(stack.operands[1])
    assert columns.constant == 4
    assert [size.constant for size in analysis.dims(stack.results[0])] == [2, None, 4]
    assert analysis.dims(stack.results[0])[1] is rows
    assert analysis.dims(empty.results[0]) == ((rows + 7) // 8 * 8,)


@pytest.mark.usefixtures("registered")
def test_registered_operations_are_refined() -> None:
    module = parsed()
    optimize_shapes(module)
    module.verify()
    assert str(the(module, "mine.stack").results[0].type) == "tensor<2x?x4xf32, [@C2, @S0, @C4]>"


def test_unregistered_operations_are_left_alone() -> None:
    module = parsed()
    optimize_shapes(module)
    module.verify()
    stack = the(module, "mine.stack")
    assert str(stack.results[0].type) == "tensor<?x?x?xf32>"
    assert [str(operand.type) for operand in stack.operands] == [
        "tensor<?x4xf32>",
        "tensor<?x?xf32>",
    ]
    assert the(module, "mine.round_up").operands[0].type == IndexType()


def test_the_ten_lines_of_the_document_are_all_it_takes() -> None:
    document = (Path(__file__).parents[3] / "docs" / "extending.md").read_text(encoding="utf-8")
    lines = document.partition("```python\n")[2].partition("```")[0].splitlines()
    code = [line for line in lines if line.strip() and not line.strip().startswith('"""')]
    assert len(code) <= 10
    text = "\n".join(lines).replace("from mine.dialect import StackOp\n", "")
    assert StackOp not in RELATIONS
    exec(text, {"StackOp": StackOp})
    try:
        module = parsed()
        stack = the(module, "mine.stack")
        sizes = ShapeAnalysis(module).dims(stack.results[0])
        assert [size.constant for size in sizes] == [2, None, 4]
    finally:
        del RELATIONS[StackOp]
