"""Programs of a few lines, as the exhaustive tests run and analyse them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ComplexType, Float32Type, IndexType
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects import register
from disc_shape.relations import RelationState, evaluator_of, relation_of
from disc_shape.relations.core import made_by
from disc_shape.relations.state import Content
from disc_shape.relations.value_types import holds_sizes, scalar_type

Array = NDArray[np.generic]
Shapes = tuple[tuple[int, ...], ...]


def context() -> Context:
    """Our dialects and those of xDSL."""
    ctx = Context()
    for name, factory in get_all_dialects().items():
        if name not in ("stablehlo", "mhlo", "shape", "disc_shape"):
            ctx.register_dialect(name, factory)
    register(ctx)
    return ctx


class Blind(RelationState):
    """What is known where nothing is known of the numbers that values hold."""

    def content(self, value: SSAValue) -> Content:
        return None

    def define_content(self, value: SSAValue, content: Content) -> None:
        pass


LISTENERS: list[Callable[[Sequence[Operation], RelationState], None]] = []
"""Called with what was analysed and the state after it."""


def analyse(
    body: Sequence[Operation], state: RelationState, times: int = 2, data: bool = False
) -> None:
    """
    Apply all relations and evaluators, in order, `times` times. Integers are read as mathematical
    ones, unless they are data.
    """
    for op in body:
        state.relevant.update(result for result in op.results if holds_sizes(result.type))
    state.into_shapes = set() if data else state.relevant
    for _ in range(times):
        for op in body:
            relation = relation_of(op)
            if relation is not None:
                relation.apply(op, state)
            evaluator = evaluator_of(op)
            if evaluator is not None:
                for result, content in zip(made_by(op), evaluator(op, state), strict=True):
                    if content is not None:
                        state.define_content(result, content)
    for listener in LISTENERS:
        listener(body, state)


_DTYPES: dict[str, type[np.generic]] = {
    **{
        "i1": np.bool_,
        "i8": np.int8,
        "i32": np.int32,
        "i64": np.int64,
        "ui32": np.uint32,
        "ui64": np.uint64,
    },
    **{"f16": np.float16, "!quant.uniform<i8:f32, 2.000000e+00:15>": np.int8},
}


def dtype_of(type: Attribute) -> type[np.generic]:
    """The numpy type of the elements of a tensor."""
    element = scalar_type(type)
    if isinstance(element, ComplexType):
        return np.complex64
    if isinstance(element, Float32Type):
        return np.float32
    if isinstance(element, IndexType):
        return np.int64
    return _DTYPES[str(element)]
