"""Static programs made dynamic."""

from __future__ import annotations

import re
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.analysis.call_graph import entry_function
from disc_shape.dynamization.dynamize import Dynamizer
from disc_shape.errors import OperationError
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.inlining import inline_private_functions

ENTRY = re.compile(r"\s*(?P<argument>\d+)\s*:\s*(?P<axes>\d+(?:\s*,\s*\d+)*)\s*$")


@dataclass(frozen=True)
class DynamizeShapesPass(ModulePass):
    """
    Make argument dimensions of a static program dynamic, and all sizes that follow from them.

    Private functions are inlined first. Static operations whose sizes become dynamic turn into
    their dynamic forms, with shape operands computed from the sizes of the arguments: limits and
    starts of slices, shapes of reshapes, broadcasts, iotas and constants, sizes of gathered slices,
    padding up to a length. A number that nothing ties to a chosen dimension stays what it is; where
    a size and an offset tie only each other, the offset stays.

    Before, with `args="0:0"`:

        func.func @main(%0: tensor<8x4xf32>) -> tensor<32xf32> {
          %1 = stablehlo.reshape %0 : (tensor<8x4xf32>) -> tensor<32xf32>
          return %1 : tensor<32xf32>
        }

    After:

        func.func @main(%0: tensor<?x4xf32>) -> tensor<?xf32> {
          %c0 = arith.constant 0 : index
          %c4 = arith.constant 4 : index
          %d = tensor.dim %0, %c0 : tensor<?x4xf32>
          %n = arith.muli %d, %c4 : index
          %s = tensor.from_elements %n : tensor<1xindex>
          %1 = stablehlo.dynamic_reshape %0, %s
              : (tensor<?x4xf32>, tensor<1xindex>) -> tensor<?xf32>
          return %1 : tensor<?xf32>
        }

    Options:

    - `args`: `argument:dimension,dimension`, separated by semicolons.
    - `entry`: the function; when empty, `main`, or the only public one with a body.

    Through `if`, `case` and loops sizes stay what they are: what enters, goes around and leaves has
    one size, as it had when the size was a number.

    Limitations: numbers in the data of a program stay, also those that somebody computed from a
    size, such as the divisor of a mean, the rounds of a scan or the last legal index. A program
    with such numbers is right only where they are. Regions of several blocks, recursive functions,
    windows over a whole dynamic dimension and operations that nobody knows are refused where a
    dynamic value reaches them.
    """

    name = "dynamize-shapes"

    args: str = ""
    entry: str = ""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """
        Rewrite the function; raises `OperationError` when a chosen dimension cannot be dynamic,
        naming the operation that stands against it.
        """
        inline_private_functions(op)
        function = entry_function(op, self.entry)
        if len(function.body.blocks) > 1:
            raise OperationError("a function of several blocks cannot be made dynamic", function)
        Dynamizer(function).run(parse_arguments(self.args, function))


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
