"""Families: slices, pads, updates, iota, gather, scatter, and MLIR's own tensor operations."""

from __future__ import annotations

from collections.abc import Sequence

from fuzz.builder import Builder, Value
from fuzz.families import family, is_number, opaque
from fuzz.sizes import Base, Const, Size, binary, evaluate


def typed(element: str, sizes: Sequence[Size], shown: Sequence[bool]) -> str:
    return Value("", element, tuple(sizes), tuple(shown)).type


@family
def static_slice(b: Builder) -> bool:
    x = b.pick(
        lambda v: v.rank > 0 and v.static and all((v.known(i) or 0) > 0 for i in range(v.rank))
    )
    if x is None:
        return False
    texts, sizes = list[str](), list[Size]()
    for i in range(x.rank):
        n = x.known(i) or 0
        start = b.random.randrange(n)
        limit = b.random.randrange(start, n + 1)
        step = b.random.choice((1, 1, 2))
        texts.append(f"{start}:{limit}:{step}" if step > 1 else f"{start}:{limit}")
        sizes.append(Const(len(range(start, limit, step))))
    kind = typed(x.element, sizes, [True] * x.rank)
    text = f"stablehlo.slice {x.name} [{', '.join(texts)}] : ({x.type}) -> {kind}"
    b.add(b.op(text), x.element, sizes)
    return True


def _bounds(b: Builder, size: Size) -> tuple[Size, Size, int]:
    """Start, limit and step of a slice of a dimension, in the ways exporters cut."""
    kind = b.random.randrange(7)
    if isinstance(size, Const):
        if size.number == 0:
            return Const(0), Const(0), 1
        start = b.random.randrange(size.number)
        return Const(start), Const(b.random.randrange(start, size.number + 1)), 1
    if kind == 0:
        return Const(0), size, 1
    if kind == 1:
        return Const(0), binary("//", size, Const(2)), 1
    if kind == 2:
        return binary("//", size, Const(2)), size, 1
    if kind == 3:
        return Const(0), binary("min", size, Const(b.random.choice((1, 3)))), 1
    if kind == 4:
        return Const(0), size, 2
    if kind == 5:
        b.require_at_least(size, Const(1))
        return Const(1), size, 1
    b.require_at_least(size, Const(1))
    return Const(0), binary("-", size, Const(1)), 1


def _slice_size(start: Size, limit: Size, step: int) -> Size:
    length = binary("-", limit, start)
    if step == 1:
        return length
    return binary("//", binary("+", length, Const(step - 1)), Const(step))


@family
def real_dynamic_slice(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    bounds = [_bounds(b, s) if b.random.random() < 0.6 else (Const(0), s, 1) for s in x.sizes]
    style = b.random.choice(("jax", "i64", "index"))
    starts, kind = b.shape([s for s, _, _ in bounds], element=style)
    limits, _ = b.shape([limit for _, limit, _ in bounds], element=style)
    steps, _ = b.shape([Const(t) for _, _, t in bounds], element=style)
    sizes = [_slice_size(*bound) for bound in bounds]
    shown = b.hide(sizes)
    result = typed(x.element, sizes, shown)
    text = (
        f"stablehlo.real_dynamic_slice {x.name}, {starts}, {limits}, {steps} :"
        f" ({x.type}, {kind}, {kind}, {kind}) -> {result}"
    )
    b.add(b.op(text), x.element, sizes, shown)
    return True


@family
def halves(b: Builder) -> bool:
    """A dimension split into two equal parts which are joined again, crosswise or added."""
    x = b.pick(lambda v: v.rank > 0 and is_number(v) and any(isinstance(s, Base) for s in v.sizes))
    if x is None:
        return False
    at = next(i for i, s in enumerate(x.sizes) if isinstance(s, Base))
    size = x.sizes[at]
    half = binary("//", size, Const(2))
    b.require(lambda env: evaluate(size, env) % 2 == 0)
    parts: list[Value] = []
    for start, limit in ((Const(0), half), (half, binary("*", half, Const(2)))):
        zeros: list[Size] = [Const(0)] * x.rank
        starts, kind = b.shape([*zeros[:at], start, *zeros[at + 1 :]], element="jax")
        limits, _ = b.shape([*x.sizes[:at], limit, *x.sizes[at + 1 :]], element="jax")
        steps, _ = b.shape([Const(1)] * x.rank, element="jax")
        sizes = [*x.sizes[:at], half, *x.sizes[at + 1 :]]
        result = typed(x.element, sizes, x.shown)
        text = (
            f"stablehlo.real_dynamic_slice {x.name}, {starts}, {limits}, {steps} :"
            f" ({x.type}, {kind}, {kind}, {kind}) -> {result}"
        )
        parts.append(b.add(b.op(text), x.element, sizes, x.shown))
    text = f"stablehlo.add {parts[0].name}, {parts[1].name} : {parts[0].type}"
    b.add(b.op(text), x.element, parts[0].sizes, x.shown)
    return True


@family
def dynamic_slice(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    sizes: list[Size] = []
    for i, size in enumerate(x.sizes):
        known = x.known(i)
        take = b.random.randrange(known + 1) if known is not None else 1
        if known is None:
            b.require_at_least(size, Const(take))
        sizes.append(Const(take))
    scalars = [b.constant("i32") for _ in sizes]
    numbers = ", ".join(str(s.number) for s in sizes if isinstance(s, Const))
    types = ", ".join([x.type, *["tensor<i32>"] * x.rank])
    text = (
        f"stablehlo.dynamic_slice {x.name}, {', '.join(scalars)}, sizes = [{numbers}] :"
        f" ({types}) -> {typed(x.element, sizes, [True] * x.rank)}"
    )
    b.add(b.op(text), x.element, sizes)
    return True


@family
def dynamic_update_slice(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    y = b.pick(
        lambda v: (
            v.element == x.element
            and v.rank == x.rank
            and all(
                s == t or (isinstance(s, Const) and (x.known(i) or 0) >= s.number)
                for i, (s, t) in enumerate(zip(v.sizes, x.sizes, strict=True))
            )
        )
    )
    if y is None:
        return False
    scalars = [b.constant("i32") for _ in x.sizes]
    types = ", ".join([x.type, y.type, *["tensor<i32>"] * x.rank])
    text = (
        f"stablehlo.dynamic_update_slice {x.name}, {y.name}, {', '.join(scalars)} :"
        f" ({types}) -> {x.type}"
    )
    b.add(b.op(text), x.element, x.sizes, x.shown)
    return True


@family
def padding(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    low = [b.random.choice((0, 0, 1, 2, -1)) for _ in x.sizes]
    high = [b.random.choice((0, 0, 1, -1)) for _ in x.sizes]
    interior = [b.random.choice((0, 0, 0, 1)) for _ in x.sizes]
    sizes: list[Size] = []
    for i, size in enumerate(x.sizes):
        spread = size
        if interior[i]:
            gaps = binary("max", binary("-", size, Const(1)), Const(0))
            spread = binary("+", size, binary("*", gaps, Const(interior[i])))
        padded = binary("+", spread, Const(low[i] + high[i]))
        if isinstance(padded, Const) and padded.number < 0:
            return False
        b.require_at_least(padded, Const(0))
        sizes.append(padded)
    value = b.constant(x.element)
    shown = b.hide(sizes) if b.random.random() < 0.4 else None
    if shown is None:
        shown = x.shown
        text = (
            f"stablehlo.pad {x.name}, {value}, low = {low}, high = {high}, interior = {interior} :"
            f" ({x.type}, tensor<{x.element}>) -> {typed(x.element, sizes, shown)}"
        )
    else:
        style = b.random.choice(("jax", "i64"))
        operands = [
            b.shape([Const(n) for n in part], element=style) for part in (low, high, interior)
        ]
        kinds = ", ".join(kind for _, kind in operands)
        names = ", ".join(name for name, _ in operands)
        text = (
            f"stablehlo.dynamic_pad {x.name}, {value}, {names} :"
            f" ({x.type}, tensor<{x.element}>, {kinds}) -> {typed(x.element, sizes, shown)}"
        )
    b.add(b.op(text), x.element, sizes, shown)
    return True


@family
def pad_to_multiple(b: Builder) -> bool:
    """The high edge is padded by a computed size: `(-n) mod k`."""
    x = b.pick(lambda v: v.rank > 0 and any(isinstance(s, Base) for s in v.sizes))
    if x is None:
        return False
    at = next(i for i, s in enumerate(x.sizes) if isinstance(s, Base))
    size, unit = x.sizes[at], Const(b.random.choice((2, 4)))
    ceiling = binary("//", binary("+", size, Const(unit.number - 1)), unit)
    extra = binary("-", binary("*", ceiling, unit), size)
    zeros: list[Size] = [Const(0)] * x.rank
    value = b.constant(x.element)
    low, kind = b.shape(zeros, element="jax")
    high, _ = b.shape([*zeros[:at], extra, *zeros[at + 1 :]], element="jax")
    sizes = [*x.sizes[:at], binary("+", size, extra), *x.sizes[at + 1 :]]
    shown = b.hide(sizes)
    text = (
        f"stablehlo.dynamic_pad {x.name}, {value}, {low}, {high}, {low} :"
        f" ({x.type}, tensor<{x.element}>, {kind}, {kind}, {kind}) ->"
        f" {typed(x.element, sizes, shown)}"
    )
    b.add(b.op(text), x.element, sizes, shown)
    return True


@family
def iota(b: Builder) -> bool:
    like = b.pick(lambda v: v.rank > 0)
    if like is None:
        return False
    at = b.random.randrange(like.rank)
    element = b.random.choice(("i32", "f32"))
    if like.static and b.random.random() < 0.5:
        kind = typed(element, like.sizes, like.shown)
        b.add(b.op(f"stablehlo.iota dim = {at} : {kind}"), element, like.sizes)
        return True
    shape, kind = b.shape(like.sizes)
    shown = b.hide(like.sizes)
    result = typed(element, like.sizes, shown)
    text = f"stablehlo.dynamic_iota {shape}, dim = {at} : ({kind}) -> {result}"
    b.add(b.op(text), element, like.sizes, shown)
    return True


@family
def gather_rows(b: Builder) -> bool:
    """Rows of a table by an index array: an embedding."""
    table = b.pick(lambda v: v.rank == 2)
    index = b.pick(lambda v: v.element == "i32" and 0 < v.rank < 4)
    if table is None or index is None or table.known(0) == 0:
        return False
    width = table.sizes[1]
    b.require_at_least(table.sizes[0], Const(1))
    sizes = [*index.sizes, width]
    dims = (
        f"#stablehlo.gather<offset_dims = [{index.rank}], collapsed_slice_dims = [0],"
        f" start_index_map = [0], index_vector_dim = {index.rank}>"
    )
    if table.known(1) is not None:
        shown = (*index.shown, True)
        result = typed(table.element, sizes, shown)
        text = (
            f'"stablehlo.gather"({table.name}, {index.name}) <{{dimension_numbers = {dims},'
            f" indices_are_sorted = false, slice_sizes = array<i64: 1, {table.known(1)}>}}> :"
            f" ({table.type}, {index.type}) -> {result}"
        )
    else:
        slices, kind = b.shape([Const(1), width], element=b.random.choice(("jax", "i64")))
        shown = (*index.shown, False)
        result = typed(table.element, sizes, shown)
        text = (
            f'"stablehlo.dynamic_gather"({table.name}, {index.name}, {slices})'
            f" <{{dimension_numbers = {dims}, indices_are_sorted = false}}> :"
            f" ({table.type}, {index.type}, {kind}) -> {result}"
        )
    b.add(b.op(text), table.element, sizes, shown)
    return True


@family
def scatter_rows(b: Builder) -> bool:
    """Add updates to rows of a table."""
    table = b.pick(lambda v: v.rank == 2 and is_number(v))
    if table is None:
        return False
    index = b.pick(lambda v: v.element == "i32" and v.rank == 1)
    if index is None:
        return False
    updates = b.pick(
        lambda v: v.element == table.element and v.sizes == (*index.sizes, table.sizes[1])
    )
    if updates is None:
        return False
    element = table.element
    body = b.random.choice((f"stablehlo.add %sa, %sb : tensor<{element}>", ""))
    dims = (
        "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],"
        " scatter_dims_to_operand_dims = [0], index_vector_dim = 1>"
    )
    name = b.name()
    b.line(
        f'{name} = "stablehlo.scatter"({table.name}, {index.name}, {updates.name})'
        f" <{{indices_are_sorted = false, scatter_dimension_numbers = {dims},"
        " unique_indices = false}> ({"
    )
    b.line(f"^bb0(%sa: tensor<{element}>, %sb: tensor<{element}>):")
    if body:
        b.line(f"  %sc = {body}")
    b.line(f"  stablehlo.return {'%sc' if body else '%sb'} : tensor<{element}>")
    b.line(f"}}) : ({table.type}, {index.type}, {updates.type}) -> {table.type}")
    b.add(name, element, table.sizes, table.shown)
    return True


@family
def extract_slice(b: Builder) -> bool:
    """torch's slices: offsets and sizes as index values."""
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    bounds = [_bounds(b, s) for s in x.sizes]
    sizes = [_slice_size(*bound) for bound in bounds]
    for size in sizes:
        b.require_at_least(size, Const(0))
    for s, (start, _, _) in zip(x.sizes, bounds, strict=True):
        if start != Const(0) and not isinstance(start, Const):
            b.require(lambda env, s=s, start=start: evaluate(start, env) < evaluate(s, env))
    offsets = ", ".join(b.size_index(start) for start, _, _ in bounds)
    extents = ", ".join(b.size_index(size) for size in sizes)
    steps = ", ".join(str(step) for _, _, step in bounds)
    shown = tuple(False for _ in sizes)
    result = typed(x.element, sizes, shown)
    text = f"tensor.extract_slice {x.name}[{offsets}] [{extents}] [{steps}] : {x.type} to {result}"
    b.add(b.op(text), x.element, sizes, shown)
    return True


@family
def collapse_shape(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 1)
    if x is None:
        return False
    at = b.random.randrange(x.rank - 1)
    groups = [[i] for i in range(at)] + [[at, at + 1]] + [[i] for i in range(at + 2, x.rank)]
    merged = binary("*", x.sizes[at], x.sizes[at + 1])
    sizes = [*x.sizes[:at], merged, *x.sizes[at + 2 :]]
    shown = [*x.shown[:at], x.shown[at] and x.shown[at + 1], *x.shown[at + 2 :]]
    if isinstance(merged, Const) and x.known(at) is None:
        shown[at] = False
    result = typed(x.element, sizes, shown)
    attribute = ", ".join("[" + ", ".join(f"{i} : i64" for i in group) + "]" for group in groups)
    text = (
        f'"tensor.collapse_shape"({x.name}) <{{reassociation = [{attribute}]}}> :'
        f" ({x.type}) -> {result}"
    )
    b.add(b.op(text), x.element, sizes, shown)
    return True


@family
def cast(b: Builder) -> bool:
    """A `tensor.cast` that forgets sizes."""
    x = b.pick(lambda v: any(v.known(i) is not None for i in range(v.rank)))
    if x is None:
        return False
    shown = tuple(s and b.random.random() < 0.5 for s in x.shown)
    text = f"tensor.cast {x.name} : {x.type} to {typed(x.element, x.sizes, shown)}"
    b.add(b.op(text), x.element, x.sizes, shown)
    return True


@family
def size_from_data(b: Builder) -> bool:
    """A size that is an element of a tensor: only a run determines it."""
    x = b.pick(lambda v: v.element == "i32" and v.rank == 1)
    if x is None or b.random.random() < 0.5:
        return False
    b.require_at_least(x.sizes[0], Const(1))
    zero = b.op("arith.constant 0 : index", "i")
    element = b.op(f"tensor.extract {x.name}[{zero}] : {x.type}", "e")
    index = b.op(f"arith.index_cast {element} : i32 to index", "i")
    low, high = (b.op(f"arith.constant {n} : index", "i") for n in (0, 6))
    lower = b.op(f"arith.maxsi {index}, {low} : index", "i")
    size = b.op(f"arith.minsi {lower}, {high} : index", "i")
    shape = b.op(f"tensor.from_elements {size} : tensor<1xindex>", "s")
    name = b.op(f"stablehlo.dynamic_iota {shape}, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>")
    opaque(b, name, "i32", [Const(-1)], [False])
    return True
