"""How processes are named: channels, meshes, and groups along the axes of a mesh.

StableHLO specification, sections "Grouping of processes" and "Constants" of the collective
operations.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IntegerType, StringAttr
from xdsl.ir import Attribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.hlo.struct import Field, HloStruct, integer


def _parse_text(parser: AttrParser) -> str:
    return parser.parse_str_literal()


def _print_text(printer: Printer, value: str) -> None:
    printer.print_attribute(StringAttr(value))


def axis_name() -> Field[str]:
    """The field `name = "x"`."""
    return Field("", _parse_text, _print_text, "name")


def _print_optional(printer: Printer, value: Attribute | None) -> None:
    if value is not None:
        printer.print_attribute(value)


def any_attribute() -> Field[Attribute | None]:
    """A field that holds any attribute."""
    return Field(None, lambda parser: parser.parse_attribute(), _print_optional)


def _parse_records(parser: AttrParser) -> tuple[Attribute, ...]:
    """Attributes in brackets; `<name = "x", size = 2>` is short for a mesh axis."""
    from disc_shape.dialects.hlo.factory import final_attribute

    def record() -> Attribute:
        if parser.parse_optional_punctuation("<") is None:
            return parser.parse_attribute()
        axis = final_attribute(MeshAxisAttr, STABLEHLO)
        fields = axis.parse_fields(parser, ">")
        parser.parse_punctuation(">")
        return axis(fields)

    return tuple(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, record))


def _print_records(printer: Printer, value: tuple[Attribute, ...]) -> None:
    with printer.in_square_brackets():
        printer.print_list(value, printer.print_attribute)


def records() -> Field[tuple[Attribute, ...]]:
    """A field that is a list of attributes."""
    return Field((), _parse_records, _print_records)


def _parse_part(parser: AttrParser) -> tuple[int, int] | None:
    with parser.in_parens():
        before = parser.parse_integer()
    return before, parser.parse_integer()


def _print_part(printer: Printer, value: tuple[int, int] | None) -> None:
    if value is not None:
        printer.print_string(f"({value[0]}){value[1]}")


def part() -> Field[tuple[int, int] | None]:
    """A field such as `sub_axis_info = (2)4`: the sizes before a part of an axis, and of it."""
    return Field(None, _parse_part, _print_part)


class ChannelHandle(HloStruct):
    """The channel of a transfer: `#stablehlo.channel_handle<handle = 1, type = 2>`.

    Transfers go between devices (type 1), from a device to the host (2) or back (3).
    """

    name = "channel_handle"
    ELIDES = False
    handle = integer()
    type = integer()


class MeshAxisAttr(HloStruct):
    """One axis of a mesh of devices: its name and its size."""

    name = "mesh_axis"
    PREFIXES = (STABLEHLO,)
    ELIDES = False
    axis = axis_name()
    size = integer()


class MeshAttr(HloStruct):
    """A mesh of devices: its axes, and the devices when they are not simply counted."""

    name = "mesh"
    PREFIXES = (STABLEHLO,)
    axes = records()
    device_ids = any_attribute()


class AxisRefAttr(HloStruct):
    """An axis of a mesh, or a part of one: `#stablehlo.axis_ref<name = "y">`."""

    name = "axis_ref"
    PREFIXES = (STABLEHLO,)
    axis = axis_name()
    sub_axis_info = part()


class ReplicaGroupMeshAxesAttr(HloStruct):
    """Groups of processes along axes of a mesh, which is named or spelled out."""

    name = "replica_group_mesh_axes"
    PREFIXES = (STABLEHLO,)
    ELIDES = False
    mesh = any_attribute()
    axes = records()

    @property
    def group_size(self) -> int | None:
        """How many processes a group has, when the mesh is spelled out."""
        if not isinstance(self.mesh, MeshAttr):
            return None
        sizes = {axis.axis: axis.size for axis in self.mesh.axes if isinstance(axis, MeshAxisAttr)}
        size = 1
        for axis in self.axes:
            if not isinstance(axis, AxisRefAttr) or axis.axis not in sizes:
                return None
            whole = sizes[axis.axis]
            size *= whole if axis.sub_axis_info is None else axis.sub_axis_info[1]
        return size


def groups(attr: Attribute) -> tuple[tuple[int, ...], ...] | None:
    """The rows of a table of replica groups, None when they are along the axes of a mesh."""
    if table_shape(attr) is None:
        return None
    width = group_size(attr)
    flat = ints(attr)
    if not width:
        return ()
    return tuple(flat[start : start + width] for start in range(0, len(flat), width))


def group_size(attr: Attribute) -> int | None:
    """How many processes a replica group has, None when the module does not say.

    No groups at all stand for one of all processes.
    """
    if isinstance(attr, ReplicaGroupMeshAxesAttr):
        return attr.group_size
    shape = table_shape(attr)
    return (shape[1] or None) if shape is not None and len(shape) == 2 else None


def table_shape(attr: Attribute) -> tuple[int, ...] | None:
    """The shape of a table of numbers, None for other attributes."""
    if not isinstance(attr, DenseIntOrFPElementsAttr):
        return None
    return cast("DenseIntOrFPElementsAttr[IntegerType]", attr).get_shape()
