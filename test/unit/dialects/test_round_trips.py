"""Every operation of ours stands in a lit test that prints and reads it in both syntaxes."""

import re
from functools import cache
from pathlib import Path

from xdsl.context import Context
from xdsl.universe import Universe

from disc_shape.dialects import factories
from disc_shape.tools.source import SourceMap, SourceParser

ROOT = Path(__file__).resolve().parents[3]
PRETTY = re.compile(r"DISC_ROUNDTRIP|disc-opt %s \| disc-opt \|")
GENERIC = re.compile(r"DISC_GENERIC_ROUNDTRIP|disc-opt %s --print-op-generic \| disc-opt \|")
"""What in RUN lines prints a program in one syntax or the other, and reads it again."""


@cache
def defined_here() -> frozenset[str]:
    """The operations whose classes are this project's; those of xDSL are tested there."""
    return frozenset(
        operation.name
        for factory in factories().values()
        for operation in factory().operations
        if operation.__module__.startswith("disc_shape.")
    )


@cache
def printed_and_read() -> frozenset[str]:
    """The operations in lit tests with RUN lines for both syntaxes."""
    context = Context()
    table = dict(Universe.get_multiverse().all_dialects)
    table.update(factories())
    for name, factory in table.items():
        context.register_dialect(name, factory)
    found: set[str] = set()
    for path in sorted((ROOT / "test" / "dialects").rglob("*.mlir")):
        text = path.read_text()
        runs = "\n".join(re.findall(r"RUN:(.*)", text))
        if PRETTY.search(runs) and GENERIC.search(runs):
            source = SourceMap(path.name, text)
            module = SourceParser(context, source).parse_module()
            found.update(op.name for op in module.walk())
    return frozenset(found)


def test_every_operation_is_printed_and_read_in_both_syntaxes() -> None:
    missing = defined_here() - printed_and_read()
    assert not missing, sorted(missing)


def test_there_are_operations_to_find() -> None:
    assert len(defined_here()) > 500
    assert "stablehlo.dot_general" in printed_and_read()
