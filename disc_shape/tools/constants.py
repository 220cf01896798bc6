"""Large constants: read and printed in time and memory proportional to their bytes.

xDSL 0.74 expands a splat (`dense<0.0> : tensor<4096x4096xf32>`) element by element when it reads it
and unpacks every constant when it prints it, at some forty bytes an element.
"""

import re
from math import prod
from typing import IO, Protocol, cast

from xdsl.context import Context
from xdsl.dialects.builtin import (
    AnyDenseElement,
    AnyFloat,
    BytesAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerType,
    ModuleOp,
    RankedStructure,
    TensorType,
)
from xdsl.ir import Operation
from xdsl.targets.mlir import MLIRTarget

from disc_shape.dialects.xdsl_extras.literals import HexLiterals, element_bytes, is_repeated
from disc_shape.progress import PROGRESS
from disc_shape.reading import FastPrinter

MAX_BYTES = 1 << 30
"""A constant of more bytes is refused: it is kept as one string of bytes."""

LARGE = 4096
"""Constants of at most so many bytes are printed by xDSL."""

_SPLAT = re.compile(r"<\s*[^\s\"\[>]")
_HEX = re.compile(r'<\s*"0x')
_BLANKS = " \t\n\r\v\f"


class _Sized(Protocol):
    """An element type of a known size."""

    @property
    def compile_time_size(self) -> int: ...


DenseType = RankedStructure[IntegerType | IndexType | AnyFloat | ComplexType]


class LargeConstants(HexLiterals):
    """A parser that does not expand splats, and refuses those that no memory holds."""

    def _parse_dense_literal_type(self) -> DenseType:
        position = self.pos
        type_ = super()._parse_dense_literal_type()
        count = prod(type_.get_shape())
        size = cast(_Sized, type_.element_type).compile_time_size
        if count * size > MAX_BYTES:
            text = f"a constant of {count * size} bytes is too large, the limit is {MAX_BYTES}"
            self.raise_error(text, position, self.pos)
        return type_

    def parse_dense_int_or_fp_elements_attr(
        self, type: RankedStructure[AnyDenseElement] | None
    ) -> DenseIntOrFPElementsAttr:
        content = self.lexer.input.content
        if type is not None or not _SPLAT.match(content, self.pos):
            data = _HEX.match(content, self.pos) if type is None else None
            bytes_ = None if data is None else self._parse_bytes(data.end())
            return bytes_ or super().parse_dense_int_or_fp_elements_attr(type)
        self.parse_punctuation("<", " in dense attribute")
        element = self._parse_tensor_literal_element()
        self.parse_punctuation(">", " in dense attribute")
        self.parse_punctuation(":", " in dense attribute")
        type_ = cast("RankedStructure[AnyFloat]", self._parse_dense_literal_type())
        value = cast("float", element.to_type(self, type_.element_type))
        if prod(type_.get_shape()) == 0:
            return DenseIntOrFPElementsAttr(type_, BytesAttr(b""))
        return DenseIntOrFPElementsAttr.from_list(type_, [value])

    def _parse_bytes(self, start: int) -> DenseIntOrFPElementsAttr | None:
        """
        `0102...">: type`: a large constant, without copies of its text. None if it is small, or if
        there is an error in it, which xDSL is left to find.
        """
        content = self.lexer.input.content
        end = content.find('">', start)
        if end - start <= 2 * LARGE or any(
            content.find(blank, start, end) >= 0 for blank in _BLANKS
        ):
            return None
        try:
            data = bytes.fromhex(content[start:end])
        except ValueError:
            return None
        self._resume_from(end + 2)
        self.parse_punctuation(":", " in dense attribute")
        type_ = self._parse_dense_literal_type()
        attribute = DenseIntOrFPElementsAttr(type_, BytesAttr(data))
        count = prod(type_.get_shape())
        if count != len(attribute):
            self.raise_error(
                f"Shape mismatch in dense literal. Expected {count} "
                f"elements from the type, but got {len(attribute)} elements."
            )
        return attribute


class LargeConstantPrinter(FastPrinter):
    """
    A printer that looks at the bytes of constants: NaN repeated is NaN, -0.0 is not 0.0. It reports
    its progress.
    """

    def print_op(self, op: Operation) -> None:
        PROGRESS.advance()
        super().print_op(op)

    def print_constant(self, constant: DenseIntOrFPElementsAttr) -> None:
        """Print a constant; a large one by its bytes."""
        data, width = constant.data.data, element_bytes(constant)
        if len(data) <= width:
            super().print_constant(constant)
            return
        repeated = is_repeated(constant)
        if len(data) <= LARGE and repeated == constant.is_splat():
            super().print_constant(constant)
            return
        if repeated:
            one = DenseIntOrFPElementsAttr(
                TensorType(constant.get_element_type(), [1]), BytesAttr(data[:width])
            )
            one.print_without_type(self)
        else:
            self.print_string(f'dense<"0x{data.hex().upper()}">')
        self.print_string(" : ")
        self.print_attribute(constant.get_type())


class TextTarget(MLIRTarget):
    """xDSL's `mlir` target, with large constants printed from their bytes."""

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        """Print a module."""
        if self.syntax_highlight:
            super().emit(ctx, module, output)
            return
        printer = LargeConstantPrinter(
            stream=output,
            print_generic_format=self.print_generic_format,
            print_properties_as_attributes=self.print_properties_as_attributes,
            print_debuginfo=self.print_debuginfo,
        )
        printer.print_op(module)
        printer.print_metadata(ctx.loaded_dialects)
        output.write("\n")
