"""One run of a module of Relax: its inputs, its results, and the written types against values."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import ModuleOp

from disc_shape.dialects.relax.function_ops import FuncOp
from disc_shape.dialects.relax.literals import element_of
from disc_shape.interpreters.externals import load_externals
from disc_shape.interpreters.kernels.arrays import Array, DType
from disc_shape.interpreters.values import element_dtype
from disc_shape.relax.running.arguments import (
    arguments_of,
    arrays_of,
    leaves_of_function,
    random_arrays,
)
from disc_shape.relax.running.program import entry_of, run_module
from disc_shape.relax.running.values import Value, as_array, describe, flattened
from disc_shape.tools.execution import check_outputs, describe_array, write_results
from disc_shape.tools.run_inputs import InputError, from_file, given_arrays, parse_dims
from disc_shape.typesystem.types import PrimType, ShapeType, TensorType, Type


def summary_of_run(prog: ModuleOp, options: argparse.Namespace) -> str:
    """The results of a run, and how many types were compared."""
    function = entry_of(prog, options.entry)
    check_outputs(options)
    if options.externals is not None:
        load_externals(options.externals)
    arguments = arguments_of(function, gather_inputs(function, options))
    report = run_module(prog, arguments, entry=function.sym_name.data)
    claims = f"all {report.compared} claims hold ({report.compared} type)"
    return summary(options, claims, arrays_of(report.result), described, "result {}")


def described(value: Value) -> str:
    """A result for a person."""
    array = as_array(value)
    return describe(value) if array is None else describe_array(array)


def summary(
    options: argparse.Namespace,
    claims: str,
    results: Sequence[Value],
    describe: Callable[[Value], str],
    name: str,
) -> str:
    """
    What was compared, and the results in words; the arrays of which they consist are written if the
    options say so. `name` is what an error calls a result of an index.
    """
    lines = [claims] if options.check else []
    arrays: list[Array] = []
    for index, result in enumerate(results):
        lines.append(f"result {index}: {describe(result)}")
        for one in flattened(result):
            array = as_array(one)
            if array is not None:
                arrays.append(array)
            elif options.outputs is not None:
                raise InputError(f"{name.format(index)} is {describe(one)}: no array to write")
    write_results(options, arrays)
    return "\n".join(lines) + "\n"


def gather_inputs(function: FuncOp, options: argparse.Namespace) -> list[Array]:
    """Every array: from `--input`, else from the file, else random of sizes that agree."""
    leaves = leaves_of_function(function)
    names, name = [one for one, _ in leaves], function.sym_name.data
    types = [dtype_of(type_) for _, type_ in leaves]
    given = given_arrays(name, names, types, options.input, options.seed)
    if options.inputs is not None:
        arrays = from_file(options.inputs, names, name)
        return [given.get(index, array) for index, array in enumerate(arrays)]
    return random_arrays(function, given, parse_dims(options.dims), options.seed)


def dtype_of(type_: Type) -> DType | None:
    """The element type that an argument wants, if it says one."""
    match type_:
        case TensorType(element=str() as element) | PrimType(element=element):
            return element_dtype(element_of(element))
        case ShapeType():
            return element_dtype(element_of("i64"))
        case _:
            return None
