"""The entry of the package: parses the dimensions to make dynamic, and finds the function."""

from __future__ import annotations

import re

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from disc_shape.analysis.call_graph import entry_function
from disc_shape.dynamization.dynamize import Dynamizer
from disc_shape.errors import OperationError
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.inlining import inline_private_functions

ENTRY = re.compile(r"\s*(?P<argument>\d+)\s*:\s*(?P<axes>\d+(?:\s*,\s*\d+)*)\s*$")


def dynamize_shapes(module: ModuleOp, arguments: str, entry: str = "") -> None:
    """
    Make dimensions of the arguments of a function dynamic, given as `0:0,1; 2:0`. Raises
    `OperationError` when a chosen dimension cannot be dynamic.
    """
    inline_private_functions(module)
    function = entry_function(module, entry)
    if len(function.body.blocks) > 1:
        raise OperationError("a function of several blocks cannot be made dynamic", function)
    Dynamizer(function).run(parse_arguments(arguments, function))


def parse_arguments(text: str, function: func.FuncOp) -> dict[int, list[int]]:
    """`0:0,1; 2:0` as dimensions of arguments, each of which must exist and be static."""
    chosen: dict[int, list[int]] = {}
    for entry in text.split(";") if text.strip() else ():
        match = ENTRY.match(entry)
        if match is None:
            raise OperationError(
                f"expected argument:dimension,dimension, got '{entry.strip()}'", function
            )
        index, axes = int(match["argument"]), [int(axis) for axis in match["axes"].split(",")]
        arguments = function.body.block.args
        type = as_tensor(arguments[index].type) if index < len(arguments) else None
        if type is None:
            raise OperationError(f"argument {index} is no ranked tensor", function)
        for axis in axes:
            if axis >= len(type.get_shape()) or type.get_shape()[axis] < 0:
                raise OperationError(
                    f"argument {index} has no static dimension {axis}: {type}", function
                )
        chosen.setdefault(index, []).extend(axes)
    return chosen
