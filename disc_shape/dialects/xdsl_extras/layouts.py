"""Layouts and encodings that do not fit the type they belong to.

MLIR refuses `memref<2x3xf32, strided<[1]>>` where it stands, whatever uses it; xDSL 0.74 takes it.
And it reads `memref<2xf32, affine_map<(d0) -> (d0)>>` as `memref<2xf32>`.
`Layouts` mends a parser class.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast, runtime_checkable

from xdsl.dialects.builtin import (
    AffineMapAttr,
    MemRefType,
    NoneAttr,
    StridedLayoutAttr,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineMap
from xdsl.parser import AttrParser

AnyTensor = TensorType[Attribute] | UnrankedTensorType[Attribute]
AnyMemRef = MemRefType[Attribute] | UnrankedMemRefType[Attribute]


@runtime_checkable
class ShapedEncoding(Protocol):
    """An encoding that says something of each dimension of a tensor."""

    def shape_problem(self, sizes: Sequence[int]) -> str | None:
        """Why a tensor of these sizes cannot have the encoding, or None if it can."""
        ...


def layout_problem(type_: MemRefType[Attribute]) -> str | None:
    """Why a buffer cannot have its layout, or None if it can."""
    layout, rank = cast("Attribute", type_.layout), type_.get_num_dims()
    if isinstance(layout, StridedLayoutAttr) and len(layout.strides) != rank:
        return f"layout has {len(layout.strides)} strides, expected {rank}"
    if isinstance(layout, AffineMapAttr) and layout.data.num_dims != rank:
        return f"layout has {layout.data.num_dims} dimensions, expected {rank}"
    return None


def plain(type_: MemRefType[Attribute]) -> MemRefType[Attribute]:
    """The type without a layout that is what none means, as MLIR reads it."""
    layout = cast("Attribute", type_.layout)
    if not isinstance(layout, AffineMapAttr):
        return type_
    if layout.data != AffineMap.identity(type_.get_num_dims()):
        return type_
    return MemRefType(type_.element_type, type_.shape, memory_space=type_.memory_space)


class Layouts(AttrParser):
    """A parser that refuses a layout or an encoding that does not fit."""

    def _parse_tensor_attrs(self) -> AnyTensor:
        start = self.pos
        type_ = super()._parse_tensor_attrs()
        if isinstance(type_, TensorType) and not isinstance(type_.encoding, NoneAttr):
            encoding: object = type_.encoding
            if isinstance(encoding, ShapedEncoding):
                self._refuse(encoding.shape_problem(type_.get_shape()), start)
        return type_

    def _parse_memref_attrs(self) -> AnyMemRef:
        start = self.pos
        type_ = super()._parse_memref_attrs()
        if isinstance(type_, MemRefType):
            self._refuse(layout_problem(type_), start)
            return plain(type_)
        return type_

    def _refuse(self, problem: str | None, start: int) -> None:
        if problem is not None:
            self.raise_error(problem, start, self.pos)
