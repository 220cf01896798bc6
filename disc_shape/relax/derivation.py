"""
The types of all values of a module, and what is wrong with it.

One walk over each function: the type of each operation follows from its operands (RLX-250 to 271);
where a type is written it is compared and kept (RLX-259). Effects are checked on the way (RLX-070
to 079). What cannot be proved is a warning and checked when the program runs.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.constraints.types import set_type
from disc_shape.dialects.relax import calls, casts, literals, structure
from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.dialects.relax.scoping import Names, bind
from disc_shape.dialects.relax.types import attribute_of, type_of, type_text
from disc_shape.errors import OperationError, OperationWarning
from disc_shape.relax.examples import example_of
from disc_shape.relax.module_info import ModuleInfo, buffers_and_integers, primitive_type
from disc_shape.relax.operators import OperatorError, OperatorTypes
from disc_shape.symbolic import Prover, Truth
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.bounds import least_upper_bound
from disc_shape.typesystem.judgements import compatible, subtype
from disc_shape.typesystem.schemes import CallError, instantiate
from disc_shape.typesystem.scopes import Scope, erased, function_of
from disc_shape.typesystem.types import (
    OBJECT,
    FunctionType,
    ObjectType,
    PackedType,
    ShapeType,
    TensorType,
    TupleType,
    Type,
)

CONDITION = TensorType(Shape(()), "i1")
HINT = "; match_cast it first [RLX-150]"


class Place:
    """Where an operation stands: the names in scope, and what effects are allowed."""

    def __init__(self, function: str, names: Names, pure: bool) -> None:
        self.function = function
        """The global function around it."""
        self.names = names
        self.pure = pure
        self.in_dataflow = False
        self.own: set[SSAValue] = set()
        """The names by which local functions around it call themselves."""

    def branch(self) -> Place:
        """A place inside, whose names end with it."""
        inner = Place(self.function, Names(self.names), self.pure)
        inner.in_dataflow, inner.own = self.in_dataflow, self.own
        return inner

    def function_inside(self, pure: bool, own: SSAValue) -> Place:
        """A place in a local function."""
        inner = Place(self.function, Names(self.names), pure)
        inner.own = {*self.own, own}
        return inner


class Derivation:
    """The types of a module; with `writes`, each is written where none is."""

    def __init__(self, module: ModuleOp, *, writes: bool) -> None:
        self.info = ModuleInfo(module)
        self.writes = writes
        self.errors: list[OperationError] = []
        self.types: dict[SSAValue, Type | None] = {}
        """The types of values; None where an error makes it unknown."""
        self.globals: dict[str, Type | None] = {}
        self.open: set[str] = set()
        self.prover = Prover()
        self.operators = OperatorTypes(self.prover)

    def run(self) -> list[OperationError]:
        """Type all functions; the errors in order."""
        for name in self.info.functions:
            self.global_function(name)
        places = {op: index for index, op in enumerate(self.info.module.walk())}
        last = len(places)
        self.errors.sort(key=lambda one: places.get(one.operation, last) if one.operation else last)
        return self.errors

    def fail(self, op: Operation, message: str, rule: str) -> None:
        """Note an error."""
        text = message if message.endswith("]") else f"{message} [{rule}]"
        self.errors.append(OperationError(f"{op.name}: {text}", op))

    def warn(self, op: Operation, message: str, rule: str) -> None:
        """Warn of what is checked when the program runs."""
        warnings.warn(OperationWarning(f"{message} [{rule}]", op), stacklevel=2)

    # functions

    def global_type(self, name: str, op: Operation) -> Type | None:
        """The type of a global function; one without a declared result is typed first."""
        if name in self.info.primitives:
            return primitive_type(self.info.primitives[name])
        if name not in self.info.functions:
            self.fail(op, f"no function is called @{name}", "RLX-058")
            return None
        declared = type_of(self.info.functions[name].signature)
        if declared is not None:
            return declared
        if name in self.open:
            self.fail(op, f"@{name} calls itself and declares no result type", "RLX-118")
            return None
        self.global_function(name)
        return self.globals[name]

    def global_function(self, name: str) -> None:
        """Type one global function, once."""
        if name in self.globals or name in self.open:
            return
        op = self.info.functions[name]
        self.open.add(name)
        place = Place(name, Names(), op.impure is None and not op.force_pure)
        result = self.function_body(op, place)
        parameters = [self.types[one] for one in op.parameters]
        known = [OBJECT if one is None else one for one in parameters]
        pure = op.impure is None
        self.globals[name] = None if result is None else function_of(known, result, pure)
        self.open.discard(name)

    def function_body(self, op: structure.FunctionLike, place: Place) -> Type | None:
        """Type a function's body, compare its result (RLX-270); the type of the result."""
        types = [type_of(one.type, place.names) for one in op.parameters]
        for value, type_ in zip(op.parameters, types, strict=True):
            self.types[value] = OBJECT if type_ is None else type_
            if type_ is not None:
                bind(type_, place.names)
        signature = Names(place.names)
        body = self.block(op.body.block, place)
        declared = type_of(op.declared, signature)
        last = op.body.block.last_op
        if declared is None:
            result = None if body is None else erased(body, Scope.of(signature))
            if self.writes and result is not None:
                op.result_type = attribute_of(result)
            return result
        if body is not None and last is not None:
            self.compare(last, body, declared, "the result", "RLX-270", "RLX-039")
        return declared

    def block(self, block: Block, place: Place) -> Type | None:
        """Type the operations of a block; the type that its terminator gives."""
        result: Type | None = None
        for op in block.ops:
            if isinstance(op, structure.ReturnOp | structure.YieldOp):
                result = self.types.get(op.operands[0])
            elif not isinstance(op, structure.OutputOp):
                self.operation(op, place)
        return result

    def closure(self, op: structure.ClosureOp, place: Place) -> Type | None:
        """A local function (RLX-258): its own symbols are the new ones of its parameters."""
        own = op.body.block.args[0]
        pure = op.impure is None
        inner = place.function_inside(pure and not op.force_pure, own)
        self.types[own] = type_of(op.signature, place.names)
        result = self.function_body(op, inner)
        if result is None:
            return None
        parameters = [self.types[one] or OBJECT for one in op.parameters]
        found = function_of(parameters, result, pure, place.names)
        if self.writes:
            set_type(own, attribute_of(found))
            self.types[own] = found
        return found

    # operations

    def operation(self, op: Operation, place: Place) -> None:
        """Type one operation."""
        if isinstance(op, structure.DataflowOp):
            self.dataflow(op, place)
            return
        try:
            derived = self.derived(op, place)
        except OperatorError as error:
            self.fail(op, str(error), error.rule)
            derived = None
        self.check_effects(op, place)
        for result in op.results:
            self.settle(op, result, derived, place)

    def dataflow(self, op: structure.DataflowOp, place: Place) -> None:
        """A dataflow block, whose outputs are visible after it."""
        before, place.in_dataflow = place.in_dataflow, True
        self.block(op.body.block, place)
        place.in_dataflow = before
        output = op.body.block.last_op
        for value, result in zip(output.operands if output else (), op.results, strict=True):
            self.types[result] = self.types[value]
            if self.writes:
                set_type(result, value.type)

    def settle(self, op: Operation, result: SSAValue, derived: Type | None, place: Place) -> None:
        """Keep the written type of a result, or write the derived one (RLX-259, 260)."""
        written = type_of(result.type, place.names)
        if written is None:
            self.types[result] = derived
            if self.writes and derived is not None:
                set_type(result, attribute_of(derived))
            return
        self.types[result] = written
        if derived is not None and derived != written:
            self.compare(op, derived, written, "the value", "RLX-259", "RLX-259")

    def compare(
        self, op: Operation, given: Type, expected: Type, what: str, rule: str, warning: str
    ) -> None:
        """A value of one type where another is written: an error, a warning or nothing."""
        truth = compatible(given, expected, self.prover)
        if truth is Truth.YES:
            return
        texts = f"{what} is of type {type_text(given)}, but {type_text(expected)} is declared"
        if truth is Truth.NO:
            self.fail(op, texts + (HINT if isinstance(given, ObjectType) else ""), rule)
        else:
            example = example_of(given, expected, self.prover)
            self.warn(op, f"{texts}; it is checked at run time{example}", warning)

    def derived(self, op: Operation, place: Place) -> Type | None:
        """The type that follows from the operands, None where theirs are unknown."""
        match op:
            case OperatorOp():
                types = self.operands(op.operands)
                if types is None:
                    return None
                return self.operators.type_of(op.ROW.name, types, op.values())
            case literals.ConstantOp():
                return literals.type_of_tensor(op.value.type)
            case literals.ShapeOp():
                return ShapeType(op.dims.data)
            case literals.PrimOp():
                return type_of(literals.PrimOp(op.value).result.type)
            case literals.OpaqueOp():
                return OBJECT
            case literals.TupleOp():
                types = self.operands(op.operands)
                return None if types is None else TupleType(tuple(types))
            case literals.GetOp():
                return self.member(op)
            case casts.BindOp():
                return self.types.get(op.value)
            case casts.MatchCastOp():
                return self.match_cast(op, place)
            case structure.IfOp():
                return self.branch(op, place)
            case structure.SeqOp():
                inner = place.branch()
                body = self.block(op.body.block, inner)
                return None if body is None else erased(body, Scope.of(place.names))
            case structure.ClosureOp():
                return self.closure(op, place)
            case calls.FunctionRefOp():
                return self.global_type(op.callee.root_reference.data, op)
            case calls.ExternOp():
                return PackedType()
            case calls.CallOp():
                return self.call(op, place)
            case calls.CallTirOp():
                return self.call_tir(op, place)
            case calls.NamedCall():
                return type_of(op.result.type, place.names) or OBJECT
            case _:
                return None

    def operands(self, values: Sequence[SSAValue]) -> list[Type] | None:
        """The types of operands, None where one is unknown."""
        types = [self.types.get(one) for one in values]
        known = [one for one in types if one is not None]
        return known if len(known) == len(types) else None

    def member(self, op: literals.GetOp) -> Type | None:
        """A member of a tuple (RLX-262)."""
        type_, index = self.types.get(op.tuple_), op.index.value.data
        if type_ is None:
            return None
        if isinstance(type_, TupleType):
            if 0 <= index < len(type_.fields):
                return type_.fields[index]
            self.fail(op, f"member {index} of a tuple of {len(type_.fields)}", "RLX-262")
            return None
        hint = HINT if isinstance(type_, ObjectType) else ""
        self.fail(op, f"member {index} of {type_text(type_)}, no tuple{hint}", "RLX-262")
        return None

    def match_cast(self, op: casts.MatchCastOp, place: Place) -> Type | None:
        """A cast binds the symbols that are new in its pattern (RLX-182, 183, 261)."""
        pattern, given = type_of(op.pattern, place.names), self.types.get(op.value)
        if pattern is None:
            return None
        written = type_of(op.result.type, place.names)
        if given is not None and never_fits(given, pattern, self.prover):
            text = f"{type_text(given)} is never of type {type_text(pattern)}"
            self.warn(op, f"the cast cannot succeed: {text}", "RLX-182")
        bind(pattern, place.names)
        if written is not None and subtype(pattern, written, self.prover) is Truth.NO:
            texts = f"{type_text(written)} is not above {type_text(pattern)}"
            self.fail(op, f"the type of the variable is narrower than the cast: {texts}", "RLX-183")
        return pattern

    def branch(self, op: structure.IfOp, place: Place) -> Type | None:
        """A branch: the least type above both, as far as the scope around can name it (RLX-255)."""
        condition = self.types.get(op.condition)
        if condition is not None:
            truth = compatible(condition, CONDITION, self.prover)
            if truth is Truth.NO:
                self.fail(
                    op,
                    f"the condition is of type {type_text(condition)}, no boolean scalar",
                    "RLX-028",
                )
        bodies = [self.block(one.block, place.branch()) for one in op.regions]
        one, other = (body and erased(body, Scope.of(place.names)) for body in bodies)
        if one is None or other is None:
            return None
        return least_upper_bound(one, other, self.prover)

    def call(self, op: calls.CallOp, place: Place) -> Type | None:
        """A call of a function, instantiated with the arguments (RLX-266 to 269)."""
        if op.callee is not None:
            what = f"@{op.callee.root_reference.data}"
            callee = self.global_type(op.callee.root_reference.data, op)
        else:
            what = "the function"
            callee = None if op.function is None else self.types.get(op.function)
        types = self.operands(op.arguments)
        if callee is None or types is None:
            return None
        listed = op.type_args
        written = [op.result.type] if listed is None else list(listed)
        arguments = [one for one in (type_of(a, place.names) for a in written) if one is not None]
        try:
            found = instantiate(callee, types, self.prover, arguments)
        except CallError as error:
            self.fail(op, *call_message(error, what, callee, types))
            return None
        for index, expected in found.doubtful:
            texts = f"{type_text(types[index])} for {type_text(expected)}"
            example = example_of(types[index], expected, self.prover)
            self.warn(
                op,
                f"argument {index} of {what} may not fit: {texts}; it is checked at run"
                f" time{example}",
                "RLX-237",
            )
        return found.result

    def call_tir(self, op: calls.CallTirOp, place: Place) -> Type | None:
        """A call of a primitive function: its buffers are arguments, then results (RLX-336)."""
        name = op.callee.root_reference.data
        result = type_of(op.result.type, place.names)
        function = self.info.primitives.get(name)
        types = self.operands(op.arguments)
        if function is None:
            self.fail(op, f"no primitive function is called @{name}", "RLX-330")
        if function is None or types is None or result is None:
            return result
        if any(not isinstance(one, TensorType) for one in types):
            self.fail(op, "the arguments are no tuple literal of tensors", "RLX-133")
            return result
        results = result.fields if isinstance(result, TupleType) else (result,)
        callee, integers = buffers_and_integers(function)
        given = 0 if op.integers is None else integers_in(self.types.get(op.integers))
        if given is not None and given != integers:
            self.fail(op, f"@{name} takes {integers} integers, got {given}", "RLX-330")
        try:
            instantiate(callee, [*types, *results], self.prover)
        except CallError as error:
            message, _ = call_message(error, f"@{name}", callee, [*types, *results])
            self.fail(op, message, "RLX-336")
        return result

    # effects

    def check_effects(self, op: Operation, place: Place) -> None:
        """No effects in pure functions, and neither they nor loops in dataflow (RLX-070 to 079)."""
        if place.in_dataflow:
            if isinstance(op, structure.IfOp):
                self.fail(op, "a branch in a dataflow block", "RLX-071")
            if isinstance(op, calls.CallOp) and self.is_recursive(op, place):
                self.fail(op, "a recursive call in a dataflow block", "RLX-117")
        if (place.pure or place.in_dataflow) and self.has_effects(op):
            where = "a dataflow block" if place.in_dataflow else "a pure function"
            rule = "RLX-071" if place.in_dataflow else "RLX-265"
            self.fail(op, f"effects in {where}", rule)

    def has_effects(self, op: Operation) -> bool:
        """Whether an operation may have effects other than an error."""
        if isinstance(op, OperatorOp):
            return not op.ROW.pure
        if isinstance(op, calls.CallOp):
            if op.callee is not None:
                name = op.callee.root_reference.data
                function = self.info.functions.get(name)
                return name in self.info.primitives or (
                    function is not None and function.impure is not None
                )
            callee = None if op.function is None else self.types.get(op.function)
            return isinstance(callee, FunctionType | PackedType) and not callee.pure
        return isinstance(op, calls.CallPackedOp)

    def is_recursive(self, op: calls.CallOp, place: Place) -> bool:
        """Whether a call may lead back to the function that makes it."""
        if op.callee is not None:
            name = op.callee.root_reference.data
            return self.info.is_recursive_call(place.function, name)
        return op.function in place.own


def integers_in(type_: Type | None) -> int | None:
    """How many integers a shape value has, None when unknown."""
    return type_.shape.rank if isinstance(type_, ShapeType) else None


def call_message(
    error: CallError, what: str, callee: Type, types: Sequence[Type]
) -> tuple[str, str]:
    """What is wrong with a call, and the rule."""
    if error.cause == "not_callable":
        hint = HINT if isinstance(callee, ObjectType) else " [RLX-266]"
        return f"{what} is of type {type_text(callee)}, no function{hint}", "RLX-266"
    if error.cause == "arity" or error.index is None or error.expected is None:
        count = len(callee.parameters) if isinstance(callee, FunctionType) else 0
        return f"{what} takes {count} arguments, got {len(types)}", "RLX-268"
    given = types[error.index]
    hint = HINT if isinstance(given, ObjectType) else ""
    texts = f"{type_text(given)} for {type_text(error.expected)}"
    return f"argument {error.index} of {what} does not fit: {texts}{hint}", "RLX-268"


def never_fits(given: Type, pattern: Type, prover: Prover) -> bool:
    """Whether no value of one type is of the other: neither is above the other (RLX-182)."""
    return (
        compatible(given, pattern, prover) is Truth.NO
        and compatible(pattern, given, prover) is Truth.NO
    )
