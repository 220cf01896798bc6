"""An element read before an operation that only moves elements is the same element."""

import random

import numpy as np
import pytest
from fuzz.harness import apply, context, parse
from xdsl.dialects.builtin import TensorType
from xdsl.dialects.func import FuncOp

from disc_shape.interpreters import run

SIZES = (1, 1, 2, 3)


def text_of(sizes: list[int]) -> str:
    return f"tensor<{''.join(f'{size}x' for size in sizes)}i32>"


def program(choose: random.Random) -> str:
    """A chain of operations that move the elements of an argument, and one element of the end."""
    sizes = [choose.choice(SIZES) for _ in range(choose.randint(0, 3))]
    lines, value, argument = list[str](), "%x", text_of(sizes)
    for number in range(choose.randint(1, 5)):
        before, source, result = sizes, text_of(sizes), f"%v{number}"
        kind = choose.choice(("transpose", "reshape", "broadcast", "slice", "concatenate", "cast"))
        if kind == "transpose":
            order = choose.sample(range(len(before)), len(before))
            sizes = [before[axis] for axis in order]
            move = f"stablehlo.transpose {value}, dims = {order} : ({source}) -> {text_of(sizes)}"
        elif kind == "reshape":
            sizes = choose.choice(([int(np.prod(before))], [1, *before], [*before, 1]))
            move = f"stablehlo.reshape {value} : ({source}) -> {text_of(sizes)}"
        elif kind == "broadcast":
            sizes = [choose.choice(SIZES) if size == 1 else size for size in before]
            sizes.insert(at := choose.randint(0, len(sizes)), choose.choice(SIZES))
            dims = [axis + (axis >= at) for axis in range(len(before))]
            types = f"({source}) -> {text_of(sizes)}"
            move = f"stablehlo.broadcast_in_dim {value}, dims = {dims} : {types}"
        elif kind == "slice" and before:
            starts = [choose.randrange(size) for size in before]
            steps = [choose.randint(1, 2) for _ in before]
            ranges = list(zip(starts, before, steps, strict=True))
            sizes = [len(range(*one)) for one in ranges]
            cut = ", ".join(":".join(map(str, one)) for one in ranges)
            move = f"stablehlo.slice {value} [{cut}] : ({source}) -> {text_of(sizes)}"
        elif kind == "concatenate" and before:
            axis = choose.randrange(len(before))
            sizes = [size * (1 + (at == axis)) for at, size in enumerate(before)]
            types = f"({source}, {source}) -> {text_of(sizes)}"
            move = f"stablehlo.concatenate {value}, {value}, dim = {axis} : {types}"
        else:
            move = f"tensor.cast {value} : {source} to {source}"
        lines.append(f"{result} = {move}")
        value = result
    for axis, size in enumerate(sizes):
        lines.append(f"%c{axis} = arith.constant {choose.randrange(size)} : index")
    indices = ", ".join(f"%c{axis}" for axis in range(len(sizes)))
    lines.append(f"%r = tensor.extract {value}[{indices}] : {text_of(sizes)}")
    body = "\n  ".join(lines)
    return f"func.func @main(%x: {argument}) -> i32 {{\n  {body}\n  func.return %r : i32\n}}\n"


@pytest.mark.parametrize("seed", range(60))
def test_the_element_is_the_same(seed: int) -> None:
    text = program(random.Random(seed))
    ctx = context()
    module = parse(text, ctx)
    main = module.body.block.first_op
    assert isinstance(main, FuncOp)
    (argument,) = main.function_type.inputs.data
    assert isinstance(argument, TensorType)
    shape = argument.get_shape()
    values = np.arange(100, 100 + int(np.prod(shape)), dtype=np.int32).reshape(shape)
    (wanted,) = run(module, values)
    apply("shape-optimization", module, ctx)
    (found,) = run(module, values)
    assert found == wanted
    names = [op.name for op in module.walk()]
    assert not any(name.startswith("stablehlo.") for name in names), names
