"""Each iteration space, run as it is defined, gives what the numpy semantics give."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product

import numpy as np
import pytest
from spaces.cases import CASES
from spaces.evaluator import Array, Evaluator
from spaces.programs import module_of, the_function, the_operation
from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.ir import SSAValue

from disc_shape.cards import space_of
from disc_shape.cards.indices import element_type_of
from disc_shape.errors import OperationError
from disc_shape.interpreters import run

SIZES = (0, 1, 2, 3)
LISTS = {
    "dynamic_broadcast_in_dim": [(4, 2, 0), (4, 0, 1), (2, 1, 2), (0, 2, 3)],
    "real_dynamic_slice": [(0,), (1,), (2,), (3,)],
    "dynamic_pad": [(-1,), (0,), (1,), (2,)],
    "dynamic_gather": [(1, 2), (1, 1), (1, 0)],
    "dynamic_iota": [(0, 2), (2, 3), (1, 0)],
    "dynamic_conv": [((1, 0),), ((0, 0),), ((-1, 1),), ((2, 1),)],
}
"""The contents of index operands that are no data."""

PROMISES: dict[str, Callable[[list[Array]], bool]] = {
    "dynamic_broadcast_in_dim": lambda arrays: (
        arrays[0].shape[0] == 1 and arrays[0].shape[1] == arrays[1][2]
    )
}
"""What attributes promise of sizes and the semantics do not check."""


def inputs(name: str, arguments: Sequence[SSAValue], text: str) -> Iterator[list[Array]]:
    """Arrays of small sizes; scalars and lists of indices take several numbers."""
    rows = re.findall(r": ([^,]+)(?:, %|$)", text)
    letters = sorted(set(re.findall(r"[A-D](?=x)", text)))
    generator = np.random.default_rng(0)
    turns = max(4, 256 // len(SIZES) ** len(letters))
    for sizes in product(SIZES, repeat=len(letters)):
        known: dict[str, int] = dict(zip(letters, sizes, strict=True))
        for turn in range(turns):
            yield [
                array_of(name, value, row, known, (turn + place * (turn // 4)) % 6 - 1, generator)
                for place, (value, row) in enumerate(zip(arguments, rows, strict=True))
            ]


def array_of(
    name: str,
    value: SSAValue,
    row: str,
    known: dict[str, int],
    number: int,
    generator: np.random.Generator,
) -> Array:
    """One argument."""
    element = element_type_of(value.type)
    dims = row.partition("<")[2].replace("index", "i").split("x")[:-1]
    shape = tuple(known[dim] if dim in known else int(dim) for dim in dims)
    is_list = isinstance(element, IndexType) or element == IntegerType(64)
    if is_list and shape:
        choices = LISTS[name]
        return np.array(choices[generator.integers(len(choices))])
    if element == IntegerType(1):
        return generator.integers(0, 2, shape).astype(bool)
    if not shape:
        return np.array(number, np.int64 if is_list else np.int32)
    dtype = {"i32": np.int32, "i8": np.int8, "f32": np.float32}[str(element)]
    return generator.integers(-2, 9, shape).astype(dtype)


@pytest.mark.parametrize("name", CASES)
def test_space_computes_what_the_semantics_say(name: str) -> None:
    arguments, operation = CASES[name]
    module = module_of(arguments, operation)
    op, parameters = the_operation(module), list(the_function(module).args)
    space = space_of(op)
    assert space is not None
    runs, elements = 0, 0
    for arrays in inputs(name, parameters, arguments):
        try:
            if name in PROMISES and not PROMISES[name](arrays):
                continue
            expected = run(module, *arrays)
        except OperationError:
            continue
        values: dict[SSAValue, Array] = dict(zip(parameters, arrays, strict=True))
        values.update(zip(op.results, expected, strict=True))
        for got, wanted in zip(Evaluator(op, space, values).run(), expected, strict=True):
            np.testing.assert_allclose(got.astype(float), wanted.astype(float), rtol=1e-6)
            assert got.dtype == wanted.dtype
            elements += got.size
        runs += 1
    assert runs >= 4
    assert elements > 0


UNDECIDED = {
    "a dimension that may or may not expand": (
        "%a: tensor<Axi32>, %s: tensor<1xindex>",
        '"stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = array<i64: 0>}> : '
        "(tensor<Axi32>, tensor<1xindex>) -> tensor<?xi32>",
    ),
    "an operand whose size the result type does not decide": (
        "%a: tensor<Axi32>",
        "stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<Axi32>) -> tensor<4xi32>",
    ),
    "a reshape": (
        "%a: tensor<2x3xi32>",
        "stablehlo.reshape %a : (tensor<2x3xi32>) -> tensor<6xi32>",
    ),
    "strides that data decide": (
        "%a: tensor<Axi32>, %s: tensor<1xi64>, %l: tensor<1xi64>, %t: tensor<1xi64>",
        "stablehlo.real_dynamic_slice %a, %s, %l, %t : (tensor<Axi32>, tensor<1xi64>, "
        "tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>",
    ),
    "stored integers of quantized numbers": (
        "%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x!quant.uniform<i8:f32, 1.0>>",
        "stablehlo.add %a, %b : tensor<2x!quant.uniform<i8:f32, 1.0>>",
    ),
    "scalars": ("%a: i32, %b: i32", "arith.addi %a, %b : i32"),
}


@pytest.mark.parametrize("case", UNDECIDED)
def test_no_space_without_a_decision(case: str) -> None:
    assert space_of(the_operation(module_of(*UNDECIDED[case]))) is None
