"""A cache of verified operations, for operations whose verifiers read no context.

A program holds few distinct operations: the same addition of the same types many times, and
before and after a pass mostly the same ones. The verifier of an operation without regions reads
its class, its attributes, the types of its values and the constants among its operands, so each
such combination is verified once. The same holds for HLO operations with regions that use nothing
from outside, such as the sum of a reduction, with what the regions hold.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, ErasedSSAValue, Operation, OpResult, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.traits import (
    HasFolder,
    HasParent,
    OpTrait,
    SameOperandsAndResultType,
    SymbolOpInterface,
)

from disc_shape.dialects.xdsl_extras.constants import is_constant
from disc_shape.tools.definitions import Definition, definition_of
from disc_shape.traversal import next_of, operands_of, successors_of, type_of, types_of

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
        self.right: set[tuple[object, ...] | None] = set()
        """The keys of the operations that verified."""
        self._numbers: dict[Attribute, int] = {}
        self._recent: dict[int, int] = {}
        """The numbers of attributes by their address."""
        self._kept: list[Attribute] = []
        """These attributes: while one lives, no other one has its address."""

    def definition(self, op_class: type[Operation]) -> Definition | None:
        """The definition of a class, read once; None where its verifier is not xDSL's."""
        if op_class not in self._definitions:
            self._definitions[op_class] = definition_of(op_class)
        return self._definitions[op_class]

    def key(self, op: Operation) -> tuple[object, ...] | None:
        """All that the verifier of `op` reads; None if it reads its context or an erased operand.

        The last operation of a block is also checked for being a terminator, so it has no key.
        """
        cls = op.__class__
        if not IS_LOCAL[cls] or next_of(op) is None or successors_of(op):
            return None
        properties, attributes = op.properties, op.attributes
        if properties and not REFERENCES.isdisjoint(properties):
            return None
        operands = operands_of(op)
        read = [*map(type_of, operands), *map(type_of, op.results)]
        names: list[object] = [cls, len(operands), len(read), *properties, None, *attributes]
        if HAS_PARENT[cls]:
            names.append(type(op.parent_op()))
        if properties:
            read += properties.values()
        if attributes:
            read += attributes.values()
        for index, operand in enumerate(operands):
            if type(operand) is OpResult:
                owner = operand.op
                if IS_CONSTANT[owner.__class__]:
                    names += (index, owner.__class__)
                    read += owner.properties.values()
            elif operand.__class__ is ErasedSSAValue:
                return None
        numbers = [*map(self._recent.get, map(id, read))]
        names.append(None)
        names += self._numbered(read, numbers) if None in numbers else numbers
        if op.regions and not self._add_regions(op, names):
            return None
        return tuple(names)

    def _numbered(
        self, attributes: Sequence[Attribute], numbers: Sequence[int | None]
    ) -> list[int]:
        """The numbers of some attributes, of which some may be known."""
        if len(self._numbers) > MAX_ATTRIBUTES:
            self._numbers.clear()
            self.right.clear()
            self._forget_recent()
            return [*map(self._number, attributes)]
        known = zip(attributes, numbers, strict=True)
        return [self._number(one) if number is None else number for one, number in known]

    def _forget_recent(self) -> None:
        self._recent.clear()
        self._kept.clear()

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
            key += map(number, types_of(block.args))
            for inner in block.ops:
                operands = [inside.get(operand) for operand in operands_of(inner)]
                if None in operands or inner.regions or successors_of(inner):
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

    def _number(self, attribute: Attribute) -> int:
        """One number for all attributes that equal each other."""
        found = self._recent.get(id(attribute))
        if found is None:
            found = self._numbers.setdefault(attribute, len(self._numbers))
            if len(self._recent) >= MAX_RECENT:
                self._forget_recent()
            self._recent[id(attribute)] = found
            self._kept.append(attribute)
        return found


REFERENCES = frozenset({"called_computations", "decomposition", "replica_groups"})
"""The properties of operations whose verifiers look functions or meshes up."""


def is_local(cls: type[Operation]) -> bool:
    """
    Whether the verifier of a class reads no more than attributes, types, constants and the class of
    the parent, where an operation has none of the properties `REFERENCES` and is not the last of
    its block.
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
    """Whether a trait checks nothing, or types, a name and the class of the parent only."""
    if type(trait) in (HasParent, SymbolOpInterface):
        return True
    checks = [OpTrait.verify, SameOperandsAndResultType.verify]
    if isinstance(trait, HasFolder):
        from xdsl.interfaces import HasFolderInterface  # loaded with the first operation that folds

        checks += [type(one).verify for one in HasFolderInterface.traits.traits]
    return type(trait).verify in checks


class _Local(dict[type[Operation], bool]):
    def __missing__(self, key: type[Operation]) -> bool:
        found = self[key] = is_local(key)
        return found


IS_LOCAL = _Local()
"""The answers of `is_local`."""


class _HasParent(dict[type[Operation], bool]):
    def __missing__(self, key: type[Operation]) -> bool:
        found = self[key] = key.has_trait(HasParent, value_if_unregistered=False)
        return found


HAS_PARENT = _HasParent()
"""Whether the verifier of a class reads the class of the parent."""


class _Constants(dict[type[Operation], bool]):
    def __missing__(self, key: type[Operation]) -> bool:
        found = self[key] = is_constant(key)
        return found


IS_CONSTANT = _Constants()
"""Whether operations of a class are constants."""
