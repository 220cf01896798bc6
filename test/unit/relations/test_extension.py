"""Operations of a foreign dialect, registered from outside: the page `docs/extending.md`."""

from collections.abc import Iterator

import pytest
from documents import blocks, execute, registries_restored
from xdsl.context import Context
from xdsl.dialects.arith import Arith
from xdsl.dialects.builtin import Builtin, IndexType, ModuleOp
from xdsl.dialects.func import Func
from xdsl.dialects.tensor import Tensor
from xdsl.ir import Dialect, Operation
from xdsl.parser import Parser

from disc_shape import ShapeAnalysis, optimize_shapes, register_dialects

DIALECT, *RULES = blocks("extending.md", "python")
NAMES = execute("extending.md", [DIALECT])
MINE = NAMES["Mine"]


@pytest.fixture
def registered() -> Iterator[None]:
    """The registrations of the page, taken back afterwards."""
    with registries_restored():
        execute("extending.md", RULES, **NAMES)
        yield


PROGRAM = """
func.func @main(%a: tensor<?x4xf32>, %b: tensor<?x?xf32>)
    -> (tensor<?x?x?xf32>, tensor<?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %0 = "mine.stack"(%a, %b) : (tensor<?x4xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
  %n = tensor.dim %a, %c0 : tensor<?x4xf32>
  %m = "mine.round_up"(%n) : (index) -> index
  %1 = tensor.empty(%m) : tensor<?xf32>
  %c3 = arith.constant 3 : index
  %times = tensor.from_elements %m, %c3 : tensor<2xindex>
  %2 = "mine.tile"(%a, %times) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0, %1, %2 : tensor<?x?x?xf32>, tensor<?xf32>, tensor<?x?xf32>
}
"""


def parsed() -> ModuleOp:
    assert isinstance(MINE, Dialect)
    ctx = Context()
    for dialect in (Builtin, Func, Arith, Tensor, MINE):
        ctx.load_dialect(dialect)
    register_dialects(ctx)
    return Parser(ctx, PROGRAM).parse_module()


def the(module: ModuleOp, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == name)


@pytest.mark.usefixtures("registered")
def test_registered_operations_are_analysed() -> None:
    module = parsed()
    analysis = ShapeAnalysis(module)
    stack, empty, tile = (the(module, name) for name in ("mine.stack", "tensor.empty", "mine.tile"))
    rows, columns = analysis.dims(stack.operands[1])
    assert columns.constant == 4
    assert [size.constant for size in analysis.dims(stack.results[0])] == [2, None, 4]
    assert analysis.dims(stack.results[0])[1] is rows
    rounded = (rows + 7) // 8 * 8
    assert analysis.dims(empty.results[0]) == (rounded,)
    assert analysis.dims(tile.results[0]) == (rows * rounded, columns * 3)


@pytest.mark.usefixtures("registered")
def test_registered_operations_are_refined() -> None:
    module = parsed()
    optimize_shapes(module)
    module.verify()
    assert str(the(module, "mine.stack").results[0].type) == "tensor<2x?x4xf32, [@C2, @S0, @C4]>"
    assert str(the(module, "mine.tile").results[0].type).startswith("tensor<?x12xf32, ")


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


def test_ten_lines_are_all_that_a_relation_takes() -> None:
    lines = [line for line in RULES[0].splitlines() if line.strip()]
    assert len([line for line in lines if not line.strip().startswith('"""')]) <= 10
