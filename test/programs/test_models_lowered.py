"""
The exported programs on buffers: same results as on tensors at every binding, no fault in memory,
and every dynamic size with its symbol.
"""

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from recorded import MODELS, NAMES, bindings
from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.dialects.memref import AllocOp
from xdsl.ir import Operation, SSAValue
from xdsl.parser import Parser

from disc_shape.dialects import register
from disc_shape.dialects.disc_shape import value_symbols
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.lmhlo.op import as_memref
from disc_shape.interpreters import check
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.lowering.module import lower_module
from disc_shape.lowering.out_parameters import plan_results
from disc_shape.lowering.prepare import prepare
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.reuse_buffers import ReuseBuffersPass
from disc_shape.passes.shape_optimization import optimize_shapes
from disc_shape.rewriting.inlining import inline_private_functions

LONG_WITH_CALLS = {"jax_convnet", "jax_split_recombine"}
"""Programs whose analysis takes long while their functions are not inlined."""


def context() -> Context:
    ctx = Context()
    for dialect, factory in get_all_dialects().items():
        ctx.register_dialect(dialect, factory)
    register(ctx)
    return ctx


def parsed(name: str) -> ModuleOp:
    return Parser(context(), (MODELS / f"{name}.mlir").read_text()).parse_module()


@cache
def on_buffers(name: str, optimized: bool, out_parameters: bool, reused: bool = False) -> ModuleOp:
    module = parsed(name)
    if optimized:
        optimize_shapes(module, keep_tie_shape=True)
    elif name in LONG_WITH_CALLS:
        inline_private_functions(module)
    lower_module(module, out_parameters=out_parameters)
    if reused:
        ReuseBuffersPass().apply(context(), module)
    DeallocateBuffersPass().apply(context(), module)
    module.verify()
    return module


def main_of(module: ModuleOp) -> FuncOp:
    return next(op for op in module.ops if isinstance(op, FuncOp))


def assert_same(found: list[Array], expected: list[Array]) -> None:
    assert [one.shape for one in found] == [one.shape for one in expected]
    for one, other in zip(found, expected, strict=True):
        wide, wanted = one.astype(np.complex128), other.astype(np.complex128)
        assert bool(np.allclose(wide, wanted, rtol=2e-3, atol=1e-4, equal_nan=True))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("optimized", [True, False])
def test_buffers_compute_what_tensors_compute(name: str, optimized: bool):
    assert bindings(name)
    module = on_buffers(name, optimized, out_parameters=False)
    for inputs, outputs in bindings(name):
        assert_same(check(module, *inputs).results, outputs)


@pytest.mark.parametrize("name", NAMES)
def test_less_memory_computes_the_same(name: str):
    plain = on_buffers(name, optimized=True, out_parameters=False)
    module = on_buffers(name, optimized=True, out_parameters=False, reused=True)
    if name in NOTHING_TO_SHARE:
        assert allocations(module) == allocations(plain)
    else:
        assert allocations(module) < allocations(plain)
    for inputs, outputs in bindings(name):
        assert_same(check(module, *inputs).results, outputs)


NOTHING_TO_SHARE = {"torch_cat_slice_pad": "sharing could raise its peak at some size"}
"""Models whose buffers cannot share memory without raising the peak at some size."""


def allocations(module: ModuleOp) -> int:
    return sum(isinstance(op, AllocOp) for op in module.walk())


@pytest.mark.parametrize("name", NAMES)
def test_out_parameters_hold_the_results(name: str):
    tied = parsed(name)
    optimize_shapes(tied, keep_tie_shape=True)
    prepare(tied)
    plan = plan_results(main_of(tied))
    module = on_buffers(name, optimized=True, out_parameters=True)
    outs = [index for index, sizes in enumerate(plan) if sizes is not None]
    kept = [index for index, sizes in enumerate(plan) if sizes is None]
    assert len(main_of(module).function_type.outputs) == len(kept)
    for inputs, outputs in bindings(name):
        memory = [np.zeros_like(outputs[index]) for index in outs]
        found = check(module, *inputs, *memory).results
        assert_same(found, outputs)


def made_buffers(module: ModuleOp) -> list[SSAValue]:
    function = main_of(module)
    results = [result for op in function.walk() for result in op.results]
    return [*function.body.blocks[0].args, *results]


@pytest.mark.parametrize("name", NAMES)
def test_every_dynamic_size_has_its_symbol(name: str):
    module = on_buffers(name, optimized=True, out_parameters=False)
    dynamic = 0
    for value in made_buffers(module):
        memref = as_memref(value.type)
        if memref is None or memref.has_static_shape():
            continue
        symbols = value_symbols(value)
        assert symbols is not None, value
        assert all(symbols), value
        dynamic += 1
    assert dynamic > 0


def ancestors(op: Operation) -> Iterator[Operation]:
    outer = op.parent_op()
    while outer is not None:
        yield outer
        outer = outer.parent_op()


@pytest.mark.parametrize("name", NAMES)
def test_no_tensor_is_left_but_scalars_in_regions(name: str):
    module = on_buffers(name, optimized=True, out_parameters=False)
    for op in main_of(module).walk():
        for value in (*op.operands, *op.results):
            if (tensor := as_tensor(value.type)) is not None:
                names = [outer.name for outer in ancestors(op)]
                assert any(name.startswith("lmhlo.") for name in names)
                assert tensor.get_num_dims() == 0 or "lmhlo.fusion" in names
