"""CHLO's operations that broadcast their operands.

Two operands whose ranks differ are matched by `broadcast_dimensions`, which gives for each
dimension of the one with the lower rank a dimension of the other, or from the last dimensions on
when it is left out. Of two matched dimensions one may have size 1, which is repeated.
"""

from typing import ClassVar

from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.binary import (
    AddOp,
    AndOp,
    Atan2Op,
    DivOp,
    MaxOp,
    MinOp,
    MulOp,
    OrOp,
    PowOp,
    RemOp,
    ShiftLeftOp,
    ShiftRightArithmeticOp,
    ShiftRightLogicalOp,
    SubtractOp,
    XorOp,
)
from disc_shape.dialects.hlo.client_elementwise import NextAfterOp, PolygammaOp, ZetaOp
from disc_shape.dialects.hlo.comparison import CompareOp, SelectOp
from disc_shape.dialects.hlo.constraints import (
    COMPLEX,
    FLOAT,
    INTS,
    PREDICATE,
    TENSOR,
    attribute,
    tensor_of,
)
from disc_shape.dialects.hlo.conversion import ComplexOp
from disc_shape.dialects.hlo.elementwise import BITS
from disc_shape.dialects.hlo.enums import ComparisonDirectionAttr, ComparisonTypeAttr
from disc_shape.dialects.hlo.narrow import complex_part
from disc_shape.dialects.hlo.op import CHLO, HloOp, PureHloOp
from disc_shape.dialects.hlo.shapes import (
    Dims,
    check_count,
    check_dimensions,
    check_same_element,
    check_same_sizes,
    check_sorted,
    check_unique,
    dims,
    element_type,
    rank,
)

REAL = tensor_of(FLOAT)


class BroadcastBinaryOp(PureHloOp):
    """A binary operation whose operands are broadcast to one shape.

    (c1) there are as many broadcast_dimensions as the operand with the lower rank has dimensions,
    (c2) they are in range and ascending, (c3) matched dimensions have one size or one of them is 1,
    (c4) the result has the broadcast sizes, (c5) the element types agree.
    """

    PREFIXES: ClassVar[tuple[str, ...]] = (CHLO,)
    PLAIN: ClassVar[type[HloOp]]
    broadcast_dimensions = opt_prop_def(INTS)
    lhs = operand_def(TENSOR)
    rhs = operand_def(TENSOR)
    result = result_def(TENSOR)
    assembly_format = (
        "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)"
    )

    @property
    def matched(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """For each dimension of either operand the dimension of the result that it goes to."""
        left, right = rank(self.lhs), rank(self.rhs)
        high = max(left, right)
        whole = tuple(range(high))
        if self.broadcast_dimensions is None or left == right:
            return whole[high - left :], whole[high - right :]
        low = ints(self.broadcast_dimensions)
        return (low, whole) if left < right else (whole, low)

    def check_elements(self) -> None:
        """(c5)"""
        types = (self.lhs.type, self.rhs.type)
        check_same_element(self, "operands", *types, scales=False)
        check_same_element(self, "operands and result", types[0], self.result.type, scales=False)

    def verify_(self) -> None:
        self.check_elements()
        left, right = rank(self.lhs), rank(self.rhs)
        if self.broadcast_dimensions is not None:
            given = ints(self.broadcast_dimensions)
            check_count(self, "broadcast_dimensions", len(given), min(left, right))
            check_dimensions(self, "broadcast dimension", given, max(left, right))
            check_unique(self, "broadcast_dimensions", given)
            check_sorted(self, "broadcast_dimensions", given)
        sizes = tuple(
            spread(one, to, max(left, right))
            for one, to in zip((dims(self.lhs), dims(self.rhs)), self.matched, strict=True)
        )
        expected = joined(self, *sizes)
        check_same_sizes(self, "broadcast operands and result", expected, dims(self.result))


def spread(sizes: Dims, to: tuple[int, ...], high: int) -> Dims:
    """The sizes of an operand as dimensions of the result, 1 where it has none."""
    spread_: list[int | None] = [1] * high
    for size, dimension in zip(sizes, to, strict=True):
        spread_[dimension] = size
    return tuple(spread_)


def joined(op: HloOp, *shapes: Dims) -> Dims:
    """The sizes that shapes of one rank broadcast to, None where they are not known."""
    result: list[int | None] = []
    for index, sizes in enumerate(zip(*shapes, strict=True)):
        known = {size for size in sizes if size not in (1, None)}
        if len(known) > 1:
            listed = ", ".join(str(size) for size in sizes)
            raise VerifyException(
                f"dimension {index} of '{op.name}' operands cannot be broadcast: {listed}"
            )
        result.append(known.pop() if known else None if None in sizes else 1)
    return tuple(result)


class BroadcastAddOp(BroadcastBinaryOp):
    """The sum of operands that are broadcast."""

    name = "broadcast_add"
    PLAIN: ClassVar[type[HloOp]] = AddOp


class BroadcastAndOp(BroadcastBinaryOp):
    """The conjunction of operands that are broadcast."""

    name = "broadcast_and"
    PLAIN: ClassVar[type[HloOp]] = AndOp
    lhs = operand_def(BITS)
    rhs = operand_def(BITS)
    result = result_def(BITS)


class BroadcastAtan2Op(BroadcastBinaryOp):
    """The angle of the point of operands that are broadcast."""

    name = "broadcast_atan2"
    PLAIN: ClassVar[type[HloOp]] = Atan2Op


class BroadcastDivOp(BroadcastBinaryOp):
    """The quotient of operands that are broadcast."""

    name = "broadcast_divide"
    PLAIN: ClassVar[type[HloOp]] = DivOp


class BroadcastMaxOp(BroadcastBinaryOp):
    """The greater one of operands that are broadcast."""

    name = "broadcast_maximum"
    PLAIN: ClassVar[type[HloOp]] = MaxOp


class BroadcastMinOp(BroadcastBinaryOp):
    """The smaller one of operands that are broadcast."""

    name = "broadcast_minimum"
    PLAIN: ClassVar[type[HloOp]] = MinOp


class BroadcastMulOp(BroadcastBinaryOp):
    """The product of operands that are broadcast."""

    name = "broadcast_multiply"
    PLAIN: ClassVar[type[HloOp]] = MulOp


class BroadcastNextAfterOp(BroadcastBinaryOp):
    """The next number on the way of operands that are broadcast."""

    name = "broadcast_next_after"
    PLAIN: ClassVar[type[HloOp]] = NextAfterOp
    lhs = operand_def(REAL)
    rhs = operand_def(REAL)
    result = result_def(REAL)


class BroadcastOrOp(BroadcastBinaryOp):
    """The disjunction of operands that are broadcast."""

    name = "broadcast_or"
    PLAIN: ClassVar[type[HloOp]] = OrOp
    lhs = operand_def(BITS)
    rhs = operand_def(BITS)
    result = result_def(BITS)


class BroadcastPolygammaOp(BroadcastBinaryOp):
    """The polygamma function of operands that are broadcast."""

    name = "broadcast_polygamma"
    PLAIN: ClassVar[type[HloOp]] = PolygammaOp
    lhs = operand_def(REAL)
    rhs = operand_def(REAL)
    result = result_def(REAL)


class BroadcastPowOp(BroadcastBinaryOp):
    """The power of operands that are broadcast."""

    name = "broadcast_power"
    PLAIN: ClassVar[type[HloOp]] = PowOp


class BroadcastRemOp(BroadcastBinaryOp):
    """The remainder of operands that are broadcast."""

    name = "broadcast_remainder"
    PLAIN: ClassVar[type[HloOp]] = RemOp


class BroadcastShiftLeftOp(BroadcastBinaryOp):
    """The bits moved to the left of operands that are broadcast."""

    name = "broadcast_shift_left"
    PLAIN: ClassVar[type[HloOp]] = ShiftLeftOp


class BroadcastShiftRightArithmeticOp(BroadcastBinaryOp):
    """The bits moved to the right with their sign of operands that are broadcast."""

    name = "broadcast_shift_right_arithmetic"
    PLAIN: ClassVar[type[HloOp]] = ShiftRightArithmeticOp


class BroadcastShiftRightLogicalOp(BroadcastBinaryOp):
    """The bits moved to the right of operands that are broadcast."""

    name = "broadcast_shift_right_logical"
    PLAIN: ClassVar[type[HloOp]] = ShiftRightLogicalOp


class BroadcastSubOp(BroadcastBinaryOp):
    """The difference of operands that are broadcast."""

    name = "broadcast_subtract"
    PLAIN: ClassVar[type[HloOp]] = SubtractOp


class BroadcastXorOp(BroadcastBinaryOp):
    """The exclusive disjunction of operands that are broadcast."""

    name = "broadcast_xor"
    PLAIN: ClassVar[type[HloOp]] = XorOp
    lhs = operand_def(BITS)
    rhs = operand_def(BITS)
    result = result_def(BITS)


class BroadcastZetaOp(BroadcastBinaryOp):
    """The Hurwitz zeta function of operands that are broadcast."""

    name = "broadcast_zeta"
    PLAIN: ClassVar[type[HloOp]] = ZetaOp
    lhs = operand_def(REAL)
    rhs = operand_def(REAL)
    result = result_def(REAL)


class BroadcastCompareOp(BroadcastBinaryOp):
    """Whether a comparison holds, for each pair of elements of operands that are broadcast."""

    name = "broadcast_compare"
    PLAIN: ClassVar[type[HloOp]] = CompareOp
    comparison_direction = prop_def(attribute(ComparisonDirectionAttr))
    compare_type = opt_prop_def(attribute(ComparisonTypeAttr))
    result = result_def(PREDICATE)

    def check_elements(self) -> None:
        """(c5)"""
        check_same_element(self, "operands", self.lhs.type, self.rhs.type, scales=False)


class BroadcastComplexOp(BroadcastBinaryOp):
    """Complex numbers of real and imaginary parts that are broadcast."""

    name = "broadcast_complex"
    PLAIN: ClassVar[type[HloOp]] = ComplexOp
    lhs = operand_def(REAL)
    rhs = operand_def(REAL)
    result = result_def(tensor_of(COMPLEX))

    def check_elements(self) -> None:
        """(c5)"""
        check_same_element(self, "operands", self.lhs.type, self.rhs.type, scales=False)
        part, found = element_type(self.lhs), element_type(self.result)
        if complex_part(found) != part:
            raise VerifyException(
                f"element type of '{self.name}' result is {found}, expected complex<{part}>"
            )


class BroadcastSelectOp(PureHloOp):
    """One of two elements, as a boolean says, of operands that are broadcast from the last
    dimensions on.

    (c1) dimensions have one size or some of them are 1, (c2) the result has the broadcast sizes,
    (c3) the element types of both choices and the result agree.
    """

    name = "broadcast_select"
    PREFIXES: ClassVar[tuple[str, ...]] = (CHLO,)
    PLAIN: ClassVar[type[HloOp]] = SelectOp
    pred = operand_def(PREDICATE)
    on_true = operand_def(TENSOR)
    on_false = operand_def(TENSOR)
    result = result_def(TENSOR)
    assembly_format = (
        "$pred `,` $on_true `,` $on_false attr-dict `:` `(` type($pred) `,` type($on_true) `,` "
        "type($on_false) `)` `->` type($result)"
    )

    @property
    def matched(self) -> tuple[tuple[int, ...], ...]:
        """For each dimension of the operands the dimension of the result that it goes to."""
        ranks = [rank(operand) for operand in self.operands]
        high = max(ranks)
        return tuple(tuple(range(high - one, high)) for one in ranks)

    def verify_(self) -> None:
        choices = (self.on_true.type, self.on_false.type, self.result.type)
        check_same_element(self, "choices and result", *choices)
        high = max(rank(operand) for operand in self.operands)
        sizes = [
            spread(dims(operand), to, high)
            for operand, to in zip(self.operands, self.matched, strict=True)
        ]
        expected = joined(self, *sizes)
        check_same_sizes(self, "broadcast operands and result", expected, dims(self.result))
