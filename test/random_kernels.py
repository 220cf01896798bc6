"""Random programs of operations that may be fused, over a few symbolic sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

SIZES = ("a", "b", "c")
"""The sizes of dimensions; `1` stands for itself, and `a*b` for a product."""

Shape = tuple[str, ...]


def type_of(shape: Shape, element: str = "f32") -> str:
    """The tensor type of a shape."""
    return f"tensor<{''.join('1x' if size == '1' else '?x' for size in shape)}{element}>"


@dataclass
class Builder:
    """A program while it is written."""

    random: Random
    lines: list[str] = field(default_factory=list[str])
    values: list[tuple[str, Shape]] = field(default_factory=list[tuple[str, Shape]])
    sizes: set[str] = field(default_factory=set[str])

    def size(self, name: str) -> str:
        """The value of a size."""
        if name == "1":
            return "%c1"
        if "*" in name and name not in self.sizes:
            lhs, rhs = name.split("*")
            self.lines.insert(self.first, f"%{lhs}_{rhs} = arith.muli %{lhs}, %{rhs} : index")
            self.sizes.add(name)
        return "%" + name.replace("*", "_")

    @property
    def first(self) -> int:
        """The line before which sizes are computed."""
        return next(at for at, line in enumerate(self.lines) if "tensor.dim" not in line)

    def shape(self, shape: Shape) -> str:
        """A tensor with the sizes of a shape."""
        name = f"%s{len(self.lines)}"
        sizes = ", ".join(self.size(size) for size in shape)
        self.lines.append(f"{name} = tensor.from_elements {sizes} : tensor<{len(shape)}xindex>")
        return name

    def add(self, text: str, shape: Shape) -> None:
        """A line that defines a value."""
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        self.values.append((name, shape))

    def add_dynamic(
        self, op: str, operand: str, shape: Shape, result: Shape, rest: str = ""
    ) -> None:
        """An operation whose result has the sizes that a shape operand lists."""
        sizes = self.shape(result)
        types = f"({type_of(shape)}, tensor<{len(result)}xindex>) -> {type_of(result)}"
        self.add(f"stablehlo.dynamic_{op} {operand}, {sizes}{rest} : {types}", result)

    def pick(self, keep: Callable[[Shape], bool] = lambda _: True) -> tuple[str, Shape]:
        """A value so far, rather a late one."""
        found = [one for one in self.values if keep(one[1])]
        return found[max(self.random.randrange(len(found)), self.random.randrange(len(found)))]


def unary(b: Builder) -> None:
    name, shape = b.pick()
    op = b.random.choice(("tanh", "negate", "exponential", "abs", "floor"))
    b.add(f"stablehlo.{op} {name} : {type_of(shape)}", shape)


def binary(b: Builder) -> None:
    name, shape = b.pick()
    other, _ = b.pick(lambda one: one == shape)
    op = b.random.choice(("add", "multiply", "subtract", "maximum", "divide"))
    b.add(f"stablehlo.{op} {name}, {other} : {type_of(shape)}", shape)


def choose(b: Builder) -> None:
    name, shape = b.pick()
    other, _ = b.pick(lambda one: one == shape)
    kind = type_of(shape)
    mask = f"%m{len(b.lines)}"
    truth = type_of(shape, "i1")
    b.lines.append(f"{mask} = stablehlo.compare GT, {name}, {other} : ({kind}, {kind}) -> {truth}")
    b.add(f"stablehlo.select {mask}, {other}, {name} : {truth}, {kind}", shape)


def broadcast(b: Builder) -> None:
    name, shape = b.pick(lambda one: len(one) < 3)
    place = b.random.randrange(len(shape) + 1)
    result = (*shape[:place], b.random.choice(SIZES), *shape[place:])
    dims = [axis + (axis >= place) for axis in range(len(shape))]
    b.add_dynamic("broadcast_in_dim", name, shape, result, f", dims = {dims}")


def reduce(b: Builder) -> None:
    name, shape = b.pick(lambda one: len(one) > 0)
    axis = b.random.choice((len(shape) - 1, b.random.randrange(len(shape))))
    result = (*shape[:axis], *shape[axis + 1 :])
    op = b.random.choice(("add", "maximum"))
    b.add(
        f"stablehlo.reduce({name} init: %zero) applies stablehlo.{op} across dimensions = [{axis}] "
        f": ({type_of(shape)}, tensor<f32>) -> {type_of(result)}",
        result,
    )
    if b.random.random() < 0.7:
        reduced, _ = b.values[-1]
        dims = [at for at in range(len(shape)) if at != axis]
        b.add_dynamic("broadcast_in_dim", reduced, result, shape, f", dims = {dims}")


def transpose(b: Builder) -> None:
    name, shape = b.pick()
    order = list(range(len(shape)))
    b.random.shuffle(order)
    result = tuple(shape[axis] for axis in order)
    kinds = f"({type_of(shape)}) -> {type_of(result)}"
    b.add(f"stablehlo.transpose {name}, dims = {order} : {kinds}", result)


def reverse(b: Builder) -> None:
    name, shape = b.pick(lambda one: len(one) > 0)
    axis = b.random.randrange(len(shape))
    b.add(f"stablehlo.reverse {name}, dims = [{axis}] : {type_of(shape)}", shape)


def reshape(b: Builder) -> None:
    def fits(shape: Shape) -> bool:
        return len(shape) > 1 and "*" not in "".join(shape)

    if not any(fits(shape) for _, shape in b.values):
        return
    name, shape = b.pick(fits)
    lhs, rhs, *rest = shape
    merged = rhs if lhs == "1" else lhs if rhs == "1" else f"{lhs}*{rhs}"
    b.add_dynamic("reshape", name, shape, (merged, *rest))


def pad(b: Builder) -> None:
    """A pad and the slice that takes it away again, another element first."""
    name, shape = b.pick(lambda one: len(one) > 0 and "*" not in "".join(one))
    if "1" in shape:
        return
    rank = len(shape)
    axis = b.random.randrange(rank)
    low = [int(at == axis) for at in range(rank)]
    kind = type_of(shape)
    padded = f"%p{len(b.lines)}"
    zeros = [0] * rank
    b.lines.append(
        f"{padded} = stablehlo.pad {name}, %zero, low = {low}, high = {zeros}, interior = {zeros} :"
        f" ({kind}, tensor<f32>) -> {kind}"
    )
    starts, ones = f"%z{len(b.lines)}", f"%o{len(b.lines)}"
    list_of = f"tensor<{rank}xindex>"
    b.lines.append(f"{starts} = tensor.from_elements {', '.join(['%c0'] * rank)} : {list_of}")
    b.lines.append(f"{ones} = tensor.from_elements {', '.join(['%c1'] * rank)} : {list_of}")
    limits = b.shape(shape)
    b.add(
        f"stablehlo.real_dynamic_slice {padded}, {starts}, {limits}, {ones} : "
        f"({kind}, {list_of}, {list_of}, {list_of}) -> {kind}",
        shape,
    )


def join(b: Builder) -> None:
    """A concatenation that is reduced at once: its size has no name."""
    name, shape = b.pick(lambda one: len(one) > 0 and "1" not in one)
    other, _ = b.pick(lambda one: one == shape)
    axis = b.random.randrange(len(shape))
    kind = type_of(shape)
    joined = f"%j{len(b.lines)}"
    b.lines.append(
        f"{joined} = stablehlo.concatenate {name}, {other}, dim = {axis} : "
        f"({kind}, {kind}) -> {kind}"
    )
    result = (*shape[:axis], *shape[axis + 1 :])
    b.add(
        f"stablehlo.reduce({joined} init: %zero) applies stablehlo.maximum across dimensions = "
        f"[{axis}] : ({kind}, tensor<f32>) -> {type_of(result)}",
        result,
    )


def product(b: Builder) -> None:
    name, shape = b.pick(lambda one: len(one) == 2)
    found = [one for one in b.values if len(one[1]) == 2 and one[1][0] == shape[1]]
    if not found:
        return
    other, right = b.random.choice(found)
    result = (shape[0], right[1])
    b.add(
        f"stablehlo.dot_general {name}, {other}, contracting_dims = [1] x [0] : "
        f"({type_of(shape)}, {type_of(right)}) -> {type_of(result)}",
        result,
    )


def pad_piece(b: Builder) -> None:
    """A value that is computed to be padded, and a slice of the result that has its sizes."""
    name, shape = b.pick(lambda one: len(one) > 0 and "*" not in "".join(one))
    if "1" in shape:
        return
    rank, random, at = len(shape), b.random, len(b.lines)
    low, high = ([random.choice((0, 0, 1, 2)) for _ in shape] for _ in range(2))
    kind, list_of = type_of(shape), f"tensor<{rank}xindex>"
    b.lines.append(f"%i{at} = stablehlo.reverse {name}, dims = [0] : {kind}")
    types = f"({kind}, tensor<f32>) -> {kind}"
    if random.random() < 0.5:
        sides = f"low = {low}, high = {high}, interior = {[0] * rank}"
        b.lines.append(f"%p{at} = stablehlo.pad %i{at}, %zero, {sides} : {types}")
    else:
        low = [random.choice((-1, 0, 1, 2)) for _ in shape]
        # What is cut off before is filled after.
        high = [max(-one, other) for one, other in zip(low, high, strict=True)]
        b.lines.append(f"%minus{at} = arith.constant -1 : index")
        for word, amounts in (("low", low), ("high", high), ("none", [0] * rank)):
            names = ", ".join(f"%minus{at}" if one < 0 else f"%c{one}" for one in amounts)
            b.lines.append(f"%{word}{at} = tensor.from_elements {names} : {list_of}")
        types = f"({kind}, tensor<f32>, {', '.join([list_of] * 3)}) -> {kind}"
        b.lines.append(
            f"%p{at} = stablehlo.dynamic_pad %i{at}, %zero, %low{at}, %high{at}, %none{at} :"
            f" {types}"
        )
    starts = [random.randrange(one + other + 1) for one, other in zip(low, high, strict=True)]
    limits: list[str] = []
    for axis, (start, size) in enumerate(zip(starts, shape, strict=True)):
        b.lines.append(f"%b{at}_{axis} = arith.constant {start} : index")
        b.lines.append(f"%e{at}_{axis} = arith.addi %b{at}_{axis}, {b.size(size)} : index")
        limits.append(f"%e{at}_{axis}")
    begins = ", ".join(f"%b{at}_{axis}" for axis in range(rank))
    b.lines.append(f"%z{at} = tensor.from_elements {begins} : {list_of}")
    b.lines.append(f"%l{at} = tensor.from_elements {', '.join(limits)} : {list_of}")
    b.lines.append(f"%o{at} = tensor.from_elements {', '.join(['%c1'] * rank)} : {list_of}")
    types = f"({kind}, {list_of}, {list_of}, {list_of}) -> {kind}"
    b.add(f"stablehlo.real_dynamic_slice %p{at}, %z{at}, %l{at}, %o{at} : {types}", shape)


def loop(b: Builder) -> None:
    """A loop that carries a few values of one shape, changed, exchanged or as they are."""
    name, shape = b.pick(lambda one: len(one) > 0)
    same = [one for one, other in b.values if other == shape]
    inits = [name, *(b.random.choice(same) for _ in range(b.random.randrange(3)))]
    for result in carry(b, inits, shape, b.random.randrange(4), 0.4):
        b.values.append((result, shape))


def carry(b: Builder, inits: Sequence[str], shape: Shape, count: int, nested: float) -> list[str]:
    """Lines with a loop of some iterations, and in it another one sometimes; its results."""
    at, kind, random = len(b.lines), type_of(shape), b.random
    names = [f"%w{at}_{number}" for number in range(len(inits))]
    kinds = ", ".join(["tensor<i32>", *([kind] * len(inits))])
    started = ", ".join(f"{one} = {init}" for one, init in zip(names, inits, strict=True))
    b.lines += [
        *(f"%n{at}_{one} = stablehlo.constant dense<{one}> : tensor<i32>" for one in (0, 1)),
        f"%k{at} = stablehlo.constant dense<{count}> : tensor<i32>",
        f"%r{at}:{len(inits) + 1} = stablehlo.while(%i{at} = %n{at}_0, {started}) : {kinds}",
        "cond {",
        f"%g{at} = stablehlo.compare LT, %i{at}, %k{at} : (tensor<i32>, tensor<i32>) -> tensor<i1>",
        f"stablehlo.return %g{at} : tensor<i1>",
        "} do {",
        f"%j{at} = stablehlo.add %i{at}, %n{at}_1 : tensor<i32>",
    ]
    known = list(names)
    for _ in range(random.randrange(4)):
        new, one, other = f"%u{len(b.lines)}", random.choice(known), random.choice(known)
        text = random.choice(
            (
                f"reverse {one}, dims = [{random.randrange(len(shape))}]",
                f"reverse {one}, dims = [{random.randrange(len(shape))}]",
                f"tanh {one}",
                f"add {one}, {other}",
                f"maximum {other}, {one}",
            )
        )
        b.lines.append(f"{new} = stablehlo.{text} : {kind}")
        known.append(new)
    if random.random() < nested:
        taken = [random.choice(known) for _ in range(1 + random.randrange(2))]
        known += carry(b, taken, shape, random.randrange(3), 0.0)
    passed = ", ".join(random.choice(known[-3:] + names) for _ in names)
    b.lines += [f"stablehlo.return %j{at}, {passed} : {kinds}", "}"]
    return [f"%r{at}#{number + 1}" for number in range(len(inits))]


ELEMENTWISE = (unary, unary, binary, binary, choose)
MOVING = (broadcast, transpose, reverse, reshape, pad)
REDUCING = (reduce, reduce, join, product)
CARRYING = (loop, loop, loop, pad_piece, pad_piece)


def program(random: Random, steps: int, *, reductions: bool = True, loops: bool = False) -> str:
    """
    A program that takes x: [a, b, c], y: [b, c] and z: [c], and returns a few values. With `loops`
    some of them are what loops leave, and slices of what is computed to be padded.
    """
    b = Builder(random)
    b.lines += [
        f"%{name} = tensor.dim %x, %c{axis} : tensor<?x?x?xf32>" for axis, name in enumerate(SIZES)
    ]
    b.lines.append("%zero = stablehlo.constant dense<0.5> : tensor<f32>")
    b.values += [("%x", SIZES), ("%y", SIZES[1:]), ("%z", SIZES[2:])]
    families: Sequence[Callable[[Builder], None]] = (*ELEMENTWISE, *MOVING)
    if reductions:
        families = (*families, *REDUCING)
    if loops:
        families = (*families, *CARRYING)
    for _ in range(steps):
        random.choice(families)(b)
    last = list(dict.fromkeys([b.values[-1], *(b.pick() for _ in range(random.randrange(3)))]))
    types = ", ".join(type_of(shape) for _, shape in last)
    body = "\n  ".join(b.lines)
    names = ", ".join(name for name, _ in last)
    constants = "\n  ".join(f"%c{number} = arith.constant {number} : index" for number in range(3))
    arguments = "%x: tensor<?x?x?xf32>, %y: tensor<?x?xf32>, %z: tensor<?xf32>"
    return (
        f"func.func @main({arguments}) -> ({types})"
        f" {{\n  {constants}\n  {body}\n  func.return {names} : {types}\n}}\n"
    )
