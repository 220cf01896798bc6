"""What MLIR asks of functions beyond xDSL: attributes for each argument and for each result."""

from __future__ import annotations

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType
from xdsl.dialects.func import FuncOp
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.xdsl_extras.checks import CHECKS


def check_dictionaries(
    name: str,
    type_: FunctionType,
    arg_attrs: ArrayAttr[DictionaryAttr] | None,
    res_attrs: ArrayAttr[DictionaryAttr] | None,
) -> None:
    """VerifyException unless attributes, where there are any, have one entry per value."""
    for key, what, dictionaries, types in (
        ("arg_attrs", "arguments", arg_attrs, type_.inputs),
        ("res_attrs", "results", res_attrs, type_.outputs),
    ):
        if dictionaries is not None and len(dictionaries) != len(types):
            raise VerifyException(
                f"'{key}' of '{name}' has {len(dictionaries)} entries for {len(types)} {what}"
            )


def check_function(op: FuncOp) -> None:
    """The attributes of arguments and results have one entry per argument and per result."""
    check_dictionaries(op.name, op.function_type, op.arg_attrs, op.res_attrs)


CHECKS.register(check_function, FuncOp)
