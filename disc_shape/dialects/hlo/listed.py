"""Operands that list integers, such as sizes: what a constant says of them can be checked.

The StableHLO specification's constraints on such operands hold when the program runs; where the
operand is a constant they are decided before.
"""

from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from disc_shape.dialects.hlo.attributes import constant_ints
from disc_shape.dialects.hlo.shapes import Dims, agree, check_each, dims, require


def listed(value: SSAValue) -> tuple[int, ...] | None:
    """The integers of an operand, row by row, if a constant with at most 64 gives them."""
    attr: Attribute | None = None
    if isinstance(value, OpResult) and value.op.name.endswith(".constant"):
        attr = value.op.properties.get("value")
    return None if attr is None else constant_ints(attr)


def check_listed_sizes(op: Operation, what: str, operand: SSAValue, result: SSAValue) -> Dims:
    """Sizes that a constant lists are not negative and are the result's; what is known of these."""
    known = dims(result)
    sizes = listed(operand)
    if sizes is None:
        return known
    check_each(op, f"{what} entry", sizes, 0)
    for index, (size, found) in enumerate(zip(sizes, known, strict=True)):
        require(
            agree(size, found),
            f"dimension {index} of '{op.name}' {what} and result differ: {size} and {found}",
        )
    return sizes
