"""One run of a Relay program: arguments that are tensors, and a result of any type."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp, TensorType
from xdsl.ir import Attribute, Block, Region

from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relay.functions import FuncOp
from disc_shape.dialects.relay.types import HOLE, term_of, type_text
from disc_shape.errors import OperationError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.relay.running import Run, Tensor, Value, described
from disc_shape.symbolic import Expr
from disc_shape.tools.execution import check_outputs, describe_array, write_results
from disc_shape.tools.run_inputs import InputError, gather_inputs, parse_dims
from disc_shape.typesystem import terms as ts

SIZE = 2
"""The size of a dimension that nothing says."""


def summary_of_run(prog: ModuleOp, options: argparse.Namespace) -> str:
    """The result of a run, and how many values were compared with their types."""
    entry = entry_function(prog, options.entry)
    if options.engine is not None:
        raise InputError("--engine takes HLO: lower the module with -p convert-relay-to-hlo")
    untyped = [op for op in entry.body.walk() if any(one.type == HOLE for one in op.results)]
    if untyped:
        message = "a value has no type; run relay-infer-types first [RLY-52]"
        raise OperationError(message, untyped[0])
    check_outputs(options)
    arrays = inputs_of(entry, options)
    run = Run(prog, checks=options.check)
    result = run.result(entry.sym_name.data, [Tensor(one) for one in arrays])
    lines: list[str] = []
    if options.check:
        lines.append(f"all {run.compared} values are of their types")
    lines.append(f"result 0: {described(result, describe_array)}")
    write_results(options, plain(result))
    return "\n".join(lines) + "\n"


def plain(result: Value) -> list[Array]:
    """The result if it is an array."""
    return [result.array] if isinstance(result, Tensor) else []


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


def inputs_of(entry: FuncOp, options: argparse.Namespace) -> Sequence[Array]:
    """The arrays for the arguments; random ones have equal sizes for equal dimensions."""
    dims = parse_dims(options.dims)
    given = bool(options.input) or options.inputs is not None
    types = [input_type(entry, index, dims, given) for index in range(len(entry.arguments))]
    block = Block(arg_types=types)
    for argument, own in zip(block.args, entry.arguments, strict=True):
        argument.name_hint = own.name_hint
    block.add_op(func.ReturnOp())
    # The inputs of a function of HLO with these arguments.
    stand_in = func.FuncOp(entry.sym_name.data, (types, []), Region(block))
    module = ModuleOp([stand_in])
    return gather_inputs(
        module,
        stand_in,
        file=options.inputs,
        given=options.input,
        dims={},
        seed=options.seed,
    )


def input_type(
    entry: FuncOp, index: int, dims: dict[str, int], is_given: bool
) -> TensorType[Attribute]:
    """The type of an argument that is an array."""
    term = term_of(entry.arguments[index].type)
    if (
        not isinstance(term, ts.Tensor)
        or not isinstance(term.shape, ts.Dims)
        or not isinstance(term.element, ts.Base)
        or term.element.lanes[1] > 1
    ):
        shown = "?" if term is None else type_text(term)
        raise InputError(f"argument {index} is of type {shown}, expected a tensor of known rank")
    sizes: list[int] = []
    for size in term.shape.sizes:
        if not isinstance(size, Expr):
            sizes.append(DYNAMIC_INDEX if is_given else SIZE)
        elif size.constant is not None:
            sizes.append(size.constant)
        elif is_given and any(one.label not in dims for one in size.symbols):
            sizes.append(DYNAMIC_INDEX)
        else:
            sizes.append(
                size.evaluate({one.label: dims.get(one.label, SIZE) for one in size.symbols})
            )
    return TensorType(element_of(term.element.name), sizes)
