"""The type of an operator's result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.symbolic import Prover
from disc_shape.typesystem.types import OBJECT, Type


class OperatorError(Exception):
    """Operands or attributes that an operator cannot take, and the rule that they break."""

    def __init__(self, message: str, rule: str = "RLX-264") -> None:
        super().__init__(message)
        self.rule = rule


def operator_type(
    name: str, operands: Sequence[Type], attributes: Mapping[str, Value], prover: Prover
) -> Type:
    """
    The type of the result of an operator, under the facts of `prover`. Raises `OperatorError` for
    what no run can accept. An operator without a rule gives an object.
    """
    del name, operands, attributes, prover
    return OBJECT
