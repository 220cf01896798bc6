"""Random static programs that can be written for any sizes, for the pass that makes them dynamic.

A program is the same for all sizes but for the numbers in its types, its slices and its shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from fuzz.sizes import Base, Const, Size, binary, evaluate

NAMES = ("a", "b", "c")


@dataclass(frozen=True)
class Value:
    name: str
    sizes: tuple[Size, ...]


class TooSmall(Exception):
    """Some size would be 0: no exporter writes such a program, and a product of 0 says nothing."""


@dataclass
class Static:
    """A program for one assignment of numbers to its sizes."""

    random: Random
    numbers: Mapping[str, int]
    lines: list[str] = field(default_factory=list[str])
    values: list[Value] = field(default_factory=list[Value])
    dynamic: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    """The dimensions of each argument that are no fixed numbers."""
    count: int = 0

    def number(self, size: Size) -> int:
        return evaluate(size, self.numbers)

    def shape(self, sizes: Sequence[Size]) -> list[int]:
        found = [self.number(size) for size in sizes]
        if any(number < 1 for number in found):
            raise TooSmall
        return found

    def type(self, sizes: Sequence[Size], element: str = "f32") -> str:
        return f"tensor<{''.join(f'{size}x' for size in self.shape(sizes))}{element}>"

    def op(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"%v{self.count} = {text}")
        return f"%v{self.count}"

    def add(self, text: str, sizes: Sequence[Size]) -> None:
        self.values.append(Value(self.op(text), tuple(sizes)))

    def pick(self, rank: int = 0) -> Value | None:
        found = [value for value in self.values if len(value.sizes) >= rank]
        return self.random.choice(found) if found else None

    def scalar(self, number: float) -> str:
        return self.op(f"stablehlo.constant dense<{number:e}> : tensor<f32>")

    def splat(self, sizes: Sequence[Size], number: float) -> str:
        kind = self.type(sizes)
        if self.random.random() < 0.5:
            return self.op(f"stablehlo.constant dense<{number:e}> : {kind}")
        one = self.scalar(number)
        return self.op(f"stablehlo.broadcast_in_dim {one}, dims = [] : (tensor<f32>) -> {kind}")


def elementwise(p: Static) -> None:
    x = p.pick()
    if x is None:
        return
    kind, alike = p.type(x.sizes), [v for v in p.values if v.sizes == x.sizes]
    if p.random.random() < 0.4:
        name = p.random.choice(("tanh", "negate", "abs", "exponential"))
        p.add(f"stablehlo.{name} {x.name} : {kind}", x.sizes)
        return
    other = p.random.choice([*(v.name for v in alike), p.splat(x.sizes, 0.5)])
    name = p.random.choice(("add", "multiply", "maximum", "subtract"))
    p.add(f"stablehlo.{name} {x.name}, {other} : {kind}", x.sizes)


def reduced(p: Static) -> None:
    """A sum or maximum over a dimension, stretched again as for a softmax."""
    x = p.pick(1)
    if x is None:
        return
    at = p.random.randrange(len(x.sizes))
    left = [*x.sizes[:at], *x.sizes[at + 1 :]]
    kind, small = p.type(x.sizes), p.type(left)
    name, first = p.random.choice((("add", 0.0), ("maximum", -1e9)))
    total = p.op(
        f"stablehlo.reduce({x.name} init: {p.scalar(first)}) applies stablehlo.{name}"
        f" across dimensions = [{at}] : ({kind}, tensor<f32>) -> {small}"
    )
    p.values.append(Value(total, tuple(left)))
    dims = [i for i in range(len(x.sizes)) if i != at]
    wide = p.op(f"stablehlo.broadcast_in_dim {total}, dims = {dims} : ({small}) -> {kind}")
    p.add(f"stablehlo.subtract {x.name}, {wide} : {kind}", x.sizes)


def transposed(p: Static) -> None:
    x = p.pick(2)
    if x is not None:
        order = p.random.sample(range(len(x.sizes)), len(x.sizes))
        sizes = [x.sizes[i] for i in order]
        text = f"stablehlo.transpose {x.name}, dims = {order}"
        p.add(f"{text} : ({p.type(x.sizes)}) -> {p.type(sizes)}", sizes)


def merged(p: Static) -> None:
    """Two dimensions as one, and now and then as two again."""
    x = p.pick(2)
    if x is None:
        return
    at = p.random.randrange(len(x.sizes) - 1)
    both = binary("*", x.sizes[at], x.sizes[at + 1])
    sizes = [*x.sizes[:at], both, *x.sizes[at + 2 :]]
    p.add(f"stablehlo.reshape {x.name} : ({p.type(x.sizes)}) -> {p.type(sizes)}", sizes)
    if p.random.random() < 0.5:
        y = p.values[-1]
        p.add(f"stablehlo.reshape {y.name} : ({p.type(sizes)}) -> {p.type(x.sizes)}", x.sizes)


def joined(p: Static) -> None:
    x = p.pick(1)
    if x is None:
        return
    at = p.random.randrange(len(x.sizes))
    y = p.random.choice(
        [v for v in p.values if len(v.sizes) == len(x.sizes) and _agree(v.sizes, x.sizes, at)]
    )
    sizes = [*x.sizes[:at], binary("+", x.sizes[at], y.sizes[at]), *x.sizes[at + 1 :]]
    kinds = f"({p.type(x.sizes)}, {p.type(y.sizes)}) -> {p.type(sizes)}"
    p.add(f"stablehlo.concatenate {x.name}, {y.name}, dim = {at} : {kinds}", sizes)


def _agree(left: Sequence[Size], right: Sequence[Size], without: int) -> bool:
    return all(a == b for i, (a, b) in enumerate(zip(left, right, strict=True)) if i != without)


def multiplied(p: Static) -> None:
    """A product of matrices over a size that both have."""
    x = p.pick(1)
    if x is None:
        return
    at = p.random.randrange(len(x.sizes))
    fitting = [(v, i) for v in p.values for i, size in enumerate(v.sizes) if size == x.sizes[at]]
    y, where = p.random.choice(fitting)
    sizes = [s for i, s in enumerate(x.sizes) if i != at]
    sizes += [s for i, s in enumerate(y.sizes) if i != where]
    if len(sizes) <= 4:
        p.add(
            f"stablehlo.dot_general {x.name}, {y.name}, contracting_dims = [{at}] x [{where}]"
            f" : ({p.type(x.sizes)}, {p.type(y.sizes)}) -> {p.type(sizes)}",
            sizes,
        )


def counted(p: Static) -> None:
    """Positions along a dimension, as masks compare them."""
    x = p.pick(1)
    if x is None:
        return
    at = p.random.randrange(len(x.sizes))
    kind, truth = p.type(x.sizes), p.type(x.sizes, "i1")
    index = p.op(f"stablehlo.iota dim = {at} : {kind}")
    limit = p.splat(x.sizes, 1.0)
    chosen = p.op(f"stablehlo.compare GE, {index}, {limit}, FLOAT : ({kind}, {kind}) -> {truth}")
    p.add(f"stablehlo.select {chosen}, {x.name}, {limit} : {truth}, {kind}", x.sizes)


def sliced(p: Static) -> None:
    """All but the first ones, or every second one."""
    x = p.pick(1)
    if x is None:
        return
    at = p.random.randrange(len(x.sizes))
    size, start, stride = x.sizes[at], *p.random.choice(((1, 1), (0, 2), (0, 1)))
    length = binary(
        "//", binary("+", binary("-", size, Const(start)), Const(stride - 1)), Const(stride)
    )
    sizes = [*x.sizes[:at], length, *x.sizes[at + 1 :]]
    ranges = [f"0:{number}" for number in p.shape(x.sizes)]
    ranges[at] = f"{start}:{p.number(size)}" + (f":{stride}" if stride > 1 else "")
    text = f"stablehlo.slice {x.name} [{', '.join(ranges)}]"
    p.add(f"{text} : ({p.type(x.sizes)}) -> {p.type(sizes)}", sizes)


def padded(p: Static) -> None:
    x = p.pick(1)
    if x is None:
        return
    at = p.random.randrange(len(x.sizes))
    low, high = [0] * len(x.sizes), [0] * len(x.sizes)
    low[at], high[at] = p.random.randrange(3), p.random.randrange(2)
    sizes = [*x.sizes[:at], binary("+", x.sizes[at], Const(low[at] + high[at])), *x.sizes[at + 1 :]]
    text = f"stablehlo.pad {x.name}, {p.scalar(0.25)}, low = {low}, high = {high}"
    inside = [0] * len(x.sizes)
    kinds = f"({p.type(x.sizes)}, tensor<f32>) -> {p.type(sizes)}"
    p.add(f"{text}, interior = {inside} : {kinds}", sizes)


def repeated(p: Static) -> None:
    """A loop that carries a value, or a choice between two."""
    x = p.pick(1)
    if x is None:
        return
    kind, truth = p.type(x.sizes), p.random.choice(("true", "false"))
    chosen = p.op(f"stablehlo.constant dense<{truth}> : tensor<i1>")
    name = p.random.choice(("sine", "negate"))
    p.add(
        f'"stablehlo.if"({chosen}) ({{\n  %i = stablehlo.{name} {x.name} : {kind}\n'
        f"  stablehlo.return %i : {kind}\n}}, {{\n  stablehlo.return {x.name} : {kind}\n}})"
        f" : (tensor<i1>) -> {kind}",
        x.sizes,
    )


def turned(p: Static) -> None:
    x = p.pick(1)
    if x is not None:
        at = p.random.randrange(len(x.sizes))
        p.add(f"stablehlo.reverse {x.name}, dims = [{at}] : {p.type(x.sizes)}", x.sizes)


def stretched(p: Static) -> None:
    """A new dimension, of a size that another value has."""
    x, y = p.pick(), p.pick(1)
    if x is None or y is None or len(x.sizes) > 2:
        return
    sizes = [p.random.choice(y.sizes), *x.sizes]
    dims = list(range(1, len(sizes)))
    text = f"stablehlo.broadcast_in_dim {x.name}, dims = {dims}"
    p.add(f"{text} : ({p.type(x.sizes)}) -> {p.type(sizes)}", sizes)
    if y.sizes == tuple(sizes):
        p.add(f"stablehlo.add {p.values[-1].name}, {y.name} : {p.type(sizes)}", sizes)


STEPS: tuple[Callable[[Static], None], ...] = (
    elementwise,
    elementwise,
    reduced,
    transposed,
    merged,
    joined,
    multiplied,
    counted,
    sliced,
    padded,
    repeated,
    turned,
)


def static_program(seed: int, numbers: Mapping[str, int], steps: int) -> tuple[str, Static]:
    """The program of a seed with the sizes `a`, `b` and `c` as these numbers."""
    random = Random(seed)
    p = Static(random, numbers)
    kinds: list[str] = []
    for index in range(random.randrange(1, 4)):
        sizes: list[Size] = []
        for at in range(random.choice((1, 2, 2, 3))):
            if random.random() < 0.25:
                sizes.append(Const(random.choice((1, 4))))
            else:
                name = random.choice(NAMES)
                sizes.append(Base(name, "", "", None))
                p.dynamic.setdefault(index, []).append(at)
        p.values.append(Value(f"%arg{index}", tuple(sizes)))
        kinds.append(p.type(sizes))
    for _ in range(steps):
        random.choice(STEPS)(p)
    results = p.values[-3:]
    body = "\n".join([*p.lines, f"return {', '.join(v.name for v in results)} :"])
    types = ", ".join(p.type(v.sizes) for v in results)
    arguments = ", ".join(f"%arg{i}: {kind}" for i, kind in enumerate(kinds))
    return f"func.func public @main({arguments}) -> ({types}) {{\n{body} {types}\n}}\n", p
