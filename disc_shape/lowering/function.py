"""
One walk over a function that gives every tensor a buffer.

The blocks of the function stay; operations on tensors are replaced one by one, in an order in
which definitions come before uses, and erased at the end. The state beside the IR has four parts:
`places` (the buffer of each value), `sizes` (the sizes of buffers), `memory` (new buffers) and
`contents` (the scalars in small tensors).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.analysis.dominance import reverse_postorder
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.linalg_conversion.writer import Writer as ScalarWriter
from disc_shape.lowering.buffer_sizes import BufferSizes
from disc_shape.lowering.contents import Contents
from disc_shape.lowering.globals import Globals
from disc_shape.lowering.memory import Memory
from disc_shape.lowering.names import Names
from disc_shape.lowering.out_parameters import Plan
from disc_shape.lowering.out_symbols import OutSymbols
from disc_shape.lowering.places import Places
from disc_shape.lowering.storage import Place, Storage
from disc_shape.lowering.types import lowered
from disc_shape.lowering.writer import Writer

Exit = Callable[[], object]
"""Writes the replacement of a terminator."""

Visit: TypeAlias = "Callable[[Operation, FunctionLowering], None]"
"""Lowers one operation."""


@dataclass(frozen=True)
class ModuleState:
    """State that the functions of a module share."""

    constants: Globals
    symbols: OutSymbols
    plans: Mapping[str, Plan]
    """The results of each function that become out-parameters."""


class FunctionLowering:
    """The state of the walk over one function, which lowerings of operations read and change."""

    def __init__(self, module: ModuleState, body: Region, names: Names, visit: Visit):
        self.module = module
        self.visit = visit
        self.writer = Writer(body)
        self.places = Places(self.writer, names)
        self.sizes = BufferSizes(body, self.writer, self.places)
        self.memory = Memory(self.writer, self.places, self.sizes)
        self.contents = Contents(self.writer, self.places)
        self.scalars = ScalarWriter(body.blocks[0], InsertPoint.at_start(body.blocks[0]))
        """Writes arithmetic on scalars."""
        self.outs: dict[int, SSAValue] = {}
        """The out-parameters, by the position of the result."""
        self.exits: dict[Operation, Exit] = {}
        """How to replace the terminators of the regions that are being lowered."""
        self._arguments: dict[Block, tuple[BlockArgument, ...]] = {}
        self._dead: list[Operation] = []
        self._replaced: list[BlockArgument] = []
        self._scalar_arguments: dict[BlockArgument, BlockArgument] = {}
        """The scalars that blocks take instead of tensors."""

    def lower_region(self, region: Region, *, borrowed: bool = False) -> None:
        """
        Lower every operation of a region. Blocks own their arguments, except that those of the
        first block may be borrowed. Arguments that have a place keep it.
        """
        blocks = reachable(region)
        for block in blocks:
            self._arguments[block] = tuple(block.args)
            self.places.number(block)
        for block in blocks:
            for argument in self._arguments[block]:
                if (scalar := self._scalar_arguments.pop(argument, None)) is not None:
                    first = block.first_op
                    assert first is not None
                    with self.writer.before(first):
                        self.contents.define(argument, [scalar])
                    continue
                if as_tensor(argument.type) is None or self.places.has(argument):
                    lowered(argument.type, block.parent_op())
                    continue
                new = self._replace_argument(argument)
                if borrowed and block is blocks[0]:
                    self.places.borrow(argument, new)
                else:
                    self.places.bind(argument, Place(new, Storage(new, block)))
        for block in blocks:
            for op in list(block.ops):
                self.visit(op, self)
                self.sizes.mark_lowered(op)

    def arguments(self, block: Block) -> tuple[BlockArgument, ...]:
        """The arguments that a block had before it was lowered."""
        return self._arguments.get(block, tuple(block.args))

    def leave(self, op: Operation) -> None:
        """Erase an operation at the end, which is replaced now."""
        self._dead.append(op)

    def finish(self) -> None:
        """Erase the operations and block arguments that have been replaced."""
        for op in reversed(self._dead):
            if (block := op.parent) is not None:
                block.erase_op(op)
        for argument in self._replaced:
            argument.block.erase_arg(argument)
        self.contents.drop_unread()

    def _replace_argument(self, argument: BlockArgument) -> BlockArgument:
        """A buffer argument that replaces one that is a tensor."""
        type_ = lowered(argument.type, self.writer.at)
        new = argument.block.insert_arg(type_, argument.index + 1, argument.location)
        new.name_hint = argument.name_hint
        self._replaced.append(argument)
        return new

    def pass_scalar(self, argument: BlockArgument) -> BlockArgument:
        """Let a block that is not lowered yet take the number in a tensor of rank 0 instead."""
        type_ = as_tensor(argument.type)
        assert type_ is not None
        new = argument.block.insert_arg(type_.element_type, argument.index + 1, argument.location)
        new.name_hint = argument.name_hint
        self._replaced.append(argument)
        self._scalar_arguments[argument] = new
        return new

    def drop_later(self, argument: BlockArgument) -> None:
        """Erase a block argument when all operations are lowered."""
        self._replaced.append(argument)

    def drop_argument(self, argument: BlockArgument, outer: SSAValue) -> None:
        """Replace a block argument by a value from outside of its region."""
        self.alias(argument, outer)
        self._replaced.append(argument)

    def alias(self, value: SSAValue, other: SSAValue) -> None:
        """Let a value have the place and the contents of another one."""
        self.places.bind(value, self.places.of(other))
        self.contents.share(value, other)


def reachable(region: Region) -> list[Block]:
    """The blocks of a region, each after those that dominate it; unreachable blocks are erased."""
    first = region.first_block
    if first is None or first is region.last_block:
        return [] if first is None else [first]
    order = reverse_postorder(region)
    alive = set(order)
    dead = [block for block in region.blocks if block not in alive]
    for block in dead:
        for op in block.ops:
            op.drop_all_references()
    for block in dead:
        region.erase_block(block, safe_erase=False)
    return order
