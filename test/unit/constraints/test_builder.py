"""Facts that a converter states: the example of `docs/front_ends.md`, and the builder itself."""

import re
from collections.abc import Callable
from typing import cast

import numpy as np
import pytest
from documents import blocks, execute
from fuzz.harness import context, parse, show
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Dialect, SSAValue

from disc_shape.constraints.builder import ShapeFacts
from disc_shape.dialects.disc_shape import value_symbols, verify_shape_constraints
from disc_shape.errors import OperationError
from disc_shape.interpreters import check
from disc_shape.passes.insert_shape_guards import InsertShapeGuardsPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass


@pytest.fixture(scope="module")
def converter() -> tuple[Dialect, Callable[[ModuleOp], None]]:
    """The code of the page."""
    names = execute("front_ends.md", blocks("front_ends.md", "python"))
    return (
        cast("Dialect", names["Coarse"]),
        cast("Callable[[ModuleOp], None]", names["lower_splits"]),
    )


def lowered(text: str, converter: tuple[Dialect, Callable[[ModuleOp], None]]) -> ModuleOp:
    dialect, lower = converter
    ctx = context()
    ctx.register_dialect("coarse", lambda: dialect)
    module = parse(text, ctx)
    lower(module)
    module.verify()
    verify_shape_constraints(module)
    return parse(show(module))


def optimized(module: ModuleOp) -> ModuleOp:
    copy = module.clone()
    ShapeOptimizationPass().apply(Context(), copy)
    copy.verify()
    return parse(show(copy))


def program(parts: int, axis: int, rank: int) -> str:
    """Split an axis, put the slices together again."""
    kind = f"tensor<{'?x' * rank}f32>"
    names = ", ".join(f"%s{i}" for i in range(parts))
    kinds = ", ".join([kind] * parts)
    return f"""
func.func @main(%x: {kind}) -> {kind} {{
  {names} = "coarse.split"(%x) <{{axis = {axis} : i64}}> : ({kind}) -> ({kinds})
  %0 = "stablehlo.concatenate"({names}) <{{dimension = {axis} : i64}}> : ({kinds}) -> {kind}
  return %0 : {kind}
}}
"""


def test_the_page(converter: tuple[Dialect, Callable[[ModuleOp], None]]) -> None:
    text = show(optimized(lowered(blocks("front_ends.md", "mlir")[0], converter)))
    assert re.search(
        r"%x: tensor<\?x3xf32, \[@(S\d+), @C3\]>\) -> tensor<\?x3xf32, \[@\1, @C3\]>", text
    )
    assert "assumed" not in text
    assert re.search(r"tie_predicate_divisible|tie_predicate_affine_eq", text)
    assert text == show(optimized(parse(text)))


@pytest.mark.parametrize("parts", [1, 2, 3])
@pytest.mark.parametrize("rank", [1, 2])
def test_split_and_back_is_the_same_shape(
    parts: int, rank: int, converter: tuple[Dialect, Callable[[ModuleOp], None]]
) -> None:
    module = lowered(program(parts, rank - 1, rank), converter)
    output = optimized(module)
    function = next(op for op in output.body.block.ops if op.name == "func.func")
    block_ = function.regions[0].block
    last = block_.last_op
    assert last is not None
    assert value_symbols(block_.args[0]) == value_symbols(last.operands[0])
    assert show(optimized(output)) == show(output)
    for size in (0, 1, 2, 5):
        shape = (3,) * (rank - 1) + (size * parts,)
        x = np.arange(np.prod(shape), dtype=np.float32).reshape(shape)
        for one in (module, output):
            report = check(one, x)
            assert report.claims["predicate" if parts > 1 else "symbol"]
            np.testing.assert_array_equal(report.results[0], x)


def test_without_the_facts_the_shape_is_another(
    converter: tuple[Dialect, Callable[[ModuleOp], None]],
) -> None:
    text = re.sub(
        r"\n  func.func @shape_constraint_graph.*?\n  }",
        "",
        show(lowered(program(2, 0, 1), converter)),
        flags=re.DOTALL,
    )
    text = re.sub(r", \[@S\d+\]|  disc_shape.SymbolDim.*\n", "", text)
    output = show(optimized(parse(text)))
    assert re.search(r"%x: tensor<\?xf32, \[@S0\]>\) -> tensor<\?xf32, \[@S[12]\]>", output)


ADD = """
func.func @main(%x: tensor<?x4xf32>, %n: index, %k: tensor<?xf32, [@b]>) -> tensor<?x4xf32> {
  %0 = "stablehlo.tanh"(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tensor.empty(%n) : tensor<?xf32>
  return %0 : tensor<?x4xf32>
}
disc_shape.SymbolDim @b {named, ranges = [[2, 9]]}
"""


def facts_of(text: str) -> tuple[ModuleOp, ShapeFacts, list[SSAValue]]:
    module = parse(text)
    function = next(op for op in module.body.block.ops if op.name == "func.func")
    return module, ShapeFacts(module), list(function.regions[0].block.args)


def test_sizes_are_numbers_symbols_and_names() -> None:
    module, facts, (x, n, k) = facts_of(ADD)
    assert facts.size(x, 1).constant == 4
    assert str(facts.size(k, 0)) == "b"
    assert facts.name(x, 0, "rows") is facts.size(x, 0)
    assert str(facts.size(x, 0)) == "rows"
    assert str(facts.name(x, 0, "other")) == "rows"
    facts.promise("<=", facts.integer(n), facts.size(x, 0))
    facts.likely(facts.size(x, 0), [1, 8])
    facts.write()
    module.verify()
    text = show(optimized(module))
    assert "%x: tensor<?x4xf32, [@rows, @C4]>" in text
    assert "bind_dim %n to @S" in text
    assert re.search(r'tie_predicate "d0 <= d1"\(%S\d, %rows\) {assumed}', text)
    assert "@rows {named, likely_values = [1, 8]" in text


def test_promises_become_guards_and_requirements_do_not() -> None:
    module, facts, (x, _, k) = facts_of(ADD)
    facts.promise("==", facts.name(x, 0, "rows") % 2, 0)
    facts.require("<=", facts.size(x, 0), facts.size(k, 0))
    facts.write()
    InsertShapeGuardsPass(form="assert").apply(Context(), module)
    text = show(module)
    assert text.count("cf.assert") == 1
    assert "rows % 2 == 0" in text
    assert "{guarded}" in text
    assert "{assumed}" not in text


def test_a_name_in_use_is_not_given_again() -> None:
    _, facts, (x, _, _) = facts_of(ADD)
    assert str(facts.name(x, 0, "b")) == "S0"
    assert str(facts.unseen("main")) == "main_"


@pytest.mark.parametrize("axis", [-1, 2])
def test_a_dimension_that_does_not_exist(axis: int) -> None:
    _, facts, (x, _, _) = facts_of(ADD)
    with pytest.raises(ValueError, match=f"dimension {axis} does not exist, the rank is 2"):
        facts.size(x, axis)


def test_a_value_without_sizes() -> None:
    _, facts, (_, n, _) = facts_of(ADD)
    with pytest.raises(ValueError, match="a value of type index has no sizes"):
        facts.size(n, 0)


def test_a_contradiction_has_a_chain() -> None:
    _, facts, (_, _, k) = facts_of(ADD)
    with pytest.raises(OperationError, match="'b < 2' contradicts what was stated before") as error:
        facts.require("<", facts.size(k, 0), 2)
    assert any("ranges of '@b'" in text for text, _ in error.value.notes)


def test_of_different_ranks() -> None:
    _, facts, (x, _, k) = facts_of(ADD)
    with pytest.raises(OperationError, match="rank 2 and rank 1"):
        facts.same_shape([x, k])
