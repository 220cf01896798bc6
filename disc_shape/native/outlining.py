"""
Kernels: each outermost nest of loops becomes a private function of buffers and scalars.

What a kernel takes are the buffers whose memory it reads or writes; views of them are taken inside,
and constants are repeated there. An argument that no other one can share memory with, as far as
one of the two is written, is `noalias`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO

from xdsl.dialects import arith, math, memref, scf
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    UnitAttr,
    UnrealizedConversionCastOp,
)
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue
from xdsl.printer import Printer
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.lowering.origins import VIEWS, Origins
from disc_shape.native.routine import KERNEL, NO_ALIAS, is_kernel

LOOPS = (scf.ForOp, scf.ParallelOp, scf.IfOp)
"""Structured operations that may be kernels."""
INSIDE = (
    *LOOPS,
    scf.YieldOp,
    scf.ReduceOp,
    memref.LoadOp,
    memref.StoreOp,
    memref.DimOp,
    UnrealizedConversionCastOp,
)
PLAIN_DIALECTS = ("arith", "math", "cf", "func", "scf", "memref")
"""Dialects whose operations are not kernels of their own."""


def outline_kernels(module: ModuleOp) -> None:
    """Replace the outermost nests of a module by calls of private functions."""
    kernels = Kernels(module)
    for function in list(module.ops):
        if not isinstance(function, FuncOp) or function.sym_name.data == GRAPH:
            continue
        if not is_kernel(function):
            origins = Origins(function)
            for op in list(candidates(function.body)):
                kernels.outline(op, origins)


def candidates(region: Region) -> Iterator[Operation]:
    """The operations of a region that become kernels, the outermost ones."""
    for block in region.blocks:
        for op in list(block.ops):
            if is_nest(op) or is_other(op):
                yield op
            else:
                for inner in op.regions:
                    yield from candidates(inner)


def is_nest(op: Operation) -> bool:
    """Whether an operation is loops over elements, which do nothing but read and write memory."""
    return (
        isinstance(op, LOOPS)
        and not op.results
        and all(isinstance(one, (*INSIDE, *VIEWS)) or is_scalar(one) for one in op.walk())
        and any(isinstance(one, memref.StoreOp) for one in op.walk())
    )


def is_scalar(op: Operation) -> bool:
    """Whether an operation computes scalars."""
    return op.dialect_name() in (arith.Arith.name, math.Math.name) and not op.regions


def is_other(op: Operation) -> bool:
    """Whether an operation on buffers is none that has a form as machine code."""
    if op.dialect_name() in PLAIN_DIALECTS:
        return False
    return any(isinstance(one.type, MemRefType) for one in (*op.operands, *op.results))


class Kernels:
    """The kernels of a module, of which equal ones are one."""

    def __init__(self, module: ModuleOp) -> None:
        self.module = module
        self._by_text: dict[str, FuncOp] = {}
        self._names = {one.sym_name.data for one in module.ops if isinstance(one, FuncOp)}

    def outline(self, op: Operation, origins: Origins) -> None:
        """Replace an operation by a call of a kernel."""
        body, taken = body_of([op])
        block = body.block
        free = origins.not_aliased(taken, written_in(block))
        types = [value.type for value in taken]
        attributes = ArrayAttr(
            DictionaryAttr({NO_ALIAS: UnitAttr()} if value in free else {}) for value in taken
        )
        results = list(op.result_types)
        function = FuncOp(
            "kernel", (types, results), body, visibility="private", arg_attrs=attributes
        )
        function.attributes[KERNEL] = StringAttr("loops" if is_nest(op) else op.name)
        text = canonical_text(function)
        found = self._by_text.get(text)
        if found is None:
            found = self._by_text[text] = function
            function.properties["sym_name"] = StringAttr(self._name())
            Rewriter.insert_op(function, InsertPoint.at_end(self.module.body.block))
            statistics.count("outline-kernels: kernels")
        else:
            function.drop_all_references()
        Rewriter.replace_op(op, CallOp(found.sym_name.data, taken, results))
        statistics.count("outline-kernels: calls")

    def _name(self) -> str:
        number = 0
        while f"kernel_{number}" in self._names:
            number += 1
        self._names.add(f"kernel_{number}")
        return f"kernel_{number}"


def body_of(
    operations: Sequence[Operation], given: Sequence[SSAValue] = ()
) -> tuple[Region, list[SSAValue]]:
    """
    The body of a kernel with copies of operations, and the values that it takes after those that
    are given.
    """
    block = Block(arg_types=[value.type for value in given])
    copied: dict[SSAValue, SSAValue] = dict(zip(given, block.args, strict=True))
    taken: list[SSAValue] = []
    for value in captured(operations):
        if value not in copied:
            bring_in(value, block, copied, taken)
    for op in operations:
        block.add_op(op.clone(copied))
    assert block.last_op is not None
    block.add_op(ReturnOp(*block.last_op.results))
    for one in block.walk():
        inner = [
            argument for region in one.regions for each in region.blocks for argument in each.args
        ]
        for value in (*one.results, *inner):
            value.name_hint = None
        one.attributes.pop("disc_shape.dims", None)
    return Region(block), taken


def captured(operations: Sequence[Operation]) -> list[SSAValue]:
    """The values from outside that operations read, in order."""
    inside: set[SSAValue] = set()
    found: dict[SSAValue, None] = {}
    for one in (inner for op in operations for inner in op.walk()):
        inside.update(one.results)
        for region in one.regions:
            for block in region.blocks:
                inside.update(block.args)
        found.update((value, None) for value in one.operands if value not in inside)
    return [value for value in found if value not in inside]


def bring_in(
    value: SSAValue, block: Block, copied: dict[SSAValue, SSAValue], taken: list[SSAValue]
) -> SSAValue:
    """What stands for a value inside: an argument, or a copy of a constant or a view."""
    found = copied.get(value)
    if found is not None:
        return found
    op = value.op if isinstance(value, OpResult) else None
    if isinstance(op, (arith.ConstantOp, *VIEWS)):
        for operand in op.operands:
            bring_in(operand, block, copied, taken)
        copy = op.clone(copied)
        block.add_op(copy)
        copied[value] = copy.results[0]
    else:
        copied[value] = block.insert_arg(value.type, len(block.args))
        taken.append(value)
    return copied[value]


def written_in(block: Block) -> set[int]:
    """The arguments of a kernel whose memory it writes, by number."""
    found: set[int] = set()
    for op in block.walk():
        if isinstance(op, memref.StoreOp):
            root = root_of(op.memref)
            found.update(place for place, argument in enumerate(block.args) if argument is root)
    return found


def root_of(value: SSAValue) -> SSAValue:
    """The buffer that a value is a view of."""
    while isinstance(value, OpResult) and isinstance(value.op, VIEWS):
        value = value.op.operands[0]
    return value


def canonical_text(function: FuncOp) -> str:
    """The text of a function, whatever its values are called."""
    stream = StringIO()
    Printer(stream=stream).print_op(function)
    return stream.getvalue()
