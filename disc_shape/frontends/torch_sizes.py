"""Functions of sizes in graphs of `torch.export` by those that torch-mlir imports."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol, cast

from disc_shape.frontends.torch_slices import Interval, range_of

Operand = Any
"""A node of a graph, or a number."""
POWERS = range(1, 9)
"""Exponents of powers that are products."""
QUOTIENT: object = vars(operator)["truediv"]
"""The quotient of two sizes, which is no size."""
PRODUCT: object = vars(operator)["mul"]
"""The product of a size and a size or a float."""
ROUNDED = (math.ceil, math.floor, math.trunc)
"""Sizes that are other numbers, rounded."""
SHORT = 2**16
"""The products of a float with this many steps and sizes below 2 to the power of 37 are exact."""


class Node(Protocol):
    """A node of a graph."""

    op: str
    target: object
    args: tuple[Operand, ...]
    meta: dict[str, object]
    users: Mapping[Node, None]

    def replace_all_uses_with(self, other: Node) -> object:
        """Read another node wherever this one is read."""
        ...


class Graph(Protocol):
    """The operations of a program."""

    nodes: Iterable[Node]

    def inserting_before(self, node: Node) -> Any:
        """A context in which operations are added before one."""
        ...

    def call_function(self, target: object, args: tuple[Operand, ...]) -> Node:
        """Add an operation."""
        ...

    def erase_node(self, node: Node) -> None:
        """Remove an operation whose result is not read."""
        ...


def write_known_sizes(torch: ModuleType, graph: Graph) -> None:
    """
    Let sizes that `torch.export` has found to be one number, such as the length of what
    `max_pool1d` reads, be numbers wherever tensors are described: to torch-mlir they are open in
    one place and known in another.
    """

    def with_known(value: Any) -> Any:
        if isinstance(value, list | tuple):
            values = cast("Sequence[Any]", value)
            found = [with_known(one) for one in values]
            same = all(one is other for one, other in zip(found, values, strict=True))
            return values if same else found if isinstance(value, list) else tuple(found)
        if not isinstance(value, torch.Tensor):
            return value
        known = [number_of(size) for size in value.shape]
        if [*map(type, known)] == [*map(type, value.shape)]:
            return value
        with value.fake_mode:
            return torch.empty(known, dtype=value.dtype)

    for node in graph.nodes:
        if "val" in node.meta:
            found = with_known(node.meta["val"])
            if found is not node.meta["val"]:
                node.meta["val"] = found
                node.meta.pop("tensor_meta", None)  # Says the same, of sizes as they were before.


def number_of(size: Operand) -> Operand:
    """The number that a size is known to be, or the size."""
    expression = getattr(getattr(size, "node", None), "expr", size)
    return int(expression) if getattr(expression, "is_number", False) else size


def rewrite_sizes(torch: ModuleType, graph: Graph, ranges: Mapping[object, Interval]) -> None:
    """
    Replace functions of sizes, and conditions of them, by operations that torch-mlir imports, and
    assertions of tensors, which it leaves out, and truths that are read from tensors, which it
    takes for integers. Functions of other numbers stay. `ranges` are those of sizes.
    """
    sizes = Sizes(torch, graph, ranges)
    rules = sizes.rules()
    for node in list(graph.nodes):
        if node.target is torch.ops.aten._assert_async.msg:
            with graph.inserting_before(node):
                sizes.assert_element(*node.args)
            graph.erase_node(node)
        if node.target is torch.ops.aten._local_scalar_dense.default:
            sizes.read_truth(node)
        if node.target is torch.ops.aten.sym_stride.int:
            with graph.inserting_before(node):
                found = sizes.stride(*node.args)
            if found is not None:
                node.replace_all_uses_with(found)
                graph.erase_node(node)
            continue
        rule, operands = rules.get(node.target), node.args
        if node.target in ROUNDED:
            with graph.inserting_before(node):
                operands = sizes.quotient_of(operands[0])
        if rule is None or not operands or not all(is_whole(one) for one in flat(operands)):
            continue
        with graph.inserting_before(node):
            found = rule(*operands)
        if found is not None:
            found.meta = node.meta
            node.replace_all_uses_with(found)
            graph.erase_node(node)
    for node in reversed(list(graph.nodes)):
        if node.target in (QUOTIENT, PRODUCT) and not node.users:
            graph.erase_node(node)


def flat(operands: Sequence[Operand]) -> list[Operand]:
    """The operands of an operation, those of lists one by one."""
    found: list[Operand] = []
    for one in operands:
        found.extend(cast("Sequence[Operand]", one) if isinstance(one, list | tuple) else [one])
    return found


def is_whole(operand: Operand) -> bool:
    """Whether an operand is a size or a condition, not a float."""
    value: object = getattr(operand, "meta", {}).get("val", operand)
    kind: object = getattr(getattr(value, "node", None), "pytype", None)
    return kind is int or kind is bool or isinstance(value, int)


@dataclass
class Sizes:
    """Each function adds operations to a graph and returns the last one, or `None`."""

    torch: ModuleType
    graph: Graph
    ranges: Mapping[object, Interval]

    def rules(self) -> Mapping[object, Callable[..., Node | None]]:
        """What takes the place of each function."""
        torch, python = self.torch, vars(operator)
        return {
            torch.sym_max: self.largest,
            torch.sym_min: self.smallest,
            torch.sym_sum: self.sum_of,
            torch.sym_ite: self.choice,
            torch.sym_float: self.as_float,
            torch.sym_not: self.negation,
            python["and_"]: self.conjunction,
            python["or_"]: self.disjunction,
            python["mod"]: self.remainder,
            python["pow"]: self.power,
            python["abs"]: self.absolute,
            math.floor: self.floor_quotient,
            math.ceil: self.ceil_quotient,
            math.trunc: self.whole_quotient,
        }

    def quotient_of(self, operand: Operand) -> tuple[Operand, ...]:
        """
        What an operand is the quotient of; nothing where it is another number. The product of a
        size and a float of few bits, such as 1.5, is exact: it is that of two integers.
        """
        target: object = getattr(operand, "target", None)
        operands = cast("Sequence[Operand]", getattr(operand, "args", ()))
        if target is QUOTIENT:
            return (*operands,)
        factors = [one for one in operands if isinstance(one, float) and math.isfinite(one)]
        if target is not PRODUCT or len(factors) != 1:
            return ()
        size = operands[0] if operands[1] is factors[0] else operands[1]
        if getattr(size, "target", None) is self.torch.ops.aten.Float.Scalar:
            size = size.args[0]
        above, below = factors[0].as_integer_ratio()
        if max(abs(above), below) > SHORT or not is_whole(size):
            return ()
        value = size.meta["val"] * above if hasattr(size, "meta") else size * above
        return self.number(self.torch.ops.aten.mul.int, value, size, above), below

    def assert_element(self, x: Node, message: str) -> Node:
        """Assert that the element of a tensor is not zero."""
        aten = self.torch.ops.aten
        mask = self.number(aten.ne.Scalar, self.torch.ne(x.meta["val"], 0), x, 0)
        holds = self.condition("ne", self.size(aten.Int.Tensor, mask), 0)
        return self.number(aten._assert_scalar.default, None, holds, message)

    def read_truth(self, node: Node) -> None:
        """An element that is a truth, as a condition: whether it is not 0."""
        x: Any = node.args[0]
        if x.meta["val"].dtype != self.torch.bool:
            return
        with self.graph.inserting_before(node):
            found = self.condition("ne", self.size(self.torch.ops.aten.Int.Tensor, x), 0)
        found.meta = node.meta
        node.replace_all_uses_with(found)
        self.graph.erase_node(node)

    def number(self, target: object, value: object, *operands: Operand) -> Node:
        """An operation with a result of the type of a value."""
        node = self.graph.call_function(target, operands)
        node.meta = {"val": value}
        return node

    def size(self, target: object, *operands: Operand) -> Node:
        """An operation with a size as its result."""
        return self.number(target, 1, *operands)

    def of(self, name: str, x: Operand, y: Operand) -> Node:
        """Arithmetic of two sizes."""
        return self.size(getattr(self.torch.ops.aten, name).int, x, y)

    def condition(self, name: str, x: Operand, y: Operand) -> Node:
        """A comparison of two sizes."""
        return self.number(getattr(self.torch.ops.aten, name).int, True, x, y)

    def whole(self, condition: Operand) -> Operand:
        """1 where a condition holds, else 0."""
        if isinstance(condition, bool):
            return int(condition)
        return self.size(self.torch.ops.aten.Int.bool, condition)

    def together(self, x: Operand, y: Operand) -> Node:
        """How many of two conditions hold."""
        return self.of("add", self.whole(x), self.whole(y))

    def negation(self, x: Operand) -> Node:
        """A condition that holds where another one does not."""
        return self.condition("eq", self.whole(x), 0)

    def conjunction(self, x: Operand, y: Operand) -> Node:
        """Whether two conditions hold."""
        return self.condition("eq", self.together(x, y), 2)

    def disjunction(self, x: Operand, y: Operand) -> Node:
        """Whether one of two conditions holds."""
        return self.condition("ne", self.together(x, y), 0)

    def as_float(self, x: Operand) -> Node:
        """A size as a float."""
        return self.number(self.torch.ops.aten.Float.Scalar, 0.5, x)

    def stride(self, x: Node, axis: int) -> Node | None:
        """
        The stride of a dimension, by which PyTorch refers to sizes from inside a loop: the product
        of those after it, where these are all between the elements.
        """
        value: Any = x.meta["val"]
        later = value.shape[axis + 1 :]
        if not later or str(value.stride(axis)) != str(math.prod(later)):
            return None
        sizes = [
            self.number(self.torch.ops.aten.sym_size.int, size, x, axis + 1 + place)
            for place, size in enumerate(later)
        ]
        found = sizes[0]
        for one in sizes[1:]:
            found = self.of("mul", found, one)
        return found

    def largest(self, x: Operand, y: Operand) -> Node:
        """The larger one of two sizes."""
        return self.size(self.torch.ops.prim.max.int, x, y)

    def smallest(self, x: Operand, y: Operand) -> Node:
        """The smaller one of two sizes."""
        return self.size(self.torch.ops.prim.min.int, x, y)

    def absolute(self, x: Operand) -> Node:
        """A size without its sign."""
        return self.largest(x, self.of("mul", x, -1))

    def sum_of(self, sizes: Sequence[Operand]) -> Node | None:
        """The sum of sizes."""
        found: Operand = 0
        for one in sizes:
            found = self.of("add", found, one)
        return found if sizes else None

    def choice(self, condition: Operand, x: Operand, y: Operand) -> Node:
        """The first size where a condition holds, else the second one."""
        difference = self.of("sub", x, y)
        return self.of("add", y, self.of("mul", self.whole(condition), difference))

    def remainder(self, x: Operand, y: Operand) -> Node:
        """The remainder of a division whose quotient is rounded down."""
        return self.of("sub", x, self.of("mul", self.of("floordiv", x, y), y))

    def floor_quotient(self, x: Operand, y: Operand) -> Node:
        """The quotient of two sizes, rounded down."""
        return self.of("floordiv", x, y)

    def ceil_quotient(self, x: Operand, y: Operand) -> Node:
        """The quotient of two sizes, rounded up."""
        return self.of("mul", self.of("floordiv", self.of("mul", x, -1), y), -1)

    def whole_quotient(self, x: Operand, y: Operand) -> Node:
        """The quotient of two sizes, rounded to zero."""
        down = self.floor_quotient(x, y)
        if self.is_positive(x) and self.is_positive(y):
            return down
        is_negative = self.condition("lt", self.of("mul", x, y), 0)
        return self.choice(is_negative, self.ceil_quotient(x, y), down)

    def is_positive(self, x: Operand) -> bool:
        """Whether a size is known to be 0 or more."""
        value: Any = getattr(x, "meta", {}).get("val", x)
        return range_of(value, self.ranges).lower >= 0

    def power(self, x: Operand, exponent: Operand) -> Node | None:
        """A product of equal sizes."""
        if exponent not in POWERS:
            return None
        found: Operand = 1
        for _ in range(exponent):
            found = self.of("mul", found, x)
        return found
