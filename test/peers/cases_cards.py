"""
Programs of one operation each for the operations with cards, at unknown sizes; operations on
elements share a program by kind, with one result each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

Shape = tuple[int, ...]
ONE, TWO = ((0,), (1,), (5,)), ((0, 3), (1, 1), (2, 4))


@dataclass(frozen=True)
class Program:
    """A function, the operations that it is about, and shapes of its arguments."""

    text: str
    operations: Sequence[str]
    calls: Sequence[Sequence[np.ndarray]]


PROGRAMS: dict[str, Program] = {}
RANDOM = np.random.default_rng(7)


def values(kind: str, shape: Shape, offset: int = 0) -> np.ndarray:
    """Numbers between 0.25 and 2.5, or small positive integers."""
    if kind == "f32":
        return np.asarray(RANDOM.uniform(0.25, 2.5, shape), np.float32)
    if kind == "i1":
        return np.asarray(RANDOM.integers(0, 2, shape), np.bool_)
    return np.asarray(RANDOM.integers(1 + offset, 9, shape), np.int32)


def elementwise(
    name: str, kind: str, arity: int, operations: Sequence[str], form: str, result: str = ""
) -> None:
    """A program with one result for each of the operations, which take `arity` operands."""
    tensor = f"tensor<?x{kind}>"
    out = f"tensor<?x{result or kind}>"
    operands = ", ".join(f"%{place}" for place in range(arity))
    arguments = ", ".join(f"%{place}: {tensor}" for place in range(arity))
    lines = [
        f"%r{place} = " + form.format(op=op, operands=operands, tensor=tensor)
        for place, op in enumerate(operations)
    ]
    names = ", ".join(f"%r{place}" for place in range(len(operations)))
    outs = ", ".join([out] * len(operations))
    text = f"func.func @main({arguments}) -> ({outs}) {{\n  "
    text += "\n  ".join([*lines, f"return {names} : {outs}"]) + "\n}\n"
    calls = [[values(kind, shape) for _ in range(arity)] for shape in ONE]
    PROGRAMS[name] = Program(text, [op.partition(" ")[0] for op in operations], calls)


def program(operations: str, arguments: str, result: str, *lines: str, calls: Sequence[object]):
    """A program that returns `%r`."""
    body = "\n  ".join([*lines, f"return %r : {result}"])
    text = f"func.func @main({arguments}) -> {result} {{\n  {body}\n}}\n"
    given = [[np.asarray(array) for array in call] for call in calls]
    PROGRAMS[operations] = Program(text, operations.split(), given)


UNARY = (
    "abs cbrt ceil cosine exponential exponential_minus_one floor log log_plus_one logistic negate"
    " round_nearest_afz round_nearest_even rsqrt sign sine sqrt tan tanh"
).split()
FLOAT = '"stablehlo.{op}"(%0) : ({tensor}) -> {tensor}'
PAIR = '"stablehlo.{op}"(%0, %1) : ({tensor}, {tensor}) -> {tensor}'
elementwise("unary", "f32", 1, UNARY, FLOAT)
elementwise(
    "binary", "f32", 2,
    "add atan2 divide maximum minimum multiply power remainder subtract".split(), PAIR,
)  # fmt: skip
elementwise("unary integers", "i32", 1, "count_leading_zeros not popcnt".split(), FLOAT)
elementwise(
    "binary integers", "i32", 2,
    "and or xor shift_left shift_right_arithmetic shift_right_logical".split(), PAIR,
)  # fmt: skip
elementwise(
    "arith floats", "f32", 2,
    [f"arith.{one}" for one in "addf divf maximumf minimumf mulf subf".split()],
    "{op} {operands} : {tensor}",
)  # fmt: skip
elementwise("arith negation", "f32", 1, ["arith.negf"], "{op} %0 : {tensor}")
elementwise(
    "arith integers", "i32", 2,
    [
        f"arith.{one}" for one in (
            "addi andi ceildivsi ceildivui divsi divui floordivsi maxsi maxui minsi minui muli ori"
            " remsi remui shli shrsi shrui subi xori"
        ).split()
    ],
    "{op} {operands} : {tensor}",
)  # fmt: skip
elementwise(
    "math", "f32", 1,
    [
        f"math.{one}" for one in (
            "absf cbrt ceil cos exp expm1 floor log1p log round roundeven rsqrt sin sqrt tan tanh"
            " trunc"
        ).split()
    ],
    "{op} %0 : {tensor}",
)  # fmt: skip
elementwise("math pairs", "f32", 2, ["math.atan2", "math.powf"], "{op} {operands} : {tensor}")
elementwise("clamp", "f32", 3, ["clamp"], '"stablehlo.{op}"(%0, %1, %2) : ({tensor}, {tensor},'
            " {tensor}) -> {tensor}")  # fmt: skip
elementwise("convert", "f32", 1, ["convert"], '"stablehlo.{op}"(%0) : ({tensor}) -> tensor<?xi32>',
            "i32")  # fmt: skip
elementwise(
    "math integers", "i32", 1, ["math.absi", "math.ctlz", "math.ctpop"], "{op} %0 : {tensor}"
)

X, X2, Y = "%x: tensor<?xf32>", "%x: tensor<?x?xf32>", "%y: tensor<?xf32>"
F1, F2 = "tensor<?xf32>", "tensor<?x?xf32>"
ROWS = [[values("f32", shape)] for shape in TWO]
VECTORS = [[values("f32", shape)] for shape in ONE]
PLACE = [[values("f32", (n,)), np.int32(at)] for n, at in ((5, 0), (5, 4), (1, 0))]
READ = "%c0 = arith.constant 0 : index", "%c1 = arith.constant 1 : index"
AT = (
    *READ, "%e = tensor.extract %k[] : tensor<i32>", "%i = arith.index_cast %e : i32 to index",
)  # fmt: skip
SIZES = (*READ, f"%m = tensor.dim %x, %c0 : {F2}", f"%n = tensor.dim %x, %c1 : {F2}")
PAIRS = [[values("f32", shape), values("f32", shape)] for shape in ONE]

program("tensor.cast", X, F1, f"%s = tensor.cast %x : {F1} to tensor<5xf32>",
        f"%r = tensor.cast %s : tensor<5xf32> to {F1}", calls=VECTORS[2:])  # fmt: skip
program("tensor.collapse_shape", X2, F1,
        f"%r = tensor.collapse_shape %x [[0, 1]] : {F2} into {F1}", calls=ROWS)  # fmt: skip
program("tensor.expand_shape", X, "tensor<?x1xf32>", *READ, f"%n = tensor.dim %x, %c0 : {F1}",
        f"%r = tensor.expand_shape %x [[0, 1]] output_shape [%n, 1] : {F1} into tensor<?x1xf32>",
        calls=VECTORS)  # fmt: skip
program("tensor.concat", f"{X}, {Y}", F1,
        f"%r = tensor.concat dim(0) %x, %y : ({F1}, {F1}) -> {F1}", calls=PAIRS)  # fmt: skip
program("tensor.extract_slice", X, "tensor<?xf32>", *READ, f"%n = tensor.dim %x, %c0 : {F1}",
        "%h = arith.divui %n, %two : index".replace("%two", "%c1"),
        f"%r = tensor.extract_slice %x[0] [%h] [1] : {F1} to {F1}", calls=VECTORS)  # fmt: skip
program("tensor.insert_slice", f"{X}, {Y}", F1, *READ, f"%n = tensor.dim %y, %c0 : {F1}",
        f"%r = tensor.insert_slice %y into %x[0] [%n] [1] : {F1} into {F1}",
        calls=[(values("f32", (5,)), values("f32", (n,))) for n in (0, 1, 5)])  # fmt: skip
program("tensor.extract tensor.from_elements", f"{X}, %k: tensor<i32>", "tensor<1xf32>", *AT,
        f"%v = tensor.extract %x[%i] : {F1}", "%r = tensor.from_elements %v : tensor<1xf32>",
        calls=PLACE)  # fmt: skip
program("tensor.insert", f"{X}, %k: tensor<i32>", F1, *AT, "%v = arith.constant 3.0 : f32",
        f"%r = tensor.insert %v into %x[%i] : {F1}", calls=PLACE)  # fmt: skip
program("tensor.dim tensor.rank arith.cmpi arith.select", X2, "tensor<2xi64>", *SIZES,
        f"%k = tensor.rank %x : {F2}", "%p = arith.cmpi slt, %m, %n : index",
        "%q = arith.select %p, %m, %n : index", "%a = arith.index_cast %k : index to i64",
        "%b = arith.index_cast %q : index to i64",
        "%r = tensor.from_elements %a, %b : tensor<2xi64>", calls=ROWS)  # fmt: skip
program("tensor.pad", X, F1, "%z = arith.constant 0.5 : f32",
        "%r = tensor.pad %x low[1] high[2] {\n^bb0(%i: index):\n  tensor.yield %z : f32\n}"
        f" : {F1} to {F1}", calls=VECTORS)  # fmt: skip
program("tensor.reshape", X2, F1, *SIZES, "%p = arith.muli %m, %n : index",
        "%s = tensor.from_elements %p : tensor<1xindex>",
        f"%r = tensor.reshape %x(%s) : ({F2}, tensor<1xindex>) -> {F1}", calls=ROWS)  # fmt: skip
program("tensor.splat tensor.empty", X2, F2, *SIZES, "%v = arith.constant 2.5 : f32",
        f"%r = tensor.splat %v[%m, %n] : {F2}", calls=ROWS)  # fmt: skip
program("math.fpowi", f"{X}, %k: tensor<?xi32>", F1,
        f"%r = math.fpowi %x, %k : {F1}, tensor<?xi32>",
        calls=[(values("f32", shape), values("i32", shape)) for shape in ONE])  # fmt: skip
program("linalg.copy", f"{X}, {Y}", F1,
        f"%r = linalg.copy ins(%x : {F1}) outs(%y : {F1}) -> {F1}", calls=PAIRS)  # fmt: skip
program("real_dynamic_slice", f"{X}, %k: tensor<1xi32>", F1,
        "%a = stablehlo.constant dense<0> : tensor<1xi32>",
        "%b = stablehlo.constant dense<1> : tensor<1xi32>",
        f"%r = stablehlo.real_dynamic_slice %x, %a, %k, %b : ({F1}, tensor<1xi32>, tensor<1xi32>,"
        f" tensor<1xi32>) -> {F1}",
        calls=[(values("f32", (n,)), np.array([k], np.int32)) for n, k in ((0, 0), (5, 3), (1, 1))],
)  # fmt: skip
program("scf.for", X, F1, *READ, "%c3 = arith.constant 3 : index",
        f"%r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x) -> ({F1}) {{",
        f"  %b = stablehlo.add %a, %x : {F1}", f"  scf.yield %b : {F1}", "}",
        calls=VECTORS)  # fmt: skip
program("disc_shape.tie_shape", X, F1, *READ, f"%n = tensor.dim %x, %c0 : {F1}",
        f"%r = disc_shape.tie_shape %x, %n : ({F1}, index) -> {F1}", calls=VECTORS)  # fmt: skip
program("disc_shape.linearize disc_shape.delinearize", X2, "tensor<2xi64>", *SIZES,
        "%p = disc_shape.linearize [%c0, %c0] in [%m, %n]",
        "%i, %j = disc_shape.delinearize %p in [%n, %m] : index, index",
        "%a = arith.index_cast %i : index to i64", "%b = arith.index_cast %j : index to i64",
        "%r = tensor.from_elements %a, %b : tensor<2xi64>", calls=ROWS[1:])  # fmt: skip


def of_sizes(operations: str, *lines: str, calls: Sequence[object] = ROWS) -> None:
    """A program on the sizes of `%x`, as `%m`, `%n` and the shape `%s`, that computes `%v`."""
    program(
        operations, X2, "tensor<1xi64>", *SIZES,
        f"%s = shape.shape_of %x : {F2} -> tensor<2xindex>",
        *lines, "%a = arith.index_cast %v : index to i64",
        "%r = tensor.from_elements %a : tensor<1xi64>", calls=calls,
    )  # fmt: skip


EXTENT = "%v = shape.get_extent %t, %c1 : tensor<2xindex>, index -> index"
for name in ("add", "mul", "div"):
    of_sizes(f"shape.{name}", "%d = shape.add %n, %c1 : index, index -> index",
             f"%v = shape.{name} %m, %d : index, index -> index")  # fmt: skip
for name in ("max", "min"):
    of_sizes(
        f"shape.{name}", "%a0 = shape.index_to_size %m", "%b0 = shape.index_to_size %n",
        f"%z = shape.{name} %a0, %b0 : !shape.size, !shape.size -> !shape.size",
        "%v = shape.size_to_index %z : !shape.size",
    )  # fmt: skip
of_sizes("shape.shape_of shape.get_extent", EXTENT.replace("%t", "%s"))
of_sizes("shape.num_elements", "%v = shape.num_elements %s : tensor<2xindex> -> index")
of_sizes("shape.rank", "%v = shape.rank %s : tensor<2xindex> -> index")
of_sizes("shape.dim", f"%v = shape.dim %x, %c1 : {F2}, index -> index")
of_sizes("shape.const_size", "%z = shape.const_size 4", "%v = shape.size_to_index %z : !shape.size")
of_sizes("shape.index_to_size shape.size_to_index", "%z = shape.index_to_size %n",
         "%v = shape.size_to_index %z : !shape.size")  # fmt: skip
of_sizes("shape.const_shape", "%t = shape.const_shape [4, 7] : tensor<2xindex>", EXTENT)
of_sizes("shape.from_extents shape.to_extent_tensor",
         "%z = shape.from_extents %m, %n : index, index",
         "%t = shape.to_extent_tensor %z : !shape.shape -> tensor<2xindex>", EXTENT)  # fmt: skip
of_sizes("shape.from_extent_tensor", "%z = shape.from_extent_tensor %s : tensor<2xindex>",
         "%t = shape.to_extent_tensor %z : !shape.shape -> tensor<2xindex>", EXTENT)  # fmt: skip
of_sizes("shape.concat", "%z = shape.concat %s, %s : tensor<2xindex>, tensor<2xindex> ->"
         " tensor<?xindex>", "%v = shape.get_extent %z, %c1 : tensor<?xindex>, index -> index",
)  # fmt: skip
of_sizes("shape.any", "%z = shape.any %s, %s : tensor<2xindex>, tensor<2xindex> -> tensor<?xindex>",
         "%v = shape.get_extent %z, %c1 : tensor<?xindex>, index -> index")  # fmt: skip
of_sizes(
    "shape.split_at",
    '%t, %u = "shape.split_at"(%s, %c1) : (tensor<2xindex>, index) -> (tensor<?xindex>,'
    " tensor<?xindex>)", "%v = shape.get_extent %u, %c0 : tensor<?xindex>, index -> index",
)  # fmt: skip
for name, operand in (
    ("cstr_broadcastable", "%s, %s : tensor<2xindex>, tensor<2xindex>"),
    ("cstr_eq", "%s, %s : tensor<2xindex>, tensor<2xindex>"),
    ("cstr_require", '%p, "m is greater"'),
):
    of_sizes(f"shape.{name}", "%p = arith.cmpi sle, %m, %m : index", f"%w = shape.{name} {operand}",
             "%v = shape.assuming %w -> (index) {", "  shape.assuming_yield %n : index", "}",
    )  # fmt: skip
of_sizes("cf.assert", "%p = arith.cmpi sle, %m, %m : index", 'cf.assert %p, "never"',
         "%v = arith.addi %m, %n : index")  # fmt: skip
