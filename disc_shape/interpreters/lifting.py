"""Regions of reductions, sorts and scatters as functions of whole arrays.

Such a region maps elements to elements. When it holds only elementwise operations it is run once
on whole arrays; otherwise once per element.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.interpreters.core import Frame, Step
from disc_shape.interpreters.kernels.arrays import Array, Body
from disc_shape.interpreters.quantized import bound, quantized
from disc_shape.interpreters.semantics.elementwise import LIFTED, UFUNCS
from disc_shape.interpreters.values import dtype_of


def short_name(op: Operation) -> str:
    """The name without its dialect, of an HLO operation; empty for others."""
    prefix, _, rest = op.name.partition(".")
    return rest if prefix in ("stablehlo", "mhlo", "chlo") else ""


class LiftedRegion:
    """A block that maps rank-0 tensors to rank-0 tensors."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.steps = self._lift()
        self.ufunc = self._single_function()
        self.dtypes = tuple(dtype_of(value.type) for value in self._results())

    def _results(self) -> Sequence[SSAValue]:
        last = self.block.last_op
        return () if last is None else tuple(last.operands)

    def _lift(self) -> list[tuple[Step, Operation]] | None:
        steps: list[tuple[Step, Operation]] = []
        for op in self.block.ops:
            if op is self.block.last_op:
                break
            binder = LIFTED.get(short_name(op))
            if binder is None:
                return None
            steps.append((bound(op, binder), op))
        return steps

    def _single_function(self) -> np.ufunc | None:
        """The numpy function that the whole block is, if it is one."""
        ops = list(self.block.ops)
        if len(ops) != 2 or len(self.block.args) != 2:
            return None
        same = tuple(ops[0].operands) in (
            tuple(self.block.args),
            tuple(reversed(self.block.args)),
        )
        returned = tuple(ops[1].operands) == tuple(ops[0].results)
        types = {value.type for value in (*self.block.args, *ops[0].results)}
        if not same or not returned or len(types) != 1 or any(map(quantized, types)):
            return None
        return UFUNCS.get(short_name(ops[0]))

    def body(self, frame: Frame) -> Body:
        """The region as a function, inside one activation."""
        return self._lifted(frame) if self.steps is not None else self._one_by_one(frame)

    def _lifted(self, frame: Frame) -> Body:
        def call(*args: Array) -> list[Array]:
            values = frame.values
            for argument, value in zip(self.block.args, args, strict=True):
                values[argument] = value
            for step, op in self.steps or ():
                outs = step(frame, [values[operand] for operand in op.operands])
                for result, value in zip(op.results, outs, strict=True):
                    values[result] = value
            return [values[result] for result in self._results()]

        return call

    def _one_by_one(self, frame: Frame) -> Body:
        def call(*args: Array) -> list[Array]:
            shape = np.broadcast_shapes(*(arg.shape for arg in args))
            wide = [np.broadcast_to(arg, shape) for arg in args]
            results = [np.empty(shape, dtype) for dtype in self.dtypes]
            for at in np.ndindex(shape):
                frame.run_block(self.block, [np.asarray(arg[at]) for arg in wide])
                for result, value in zip(results, self._results(), strict=True):
                    result[at] = frame.values[value]
            return list(results)

        return call
