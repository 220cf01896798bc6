"""
Relax modules that TVM has printed, from reading to buffers and machine code: types, runs at each
level with equal outputs, refusals, names.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from conformance.relax_programs import module_of
from conformance.relax_types import Info, Json, as_info, as_list
from fuzz.harness import context
from xdsl.dialects.arith import CmpiOp, ConstantOp
from xdsl.dialects.builtin import IndexType, IntegerAttr, ModuleOp, TensorType
from xdsl.dialects.tensor import DimOp
from xdsl.ir import Attribute, BlockArgument, Region, SSAValue

import disc_shape
from disc_shape.dialects.disc_shape.encoding import value_symbols
from disc_shape.dialects.disc_shape.symbols import SymbolDimOp
from disc_shape.engines.callables import Compiled
from disc_shape.engines.errors import EngineError
from disc_shape.errors import GuardError, OperationError
from disc_shape.frontends.relax.build import build, check_names
from disc_shape.interpreters import check, run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.convert_relax_to_hlo import ConvertRelaxToHloPass
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.relax_check import RelaxCheckPass
from disc_shape.passes.relax_infer import RelaxInferPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.relax.running import run_module
from disc_shape.relax.running.arguments import arguments_of, arrays_of, parameter_types
from disc_shape.relax.running.program import entry_of
from disc_shape.relax.running.values import as_array
from disc_shape.typesystem.scopes import names_bound

FOLDER = Path(__file__).parent / "relax_models"
MODELS = sorted(path.name.partition(".")[0] for path in FOLDER.glob("*.npz"))
PASSES = {
    "relax": [],
    "hlo": [ConvertRelaxToHloPass()],
    "optimized": [ConvertRelaxToHloPass(), ShapeOptimizationPass()],
    "buffers": [
        ConvertRelaxToHloPass(),
        ShapeOptimizationPass(),
        MhloToLmhloPass(),
        DeallocateBuffersPass(),
    ],
}
ENGINES = ["reference", "native"]
LEVELS = [*PASSES, *ENGINES]


def read(path: Path) -> Info:
    return as_info(cast("Json", json.loads(path.read_text(encoding="utf-8"))))


@cache
def module(name: str, level: str) -> ModuleOp:
    """A model at one level."""
    tree = module_of(read(FOLDER / f"{name}.program.json"))
    assert not check_names(tree)
    result = build(tree)
    for one in (RelaxInferPass(refine=True), RelaxCheckPass(), *PASSES[level]):
        one.apply(context(), result)
        result.verify()
    return result


@cache
def compiled(name: str, engine: str) -> Compiled:
    """A model that an engine has compiled, as it was read."""
    tree = module_of(read(FOLDER / f"{name}.program.json"))
    return disc_shape.compile(build(tree), engine=engine)


def outputs(
    name: str, level: str, arrays: Sequence[Array], *, checked: bool = False
) -> list[Array]:
    """What a model computes at one level."""
    if level in ENGINES:
        return list(compiled(name, level).run(*arrays))
    program, entry = module(name, level), str(read(FOLDER / f"{name}.json")["entry"])
    if level != "relax":
        if checked:
            return check(program, *arrays, entry=entry).results
        return run(program, *arrays, entry=entry)
    arguments = arguments_of(entry_of(program, entry), arrays)
    found = [as_array(one) for one in arrays_of(run_module(program, arguments, entry=entry).result)]
    return [one for one in found if one is not None]


def arrays_named(name: str, keys: Json) -> list[Array]:
    """The arrays of a model by their keys."""
    with np.load(FOLDER / f"{name}.npz") as archive:
        return [archive[str(key)] for key in as_list(keys)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", MODELS)
def test_outputs_at_every_binding(name: str, level: str) -> None:
    bindings = [as_info(one) for one in as_list(read(FOLDER / f"{name}.json")["bindings"])]
    assert bindings
    for binding in bindings:
        found = outputs(name, level, arrays_named(name, binding["inputs"]), checked=True)
        wanted = arrays_named(name, binding["outputs"])
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            assert one.shape == other.shape
            np.testing.assert_allclose(one.astype(float), other.astype(float), 1e-3, 1e-4)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", MODELS)
def test_illegal_shapes_are_refused(name: str, level: str) -> None:
    info = read(FOLDER / f"{name}.json")
    weights = arrays_named(name, as_info(as_list(info["bindings"])[0])["inputs"])
    for case in as_list(info["illegal"]):
        shapes = [tuple(as_list(one)) for one in as_list(as_info(case)["shapes"])]
        arrays = [np.zeros(cast("tuple[int, ...]", one)) for one in shapes]
        given = [one.astype(two.dtype) for one, two in zip(arrays, weights, strict=False)]
        refused = (GuardError, EngineError) if level in ENGINES else OperationError
        with pytest.raises(refused):
            outputs(name, level, [*given, *weights[len(given) :]])


@pytest.mark.parametrize("name", MODELS)
def test_types_have_every_dimension_and_names_survive(name: str) -> None:
    assert "?" not in str(module(name, "relax"))
    optimized = module(name, "optimized")
    for op in optimized.walk():
        for value in (*op.results, *(one for region in op.regions for one in arguments(region))):
            assert not is_dynamic(value.type) or None not in (value_symbols(value) or (None,)), op
    entry = entry_of(module(name, "relax"))
    written = {one for type_ in parameter_types(entry) for one in names_bound(type_)}
    named = [op for op in optimized.walk() if isinstance(op, SymbolDimOp) and op.named is not None]
    assert written == {op.symbol for op in named}


@pytest.mark.parametrize("name", MODELS)
def test_no_check_is_left_that_types_imply(name: str) -> None:
    optimized = module(name, "optimized")
    compared = [
        [size_text(one) for one in op.operands]
        for op in optimized.walk()
        if isinstance(op, CmpiOp) and op.lhs.type == IndexType()
    ]
    assert all(one != other for one, other in compared)
    before = str(optimized)
    again = optimized.clone()
    ShapeOptimizationPass().apply(context(), again)
    assert str(again) == before


def arguments(region: Region) -> list[BlockArgument]:
    return [one for block in region.blocks for one in block.args]


def is_dynamic(type_: Attribute) -> bool:
    return isinstance(type_, TensorType) and any(size < 0 for size in type_.get_shape())


def size_text(value: SSAValue) -> str:
    """The symbol of a size, its number, or a text of its own."""
    op = value.owner
    if isinstance(op, DimOp) and isinstance(op.index.owner, ConstantOp):
        axis = op.index.owner.value
        assert isinstance(axis, IntegerAttr)
        return str((value_symbols(op.source) or ())[axis.value.data])
    return str(op)
