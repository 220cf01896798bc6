"""Custom calls of targets that StableHLO's passes and JAX use, and composites."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import func
from xdsl.ir import Operation

from disc_shape.dialects.hlo.calls import CompositeOp, CustomCallOp
from disc_shape.errors import OperationError
from disc_shape.linalg_conversion.registry import register_conversion
from disc_shape.linalg_conversion.types import converted
from disc_shape.linalg_conversion.values import Values

TARGETS: dict[str, Callable[[CustomCallOp, Values], None]] = {}
"""The conversions of custom calls, by target."""


def convert_call(op: CustomCallOp, values: Values) -> None:
    """A call of a known target; raises `OperationError` for others."""
    target = op.call_target_name.data
    conversion = TARGETS.get(target)
    if conversion is None:
        message = f"'{op.name}' of target '{target}' has no form in linalg: it is not known"
        raise OperationError(message, op)
    conversion(op, values)


def unwrap(op: CustomCallOp, values: Values) -> None:
    """The operand of a call that only shows a size or a placement to a later pass."""
    values.forward(op.results[0], op.operands[0])


def convert_composite(op: Operation, values: Values) -> None:
    """A call of the decomposition."""
    assert isinstance(op, CompositeOp)
    call = func.CallOp(
        op.decomposition,
        [values.tensor(operand) for operand in op.operands],
        [converted(result.type) for result in op.results],
    )
    values.bind_all(op, values.writer.insert(call).results)


for _target in (
    "Sharding",
    "SPMDFullToShardShape",
    "SPMDShardToFullShape",
    "annotate_device_placement",
    "LayoutConstraint",
):
    TARGETS[_target] = unwrap
TARGETS["stablehlo.shape_refinement_operand_wrapper"] = unwrap
register_conversion(convert_composite, CompositeOp)
