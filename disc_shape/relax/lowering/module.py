"""A module of Relax as one of HLO."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from xdsl.dialects import func, tensor
from xdsl.dialects.builtin import ModuleOp
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.constraints.types import refresh_signature, set_type
from disc_shape.dialects.disc_shape.encoding import Symbols, with_symbols
from disc_shape.dialects.disc_shape.symbols import SymbolDimOp
from disc_shape.dialects.functional_declarations import GlobalFunction
from disc_shape.dialects.relax.types import type_of
from disc_shape.errors import OperationError
from disc_shape.relations.value_types import as_tensor
from disc_shape.relax.lowering.functions import FunctionLowering, refined
from disc_shape.relax.lowering.passing import Types
from disc_shape.relax.lowering.values import tensor_types
from disc_shape.relax.module_info import ModuleInfo
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.typesystem.types import TupleType, Type


def convert_module(module: ModuleOp) -> None:
    """
    Replace the functions of Relax by functions of HLO. Raises `OperationError` at what has no form
    there; nothing is changed then.
    """
    info = ModuleInfo(module)
    signatures = {
        name: signature(op, (refined(one, op) for one in op.parameters), type_of(op.declared))
        for name, op in info.functions.items()
    }
    lowerings = [FunctionLowering(op, signatures, info) for op in info.functions.values()]
    replace_functions(module, lowerings, [lowering.run() for lowering in lowerings])
    inlined = {function for name in info.primitives if (function := info.tensor_function(name))}
    for op in [*info.primitives.values(), *(inlined - called_functions(module))]:
        Rewriter.erase_op(op)


def called_functions(module: ModuleOp) -> set[func.FuncOp]:
    """The functions that a program calls, and those that others may call."""
    names = {op.callee.string_value() for op in module.walk() if isinstance(op, func.CallOp)}
    functions = [op for op in module.ops if isinstance(op, func.FuncOp)]
    return {
        one
        for one in functions
        if one.sym_name.data in names
        or one.sym_visibility is None
        or one.sym_visibility.data != "private"
    }


def replace_functions(
    module: ModuleOp, lowerings: Sequence[FunctionLowering], lowered: Sequence[func.FuncOp]
) -> None:
    """Put lowered functions in the place of those of a program, and declare their symbols."""
    called = {
        op.callee.string_value()
        for function in lowered
        for op in function.walk()
        if isinstance(op, func.CallOp)
    }
    names: set[str] = set()
    for lowering, function in zip(lowerings, lowered, strict=True):
        Rewriter.replace_op(lowering.op, [function], [])
        # The operands of a call have no symbols of the callee in their types.
        if function.sym_name.data not in called:
            names.update(name_sizes(function, lowering.names))
    declared = [SymbolDimOp(name, named=True) for name in sorted(names)]
    module.body.block.add_ops(declared)


PASSING = (func.CallOp, func.ReturnOp)
"""Operations whose operands are of the types of a function."""


def name_sizes(function: func.FuncOp, names: Sequence[Symbols]) -> Iterator[str]:
    """
    Write the symbols that the sizes of arguments bind into their types; the symbols.

        func.func @main(%x: tensor<?x4xf32>)   =>   func.func @main(%x: tensor<?x4xf32, [@n, unit]>)
    """
    for argument, listed in zip(function.body.block.args, names, strict=True):
        type_ = as_tensor(argument.type)
        if type_ is not None and any(listed):
            passed = [use for use in argument.uses if isinstance(use.operation, PASSING)]
            set_type(argument, with_symbols(type_, listed))
            for use in passed:
                plain = tensor.CastOp(argument, type_)
                Rewriter.insert_op(plain, InsertPoint.before(use.operation))
                use.operation.operands[use.index] = plain.dest
            yield from (name for name in listed if name is not None)
    refresh_signature(function)


def signature(
    op: GlobalFunction, parameters: Iterable[Type], declared: Type | None
) -> tuple[Types, Types, Type]:
    """The tensors that a function takes and gives, and the type that it declares."""
    name = op.sym_name.data
    try:
        if declared is None:
            raise OperatorError(f"@{name} declares no result type; run relax-infer first")
        return tensor_types(TupleType(tuple(parameters))), tensor_types(declared), declared
    except OperatorError as error:
        raise OperationError(f"{op.name}: @{name}: {error} [{error.rule}]", op) from error
