"""
Relay in MLIR form: types with parameters, holes and relations, and a program's functions, calls,
data types and matches.
"""

from xdsl.ir import Dialect

from disc_shape.dialects.relay import calls, data, functions, types, values

Relay = Dialect(
    "relay",
    [
        functions.FuncOp,
        functions.FunctionOp,
        functions.OperatorOp,
        functions.ReturnOp,
        data.DataOp,
        data.ConstructorOp,
        data.MatchOp,
        data.IfOp,
        data.YieldOp,
        calls.CallOp,
        calls.CallOperatorOp,
        calls.ConstructOp,
        calls.RefOp,
        values.ConstantOp,
        values.TupleOp,
        values.GetOp,
        values.AscribeOp,
    ],
    [
        types.HoleAttr,
        types.TensorAttr,
        types.VarAttr,
        types.AdtAttr,
        types.FnAttr,
        types.ArgumentsAttr,
    ],
)
