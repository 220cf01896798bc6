"""What MLIR asks of `memref` operations beyond xDSL."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AffineMapAttr,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StridedLayoutAttr,
    UnrankedMemRefType,
    i64,
)
from xdsl.ir import Attribute, Operation
from xdsl.traits import SymbolTable

from disc_shape.dialects.xdsl_extras.checks import CHECKS, USES, require
from disc_shape.dialects.xdsl_extras.checks_tensor import (
    check_given_sizes,
    check_groups,
    reduces,
)
from disc_shape.dialects.xdsl_extras.ranked import compatible

Ranked = MemRefType[Attribute]


def _pair(one: Attribute, other: Attribute) -> tuple[Ranked, Ranked]:
    return cast("Ranked", one), cast("Ranked", other)


def _same_elements(op: Operation, source: Ranked, result: Ranked) -> None:
    left, right = source.element_type, result.element_type
    require(left == right, f"element types of '{op.name}' differ: {left} and {right}")


Strides = tuple[int, tuple[int, ...]]
"""An offset, and a stride for each dimension."""


def _strides(type_: Ranked) -> Strides | None:
    """Where the elements of a buffer are, if its type says so."""
    strides = type_.get_strides()
    if strides is None:
        return None
    layout = cast("Attribute", type_.layout)
    offset = layout.get_offset() if isinstance(layout, StridedLayoutAttr) else 0
    return (DYNAMIC_INDEX if offset is None else offset), _numbers(strides)


def _agree(op: Operation, type_: Ranked, wanted: Strides) -> None:
    """A buffer's elements may be where they are wanted."""
    found = _strides(type_)
    if found is None:
        return
    for what, one, other in (
        ("offset", (found[0],), (wanted[0],)),
        ("strides", found[1], wanted[1]),
    ):
        require(
            compatible(one, other),
            f"{what} of '{op.name}' are {_text(other)}, but the result is {type_}",
        )


def _text(numbers: Sequence[int]) -> str:
    return f"[{', '.join('?' if one == DYNAMIC_INDEX else str(one) for one in numbers)}]"


def _times(*numbers: int) -> int:
    """A product, which is not known where a factor is not."""
    return DYNAMIC_INDEX if DYNAMIC_INDEX in numbers else prod(numbers)


def _plus(*numbers: int) -> int:
    """A sum, which is not known where a term is not."""
    return DYNAMIC_INDEX if DYNAMIC_INDEX in numbers else sum(numbers)


def check_cast(op: memref.CastOp) -> None:
    """The same elements in the same memory space, and sizes and strides that may be equal."""
    source, result = _pair(op.source.type, op.dest.type)
    _same_elements(op, source, result)
    require(
        source.memory_space == result.memory_space,
        f"memory spaces of '{op.name}' differ: {source} and {result}",
    )
    unranked = [isinstance(one, UnrankedMemRefType) for one in (op.source.type, op.dest.type)]
    require(not all(unranked), f"'{op.name}' is from {source} to {result}, both without a rank")
    if not any(unranked):
        require(
            compatible(source.get_shape(), result.get_shape()),
            f"shapes of '{op.name}' differ: {source} and {result}",
        )
        if (wanted := _strides(source)) is not None:
            _agree(op, result, wanted)


def check_subview(op: memref.SubviewOp) -> None:
    """Numbers for each dimension, inside the source, and a result of these sizes."""
    source, result = _pair(op.source.type, op.result.type)
    _same_elements(op, source, result)
    rank = source.get_num_dims()
    offsets, sizes, strides = (
        field.get_values() for field in (op.static_offsets, op.static_sizes, op.static_strides)
    )
    for what, values in (("offsets", offsets), ("sizes", sizes), ("strides", strides)):
        require(len(values) == rank, f"'{op.name}' has {len(values)} {what}, expected {rank}")
    for axis, (extent, offset, size, stride) in enumerate(
        zip(source.get_shape(), offsets, sizes, strides, strict=True)
    ):
        if DYNAMIC_INDEX not in (extent, offset, size, stride) and size > 0:
            last = offset + (size - 1) * stride
            require(
                0 <= last < extent,
                f"'{op.name}' reaches index {last} of dimension {axis}, whose size is {extent}",
            )
    require(
        reduces(sizes, result.get_shape()),
        f"result of '{op.name}' is {result}, expected sizes "
        f"{['?' if size == DYNAMIC_INDEX else size for size in sizes]}, 1s dropped or not",
    )
    inner = _strides(source)
    if inner is not None and len(result.get_shape()) == rank:
        offset = _plus(inner[0], *map(_times, inner[1], offsets))
        _agree(op, result, (offset, tuple(map(_times, inner[1], strides))))


def check_reinterpret(op: memref.ReinterpretCastOp) -> None:
    """The same elements, and the sizes, strides and offset that are given."""
    source, result = _pair(op.source.type, op.result.type)
    _same_elements(op, source, result)
    sizes = op.static_sizes.get_values()
    require(
        compatible(sizes, result.get_shape()),
        f"sizes of '{op.name}' are {list(sizes)}, but the result is {result}",
    )
    offsets, strides = op.static_offsets.get_values(), op.static_strides.get_values()
    require(len(offsets) == 1, f"'{op.name}' has {len(offsets)} offsets, expected 1")
    _agree(op, result, (offsets[0], tuple(strides)))


def _numbers(values: Sequence[int | None]) -> tuple[int, ...]:
    return tuple(DYNAMIC_INDEX if value is None else value for value in values)


def check_collapse(op: memref.CollapseShapeOp) -> None:
    """A group of dimensions of the operand for each dimension of the result."""
    check_groups(op, op.reassociation, op.results[0], op.operands[0])


def check_expansion(op: memref.ExpandShapeOp) -> None:
    """The given sizes, and a group of dimensions of them for each dimension of the operand."""
    check_given_sizes(op, op.static_output_shape)
    check_groups(op, op.reassociation, op.operands[0], op.results[0])


def check_globals(module: ModuleOp, uses: Sequence[Operation]) -> None:
    """Each of `uses`, operations `memref.get_global`, has the type of a buffer of the module."""
    types = {op.sym_name.data: op.type for op in module.ops if isinstance(op, memref.GlobalOp)}
    for op in uses:
        if not isinstance(op, memref.GetGlobalOp) or op.name_.nested_references.data:
            continue
        table = op.parent_op()
        while table is not None and not table.has_trait(SymbolTable):
            table = table.parent_op()
        if table is not module:
            continue
        name, found = op.name_.root_reference.data, op.memref.type
        wanted = types.get(name)
        require(wanted is not None, f"'{op.name}' names @{name}, which is no 'memref.global'")
        require(wanted == found, f"type of '{op.name}' @{name} is {found}, expected {wanted}")


def check_alignment(op: Operation, alignment: IntegerAttr) -> None:
    """An alignment is a power of two, as a 64-bit integer."""
    value = alignment.value.data
    require(
        alignment.type == i64 and value > 0 and value.bit_count() == 1,
        f"alignment of '{op.name}' is {alignment}, expected a power of two of type i64",
    )


def check_allocation(op: memref.AllocOp | memref.AllocaOp) -> None:
    """An alignment, and a value for each symbol of the layout."""
    check_placement(op)
    layout = cast("Attribute", op.memref.type.layout)
    if not isinstance(layout, StridedLayoutAttr):
        count = layout.data.num_symbols if isinstance(layout, AffineMapAttr) else 0
        found = len(op.symbol_operands)
        require(found == count, f"'{op.name}' has {found} symbols, expected {count}")


def check_placement(
    op: memref.AllocOp | memref.AllocaOp | memref.LoadOp | memref.StoreOp,
) -> None:
    """An alignment is a power of two, wherever it is kept."""
    found = op.properties.get("alignment", op.attributes.get("alignment"))
    if found is not None:
        require(
            isinstance(found, IntegerAttr),
            f"alignment of '{op.name}' is {found}, expected a power of two of type i64",
        )
        check_alignment(op, cast("IntegerAttr", found))


CHECKS.register(check_allocation, memref.AllocOp, memref.AllocaOp)
CHECKS.register(check_cast, memref.CastOp)
CHECKS.register(check_collapse, memref.CollapseShapeOp)
CHECKS.register(check_expansion, memref.ExpandShapeOp)
CHECKS.register(check_placement, memref.LoadOp, memref.StoreOp)
CHECKS.register(check_reinterpret, memref.ReinterpretCastOp)
CHECKS.register(check_subview, memref.SubviewOp)
USES.register(check_globals, memref.GetGlobalOp)
