"""Random programs of transposes and of what may read or write their tensors in another order."""

from __future__ import annotations

from random import Random

SIZES = {"a": "?", "b": "?", "3": "3"}
"""The sizes of dimensions, and how types show them."""

Value = tuple[str, tuple[str, ...]]


def type_of(shape: tuple[str, ...]) -> str:
    """The tensor type of a shape."""
    return f"tensor<{''.join(f'{SIZES[size]}x' for size in shape)}f32>"


class LayoutProgram:
    """A program while it is written; its arguments have the shapes (a, b, 3) and (a, a)."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.values: list[Value] = [("%x", ("a", "b", "3")), ("%y", ("a", "a"))]

    def add(self, text: str, shape: tuple[str, ...]) -> None:
        """A line that defines a value."""
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {text}")
        self.values.append((name, shape))

    def pick(self, shape: tuple[str, ...] | None = None) -> Value:
        """A value so far, of a shape."""
        return self.random.choice(
            [one for one in self.values[-6:] + self.values[:2] if shape in (None, one[1])]
        )

    def transpose(self) -> None:
        """A transpose, in any order."""
        name, shape = self.pick()
        order = self.random.sample(range(len(shape)), len(shape))
        result = tuple(shape[axis] for axis in order)
        types = f"({type_of(shape)}) -> {type_of(result)}"
        self.add(f"stablehlo.transpose {name}, dims = {order} : {types}", result)

    def there_and_back(self) -> None:
        """Work on a transposed value, the result transposed again."""
        self.transpose()
        name, shape = self.values[-1]
        axis = self.random.randrange(len(shape))
        self.add(f"stablehlo.reverse {name}, dims = [{axis}] : {type_of(shape)}", shape)
        name, _ = self.values[-1]
        self.add(f"stablehlo.tanh {name} : {type_of(shape)}", shape)
        self.transpose()

    def elementwise(self) -> None:
        """A sum of two values of a shape, or a function of one."""
        name, shape = self.pick()
        other, _ = self.pick(shape) if name != "%x" else (name, shape)
        self.add(f"stablehlo.subtract {name}, {other} : {type_of(shape)}", shape)
        self.add(f"stablehlo.tanh {self.values[-1][0]} : {type_of(shape)}", shape)

    def reduce(self) -> None:
        """A maximum along one dimension."""
        name, shape = self.pick()
        if len(shape) < 3:
            return
        axis = self.random.randrange(len(shape))
        result = (*shape[:axis], *shape[axis + 1 :])
        types = f"({type_of(shape)}, tensor<f32>) -> {type_of(result)}"
        self.add(
            f"stablehlo.reduce({name} init: %zero) applies stablehlo.maximum across dimensions = "
            f"[{axis}] : {types}",
            result,
        )

    def dot(self) -> None:
        """A dot over one common dimension, batched along another one where there is one."""
        (left, one), (right, two) = self.pick(), self.pick()
        common = [size for size in one if size in two]
        if not common or len(one) + len(two) > 5:
            return
        self.random.shuffle(common)
        summed = (one.index(common[0]), two.index(common[0]))
        batch = common[1:2]
        pairs = [(one.index(size), two.index(size)) for size in batch]
        used = [{summed[side], *(pair[side] for pair in pairs)} for side in (0, 1)]
        kept = [
            size
            for shape, gone in zip((one, two), used, strict=True)
            for axis, size in enumerate(shape)
            if axis not in gone
        ]
        result = (*batch, *kept)
        if len(set(result)) < len(result) or len(result) < 2:
            return
        batching = f"batching_dims = [{pairs[0][0]}] x [{pairs[0][1]}], " if pairs else ""
        self.add(
            f"stablehlo.dot_general {left}, {right}, {batching}contracting_dims = [{summed[0]}] x "
            f"[{summed[1]}] : ({type_of(one)}, {type_of(two)}) -> {type_of(result)}",
            result,
        )


def layout_program(random: Random, count: int) -> str:
    """A program of about so many operations that returns two values."""
    made = LayoutProgram(random)
    steps = (made.transpose, made.there_and_back, made.elementwise, made.reduce, made.dot)
    while len(made.lines) < count:
        random.choice(steps)()
    results = [made.values[-1], random.choice(made.values[2:])]
    types = ", ".join(type_of(shape) for _, shape in results)
    arguments = f"%x: {type_of(('a', 'b', '3'))}, %y: {type_of(('a', 'a'))}"
    return "\n".join(
        [
            f"func.func @main({arguments}) -> ({types}) {{",
            "%zero = stablehlo.constant dense<0.0> : tensor<f32>",
            *made.lines,
            f"return {', '.join(name for name, _ in results)} : {types}",
            "}",
        ]
    )
