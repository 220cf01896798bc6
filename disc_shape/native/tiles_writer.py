"""Loops, branches and vectors in the `llvm` dialect, for kernels that are written by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    VectorType,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, SSAValue

from disc_shape.native.emitter import NO_FLAGS, POINTER, Emitter, Number, numbers

Body = Callable[[SSAValue, Sequence[SSAValue]], Sequence[SSAValue]]
"""Emits one iteration: from the counter and carried values to the next carried values."""

LINE = 64
"""The bytes of a line of the cache."""


class TileWriter(Emitter):
    """Writes one function over elements of a float type, in vectors of some lanes."""

    def __init__(self, element: AnyFloat, lanes: int, has_fma: bool) -> None:
        super().__init__()
        self.element = element
        self.lanes = lanes
        self.has_fma = has_fma
        self.bytes = element.bitwidth // 8
        self.per_line = LINE // self.bytes
        self.vectors = VectorType(element, [lanes])
        self.vector: Attribute = self.vectors if lanes > 1 else element

    # Control flow.

    def loop(
        self,
        low: Number,
        high: Number,
        step: Number,
        body: Body,
        carried: Sequence[SSAValue] = (),
    ) -> Sequence[SSAValue]:
        """A loop that counts up, and what it carries at its end."""
        types = [one.type for one in carried]
        head, inner = self.add_block([i64, *types]), self.add_block()
        self.branch(head, [self.number(low), *carried])
        counter, *values = head.args
        after = self._after(types)
        self.block = head
        more = self.compare("slt", counter, self.number(high))
        self.branch_if(more, inner, after, [], values)
        self.block = inner
        found = body(counter, values)
        self.branch(head, [self.number(self.add(counter, step)), *found])
        self._continue(after)
        return after.args

    def _after(self, types: Sequence[Attribute]) -> Block:
        return Block(arg_types=types)

    def _continue(self, block: Block) -> None:
        self.region.add_block(block)
        self.block = block

    def each(self, high: Number, step: Number, body: Callable[[SSAValue], None]) -> None:
        """A loop from zero that carries nothing."""

        def iterate(counter: SSAValue, _: Sequence[SSAValue]) -> Sequence[SSAValue]:
            body(counter)
            return []

        self.loop(0, high, step, iterate)

    def choose(
        self,
        condition: SSAValue,
        then: Callable[[], Sequence[SSAValue]],
        otherwise: Callable[[], Sequence[SSAValue]],
        types: Sequence[Attribute] = (),
    ) -> Sequence[SSAValue]:
        """One of two pieces of code, and what it computes."""
        first, second, after = self.add_block(), self.add_block(), self._after(types)
        self.branch_if(condition, first, second)
        for block, emit in ((first, then), (second, otherwise)):
            self.block = block
            self.branch(after, emit())
        self._continue(after)
        return after.args

    def either(
        self, condition: SSAValue, then: Callable[[], None], otherwise: Callable[[], None]
    ) -> None:
        """One of two pieces of code that compute nothing."""

        def first() -> Sequence[SSAValue]:
            then()
            return []

        def second() -> Sequence[SSAValue]:
            otherwise()
            return []

        self.choose(condition, first, second)

    def when(self, condition: SSAValue, then: Callable[[], None]) -> None:
        """Code that runs if a condition holds."""
        self.either(condition, then, lambda: None)

    # Numbers.

    def subtract(self, lhs: Number, rhs: Number) -> Number:
        """The difference of two numbers, which does not wrap."""
        return lhs if rhs == 0 else self.index(llvm.SubOp, lhs, rhs)

    def minimum(self, lhs: Number, rhs: Number) -> SSAValue:
        """The smaller one of two numbers."""
        return self.select(self.less(lhs, rhs), self.number(lhs), self.number(rhs))

    def maximum(self, lhs: Number, rhs: Number) -> SSAValue:
        """The greater one of two numbers."""
        return self.select(self.less(lhs, rhs), self.number(rhs), self.number(lhs))

    def multiple_below(self, number: SSAValue, factor: int) -> SSAValue:
        """The greatest multiple of a power of two that is at most a natural number."""
        return self.binary(llvm.AndOp, number, self.number(-factor))

    # Elements.

    def element_at(self, pointer: SSAValue, offset: Number) -> SSAValue:
        """The pointer to an element of an array."""
        return self.address(pointer, offset, self.element)

    def read(self, pointer: SSAValue, offset: Number) -> SSAValue:
        """An element of an array."""
        return self.load(self.element_at(pointer, offset), self.element, self.bytes)

    def write(self, value: SSAValue, pointer: SSAValue, offset: Number) -> None:
        """Write an element of an array, or a vector from there on."""
        target = self.element_at(pointer, offset)
        if value.type != self.element:  # llvmlite still has types of what pointers point to.
            target = self.cast(llvm.BitcastOp, target, POINTER)
        self.store(value, target, self.bytes)

    def read_vector(self, pointer: SSAValue, offset: Number) -> SSAValue:
        """The elements from a place of an array on."""
        return self.load(self.element_at(pointer, offset), self.vector, self.bytes)

    def read_some(self, pointer: SSAValue, offset: Number, count: int) -> SSAValue:
        """So many elements from a place of an array on, as one vector."""
        kind = VectorType(self.element, [count])
        return self.load(self.element_at(pointer, offset), kind, self.bytes)

    def zero(self) -> SSAValue:
        """A vector of zeros."""
        if self.lanes == 1:
            return self.constant(0.0, self.element)
        zeros = DenseIntOrFPElementsAttr.from_list(self.vectors, [0.0])
        return self.insert(llvm.ConstantOp(zeros, self.vector))

    def splat(self, value: SSAValue) -> SSAValue:
        """A vector of one element."""
        if self.lanes == 1:
            return value
        operands = [self.undefined(self.vector), value, self.constant(0, i32)]
        first = self.made(llvm.InsertElementOp, operands, self.vector)
        return self.shuffled(first, [0] * self.lanes)

    def shuffled(self, vector: SSAValue, places: Sequence[int]) -> SSAValue:
        """A vector of the elements at some places of another one."""
        operands = [vector, self.undefined(self.vector)]
        return self.made(llvm.ShuffleVectorOp, operands, self.vector, mask=numbers(*places))

    def accumulate(self, lhs: SSAValue, rhs: SSAValue, total: SSAValue) -> SSAValue:
        """`lhs * rhs + total`, rounded once where the host can."""
        if self.has_fma:
            return self.made(llvm.FMAOp, [lhs, rhs, total], total.type, fastmathFlags=NO_FLAGS)
        return self.binary(llvm.FAddOp, self.binary(llvm.FMulOp, lhs, rhs), total)

    def total(self, vector: SSAValue, scratch: SSAValue) -> SSAValue:
        """The sum of the elements of a vector, by halves; `scratch` has room for one."""
        width = self.lanes // 2
        while width:
            places = [(place + width) % self.lanes for place in range(self.lanes)]
            vector = self.plus(vector, self.shuffled(vector, places))
            width //= 2
        self.write(vector, scratch, 0)
        return self.read(scratch, 0)

    def plus(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """The sum of two elements or vectors."""
        return self.binary(llvm.FAddOp, lhs, rhs)

    def fetch(self, pointer: SSAValue, *, writes: bool = False, soon: bool = True) -> None:
        """
        Fetch a line that will be read, or written and read often: to the first level of the cache,
        or to the second one if that is not soon.
        """
        hints = [self.constant(one, i32) for one in (int(writes), 3 if soon else 2, 1)]
        self.effect("llvm.prefetch.p0", [pointer, *hints])

    def null(self) -> SSAValue:
        """The pointer to nothing."""
        return self.insert(llvm.ZeroOp(result_types=[POINTER]))

    def memory(self, count: Number) -> SSAValue:
        """Memory for elements, from the system; null when there is none."""
        size = self.number(self.multiply(count, self.bytes))
        return self.library("malloc", [size], POINTER)

    def free(self, pointer: SSAValue) -> None:
        """Give memory back."""
        self.outside("free", [pointer], None)

    def scratch(self, count: int) -> SSAValue:
        """Memory of the function for so many elements, aligned to lines of the cache."""
        size = llvm.ConstantOp(IntegerAttr(count, 64), i64)
        op = llvm.AllocaOp(size, self.element, alignment=LINE)
        self._slots += [size, op]
        return op.res
