"""Families of shapes as values: the shape dialect's rarer operations, and reshapes by them."""

from __future__ import annotations

from collections.abc import Sequence

from fuzz.builder import Builder, Value
from fuzz.families import family, is_number, opaque
from fuzz.families_integers import small_iota
from fuzz.families_slicing import typed
from fuzz.sizes import Base, Const, Size, evaluate, product

SHAPE = "!shape.shape"


def reshaped(b: Builder, x: Value, shape: str, kind: str, sizes: Sequence[Size]) -> None:
    """A value by a shape operand, in one of the forms that take one."""
    name = b.random.choice(("stablehlo.dynamic_reshape", "chlo.dynamic_reshape", "tensor.reshape"))
    shown = b.hide(sizes)
    result = typed(x.element, sizes, shown)
    if name == "tensor.reshape":
        made = b.op(f"{name} {x.name}({shape}) : ({x.type}, {kind}) -> {result}")
    else:
        made = b.op(f'"{name}"({x.name}, {shape}) : ({x.type}, {kind}) -> {result}')
    b.add(made, x.element, sizes, shown)


@family
def split_shapes(b: Builder) -> bool:
    """`split_at`, `concat` and `any`, back to what it was."""
    x = b.pick(lambda v: v.rank > 1)
    if x is None:
        return False
    kind = f"tensor<{x.rank}xindex>"
    shape = b.op(f'"shape.shape_of"({x.name}) : ({x.type}) -> {SHAPE}', "s")
    at = b.op(f"arith.constant {b.random.randrange(x.rank + 1)} : index", "i")
    halves = b.name("s")
    b.line(f'{halves}:2 = "shape.split_at"({shape}, {at}) : ({SHAPE}, index) -> ({SHAPE}, {SHAPE})')
    whole = b.op(
        f"shape.concat {halves}#0, {halves}#1 : {SHAPE}, {SHAPE} -> {SHAPE}",
        "s",
    )
    for _ in range(2):
        if b.random.random() < 0.4:
            whole = b.op(f"shape.any {whole}, {shape} : {SHAPE}, {SHAPE} -> {SHAPE}", "s")
    operand = b.op(f'"shape.to_extent_tensor"({whole}) : ({SHAPE}) -> {kind}', "s")
    reshaped(b, x, operand, kind, x.sizes)
    return True


@family
def constant_shapes(b: Builder) -> bool:
    """A constant shape under a witness that always holds."""
    x = b.pick(lambda v: v.rank > 0 and v.static)
    if x is None or b.depth > 1:
        return False
    numbers = [x.known(i) or 0 for i in range(x.rank)]
    kind = f"tensor<{x.rank}xindex>"
    witness = b.op("shape.const_witness true", "w")
    name = b.name()
    b.line(f"{name} = shape.assuming {witness} -> ({kind}) {{")
    inner = b.name("s")
    b.line(f"  {inner} = shape.const_shape {numbers} : {kind}")
    b.line(f"  shape.assuming_yield {inner} : {kind}")
    b.line("}")
    reshaped(b, x, name, kind, x.sizes)
    return True


@family
def least_broadcast(b: Builder) -> bool:
    """`minimum_broadcast_shapes` of one shape with itself: the fewest dimensions that do."""
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    kind = f"tensor<{x.rank}xindex>"
    shape = b.op(f"shape.shape_of {x.name} : {x.type} -> {kind}", "s")
    dialect = b.random.choice(("chlo", "mhlo"))
    name = b.name("s")
    b.line(
        f'{name}:2 = "{dialect}.minimum_broadcast_shapes"({shape}, {shape}) :'
        f" ({kind}, {kind}) -> (tensor<?xindex>, tensor<?xindex>)"
    )
    count = b.op(f"shape.num_elements {name}#0 : tensor<?xindex> -> index", "n")
    operand = b.op(f"tensor.from_elements {count} : tensor<1xindex>", "s")
    reshaped(b, x, operand, "tensor<1xindex>", [product(list(x.sizes))])
    return True


@family
def sizes_of_nothing(b: Builder) -> bool:
    """The size of a `tensor.empty`, whose elements are not read."""
    x = b.pick(lambda v: v.rank == 1)
    if x is None:
        return False
    number = b.size_index(x.sizes[0])
    made = b.op(f"tensor.empty({number}) : tensor<?xf32>", "v")
    zero = b.op("arith.constant 0 : index", "i")
    small_iota(b, b.op(f"tensor.dim {made}, {zero} : tensor<?xf32>", "d"))
    return True


@family
def shape_arithmetic(b: Builder) -> bool:
    """Sizes through the shape dialect: extents, products, concatenations of shapes."""
    x = b.pick(lambda v: v.rank > 1)
    if x is None:
        return False
    kind = f"tensor<{x.rank}xindex>"
    shape = b.op(f"shape.shape_of {x.name} : {x.type} -> {kind}", "s")
    choice = b.random.randrange(4)
    if choice == 0:
        count = b.op(f"shape.num_elements {shape} : {kind} -> index", "n")
        target = b.op(f"tensor.from_elements {count} : tensor<1xindex>", "s")
        sizes: list[Size] = [product(list(x.sizes))]
        target_kind = "tensor<1xindex>"
    elif choice == 1:
        at = b.op("arith.constant 0 : index", "i")
        first = b.op(f"shape.get_extent {shape}, {at} : {kind}, index -> index", "n")
        second = b.size_index(product(list(x.sizes[1:])))
        target = b.op(f"tensor.from_elements {first}, {second} : tensor<2xindex>", "s")
        sizes, target_kind = [x.sizes[0], product(list(x.sizes[1:]))], "tensor<2xindex>"
    elif choice == 2:
        at = b.op("arith.constant 1 : index", "i")
        last = b.op(f"shape.dim {x.name}, {at} : {x.type}, index -> index", "n")
        others = [s for i, s in enumerate(x.sizes) if i != 1]
        rest = b.size_index(product(others))
        target = b.op(f"tensor.from_elements {last}, {rest} : tensor<2xindex>", "s")
        sizes, target_kind = [x.sizes[1], product(others)], "tensor<2xindex>"
    else:
        target, sizes, target_kind = shape, list(x.sizes), kind
        y = b.pick(lambda v: v.sizes == x.sizes) or x
        other = b.op(f"shape.shape_of {y.name} : {y.type} -> {kind}", "s")
        b.op(f"shape.cstr_eq {shape}, {other} : {kind}, {kind}", "w")
    shown = b.hide(sizes)
    result = typed(x.element, sizes, shown)
    text = f"stablehlo.dynamic_reshape {x.name}, {target} : ({x.type}, {target_kind}) -> {result}"
    b.add(b.op(text), x.element, sizes, shown)
    return True


@family
def require_guard(b: Builder) -> bool:
    """`shape.cstr_require` and `assuming_all`."""
    x = b.pick(lambda v: any(isinstance(s, Base) for s in v.sizes))
    if x is None or b.depth > 1:
        return False
    size = b.random.choice([s for s in x.sizes if isinstance(s, Base)])
    b.require(lambda env: evaluate(size, env) > 0)
    n, zero = b.size_index(size), b.op("arith.constant 0 : index", "i")
    holds = b.op(f"arith.cmpi sgt, {n}, {zero} : index", "t")
    first = b.op(f'shape.cstr_require {holds}, "must not be empty"', "w")
    kind = f"tensor<{x.rank}xindex>"
    shape = b.op(f"shape.shape_of {x.name} : {x.type} -> {kind}", "s")
    second = b.op(f"shape.cstr_broadcastable {shape}, {shape} : {kind}, {kind}", "w")
    both = b.op(f"shape.assuming_all {first}, {second}", "w")
    name = b.name()
    b.line(f"{name} = shape.assuming {both} -> ({x.type}) {{")
    b.line(f"  shape.assuming_yield {x.name} : {x.type}")
    b.line("}")
    b.add(name, x.element, x.sizes, x.shown)
    return True


@family
def set_size(b: Builder) -> bool:
    """`set_dimension_size`: a size below a bound, given by a scalar."""
    x = b.pick(lambda v: v.rank > 0 and v.static and (v.known(0) or 0) > 0 and is_number(v))
    if x is None:
        return False
    bound = x.known(0) or 1
    size = b.op(f"stablehlo.constant dense<{b.random.randrange(bound + 1)}> : tensor<i32>", "c")
    bounds = ", ".join([str(bound), *["?"] * (x.rank - 1)])
    sizes = "".join(["?x", *[f"{x.known(i)}x" for i in range(1, x.rank)]])
    kind = f"tensor<{sizes}{x.element}, #stablehlo.bounds<{bounds}>>"
    made = b.op(
        f"stablehlo.set_dimension_size {x.name}, {size}, dim = 0 : ({x.type}, tensor<i32>) ->"
        f" {kind}"
    )
    plain = [Const(-1), *x.sizes[1:]]
    result = typed(x.element, plain, [False, *[True] * (x.rank - 1)])
    name = b.op(f"tensor.cast {made} : {kind} to {result}")
    opaque(b, name, x.element, plain, [False, *[True] * (x.rank - 1)])
    return True
