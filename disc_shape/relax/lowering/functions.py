"""The bodies of functions: each operation of Relax, in order, as operations of HLO."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from xdsl.dialects import func, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from disc_shape.dialects.disc_shape.encoding import Symbols
from disc_shape.dialects.functional import BranchOp, Literal
from disc_shape.dialects.functional_declarations import FunctionForm, GlobalFunction, LocalFunction
from disc_shape.dialects.relax import aliases, calls, function_ops, literals, structure
from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.dialects.relax.types import type_of
from disc_shape.errors import OperationError
from disc_shape.relations.value_types import as_tensor
from disc_shape.relax.evaluation import Evaluation, Limits, Outside, in_range
from disc_shape.relax.lowering.operator_calls import lowered_operator
from disc_shape.relax.lowering.passing import (
    Types,
    custom_call,
    flattened,
    inlined,
    like,
    passed,
    unflattened,
)
from disc_shape.relax.lowering.program import LoweringProgram
from disc_shape.relax.lowering.scope import LoweringScope
from disc_shape.relax.lowering.values import Closure, Global, Scalar, Words, element_named
from disc_shape.relax.module_info import ModuleInfo
from disc_shape.relax.operators.bodies import operations
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.rows import Operand
from disc_shape.relax.scopes import Scope
from disc_shape.symbolic import Expr, const
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem import types as ts

Signatures = Mapping[str, tuple[Types, Types, ts.Type]]
"""The parameters and results of each global function, and the type that it declares."""


class FunctionLowering(Evaluation[Operand]):
    """Lowers one global function into a block."""

    def __init__(self, op: GlobalFunction, signatures: Signatures, info: ModuleInfo) -> None:
        super().__init__(info)
        self.program = LoweringProgram(Block())
        self.op = op
        self.signatures = signatures
        self.open: list[FunctionForm] = []
        self.names: list[Symbols] = []
        """For each argument the symbols that its sizes bind."""

    def run(self) -> func.FuncOp:
        """The function of HLO. Raises `OperationError` for what has no form there."""
        name, block, scope = self.op.sym_name.data, self.program.block, LoweringScope(self.program)
        inputs, outputs, _ = self.signatures[name]
        arguments = [block.insert_arg(type_, len(block.args)) for type_ in inputs]
        dims = [self.program.dims(one) for one in arguments]
        with self.refusing(self.op):
            left: list[SSAValue] = list(arguments)
            types = self.types_of(self.op, self.op.arguments, ())
            given = [unflattened(self.program, one or ts.OBJECT, left) for one in types]
            for parameter, value in zip(self.op.arguments, given, strict=True):
                take_name(value, parameter)
            result = self.body(self.op, given, scope)
        self.names = names_of(dims, scope.sizes)
        last = self.op.body.block.last_op
        assert last is not None
        with self.refusing(last):
            results = passed(self.program, result, outputs)
        self.program.insert(func.ReturnOp(*results))
        visibility = self.op.sym_visibility
        return func.FuncOp(name, (inputs, outputs), Region(block), visibility)

    def types_of(
        self, op: Operation, values: Sequence[SSAValue], names: Collection[str]
    ) -> Sequence[ts.Type | None]:
        if isinstance(op, function_ops.FuncOp):
            return [refined(one, op) for one in values]
        types = super().types_of(op, values, names)
        if None in types and not isinstance(op, FunctionForm):
            raise OperatorError(f"a value is of type {values[0].type}; run relax-infer first")
        return types

    def body(
        self, op: FunctionForm, arguments: Sequence[Operand], scope: Scope[Operand]
    ) -> Operand:
        self.check_recursion(op)
        self.open.append(op)
        result = super().body(op, arguments, scope)
        self.open.pop()
        return result

    def check_recursion(self, op: FunctionForm) -> None:
        """Refuse a function that is put in the place of a call inside of itself."""
        if op in self.open:
            raise OperatorError("a local function that calls itself has no form in HLO", "RLX-144")

    def check_range(self, symbol: str, size: Expr, limits: Limits, what: str) -> None:
        low, high = limits
        shown = f"{what}: @{symbol} is not in [{low}, {'?' if high is None else high}]"
        for condition in in_range(size, limits):
            self.program.check(condition, shown)

    @contextmanager
    def refusing(self, op: Operation) -> Generator[None]:
        around, self.program.at = self.program.at, op
        try:
            with super().refusing(op):
                yield
        finally:
            self.program.at = around

    def failure(self, op: Operation, error: Exception) -> OperationError:
        rule = error.rule if isinstance(error, OperatorError) else "RLX-264"
        suffix = "" if str(error).endswith("]") else f" [{rule}]"
        return OperationError(f"{op.name}: {error}{suffix}", op)

    def define(
        self, op: Operation, defined: SSAValue, value: Operand, scope: Scope[Operand]
    ) -> None:
        take_name(value, defined)
        super().define(op, defined, value, scope)

    # operations

    def operator(self, op: OperatorOp, operands: Sequence[Operand]) -> Operand:
        return lowered_operator(self.program, op, operands)

    def new(self, sizes: Sequence[Expr], element: str) -> Operand:
        return self.program.full(0, sizes, element_named(element)).value

    def boxed(self, element: str, size: Expr) -> Operand:
        return self.program.size(size, element_named(element)).value

    def named_call(self, op: calls.NamedCall, call: Outside[Operand]) -> Operand:
        if isinstance(op, calls.CallInplacePackedOp):
            raise OperatorError("a call that writes its arguments has no form in HLO", "RLX-341")
        operands, pure = [*call.arguments, *call.new], not isinstance(op, calls.CallPackedOp)
        return custom_call(self.program, op.symbol.data, operands, call, pure=pure)

    def call_tir(self, op: calls.CallTirOp, call: Outside[Operand]) -> Operand:
        """A call of a primitive function, of its implementation where it has one."""
        if op.inplace_indices is not None:
            raise OperatorError("a call that writes its arguments has no form in HLO", "RLX-337")
        name = op.callee.root_reference.data
        if name not in self.info.primitives:
            raise OperatorError("the operation has no form in HLO")
        implementation = self.info.primitives[name].implementation
        called = name if implementation is None else implementation.root_reference.data
        buffers = flattened(self.program, [*call.arguments, *call.new])
        operands = self.in_order(name, buffers, call.integers)
        if (function := self.info.tensor_function(name)) is not None:
            return inlined(self.program, function, operands, call)
        return custom_call(self.program, called, operands, call, pure=True)

    def tuple(self, fields: Sequence[Operand]) -> Operand:
        return list(fields)

    def literal(self, op: Operation, scope: Scope[Operand]) -> Operand:
        match op:
            case Literal():
                words = {"value": op.value}
                return self.program.add_all("stablehlo.constant", [], [op.value.type], words)[0]
            case literals.ShapeOp():
                return ts.ShapeType(Shape(tuple(map(scope.size, op.dims.data.exact or ()))))
            case literals.PrimOp():
                number = literals.number_of(op.value)
                value = self.program.constant(number, op.value.type).value
                exact = isinstance(number, int)
                return Scalar(str(op.value.type), const(number) if exact else None, tensor=value)
            case literals.SymbolicPrimOp():
                size = scope.size(op.value)
                return Scalar("i64", size, tensor=self.program.numbers([size], ()))
            case literals.StringOp():
                return Words(op.value.data)
            case calls.ExternOp():
                raise OperatorError("an external function as a value has no form in HLO", "RLX-230")
            case _:
                raise OperatorError("the operation has no form in HLO")

    def branch(self, op: BranchOp, scope: Scope[Operand]) -> Operand:
        """A branch: the tensors that hold both values, in the least type above both."""
        (condition,) = flattened(self.program, scope.values[op.condition])[:1]
        bodies: list[Branch] = []
        for region in op.regions:
            block = Block()
            with self.program.inside(block):
                value = self.block(region.block, scope.inside())
                values = flattened(self.program, value, hlo=True)
                dims = [self.program.dims(one) for one in values]
                bodies.append(Branch(block, value, values, dims))
        return like(self.program, bodies[0].value, choice(self.program, condition, *bodies))

    def closure(self, op: LocalFunction, scope: Scope[Operand]) -> Operand:
        """A local function, which each call of it puts in its place."""
        return Closure(op, scope)

    def function_named(self, name: str, op: Operation) -> Operand:
        return Global(name)

    def call(self, op: Operation, callee: Operand, arguments: Sequence[Operand]) -> Operand:
        """A call of a global function, or of a local one that is put in its place."""
        if isinstance(callee, Closure):
            scope = callee.scope.frame()
            scope.values[callee.op.body.block.args[0]] = callee
            return self.body(callee.op, arguments, scope)
        if not isinstance(callee, Global) or callee.name not in self.signatures:
            raise OperatorError("the callee is no function of this module", "RLX-144")
        inputs, outputs, declared = self.signatures[callee.name]
        given = passed(self.program, list(arguments), inputs)
        results = self.program.insert(func.CallOp(callee.name, given, outputs))
        return unflattened(self.program, declared, list(results))


def take_name(value: Operand, defined: SSAValue) -> None:
    """Let a value have the name that the program gives it, unless it has one."""
    if defined.name_hint and isinstance(value, SSAValue) and value.name_hint is None:
        value.name_hint = defined.name_hint


def names_of(dims: Sequence[Sequence[Expr]], sizes: dict[str, Expr]) -> list[Symbols]:
    """The symbols that the sizes of arguments bind: each where it comes first, none by a number."""
    known = [(name, one) for name, one in reversed(sizes.items()) if one.constant is None]
    names = {size: name for name, size in known if not name.endswith("]")}
    return [tuple(names.pop(size, None) for size in listed) for listed in dims]


class Branch(NamedTuple):
    """A lowered branch: its block and value, and the tensors that hold it."""

    block: Block
    value: Operand
    values: list[SSAValue]
    dims: list[tuple[Expr, ...]]


def choice(
    program: LoweringProgram, condition: SSAValue, one: Branch, other: Branch
) -> list[SSAValue]:
    """The tensors of one branch or the other, with the sizes that both have."""
    if len(one.values) != len(other.values) or kinds(one.value) != kinds(other.value):
        raise OperatorError("the branches give values of different kinds", "RLX-255")
    types = [joined(*pair) for pair in zip(one.values, other.values, strict=True)]
    regions: list[Region] = []
    for branch in (one, other):
        casted = [tensor.CastOp(*pair) for pair in zip(branch.values, types, strict=True)]
        last = operations()["stablehlo.return"].create(operands=[cast.dest for cast in casted])
        branch.block.add_ops([*casted, last])
        regions.append(Region(branch.block))
    results = program.add_all("stablehlo.if", [condition], types, None, regions)
    final = program.block.last_op
    assert final is not None
    for result, ours, theirs in zip(results, one.dims, other.dims, strict=True):
        for index, (size, same) in enumerate(zip(ours, theirs, strict=True)):
            if size is same:
                program.state.define(result, index, size, final, "both branches have this size")
    return list(results)


def kinds(value: Operand) -> object:
    """What a value is, without its sizes."""
    if isinstance(value, list):
        return tuple(kinds(one) for one in value)
    return SSAValue if isinstance(value, SSAValue) else type(value)


def joined(one: SSAValue, other: SSAValue) -> TensorType[Attribute]:
    """The type with the sizes that two tensors have in common."""
    first, second = as_tensor(one.type), as_tensor(other.type)
    assert first is not None
    assert second is not None
    ours, theirs = first.get_shape(), second.get_shape()
    if len(ours) != len(theirs) or first.element_type != second.element_type:
        raise OperatorError(f"the branches give values of types {first} and {second}", "RLX-255")
    shape = [a if a == b else DYNAMIC_INDEX for a, b in zip(ours, theirs, strict=True)]
    return TensorType(first.element_type, shape)


def refined(parameter: SSAValue, op: function_ops.FuncOp) -> ts.Type:
    """
    The type of a parameter; one of unknown rank or kind is of that to which the body casts it,
    whatever happens.
    """
    type_ = type_of(parameter.type)
    if type_ is None:
        raise OperatorError(f"a parameter is of type {parameter.type}; run relax-infer first")
    if type_ != ts.OBJECT and not (isinstance(type_, ts.TensorType) and type_.shape.dims is None):
        return type_
    for use in parameter.uses:
        cast = use.operation
        block = cast.parent
        while block is not None and isinstance(around := block.parent_op(), structure.DataflowOp):
            block = around.parent
        if isinstance(cast, aliases.MatchCastOp) and block is op.body.block:
            pattern = type_of(cast.pattern)
            if isinstance(pattern, ts.TensorType) and pattern.shape.dims is not None:
                element = pattern.element
                if element is None and isinstance(type_, ts.TensorType):
                    element = type_.element
                return ts.TensorType(Shape.of_rank(pattern.shape.rank), element)
    return type_
