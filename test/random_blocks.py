"""Random programs over three dimensions: reductions of reductions, and what is computed between."""

from __future__ import annotations

from random import Random

AXES = "abc"
SPACES = ("abc", "ab", "ac", "bc", "a", "b", "c", "")


class Blocks:
    """Writes a program that takes x: [a, b, c]; a value's space names the dimensions it has."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines = ["%zero = stablehlo.constant dense<0.5> : tensor<f32>"]
        self.values = [("%x", AXES)]
        for number, axis in enumerate(AXES):
            self.lines.append(f"%at_{axis} = arith.constant {number} : index")
            self.lines.append(f"%{axis} = tensor.dim %x, %at_{axis} : {tensor(AXES)}")
        for space in filter(None, SPACES):
            sizes = ", ".join(f"%{axis}" for axis in space)
            self.lines.append(
                f"%sizes_{space} = tensor.from_elements {sizes} : tensor<{len(space)}xindex>"
            )

    def program(self, steps: int) -> str:
        """
        A program that reduces step by step, combines what it has reduced with what that was
        reduced from, goes on with some steps, and returns the last value and a few others.
        """
        levels = [self.values[-1]]
        while levels[-1][1] and self.random.random() < 0.8:
            self.dear(*levels[-1])
            levels[-1] = self.values[-1]
            self.reduce(*levels[-1])
            levels.append(self.values[-1])
        for name, space in reversed(levels[1:-1]):
            self.pair(*self.values[-1], (name, space))
        for _ in range(self.random.randrange(steps)):
            kind = self.random.choice((self.dear, self.pair, self.reduce, self.reduce, self.spread))
            kind(*self.random.choice(self.values[-3:]))
        others = self.values[1:-1]
        last = [*self.values[-1:], *self.random.sample(others, min(2, len(others)))]
        names = ", ".join(name for name, _ in last)
        types = ", ".join(tensor(space) for _, space in last)
        body = "\n  ".join([*self.lines, f"func.return {names} : {types}"])
        return f"func.func @main(%x: {tensor(AXES)}) -> ({types}) {{\n  {body}\n}}\n"

    def add(self, space: str, text: str) -> str:
        """A new value."""
        name = f"%v{len(self.values)}"
        self.lines.append(f"{name} = stablehlo.{text}")
        self.values.append((name, space))
        return name

    def dear(self, name: str, space: str) -> None:
        """An expensive function of each element."""
        function = self.random.choice(("exponential", "tanh", "logistic"))
        self.add(space, f"{function} {name} : {tensor(space)}")

    def pair(self, name: str, space: str, with_: tuple[str, str] | None = None) -> None:
        """A function of two values, which are spread to the space of both."""
        other, second = with_ or self.random.choice(self.values)
        joined = "".join(axis for axis in AXES if axis in space or axis in second)
        operands = f"{self.spread_to(name, space, joined)}, {self.spread_to(other, second, joined)}"
        function = self.random.choice(("add", "subtract", "maximum", "divide"))
        self.add(joined, f"{function} {operands} : {tensor(joined)}")

    def reduce(self, name: str, space: str) -> None:
        """A reduction to a smaller space."""
        smaller = [one for one in SPACES if set(one) < set(space)]
        if not smaller:
            return
        result = self.random.choice(smaller)
        across = [number for number, axis in enumerate(space) if axis not in result]
        function = self.random.choice(("add", "maximum", "minimum"))
        self.add(
            result,
            f"reduce({name} init: %zero) applies stablehlo.{function} across dimensions = {across}"
            f" : ({tensor(space)}, tensor<f32>) -> {tensor(result)}",
        )

    def spread(self, name: str, space: str) -> None:
        """The same element in all places of a larger space."""
        larger = [one for one in SPACES if set(space) < set(one)]
        if larger:
            self.spread_to(name, space, self.random.choice(larger))

    def spread_to(self, name: str, space: str, larger: str) -> str:
        """A value in a space that has its own."""
        if space == larger:
            return name
        dims = [larger.index(axis) for axis in space]
        known = f"array<i64: {', '.join(map(str, range(len(space))))}>" if space else "array<i64>"
        return self.add(
            larger,
            f"dynamic_broadcast_in_dim {name}, %sizes_{larger}, dims = {dims}"
            f" {{known_nonexpanding_dimensions = {known}}}"
            f" : ({tensor(space)}, tensor<{len(larger)}xindex>) -> {tensor(larger)}",
        )


def tensor(space: str) -> str:
    """The type of values of a space."""
    return f"tensor<{'?x' * len(space)}f32>"
