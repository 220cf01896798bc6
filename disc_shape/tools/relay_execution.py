"""One run of a Relay program: its arguments as those of a function of Relax with the same types."""

from __future__ import annotations

import argparse

from xdsl.dialects.builtin import ModuleOp

from disc_shape.dialects.relax import function_ops as relax
from disc_shape.dialects.relay.functions import FuncOp
from disc_shape.dialects.relay.types import HOLE, term_of
from disc_shape.errors import OperationError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.relax.running.arguments import arguments_of
from disc_shape.relax.running.values import as_array, flattened
from disc_shape.relay.lowering import form_of
from disc_shape.relay.operators import lattice_type
from disc_shape.relay.running import Run, described
from disc_shape.tools.execution import check_outputs, describe_array, write_results
from disc_shape.tools.relax_execution import gather_inputs
from disc_shape.tools.run_inputs import InputError
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import leaves


def summary_of_run(prog: ModuleOp, options: argparse.Namespace) -> str:
    """The result of a run, and how many values were compared with their types."""
    entry = entry_function(prog, options.entry)
    untyped = [op for op in entry.body.walk() if any(one.type == HOLE for one in op.results)]
    if untyped:
        message = "a value has no type; run relay-infer-types first [RLY-52]"
        raise OperationError(message, untyped[0])
    check_outputs(options)
    function = signature_of(entry)
    run = Run(prog, checks=options.check)
    arguments = arguments_of(function, gather_inputs(function, options))
    result = run.result(entry.sym_name.data, arguments)
    lines: list[str] = []
    if options.check:
        lines.append(f"all {run.compared} values are of their types")
    lines.append(f"result 0: {described(result, describe_array)}")
    arrays: list[Array] = []
    for one in flattened(result):
        array = as_array(one)
        if array is not None:
            arrays.append(array)
        elif options.outputs is not None:
            raise InputError(f"the result is {described(one, describe_array)}: no array to write")
    write_results(options, arrays)
    return "\n".join(lines) + "\n"


def entry_function(prog: ModuleOp, name: str | None) -> FuncOp:
    """The function that is called `name`, `main`, or the only public one."""
    found = {op.sym_name.data: op for op in prog.body.block.ops if isinstance(op, FuncOp)}
    wanted = (name or "main").removeprefix("@")
    public = [op for op in found.values() if op.sym_visibility is None]
    if wanted in found:
        return found[wanted]
    if name is not None or len(public) != 1:
        raise OperationError(f"there is no function @{wanted}", prog)
    return public[0]


def signature_of(entry: FuncOp) -> relax.FuncOp:
    """A function of Relax that takes arrays: the members of a tuple follow each other."""
    terms = [term_of(one.type) or ts.Hole() for one in entry.arguments]
    for index, (term, own) in enumerate(zip(terms, entry.arguments, strict=True)):
        if not all(isinstance(one, ts.Tensor) for one in leaves(term)):
            what = f"argument {index} of @{entry.sym_name.data}"
            raise OperationError(f"{what} is of type {own.type}: no array is one", entry)
    return form_of(entry, list(map(lattice_type, terms)), None)
