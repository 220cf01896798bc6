"""Expressions, bindings and functions as other tools write them: trees with names."""

from __future__ import annotations

import typing
from dataclasses import dataclass, field

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from disc_shape.dialects.relax.operators import AttributeValue
from disc_shape.symbolic import Expr
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import Type


class Node:
    """An expression."""


@dataclass(eq=False)
class Var(Node):
    """A variable: two of one name are different ones."""

    name: str
    type: Type | None = None
    """What the program says its type is."""
    dataflow: bool = False


@dataclass
class Named(Node):
    """What is known by its name only."""

    name: str


class GlobalVar(Named):
    """A global function."""


class ExternFunc(Named):
    """An external function."""


class OperatorRef(Named):
    """An operator, which may only be called."""


@dataclass
class Literal(Node):
    """
    A tensor, a scalar or an element type as attributes, a shape with all its dimensions, an
    integer over symbols, or a string; None for a scalar that is no number.
    """

    value: Attribute | Shape | Expr | str | None


@dataclass
class TupleExpr(Node):
    """A tuple."""

    fields: list[Node]


@dataclass
class GetItem(Node):
    """A member of a tuple."""

    value: Node
    index: int


@dataclass
class Call(Node):
    """A call of an operator, a global function, an external one, or of a value."""

    callee: Node
    arguments: list[Node]
    attributes: dict[str, AttributeValue] = field(default_factory=dict[str, AttributeValue])
    type_arguments: list[Type] | None = None


NamedKind: typing.TypeAlias = typing.Literal[
    "call_packed", "call_pure_packed", "call_dps_packed", "call_inplace_packed", "call_tir"
]


NAMED_KINDS: tuple[NamedKind, ...] = typing.get_args(NamedKind)


@dataclass
class NamedCall(Node):
    """A call of a function by its name, with the types of its results."""

    kind: NamedKind
    name: str
    arguments: list[Node] | Node
    """A node is a variable that holds the tuple of the arguments, which is not normal form."""
    type_arguments: list[Type]
    integers: Node | None = None
    inplace: list[int] | None = None


@dataclass
class If(Node):
    """A branch."""

    condition: Node
    then: Node
    other: Node


@dataclass
class Binding:
    """`variable = value`, or with a cast `variable = match_cast(value, type)`."""

    variable: Var | None
    value: Node
    cast: Type | None = None


@dataclass
class BindingBlock:
    """Bindings, of a dataflow block or of an ordinary one."""

    bindings: list[Binding]
    dataflow: bool = False


@dataclass
class Seq(Node):
    """Blocks of bindings, and the result."""

    blocks: list[BindingBlock]
    body: Node


@dataclass
class Function(Node):
    """A function: a global one or a local one."""

    parameters: list[Var]
    body: Node
    result: Type | None = None
    pure: bool = True
    attributes: dict[str, AttributeValue] = field(default_factory=dict[str, AttributeValue])
    private: bool = False


@dataclass
class Module:
    """The functions of a program by name."""

    functions: dict[str, Function]
    primitives: dict[str, list[Type]] = field(default_factory=dict[str, "list[Type]"])
    """The buffers and integers of the primitive functions."""
    implementations: dict[str, FuncOp] = field(default_factory=dict[str, FuncOp])
    """What primitive functions compute, as functions of tensors."""
    devices: list[str] = field(default_factory=list[str])
    shared_symbols: list[str] = field(default_factory=list[str])
    """Symbols that are one object in several functions."""
