"""Values by other names: aliases and casts, tuples and their members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import IntegerAttr, StringAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import IRDLOperation, ParsePropInAttrDict, irdl_op_definition, operand_def, prop_def
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.functional import Alias, Projection, ResultType, TupleBuilder, UsualResult
from disc_shape.dialects.hlo.directives import Int
from disc_shape.dialects.relax.types import InferAttr, attribute_of, hint_for, type_of
from disc_shape.typesystem import types as ts

UNCHECKED = "relax.unchecked"
"""The attribute of an operation whose checks are operations of their own, or were removed."""


@irdl_op_definition
class TupleOp(TupleBuilder):
    """
    A tuple (RLX-021).

    ```mlir
    %t = relax.tuple(%x, %s) : tuple<!relax.object, !relax.shape<*>>
    ```
    """

    name = "relax.tuple"


@irdl_op_definition
class GetOp(Projection, UsualResult):
    """
    A member of a tuple (RLX-029, 262).

    Constraints:
    (c1) the operand is a tuple that has this member.

    Example:
    ```mlir
    %h = relax.get %t[1] : tuple<!relax.object, !relax.shape<*>>
    ```
    """

    name = "relax.get"
    assembly_format = (
        "$tuple_ `[` custom<Int>($index) `]` attr-dict `:` type($tuple_)"
        " custom<ResultType>(type($result))"
    )
    custom_directives = (Int, ResultType)

    @classmethod
    def usual_type(
        cls, properties: Mapping[str, Attribute], operands: Sequence[Attribute]
    ) -> Attribute:
        index = properties["index"]
        return member_of(operands[0], index.value.data if isinstance(index, IntegerAttr) else -1)

    def verify_(self) -> None:
        type_ = type_of(self.tuple_.type)
        index = self.index.value.data
        if isinstance(type_, ts.TupleType):
            if not 0 <= index < len(type_.fields):
                raise VerifyException(
                    f"'{self.name}' takes member {index} of a tuple of {len(type_.fields)}"
                    " [RLX-262]"
                )
        elif type_ is not None:
            hint = hint_for(type_, " [RLX-262]")
            raise VerifyException(
                f"'{self.name}' takes member {index} of {self.tuple_.type}, no tuple{hint}"
            )


def member_of(type_: Attribute, index: int) -> Attribute:
    """The type of a member; `!relax.infer` where it is unknown."""
    known = type_of(type_)
    if isinstance(known, ts.TupleType) and 0 <= index < len(known.fields):
        return attribute_of(known.fields[index])
    return InferAttr()


@irdl_op_definition
class BindOp(Alias):
    """
    Another variable for a value (RLX-180, 251): the same value, of its own type or of one that the
    program writes (RLX-259).

    ```mlir
    %z = relax.bind %y : !relax.tensor<[@n], f32> -> !relax.tensor<[?], f32>
    ```
    """

    name = "relax.bind"
    assembly_format = "$value attr-dict `:` type($value) `->` type($result)"


@irdl_op_definition
class CheckOp(IRDLOperation):
    """
    Ends the run unless a value is of a type, over symbols in scope (RLX-179, 190). `what` is the
    value in the message. It binds no symbol.

    ```mlir
    relax.check %x : !relax.tensor<[?], f32> is !relax.tensor<[@n], f32> {what = "the value"}
    ```
    """

    name = "relax.check"
    value = operand_def()
    expected = prop_def()
    what = prop_def(StringAttr)
    assembly_format = "$value `:` type($value) `is` $expected attr-dict"
    irdl_options = (ParsePropInAttrDict(),)

    def __init__(self, value: SSAValue, expected: Attribute, what: str) -> None:
        super().__init__(
            operands=[value], properties={"expected": expected, "what": StringAttr(what)}
        )

    def verify_(self) -> None:
        if type_of(self.expected) is None:
            raise VerifyException(f"'{self.name}' checks for {self.expected}, no type of Relax")


@irdl_op_definition
class MatchCastOp(Alias, UsualResult):
    """
    Checks that a value is of a type, and binds the symbols that are new in it (RLX-170 to 183). The
    result is the same value; its type is the pattern or a wider one. With `relax.unchecked` it only
    binds (`relax-insert-checks`).

    ```mlir
    %y = relax.match_cast %x : !relax.object to !relax.tensor<[@n, @p], f32>
    relax.match_cast %s : !relax.shape<*> to !relax.shape<[@p, @q]>
    ```
    """

    name = "relax.match_cast"
    pattern = prop_def()
    assembly_format = (
        "$value attr-dict `:` type($value) `to` $pattern custom<ResultType>(type($result))"
    )
    custom_directives = (ResultType,)

    def __init__(self, value: SSAValue, pattern: Attribute, type_: Attribute | None = None) -> None:
        super().__init__(value, pattern if type_ is None else type_, pattern=pattern)

    @classmethod
    def usual_type(
        cls, properties: Mapping[str, Attribute], operands: Sequence[Attribute]
    ) -> Attribute:
        return properties["pattern"]

    def verify_(self) -> None:
        if type_of(self.pattern) is None:
            raise VerifyException(f"'{self.name}' casts to {self.pattern}, no type of Relax")
