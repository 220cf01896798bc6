"""
Checks that sizes divide by the axes of a mesh over which they are sharded.

XLA runs a program on parts of equal size: a dimension that is sharded is a multiple of the number
of parts, as JAX demands of what it puts on devices.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod

from xdsl.builder import Builder
from xdsl.dialects import arith, cf, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr, DictionaryAttr, IntegerAttr, ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.analysis.call_graph import entry_function
from disc_shape.cards.indices import shape_of
from disc_shape.dialects.sdy import MeshOp, ShardedValueOp, TensorShardingAttr
from disc_shape.errors import OperationError
from disc_shape.relations.guards import is_guard
from disc_shape.relations.value_types import as_tensor

AXIS = re.compile(r'"([^"]+)"\s*=\s*(\d+)')
"""An axis of a mesh."""

NAME = re.compile(r"@([\w.$-]+)")
DIMENSION = re.compile(r"\{([^{}]*)\}")
"""The axes of a dimension."""

PART = re.compile(r'"([^"]+)"(?:\s*:\s*\(\d+\)\s*(\d+))?')
"""An axis, or a part of one with its size."""

SHARDING = "sdy.sharding"
NO_AXES: Mapping[str, int] = {}


def meshes(module: ModuleOp) -> dict[str, dict[str, int]]:
    """The axes of each mesh of a module, with the number of devices along each."""
    return {
        op.sym_name.data: {name: int(size) for name, size in AXIS.findall(op.mesh.data)}
        for op in module.ops
        if isinstance(op, MeshOp)
    }


def parts(sharding: TensorShardingAttr, known: Mapping[str, Mapping[str, int]]) -> list[int]:
    """Into how many parts each dimension is split."""
    name = NAME.search(sharding.data)
    axes: Mapping[str, int] = known.get(name[1], NO_AXES) if name else NO_AXES
    dimensions = re.search(r"\[(.*?)\]", sharding.data)
    return [
        prod(int(size) if size else axes.get(axis, 1) for axis, size in PART.findall(dimension))
        for dimension in DIMENSION.findall(dimensions[1] if dimensions else "")
    ]


@dataclass(frozen=True)
class Sharded:
    """A value that is spread over devices, and where it can be checked."""

    value: SSAValue
    sharding: TensorShardingAttr
    name: str
    place: InsertPoint


def check_shardings(module: ModuleOp) -> None:
    """
    Check the sizes of arguments and results of the entry function, and of values in it whose
    sharding is given. A check that facts imply goes in `shape-optimization`. `OperationError` for a
    size that is known and does not divide.

        func.func @main(%x: tensor<?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
    =>
        func.func @main(%x: tensor<?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
          %n = tensor.dim %x, %c0 : tensor<?xf32>
          %r = arith.remui %n, %c4 : index
          %whole = arith.cmpi eq, %r, %c0 : index
          cf.assert %whole, "dimension 0 of argument 0 is sharded: expected a multiple of 4"
    """
    known = meshes(module)
    for one in list(sharded_values(module)):
        for axis, count in enumerate(parts(one.sharding, known)):
            if count > 1 and as_tensor(one.value.type) is not None:
                check_size(one, axis, count)


def sharded_values(module: ModuleOp) -> Iterator[Sharded]:
    """The values of the entry function whose sharding is given."""
    function = entry_function(module)
    block = function.body.blocks[0]
    guards = [op for op in block.ops if is_guard(op)]
    # After the program's own checks, so that these keep their messages.
    start = InsertPoint.after(guards[-1]) if guards else InsertPoint.at_start(block)
    for number, sharding in shardings_of(function.arg_attrs):
        yield Sharded(block.args[number], sharding, f"argument {number}", start)
    for op in block.ops:
        if isinstance(op, ShardedValueOp):
            place = InsertPoint.before(op)
            yield Sharded(op.input, op.sharding, f"the operand of '{op.name}'", place)
    last = block.last_op
    if last is not None:
        for number, sharding in shardings_of(function.res_attrs):
            place = InsertPoint.before(last)
            yield Sharded(last.operands[number], sharding, f"result {number}", place)


def shardings_of(
    attributes: ArrayAttr[DictionaryAttr] | None,
) -> Iterator[tuple[int, TensorShardingAttr]]:
    """The shardings of arguments or results, by number."""
    for number, one in enumerate(attributes or ()):
        sharding: Attribute | None = one.data.get(SHARDING)
        if isinstance(sharding, TensorShardingAttr):
            yield number, sharding


def check_size(one: Sharded, axis: int, count: int) -> None:
    """Check that a dimension is a multiple of the number of its parts."""
    size = shape_of(one.value)[axis]
    if size != DYNAMIC_INDEX:
        if size % count:
            raise OperationError(
                f"dimension {axis} of {one.name} is {size}, expected a multiple of {count}: it is"
                " sharded",
                owner_of(one.value),
            )
        return
    build = Builder(one.place)
    at, parts, zero = (
        build.insert(arith.ConstantOp(IntegerAttr.from_index_int_value(number))).result
        for number in (axis, count, 0)
    )
    rest = build.insert(
        arith.RemUIOp(build.insert(tensor.DimOp(one.value, at)).result, parts)
    ).result  # fmt: skip
    whole = build.insert(arith.CmpiOp(rest, zero, "eq")).result
    message = f"dimension {axis} of {one.name} is sharded: expected a multiple of {count}"
    build.insert(cf.AssertOp(whole, message))


def owner_of(value: SSAValue) -> Operation:
    """The operation to which an error about a value belongs."""
    owner = value.owner
    if isinstance(owner, Operation):
        return owner
    parent = owner.parent_op()
    assert parent is not None
    return parent
