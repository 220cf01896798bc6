"""One form of every list of integers, whatever was read.

StableHLO and CHLO write `array<i64: 1, 0>`, MHLO writes `dense<[1, 0]> : tensor<2xi64>`; older
exporters wrote the second form everywhere. Both are read under every prefix, and each dialect
keeps and prints its own, which is the only one that its reference parser takes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects.builtin import (
    DenseArrayBase,
    DenseIntElementsAttr,
    DenseIntOrFPElementsAttr,
    IntegerType,
    LocationAttr,
    TensorType,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation

from disc_shape.dialects.hlo.attributes import holds_integers, ints
from disc_shape.dialects.hlo.constraints import FLAGS, INTS
from disc_shape.dialects.hlo.op import MHLO


def as_array(attr: Attribute) -> Attribute:
    """A list of integers as `array<...>`; anything else as it is."""
    if type(attr) is DenseArrayBase:
        return attr
    if not holds_integers(attr) or not isinstance(attr, DenseIntOrFPElementsAttr):
        return attr
    dense = cast("DenseIntElementsAttr", attr)
    element = cast("Attribute", dense.get_element_type())
    if len(dense.get_shape()) != 1 or not isinstance(element, IntegerType):
        return dense
    return DenseArrayBase.from_list(cast("IntegerType", element), ints(dense))


def as_dense(attr: Attribute) -> Attribute:
    """A list of integers as `dense<...>`; anything else as it is."""
    if not holds_integers(attr) or not isinstance(attr, DenseArrayBase):
        return attr
    array = cast("DenseArrayBase[IntegerType]", attr)
    values = ints(array)
    return DenseIntElementsAttr.from_list(TensorType(array.elt_type, (len(values),)), values)


def lists_of(operation: type[IRDLOperation]) -> tuple[str, ...]:
    """The properties of an operation that are lists of integers or flags."""
    definitions = operation.get_irdl_definition().properties
    return tuple(
        name for name, definition in definitions.items() if definition.constr in (INTS, FLAGS)
    )


def in_list_form(
    properties: Mapping[str, Attribute], names: Sequence[str], prefix: str
) -> dict[str, Attribute]:
    """Properties with the lists among them in the form of a dialect."""
    spell = as_dense if prefix == MHLO else as_array
    found = dict(properties)
    for name in names:
        if name in properties:
            found[name] = spell(properties[name])
    return found


def write_lists(operation: type[IRDLOperation], prefix: str) -> None:
    """Make an operation that is created keep its lists of integers in the form of its dialect."""
    names = lists_of(operation)
    if not names:
        return
    create = Operation.create.__func__

    def create_spelled(
        cls: type[Operation],
        *,
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        properties: Mapping[str, Attribute] = {},
        attributes: Mapping[str, Attribute] = {},
        location: LocationAttr | None = None,
        successors: Sequence[Block] = (),
        regions: Sequence[Region] = (),
    ) -> Operation:
        return create(
            cls,
            operands=operands,
            result_types=result_types,
            properties=in_list_form(properties, names, prefix),
            attributes=attributes,
            location=location,
            successors=successors,
            regions=regions,
        )

    setattr(operation, "create", classmethod(create_spelled))
