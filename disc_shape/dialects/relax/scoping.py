"""The symbols that are in scope at each operation of a function, and the types that use others.

Parameters bind the symbols that stand alone in one of their dimensions, a match_cast those of its
pattern, from there to the end of its region; a dataflow block has the scope of what is around it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.dialects.relax.dims import dim_text
from disc_shape.dialects.relax.types import in_scope, type_of
from disc_shape.errors import OperationError
from disc_shape.symbolic import Expr
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.scopes import free_names, names_bound
from disc_shape.typesystem.types import ShapeType, TensorType, Type, devices_in, leaves

VDEVICES = "relax.vdevices"
"""The attribute of a module that lists its devices."""


class Names(dict[str, int | None]):
    """The symbols in scope, and the shape values with their ranks."""


def bind(type_: Type, names: Names) -> None:
    """Bring the names into scope that a value of this type binds."""
    for name in names_bound(type_):
        names.setdefault(name, None)
    for one in leaves(type_):
        if isinstance(one, ShapeType) and one.shape.value is not None:
            if names.get(one.shape.value) is None:
                names[one.shape.value] = one.shape.rank


def check_function(op: Operation, parameters: Sequence[SSAValue], result: Attribute) -> None:
    """All types in a function name what is in scope where they stand."""
    ScopeCheck(op).function(op, parameters, result, Names())


class ScopeCheck:
    """A walk over one function."""

    def __init__(self, op: Operation) -> None:
        self.devices = listed_devices(op)

    def function(
        self, op: Operation, parameters: Sequence[SSAValue], result: Attribute, names: Names
    ) -> None:
        """A function whose parameters bind symbols, in a scope that has `names`."""
        types = [type_of(one.type, names) for one in parameters]
        for type_ in types:
            if type_ is not None:
                bind(type_, names)
        for value in parameters:
            self.type(op, value.type, names, "RLX-115")
        self.type(op, result, names, "RLX-113")
        self.block(op.regions[0].block, names)

    def type(self, op: Operation, attribute: Attribute, names: Names, rule: str) -> None:
        """A type names symbols in scope and devices of the module only."""
        type_ = type_of(attribute)
        if type_ is None:
            return
        type_ = in_scope(type_, names)
        for name in sorted(free_names(type_)):
            if name not in names:
                raise OperationError(
                    f"{attribute} names @{name}, which is bound by no dimension that is @{name}"
                    f" alone [{rule}]",
                    op,
                )
        for one in leaves(type_):
            if isinstance(one, TensorType) and one.shape.value is not None:
                self.rank(op, one.shape.value, one.shape.rank, names)
        for device in devices_in(type_):
            if self.devices is not None and device not in self.devices:
                raise OperationError(f'device "{device}" is not listed by the module [RLX-134]', op)

    def rank(self, op: Operation, value: str, own: int | None, names: Names) -> None:
        """A type with the shape of a shape value has its rank (RLX-146)."""
        rank = names.get(value)
        if rank is not None and own is not None and rank != own:
            raise OperationError(
                f"a tensor of rank {own} has the shape of @{value}, which is of rank {rank}"
                " [RLX-146]",
                op,
            )

    def block(self, block: Block, names: Names) -> None:
        """The operations of a block, in order."""
        for op in block.ops:
            self.operation(op, names)

    def operation(self, op: Operation, names: Names) -> None:
        """One operation, and those inside it."""
        pattern = op.properties.get("pattern")
        if pattern is not None:
            self.pattern(op, pattern, names)
        if (expected := op.properties.get("expected")) is not None:
            self.type(op, expected, names, "RLX-161")
        for attribute in (*op.properties.values(), *op.attributes.values()):
            self.dims(op, attribute, names)
        if op.name == "relax.closure":
            declared = op.properties.get("result_type") or op.results[0].type
            self.function(op, op.regions[0].block.args[1:], declared, Names(names))
        else:
            for block in (block for region in op.regions for block in region.blocks):
                self.block(block, names if op.name == "relax.dataflow" else Names(names))
        for result in op.results:
            self.type(op, result.type, names, "RLX-124")

    def pattern(self, op: Operation, attribute: Attribute, names: Names) -> None:
        """A pattern binds new symbols, each before it is used (RLX-114)."""
        type_ = type_of(attribute, names)
        if type_ is None:
            return
        known = set(names)
        for dim in pattern_dims(type_):
            if dim.name is not None:
                known.add(dim.name)
                continue
            for symbol in dim.symbols:
                if symbol.label not in known and not symbol.label.endswith("]"):
                    raise OperationError(
                        f"symbol @{symbol.label} is used in {dim_text(dim)} before a dimension that"
                        f" is @{symbol.label} alone binds it [RLX-114]",
                        op,
                    )
        bind(type_, names)
        self.type(op, attribute, names, "RLX-124")

    def dims(self, op: Operation, attribute: Attribute, names: Names) -> None:
        """Dimensions in attributes are over symbols in scope."""
        shape = getattr(attribute, "data", None)
        if isinstance(shape, Shape):
            for symbol in sorted(shape.symbols, key=lambda one: one.label):
                if symbol.label not in names:
                    raise OperationError(f"symbol @{symbol.label} is not bound [RLX-161]", op)


def pattern_dims(type_: Type) -> Iterator[Expr]:
    """The known dimensions of a pattern, in order, outside of function types."""
    for one in leaves(type_):
        if isinstance(one, TensorType | ShapeType) and one.shape.value is None:
            yield from one.shape.known


def listed_devices(op: Operation) -> Collection[str] | None:
    """The devices that the module around an operation lists; None outside of a module."""
    parent = op.parent_op()
    if not isinstance(parent, ModuleOp):
        return None
    listed = parent.attributes.get(VDEVICES)
    found: Iterable[Attribute] = (
        cast("ArrayAttr[Attribute]", listed) if isinstance(listed, ArrayAttr) else ()
    )
    return {one.data for one in found if isinstance(one, StringAttr)}
