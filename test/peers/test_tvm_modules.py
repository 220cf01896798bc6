"""`from_tvm` reads the modules that TVM itself builds, and types them at least as precisely."""

import json
import re
from pathlib import Path

import pytest
import tvm
from conformance.relax_programs import module_of
from fuzz.harness import context
from peers.tvm_modules import BUILT, SCRIPTS, script
from xdsl.dialects.builtin import FloatAttr, ModuleOp, f32
from xdsl.parser import Parser

from disc_shape.dialects.relax.literals import PrimOp
from disc_shape.errors import UserError
from disc_shape.frontends.relax import from_tvm
from disc_shape.frontends.relax.build import build
from disc_shape.passes.relax_check import RelaxCheckPass
from disc_shape.passes.relax_infer import RelaxInferPass

MODELS = sorted((Path(__file__).parents[1] / "conformance" / "relax_models").glob("*.script.txt"))
NAMES = [*SCRIPTS, "devices", *BUILT]


def module(name: str) -> object:
    return BUILT[name]() if name in BUILT else script(name)


@pytest.mark.parametrize("name", NAMES)
def test_a_module_is_read_typed_and_accepted(name: str) -> None:
    found = from_tvm(module(name))
    found.verify()
    again = Parser(context(), str(found)).parse_module()
    assert str(again) == str(found)
    RelaxInferPass(refine=True).apply(context(), found)
    assert "relax.infer" not in str(found)
    RelaxCheckPass().apply(context(), found)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("call_tir_inplace", "relax.call_tir @increment(%x) {inplace_indices = array<i64: 0>}"),
        ("call_tir_of_two_results", "relax.prim_func @two(!relax.tensor<[@size, 4], f32>, "),
        ("casts", "relax.match_cast %x : !relax.object to !relax.tensor<[@n, @m], f32>"),
        ("closure", "relax.closure %0 (%y: !relax.tensor<[@k, 4], f32>)"),
        ("devices", 'relax.hint_on_device %b {device = "llvm:0:global"}'),
        ("dimensions", "relax.shape [@m * @n + 1, @n floordiv 2, @n mod 3, min(@m, @n), "),
        ("effects_and_objects", "%a = relax.null_value"),
        ("equal_names", "%x: !relax.tensor<[@n], f32>, %x_1: !relax.tensor<[@n_1], f32>"),
        ("literals", "%c = relax.dtype f16"),
        ("recursion", "relax.call @odd(%y)"),
        ("shapes_as_values", "relax.zeros %t {dtype = f32} : (!relax.shape<@t : 2>)"),
        ("tuples", "-> !relax.tensor<[@m], i32>"),
    ],
)
def test_a_node_has_its_operation(name: str, line: str) -> None:
    assert line in str(from_tvm(module(name)))


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.name.partition(".")[0])
def test_a_script_reads_as_its_record(path: Path) -> None:
    scripted = from_tvm(tvm.script.from_source(path.read_text(encoding="utf-8")))
    record = path.with_name(path.name.replace(".script.txt", ".program.json"))
    recorded = build(module_of(json.loads(record.read_text(encoding="utf-8"))))
    assert comparable(scripted) == comparable(recorded)


def comparable(module: ModuleOp) -> list[str]:
    """The functions by name, without what a record has lost: names and types of scalars."""
    for op in module.walk():
        for name in ("relax.global_symbol", "num_input"):
            op.attributes.pop(name, None)
        if isinstance(op, PrimOp) and isinstance(op.value, FloatAttr):
            op.value = FloatAttr(op.value.value.data, f32)
        for value in (*op.results, *(arg for one in op.regions for arg in one.block.args)):
            value.name_hint = None
    texts = (re.sub(r"relax.prim (\S+) : f32", r"relax.prim \1", str(op)) for op in module.ops)
    return sorted(re.sub(r"!relax.prim<f(32|64)>", "", text) for text in texts)


def test_what_cannot_be_read_names_function_and_node() -> None:
    from tvm import relax

    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorType((4,), "float32"))
    with builder.function("main", [x]):
        builder.emit_func_output(builder.emit(relax.op.memory.view(x, (2, 2))))
    with pytest.raises(UserError, match=r"^@main: cannot read the operator 'relax\.memory\.view'$"):
        from_tvm(builder.get())
