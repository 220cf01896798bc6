"""
Loops whose iterations threads run: their bodies as functions.

    scf.parallel (%part) = (%c0) to (%parts) step (%c1) {    // distributed
      func.call @kernel(%x, %part, %parts)
    }
=>
    store what the body reads in a frame
    call @disc_distribute(state, 0, frame, %parts)           // calls @disc_part for each part

    @disc_part(number, frame, part):                         // number 0: the body
      call @kernel(what is in the frame, part, parts)
"""

from __future__ import annotations

from xdsl.dialects import arith, llvm, scf
from xdsl.dialects.builtin import i64
from xdsl.dialects.func import CallOp
from xdsl.ir import SSAValue

from disc_shape.native.call_state import DISTRIBUTE, PART
from disc_shape.native.emitter import POINTER, Emitter
from disc_shape.native.memrefs import part_types
from disc_shape.native.outlining import captured
from disc_shape.native.routine import Routine, Tables, is_distributed


def are_parts(op: scf.ParallelOp, routine: Routine) -> bool:
    """Whether threads may run the iterations of a loop: none of its calls can fail."""
    callees = routine.tables.callees
    calls = (one for block in op.body.blocks for one in block.walk() if isinstance(one, CallOp))
    found = (callees[one.callee.string_value()] for one in calls)
    return (
        is_distributed(op)
        and routine.context is not None
        and all(one.is_kernel and one.callback is None for one in found)
    )


def convert_parts(op: scf.ParallelOp, routine: Routine) -> None:
    """A loop whose iterations threads run, from zero on."""
    tables, emitter = routine.tables, routine.emitter
    values = captured([*op.body.block.ops])
    values = [one for one in values if one is not op.body.block.args[0]]
    constants = [one.owner for one in values if isinstance(one.owner, arith.ConstantOp)]
    taken = [one for one in values if not isinstance(one.owner, arith.ConstantOp)]
    given = routine.parts(taken, [one.type for one in taken])
    frame = emitter.slot(max(len(given), 1))
    for place, value in enumerate(given):
        store_in(emitter, frame, place, value)
    body = Routine(tables)
    memory, part = (body.emitter.entry.insert_arg(one, at) for at, one in enumerate((POINTER, i64)))
    body.convert_all(constants)
    types = [type_ for one in taken for type_ in part_types(one.type)]
    loaded = [
        body.emitter.load(body.emitter.address(memory, place, i64), type_)
        for place, type_ in enumerate(types)
    ]
    body.bind_parts(taken, loaded)
    body.bind(op.body.block.args[0], part)
    *operations, _ = op.body.block.ops
    body.convert_all(operations)
    body.emitter.block.add_op(llvm.ReturnOp())
    number = len(tables.parts)
    kind = llvm.LLVMVoidType()
    tables.parts.append(body.finish(f"program_part_{number}", [POINTER, i64], kind))
    parts = routine.scalar(op.upperBound[0])
    state = routine.needed_context()
    emitter.outside(DISTRIBUTE, [state, emitter.number(number), frame, parts], None)


def store_in(emitter: Emitter, memory: SSAValue, place: int, value: SSAValue) -> None:
    """Store a scalar in a word of memory."""
    target = emitter.address(memory, place, i64)
    if value.type != i64:  # llvmlite still has types of what pointers point to.
        target = emitter.cast(llvm.BitcastOp, target, POINTER)
    emitter.store(value, target)


def part_function(tables: Tables) -> llvm.FuncOp:
    """The function that calls the body of a number, for a part."""
    emitter = Emitter()
    types = [i64, POINTER, i64]
    number, memory, part = (emitter.entry.insert_arg(one, at) for at, one in enumerate(types))
    for place, body in enumerate(tables.parts):
        this, following = emitter.add_block(), emitter.add_block()
        emitter.branch_if(emitter.same(number, place), this, following)
        emitter.block = this
        emitter.call(body.sym_name.data, [memory, part])
        emitter.branch(following)
        emitter.block = following
    emitter.block.add_op(llvm.ReturnOp())
    kind = llvm.LLVMFunctionType(types, llvm.LLVMVoidType())
    function = llvm.FuncOp(PART, kind, body=emitter.finish())
    function.properties["linkage"] = llvm.LinkageAttr("external")
    return function
