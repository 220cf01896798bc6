"""
The programs of the lit tests of `mhlo-to-lmhlo` and `reuse-buffers`, run at concrete sizes, zero
and one among them: on buffers they compute what they compute on tensors, with the results returned
or in the caller's memory, optimized and with memory reused or not, and no use of memory is wrong.
"""

from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import numpy as np
import pytest
from fuzz.harness import context, parse, show
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.lmhlo.op import as_memref, tensor_of
from disc_shape.errors import OperationError
from disc_shape.interpreters import GuardError, check, run
from disc_shape.interpreters.inputs import random_array
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.passing import out_attribute
from disc_shape.interpreters.semantics.custom_calls import TARGETS
from disc_shape.interpreters.values import dtype_of
from disc_shape.lowering.aggregates import flatten_aggregates, leaves
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass
from disc_shape.passes.reuse_buffers import ReuseBuffersPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.relations.value_types import integer_type

ROOT = Path(__file__).parents[1] / "passes" / "mhlo_to_lmhlo"
TEXTS = {
    f"{path.stem}-{index}": text
    for path in (*sorted(ROOT.glob("*.mlir")), ROOT.parent / "reuse_buffers.mlir")
    if not path.stem.startswith("invalid")
    for index, text in enumerate(path.read_text().split("// -----"))
}
NOT_RUN = {
    "calls-1": "it calls a function without a body",
    "out_parameters-5": "it calls a function without a body",
    "special-1": "its constant is in a resource that the text does not hold",
    "special-5": "its custom call has no semantics",
    "special-7": "its custom call has no semantics",
    "straight_line-12": "the size of its result is what the custom call wants",
    "views-7": "its result holds elements that are not written",
    "straight_line-13": "it communicates with another process",
}
"""Why a case has no run."""

COUNT = np.zeros((), np.int32)

ENDLESS = {"control_flow-7": 1}
"""An argument with which a loop never ends when it is true."""

SIZES = (0, 1, 2, 5)
MAX_RUNS = 60


@pytest.fixture(autouse=True)
def custom_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the custom calls of the tests do: a number, or the identity."""
    monkeypatch.setitem(TARGETS, "use", lambda _op: lambda _frame, _ins: (COUNT,))
    monkeypatch.setitem(TARGETS, "f", lambda _op: lambda _frame, ins: (ins[0],))


def choices(type_: Attribute) -> list[Array]:
    """Arrays of all sizes in `SIZES`; integers small enough to be trip counts and positions."""
    plain = tensor_of(type_)
    ranked = as_tensor(plain)
    integer = integer_type(plain if ranked is None else ranked.element_type)
    element = plain if ranked is None else ranked.element_type
    dtype = dtype_of(element)
    if dtype is None:
        return [np.zeros(0)]
    axes = [
        SIZES if size == DYNAMIC_INDEX else (size,)
        for size in (() if ranked is None else ranked.get_shape())
    ]
    random = np.random.default_rng(0)
    found: list[Array] = []
    for shape in product(*axes):
        if integer is None and not isinstance(element, IndexType):
            found.append(random_array(shape, dtype, random))
        elif shape:
            found.append(random.integers(0, 2, shape).astype(dtype))
        else:
            numbers = (0, 1) if dtype == np.dtype(bool) else (0, 1, 3)
            found += [np.asarray(number, dtype) for number in numbers]
    return found


def inputs(function: FuncOp) -> Iterator[list[Array]]:
    """Some of all choices of arguments, spread over them."""
    types = [leaf for one in function.function_type.inputs for leaf in leaves(one)]
    every = list(islice(product(*map(choices, types)), 100_000))
    step = max(1, len(every) // MAX_RUNS)
    yield from (list(arrays) for arrays in every[::step])


def main_of(module: ModuleOp) -> FuncOp:
    return next(op for op in module.body.block.ops if isinstance(op, FuncOp))


def lowered(text: str, results: str, optimized: bool) -> ModuleOp:
    ctx = context()
    module = parse(text, ctx)
    if optimized:
        ShapeOptimizationPass(keep_tie_shape=True).apply(ctx, module)
    MhloToLmhloPass(results="out-params" if results == "out-params" else "returned").apply(
        ctx, module
    )
    if optimized:
        ReuseBuffersPass().apply(ctx, module)
    DeallocateBuffersPass().apply(ctx, module)
    module.verify()
    printed = show(module)
    again = parse(printed, ctx)
    assert show(again) == printed
    return again


def outs_of(function: FuncOp, expected: list[Array]) -> list[Array]:
    """Memory for the results that the function writes."""
    positions = [
        attr
        for argument in function.body.blocks[0].args
        if (attr := out_attribute(argument, function)) is not None
    ]
    return [np.zeros_like(expected[int(str(one).split(" ")[0])]) for one in positions]


def passed(arrays: list[Array], function: FuncOp) -> list[Array]:
    """Copies, since a program may write to its arguments."""
    memrefs = [as_memref(one) is not None for one in function.function_type.inputs]
    return [np.array(one) if is_one else one for one, is_one in zip(arrays, memrefs, strict=False)]


@pytest.mark.parametrize("optimized", [False, True])
@pytest.mark.parametrize("results", ["returned", "out-params"])
@pytest.mark.parametrize("name", [name for name in TEXTS if name not in NOT_RUN])
def test_same_results_on_buffers(name: str, results: str, optimized: bool) -> None:
    reference = parse(TEXTS[name])
    flatten_aggregates(reference)
    buffers = lowered(TEXTS[name], results, optimized)
    legal, entry = 0, main_of(reference).sym_name.data
    endless = ENDLESS.get(name)
    for arrays in inputs(main_of(reference)):
        if endless is not None and bool(arrays[endless]):
            continue
        try:
            expected = run(reference, *arrays, entry=entry)
        except GuardError:
            with pytest.raises(OperationError):
                run(buffers, *passed(arrays, main_of(buffers)), entry=entry)
            continue
        except OperationError:
            continue
        legal += 1
        function = main_of(buffers)
        outs = outs_of(function, list(expected))
        report = check(buffers, *passed(arrays, function), *outs, entry=entry)
        for found, wanted in zip(report.results, expected, strict=True):
            np.testing.assert_array_equal(found, wanted)
    assert legal
