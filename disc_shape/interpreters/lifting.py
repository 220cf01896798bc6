"""Regions of reductions, sorts and scatters as functions of whole arrays.

Such a region maps elements to elements. When it holds only elementwise operations it is run once
on whole arrays; otherwise once per element.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects import memref, tensor
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.interpreters.core import Frame, Step, binder_of
from disc_shape.interpreters.kernels.arrays import Array, Body
from disc_shape.interpreters.quantized import bound, quantized
from disc_shape.interpreters.semantics.elementwise import LIFTED, UFUNCS
from disc_shape.interpreters.values import dtype_of, sizes_of


def short_name(op: Operation) -> str:
    """The name without its dialect, of an HLO operation; empty for others."""
    prefix, _, rest = op.name.partition(".")
    return rest if prefix in ("stablehlo", "mhlo", "chlo") else ""


UNCHANGED = frozenset(("reshape", "broadcast_in_dim", "optimization_barrier"))
"""Operations that do not change elements, between tensors of rank 0."""


def _is_scalar(value: SSAValue) -> bool:
    return sizes_of(value.type) == ()


def _called(op: CallOp, around: frozenset[str]) -> LiftedRegion | None:
    """The function of a call as a region; None where it calls itself or has several blocks."""
    name, module = op.callee.string_value(), op.parent_op()
    while module is not None and not isinstance(module, ModuleOp):
        module = module.parent_op()
    for function in () if module is None else module.body.block.ops:
        if isinstance(function, FuncOp) and function.sym_name.data == name and name not in around:
            single = len(function.body.blocks) == 1
            return LiftedRegion(function.body.block, around | {name}) if single else None
    return None


class LiftedRegion:
    """A block that maps rank-0 tensors to rank-0 tensors; `around` are calls that it is part of."""

    def __init__(self, block: Block, around: frozenset[str] = frozenset()) -> None:
        self.block = block
        self.around = around
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
            step = self._lifted_step(op)
            if step is None:
                return None
            steps.append((step, op))
        return steps

    def _lifted_step(self, op: Operation) -> Step | None:
        """The step of an operation on whole arrays; None if it works on elements only."""
        name = short_name(op)
        if (binder := LIFTED.get(name)) is not None:
            return bound(op, binder)
        if isinstance(op, memref.LoadOp) and not op.indices:
            return binder_of(op)(op)
        if not all(map(_is_scalar, op.results)):
            return None
        if isinstance(op, tensor.FromElementsOp):
            return lambda _frame, ins: ins
        if not all(map(_is_scalar, op.operands)):
            return None
        if name in UNCHANGED:
            return lambda _frame, ins: ins
        inner = _called(op, self.around) if isinstance(op, CallOp) else None
        if inner is None or inner.steps is None:
            return None
        return lambda frame, ins: inner.body(frame)(*ins)

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
