"""
Random programs over rows or columns: expensive functions that several loops over one need.
"""

from __future__ import annotations

from random import Random

ROW = "tensor<?x?xf32>"
STATISTIC = "tensor<?xf32>"


def row_program(random: Random, steps: int, across: int = 1) -> str:
    """
    A program that takes x: [a, b] and y: [b], and returns a few values: whole arrays, in f32 or
    f16, and numbers of rows, or of columns if it reduces across dimension 0.
    """
    lines = [
        "%c0 = arith.constant 0 : index",
        "%c1 = arith.constant 1 : index",
        f"%a = tensor.dim %x, %c0 : {ROW}",
        f"%b = tensor.dim %x, %c1 : {ROW}",
        "%s = tensor.from_elements %a, %b : tensor<2xindex>",
        "%zero = stablehlo.constant dense<0.5> : tensor<f32>",
        spread("%y0", "%y", 1),
        f"%e = stablehlo.exponential %x : {ROW}",
    ]
    rows, numbers = ["%x", "%e"], list[str]()
    for step in range(steps):
        new, row = f"%v{step}", random.choice(rows[-3:])
        kind = random.choice(("dear", "row", "row", "reduce", "reduce", "spread", "spread"))
        if kind == "dear":
            function = random.choice(("exponential", "tanh", "logistic"))
            lines.append(f"{new} = stablehlo.{function} {row} : {ROW}")
            rows.append(new)
        elif kind == "row":
            function = random.choice(("add", "multiply", "subtract", "maximum", "divide"))
            other = random.choice([*rows, "%y0"])
            lines.append(f"{new} = stablehlo.{function} {row}, {other} : {ROW}")
            rows.append(new)
        elif kind == "reduce":
            function = random.choice(("add", "maximum", "minimum"))
            lines.append(
                f"{new} = stablehlo.reduce({row} init: %zero) applies stablehlo.{function} across"
                f" dimensions = [{across}] : ({ROW}, tensor<f32>) -> {STATISTIC}"
            )
            numbers.append(new)
        elif numbers:
            other = f"%w{step}"
            function = random.choice(("subtract", "divide", "multiply"))
            lines.append(spread(other, random.choice(numbers), 1 - across))
            lines.append(f"{new} = stablehlo.{function} {row}, {other} : {ROW}")
            rows.append(new)
    lines.append(
        f"%last = stablehlo.reduce({rows[-1]} init: %zero) applies stablehlo.add"
        f" across dimensions = [{across}] : ({ROW}, tensor<f32>) -> {STATISTIC}"
    )
    found = [(one, STATISTIC) for one in ("%last", *random.sample(numbers, min(2, len(numbers))))]
    if random.random() < 0.3:
        found.append((random.choice(rows), ROW))
    if random.random() < 0.3:
        narrow = "tensor<?x?xf16>"
        lines.append(f"%h = stablehlo.convert {rows[-1]} : ({ROW}) -> {narrow}")
        found.append(("%h", narrow))
    names, types = (", ".join(part) for part in zip(*found, strict=True))
    body = "\n  ".join([*lines, f"func.return {names} : {types}"])
    return f"func.func @main(%x: {ROW}, %y: {STATISTIC}) -> ({types}) {{\n  {body}\n}}\n"


def spread(name: str, value: str, axis: int) -> str:
    """A broadcast of one number for each row, or for each element of a row."""
    return (
        f"{name} = stablehlo.dynamic_broadcast_in_dim {value}, %s, dims = [{axis}]"
        " {known_nonexpanding_dimensions = array<i64: 0>}"
        f" : ({STATISTIC}, tensor<2xindex>) -> {ROW}"
    )
