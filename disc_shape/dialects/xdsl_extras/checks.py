"""What MLIR asks of operations whose classes are xDSL's and ask less: the tables of these checks.

The classes stay xDSL's, so that other tools' passes know them; `disc-opt` makes these checks after
the operations' own. Each comes from MLIR's documentation of its dialect.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

from disc_shape.class_table import ClassTable, Families

FAMILIES = Families(
    "disc_shape.dialects.xdsl_extras",
    common=(),
    late={
        "arith": ("checks_arith",),
        "cf": ("checks_control",),
        "func": ("checks_functions",),
        "memref": ("checks_memory",),
        "scf": ("checks_control",),
        "tensor": ("checks_tensor",),
    },
)
"""The modules with checks."""

CHECKS: ClassTable[Callable[..., None]] = ClassTable(FAMILIES)
"""Checks of one operation; they raise VerifyException."""

USES: ClassTable[Callable[[ModuleOp, Sequence[Operation]], None]] = ClassTable(FAMILIES)
"""
Checks of all operations of a class together, against symbols of the module, when these are
verified.
"""


def require(holds: bool, message: str) -> None:
    """VerifyException with a message, unless a condition holds."""
    if not holds:
        raise VerifyException(message)
