"""A module of Relax as one of HLO."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.rewriter import Rewriter

from disc_shape.dialects.relax.function_ops import FuncOp
from disc_shape.dialects.relax.types import type_of
from disc_shape.errors import OperationError
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
    signatures = {name: signature(op) for name, op in info.functions.items()}
    lowered = {op: FunctionLowering(op, signatures).run() for op in info.functions.values()}
    for op, function in lowered.items():
        Rewriter.replace_op(op, [function], [])
    for primitive in info.primitives.values():
        Rewriter.erase_op(primitive)


def signature(op: FuncOp) -> tuple[Types, Types, Type]:
    """The tensors that a function takes and gives, and the type that it declares."""
    name = op.sym_name.data
    declared = type_of(op.declared)
    try:
        if declared is None:
            raise OperatorError(f"@{name} declares no result type; run relax-infer first")
        parameters = tuple(refined(one, op) for one in op.parameters)
        return tensor_types(TupleType(parameters)), tensor_types(declared), declared
    except OperatorError as error:
        raise OperationError(f"{op.name}: @{name}: {error} [{error.rule}]", op) from error
