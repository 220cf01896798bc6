"""Families of shapes as values: the shape dialect's rarer operations, and reshapes by them."""

from __future__ import annotations

from collections.abc import Sequence

from fuzz.builder import Builder, Value
from fuzz.families import family
from fuzz.families_integers import small_iota
from fuzz.families_slicing import typed
from fuzz.sizes import Size, product

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
    """The size of a `tensor.empty`, whose elements nobody reads."""
    x = b.pick(lambda v: v.rank == 1)
    if x is None:
        return False
    number = b.size_index(x.sizes[0])
    made = b.op(f"tensor.empty({number}) : tensor<?xf32>", "v")
    zero = b.op("arith.constant 0 : index", "i")
    small_iota(b, b.op(f"tensor.dim {made}, {zero} : tensor<?xf32>", "d"))
    return True
