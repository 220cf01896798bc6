"""
The operations of Relax on values, one after the other (RLX-300 to 312): what a run on arrays and a
lowering to HLO have in common. What values are, how functions are called and how branches are taken
is left to these. The forms that Relax and Relay share are evaluated for both.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeAlias

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from disc_shape.dialects import functional
from disc_shape.dialects.functional_declarations import FunctionForm, GlobalFunction, LocalFunction
from disc_shape.dialects.relax import aliases, calls, structure
from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.dialects.relax.types import type_of
from disc_shape.errors import OperationError
from disc_shape.relations.statements import RelationFailure
from disc_shape.relax.module_info import ModuleInfo
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.scopes import Scope, V
from disc_shape.symbolic import Cond, Contradiction, Expr, compare, const
from disc_shape.typesystem.types import OBJECT, PrimType, ShapeType, TensorType, Type, fields_of

Limits: TypeAlias = tuple[int, int | None]
"""The least and the greatest size of a symbol."""


def in_range(size: Expr, limits: Limits) -> list[Cond]:
    """That a size is not out of its limits."""
    low, high = limits
    least = compare(">=", size, const(low))
    return [least] if high is None else [least, compare("<=", size, const(high))]


@dataclass(frozen=True)
class Outside(Generic[V]):
    """A call of a function outside of the module: the type of its result, and its arguments."""

    type: Type
    arguments: list[V]
    new: list[V]
    """The results that it writes."""
    integers: Sequence[Expr]
    """The other arguments of a primitive function."""


class Semantics(ABC, Generic[V]):
    """What a run and a lowering do in their own way."""

    @abstractmethod
    def failure(self, op: Operation, error: Exception) -> OperationError:
        """The error for what an operation refuses."""

    @abstractmethod
    def operator(self, op: OperatorOp, operands: Sequence[V]) -> V:
        """The result of an operator."""

    @abstractmethod
    def literal(self, op: Operation, scope: Scope[V]) -> V:
        """The value of a literal, or of an external function."""

    @abstractmethod
    def tuple(self, fields: Sequence[V]) -> V:
        """A tuple."""

    @abstractmethod
    def branch(self, op: functional.BranchOp, scope: Scope[V]) -> V:
        """The value of a branch."""

    @abstractmethod
    def closure(self, op: LocalFunction, scope: Scope[V]) -> V:
        """A local function as a value; the scope is its own."""

    @abstractmethod
    def function_named(self, name: str, op: Operation) -> V:
        """A global function as a value."""

    @abstractmethod
    def call(self, op: Operation, callee: V, arguments: Sequence[V]) -> V:
        """The result of a call of a value."""

    @abstractmethod
    def named_call(self, op: calls.NamedCall, call: Outside[V]) -> V:
        """The result of a call by name."""

    @abstractmethod
    def call_tir(self, op: calls.CallTirOp, call: Outside[V]) -> V:
        """The result of a primitive function, which writes new tensors."""

    @abstractmethod
    def new(self, sizes: Sequence[Expr], element: str) -> V:
        """A new tensor."""

    @abstractmethod
    def boxed(self, element: str, size: Expr) -> V:
        """A size as an argument of a primitive function."""

    @abstractmethod
    def check_range(self, symbol: str, size: Expr, limits: Limits, what: str) -> None:
        """The size of a symbol is within what a function promises, or the run ends."""

    def types_of(
        self, op: Operation, values: Sequence[SSAValue], names: Collection[str]
    ) -> Sequence[Type | None]:
        """The types that are written for values, in a scope that has these names."""
        return [type_of(one.type, names) for one in values]

    def is_checked(self, op: Operation) -> bool:
        """Whether the checks of an operation are its own, neither others' nor removed."""
        return aliases.UNCHECKED not in op.attributes


class Evaluation(Semantics[V]):
    """Evaluates functions of a module."""

    def __init__(self, module: ModuleOp | ModuleInfo) -> None:
        self.info = module if isinstance(module, ModuleInfo) else ModuleInfo(module)
        self.compared = 0
        """How many written types were compared with values."""

    @contextmanager
    def refusing(self, op: Operation) -> Generator[None]:
        """What is refused inside is an error at an operation."""
        try:
            yield
        except (OperatorError, RelationFailure, Contradiction) as error:
            raise self.failure(op, error) from error

    def block(self, block: Block, scope: Scope[V]) -> V:
        """The operations of a block; the value that its terminator gives."""
        for op in block.ops:
            if isinstance(op, functional.ValueTerminator):
                return scope.values[op.value]
            if isinstance(op, structure.DataflowOp):
                self.block(op.body.block, scope)
                last = op.body.block.last_op
                for outer, inner in zip(op.results, last.operands if last else (), strict=True):
                    scope.values[outer] = scope.values[inner]
            elif not isinstance(op, structure.OutputOp):
                self.operation(op, scope)
        return self.tuple(())

    def operation(self, op: Operation, scope: Scope[V]) -> None:
        """One operation, whose result is of the type that is written (RLX-259)."""
        with self.refusing(op):
            if isinstance(op, aliases.CheckOp):
                expected = type_of(op.expected, scope.names) or OBJECT
                scope.inside().match([(scope.values[op.value], expected, op.what.data)])
                return
            value = self.value(op, scope)
            for result in op.results:
                self.define(op, result, value, scope)

    def define(self, op: Operation, defined: SSAValue, value: V, scope: Scope[V]) -> None:
        """A result, or an argument in a region, is of the type that is written (RLX-259)."""
        scope.values[defined] = value
        if not self.is_checked(op):
            return
        (written,) = self.types_of(op, [defined], scope.names)
        if written is not None:
            self.compared += 1
            is_argument = isinstance(defined, BlockArgument)
            what = f"%{defined.name_hint or defined.index}" if is_argument else "the value"
            scope.inside().match([(value, written, what)])

    def value(self, op: Operation, scope: Scope[V]) -> V:
        """The value that an operation has."""
        match op:
            case OperatorOp():
                return self.operator(op, given(op.operands, scope))
            case functional.TupleBuilder():
                return self.tuple(given(op.operands, scope))
            case functional.Projection():
                return scope.member(scope.values[op.tuple_], op.index.value.data)
            case aliases.MatchCastOp():
                value = scope.values[op.value]
                pattern = type_of(op.pattern, scope.names) or OBJECT
                scope.match([(value, pattern, "the value")], checks=self.is_checked(op))
                return value
            case functional.Alias():
                return scope.values[op.value]
            case functional.BranchOp():
                return self.branch(op, scope)
            case structure.SeqOp():
                return self.block(op.body.block, scope.inside())
            case LocalFunction():
                return self.closure(op, scope.inside())
            case calls.FunctionRefOp():
                return self.function_named(op.callee.root_reference.data, op)
            case calls.CallOp():
                callee = self.callee(op, scope)
                return self.call(op, callee, given(op.arguments, scope))
            case calls.NamedCall():
                return self.named_call(op, self.outside(op, scope, writes=op.DPS))
            case calls.CallTirOp():
                return self.call_tir(op, self.outside(op, scope, writes=True))
            case _:
                return self.literal(op, scope)

    # functions

    def callee(self, op: calls.CallOp, scope: Scope[V]) -> V:
        """The function that is called."""
        if op.callee is not None:
            return self.function_named(op.callee.root_reference.data, op)
        assert op.function is not None
        return scope.values[op.function]

    def body(self, op: FunctionForm, arguments: Sequence[V], scope: Scope[V]) -> V:
        """
        The body of a function with arguments, in a scope of its own: these are of the types of the
        parameters, and the result is of the declared type (RLX-039, 190, 191).
        """
        name = f"@{op.sym_name.data}" if isinstance(op, GlobalFunction) else "the function"
        if len(arguments) != len(op.arguments):
            text = f"{name} takes {len(op.arguments)} arguments, got {len(arguments)}"
            raise OperatorError(text, "RLX-268")
        scope.values.update(zip(op.arguments, arguments, strict=True))
        types = self.types_of(op, op.arguments, scope.names)
        matched = [
            (value, type_ or OBJECT, f"argument {index} of {name}")
            for index, (value, type_) in enumerate(zip(arguments, types, strict=True))
        ]
        with self.refusing(op):
            scope.match(matched, checks=self.is_checked(op))
            for symbol, limits in op.symbol_ranges.items():
                if symbol in scope.sizes:
                    self.check_range(symbol, scope.sizes[symbol], limits, name)
        self.compared += len(matched)
        signature = scope.inside()
        result = self.block(op.body.block, scope)
        declared = None if op.declared is None else type_of(op.declared, signature.names)
        if declared is not None and self.is_checked(op):
            self.compared += 1
            with self.refusing(op):
                signature.match([(result, declared, f"the result of {name}")])
        return result

    # primitive and external functions

    def outside(
        self, op: calls.NamedCall | calls.CallTirOp, scope: Scope[V], *, writes: bool
    ) -> Outside[V]:
        """A call, with new tensors for results that the function writes (RLX-333, 338)."""
        type_ = type_of(op.result.type, scope.names) or OBJECT
        new = [
            self.new([scope.size(dim) for dim in field.shape.known], field.element)
            for field in fields_of(type_)
            if writes and isinstance(field, TensorType) and field.element is not None
        ]
        numbers = op.integers if isinstance(op, calls.CallTirOp) else None
        shape = None if numbers is None else scope.type_of(scope.values[numbers])
        integers = shape.shape.exact or () if isinstance(shape, ShapeType) else ()
        return Outside(type_, given(op.arguments, scope), new, integers)

    def in_order(self, name: str, buffers: Sequence[V], integers: Sequence[Expr]) -> list[V]:
        """Buffers and integers in the order of a primitive function's parameters (RLX-330)."""
        left, numbers = list(buffers), list(integers)
        found: list[V] = []
        for type_ in map(type_of, self.info.primitives[name].parameters):
            if isinstance(type_, PrimType):
                found += [self.boxed(type_.element, one) for one in numbers[:1]]
                del numbers[:1]
            else:
                found += left[:1]
                del left[:1]
        return [*found, *left]


def given(operands: Sequence[SSAValue], scope: Scope[V]) -> list[V]:
    """The values of operands, in order."""
    return [scope.values[one] for one in operands]
