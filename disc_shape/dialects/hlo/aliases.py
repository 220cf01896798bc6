"""Results that use the memory of operands again: `output_operand_alias`.

StableHLO specification, section "custom_call".
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import MemRefType, TupleType
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.numbers import OutputOperandAlias
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.shapes import require, values_agree


def check_aliases(op: HloOp, aliases: Sequence[OutputOperandAlias]) -> None:
    """Every alias names an operand and a result, or parts of tuples, of one type."""
    results: Sequence[Attribute] = op.result_types
    require(len(results) > 0 or not aliases, f"'{op.name}' has an alias, but no result")
    for alias in aliases:
        count, index = len(op.operands), alias.operand_index
        require(
            0 <= index < count,
            f"operand_index of '{op.name}' output_operand_alias is {index}, expected 0 to "
            f"{count - 1}",
        )
        indices = alias.output_tuple_indices
        whole = results[0]
        if len(results) != 1 and indices:
            whole, indices = _member(op, "output", results, indices[0]), indices[1:]
        result = part(op, "output", whole, indices)
        operand = part(op, "operand", op.operand_types[index], alias.operand_tuple_indices)
        require(
            values_agree(operand, result),
            f"types of '{op.name}' output_operand_alias differ: {operand} and {result}",
        )


def check_buffers(op: HloOp, aliases: Sequence[OutputOperandAlias]) -> None:
    """Every result that is a buffer is the buffer of an operand, as `memref` results own none.

    The specification leaves buffers out; this is the rule of the StableHLO project's verifier.
    """
    results: Sequence[Attribute] = op.result_types
    used = {tuple(alias.output_tuple_indices) for alias in aliases}
    for index, result in enumerate(results):
        indices = () if len(results) == 1 else (index,)
        if isinstance(result, MemRefType):
            require(
                indices in used,
                f"result {index} of '{op.name}' is a buffer, {result}, expected an "
                "output_operand_alias for it",
            )


def part(op: HloOp, what: str, type_: Attribute, indices: Sequence[int]) -> Attribute:
    """The type inside nested tuples that indices lead to."""
    for index in indices:
        members = type_.types.data if isinstance(type_, TupleType) else ()
        type_ = _member(op, what, members, index)
    return type_


def _member(op: HloOp, what: str, members: Sequence[Attribute], index: int) -> Attribute:
    if not 0 <= index < len(members):
        raise VerifyException(
            f"{what}_tuple_indices of '{op.name}' output_operand_alias hold {index}, expected an "
            f"index of {len(members)} members"
        )
    return members[index]
