"""Families of what takes a form of its own on buffers: other steps, other layouts, raw data."""

from __future__ import annotations

import struct

from fuzz.builder import Builder
from fuzz.families import family, opaque
from fuzz.sizes import Const

ALIGNMENT = "04000000"
"""The number before the data of a resource."""


@family
def resource_constant(b: Builder) -> bool:
    """A constant whose elements stand at the end of the file."""
    numbers = [float(b.random.randrange(-3, 4)) for _ in range(b.random.choice((1, 2, 6)))]
    data = ALIGNMENT + struct.pack(f"<{len(numbers)}f", *numbers).hex()
    name = f"raw_{data[8:]}"  # All programs of a process share one table of names.
    b.program.resources[name] = data
    kind = f"tensor<{len(numbers)}xf32>"
    text = f"stablehlo.constant dense_resource<{name}> : {kind}"
    b.add(b.op(text), "f32", [Const(len(numbers))])
    return True


@family
def reshaped_part(b: Builder) -> bool:
    """A reshape of elements that are not beside each other."""
    rows, columns = b.random.choice((2, 4)), b.random.choice((3, 6))
    whole = b.op(f"stablehlo.iota dim = 1 : tensor<{rows}x{columns}xf32>")
    kind = f"tensor<{rows // 2}x{columns // 3}xf32>"
    part = b.op(
        f"stablehlo.slice {whole} [0:{rows}:2, 1:{columns}:3] :"
        f" (tensor<{rows}x{columns}xf32>) -> {kind}"
    )
    count = (rows // 2) * (columns // 3)
    text = f"stablehlo.reshape {part} : ({kind}) -> tensor<{count}xf32>"
    b.add(b.op(text), "f32", [Const(count)])
    return True


@family
def computed_steps(b: Builder) -> bool:
    """A slice whose step is a size, at least one and at most three."""
    x = b.pick(lambda v: v.rank == 1)
    if x is None:
        return False
    size, kind = b.size_i32(x.sizes[0]), "tensor<1xi32>"
    low, high = (b.op(f"stablehlo.constant dense<{n}> : tensor<i32>", "c") for n in (1, 3))
    types = "(tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>"
    step = b.op(f"stablehlo.clamp {low}, {size}, {high} : {types}", "n")
    start = b.op("stablehlo.constant dense<0> : tensor<1xi32>", "c")
    limit, stride = (
        b.op(f"stablehlo.reshape {number} : (tensor<i32>) -> {kind}", "s")
        for number in (size, step)
    )
    name = b.op(
        f"stablehlo.real_dynamic_slice {x.name}, {start}, {limit}, {stride} :"
        f" ({x.type}, {kind}, {kind}, {kind}) -> tensor<?x{x.element}>"
    )
    opaque(b, name, x.element, [Const(-1)], [False])
    return True
