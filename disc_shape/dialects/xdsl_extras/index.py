"""MLIR's dialect `index`: arithmetic on values whose width the target decides."""

from xdsl.dialects.builtin import BoolAttr, IndexType, IntegerAttr, IntegerType, i1
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, Dialect, Operation, SpacedOpaqueSyntaxAttribute, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    base,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Commutative, ConstantLike, Pure
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum

Value = SSAValue | Operation


class BinaryOp(IRDLOperation):
    """Arithmetic on two indices."""

    lhs = operand_def(IndexType())
    rhs = operand_def(IndexType())
    result = result_def(IndexType())

    assembly_format = "$lhs `,` $rhs attr-dict"
    traits = traits_def(Pure())

    def __init__(self, lhs: Value, rhs: Value) -> None:
        super().__init__(operands=[lhs, rhs], result_types=[IndexType()])


class CommutativeOp(BinaryOp):
    """Arithmetic in which the order of the operands does not matter."""

    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class AddOp(CommutativeOp):
    """The sum: `index.add %0, %1`."""

    name = "index.add"


@irdl_op_definition
class SubOp(BinaryOp):
    """The difference: `index.sub %0, %1`."""

    name = "index.sub"


@irdl_op_definition
class MulOp(CommutativeOp):
    """The product: `index.mul %0, %1`."""

    name = "index.mul"


@irdl_op_definition
class DivSOp(BinaryOp):
    """The signed quotient, rounded towards zero: `index.divs %0, %1`."""

    name = "index.divs"


@irdl_op_definition
class DivUOp(BinaryOp):
    """The unsigned quotient, rounded towards zero: `index.divu %0, %1`."""

    name = "index.divu"


@irdl_op_definition
class CeilDivSOp(BinaryOp):
    """The signed quotient, rounded up: `index.ceildivs %0, %1`."""

    name = "index.ceildivs"


@irdl_op_definition
class CeilDivUOp(BinaryOp):
    """The unsigned quotient, rounded up: `index.ceildivu %0, %1`."""

    name = "index.ceildivu"


@irdl_op_definition
class FloorDivSOp(BinaryOp):
    """The signed quotient, rounded down: `index.floordivs %0, %1`."""

    name = "index.floordivs"


@irdl_op_definition
class RemSOp(BinaryOp):
    """The signed remainder, with the sign of the dividend: `index.rems %0, %1`."""

    name = "index.rems"


@irdl_op_definition
class RemUOp(BinaryOp):
    """The unsigned remainder: `index.remu %0, %1`."""

    name = "index.remu"


@irdl_op_definition
class MaxSOp(CommutativeOp):
    """The larger, signed: `index.maxs %0, %1`."""

    name = "index.maxs"


@irdl_op_definition
class MaxUOp(CommutativeOp):
    """The larger, unsigned: `index.maxu %0, %1`."""

    name = "index.maxu"


@irdl_op_definition
class MinSOp(CommutativeOp):
    """The smaller, signed: `index.mins %0, %1`."""

    name = "index.mins"


@irdl_op_definition
class MinUOp(CommutativeOp):
    """The smaller, unsigned: `index.minu %0, %1`."""

    name = "index.minu"


@irdl_op_definition
class ShlOp(BinaryOp):
    """Shifted left: `index.shl %0, %1`."""

    name = "index.shl"


@irdl_op_definition
class ShrSOp(BinaryOp):
    """Shifted right, filled with the sign: `index.shrs %0, %1`."""

    name = "index.shrs"


@irdl_op_definition
class ShrUOp(BinaryOp):
    """Shifted right, filled with zeros: `index.shru %0, %1`."""

    name = "index.shru"


@irdl_op_definition
class AndOp(CommutativeOp):
    """Bits set in both: `index.and %0, %1`."""

    name = "index.and"


@irdl_op_definition
class OrOp(CommutativeOp):
    """Bits set in either: `index.or %0, %1`."""

    name = "index.or"


@irdl_op_definition
class XOrOp(CommutativeOp):
    """Bits set in one of both: `index.xor %0, %1`."""

    name = "index.xor"


class CastOp(IRDLOperation):
    """An index as an integer, or the other way round."""

    input = operand_def(base(IntegerType) | base(IndexType))
    output = result_def(base(IntegerType) | base(IndexType))

    assembly_format = "$input attr-dict `:` type($input) `to` type($output)"
    traits = traits_def(Pure())

    def __init__(self, input: Value, result_type: Attribute) -> None:
        super().__init__(operands=[input], result_types=[result_type])

    def verify_(self) -> None:
        source, target = self.input.type, self.output.type
        if isinstance(source, IndexType) == isinstance(target, IndexType):
            raise VerifyException(
                f"'{self.name}' is between an index and an integer, got {source} and {target}"
            )


@irdl_op_definition
class CastSOp(CastOp):
    """A cast that fills with the sign: `index.casts %0 : index to i32`."""

    name = "index.casts"


@irdl_op_definition
class CastUOp(CastOp):
    """A cast that fills with zeros: `index.castu %0 : i32 to index`."""

    name = "index.castu"


class Predicate(StrEnum):
    """How two indices are compared."""

    EQ = "eq"
    NE = "ne"
    SLT = "slt"
    SLE = "sle"
    SGT = "sgt"
    SGE = "sge"
    ULT = "ult"
    ULE = "ule"
    UGT = "ugt"
    UGE = "uge"


@irdl_attr_definition
class PredicateAttr(EnumAttribute[Predicate], SpacedOpaqueSyntaxAttribute):
    """A comparison: `#index<cmp_predicate slt>`."""

    name = "index.cmp_predicate"


@irdl_op_definition
class CmpOp(IRDLOperation):
    """Compares two indices: `index.cmp slt(%0, %1)`."""

    name = "index.cmp"

    pred = prop_def(PredicateAttr)
    lhs = operand_def(IndexType())
    rhs = operand_def(IndexType())
    result = result_def(i1)

    assembly_format = "$pred `(` $lhs `,` $rhs `)` attr-dict"
    traits = traits_def(Pure())

    def __init__(self, pred: Predicate, lhs: Value, rhs: Value) -> None:
        super().__init__(
            operands=[lhs, rhs], properties={"pred": PredicateAttr(pred)}, result_types=[i1]
        )


@irdl_op_definition
class SizeOfOp(IRDLOperation):
    """The number of bits of an index: `index.sizeof`."""

    name = "index.sizeof"

    result = result_def(IndexType())

    assembly_format = "attr-dict"
    traits = traits_def(Pure())

    def __init__(self) -> None:
        super().__init__(result_types=[IndexType()])


@irdl_op_definition
class ConstantOp(IRDLOperation):
    """A constant index: `index.constant 42`."""

    name = "index.constant"

    value = prop_def(IntegerAttr.constr(IndexType()))
    result = result_def(IndexType())

    assembly_format = "attr-dict $value"
    traits = traits_def(Pure(), ConstantLike())

    def __init__(self, value: int) -> None:
        super().__init__(
            properties={"value": IntegerAttr(value, IndexType())}, result_types=[IndexType()]
        )


@irdl_op_definition
class BoolConstantOp(IRDLOperation):
    """A constant truth: `index.bool.constant true`."""

    name = "index.bool.constant"

    value = prop_def(IntegerAttr.constr(i1))
    result = result_def(i1)

    assembly_format = "attr-dict $value"
    traits = traits_def(Pure(), ConstantLike())

    def __init__(self, value: bool) -> None:
        super().__init__(properties={"value": BoolAttr.from_bool(value)}, result_types=[i1])


ARITHMETIC: tuple[type[BinaryOp], ...] = (
    AddOp,
    SubOp,
    MulOp,
    DivSOp,
    DivUOp,
    CeilDivSOp,
    CeilDivUOp,
    FloorDivSOp,
    RemSOp,
    RemUOp,
    MaxSOp,
    MaxUOp,
    MinSOp,
    MinUOp,
    ShlOp,
    ShrSOp,
    ShrUOp,
    AndOp,
    OrOp,
    XOrOp,
)

IndexDialect = Dialect(
    "index",
    [*ARITHMETIC, CastSOp, CastUOp, CmpOp, SizeOfOp, ConstantOp, BoolConstantOp],
    [PredicateAttr],
)
