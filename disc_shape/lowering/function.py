"""
One walk over a function that gives every tensor a buffer.

The blocks of the function stay; operations on tensors are replaced one by one, in an order in
which definitions come before uses, and erased at the end. Where a value lives, and what its sizes
are, is kept in tables beside the IR.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    IndexType,
    IntegerAttr,
    TensorType,
    TupleType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, Region, SSAValue

from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.disc_shape.encoding import DIMS, Symbols, symbol_list, value_symbols
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.shape.types import ShapeType, SizeType, ValueShapeType, WitnessType
from disc_shape.errors import OperationError
from disc_shape.lowering.globals import Globals
from disc_shape.lowering.registry import lowering_of
from disc_shape.lowering.storage import NEVER, Place, Storage
from disc_shape.lowering.types import (
    Buffer,
    Size,
    as_buffer,
    buffer_of,
    buffer_type,
    lowered,
    with_shape,
)

OpT = TypeVar("OpT", bound=Operation)

Exit = Callable[[], object]
"""Writes what stands for a terminator."""

HIGH = (
    TensorType,
    UnrankedTensorType,
    TupleType,
    ShapeType,
    SizeType,
    ValueShapeType,
    WitnessType,
)
"""Types that do not occur at buffer level."""

INDEX = IndexType()


def is_high_type(type_: Attribute) -> bool:
    """Whether a type does not occur at buffer level."""
    return isinstance(type_, HIGH)


def is_high(value: SSAValue) -> bool:
    """Whether a value has a type that does not occur at buffer level."""
    return isinstance(value.type, HIGH)


class FunctionLowering:
    """The state of the walk over one function, and the hands of the lowerings."""

    def __init__(self, constants: Globals, body: Region):
        self.constants = constants
        self.body = body
        self.at: Operation | None = None
        """The operation that is being lowered; new operations stand in front of it."""
        self.elements: dict[SSAValue, tuple[SSAValue, ...]] = {}
        """The scalars that make up some small tensors and shapes, in row-major order."""
        self.integers: dict[SSAValue, tuple[int, ...]] = {}
        """The numbers in some small constants."""
        self.tuples: dict[SSAValue, tuple[SSAValue, ...]] = {}
        """The members of tuples."""
        self.exits: dict[Operation, Exit] = {}
        """What becomes of the terminators of the regions that are being lowered."""
        self._places: dict[SSAValue, Place] = {}
        self._arguments: dict[Block, tuple[BlockArgument, ...]] = {}
        self._position: dict[Operation, int] = {}
        self._ties: dict[SSAValue, TieShapeOp] = {}
        self._done: set[Operation] = set()
        self._dead: list[Operation] = []
        self._replaced: list[BlockArgument] = []
        self._filled: list[tuple[memref.AllocOp, list[memref.StoreOp]]] = []
        self._indices: dict[int, SSAValue] = {}
        self._last_at_top: Operation | None = None
        self._hoist_indices()
        for op in body.walk():
            if isinstance(op, TieShapeOp):
                self._ties.setdefault(op.value, op)
                self._ties.setdefault(op.result, op)

    # the walk

    def lower_region(self, region: Region, *, borrowed: bool = False) -> None:
        """
        Lower every operation of a region. The arguments of its blocks are owned by the blocks,
        except that those of the first one may be borrowed. Arguments that have a place keep it.
        """
        blocks = reachable(region)
        for block in blocks:
            self._arguments[block] = tuple(block.args)
            self._position.update((op, number) for number, op in enumerate(block.ops))
        for block in blocks:
            for argument in self._arguments[block]:
                if as_tensor(argument.type) is None or argument in self._places:
                    continue
                new = self._replace_argument(argument)
                if borrowed and block is blocks[0]:
                    self.borrow(argument, new)
                else:
                    self.bind(argument, Place(new, Storage(new, block)))
        for block in blocks:
            for op in list(block.ops):
                self._visit(op)
                self._done.add(op)

    def arguments(self, block: Block) -> tuple[BlockArgument, ...]:
        """The arguments that a block had before it was lowered."""
        return self._arguments.get(block, tuple(block.args))

    def _visit(self, op: Operation) -> None:
        high = any(map(is_high, op.operands)) or any(map(is_high, op.results))
        if not high and not op.regions and op not in self.exits:
            return
        lowering = lowering_of(op)
        if lowering is not None:
            outer, self.at = self.at, op
            lowering(op, self)
            self.at = outer
            self._dead.append(op)
        elif high or any(is_high(value) for inner in op.walk() for value in inner.results):
            raise no_form(op)

    def finish(self) -> None:
        """Erase what has been replaced."""
        for op in reversed(self._dead):
            if (block := op.parent) is not None:
                block.erase_op(op)
        for argument in self._replaced:
            argument.block.erase_arg(argument)
        for alloc, stores in self._filled:
            if sum(1 for _ in alloc.memref.uses) == len(stores):
                for op in (*stores, alloc):
                    op.detach()
                    op.erase()

    # writing operations

    def emit(self, op: OpT) -> OpT:
        """Put an operation in front of the one that is being lowered."""
        at = self._here
        self.block.insert_ops_before([op], at)
        return op

    def index(self, value: int) -> SSAValue:
        """A constant of type `index`, made once at the top of the function."""
        found = self._indices.get(value)
        if found is None:
            attr = IntegerAttr(value, INDEX)
            op = arith.ConstantOp.create(result_types=[INDEX], properties={"value": attr})
            self._at_top(op)
            found = self._indices[value] = op.result
            found.name_hint = f"c{value}" if value >= 0 else f"cm{-value}"
        return found

    def _at_top(self, op: Operation) -> None:
        """Put an operation behind the others that stand at the top of the function."""
        block = self.body.blocks[0]
        if self._last_at_top is not None:
            block.insert_ops_after([op], self._last_at_top)
        elif block.first_op is not None:
            block.insert_ops_before([op], block.first_op)
        self._last_at_top = op

    def _hoist_indices(self) -> None:
        """Let the constants of type `index` that the function has stand at its top."""
        for op in list(self.body.blocks[0].ops):
            if (number := constant_of(op.results[0]) if op.results else None) is None:
                continue
            if isinstance(op.results[0].type, IndexType) and number not in self._indices:
                op.detach()
                self._at_top(op)
                self._indices[number] = op.results[0]

    def as_value(self, size: Size) -> SSAValue:
        """A size as a value."""
        return self.index(size) if isinstance(size, int) else size

    # where values live

    def place(self, value: SSAValue) -> Place:
        """Where a value lives."""
        found = self._places.get(value)
        if found is None:
            raise OperationError(f"a value of type {value.type} has no buffer", self.at)
        return found

    def has_place(self, value: SSAValue) -> bool:
        """Whether a value has been given a buffer."""
        return value in self._places

    def buffer(self, value: SSAValue) -> SSAValue:
        """The buffer of a tensor; any other value as it is."""
        return self.place(value).memref if as_tensor(value.type) is not None else value

    def bind(self, value: SSAValue, place: Place) -> None:
        """Say where a value lives."""
        self._places[value] = place
        storage = place.storage
        if place.memref.name_hint is None:
            place.memref.name_hint = value.name_hint
        if storage.owner is not None:
            last = self._last_use(value, storage.owner)
            storage.last_use = max(storage.last_use, last)

    def alias(self, value: SSAValue, other: SSAValue) -> None:
        """Let a value be the very same as another one."""
        self.bind(value, self.place(other))
        self.share_elements(value, other)

    def own(self, value: SSAValue, buffer: SSAValue) -> None:
        """Let a value live in a buffer of its own, owned by the current block."""
        self.bind(value, Place(buffer, Storage(buffer, self.block)))

    def receive(self, value: SSAValue, buffer: SSAValue) -> None:
        """Let a value live in a buffer that was handed to the current block."""
        if as_tensor(value.type) is None:
            value.replace_all_uses_with(buffer)
            return
        type_ = lowered(value.type, self.at)
        if buffer.type == type_:
            self.own(value, buffer)
            return
        place = Place(buffer, Storage(buffer, self.block))
        self.view(value, place, memref.CastOp.get(buffer, as_known_buffer(type_)))

    def borrow(self, value: SSAValue, buffer: SSAValue) -> None:
        """Let a value live in a buffer that is not ours to write or free."""
        self.bind(value, Place(buffer, Storage(buffer)))

    def view(self, value: SSAValue, of: Place, op: Operation, *, whole: bool = False) -> None:
        """Let a value be read through a view, which names the sizes of what it shows."""
        label(op, value)
        self.emit(op)
        self.bind(value, Place(op.results[0], of.storage, whole and of.whole))

    @property
    def block(self) -> Block:
        """The block that is being lowered."""
        block = self._here.parent
        assert block is not None
        return block

    def position(self, op: Operation) -> int:
        """Where an operation stands in its block."""
        return self._position[op]

    def _last_use(self, value: SSAValue, block: Block) -> int:
        last = -1
        for use in value.uses:
            user: Operation | None = use.operation
            while user is not None and user.parent is not block:
                user = user.parent_op()
            if user is None:
                return NEVER
            last = max(last, self._position.get(user, -1))
        return last

    # sizes

    def known_sizes(self, value: SSAValue) -> list[Size] | None:
        """
        The sizes of a tensor from its type and its `tie_shape`; None when one of them is not
        available in front of the current operation.
        """
        type_ = as_tensor(value.type)
        assert type_ is not None
        shape = type_.get_shape()
        tie = self._ties.get(value)
        sizes: list[Size] = []
        for axis, size in enumerate(shape):
            if size >= 0:
                sizes.append(size)
            elif tie is not None and self._is_available(tie.dims[axis]):
                sizes.append(tie.dims[axis])
            else:
                return None
        return sizes

    def _is_available(self, value: SSAValue) -> bool:
        owner = value.owner
        return isinstance(owner, Block) or owner in self._done or owner not in self._position

    def sizes(self, value: SSAValue) -> list[Size]:
        """The sizes of a tensor that has a buffer."""
        known = self.known_sizes(value)
        if known is not None:
            return known
        buffer = self.buffer(value)
        return [
            size if size >= 0 else self.dim(buffer, axis)
            for axis, size in enumerate(buffer_of(buffer).get_shape())
        ]

    def dim(self, buffer: SSAValue, axis: int | SSAValue) -> SSAValue:
        """The size of one dimension of a buffer, read from the buffer."""
        index = self.index(axis) if isinstance(axis, int) else axis
        return self.emit(
            memref.DimOp.create(operands=[buffer, index], result_types=[INDEX])
        ).results[0]

    # memory

    def alloc(self, type_: Buffer, sizes: Sequence[Size], symbols: Symbols | None) -> SSAValue:
        """New memory for the sizes of a type; `sizes` lists the static ones too."""
        dynamic = [
            self.as_value(size)
            for size, static in zip(sizes, type_.get_shape(), strict=True)
            if static < 0
        ]
        op = memref.AllocOp(dynamic, (), type_)
        set_symbols(op, type_, symbols)
        return self.emit(op).memref

    def copied(self, value: SSAValue, type_: Buffer) -> SSAValue:
        """
        A new row-major buffer of this type that holds what a value holds:

            %copy = memref.alloc(%d0) : memref<?xf32>
            memref.copy %0, %copy : memref<?xf32, strided<[2]>> to memref<?xf32>
        """
        source = self.buffer(value)
        target = self.alloc(type_, self.sizes(value), value_symbols(value))
        shown = with_shape(buffer_of(source), type_.get_shape())
        if shown != source.type:
            source = self.emit(memref.CastOp.get(source, shown)).dest
        self.emit(memref.CopyOp(source, target))
        return target

    def row_major(self, value: SSAValue) -> SSAValue:
        """The buffer of a value, copied if it is no row-major one."""
        type_ = lowered(value.type, self._here)
        buffer = self.buffer(value)
        if buffer.type == type_:
            return buffer
        return self.copied(value, as_known_buffer(type_))

    def handed_on(self, values: Iterable[SSAValue], types: Iterable[Attribute]) -> list[SSAValue]:
        """
        The operands of an operation that takes over what it is given: each an own buffer of its
        own, with the buffer of the type wanted. What we may not give away, or give twice, or what
        is read afterwards, is copied.
        """
        given: set[Storage] = set()
        return [
            self._handed_on(value, wanted, given)
            for value, wanted in zip(values, types, strict=True)
        ]

    def _handed_on(self, value: SSAValue, wanted: Attribute, given: set[Storage]) -> SSAValue:
        tensor = as_tensor(wanted)
        if as_tensor(value.type) is None or tensor is None:
            return value
        type_ = buffer_type(tensor)
        place = self.place(value)
        storage = place.storage
        if (
            place.whole
            and storage not in given
            and storage.memref.type == type_
            and self.is_last_use(storage)
            and not self._is_read_inside(storage)
        ):
            given.add(storage)
            return storage.memref
        return self.copied(value, type_)

    def is_last_use(self, storage: Storage) -> bool:
        """Whether the current operation owns a storage and nothing behind it uses the storage."""
        op = self._here
        return storage.owner is op.parent and storage.last_use <= self._position[op]

    def _is_read_inside(self, storage: Storage) -> bool:
        """Whether the regions of the current operation read a storage."""
        op = self._here
        return any(
            (place := self._places.get(operand)) is not None and place.storage is storage
            for region in op.regions
            for inner in region.walk()
            for operand in inner.operands
        )

    @property
    def _here(self) -> Operation:
        assert self.at is not None
        return self.at

    # small tensors of integers

    def define_elements(self, value: SSAValue, scalars: Sequence[SSAValue]) -> None:
        """
        Let a small tensor consist of scalars; they go into a buffer in case somebody reads one:

            %0 = tensor.from_elements %a, %b : tensor<2xindex>
        =>
            %0 = memref.alloc() : memref<2xindex>
            memref.store %a, %0[%c0] : memref<2xindex>
            memref.store %b, %0[%c1] : memref<2xindex>
        """
        type_ = as_tensor(value.type)
        assert type_ is not None
        self.elements[value] = tuple(scalars)
        shape = [size if size >= 0 else len(scalars) for size in type_.get_shape()]
        static = buffer_type(TensorType(type_.element_type, shape))
        alloc = self.emit(memref.AllocOp((), (), static))
        stores = [
            self.emit(memref.StoreOp.get(scalar, alloc.memref, indices))
            for scalar, indices in zip(scalars, self._all_indices(shape), strict=True)
        ]
        self._filled.append((alloc, stores))
        if static == buffer_type(type_):
            self.own(value, alloc.memref)
        else:
            whole = Place(alloc.memref, Storage(alloc.memref, self.block))
            self.view(value, whole, memref.CastOp.get(alloc.memref, buffer_type(type_)))

    def _all_indices(self, shape: Sequence[int]) -> Iterator[list[SSAValue]]:
        count = 1
        for size in shape:
            count *= size
        numbers: dict[int, SSAValue] = {}
        for flat in range(count):
            indices: list[int] = []
            for size in reversed(shape):
                indices.append(flat % size)
                flat //= size
            for index in indices:
                if index not in numbers:
                    numbers[index] = self.index(index)
            yield [numbers[index] for index in reversed(indices)]

    def scalars(self, value: SSAValue) -> tuple[SSAValue, ...]:
        """The scalars that make up a small tensor of known size, read from it if need be."""
        found = self.elements.get(value)
        if found is None:
            type_ = as_tensor(value.type)
            if type_ is None or not type_.has_static_shape():
                raise OperationError(f"number of elements of {value.type} is unknown", self.at)
            buffer = self.buffer(value)
            found = tuple(
                self.emit(memref.LoadOp.get(buffer, indices)).res
                for indices in self._all_indices(type_.get_shape())
            )
        return found

    def numbers(self, value: SSAValue) -> tuple[Size, ...]:
        """The integers in a small tensor, as numbers where they are constants."""
        found = self.integers.get(value)
        if found is not None:
            return found
        scalars = self.scalars(value)
        return tuple(
            scalar if (number := constant_of(scalar)) is None else number for scalar in scalars
        )

    def share_elements(self, value: SSAValue, other: SSAValue) -> None:
        """Let a value hold what another one is known to hold."""
        if other in self.elements:
            self.elements[value] = self.elements[other]
        if other in self.integers:
            self.integers[value] = self.integers[other]

    def scalar(self, value: SSAValue) -> SSAValue:
        """The number in a tensor of rank 0."""
        return self.scalars(value)[0]

    # block arguments

    def _replace_argument(self, argument: BlockArgument) -> BlockArgument:
        """A buffer argument in the place of one that is a tensor."""
        type_ = lowered(argument.type, self._here if self.at is not None else None)
        new = argument.block.insert_arg(type_, argument.index + 1)
        new.name_hint = argument.name_hint
        self._replaced.append(argument)
        return new

    def drop_argument(self, argument: BlockArgument, outer: SSAValue) -> None:
        """Let a value from outside stand for a block argument, which goes away."""
        self.alias(argument, outer)
        self._replaced.append(argument)


def constant_of(value: SSAValue) -> int | None:
    """The number that an integer is, if it is a constant."""
    op = value.op if isinstance(value, OpResult) else None
    if isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
        return int_of(op.value)
    return None


def no_form(op: Operation) -> OperationError:
    """The error for an operation that has no form on buffers."""
    if op.name.startswith("chlo."):
        return OperationError(
            f"'{op.name}' has no form on buffers, run chlo-legalize-to-stablehlo first", op
        )
    return OperationError(f"'{op.name}' has no form on buffers", op)


def as_known_buffer(type_: Attribute) -> Buffer:
    """A type that is known to be a buffer's."""
    found = as_buffer(type_)
    assert found is not None
    return found


def label(op: Operation, value: SSAValue) -> None:
    """Write the symbols of a tensor on the operation that makes its buffer."""
    set_symbols(op, buffer_of(op.results[0]), value_symbols(value))


def set_symbols(op: Operation, type_: Buffer, symbols: Symbols | None) -> None:
    """Write symbols on an operation that makes a buffer, if it has a dynamic size."""
    if symbols is not None and not type_.has_static_shape() and any(symbols):
        op.attributes[DIMS] = symbol_list(symbols)


def reachable(region: Region) -> list[Block]:
    """
    The blocks of a region in an order in which those that dominate come first; blocks that cannot
    run are erased.
    """
    first = region.first_block
    if first is None or first is region.last_block:
        return [] if first is None else [first]
    order: list[Block] = []
    seen = {first}
    stack = [(first, iter(first.last_op.successors if first.last_op else ()))]
    while stack:
        block, successors = stack[-1]
        for successor in successors:
            if successor not in seen:
                seen.add(successor)
                last = successor.last_op
                stack.append((successor, iter(last.successors if last else ())))
                break
        else:
            order.append(block)
            stack.pop()
    dead = [block for block in region.blocks if block not in seen]
    for block in dead:
        for op in block.ops:
            op.drop_all_references()
    for block in dead:
        region.erase_block(block, safe_erase=False)
    return order[::-1]
