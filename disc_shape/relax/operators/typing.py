"""The type of an operator's result: its HLO form is built into a block and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module

from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, i64
from xdsl.dialects.builtin import TensorType as BuiltinTensor
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.analysis.solver import Solver
from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.operator_rows import OperandRow, OperatorRow, Value, operator_rows
from disc_shape.dialects.relax.types import hint_for, type_text
from disc_shape.relations import RelationState
from disc_shape.relations.statements import RelationFailure
from disc_shape.relax.operators.errors import NoForm, OperatorError
from disc_shape.relax.operators.program import UNKNOWN_ELEMENT, Program, Tensor
from disc_shape.relax.operators.rows import BUILDS, RULES, Built, Call, Operand
from disc_shape.relax.operators.unranked import Rankings, named, says_no_shape
from disc_shape.symbolic import Cond, Contradiction, Expr, Prover, Symbol
from disc_shape.symbolic.shapes import Shape, value_of
from disc_shape.typesystem import types as ts
from disc_shape.typesystem.judgements import least_upper_bound

FAMILIES = (
    "elementwise movement reduction contraction creation windows normalization ordering indexing"
    " resizing sampling boxes attention layouts effects"
)
"""The modules that register operators."""


@cache
def load_families() -> None:
    """Import the modules that register operators."""
    for name in FAMILIES.split():
        import_module(f"disc_shape.relax.operators.{name}")


class OperatorTypes:
    """The types of operators under the facts of a prover; equal questions are asked once."""

    def __init__(self, prover: Prover) -> None:
        self.prover = prover
        self.solver = Solver(RelationState(prover))
        self.known: dict[object, ts.Type | OperatorError] = {}
        load_families()

    def type_of(
        self,
        name: str,
        operands: Sequence[ts.Type],
        attributes: Mapping[str, Value],
        numbers: frozenset[int] | None = None,
    ) -> ts.Type:
        """
        The type of the result of an operator; `numbers` are those of a `Call`. Raises
        `OperatorError` for what no run can accept.
        """
        # To Python 1 and 1.0 are equal, and so are 1 and True; their texts differ.
        key = name, tuple(operands), repr(sorted(attributes.items())), numbers
        if key not in self.known:
            try:
                self.known[key] = self.derived(name, operands, attributes, numbers)
            except OperatorError as error:
                self.known[key] = error
        found = self.known[key]
        if isinstance(found, OperatorError):
            raise OperatorError(str(found), found.rule)
        return found

    def derived(
        self,
        name: str,
        operands: Sequence[ts.Type],
        attributes: Mapping[str, Value],
        numbers: frozenset[int] | None,
    ) -> ts.Type:
        """The type that the operator's rule or its HLO form has."""
        check_kinds(operator_rows()[name], operands)
        device = common_device(operands)
        if name in RULES:
            return RULES[name](operands, attributes)
        found: ts.Type | None = None
        refused, furthest = OperatorError("no rank fits"), 0
        for given in (rankings := Rankings(operands, attributes)):
            program = TypedProgram(self.solver, Block())
            try:
                call = Call(name, program, (), attributes, numbers)
                one = named(self.built(call, given, program), given)
            except OperatorError as error:
                rankings.refused(program.looked)
                # The ranks that fit best are those with which the most was built.
                if (built := len(program.block.ops)) >= furthest:
                    refused, furthest = error, built
                continue
            found = one if found is None else least_upper_bound(found, one, self.prover)
            if says_no_shape(found):
                break
        if found is None:
            raise refused
        return found if device is None else ts.on_device(found, device)

    def built(self, call: Call, operands: Sequence[ts.Type], program: TypedProgram) -> ts.Type:
        """The type of the HLO form over operands of known ranks."""
        # The values of a program are forgotten with it.
        self.solver.state = RelationState(self.prover)
        self.solver.push()
        try:
            values = [operand_of(one, program) for one in operands]
            return result_type(BUILDS[call.name](replace(call, operands=values)), program)
        except NoForm as error:
            return result_type(error.type, program)
        except RelationFailure as error:
            raise OperatorError(error.message) from error
        except Contradiction as error:
            raise OperatorError(str(error)) from error
        finally:
            self.solver.pop()


class TypedProgram(Program):
    """A program that is only typed: integers of shape operands are arguments of its block."""

    def __init__(self, solver: Solver, block: Block) -> None:
        super().__init__(solver, block)
        self.leaves: list[SSAValue | None] = []
        """The tensors among the leaves of the operands; None for shapes."""
        self.looked = 0
        """How many of the leaves, from the first, include all of which the ranks were used."""

    def look(self, values: Sequence[SSAValue]) -> None:
        """The ranks of values are used."""
        for place, leaf in enumerate(self.leaves[self.looked :], self.looked + 1):
            if leaf is None or leaf in values:
                self.looked = place

    def dims(self, value: SSAValue) -> tuple[Expr, ...]:
        self.look([value])
        return super().dims(value)

    def rank(self, value: SSAValue) -> int:
        self.look([value])
        return super().rank(value)

    def add(self, op: Operation) -> Sequence[SSAValue]:
        self.look(op.operands)
        return super().add(op)

    def argument(self, element: Attribute, shape: Sequence[int] = ()) -> SSAValue:
        """A value from outside."""
        return self.block.insert_arg(BuiltinTensor(element, shape), len(self.block.args))

    def integers(self, items: Sequence[Expr]) -> SSAValue:
        value = self.argument(IndexType(), [len(items)])
        self.state.set_elements(value, items)
        return value

    def numbers(self, items: Sequence[Expr], shape: Sequence[int]) -> SSAValue:
        value = self.argument(i64, shape)
        self.state.set_elements(value, items)
        return value

    def require(self, condition: Cond, text: str) -> None:
        self.state.prover.assume(condition)

    def number(self, scalar: ts.PrimType, element: Attribute) -> Tensor:
        return Tensor(self, self.argument(element))

    def operand(self, element: str | None, sizes: Sequence[Expr]) -> SSAValue:
        """A tensor operand of the operator."""
        known = UNKNOWN_ELEMENT if element is None else element_of(element)
        value = self.argument(known, [DYNAMIC_INDEX] * len(sizes))
        self.state.set_dims(value, sizes)
        self.leaves.append(value)
        return value


def operand_of(type_: ts.Type, program: TypedProgram) -> Operand:
    """An operand as a value of the program; unknown dimensions are symbols of their own."""
    match type_:
        case ts.TensorType():
            return program.operand(type_.element, sized(type_.shape, program).exact or ())
        case ts.ShapeType():
            program.leaves.append(None)
            return ts.ShapeType(sized(type_.shape, program))
        case ts.TupleType():
            return [operand_of(one, program) for one in type_.fields]
        case _:
            program.leaves.append(None)
            return type_


def sized(shape: Shape, program: TypedProgram) -> Shape:
    """A shape of known rank whose unknown dimensions are symbols of the program."""
    dims = (program.state.fresh() if dim is None else dim for dim in shape.dims or ())
    return replace(shape, dims=tuple(dims))


def result_type(built: Built, program: TypedProgram) -> ts.Type:
    """
    The type of what a program computes; sizes by symbols of its own are unknown. What the operator
    implies for its operands does not change their names.
    """
    match built:
        case Tensor():
            shape = Shape(program.state.raw_dims(built.value))
            return replace(built.tensor_type(), shape=outside(shape))
        case ts.TensorType() | ts.ShapeType():
            return replace(built, shape=outside(built.shape))
        case ts.Type():
            return built
        case _:
            return ts.TupleType(tuple(result_type(one, program) for one in built))


def outside(shape: Shape) -> Shape:
    """A shape without the symbols of a program, by the name of the shape value that it is."""
    shape = shape.mapped(known)
    name = value_of(shape.dims[0]) if shape.dims and isinstance(shape.dims[0], Symbol) else None
    named = None if name is None else Shape.of_value(name, shape.rank)
    return shape if named is None or named.dims != shape.dims else named


def known(size: Expr) -> Expr | None:
    """A size, None when it mentions a symbol that only the program has."""
    return None if any(one.label.startswith("%") for one in size.symbols) else size


def check_kinds(row: OperatorRow, operands: Sequence[ts.Type]) -> None:
    """Operands are of the kinds that an operator takes (RLX-150, 264)."""
    if not row.takes(len(operands)):
        raise OperatorError(f"{len(operands)} operands, expected {len(row.operands)}")
    for index, (operand, type_) in enumerate(zip(row.operands, operands, strict=False)):
        if not fits(operand, type_):
            raise OperatorError(
                f"operand {index} ({operand.name}) is of type {type_text(type_)}, expected"
                f" {WANTED[operand.kind][0]}{hint_for(type_)}"
            )


WANTED: Mapping[str, tuple[str, tuple[type[ts.Type], ...]]] = {
    "tensor": ("a tensor", (ts.TensorType,)),
    "tuple": ("a tuple of tensors", (ts.TupleType,)),
    "shape": ("a shape", (ts.ShapeType,)),
    "prim": ("a scalar", (ts.PrimType,)),
    "number": ("a tensor or a scalar", (ts.TensorType, ts.PrimType)),
}
"""What the kinds of operands are in words, and their types; all other kinds are anything."""


def fits(operand: OperandRow, type_: ts.Type) -> bool:
    """Whether a value of a type is of the kind of an operand."""
    if operand.kind not in WANTED or not isinstance(type_, WANTED[operand.kind][1]):
        return operand.kind not in WANTED
    fields = type_.fields if isinstance(type_, ts.TupleType) else ()
    return all(isinstance(one, ts.TensorType) for one in fields)


def common_device(operands: Sequence[ts.Type]) -> str | None:
    """The device of the operands, which is one (RLX-285, 309)."""
    found = [one for operand in operands for one in ts.devices_in(operand)]
    for one in found:
        if one != found[0]:
            raise OperatorError(f'operands are on devices "{found[0]}" and "{one}"', "RLX-285")
    return found[0] if found else None
