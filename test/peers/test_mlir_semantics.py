"""arith, math, index, tensor, linalg and scf against IREE, which compiles them for the CPU.

What MLIR leaves undefined (a division by zero, a shift beyond the width) is not asked.
"""

from __future__ import annotations

import numpy as np
import pytest
from peers.executors import element_of, type_of
from peers.upstream import Program, agree, function

RANDOM = np.random.default_rng(5)


def edges(width: int) -> np.ndarray:
    low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
    values = {low, low + 1, -7, -2, -1, 0, 1, 2, 3, 5, width - 1, high - 1, high}
    return np.asarray(sorted(values), f"int{width}")


def pairs(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    left, right = np.meshgrid(values, values)
    return left.ravel(), right.ravel()


def scalars(op: str, left: np.ndarray, right: np.ndarray) -> Program:
    """A comparison of scalars, once for each element."""
    kind, truth = type_of(left), f"tensor<{len(left)}xi1>"
    element = element_of(kind)
    maps = ", ".join(["affine_map<(d0) -> (d0)>"] * 3)
    return function(
        [(kind, left), (kind, right)],
        [truth],
        f"%e = tensor.empty() : {truth}",
        f'%r = linalg.generic {{indexing_maps = [{maps}], iterator_types = ["parallel"]}}',
        f"ins(%0, %1 : {kind}, {kind}) outs(%e : {truth}) {{",
        f"^bb0(%x: {element}, %y: {element}, %z: i1): %c = {op}, %x, %y : {element}",
        f"linalg.yield %c : i1 }} -> {truth}",
    )


WIDTHS = pytest.mark.parametrize("width", [8, 16, 32, 64])
PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge".split()
INTEGERS = "addi subi muli maxsi maxui minsi minui andi ori xori".split()
DIVISIONS = "divsi divui ceildivsi ceildivui floordivsi remsi remui".split()
SHIFTS = "shli shrsi shrui".split()


def binary(op: str, left: np.ndarray, right: np.ndarray, tolerance: float = 0.0) -> Program:
    kind = type_of(left)
    line = f"%r = {op} %0, %1 : {kind}"
    return function([(kind, left), (kind, right)], [kind], line, tolerance=tolerance)


def unary(op: str, x: np.ndarray, tolerance: float = 0.0) -> Program:
    kind = type_of(x)
    return function([(kind, x)], [kind], f"%r = {op} %0 : {kind}", tolerance=tolerance)


@WIDTHS
def test_integers(width: int) -> None:
    left, right = pairs(edges(width))
    programs = {name: binary(f"arith.{name}", left, right) for name in INTEGERS}
    least = np.iinfo(left.dtype).min
    kept = (right != 0) & ~((left == least) & (right == -1))
    for name in DIVISIONS:
        programs[name] = binary(f"arith.{name}", left[kept], right[kept])
    kept = (right >= 0) & (right < width)
    for name in SHIFTS:
        programs[name] = binary(f"arith.{name}", left[kept], right[kept])
    for name in PREDICATES:
        programs[f"cmpi {name}"] = scalars(f"arith.cmpi {name}", left, right)
    agree(programs)


@WIDTHS
def test_extended_integers(width: int) -> None:
    left, right = pairs(edges(width))
    kind, truth = type_of(left), f"tensor<{len(left)}xi1>"
    operands = [(kind, left), (kind, right)]
    programs: dict[str, Program] = {}
    for name, more in (("mulsi", kind), ("mului", kind), ("addui", truth)):
        tail = f", {truth}" if more == truth else ""
        line = f"%r:2 = arith.{name}_extended %0, %1 : {kind}{tail}"
        programs[name] = function(operands, [kind, more], line)
    agree(programs)


@WIDTHS
def test_bits(width: int) -> None:
    values = edges(width)
    programs = {name: unary(f"math.{name}", values) for name in "absi ctlz ctpop cttz".split()}
    agree(programs)


NARROW = [(8, 16), (8, 32), (16, 64), (32, 64)]


@pytest.mark.parametrize(("small", "large"), NARROW)
def test_widths(small: int, large: int) -> None:
    programs: dict[str, Program] = {}
    values = edges(small)
    wide = f"tensor<{len(values)}xi{large}>"
    for name in ("extsi", "extui"):
        line = f"%r = arith.{name} %0 : {type_of(values)} to {wide}"
        programs[name] = function([(type_of(values), values)], [wide], line)
    values = edges(large)
    narrow = f"tensor<{len(values)}xi{small}>"
    line = f"%r = arith.trunci %0 : {type_of(values)} to {narrow}"
    programs["trunci"] = function([(type_of(values), values)], [narrow], line)
    agree(programs)


@pytest.mark.parametrize("width", [8, 32])
def test_truths(width: int) -> None:
    truths = np.asarray([False, True])
    values = edges(width)
    numbers, bits = f"tensor<2xi{width}>", f"tensor<{len(values)}xi1>"
    left, right = pairs(truths)
    programs = {name: binary(f"arith.{name}", left, right) for name in ("andi", "ori", "xori")}
    for name in ("extsi", "extui"):
        line = f"%r = arith.{name} %0 : tensor<2xi1> to {numbers}"
        programs[name] = function([("tensor<2xi1>", truths)], [numbers], line)
    line = f"%r = arith.trunci %0 : {type_of(values)} to {bits}"
    programs["trunci"] = function([(type_of(values), values)], [bits], line)
    for name in ("uitofp", "sitofp"):
        line = f"%r = arith.{name} %0 : tensor<2xi1> to tensor<2xf32>"
        programs[name] = function([("tensor<2xi1>", truths)], ["tensor<2xf32>"], line)
    agree(programs)


SPECIAL = (
    0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1.0, -1.0, 3.7, -3.7, 1e-30, 20.0, np.inf, -np.inf,
    np.nan,
)  # fmt: skip
ORDERS = "false oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno true".split()
FLOATS = pytest.mark.parametrize("kind", [np.float32, np.float64])


@FLOATS
def test_floats(kind: type) -> None:
    left, right = pairs(np.asarray(SPECIAL, kind))
    names = "addf subf mulf divf maximumf minimumf".split()
    programs = {name: binary(f"arith.{name}", left, right) for name in names}
    kept = ~((left == 0) & (right == 0))  # Which zero these choose is left open.
    for name in ("maxnumf", "minnumf"):
        programs[name] = binary(f"arith.{name}", left[kept], right[kept])
    programs["negf"] = unary("arith.negf", left)
    if kind is np.float32:  # IREE has no library function for the other.
        finite = np.isfinite(left) & np.isfinite(right) & (np.abs(right) > 1e-3)
        programs["remf"] = binary("arith.remf", left[finite], right[finite], 1e-6)
    for name in ORDERS:
        programs[f"cmpf {name}"] = scalars(f"arith.cmpf {name}", left, right)
    agree(programs)


@FLOATS
def test_floats_and_integers(kind: type) -> None:
    programs: dict[str, Program] = {}
    real = "f32" if kind is np.float32 else "f64"
    for width in (8, 16, 32, 64):
        values = edges(width)
        target = f"tensor<{len(values)}x{real}>"
        for name in ("sitofp", "uitofp"):
            line = f"%r = arith.{name} %0 : {type_of(values)} to {target}"
            programs[f"{name} {width}"] = function([(type_of(values), values)], [target], line)
        x = np.asarray([0.0, -0.0, 0.6, 1.5, 99.9, 127.0], kind)
        for name, signs in (("fptosi", (1, -1)), ("fptoui", (1,))):
            both = np.concatenate([x * sign for sign in signs]).astype(kind)
            target = f"tensor<{len(both)}xi{width}>"
            line = f"%r = arith.{name} %0 : {type_of(both)} to {target}"
            programs[f"{name} {width}"] = function([(type_of(both), both)], [target], line)
    agree(programs)


def test_width_of_floats() -> None:
    narrow = np.asarray([*SPECIAL, 3.14159], np.float32)
    wide = np.asarray([*SPECIAL, 3.14159, 1e39, 1 + 2**-24, 1 + 3 * 2**-24], np.float64)
    programs: dict[str, Program] = {}
    for name, x, target in (("extf", narrow, "f64"), ("truncf", wide, "f32")):
        kind = f"tensor<{len(x)}x{target}>"
        line = f"%r = arith.{name} %0 : {type_of(x)} to {kind}"
        programs[name] = function([(type_of(x), x)], [kind], line)
    bits = narrow.view(np.int32)
    for x, kind in ((narrow, "i32"), (bits, "f32")):
        target = f"tensor<{len(x)}x{kind}>"
        line = f"%r = arith.bitcast %0 : {type_of(x)} to {target}"
        programs[f"bitcast {kind}"] = function([(type_of(x), x)], [target], line)
    agree(programs)


POINTS = {
    "absf": SPECIAL, "ceil": SPECIAL, "floor": SPECIAL, "round": SPECIAL, "roundeven": SPECIAL,
    "sqrt": (0.0, 0.5, 2.0, 9.0, np.inf, -1.0, np.nan), "rsqrt": (0.5, 2.0, 9.0, 100.0),
    "exp": (0.0, -0.0, 1.0, -3.0, 20.0, -80.0), "exp2": (0.0, 1.0, -3.0, 10.5),
    "expm1": (0.0, 1e-4, 0.5, -3.0, 8.0), "log": (0.25, 1.0, 2.0, 1e10),
    "log1p": (1e-4, 0.5, 3.0, -0.5), "log2": (0.25, 1.0, 3.0, 1024.0),
    "sin": (0.0, 0.5, -2.0, 10.0), "cos": (0.0, 0.5, -2.0, 10.0), "tan": (0.0, 0.5, -1.2),
    "asin": (0.0, 0.5, -0.9), "acos": (0.0, 0.5, -0.9), "atan": (0.0, 0.5, -9.0, 1e6),
    "sinh": (0.0, 0.5, -3.0), "cosh": (0.0, 0.5, -3.0), "tanh": (0.0, 0.5, -3.0, 30.0),
    "asinh": (0.0, 0.5, -3.0), "acosh": (1.0, 1.5, 9.0), "atanh": (0.0, 0.5, -0.9),
    "erf": (0.0, 0.3, -1.5, 5.0), "cbrt": (0.0, 8.0, -27.0, 2.0),
}  # fmt: skip
EXACT = {"absf", "ceil", "floor", "round", "roundeven"}


def test_math() -> None:
    programs = {
        name: unary(f"math.{name}", np.asarray(x, np.float32), 0.0 if name in EXACT else 3e-5)
        for name, x in POINTS.items()
    }
    left = np.asarray([0.5, 2.0, 3.0, 10.0, 1.0], np.float32)
    right = np.asarray([2.0, -1.0, 0.5, 3.0, 7.0], np.float32)
    programs["powf"] = binary("math.powf", left, right, 3e-5)
    both = pairs(np.asarray([-2.0, -0.5, 0.5, 3.0], np.float32))
    programs["atan2"] = binary("math.atan2", *both, 3e-5)
    programs["copysign"] = binary("math.copysign", *pairs(np.asarray(SPECIAL[:15], np.float32)))
    agree(programs)


@FLOATS
def test_tests_of_floats(kind: type) -> None:
    x = np.asarray(SPECIAL, kind)
    programs: dict[str, Program] = {}
    for name in ("isfinite", "isnan"):  # IREE compiles no other one for the CPU.
        line = f"%r = math.{name} %0 : {type_of(x)}"
        programs[name] = function([(type_of(x), x)], [f"tensor<{len(x)}xi1>"], line)
    agree(programs)


def test_fused_multiply_and_add() -> None:
    """Rounded once, whatever cancels; IREE multiplies and adds where that is another type."""
    x, y = (RANDOM.normal(size=200).astype(np.float32) for _ in range(2))
    z = np.concatenate([-(x[:100] * y[:100]), RANDOM.normal(size=100)]).astype(np.float32)
    text = type_of(x)
    line = f"%r = math.fma %0, %1, %2 : {text}"
    agree({"fma": function([(text, x), (text, y), (text, z)], [text], line)})
