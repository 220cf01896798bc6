"""strip-shape-constraints on attributes that no text form of ours shows."""

from pathlib import Path

import pytest
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    ModuleOp,
    NoneAttr,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    TupleType,
    UnitAttr,
    f32,
)
from xdsl.dialects.test import TestOp as Op
from xdsl.ir import Block, Region

from disc_shape.constraints.stripping import strip_shape_constraints
from disc_shape.tools.disc_opt import run

ROOT = Path(__file__).resolve().parents[3]
MODELS = [path.with_suffix(".mlir") for path in sorted((ROOT / "test" / "models").glob("*.json"))]

PLAIN = TensorType(f32, [-1, 4])
ENCODED = TensorType(f32, [-1, 4], ArrayAttr([SymbolRefAttr("S0"), UnitAttr()]))


def test_types_are_stripped_wherever_they_stand() -> None:
    function_type = FunctionType.from_lists([ENCODED], [TupleType((ENCODED, f32))])
    op = Op(
        result_types=[TupleType((ENCODED,))],
        attributes={
            "type": function_type,
            "nested": ArrayAttr([DictionaryAttr({"a": ENCODED, "disc_shape.dims": UnitAttr()})]),
            "disc_shape.dims": ArrayAttr([SymbolRefAttr("S0")]),
            "kDiscSymbolicDimAttr": ArrayAttr([SymbolRefAttr("S0")]),
            "other": StringAttr("disc_shape.dims"),
        },
        regions=[Region(Block(arg_types=[ENCODED]))],
    )
    strip_shape_constraints(ModuleOp([op]))
    assert op.results[0].type == TupleType((PLAIN,))
    assert op.regions[0].block.args[0].type == PLAIN
    assert op.attributes == {
        "type": FunctionType.from_lists([PLAIN], [TupleType((PLAIN, f32))]),
        "nested": ArrayAttr([DictionaryAttr({"a": PLAIN})]),
        "other": StringAttr("disc_shape.dims"),
    }


def test_an_encoding_that_is_no_symbol_list_stays() -> None:
    foreign = TensorType(f32, [-1], StringAttr("sparse"))
    op = Op(result_types=[foreign])
    strip_shape_constraints(ModuleOp([op]))
    assert op.results[0].type == foreign
    assert foreign.encoding != NoneAttr()


def test_attributes_without_symbols_are_not_rebuilt() -> None:
    nested = ArrayAttr([DictionaryAttr({"a": PLAIN})])
    op = Op(attributes={"nested": nested})
    strip_shape_constraints(ModuleOp([op]))
    assert op.attributes["nested"] is nested


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_nothing_of_ours_is_left_in_optimized_models(
    model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipeline = "shape-optimization,strip-shape-constraints,test-verify-dominance"
    assert run([str(model), "-p", pipeline]) == 0
    text = capsys.readouterr().out
    assert text.count("func.func") == 1
    for sign in ("disc_shape", "[@", "[unit", "SymbolDim"):
        assert sign not in text
