"""The types of branches and matches, and of values where they are used and defined."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from xdsl.ir import Block, Operation, SSAValue

from disc_shape.dialects.relay import data
from disc_shape.dialects.relay.types import term_of
from disc_shape.relay.closing import text
from disc_shape.relay.errors import rule_error
from disc_shape.relay.instantiation import Instantiation, Place
from disc_shape.relay.program import Program, constructor_type
from disc_shape.relay.solver import Known, Solver
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type
from disc_shape.typesystem.unification import instance


def named(value: SSAValue) -> str:
    """A value for a message."""
    return f"%{value.name_hint}" if value.name_hint else "the value"


def annotation(value: SSAValue) -> Type:
    """The type that a program writes for a value."""
    return term_of(value.type) or ts.Hole()


class MatchTypes(Instantiation):
    """Types values, branches and matches."""

    def __init__(self, program: Program, solver: Solver) -> None:
        super().__init__(solver)
        self.program = program
        self.types: dict[SSAValue, Type] = {}

    @abstractmethod
    def block(
        self, block: Block, place: Place, result: Type, what: str, rule: str, source: str
    ) -> None:
        """The operations of a block, whose value is of type `result` by what `source` says."""

    def use(self, op: Operation, value: SSAValue, place: Place) -> Type:
        """The type of an operand; a polymorphic function is instantiated there."""
        found = self.unifier.find(self.types[value])
        if isinstance(found, ts.Function) and (found.parameters or found.where):
            return self.instantiated(op, found, place, named(value))
        return found

    def uses(self, op: Operation, operands: Sequence[SSAValue], place: Place) -> tuple[Type, ...]:
        """The types of operands."""
        return tuple(self.use(op, value, place) for value in operands)

    def define(self, op: Operation, type_: Type, place: Place) -> None:
        """The result of an operation, which may be annotated."""
        (result,) = op.results
        written = self.opened(annotation(result), place)
        self.types[result] = written
        self.solver.unify(op, type_, written, named(result), "RLY-67", "its annotation")

    def branch(self, op: data.IfOp, place: Place) -> None:
        """A branch on a boolean scalar; both values are of one type (RLY-67, 69)."""
        condition = self.use(op, op.condition, place)
        self.solver.unify(op, condition, ts.BOOLEAN, "the condition", "RLY-67", "the branch")
        result = self.unifier.hole("type", place.scope)
        for region in op.regions:
            what = "the value of the branch"
            self.block(region.block, place, result, what, "RLY-67", "the other branch")
        self.define(op, result, place)

    def match(self, op: data.MatchOp, place: Place) -> None:
        """A match: binders have the types of the constructor's fields (RLY-88, 89, 100)."""
        scrutinee = self.use(op, op.scrutinee, place)
        result = self.unifier.hole("type", place.scope)
        for name, region in op.clauses:
            if name:
                known = self.unifier.find(scrutinee)
                handle = known.name if isinstance(known, ts.Data) else None
                owner, constructor = self.program.constructor(op, name, handle)
                self.fits(op, known, owner, name)
                terms = [self.unifier.hole("type", place.scope) for _ in owner.names]
                found = instance(constructor_type(owner, constructor), terms)
                what = "what is matched"
                self.solver.unify(op, scrutinee, found.result, what, "RLY-89", f"@{name}")
                self.bind(op, name, region.block, found.arguments, place)
            what = "the value of the case"
            self.block(region.block, place, result, what, "RLY-67", "the other cases")
        self.solver.add(
            Known(op, "{} is a data type", (scrutinee,), lambda found: self.is_data(op, found))
        )
        self.define(op, result, place)
        self.exhaustive(op, scrutinee)

    def is_data(self, op: data.MatchOp, type_: Type) -> None:
        """What is taken apart is an instance of a data type (RLY-89)."""
        if not isinstance(type_, ts.Data):
            shown = text(self.unifier, type_)
            raise rule_error(op, f"takes apart a value of type {shown}, no data type", "RLY-89")

    def fits(self, op: data.MatchOp, known: Type, owner: data.DataOp, name: str) -> None:
        """A constructor can be that of the value (RLY-89)."""
        if isinstance(known, ts.Hole):
            return
        if not isinstance(known, ts.Data) or known.name != owner.sym_name.data:
            shown = text(self.unifier, known)
            message = f"a value of type {shown} is never @{name} of @{owner.sym_name.data}"
            raise rule_error(op, message, "RLY-89")

    def bind(
        self, op: data.MatchOp, name: str, block: Block, fields: Sequence[Type], place: Place
    ) -> None:
        """The binders of a case."""
        if len(block.args) != len(fields):
            message = f"@{name} has {len(fields)} fields, got {len(block.args)} binders"
            raise rule_error(op, message, "RLY-29")
        for value, field in zip(block.args, fields, strict=True):
            self.types[value] = self.opened(annotation(value), place)
            what = named(value)
            self.solver.unify(op, field, self.types[value], what, "RLY-88", "its annotation")

    def exhaustive(self, op: data.MatchOp, scrutinee: Type) -> None:
        """Each constructor has a case, or there is a default (RLY-100)."""
        known = self.unifier.find(scrutinee)
        handled = [name for name, _ in op.clauses]
        if "" in handled:
            return
        if not isinstance(known, ts.Data):
            raise rule_error(op, "no case and no default", "RLY-100")
        constructors = self.program.data[known.name].constructors
        missing = [f"@{one}" for one in constructors if one not in handled]
        if missing:
            message = f"no case for {', '.join(missing)} of @{known.name}, and no default"
            raise rule_error(op, message, "RLY-100")
