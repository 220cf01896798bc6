"""
The twelve exported programs on buffers: every size has a name, and the names say nothing that the
analysis of the buffers could not find out again.
"""

from functools import cache
from pathlib import Path

import pytest
from fuzz.harness import context, parse, show
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.ir import SSAValue

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.analysis.regions import values_inside
from disc_shape.dialects.disc_shape import value_symbols, verify_shape_constraints
from disc_shape.dialects.lmhlo.op import as_memref
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.passes.strip_shape_constraints import StripShapeConstraintsPass
from disc_shape.symbolic import Expr

MODELS = sorted((Path(__file__).resolve().parents[1] / "models").glob("*.json"))
NAMES = [path.stem for path in MODELS]


@cache
def lowered(name: str) -> str:
    """A model on buffers."""
    ctx = context()
    module = parse(MODELS[NAMES.index(name)].with_suffix(".mlir").read_text(), ctx)
    ShapeOptimizationPass(keep_tie_shape=True).apply(ctx, module)
    MhloToLmhloPass().apply(ctx, module)
    DeallocateBuffersPass().apply(ctx, module)
    return show(module)


def sizes(module: ModuleOp) -> list[tuple[SSAValue, int, Expr]]:
    """Every dynamic size of every buffer, as the analysis has it."""
    analysis = ShapeAnalysis(module)
    return [
        (value, axis, size)
        for facts in analysis.functions
        for value in values_inside(facts.function.body)
        if (type_ := as_memref(value.type)) is not None
        for axis, size in enumerate(analysis.dims(value))
        if type_.get_shape()[axis] == DYNAMIC_INDEX
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_size_has_a_name(name: str) -> None:
    for value, axis, size in sizes(parse(lowered(name))):
        names = value_symbols(value)
        assert names is not None, f"{value.owner}: {size}"
        assert names[axis] is not None, f"{value.owner}: {size}"


@pytest.mark.parametrize("name", NAMES)
def test_as_few_sizes_without_the_names(name: str) -> None:
    ctx = context()
    named, plain = parse(lowered(name), ctx), parse(lowered(name), ctx)
    StripShapeConstraintsPass().apply(ctx, plain)
    plain.verify()
    text = show(plain)
    assert "@S" not in text
    assert "disc_shape." not in text
    expected = {size for _, _, size in sizes(named)}
    assert len({size for _, _, size in sizes(plain)}) == len(expected)


@pytest.mark.parametrize("name", NAMES)
def test_optimizing_again_keeps_the_names(name: str) -> None:
    ctx = context()
    module = parse(lowered(name), ctx)
    ShapeOptimizationPass().apply(ctx, module)
    module.verify()
    verify_shape_constraints(module)
    once = show(module)
    again = parse(once, ctx)
    ShapeOptimizationPass().apply(ctx, again)
    assert show(again) == once
    for value, axis, _ in sizes(again):
        names = value_symbols(value)
        assert names is not None
        assert names[axis] is not None
