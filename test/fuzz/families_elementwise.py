"""Elementwise operations of every dialect, as data: what they take, and what they give."""

from __future__ import annotations

from fuzz.builder import Builder, Value
from fuzz.families import family
from fuzz.families_slicing import typed

FASTMATH = "<{fastmath = #arith.fastmath<none>}>"


def names(dialect: str, text: str) -> list[str]:
    return [f"{dialect}.{name}" for name in text.split()]


FLOAT_TO_FLOAT = [
    *names(
        "chlo",
        "acos acosh asin asinh atan atanh bessel_i1e cosh digamma erf erf_inv erfc lgamma sinh"
        " square tan",
    ),
    *names(
        "math",
        "acos acosh asin asinh atan atanh cbrt ceil cos cosh erf exp exp2 expm1 floor log"
        " log10 log1p log2 round roundeven rsqrt sin sinh sqrt tan tanh trunc absf",
    ),
    *names("mhlo", "acos acosh asin asinh atanh cosh erf sinh round_nearest_afz"),
    "arith.negf",
    "stablehlo.reduce_precision",
]
FLOAT_TO_TRUTH = [
    *names("chlo", "is_inf is_neg_inf is_pos_inf"),
    *names("math", "isfinite isinf isnan"),
    "stablehlo.is_finite",
]
TWO_FLOATS = [
    *names("arith", "addf subf mulf divf remf maximumf minimumf maxnumf minnumf"),
    *names("math", "atan2 copysign powf"),
    *names("chlo", "next_after polygamma zeta"),
    *names(
        "chlo",
        "broadcast_add broadcast_atan2 broadcast_divide broadcast_maximum broadcast_minimum"
        " broadcast_multiply broadcast_next_after broadcast_polygamma broadcast_power"
        " broadcast_remainder broadcast_subtract broadcast_zeta",
    ),
    "stablehlo.atan2",
]
OF_AN_ORDER = ("polygamma", "zeta")
"""Their first operand is an order, and what is nearly a whole number is nothing like it."""

THREE_FLOATS = names("math", "fma")
INTEGER_TO_INTEGER = names("math", "absi ctlz cttz ctpop")
TWO_INTEGERS = [
    *names("arith", "addi subi muli andi ori xori maxsi maxui minsi minui"),
    *names("chlo", "broadcast_and broadcast_or broadcast_xor mulhi"),
    *names(
        "chlo",
        "broadcast_shift_left broadcast_shift_right_arithmetic broadcast_shift_right_logical",
    ),
]
CASTS = {
    "f32": {"arith.extf": "f64", "arith.truncf": "bf16", "arith.bitcast": "i32"},
    "f64": {"arith.truncf": "f32"},
    "i32": {
        "arith.extsi": "i64",
        "arith.extui": "i64",
        "arith.trunci": "i8",
        "arith.sitofp": "f32",
        "arith.uitofp": "f32",
        "arith.bitcast": "f32",
        "tensor.bitcast": "f32",
    },
    "i64": {"arith.trunci": "i32", "arith.sitofp": "f64"},
    "i1": {"arith.extui": "i32", "arith.extsi": "i32"},
}


def attributes_of(name: str) -> str:
    dialect, _, short = name.partition(".")
    if short == "reduce_precision":
        return "<{exponent_bits = 5 : i32, mantissa_bits = 7 : i32}>"
    floating = short not in ("absi", "ctlz", "cttz", "ctpop", "ipowi", "trunci")
    if dialect == "math" and floating:
        return FASTMATH
    if dialect == "arith" and short.endswith("f") and short not in ("extf", "truncf"):
        return FASTMATH
    if short in ("addi", "subi", "muli"):
        return "<{overflowFlags = #arith.overflow<none>}>"
    return ""


def apply(b: Builder, name: str, operands: list[Value], element: str) -> Value:
    """Add `name` of operands of one shape, whose result has elements of the given type."""
    x = operands[0]
    kinds = ", ".join(v.type for v in operands)
    values = ", ".join(v.name for v in operands)
    text = f'"{name}"({values}) {attributes_of(name)} : ({kinds}) -> '
    return b.add(b.op(text + typed(element, x.sizes, x.shown)), element, x.sizes, x.shown)


def filled(b: Builder, x: Value, number: float) -> Value:
    """A value of the type and sizes of another one, with one number everywhere."""
    text = f"<{{value = {number} : {x.element}}}> : ({x.type}) -> {x.type}"
    return b.add(b.op(f'"chlo.constant_like"({x.name}) {text}'), x.element, x.sizes, x.shown)


def function_of_two_floats(b: Builder, x: Value) -> Value:
    name = b.random.choice(TWO_FLOATS)
    operands = [x, alike(b, x)]
    if name.endswith(OF_AN_ORDER):
        operands = [filled(b, x, float(b.random.randrange(5))), x]
    return apply(b, name, operands, x.element)


def alike(b: Builder, x: Value) -> Value:
    """A value of the type and sizes of another one, or that one."""
    return b.pick(lambda v: v.type == x.type and v.sizes == x.sizes) or x


@family
def float_functions(b: Builder) -> bool:
    """A few functions one after the other: there are many."""
    x = b.pick(lambda v: v.element in ("f32", "f64"))
    if x is None:
        return False
    for _ in range(b.random.choice((0, 1, 3))):
        x = apply(b, b.random.choice(FLOAT_TO_FLOAT), [x], x.element)
    for _ in range(b.random.choice((0, 1, 3))):
        x = function_of_two_floats(b, x)
    kind = b.random.randrange(4)
    if kind == 0:
        apply(b, b.random.choice(FLOAT_TO_FLOAT), [x], x.element)
    elif kind == 1:
        apply(b, b.random.choice(FLOAT_TO_TRUTH), [x], "i1")
    elif kind == 2:
        function_of_two_floats(b, x)
    else:
        apply(b, b.random.choice(THREE_FLOATS), [x, alike(b, x), alike(b, x)], x.element)
    return True


@family
def integer_functions(b: Builder) -> bool:
    x = b.pick(lambda v: v.element in ("i32", "i64"))
    if x is None:
        return False
    kind = b.random.randrange(3)
    if kind == 0:
        apply(b, b.random.choice(INTEGER_TO_INTEGER), [x], x.element)
        return True
    if kind == 1:
        apply(b, b.random.choice(TWO_INTEGERS), [x, alike(b, x)], x.element)
        return True
    name = b.random.choice(("arith.mului_extended", "arith.mulsi_extended"))
    types = f"({x.type}, {x.type})"
    made = b.name()
    b.line(f'{made}:2 = "{name}"({x.name}, {alike(b, x).name}) : {types} -> {types}')
    b.add(f"{made}#0", x.element, x.sizes, x.shown)
    b.add(f"{made}#1", x.element, x.sizes, x.shown)
    return True


@family
def number_casts(b: Builder) -> bool:
    x = b.pick(lambda v: v.element in CASTS)
    if x is None:
        return False
    table = CASTS[x.element]
    name = b.random.choice(sorted(table))
    apply(b, name, [x], table[name])
    return True


@family
def small_floats(b: Builder) -> bool:
    """Floats of half the width."""
    x = b.pick(lambda v: v.element == "f32")
    if x is None:
        return False
    half = typed(b.random.choice(("f16", "bf16")), x.sizes, x.shown)
    narrow = b.op(f"arith.truncf {x.name} : {x.type} to {half}")
    b.add(b.op(f"arith.extf {narrow} : {half} to {x.type}"), x.element, x.sizes, x.shown)
    return True


@family
def client_choice(b: Builder) -> bool:
    """CHLO's own comparison and choice."""
    x = b.pick(lambda v: v.element == "f32")
    if x is None:
        return False
    y, truth = alike(b, x), typed("i1", x.sizes, x.shown)
    direction = b.random.choice(("EQ", "NE", "LT", "LE", "GT", "GE"))
    mask = b.op(
        f'"chlo.broadcast_compare"({x.name}, {y.name}) <{{comparison_direction ='
        f" #chlo<comparison_direction {direction}>}}> : ({x.type}, {x.type}) -> {truth}"
    )
    text = (
        f'"chlo.broadcast_select"({mask}, {x.name}, {y.name}) : ({truth}, {x.type}, {x.type}) ->'
        f" {x.type}"
    )
    b.add(b.op(text), x.element, x.sizes, x.shown)
    b.add(mask, "i1", x.sizes, x.shown)
    return True


@family
def complex_functions(b: Builder) -> bool:
    """A complex number made, conjugated and taken apart again."""
    x = b.pick(lambda v: v.element == "f32")
    if x is None:
        return False
    kind = typed("complex<f32>", x.sizes, x.shown)
    name = b.random.choice(("chlo.broadcast_complex", "stablehlo.complex"))
    made = b.op(f'"{name}"({x.name}, {alike(b, x).name}) : ({x.type}, {x.type}) -> {kind}')
    turned = b.op(f'"chlo.conj"({made}) : ({kind}) -> {kind}')
    part = b.random.choice(("real", "imag"))
    text = f'"stablehlo.{part}"({turned}) : ({kind}) -> {x.type}'
    b.add(b.op(text), "f32", x.sizes, x.shown)
    return True


@family
def constant_like(b: Builder) -> bool:
    x = b.pick(lambda v: v.element == "f32")
    if x is None:
        return False
    filled(b, x, 1.5)
    return True
