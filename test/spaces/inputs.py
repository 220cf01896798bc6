"""Arguments of the functions in `cases`, at all small sizes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random

import numpy as np
from xdsl.dialects.builtin import IndexType, IntegerType, ModuleOp
from xdsl.ir import SSAValue

from disc_shape.cards.indices import element_type_of
from disc_shape.errors import OperationError
from disc_shape.interpreters import run
from spaces.cases import CASES, OPEN
from spaces.evaluator import Array
from spaces.lowered import LOWERED
from spaces.programs import the_function

SIZES = (0, 1, 2, 3)
LISTS = {
    "dynamic_broadcast_in_dim": [(4, 2, 0), (4, 0, 1), (2, 1, 2), (0, 2, 3)],
    "undecided dynamic_broadcast_in_dim": [(1, 2, 1), (2, 2, 2), (0, 1, 3), (3, 3, 1)],
    "dynamic_broadcast_in_dim of rank 0": [(1, 2, 3), (0, 2, 2)],
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
    ),
    "dynamic_top_k": lambda arrays: 0 <= int(arrays[1]) <= arrays[0].shape[1],
}
"""What attributes promise of sizes and the semantics do not check."""


DTYPES = {
    "i32": np.int32,
    "i8": np.int8,
    "ui8": np.uint8,
    "ui32": np.uint32,
    "f32": np.float32,
}
"""The numpy type of elements."""


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
        return np.array(number).astype(np.int64 if is_list else DTYPES[str(element)])
    return generator.integers(-2, 9, shape).astype(DTYPES[str(element)])


def legal_runs(name: str, module: ModuleOp, most: int) -> Iterator[tuple[list[Array], list[Array]]]:
    """The arguments of some legal runs of a case, and what each of them gives."""
    runs = 0
    given = list(inputs(name, list(the_function(module).args), (CASES | OPEN | LOWERED)[name][0]))
    Random(0).shuffle(given)
    for arrays in given:
        if name in PROMISES and not PROMISES[name](arrays):
            continue
        try:
            expected = run(module, *arrays)
        except OperationError:
            continue
        runs += 1
        yield arrays, expected
        if runs == most:
            break
    assert runs >= 2
