"""
What xDSL verifies of an operation by the definition of its class, with the definition read once.

For each operation xDSL searches the definition for options, counts its variadic operands and looks
every operand up by name. Here the constraints of a class are listed once. This only accepts: where
it raises, xDSL verifies the operation, and the error is xDSL's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from inspect import getclosurevars
from typing import NamedTuple

from xdsl.ir import ErasedSSAValue, Operation, OpResult, Region, SSAValue
from xdsl.irdl import (
    AttrConstraint,
    IRDLOperation,
    OpDef,
    OperandDef,
    OptionalDef,
    RangeConstraint,
    ResultDef,
)
from xdsl.irdl.constraints import VerificationContext
from xdsl.irdl.operations import (
    AttrSizedSegments,
    OptAttributeDef,
    OptPropertyDef,
    VariadicDef,
    VarIRConstruct,
    irdl_op_verify_arg_list,
    irdl_op_verify_regions,
)
from xdsl.traits import IsolatedFromAbove, IsTerminator, NoTerminator, OpTrait
from xdsl.utils.exceptions import VerifyException

from disc_shape.reading.formats import constraints_of
from disc_shape.reading.tokens import Context
from disc_shape.traversal import next_of, operands_of, successors_of, type_of, types_of

OPERAND, RESULT = VarIRConstruct.OPERAND, VarIRConstruct.RESULT


class Definition:
    """The definition of an operation class, and the verifier that the class has besides."""

    def __init__(self, definition: OpDef, custom: Callable[[Operation], object] | None) -> None:
        self._definition = definition
        self._custom = custom
        self._operands = constraints_of([one for _, one in definition.operands])
        self._results = constraints_of([one for _, one in definition.results])
        self._operand_list = ValueList.of(definition.operands, definition)
        self._result_list = ValueList.of(definition.results, definition)
        self._properties = {name: one.constr for name, one in definition.properties.items()}
        self._required = {
            name
            for name, one in definition.properties.items()
            if not isinstance(one, OptPropertyDef)
        }
        self._attributes = [
            (name, one.constr, isinstance(one, OptAttributeDef))
            for name, one in definition.attributes.items()
        ]
        self._traits: frozenset[OpTrait] = frozenset()
        self._checks: list[OpTrait] = []
        """Those of the traits that check something."""

    def verify(self, op: Operation) -> None:
        """
        Verify an operation, but not those in its regions. Raises `VerifyException`, or any other
        error, where xDSL might not accept it.
        """
        operands = operands_of(op)
        if successors_of(op) or not may_stand(op, operands):
            raise VerifyException
        definition, context = self._definition, Context()
        if self._operands is None:
            if self._operand_list is None:
                irdl_op_verify_arg_list(op, definition, OPERAND, context)
            else:
                self._operand_list.verify(operands, context)
        else:
            verify_each(operands, self._operands, context)
        if self._results is None:
            if self._result_list is None:
                irdl_op_verify_arg_list(op, definition, RESULT, context)
            else:
                self._result_list.verify(op.results, context)
        else:
            verify_each(op.results, self._results, context)
        if definition.regions:
            irdl_op_verify_regions(op, definition, context)
        elif op.regions:
            raise VerifyException
        self._verify_attributes(op, context)
        traits = definition.traits.traits
        if traits is not self._traits:
            self._traits = traits
            self._checks = [one for one in traits if type(one).verify is not OpTrait.verify]
        for trait in self._checks:
            if type(trait) is not IsolatedFromAbove:
                trait.verify(op)
            elif not is_isolated(op):
                raise VerifyException
        if self._custom is not None:
            self._custom(op)

    def _verify_attributes(self, op: Operation, context: VerificationContext) -> None:
        found, constraints = op.properties, self._properties
        for name in self._required:
            if name not in found:
                raise VerifyException
        for name in found:
            if name not in constraints:
                raise VerifyException
            constraints[name].verify(found[name], context)
        for name, constraint, is_optional in self._attributes:
            if name in op.attributes:
                constraint.verify(op.attributes[name], context)
            elif not is_optional:
                raise VerifyException


def definition_of(op_class: type[Operation]) -> Definition | None:
    """The definition of a class; None where its verifier is not the one that xDSL makes of it."""
    return _with_verifier(op_class, op_class.verify_)


@lru_cache(maxsize=1 << 12)
def _with_verifier(op_class: type[Operation], verify: Callable[..., object]) -> Definition | None:
    if not issubclass(op_class, IRDLOperation):
        return None
    definition = op_class.get_irdl_definition()
    # xDSL's decorator keeps the verifier that the class had before in a closure.
    names = getclosurevars(verify).nonlocals
    if names.get("op_def") is not definition or definition.successors:
        return None
    custom: object = names.get("custom_verify")
    return Definition(definition, custom if callable(custom) else None)


def may_stand(op: Operation, operands: Sequence[SSAValue]) -> bool:
    """Whether an operation may be where it is, and its operands exist."""
    for operand in operands:
        if operand.__class__ is ErasedSSAValue:
            return False
    block = op.parent
    if block is None or next_of(op) is not None or op.has_trait(IsTerminator):
        return True
    outer = block.parent_op()
    alone = block.prev_block is None and block.next_block is None
    return alone and outer is not None and outer.has_trait(NoTerminator)


class ValueList(NamedTuple):
    """The constraints of values, among which one definition stands for any number of them."""

    before: Sequence[RangeConstraint]
    several: RangeConstraint
    after: Sequence[RangeConstraint]
    most: int | None
    """The most values that `several` stands for; None if there is no limit."""

    @staticmethod
    def of(
        defs: Sequence[tuple[str, OperandDef | ResultDef]], definition: OpDef
    ) -> ValueList | None:
        """The constraints of definitions; None where it takes an attribute to tell values apart."""
        places = [place for place, (_, one) in enumerate(defs) if isinstance(one, VariadicDef)]
        if len(places) != 1 or any(isinstance(o, AttrSizedSegments) for o in definition.options):
            return None
        (place,) = places
        found = [one.constr for _, one in defs]
        most = 1 if isinstance(defs[place][1], OptionalDef) else None
        return ValueList(found[:place], found[place], found[place + 1 :], most)

    def verify(self, values: Sequence[SSAValue], context: VerificationContext) -> None:
        """Verify the types of values."""
        types = tuple(types_of(values))
        last = len(types) - len(self.after)
        count = last - len(self.before)
        if count < 0 or (self.most is not None and count > self.most):
            raise VerifyException
        for place, constraint in enumerate(self.before):
            constraint.verify(types[place : place + 1], context)
        self.several.verify(types[len(self.before) : last], context)
        for place, constraint in enumerate(self.after, last):
            constraint.verify(types[place : place + 1], context)


def verify_each(
    values: Sequence[SSAValue], constraints: Sequence[AttrConstraint], context: VerificationContext
) -> None:
    """Verify the types of values, one constraint for each; another number is a `ValueError`."""
    for type_, constraint in zip(map(type_of, values), constraints, strict=True):
        constraint.verify(type_, context)


def is_isolated(op: Operation) -> bool:
    """
    Whether the operations in an isolated one use only what is defined in it, but not in other
    isolated operations; these are verified by themselves.
    """
    inside = set[object]()
    regions: list[Region] = list(op.regions)
    while regions:
        for block in regions.pop().blocks:
            inside.add(block)
            child = block.first_op
            while child is not None:
                for operand in operands_of(child):
                    owner = operand.op.parent if type(operand) is OpResult else operand.owner
                    if owner is not block and owner not in inside:
                        return False
                if child.regions and not child.has_trait(IsolatedFromAbove):
                    regions += child.regions
                child = next_of(child)
    return True
