"""Operators on values: each runs the HLO by which it is typed, at the sizes of the run."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Block, Region

from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.errors import OperationError
from disc_shape.interpreters import semantics
from disc_shape.interpreters.core import Interpreter
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.externals import ShapeValue
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.relations.statements import RelationFailure
from disc_shape.relax.lowering import passing
from disc_shape.relax.lowering.operator_calls import lowered_operator
from disc_shape.relax.lowering.program import LoweringProgram
from disc_shape.relax.lowering.values import Scalar as LoweredScalar
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.rows import Operand
from disc_shape.relax.origins import written_numbers
from disc_shape.relax.running.own_operators import OWN
from disc_shape.relax.running.values import (
    Scalar,
    Value,
    as_array,
    element_of_array,
    flattened,
    is_integer_element,
    members,
)
from disc_shape.symbolic import Contradiction, const
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import OBJECT, ShapeType

semantics.register()


class Compiled:
    """The HLO of an operator at some sizes, and where the parts of its result are."""

    def __init__(self, op: OperatorOp, operands: Sequence[Value]) -> None:
        block = Block()
        program = LoweringProgram(block)
        given = [operand_of(one, block) for one in operands]
        self.result = lowered_operator(program, op, given)
        tensors = passing.flattened(program, self.result)
        program.insert(func.ReturnOp(*tensors))
        types = [one.type for one in block.args], [one.type for one in tensors]
        self.function = func.FuncOp("main", types, Region(block))
        self.interpreter = Interpreter(ModuleOp([self.function]))

    def run(self, arrays: Sequence[Array]) -> Value:
        """The result, which shares no memory with the operands (RLX-304)."""
        with np.errstate(all="ignore"):
            results = self.interpreter.call(self.function, arrays)
        return shaped(self.result, [np.array(one) for one in results])


def shaped(result: Operand, arrays: list[Array]) -> Value:
    """What an operator has built, with arrays in the place of its tensors."""
    match result:
        case list():
            return tuple(shaped(one, arrays) for one in result)
        case ShapeType():
            return ShapeValue(int(one) for one in arrays.pop(0))
        case _:
            return arrays.pop(0)


class OperatorRuns:
    """Runs operators; what is built for some sizes is kept for the next call with the same."""

    def __init__(self) -> None:
        self.compiled: dict[object, Compiled] = {}

    def run(self, op: OperatorOp, operands: Sequence[Value]) -> Value:
        """The result of an operator. Raises `OperationError` for what it does not accept."""
        own = OWN.get(op.ROW.name)
        try:
            if own is not None:
                return own(op, operands)
            written = tuple(sorted(op.values().items())), written_numbers(op)
            key = op.ROW.name, tuple(map(key_of, operands)), written
            if key not in self.compiled:
                self.compiled[key] = Compiled(op, operands)
            return self.compiled[key].run(arrays_of(operands))
        except OperationError as error:
            raise GuardError(f"{op.name}: {error}", op) from None
        except (OperatorError, RelationFailure, Contradiction) as error:
            rule = error.rule if isinstance(error, OperatorError) else "RLX-264"
            raise GuardError(f"{op.name}: {error} [{rule}]", op) from None


def key_of(value: Value) -> object:
    """What the HLO of an operator depends on in an operand."""
    array, fields = as_array(value), members(value)
    if array is not None:
        return array.shape, array.dtype
    if fields is not None:
        return tuple(map(key_of, fields))
    match value:
        case ShapeValue():
            return value
        case Scalar():
            return value.element, value.number if isinstance(value.number, int) else None
        case _:
            return type(value)


def arrays_of(operands: Sequence[Value]) -> list[Array]:
    """The arrays and scalars among operands, in order."""
    found: list[Array] = []
    for one in flattened(tuple(operands)):
        array = one.array if isinstance(one, Scalar) else as_array(one)
        if array is not None:
            found.append(array)
    return found


def operand_of(value: Value, block: Block) -> Operand:
    """An operand as a value of the program."""
    array, fields = as_array(value), members(value)
    if array is not None:
        kind = TensorType(element_of_array(array), array.shape)
        return block.insert_arg(kind, len(block.args))
    if fields is not None:
        return [operand_of(one, block) for one in fields]
    match value:
        case ShapeValue():
            return ShapeType(Shape.of(value))
        case Scalar():
            type_ = TensorType(element_of(value.element), [])
            argument = block.insert_arg(type_, len(block.args))
            exact = isinstance(value.number, int) and is_integer_element(value.element)
            known = const(int(value.number)) if exact else None
            return LoweredScalar(value.element, known, tensor=argument)
        case _:
            return OBJECT
