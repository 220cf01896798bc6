"""Expressions of TensorIR as tensors of HLO, with a dimension for each loop around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import i64
from xdsl.ir import Block

from disc_shape.dialects.relax.function_ops import PrimFuncOp
from disc_shape.frontends.relax.tvm_types import (
    COMPARISONS,
    Symbols,
    TvmError,
    choice_of,
    element,
    field,
    items,
    kind,
    same,
)
from disc_shape.relax.lowering.program import LoweringProgram
from disc_shape.relax.lowering.values import element_named
from disc_shape.relax.operators.elementwise import floor_divide, floor_mod
from disc_shape.relax.operators.program import Tensor
from disc_shape.symbolic import Expr, compare, const, product

LOADS = ("BufferLoad", "TensorLoad")
"""How TVM has called the reading of an element."""

BINARY_OPERATIONS: Mapping[str, Callable[[Tensor, Tensor], Tensor]] = {
    "Add": lambda one, other: one + other,
    "Sub": lambda one, other: one - other,
    "Mul": lambda one, other: one * other,
    "Div": lambda one, other: one / other,
    "FloorDiv": floor_divide,
    "FloorMod": floor_mod,
    "Mod": lambda one, other: one.binary("remainder", other),
    "Min": lambda one, other: one.binary("minimum", other),
    "Max": lambda one, other: one.binary("maximum", other),
    "And": lambda one, other: one.binary("and", other),
    "Or": lambda one, other: one.binary("or", other),
    "BitwiseAnd": lambda one, other: one.binary("and", other),
    "BitwiseOr": lambda one, other: one.binary("or", other),
    "BitwiseXor": lambda one, other: one.binary("xor", other),
}
UNARY_CALLS = {
    **{name: f"chlo.{name}" for name in ("acos", "acosh", "asin", "asinh", "atan", "atanh")},
    **{name: f"chlo.{name}" for name in ("cosh", "erf", "sinh")},
    "ceil": "ceil",
    "cos": "cosine",
    "exp": "exponential",
    "fabs": "abs",
    "floor": "floor",
    "log": "log",
    "log1p": "log_plus_one",
    "nearbyint": "round_nearest_even",
    "round": "round_nearest_even",
    "rsqrt": "rsqrt",
    "sigmoid": "logistic",
    "sin": "sine",
    "sqrt": "sqrt",
    "tan": "tan",
    "tanh": "tanh",
}
BINARY_CALLS = {
    "atan2": "atan2",
    "bitwise_and": "and",
    "bitwise_or": "or",
    "bitwise_xor": "xor",
    "pow": "power",
}


@dataclass(frozen=True)
class Nest:
    """The loops around one block: what counts them, how often each runs, and which reduce."""

    counters: Sequence[object]
    sizes: Sequence[Expr]
    reduced: Sequence[int]

    def axis(self, node: object) -> int | None:
        """The loop that a variable counts."""
        return next((at for at, one in enumerate(self.counters) if same(one, node)), None)

    def axes(self, indices: object) -> list[int] | None:
        """The loops that count indices, a loop for each; None for other indices."""
        found = [self.axis(one) for one in items(indices)]
        axes = [one for one in found if one is not None]
        return axes if len(axes) == len(found) == len(set(axes)) else None


class Expressions:
    """What the buffers of a primitive function hold, and what is computed of them in its loops."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.program = LoweringProgram(Block())
        self.program.at = PrimFuncOp(name, [])
        self.symbols = Symbols()
        self.known: dict[Expr, Expr] = {}
        """What the symbols of TVM are in the function of tensors."""
        self.buffers: list[tuple[object, Tensor]] = []
        """The buffers that may be read."""
        self.nest = Nest((), (), ())

    def size(self, node: object) -> Expr:
        """An integer that symbols decide."""
        found = self.symbols.dim(node)
        if any(one not in self.known for one in found.symbols):
            raise TvmError("an integer depends on the iteration")
        return found.substitute(self.known)

    def find(self, node: object) -> Tensor | None:
        """A buffer that is written."""
        return next((tensor for one, tensor in self.buffers if same(one, node)), None)

    def buffer(self, node: object) -> Tensor:
        """A buffer that may be read."""
        found = self.find(node)
        if found is None:
            raise TvmError("a buffer is read before it is written")
        return found

    def plain_load(self, node: object) -> tuple[Tensor, list[int]] | None:
        """A buffer that is read whole, a dimension by each of some loops; None for others."""
        if kind(node) not in LOADS:
            return None
        axes, found = (
            self.nest.axes(field(node, "indices")),
            self.buffer(field(node, "buffer", "source")),
        )
        if axes is None:
            return None
        sizes = zip(axes, found.sizes, strict=True)
        is_whole = all(self.program.equal(self.nest.sizes[axis], size) for axis, size in sizes)
        return (found, axes) if is_whole else None

    def load(self, node: object) -> Tensor:
        """Elements of a buffer. Of those that no branch takes the index may be out of bounds."""
        if (plain := self.plain_load(node)) is not None:
            found, axes = plain
            if axes == list(range(len(self.nest.sizes))):
                return found
            return found.broadcast(self.nest.sizes, axes)
        found = self.buffer(field(node, "buffer", "source"))
        indices = [self.value(one).convert(i64) for one in items(field(node, "indices"))]
        place = indices[0]
        for index, size in zip(indices[1:], found.sizes[1:], strict=True):
            place = place * size + index
        count, flat = product(found.sizes), found.flat()
        if not self.program.state.prover.proves(compare(">=", count, const(1))):
            flat, count = flat.pad(0, [const(0)], [const(1)]), count + 1
        return flat.take(place.clamped(const(0), count - 1), 0)

    def value(self, node: object) -> Tensor:
        """An expression: a number for each iteration of the loops, or one for all."""
        name, type_ = kind(node), element_named(element(dtype_of(node)) or "i64")
        if name in LOADS:
            return self.load(node)
        if name in ("IntImm", "FloatImm"):
            number = field(node, "value")
            assert isinstance(number, int | float)
            return self.program.constant(number, type_)
        if (axis := self.nest.axis(node)) is not None:
            return self.program.iota(self.nest.sizes, axis, type_)
        if name == "Var":
            return self.program.size(self.size(node), type_)
        if name == "Cast":
            return self.value(field(node, "value")).convert(type_)
        if name == "Not":
            return self.value(field(node, "a")).apply("not")
        if (choice := choice_of(node)) is not None:
            condition, *values = map(self.value, choice)
            return condition.select(*values)
        if name == "Call":
            return self.call(node)
        one, other = (field(node, part) for part in ("a", "b"))
        if one is None or other is None:
            raise TvmError(f"cannot read an expression of class '{name}'")
        if name in COMPARISONS:
            return self.value(one).compare(name, self.value(other))
        if name not in BINARY_OPERATIONS:
            raise TvmError(f"cannot read an expression of class '{name}'")
        return BINARY_OPERATIONS[name](self.value(one), self.value(other))

    def call(self, node: object) -> Tensor:
        """A function of numbers."""
        name = str(field(field(node, "op"), "name")).rpartition(".")[2]
        operands = list(map(self.value, items(field(node, "args"))))
        if name == "likely":
            return operands[0]
        if name == "isnan":
            return operands[0].compare("NE", operands[0])
        if name == "trunc":
            below = operands[0].compare("LT", const(0))
            return below.select(operands[0].apply("ceil"), operands[0].apply("floor"))
        if name in UNARY_CALLS:
            return operands[0].apply(UNARY_CALLS[name])
        if name not in BINARY_CALLS:
            raise TvmError(f"cannot read a call of '{name}'")
        return operands[0].binary(BINARY_CALLS[name], operands[1])

    def contraction(self, node: object) -> Tensor | None:
        """A sum of products of elements of two buffers as one operation; None for others."""
        if kind(node) != "Mul":
            return None
        found = [self.plain_load(field(node, name)) for name in ("a", "b")]
        if found[0] is None or found[1] is None:
            return None
        (lhs, left), (rhs, right) = found[0], found[1]
        both = [axis for axis in left if axis in right]
        summed = [axis for axis in both if axis in self.nest.reduced]
        batch = [axis for axis in both if axis not in summed]
        if len(summed) != len(self.nest.reduced):
            return None
        places = [[axes.index(one) for one in summed] for axes in (left, right)]
        batches = [[axes.index(one) for one in batch] for axes in (left, right)]
        result = lhs.dot(rhs, (places[0], places[1]), (batches[0], batches[1]))
        order = [*batch, *(one for axes in (left, right) for one in axes if one not in both)]
        if len(order) + len(summed) != len(self.nest.sizes):
            return None
        return reordered(result, sorted(range(len(order)), key=order.__getitem__))


def reordered(value: Tensor, axes: Sequence[int]) -> Tensor:
    """The dimensions in another order, if it is one."""
    return value if list(axes) == sorted(axes) else value.transpose(axes)


def dtype_of(node: object) -> object:
    """The element type of an expression."""
    return field(node, "dtype") or field(field(node, "ty"), "dtype")
