"""Writes a plan into a function: the arena, the offsets, and a view for each buffer."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IndexType,
    IntegerAttr,
    MemRefType,
    ModuleOp,
    StringAttr,
    UnitAttr,
    i8,
    i64,
)
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from disc_shape.dialects.disc_shape.encoding import DIMS
from disc_shape.errors import OperationError
from disc_shape.locations import inherit
from disc_shape.loops.allocation import PEAK
from disc_shape.lowering.reuse import whole_view
from disc_shape.lowering.types import buffer_of
from disc_shape.lowering.writer import constant_of
from disc_shape.memory.amounts import NOTHING, Amount
from disc_shape.memory.facts import Level
from disc_shape.memory.hoisting import Hoister
from disc_shape.memory.lifetimes import ALIGNMENT, Lifetime, Times
from disc_shape.memory.plan import Arena, FunctionPlan, first_of, plans_of
from disc_shape.memory.results import Lent
from disc_shape.memory.sizes import Sizes
from disc_shape.symbolic import Expr, Product, Sum, const

LIFETIME = "disc_shape.lifetime"
"""Marks the view of an arena with which the lifetime of a buffer begins."""

ARENA = MemRefType(i8, (DYNAMIC_INDEX,))


def apply_plan(plan: FunctionPlan, times: Times) -> None:
    """Let the buffers of a plan be views of its arenas, and note the peak on the function."""
    hoister = None
    if plan.lent:
        before = first_of(plan.arenas, plan.lent)
        hoister = Hoister(before, times.enter)
        for lent in plan.lent:
            lend(lent, before, hoister)
    for arena in plan.arenas:
        ArenaWriter(arena, plan.sizes, hoister or Hoister(arena.before, times.enter)).write()
    if plan.peak is not None:
        plan.function.attributes[PEAK] = StringAttr(f"{plan.sign} {plan.peak}")


def lend(lent: Lent, before: Operation, hoister: Hoister) -> None:
    """
    Allocate a result before all planned buffers, and let some of them be views of it.

        %0 = memref.alloc(%n) : memref<?xf32>
        ...
        memref.dealloc %0 : memref<?xf32>
        %r = memref.alloc(%n) : memref<?xf32>
    =>
        %r = memref.alloc(%n) : memref<?xf32>
        ...
        %0 = memref.reinterpret_cast %r to offset: [0], sizes: [%n], strides: [1]
            {disc_shape.lifetime} : ...
    """
    result = lent.result
    for size in result.dynamic_sizes:
        hoister.hoist(size)
    block = before.parent
    assert block is not None
    result.detach()
    block.insert_ops_before([result], before)
    for life in lent.buffers:
        begin(life, whole_view(result.memref, life.alloc, life.first))


def begin(life: Lifetime, view: memref.ViewOp | memref.ReinterpretCastOp) -> None:
    """Replace the allocation of a buffer by a view with which its lifetime begins."""
    alloc = life.alloc
    view.attributes[LIFETIME] = UnitAttr()
    if (names := alloc.attributes.get(DIMS)) is not None:
        view.attributes[DIMS] = names
    inherit(view, alloc)
    view.result.name_hint = alloc.memref.name_hint
    for free in life.frees:
        Rewriter.erase_op(free)
    block = life.first.parent
    assert block is not None
    block.insert_ops_before([view], life.first)
    alloc.memref.replace_all_uses_with(view.result)
    Rewriter.erase_op(alloc)


class ArenaWriter:
    """Writes one arena."""

    def __init__(self, arena: Arena, sizes: Sizes, hoister: Hoister) -> None:
        self.arena = arena
        self.sizes = sizes
        self.before = arena.before
        self.hoister = hoister
        self._values: dict[Expr, SSAValue] = {}
        self._amounts: dict[tuple[Amount, ...], SSAValue] = {}
        self._multiples: dict[tuple[SSAValue, int], SSAValue] = {}
        op = arena.before.prev_op
        while op is not None:
            for result in op.results[:1]:
                if (
                    isinstance(result.type, IndexType)
                    and (number := constant_of(result)) is not None
                ):
                    self._values[const(number)] = result
            op = op.prev_op

    def write(self) -> None:
        """
        Allocate the arena and replace each allocation.

            %0 = memref.alloc(%n) : memref<?xf32>
            ...
            memref.dealloc %0 : memref<?xf32>
        =>
            %arena = memref.alloc(%bytes) {alignment = 64 : i64} : memref<?xi8>
            %0 = memref.view %arena[%offset][%n] {disc_shape.lifetime} : ...
            ...
            memref.dealloc %arena : memref<?xi8>
        """
        choices = self.arena.choices
        needs = [self._largest(choice.arena) for choice in choices]
        best, flags = needs[0], list[SSAValue]()
        for need in needs[1:]:
            flags.append(self._emit(arith.CmpiOp(need, best, "slt")).results[0])
            best = self._emit(arith.MinSIOp(need, best)).results[0]
        alloc = memref.AllocOp([best], (), ARENA, IntegerAttr(ALIGNMENT, i64))
        memory = self._emit(alloc).results[0]
        memory.name_hint = "arena"
        block = self.before.parent
        assert block is not None
        free = memref.DeallocOp.get(memory)
        inherit(free, self.arena.after)
        block.insert_ops_after([free], self.arena.after)
        for number, life in enumerate(self.arena.buffers.lives):
            offset = self._largest(choices[0].offsets[number])
            for flag, choice in zip(flags, choices[1:], strict=True):
                other = self._largest(choice.offsets[number])
                if other is not offset:
                    select = arith.SelectOp(flag, other, offset)
                    offset = self._emit(select).results[0]
            self._replace(life, memory, offset)

    def _replace(self, life: Lifetime, memory: SSAValue, offset: SSAValue) -> None:
        alloc = life.alloc
        type_ = buffer_of(alloc.memref)
        begin(life, memref.ViewOp(memory, offset, list(alloc.dynamic_sizes), type_))

    def _emit(self, op: Operation) -> Operation:
        inherit(op, self.before)
        block = self.before.parent
        assert block is not None
        block.insert_ops_before([op], self.before)
        return op

    def _largest(self, amounts: Sequence[Amount]) -> SSAValue:
        """The value that is the largest of some amounts."""
        key = tuple(amounts)
        found = self._amounts.get(key)
        if found is None:
            *rest, last = amounts or (NOTHING,)
            found = self._sum(last)
            if rest:
                found = self._emit(arith.MaxSIOp(self._largest(rest), found)).results[0]
            self._amounts[key] = found
        return found

    def _sum(self, of: Amount) -> SSAValue:
        """The value of an amount: its largest prefix plus a multiple of its last term."""
        if not of:
            return self._value(const(0))
        (number, count), rest = of[-1], of[:-1]
        if number == 0:
            return self._value(const(count))
        found = self._times(self._term(number), count)
        return self._emit(arith.AddiOp(self._largest((rest,)), found)).results[0] if rest else found

    def _times(self, value: SSAValue, count: int) -> SSAValue:
        if count == 1:
            return value
        if (value, count) not in self._multiples:
            product = arith.MuliOp(value, self._value(const(count)))
            self._multiples[value, count] = self._emit(product).results[0]
        return self._multiples[value, count]

    def _term(self, number: int) -> SSAValue:
        """The value of a term: of an expression, or of the size of an allocation."""
        expr = self.sizes.terms[number]
        if number not in self.sizes.inner or expr in self._values:
            return self._value(expr)
        if number not in self.sizes.allocs:
            found = self._values[expr] = self._rounded(self._value(self.sizes.inner[number]))
            return found
        whole = self.sizes.allocs[number]
        count = self._product([self.hoister.hoist(one) for one in whole.alloc.dynamic_sizes])
        if whole.clamped:
            count = self._emit(arith.MaxSIOp(count, self._value(const(0)))).results[0]
        found = self._times(count, whole.factor)
        self._values[expr] = found if whole.factor % ALIGNMENT == 0 else self._rounded(found)
        return self._values[expr]

    def _rounded(self, value: SSAValue) -> SSAValue:
        """The next multiple of the alignment."""
        more, unit = self._value(const(ALIGNMENT - 1)), self._value(const(ALIGNMENT))
        up = self._emit(arith.AddiOp(value, more)).results[0]
        # Not a signed division: a size is not negative.
        count = self._emit(arith.DivUIOp(up, unit)).results[0]
        return self._times(count, ALIGNMENT)

    def _value(self, expr: Expr) -> SSAValue:
        """The value of an expression over sizes."""
        found = self._values.get(expr)
        if found is None:
            found = self._values[expr] = self._computed(expr)
        return found

    def _computed(self, expr: Expr) -> SSAValue:
        if expr.constant is not None:
            attr = IntegerAttr(expr.constant, IndexType())
            constant = self._emit(arith.ConstantOp(attr)).results[0]
            constant.name_hint = f"c{expr.constant}" if expr.constant >= 0 else None
            return constant
        if expr in self.sizes.operands:
            return self.hoister.hoist(self.sizes.operands[expr])
        if isinstance(expr, Sum):
            parts = [self._times(self._value(term), count) for term, count in expr.terms]
            if expr.constant_term:
                parts.append(self._value(const(expr.constant_term)))
            total = parts[0]
            for part in parts[1:]:
                total = self._emit(arith.AddiOp(total, part)).results[0]
            return total
        if isinstance(expr, Product):
            factors = [self._value(one) for one, power in expr.factors for _ in range(power)]
            return self._product(factors)
        raise OperationError(f"no value computes {expr}", self.before)

    def _product(self, values: Sequence[SSAValue]) -> SSAValue:
        result = values[0] if values else self._value(const(1))
        for value in values[1:]:
            result = self._emit(arith.MuliOp(result, value)).results[0]
        return result


def plan_memory(module: ModuleOp, level: Level) -> None:
    """Plan the memory of each function of a module, by facts of a level."""
    for _, plan in plans_of(module, level):
        apply_plan(plan, plan.times)
