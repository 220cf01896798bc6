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
    TensorOf,
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
    """Broadcasts its operands to one shape and applies a binary operation to their elements.

    (c1) there are as many broadcast_dimensions as the operand with the lower rank has dimensions,
    (c2) the broadcast_dimensions are in range and ascending, (c3) matched dimensions have one size
    or one of them is 1, (c4) the result has the broadcast sizes, (c5) the element types agree.
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


def broadcasting(
    plain: type[HloOp], operands: TensorOf = TENSOR, element: str = "f32"
) -> type[BroadcastBinaryOp]:
    """The operation that broadcasts its operands and applies `plain`, with an example on `element`.

    Operands and result are tensors of the kinds that `operands` lists.
    """
    name = f"broadcast_{plain.name}"
    doc = f"""Broadcasts both operands to one shape and applies `{plain.name}` to their elements.

    Example:
    ```mlir
    %result = chlo.{name} %lhs, %rhs :
      (tensor<?x4x{element}>, tensor<4x{element}>) -> tensor<?x4x{element}>
    ```
    """
    body: dict[str, object] = {
        "__module__": __name__,
        "__doc__": doc,
        "__annotations__": {"PLAIN": ClassVar[type[HloOp]]},
        "name": name,
        "PLAIN": plain,
        "lhs": operand_def(operands),
        "rhs": operand_def(operands),
        "result": result_def(operands),
    }
    return type(f"Broadcast{plain.__name__}", (BroadcastBinaryOp,), body)


BroadcastAddOp = broadcasting(AddOp)
BroadcastAndOp = broadcasting(AndOp, BITS, "i32")
BroadcastAtan2Op = broadcasting(Atan2Op)
BroadcastDivOp = broadcasting(DivOp)
BroadcastMaxOp = broadcasting(MaxOp)
BroadcastMinOp = broadcasting(MinOp)
BroadcastMulOp = broadcasting(MulOp)
BroadcastNextAfterOp = broadcasting(NextAfterOp, REAL)
BroadcastOrOp = broadcasting(OrOp, BITS, "i32")
BroadcastPolygammaOp = broadcasting(PolygammaOp, REAL)
BroadcastPowOp = broadcasting(PowOp)
BroadcastRemOp = broadcasting(RemOp)
BroadcastShiftLeftOp = broadcasting(ShiftLeftOp, element="i32")
BroadcastShiftRightArithmeticOp = broadcasting(ShiftRightArithmeticOp, element="i32")
BroadcastShiftRightLogicalOp = broadcasting(ShiftRightLogicalOp, element="i32")
BroadcastSubOp = broadcasting(SubtractOp)
BroadcastXorOp = broadcasting(XorOp, BITS, "i32")
BroadcastZetaOp = broadcasting(ZetaOp, REAL)


class BroadcastCompareOp(BroadcastBinaryOp):
    """Broadcasts both operands to one shape and compares their elements.

    Example:
    ```mlir
    %result = chlo.broadcast_compare %lhs, %rhs
      {comparison_direction = #chlo<comparison_direction LT>} :
      (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xi1>
    ```
    """

    name = "broadcast_compare"
    PLAIN: ClassVar[type[HloOp]] = CompareOp
    comparison_direction = prop_def(attribute(ComparisonDirectionAttr))
    compare_type = opt_prop_def(attribute(ComparisonTypeAttr))
    result = result_def(PREDICATE)

    def check_elements(self) -> None:
        """(c5)"""
        check_same_element(self, "operands", self.lhs.type, self.rhs.type, scales=False)


class BroadcastComplexOp(BroadcastBinaryOp):
    """Broadcasts real and imaginary parts to one shape and combines them into complex numbers.

    Example:
    ```mlir
    %result = chlo.broadcast_complex %lhs, %rhs :
      (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xcomplex<f32>>
    ```
    """

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
    """Broadcasts its operands to one shape, their last dimensions aligned, and selects elements by
    a predicate.

    (c1) dimensions have one size or some of them are 1, (c2) the result has the broadcast sizes,
    (c3) the element types of both choices and the result agree.

    Example:
    ```mlir
    %result = chlo.broadcast_select %pred, %on_true, %on_false :
      (tensor<4xi1>, tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
    ```
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
