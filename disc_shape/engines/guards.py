"""
The guards of a program that depend on sizes of arguments alone, run before the engine runs.

Engines drop guards, or lose the values in their messages. The checks of the program itself run here
on the sizes of each call, once for each list of sizes.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

import numpy as np
from xdsl.dialects.builtin import MemRefType, ModuleOp, UnrankedMemRefType
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue

from disc_shape.analysis.call_graph import entry_function
from disc_shape.cards import card_of
from disc_shape.dialects.shape import AssumingOp
from disc_shape.engines.signature import Shapes, Signature
from disc_shape.errors import OperationError
from disc_shape.exporting.export import export_stablehlo
from disc_shape.exporting.shapes import join_region
from disc_shape.interpreters import run
from disc_shape.interpreters.errors import GuardError, IllegalInputsError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.legal_sizes import dependencies
from disc_shape.relations.guards import is_guard
from disc_shape.traversal import post_order, pre_order

KNOWN_SIZES = 4096
"""So many lists of sizes are remembered as legal."""


class SizeGuards:
    """The guards of one program that depend on sizes alone, and on arguments that are `known`."""

    def __init__(
        self, program: ModuleOp, signature: Signature, *, known: Collection[int] = ()
    ) -> None:
        module = program.clone()
        for op in list(post_order(module)):
            if isinstance(op, AssumingOp):
                join_region(op)
        function = entry_function(module)
        block = function.body.blocks[0]
        guards = [op for op in block.ops if is_guard(op)]
        readable = {block.args[place] for place in known}
        chosen = [op for op in guards if depends_on_sizes(op, block, readable)]
        self.module = exported(slice_of(block, chosen))
        self.count = len(chosen)
        self.others = sum(is_guard(op) for op in module.walk()) - len(chosen)
        """How many guards are left to the engine."""
        self.signature = signature
        self._legal: OrderedDict[Shapes, None] = OrderedDict()

    def check(self, shapes: Shapes, known: Mapping[int, Array] | None = None) -> None:
        """
        `GuardError`, with the message of the program, for sizes that it refuses; `known` has the
        arguments that are known.
        """
        if shapes in self._legal and not known:
            self._legal.move_to_end(shapes)
            return
        # A promise says more than the witness of an operation that relies on it.
        self.signature.check_promises(shapes)
        if self.count:
            arrays = arrays_of(self.signature, shapes)
            for place, array in (known or {}).items():
                arrays[place] = array
            try:
                run(self.module, *arrays)
            except IllegalInputsError as error:
                raise GuardError(str(error), error.operation) from error
        self.signature.check(shapes)
        self._legal[shapes] = None
        if len(self._legal) > KNOWN_SIZES:
            self._legal.popitem(last=False)


class RegionGuards:
    """The guards of one program in regions that may not run, as `SizeGuards` has the others."""

    def __init__(
        self, program: ModuleOp, signature: Signature, *, known: Collection[int] = ()
    ) -> None:
        self.signature = signature
        function = entry_function(program)
        block = function.body.blocks[0]
        readable = {block.args[place] for place in known}
        self.guards = [
            (op, slice_of(block, [op]))
            for op in pre_order(function)
            if is_guard(op) and op.parent is not block and depends_on_sizes(op, block, readable)
        ]

    def failures(
        self, shapes: Shapes, known: Mapping[int, Array] | None = None
    ) -> Iterator[tuple[Operation, GuardError]]:
        """The guards that fail for the sizes of a call, if they run."""
        arrays = arrays_of(self.signature, shapes)
        for place, array in (known or {}).items():
            arrays[place] = array
        for op, module in self.guards:
            try:
                run(module, *arrays)
            except (GuardError, IllegalInputsError) as error:
                yield op, GuardError(str(error), error.operation)


def with_numbers(error: GuardError, guards: SizeGuards, arrays: Sequence[Array]) -> GuardError:
    """
    The error of a failed check with the numbers that the program's message shows, which an engine
    has dropped; the same error where it is no check of these guards, which know all arguments.
    """
    pattern = re.sub(r"\\\{\d+\\\}", ".*", re.escape(str(error)))
    try:
        guards.check(tuple(array.shape for array in arrays), dict(enumerate(arrays)))
    except GuardError as found:
        if re.fullmatch(f"{pattern}(, found .*)?", str(found), re.DOTALL):
            return found
    except OperationError:
        return error
    return error


def arrays_of(signature: Signature, shapes: Shapes) -> list[Array]:
    """Arrays of some sizes, of whose elements nothing is asked."""
    return [
        np.broadcast_to(np.zeros((), spec.dtype), shape)
        for spec, shape in zip(signature.arguments, shapes, strict=True)
    ]


def exported(guards: ModuleOp) -> ModuleOp:
    """Guards in the form that shows sizes in messages, where they have it."""
    module = guards.clone()
    try:
        export_stablehlo(module, "stablehlo")
    except OperationError:
        return guards
    return module


def depends_on_sizes(guard: Operation, entry: Block, readable: AbstractSet[SSAValue]) -> bool:
    """
    Whether what a guard checks is computed from sizes of arguments, constants and readable
    arguments alone.
    """
    for op in dependencies(guard):
        if not card_of(op).reads_sizes and any(map(is_buffer, op.operands)):
            return False  # Stores decide what is read.
        reads_data = any(
            isinstance(one, BlockArgument) and one not in readable for one in op.operands
        )
        if op.regions or isinstance(op, CallOp) or (reads_data and not reads_size(op, entry)):
            return False
    return True


def is_buffer(value: SSAValue) -> bool:
    """Whether a value is memory."""
    return isinstance(value.type, MemRefType | UnrankedMemRefType)


def reads_size(op: Operation, entry: Block) -> bool:
    """Whether an operation reads a size, not elements, of an argument."""
    return card_of(op).reads_sizes and op.operands[0].owner is entry


def slice_of(
    block: Block, roots: Sequence[Operation], returned: Sequence[SSAValue] = ()
) -> ModuleOp:
    """
    A module with operations and what they depend on, of a function with this entry block, which
    returns some of their results.
    """
    wanted: set[Operation] = set()
    for root in roots:
        wanted |= dependencies(root)
    entry = Block(arg_types=[argument.type for argument in block.args])
    copied: dict[SSAValue, SSAValue] = dict(zip(block.args, entry.args, strict=True))
    function = block.parent_op()
    assert function is not None
    entry.add_ops([op.clone(copied) for op in pre_order(function) if op in wanted])
    entry.add_op(ReturnOp(*(copied[value] for value in returned)))
    types = [argument.type for argument in entry.args]
    outputs = [value.type for value in returned]
    return ModuleOp([FuncOp("main", (types, outputs), Region(entry))])
