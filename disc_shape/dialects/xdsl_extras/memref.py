"""MLIR's memref dialect with the short forms of copies, casts and globals that xDSL lacks.

Classes that read a short form are subclasses of xDSL's, so that what is known of an operation is
known of them too. They print generically, as xDSL's own do that passes make: a program has one
text, wherever its operations come from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self, cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    I32,
    I64,
    AnyFloat,
    BoolAttr,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    IndexType,
    IntegerAttr,
    MemRefType,
    StringAttr,
    SymbolNameConstraint,
    TensorType,
    UnitAttr,
    UnrankedMemRefType,
    i32,
)
from xdsl.ir import Attribute, Dialect, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    base,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.type import have_compatible_shape

from disc_shape.dialects.xdsl_extras.literals import exact, parse_exact_attribute

BUFFER = base(MemRefType) | base(UnrankedMemRefType)
Ranked = MemRefType[Attribute]


@irdl_op_definition
class CopyOp(memref.CopyOp):
    """Copies the elements of a buffer to another one of the same sizes.

    Constraints:
    (c1) shapes are compatible and element types equal.

    Example:
    ```mlir
    memref.copy %0, %1 : memref<?xf32> to memref<?xf32, strided<[2]>>
    ```
    """

    name = "memref.copy"

    source = operand_def(BUFFER)
    destination = operand_def(BUFFER)

    assembly_format = "$source `,` $destination attr-dict `:` type($source) `to` type($destination)"

    def verify_(self) -> None:
        source, target = cast("Ranked", self.source.type), cast("Ranked", self.destination.type)
        ranked = not any(isinstance(one, UnrankedMemRefType) for one in self.operand_types)
        if ranked and not have_compatible_shape(source, target):
            raise VerifyException(f"shapes of '{self.name}' differ: {source} and {target}")
        if source.element_type != target.element_type:
            raise VerifyException(f"element types of '{self.name}' differ: {source} and {target}")


@irdl_op_definition
class CastOp(memref.CastOp):
    """Casts a buffer to a type that states more or less of its sizes and its layout.

    Example:
    ```mlir
    %1 = memref.cast %0 : memref<4xf32> to memref<?xf32>
    ```
    """

    name = "memref.cast"

    source = operand_def(BUFFER)
    dest = result_def(BUFFER)

    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"


@irdl_op_definition
class GlobalOp(memref.GlobalOp):
    """Declares a global buffer: with contents, `uninitialized`, or defined in another module.

    Constraints:
    (c0) the sizes are static.
    (c1) the contents have the shape and the element type of the buffer.
    (c2) an alignment is a power of two.
    (c3) the visibility is `public`, `private` or `nested`.

    Example:
    ```mlir
    memref.global "private" constant @w : memref<2xf32> = dense<[1.0, 2.0]>
    memref.global @u : memref<4xf32> = uninitialized {alignment = 64 : i64}
    memref.global "private" @elsewhere : memref<4xf32>
    ```
    """

    name = "memref.global"

    sym_name = prop_def(SymbolNameConstraint())
    sym_visibility = opt_prop_def(StringAttr)
    type = prop_def(MemRefType)
    initial_value = opt_prop_def(UnitAttr | DenseIntOrFPElementsAttr | DenseResourceAttr)
    constant = opt_prop_def(UnitAttr)
    alignment = opt_prop_def(IntegerAttr[I64])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        visibility = parser.parse_optional_str_literal()
        constant = parser.parse_optional_keyword("constant")
        symbol = parser.parse_symbol_name()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        properties: dict[str, Attribute] = {"sym_name": symbol}
        if visibility is not None:
            properties["sym_visibility"] = StringAttr(visibility)
        properties["type"] = type_
        if parser.parse_optional_punctuation("=") is not None:
            known = parser.parse_optional_keyword("uninitialized") is None
            properties["initial_value"] = parse_contents(parser, type_) if known else UnitAttr()
        attributes = dict(parser.parse_optional_attr_dict())
        alignment = attributes.pop("alignment", None)
        if constant is not None:
            properties["constant"] = UnitAttr()
        if alignment is not None:
            properties["alignment"] = alignment
        return cls.create(properties=properties, attributes=attributes)

    def verify_(self) -> None:
        type_, initial = self.type, self.initial_value
        if DYNAMIC_INDEX in type_.get_shape():
            raise VerifyException(f"type of '{self.name}' is {type_}, expected static sizes")
        if initial is not None and not isinstance(initial, UnitAttr):
            held = cast("TensorType[Attribute]", initial.type)
            if (held.get_shape(), held.element_type) != (type_.get_shape(), type_.element_type):
                raise VerifyException(f"contents of '{self.name}' are {held}, expected {type_}")
        seen = self.sym_visibility
        if seen is not None and seen.data not in ("public", "private", "nested"):
            raise VerifyException(
                f"visibility of '{self.name}' is '{seen.data}', expected public, private or nested"
            )
        if self.alignment is not None and self.alignment.value.data.bit_count() != 1:
            raise VerifyException(
                f"alignment of '{self.name}' is {self.alignment.value.data}, expected a power of"
                " two"
            )


def parse_contents(parser: Parser, type_: Attribute) -> Attribute:
    """The contents of a global, `dense<...>` with or without their type after them."""
    if parser.parse_optional_keyword("dense") is None or not isinstance(type_, MemRefType):
        return parse_exact_attribute(parser)
    buffer = cast("MemRefType[AnyFloat]", type_)
    tensor = TensorType(buffer.element_type, buffer.shape)
    contents = exact(parser).parse_dense_int_or_fp_elements_attr(tensor)
    if parser.parse_optional_punctuation(":") is not None:
        parser.parse_type()
    return contents


@irdl_op_definition
class PrefetchOp(IRDLOperation):
    """Fetches an element of a buffer into the cache, before it is read or written.

    Nothing depends on it. The locality is 0 for an element that is needed once, up to 3 for one
    that should stay in all levels of the cache.

    Constraints:
    (c1) there is an index for each dimension.
    (c2) the locality is from 0 to 3.

    Example:
    ```mlir
    memref.prefetch %0[%i, %j], read, locality<3>, data : memref<?x?xf32>
    ```
    """

    name = "memref.prefetch"

    memref = operand_def(MemRefType)
    indices = var_operand_def(IndexType())
    isWrite = prop_def(BoolAttr)
    localityHint = prop_def(IntegerAttr[I32])
    isDataCache = prop_def(BoolAttr)

    def __init__(self, buffer: SSAValue, indices: Sequence[SSAValue]) -> None:
        """Fetch data that will be read, into all levels."""
        super().__init__(
            operands=[buffer, indices],
            properties={
                "isWrite": BoolAttr.from_bool(False),
                "localityHint": IntegerAttr(3, i32),
                "isDataCache": BoolAttr.from_bool(True),
            },
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        buffer = parser.parse_unresolved_operand()
        indices = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_unresolved_operand
        )
        parser.parse_punctuation(",")
        is_write = parse_one_of(parser, "read", "write")
        parser.parse_punctuation(",")
        parser.parse_keyword("locality")
        parser.parse_punctuation("<")
        locality = parser.parse_integer(allow_boolean=False)
        parser.parse_punctuation(">")
        parser.parse_punctuation(",")
        is_data = parse_one_of(parser, "instr", "data")
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        place, type_ = parser.pos, parser.parse_type()
        operands = parser.resolve_operands(
            [buffer, *indices], [type_, *[IndexType()] * len(indices)], place
        )
        properties: dict[str, Attribute] = {
            "isWrite": BoolAttr.from_bool(is_write),
            "localityHint": IntegerAttr(locality, i32),
            "isDataCache": BoolAttr.from_bool(is_data),
        }
        return cls.create(operands=operands, properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        kind, cache = (
            words[bool(flag)]
            for words, flag in (
                (("read", "write"), self.isWrite),
                (("instr", "data"), self.isDataCache),
            )
        )
        printer.print_string(" ")
        printer.print_ssa_value(self.memref)
        with printer.in_square_brackets():
            printer.print_list(self.indices, printer.print_ssa_value)
        printer.print_string(f", {kind}, locality<{self.localityHint.value.data}>, {cache}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.memref.type)

    def verify_(self) -> None:
        rank = cast("Ranked", self.memref.type).get_num_dims()
        if len(self.indices) != rank:
            raise VerifyException(
                f"'{self.name}' has {len(self.indices)} indices, expected one for each of {rank}"
                " dimensions"
            )
        if not 0 <= self.localityHint.value.data <= 3:
            raise VerifyException(
                f"locality of '{self.name}' is {self.localityHint.value.data}, expected 0 to 3"
            )


def parse_one_of(parser: Parser, no: str, yes: str) -> bool:
    """Whether the second of two keywords comes next, which one of them must."""
    if parser.parse_optional_keyword(no) is not None:
        return False
    parser.parse_keyword(yes)
    return True


SHORT: tuple[type[IRDLOperation], ...] = (CopyOp, CastOp, GlobalOp)
"""The operations that are read as MLIR prints them."""

for _short in SHORT:
    _short.print = Operation.print

NAMES = {op.name for op in SHORT}

MemRef = Dialect(
    "memref",
    [*(op for op in memref.MemRef.operations if op.name not in NAMES), *SHORT, PrefetchOp],
    [*memref.MemRef.attributes],
)
"""xDSL's dialect with the operations above."""
