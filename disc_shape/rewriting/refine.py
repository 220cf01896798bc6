"""Changes the types of values in place."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, NoneAttr, TensorType, UnregisteredOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import IsTerminator

from disc_shape.analysis.regions import flow_of
from disc_shape.cards import card_of
from disc_shape.dialects.disc_shape import strip
from disc_shape.dialects.hlo.asynchronous import FutureStartOp
from disc_shape.dialects.hlo.types import BoundsAttr, TypeExtensionsAttr
from disc_shape.relations import evaluator_of, relation_of
from disc_shape.relations.guards import is_guard
from disc_shape.relations.value_types import as_tensor, is_dynamic
from disc_shape.symbolic import Expr


def set_type(value: SSAValue, type: Attribute) -> None:
    """Give a value another type in place; its uses stay."""
    # xDSL can only make a new value and move all uses, which is quadratic where one operation has
    # many of them.
    setattr(value, "_type", type)


def fits(number: int) -> bool:
    """True for numbers that an index of 64 bits can hold together with their negatives."""
    return abs(number) < 1 << 63


def static_size(size: Expr) -> int | None:
    """The number that a type can hold for a size, if it is one."""
    return size.constant if size.constant is not None and fits(size.constant) else None


def with_sizes(type: TensorType[Attribute], sizes: Sequence[Expr]) -> TensorType[Attribute]:
    """
    The type with `?` replaced wherever the size is a known constant, and one that a type can hold;
    `type` itself when there is none.
    """
    shape = type.get_shape()
    refined = [
        number if old == DYNAMIC_INDEX and (number := static_size(known)) is not None else old
        for old, known in zip(shape, sizes, strict=True)
    ]
    if tuple(refined) == shape:
        return type
    return TensorType(type.element_type, refined, _encoding_for(type.encoding, refined))


def _encoding_for(encoding: Attribute, shape: Sequence[int]) -> Attribute:
    """An encoding for a shape some of whose sizes have become static: those have no bound."""
    if all(size != DYNAMIC_INDEX for size in shape):
        return NoneAttr()
    if not isinstance(encoding, BoundsAttr | TypeExtensionsAttr):
        return encoding
    bounds = tuple(
        bound if size == DYNAMIC_INDEX else None
        for bound, size in zip(encoding.bounds, shape, strict=True)
    )
    return encoding.new(bounds) if any(bound is not None for bound in bounds) else NoneAttr()


def refine_static_sizes(value: SSAValue, sizes: Sequence[Expr]) -> None:
    """Write known sizes into a type, and take its symbols out until all are named anew."""
    type = as_tensor(value.type)
    if type is not None:
        set_type(value, with_sizes(strip(type), sizes))


def is_understood(op: Operation) -> bool:
    """
    True for operations of which we know what they do with sizes, whatever their exact types.
    """
    if card_of(op).keeps_types and None in map(as_tensor, (*op.operand_types, *op.result_types)):
        return False
    return relation_of(op) is not None or evaluator_of(op) is not None or is_guard(op)


def has_fixed_operands(op: Operation) -> bool:
    """True for operations whose operands must keep the types that they have."""
    if is_understood(op) or isinstance(op, UnregisteredOp | func.ReturnOp):
        return False
    if op.has_trait(IsTerminator):
        parent = op.parent_op()
        if op.successors:
            return False
        return parent is not None and flow_of(parent) is None
    return flow_of(op) is None and any(is_dynamic(operand.type) for operand in op.operands)


def has_fixed_body(op: Operation) -> bool:
    """True for operations whose body must be one operation: neither casts nor sizes fit in."""
    return isinstance(op, FutureStartOp)


def has_fixed_types(op: Operation) -> bool:
    """
    True for calls, whose types are those of the callee, and for registered operations that we
    know nothing of: their verifiers may insist on the very types that they have.
    """
    if isinstance(op, func.CallOp):
        return True
    if is_understood(op) or isinstance(op, UnregisteredOp):
        return False
    return flow_of(op) is None and bool(op.results)
