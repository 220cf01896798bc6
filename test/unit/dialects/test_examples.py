"""Every operation of ours has an example in its docstring, which is what the tools print."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from generator.examples import (
    base_of,
    context,
    documentation,
    example_of,
    instance_of,
    parse_example,
    printed,
)
from generator.text import docstring
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from disc_shape.dialects import factories
from disc_shape.dialects.hlo.op import prefix_of
from disc_shape.tools.source import SourceMap, SourceParser


def classes() -> Iterator[type[Operation]]:
    """The operations whose classes are this project's."""
    for factory in factories().values():
        for op in factory().operations:
            if op.__module__.startswith("disc_shape."):
                yield op


def xdsl_bases(op: type[Operation]) -> list[type[Operation]]:
    """The operations of xDSL that a class derives from."""
    return [
        base
        for base in op.__mro__
        if base.__module__.startswith("xdsl.dialects") and issubclass(base, Operation)
    ]


def example(op: type[Operation]) -> str:
    found = example_of(op)
    assert found is not None, f"{op.name} has no example"
    return found


@cache
def parsed(op: type[Operation]) -> ModuleOp:
    return parse_example(example(op))


def read_again(module: ModuleOp, generic: bool) -> ModuleOp:
    text = printed(module, generic)
    return SourceParser(context(), SourceMap("printed", text)).parse_module()


def plain(text: str) -> str:
    """A text without spaces and names of values."""
    return re.sub(r"%\w+|\s", lambda match: match.group()[:1].strip(), text)


def test_no_operation_lacks_an_example() -> None:
    assert [op.name for op in classes() if example_of(op) is None] == []
    assert len(list(classes())) > 500


@pytest.mark.parametrize("op", list(classes()), ids=lambda op: op.name)
def test_example(op: type[Operation]) -> None:
    """It is parsed, verified, holds the operation, and is the same once it is printed."""
    module = parsed(op)
    module.verify()
    assert instance_of(op, module) is not None, f"the example of {op.name} shows another operation"
    for generic in (False, True):
        again = read_again(module, generic)
        again.verify()
        assert printed(again, generic=True) == printed(module, generic=True)


def is_printed_by_us(op: type[Operation]) -> bool:
    """False for classes that derive from xDSL's of the same name and print as it does."""
    bases = xdsl_bases(op)
    return not any(vars(base).get("name") == op.name and base.print == op.print for base in bases)


def is_shown_here(op: type[Operation]) -> bool:
    """False for HLO operations whose docstring shows them under another prefix."""
    is_hlo = prefix_of(op.name) in ("stablehlo", "mhlo", "chlo")
    return not is_hlo or op.name in docstring(base_of(op))


SHOWN = [op for op in classes() if is_printed_by_us(op) and is_shown_here(op)]


@pytest.mark.parametrize("op", SHOWN, ids=lambda op: op.name)
def test_example_is_what_is_printed(op: type[Operation]) -> None:
    """An example shows the printed form, not another one that is read as well."""
    found = instance_of(op, parsed(op))
    assert found is not None
    assert plain(printed(found)) in plain(example(op))


def test_documentation_names_an_operation_with_its_own_prefix() -> None:
    for op in classes():
        prefix, _, name = op.name.partition(".")
        if prefix in ("stablehlo", "mhlo", "chlo"):
            shown = re.findall(rf"\b(\w+)\.{re.escape(name)}(?![\w.-])", documentation(op))
            assert set(shown) <= {prefix}, op.name
            assert shown, op.name
