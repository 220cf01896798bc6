"""The analysis as text, for tests."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import BlockArgument, OpResult, SSAValue
from xdsl.passes import ModulePass

from disc_shape.analysis.module import FunctionFacts, ShapeAnalysis
from disc_shape.analysis.saved_facts import named_values
from disc_shape.constraints.symbols import ModuleLabels, reserved_names
from disc_shape.frontends.names import front_end_names
from disc_shape.rewriting.function_labels import FunctionLabels
from disc_shape.rewriting.recording import record_facts


@dataclass(frozen=True)
class PrintShapeFactsPass(ModulePass):
    """
    Print what the shape analysis knows, as comments in front of the module; the module stays as
    it is.

    For each function: the sizes of every ranked value, every guard with the verdict on it, and
    the facts that would be written into the constraint graph.

    Before:

        func.func @main(%0: tensor<?xf32>, %1: tensor<?xf32>) { ... }

    After:

        // function @main
        //   argument 0: [S0]
        //   stablehlo.add: [S0]

    Options:

    - `entry`: the function to print; all functions with a body when empty.

    Limitations: meant for tests; the form may change.
    """

    name = "test-print-shape-facts"

    entry: str = ""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Print the analysis of a module."""
        analysis = ShapeAnalysis(op, self.entry)
        labels = ModuleLabels(analysis.saved, reserved_names(op))
        names = front_end_names(op)
        for facts in analysis.functions:
            print(f"// function @{facts.function.sym_name.data}")
            function_labels = FunctionLabels(labels, facts, names)
            for line in value_lines(facts, function_labels):
                print(f"//   {line}")
            record_facts(function_labels)
        for fact in labels.facts.values():
            print(f"// fact: {fact.condition} ({fact.status.value})")


def value_lines(facts: FunctionFacts, labels: FunctionLabels) -> list[str]:
    """A line for each ranked value, and one for each guard."""
    state = facts.shapes.state
    lines: list[str] = []
    arguments = facts.function.body.blocks[0].args
    for value, _ in named_values(facts.shapes):
        names: list[str] = []
        for known, own in zip(state.dims(value), state.raw_dims(value), strict=True):
            derived = facts.derived.state.prover.canonical(own)
            if value in arguments and derived.constant is None:
                names.append(labels.of_argument(own) or "?")
            else:
                names.append(str(known) if known.constant is not None else labels.of(known) or "?")
        lines.append(f"{describe(value)}: [{', '.join(names)}]")
    for guard in facts.shapes.guards:
        verdict = "proved" if guard.proved else "kept"
        shown = None if guard.condition is None else labels.own_condition(guard.condition)
        lines.append(f"guard {guard.op.name}: {shown} ({verdict})")
    return lines


def describe(value: SSAValue) -> str:
    """A value in words: its operation, or which argument it is."""
    if isinstance(value, OpResult):
        name = value.op.name
        return name if len(value.op.results) == 1 else f"{name}#{value.index}"
    assert isinstance(value, BlockArgument)
    return f"argument {value.index}"
