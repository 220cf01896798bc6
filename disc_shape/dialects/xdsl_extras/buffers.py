"""Operations of MLIR's memref dialect on whole buffers that xDSL lacks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    BoolAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    UnrankedMemRefType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    base,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    MemoryAllocEffect,
    MemoryFreeEffect,
    MemoryReadEffect,
    NoMemoryEffect,
    Pure,
)
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.xdsl_extras.affine import parse_semi_affine_map
from disc_shape.dialects.xdsl_extras.memory import parse_indices

Value = SSAValue | Operation
BUFFER = base(MemRefType) | base(UnrankedMemRefType)
Ranked = MemRefType[Attribute]


@irdl_op_definition
class ReallocOp(IRDLOperation):
    """A vector in memory, made longer or shorter; the old one is freed.

    Constraints:
    (c1) both buffers are vectors of one element type in one memory space.
    (c2) a size is given when, and only when, the result's is dynamic.

    Example:
    ```mlir
    %2 = memref.realloc %0(%1) : memref<4xf32> to memref<?xf32>
    ```
    """

    name = "memref.realloc"

    source = operand_def(MemRefType)
    dynamic_size = opt_operand_def(IndexType)
    alignment = opt_prop_def(IntegerAttr)
    result = result_def(MemRefType)

    assembly_format = (
        "$source (`(` $dynamic_size^ `)`)? attr-dict `:` type($source) `to` type($result)"
    )
    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(MemoryAllocEffect(), MemoryFreeEffect(), MemoryReadEffect())

    def __init__(self, source: Value, size: Value | None, result_type: Attribute) -> None:
        super().__init__(operands=[source, size], result_types=[result_type])

    def verify_(self) -> None:
        source, result = cast("Ranked", self.source.type), self.result.type
        if source.get_num_dims() != 1 or result.get_num_dims() != 1:
            raise VerifyException(f"'{self.name}' is of vectors, not of {source} and {result}")
        if source.element_type != result.element_type:
            raise VerifyException(
                f"element types of '{self.name}' differ: {source.element_type} and"
                f" {result.element_type}"
            )
        if source.memory_space != result.memory_space:
            raise VerifyException(f"memory spaces of '{self.name}' differ: {source} and {result}")
        dynamic = result.get_shape() == (DYNAMIC_INDEX,)
        if dynamic != (self.dynamic_size is not None):
            given = "no size" if dynamic else "a size"
            raise VerifyException(f"'{self.name}' has {given} for the result {result}")
        check_alignment(self, self.alignment)


@irdl_op_definition
class PrefetchOp(IRDLOperation):
    """A hint that an element will be used soon.

    Constraints:
    (c1) the locality is from 0 to 3.
    (c2) there is an index for each dimension.

    Example:
    ```mlir
    memref.prefetch %0[%1], read, locality<3>, data : memref<?xf32>
    ```
    """

    name = "memref.prefetch"

    memref = operand_def(MemRefType)
    indices = var_operand_def(IndexType)
    is_write = prop_def(BoolAttr, prop_name="isWrite")
    locality = prop_def(IntegerAttr.constr(i32), prop_name="localityHint")
    is_data = prop_def(BoolAttr, prop_name="isDataCache")

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        unresolved = parser.parse_unresolved_operand()
        indices = parse_indices(parser, parser.Delimiter.SQUARE)
        parser.parse_punctuation(",")
        is_write = parse_choice(parser, "read", "write")
        parser.parse_punctuation(",")
        parser.parse_keyword("locality")
        with parser.in_angle_brackets():
            locality = parser.parse_integer()
        parser.parse_punctuation(",")
        is_data = parse_choice(parser, "instr", "data")
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        buffer = parser.resolve_operand(unresolved, parser.parse_type())
        return cls.build(
            operands=[buffer, indices],
            properties={
                "isWrite": IntegerAttr.from_bool(is_write),
                "localityHint": IntegerAttr(locality, i32),
                "isDataCache": IntegerAttr.from_bool(is_data),
            },
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.memref)
        with printer.in_square_brackets():
            printer.print_list(self.indices, printer.print_operand)
        printer.print_string(", write" if self.is_write.value.data else ", read")
        printer.print_string(f", locality<{self.locality.value.data}>")
        printer.print_string(", data" if self.is_data.value.data else ", instr")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.memref.type)

    def verify_(self) -> None:
        if not 0 <= self.locality.value.data <= 3:
            raise VerifyException(
                f"locality of '{self.name}' is {self.locality.value.data}, expected 0 to 3"
            )
        check_indices(self, self.memref, self.indices)


def check_alignment(op: Operation, alignment: IntegerAttr | None) -> None:
    """An alignment is a power of two, as a 64-bit integer."""
    if alignment is None:
        return
    value = alignment.value.data
    if alignment.type != i64 or value <= 0 or value.bit_count() != 1:
        raise VerifyException(
            f"alignment of '{op.name}' is {alignment}, expected a power of two of type i64"
        )


def parse_choice(parser: Parser, no: str, yes: str) -> bool:
    """One of two words; whether it is the second one."""
    if parser.parse_optional_keyword(yes) is not None:
        return True
    parser.parse_keyword(no)
    return False


def check_indices(op: Operation, buffer: SSAValue, indices: Sequence[SSAValue]) -> None:
    """There is an index for each dimension of a buffer."""
    rank = cast("Ranked", buffer.type).get_num_dims()
    if len(indices) != rank:
        raise VerifyException(f"'{op.name}' has {len(indices)} indices, expected {rank}")


@irdl_op_definition
class TransposeOp(IRDLOperation):
    """A buffer with its dimensions in another order, of the same memory.

    Constraints:
    (c1) the map is a permutation of the dimensions.
    (c2) the result has the sizes of the source in the order of the map, and its element type.

    Example:
    ```mlir
    %1 = memref.transpose %0 (i, j) -> (j, i)
        : memref<?x4xf32> to memref<4x?xf32, strided<[1, 4]>>
    ```
    """

    name = "memref.transpose"

    source = operand_def(MemRefType)
    permutation = prop_def(AffineMapAttr)
    result = result_def(MemRefType)

    traits = traits_def(NoMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        unresolved = parser.parse_unresolved_operand()
        permutation = AffineMapAttr(parse_semi_affine_map(parser))
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        source = parser.resolve_operand(unresolved, parser.parse_type())
        parser.parse_keyword("to")
        return cls.build(
            operands=[source],
            result_types=[parser.parse_type()],
            properties={"permutation": permutation},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.source)
        printer.print_string(f" {self.permutation.data}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.source.type)
        printer.print_string(" to ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        source, result = cast("Ranked", self.source.type), self.result.type
        order = self.permutation.data
        dims = [order.results.index(one) for one in order.results if order.results.count(one) == 1]
        used = [axis for one in order.results for axis in one.used_dims()]
        rank = source.get_num_dims()
        if len(dims) != rank or sorted(used) != list(range(rank)) or order.num_dims != rank:
            raise VerifyException(
                f"map of '{self.name}' is {order}, expected a permutation of {rank} dimensions"
            )
        sizes = tuple(source.get_shape()[axis] for axis in used)
        if sizes != result.get_shape() or source.element_type != result.element_type:
            raise VerifyException(f"'{self.name}' of {source} by {order} is no {result}")


@irdl_op_definition
class DistinctObjectsOp(IRDLOperation):
    """The same buffers, of which no two share memory.

    Constraints:
    (c1) there is at least one buffer, and a result of the same type for each.

    Example:
    ```mlir
    %2, %3 = memref.distinct_objects %0, %1 : memref<4xf32>, memref<?xi32>
    ```
    """

    name = "memref.distinct_objects"

    operands_ = var_operand_def(MemRefType)
    results_ = var_result_def(MemRefType)

    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        pos = parser.pos
        unresolved = parser.parse_comma_separated_list(
            parser.Delimiter.NONE, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        operands = parser.resolve_operands(unresolved, types, pos)
        return cls.build(operands=[operands], result_types=[types], attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_list(self.operand_types, printer.print_attribute)

    def verify_(self) -> None:
        if not self.operands:
            raise VerifyException(f"'{self.name}' has no buffers")
        if tuple(self.operand_types) != tuple(self.result_types):
            raise VerifyException(f"operands and results of '{self.name}' differ")


OTHER: tuple[type[IRDLOperation], ...] = (
    DistinctObjectsOp,
    PrefetchOp,
    ReallocOp,
    TransposeOp,
)
"""The operations above."""
