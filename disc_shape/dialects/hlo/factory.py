"""Makes the final operations, attributes and types of a dialect from the chapters' abstract ones.

A chapter lists nothing: every subclass of `HloOp` or `HloAttribute` (`HloEnum`, `HloStruct`, ...)
in it that sets its own `name` counts. To add an operation, write its class in a chapter; to add a
chapter, write the module and name it in `CHAPTERS`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from inspect import isabstract
from types import ModuleType
from typing import TypeVar

from xdsl.ir import Attribute, Dialect, Operation
from xdsl.irdl import irdl_attr_definition, irdl_op_definition
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser
from xdsl.printer import Printer

from disc_shape.dialects.hlo.accessors import shorten_accessors
from disc_shape.dialects.hlo.attributes import HloAttribute
from disc_shape.dialects.hlo.list_forms import in_list_form, lists_of, write_lists
from disc_shape.dialects.hlo.op import CHLO, STABLEHLO, HloOp, prefix_of
from disc_shape.dialects.hlo.prefixes import fit_constraints, when_ranked
from disc_shape.reading.formats import FORMAT
from disc_shape.reading.parser import parse_format

CHAPTERS = (
    "enums",
    "types",
    "numbers",
    "elementwise",
    "binary",
    "comparison",
    "conversion",
    "creation",
    "movement",
    "slicing",
    "sizes",
    "reduction",
    "windowed",
    "gather_scatter",
    "contraction",
    "conv_numbers",
    "convolution",
    "control_flow",
    "calls",
    "mesh",
    "collectives",
    "rooted_collectives",
    "tokens",
    "asynchronous",
    "random_numbers",
    "linear_algebra",
    "normalization",
    "quantization",
    "scan",
    "ragged",
    "mhlo_elementwise",
    "mhlo_only",
    "reshape_shapes",
)
"""The modules of this package that define operations, attributes or types."""

CLIENT_CHAPTERS = ("client_elementwise", "client_broadcast", "client_other")
"""Those that only CHLO needs."""

OpT = TypeVar("OpT", bound=Operation)
AttrT = TypeVar("AttrT", bound=Attribute)


def _definitions(prefix: str) -> list[type[HloOp | HloAttribute]]:
    """The abstract definitions of what a dialect has."""
    chapters = CHAPTERS + CLIENT_CHAPTERS if prefix == CHLO else CHAPTERS
    return [
        base
        for chapter in chapters
        for base in _definitions_in(import_module(f"disc_shape.dialects.hlo.{chapter}"))
        if prefix in base.PREFIXES
    ]


def _definitions_in(module: ModuleType) -> list[type[HloOp | HloAttribute]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and (HloOp in value.__mro__ or HloAttribute in value.__mro__)
        and "name" in vars(value)
        and not isabstract(value)
    ]


def _body(base: type[OpT | AttrT], prefix: str) -> dict[str, object]:
    """The class body of the final class of `base` under a prefix."""
    return {
        "name": f"{prefix}.{base.name}",
        "__module__": f"disc_shape.dialects.{prefix}",
        "__doc__": base.__doc__ or "",
    }


def _final_operation(base: type[HloOp], prefix: str, own: bool = True) -> type[HloOp]:
    """The final class of an operation, whose format is compiled when it is first needed.

    A program uses a few operations, and compiling all formats would take most of the start-up.
    With `own`, its types and attributes are of its dialect.
    """
    body = _body(base, prefix) | {"assembly_format": None}
    if prefix != STABLEHLO:
        body |= {"verify_": when_ranked(base.verify_)}
    operation = irdl_op_definition(type(base.__name__, (base,), body))
    shorten_accessors(operation)
    fit_constraints(operation.get_irdl_definition(), prefix, own)
    if base.assembly_format is not None:
        _compile_when_needed(operation, base.assembly_format, prefix)
    if prefix not in base.SHORT_IN:
        operation.print = Operation.print
    operation.ON_BUFFERS = not own
    write_lists(operation, prefix)
    return operation


def _compile_when_needed(operation: type[HloOp], text: str, prefix: str) -> None:
    """Give an operation the parser and the printer of a format."""
    operation.get_irdl_definition().assembly_format = text
    lists = lists_of(operation)

    @cache
    def program() -> FormatProgram:
        return FormatProgram.from_str(text, operation.get_irdl_definition())

    def parse(cls: type[HloOp], parser: Parser) -> HloOp:
        op = parse_format(parser, program(), cls)
        op.properties = in_list_form(op.properties, lists, prefix) if lists else op.properties
        return op

    def print_(op: HloOp, printer: Printer) -> None:
        program().print(printer, op)

    setattr(parse, FORMAT, program)
    setattr(operation, "parse", classmethod(parse))
    setattr(print_, FORMAT, program)
    setattr(operation, "print", print_)


@cache
def _final(base: type, prefix: str) -> type:
    """The final class of an abstract one of the dialect `prefix`; `KeyError` if it has none."""
    if not issubclass(base, HloOp | HloAttribute) or prefix not in base.PREFIXES:
        raise KeyError(f"{prefix}.{base.__name__}")
    if issubclass(base, HloOp):
        return _final_operation(base, prefix)
    return irdl_attr_definition(type(base.__name__, (base,), _body(base, prefix)))


def dialect(prefix: str) -> Dialect:
    """The dialect of that name, with everything the chapters define for it."""
    operations: list[type[Operation]] = []
    attributes: list[type[Attribute]] = []
    for base in _definitions(prefix):
        (operations if HloOp in base.__mro__ else attributes).append(_final(base, prefix))
    return Dialect(prefix, operations, attributes)


def final(base: type[OpT], prefix: str) -> type[OpT]:
    """The final class of an abstract operation under a prefix."""
    return _final(base, prefix)


@cache
def lenient(base: type[HloOp], prefix: str) -> type[HloOp]:
    """The final class of an abstract operation that takes attributes of any HLO dialect.

    It is what an operation on buffers means, which keeps those of the dialect it comes from; it is
    registered nowhere.
    """
    return _final_operation(base, prefix, own=False)


def final_attribute(base: type[AttrT], prefix: str) -> type[AttrT]:
    """The final class of an abstract attribute or type under a prefix."""
    return _final(base, prefix)


def twin(base: type[OpT], like: Operation) -> type[OpT]:
    """The final class of `base` in the dialect of the operation `like`."""
    return _final(base, prefix_of(like.name))
