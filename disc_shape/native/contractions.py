"""
Sums of products become products of matrices.

In a nest that adds up products of two buffers, a parallel loop on which only one of them depends
counts columns, another one on which only the other depends counts rows, and the innermost loop of
the sum is the inner dimension. Indices are linear in the three, so the nest without them calls a
function on parts of the buffers with strides: transposes, slices, batches and windows are in the
strides and in the loops that remain. What is computed of a sum is a nest of its own afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import func, memref, scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ModuleOp,
    i1,
)
from xdsl.ir import Block, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.transforms.dead_code_elimination import region_dce

from disc_shape import statistics
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.locations import inherit
from disc_shape.native.contractions_forms import (
    Form,
    Forms,
    NoProductError,
    strides_of,
)
from disc_shape.native.contractions_memory import (
    finish,
    is_read_often,
    memory_for_sums,
    needs_memory,
)
from disc_shape.native.contractions_nests import (
    Nest,
    nest_of,
    number_of,
)
from disc_shape.native.contractions_products import PRODUCT, Products, loop, matrix_type
from disc_shape.native.contractions_roles import Roles
from disc_shape.native.contractions_windows import Rows, Taps
from disc_shape.native.origins import Origins


def convert_contractions(module: ModuleOp) -> None:
    """Replace sums of products in every function by calls."""
    products = Products(module)
    for function in list(module.ops):
        if not isinstance(function, func.FuncOp) or function.sym_name.data == GRAPH:
            continue
        if not function.body.blocks or PRODUCT in function.attributes:
            continue
        origins = Origins(function)
        for op in list(function.body.walk()):
            nest = nest_of(op) if isinstance(op, scf.ParallelOp) else None
            if nest is not None and convert_nest(nest, function, products, origins):
                statistics.count("convert-contractions: products")
        region_dce(function.body)


def convert_nest(nest: Nest, function: func.FuncOp, products: Products, origins: Origins) -> bool:
    """Replace one nest; False for one that stays."""
    candidates = (
        (roles, merges)
        for merges in (True, False)
        for roles in Roles.all(nest)
        if not merges or roles.may_merge(nest)
    )
    block = next(
        (
            block
            for roles, merges in candidates
            if (block := emitted(nest, roles, function, products, origins, merges)) is not None
        ),
        None,
    )
    if block is None:
        return False
    for one in list(block.ops):
        one.detach()
        for inner in one.walk():
            inherit(inner, nest.op)
        Rewriter.insert_op(one, InsertPoint.before(nest.op))
    products.add(nest.element)
    Rewriter.erase_op(nest.op)
    return True


def emitted(
    nest: Nest,
    roles: Roles,
    function: func.FuncOp,
    products: Products,
    origins: Origins,
    merges: bool,
) -> Block | None:
    """What replaces a nest if its loops have certain roles; None if they cannot."""
    block = Block()
    writer = Writer(function.body.blocks[0], InsertPoint.at_end(block))
    try:
        Conversion(writer, nest, roles, products, origins, merges).run()
    except NoProductError:
        block.erase()
        return None
    return block


@dataclass
class Conversion:
    """The conversion of one nest."""

    writer: Writer
    nest: Nest
    roles: Roles
    products: Products
    origins: Origins
    merges: bool
    """
    Whether the two innermost loops of the sum must be one inner dimension: those over the taps of a
    row of the window and over features, where taps are as far apart as all features.
    """

    def run(self) -> None:
        """Emit the calls and what is computed of their results; raises `NoProductError`."""
        nest, writer = self.nest, self.writer
        self.result = nest.store.memref
        self.indices: Sequence[SSAValue] = nest.store.indices
        self.upper = list(nest.op.upperBound)
        temporary = needs_memory(nest, self.origins)
        if temporary:
            self.result = memory_for_sums(nest, writer)
            self.indices = nest.op.body.block.args
        chosen = self.roles.row, self.roles.column
        outer = [one for one in nest.op.body.block.args if one not in chosen]
        self.rhs = self.roles.rhs.memref
        copied = bool(outer) and is_read_often(nest, self.rhs)
        if copied:
            self.rhs = writer.insert(memref.AllocOp([], [], self.rhs.type)).memref
            writer.insert(memref.CopyOp(self.roles.rhs.memref, self.rhs))
        buffers = self.roles.lhs.memref, self.rhs, self.result
        self.strides = [strides_of(writer, one) for one in buffers]
        self.name = self.products.name(nest.element)
        self.in_groups(outer)
        if copied:
            writer.insert(memref.DeallocOp.get(self.rhs))
        if not nest.stores_sum or temporary:
            finish(nest, writer, self.result, self.indices)
        if temporary:
            writer.insert(memref.DeallocOp.get(self.result))

    def size(self, counter: SSAValue | None) -> Index:
        """The iterations of a parallel loop."""
        if counter is None:
            return 1
        group = self.roles.group
        if group is not None and counter is group.counter:
            return group.size
        places = zip(self.nest.op.body.block.args, self.upper, strict=True)
        upper = next(upper for one, upper in places if one is counter)
        number = number_of(upper)
        return upper if number is None else number

    def in_groups(self, outer: Sequence[SSAValue]) -> None:
        """The loop over groups, where there are any, and those inside."""
        group = self.roles.group
        if group is None:
            self.nested(outer, {})
            return
        loop(
            self.writer,
            group.count,
            lambda number: self.nested(outer, dict.fromkeys(group.numbers, Form(number))),
        )

    def nested(self, outer: Sequence[SSAValue], known: dict[SSAValue, Form]) -> None:
        """The loops that are neither rows nor columns, and the calls inside."""
        if not outer:
            self.calls(known)
            return
        counter, *rest = outer
        loop(
            self.writer,
            self.size(counter),
            lambda value: self.nested(rest, {**known, counter: Form(value)}),
        )

    def calls(self, known: dict[SSAValue, Form]) -> None:
        """The product for known counters; where loops of the sum remain, a sum of products."""
        if self.roles.row is not None:
            known[self.roles.row] = Form(0, row=1)
        if self.roles.column is not None:
            known[self.roles.column] = Form(self.first(self.roles.column, known), column=1)
        loops = self.nest.reductions[: -2 if self.merges else -1]
        low, size = self.first(self.roles.row, known), self.size(self.roles.row)
        rows = Rows([low], [self.writer.add(low, size)])
        if loops:
            self.call(known, rows, empty=True)
        self.summed(loops, known, rows)

    def first(self, counter: SSAValue | None, known: dict[SSAValue, Form]) -> Index:
        """The first row or column of the group."""
        group = self.roles.group
        if group is None or counter is not group.counter:
            return 0
        return self.writer.multiply(known[group.numbers[0]].base, group.size)

    def summed(self, loops: Sequence[scf.ForOp], known: dict[SSAValue, Form], rows: Rows) -> None:
        """The outer loops of the sum, whose bounds may depend on the row."""
        if not loops:
            self.call(known, rows, adds=len(self.nest.reductions) > 1 + self.merges)
            return
        op, *rest = loops
        taps = Taps.of(Forms(self.writer, self.nest.op, known), op)
        counter = op.body.block.args[0]
        loop(
            self.writer,
            taps.high,
            lambda tap: self.summed(rest, {**known, counter: Form(tap)}, taps.rows(tap, rows)),
            taps.low,
        )

    def call(
        self,
        known: dict[SSAValue, Form],
        spans: Rows,
        *,
        adds: bool = False,
        empty: bool = False,
    ) -> None:
        """A product of parts of the buffers; an empty one is zero."""
        writer, nest, roles = self.writer, self.nest, self.roles
        columns, inner = self.size(roles.column), 0
        first, rows = spans.span(writer)
        if roles.row is not None:
            known = {**known, roles.row: Form(first, row=1)}
        if empty:
            known = {**known, **{one.body.block.args[0]: Form(0) for one in nest.reductions}}
        else:
            last = nest.reductions[-1]
            taps = Taps.of(Forms(writer, nest.op, known), last)
            if taps.lower or taps.upper:
                raise NoProductError
            inner = writer.maximum(writer.subtract(taps.high, taps.low), 0)
            known = {**known, last.body.block.args[0]: Form(taps.low, inner=1)}
            if self.merges:
                known, inner = self.merged(known, taps.low, inner)
        forms = Forms(writer, nest.op, known)
        left = right = Form(0)
        if not empty:
            left = forms.address(roles.lhs.indices, self.strides[0])
            right = forms.address(roles.rhs.indices, self.strides[1])
        out = forms.address(self.indices, self.strides[2])
        if left.column != 0 or right.row != 0 or out.inner != 0:
            raise NoProductError
        views = (
            self.view(roles.lhs.memref, left.base, (rows, inner), (left.row, left.inner)),
            self.view(self.rhs, right.base, (inner, columns), (right.inner, right.column)),
            self.view(self.result, out.base, (rows, columns), (out.row, out.column)),
        )
        writer.insert(func.CallOp(self.name, [*views, writer.constant(int(adds), i1)], []))

    def merged(
        self, known: dict[SSAValue, Form], low: Index, size: Index
    ) -> tuple[dict[SSAValue, Form], Index]:
        """The inner dimension of the two innermost loops, and what is known within it."""
        writer, nest, roles = self.writer, self.nest, self.roles
        outer, inner = nest.reductions[-2:]
        taps = Taps.of(Forms(writer, nest.op, known), outer)
        if taps.lower or taps.upper or low != 0 or not isinstance(size, int):
            raise NoProductError
        tap, counter = outer.body.block.args[0], inner.body.block.args[0]
        known = {**known, tap: Form(taps.low)}
        moved = {**known, tap: Form(0, inner=1), counter: Form(0)}
        for load, strides in ((roles.lhs, self.strides[0]), (roles.rhs, self.strides[1])):
            step, distance = (
                Forms(writer, nest.op, one).address(load.indices, strides).inner
                for one in (known, moved)
            )
            if not isinstance(step, int) or distance != step * size:
                raise NoProductError
        count = writer.maximum(writer.subtract(taps.high, taps.low), 0)
        return known, writer.multiply(count, size)

    def view(
        self,
        buffer: SSAValue,
        offset: Index,
        sizes: tuple[Index, Index],
        strides: tuple[Index, Index],
    ) -> SSAValue:
        """A matrix in a buffer."""
        writer, kind = self.writer, matrix_type(self.nest.element)
        offsets, shape, steps = (writer.values(one) for one in ([offset], sizes, strides))
        dynamic = [DYNAMIC_INDEX]
        op = memref.ReinterpretCastOp(
            buffer, offsets, shape, steps, dynamic, dynamic * 2, dynamic * 2, kind
        )
        return writer.insert(op).result
