"""One page per dialect: operations by the module that defines them, attributes and types."""

import inspect
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec

from xdsl.ir import Attribute, Dialect, Operation
from xdsl.irdl import AttrOrPropDef, IRDLOperation, OpDef, OptionalDef, VariadicDef

from disc_shape.dialects import DIALECTS, load_dialect
from disc_shape.dialects.lmhlo.factory import PREFIX
from generator.buffers import buffer_page
from generator.examples import base_of, documentation
from generator.text import code, describe, first_line, markdown, summary_of, table

SAME_AS = {"mhlo": "stablehlo"}
"""Dialects whose page only lists what another dialect's page explains."""


def known_dialects() -> dict[str, Dialect]:
    """Our dialects by name; those whose module is still to come are left out."""
    return {
        name: load_dialect(target)
        for name, target in sorted(DIALECTS.items())
        if find_spec(target.partition(":")[0]) is not None
    }


def dialect_pages() -> dict[str, str]:
    """The page of each dialect and their list."""
    dialects = known_dialects()
    rows: list[Sequence[str]] = []
    pages: dict[str, str] = {}
    for name, dialect in dialects.items():
        operations = list(dialect.operations)
        rows.append((f"[`{name}`]({name}.md)", summary(name), str(len(operations))))
        other = dialects.get(SAME_AS.get(name, ""))
        pages[f"dialects/{name}.md"] = (
            buffer_page(module_docstring(name)) if name == PREFIX else dialect_page(dialect, other)
        )
    header = ("dialect", "what it is for", "operations")
    return {"dialects/index.md": "# Dialects\n\n" + table(header, rows), **pages}


def module_docstring(name: str) -> str:
    """What the module that defines a dialect says about it."""
    target = DIALECTS[name].partition(":")[0]
    return inspect.getdoc(__import__(target, fromlist=["_"])) or ""


def summary(name: str) -> str:
    return summary_of(module_docstring(name))


def dialect_page(dialect: Dialect, other: Dialect | None) -> str:
    """The page of `dialect`; operations that `other` has too are only listed."""
    title = f"# The `{dialect.name}` dialect\n"
    parts = [title, markdown(module_docstring(dialect.name)), ""]
    shared: set[str] = set()
    if other is not None:
        shared = {op.name.partition(".")[2] for op in other.operations}
        shared &= {op.name.partition(".")[2] for op in dialect.operations}
        links = ", ".join(f"[`{name}`]({other.name}.md#{anchor(name)})" for name in sorted(shared))
        parts += [f"These operations are explained on the page of `{other.name}`: {links}.", ""]
    for module, operations in by_module(dialect.operations).items():
        own = [op for op in operations if op.name.partition(".")[2] not in shared]
        if own:
            parts += [f"## {chapter_title(module)}", ""]
            parts += [operation_section(op) for op in own]
    attributes = list(dialect.attributes)
    if attributes and other is None:
        rows = [(f"`{cls.name}`", attribute_summary(cls)) for cls in attributes]
        parts += ["## Attributes and types", "", table(("name", "meaning"), rows)]
    return "\n".join(parts).rstrip() + "\n"


def attribute_summary(cls: type[Attribute]) -> str:
    return first_line(cls).replace("|", "\\|")


def by_module(operations: Iterable[type[Operation]]) -> dict[str, list[type[Operation]]]:
    """Operations under the module that defines them, in the order of the dialect."""
    modules: dict[str, list[type[Operation]]] = {}
    for op in operations:
        modules.setdefault(base_of(op).__module__, []).append(op)
    return modules


def chapter_title(module: str) -> str:
    doc = inspect.getdoc(__import__(module, fromlist=["_"])) or module
    return summary_of(doc).partition(". ")[0].rstrip(".")


def anchor(name: str) -> str:
    """The anchor that a heading with this name gets."""
    return name.replace(".", "").lower()


def operation_section(op: type[Operation]) -> str:
    """Heading, docstring, printed form, and a table of everything the operation has."""
    parts = [f"### {op.name.partition('.')[2]}", "", markdown(documentation(op)), ""]
    if issubclass(op, IRDLOperation):
        definition = op.get_irdl_definition()
        form = assembly_format(definition)
        parts += [f"Printed form: {form}" if form else "Printed in generic form or by hand.", ""]
        if rows := member_rows(definition):
            parts.append(table(("member", "kind", "accepts"), rows))
        traits = sorted(type(trait).__name__ for trait in definition.traits.traits)
        if traits:
            parts += [f"Traits: {', '.join(f'`{trait}`' for trait in traits)}.", ""]
    return "\n".join(parts)


def assembly_format(definition: OpDef) -> str:
    return code(definition.assembly_format or "")


def member_rows(definition: OpDef) -> list[tuple[str, str, str]]:
    """Operands, results, attributes and regions as rows of a table."""
    rows = [(f"`{n}`", quantity("operand", d), describe(d.constr)) for n, d in definition.operands]
    rows += [(f"`{n}`", quantity("result", d), describe(d.constr)) for n, d in definition.results]
    members: Mapping[str, AttrOrPropDef] = {**definition.properties, **definition.attributes}
    for name, member in members.items():
        kind = quantity("attribute", member)
        if member.default_value is not None:
            kind += f", default `{member.default_value}`"
        rows.append((f"`{name}`", kind, describe(member.constr)))
    rows += [(f"`{name}`", quantity("region", region), "") for name, region in definition.regions]
    rows += [(f"`{name}`", "successor", "") for name, _ in definition.successors]
    return [(name, kind, accepts.replace("|", "\\|")) for name, kind, accepts in rows]


def quantity(kind: str, definition: object) -> str:
    if isinstance(definition, OptionalDef):
        return f"optional {kind}"
    return f"any number of {kind}s" if isinstance(definition, VariadicDef) else kind
