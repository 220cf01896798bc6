"""The page of the operations on buffers: what all have in common, and what each takes."""

from collections.abc import Sequence

from xdsl.irdl import VariadicDef

from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.lmhlo.dialect import LMHLO
from disc_shape.dialects.lmhlo.op import BufferOp, prefix_of
from disc_shape.dialects.lmhlo.without import CLIENT, WITHOUT_TWIN
from generator.examples import statement
from generator.text import code, docstring, markdown, table


def buffer_page(introduction: str) -> str:
    """The page of `lmhlo`."""
    twins = sorted(
        (op for op in LMHLO.operations if issubclass(op, BufferOp)), key=lambda op: op.name
    )
    header = ("operation", "ins", "outs", "regions", "example")
    reasons = [(f"`{name}`", reason) for name, reason in sorted(WITHOUT_TWIN.items())]
    reasons.append(("the others that only `chlo` has", CLIENT))
    parts = [
        "# The `lmhlo` dialect\n",
        markdown(introduction),
        "",
        "## Every operation\n",
        markdown(docstring(BufferOp)),
        "",
        table(header, [row(op) for op in twins]),
        "## HLO operations without a twin\n",
        table(("operation", "what becomes of it"), reasons),
    ]
    return "\n".join(parts).rstrip() + "\n"


def row(op: type[BufferOp]) -> tuple[str, ...]:
    hlo = final(op.HLO, prefix_of(op.HLO)).get_irdl_definition()
    return (
        f"`{op.name}`",
        members(hlo.operands),
        members(hlo.results),
        members(hlo.regions),
        code(statement(op)),
    )


def members(definitions: Sequence[tuple[str, object]]) -> str:
    """Their names, with dots after one that stands for any number."""
    names = [
        f"`{name}`..." if isinstance(definition, VariadicDef) else f"`{name}`"
        for name, definition in definitions
    ]
    return ", ".join(names) or "none"
