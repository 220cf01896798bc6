"""
The evaluator: functions of a module run operation by operation, in order (RLX-300 to 312).

Values are passed by reference: what an external function writes is seen through every alias. Each
written type is compared with its value.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.dialects.relax import calls, casts, function_ops, literals, structure, tuples
from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.dialects.relax.types import type_of
from disc_shape.errors import OperationError
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.externals import EXTERNALS, External, ShapeValue
from disc_shape.interpreters.values import constant
from disc_shape.relax.module_info import ModuleInfo
from disc_shape.relax.running.external_calls import ExternalCalls
from disc_shape.relax.running.operators import OperatorRuns
from disc_shape.relax.running.primitives import PrimitiveCalls
from disc_shape.relax.running.scope import Mismatch, Scope
from disc_shape.relax.running.values import (
    ElementType,
    Function,
    Packed,
    Scalar,
    Value,
    as_array,
    describe,
    members,
)
from disc_shape.typesystem.scopes import function_of
from disc_shape.typesystem.types import OBJECT, FunctionType, Type

DEPTH = 20_000
"""How many frames of Python a run may open."""


@dataclass(frozen=True)
class RunReport:
    """The result of a run, and how many written types were compared with values."""

    result: Value
    compared: int


def entry_of(module: ModuleOp, name: str | None = None) -> function_ops.FuncOp:
    """The public function of a name; else `main`, else the only public one (RLX-004, 005)."""
    functions = ModuleInfo(module).functions
    if name is not None and name not in functions:
        raise OperationError(f"there is no function @{name}", module)
    public = [op for op in functions.values() if op.sym_visibility is None]
    wanted = functions.get("main" if name is None else name)
    if wanted is not None:
        if wanted not in public:
            raise OperationError(f"@{wanted.sym_name.data} is private [RLX-005]", wanted)
        return wanted
    if len(public) != 1:
        listed = ", ".join(f"@{op.sym_name.data}" for op in public) or "none"
        raise OperationError(f"expected @main or one public function, found {listed}", module)
    return public[0]


def run_module(
    module: ModuleOp,
    arguments: Sequence[Value],
    *,
    entry: str | None = None,
    externals: Mapping[str, External] = EXTERNALS,
) -> RunReport:
    """
    Run a function of a module. Raises `OperationError` for a program that cannot go on, and
    `GuardError` when a check of it fails.
    """
    run = ModuleRun(module, externals)
    function = entry_of(module, entry)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, DEPTH))
    try:
        result = run.call(run.function(function, Scope()), arguments, function)
    except RecursionError:
        raise OperationError("the calls are nested too deeply", function) from None
    finally:
        sys.setrecursionlimit(limit)
    return RunReport(result, run.compared)


class ModuleRun:
    """What lives as long as a run."""

    def __init__(self, module: ModuleOp, externals: Mapping[str, External]) -> None:
        self.info = ModuleInfo(module)
        self.operators = OperatorRuns()
        self.externals = ExternalCalls(externals)
        self.primitives = PrimitiveCalls(module, self.info, self.externals)
        self.compared = 0

    # functions

    def function(self, op: function_ops.FunctionLike, scope: Scope) -> Function:
        """A function as a value, with the type that it has in this scope (RLX-055)."""
        types = [type_of(one.type, scope.names) or OBJECT for one in op.parameters]
        declared = type_of(op.declared, scope.names) or OBJECT
        type_ = function_of(types, declared, op.impure is None, scope.names)
        found = scope.type(type_)
        return Function(op, scope, found if isinstance(found, FunctionType) else type_)

    def call(self, callee: Value, arguments: Sequence[Value], op: Operation) -> Value:
        """The result of a call (RLX-310)."""
        if isinstance(callee, Packed):
            return self.externals.call(callee, arguments, op)
        if not isinstance(callee, Function):
            raise GuardError(f"{op.name}: {describe(callee)} is called, no function", op)
        body, scope = callee.op, callee.scope.inside()
        name = f"@{body.sym_name.data}" if isinstance(body, function_ops.FuncOp) else "the function"
        if len(arguments) != len(body.parameters):
            raise GuardError(
                f"{op.name}: {name} takes {len(body.parameters)} arguments, got {len(arguments)}",
                op,
            )
        given: list[tuple[Value, Type, str]] = []
        for index, (parameter, value) in enumerate(zip(body.parameters, arguments, strict=True)):
            scope.values[parameter] = value
            type_ = type_of(parameter.type, scope.names) or OBJECT
            given.append((value, type_, f"argument {index} of {name}"))
        if isinstance(body, function_ops.ClosureOp):
            scope.values[body.body.block.args[0]] = callee
        scope.match(body, given, checks=not is_unchecked(body))
        self.compared += len(given)
        self.check_ranges(body, scope, name)
        signature = Scope({}, dict(scope.sizes), dict(scope.shapes))
        result = self.block(body.body.block, scope)
        declared = type_of(body.declared, signature.names)
        if declared is not None and not is_unchecked(body):
            self.compared += 1
            signature.match(body, [(result, declared, f"the result of {name}")])
        return result

    def check_ranges(self, op: function_ops.FunctionLike, scope: Scope, name: str) -> None:
        """The sizes of symbols are those that a function promises."""
        for symbol, (low, high) in op.symbol_ranges.items():
            size = scope.sizes.get(symbol)
            if size is not None and not (low <= size and (high is None or size <= high)):
                shown = f"[{low}, {'?' if high is None else high}]"
                raise GuardError(f"{op.name}: {name}: @{symbol} is {size}, expected {shown}", op)

    def block(self, block: Block, scope: Scope) -> Value:
        """The operations of a block; the value that its terminator gives."""
        for op in block.ops:
            if isinstance(op, function_ops.ReturnOp | structure.YieldOp):
                return scope.values[op.value]
            if isinstance(op, structure.DataflowOp):
                self.block(op.body.block, scope)
                last = op.body.block.last_op
                for outer, inner in zip(op.results, last.operands if last else (), strict=True):
                    scope.values[outer] = scope.values[inner]
            elif not isinstance(op, structure.OutputOp):
                self.operation(op, scope)
        return ()

    # operations

    def operation(self, op: Operation, scope: Scope) -> None:
        """One operation, whose result is of the type that is written (RLX-259)."""
        if isinstance(op, casts.CheckOp):
            expected = type_of(op.expected, scope.names) or OBJECT
            scope.inside().match(op, [(scope.values[op.value], expected, op.what.data)])
            return
        value = self.value(op, scope)
        for result in op.results:
            written = type_of(result.type, scope.names)
            if written is not None and not is_unchecked(op):
                inner = Scope({}, dict(scope.sizes), dict(scope.shapes))
                inner.match(op, [(value, written, "the value")])
                self.compared += 1
            scope.values[result] = value

    def value(self, op: Operation, scope: Scope) -> Value:
        """The value that an operation has."""
        match op:
            case OperatorOp():
                return self.operators.run(op, given(op.operands, scope))
            case tuples.TupleOp():
                return tuple(given(op.operands, scope))
            case tuples.GetOp():
                return self.member(op, scope)
            case casts.BindOp():
                return scope.values[op.value]
            case casts.MatchCastOp():
                value = scope.values[op.value]
                pattern = type_of(op.pattern, scope.names) or OBJECT
                scope.match(op, [(value, pattern, "the value")], checks=not is_unchecked(op))
                return value
            case structure.IfOp():
                region = op.then_region if self.holds(op, scope) else op.else_region
                return self.block(region.block, scope.inside())
            case structure.SeqOp():
                return self.block(op.body.block, scope.inside())
            case function_ops.ClosureOp():
                return self.function(op, scope.inside())
            case calls.FunctionRefOp():
                return self.named_function(op.callee.root_reference.data, op)
            case calls.CallOp():
                return self.call_op(op, scope)
            case calls.ExternOp():
                return self.externals.find(op.symbol.data, op)
            case calls.NamedCall():
                type_ = type_of(op.result.type, scope.names) or OBJECT
                arguments = given(op.arguments, scope)
                return self.externals.named(op, arguments, type_, scope)
            case calls.CallTirOp():
                return self.primitives.call_tir(op, scope)
            case _:
                return literal(op, scope)

    def member(self, op: tuples.GetOp, scope: Scope) -> Value:
        """A member of a tuple (RLX-305)."""
        value, index = scope.values[op.tuple_], op.index.value.data
        fields = members(value)
        if fields is None:
            raise GuardError(f"{op.name}: {describe(value)} is no tuple [RLX-262]", op)
        if not 0 <= index < len(fields):
            raise GuardError(f"{op.name}: member {index} of a tuple of {len(fields)} [RLX-262]", op)
        return fields[index]

    def holds(self, op: structure.IfOp, scope: Scope) -> bool:
        """Whether a condition holds, which is a boolean scalar (RLX-028, 307)."""
        value = scope.values[op.condition]
        if isinstance(value, Scalar) and value.element == "i1":
            return bool(value.number)
        array = as_array(value)
        if array is None or array.shape != () or array.dtype != np.bool_:
            raise GuardError(
                f"{op.name}: the condition is {describe(value)}, no boolean scalar [RLX-028]", op
            )
        return bool(array)

    def named_function(self, name: str, op: Operation) -> Value:
        """A global function as a value; a primitive one is found too."""
        if name in self.info.functions:
            return self.function(self.info.functions[name], Scope())
        if name in self.info.primitives:
            return self.primitives.packed(name, op)
        raise OperationError(f"{op.name}: no function is called @{name} [RLX-058]", op)

    def call_op(self, op: calls.CallOp, scope: Scope) -> Value:
        """The callee comes before the arguments, which are values by now."""
        if op.callee is not None:
            callee = self.named_function(op.callee.root_reference.data, op)
        else:
            assert op.function is not None
            callee = scope.values[op.function]
        return self.call(callee, given(op.arguments, scope), op)


def given(operands: Sequence[SSAValue], scope: Scope) -> list[Value]:
    """The values of operands, in order."""
    return [scope.values[one] for one in operands]


def literal(op: Operation, scope: Scope) -> Value:
    """The value of a literal; a constant is new in each evaluation (RLX-302)."""
    match op:
        case literals.ConstantOp():
            return np.array(constant(op.value))
        case literals.ShapeOp():
            try:
                return ShapeValue(scope.size(dim) for dim in op.dims.data.exact or ())
            except Mismatch as error:
                raise GuardError(f"{op.name}: {error} [RLX-161]", op) from None
        case literals.PrimOp():
            number = op.value.value.data
            exact = abs(number) if str(op.value.type) == "i1" else number
            return Scalar(str(op.value.type), exact)
        case literals.SymbolicPrimOp():
            try:
                return Scalar("i64", scope.size(op.value))
            except Mismatch as error:
                raise GuardError(f"{op.name}: {error} [RLX-161]", op) from None
        case literals.StringOp():
            return op.value.data
        case literals.DtypeOp():
            return ElementType(op.value)
        case literals.NullValueOp():
            return None
        case _:
            raise OperationError(f"'{op.name}' is no operation of Relax that runs", op)


def is_unchecked(op: Operation) -> bool:
    """Whether the checks of an operation are operations of their own, or were removed."""
    return casts.UNCHECKED in op.attributes
