"""Constants, tuples and annotations."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import AnyDenseElement, DenseIntOrFPElementsAttr, TensorType
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.functional import Alias, Literal, Projection, TupleBuilder
from disc_shape.dialects.relax.literals import static_tensor
from disc_shape.dialects.relay.types import TensorAttr, term_of
from disc_shape.symbolic import const
from disc_shape.typesystem import terms as ts


@irdl_op_definition
class ConstantOp(Literal):
    """
    A tensor; a scalar is one of shape `()` (RLY-04). Each lane of an element has its number.

    Constraints:
    (c1) the type is that of the tensor, with lanes or without.

    Example:
    ```mlir
    %z = relay.constant dense<0> : !relay.tensor<[], i32>
    ```
    """

    name = "relay.constant"

    @classmethod
    def type_of_value(cls, value: DenseIntOrFPElementsAttr) -> TensorAttr:
        tensor = cast("TensorType[Attribute]", value.type)
        sizes = tuple(map(const, tensor.get_shape()))
        return TensorAttr(ts.Tensor(ts.Dims(sizes), ts.Base(str(tensor.element_type))))

    @classmethod
    def builtin_type(cls, type_: Attribute) -> TensorType[AnyDenseElement] | None:
        match term_of(type_):
            case ts.Tensor(shape=ts.Dims(sizes=sizes), element=ts.Base(lanes=(element, _))):
                return static_tensor(sizes, element)
            case _:
                return None

    def verify_(self) -> None:
        if self.builtin_type(self.result.type) != self.value.type:
            message = f"is of type {self.result.type}, but its tensor is {self.value.type}"
            raise VerifyException(f"'{self.name}' {message}")


@irdl_op_definition
class TupleOp(TupleBuilder):
    """
    A tuple (RLY-10).

    ```mlir
    %t = relay.tuple(%x, %s) : tuple<!relay.hole, !relay.tensor<[], i1>> -> !relay.hole
    ```
    """

    name = "relay.tuple"


@irdl_op_definition
class GetOp(Projection):
    """
    A member of a tuple (RLY-11).

    ```mlir
    %h = relay.get %t[1] : !relay.hole -> !relay.hole
    ```
    """

    name = "relay.get"


@irdl_op_definition
class AscribeOp(Alias):
    """
    A value with an annotation: both types are one (RLY-51, 72).

    ```mlir
    %w = relay.ascribe %v : !relay.hole as !relay.tensor<[_, 4], f32>
    ```
    """

    name = "relay.ascribe"
    assembly_format = "$value attr-dict `:` type($value) `as` type($result)"
