"""Runs iteration spaces as they are defined: loops over the extents, maps, scalar bodies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import Float32Type
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.ir.affine import AffineConstraintKind, AffineSet

from disc_shape.cards import elements_of
from disc_shape.cards.elements import Elementwise, Scalar
from disc_shape.cards.functions import CONVERT
from disc_shape.cards.indices import element_type_of, is_inside
from disc_shape.cards.iteration import (
    Access,
    Choose,
    Clamp,
    Combine,
    Copy,
    Extent,
    IterationSpace,
    Lookup,
    MultiplyAdd,
    Position,
)
from disc_shape.dialects.hlo.narrow import integer_width

Array = NDArray[np.generic]
Values = Mapping[SSAValue, Array]

FLOAT_MEANINGS: dict[str, Callable[..., np.generic]] = {
    "add": np.add,
    "multiply": np.multiply,
    "divide": np.divide,
    "exponential": np.exp,
    "tanh": np.tanh,
    "maximum": np.maximum,
    "negate": np.negative,
}


def dtype_of(type: Attribute) -> np.dtype[np.generic]:
    """The numpy type of elements."""
    element = element_type_of(type)
    width = integer_width(element)
    if width is not None:
        return np.dtype(np.bool_ if width == 1 else f"i{width // 8}")
    return np.dtype(np.float32 if isinstance(element, Float32Type) else np.int64)


def apply(op: Operation, scalar: Scalar, operands: Sequence[np.generic]) -> np.generic:
    """A scalar function, in the element type of the result."""
    dtype = dtype_of(op.results[0].type)
    booleans = dtype_of(op.operands[-1].type) == np.bool_
    function = scalar.booleans if booleans else scalar.function
    assert function is not None
    if function is CONVERT:
        return dtype.type(operands[0])
    if dtype.kind == "f" and function.name in FLOAT_MEANINGS:
        return dtype.type(FLOAT_MEANINGS[function.name](*operands))
    assert function.fold is not None, function.name
    return dtype.type(function.fold(*(operand.item() for operand in operands)))


def apply_region(region: Region, arguments: Sequence[np.generic]) -> list[np.generic]:
    """The values that a body of elementwise operations yields."""
    known: dict[SSAValue, np.generic] = dict(zip(region.block.args, arguments, strict=True))
    for op in region.block.ops:
        if not op.results:
            return [known[value] for value in op.operands]
        rule = elements_of(op)
        assert isinstance(rule, Elementwise)
        scalar = rule.scalar(op)
        assert scalar is not None
        known[op.results[0]] = apply(op, scalar, [known[value] for value in op.operands])
    raise AssertionError("a body has no terminator")


class Evaluator:
    """The results of one operation by its iteration space."""

    def __init__(self, op: Operation, space: IterationSpace, values: Values) -> None:
        self.op = op
        self.space = space
        self.values = values

    def run(self) -> list[Array]:
        """What the loops write; each element of a result is written."""
        op, body = self.op, self.space.body
        results = [np.zeros_like(self.values[result]) for result in op.results]
        written = [np.zeros(result.shape, bool) for result in results]
        if isinstance(body, Combine):
            initials = [self.values[op.operands[number]] for number in body.initial]
            results = [
                np.full(result.shape, initial, result.dtype)
                for result, initial in zip(results, initials, strict=True)
            ]
        accumulates = isinstance(body, Combine | MultiplyAdd)
        for dims in product(*(range(self.length(extent)) for extent in self.space.extents)):
            places = [tuple(at.eval(dims, ()) for at in map.results) for map in self.space.outputs]
            before = [result[at] for result, at in zip(results, places, strict=True)]
            after = self.compute(dims, before)
            for result, done, at, item in zip(results, written, places, after, strict=True):
                assert accumulates or not done[at]
                done[at], result[at] = True, item
        assert accumulates or all(done.all() for done in written)
        return results

    def length(self, extent: Extent | int) -> int:
        """The trip count of a dimension."""
        return extent if isinstance(extent, int) else self.values[extent.value].shape[extent.axis]

    def symbols(self, dims: Sequence[int]) -> list[int]:
        """The numbers that symbols stand for in an iteration."""
        found: list[int] = []
        for symbol in self.space.symbols:
            match symbol:
                case Extent():
                    found.append(self.length(symbol))
                case Lookup():
                    index = tuple(at.eval(dims, found) for at in symbol.index)
                    operand = self.values[self.op.operands[symbol.operand]]
                    assert is_inside(index, operand.shape)
                    found.append(int(operand[index]))
                case Clamp():
                    high = symbol.high.eval(dims, found)
                    number = symbol.number.eval(dims, found)
                    found.append(max(symbol.low, min(number, high)))
        return found

    def read(self, access: Access, dims: Sequence[int]) -> np.generic:
        """The element that an iteration reads, or the filler."""
        symbols = self.symbols(dims)
        operand = self.values[self.op.operands[access.operand]]
        if access.domain is not None and not contains(access.domain, dims, symbols):
            if access.filler is None:
                return operand.dtype.type(0)
            return self.values[self.op.operands[access.filler]].reshape(-1)[0]
        index = tuple(at.eval(dims, symbols) for at in access.map.results)
        assert is_inside(index, operand.shape), (index, operand.shape)
        return operand[index]

    def compute(self, dims: Sequence[int], before: Sequence[np.generic]) -> list[np.generic]:
        """What an iteration writes."""
        inputs, body = self.space.inputs, self.space.body
        dtype = dtype_of(self.op.results[0].type)
        match body:
            case Copy():
                return [self.read(inputs[0], dims)]
            case Choose():
                symbols = self.symbols(dims)
                chosen = next(
                    access
                    for access in inputs
                    if access.domain is None or contains(access.domain, dims, symbols)
                )
                return [self.read(chosen, dims)]
            case MultiplyAdd():
                lhs, rhs = (dtype.type(self.read(access, dims)) for access in inputs)
                return [np.add(before[0], np.multiply(lhs, rhs))]
            case Position():
                return [dtype.type(dims[body.dimension])]
            case Combine():
                return apply_region(
                    body.region, [*before, *(self.read(access, dims) for access in inputs)]
                )
            case Scalar():
                return [apply(self.op, body, [self.read(access, dims) for access in inputs])]
            case _:
                raise AssertionError(body)


def contains(domain: AffineSet, dims: Sequence[int], symbols: Sequence[int]) -> bool:
    """True if an iteration is in a domain."""
    return all(
        number >= 0 if condition.kind is AffineConstraintKind.ge else number == 0
        for condition in domain.constraints
        for number in [condition.lhs.eval(dims, symbols)]
    )
