"""The real and imaginary parts of complex values of a module, as tensors."""

from __future__ import annotations

from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    ComplexType,
    FloatAttr,
    TensorType,
    i1,
)
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.dialects.hlo import comparison, conversion
from disc_shape.dialects.hlo.client_other import ConstantLikeOp
from disc_shape.dialects.hlo.comparison import ComparisonDirectionAttr
from disc_shape.dialects.hlo.factory import final, final_attribute
from disc_shape.dialects.hlo.narrow import as_tensor, complex_part
from disc_shape.dialects.hlo.op import CHLO, STABLEHLO, HloOp
from disc_shape.locations import inherit

Pair: TypeAlias = "tuple[SSAValue, SSAValue]"
"""The real and the imaginary part."""


def is_complex(value: SSAValue) -> bool:
    """Whether a value is a tensor of complex numbers."""
    type_ = as_tensor(value.type)
    return type_ is not None and isinstance(type_.element_type, ComplexType)


def part_type(type_: Attribute) -> TensorType[Attribute]:
    """The type of the parts of a tensor."""
    found = as_tensor(type_)
    assert found is not None
    part = complex_part(found.element_type)
    return TensorType(found.element_type if part is None else part, found.shape, found.encoding)


class Parts:
    """The parts of the complex values of a module."""

    def __init__(self) -> None:
        self.known: dict[SSAValue, Pair] = {}
        self.replaced: list[Operation] = []
        """Operations whose results have parts."""
        self.made: list[Operation] = []
        """What computes parts, in the order in which it was made."""
        self.at: Operation | None = None
        """The operation that is being replaced."""

    def insert(self, op: Operation) -> SSAValue:
        """Insert an operation before the one that is being replaced."""
        assert self.at is not None
        inherit(op, self.at)
        Rewriter.insert_op(op, InsertPoint.before(self.at))
        self.made.append(op)
        return op.results[0]

    def make(self, base: type[HloOp], *operands: SSAValue) -> SSAValue:
        """An operation on real tensors of one type."""
        kind = final(base, STABLEHLO)
        return self.insert(kind.create(operands=operands, result_types=[operands[0].type]))

    def number(self, number: float, like: SSAValue) -> SSAValue:
        """A tensor of one number, of the type of another tensor."""
        type_ = part_type(like.type)
        value = FloatAttr(number, cast("FloatAttr", type_.element_type))  # pyright: ignore
        kind = final(ConstantLikeOp, CHLO)
        return self.insert(
            kind.create(operands=[like], result_types=[type_], properties={"value": value})
        )

    def compare(self, direction: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """A comparison of the elements of real tensors."""
        type_ = part_type(lhs.type)
        kind = final(comparison.CompareOp, STABLEHLO)
        word = final_attribute(ComparisonDirectionAttr, STABLEHLO)(direction)
        return self.insert(
            kind.create(
                operands=[lhs, rhs],
                result_types=[TensorType(i1, type_.shape, type_.encoding)],
                properties={"comparison_direction": word},
            )
        )

    def of(self, value: SSAValue) -> Pair:
        """The parts of a value; those of a real one are itself and zero."""
        if value not in self.known:
            kinds = (final(one, STABLEHLO) for one in (conversion.RealOp, conversion.ImagOp))
            type_ = part_type(value.type)
            ops = [kind.create(operands=[value], result_types=[type_]) for kind in kinds]
            if isinstance(value, BlockArgument):
                place = InsertPoint.at_start(value.block)
            else:
                place = InsertPoint.after(cast("Operation", value.owner))
                for one in ops:
                    inherit(one, cast("Operation", value.owner))
            Rewriter.insert_op(ops, place)
            self.made += ops
            self.known[value] = ops[0].results[0], ops[1].results[0]
        return self.known[value]

    def partwise(self, op: Operation) -> Pair:
        """The same operation on the parts."""
        pairs = [self.of(one) if is_complex(one) else (one, one) for one in op.operands]
        types = [part_type(one) for one in op.result_types]
        real, imag = (
            self.insert(
                type(op).create(
                    operands=list(operands),
                    result_types=types,
                    properties=dict(op.properties),
                    attributes=dict(op.attributes),
                )
            )
            for operands in zip(*pairs, strict=True)
        )
        return real, imag
