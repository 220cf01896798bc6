"""
Relay as Relax: a program is evaluated with values of Relax, so that instances, functions as values
and matches of known constructors disappear; then it is lowered as Relax is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import FloatAttr, IntegerAttr, ModuleOp, f32, i64
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import Rewriter

from disc_shape.dialects.relax import calls as relax_calls
from disc_shape.dialects.relax import function_ops, literals, structure, tuples
from disc_shape.dialects.relax import types as relax_types
from disc_shape.dialects.relax.operator_rows import Value as Word
from disc_shape.dialects.relax.operators import OPERATORS, attribute_for
from disc_shape.dialects.relay import data, functions, values
from disc_shape.dialects.relay.types import term_of, type_text
from disc_shape.errors import OperationError
from disc_shape.relax.criteria import infer_types
from disc_shape.relax.lowering import convert_module as convert_relax
from disc_shape.relay.evaluation import Evaluation, Frame, Instance, Named, Value, fields_of
from disc_shape.relay.operators import exact_type, row_of
from disc_shape.relay.program import Program
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import TensorType, TupleType, Type

DEPTH = 400
"""How deep calls may be that are put in the place of their results."""


@dataclass(frozen=True)
class Lowered:
    """A value of Relax."""

    value: SSAValue


def operator_ops(
    name: str, operands: Sequence[SSAValue], words: Mapping[str, Word], rank: int | None
) -> list[Operation]:
    """
    An operator as operations of Relax, the last of which is its own; shapes become operands. `rank`
    is that of the last operand: Relax flattens no vectors, Relay adds a dimension of 1 (RLY-36).
    """
    if name == "batch_flatten" and rank == 1:
        name, words = "expand_dims", {"axis": (1,)}
    row = row_of(name)
    assert row is not None
    given, left = list(operands), dict(words)
    ops: list[Operation] = []
    for index, operand in enumerate(row.operands):
        if operand.kind in ("shape", "prim") and operand.name in left:
            literal = literal_op(left.pop(operand.name))
            ops.append(literal)
            given.insert(index, literal.results[0])
    attributes = {key: attribute_for(word) for key, word in left.items()}
    for key in ("dtype", "out_dtype"):
        if key in attributes and isinstance(word := left[key], str):
            attributes[key] = literals.element_of(word)
    return [*ops, OPERATORS[row.name](given, attributes, relax_types.INFER)]


def literal_op(value: Word) -> Operation:
    """A shape or a scalar."""
    if isinstance(value, tuple):
        return literals.ShapeOp(Shape.of(one for one in value if isinstance(one, int)))
    if isinstance(value, int):
        return literals.PrimOp(IntegerAttr(value, i64))
    return literals.PrimOp(FloatAttr(float(str(value)), f32))


class Lowering(Evaluation):
    """The functions of a module whose arguments and results are tensors and tuples of them."""

    def __init__(self, module: ModuleOp) -> None:
        super().__init__(Program(module))
        self.signatures = {
            name: found
            for name, op in self.program.functions.items()
            if (found := relax_signature(op)) is not None
        }
        self.block_: Block = Block()
        self.depth = 0
        self.called: set[str] = set()

    def run(self) -> list[function_ops.FuncOp]:
        """The functions of Relax. Raises `OperationError` for what stays at the level of Relay."""
        found = [self.lowered(name) for name in self.signatures]
        for name, op in self.program.functions.items():
            if name not in self.signatures and name not in self.called:
                raise OperationError(
                    f"{op.name}: @{name} is of type {type_text(op.signature)}, which has no form in"
                    " HLO [RLY-81]",
                    op,
                )
        return found

    def lowered(self, name: str) -> function_ops.FuncOp:
        """One function."""
        op = self.program.functions[name]
        inputs, result = self.signatures[name]
        self.block_ = Block(arg_types=list(map(relax_types.attribute_of, inputs)))
        arguments = list(self.block_.args)
        for argument, own in zip(arguments, op.arguments, strict=True):
            argument.name_hint = own.name_hint
        value = self.body(op, [self.unpacked(one) for one in arguments], Frame())
        last = op.body.block.last_op
        assert last is not None
        self.add(function_ops.ReturnOp(self.packed(last, value)))
        private = op.sym_visibility is not None
        return function_ops.FuncOp(
            name, Region(self.block_), relax_types.attribute_of(result), private=private
        )

    def add(self, op: Operation) -> Sequence[SSAValue]:
        """Add an operation of Relax."""
        self.block_.add_op(op)
        return op.results

    def unpacked(self, value: SSAValue) -> Value:
        """A value of Relax; the members of a tuple by themselves."""
        known = relax_types.type_of(value.type)
        if not isinstance(known, TupleType):
            return Lowered(value)
        members: list[Value] = []
        for index, field in enumerate(known.fields):
            op = tuples.GetOp(value, index, relax_types.attribute_of(field))
            members.append(self.unpacked(self.add(op)[0]))
        return tuple(members)

    def packed(self, op: Operation, value: Value) -> SSAValue:
        """One value of Relax."""
        if (fields := fields_of(value)) is not None:
            packed = [self.packed(op, one) for one in fields]
            return self.add(tuples.TupleOp(packed, relax_types.INFER))[0]
        match value:
            case Lowered():
                return value.value
            case Instance():
                message = f"an instance of @{value.data} is left, which has no form in HLO"
                raise OperationError(f"{op.name}: {message} [RLY-81]", op)
            case _:
                message = "a function as a value is left, which has no form in HLO"
                raise OperationError(f"{op.name}: {message} [RLY-17]", op)

    # values

    def constant(self, op: values.ConstantOp) -> Value:
        term = term_of(op.result.type)
        if term is None or exact_type(term) is None:
            raise OperationError(f"{op.name}: {op.result.type} has no form in HLO [RLY-05]", op)
        return Lowered(self.add(literals.ConstantOp(op.value))[0])

    def operator(
        self, op: Operation, name: str, arguments: Sequence[Value], words: Mapping[str, Word]
    ) -> Value:
        operands = [self.packed(op, one) for one in arguments]
        term = term_of(op.operands[-1].type) if arguments else None
        known = exact_type(term) if term is not None else None
        rank = known.shape.rank if isinstance(known, TensorType) else None
        added = [self.add(one) for one in operator_ops(name, operands, words, rank)]
        (value,) = added[-1]
        result = term_of(op.results[0].type)
        known = None if result is None else exact_type(result)
        return self.member_of(value, known)

    def member_of(self, value: SSAValue, known: Type | None) -> Value:
        """A result, whose members are values by themselves where it is a tuple."""
        if not isinstance(known, TupleType):
            return Lowered(value)
        return tuple(
            self.member_of(self.add(tuples.GetOp(value, index, relax_types.INFER))[0], field)
            for index, field in enumerate(known.fields)
        )

    def branch(self, op: data.IfOp, frame: Frame) -> Value:
        condition = self.packed(op, frame.values[op.condition])
        around = self.block_
        bodies: list[Region] = []
        for region in op.regions:
            self.block_ = Block()
            value = self.block(region.block, frame)
            self.add(structure.YieldOp(self.packed(op, value)))
            bodies.append(Region(self.block_))
        self.block_ = around
        (value,) = self.add(structure.IfOp(condition, bodies[0], bodies[1], relax_types.INFER))
        result = term_of(op.result.type)
        return self.member_of(value, None if result is None else exact_type(result))

    def function(self, op: Operation, name: str, arguments: Sequence[Value]) -> Value:
        """A call of a function of Relax; another function is put in the place of its call."""
        self.called.add(name)
        if name in self.signatures:
            operands = [self.packed(op, one) for one in arguments]
            _, result = self.signatures[name]
            (value,) = self.add(relax_calls.CallOp(name, operands, relax_types.INFER))
            return self.member_of(value, result)
        return self.inlined(op, lambda: super(Lowering, self).function(op, name, arguments))

    def call(self, op: Operation, callee: Value, arguments: Sequence[Value]) -> Value:
        if isinstance(callee, Named):
            return super().call(op, callee, arguments)
        return self.inlined(op, lambda: super(Lowering, self).call(op, callee, arguments))

    def inlined(self, op: Operation, work: Callable[[], Value]) -> Value:
        """A body in the place of a call, if that ends."""
        if self.depth > DEPTH:
            message = f"recursion by values that are no tensors is deeper than {DEPTH}"
            raise OperationError(f"{op.name}: {message} [RLY-98]", op)
        self.depth += 1
        try:
            return work()
        finally:
            self.depth -= 1


Signature = tuple[tuple[Type, ...], Type]


def relax_signature(op: functions.FuncOp) -> Signature | None:
    """The arguments and the result of a function in Relax; None where they are no tensors."""
    if any(kind != "dim" for _, kind in op.parameters):
        return None
    signature = op.signature
    found = [exact_type(one) for one in (*signature.arguments, signature.result)]
    known = [one for one in found if one is not None]
    return (tuple(known[:-1]), known[-1]) if len(known) == len(found) else None


def convert_module(module: ModuleOp) -> None:
    """
    Replace the functions of Relay by functions of HLO. Raises `OperationError` at what has no form
    there; nothing is changed then.
    """
    functions_ = Lowering(module).run()
    lowered = ModuleOp(list(functions_))
    infer_types(lowered)
    convert_relax(lowered)
    for op in list(module.body.block.ops):
        if op.dialect_name() == "relay":
            Rewriter.erase_op(op, safe_erase=False)
    for op in list(lowered.body.block.ops):
        op.detach()
        module.body.block.add_op(op)
