"""
Types, dimensions and plain values of TVM's objects. Nothing of TVM is imported: an object is known
by the name of its class, and read by its attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import cast

from disc_shape.dialects.relax.types import element_name
from disc_shape.errors import UserError
from disc_shape.symbolic import (
    Cond,
    Expr,
    compare,
    conj,
    const,
    disj,
    maximum,
    minimum,
    negate,
    select,
    sym,
)
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem import types as ts
from disc_shape.typesystem.scopes import function_of


class TvmError(UserError):
    """An object of TVM that cannot be read; the message names its class."""


def kind(node: object) -> str:
    """The name of an object's class."""
    return type(node).__name__


def field(node: object, *names: str) -> object:
    """The first attribute of these names that an object has and that is not None."""
    for name in names:
        found = cast("object", getattr(node, name, None))
        if found is not None:
            return found
    return None


def items(node: object) -> list[object]:
    """The elements of a sequence of TVM; none of None."""
    return [] if node is None else list(cast("Iterable[object]", node))


def entries(node: object) -> dict[str, object]:
    """The entries of a map of TVM by the texts of its keys; none of None."""
    if node is None:
        return {}
    keys = cast("Callable[[], Iterable[object]] | None", getattr(node, "keys", None))
    listed = cast("Mapping[object, object]", node)
    return {} if keys is None else {str(key): listed[key] for key in keys()}


def same(one: object, other: object) -> bool:
    """Whether two objects are one object of TVM."""
    same_as = cast("Callable[[object], bool] | None", getattr(one, "same_as", None))
    return one is other or (same_as is not None and bool(same_as(other)))


def integer(node: object) -> int:
    """An integer of Python or of TVM."""
    value = field(node, "value") if kind(node) in ("IntImm", "Integer") else node
    if not isinstance(value, int):
        raise TvmError(f"expected an integer, got a node of class '{kind(node)}'")
    return int(value)


def element(dtype: object) -> str | None:
    """The element type of a dtype, as MLIR writes it; None for void."""
    name = str(dtype) if dtype is not None else ""
    found = element_name(name)
    if found == name:
        raise TvmError(f"the element type '{name}' is none of Relax [RLX-130]")
    return found


class Symbols:
    """The names of symbols in one function: equal names of different variables are renamed."""

    def __init__(self) -> None:
        self.known: list[tuple[object, str]] = []
        self.taken: set[str] = set()
        self.shapes: list[object] = []
        """The parameters whose names are those of shapes."""

    def shape_name(self, variable: object) -> str:
        """The name of a parameter that is a shape of which nothing is known."""
        self.shapes.append(variable)
        return self.name(variable)

    def name(self, variable: object) -> str:
        """The name of a variable."""
        wanted = str(field(variable, "name", "name_hint") or "s")
        for other, name in self.known:
            if same(other, variable):
                return name
        name, count = wanted, 0
        while name in self.taken:
            count += 1
            name = f"{wanted}_{count}"
        self.taken.add(name)
        self.known.append((variable, name))
        return name

    # dimensions

    def dim(self, node: object) -> Expr:
        """An integer expression."""
        name = kind(node)
        if isinstance(node, int) or name in ("IntImm", "Integer"):
            return const(integer(node))
        if name in ("Var", "SizeVar", "DataflowVar"):
            return sym(self.name(node))
        if name == "Cast":
            return self.dim(field(node, "value"))
        if (choice := choice_of(node)) is not None:
            condition, then, other = choice
            return select(self.condition(condition), self.dim(then), self.dim(other))
        combine = BINARY.get(name)
        if combine is None:
            raise TvmError(f"a dimension is a node of class '{name}', which cannot be read")
        return combine(self.dim(field(node, "a")), self.dim(field(node, "b")))

    def condition(self, node: object) -> Cond:
        """A comparison of dimensions, or several."""
        name, one, other = kind(node), field(node, "a"), field(node, "b")
        if name == "Not":
            return negate(self.condition(one))
        if name in ("And", "Or"):
            join = conj if name == "And" else disj
            return join([self.condition(one), self.condition(other)])
        sign = COMPARISONS.get(name)
        if sign is None:
            raise TvmError(f"a condition is a node of class '{name}', which cannot be read")
        return compare(sign, self.dim(one), self.dim(other))

    # types

    def type(self, node: object) -> ts.Type | None:
        """A type; None for none."""
        if node is None:
            return None
        match kind(node):
            case "Type":  # The common base class is the type of what is not typed yet.
                return None
            case "AnyType" | "ObjectType" | "ObjectStructInfo" | "StringType":
                return ts.OBJECT
            case "PrimType" | "PrimStructInfo":
                return ts.PrimType(element(field(node, "dtype")) or "i64")
            case "ShapeType" | "ShapeStructInfo":
                return ts.ShapeType(self.shape(field(node, "values"), field(node, "ndim")))
            case "TensorType" | "TensorStructInfo" | "DynTensorType":
                shape = self.shape(field(node, "shape"), field(node, "ndim"))
                for dim in shape.known:
                    if dim.constant is not None and dim.constant < 0:
                        raise TvmError(f"a tensor has a dimension of size {dim.constant}")
                device = device_text(field(node, "vdevice"))
                return ts.TensorType(shape, element(field(node, "dtype")), device)
            case "TupleType" | "TupleStructInfo":
                return ts.TupleType(tuple(map(self.known_type, items(field(node, "fields")))))
            case "FuncType" | "FuncStructInfo":
                return self.function(node)
            case other:
                raise TvmError(f"a type is a node of class '{other}', which cannot be read")

    def known_type(self, node: object) -> ts.Type:
        """A type that is there."""
        return self.type(node) or ts.OBJECT

    def function(self, node: object) -> ts.Type:
        """The type of a function, with parameters or by a rule."""
        result = self.known_type(field(node, "ret"))
        pure = bool(field(node, "purity"))
        parameters = cast("object", getattr(node, "params", None))
        if parameters is not None:
            return function_of(map(self.known_type, items(parameters)), result, pure)
        if field(node, "derive_func") is None and result != ts.OBJECT:
            return ts.PackedType("declared", result, pure)
        return ts.PackedType("default", None if result == ts.OBJECT else result, pure)

    def shape(self, node: object, rank: object = None) -> Shape:
        """A shape: a literal, a variable, or the rank alone, -1 for an unknown one."""
        known = integer(rank) if rank is not None else -1
        if node is None:
            return Shape.of_rank(None if known < 0 else known)
        if kind(node) == "ShapeExpr":
            return Shape(tuple(map(self.dim, items(field(node, "values")))))
        if kind(node) in ("Var", "DataflowVar"):
            if any(same(node, one) for one in self.shapes):
                return Shape.of_value(self.name(node), None if known < 0 else known)
            type_ = field(node, "ty", "struct_info")
            return self.shape(field(type_, "values"), rank)
        return Shape(tuple(map(self.dim, items(node))))


BINARY: Mapping[str, Callable[[Expr, Expr], Expr]] = {
    "Add": lambda one, other: one + other,
    "Sub": lambda one, other: one - other,
    "Mul": lambda one, other: one * other,
    "FloorDiv": lambda one, other: one // other,
    "Div": lambda one, other: one // other,
    "FloorMod": lambda one, other: one % other,
    "Mod": lambda one, other: one % other,
    "Min": minimum,
    "Max": maximum,
}
COMPARISONS = {"EQ": "==", "NE": "!=", "LT": "<", "LE": "<=", "GT": ">", "GE": ">="}


def choice_of(node: object) -> list[object] | None:
    """The condition and both values of a choice between dimensions, which TVM writes two ways."""
    if kind(node) == "Select":
        return [field(node, name) for name in ("condition", "true_value", "false_value")]
    called = str(field(field(node, "op"), "name")) if kind(node) == "Call" else ""
    return items(field(node, "args")) if called.endswith(".if_then_else") else None


def device_text(node: object) -> str | None:
    """A device as `target:index:scope`."""
    if node is None or isinstance(node, str):
        return node
    target = field(node, "target")
    name = field(field(target, "kind"), "name") or target
    scope = field(node, "memory_scope") or "global"
    return f"{name}:{integer(field(node, 'vdevice_id') or 0)}:{scope}"
