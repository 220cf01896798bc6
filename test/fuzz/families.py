"""Operation families: each adds an operation or a typical group of them, or declines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fuzz.builder import FLOATS, Builder, Value
from fuzz.sizes import Base, Binary, Const, Size, evaluate

Family = Callable[[Builder], bool]
FAMILIES: dict[str, Family] = {}


def family(function: Family) -> Family:
    FAMILIES[function.__name__] = function
    return function


def is_float(value: Value) -> bool:
    return value.element in FLOATS


def is_number(value: Value) -> bool:
    return value.element != "i1"


def carried(b: Builder) -> Value | None:
    """Something for a loop to carry; None where there is a loop around it or much else."""
    if b.depth > 2 or b.loops:
        return None
    return b.pick(lambda v: v.rank > 0 and is_number(v))


UNARY_FLOAT = (
    "abs negate exponential tanh logistic sqrt rsqrt log sine cosine floor ceil sign"
    " round_nearest_even round_nearest_afz cbrt exponential_minus_one log_plus_one tan"
).split()
UNARY_INT = "abs negate sign not popcnt count_leading_zeros".split()
BINARY_NUMBER = "add subtract multiply maximum minimum divide remainder".split()
BINARY_BITS = ("and", "or", "xor")


@family
def unary(b: Builder) -> bool:
    x = b.pick()
    if x is None:
        return False
    if x.element == "i1":
        names = ["not"]
    else:
        names = UNARY_FLOAT if is_float(x) else UNARY_INT
        if x.element.startswith("ui"):
            names = ["not", "popcnt", "count_leading_zeros"]
    name = b.random.choice(names)
    b.add(b.op(f"stablehlo.{name} {x.name} : {x.type}"), x.element, x.sizes, x.shown)
    return True


@family
def elementwise(b: Builder) -> bool:
    x = b.pick()
    if x is None:
        return False
    y = b.pick(lambda v: v.element == x.element and v.sizes == x.sizes and v.shown == x.shown) or x
    names = BINARY_BITS if x.element == "i1" else BINARY_NUMBER
    if x.element in ("i32", "i64"):
        names = (*BINARY_NUMBER, *BINARY_BITS, "shift_left", "shift_right_arithmetic", "power")
    name = b.random.choice(names)
    text = f"stablehlo.{name} {x.name}, {y.name} : {x.type}"
    b.add(b.op(text), x.element, x.sizes, x.shown)
    return True


@family
def unifying_elementwise(b: Builder) -> bool:
    """Two different open sizes in one elementwise operation: legal when they are equal."""
    x = b.pick(lambda v: v.rank > 0 and is_number(v))
    if x is None:
        return False
    y = b.pick(
        lambda v: (
            v.element == x.element
            and v.rank == x.rank
            and v.sizes != x.sizes
            and all(
                s == t or (isinstance(s, Base) and isinstance(t, Base))
                for s, t in zip(x.sizes, v.sizes, strict=True)
            )
            and v.shown == x.shown
        )
    )
    if y is None or b.random.random() < 0.5:
        return False
    for s, t in zip(x.sizes, y.sizes, strict=True):
        if isinstance(s, Base) and isinstance(t, Base) and s != t:
            b.program.equalities.append((s.name, t.name))
    text = f"stablehlo.add {x.name}, {y.name} : {x.type}"
    b.add(b.op(text), x.element, b.random.choice((x, y)).sizes, x.shown)
    return True


@family
def comparison(b: Builder) -> bool:
    x = b.pick(is_number)
    if x is None:
        return False
    y = b.pick(lambda v: v.type == x.type and v.sizes == x.sizes) or x
    direction = b.random.choice(("EQ", "NE", "LT", "LE", "GT", "GE"))
    kind = "FLOAT" if is_float(x) else "UNSIGNED" if x.element.startswith("u") else "SIGNED"
    mask = Value("", "i1", x.sizes, x.shown)
    mask = b.add(
        b.op(
            f"stablehlo.compare {direction}, {x.name}, {y.name}, {kind} :"
            f" ({x.type}, {y.type}) -> {mask.type}"
        ),
        "i1",
        x.sizes,
        x.shown,
    )
    if b.random.random() < 0.5:
        text = f"stablehlo.select {mask.name}, {x.name}, {y.name} : {mask.type}, {x.type}"
        b.add(b.op(text), x.element, x.sizes, x.shown)
    return True


@family
def conversion(b: Builder) -> bool:
    x = b.pick()
    if x is None:
        return False
    target = b.random.choice([e for e in ("f32", "i32", "f64", "i64") if e != x.element])
    y = Value("", target, x.sizes, x.shown)
    b.add(b.op(f"stablehlo.convert {x.name} : ({x.type}) -> {y.type}"), target, x.sizes, x.shown)
    return True


@family
def clamping(b: Builder) -> bool:
    x = b.pick(is_number)
    if x is None:
        return False
    low, high = b.constant(x.element), b.constant(x.element)
    scalar = f"tensor<{x.element}>"
    text = f"stablehlo.clamp {low}, {x.name}, {high} : ({scalar}, {x.type}, {scalar}) -> {x.type}"
    b.add(b.op(text), x.element, x.sizes, x.shown)
    return True


def dynamic_broadcast(
    b: Builder,
    x: Value,
    sizes: Sequence[Size],
    dims: Sequence[int],
    shape: tuple[str, str] | None = None,
    shown: Sequence[bool] | None = None,
) -> Value:
    """A `dynamic_broadcast_in_dim`."""
    operand, kind = shape or b.shape(sizes)
    visible = shown if shown is not None else b.hide(sizes)
    result = Value("", x.element, tuple(sizes), tuple(visible))
    name = b.op(
        f"stablehlo.dynamic_broadcast_in_dim {x.name}, {operand}, dims = {list(dims)} :"
        f" ({x.type}, {kind}) -> {result.type}"
    )
    return b.add(name, x.element, result.sizes, result.shown)


@family
def broadcast_scalar(b: Builder) -> bool:
    like = b.pick(lambda v: v.rank > 0)
    if like is None:
        return False
    element = b.random.choice((like.element, like.element, "f32", "i32"))
    scalar = Value(b.constant(element), element, (), ())
    made = dynamic_broadcast(b, scalar, like.sizes, ())
    if made.element == like.element and made.type == like.type and made.element != "i1":
        text = f"stablehlo.multiply {made.name}, {like.name} : {like.type}"
        b.add(b.op(text), like.element, like.sizes, like.shown)
    return True


@family
def broadcast_identity(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    dynamic_broadcast(b, x, x.sizes, range(x.rank))
    return True


@family
def broadcast_row(b: Builder) -> bool:
    """A value placed into some dimensions of another one's shape, with ones that expand."""
    like = b.pick(lambda v: v.rank > 1)
    if like is None:
        return False
    x = b.pick(
        lambda v: (
            0 < v.rank <= like.rank
            and any(
                all(v.sizes[i] in (like.sizes[o + i], Const(1)) for i in range(v.rank))
                for o in range(like.rank - v.rank + 1)
            )
        )
    )
    if x is None:
        return False
    offset = next(
        o
        for o in range(like.rank - x.rank + 1)
        if all(x.sizes[i] in (like.sizes[o + i], Const(1)) for i in range(x.rank))
    )
    made = dynamic_broadcast(b, x, like.sizes, range(offset, offset + x.rank))
    if made.type == like.type and made.element != "i1":
        b.add(
            b.op(f"stablehlo.add {made.name}, {like.name} : {like.type}"),
            like.element,
            like.sizes,
            like.shown,
        )
    return True


@family
def torch_broadcast(b: Builder) -> bool:
    """Two operands of any shapes under `cstr_broadcastable` and `assuming`."""
    x = b.pick(lambda v: v.rank > 0 and is_number(v))
    if x is None:
        return False

    def fits(v: Value) -> bool:
        pairs = zip(reversed(x.sizes), reversed(v.sizes), strict=False)
        return (
            v.element == x.element
            and 0 < v.rank
            and all(
                s == t or Const(1) in (s, t) or (isinstance(s, Base) and isinstance(t, Base))
                for s, t in pairs
            )
        )

    y = b.pick(fits) or x
    rank = max(x.rank, y.rank)
    sizes: list[Size] = []
    for back in range(rank, 0, -1):
        s = x.sizes[-back] if back <= x.rank else Const(1)
        t = y.sizes[-back] if back <= y.rank else Const(1)
        if s != t and Const(1) not in (s, t):
            _require_broadcast(b, s, t)
            sizes.append(_broadcast_size(s, t))
        else:
            sizes.append(t if s == Const(1) else s)
    if any(isinstance(size, Binary) and size.operator == "bcast" for size in sizes):
        return False
    shown = [
        not (back <= x.rank and back <= y.rank) or (x.shown[-back] and y.shown[-back])
        for back in range(rank, 0, -1)
    ]
    sx = b.op(f"shape.shape_of {x.name} : {x.type} -> tensor<{x.rank}xindex>", "s")
    sy = b.op(f"shape.shape_of {y.name} : {y.type} -> tensor<{y.rank}xindex>", "s")
    types = f"tensor<{x.rank}xindex>, tensor<{y.rank}xindex>"
    witness = b.op(f"shape.cstr_broadcastable {sx}, {sy} : {types}", "w")
    result = Value("", x.element, tuple(sizes), tuple(shown))
    inner = b.nested()
    shape = inner.op(f"shape.broadcast {sx}, {sy} : {types} -> tensor<{rank}xindex>", "s")
    given = (shape, f"tensor<{rank}xindex>")
    left = dynamic_broadcast(inner, x, sizes, range(rank - x.rank, rank), given, shown)
    right = dynamic_broadcast(inner, y, sizes, range(rank - y.rank, rank), given, shown)
    name = b.random.choice(("add", "multiply", "subtract", "maximum"))
    total = inner.op(f"stablehlo.{name} {left.name}, {right.name} : {result.type}")
    inner.line(f"shape.assuming_yield {total} : {result.type}")
    made = b.name()
    b.line(f"{made} = shape.assuming {witness} -> ({result.type}) {{")
    b.block(inner.lines)
    b.line("}")
    if any(s == Const(-1) for s in sizes):
        opaque(b, made, x.element, sizes, shown)
    else:
        b.add(made, x.element, sizes, shown)
    return True


def _require_broadcast(b: Builder, s: Size, t: Size) -> None:
    b.require(
        lambda env: (
            evaluate(s, env) == evaluate(t, env) or 1 in (evaluate(s, env), evaluate(t, env))
        )
    )


def _broadcast_size(s: Size, t: Size) -> Size:
    """A placeholder: which of the two it is depends on the run."""
    del s, t
    return Const(-1)


def opaque(
    b: Builder, name: str, element: str, sizes: Sequence[Size], shown: Sequence[bool]
) -> None:
    """Add a value some of whose sizes only a run determines (-1)."""
    visible = [s and size != Const(-1) for s, size in zip(shown, sizes, strict=True)]
    hidden = Value(name, element, tuple(sizes), tuple(visible))
    own = [b.base_of(hidden, i) if size == Const(-1) else size for i, size in enumerate(sizes)]
    b.add(name, element, own, visible)


@family
def size_as_data(b: Builder) -> bool:
    """A size becomes an element: `mean` divides by it."""
    x = b.pick(lambda v: v.rank > 0 and v.element == "f32")
    if x is None:
        return False
    at = b.random.randrange(x.rank)
    count = b.size_i32(x.sizes[at])
    number = b.op(f"stablehlo.convert {count} : (tensor<i32>) -> tensor<f32>")
    scalar = Value(number, "f32", (), ())
    b.values.append(scalar)
    wide = dynamic_broadcast(b, scalar, x.sizes, (), shown=x.shown)
    b.add(b.op(f"stablehlo.divide {x.name}, {wide.name} : {x.type}"), "f32", x.sizes, x.shown)
    return True


def generic(b: Builder, name: str, operands: list[Value], result: str, attributes: str = "") -> str:
    """An operation in generic syntax with one result."""
    names = ", ".join(v.name for v in operands)
    types = ", ".join(v.type for v in operands)
    return b.op(f'"{name}"({names}) {attributes} : ({types}) -> {result}')
