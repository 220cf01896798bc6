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

from disc_shape.dialects.hlo.attributes import HloAttribute
from disc_shape.dialects.hlo.op import HloOp, prefix_of

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
    "tokens",
    "asynchronous",
    "random_numbers",
    "linear_algebra",
    "normalization",
    "quantization",
    "scan",
    "ragged",
    "mhlo_only",
    "reshape_shapes",
    "client_elementwise",
    "client_broadcast",
    "client_other",
)
"""The modules of this package that define operations, attributes or types."""

OpT = TypeVar("OpT", bound=Operation)
AttrT = TypeVar("AttrT", bound=Attribute)


@cache
def _definitions() -> tuple[type[HloOp | HloAttribute], ...]:
    """Every abstract definition of every chapter."""
    found: list[type[HloOp | HloAttribute]] = []
    for chapter in CHAPTERS:
        found += _definitions_in(import_module(f"disc_shape.dialects.hlo.{chapter}"))
    return tuple(found)


def _definitions_in(module: ModuleType) -> list[type[HloOp | HloAttribute]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, HloOp | HloAttribute)
        and value.__module__ == module.__name__
        and "name" in vars(value)
        and not isabstract(value)
    ]


def _final(base: type[OpT | AttrT], prefix: str) -> dict[str, str | None]:
    """The class body of the final class of `base` under a prefix."""
    body: dict[str, str | None] = {
        "name": f"{prefix}.{base.name}",
        "__module__": f"disc_shape.dialects.{prefix}",
        "__doc__": base.__doc__ or "",
    }
    if issubclass(base, HloOp) and prefix in base.QUOTED:
        body["assembly_format"] = None
    return body


@cache
def _finals(prefix: str) -> dict[type, type]:
    """The final class of each abstract one that the dialect `prefix` has."""
    finals: dict[type, type] = {}
    for base in _definitions():
        if prefix not in base.PREFIXES:
            continue
        body = _final(base, prefix)
        if issubclass(base, HloOp):
            final_op = irdl_op_definition(type(base.__name__, (base,), body))
            if prefix not in base.SHORT_IN:
                final_op.print = Operation.print
            finals[base] = final_op
        else:
            finals[base] = irdl_attr_definition(type(base.__name__, (base,), body))
    return finals


def dialect(prefix: str) -> Dialect:
    """The dialect of that name, with everything the chapters define for it."""
    finals = _finals(prefix).values()
    return Dialect(
        prefix,
        [final for final in finals if issubclass(final, Operation)],
        [final for final in finals if issubclass(final, Attribute)],
    )


def final(base: type[OpT], prefix: str) -> type[OpT]:
    """The final class of an abstract operation under a prefix."""
    return _finals(prefix)[base]


def final_attribute(base: type[AttrT], prefix: str) -> type[AttrT]:
    """The final class of an abstract attribute or type under a prefix."""
    return _finals(prefix)[base]


def twin(base: type[OpT], like: Operation) -> type[OpT]:
    """The final class of `base` in the dialect of the operation `like`."""
    return _finals(prefix_of(like.name))[base]
