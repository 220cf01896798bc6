"""Each operator with random operands and attributes: its type holds for what it computes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from xdsl.ir import Attribute, Block

from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.operator_rows import OperandRow, OperatorRow, Value, operator_rows
from disc_shape.dialects.relax.operators import OPERATORS, attribute_for
from disc_shape.dialects.relax.types import INFER, element_name
from disc_shape.errors import OperationError
from disc_shape.interpreters.externals import ShapeValue
from disc_shape.interpreters.values import element_dtype
from disc_shape.relax.operators import OperatorError, OperatorTypes
from disc_shape.relax.operators.rows import BUILDS
from disc_shape.relax.operators.typing import load_families
from disc_shape.relax.running import values
from disc_shape.relax.running.operators import OperatorRuns
from disc_shape.symbolic import Expr, Prover, const, sym
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import PrimType, ShapeType, TensorType, TupleType, Type

load_families()
NAMES = sorted(BUILDS)
CALLS = 12
"""How many calls of each operator are made."""
SIZES: Sequence[dict[str, int]] = [
    {"n": 0, "m": 1, "k": 2},
    {"n": 1, "m": 1, "k": 1},
    {"n": 2, "m": 3, "k": 2},
    {"n": 3, "m": 3, "k": 3},
]
ELEMENTS = "f32 f32 f32 f16 f64 i32 i64 i8 ui8 i1".split()
N, M, K = map(sym, "nmk")
DIMS: Sequence[Expr] = [N, M, K, const(1), const(2), const(3), N + 1, 2 * N]
INTEGERS = ("indices", "targets", "updates_indices")
WORDS: dict[str, list[Value]] = {
    "reduction": ["update", "add", "mul", "max", "min", "mean", "none"],
    "ret_type": ["both", "values", "indices"],
    "indexing": ["ij", "xy"],
    "method": ["linear", "nearest_neighbor", "cubic", "bilinear", "nearest", "bicubic"],
    "padding_mode": ["zeros", "border", "reflection"],
    "pad_mode": ["constant", "reflect", "replicate", "circular"],
    "mode": ["fast", "clip", "wrap", "nan", "avg", "max"],
    "out_layout": [None, "NWC", "NHWC", "NDHWC"],
    "pooled_size": [1, 2, (1, 2)],
    "spatial_scale": [0.5, 1.0],
    "sample_ratio": [-1, 1, 2],
    "causal_mask": [None, "TopLeft", "BottomRight"],
    "subscripts": ["ij,jk->ik", "ij->ji", "i,i->", "ij->i"],
    "indices_or_sections": [1, 2, 3, (1,), (1, 2), (0, 4), (2, 1)],
    "index_map": [
        "affine_map<(i) -> (i floordiv 2, i mod 2)>",
        "affine_map<(i, j) -> (j, i)>",
        "affine_map<(i, j) -> (i mod 3, j, i floordiv 3)>",
        "affine_map<(i, j) -> (i + j)>",
    ],
    "k": [-1, 0, 1, 2],
    "depth": [0, 1, 3],
    "groups": [1, 2],
    "num_groups": [1, 2],
    "upscale_factor": [1, 2],
    "dtype": ["float32", "int32", "int8", "bool"],
    "out_dtype": ["float32", "int32", "int8"],
}


class Calls:
    """Random calls of one operator."""

    def __init__(self, row: OperatorRow) -> None:
        self.row = row
        self.random = Random(row.name)
        digits = [int(one) for one in row.name if one.isdigit()]
        self.spatial = digits[0] if digits else None

    def rank(self) -> int:
        """The rank of an operand; an operator that has it in its name mostly wants that one."""
        if self.spatial is not None:
            return self.spatial + 2
        of_images = any(word in self.row.name for word in ("attention", "grid_sample", "roi"))
        return 4 if of_images else self.random.randint(0, 3)

    def tensor(self, element: str) -> TensorType:
        dims = (self.random.choice(DIMS) for _ in range(self.rank()))
        return TensorType(Shape(tuple(dims)), element)

    def like(self, first: TensorType, operand: OperandRow) -> TensorType:
        """A tensor operand that may fit the first one."""
        element = first.element if self.random.random() < 0.9 else self.random.choice(ELEMENTS)
        if operand.name in INTEGERS:
            element = "i64"
        if self.random.random() < 0.2:
            return TensorType(Shape(tuple(first.shape.known)[-1:]), element)
        other = self.tensor(str(element))
        return TensorType(first.shape if self.random.random() < 0.7 else other.shape, element)

    def scalar(self) -> PrimType:
        if self.random.random() < 0.2:
            return PrimType("f32")
        return PrimType("i64", self.random.choice([N, *map(const, range(-2, 5))]))

    def operand(self, operand: OperandRow, first: TensorType) -> Type:
        dims = list(first.shape.known)
        match operand.kind:
            case "tensor" | "number":
                return self.like(first, operand)
            case "any" if operand.name in INTEGERS:
                return self.like(first, operand)
            case "shape" if self.row.name.startswith("image"):
                return ShapeType(Shape(tuple(dims[2:])))
            case "shape":
                self.random.shuffle(dims)
                asked = [const(self.random.randint(0, 3)) for _ in range(self.random.randint(0, 1))]
                return ShapeType(Shape((*dims, *asked)))
            case "prim":
                return self.scalar()
            case "tuple":
                count = self.random.randint(1, 3)
                return TupleType(tuple(self.like(first, operand) for _ in range(count)))
            case _:
                axes = range(min(len(dims), 2))
                limits = (const(self.random.randint(-3, 4)) for _ in axes)
                chosen = map(const, axes) if operand.name == "axes" else limits
                return TupleType(tuple(PrimType("i64", one) for one in chosen))

    def operands(self) -> list[Type]:
        of_booleans = self.row.name == "where" or self.row.name.startswith("logical")
        first = self.tensor("i1" if of_booleans else self.random.choice(ELEMENTS))
        found: list[Type] = []
        for index, operand in enumerate(self.row.operands):
            if operand.optional and self.random.random() < 0.5:
                break
            own = index == 0 and operand.kind in ("tensor", "number")
            found.append(first if own else self.operand(operand, first))
        return found

    def attribute(self, name: str, rank: int) -> Value:
        default, pick = self.row.defaults.get(name), self.random.randint
        if name in WORDS and (name in self.row.required or self.random.random() < 0.7):
            return self.random.choice(WORDS[name])
        if name in ("axis", "channel_axis"):
            axis = pick(-rank, rank - 1) if rank and self.random.random() < 0.9 else rank
            return self.random.choice([axis, (axis,)]) if default is None else axis
        if name == "axes":
            return tuple(self.random.sample(range(rank), rank))
        if name == "repeats":
            return pick(0, 3) if self.row.name == "repeat" else (pick(0, 2), pick(0, 3))
        if name == "pad_width":
            return tuple(pick(0, 2) for _ in range(2 * rank))
        if isinstance(default, bool):
            return bool(pick(0, 1))
        if isinstance(default, tuple):
            least = 0 if "padding" in name else 1
            return tuple(pick(least, 2) for _ in default)
        return default

    def attributes(self, operands: Sequence[Type]) -> dict[str, Value]:
        rank = operands[0].shape.rank or 0 if isinstance(operands[0], TensorType) else 2
        return {name: self.attribute(name, rank) for name in self.row.attributes}


def value_of(type_: Type, sizes: dict[str, int], random: np.random.Generator) -> values.Value:
    """A value of a type, of numbers that are booleans and indices too."""
    match type_:
        case TensorType():
            shape = [dim.evaluate(sizes) for dim in type_.shape.known]
            dtype = element_dtype(element_of(type_.element or "f32"))
            return random.integers(0, 2, shape).astype(dtype)
        case TupleType():
            return tuple(value_of(field, sizes, random) for field in type_.fields)
        case ShapeType():
            return ShapeValue(dim.evaluate(sizes) for dim in type_.shape.known)
        case _:
            known = type_.value if isinstance(type_, PrimType) else None
            if known is None:
                return values.Scalar("f32", 1.5)
            return values.Scalar("i64", known.evaluate(sizes))


def has_sizes(shape: Shape, found: tuple[int, ...], sizes: dict[str, int]) -> bool:
    """Whether a shape is one of these integers."""
    if shape.dims is None:
        return True
    wanted = [None if dim is None else dim.evaluate(sizes) for dim in shape.dims]
    pairs = zip(wanted, found, strict=False)
    return len(wanted) == len(found) and all(one in (None, size) for one, size in pairs)


def is_of(value: values.Value, type_: Type, sizes: dict[str, int]) -> bool:
    """Whether a value is of a type."""
    fields, array = values.members(value), values.as_array(value)
    if isinstance(type_, TupleType) and fields is not None:
        return all(is_of(*pair, sizes) for pair in zip(fields, type_.fields, strict=True))
    if isinstance(type_, ShapeType):
        return isinstance(value, ShapeValue) and has_sizes(type_.shape, value, sizes)
    if not isinstance(type_, TensorType) or array is None:
        return False
    if not has_sizes(type_.shape, array.shape, sizes):
        return False
    return type_.element is None or array.dtype == element_dtype(element_of(type_.element))


def attributes_of(words: dict[str, Value]) -> dict[str, Attribute]:
    """Attributes as an operation has them."""
    return {
        name: element_of(element_name(str(word)) or "f32")
        if name in ("dtype", "out_dtype")
        else attribute_for(word)
        for name, word in words.items()
        if word is not None
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_type_holds_for_what_is_computed(name: str) -> None:
    row, random = operator_rows()[name], np.random.default_rng(0)
    calls, runs = Calls(row), OperatorRuns()
    for _ in range(CALLS):
        operands = calls.operands()
        words = calls.attributes(operands)
        try:
            type_ = OperatorTypes(Prover()).type_of(name, operands, words, frozenset())
        except OperatorError:
            type_ = None
        block = Block(arg_types=[INFER] * len(operands))
        op = OPERATORS[name](block.args, attributes_of(words), INFER)
        for sizes in SIZES:
            try:
                found = runs.run(op, [value_of(one, sizes, random) for one in operands])
            except OperationError:
                continue
            assert type_ is not None, (operands, words, sizes, "is refused, but runs")
            assert is_of(found, type_, sizes), (operands, words, sizes, type_)
