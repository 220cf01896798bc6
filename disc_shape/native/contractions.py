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

from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.transforms.dead_code_elimination import region_dce

from disc_shape import statistics
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.linalg_conversion.types import INDEX
from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.locations import inherit
from disc_shape.lowering.origins import Origins
from disc_shape.native.contractions_calls import Finish, Operand, PartialProduct
from disc_shape.native.contractions_epilogues import epilogue_of, may_join
from disc_shape.native.contractions_forms import Form, Forms, NoProductError
from disc_shape.native.contractions_lanes import interchanged
from disc_shape.native.contractions_memory import (
    copy_of,
    finish,
    is_read_often,
    memory_for_sums,
    needs_memory,
    order_of,
)
from disc_shape.native.contractions_nests import (
    Nest,
    addressed_nest_of,
    along_rows,
    counter_of,
    number_of,
)
from disc_shape.native.contractions_patches import Patches, lines_of, terms_of
from disc_shape.native.contractions_peaks import allocations, count_new_allocations
from disc_shape.native.contractions_products import (
    PRODUCT,
    Products,
    loop,
    parallel_loops,
)
from disc_shape.native.contractions_roles import (
    LEAST_GROUP,
    SMALL_GROUP,
    Roles,
    is_batch_of_small,
)
from disc_shape.native.contractions_windows import Rows, Taps


def convert_contractions(module: ModuleOp, *, epilogues: bool = True) -> None:
    """
    Replace sums of products in every function by calls, with what is computed of sums in functions
    of tiles, or in nests after the calls.
    """
    products, planned = Products(module, epilogues), allocations(module)
    for function in list(module.ops):
        if not isinstance(function, func.FuncOp) or function.sym_name.data == GRAPH:
            continue
        if not function.body.blocks or PRODUCT in function.attributes:
            continue
        origins = Origins(function)
        for op in list(function.body.walk()):
            nest = addressed_nest_of(op) if isinstance(op, scf.ParallelOp) else None
            if nest is None or is_batch_of_small(nest):
                continue
            block, what = product_of(nest, function, products, origins), "products"
            if block is None:
                block = interchanged(nest, function.body.blocks[0], origins)
                what = "loops over neighbours"
            if block is None:
                block = product_of(nest, function, products, origins, SMALL_GROUP)
                what = "products"
            if block is not None:
                statistics.count(f"convert-contractions: {what}")
                replace_nest(nest, block, products)
        region_dce(function.body)
    products.constants.insert()
    count_new_allocations(module, planned)


def product_of(
    nest: Nest,
    function: func.FuncOp,
    products: Products,
    origins: Origins,
    least: int = LEAST_GROUP,
) -> Block | None:
    """The calls that replace a nest; None for one that is no product of at least some columns."""
    candidates = (
        (each, roles, merges)
        for each in (along_rows(nest), nest)
        if each is not None
        for merges in (True, False)
        for roles in Roles.all(each)
        if not merges or roles.may_merge(each)
    )
    for each, roles, merges in candidates:
        block = emitted(each, roles, function, products, origins, merges, least)
        if block is not None:
            return by_longer_rows(block, each, roles, function, products, origins)
    return None


def by_longer_rows(
    block: Block,
    nest: Nest,
    roles: Roles,
    function: func.FuncOp,
    products: Products,
    origins: Origins,
) -> Block:
    """
    What replaces a nest, where two of its loops can count rows: the longer one does. A product of
    few rows reads its columns for as long as one of many. In memory that is not transposed, rows
    follow each other, and both are one loop. Sizes that are known need no branch.

        scf.for %i = 0 to %n { func.call @matrix_product_f32(... of %m rows ...) }
    =>
        %0 = arith.cmpi sge, %m, %n
        scf.if %0 {
          scf.for %i = 0 to %n { func.call @matrix_product_f32(... of %m rows ...) }
        } else {
          scf.for %i = 0 to %m { func.call @matrix_product_f32(... of %n rows ...) }
        }
    """
    others = roles.with_other_row(nest)
    if others is None:
        return block
    named = products.pending()
    other = emitted(nest, others, function, products, origins, merges=False)
    if other is None:
        return block
    if any(isinstance(op, memref.AllocOp) for one in (block, other) for op in one.walk()):
        other.erase()
        products.forget(named)
        return block
    sizes = roles.rows(nest), others.rows(nest)
    if None not in map(number_of, sizes):
        block.erase()
        return other
    choice = Block()
    writer = Writer(function.body.blocks[0], InsertPoint.at_end(choice))
    longer = writer.compare(">=", sizes[0], sizes[1])
    for one in (block, other):
        one.add_op(scf.YieldOp())
    writer.insert(scf.IfOp(longer, [], Region(block), Region(other)))
    return choice


def replace_nest(nest: Nest, block: Block, products: Products) -> None:
    """Replace a nest by what is in a block, and add the products that it calls."""
    for one in list(block.ops):
        one.detach()
        for inner in one.walk():
            inherit(inner, nest.op)
            if isinstance(inner, func.CallOp):
                products.add(inner.callee.string_value())
        Rewriter.insert_op(one, InsertPoint.before(nest.op))
    Rewriter.erase_op(nest.op)


def emitted(
    nest: Nest,
    roles: Roles,
    function: func.FuncOp,
    products: Products,
    origins: Origins,
    merges: bool,
    least: int = LEAST_GROUP,
) -> Block | None:
    """
    What replaces a nest if its loops have certain roles; None if they cannot, and for products of
    groups of fewer than some columns that do not read patches.
    """
    block = Block()
    writer, named = Writer(function.body.blocks[0], InsertPoint.at_end(block)), products.pending()
    try:
        Conversion(writer, nest, roles, products, origins, merges, least).run()
    except NoProductError:
        block.erase()
        products.forget(named)
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
    least: int = LEAST_GROUP
    """The fewest columns of a group, but for products of patches."""

    patches: Patches | None = None
    """What is copied of an operand, where it is."""

    def run(self) -> None:
        """Emit the calls and what is computed of their results; raises `NoProductError`."""
        nest, writer = self.nest, self.writer
        result, indices = nest.store.memref, list(nest.store.indices)
        last = counter_of(indices[-1], nest)
        if not self.merges and last is self.roles.column:
            transposed = self.roles.transposed()
            lines = lines_of(nest, transposed, result, indices)
            if terms_of(nest, transposed, writer, lines) is not None:
                self.roles = transposed
        self.upper = list(nest.op.upperBound)
        roles, counters = self.roles, nest.op.body.block.args
        chosen = roles.row, roles.column
        outer: list[SSAValue] = [one for one in counters if one not in chosen]
        is_scattered = len(nest.reductions) > 1 and last not in chosen
        temporary = is_scattered or needs_memory(nest, self.origins)
        if temporary:
            inner = [one for one in counters if one in chosen]
            indices = [*outer, *inner] if is_scattered else list(counters)
            result = memory_for_sums(nest, writer, indices)
        last = counter_of(indices[-1], nest)
        is_transposed = self.roles.row is not None and last is self.roles.row
        tiles = self.roles.transposed() if is_transposed else self.roles
        joins = self.products.epilogues and may_join(nest, self.origins)
        terms = lines = None
        if is_transposed and not self.merges:
            lines = lines_of(nest, roles, result, indices)
            terms = terms_of(nest, roles, writer, lines)
            lines = None if terms is None else lines
        if terms is None and roles.has_fewer(self.least):
            raise NoProductError
        epilogue = epilogue_of(nest, tiles, writer, self.origins, lines) if joins else None
        rhs, read = roles.rhs.memref, list(roles.rhs.indices)
        along: list[SSAValue | None] = [
            one.body.block.args[0] for one in nest.reductions[-2 if self.merges else -1 :]
        ]
        along.insert(0 if is_transposed else len(along), roles.column)
        order = order_of(nest, roles.rhs, along)
        copied = terms is None and bool(outer) and is_read_often(nest, rhs, order)
        if copied:
            constant = self.products.constants.get(writer, rhs, order)
            copied = constant is None
            rhs = copy_of(writer, rhs, order) if constant is None else constant
            read = [read[axis] for axis in order]
        self.product = PartialProduct(
            writer,
            nest,
            self.products.name(nest.element),
            Operand.of(writer, self.roles.lhs.memref, self.roles.lhs.indices),
            Operand.of(writer, rhs, read),
            Operand.of(writer, result, indices),
            self.roles.row,
            self.size(self.roles.column),
            self.merges,
            None if epilogue is None else Finish.of(epilogue, self.products),
            is_transposed,
        )
        if terms is not None:
            self.patches = Patches.of(writer, nest, roles, terms, self.product, lines)
            if lines is not None:
                outer.remove(lines.counter)
        self.nested(outer)
        if self.patches is not None:
            writer.insert(memref.DeallocOp.get(self.patches.copies.memory))
        if copied:
            writer.insert(memref.DeallocOp.get(rhs))
        if epilogue is None and (not nest.stores_sum or temporary):
            finish(nest, writer, result, indices)
        if temporary:
            writer.insert(memref.DeallocOp.get(result))

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

    def nested(self, outer: Sequence[SSAValue]) -> None:
        """
        The loops over groups, where there are any, and over what is neither a row nor a column, and
        the calls inside.
        """
        group = self.roles.group
        sizes = [*([] if group is None else [group.count]), *map(self.size, outer)]

        def inside(*counters: SSAValue) -> None:
            forms = [Form(one) for one in counters]
            known = {} if group is None else dict.fromkeys(group.numbers, forms.pop(0))
            self.calls({**known, **dict(zip(outer, forms, strict=True))})

        parallel_loops(self.writer, sizes, inside)

    def calls(self, known: dict[SSAValue, Form]) -> None:
        """
        The product for known counters; where loops of the sum remain, a sum of products. Where
        there are conditions, a product writes some of the rows only: all are zero before.
        """
        if self.roles.row is not None:
            known[self.roles.row] = Form(0, row=1)
        if self.roles.column is not None:
            known[self.roles.column] = Form(self.first(self.roles.column, known), column=1)
        if self.patches is not None:
            self.patches.calls(known, self.size(self.roles.row))
            return
        loops = self.nest.reductions[: -2 if self.merges else -1]
        low, size = self.first(self.roles.row, known), self.size(self.roles.row)
        rows = Rows([low], [self.writer.add(low, size)])
        if not loops and not self.nest.conditions:
            self.product.call(known, rows, finishes=True)
            return
        if len(loops) == 1 and not self.nest.conditions:
            self.first_and_others(loops[0], known, rows)
        else:
            self.product.call(known, rows, empty=True)
            self.summed(loops, known, rows)
        if self.product.finish is not None:
            self.product.call(known, rows, empty=True, adds=True, finishes=True)

    def first_and_others(self, op: scf.ForOp, known: dict[SSAValue, Form], rows: Rows) -> None:
        """
        One loop of the sum: the first iteration writes its rows, and the others add to theirs. Rows
        that are not those of the first one are zero before.
        """
        writer = self.writer
        taps = Taps.of(Forms(writer, self.nest.op, known), op)
        start, total = rows.span(writer)
        end = writer.add(start, total)
        first, size = taps.rows(writer.value(taps.low), rows).span(writer)
        runs = writer.compare("<", writer.value(taps.low), writer.value(taps.high))
        size = writer.op(arith.SelectOp, [runs, *writer.values([size, 0])], INDEX)
        first = writer.minimum(first, end)
        last = writer.minimum(writer.add(first, size), end)
        self.product.call(known, Rows([start], [first]), empty=True)
        self.product.call(known, Rows([last], [end]), empty=True)
        counter = op.body.block.args[0]

        def product(tap: SSAValue) -> None:
            adds = writer.compare("!=", tap, writer.value(taps.low))
            self.product.call({**known, counter: Form(tap)}, taps.rows(tap, rows), adds=adds)

        loop(writer, taps.high, product, taps.low)

    def first(self, counter: SSAValue | None, known: dict[SSAValue, Form]) -> Index:
        """The first row or column of the group."""
        group = self.roles.group
        if group is None or counter is not group.counter:
            return 0
        return self.writer.multiply(known[group.numbers[0]].base, group.size)

    def summed(self, loops: Sequence[scf.ForOp], known: dict[SSAValue, Form], rows: Rows) -> None:
        """The outer loops of the sum, whose bounds may depend on the row."""
        if not loops:
            self.product.call(known, rows, adds=True)
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
