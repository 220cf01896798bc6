"""
Relay's programs on numpy: data types, functions and matches are evaluated, each operator by the HLO
that it is lowered to.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue

from disc_shape.dialects.relax import function_ops, tuples
from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.operator_rows import Value as Word
from disc_shape.dialects.relax.types import ELEMENTS, INFER, WIDER, attribute_of, type_of
from disc_shape.dialects.relay import data, values
from disc_shape.dialects.relay.types import term_of, type_text
from disc_shape.errors import OperationError
from disc_shape.interpreters import ClaimError, run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.values import constant, element_dtype
from disc_shape.relax.criteria import infer_types
from disc_shape.relax.lowering import convert_module
from disc_shape.relay.evaluation import Closure, Evaluation, Frame, Instance, Named, Tuple, Value
from disc_shape.relay.lowering import operator_ops
from disc_shape.relay.program import Program
from disc_shape.symbolic import Expr
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import TensorType, TupleType, Type

NAMES = {element_dtype(element_of(name)): name for name in sorted((ELEMENTS | WIDER) - {"i128"})}
"""The element types by their numpy types."""
RECURSION = 40_000
"""The nesting of Python's calls that a program may need."""


@dataclass(frozen=True, eq=False)
class Tensor(Value):
    """An array."""

    array: Array


class Run(Evaluation):
    """Runs functions; with `checks`, every value is compared with its type."""

    def __init__(self, module: ModuleOp, *, checks: bool = False) -> None:
        super().__init__(Program(module))
        self.checks = checks
        self.compared = 0
        self.kernels: dict[object, tuple[ModuleOp, Type]] = {}

    def result(self, name: str, arguments: Sequence[Value]) -> Value:
        """The result of a function, whose arguments are compared with their types."""
        op = self.program.functions[name]
        if len(arguments) != len(op.arguments):
            raise OperationError(
                f"@{name} has {len(op.arguments)} arguments, {len(arguments)} are given", op
            )
        sizes: dict[str, int] = {}
        for index, (value, own) in enumerate(zip(arguments, op.arguments, strict=True)):
            what = f"argument {index} of @{name}"
            Comparison(self.program, op, sizes, what).term(term_of(own.type), value)
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(limit, RECURSION))
        try:
            return self.body(op, arguments, Frame())
        finally:
            sys.setrecursionlimit(limit)

    def define(self, value: SSAValue, known: Value, frame: Frame) -> None:
        super().define(value, known, frame)
        if self.checks:
            owner = value.owner
            op = owner if isinstance(owner, Operation) else owner.parent_op()
            what = f"%{value.name_hint or 'a value'}"
            if op is not None:
                Comparison(self.program, op, frame.sizes, what).term(term_of(value.type), known)
                self.compared += 1

    def constant(self, op: values.ConstantOp) -> Value:
        return Tensor(constant(op.value))

    def branch(self, op: data.IfOp, frame: Frame) -> Value:
        condition = frame.values[op.condition]
        assert isinstance(condition, Tensor)
        region = op.then_region if bool(condition.array) else op.else_region
        return self.block(region.block, frame)

    def operator(
        self, op: Operation, name: str, arguments: Sequence[Value], words: Mapping[str, Word]
    ) -> Value:
        arrays = [one for argument in arguments for one in arrays_of(op, argument)]
        types = tuple(type_of_value(op, argument) for argument in arguments)
        key = name, types, tuple(sorted(words.items()))
        found = self.kernels.get(key)
        if found is None:
            try:
                found = self.kernels[key] = kernel(name, types, words)
            except OperationError as error:
                raise OperationError(f"{op.name}: {error}", op) from error
        module, type_ = found
        return value_of(type_, run(module, *arrays))


def kernel(name: str, types: Sequence[Type], words: Mapping[str, Word]) -> tuple[ModuleOp, Type]:
    """A program of HLO for an operator at arguments of these types, and the type of its result."""
    block = Block()
    operands = [parameter(block, one) for one in types]
    ops = operator_ops(name, operands, words)
    block.add_ops([*ops, function_ops.ReturnOp(ops[-1].results[0])])
    op = function_ops.FuncOp("main", Region(block), None)
    module = ModuleOp([op])
    infer_types(module)
    found = type_of(op.declared)
    assert found is not None
    convert_module(module)
    return module, found


def parameter(block: Block, type_: Type) -> SSAValue:
    """An operand; the members of a tuple are arguments of the block."""
    if not isinstance(type_, TupleType):
        return block.insert_arg(attribute_of(type_), len(block.args))
    fields = [parameter(block, one) for one in type_.fields]
    op = tuples.TupleOp(fields, INFER)
    block.add_op(op)
    return op.result


def type_of_value(op: Operation, value: Value) -> Type:
    """The type of an operand in the lattice."""
    match value:
        case Tensor(array=array):
            name = NAMES.get(array.dtype)
            if name is None:
                raise OperationError(f"{op.name}: no element type is {array.dtype}", op)
            return TensorType(Shape.of(array.shape), name)
        case Tuple(fields=fields):
            return TupleType(tuple(type_of_value(op, one) for one in fields))
        case _:
            raise OperationError(f"{op.name}: an operand is no tensor [RLY-44]", op)


def arrays_of(op: Operation, value: Value) -> list[Array]:
    """The arrays in an operand or a result."""
    match value:
        case Tensor(array=array):
            return [array]
        case Tuple(fields=fields):
            return [one for field in fields for one in arrays_of(op, field)]
        case _:
            raise OperationError(f"{op.name}: a value is no tensor [RLY-44]", op)


def value_of(type_: Type, arrays: list[Array]) -> Value:
    """The value of a type that arrays hold, which are taken from the list."""
    if isinstance(type_, TupleType):
        return Tuple(tuple(value_of(one, arrays) for one in type_.fields))
    return Tensor(arrays.pop(0))


def described(value: Value, describe: Callable[[Array], str]) -> str:
    """A value for a person."""
    match value:
        case Tensor(array=array):
            return describe(array)
        case Tuple(fields=fields):
            return f"({', '.join(described(one, describe) for one in fields)})"
        case Instance(constructor=name, fields=fields):
            return f"{name}({', '.join(described(one, describe) for one in fields)})"
        case Named(name=name):
            return f"@{name}"
        case _:
            return "a function"


@dataclass
class Comparison:
    """Compares values with types. Raises `ClaimError` where a type is wrong in this run."""

    program: Program
    op: Operation
    sizes: dict[str, int]
    """The dimension parameters of the function by what they have been bound to."""
    what: str

    def term(self, term: Type | None, value: Value) -> None:
        """A value is of a type; parameters of kind type stand for any."""
        match term, value:
            case ts.Tensor(), Tensor():
                self.tensor(term, value.array)
            case TupleType(), Tuple() if len(term.fields) == len(value.fields):
                for field, one in zip(term.fields, value.fields, strict=True):
                    self.term(field, one)
            case ts.Data(), Instance() if term.name == value.data:
                self.instance(term, value)
            case (ts.Function(), Closure() | Named()) | (ts.Parameter() | ts.Hole() | None, _):
                return
            case _:
                self.fail(term, type(value).__name__.lower())

    def instance(self, term: ts.Data, value: Instance) -> None:
        """The fields are of the types that the constructor says; those in them were compared."""
        owner = self.program.data[value.data]
        fields = owner.constructors[value.constructor].fields_types
        map_ = ts.Substitution(dict(zip(owner.names, term.arguments, strict=True)))
        for field, one in zip(fields, value.fields, strict=True):
            known = map_.term(field)
            if isinstance(known, ts.Data) and isinstance(one, Instance) and known.name == one.data:
                continue
            self.term(known, one)

    def tensor(self, term: ts.Tensor, array: Array) -> None:
        """The element type, the rank and the sizes that are known."""
        shown = f"{list(array.shape)} of {array.dtype}"
        if isinstance(term.element, ts.Base) and NAMES.get(array.dtype) != term.element.name:
            self.fail(term, shown)
        if not isinstance(term.shape, ts.Dims):
            return
        if len(term.shape.sizes) != array.ndim:
            self.fail(term, shown)
        for size, number in zip(term.shape.sizes, array.shape, strict=True):
            if isinstance(size, Expr) and self.number(size, number) != number:
                self.fail(term, shown)

    def number(self, size: Expr, found: int) -> int:
        """A size in this run; a parameter that is met for the first time is bound."""
        if size.name is not None and size.name not in self.sizes:
            self.sizes[size.name] = found
        if any(one.label not in self.sizes for one in size.symbols):
            return found
        return size.evaluate(self.sizes)

    def fail(self, term: Type | None, shown: str) -> None:
        """The type is wrong."""
        expected = "?" if term is None else type_text(term)
        known = ", ".join(f"@{name} = {number}" for name, number in self.sizes.items())
        where = f" where {known}" if known else ""
        raise ClaimError(
            f"{self.op.name}: {self.what} is {shown}, expected {expected}{where} [RLY-09]", self.op
        )
