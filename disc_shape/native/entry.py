"""
The functions that are called from outside, and the state of a call: an array of words.

`run` calls the program, `sizes` computes the sizes of its out-parameters from those of its
arguments. Both read the addresses and sizes of arrays in the state.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from xdsl.dialects import arith, cf, llvm, memref
from xdsl.dialects.builtin import i64
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.lowering.out_parameters import ARITHMETIC, OUT
from disc_shape.native.call_state import ARENA_BYTES, FIRST, OK, RUN, SIZES
from disc_shape.native.control import convert_call
from disc_shape.native.emitter import POINTER, Number, Unsupported
from disc_shape.native.memrefs import (
    contiguous,
    is_contiguous,
    kind_of,
    load_scalar,
    store_scalar,
)
from disc_shape.native.routine import Routine, Tables

COMPUTING = (
    *ARITHMETIC,
    arith.AndIOp,
    arith.ConstantOp,
    arith.DivUIOp,
    arith.ExtSIOp,
    arith.IndexCastOp,
    arith.OrIOp,
    arith.TruncIOp,
    arith.XOrIOp,
    memref.DimOp,
)
"""Operations that may compute the size of an out-parameter."""


@dataclass(frozen=True)
class Slot:
    """An array in the state: the word of its address, which its sizes follow."""

    word: int
    type: Attribute
    rank: int
    out: int | None = None
    """The number of the result that it is, for an out-parameter."""

    @staticmethod
    def of(word: int, type_: Attribute, out: int | None = None) -> Slot:
        """The slot of a value of a type."""
        kind = kind_of(type_)
        return Slot(word, type_, 0 if kind is None else kind.get_num_dims(), out)

    @property
    def end(self) -> int:
        """The word after it."""
        return self.word + 1 + self.rank


@dataclass(frozen=True)
class Layout:
    """What the words of a state are."""

    globals: tuple[str, ...]
    """The constants, from the first word on."""
    arguments: tuple[Slot, ...]
    """The arguments and out-parameters, in order."""
    results: tuple[Slot, ...]
    """What is returned."""

    @property
    def words(self) -> int:
        """The size of a state."""
        last = [slot.end for slot in (*self.arguments, *self.results)]
        return max([FIRST + len(self.globals), *last])


def layout_of(main: FuncOp, constants: Sequence[str]) -> Layout:
    """The layout for a program."""
    place = FIRST + len(constants)
    arguments: list[Slot] = []
    attributes = [] if main.arg_attrs is None else list(main.arg_attrs)
    for index, type_ in enumerate(main.function_type.inputs):
        out = attributes[index].data.get(OUT) if attributes else None
        slot = Slot.of(place, type_, None if out is None else int_of(out))
        arguments.append(slot)
        place = slot.end
    results: list[Slot] = []
    for type_ in main.function_type.outputs:
        slot = Slot.of(place, type_)
        results.append(slot)
        place = slot.end
    return Layout(tuple(constants), tuple(arguments), tuple(results))


def started(tables: Tables) -> Routine:
    """A function that takes the state."""
    routine = Routine(tables)
    routine.context = routine.emitter.entry.insert_arg(POINTER, 0)
    return routine


def bind_argument(routine: Routine, value: SSAValue, slot: Slot) -> None:
    """Read an argument from the state."""
    emitter, kind = routine.emitter, kind_of(value.type)
    pointer = emitter.load(routine.state(slot.word), POINTER)
    if kind is None:
        routine.bind(value, load_scalar(emitter, pointer, value.type))
        return
    if not is_contiguous(kind):
        raise Unsupported(f"an argument of type {kind} has no form as machine code")
    sizes = [
        emitter.load(routine.state(slot.word + 1 + axis), i64) if size < 0 else size
        for axis, size in enumerate(kind.get_shape())
    ]
    routine.bind(value, contiguous(emitter, pointer, sizes, kind.element_type))


def run_function(main: FuncOp, layout: Layout, tables: Tables) -> llvm.FuncOp:
    """The function that runs the program; its status."""
    routine, _emitter = (one := started(tables)), one.emitter
    block = Block(arg_types=main.function_type.inputs.data)
    for value, slot in zip(block.args, layout.arguments, strict=True):
        bind_argument(routine, value, slot)
    call = CallOp(main.sym_name.data, list(block.args), main.function_type.outputs.data)
    convert_call(call, routine)
    for value, slot in zip(call.results, layout.results, strict=True):
        write_result(routine, value, slot)
    routine.leave(OK)
    call.drop_all_references()
    return exported(routine, RUN, i64)


def write_result(routine: Routine, value: SSAValue, slot: Slot) -> None:
    """Leave the address and the sizes of a result in the state, or a scalar itself."""
    emitter, kind = routine.emitter, kind_of(value.type)
    if kind is None:
        store_scalar(emitter, routine.scalar(value), routine.state(slot.word), value.type)
        return
    if not is_contiguous(kind):
        raise Unsupported(f"a result of type {kind} has no form as machine code")
    buffer = routine.memref(value)
    emitter.store(buffer.start(emitter), routine.state(slot.word))
    for axis, size in enumerate(buffer.sizes):
        emitter.store(emitter.number(size), routine.state(slot.word + 1 + axis))


def exported(routine: Routine, name: str, returned: Attribute) -> llvm.FuncOp:
    """A function that takes the state and is called from outside."""
    function = routine.finish(name, [POINTER], returned)
    function.properties["linkage"] = llvm.LinkageAttr("external")
    return function


def sizes_function(main: FuncOp, layout: Layout, tables: Tables) -> llvm.FuncOp:
    """
    The function that leaves the sizes of out-parameters in the state, once the checks of sizes have
    passed.
    """
    routine, emitter = (one := started(tables)), one.emitter
    block = main.body.blocks[0]
    wanted = wanted_sizes(block, layout)
    for value, slot in zip(block.args, layout.arguments, strict=True):
        if slot.out is None:
            bind_argument(routine, value, slot)
    needed = set[Operation]()
    sized: SSAValue | None = None
    for value in wanted.values():
        if not isinstance(value, int):
            needed |= computing(value, block, layout)
    arena = tables.arena
    if arena is not None:
        with suppress(Unsupported):  # Its size is data.
            (count,) = arena.operands
            needed |= computing(count, block, layout)
            sized = count
    for op in block.ops:
        if isinstance(op, cf.AssertOp):
            with suppress(Unsupported):  # A check of data, or of the out-parameters themselves.
                needed |= {op, *computing(op.arg, block, layout)}
    routine.convert_all(op for op in block.ops if op in needed)
    for (place, axis), value in wanted.items():
        word = layout.arguments[place].word + 1 + axis
        size = emitter.number(value) if isinstance(value, int) else routine.scalar(value)
        emitter.store(size, routine.state(word))
    if sized is not None:
        emitter.store(routine.scalar(sized), routine.state(ARENA_BYTES))
    routine.leave(OK)
    return exported(routine, SIZES, i64)


def computing(value: SSAValue, block: Block, layout: Layout) -> set[Operation]:
    """
    The operations that compute a value from sizes of arguments, and from arguments that are
    scalars; raises `Unsupported`.
    """
    needed: set[Operation] = set()
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, BlockArgument):
            if one.block is not block or layout.arguments[one.index].out is not None:
                raise Unsupported("a size of a result is not computed from those of arguments")
            continue
        op = one.owner
        assert isinstance(op, Operation)
        if op in needed:
            continue
        if not isinstance(op, COMPUTING):
            raise Unsupported("a size of a result is not computed from those of arguments")
        needed.add(op)
        pending += op.operands
    return needed


def wanted_sizes(block: Block, layout: Layout) -> dict[tuple[int, int], Number]:
    """
    The sizes of out-parameters, by argument and dimension: the program compares each with what it
    must be.

        %0 = memref.dim %out, %c0 : memref<?x8xf32>
        %1 = arith.cmpi eq, %0, %rows : index
        cf.assert %1, "dimension 0 of out-parameter 0 of @main has another size than the result"
    """
    found: dict[tuple[int, int], Number] = {}
    for op in block.ops:
        test = op.arg.owner if isinstance(op, cf.AssertOp) else None
        if not isinstance(test, arith.CmpiOp):
            continue
        dim, expected = test.lhs.owner, test.rhs
        if isinstance(dim, memref.DimOp) and isinstance(dim.source, BlockArgument):
            argument, axis = dim.source, dim.index.owner
            if argument.block is block and isinstance(axis, arith.ConstantOp):
                if layout.arguments[argument.index].out is not None:
                    found.setdefault((argument.index, int_of(axis.value)), expected)
    for place, slot in enumerate(layout.arguments):
        kind = kind_of(slot.type)
        if slot.out is None or kind is None:
            continue
        for axis, size in enumerate(kind.get_shape()):
            if size >= 0:
                found[place, axis] = size
            elif (place, axis) not in found:
                raise Unsupported("a size of an out-parameter is not checked")
    return found
