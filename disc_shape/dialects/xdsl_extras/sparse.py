"""Sparse tensors: literals, which are read as the dense ones they stand for, and encodings.

`sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>` lists indices and the elements there; all
others are zeros. `SparseLiterals` mends a parser class. Of MLIR's `sparse_tensor` dialect there is
the encoding of a type, kept as it is written.
"""

from __future__ import annotations

from math import prod
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    RankedStructure,
    TensorType,
)
from xdsl.ir import Attribute, Data, Dialect
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from disc_shape.dialects.xdsl_extras.literals import element_bytes


class SparseLiterals(AttrParser):
    """A parser that reads sparse literals."""

    def _parse_optional_builtin_parametrized_attr(self) -> Attribute | None:
        if self._current_token.text == "sparse" and self.parse_optional_keyword("sparse"):
            return self._parse_sparse()
        return super()._parse_optional_builtin_parametrized_attr()

    def _parse_sparse(self) -> DenseIntOrFPElementsAttr:
        """`<indices, elements> : type`, either list one for all, or `<> : type`."""
        self.parse_punctuation("<")
        start = self.pos
        if self.parse_optional_punctuation(">"):
            self.parse_punctuation(":")
            return self._dense(self._sparse_type(), [], [])
        indices, rows = self._parse_tensor_literal()
        self.parse_punctuation(",")
        elements, count = self._parse_tensor_literal()
        self.parse_punctuation(">")
        self.parse_punctuation(":")
        type_ = self._sparse_type()
        rank = len(type_.get_shape())
        # One number stands for one index of which each entry is that number.
        flat = [one.to_int(self) for one in indices] * (1 if rows else rank)
        if rows not in ([], [len(flat) // max(rank, 1), rank]) and (rank != 1 or len(rows) != 1):
            self.raise_error(f"indices have shape {rows}, expected {rank} columns", start, self.pos)
        places = [flat[at : at + rank] for at in range(0, len(flat), rank or 1)]
        if count not in ([], [len(places)]):
            self.raise_error(f"{len(places)} indices, but {len(elements)} elements", start)
        for place in places:
            for entry, size in zip(place, type_.get_shape(), strict=True):
                if not 0 <= entry < size:
                    self.raise_error(f"index {place} is not in {type_}", start, self.pos)
        numbers = [cast("float", one.to_type(self, type_.element_type)) for one in elements]
        return self._dense(type_, places, numbers)

    def _sparse_type(self) -> RankedStructure[AnyFloat]:
        return cast("RankedStructure[AnyFloat]", self._parse_dense_literal_type())

    def _dense(
        self, type_: RankedStructure[AnyFloat], places: list[list[int]], numbers: list[float]
    ) -> DenseIntOrFPElementsAttr:
        """Zeros, but for the numbers at their places; one number stands for all."""
        shape = type_.get_shape()
        zeros = DenseIntOrFPElementsAttr(type_, BytesAttr(b""))
        width = element_bytes(zeros)
        data = bytearray(prod(shape) * width)
        one_each = numbers * (1 if len(numbers) == len(places) else len(places))
        given = DenseIntOrFPElementsAttr.from_list(
            TensorType(type_.element_type, (len(one_each),)), one_each
        )
        packed = given.data.data if one_each else b""
        for index, place in enumerate(places):
            at = 0
            for entry, size in zip(place, shape, strict=True):
                at = at * size + entry
            element = packed[index * width : index * width + width]
            data[at * width : at * width + width] = element
        return DenseIntOrFPElementsAttr(type_, BytesAttr(bytes(data)))

    def parse_raw_body(self) -> str:
        """What stands between angle brackets, as it is written."""
        return self._parse_unregistered_attr_body(None)


@irdl_attr_definition
class EncodingAttr(Data[str]):
    """How the elements of a sparse tensor are stored: `#sparse_tensor.encoding<{ map = ... }>`."""

    name = "sparse_tensor.encoding"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> str:
        raw = SparseLiterals.__new__(SparseLiterals)
        vars(raw).update(vars(parser))
        parser.parse_punctuation("<")
        body = raw.parse_raw_body()
        parser.parse_punctuation(">")
        return " ".join(body.split())

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data}>")


SparseTensor = Dialect("sparse_tensor", [], [EncodingAttr])
