"""What torch-mlir would lower to something else without saying so: it is refused before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

from disc_shape.frontends.torch_constants import Program
from disc_shape.frontends.torch_operators import LIBRARY
from disc_shape.frontends.traced import FrontEndError

Node = Any
"""A node of a graph."""
PLACE = re.compile(r'File "([^"]+)", line (\d+)')
"""A line in a trace of a call."""


def check_complex(torch: ModuleType, nodes: Iterable[Node]) -> None:
    """
    Raise `FrontEndError` for an operation on complex numbers that does more than move them: what is
    not written by its parts, torch-mlir may take for that of the real parts, such as a norm.
    """
    known = moving(torch)
    for node in nodes:
        if node.op != "call_function" or not any(map(is_complex, values(node))):
            continue
        packet = getattr(node.target, "_overloadpacket", node.target)
        if packet not in known and getattr(node.target, "namespace", "") != LIBRARY:
            places = PLACE.findall(node.meta.get("stack_trace") or "")
            place = ":".join((*places[-1], " ")) if places else ""
            raise FrontEndError(
                f"{place}operation '{node.target}' of complex numbers has no form in StableHLO"
            )


def check_state(program: Program) -> None:
    """Raise `FrontEndError` for a program that writes a buffer or an argument."""
    signature = program.graph_signature
    for kind, written in (
        ("buffer", signature.buffers_to_mutate),
        ("argument", signature.user_inputs_to_mutate),
    ):
        for name in written.values():
            raise FrontEndError(f"{kind} '{name}' is written; return what it becomes instead")


def moving(torch: ModuleType) -> frozenset[object]:
    """Operations that leave elements as they are, or only add them where they are written."""
    aten = torch.ops.aten
    return frozenset(
        (
            *(aten.view, aten._unsafe_view, aten.reshape, aten.permute, aten.transpose, aten.t),
            *(aten.slice, aten.select, aten.narrow, aten.index_select, aten.gather, aten.embedding),
            *(aten.squeeze, aten.unsqueeze, aten.expand, aten.repeat, aten.broadcast_to),
            *(aten.cat, aten.stack, aten.flip, aten.roll, aten.split_with_sizes, aten.unfold),
            *(aten.clone, aten.copy, aten.alias, aten.detach, aten.lift_fresh_copy, aten.empty),
            *(aten.index_put, aten.scatter, aten.sym_size, aten._assert_tensor_metadata),
            vars(import_module("operator"))["getitem"],
        )
    )


def values(node: Node) -> Iterator[object]:
    """The operands and results of a node, as they are described."""
    for one in (node, *node.all_input_nodes):
        value = one.meta.get("val")
        yield from value if isinstance(value, list | tuple) else (value,)


def is_complex(value: object) -> bool:
    """Whether a described value is of complex numbers."""
    return getattr(getattr(value, "dtype", None), "is_complex", False)
