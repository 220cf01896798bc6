"""The operations of the operators: one class for each row of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeAlias, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    NoneAttr,
    StringAttr,
    f64,
    i1,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import IRDLOperation, irdl_op_definition, result_def, var_operand_def
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.relax.operator_rows import OperatorRow, Value, operator_rows


class OperatorOp(IRDLOperation):
    """
    A call of an operator (RLX-264). Its attributes are those of the row; what is left out has its
    default.

    ```mlir
    %1 = relax.matmul %x, %w : (!relax.tensor<[@n, 4], f32>, !relax.tensor<[4], f32>)
      -> !relax.tensor<[@n], f32>
    ```
    """

    arguments = var_operand_def()
    result = result_def()
    assembly_format = "$arguments attr-dict `:` functional-type($arguments, $result)"
    ROW: ClassVar[OperatorRow]

    def __init__(
        self,
        arguments: Sequence[SSAValue],
        attributes: dict[str, Attribute],
        type_: Attribute,
    ) -> None:
        super().__init__(operands=[arguments], attributes=attributes, result_types=[type_])

    def verify_(self) -> None:
        row, count = self.ROW, len(self.arguments)
        if not row.takes(count):
            raise VerifyException(f"'{self.name}' has {count} operands, expected {counted(row)}")
        for name in self.attributes:
            if name not in row.attributes and "." not in name:
                raise VerifyException(
                    f"'{self.name}' has no attribute '{name}', only {', '.join(row.attributes)}"
                )
        for name in row.required:
            if name not in self.attributes:
                raise VerifyException(f"'{self.name}' lacks its attribute '{name}'")

    def values(self) -> dict[str, Value]:
        """The attributes with their defaults."""
        return {**self.ROW.defaults, **attributes_of(self)}


def counted(row: OperatorRow) -> str:
    """How many operands an operator takes, by name."""
    names = (f"{one.name}?" if one.optional else one.name for one in row.operands)
    return f"{len(row.operands)} ({', '.join(names)})"


def attributes_of(op: Operation) -> dict[str, Value]:
    """The attributes that a call of an operator has, without those of other dialects."""
    return {name: value_of(one) for name, one in op.attributes.items() if "." not in name}


def value_of(attribute: Attribute) -> Value:
    """The value that an attribute says; an element type is its name."""
    match attribute:
        case IntegerAttr(type=IntegerType(width=width)) if width.data == 1:
            return attribute.value.data != 0
        case IntegerAttr() | FloatAttr():
            return attribute.value.data
        case StringAttr():
            return attribute.data
        case ArrayAttr():
            return tuple(value_of(one) for one in attribute.data)
        case DenseArrayBase():
            return tuple(cast("DenseArrayBase[IntegerType]", attribute).get_values())
        case NoneAttr():
            return None
        case _:
            return str(attribute)


AttributeValue: TypeAlias = (
    "Value | Attribute | tuple[AttributeValue, ...] | dict[str, AttributeValue]"
)
"""What front ends write as an attribute: the value of one, or several, or itself."""


def attribute_for(value: AttributeValue) -> Attribute:
    """The inverse of `value_of`, but for element types."""
    match value:
        case Attribute():
            return value
        case bool():
            return IntegerAttr(int(value), i1)
        case int():
            return IntegerAttr(value, i64)
        case float():
            return FloatAttr(value, f64)
        case str():
            return StringAttr(value)
        case tuple():
            return ArrayAttr([attribute_for(one) for one in value])
        case dict():
            return DictionaryAttr({key: attribute_for(one) for key, one in value.items()})
        case _:
            return NoneAttr()


def operator_class(row: OperatorRow) -> type[OperatorOp]:
    """The class of one operator's operations."""
    words = row.name.replace(".", "_").split("_")
    name = "".join(word.capitalize() for word in words) + "Op"
    fields = {
        "name": f"relax.{row.name}",
        "ROW": row,
        "__annotations__": {"ROW": ClassVar[OperatorRow]},
        "__doc__": f"The operator `{row.name}`.",
    }
    return irdl_op_definition(type(name, (OperatorOp,), fields))


OPERATORS = {name: operator_class(row) for name, row in operator_rows().items()}
"""The classes, by the operator's name."""
