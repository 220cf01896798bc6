"""MLIR's linalg dialect, on tensors and on buffers.

A structured operation is its indexing maps and the body that computes one element. The body runs
on whole arrays, once for each index of the reduction loops; a body that holds more than
elementwise operations runs once for each element.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects import linalg
from xdsl.dialects.linalg.abstract_ops import LinalgStructuredOperation
from xdsl.dialects.linalg.attrs import IteratorType
from xdsl.ir import Block, Operation
from xdsl.ir.affine import AffineDimExpr, AffineExpr, AffineMap

from disc_shape.interpreters import memory
from disc_shape.interpreters.core import Frame, Step, binder_of, semantics
from disc_shape.interpreters.kernels.arrays import Array, Body, KernelError
from disc_shape.interpreters.memory import Buffer
from disc_shape.interpreters.reading import attribute, dense_array, int_of, only_block

Grid = tuple[NDArray[np.int64], ...]
"""For each loop its indices, as arrays that broadcast against each other."""

STRUCTURED = tuple(
    op.name for op in linalg.Linalg.operations if issubclass(op, LinalgStructuredOperation)
)


@semantics("linalg.index")
def bind_index(op: Operation) -> Step:
    """The step of `linalg.index`."""
    dimension = int_of(op, "dim")

    def step(frame: Frame, _ins: Sequence[Array]) -> Sequence[Array]:
        return (frame.loops[-1][dimension],)

    return step


@dataclass
class Loops:
    """The loops of a structured operation, and how they reach its operands."""

    maps: Sequence[AffineMap]
    parallel: Sequence[int]
    reduced: Sequence[int]

    @classmethod
    def of(cls, op: LinalgStructuredOperation) -> Loops:
        """The loops of an operation."""
        kinds = [kind.data for kind in op.get_iterator_types().data]
        loops = range(len(kinds))
        return cls(
            [attr.data for attr in op.get_indexing_maps().data],
            [loop for loop in loops if kinds[loop] is IteratorType.PARALLEL],
            [loop for loop in loops if kinds[loop] is not IteratorType.PARALLEL],
        )

    def sizes(self, operands: Sequence[Array]) -> list[int]:
        """How often each loop runs; KernelError where operands do not agree."""
        sizes = [-1] * (len(self.parallel) + len(self.reduced))
        for number, (operand, map_) in enumerate(zip(operands, self.maps, strict=True)):
            for dimension, expression in enumerate(map_.results):
                if not isinstance(expression, AffineDimExpr):
                    continue
                loop, size = expression.position, operand.shape[dimension]
                if sizes[loop] not in (-1, size):
                    raise KernelError(
                        f"dimension {dimension} of operand {number} is {size}, loop {loop} runs"
                        f" {sizes[loop]} times"
                    )
                sizes[loop] = size
        if -1 in sizes:
            raise KernelError(f"the trip count of loop {sizes.index(-1)} is unknown")
        return sizes

    def grids(self, sizes: Sequence[int]) -> Iterator[Grid]:
        """The parallel loops as arrays, for each index of the others in order."""
        rank = len(self.parallel)
        arrays: list[NDArray[np.int64]] = [np.zeros((), np.int64)] * len(sizes)
        for place, loop in enumerate(self.parallel):
            shape = [1] * rank
            shape[place] = sizes[loop]
            arrays[loop] = np.arange(sizes[loop], dtype=np.int64).reshape(shape)
        for indices in np.ndindex(*(sizes[loop] for loop in self.reduced)):
            for loop, index in zip(self.reduced, indices, strict=True):
                arrays[loop] = np.asarray(index, np.int64)
            yield tuple(arrays)

    def places(self, number: int, grid: Grid, operand: Array) -> tuple[NDArray[np.int64], ...]:
        """The indices at which the loops reach an operand; KernelError outside of it."""
        places = [place(one, grid) for one in self.maps[number].results]
        for dimension, (where, size) in enumerate(zip(places, operand.shape, strict=True)):
            if where.size and not 0 <= int(where.min()) <= int(where.max()) < size:
                raise KernelError(
                    f"index {int(where.max())} of dimension {dimension} of operand {number} is"
                    f" outside its size {size}"
                )
        return tuple(places)


def place(expression: AffineExpr, grid: Grid) -> NDArray[np.int64]:
    """The value of an index expression at every point."""
    value = expression.eval(cast("Sequence[int]", grid), ())
    return np.asarray(value, np.int64)


def is_elementwise(block: Block) -> bool:
    """Whether the operations of a body compute arrays as they do elements."""
    return all(
        op is block.last_op or op.name.startswith(("arith.", "math.")) or op.name == "linalg.index"
        for op in block.ops
    )


def body_of(block: Block, frame: Frame, shape: tuple[int, ...]) -> Body:
    """The body as a function of arrays of a shape."""
    last = block.last_op
    yielded = () if last is None else tuple(last.operands)
    steps = [(op, binder_of(op)(op)) for op in block.ops if op is not last]

    def whole(*args: Array) -> list[Array]:
        values = frame.values
        for argument, value in zip(block.args, args, strict=True):
            values[argument] = value
        for op, step in steps:
            ins = [np.broadcast_to(values[operand], shape) for operand in op.operands]
            for result, value in zip(op.results, step(frame, ins), strict=True):
                values[result] = value
        return [np.broadcast_to(values[value], shape) for value in yielded]

    def single(*args: Array) -> list[Array]:
        grid = [np.broadcast_to(one, shape) for one in frame.loops[-1]]
        found: list[list[Array]] = []
        for at in np.ndindex(shape):
            frame.loops.append(tuple(np.asarray(one[at]) for one in grid))
            frame.run_block(block, [np.asarray(np.broadcast_to(one, shape)[at]) for one in args])
            frame.loops.pop()
            found.append([frame.values[value] for value in yielded])
        return [
            np.asarray([row[index] for row in found]).reshape(shape)
            for index in range(len(yielded))
        ]

    return whole if is_elementwise(block) else single


def element_body(op: LinalgStructuredOperation) -> Block:
    """The block that computes one element. The window operand of a pooling only has sizes, but
    xDSL's body combines its elements with the input instead of those of the output.
    """
    if not op.name.startswith("linalg.pooling_"):
        return op.body.block
    block = op.body.clone().block
    window, output = block.args[1:3]
    window.replace_all_uses_with(output)
    return block


@semantics(*STRUCTURED)
def bind_structured(op: Operation) -> Step:
    """Outputs hold the values that are accumulated into; a tensor's are copied."""
    if not isinstance(op, LinalgStructuredOperation):
        raise TypeError(op.name)
    loops, block, count = Loops.of(op), element_body(op), len(op.inputs)
    used = [bool(argument.uses) for argument in block.args]

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        operands = [
            memory.read(one) if needed and isinstance(one, Buffer) else one
            for one, needed in zip(ins, used, strict=True)
        ]
        operands = [one.contents if isinstance(one, Buffer) else one for one in operands]
        for index in range(count, len(operands)):
            operands[index] = np.array(operands[index])
        written = [np.zeros(one.shape, np.bool_) for one in operands[count:]]
        sizes = loops.sizes(operands)
        shape = tuple(sizes[loop] for loop in loops.parallel)
        body = body_of(block, frame, shape)
        # An empty loop reaches nothing, whatever the others would reach.
        for grid in loops.grids(sizes) if 0 not in shape else ():
            frame.loops.append(grid)
            where = [loops.places(index, grid, one) for index, one in enumerate(operands)]
            values = body(
                *(
                    np.broadcast_to(np.asarray(one[at]), shape)
                    for one, at in zip(operands, where, strict=True)
                )
            )
            frame.loops.pop()
            for index, value in enumerate(values):
                operands[count + index][where[count + index]] = value
                written[index][where[count + index]] = True
        return finish(ins[count:], operands[count:], written)

    return step


def finish(
    outs: Sequence[Array], values: Sequence[Array], written: Sequence[NDArray[np.bool_]]
) -> list[Array]:
    """Tensors are results; buffers are written where the loops have been."""
    results: list[Array] = []
    for out, value, places in zip(outs, values, written, strict=True):
        if isinstance(out, Buffer):
            memory.write_some(out, value, places)
        else:
            results.append(value)
    return results


def _given(value: Array) -> Array:
    return memory.read(value) if isinstance(value, Buffer) else value


@semantics("linalg.broadcast")
def bind_broadcast(op: Operation) -> Step:
    """The dimensions that the attribute names are new."""
    added = dense_array(attribute(op, "dimensions"))

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        source, out = _given(ins[0]), ins[1]
        kept = [size for index, size in enumerate(out.shape) if index not in added]
        if list(source.shape) != kept:
            raise KernelError(f"sizes {list(source.shape)} are broadcast to {list(out.shape)}")
        value = np.broadcast_to(np.expand_dims(source, added), out.shape)
        return finish([out], [np.array(value)], [np.ones(out.shape, np.bool_)])

    return step


@semantics("linalg.reduce")
def bind_reduce(op: Operation) -> Step:
    """The body folds the elements of the named dimensions into the initial values, in order."""
    dimensions, block = dense_array(attribute(op, "dimensions")), only_block(op)

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        source, total = _given(ins[0]), np.array(_given(ins[1]))
        moved = np.moveaxis(source, dimensions, range(len(dimensions)))
        if moved.shape[len(dimensions) :] != total.shape:
            raise KernelError(
                f"sizes {list(moved.shape[len(dimensions) :])} are reduced into {list(total.shape)}"
            )
        body = body_of(block, frame, total.shape)
        for at in np.ndindex(moved.shape[: len(dimensions)]):
            frame.loops.append(())
            total = np.array(body(moved[at], total)[0])
            frame.loops.pop()
        return finish([ins[1]], [total], [np.ones(total.shape, np.bool_)])

    return step
