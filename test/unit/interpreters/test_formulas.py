"""
Operations that no compiler at hand runs, against formulas on Python's numbers: `index`, `shape`,
what IREE leaves out of `math` and `linalg`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from fuzz.harness import parse

from disc_shape.errors import OperationError
from disc_shape.interpreters import GuardError, run
from disc_shape.interpreters.kernels.arrays import Array

LEAST, GREATEST = -(1 << 63), (1 << 63) - 1


def wrapped(number: int) -> int:
    """The low 64 bits, with a sign."""
    low = number & ((1 << 64) - 1)
    return low - (1 << 64) if low >> 63 else low


def plain(number: int) -> int:
    """The same bits without a sign."""
    return number & ((1 << 64) - 1)


def toward_zero(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


Formula = Callable[[int, int], int]
ARITHMETIC: dict[str, Formula] = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "maxsi": max,
    "minsi": min,
    "maxui": lambda a, b: max(plain(a), plain(b)),
    "minui": lambda a, b: min(plain(a), plain(b)),
    "andi": lambda a, b: a & b,
    "ori": lambda a, b: a | b,
    "xori": lambda a, b: a ^ b,
}
DIVISIONS: dict[str, Formula] = {
    "divsi": toward_zero,
    "divui": lambda a, b: plain(a) // plain(b),
    "ceildivsi": lambda a, b: -(-a // b),
    "ceildivui": lambda a, b: -(-plain(a) // plain(b)),
    "floordivsi": lambda a, b: a // b,
    "remsi": lambda a, b: a - b * toward_zero(a, b),
    "remui": lambda a, b: plain(a) % plain(b),
}
SHIFTS: dict[str, Formula] = {
    "shli": lambda a, b: a << b,
    "shrsi": lambda a, b: a >> b,
    "shrui": lambda a, b: plain(a) >> b,
}
NUMBERS = (LEAST, -7, -1, 0, 1, 3, 63, GREATEST)


def number(text: str, *values: int) -> int:
    """The result of one operation on indices."""
    names = ", ".join(f"%{index}: index" for index in range(len(values)))
    module = parse(f"func.func @main({names}) -> index {{\n%r = {text}\nreturn %r : index\n}}")
    return int(run(module, *(np.asarray(value) for value in values))[0])


@pytest.mark.parametrize("name", [*ARITHMETIC, *DIVISIONS, *SHIFTS])
def test_index(name: str) -> None:
    formula = (ARITHMETIC | DIVISIONS | SHIFTS)[name]
    for a, b in product(NUMBERS, NUMBERS):
        if name in DIVISIONS and (b == 0 or (a, b) == (LEAST, -1)):
            continue
        if name in SHIFTS and not 0 <= b < 64:
            continue
        assert number(f"arith.{name} %0, %1 : index", a, b) == wrapped(formula(a, b)), (a, b)


@pytest.mark.parametrize(
    "name", ["divsi", "divui", "ceildivsi", "ceildivui", "floordivsi", "remsi"]
)
def test_division_by_zero(name: str) -> None:
    with pytest.raises(OperationError, match="division by zero"):
        number(f"arith.{name} %0, %1 : index", 3, 0)


def test_comparisons_of_indices() -> None:
    orders: dict[str, Callable[[int, int], bool]] = {
        "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b,
        "le": lambda a, b: a <= b, "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
    }  # fmt: skip
    for (name, holds), sign in product(orders.items(), "su"):
        word = name if name in ("eq", "ne") else sign + name
        read = plain if sign == "u" else wrapped
        text = f"arith.cmpi {word}, %0, %1 : index"
        module = parse(
            f"func.func @main(%0: index, %1: index) -> i1 {{\n%r = {text}\nreturn %r : i1\n}}"
        )
        for a, b in product(NUMBERS, NUMBERS):
            (found,) = run(module, np.asarray(a), np.asarray(b))
            assert bool(found) == holds(read(a), read(b)), (word, a, b)


SIZES: dict[str, Formula] = {
    "add": lambda a, b: a + b, "mul": lambda a, b: a * b, "div": lambda a, b: a // b,
}  # fmt: skip


@pytest.mark.parametrize("name", SIZES)
def test_sizes(name: str) -> None:
    for a, b in product((0, 1, 2, 7, 12), (1, 2, 5)):
        text = f"shape.{name} %0, %1 : index, index -> index"
        assert number(text, a, b) == SIZES[name](a, b)


def shapes(lines: str, results: str, *arrays: Sequence[int] | int) -> list[Array]:
    """What some lines, the last of which names `%r`, give of extent tensors and indices."""
    kinds = ["index" if isinstance(one, int) else "tensor<?xindex>" for one in arrays]
    listed = ", ".join(f"%{index}: {kind}" for index, kind in enumerate(kinds))
    count = results.count(",") + 1
    values = "%r" if count == 1 else ", ".join(f"%r#{index}" for index in range(count))
    module = parse(
        f"func.func @main({listed}) -> ({results}) {{\n{lines}\nreturn {values} : {results}\n}}"
    )
    return run(module, *(np.asarray(one, np.int64) for one in arrays))


EXTENTS = "tensor<?xindex>"


@pytest.mark.parametrize(
    ("left", "right", "result"),
    [
        ([2, 3], [3], [2, 3]), ([1, 3], [4, 1], [4, 3]), ([], [5], [5]), ([0], [1], [0]),
        ([0, 1], [1, 0], [0, 0]), ([2], [3], None), ([2], [0], None),
        ([4, 1, 2], [3, 1], [4, 3, 2]),
    ],
)  # fmt: skip
def test_broadcast_of_shapes(left: list[int], right: list[int], result: list[int] | None) -> None:
    """numpy's own rule says what broadcasts to what."""
    pair = f"%0, %1 : {EXTENTS}, {EXTENTS}"
    try:
        expected: tuple[int, ...] | None = np.broadcast_shapes(tuple(left), tuple(right))
    except ValueError:
        expected = None
    assert expected == (None if result is None else tuple(result))
    (holds,) = shapes(f"%r = shape.is_broadcastable {pair}", "i1", left, right)
    assert bool(holds) == (result is not None)
    guard = f"%w = shape.cstr_broadcastable {pair}\n"
    text = f"{guard}%r = shape.broadcast {pair} -> {EXTENTS}"
    if result is not None:
        assert shapes(text, EXTENTS, left, right)[0].tolist() == result
        return
    with pytest.raises(GuardError):
        shapes(text, EXTENTS, left, right)
    with pytest.raises(OperationError):
        shapes(text.removeprefix(guard), EXTENTS, left, right)


def test_shapes() -> None:
    four = [4, 0, 1, 7]
    assert shapes(f"%r = shape.num_elements %0 : {EXTENTS} -> index", "index", four)[0] == 0
    assert shapes(f"%r = shape.num_elements %0 : {EXTENTS} -> index", "index", [3, 5])[0] == 15
    assert shapes(f"%r = shape.num_elements %0 : {EXTENTS} -> index", "index", [])[0] == 1
    assert shapes(f"%r = shape.rank %0 : {EXTENTS} -> index", "index", four)[0] == 4
    extent = f"%r = shape.get_extent %0, %1 : {EXTENTS}, index -> index"
    assert [int(shapes(extent, "index", four, at)[0]) for at in range(4)] == four
    for at in (-1, 4):
        with pytest.raises(OperationError, match="rank 4"):
            shapes(extent, "index", four, at)
    equal = f"%r = shape.shape_eq %0, %1 : {EXTENTS}, {EXTENTS}"
    for other, same in (([4, 0, 1, 7], True), ([4, 0, 1], False), ([4, 0, 1, 8], False)):
        assert bool(shapes(equal, "i1", four, other)[0]) == same
        guard = f"%w = shape.cstr_eq %0, %1 : {EXTENTS}, {EXTENTS}\n" + equal
        if same:
            shapes(guard, "i1", four, other)
            continue
        with pytest.raises(GuardError):
            shapes(guard, "i1", four, other)


FLOATS = [0.0, -0.0, 0.3, -1.5, 2.5, -2.5, 1e-40, 3.4e38, math.inf, -math.inf, math.nan]
MATH: dict[str, Callable[[float], float]] = {
    "trunc": lambda x: x if math.isnan(x) or math.isinf(x) else float(math.trunc(x)),
    "log10": lambda x: math.log10(x) if x > 0 else (math.nan if x != 0 else -math.inf),
    "isinf": math.isinf,
}


@pytest.mark.parametrize("name", MATH)
def test_math(name: str) -> None:
    result = "i1" if name.startswith("is") else "f32"
    count = len(FLOATS)
    module = parse(
        f"func.func @main(%x: tensor<{count}xf32>) -> tensor<{count}x{result}> {{\n"
        f"%r = math.{name} %x : tensor<{count}xf32>\nreturn %r : tensor<{count}x{result}>\n}}"
    )
    (found,) = run(module, np.asarray(FLOATS, np.float32))
    expected = [MATH[name](float(x)) for x in np.asarray(FLOATS, np.float32).tolist()]
    np.testing.assert_allclose(found.astype(np.float64), np.asarray(expected), 1e-6, 1e-30)


def test_powers_of_integers() -> None:
    module = parse(
        "func.func @main(%x: f64, %n: i32) -> f64 {\n%r = math.fpowi %x, %n : f64, i32\n"
        "return %r : f64\n}"
    )
    for base, exponent in product((-2.0, -0.5, 1.0, 3.0), (-3, -1, 0, 1, 4)):
        (found,) = run(module, np.asarray(base), np.asarray(exponent, np.int32))
        assert float(found) == float(Fraction(base) ** exponent)


NAMED: dict[str, Callable[[float, float], float]] = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
    "max": max, "min": min,
}  # fmt: skip
ALONE: dict[str, Callable[[float], float]] = {"exp": math.exp, "log": math.log, "sqrt": math.sqrt}


@pytest.mark.parametrize("name", [*NAMED, *ALONE])
def test_named_operations_of_linalg(name: str) -> None:
    kind, binary = "tensor<2x3xf64>", name in NAMED
    ins = f"%x, %y : {kind}, {kind}" if binary else f"%x : {kind}"
    module = parse(
        f"func.func @main(%x: {kind}, %y: {kind}) -> {kind} {{\n"
        f"%r = linalg.{name} ins({ins}) outs(%y : {kind}) -> {kind}\nreturn %r : {kind}\n}}"
    )
    x, y = np.asarray([[1, 2.5, 3], [0.5, 9, 7]]), np.asarray([[2, 2, -4], [1, 0.25, 7.0]])
    (found,) = run(module, x, y)
    pairs = zip(x.ravel().tolist(), y.ravel().tolist(), strict=True)
    expected = [NAMED[name](a, b) if binary else ALONE[name](a) for a, b in pairs]
    np.testing.assert_allclose(found.astype(np.float64).ravel(), np.asarray(expected), 1e-15)


def test_choice_of_elements() -> None:
    kind, bools = "tensor<2x3xf64>", "tensor<2x3xi1>"
    module = parse(
        f"func.func @main(%p: {bools}, %x: {kind}, %y: {kind}) -> {kind} {{\n"
        f"%r = linalg.select ins(%p, %x, %y : {bools}, {kind}, {kind}) outs(%y : {kind}) -> {kind}"
        f"\nreturn %r : {kind}\n}}"
    )
    x, y = np.asarray([[1, 2.5, -0.0], [0.5, 9, 7]]), np.asarray([[2, 2, -4], [1, 0.25, 7.5]])
    holds = [[True, False, True], [False, False, True]]
    (found,) = run(module, np.asarray(holds), x, y)
    expected = [
        [a if p else b for p, a, b in zip(*rows, strict=True)]
        for rows in zip(holds, x.tolist(), y.tolist(), strict=True)
    ]
    assert found.tolist() == expected


def test_quantized_products() -> None:
    """Sums of products of what lies above the zero points, on top of what was there."""
    left, right, kind = "tensor<2x3xi8>", "tensor<3x2xi8>", "tensor<2x2xi32>"
    module = parse(
        f"func.func @main(%a: {left}, %b: {right}, %za: i32, %zb: i32, %c: {kind}) -> {kind} {{\n"
        f"%r = linalg.quantized_matmul ins(%a, %b, %za, %zb : {left}, {right}, i32, i32) "
        f"outs(%c : {kind}) -> {kind}\nreturn %r : {kind}\n}}"
    )
    a, b = [[-128, 3, 127], [0, -1, 5]], [[127, -128], [2, 0], [-7, 9]]
    c = [[1, -2], [3, 4]]
    for za, zb in ((0, 0), (-128, 127), (3, -5)):
        (found,) = run(
            module,
            np.asarray(a, np.int8),
            np.asarray(b, np.int8),
            np.asarray(za, np.int32),
            np.asarray(zb, np.int32),
            np.asarray(c, np.int32),
        )
        expected = [
            [c[i][j] + sum((a[i][k] - za) * (b[k][j] - zb) for k in range(3)) for j in range(2)]
            for i in range(2)
        ]
        assert found.tolist() == expected
