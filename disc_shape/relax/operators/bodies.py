"""The operations of HLO by name, and the regions that some of them have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from xdsl.dialects.builtin import TensorType, i1
from xdsl.ir import Attribute, Block, Operation, Region

from disc_shape.dialects import DIALECTS, load_dialect
from disc_shape.dialects.hlo.enums import ComparisonDirectionAttr
from disc_shape.dialects.hlo.factory import final_attribute
from disc_shape.dialects.hlo.op import STABLEHLO


@cache
def operations() -> Mapping[str, type[Operation]]:
    """The operations of HLO by name."""
    dialects = [load_dialect(DIALECTS[name]) for name in ("stablehlo", "chlo")]
    return {op.name: op for dialect in dialects for op in dialect.operations}


def body_of(elements: Sequence[Attribute], name: str | None, **words: Attribute) -> Region:
    """A body over numbers that returns an operation on the first two, or the second by itself."""
    body = Block(arg_types=[TensorType(one, []) for one in elements])
    found = [body.args[1]]
    if name is not None:
        result = TensorType(i1 if words else elements[0], [])
        inner = operations()[f"stablehlo.{name}"].create(
            operands=body.args[:2], result_types=[result], properties=words
        )
        body.add_op(inner)
        found = inner.results
    body.add_op(operations()["stablehlo.return"].create(operands=found))
    return Region(body)


def combiner(name: str | None, element: Attribute) -> Region:
    """The body that combines two numbers by `name`, a binary operation; without one, the second."""
    return body_of([element, element], name)


def comparer(direction: str, elements: Sequence[Attribute]) -> Region:
    """The body that compares two rows of numbers by their first ones."""
    word = final_attribute(ComparisonDirectionAttr, STABLEHLO)(direction)
    both = [one for one in elements for _ in range(2)]
    return body_of(both, "compare", comparison_direction=word)
