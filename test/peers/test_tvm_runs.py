"""Modules and operators compute what TVM's virtual machine computes."""

from collections import Counter

import numpy as np
import pytest
import tvm
from fuzz.harness import context
from peers.test_tvm_operator_types import typed_by_tvm
from peers.tvm_modules import BUILT, script
from peers.tvm_operator_calls import Calls
from tvm import relax
from tvm_ffi import Shape as ShapeTuple

import disc_shape
from disc_shape.dialects.relax.function_ops import FuncOp
from disc_shape.errors import OperationError
from disc_shape.frontends.relax import from_tvm
from disc_shape.interpreters import run
from disc_shape.interpreters.externals import ShapeValue
from disc_shape.passes.convert_relax_to_hlo import ConvertRelaxToHloPass
from disc_shape.passes.relax_infer import RelaxInferPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.relax.running import run_module
from disc_shape.relax.running.arguments import parameter_types
from disc_shape.relax.running.program import entry_of
from disc_shape.typesystem.types import ShapeType

SIZES = {"b": 2, "s": 5, "h": 9, "w": 7, "n": 3, "m": 5, "k": 2}
SEEDS = range(750, 810)


def arguments(function: FuncOp, random: np.random.Generator) -> list[np.ndarray | ShapeValue]:
    """A value for each parameter, of which all dimensions are known."""
    found: list[np.ndarray | ShapeValue] = []
    for type_ in parameter_types(function):
        sizes = [
            dim.evaluate({one.label: SIZES.get(one.label, 3) for one in dim.symbols})
            for dim in type_.shape.known
        ]
        if isinstance(type_, ShapeType):
            found.append(ShapeValue(sizes))
        elif type_.element in ("i1", "i32", "i64"):
            dtype = {"i1": np.bool_, "i32": np.int32, "i64": np.int64}[type_.element]
            found.append(random.integers(0, 2, sizes).astype(dtype))
        else:
            found.append(random.uniform(0.1, 0.9, sizes).astype(np.float32))
    return found


def by_tvm(module: object, name: str, values: list[np.ndarray | ShapeValue]) -> list[np.ndarray]:
    """What TVM's machine computes."""
    machine = relax.VirtualMachine(tvm.compile(module, "llvm"), tvm.cpu())
    given = [
        ShapeTuple(one) if isinstance(one, ShapeValue) else tvm.runtime.tensor(one)
        for one in values
    ]
    found = machine[name](*given)
    return [one.numpy() for one in ([found] if hasattr(found, "numpy") else found)]


def agree(found: object, wanted: list[np.ndarray]) -> None:
    """Values are close, and of equal shapes and element types."""
    values = list(found) if isinstance(found, tuple | list) else [found]
    assert len(values) == len(wanted)
    for one, other in zip(values, wanted, strict=True):
        assert one.shape == other.shape
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, 1e-4, 1e-4)


@pytest.mark.parametrize("name", ["layers", "attention", "convolution", "traced_in_torch"])
def test_a_module_computes_what_tvm_does(name: str) -> None:
    module = BUILT[name]()
    entry = next(iter(module.functions)).name_hint
    ours = from_tvm(module)
    arrays = arguments(entry_of(ours, entry), np.random.default_rng(0))
    wanted = by_tvm(module, entry, arrays)
    RelaxInferPass(refine=True).apply(context(), ours)
    agree(run_module(ours, arrays, entry=entry).result, wanted)
    for lowered in (ConvertRelaxToHloPass(), ShapeOptimizationPass()):
        lowered.apply(context(), ours)
        agree(run(ours, *arrays, entry=entry), wanted)


@pytest.mark.parametrize("engine", ["native", "reference", "xla"])
@pytest.mark.parametrize("name", ["layers", "attention", "convolution", "traced_in_torch"])
def test_a_module_is_compiled(name: str, engine: str) -> None:
    module = BUILT[name]()
    entry = next(iter(module.functions)).name_hint
    arrays = arguments(entry_of(from_tvm(module), entry), np.random.default_rng(0))
    compiled = disc_shape.compile(module, engine=engine)
    agree(compiled(*arrays), by_tvm(module, entry, arrays))
    if engine == "native":
        assert not any(", interpreter," in str(kernel) for kernel in compiled.kernels)


def test_a_module_that_has_no_form_in_hlo_is_refused() -> None:
    with pytest.raises(disc_shape.ProgramError, match=r"^[^\n]*: error: [^\n]* \[RLX-\d+\]$"):
        disc_shape.compile(script("effects_and_objects"), engine="reference")


def outcome(seed: int) -> str:
    """How a random call runs."""
    calls = Calls(seed)
    calls.ranked = True
    module, reason = typed_by_tvm(calls.make(), calls.variables)
    if reason is not None:
        return "refused by its types"
    ours = from_tvm(module)
    values = arguments(entry_of(ours), np.random.default_rng(seed))
    try:
        wanted = by_tvm(module, "main", values)
    except Exception:  # Its errors are of many classes.
        return "TVM does not run it"
    try:
        found = run_module(ours, values).result
    except OperationError:
        return "refused by its sizes"
    agree(found, wanted)
    return "equal"


def test_operators_compute_what_tvm_does() -> None:
    counts = Counter(outcome(seed) for seed in SEEDS)
    assert counts["equal"] >= 45, counts
