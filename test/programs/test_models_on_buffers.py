"""
The twelve exported programs on buffers: every size has a name, and the names say nothing that the
analysis of the buffers could not find out again.
"""

from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import pytest
from fuzz.harness import context, parse, show
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.analysis.regions import values_inside
from disc_shape.dialects.disc_shape import value_symbols, verify_shape_constraints
from disc_shape.dialects.disc_shape.encoding import result_symbols
from disc_shape.dialects.lmhlo.op import as_memref
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.passes.strip_shape_constraints import StripShapeConstraintsPass
from disc_shape.symbolic import Expr

Results: TypeAlias = Literal["returned", "out-params"]

MODELS = sorted((Path(__file__).resolve().parents[1] / "models").glob("*.json"))
NAMES = [path.stem for path in MODELS]


@cache
def lowered(name: str, inline: bool = True, results: Results = "returned") -> str:
    """A model on buffers."""
    ctx = context()
    module = parse(MODELS[NAMES.index(name)].with_suffix(".mlir").read_text(), ctx)
    ShapeOptimizationPass(keep_tie_shape=True, inline=inline).apply(ctx, module)
    MhloToLmhloPass(results=results).apply(ctx, module)
    DeallocateBuffersPass().apply(ctx, module)
    return show(module)


def functions(module: ModuleOp) -> list[FuncOp]:
    """The functions of a module."""
    return [op for op in module.ops if isinstance(op, FuncOp)]


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


@pytest.mark.parametrize("results", ["returned", "out-params"])
@pytest.mark.parametrize("name", NAMES)
def test_every_size_has_a_name_with_calls_kept(name: str, results: Results) -> None:
    module = parse(lowered(name, False, results))
    for function in functions(module):
        for value in values_inside(function.body):
            if (type_ := as_memref(value.type)) is not None and not type_.has_static_shape():
                names = value_symbols(value)
                assert names is not None, f"{value.owner}"
                assert all(names), f"{value.owner}: {names}"
        for type_, names in zip(
            function.function_type.outputs, result_symbols(function), strict=True
        ):
            buffer = as_memref(type_)
            if buffer is not None and not buffer.has_static_shape():
                assert names is not None
                assert all(names)


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
