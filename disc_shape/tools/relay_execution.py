"""One run of a Relay program: its arguments as those of a function of Relax with the same types."""

from __future__ import annotations

import argparse
from functools import partial

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Region

from disc_shape.analysis.call_graph import entry_of
from disc_shape.dialects.relax import function_ops as relax
from disc_shape.dialects.relax.types import attribute_of
from disc_shape.dialects.relay.functions import FuncOp, Program
from disc_shape.dialects.relay.types import HOLE, type_text
from disc_shape.errors import OperationError
from disc_shape.relax.running.arguments import arguments_of
from disc_shape.relay.operators import lattice_type
from disc_shape.relay.running import Run, described
from disc_shape.tools.execution import check_outputs, describe_array
from disc_shape.tools.relax_execution import gather_inputs, summary
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import leaves


def summary_of_run(prog: ModuleOp, options: argparse.Namespace) -> str:
    """The result of a run, and how many values were compared with their types."""
    entry = entry_of(Program(prog).functions, options.entry, prog)
    untyped = [op for op in entry.body.walk() if any(one.type == HOLE for one in op.results)]
    if untyped:
        message = "a value has no type; run relay-infer-types first [RLY-52]"
        raise OperationError(message, untyped[0])
    check_outputs(options)
    function = signature_of(entry)
    run = Run(prog, checks=options.check)
    arguments = arguments_of(function, gather_inputs(function, options))
    result = run.result(entry.sym_name.data, arguments)
    claims = f"all {run.compared} values are of their types"
    return summary(options, claims, [result], partial(described, describe_array), "the result")


def signature_of(entry: FuncOp) -> relax.FuncOp:
    """A function of Relax that takes arrays: the members of a tuple follow each other."""
    terms = entry.signature.arguments
    for index, term in enumerate(terms):
        if not all(isinstance(one, ts.Tensor) for one in leaves(term)):
            what = f"argument {index} of @{entry.sym_name.data}"
            raise OperationError(f"{what} is of type {type_text(term)}: no array is one", entry)
    block = Block(arg_types=[attribute_of(lattice_type(term)) for term in terms])
    for argument, own in zip(block.args, entry.arguments, strict=True):
        argument.name_hint = own.name_hint
    return relax.FuncOp(entry.sym_name.data, Region(block), None)
