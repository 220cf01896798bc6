"""
Checks of types as operations (RLX-190 to 194, 293): inserted where values meet the types that are
written, and removed where other facts imply them.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.constraints.types import set_type
from disc_shape.dialects.relax.aliases import UNCHECKED, BindOp, CheckOp, MatchCastOp
from disc_shape.dialects.relax.calls import CallOp, FunctionRefOp
from disc_shape.dialects.relax.function_ops import ClosureOp, FuncOp, FunctionLike, ReturnOp
from disc_shape.dialects.relax.types import attribute_of, type_of
from disc_shape.relax.criteria import raise_all
from disc_shape.relax.derivation import Derivation
from disc_shape.relax.module_info import ModuleInfo
from disc_shape.relax.operation_types import Place
from disc_shape.relax.value_types import Doubt
from disc_shape.symbolic import Truth
from disc_shape.typesystem.judgements import compatible
from disc_shape.typesystem.matching import Substitution
from disc_shape.typesystem.schemes import CallError, instantiate
from disc_shape.typesystem.scopes import erased, names_bound
from disc_shape.typesystem.types import OBJECT, Type


def insert_checks(module: ModuleOp) -> None:
    """
    Make the checks of parameters, casts, annotations and results operations; what has them is
    marked, and checks nothing by itself. A second run changes nothing.
    """
    derivation = Derivation(module, writes=False)
    derivation.warns = False
    raise_all(derivation.run())
    for doubt in derivation.doubts:
        insert_at(doubt)
    for op in list(module.walk()):
        if UNCHECKED in op.attributes:
            continue
        if isinstance(op, FunctionLike):
            check_parameters(op)
            op.attributes[UNCHECKED] = UnitAttr()
        elif isinstance(op, MatchCastOp):
            check = CheckOp(op.value, op.pattern, "the value")
            Rewriter.insert_op(check, InsertPoint.after(op))
            op.attributes[UNCHECKED] = UnitAttr()


def name_of(op: FunctionLike) -> str:
    """A function, for messages."""
    return f"@{op.sym_name.data}" if isinstance(op, FuncOp) else "the function"


def check_parameters(op: FunctionLike) -> None:
    """
    Check the parameters of a function, in order, once all their symbols are bound (RLX-191).

        relax.func @f(%x: T) {   =>   relax.func @f(%x: T) attributes {relax.unchecked} {
                                        relax.check %x : T is T {what = "argument 0 of @f"}
    """
    checks = [
        CheckOp(value, value.type, f"argument {index} of {name_of(op)}")
        for index, value in enumerate(op.parameters)
        if type_of(value.type) not in (None, OBJECT)
    ]
    Rewriter.insert_op(checks, InsertPoint.at_start(op.body.block))


def insert_at(doubt: Doubt) -> None:
    """
    Check a value that may not be of the type that is written: on return before the terminator, else
    after the operation, which gets its own type.

        %0 = f : W   =>   %1 = f : D
                          relax.check %1 : D is W
                          %0 = relax.bind %1 : D -> W {relax.unchecked}
    """
    op, expected = doubt.op, attribute_of(doubt.expected)
    if isinstance(op, ReturnOp):
        around = op.parent_op()
        if isinstance(around, FunctionLike) and UNCHECKED not in around.attributes:
            check = CheckOp(op.value, expected, f"the result of {name_of(around)}")
            Rewriter.insert_op(check, InsertPoint.before(op))
        return
    if UNCHECKED in op.attributes or isinstance(op, ClosureOp):
        return
    (value,) = op.results
    bound = unchecked_alias(value, value.type)
    bound.result.name_hint, value.name_hint = value.name_hint, None
    value.replace_all_uses_with(bound.result)
    bound.operands[0] = value
    set_type(value, attribute_of(doubt.given))
    check = CheckOp(value, expected, "the value")
    Rewriter.insert_op([check, bound], InsertPoint.after(op))


def eliminate_checks(module: ModuleOp, *, everything: bool = False) -> None:
    """
    Remove the checks that always succeed (RLX-194): those that the type of the value implies, and
    for parameters of private functions those that hold at every call. With `everything` all go
    (RLX-293); what binds symbols stays. A cast that neither checks nor binds becomes an alias.
    """
    walk = Elimination(module)
    walk.warns = False
    walk.find()
    for check in [op for op in module.walk() if isinstance(op, CheckOp)]:
        if everything or check in walk.implied:
            Rewriter.erase_op(check)
    for cast in walk.idle:
        if check_of(cast) is None:
            Rewriter.replace_op(cast, unchecked_alias(cast.value, cast.result.type))


def check_of(cast: MatchCastOp) -> CheckOp | None:
    """The check that follows the cast for which it was inserted."""
    check = cast.next_op
    if not isinstance(check, CheckOp) or check.value is not cast.value:
        return None
    return check if check.expected == cast.pattern else None


def unchecked_alias(value: SSAValue, type_: Attribute) -> BindOp:
    """A value as one of another type, which something else has checked, or nothing needs to."""
    bound = BindOp(value, type_)
    bound.attributes[UNCHECKED] = UnitAttr()
    return bound


class Elimination(Derivation):
    """
    A walk that finds the checks that always succeed, and the casts that bind nothing. No check
    depends on itself: the type of a parameter is what its first check establishes, so that one is
    judged by the calls, and only where none of these can come from the function itself.
    """

    def __init__(self, module: ModuleOp) -> None:
        super().__init__(module, writes=False)
        self.implied: set[CheckOp] = set()
        self.idle: list[MatchCastOp] = []
        self.first: dict[SSAValue, CheckOp] = {}
        self.expected: dict[CheckOp, Type] = {}
        """What a check after a cast expects, with the sizes of the value for new symbols."""
        self.unproved: dict[str, set[int]] = {name: set() for name in private_functions(self.info)}

    def find(self) -> None:
        """Walk over all functions. Raises all errors at once."""
        raise_all(self.run())
        for name, unproved in self.unproved.items():
            for index, parameter in enumerate(self.info.functions[name].parameters):
                if index not in unproved and parameter in self.first:
                    self.implied.add(self.first[parameter])

    def operation(self, op: Operation, place: Place) -> None:
        """One operation, in the scope in which it stands."""
        if isinstance(op, MatchCastOp) and UNCHECKED in op.attributes:
            pattern = type_of(op.pattern, place.names) or OBJECT
            new, check = names_bound(pattern).difference(place.names), check_of(op)
            if not new:
                self.idle.append(op)
            given = self.of(op.value)
            if check is not None and given is not None:
                found = Substitution(new)
                found.match(pattern, given)
                self.expected[check] = erased(pattern, found.scope(loses=False))
        super().operation(op, place)
        if isinstance(op, CheckOp):
            self.check(op, place)
        elif isinstance(op, CallOp) and op.callee is not None:
            name = op.callee.root_reference.data
            if name in self.unproved:
                self.unproved[name] |= self.unproved_arguments(op, name)

    def check(self, op: CheckOp, place: Place) -> None:
        """Note a check that the type of its value implies."""
        own = is_parameter(op.value) and op.expected == op.value.type
        if own and op.value not in self.first:
            self.first[op.value] = op
            return
        given = self.of(op.value)
        expected = self.expected.get(op) or type_of(op.expected, place.names)
        if given is not None and expected is not None:
            if compatible(given, expected, self.prover) is Truth.YES:
                self.implied.add(op)

    def unproved_arguments(self, op: CallOp, name: str) -> set[int]:
        """The arguments of a call that may not be of the types of the parameters."""
        callee, types = self.global_type(name, op), self.of_all(op.arguments)
        try:
            if callee is not None and types is not None:
                found = instantiate(callee, types, self.prover)
                return {index for index, _ in found.unproved}
        except CallError:
            pass
        return set(range(len(op.arguments)))


def is_parameter(value: SSAValue) -> bool:
    """Whether a value is a parameter of a function."""
    return isinstance(value, BlockArgument) and isinstance(value.block.parent_op(), FunctionLike)


def private_functions(info: ModuleInfo) -> list[str]:
    """The private functions that are only called, and not from themselves."""
    taken = {
        op.callee.root_reference.data for op in info.module.walk() if isinstance(op, FunctionRefOp)
    }
    return [
        name
        for name, op in info.functions.items()
        if op.sym_visibility is not None and name not in taken and name not in info.reached[name]
    ]
