"""
Random programs of transposes and of what may read or write their tensors in another order. Elements
are integers, so that reductions and dots give the same bits in any order of their terms.
"""

from __future__ import annotations

from random import Random

SIZES = {"a": "?", "b": "?", "3": "3"}
"""The sizes of dimensions, and how types show them."""

Value = tuple[str, tuple[str, ...]]


def type_of(shape: tuple[str, ...]) -> str:
    """The tensor type of a shape."""
    return f"tensor<{''.join(f'{SIZES[size]}x' for size in shape)}i32>"


class LayoutProgram:
    """A program while it is written; its arguments have the shapes (a, b, 3) and (a, a)."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.chained = False
        self.values: list[Value] = [("%x", ("a", "b", "3")), ("%y", ("a", "a"))]

    def define(self, text: str, results: str = "") -> str:
        """A line that defines a value, or several: the name of it."""
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name}{results} = {text}")
        return name

    def add(self, text: str, shape: tuple[str, ...]) -> None:
        """A line that defines a value that later ones may read."""
        self.values.append((self.define(text), shape))

    def pick(self, shape: tuple[str, ...] | None = None) -> Value:
        """A value so far, of a shape; the last one in a chain."""
        if self.chained and shape is None:
            return self.values[-1]
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
        self.chained = True
        name, shape = self.values[-1]
        axis = self.random.randrange(len(shape))
        self.add(f"stablehlo.reverse {name}, dims = [{axis}] : {type_of(shape)}", shape)
        steps = (self.elementwise, self.reduce, self.pad, self.window, self.slices)
        for step in self.random.sample(steps, 2):
            step()
        self.transpose()
        self.chained = False

    def elementwise(self) -> None:
        """A difference of two values of a shape, or a function of one."""
        name, shape = self.pick()
        other, _ = self.pick(shape) if name != "%x" else (name, shape)
        self.add(f"stablehlo.subtract {name}, {other} : {type_of(shape)}", shape)
        self.add(f"stablehlo.negate {self.values[-1][0]} : {type_of(shape)}", shape)

    def reduce(self) -> None:
        """A sum along one dimension, or a maximum and the sum of another value."""
        name, shape = self.pick()
        if len(shape) < 3:
            return
        axis = self.random.randrange(len(shape))
        result = (*shape[:axis], *shape[axis + 1 :])
        if self.random.random() < 0.5:
            self.add(
                f"stablehlo.reduce({name} init: %zero) applies stablehlo.add across dimensions = "
                f"[{axis}] : ({type_of(shape)}, tensor<i32>) -> {type_of(result)}",
                result,
            )
            return
        other, _ = self.pick(shape) if name != "%x" else (name, shape)
        both = self.define(
            f"stablehlo.reduce({name} init: %zero), ({other} init: %zero) across dimensions = "
            f"[{axis}] : ({type_of(shape)}, {type_of(shape)}, tensor<i32>, tensor<i32>) -> "
            f"({type_of(result)}, {type_of(result)})"
            """
  reducer(%p: tensor<i32>, %q: tensor<i32>) (%r: tensor<i32>, %s: tensor<i32>) {
    %t = stablehlo.maximum %p, %q : tensor<i32>
    %u = stablehlo.add %r, %s : tensor<i32>
    stablehlo.return %t, %u : tensor<i32>, tensor<i32>
  }""",
            ":2",
        )
        self.values += [(f"{both}#0", result), (f"{both}#1", result)]

    def pad(self) -> None:
        """Elements shifted along one dimension, by constants or by operands."""
        name, shape = self.pick()
        axis, type_ = self.random.randrange(len(shape)), type_of(shape)
        low, high, none = (
            [number if one == axis else 0 for one in range(len(shape))] for number in (1, -1, 0)
        )
        if self.random.random() < 0.5:
            self.add(
                f"stablehlo.pad {name}, %zero, low = {low}, high = {high}, interior = {none} : "
                f"({type_}, tensor<i32>) -> {type_}",
                shape,
            )
            return
        list_ = f"tensor<{len(shape)}xindex>"
        lists = [self.define(f"arith.constant dense<{one}> : {list_}") for one in (high, low, none)]
        self.add(
            f"stablehlo.dynamic_pad {name}, %zero, {', '.join(lists)} : "
            f"({type_}, tensor<i32>, {list_}, {list_}, {list_}) -> {type_}",
            shape,
        )

    def window(self) -> None:
        """Sums of neighbours along one dimension."""
        name, shape = self.pick()
        axis, type_ = self.random.randrange(len(shape)), type_of(shape)
        window = [1 + (one == axis) for one in range(len(shape))]
        padding = [[int(one == axis), 0] for one in range(len(shape))]
        self.add(
            f"""\
"stablehlo.reduce_window"({name}, %zero) <{{
    window_dimensions = array<i64: {str(window)[1:-1]}>,
    padding = dense<{padding}> : tensor<{len(shape)}x2xi64>
  }}> ({{
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %r = stablehlo.add %p, %q : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }}) : ({type_}, tensor<i32>) -> {type_}""",
            shape,
        )

    def slices(self) -> None:
        """Pieces of the dimension of constant size, cut and joined or one put in another place."""
        name, shape = self.pick()
        if "3" not in shape:
            return
        axis, type_ = shape.index("3"), type_of(shape)
        joined = type_.replace("3x", "6x")
        twice = self.define(
            f"stablehlo.concatenate {name}, {name}, dim = {axis} : ({type_}, {type_}) -> {joined}"
        )
        list_ = f"tensor<{len(shape)}xindex>"
        bounds = [self.define(f"arith.constant dense<0> : {list_}")]
        sizes = ["%c6" if one == axis else f"%{size}" for one, size in enumerate(shape)]
        bounds.append(self.define(f"tensor.from_elements {', '.join(sizes)} : {list_}"))
        step = [2 if one == axis else 1 for one in range(len(shape))]
        bounds.append(self.define(f"arith.constant dense<{step}> : {list_}"))
        self.add(
            f"stablehlo.real_dynamic_slice {twice}, {', '.join(bounds)} : "
            f"({joined}, {list_}, {list_}, {list_}) -> {type_}",
            shape,
        )
        one = type_.replace("3x", "1x")
        low = self.define(f"stablehlo.constant dense<-1> : {one.replace('?', '1')}")
        sizes = ["%c1" if one == axis else f"%{size}" for one, size in enumerate(shape)]
        target = self.define(f"tensor.from_elements {', '.join(sizes)} : {list_}")
        piece = self.define(
            f"stablehlo.dynamic_broadcast_in_dim {low}, {target}, dims = "
            f"{list(range(len(shape)))} : ({one.replace('?', '1')}, {list_}) -> {one}"
        )
        starts = ", ".join("%two" if one == axis else "%zero" for one in range(len(shape)))
        types = ", ".join(["tensor<i32>"] * len(shape))
        self.add(
            f"stablehlo.dynamic_update_slice {name}, {piece}, {starts} : "
            f"({type_}, {one}, {types}) -> {type_}",
            shape,
        )

    def create(self) -> None:
        """A broadcast of a value of two dimensions, or positions along one."""
        shape = tuple(self.random.sample(("a", "b", "3"), 3))
        list_ = f"tensor<{len(shape)}xindex>"
        target = self.define(
            f"tensor.from_elements {', '.join(f'%{size}' for size in shape)} : {list_}"
        )
        axis = self.random.randrange(len(shape))
        part = (*shape[:axis], *shape[axis + 1 :])
        known = [name for name, other in self.values if other == part]
        if known:
            dims = [one for one in range(len(shape)) if one != axis]
            self.add(
                f"stablehlo.dynamic_broadcast_in_dim {self.random.choice(known)}, {target}, dims = "
                f"{dims} : ({type_of(part)}, {list_}) -> {type_of(shape)}",
                shape,
            )
        else:
            self.add(
                f"stablehlo.dynamic_iota {target}, dim = {axis} : ({list_}) -> {type_of(shape)}",
                shape,
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
    steps = (
        *(made.transpose, made.there_and_back, made.elementwise, made.reduce, made.dot),
        *(made.pad, made.window, made.slices, made.create),
    )
    while len(made.lines) < count:
        random.choice(steps)()
    results = [made.values[-1], random.choice(made.values[2:])]
    types = ", ".join(type_of(shape) for _, shape in results)
    arguments = f"%x: {type_of(('a', 'b', '3'))}, %y: {type_of(('a', 'a'))}"
    return "\n".join(
        [
            f"func.func @main({arguments}) -> ({types}) {{",
            "%zero = stablehlo.constant dense<0> : tensor<i32>",
            "%two = stablehlo.constant dense<2> : tensor<i32>",
            *(f"%c{number} = arith.constant {number} : index" for number in (0, 1, 6)),
            "%3 = arith.constant 3 : index",
            f"%a = tensor.dim %x, %c0 : {type_of(('a', 'b', '3'))}",
            f"%b = tensor.dim %x, %c1 : {type_of(('a', 'b', '3'))}",
            *made.lines,
            f"return {', '.join(name for name, _ in results)} : {types}",
            "}",
        ]
    )
