"""The operation of `test/spaces/distance.py` gets what operations of the package have."""

from __future__ import annotations

import inspect
from io import StringIO

import numpy as np
import pytest
from exhaustive import harness
from exhaustive.truth import truth_of
from generator.cards import card_row
from spaces import distance
from spaces.evaluator import Evaluator
from spaces.programs import the_function, the_operation
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, result_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.rewriter import Rewriter
from xdsl.traits import MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException

from disc_shape import ShapeAnalysis, optimize_shapes
from disc_shape.cards import card_of, register_card, space_of
from disc_shape.interpreters import check, run
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass

TYPE = "tensor<?x?xi32>"
PROGRAM = f"""func.func @main(%a: {TYPE}, %b: {TYPE}) -> {TYPE} {{
  %r = outside.distance %a, %b : {TYPE}, {TYPE} -> {TYPE}
  return %r : {TYPE}
}}"""
A, B = np.array([[1, -5, 3]], np.int32), np.array([[4, 2, 3]], np.int32)


@pytest.fixture(autouse=True)
def context(monkeypatch: pytest.MonkeyPatch) -> Context:
    """A context with the dialect, also for the exhaustive tests."""
    plain = harness.context

    def extended() -> Context:
        found = plain()
        found.load_dialect(distance.Outside)
        return found

    monkeypatch.setattr("exhaustive.truth.context", extended)
    return extended()


def parsed(ctx: Context, text: str = PROGRAM) -> ModuleOp:
    """A module that has been verified."""
    module = Parser(ctx, text).parse_module()
    module.verify()
    return module


def test_it_takes_eighty_lines() -> None:
    assert len(inspect.getsource(distance).splitlines()) <= 80


def test_reading_and_printing(context: Context) -> None:
    output = StringIO()
    Printer(output).print_op(parsed(context))
    assert "outside.distance %a, %b : tensor<?x?xi32>, " in output.getvalue()
    assert parsed(context, output.getvalue()).is_structurally_equivalent(parsed(context))


def test_verification(context: Context) -> None:
    text = PROGRAM.replace(f"-> {TYPE}", "-> tensor<?x?xi64>")
    with pytest.raises(VerifyException, match=r"element types of 'outside.distance' differ"):
        parsed(context, text.replace(f"return %r : {TYPE}", "return %r : tensor<?x?xi64>"))


def test_relation(context: Context) -> None:
    module = parsed(context)
    op, analysis = the_operation(module), ShapeAnalysis(module)
    assert analysis.dims(op.operands[0]) == analysis.dims(op.results[0])
    optimize_shapes(module)
    assert "tensor<?x?xi32, [@S0, @S1]>" in str(the_function(module).function_type)


def test_folding(context: Context) -> None:
    module = parsed(
        context,
        """func.func @main() -> tensor<2xi32> {
          %a = stablehlo.constant dense<[1, -5]> : tensor<2xi32>
          %b = stablehlo.constant dense<[4, 2]> : tensor<2xi32>
          %r = outside.distance %a, %b : tensor<2xi32>, tensor<2xi32> -> tensor<2xi32>
          return %r : tensor<2xi32>
        }""",
    )
    optimize_shapes(module)
    assert "outside.distance" not in str(module)
    assert "dense<[3, 7]>" in str(module)


@irdl_op_definition
class CountedDistanceOp(IRDLOperation):
    """A distance that also writes to memory."""

    name = "outside.counted_distance"
    lhs = operand_def(distance.INTEGERS)
    rhs = operand_def(distance.INTEGERS)
    result = result_def(distance.INTEGERS)
    traits = traits_def(MemoryWriteEffect())


def test_no_folding_of_what_has_effects(context: Context) -> None:
    module = parsed(
        context,
        """func.func @main() -> tensor<i32> {
          %a = stablehlo.constant dense<1> : tensor<i32>
          %r = outside.distance %a, %a : tensor<i32>, tensor<i32> -> tensor<i32>
          return %r : tensor<i32>
        }""",
    )
    op = the_operation(module)
    counted = CountedDistanceOp.create(operands=op.operands, result_types=op.result_types)
    Rewriter.replace_op(op, counted)
    register_card(card_of(op), CountedDistanceOp)
    optimize_shapes(module)
    assert "outside.counted_distance" in str(module)


def test_no_folding_of_what_wraps_around(context: Context) -> None:
    module = parsed(
        context,
        """func.func @main() -> tensor<i8> {
          %a = stablehlo.constant dense<-100> : tensor<i8>
          %b = stablehlo.constant dense<100> : tensor<i8>
          %r = outside.distance %a, %b : tensor<i8>, tensor<i8> -> tensor<i8>
          return %r : tensor<i8>
        }""",
    )
    optimize_shapes(module)
    assert "outside.distance" in str(module)


def test_buffers(context: Context) -> None:
    module = parsed(context)
    MhloToLmhloPass().apply(context, module)
    module.verify()
    assert "tensor<" not in str(module)
    assert "scf.for" in str(module)
    np.testing.assert_array_equal(run(module, A, B)[0], [[3, 7, 0]])


def test_run_and_check(context: Context) -> None:
    module = parsed(context)
    optimize_shapes(module)
    report = check(module, A, B)
    np.testing.assert_array_equal(report.results[0], [[3, 7, 0]])
    assert report.total > 0


def test_relation_for_all_small_shapes() -> None:
    truth = truth_of(PROGRAM, (), (0, 1, 2, 3), 1, False)
    truth.check()
    assert truth.underived() == set()


def test_iteration_space(context: Context) -> None:
    module = parsed(context)
    op, space = the_operation(module), space_of(the_operation(module))
    assert space is not None
    assert isinstance(op.parent_op(), FuncOp)
    expected = run(module, A, B)[0]
    values = {op.operands[0]: A, op.operands[1]: B, op.results[0]: expected}
    np.testing.assert_array_equal(Evaluator(op, space, values).run()[0], expected)


def test_row_of_the_documentation() -> None:
    assert card_row(distance.DistanceOp) == (
        "`outside.distance`", "", "", "", "`distance`", "yes",
    )  # fmt: skip
