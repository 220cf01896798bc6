"""A cache of verified operations, for operations whose verifiers read no context.

A program holds few distinct operations: the same addition of the same types many times, and
before and after a pass mostly the same ones. The verifier of an operation without regions reads
its class, its attributes, the types of its values and the constants among its operands, so each
such combination is verified once. The same holds for HLO operations with regions that use nothing
from outside, such as the sum of a reduction, with what the regions hold.
"""

from __future__ import annotations

from xdsl.ir import Attribute, ErasedSSAValue, Operation, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.traits import OpTrait, SameOperandsAndResultType

from disc_shape.dialects.xdsl_extras.constants import is_constant
from disc_shape.tools.definitions import Definition, definition_of

LOCAL = frozenset("arith chlo complex disc_shape index math mhlo shape stablehlo tensor".split())
"""Dialects whose verifiers read no other operations than constant operands, except for operations
with regions and terminators."""

CLOSED = frozenset("chlo mhlo stablehlo".split())
"""Those of them whose verifiers of operations with regions read the regions besides."""

MAX_ATTRIBUTES = 1 << 16
"""How many attributes are remembered: bounds the memory, and frees constants that are gone."""

MAX_RECENT = 1 << 12
"""How many objects are remembered as equal to a known attribute."""


class VerifiedOperations:
    """The operations that verified, by class, attributes, types and constants."""

    def __init__(self) -> None:
        self._definitions: dict[type[Operation], Definition | None] = {}
        self._local: dict[type[Operation], bool] = {}
        self._constants: dict[type, bool] = {}
        """Whether operations of a class are constants; blocks are none."""
        self._right: set[tuple[object, ...]] = set()
        self._numbers: dict[Attribute, int] = {}
        # The attribute is kept beside its number: while it lives, no other one has its address.
        self._recent: dict[int, tuple[int, Attribute]] = {}

    def definition(self, op_class: type[Operation]) -> Definition | None:
        """The definition of a class, read once; None where its verifier is not xDSL's."""
        if op_class not in self._definitions:
            self._definitions[op_class] = definition_of(op_class)
        return self._definitions[op_class]

    def key(self, op: Operation) -> tuple[object, ...] | None:
        """All that the verifier of `op` reads; None if it reads its context or an erased operand.

        The last operation of a block is also checked for being a terminator, so it has no key.
        """
        cls = type(op)
        local = self._local.get(cls)
        if local is None:
            local = self._local[cls] = is_local(cls)
        if not local or op.next_op is None or op.successors:
            return None
        if not REFERENCES.isdisjoint(op.properties):
            return None
        if len(self._numbers) > MAX_ATTRIBUTES:
            self._numbers.clear()
            self._right.clear()
            self._recent.clear()
        number, constants, recent = self._number, self._constants, self._recent
        operands = [*op.operands]
        key: list[object] = [cls, len(operands)]
        for operand in operands:
            if operand.__class__ is ErasedSSAValue:
                return None
            found = recent.get(id(type_ := operand.type))
            key.append(number(type_) if found is None else found[0])
            owner = operand.owner
            constant = constants.get(owner.__class__)
            if constant is None:
                constant = isinstance(owner, Operation) and is_constant(type(owner))
                constants[owner.__class__] = constant
            if constant and isinstance(owner, Operation):
                key += map(number, owner.properties.values())
        for result in op.results:
            found = recent.get(id(type_ := result.type))
            key.append(number(type_) if found is None else found[0])
        for attributes in (op.properties, op.attributes):
            for name, attribute in attributes.items():
                key += (name, number(attribute))
            key.append(None)
        if op.regions and not self._add_regions(op, key):
            return None
        return tuple(key)

    def _add_regions(self, op: Operation, key: list[object]) -> bool:
        """
        Add to a key what the regions of `op` hold; False if they use values from outside, have
        several blocks, or hold regions.
        """
        number = self._number
        for region in op.regions:
            block = region.first_block
            if block is None or block.next_block is not None:
                return False
            inside: dict[SSAValue, int] = {value: index for index, value in enumerate(block.args)}
            key.append(len(inside))
            key += [number(value.type) for value in block.args]
            for inner in block.ops:
                operands = [inside.get(operand) for operand in inner.operands]
                if None in operands or inner.regions or inner.successors:
                    return False
                key += (type(inner), len(operands), *operands, len(inner.results))
                for result in inner.results:
                    inside[result] = len(inside)
                    key.append(number(result.type))
                for attributes in (inner.properties, inner.attributes):
                    for name, attribute in attributes.items():
                        key += (name, number(attribute))
                    key.append(None)
        return True

    def __contains__(self, key: tuple[object, ...] | None) -> bool:
        return key in self._right

    def add(self, key: tuple[object, ...] | None) -> None:
        """Record that the operations with this key verify."""
        if key is not None:
            self._right.add(key)

    def _number(self, attribute: Attribute) -> int:
        """One number for all attributes that equal each other."""
        found = self._recent.get(id(attribute))
        if found is not None:
            return found[0]
        number = self._numbers.setdefault(attribute, len(self._numbers))
        if len(self._recent) >= MAX_RECENT:
            self._recent.clear()
        self._recent[id(attribute)] = (number, attribute)
        return number


REFERENCES = frozenset({"called_computations", "decomposition", "replica_groups"})
"""The properties of operations whose verifiers look functions or meshes up."""


def is_local(cls: type[Operation]) -> bool:
    """
    Whether the verifier of a class reads no more than attributes, types and constants, where an
    operation has none of the properties `REFERENCES`.
    """
    if cls.dialect_name() not in LOCAL or not issubclass(cls, IRDLOperation):
        return False
    definition = cls.get_irdl_definition()
    if definition.regions and cls.dialect_name() not in CLOSED:
        return False
    if definition.successors:
        return False
    return all(_looks_nowhere(trait) for trait in definition.traits)


def _looks_nowhere(trait: OpTrait) -> bool:
    """Whether a trait checks nothing, or types only."""
    return type(trait).verify in (OpTrait.verify, SameOperandsAndResultType.verify)
