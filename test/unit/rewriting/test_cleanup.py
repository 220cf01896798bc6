"""Cleaning up finds what xDSL's `cse` and `dce` find, and nothing else."""

from pathlib import Path

import pytest
from fuzz.harness import context, parse, show
from xdsl.dialects.builtin import ModuleOp
from xdsl.transforms.common_subexpression_elimination import cse
from xdsl.transforms.dead_code_elimination import region_dce

from disc_shape.passes.disc_inline import DiscInlinePass
from disc_shape.rewriting.cleanup import clean

FOLDER = Path(__file__).parents[2] / "models"
MODELS = [path for path in sorted(FOLDER.glob("*.mlir")) if not path.stem.endswith("_facts")]


def cleaned(text: str) -> str:
    ctx = context()
    ctx.allow_unregistered = True
    module = parse(text, ctx)
    clean(module.body)
    module.verify()
    return show(module)


def by_xdsl(module: ModuleOp) -> str:
    region_dce(module.body)
    cse(module)
    region_dce(module.body)
    return show(module)


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_models_become_what_xdsl_makes_of_them(path: Path) -> None:
    ctx = context()
    ours, theirs = parse(path.read_text(), ctx), parse(path.read_text(), ctx)
    for module in (ours, theirs):
        DiscInlinePass().apply(ctx, module)
    clean(ours.body)
    assert show(ours) == by_xdsl(theirs)


@pytest.mark.parametrize(
    ("text", "loads"),
    [
        ("", 1),
        ('"test.write"(%m) : (memref<4xf32>) -> ()', 2),
        ("memref.store %v, %m[%c] : memref<4xf32>", 2),
    ],
    ids=["nothing", "unknown", "store"],
)
def test_a_load_is_shared_up_to_the_next_write(text: str, loads: int) -> None:
    program = f"""
      func.func @f(%m: memref<4xf32>, %v: f32) -> (f32, f32) {{
        %c = arith.constant 0 : index
        %0 = memref.load %m[%c] : memref<4xf32>
        {text}
        %1 = memref.load %m[%c] : memref<4xf32>
        return %0, %1 : f32, f32
      }}"""
    assert cleaned(program).count("memref.load") == loads


def test_what_a_branch_computes_does_not_dominate_the_end() -> None:
    program = """
      func.func @f(%x: tensor<?xf32>, %p: i1) -> (tensor<?xf32>, tensor<?xf32>) {
        %0 = scf.if %p -> (tensor<?xf32>) {
          %1 = stablehlo.tanh %x : tensor<?xf32>
          %2 = stablehlo.tanh %x : tensor<?xf32>
          %3 = stablehlo.add %1, %2 : tensor<?xf32>
          scf.yield %3 : tensor<?xf32>
        } else {
          %4 = stablehlo.tanh %x : tensor<?xf32>
          scf.yield %4 : tensor<?xf32>
        }
        %5 = stablehlo.tanh %x : tensor<?xf32>
        return %0, %5 : tensor<?xf32>, tensor<?xf32>
      }"""
    assert cleaned(program).count("stablehlo.tanh") == 3


@pytest.mark.parametrize(
    "other",
    [
        "stablehlo.tanh %x {note = 1 : i32} : tensor<?xf32>",
        "stablehlo.tanh %x : (tensor<?xf32>) -> tensor<4xf32>",
        "stablehlo.sine %x : tensor<?xf32>",
    ],
)
def test_other_attributes_types_and_operations_differ(other: str) -> None:
    program = f"""
      func.func @f(%x: tensor<?xf32>) {{
        %0 = stablehlo.tanh %x : tensor<?xf32>
        %1 = {other}
        "test.use"(%0, %1) : (tensor<?xf32>, tensor<{"4" if "4x" in other else "?"}xf32>) -> ()
        return
      }}"""
    assert len(cleaned(program).splitlines()) == len(program.strip().splitlines()) + 2


def test_an_unused_chain_is_erased_as_a_whole() -> None:
    program = """
      func.func @f(%x: tensor<?xf32>, %a: i32, %b: i32) {
        %0 = stablehlo.tanh %x : tensor<?xf32>
        %1 = stablehlo.add %0, %0 : tensor<?xf32>
        %2 = arith.divsi %a, %b : i32
        %3 = arith.addi %2, %2 : i32
        return
      }"""
    assert len(cleaned(program).splitlines()) == 5


@pytest.mark.parametrize(("other", "reductions"), [("bf16", 1), ("f16", 2)])
def test_regions_that_convert_to_other_types_differ(other: str, reductions: int) -> None:
    def rounded_sum(type_: str) -> str:
        return f"""stablehlo.reduce(%x init: %z) across dimensions = [0]
          : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
          reducer(%a: tensor<f32>, %b: tensor<f32>) {{
            %s = stablehlo.add %a, %b : tensor<f32>
            %c = stablehlo.convert %s : (tensor<f32>) -> tensor<{type_}>
            %d = stablehlo.convert %c : (tensor<{type_}>) -> tensor<f32>
            stablehlo.return %d : tensor<f32>
          }}"""

    program = f"""
      func.func @f(%x: tensor<?xf32>, %z: tensor<f32>) -> (tensor<f32>, tensor<f32>) {{
        %0 = {rounded_sum("bf16")}
        %1 = {rounded_sum(other)}
        return %0, %1 : tensor<f32>, tensor<f32>
      }}"""
    assert cleaned(program).count("stablehlo.add") == reductions
