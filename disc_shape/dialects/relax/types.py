"""The types of the dialect: those of the lattice (`typesystem.types`) in MLIR form.

Two types are equal when their dimensions are one expression in the prover's canonical form. The
symbols that a function type binds are not written: those that stand alone in a dimension of a
parameter, unless the scope around it has them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from xdsl.dialects.builtin import TupleType as TupleAttr
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.functional import TermAttr, parse_typed, tuple_of
from disc_shape.dialects.relax.dims import dim_text, parse_dim, parse_shape, shape_text
from disc_shape.typesystem import types as ts
from disc_shape.typesystem.scopes import function_of

ELEMENTS: Final = frozenset("i1 i8 i16 i32 i64 ui1 ui8 ui16 ui32 ui64 f16 f32 f64".split())
"""The element types of the seed (RLX-130)."""
WIDER: Final = frozenset("bf16 i4 ui4 i128".split())
"""More integers and floats that are accepted; so are all types whose name begins with `f8`."""


def is_element(name: str) -> bool:
    """Whether a tensor or a scalar may have this element type."""
    return name in ELEMENTS or name in WIDER or name.startswith("f8")


def element_name(text: str) -> str | None:
    """The name of an element type, which may be written as numpy or TVM do; None for void."""
    for long, short in (("uint", "ui"), ("int", "i"), ("float", "f")):
        if text.startswith(long) and text[len(long) :].isdigit():
            return short + text[len(long) :]
    if text.startswith("float8_"):
        return "f8" + text.removeprefix("float8_").upper()
    return {"": None, "void": None, "bool": "i1", "bfloat16": "bf16"}.get(text, text)


def parse_element(parser: AttrParser) -> str:
    """An element type."""
    start = parser.pos
    name = str(parser.parse_type())
    if not is_element(name):
        parser.raise_error(
            f"{name} is no element type of Relax, expected one of {' '.join(sorted(ELEMENTS))}"
            " [RLX-130]",
            start,
            parser.pos,
        )
    return name


@irdl_attr_definition
class ObjectAttr(ParametrizedAttribute, TypeAttribute):
    """`!relax.object`: anything."""

    name = "relax.object"


@irdl_attr_definition
class InferAttr(ParametrizedAttribute, TypeAttribute):
    """`!relax.infer`: a type that `relax-infer` must find."""

    name = "relax.infer"


@irdl_attr_definition
class TensorAttr(TermAttr[ts.TensorType], TypeAttribute):
    """`!relax.tensor<[@n, 4], f32, "cuda:0:global">`."""

    name = "relax.tensor"

    @classmethod
    def parse_term(cls, parser: AttrParser) -> ts.TensorType:
        shape = parse_shape(parser)
        parser.parse_punctuation(",")
        element = None if parser.parse_optional_punctuation("?") else parse_element(parser)
        device = None
        if parser.parse_optional_punctuation(","):
            device = parser.parse_str_literal()
        return ts.TensorType(shape, element, device)

    def term_text(self) -> str:
        device = "" if self.data.device is None else f', "{self.data.device}"'
        return f"{shape_text(self.data.shape)}, {self.data.element or '?'}{device}"


@irdl_attr_definition
class ShapeAttr(TermAttr[ts.ShapeType], TypeAttribute):
    """`!relax.shape<[@n, 4]>`, `!relax.shape<@s : 2>`."""

    name = "relax.shape"

    @classmethod
    def parse_term(cls, parser: AttrParser) -> ts.ShapeType:
        return ts.ShapeType(parse_shape(parser, negative=True))

    def term_text(self) -> str:
        return shape_text(self.data.shape)


@irdl_attr_definition
class PrimAttr(TermAttr[ts.PrimType], TypeAttribute):
    """`!relax.prim<i64>`, `!relax.prim<i64, @n + 1>`."""

    name = "relax.prim"

    @classmethod
    def parse_term(cls, parser: AttrParser) -> ts.PrimType:
        element = parse_element(parser)
        if parser.parse_optional_punctuation(",") is None:
            return ts.PrimType(element)
        return ts.PrimType(element, parse_dim(parser))

    def term_text(self) -> str:
        value = self.data.value
        return f"{self.data.element}{'' if value is None else f', {dim_text(value)}'}"

    def verify(self) -> None:
        if self.data.value is not None and self.data.element.startswith(("f", "bf")):
            raise VerifyException(
                f"a scalar of type {self.data.element} has the integer value"
                f" {dim_text(self.data.value)} [RLX-132]"
            )


@irdl_attr_definition
class FunctionAttr(TermAttr[ts.FunctionType], TypeAttribute):
    """`!relax.func<(A, B) -> R>`, `!relax.func<impure (A) -> R>`."""

    name = "relax.func"

    @classmethod
    def parse_term(cls, parser: AttrParser) -> ts.FunctionType:
        pure = parser.parse_optional_keyword("impure") is None
        inputs = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parse_type(parser)
        )
        parser.parse_punctuation("->")
        return function_of(inputs, parse_type(parser), pure)

    def term_text(self) -> str:
        parameters = ", ".join(map(type_text, self.data.parameters))
        flag = "" if self.data.pure else "impure "
        return f"{flag}({parameters}) -> {type_text(self.data.result)}"


@irdl_attr_definition
class PackedAttr(TermAttr[ts.PackedType], TypeAttribute):
    """
    `!relax.packed<"default">`, `!relax.packed<"empty">`, `!relax.packed<pure "default" -> R>`.
    """

    name = "relax.packed"

    @classmethod
    def parse_term(cls, parser: AttrParser) -> ts.PackedType:
        pure = parser.parse_optional_keyword("pure") is not None
        start = parser.pos
        rule = parser.parse_str_literal()
        if rule not in ("default", "empty", "declared"):
            parser.raise_error(
                f'the rule of a function is "{rule}", expected "default", "empty" or'
                ' "declared" [RLX-127]',
                start,
                parser.pos,
            )
        result = parse_type(parser) if parser.parse_optional_punctuation("->") else None
        return ts.PackedType(rule, result, pure)

    def term_text(self) -> str:
        flag = "pure " if self.data.pure else ""
        result = "" if self.data.result is None else f" -> {type_text(self.data.result)}"
        return f'{flag}"{self.data.rule}"{result}'


INFER: Final = InferAttr()


def parse_type(parser: AttrParser) -> ts.Type:
    """A type of the lattice in MLIR form."""
    return parse_typed(parser, type_of, "Relax")


def type_of(attribute: Attribute, scope: Collection[str] = ()) -> ts.Type | None:
    """
    The type that an attribute says, in a scope that has these symbols; None for `!relax.infer` and
    types of other dialects.
    """
    match attribute:
        case ObjectAttr():
            return ts.OBJECT
        case TensorAttr() | ShapeAttr() | PrimAttr() | PackedAttr():
            return attribute.data
        case FunctionAttr():
            return in_scope(attribute.data, scope) if scope else attribute.data
        case TupleAttr():
            return ts.tuple_type(type_of(one, scope) for one in attribute.types)
        case _:
            return None


def in_scope(type_: ts.T, scope: Collection[str]) -> ts.T:
    """A type whose function types bind only what is not in `scope`."""
    match type_:
        case ts.FunctionType():
            bound = function_of(type_.parameters, type_.result, type_.pure, scope).bound
            inner = {*scope, *bound}
            return ts.mapped(replace(type_, bound=bound), lambda one: in_scope(one, inner))
        case ts.TupleType():
            return ts.mapped(type_, lambda one: in_scope(one, scope))
        case _:
            return type_


def attribute_of(type_: ts.Type) -> Attribute:
    """The MLIR form of a type."""
    match type_:
        case ts.TensorType():
            return TensorAttr(type_)
        case ts.ShapeType():
            return ShapeAttr(type_)
        case ts.PrimType():
            return PrimAttr(type_)
        case ts.PackedType():
            return PackedAttr(type_)
        case ts.FunctionType():
            return FunctionAttr(in_scope(type_, ()))
        case ts.TupleType():
            return tuple_of(map(attribute_of, type_.fields))
        case _:
            return ObjectAttr()


def hint_for(type_: ts.Type, otherwise: str = "") -> str:
    """The end of a message on a value of some type: how to use an object of unknown type."""
    return "; match_cast it first [RLX-150]" if type_ == ts.OBJECT else otherwise


def type_text(type_: ts.Type) -> str:
    """A type in full, for messages."""
    return str(attribute_of(type_))


def is_relax_type(attribute: Attribute) -> bool:
    """Whether an attribute is a type of Relax, or one that is not inferred yet."""
    return isinstance(attribute, InferAttr) or type_of(attribute) is not None
