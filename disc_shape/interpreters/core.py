"""The interpreter: blocks are bound once to Python functions, then run as often as needed.

An operation's *binder* reads its attributes and returns a *step*, which maps operand arrays to
result arrays. Binding each block once makes a loop of many iterations cost only its kernels.
Every result is compared with the sizes its type gives: a run in which they differ is not legal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.cf import BranchOp, ConditionalBranchOp, SwitchOp
from xdsl.dialects.func import FuncOp
from xdsl.dialects.memref import GlobalOp
from xdsl.dialects.tensor import CastOp
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue
from xdsl.traits import IsTerminator

from disc_shape.errors import OperationError
from disc_shape.interpreters.errors import IllegalInputsError
from disc_shape.interpreters.kernels.arrays import Array, DType, KernelError
from disc_shape.interpreters.memory import Allocation, Buffer, Memory
from disc_shape.interpreters.quantized import bound
from disc_shape.interpreters.values import dtype_of, sizes_of

Step: TypeAlias = Callable[["Frame", Sequence[Array]], Sequence[Array]]
Binder: TypeAlias = Callable[[Operation], Step]
Hook: TypeAlias = Callable[["Frame", Sequence[Array], Sequence[Array]], None]

BINDERS: dict[str, Binder] = {}
"""Operation name -> binder; the operations of `stablehlo` and `mhlo` are under `hlo.`.

`dialect.*` is the key for operations of a dialect without a binder of their own."""


def semantics(*names: str) -> Callable[[Binder], Binder]:
    """Register the binder of some operations."""

    def register(binder: Binder) -> Binder:
        for name in names:
            BINDERS[name] = binder
        return binder

    return register


def binder_of(op: Operation) -> Binder:
    """The binder of an operation, whatever HLO dialect it comes from."""
    name = op.name
    prefix, _, rest = name.partition(".")
    if prefix in ("stablehlo", "mhlo", "chlo"):
        found = BINDERS.get(name) or BINDERS.get(f"hlo.{rest}")
    else:
        found = BINDERS.get(name) or BINDERS.get(f"{prefix}.*")
    if found is None:
        raise OperationError(f"'{name}' has no numpy semantics", op)
    return lambda bound_op: bound(bound_op, found)


class Observer(Protocol):
    """Compares a run with the facts in the IR."""

    def enter(self, frame: Frame) -> None:
        """Called when a function begins, with its arguments in the frame."""

    def leave(self, frame: Frame, results: Sequence[Array]) -> None:
        """Called when a function returns."""

    def block_hook(self, block: Block) -> Hook | None:
        """What runs whenever a block begins."""
        ...

    def hook(self, op: Operation) -> Hook | None:
        """What runs after each evaluation of an operation."""
        ...


@dataclass
class Out:
    """One result of an operation, with the element type and sizes of its type."""

    value: SSAValue
    sizes: tuple[int, ...] | None
    dtype: DType | None

    def check(self, op: Operation, array: Array) -> None:
        """Raise unless `array` fits the type."""
        if self.dtype is not None and array.dtype != self.dtype:
            raise OperationError(
                f"'{op.name}' computed elements of {array.dtype}, its type has {self.dtype}", op
            )
        if self.sizes is None or array.shape == self.sizes:
            return
        if len(self.sizes) != len(array.shape):
            raise OperationError(
                f"rank of the result of '{op.name}' is {len(array.shape)}, its type has"
                f" {len(self.sizes)}",
                op,
            )
        for index, (size, found) in enumerate(zip(self.sizes, array.shape, strict=True)):
            if size not in (-1, found):
                argument = cast_argument(op)
                if argument:
                    message = f"dimension {index} of {argument} is {found}, '{op.name}' has {size}"
                    raise OperationError(message, op)
                raise OperationError(
                    f"dimension {index} of the result of '{op.name}' is {found}, its type has"
                    f" {size}",
                    op,
                )


def cast_argument(op: Operation) -> str:
    """The argument of a function that an operation only casts; empty for other operations."""
    if not isinstance(op, CastOp) or not isinstance(op.source, BlockArgument):
        return ""
    function = op.source.block.parent_op()
    if not isinstance(function, FuncOp) or op.source.block is not function.body.first_block:
        return ""
    return f"argument {op.source.index} of @{function.sym_name.data}"


def out_of(value: SSAValue) -> Out:
    """The type of a result, as a run checks it."""
    return Out(value, sizes_of(value.type), dtype_of(value.type))


@dataclass
class Planned:
    """One operation of a block, ready to run."""

    op: Operation
    step: Step
    operands: tuple[SSAValue, ...]
    results: tuple[Out, ...]
    hook: Hook | None


@dataclass
class Plan:
    """A block, ready to run."""

    steps: list[Planned]
    terminator: Operation | None
    hook: Hook | None


class Signature(NamedTuple):
    """What each call of a function reads."""

    name: str
    body: Region
    arguments: Sequence[Out]
    results: Sequence[tuple[int, ...] | None]
    """The sizes of results, where they are known."""

    @staticmethod
    def of(func: FuncOp, caller: Operation | None) -> Signature:
        """Read a function; OperationError for one that is only declared."""
        name, entry = func.sym_name.data, func.body.first_block
        if entry is None:
            raise OperationError(f"function @{name} has no body", caller or func)
        results = [sizes_of(kind) for kind in func.function_type.outputs.data]
        return Signature(name, func.body, [out_of(one) for one in entry.args], results)


@dataclass
class Interpreter:
    """Everything that lives as long as one module is run."""

    module: ModuleOp
    observer: Observer | None = None
    seed: int = 0
    progress: Callable[[int, float], None] | None = None
    plans: dict[Block, Plan] = field(default_factory=dict[Block, Plan])
    functions: dict[str, FuncOp] = field(default_factory=dict[str, FuncOp])
    globals: dict[str, GlobalOp] = field(default_factory=dict[str, GlobalOp])
    signatures: dict[FuncOp, Signature] = field(default_factory=dict[FuncOp, Signature])
    memory: Memory = field(default_factory=Memory)
    executed: int = 0
    executed_names: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        if not self.functions:
            for op in self.module.body.block.ops:
                if isinstance(op, FuncOp):
                    self.functions[op.sym_name.data] = op
                elif isinstance(op, GlobalOp):
                    self.globals[op.sym_name.data] = op
        self.started = self.reported = time.monotonic()

    @cached_property
    def random(self) -> np.random.Generator:
        """The source of random numbers."""
        return np.random.default_rng(self.seed)

    def again(self) -> Interpreter:
        """Another run of the module, which is not read again."""
        return Interpreter(
            self.module,
            self.observer,
            self.seed,
            plans=self.plans,
            functions=self.functions,
            globals=self.globals,
            signatures=self.signatures,
        )

    def function(self, name: str, user: Operation | None = None) -> FuncOp:
        """The function of a name; OperationError if there is none."""
        found = self.functions.get(name)
        if found is None:
            raise OperationError(f"there is no function @{name}", user)
        return found

    def call(
        self,
        func: FuncOp,
        args: Sequence[Array],
        caller: Operation | None = None,
        frame_of_caller: Frame | None = None,
    ) -> list[Array]:
        """Run a function: one activation."""
        signature = self.signatures.get(func)
        if signature is None:
            signature = self.signatures[func] = Signature.of(func, caller)
        name, body, outs, kinds = signature
        if len(outs) != len(args):
            raise OperationError(
                f"function @{name} has {len(outs)} arguments, {len(args)} are given", caller or func
            )
        for index, (out, arg) in enumerate(zip(outs, args, strict=True)):
            check_argument(out, arg, f"argument {index} of @{name}", caller or func)
        frame = Frame(self, func)
        if self.observer is not None:
            self.observer.enter(frame)
        _, results = frame.run_region(body, args)
        for index, (sizes, value) in enumerate(zip(kinds, results, strict=True)):
            if sizes is not None:
                check_sizes(sizes, value, f"result {index} of @{name}", func)
        if self.observer is not None:
            self.observer.leave(frame, results)
        transfer_ownership(frame, results, frame_of_caller)
        return results

    def plan(self, block: Block) -> Plan:
        """The plan of a block, made when it first runs."""
        found = self.plans.get(block)
        if found is None:
            found = self.plans[block] = self._plan(block)
        return found

    def _plan(self, block: Block) -> Plan:
        steps: list[Planned] = []
        terminator: Operation | None = None
        observer = self.observer
        for op in block.ops:
            if op is block.last_op and op.has_trait(IsTerminator):
                terminator = op
                break
            step = binder_of(op)(op)
            self.executed_names.add(op.name)
            results = tuple(out_of(result) for result in op.results)
            hook = None if observer is None else observer.hook(op)
            steps.append(Planned(op, step, tuple(op.operands), results, hook))
        return Plan(steps, terminator, None if observer is None else observer.block_hook(block))

    def tick(self) -> None:
        """Count an operation; report progress from time to time on a long run."""
        self.executed += 1
        if self.progress is not None and (now := time.monotonic()) - self.reported > 2:
            self.reported = now
            self.progress(self.executed, now - self.started)


def check_argument(out: Out, array: Array, what: str, op: Operation | None) -> None:
    """OperationError unless an array has the element type and sizes of an argument."""
    if out.dtype is not None and array.dtype != out.dtype:
        raise OperationError(f"{what} has elements of {array.dtype}, expected {out.dtype}", op)
    if out.sizes is not None:
        check_sizes(out.sizes, array, what, op)


def check_sizes(sizes: tuple[int, ...], array: Array, what: str, op: Operation | None) -> None:
    """Raise unless the array has these sizes, where they are known."""
    if len(sizes) != array.ndim:
        raise OperationError(f"rank of {what} is {array.ndim}, expected {len(sizes)}", op)
    for index, (size, found) in enumerate(zip(sizes, array.shape, strict=True)):
        if size not in (-1, found):
            raise OperationError(f"dimension {index} of {what} is {found}, expected {size}", op)


@dataclass
class Frame:
    """One activation of a function: its values, and the records of an observer."""

    interpreter: Interpreter
    function: FuncOp
    values: dict[SSAValue, Array] = field(default_factory=dict[SSAValue, Array])
    sizes: dict[str, int] = field(default_factory=dict[str, int])
    sources: dict[str, str] = field(default_factory=dict[str, str])
    allocations: list[Allocation] = field(default_factory=list[Allocation])
    allocated: int = 0
    """The bytes that it has allocated and not freed, where its function claims a peak."""
    peak: int = 0
    """The largest number of these at once."""
    loops: list[tuple[Array, ...]] = field(default_factory=list[tuple[Array, ...]])
    """The indices of each structured operation that is running, the innermost last."""

    def run_region(
        self, region: Region, args: Sequence[Array]
    ) -> tuple[Operation | None, list[Array]]:
        """Run blocks from the first one to a terminator that leaves the region."""
        block = region.first_block
        if block is None:
            return None, list(args)
        while True:
            terminator = self.run_block(block, args)
            if isinstance(terminator, BranchOp):
                block, args = terminator.successor, self.get(terminator.arguments)
            elif isinstance(terminator, ConditionalBranchOp):
                if bool(self.values[terminator.cond]):
                    block, args = terminator.then_block, self.get(terminator.then_arguments)
                else:
                    block, args = terminator.else_block, self.get(terminator.else_arguments)
            elif isinstance(terminator, SwitchOp):
                block, args = self._switch(terminator)
            else:
                return terminator, [] if terminator is None else self.get(terminator.operands)

    def _switch(self, op: SwitchOp) -> tuple[Block, list[Array]]:
        flag = int(self.values[op.flag])
        cases = [] if op.case_values is None else list(op.case_values.get_values())
        first = 0
        for index, count in enumerate(op.case_operand_segments.get_values()):
            if int(cases[index]) == flag:
                operands = op.case_operands[first : first + int(count)]
                return op.case_blocks[index], self.get(operands)
            first += int(count)
        return op.default_block, self.get(op.default_operands)

    def get(self, values: Sequence[SSAValue]) -> list[Array]:
        """The arrays of values."""
        return [self.values[value] for value in values]

    def run_block(self, block: Block, args: Sequence[Array]) -> Operation | None:
        """Run the operations of a block up to its terminator, and return that."""
        plan = self.interpreter.plan(block)
        values = self.values
        for argument, value in zip(block.args, args, strict=True):
            values[argument] = value
        if plan.hook is not None:
            plan.hook(self, args, ())
        op: Operation | None = None
        tick = self.interpreter.tick
        try:
            for planned in plan.steps:
                tick()
                op = planned.op
                ins = [values[operand] for operand in planned.operands]
                outs = planned.step(self, ins)
                for out, value in zip(planned.results, outs, strict=True):
                    out.check(op, value)
                    values[out.value] = value
                if planned.hook is not None:
                    planned.hook(self, ins, outs)
        except KernelError as error:
            name = op.name if op is not None else "?"
            raise IllegalInputsError(f"'{name}': {error}", op) from None
        return plan.terminator


def transfer_ownership(frame: Frame, results: Sequence[Array], caller: Frame | None) -> None:
    """The end of an activation: its stack is freed, and the caller owns its results."""
    for allocation in frame.allocations:
        if allocation.kind == "stack" and allocation.freed is None:
            allocation.freed = f"the end of @{frame.function.sym_name.data}"
    for result in results:
        if not isinstance(result, Buffer):
            continue
        allocation = result.allocation
        if allocation.owner is frame and caller is not None:
            allocation.owner = caller
            caller.allocations.append(allocation)
