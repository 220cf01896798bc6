"""
What a kernel computes of its sums, as a function of one tile of them.

    func.func private @epilogue_0(%tile: memref<?x?xf32, ...>, %row: index, %column: index, ...) {
      scf.for %i = 0 to %height {
        scf.for %j = 0 to %width {
          %sum = memref.load %tile[%i, %j]
          ...                          // scalars, at row %row + %i and column %column + %j
          memref.store %value, ...
        }
      }
    }
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, math, memref, scf
from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    StringAttr,
    UnitAttr,
    UnrealizedConversionCastOp,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.linalg_conversion.types import INDEX
from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.lowering.origins import VIEWS, Origins
from disc_shape.native.contractions_forms import dimension
from disc_shape.native.contractions_lines import Lines
from disc_shape.native.contractions_nests import Nest, computed_of_sum, number_of
from disc_shape.native.contractions_products import choose, loop, tile_type
from disc_shape.native.contractions_roles import Roles
from disc_shape.native.emitter import Unsupported
from disc_shape.native.memrefs import kind_of, memory_type, scalar_type
from disc_shape.native.outlining import body_of, written_in
from disc_shape.native.routine import KERNEL, NO_ALIAS

SCALARS = (arith.Arith.name, math.Math.name)
"""The dialects of what is computed of a sum."""
FEW_COLUMNS = 16
"""Loops over fewer columns than this, where they are known, are loops over that number."""
OTHERS = (memref.LoadOp, memref.DimOp, memref.StoreOp, scf.ReduceOp, UnrealizedConversionCastOp)


@dataclass(frozen=True)
class Epilogue:
    """A function of a tile, and the values of the kernel that it takes."""

    function: FuncOp
    counters: Sequence[SSAValue]
    """
    The parallel counters of the kernel. After the tile, its row and its column, the function takes
    the first value of each.
    """
    taken: Sequence[SSAValue]
    """What it takes after those: buffers and scalars."""


def may_join(nest: Nest, origins: Origins) -> bool:
    """
    Whether what is computed of sums can be computed of one tile after another while products run:
    these do not read what it writes, and all of it has a form as machine code.
    """
    out = nest.store.memref
    if nest.stores_sum or any(origins.may_share(out, one.memref) for one in nest.loads):
        return False
    later = [one for one in nest.op.body.block.ops if one is not nest.root]
    return all(has_form(one) for one in later)


def has_form(op: Operation) -> bool:
    """Whether a scalar operation, or an access of memory, has a form as machine code."""
    if op.regions and not isinstance(op, scf.ReduceOp):
        return False
    if op.dialect_name() not in SCALARS and not isinstance(op, (*OTHERS, *VIEWS)):
        return False
    try:
        for value in (*op.operands, *op.results):
            kind = kind_of(value.type)
            if kind is not None:
                memory_type(kind.element_type)
            else:
                scalar_type(value.type)
    except Unsupported:
        return False
    return True


def epilogue_of(
    nest: Nest, roles: Roles, writer: Writer, origins: Origins, lines: Lines | None
) -> Epilogue:
    """
    The function of what a nest computes of its sums. The columns or rows of a tile may be those of
    several lines.
    """
    views = {} if lines is None else lines.views(nest, writer)
    counters = list(nest.op.body.block.args)
    types = [tile_type(nest.element), INDEX, INDEX, *[INDEX] * len(counters)]
    given = Block(arg_types=types).args
    tile, row, column, *firsts = given
    made = Block()

    def cell(i: SSAValue, j: SSAValue) -> None:
        places = {roles.row: writer.add(row, i), roles.column: writer.add(column, j)}
        values: dict[SSAValue, SSAValue] = {
            counter: writer.value(writer.add(first, places.get(counter, 0)))
            for counter, first in zip(counters, firsts, strict=True)
        }
        values[nest.total] = writer.insert(memref.LoadOp.get(tile, [i, j])).res
        for op in computed_of_sum(nest):
            if lines is not None and isinstance(op, (memref.LoadOp, memref.StoreOp)):
                lines.access(op, views, values, writer)
            else:
                writer.insert(op.clone(values))

    with writer.at(InsertPoint.at_end(made)):
        height, width = dimension(writer, tile, 0), dimension(writer, tile, 1)
        known = next(
            (
                number
                for counter, upper in zip(counters, nest.op.upperBound, strict=True)
                if counter is roles.column and (number := number_of(upper)) is not None
            ),
            FEW_COLUMNS,
        )

        def over(columns: Index) -> None:
            loop(writer, height, lambda i: loop(writer, columns, lambda j: cell(i, j)))

        if known < FEW_COLUMNS:
            is_whole = writer.compare("==", writer.value(width), writer.constant(known))
            choose(writer, is_whole, lambda: over(known), lambda: over(width))
        else:
            over(width)
    body, taken = body_of(list(made.ops), given)
    written = {place - len(given) for place in written_in(body.block)}
    free = origins.not_aliased(taken, written)
    alone = DictionaryAttr({NO_ALIAS: UnitAttr()})
    attributes = [alone, *[DictionaryAttr({})] * (len(given) - 1)]
    attributes += [alone if value in free else DictionaryAttr({}) for value in taken]
    function = FuncOp(
        "epilogue",
        ([*types, *(value.type for value in taken)], []),
        body,
        visibility="private",
        arg_attrs=ArrayAttr(attributes),
    )
    function.attributes[KERNEL] = StringAttr("epilogue")
    made.erase()
    return Epilogue(function, counters, taken)
