"""Plans of memory as lines of text, and the peak of a function in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp

from disc_shape.analysis.module import FunctionFacts, ShapeAnalysis
from disc_shape.errors import OperationError
from disc_shape.loops.allocation import PEAK
from disc_shape.memory.amounts import NOTHING, Amount
from disc_shape.memory.facts import Level
from disc_shape.memory.names import NamedAmounts
from disc_shape.memory.peak import UnknownPeakError
from disc_shape.memory.plan import FunctionPlan, call, plans_of, text_of
from disc_shape.symbolic import Expr, Symbol, const, parse, sym


def memory_plan_text(module: ModuleOp, level: Level = "all") -> Iterator[str]:
    """For each function its peak, its arenas, and their buffers."""
    for facts, plan in plans_of(module.clone(), level):
        peak = "unknown" if plan.peak is None else f"{plan.sign} {plan.peak}"
        yield f"function @{facts.function.sym_name.data}: peak {peak}"
        yield from arena_lines(plan, NamedAmounts(facts))


def arena_lines(plan: FunctionPlan, names: NamedAmounts) -> Iterator[str]:
    """The arenas of a plan and their buffers, and those that use the memory of results."""

    def shown(amounts: Sequence[Amount]) -> str:
        try:
            named = [names.named(one, plan.sizes) for one in amounts or (NOTHING,)]
        except UnknownPeakError:
            return "?"
        return call("max", names.texts(named))

    for arena in plan.arenas:
        try:
            yield f"  arena: {text_of(arena, plan.sizes, names)}"
        except UnknownPeakError:
            yield "  arena: ?"
        for number, life in enumerate(arena.buffers.lives):
            places = " or ".join(
                dict.fromkeys(shown(choice.offsets[number]) for choice in arena.choices)
            )
            size = shown([arena.buffers.amounts[number]])
            yield f"    {size} bytes at {places} from {life.first.name} to {life.last.name}"
    for lent in plan.lent:
        yield "  memory of a result:"
        for life in lent.buffers:
            yield f"    from {life.first.name} to {life.last.name}"


@dataclass(frozen=True)
class MemoryPlan:
    """The peak of one function, over the symbols of its module."""

    expression: Expr
    exact: bool
    """Whether each run allocates exactly as much; at most as much otherwise."""
    definitions: Mapping[str, Expr] = field(default_factory=dict[str, Expr])
    """The symbols that others determine."""

    def peak(self, **sizes: int) -> int:
        """
        The bytes that are allocated at once at some sizes, by the names of the symbols; those that
        follow from others need not be given. ValueError when a size is missing.
        """
        given: dict[Expr, Expr] = {sym(name): const(size) for name, size in sizes.items()}
        others = {sym(name): one for name, one in self.definitions.items() if name not in sizes}
        found = self.expression.substitute({**given, **others}).substitute(given)
        if found.symbols:
            raise ValueError(f"no size for symbol '{found.symbols[0].label}'")
        return found.evaluate({})


def memory_plan(module: ModuleOp, function: str = "main") -> MemoryPlan:
    """
    The plan of a function: the one that `plan-memory` has written, or would write.

        memory_plan(module).peak(b=4, s=128)

    Raises `OperationError` when there is no such function or its peak cannot be determined.
    """
    found = next(
        (
            op
            for op in module.body.block.ops
            if isinstance(op, FuncOp) and op.sym_name.data == function
        ),
        None,
    )
    if found is None:
        raise OperationError(f"there is no function '@{function}'", module)
    facts = next(one for one in ShapeAnalysis(module).functions if one.function is found)
    claim = found.attributes.get(PEAK)
    if isinstance(claim, StringAttr):
        sign, _, text = claim.data.partition(" ")
        return MemoryPlan(parse(text), sign == "==", definitions(facts))
    copy = module.clone()
    plan = next(
        plan for one, plan in plans_of(copy, "all") if one.function.sym_name.data == function
    )
    if plan.peak is None:
        raise OperationError(f"the peak of '@{function}' cannot be determined", found)
    return MemoryPlan(parse(plan.peak), plan.exact, definitions(facts))


def definitions(facts: FunctionFacts) -> dict[str, Expr]:
    """The symbols of the module whose sizes follow from those of others, guards passed."""
    sizes = facts.bindings.sizes
    names: dict[Expr, Expr] = {}
    for name, one in sizes.items():
        if isinstance(one, Symbol):
            names.setdefault(one, sym(name))
    found = {
        name: one.substitute(names)
        for name, one in sizes.items()
        if all(part in names for part in one.symbols)
    }
    return {name: one for name, one in found.items() if one.name != name}
