"""The table of all HLO operations: what is there for each, and why a cell is empty."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation

from disc_shape.dialects import DIALECTS, load_dialect
from disc_shape.dialects.hlo.control_flow import CaseOp, IfOp, WhileOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.lmhlo.factory import buffer_twin
from disc_shape.dialects.lmhlo.without import CLIENT, WITHOUT_TWIN
from disc_shape.interpreters.core import BINDERS
from disc_shape.relations.core import RELATIONS
from generator.dialects import anchor
from generator.examples import base_of, statement
from generator.text import code, constraint_numbers, table

PAGE = "hlo_operations.md"

INTRODUCTION = """# All HLO operations

One row per operation, however many names it has. The example shows the operation as it is printed,
with `{...}` for its regions; the page of the dialect shows all of it. Cells that could be empty say
why:

- *by types*: there is nothing to verify beyond the kinds of operands, results and attributes.
- *no ranked result*: nothing whose sizes a relation could speak of.
- *joined*: the analysis joins what holds at the end of the regions.
- *static*: the sizes of the result are always known.
- *fresh*: no relation; sizes that the result types do not give get symbols of their own.
- *none*: `disc-run` stops at this operation and says so.
- in the last column, in italics: the operation has no twin on buffers, and this is what becomes of
  it.
"""


def operation_table() -> dict[str, str]:
    """The page with the table."""
    import_module("disc_shape.relations")
    import_module("disc_shape.interpreters")
    header = (
        "operation", "mhlo", "stablehlo", "chlo", "example", "constraints", "shape relation",
        "numpy semantics", "buffer form",
    )  # fmt: skip
    rows = [row(name, finals) for name, finals in sorted(operations().items())]
    counts = f"{len(rows)} operations.\n\n"
    return {PAGE: f"{INTRODUCTION}\n{counts}{table(header, rows)}"}


def operations() -> dict[str, dict[str, type[Operation]]]:
    """Name without prefix -> prefix -> final class."""
    found: dict[str, dict[str, type[Operation]]] = {}
    for prefix in ("mhlo", "stablehlo", "chlo"):
        for op in dialect_operations(prefix):
            found.setdefault(op.name.partition(".")[2], {})[prefix] = op
    return found


def dialect_operations(name: str) -> Iterator[type[Operation]]:
    target = DIALECTS[name]
    if find_spec(target.partition(":")[0]) is not None:
        yield from load_dialect(target).operations


def row(name: str, finals: dict[str, type[Operation]]) -> tuple[str, ...]:
    prefix = next(one for one in ("stablehlo", "mhlo", "chlo") if one in finals)
    op = finals[prefix]
    owners = ["yes" if one in finals else "no" for one in ("mhlo", "stablehlo", "chlo")]
    return (
        f"[`{name}`](dialects/{prefix}.md#{anchor(name)})",
        *owners,
        code(statement(op)),
        constraints(op),
        relation(op),
        numpy_semantics(op),
        buffer_form(name, finals),
    )


def constraints(op: type[Operation]) -> str:
    """The numbers of the verifier's constraints, as the docstrings give them."""
    classes = op.__mro__[: op.__mro__.index(HloOp)] if HloOp in op.__mro__ else (op,)
    numbers = constraint_numbers(base_of(op), *classes)
    return ", ".join(numbers) if numbers else "*by types*"


def relation(op: type[Operation]) -> str:
    found = RELATIONS.find(op)
    if found is not None:
        return found.name
    if issubclass(op, CaseOp | IfOp | WhileOp):
        return "*joined*"
    if issubclass(op, ConstantOp):
        return "*static*"
    results = op.get_irdl_definition().results if issubclass(op, IRDLOperation) else ()
    return "*fresh*" if results else "*no ranked result*"


def numpy_semantics(op: type[Operation]) -> str:
    rest = op.name.partition(".")[2]
    return "yes" if op.name in BINDERS or f"hlo.{rest}" in BINDERS else "*none*"


def buffer_form(name: str, finals: dict[str, type[Operation]]) -> str:
    """The twin on buffers, or what becomes of an operation that has none."""
    if reason := WITHOUT_TWIN.get(name):
        return f"*{reason}*"
    twin = next((one for op in finals.values() if (one := buffer_twin(op))), None)
    return f"*{CLIENT}*" if twin is None else f"[`{twin.name}`](dialects/lmhlo.md)"
