"""The operations that have a relation, and which of them no exhaustive case is about."""

from __future__ import annotations

from collections.abc import Iterator

from fuzz.operations import plain
from xdsl.dialects import arith, bufferization, linalg, math, memref, tensor
from xdsl.ir import Dialect, Operation

from disc_shape.dialects import factories
from disc_shape.relations import RELATIONS

LATER = ("relax", "relay", "quant")
"""Dialects of front ends, which are translated before they are analysed."""

ALSO = (arith.Arith, bufferization.Bufferization, linalg.Linalg, memref.MemRef, tensor.Tensor)

COPIES = "has the relation of the operation on tensors, as in the cases of some of its kind"

WITHOUT_CASE: dict[str, str] = {
    "arith.cmpf": "xDSL's takes scalars only",
    "arith.cmpi": "xDSL's takes scalars only",
    "chlo._asin_acos_kernel": "the interpreter does not run it: XLA's own, without a definition",
    "hlo.ragged_dot": "`chlo.ragged_dot`, whose numbers are spelled otherwise, has cases",
    "torch_c.to_builtin_tensor": "the interpreter does not run it: no value has torch-mlir's types",
    "hlo.sparse_dot": "the interpreter does not run it: nothing defines how data is packed",
}
"""Operations with a relation, but without an exhaustive case, and why."""


def dialects() -> Iterator[Dialect]:
    """The dialects that the analysis reads."""
    for name, factory in factories().items():
        if name not in LATER:
            yield factory()
    yield from (*ALSO, math.Math)


def spoken_for() -> Iterator[tuple[type[Operation], str]]:
    """Every operation class that has a relation, with the relation's name."""
    for dialect in dialects():
        for op in dialect.operations:
            relation = RELATIONS.find(op)
            if relation is not None:
                yield op, relation.name


def without_case(name: str) -> str | None:
    """Why there is no exhaustive case for an operation; None when there has to be one."""
    return COPIES if name.startswith("lmhlo.") else WITHOUT_CASE.get(plain(name))
