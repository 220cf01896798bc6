"""`relax-realize-vdevice`: placed values, operands without a device, and hints."""

from __future__ import annotations

import warnings

from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from disc_shape.dialects.relax.calls import CallTirOp
from disc_shape.dialects.relax.operators import OPERATORS, OperatorOp
from disc_shape.dialects.relax.scoping import listed_devices
from disc_shape.dialects.relax.types import type_of
from disc_shape.errors import OperationError, OperationErrors, OperationWarning
from disc_shape.relax.module_info import ModuleInfo
from disc_shape.relax.placement import Placement, device_in, is_mover
from disc_shape.traversal import values_of
from disc_shape.typesystem.types import OBJECT, TensorType, devices_in, leaves

PLACED = "relax.placed"
"""The attribute of a module whose values the walks have placed."""


def realize_devices(module: ModuleOp, *, strict: bool = False) -> None:
    """
    Place the values of a module that lists devices. A hint becomes a transfer where its operand is
    not on the device, and vanishes where it is (RLX-344). Raises an error that names both origins
    where two devices meet. Operands without a device are warned of, or errors if `strict`.

    The walks are done once for a module, which says so then: what they place would place more.
    """
    info = ModuleInfo(module)
    if not any(listed_devices(one) for one in info.functions.values()):
        return
    hints = [op for op in module.walk() if isinstance(op, OPERATORS["hint_on_device"])]
    if PLACED not in module.attributes:
        placement = Placement(info)
        placement.write()
        if placement.changed or hints:
            module.attributes[PLACED] = UnitAttr()
    problems = unplaced(module)
    if strict and problems:
        raise OperationErrors([OperationError(text, op) for op, text in problems])
    for op, text in problems:
        warnings.warn(OperationWarning(text, op), stacklevel=2)
    for op in hints:
        realize_hint(op)


def unplaced(module: ModuleOp) -> list[tuple[Operation, str]]:
    """
    The operators and the calls of primitive functions that have a tensor without a device, in a
    module that places some (RLX-281, 286).
    """
    types = {one: type_of(one.type) for op in module.walk() for one in values_of(op)}
    if not any(devices_in(one) for one in types.values() if one is not None):
        return []
    found: list[tuple[Operation, str]] = []
    for op in module.walk():
        if isinstance(op, OperatorOp | CallTirOp) and not is_mover(op):
            for index, value in enumerate(op.operands):
                parts = leaves(types[value] or OBJECT)
                if any(isinstance(one, TensorType) and one.device is None for one in parts):
                    found.append((op, f"{op.name}: operand {index} is on no device [RLX-286]"))
    return found


def realize_hint(op: OperatorOp) -> None:
    """
    Make a hint a transfer, or drop it.

        %1 = relax.hint_on_device %0 {device = "d"}   =>   %1 = relax.to_vdevice %0 {device = "d"}
    """
    device, own = op.values()["device"], device_in(type_of(op.operands[0].type))
    if own is not None and own == device:
        Rewriter.replace_op(op, [], op.operands)
        return
    words = dict(op.attributes)
    Rewriter.replace_op(op, OPERATORS["to_vdevice"](op.operands, words, op.result.type))
