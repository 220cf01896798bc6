"""Operations of MLIR's memref dialect that act at once, or allocate for a region alone.

The short forms of `memref.atomic_rmw` and `memref.alloca_scope` are read; like all operations that
xDSL has, these print generically.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self, cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    AnyFloatConstr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
)
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    VarConstraint,
    base,
    irdl_op_definition,
    operand_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    HasParent,
    IsTerminator,
    MemoryReadEffect,
    MemoryWriteEffect,
    Pure,
    RecursiveMemoryEffect,
)
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.xdsl_extras.buffers import Ranked, check_indices
from disc_shape.dialects.xdsl_extras.memory import parse_indices, parse_place, with_attributes

Value = SSAValue | Operation

KINDS = (
    "addf addi andi assign maximumf maxnumf maxs maxu minimumf minnumf mins minu mulf muli ori xori"
).split()
"""What `memref.atomic_rmw` does with an element, in the order of MLIR's enumeration."""


class AtomicRMWOp(memref.AtomicRMWOp):
    """Reads an element, computes another one and writes it, in one step; results in the new one.

    Constraints:
    (c1) the kind is one of MLIR's, for floats when it ends in `f`.
    (c2) there is an index for each dimension.

    Example:
    ```mlir
    %3 = memref.atomic_rmw addf %0, %1[%2] : (f32, memref<?xf32>) -> f32
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        pos = parser.pos
        word = parser.parse_identifier()
        if word not in KINDS:
            parser.raise_error(f"unknown kind {word}, expected one of {', '.join(KINDS)}", pos)
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        buffer = parser.parse_unresolved_operand()
        indices = parse_indices(parser, parser.Delimiter.SQUARE)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        pos = parser.pos
        type_ = parser.parse_function_type()
        operands = parser.resolve_operands([value, buffer], type_.inputs.data, pos)
        return cls.build(
            operands=[*operands, indices],
            result_types=type_.outputs.data,
            properties={"kind": IntegerAttr(KINDS.index(word), 64)},
            attributes=attributes,
        )

    def verify_(self) -> None:
        super().verify_()
        kind = self.kind.value.data
        if not 0 <= kind < len(KINDS):
            raise VerifyException(f"kind of '{self.name}' is {kind}, expected 0 to 15")
        word, type_ = KINDS[kind], self.value.type
        if word != "assign" and isinstance(type_, IntegerType) == word.endswith("f"):
            raise VerifyException(f"kind {word} of '{self.name}' is not for {type_}")
        check_indices(self, self.memref, self.indices)


@irdl_op_definition
class GenericAtomicRMWOp(IRDLOperation):
    """Reads an element, computes another one in a region and writes it, in one step.

    Constraints:
    (c1) the region takes the old element and yields the new one; the result is one as well.
    (c2) there is an index for each dimension.

    Example:
    ```mlir
    %2 = memref.generic_atomic_rmw %0[%1] : memref<?xf32> {
    ^bb0(%old: f32):
      %new = arith.addf %old, %old : f32
      memref.atomic_yield %new : f32
    }
    ```
    """

    name = "memref.generic_atomic_rmw"

    T: ClassVar = VarConstraint("T", base(IntegerType) | AnyFloatConstr)

    memref = operand_def(MemRefType.constr(T))
    indices = var_operand_def(IndexType)
    result = result_def(T)
    body = region_def("single_block")

    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        buffer, indices, attributes = parse_place(parser)
        region = parser.parse_region()
        element = cast("Ranked", buffer.type).element_type
        op = cls.build(operands=[buffer, indices], result_types=[element], regions=[region])
        return with_attributes(op, attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.memref)
        with printer.in_square_brackets():
            printer.print_list(self.indices, printer.print_operand)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.memref.type)
        printer.print_string(" ")
        printer.print_region(self.body)

    def verify_(self) -> None:
        last, element = self.body.block.last_op, self.result.type
        taken = tuple(self.body.block.arg_types)
        given = tuple(last.operand_types) if isinstance(last, AtomicYieldOp) else ()
        if taken != (element,) or given != (element,):
            raise VerifyException(
                f"region of '{self.name}' takes ({', '.join(map(str, taken))}) and yields"
                f" ({', '.join(map(str, given))}), but an element is {element}"
            )
        check_indices(self, self.memref, self.indices)


@irdl_op_definition
class AtomicYieldOp(IRDLOperation):
    """What the region of `memref.generic_atomic_rmw` writes.

    Example:
    ```mlir
    memref.atomic_yield %0 : f32
    ```
    """

    name = "memref.atomic_yield"

    result = operand_def()

    assembly_format = "$result attr-dict `:` type($result)"
    traits = traits_def(IsTerminator(), HasParent(GenericAtomicRMWOp), Pure())

    def __init__(self, result: Value) -> None:
        super().__init__(operands=[result])


class AllocaScopeOp(memref.AllocaScopeOp):
    """A region at whose end the memory that `memref.alloca` takes in it is free.

    Example:
    ```mlir
    %0 = memref.alloca_scope -> (i32) {
      ...
      memref.alloca_scope.return %1 : i32
    }
    ```
    """

    traits = traits_def(RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        types: Sequence[Attribute] = ()
        if parser.parse_optional_punctuation("->") is not None:
            types = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
        region: Region = parser.parse_region()
        last = region.blocks[-1].last_op if region.blocks else None
        if not types and region.blocks and not isinstance(last, memref.AllocaScopeReturnOp):
            region.blocks[-1].add_op(memref.AllocaScopeReturnOp.create())
        attributes = parser.parse_optional_attr_dict()
        return cls.build(result_types=[types], regions=[region], attributes=attributes)


class AllocaScopeReturnOp(memref.AllocaScopeReturnOp):
    """Ends `memref.alloca_scope`.

    Example:
    ```mlir
    memref.alloca_scope.return %0 : i32
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        attributes = parser.parse_optional_attr_dict()
        pos = parser.pos
        unresolved = parser.parse_optional_undelimited_comma_separated_list(
            parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
        )
        operands: Sequence[SSAValue] = ()
        if unresolved:
            parser.parse_punctuation(":")
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
            operands = parser.resolve_operands(unresolved, types, pos)
        return cls.build(operands=[operands], attributes=attributes)


ATOMICS: tuple[type[IRDLOperation], ...] = (
    AllocaScopeOp,
    AllocaScopeReturnOp,
    AtomicRMWOp,
    AtomicYieldOp,
    GenericAtomicRMWOp,
)
"""The operations above."""
