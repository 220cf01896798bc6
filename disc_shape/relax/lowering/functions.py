"""The bodies of functions: each operation of Relax, in order, as operations of HLO."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from xdsl.dialects import func, tensor
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from disc_shape.dialects.disc_shape.encoding import Symbols
from disc_shape.dialects.relax import calls, casts, function_ops, literals, structure, tuples
from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.dialects.relax.types import type_of
from disc_shape.errors import OperationError
from disc_shape.relations.statements import RelationFailure
from disc_shape.relations.value_types import as_tensor
from disc_shape.relax.lowering.external_calls import ExternalCallLowering
from disc_shape.relax.lowering.matching import Sizes, match, substituted
from disc_shape.relax.lowering.passing import Types
from disc_shape.relax.lowering.program import LoweringProgram
from disc_shape.relax.lowering.values import Closure, Global, Scalar
from disc_shape.relax.operators.bodies import operations
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.rows import Operand
from disc_shape.symbolic import Contradiction, Expr, compare, const
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import OBJECT, ShapeType, Type
from disc_shape.typesystem.types import TensorType as RelaxTensor

T = TypeVar("T")

Primitives = Mapping[str, function_ops.PrimFuncOp]
Signatures = Mapping[str, tuple[Types, Types, Type]]
"""The parameters and results of each global function, and the type that it declares."""


class FunctionLowering(ExternalCallLowering):
    """Lowers one global function into a block."""

    def __init__(
        self, op: function_ops.FuncOp, signatures: Signatures, primitives: Primitives
    ) -> None:
        super().__init__(LoweringProgram(Block()))
        self.op = op
        self.signatures, self.primitives = signatures, primitives
        self.open: list[function_ops.ClosureOp] = []
        self.names: list[Symbols] = []
        """For each argument the symbols that its sizes bind."""

    def run(self) -> func.FuncOp:
        """The function of HLO. Raises `OperationError` for what has no form there."""
        name = self.op.sym_name.data
        inputs, outputs, declared = self.signatures[name]
        block = self.program.block
        arguments = [block.insert_arg(type_, len(block.args)) for type_ in inputs]
        sizes: Sizes = {}
        dims = [self.program.dims(one) for one in arguments]
        self.guarded(self.op, lambda: self.boundary(arguments, sizes))
        result = self.block(self.op.body.block, sizes)
        self.names = names_of(dims, sizes)
        last = self.op.body.block.last_op
        assert last is not None
        results = self.guarded(last, lambda: self.results(result, declared, outputs, sizes))
        self.program.insert(func.ReturnOp(*results))
        visibility = self.op.sym_visibility
        return func.FuncOp(name, (inputs, outputs), Region(block), visibility)

    def boundary(self, arguments: Sequence[SSAValue], sizes: Sizes) -> None:
        """Arguments are of the types of the parameters, or the run stops (RLX-190, 191)."""
        left = list(arguments)
        types: list[Type] = []
        for parameter in self.op.parameters:
            type_ = refined(parameter, self.op)
            self.values[parameter] = self.unflattened(type_, left)
            types.append(type_)
            if parameter.name_hint and isinstance(value := self.values[parameter], SSAValue):
                value.name_hint = parameter.name_hint
        given = [
            (self.values[parameter], type_, f"@{self.op.sym_name.data}: argument {index}")
            for index, (parameter, type_) in enumerate(zip(self.op.parameters, types, strict=True))
        ]
        match(self.program, given, sizes, checks=casts.UNCHECKED not in self.op.attributes)
        for symbol, (low, high) in self.op.symbol_ranges.items():
            if symbol in sizes:
                shown = f"@{self.op.sym_name.data}: @{symbol} is not in [{low}, "
                shown += f"{'?' if high is None else high}]"
                self.program.check(compare(">=", sizes[symbol], const(low)), shown)
                if high is not None:
                    self.program.check(compare("<=", sizes[symbol], const(high)), shown)

    def results(self, value: Operand, declared: Type, types: Types, sizes: Sizes) -> list[SSAValue]:
        """The result, which is of the declared type, or the run stops (RLX-039)."""
        what = f"@{self.op.sym_name.data}: the result"
        if casts.UNCHECKED not in self.op.attributes:
            match(self.program, [(value, declared, what)], dict(sizes))
        return self.passed(value, types)

    def guarded(self, op: Operation, work: Callable[[], T]) -> T:
        """What cannot be lowered is an error at the operation."""
        around, self.program.what = self.program.what, op.name
        try:
            return work()
        except OperatorError as error:
            text = str(error)
            rule = "" if text.endswith("]") else f" [{error.rule}]"
            raise OperationError(f"{op.name}: {text}{rule}", op) from error
        except RelationFailure as error:
            raise OperationError(f"{op.name}: {error.message} [RLX-264]", op) from error
        except Contradiction as error:
            raise OperationError(f"{op.name}: {error} [RLX-264]", op) from error
        finally:
            self.program.what = around

    # operations

    def block(self, block: Block, sizes: Sizes) -> Operand:
        """The operations of a block; the value that its terminator gives."""
        result: Operand = []
        for op in block.ops:
            if isinstance(op, function_ops.ReturnOp | structure.YieldOp):
                result = self.values[op.operands[0]]
            elif isinstance(op, structure.DataflowOp):
                self.block(op.body.block, sizes)
                last = op.body.block.last_op
                assert last is not None
                for outer, inner in zip(op.results, last.operands, strict=True):
                    self.values[outer] = self.values[inner]
            elif not isinstance(op, structure.OutputOp):
                self.guarded(op, lambda op=op: self.operation(op, sizes))
        return result

    def operation(self, op: Operation, sizes: Sizes) -> None:
        """One operation, whose result is of the type that is written (RLX-259)."""
        if isinstance(op, casts.CheckOp):
            expected = type_of(op.expected, sizes) or OBJECT
            match(self.program, [(self.values[op.value], expected, op.what.data)], dict(sizes))
            return
        value, checks = self.lowered(op, sizes), casts.UNCHECKED not in op.attributes
        for result in op.results:
            written = type_of(result.type, sizes)
            if written is None:
                raise OperatorError(f"a value is of type {result.type}; run relax-infer first")
            match(self.program, [(value, written, "the value")], dict(sizes), checks=checks)
            if result.name_hint and isinstance(value, SSAValue) and value.name_hint is None:
                value.name_hint = result.name_hint
            self.values[result] = value

    def lowered(self, op: Operation, sizes: Sizes) -> Operand:
        """The result of one operation."""
        match op:
            case OperatorOp():
                return self.operator(op)
            case literals.ConstantOp():
                words = {"value": op.value}
                return self.program.add_all("stablehlo.constant", [], [op.value.type], words)[0]
            case literals.ShapeOp():
                dims = [substituted(dim, sizes) for dim in op.dims.data.exact or ()]
                return ShapeType(Shape(tuple(dims)))
            case literals.PrimOp():
                number = op.value.value.data
                value = self.program.constant(number, op.value.type).value
                exact = isinstance(number, int)
                return Scalar(str(op.value.type), const(number) if exact else None, tensor=value)
            case literals.SymbolicPrimOp():
                size = substituted(op.value, sizes)
                return Scalar("i64", size, tensor=self.program.numbers([size], ()))
            case tuples.TupleOp():
                return [self.values[one] for one in op.operands]
            case tuples.GetOp():
                fields = self.values[op.tuple_]
                if not isinstance(fields, list):
                    raise OperatorError("the operand is no tuple", "RLX-262")
                return fields[op.index.value.data]
            case casts.BindOp():
                return self.values[op.value]
            case casts.MatchCastOp():
                value = self.values[op.value]
                pattern = type_of(op.pattern, sizes) or OBJECT
                checks = casts.UNCHECKED not in op.attributes
                match(self.program, [(value, pattern, "the value")], sizes, checks=checks)
                return value
            case structure.IfOp():
                return self.branch(op, sizes)
            case structure.SeqOp():
                return self.block(op.body.block, dict(sizes))
            case function_ops.ClosureOp():
                return self.closure(op, sizes)
            case calls.FunctionRefOp():
                return Global(op.callee.root_reference.data)
            case calls.CallOp():
                return self.call(op)
            case calls.NamedCall():
                return self.named_call(op, type_of(op.result.type, sizes) or OBJECT, sizes)
            case calls.CallTirOp() if op.callee.root_reference.data in self.primitives:
                primitive = self.primitives[op.callee.root_reference.data]
                type_ = type_of(op.result.type, sizes) or OBJECT
                return self.call_tir(op, primitive, type_, sizes)
            case calls.ExternOp():
                raise OperatorError("an external function as a value has no form in HLO", "RLX-230")
            case _:
                raise OperatorError("the operation has no form in HLO", "RLX-264")

    def branch(self, op: structure.IfOp, sizes: Sizes) -> Operand:
        """A branch: the tensors that hold both values, in the least type above both."""
        condition = self.values[op.condition]
        if not isinstance(condition, SSAValue):
            condition = self.flattened(condition)[0]
        bodies: list[Branch] = []
        for region in op.regions:
            block = Block()
            around = self.program.enter(block)
            try:
                value = self.block(region.block, dict(sizes))
                values = self.flattened(value)
                dims = [self.program.dims(one) for one in values]
                bodies.append(Branch(block, value, values, dims))
            finally:
                self.program.leave(around)
        return self.like(bodies[0].value, choice(self.program, condition, *bodies))

    def closure(self, op: function_ops.ClosureOp, sizes: Sizes) -> Operand:
        """A local function, which each call of it puts in its place."""
        found = Closure(op, dict(sizes))
        self.values[op.body.block.args[0]] = found
        return found

    def call(self, op: calls.CallOp) -> Operand:
        """A call of a global function, or of a local one that is put in its place."""
        arguments = [self.values[one] for one in op.arguments]
        callee: Operand = OBJECT
        if op.callee is not None:
            callee = Global(op.callee.root_reference.data)
        elif op.function is not None:
            callee = self.values[op.function]
        if isinstance(callee, Closure):
            return self.inlined(callee, arguments)
        if not isinstance(callee, Global) or callee.name not in self.signatures:
            raise OperatorError("the callee is no function of this module", "RLX-144")
        inputs, outputs, declared = self.signatures[callee.name]
        given = self.passed(arguments, inputs)
        results = self.program.insert(func.CallOp(callee.name, given, outputs))
        return self.unflattened(declared, list(results))

    def inlined(self, callee: Closure, arguments: Sequence[Operand]) -> Operand:
        """The body of a local function in the place of its call."""
        op = callee.op
        if op in self.open:
            raise OperatorError("a local function that calls itself has no form in HLO", "RLX-144")
        sizes = dict(callee.sizes)
        for index, (parameter, value) in enumerate(zip(op.parameters, arguments, strict=True)):
            type_ = type_of(parameter.type, sizes) or OBJECT
            given = [(value, type_, f"argument {index} of the function")]
            match(self.program, given, sizes, checks=casts.UNCHECKED not in op.attributes)
            self.values[parameter] = value
        self.open.append(op)
        try:
            result = self.block(op.body.block, sizes)
        finally:
            self.open.pop()
        declared = type_of(op.declared, sizes) or OBJECT
        if casts.UNCHECKED not in op.attributes:
            match(self.program, [(result, declared, "the result")], dict(sizes))
        return result


def names_of(dims: Sequence[Sequence[Expr]], sizes: Sizes) -> list[Symbols]:
    """The symbols that the sizes of arguments bind: each where it comes first."""
    names = {size: name for name, size in reversed(sizes.items()) if not name.endswith("]")}
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
    shape = [a if a == b else -1 for a, b in zip(ours, theirs, strict=True)]
    return TensorType(first.element_type, shape)


def refined(parameter: SSAValue, op: function_ops.FuncOp) -> Type:
    """
    The type of a parameter; one of unknown rank or kind is of that to which the body casts it,
    whatever happens.
    """
    type_ = type_of(parameter.type)
    if type_ is None:
        raise OperatorError(f"a parameter is of type {parameter.type}; run relax-infer first")
    if type_ != OBJECT and not (isinstance(type_, RelaxTensor) and type_.shape.dims is None):
        return type_
    for use in parameter.uses:
        cast = use.operation
        block = cast.parent
        while block is not None and isinstance(around := block.parent_op(), structure.DataflowOp):
            block = around.parent
        if isinstance(cast, casts.MatchCastOp) and block is op.body.block:
            pattern = type_of(cast.pattern)
            if isinstance(pattern, RelaxTensor) and pattern.shape.dims is not None:
                element = pattern.element
                if element is None and isinstance(type_, RelaxTensor):
                    element = type_.element
                return RelaxTensor(Shape.of_rank(pattern.shape.rank), element)
    return type_
