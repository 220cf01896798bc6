"""
What the exported programs promise of their sizes, from the json files beside them: JAX's checks are
in the IR as facts and can be found again without them; what PyTorch dropped comes back through
`assume-shapes`, and guards refuse what breaks it.
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from fuzz.harness import parse, show
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.constraints.reader import saved_constraints
from disc_shape.dialects.disc_shape import get_symbols
from disc_shape.interpreters import GuardError, run
from disc_shape.interpreters.inputs import random_array
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.assume_shapes import AssumeShapesPass
from disc_shape.passes.insert_shape_guards import InsertShapeGuardsPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.passes.strip_shape_constraints import StripShapeConstraintsPass
from disc_shape.relations.guards import is_guard
from disc_shape.symbolic import Cond, Expr, Prover, parse_cond, sym

MODELS = Path(__file__).resolve().parents[1] / "models"
NAMES = sorted(path.stem for path in MODELS.glob("*.json"))
JAX = [name for name in NAMES if name.startswith("jax")]
TORCH = [name for name in NAMES if name.startswith("torch")]


@dataclass(frozen=True)
class Table:
    """What the json file says."""

    sizes: list[list[int | str]]
    dtypes: list[str]
    constraints: list[str]
    illegal: list[dict[str, int]]
    legal: list[dict[str, int]]

    @property
    def names(self) -> list[str]:
        return sorted({size for shape in self.sizes for size in shape if isinstance(size, str)})

    @property
    def places(self) -> dict[str, list[tuple[int, int]]]:
        """The dimensions that each name names."""
        found: dict[str, list[tuple[int, int]]] = {}
        for index, shape in enumerate(self.sizes):
            for axis, size in enumerate(shape):
                if isinstance(size, str):
                    found.setdefault(size, []).append((index, axis))
        return found

    def inputs(self, dims: dict[str, int]) -> list[Array]:
        random = np.random.default_rng(0)
        return [
            random_array([dims[s] if isinstance(s, str) else s for s in shape], kind, random)
            for shape, kind in zip(self.sizes, map(np.dtype, self.dtypes), strict=True)
        ]


@cache
def table(name: str) -> Table:
    content = json.loads((MODELS / f"{name}.json").read_text())
    constraints = list(content["constraints"])
    if name.startswith("jax"):
        names = {s for shape in content["symbolic_dims"] for s in shape if isinstance(s, str)}
        constraints += [f"{one}>=1" for one in sorted(names)]
    return Table(
        content["symbolic_dims"],
        content["input_dtypes"],
        constraints,
        [one["dims"] for one in content["illegal_bindings"]],
        [one["dims"] for one in content["bindings"]],
    )


def original(name: str) -> ModuleOp:
    return parse((MODELS / f"{name}.mlir").read_text())


@cache
def optimized_text(name: str) -> str:
    return show(after(original(name), ShapeOptimizationPass()))


def after(module: ModuleOp, *passes: ModulePass) -> ModuleOp:
    for one in passes:
        one.apply(Context(), module)
        module.verify()
    return parse(show(module))


def main_of(module: ModuleOp) -> FuncOp:
    return next(
        op for op in module.body.block.ops if isinstance(op, FuncOp) and op.sym_name.data == "main"
    )


def condition(text: str, sizes: dict[str, Expr]) -> Cond:
    return parse_cond(text).substitute({sym(name): size for name, size in sizes.items()})


CONSTRAINTS = [(name, text) for name in JAX for text in table(name).constraints]


@pytest.mark.parametrize(("name", "text"), CONSTRAINTS)
def test_a_constraint_of_jax_is_in_the_graph_under_its_name(name: str, text: str) -> None:
    module = parse(optimized_text(name))
    saved, prover = saved_constraints(module), Prover()
    for fact in saved.facts:
        prover.assume(fact.condition)
    for symbol, op in saved.symbols.items():
        prover.add_intervals(sym(symbol), op.intervals)
    arguments = main_of(module).body.blocks[0].args
    for places in table(name).places.values():
        first = named(arguments[places[0][0]].type, places[0][1])
        for index, axis in places[1:]:
            assert prover.proves_equal(first, named(arguments[index].type, axis))
    sizes = {
        one: named(arguments[at[0][0]].type, at[0][1]) for one, at in table(name).places.items()
    }
    assert prover.proves(condition(text, sizes))
    # People read the names that the program gave.
    mentioned = parse_cond(text).symbols
    assert all(one.name in saved.symbols for one in mentioned)
    assert prover.proves(parse_cond(text))


def named(type: Attribute, axis: int) -> Expr:
    names = get_symbols(type)
    assert names is not None
    name = names[axis]
    assert name is not None
    return sym(name)


@pytest.mark.parametrize("name", JAX)
def test_all_constraints_are_found_again_without_the_graph(name: str) -> None:
    module = after(parse(optimized_text(name)), StripShapeConstraintsPass())
    assert "disc_shape." not in show(module).replace("disc_shape.no_wrap", "")
    analysis = ShapeAnalysis(module)
    facts = analysis.function_of(main_of(module).body.blocks[0].args[0])
    arguments = main_of(module).body.blocks[0].args
    state = facts.shapes.state
    for places in table(name).places.values():
        found = {analysis.dims(arguments[index])[axis] for index, axis in places}
        assert len(found) == 1
    sizes = {
        one: state.raw_dims(arguments[at[0][0]])[at[0][1]] for one, at in table(name).places.items()
    }
    for text in table(name).constraints:
        assert state.prover.proves(condition(text, sizes)), text


# refusals


def without_guards(name: str) -> ModuleOp:
    """The program with nothing that JAX checks."""
    module = original(name)
    for op in [op for op in module.walk() if is_guard(op) and not op.results]:
        Rewriter.erase_op(op)
    return module


def facts_of(name: str) -> str:
    """The names and constraints of the json file in the language of `assume-shapes`."""
    lines = [
        f"{index}: [{', '.join(map(str, shape))}]"
        for index, shape in enumerate(table(name).sizes)
        if any(isinstance(size, str) for size in shape)
    ]
    return "\n".join([*lines, *table(name).constraints])


def breaks(text: str, dims: dict[str, int]) -> bool:
    return not parse_cond(text).evaluate(dims)


def outside(name: str) -> list[dict[str, int]]:
    """Sizes that break exactly one constraint, each in turn, and those that the json file lists."""
    found = list(table(name).illegal)
    legal = table(name).legal[0]
    for text in table(name).constraints:
        for one in parse_cond(text).symbols:
            for value in (*range(14), 17, 33, 65, 257, 513):
                dims = {**legal, one.name: value}
                broken = [other for other in table(name).constraints if breaks(other, dims)]
                if broken == [text] and dims not in found:
                    found.append(dims)
                    break
    return found


@pytest.mark.parametrize("form", ["assertion", "assert"])
@pytest.mark.parametrize("name", NAMES)
def test_our_guards_refuse_with_argument_dimension_value_and_constraint(
    name: str, form: str
) -> None:
    guards = InsertShapeGuardsPass(form="assert" if form == "assert" else "assertion")
    module = after(without_guards(name), AssumeShapesPass(facts=facts_of(name)), guards)
    plain = show(module)
    module = after(module, ShapeOptimizationPass(), ShapeOptimizationPass())
    refused = outside(name)
    assert len(refused) >= len(table(name).constraints) - 1
    for dims in refused:
        for one in (parse(plain), module):
            with pytest.raises(GuardError) as error:
                run(one, *table(name).inputs(dims))
            message = str(error.value)
            broken = [text for text in table(name).constraints if breaks(text, dims)]
            names = {symbol.name for text in broken for symbol in parse_cond(text).symbols}
            named = [one for one in names if re.search(rf"\b{one}\b", message)]
            assert named, (message, broken)
            places = [table(name).places[one][0] for one in named]
            assert any(f"dimension {axis} of argument {at}" in message for at, axis in places)
            if form == "assertion":
                assert any(f"{one} = {dims[one]}" in message for one in named), message
            stated = [expected for expected in broken if says(message, expected)]
            assert stated, (message, broken)


def says(message: str, constraint: str) -> bool:
    """Whether a message states a constraint, up to how it is written."""
    found = re.search(r"expected (.*?), (?:found|where) ", message)
    assert found is not None, message
    prover = Prover()
    prover.assume(parse_cond(found[1]))
    return prover.proves(parse_cond(constraint))


@pytest.mark.parametrize("name", NAMES)
def test_our_guards_let_legal_sizes_through(name: str) -> None:
    module = after(
        without_guards(name),
        AssumeShapesPass(facts=facts_of(name)),
        InsertShapeGuardsPass(),
        ShapeOptimizationPass(),
    )
    for dims in table(name).legal:
        run(module, *table(name).inputs(dims))


# how many guards are left


def guard_count(module: ModuleOp) -> int:
    return sum(is_guard(op) for op in module.walk())


GUARDS = {
    "torch_attention_block": (11, 1, 1, 6),
    "torch_cat_slice_pad": (2, 0, 0, 7),
    "torch_convnet": (2, 0, 0, 6),
    "torch_mlp_ln": (3, 0, 0, 5),
}
"""
Guards as they come; optimized; with the names and ranges promised; with these checked at entry. A
promise discharges no guard, so the one of the attention block (whether `b` and `s` of the mask
broadcast with those of the input) stays until the promise is checked: then the six checks of the
ranges and of the equal names are all there is.
"""


@pytest.mark.parametrize("name", TORCH)
def test_guards_left_of_the_pytorch_programs(name: str) -> None:
    assume = AssumeShapesPass(facts=facts_of(name))
    counts = (
        guard_count(original(name)),
        guard_count(parse(optimized_text(name))),
        guard_count(after(original(name), assume, ShapeOptimizationPass())),
        guard_count(
            after(original(name), assume, InsertShapeGuardsPass(), ShapeOptimizationPass())
        ),
    )
    print(name, counts)
    assert counts == GUARDS[name]


def test_the_table_is_complete() -> None:
    assert sorted(GUARDS) == TORCH
    assert len(CONSTRAINTS) >= len(JAX)
