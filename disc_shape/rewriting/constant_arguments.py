"""Arguments whose types name symbols with a value: that value becomes part of the type."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, FunctionType, ModuleOp
from xdsl.ir import Attribute, SSAValue

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.constraints.types import set_type, with_sizes
from disc_shape.dialects.disc_shape import get_symbols
from disc_shape.errors import OperationError
from disc_shape.relations.value_types import as_tensor
from disc_shape.symbolic import Effort, const, sym


def analyse_constant_arguments(
    module: ModuleOp, entry: str, fixed: Collection[str], effort: Effort | None = None
) -> ShapeAnalysis:
    """
    The analysis of a module in which arguments have the sizes that their types name.

        func.func @main(%x: tensor<?x?xf32, [@b, @s]>)       // @b has the value 8
    =>
        func.func @main(%x: tensor<8x?xf32, [@b, @s]>)

    Such a type admits no other size, so a guard that examines the size is decided: that is what
    sets it apart from a size that operations imply, which stays for the guard to examine. The
    functions called `fixed` keep their signatures. Raises `OperationError` before anything is
    changed when a value contradicts what else is known, guards included.
    """
    analysis = ShapeAnalysis(module, entry, effort)
    types = constant_types(analysis, fixed)
    if not types:
        return analysis
    functions = [facts.function for facts in analysis.functions]
    before = {argument: argument.type for argument in types}
    try:
        retype(functions, types)
        return ShapeAnalysis(module, entry, effort)
    except OperationError:
        retype(functions, before)
        raise


def constant_types(analysis: ShapeAnalysis, fixed: Collection[str]) -> dict[SSAValue, Attribute]:
    """The arguments whose types name symbols with a value, and the types with these values."""
    found: dict[SSAValue, Attribute] = {}
    for facts in analysis.functions:
        if facts.function.sym_name.data in fixed:
            continue
        for argument in facts.function.body.blocks[0].args:
            type, names = as_tensor(argument.type), get_symbols(argument.type)
            if type is None or names is None or DYNAMIC_INDEX not in type.get_shape():
                continue
            values = [None if name is None else analysis.saved.size(name) for name in names]
            sizes = [sym("?") if value is None else const(value) for value in values]
            refined = with_sizes(type, sizes)
            if refined != type:
                found[argument] = refined
    return found


def retype(functions: Collection[func.FuncOp], types: Mapping[SSAValue, Attribute]) -> None:
    """Give arguments of functions other types, and the functions the signatures to match."""
    for argument, type in types.items():
        set_type(argument, type)
    for function in functions:
        entry = function.body.blocks[0]
        if any(argument in types for argument in entry.args):
            outputs = function.function_type.outputs.data
            function.properties["function_type"] = FunctionType.from_lists(
                [argument.type for argument in entry.args], outputs
            )
