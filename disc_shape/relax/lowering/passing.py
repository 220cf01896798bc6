"""Values of Relax as tensors, where they are passed to other places and to functions of others."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, StringAttr, TensorType, i1, i64
from xdsl.ir import Attribute, SSAValue

from disc_shape.dialects.hlo.calls import DESTINATIONS, CustomCallOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.relations import relation_of
from disc_shape.relations.value_types import as_tensor
from disc_shape.relax.evaluation import Outside
from disc_shape.relax.lowering.arithmetic import INDEX
from disc_shape.relax.lowering.program import LoweringProgram
from disc_shape.relax.lowering.values import Scalar, refusal, tensor_types
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.rows import Operand
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import OBJECT, PrimType, ShapeType, TupleType, Type

Types = Sequence[TensorType[Attribute]]


def flattened(program: LoweringProgram, value: Operand, *, hlo: bool = False) -> list[SSAValue]:
    """The tensors that hold a value; with `hlo` such as HLO has, which knows no indices."""
    match value:
        case SSAValue():
            return [value]
        case list():
            return [one for field in value for one in flattened(program, field, hlo=hlo)]
        case ShapeType() if (items := value.shape.exact) is not None:
            return [program.numbers(items, [len(items)]) if hlo else program.integers(items)]
        case Scalar():
            return [value.tensor]
        case _:
            raise refusal(value)


def passed(program: LoweringProgram, value: Operand, types: Types) -> list[SSAValue]:
    """The tensors that hold a value, in the types of another place."""
    found = flattened(program, value)
    if len(found) != len(types):
        raise OperatorError(f"{len(found)} values, expected {len(types)}", "RLX-268")
    for one, type_ in zip(found, types, strict=True):
        rank = program.rank(one)
        if (rank, program.element(one)) != (type_.get_num_dims(), type_.element_type):
            raise OperatorError(f"a value of type {one.type}, expected {type_}", "RLX-268")
    return [program.cast(one, type_) for one, type_ in zip(found, types, strict=True)]


def unflattened(program: LoweringProgram, type_: Type, values: list[SSAValue]) -> Operand:
    """The value of a type that tensors hold, which are taken from `values`."""
    state = program.state
    match type_:
        case TupleType():
            return [unflattened(program, field, values) for field in type_.fields]
        case ShapeType():
            return ShapeType(Shape(state.elements(values.pop(0)) or ()))
        case PrimType():
            value = values.pop(0)
            items = state.elements(value)
            return Scalar(type_.element, items[0] if items else None, tensor=value)
        case _:
            return values.pop(0)


def like(program: LoweringProgram, value: Operand, values: list[SSAValue]) -> Operand:
    """The value that other tensors hold in the place of those of `value`."""
    if isinstance(value, list):
        return [like(program, field, values) for field in value]
    return unflattened(program, value if isinstance(value, Type) else OBJECT, values)


def inlined(
    program: LoweringProgram,
    function: func.FuncOp,
    arguments: Sequence[Operand],
    call: Outside[Operand],
) -> Operand:
    """The body of a function of tensors in the place of a call, whose results have sizes."""
    types = [as_tensor(one) for one in function.function_type.inputs]
    given = passed(program, list(arguments), [one for one in types if one is not None])
    block = function.body.block
    values: dict[SSAValue, SSAValue] = dict(zip(block.args, given, strict=True))
    *operations, last = block.ops
    for op in operations:
        copy = op.clone(values)
        program.block.add_op(copy)
        if (relation := relation_of(copy)) is not None:
            program.solver.run(copy, relation)
        program.traced()
    results = [values[one] for one in last.operands]
    new = flattened(program, call.new)
    if len(new) != len(results):
        text = f"@{function.sym_name.data} has {len(results)} results, the call {len(new)}"
        raise OperatorError(text, "RLX-330")
    for place, pair in enumerate(zip(new, results, strict=True)):
        sizes = zip(*map(program.dims, pair), strict=True)
        for axis, (expected, size) in enumerate(sizes):
            what = f"dimension {axis} of result {place}"
            program.check_equal(expected, size, what, str(expected))
    own = tensor_types(call.type)
    found = [program.cast(*pair) for pair in zip(results, own, strict=True)]
    return unflattened(program, call.type, found)


def custom_call(
    program: LoweringProgram,
    name: str,
    arguments: Sequence[Operand],
    call: Outside[Operand],
    *,
    pure: bool,
) -> Operand:
    """One call of HLO, which writes new tensors among the operands as its results."""
    operands = flattened(program, list(arguments), hlo=True)
    places = [at for at, one in enumerate(operands) if any(one is new for new in call.new)]
    words = {
        "call_target_name": StringAttr(name),
        "has_side_effect": IntegerAttr(int(not pure), i1),
    }
    own = tensor_types(call.type)
    types: list[Attribute] = [
        TensorType(i64, one.get_shape()) if one.element_type == INDEX else one for one in own
    ]
    op = final(CustomCallOp, STABLEHLO).create(
        operands=operands, result_types=types, properties=words
    )
    if places:
        op.attributes[DESTINATIONS] = DenseArrayBase.from_list(i64, places)
    return unflattened(program, call.type, list(program.insert(op)))
