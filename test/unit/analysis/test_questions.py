"""The questions of `ShapeAnalysis`, with their reasons; the tutorial shows the same."""

from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue
from xdsl.parser import Parser

from disc_shape import ShapeAnalysis, register_dialects
from disc_shape.symbolic import Status, Truth

PROGRAM = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %z: tensor<?x4xf32>, %w: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = "stablehlo.add"(%0, %z) : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  %a = tensor.dim %y, %c0 : tensor<?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %same = arith.cmpi eq, %a, %b : index
  cf.assert %same, "y fits x"
  %small = arith.cmpi sle, %a, %c8 : index
  cf.assert %small, "y is small"
  "test.op"(%1) : (tensor<?x?xf32>) -> ()
  func.return
}
"""


def analysed() -> tuple[ShapeAnalysis, tuple[SSAValue, ...]]:
    context = Context()
    for name, dialect in get_all_dialects().items():
        context.register_dialect(name, dialect)
    register_dialects(context)
    module = Parser(context, PROGRAM).parse_module()
    function = next(op for op in module.ops if isinstance(op, FuncOp))
    return ShapeAnalysis(module), tuple(function.body.block.args)


def test_equal_by_operations() -> None:
    analysis, (x, _, z, _) = analysed()
    assert analysis.equal((x, 1), (z, 0)).truth is Truth.YES
    assert analysis.equal((x, 0), 4).truth is Truth.YES
    reasons = analysis.explain((x, 1), (z, 0))
    assert reasons
    assert {reason.status for reason in reasons} == {Status.DERIVED}


def test_equal_by_a_guard() -> None:
    analysis, (x, y, _, _) = analysed()
    assert analysis.equal((x, 1), (y, 0)).truth is Truth.YES
    reasons = analysis.explain((x, 1), (y, 0))
    assert Status.GUARDED in {reason.status for reason in reasons}
    assert any("cf.assert" in reason.text for reason in reasons)


def test_unknown_and_different() -> None:
    analysis, (x, y, _, w) = analysed()
    assert analysis.equal((w, 0), (y, 0)).truth is Truth.UNKNOWN
    assert analysis.equal((x, 0), 3).truth is Truth.NO
    assert analysis.equal((y, 0), 9).truth is Truth.NO


def test_ranges_and_products() -> None:
    analysis, (x, y, z, w) = analysed()
    assert analysis.range((y, 0)) == (0, 8)
    assert analysis.range((x, 1)) == (0, 8)
    assert analysis.range((w, 0)) == (0, None)
    assert analysis.product_equal([(x, 0), (x, 1)], [(z, 0), 4]).truth is Truth.YES
    assert analysis.product_equal([(x, 0), (x, 1)], [(w, 0), 4]).truth is Truth.UNKNOWN


def test_equal_sizes_are_one_expression() -> None:
    analysis, (x, y, z, _) = analysed()
    assert analysis.dims(x)[1] is analysis.dims(y)[0] is analysis.dims(z)[0]
