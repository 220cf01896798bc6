"""Literals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, cast, get_args

from xdsl.dialects.builtin import (
    AnyDenseElement,
    AnyFloat,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    Signedness,
    StringAttr,
    TensorType,
)
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation, irdl_attr_definition, irdl_op_definition, prop_def, result_def
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer

from disc_shape.dialects.functional import Literal, TermAttr
from disc_shape.dialects.relax.dims import parse_shape, shape_text
from disc_shape.dialects.relax.types import ObjectAttr, TensorAttr, attribute_of
from disc_shape.symbolic import Expr, const
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem import types as ts

FLOATS: Mapping[str, AnyFloat] = {one.name: one() for one in get_args(AnyFloat)}
"""The floats by name, those of 8 bits too."""


@irdl_attr_definition
class DimsAttr(TermAttr[Shape]):
    """`#relax.dims<[4 * @n, 3]>`: integer expressions."""

    name = "relax.dims"

    @classmethod
    def parse_term(cls, parser: AttrParser) -> Shape:
        return parse_shape(parser, negative=True)

    def term_text(self) -> str:
        return shape_text(self.data)


class IntegersOp(IRDLOperation):
    """Integers over symbols in scope: `[4 * @n, 3]`."""

    dims = prop_def(DimsAttr)
    result = result_def()
    EXPECTED: ClassVar[str]
    """What is wrong with other integers."""

    def __init__(self, shape: Shape) -> None:
        super().__init__(
            properties={"dims": DimsAttr(shape)}, result_types=[self.type_of_value(shape)]
        )

    @classmethod
    def type_of_value(cls, shape: Shape) -> Attribute | None:
        """The type of these integers, None where not all are known or they are too many."""
        raise NotImplementedError

    @classmethod
    def parse(cls, parser: Parser) -> IntegersOp:
        start = parser.pos
        shape = parse_shape(parser, negative=True)
        type_ = None if shape.exact is None else cls.type_of_value(shape)
        if type_ is None:
            parser.raise_error(cls.EXPECTED, start, parser.pos)
        attributes = parser.parse_optional_attr_dict()
        if parser.parse_optional_punctuation("->"):
            type_ = parser.parse_type()
        return cls.create(
            properties={"dims": DimsAttr(shape)}, attributes=attributes, result_types=[type_]
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(f" {shape_text(self.dims.data)}")
        printer.print_op_attributes(self.attributes)
        if self.result.type != self.type_of_value(self.dims.data):
            printer.print_string(" -> ")
            printer.print_attribute(self.result.type)


@irdl_op_definition
class ShapeOp(IntegersOp):
    """
    A shape literal over symbols in scope (RLX-033).

    ```mlir
    %s = relax.shape [4 * @n, 3]
    ```
    """

    name = "relax.shape"
    EXPECTED: ClassVar[str] = "a shape literal gives all dimensions"

    @classmethod
    def type_of_value(cls, shape: Shape) -> Attribute | None:
        return None if shape.value is not None else attribute_of(ts.ShapeType(shape))


@irdl_op_definition
class PrimOp(IRDLOperation):
    """
    A boxed scalar: an integer or a float (RLX-025, 128).

    ```mlir
    %p = relax.prim 3 : i64
    ```
    """

    name = "relax.prim"
    value = prop_def(IntegerAttr[IntegerType] | FloatAttr[AnyFloat])
    result = result_def()

    def __init__(self, value: IntegerAttr[IntegerType] | FloatAttr[AnyFloat]) -> None:
        number = number_of(value)
        known = ts.PrimType(str(value.type), const(number) if isinstance(number, int) else None)
        super().__init__(properties={"value": value}, result_types=[attribute_of(known)])

    @classmethod
    def parse(cls, parser: Parser) -> PrimOp:
        start = parser.pos
        value = parser.parse_attribute()
        if not isinstance(value, IntegerAttr | FloatAttr):
            parser.raise_error(
                "a scalar literal is an integer or a float [RLX-128]", start, parser.pos
            )
        op = PrimOp(cast("IntegerAttr[IntegerType]", value))
        op.attributes.update(parser.parse_optional_attr_dict())
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_attribute(self.value)
        printer.print_op_attributes(self.attributes)


def number_of(value: IntegerAttr[IntegerType] | FloatAttr[AnyFloat]) -> int | float:
    """The number that a scalar literal says; true is 1."""
    number = value.value.data
    return abs(number) if value.type == IntegerType(1) else number


@irdl_op_definition
class SymbolicPrimOp(IntegersOp):
    """
    A boxed integer over symbols in scope.

    ```mlir
    %p = relax.symbolic_prim [@n + 1]
    ```
    """

    name = "relax.symbolic_prim"
    EXPECTED: ClassVar[str] = "expected one integer over symbols"

    @classmethod
    def type_of_value(cls, shape: Shape) -> Attribute | None:
        known = list(shape.known) if shape.value is None else []
        return attribute_of(ts.PrimType("i64", *known)) if len(known) == 1 else None

    @property
    def value(self) -> Expr:
        """The integer."""
        return next(self.dims.data.known)


class OpaqueOp(IRDLOperation):
    """A literal that is an object to the type system (RLX-026, 343)."""

    result = result_def(ObjectAttr())

    def __init__(self, value: Attribute | None = None) -> None:
        properties = {} if value is None else {"value": value}
        super().__init__(properties=properties, result_types=[ObjectAttr()])


@irdl_op_definition
class StringOp(OpaqueOp):
    """
    A string.

    ```mlir
    %m = relax.string "mode"
    ```
    """

    name = "relax.string"
    value = prop_def(StringAttr)
    assembly_format = "$value attr-dict"


@irdl_op_definition
class DtypeOp(OpaqueOp):
    """
    An element type as a value.

    ```mlir
    %d = relax.dtype f16
    ```
    """

    name = "relax.dtype"
    value = prop_def()
    assembly_format = "$value attr-dict"


@irdl_op_definition
class NullValueOp(OpaqueOp):
    """
    The null object.

    ```mlir
    %z = relax.null_value
    ```
    """

    name = "relax.null_value"
    assembly_format = "attr-dict"


@irdl_op_definition
class ConstantOp(Literal):
    """
    A tensor, a new one in each evaluation (RLX-020, 252, 302).

    Constraints:
    (c1) a type that is given is one of the tensor.

    Example:
    ```mlir
    %c = relax.constant dense<[[1.000000e+00, 2.000000e+00]]> : !relax.tensor<[1, 2], f32>
    ```
    """

    name = "relax.constant"

    @classmethod
    def type_of_value(cls, value: DenseIntOrFPElementsAttr) -> Attribute:
        return attribute_of(type_of_tensor(value.type))

    @classmethod
    def builtin_type(cls, type_: Attribute) -> TensorType[AnyDenseElement] | None:
        if not isinstance(type_, TensorAttr) or type_.data.shape.exact is None:
            return None
        return static_tensor(type_.data.shape.exact, type_.data.element or "f32")


def static_tensor(sizes: Sequence[object], element: str) -> TensorType[AnyDenseElement] | None:
    """The builtin type of a tensor, None where a size is no number."""
    numbers = [one.constant for one in sizes if isinstance(one, Expr)]
    known = [number for number in numbers if number is not None]
    return TensorType(element_of(element), known) if len(known) == len(sizes) else None


def type_of_tensor(type_: Attribute) -> ts.Type:
    """The type of a constant of a builtin tensor type."""
    if not isinstance(type_, TensorType):
        return ts.OBJECT
    tensor = cast("TensorType[Attribute]", type_)
    return ts.TensorType(Shape.of(tensor.get_shape()), str(tensor.element_type))


def element_of(name: str) -> AnyFloat | IntegerType:
    """The element type of this name."""
    if name in FLOATS:
        return FLOATS[name]
    signed = name.startswith("i")
    width = int(name.lstrip("ui"))
    return IntegerType(width, Signedness.SIGNLESS if signed else Signedness.UNSIGNED)
