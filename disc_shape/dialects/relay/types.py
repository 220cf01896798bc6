"""The types of the dialect: terms (`typesystem.terms`) in MLIR form.

Holes are written `_`, a whole type that is one `!relay.hole`. A name with `@` is a parameter; what
it may stand for is checked where it is in scope (`data.KindCheck`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count
from typing import Final, cast

from xdsl.dialects.builtin import AnyFloat, IntegerType, SymbolRefAttr, VectorType
from xdsl.dialects.builtin import TupleType as TupleAttr
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import IRDLOperation, irdl_attr_definition
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer

from disc_shape.dialects.functional import TermAttr, parse_list, parse_typed, tuple_of
from disc_shape.dialects.relax.dims import dim_text, parse_size
from disc_shape.dialects.relax.literals import element_of
from disc_shape.symbolic import Expr
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import TupleType, Type, tuple_type

_SIZE = re.compile(r"\s*(@[^\"]|\d|\(|-|\?|(min|max|select)\b)")
"""What a dimension begins with."""


# text


def parse_dimension(parser: AttrParser) -> ts.Size:
    """A dimension."""
    return ts.Hole("dim") if parser.parse_optional_keyword("_") else parse_size(parser, False)


@lru_cache(maxsize=1024)
def symbol_text(name: str) -> str:
    """A name after `@`, in quotes where it is no identifier, as MLIR writes it."""
    return str(SymbolRefAttr(name))


def part_text(term: Type) -> str:
    """A term in the place of a shape, of a base type, of a type argument or of a relation."""
    match term:
        case ts.Hole():
            return "_"
        case ts.Parameter():
            return symbol_text(term.name)
        case ts.Base():
            return term.name
        case ts.Dims():
            return f"[{', '.join(map(part_text, ts.parts(term)))}]"
        case ts.Dim():
            return "_" if isinstance(term.size, ts.Hole) else dim_text(term.size)
        case ts.Named():
            return f"{symbol_text(term.relation)}({terms_text(term.arguments)})"
        case _:
            return str(attribute_of(term))


def parse_part(parser: AttrParser, kind: ts.Kind = "type") -> Type:
    """The inverse of `part_text`; a hole is of kind `kind`."""
    if parser.parse_optional_keyword("_"):
        return ts.Hole(kind)
    content, start = parser.lexer.input.content, parser.pos
    if _SIZE.match(content, start):
        size = parse_dimension(parser)
        alone = size.name if isinstance(size, Expr) else None
        return ts.Dim(size) if alone is None else ts.Parameter(alone)
    if content.startswith("@", start):
        return ts.Parameter(parser.parse_symbol_name().data)
    sizes = parse_list(parser, lambda: parse_dimension(parser))
    return parse_term(parser) if sizes is None else ts.Dims(sizes)


def parse_terms(
    parser: AttrParser, delimiter: AttrParser.Delimiter = AttrParser.Delimiter.PAREN
) -> tuple[Type, ...]:
    """`(T, U)`."""
    return tuple(parser.parse_comma_separated_list(delimiter, lambda: parse_term(parser)))


def terms_text(terms: Sequence[Type]) -> str:
    """Types, as they stand between the brackets of a list."""
    return ", ".join(map(type_text, terms))


def parse_parameters(parser: AttrParser) -> tuple[tuple[str, ts.Kind], ...]:
    """`[@a : type, @n : dim]`, or nothing."""

    def one() -> tuple[str, ts.Kind]:
        name = parser.parse_symbol_name().data
        parser.parse_punctuation(":")
        # Another word is refused by the verifier.
        return name, cast("ts.Kind", parser.parse_identifier("the kind of a parameter"))

    return parse_list(parser, one) or ()


def parameters_text(parameters: tuple[tuple[str, ts.Kind], ...]) -> str:
    """The inverse of `parse_parameters`."""
    listed = ", ".join(f"{symbol_text(name)} : {kind}" for name, kind in parameters)
    return f"[{listed}]" if listed else ""


def parse_where(parser: AttrParser) -> tuple[ts.Named, ...]:
    """`where [@Broadcast(T, U, R)]`, or nothing."""

    def one() -> ts.Named:
        return ts.Named(parser.parse_symbol_name().data, parse_terms(parser))

    if parser.parse_optional_keyword("where") is None:
        return ()
    return tuple(parser.parse_comma_separated_list(parser.Delimiter.SQUARE, one))


def where_text(where: Sequence[ts.Named]) -> str:
    """The inverse of `parse_where`."""
    return f" where [{terms_text(where)}]" if where else ""


def parse_signature_end(parser: AttrParser, head: ts.Function) -> ts.Function:
    """
    A function type from what follows `->` on. A relation in the place of the result abbreviates a
    parameter that it constrains (RLY-38).
    """
    name = parser.parse_optional_symbol_name()
    if name is None:
        return replace(head, result=parse_term(parser), where=parse_where(parser))
    out = next(one for at in count() if (one := f"o{at or ''}") not in dict(head.parameters))
    result = ts.Parameter(out)
    where = (ts.Named(name.data, (*parse_terms(parser), result)), *parse_where(parser))
    return ts.Function((*head.parameters, (out, "type")), head.arguments, result, where)


# attributes


@irdl_attr_definition
class HoleAttr(ParametrizedAttribute, TypeAttribute):
    """`!relay.hole`: a type that `relay-infer-types` must find."""

    name = "relay.hole"


@irdl_attr_definition
class TensorAttr(TermAttr[ts.Tensor], TypeAttribute):
    """`!relay.tensor<[10, @n], f32>`, `!relay.tensor<@s, @b>`, `!relay.tensor<[?, _], _>`."""

    name = "relay.tensor"

    @classmethod
    def parse_term(cls, parser: AttrParser) -> ts.Tensor:
        shape = parse_part(parser, "shape")
        parser.parse_punctuation(",")
        return ts.Tensor(shape, parse_part(parser, "base"))

    def term_text(self) -> str:
        return f"{part_text(self.data.shape)}, {part_text(self.data.element)}"


@irdl_attr_definition
class VarAttr(TermAttr[ts.Parameter], TypeAttribute):
    """`!relay.var<@t>`: a parameter of kind type."""

    name = "relay.var"

    @classmethod
    def parse_term(cls, parser: AttrParser) -> ts.Parameter:
        return ts.Parameter(parser.parse_symbol_name().data)

    def term_text(self) -> str:
        return symbol_text(self.data.name)


@irdl_attr_definition
class AdtAttr(TermAttr[ts.Data], TypeAttribute):
    """`!relay.adt<@List, [T]>`, `!relay.adt<@Unit, []>`: a type call (RLY-90, 91)."""

    name = "relay.adt"

    @classmethod
    def parse_term(cls, parser: AttrParser) -> ts.Data:
        name = parser.parse_symbol_name().data
        parser.parse_punctuation(",")
        return ts.Data(name, parse_terms(parser, parser.Delimiter.SQUARE))

    def term_text(self) -> str:
        return f"{symbol_text(self.data.name)}, [{terms_text(self.data.arguments)}]"


@irdl_attr_definition
class FnAttr(TermAttr[ts.Function], TypeAttribute):
    """`!relay.fn<[@a : type], (T, U) -> R where [@Broadcast(T, U, R)]>` (RLY-13)."""

    name = "relay.fn"

    @classmethod
    def parse_term(cls, parser: AttrParser) -> ts.Function:
        head = ts.Function(parse_parameters(parser), (), ts.Hole())
        if head.parameters:
            parser.parse_punctuation(",")
        head = replace(head, arguments=parse_terms(parser))
        parser.parse_punctuation("->")
        return parse_signature_end(parser, head)

    def term_text(self) -> str:
        one = self.data
        head = f"{parameters_text(one.parameters)}, " if one.parameters else ""
        end = f"{type_text(one.result)}{where_text(one.where)}"
        return f"{head}({terms_text(one.arguments)}) -> {end}"


@irdl_attr_definition
class ArgumentsAttr(TermAttr[tuple[Type, ...]]):
    """`#relay.arguments<[[10, 10], f32]>`: the type arguments of a call."""

    name = "relay.arguments"

    @classmethod
    def parse_term(cls, parser: AttrParser) -> tuple[Type, ...]:
        return parse_list(parser, lambda: parse_part(parser)) or ()

    def term_text(self) -> str:
        return f"[{', '.join(map(part_text, self.data))}]"


HOLE: Final = HoleAttr()


def parse_term(parser: AttrParser) -> Type:
    """A type of the dialect; a builtin number is a base type."""
    return parse_typed(parser, term_of, "Relay")


def term_of(attribute: Attribute) -> Type | None:
    """The term that an attribute says, None for other types."""
    if isinstance(attribute, IntegerType | VectorType | AnyFloat):
        return ts.Base(str(cast("Attribute", attribute)))
    match attribute:
        case HoleAttr():
            return ts.Hole()
        case TensorAttr() | VarAttr() | AdtAttr() | FnAttr():
            return attribute.data
        case TupleAttr():
            return tuple_type(map(term_of, attribute.types))
        case _:
            return None


def attribute_of(term: Type) -> Attribute:
    """The MLIR form of a type."""
    match term:
        case ts.Tensor():
            return TensorAttr(term)
        case ts.Parameter():
            return VarAttr(term)
        case ts.Data():
            return AdtAttr(term)
        case ts.Function():
            return FnAttr(term)
        case TupleType():
            return tuple_of(map(attribute_of, term.fields))
        case ts.Base(lanes=(element, lanes)):
            known = element_of(element)
            return known if lanes == 1 else VectorType(known, [lanes])
        case _:
            return HOLE


def type_text(term: Type) -> str:
    """A type in full; what is no type as it is written elsewhere."""
    in_full = isinstance(term, ts.Parameter) or term == ts.Hole()
    return str(attribute_of(term)) if in_full else part_text(term)


# directives


@irdl_custom_directive
class TypeArguments(CustomDirective):
    """`[[10, 10], f32]`, or nothing."""

    types: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        found = parse_list(parser, lambda: parse_part(parser))
        if found is not None:
            self.types.set(state, ArgumentsAttr(found))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        types = self.types.get(op)
        if isinstance(types, ArgumentsAttr):
            printer.print_string(types.term_text())
