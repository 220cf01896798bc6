"""The results of the shape analysis as lines of text, for tests."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import BlockArgument, OpResult, SSAValue

from disc_shape.analysis.front_end_names import front_end_names
from disc_shape.analysis.module import FunctionFacts, ShapeAnalysis
from disc_shape.analysis.saved_facts import named_values
from disc_shape.constraints.symbols import ModuleSymbols, reserved_names
from disc_shape.rewriting.function_symbols import FunctionSymbols
from disc_shape.rewriting.recording import record_facts


def shape_facts_text(module: ModuleOp, entry: str = "") -> Iterator[str]:
    """The sizes and guards of each function, then the facts of the constraint graph."""
    analysis = ShapeAnalysis(module, entry)
    symbols = ModuleSymbols(analysis.saved, reserved_names(module))
    names = front_end_names(module)
    for facts in analysis.functions:
        yield f"function @{facts.function.sym_name.data}"
        function_symbols = FunctionSymbols(symbols, facts, names)
        for line in value_lines(facts, function_symbols):
            yield f"  {line}"
        record_facts(function_symbols, is_written=False)
    for fact in symbols.facts.values():
        yield f"fact: {fact.condition} ({fact.status.value})"


def value_lines(facts: FunctionFacts, symbols: FunctionSymbols) -> list[str]:
    """A line for each ranked value, and one for each guard."""
    state = facts.shapes.state
    lines: list[str] = []
    arguments = facts.function.body.blocks[0].args
    for value, _ in named_values(facts.shapes):
        names: list[str] = []
        for known, own in zip(state.dims(value), state.raw_dims(value), strict=True):
            if value in arguments and facts.implied(own).constant is None:
                names.append(symbols.of_argument(own) or "?")
            else:
                names.append(str(known) if known.constant is not None else symbols.of(known) or "?")
        lines.append(f"{describe(value)}: [{', '.join(names)}]")
    for guard in facts.shapes.guards:
        verdict = "proved" if guard.proved else "kept"
        shown = None if guard.condition is None else symbols.own_condition(guard.condition)
        lines.append(f"guard {guard.op.name}: {shown} ({verdict})")
    return lines


def describe(value: SSAValue) -> str:
    """A value in words: its operation, or which argument it is."""
    if isinstance(value, OpResult):
        name = value.op.name
        return name if len(value.op.results) == 1 else f"{name}#{value.index}"
    assert isinstance(value, BlockArgument)
    return f"argument {value.index}"
