"""
The evaluator: functions of a module run operation by operation, in order (RLX-300 to 312).

Values are passed by reference: what an external function writes is seen through every alias. Each
written type is compared with its value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from disc_shape.analysis import call_graph
from disc_shape.dialects.functional import BranchOp, Literal
from disc_shape.dialects.functional_declarations import LocalFunction
from disc_shape.dialects.relax import calls, function_ops, literals
from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.dialects.relax.types import type_of
from disc_shape.errors import OperationError, nested_calls, rule_error
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.externals import EXTERNALS, External, ShapeValue
from disc_shape.interpreters.values import constant, element_dtype
from disc_shape.relax.evaluation import Evaluation, Limits, Outside
from disc_shape.relax.module_info import ModuleInfo
from disc_shape.relax.operators.errors import Mismatch, OperatorError
from disc_shape.relax.running.external_calls import ExternalCalls, written_results
from disc_shape.relax.running.operators import OperatorRuns
from disc_shape.relax.running.scope import Scope as RunScope
from disc_shape.relax.running.scope import sized
from disc_shape.relax.running.values import (
    ElementType,
    Function,
    Packed,
    Scalar,
    Value,
    as_array,
    describe,
)
from disc_shape.relax.scopes import Scope
from disc_shape.symbolic import Expr
from disc_shape.typesystem.scopes import function_of
from disc_shape.typesystem.types import OBJECT, FunctionType, TupleType, Type

DEPTH = 20_000
"""How many frames of Python a run may open."""


@dataclass(frozen=True)
class RunReport:
    """The result of a run, and how many written types were compared with values."""

    result: Value
    compared: int


def entry_of(module: ModuleOp, name: str | None = None) -> function_ops.FuncOp:
    """The public function of a name; else `main`, else the only public one (RLX-004, 005)."""
    found = call_graph.entry_of(ModuleInfo(module).functions, name, module)
    if found.sym_visibility is not None:
        raise OperationError(f"@{found.sym_name.data} is private [RLX-005]", found)
    return found


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
    with nested_calls(DEPTH, function), run.refusing(function):
        return RunReport(run.body(function, arguments, RunScope()), run.compared)


class ModuleRun(Evaluation[Value]):
    """What lives as long as a run."""

    def __init__(self, module: ModuleOp, externals: Mapping[str, External]) -> None:
        super().__init__(module)
        self.operators = OperatorRuns()
        self.externals = ExternalCalls(self.info, externals)

    def failure(self, op: Operation, error: Exception) -> OperationError:
        rule = f" [{error.rule}]" if isinstance(error, OperatorError) else ""
        return GuardError(f"{op.name}: {error}{'' if isinstance(error, Mismatch) else rule}", op)

    def operator(self, op: OperatorOp, operands: Sequence[Value]) -> Value:
        return self.operators.run(op, operands)

    def literal(self, op: Operation, scope: Scope[Value]) -> Value:
        if isinstance(op, calls.ExternOp):
            return self.externals.find(op.symbol.data, op)
        return literal(op, scope)

    def tuple(self, fields: Sequence[Value]) -> Value:
        return tuple(fields)

    def branch(self, op: BranchOp, scope: Scope[Value]) -> Value:
        """A branch on a boolean scalar (RLX-028, 307)."""
        value = scope.values[op.condition]
        array = value.array if isinstance(value, Scalar) else as_array(value)
        if array is None or array.shape != () or array.dtype != np.bool_:
            raise OperatorError(f"the condition is {describe(value)}, no boolean scalar", "RLX-028")
        region = op.then_region if bool(array) else op.else_region
        return self.block(region.block, scope.inside())

    # functions

    def closure(self, op: LocalFunction, scope: Scope[Value]) -> Value:
        assert isinstance(op, function_ops.ClosureOp)
        return self.function(op, scope)

    def function(self, op: function_ops.FunctionLike, scope: Scope[Value]) -> Function:
        """A function as a value, with the type that it has in this scope (RLX-055)."""
        types = [type_of(one.type, scope.names) or OBJECT for one in op.parameters]
        declared = type_of(op.declared, scope.names) or OBJECT
        type_ = function_of(types, declared, op.impure is None, scope.names)
        found = sized(type_, scope)
        return Function(op, scope, found if isinstance(found, FunctionType) else type_)

    def function_named(self, name: str, op: Operation) -> Value:
        """A global function as a value; a primitive one is found too."""
        if name in self.info.functions:
            return self.function(self.info.functions[name], RunScope())
        if name in self.info.primitives:
            return self.externals.primitive(name, op)
        raise rule_error(op, f"no function is called @{name}", "RLX-058")

    def call(self, op: Operation, callee: Value, arguments: Sequence[Value]) -> Value:
        """The result of a call (RLX-310)."""
        if isinstance(callee, Packed):
            return self.externals.call(callee, arguments, op)
        if not isinstance(callee, Function):
            raise GuardError(f"{op.name}: {describe(callee)} is called, no function", op)
        scope = callee.scope.frame()
        if isinstance(callee.op, LocalFunction):
            scope.values[callee.op.body.block.args[0]] = callee
        return self.body(callee.op, arguments, scope)

    def check_range(self, symbol: str, size: Expr, limits: Limits, what: str) -> None:
        (low, high), number = limits, number_of(size)
        if number < low or (high is not None and number > high):
            shown = f"[{low}, {'?' if high is None else high}]"
            raise Mismatch(f"{what}: @{symbol} is {size}, expected {shown}")

    # functions outside of the module

    def named_call(self, op: calls.NamedCall, call: Outside[Value]) -> Value:
        packed = self.externals.find(op.symbol.data, op)
        result = self.externals.call(packed, [*call.arguments, *call.new], op)
        return one_or_tuple(call.new, call.type) if op.DPS else result

    def call_tir(self, op: calls.CallTirOp, call: Outside[Value]) -> Value:
        results = written_results(call.arguments, call.new, op.result_arguments)
        name, buffers = op.callee.root_reference.data, call.arguments.copy()
        buffers += [one for one in results if not any(one is given for given in call.arguments)]
        passed = self.in_order(name, buffers, call.integers)
        self.externals.call(self.externals.primitive(name, op), passed, op)
        return one_or_tuple(results, call.type)

    def new(self, sizes: Sequence[Expr], element: str) -> Value:
        numbers = list(map(number_of, sizes))
        if any(number < 0 for number in numbers):
            raise Mismatch(f"a result has the sizes {numbers}")
        return np.zeros(numbers, element_dtype(element_of(element)))

    def boxed(self, element: str, size: Expr) -> Value:
        return Scalar(element, number_of(size))


def number_of(size: Expr) -> int:
    """The size of a run, which is a constant."""
    assert size.constant is not None
    return size.constant


def one_or_tuple(results: Sequence[Value], type_: Type) -> Value:
    """One result by itself, none or several as a tuple (RLX-332)."""
    return tuple(results) if isinstance(type_, TupleType) else results[0]


def literal(op: Operation, scope: Scope[Value]) -> Value:
    """The value of a literal; a constant is new in each evaluation (RLX-302)."""
    match op:
        case Literal():
            return np.array(constant(op.value))
        case literals.ShapeOp():
            return ShapeValue(number_of(scope.size(dim)) for dim in op.dims.data.exact or ())
        case literals.PrimOp():
            return Scalar(str(op.value.type), literals.number_of(op.value))
        case literals.SymbolicPrimOp():
            return Scalar("i64", number_of(scope.size(op.value)))
        case literals.StringOp():
            return op.value.data
        case literals.DtypeOp():
            return ElementType(op.value)
        case literals.NullValueOp():
            return None
        case _:
            raise OperationError(f"'{op.name}' is no operation of Relax that runs", op)
