"""Allocation and access of buffers with their own attributes in clauses, as MLIR writes them today.

MLIR used to write `{alignment = 64 : i64}` where it now writes `alignment = 64`, in front of the
attributes that anybody may add. Both are read; printed is what xDSL prints. The classes have
xDSL's definitions, unchanged, and another parser.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self, TypeVar, cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import IndexType, IntegerAttr, MemRefType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser

Op = TypeVar("Op", bound=IRDLOperation)


class AllocOp(memref.AllocOp):
    """Memory for a buffer, until it is freed.

    Example:
    ```mlir
    %1 = memref.alloc(%0) alignment = 64 : memref<?xf32>
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return parse_allocation(cls, parser)


class AllocaOp(memref.AllocaOp):
    """Memory for a buffer, until the activation ends.

    Example:
    ```mlir
    %1 = memref.alloca(%0) alignment = 64 : memref<?xf32>
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        return parse_allocation(cls, parser)


class LoadOp(memref.LoadOp):
    """One element of a buffer.

    Example:
    ```mlir
    %2 = memref.load %0[%1] nontemporal(true) : memref<?xf32>
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        buffer, indices, attributes = parse_place(parser)
        element = cast("MemRefType[Attribute]", buffer.type).element_type
        op = cls.build(operands=[buffer, indices], result_types=[element])
        return with_attributes(op, attributes)


class StoreOp(memref.StoreOp):
    """Writes one element of a buffer.

    Example:
    ```mlir
    memref.store %0, %1[%2] nontemporal(true) : memref<?xf32>
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        unresolved = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        buffer, indices, attributes = parse_place(parser)
        element = cast("MemRefType[Attribute]", buffer.type).element_type
        value = parser.resolve_operand(unresolved, element)
        return with_attributes(cls.build(operands=[value, buffer, indices]), attributes)


def parse_allocation(cls: type[Op], parser: Parser) -> Op:
    """`(%sizes)[%symbols] alignment = 64 {...} : type`."""
    sizes = parse_indices(parser, parser.Delimiter.PAREN)
    symbols = parse_indices(parser, parser.Delimiter.SQUARE)
    alignment, attributes = parse_alignment(parser)
    parser.parse_punctuation(":")
    op = cls.build(
        operands=[sizes, symbols],
        result_types=[parser.parse_type()],
        properties={"alignment": alignment},
    )
    return with_attributes(op, attributes)


def parse_place(parser: Parser) -> tuple[SSAValue, list[SSAValue], dict[str, Attribute]]:
    """`%buffer[%indices] alignment(8) nontemporal(true) {...} : type`, with all attributes."""
    unresolved = parser.parse_unresolved_operand()
    indices = parse_indices(parser, parser.Delimiter.SQUARE)
    attributes: dict[str, Attribute] = {}
    for clause in ("alignment", "nontemporal"):
        if parser.parse_optional_keyword(clause) is not None:
            with parser.in_parens():
                attributes[clause] = parser.parse_attribute()
    attributes |= parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    pos = parser.pos
    type_ = parser.parse_type()
    if not isinstance(type_, MemRefType):
        parser.raise_error("expected a ranked memref", pos)
    return parser.resolve_operand(unresolved, cast("Attribute", type_)), indices, attributes


def parse_alignment(parser: Parser) -> tuple[Attribute | None, dict[str, Attribute]]:
    """`alignment = 64 {...}` or `{alignment = 64 : i64, ...}`: the alignment, the attributes."""
    alignment: Attribute | None = None
    if parser.parse_optional_keyword("alignment") is not None:
        parser.parse_punctuation("=")
        alignment = IntegerAttr(parser.parse_integer(), 64)
    attributes = dict(parser.parse_optional_attr_dict())
    return attributes.pop("alignment", alignment), attributes


def parse_indices(parser: Parser, delimiter: Parser.Delimiter) -> list[SSAValue]:
    """Values of type `index`, none where the delimiter does not stand."""
    values = parser.parse_optional_comma_separated_list(delimiter, parser.parse_unresolved_operand)
    return [parser.resolve_operand(value, IndexType()) for value in values or ()]


def with_attributes(op: Op, attributes: Mapping[str, Attribute]) -> Op:
    """The operation with attributes, those that it defines as properties."""
    defined = op.get_irdl_definition().properties
    for name, value in attributes.items():
        (op.properties if name in defined else op.attributes)[name] = value
    return op


IN_CLAUSES: tuple[type[IRDLOperation], ...] = (AllocOp, AllocaOp, LoadOp, StoreOp)
"""The operations that are read with clauses."""
