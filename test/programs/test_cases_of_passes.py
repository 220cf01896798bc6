"""The lit cases of some passes compute the same afterwards, 0 and 1 among the sizes."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from fuzz.harness import apply, context, parse
from xdsl.dialects.builtin import IndexType
from xdsl.ir import Attribute

from disc_shape.analysis.call_graph import entry_function
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.errors import OperationError
from disc_shape.interpreters import check
from disc_shape.interpreters.inputs import arguments_of
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.values import dtype_of

PASSES = Path(__file__).parents[1] / "passes"
FUSION = "hlo-fusion"
LOOPS = f"{FUSION}+mhlo-to-lmhlo+deallocate-buffers+lmhlo-to-loops"
PIPELINES = {
    "hlo_layout/groups.mlir": ("hlo-layout",),
    "hlo_layout/absorbed.mlir": ("hlo-layout",),
    "hlo_layout/members.mlir": ("hlo-layout",),
    "hlo_layout/reductions.mlir": ("hlo-layout",),
    "hlo_fusion/members.mlir": (FUSION, LOOPS),
}
CASES = {
    f"{file}-{number}-{pipeline}": (text, pipeline)
    for file, pipelines in PIPELINES.items()
    for number, text in enumerate((PASSES / file).read_text().split("// -----"))
    for pipeline in pipelines
}
SIZES = (0, 1, 2, 3, 17)
MAX_RUNS = 200


def choices(type_: Attribute, random: np.random.Generator) -> list[Array]:
    """Small arrays of integral values, so that sums are exact in any order."""
    if isinstance(type_, IndexType):
        return [np.asarray(number) for number in (*SIZES, 4)]
    tensor = as_tensor(type_)
    assert tensor is not None
    sizes = [SIZES if size < 0 else (size,) for size in tensor.get_shape()]
    dtype = dtype_of(type_)
    if sizes == [(2,)] and dtype == np.int32:
        return [np.asarray(numbers, dtype) for numbers in product(range(3), repeat=2)]
    return [random.integers(0, 3, shape).astype(dtype) for shape in product(*sizes)]


@pytest.mark.parametrize("name", CASES)
def test_same_results(name: str) -> None:
    text, pipeline = CASES[name]
    module = parse(text)
    after = module.clone()
    apply(pipeline, after, context())
    after.verify()
    random = np.random.default_rng(0)
    types = [one.type for one in arguments_of(entry_function(module))]
    runs = list(product(*(choices(type_, random) for type_ in types)))
    legal = 0
    for arrays in runs[:: max(1, len(runs) // MAX_RUNS)]:
        try:
            expected = check(module, *arrays).results
        except OperationError:
            continue
        legal += 1
        for one, other in zip(check(after, *arrays).results, expected, strict=True):
            assert np.allclose(one, other, 1e-6, equal_nan=True)
            assert one.dtype == other.dtype
    assert legal
