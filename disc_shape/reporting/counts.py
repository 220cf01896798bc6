"""How many operations, dynamic sizes and buffers a program has."""

from __future__ import annotations

from collections import Counter
from typing import cast

from xdsl.dialects.builtin import IndexType, IntegerType, ModuleOp, TensorType
from xdsl.ir import Attribute, Operation

from disc_shape.dialects.disc_shape.encoding import get_symbols
from disc_shape.dialects.hlo.movement import DynamicBroadcastInDimOp, DynamicReshapeOp
from disc_shape.dialects.xdsl_extras.constants import is_constant
from disc_shape.reporting.findings import Findings
from disc_shape.reporting.sections import Section
from disc_shape.traversal import post_order

UNCOUNTED = frozenset(("disc_shape", "builtin", "func"))
"""Dialects whose operations compute no data."""


def is_shape_computation(op: Operation) -> bool:
    """Whether all results are index or integer numbers of rank 0 or 1: sizes, most of the time."""

    def small(type_: Attribute) -> bool:
        if isinstance(type_, TensorType):
            tensor = cast("TensorType[Attribute]", type_)
            return tensor.get_num_dims() <= 1 and small(tensor.element_type)
        return isinstance(type_, IndexType | IntegerType)

    return bool(op.results) and all(small(result.type) for result in op.results)


def census(module: ModuleOp) -> Counter[str]:
    """The operations and the unnamed dynamic sizes in the functions of a program."""
    counts: Counter[str] = Counter()
    for op in post_order(module):
        if op.dialect_name() in UNCOUNTED or is_constant(type(op)):
            continue
        counts["operations"] += 1
        counts["dynamic broadcasts and reshapes"] += isinstance(
            op, DynamicBroadcastInDimOp | DynamicReshapeOp
        )
        counts["operations on sizes"] += is_shape_computation(op)
        for result in op.results:
            if not isinstance(result.type, TensorType):
                continue
            tensor = cast("TensorType[Attribute]", result.type)
            symbols = get_symbols(tensor) or (None,) * tensor.get_num_dims()
            for size, symbol in zip(tensor.get_shape(), symbols, strict=True):
                counts["anonymous ? in types"] += size < 0 and symbol is None
    return counts


def section(findings: Findings) -> Section | None:
    """The numbers before and after; nothing for a program that was read as it is."""
    if findings.original is findings.optimized:
        return None
    before, after = census(findings.original), census(findings.optimized)
    return Section(
        "In numbers",
        "What the passes left. Constants are not counted.",
        ("", "before", "after"),
        tuple((name, str(count), str(after[name])) for name, count in before.items()),
    )
