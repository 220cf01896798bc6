"""Predicates: facts about symbols, kept in the constraint graph.

A fact is *derived* (true in every legal run, because of operations), *guarded* (true because a
check in the IR passed) or *assumed* (promised, not checked). All predicates have a memory effect,
so that no dce or cse touches them.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import AffineMapAttr, IndexType, IntegerAttr, StringAttr, UnitAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    ParsePropInAttrDict,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import MemoryWriteEffect
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.disc_shape.directives import FlatAffineMap
from disc_shape.dialects.disc_shape.expression import check_condition, operand_name
from disc_shape.dialects.disc_shape.symbols import DimOp
from disc_shape.dialects.xdsl_extras.affine_text import PROVER, constant_divisors, infix

FactStatus: TypeAlias = Literal["derived", "guarded", "assumed"]
Size: TypeAlias = SSAValue | Operation


def status_properties(status: FactStatus) -> dict[str, Attribute]:
    """The unit attribute that marks a guarded or an assumed fact."""
    return {} if status == "derived" else {status: UnitAttr()}


def term(value: SSAValue) -> str | int | None:
    """The term that an operand of a predicate denotes: a symbol's name, or an integer."""
    owner = value.owner
    if isinstance(owner, DimOp):
        return owner.symbol
    if isinstance(owner, ConstantOp):
        constant = owner.value
        return constant.value.data if isinstance(constant, IntegerAttr) else None
    return None


class PredicateOp(IRDLOperation, ABC):
    """A fact about its operands, which are sizes: `disc_shape.dim` or index constants.

    Constraints:
    (c1) it is not guarded and assumed at once.
    """

    guarded = opt_prop_def(UnitAttr)
    assumed = opt_prop_def(UnitAttr)

    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(MemoryWriteEffect())

    def _make(
        self, sizes: Sequence[Size], status: FactStatus, properties: Mapping[str, Attribute]
    ) -> None:
        """
        Build the operation of its operands and properties, which are in order: nothing is left for
        the builder of xDSL to do.
        """
        Operation.__init__(
            self,
            operands=[size if isinstance(size, SSAValue) else SSAValue.get(size) for size in sizes],
            properties={**properties, **status_properties(status)},
        )

    @property
    def status(self) -> FactStatus:
        """Why the fact holds."""
        if self.assumed is not None:
            return "assumed"
        return "derived" if self.guarded is None else "guarded"

    @property
    def terms(self) -> tuple[str | int | None, ...]:
        """The term of each operand, see `term`."""
        return tuple(term(operand) for operand in self.operands)

    @property
    @abstractmethod
    def text(self) -> str:
        """The fact in the prover's syntax, its operands called d0, d1, ..."""

    def verify_(self) -> None:
        """Check the numbered constraints."""
        if self.guarded is not None and self.assumed is not None:
            raise VerifyException(f"'{self.name}' is both guarded and assumed")


class ComparisonOp(PredicateOp, ABC):
    """A comparison of two sizes."""

    lhs = operand_def(IndexType())
    rhs = operand_def(IndexType())

    assembly_format = "$lhs `,` $rhs attr-dict"

    def __init__(self, lhs: Size, rhs: Size, status: FactStatus = "derived") -> None:
        self._make((lhs, rhs), status, {})


@irdl_op_definition
class TiePredicateEqOp(ComparisonOp):
    """`d0 == d1`.

    Example:
    ```mlir
    disc_shape.tie_predicate_eq %0, %1 {guarded}
    ```
    """

    name = "disc_shape.tie_predicate_eq"

    @property
    def text(self) -> str:
        """The fact in the prover's syntax."""
        return "d0 == d1"


@irdl_op_definition
class TiePredicateLtOp(ComparisonOp):
    """`d0 < d1`.

    Example:
    ```mlir
    disc_shape.tie_predicate_lt %0, %1
    ```
    """

    name = "disc_shape.tie_predicate_lt"

    @property
    def text(self) -> str:
        """The fact in the prover's syntax."""
        return "d0 < d1"


@irdl_op_definition
class TiePredicateDivisibleOp(PredicateOp):
    """`d0 % d1 == 0`.

    Constraints:
    (c2) a constant divisor is positive.

    Example:
    ```mlir
    disc_shape.tie_predicate_divisible %0, %c4
    ```
    """

    name = "disc_shape.tie_predicate_divisible"

    dividend = operand_def(IndexType())
    divisor = operand_def(IndexType())

    assembly_format = "$dividend `,` $divisor attr-dict"

    def __init__(self, dividend: Size, divisor: Size, status: FactStatus = "derived") -> None:
        self._make((dividend, divisor), status, {})

    @property
    def text(self) -> str:
        """The fact in the prover's syntax."""
        return "d0 % d1 == 0"

    def verify_(self) -> None:
        """Check the numbered constraints."""
        super().verify_()
        divisor = term(self.divisor)
        if isinstance(divisor, int) and divisor <= 0:
            raise VerifyException(f"divisor of '{self.name}' must be positive, got {divisor}")


@irdl_op_definition
class TiePredicateMulEqOp(PredicateOp):
    """`d0 == d1 * d2 * ...`.

    Constraints:
    (c2) there are at least two factors (one would be `tie_predicate_eq`).

    Example:
    ```mlir
    disc_shape.tie_predicate_mul_eq %0, %1, %2
    ```
    """

    name = "disc_shape.tie_predicate_mul_eq"

    product = operand_def(IndexType())
    factors = var_operand_def(IndexType())

    assembly_format = "$product `,` $factors attr-dict"

    def __init__(
        self, product: Size, factors: Sequence[Size], status: FactStatus = "derived"
    ) -> None:
        self._make((product, *factors), status, {})

    @property
    def text(self) -> str:
        """The fact in the prover's syntax."""
        return f"d0 == {product_text(1, len(self.operands))}"

    def verify_(self) -> None:
        """Check the numbered constraints."""
        super().verify_()
        if len(self.factors) < 2:
            raise VerifyException(
                f"'{self.name}' needs at least 2 factors, got {len(self.factors)}"
            )


@irdl_op_definition
class TiePredicateGroupMulEqOp(PredicateOp):
    """`d0 * d1 * ... == s0 * s1 * ...`.

    Constraints:
    (c2) both groups hold at least two sizes (else the fact is `tie_predicate_mul_eq` or `_eq`).

    Example:
    ```mlir
    disc_shape.tie_predicate_group_mul_eq [%0, %1], [%2, %3]
    ```
    """

    name = "disc_shape.tie_predicate_group_mul_eq"

    lhs = var_operand_def(IndexType())
    rhs = var_operand_def(IndexType())

    irdl_options = (ParsePropInAttrDict(), AttrSizedOperandSegments(as_property=True))
    assembly_format = "` ` `[` $lhs `]` `,` ` ` `[` $rhs `]` attr-dict"

    def __init__(
        self, lhs: Sequence[Size], rhs: Sequence[Size], status: FactStatus = "derived"
    ) -> None:
        super().__init__(operands=[lhs, rhs], properties=status_properties(status))

    @property
    def text(self) -> str:
        """The fact in the prover's syntax."""
        middle, end = len(self.lhs), len(self.operands)
        return f"{product_text(0, middle)} == {product_text(middle, end)}"

    def verify_(self) -> None:
        """Check the numbered constraints."""
        super().verify_()
        for group in (self.lhs, self.rhs):
            if len(group) < 2:
                raise VerifyException(
                    f"each group of '{self.name}' needs at least 2 sizes, got {len(group)}"
                )


@irdl_op_definition
class TiePredicateAffineEqOp(PredicateOp):
    """`d0 == map(d1, d2, ...)` for an affine map.

    Constraints:
    (c2) the map has one result, no symbols, and a dimension for each operand after the first.
    (c3) constant divisors in the map are positive.

    Example:
    ```mlir
    disc_shape.tie_predicate_affine_eq %0, affine_map<(d0, d1) -> (d0 + d1 * 2)>(%1, %2)
    ```
    """

    name = "disc_shape.tie_predicate_affine_eq"

    value = operand_def(IndexType())
    affine_attr = prop_def(AffineMapAttr)
    args = var_operand_def(IndexType())

    assembly_format = "$value `,` custom<FlatAffineMap>($affine_attr) `(` $args `)` attr-dict"
    custom_directives = (FlatAffineMap,)

    def __init__(
        self,
        value: Size,
        affine_map: AffineMap | AffineMapAttr,
        args: Sequence[Size],
        status: FactStatus = "derived",
    ) -> None:
        attr = AffineMapAttr(affine_map) if isinstance(affine_map, AffineMap) else affine_map
        self._make((value, *args), status, {"affine_attr": attr})

    @property
    def text(self) -> str:
        """The fact in the prover's syntax."""
        return f"d0 == {infix(self.affine_attr.data.results[0], PROVER, 1)}"

    def verify_(self) -> None:
        """Check the numbered constraints."""
        super().verify_()
        affine_map = self.affine_attr.data
        if len(affine_map.results) != 1 or affine_map.num_symbols:
            raise VerifyException(
                f"the map of '{self.name}' needs 1 result and no symbols, got"
                f" {len(affine_map.results)} and {affine_map.num_symbols}"
            )
        if affine_map.num_dims != len(self.args):
            raise VerifyException(
                f"the map of '{self.name}' has {affine_map.num_dims} dimensions, but"
                f" {len(self.args)} operands follow it"
            )
        for divisor in constant_divisors(affine_map.results[0]):
            if divisor <= 0:
                raise VerifyException(
                    f"the map of '{self.name}' divides by {divisor}, expected a positive number"
                )


@irdl_op_definition
class TiePredicateOp(PredicateOp):
    """Any condition over the operands, for facts that no other predicate expresses.

    The condition is written in the prover's syntax (integers, `+ - * // % **`, `min`, `max`,
    `select`, `ceildiv`, comparisons, `and`, `or`, `not`), its operands called d0, d1, ...

    Constraints:
    (c2) the condition can be read and is a condition.
    (c3) it mentions each operand and nothing else.
    (c4) it divides by no constant 0.

    Example:
    ```mlir
    disc_shape.tie_predicate "d0 <= d1 and d0 % d1 == 1"(%0, %1) {assumed}
    ```
    """

    name = "disc_shape.tie_predicate"

    condition = prop_def(StringAttr)
    args = var_operand_def(IndexType())

    assembly_format = "$condition `(` $args `)` attr-dict"

    def __init__(
        self, condition: str, args: Sequence[Size], status: FactStatus = "derived"
    ) -> None:
        self._make(args, status, {"condition": StringAttr(condition)})

    @property
    def text(self) -> str:
        """The fact in the prover's syntax."""
        return self.condition.data

    def verify_(self) -> None:
        """Check the numbered constraints."""
        super().verify_()
        problem = check_condition(self.condition.data, len(self.args))
        if problem is not None:
            raise VerifyException(f"'{self.name}' {problem}")


def product_text(start: int, stop: int) -> str:
    """`d1 * d2` for the operands from `start` up to `stop`."""
    return " * ".join(operand_name(index) for index in range(start, stop))


PREDICATES: Mapping[str, type[PredicateOp]] = {
    op.name: op
    for op in (
        TiePredicateOp,
        TiePredicateAffineEqOp,
        TiePredicateDivisibleOp,
        TiePredicateEqOp,
        TiePredicateGroupMulEqOp,
        TiePredicateLtOp,
        TiePredicateMulEqOp,
    )
}
"""Every predicate, by its name."""
