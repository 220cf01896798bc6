"""
Relax in MLIR form: types whose dimensions are expressions over symbols, and a program's functions,
blocks, calls and operators.
"""

from xdsl.ir import Dialect

from disc_shape.dialects.relax import calls, casts, function_ops, literals, structure, tuples, types
from disc_shape.dialects.relax.operators import OPERATORS

Relax = Dialect(
    "relax",
    [
        function_ops.FuncOp,
        function_ops.ClosureOp,
        function_ops.PrimFuncOp,
        structure.DataflowOp,
        structure.IfOp,
        structure.SeqOp,
        structure.OutputOp,
        structure.YieldOp,
        function_ops.ReturnOp,
        calls.CallOp,
        calls.CallPackedOp,
        calls.CallPurePackedOp,
        calls.CallInplacePackedOp,
        calls.CallDpsPackedOp,
        calls.CallTirOp,
        calls.FunctionRefOp,
        calls.ExternOp,
        literals.ShapeOp,
        literals.PrimOp,
        literals.SymbolicPrimOp,
        literals.StringOp,
        literals.DtypeOp,
        literals.NullValueOp,
        literals.ConstantOp,
        tuples.TupleOp,
        tuples.GetOp,
        casts.BindOp,
        casts.MatchCastOp,
        casts.CheckOp,
        *OPERATORS.values(),
    ],
    [
        types.ObjectAttr,
        types.InferAttr,
        types.TensorAttr,
        types.ShapeAttr,
        types.PrimAttr,
        types.FunctionAttr,
        types.PackedAttr,
        literals.DimsAttr,
    ],
)
