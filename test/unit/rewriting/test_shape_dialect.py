"""Broadcasts of shapes, against numpy and against every value that an unknown size may have."""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from disc_shape import parse
from disc_shape.dialects.shape import ConstShapeOp, ConstSizeOp, Shape
from disc_shape.interpreters import run
from disc_shape.rewriting.shape_dialect import simplify
from disc_shape.rewriting.shape_dialect.broadcasts import broadcast_sizes, surely_broadcast

SHAPES = [shape for rank in range(3) for shape in product((0, 1, 2, 3), repeat=rank)]
PARTIAL = [shape for rank in range(3) for shape in product((None, 0, 1, 2), repeat=rank)]


def numpy_broadcast(shapes: tuple[tuple[int, ...], ...]) -> tuple[int, ...] | None:
    """What numpy says; None when the shapes do not broadcast."""
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        return None


@pytest.mark.parametrize("count", [1, 2, 3])
def test_broadcast_sizes(count: int) -> None:
    for shapes in combinations_with_replacement(SHAPES, count):
        assert broadcast_sizes(shapes) == numpy_broadcast(shapes), shapes


def concrete(shape: tuple[int | None, ...]) -> list[tuple[int, ...]]:
    """Every shape that a partly known one may be."""
    return list(product(*[range(4) if size is None else [size] for size in shape]))


def test_surely_broadcast_is_never_wrong() -> None:
    for lhs, rhs in combinations_with_replacement(PARTIAL, 2):
        if surely_broadcast([lhs, rhs]):
            for pair in product(concrete(lhs), concrete(rhs)):
                assert numpy_broadcast(pair) is not None, (lhs, rhs)


def test_surely_broadcast_finds_all_known_pairs() -> None:
    for pair in combinations_with_replacement(SHAPES, 2):
        assert surely_broadcast(pair) == (numpy_broadcast(pair) is not None), pair


SIZES = (0, 1, 2, 3, 7)
PAIRS = [*product(SIZES, repeat=2)]


@pytest.mark.parametrize("name", ["add", "mul", "div", "max", "min"])
def test_folded_arithmetic_is_what_runs(name: str) -> None:
    """Folding by the card and the semantics, which do not read it, agree on small sizes."""
    for left, right in [pair for pair in PAIRS if name != "div" or pair[1]]:
        lines = [
            f"%x = shape.const_size {left}",
            f"%y = shape.const_size {right}",
            f"%r = shape.{name} %x, %y : !shape.size, !shape.size -> !shape.size",
        ]
        assert_folded(lines, "%r", "!shape.size")


SHAPE = "!shape.shape"


@pytest.mark.parametrize("shape", [(), (3,), (0, 5), (2, 1, 4)])
@pytest.mark.parametrize(
    ("operation", "type"),
    [
        (f"shape.concat %c, %c : {SHAPE}, {SHAPE} -> {SHAPE}", SHAPE),
        (f"shape.max %c, %c : {SHAPE}, {SHAPE} -> {SHAPE}", SHAPE),
        (f"shape.num_elements %c : {SHAPE} -> !shape.size", "!shape.size"),
        (f"shape.rank %c : {SHAPE} -> !shape.size", "!shape.size"),
    ],
)
def test_folded_shapes_are_what_runs(shape: tuple[int, ...], operation: str, type: str) -> None:
    listed = ", ".join(map(str, shape))
    constant = f"%c = shape.const_shape [{listed}] : {SHAPE}"
    assert_folded([constant, f"%r = {operation}"], "%r", type)


def assert_folded(lines: list[str], value: str, type: str) -> None:
    """Nothing but constants is left of `lines`, and `value` is what it was."""
    if type == SHAPE:
        extents = "tensor<?xindex>"
        end = [f"%e = shape.to_extent_tensor {value} : {SHAPE} -> {extents}"]
    else:
        extents, end = "index", [f"%e = shape.size_to_index {value} : {type}"]
    body = "\n".join([*lines, *end, f"func.return %e : {extents}"])
    module = parse(f"func.func @main() -> {extents} {{\n{body}\n}}").module
    (expected,) = run(module)
    assert simplify(module)
    operations = [op for op in module.walk() if isinstance(op, tuple(Shape.operations))]
    used = [op for op in operations if any(result.uses for result in op.results)]
    assert all(isinstance(op, ConstShapeOp | ConstSizeOp) for op in used), str(module)
    (found,) = run(module)
    assert np.array_equal(found, expected), body
