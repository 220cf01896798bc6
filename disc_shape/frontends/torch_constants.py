"""Parameters, buffers and constants of programs of `torch.export`, where torch-mlir finds them."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Protocol, cast

from disc_shape.frontends.torch_sizes import Graph, Node, Operand


class Signature(Protocol):
    """What the inputs of a graph are."""

    inputs_to_buffers: Mapping[str, str]
    buffers_to_mutate: Mapping[str, str]
    user_inputs_to_mutate: Mapping[str, str]
    user_inputs: Collection[object]


class Program(Protocol):
    """What `torch.export.export` returns."""

    constants: Mapping[str, object]
    graph: Graph
    graph_signature: Signature
    state_dict: dict[str, object]


@contextmanager
def buffers_in_state(program: Program) -> Generator[None]:
    """
    Let the state of a program hold the buffers that a module does not save, such as positions: the
    program has them among its constants, but torch-mlir looks for all buffers in the state.
    """
    state, buffers = program.state_dict, program.graph_signature.inputs_to_buffers.values()
    added = {name: program.constants[name] for name in buffers if name not in state}
    state.update(added)
    try:
        yield
    finally:
        for name in added:
            del state[name]


def copy_listed(torch: ModuleType, program: Program) -> None:
    """
    Copy parameters, buffers and constants that are elements of lists, such as those that `cat`
    joins: torch-mlir takes them as operands only.
    """
    graph, given = program.graph, program.graph_signature.user_inputs

    def copied(operand: Operand) -> Operand:
        if getattr(operand, "op", "") != "placeholder" or operand.name in given:
            return operand
        copy: Node = graph.call_function(torch.ops.aten.clone.default, (operand,))
        copy.meta = dict(operand.meta)
        return copy

    def elements(operand: Operand) -> Operand:
        if isinstance(operand, list):
            return [copied(one) for one in cast("Sequence[Operand]", operand)]
        return operand

    for node in [one for one in graph.nodes if one.op == "call_function"]:
        with graph.inserting_before(node):
            node.args = tuple(elements(one) for one in node.args)
