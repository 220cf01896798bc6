"""
Evaluation of programs: tuples, instances, functions and matches, over tensors of any form.

What a tensor is, and what operators and branches do with it, is left to a subclass: numpy arrays
when a program runs, values of another dialect when it is lowered. Types play no part, so that
polymorphic functions are evaluated as they stand.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, cast

from xdsl.ir import Block, Operation, SSAValue

from disc_shape.dialects.relax.operators import attributes_of
from disc_shape.dialects.relax.types import INFER
from disc_shape.dialects.relay import data, values
from disc_shape.dialects.relay.calls import CallLike, RefOp
from disc_shape.dialects.relay.functions import FunctionLike, FunctionOp, Program
from disc_shape.errors import rule_error
from disc_shape.relay.operators import operator_op
from disc_shape.symbolic import Expr

Value: TypeAlias = object
"""
A tuple of values, one of the classes below, an operation for the function, operator or constructor
that it names, or what a subclass takes for a tensor.
"""


@dataclass(frozen=True)
class Instance:
    """A constructor and the values of its fields (RLY-81)."""

    data: str
    constructor: str
    fields: tuple[Value, ...]


@dataclass
class Frame:
    """The values of one activation of a function, and the sizes of its dimensions."""

    values: dict[SSAValue, Value] = field(default_factory=dict[SSAValue, Value])
    sizes: dict[str, Expr] = field(default_factory=dict[str, Expr])


@dataclass(frozen=True, eq=False)
class Closure:
    """A local function with the values that it sees."""

    op: FunctionOp
    frame: Frame


class Evaluation(ABC):
    """Evaluates the functions of a module."""

    def __init__(self, program: Program) -> None:
        self.program = program

    @abstractmethod
    def primitive(self, op: Operation, form: Operation, operands: Sequence[Value]) -> Value:
        """The value of `form`: a constant, or the operation of Relax that an operator becomes."""

    @abstractmethod
    def branch(self, op: data.IfOp, frame: Frame) -> Value:
        """The value of one branch, by the condition."""

    def operator(self, op: Operation, callee: CallLike, arguments: Sequence[Value]) -> Value:
        """The result of an operator of the table (RLY-32)."""
        name = callee.called or ""
        if name in self.program.operators:
            message = f"operator @{name} of the program has no implementation"
            raise rule_error(op, message, "RLY-32")
        block = Block(arg_types=[INFER] * len(arguments))
        known: dict[SSAValue, Value] = dict(zip(block.args, arguments, strict=True))
        form = operator_op(name, block.args, attributes_of(callee))
        for one in form.operands:
            if isinstance(one.owner, Operation):
                known[one] = self.primitive(op, one.owner, ())
        return self.primitive(op, form, [known[one] for one in form.operands])

    def member(self, op: values.GetOp, value: Value) -> Value:
        """A member of a tuple."""
        return (fields_of(value) or ())[op.index.value.data]

    def define(self, value: SSAValue, known: Value, frame: Frame) -> None:
        """A value is computed."""
        frame.values[value] = known

    def function(self, op: Operation, name: str, arguments: Sequence[Value]) -> Value:
        """A call of a global function."""
        return self.body(op, self.program.functions[name], arguments, Frame())

    def body(
        self, op: Operation, called: FunctionLike, arguments: Sequence[Value], frame: Frame
    ) -> Value:
        """The result of a function's body where an operation calls it."""
        for argument, value in zip(called.arguments, arguments, strict=True):
            self.define(argument, value, frame)
        return self.block(called.body.block, frame)

    def block(self, block: Block, frame: Frame) -> Value:
        """The operations of a block; the value of its terminator."""
        *ops, last = block.ops
        for op in ops:
            (result,) = op.results
            self.define(result, self.value(op, frame), frame)
        return frame.values[last.operands[0]]

    def value(self, op: Operation, frame: Frame) -> Value:
        """The value of an operation."""
        given = [frame.values[one] for one in op.operands]
        match op:
            case values.ConstantOp():
                return self.primitive(op, op, ())
            case values.TupleOp():
                return tuple(given)
            case values.GetOp():
                return self.member(op, given[0])
            case values.AscribeOp():
                return given[0]
            case FunctionOp():
                return Closure(op, frame)
            case data.IfOp():
                return self.branch(op, frame)
            case data.MatchOp():
                return self.match(op, given[0], frame)
            case RefOp():
                return op
            case CallLike(called=None):
                return self.call(op, given[0], given[1:])
            case CallLike():
                return self.call(op, op, given)
            case _:
                raise rule_error(op, "no operation of Relay", "RLY-01")

    def match(self, op: data.MatchOp, value: Value, frame: Frame) -> Value:
        """The first case of the constructor (RLY-88)."""
        if not isinstance(value, Instance):
            raise rule_error(op, "the constructor of what is matched is not known", "RLY-81")
        for name, body in op.clauses:
            if name in ("", value.constructor):
                for binder, field_ in zip(body.block.args, value.fields, strict=False):
                    self.define(binder, field_, frame)
                return self.block(body.block, frame)
        raise rule_error(op, f"no case for @{value.constructor}", "RLY-100")

    def call(self, op: Operation, callee: Value, arguments: Sequence[Value]) -> Value:
        """A call of a value (RLY-42)."""
        match callee:
            case Closure():
                frame = Frame(dict(callee.frame.values), dict(callee.frame.sizes))
                frame.values[callee.op.body.block.args[0]] = callee
                return self.body(op, callee.op, arguments, frame)
            case CallLike(kind="function", called=str() as name):
                return self.function(op, name, arguments)
            case CallLike(kind="constructor", called=str() as name):
                owner, _ = self.program.constructor(op, name)
                return Instance(owner.sym_name.data, name, tuple(arguments))
            case CallLike():
                return self.operator(op, callee, arguments)
            case _:
                raise rule_error(op, "the callee is no function", "RLY-42")


def fields_of(value: Value) -> tuple[Value, ...] | None:
    """The members of a tuple, None for another value."""
    return cast("tuple[Value, ...]", value) if isinstance(value, tuple) else None
