"""Element types that a reduction may compute in.

StableHLO specification, `is_promotable` in the section "Formal notation".
"""

from __future__ import annotations

from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Attribute

from disc_shape.dialects.hlo.narrow import complex_part, integer_width, is_unsigned
from disc_shape.dialects.quant import UniformQuantizedType


def promotes(narrow: Attribute, wide: Attribute) -> bool:
    """Whether elements of one type can be computed with in another one, of the same kind."""
    if narrow == wide:
        return True
    if isinstance(narrow, UniformQuantizedType) and isinstance(wide, UniformQuantizedType):
        one, other = narrow.data, wide.data
        return one.expressed == other.expressed and one.storage.width <= other.storage.width
    if isinstance(narrow, AnyFloat) and isinstance(wide, AnyFloat):
        return narrow.bitwidth <= wide.bitwidth
    left, right = complex_part(narrow), complex_part(wide)
    if left is not None and right is not None:
        return promotes(left, right)
    low, high = integer_width(narrow), integer_width(wide)
    if low is None or high is None or is_unsigned(narrow) != is_unsigned(wide):
        return False
    return 1 < low <= high or low == high
