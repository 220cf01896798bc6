"""Groups of values and their layouts as lines of text."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block

from disc_shape.analysis.module import FunctionFacts, ShapeAnalysis
from disc_shape.layout.apply import blocks_of
from disc_shape.layout.groups import Group, best_layout, groups_of, traffic, traffic_now
from disc_shape.symbolic import Expr, Symbol, sym


def layout_groups_text(module: ModuleOp) -> Iterator[str]:
    """The groups of each function that hold transposes, and what their layouts move."""
    for facts in ShapeAnalysis(module).functions:
        yield f"function @{facts.function.sym_name.data}"
        groups = [one for block in blocks_of(facts.function) for one in groups_of(block)]
        for number, group in enumerate(one for one in groups if one.transposes):
            yield from group_lines(number, group, facts)


def group_lines(number: int, group: Group, facts: FunctionFacts) -> Iterator[str]:
    """One group: its layout, what each layout moves, and its values."""
    names = symbols_of(facts)
    now, best = traffic_now(group, facts), best_layout(group, facts)
    chosen = "as it is" if best is None else str(list(best))
    bytes_ = now.bytes.substitute(names)
    yield f"  group {number}: {chosen}, transposes now {now.count}, bytes {bytes_}"
    for one in group.layouts:
        found = traffic(group, one, facts)
        yield f"    {list(one)}: transposes {found.count}, bytes {found.bytes.substitute(names)}"
    for value, order in group.orders.items():
        owner = value.owner
        name = "argument" if isinstance(owner, Block) else owner.name
        yield f"    {name} : {value.type} as {list(order)}"


def symbols_of(facts: FunctionFacts) -> dict[Expr, Expr]:
    """The names that the module has for symbols of the analysis."""
    normal = facts.derived.state.prover.normal
    return {
        form: sym(name)
        for name, one in facts.derived_sizes.items()
        for form in (normal(one), one)
        if isinstance(form, Symbol)
    }
