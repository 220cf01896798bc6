"""What is exported holds every guard, no symbol, and the facts that were found."""

from pathlib import Path

import pytest
from fuzz.harness import show
from xdsl.dialects.builtin import ModuleOp

import disc_shape
from disc_shape.dialects.xdsl_extras.constants import constant_int
from disc_shape.exporting.export import Flavor, export_stablehlo
from disc_shape.relations.guards import is_guard

MODELS = Path(__file__).parents[2] / "models"
NAMES = sorted(path.stem for path in MODELS.glob("*.json"))
DIVISIONS = ("arith.floordivsi", "arith.divsi", "arith.remsi", "arith.divui")
FLAVORS: tuple[Flavor, ...] = ("stablehlo", "index")
DIALECTS = {
    "stablehlo": {"builtin", "func", "stablehlo", "chlo"},
    "index": {"builtin", "func", "stablehlo", "chlo", "tensor", "arith", "cf"},
}


def optimized(name: str) -> disc_shape.Program:
    return disc_shape.load(MODELS / f"{name}.mlir").optimize()


def exported(program: disc_shape.Program, flavor: Flavor) -> ModuleOp:
    module = program.module.clone()
    export_stablehlo(module, flavor)
    return module


def guards(module: ModuleOp) -> int:
    return sum(is_guard(op) for op in module.walk())


def divisors(module: ModuleOp) -> int:
    """How many numbers are divided by that are not constant: each is checked."""
    found = {op.operands[1] for op in module.walk() if op.name in DIVISIONS}
    return sum(constant_int(value) is None for value in found)


def stated(program: disc_shape.Program) -> set[str]:
    return {f"{fact.condition} {fact.status}" for fact in program.facts()}


@pytest.mark.parametrize("flavor", FLAVORS)
@pytest.mark.parametrize("name", NAMES)
def test_only_what_engines_know_is_left(name: str, flavor: Flavor) -> None:
    program = optimized(name)
    module = exported(program, flavor)
    assert {op.name.partition(".")[0] for op in module.walk()} <= DIALECTS[flavor]
    text = show(module)
    assert "disc_shape" not in text
    assert "[@" not in text
    assert guards(module) == guards(program.module) + divisors(program.module)


@pytest.mark.parametrize("flavor", FLAVORS)
@pytest.mark.parametrize("name", NAMES)
def test_the_same_facts_are_found_again(name: str, flavor: Flavor) -> None:
    program = optimized(name)
    again = disc_shape.parse(show(exported(program, flavor))).optimize()
    assert len(again.symbols) == len(program.symbols)
    assert len(again.guards) == len(program.guards) + divisors(program.module)
    assert len(stated(again)) == len(stated(program)) + divisors(program.module)


@pytest.mark.parametrize("flavor", FLAVORS)
def test_text_is_stable(flavor: Flavor) -> None:
    module = exported(optimized("jax_mha"), flavor)
    text = show(module)
    export_stablehlo(module, flavor)
    assert show(module) == text
