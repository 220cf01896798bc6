"""Tuples and their members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.functional import Projection, ResultType, TupleBuilder, UsualResult
from disc_shape.dialects.hlo.directives import Int
from disc_shape.dialects.relax.types import InferAttr, attribute_of, hint_for, type_of
from disc_shape.typesystem import types as ts


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
