"""
Common subexpression and dead code elimination: one walk down and one walk up.

The rules are those of xDSL's `cse` and `dce`; what they look up of every operation anew is looked
up once for each class here, and an operation is hashed once.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.traits import (
    EffectInstance,
    IsolatedFromAbove,
    IsTerminator,
    MemoryEffect,
    MemoryEffectKind,
    NoMemoryEffect,
    SymbolOpInterface,
    get_effects,
)
from xdsl.transforms.dead_code_elimination import would_be_trivially_dead

from disc_shape.locations import fuse
from disc_shape.relations import evaluator_of
from disc_shape.relations.core import made_by
from disc_shape.relations.guards import is_guard
from disc_shape.traversal import erase_dead, next_of, operands_of

Key = tuple[str, tuple[int, ...], frozenset[tuple[str, Attribute]] | None]
"""
The name of an operation, its operands and its properties. The class of an operation that was read
may extend the class of those that are created here.
"""

_PURE: dict[type[Operation], bool] = {}
"""
Whether a class has no effect whatever its operations are, and is neither terminator nor symbol.
"""


class Stays(dict[type[Operation], bool]):
    """Whether the operations of a class are terminators or symbols, for which xDSL asks of each."""

    def __missing__(self, key: type[Operation]) -> bool:
        found = self[key] = not issubclass(key, UnregisteredOp) and bool(
            key.get_traits_of_type(IsTerminator) or key.get_traits_of_type(SymbolOpInterface)
        )
        return found


STAYS = Stays()


class EffectTraits(dict[type[Operation], Sequence[MemoryEffect]]):
    """The traits by which the operations of a class have effects."""

    def __missing__(self, key: type[Operation]) -> Sequence[MemoryEffect]:
        found = self[key] = key.get_traits_of_type(MemoryEffect)
        return found


EFFECT_TRAITS = EffectTraits()


def effects_of(op: Operation) -> AbstractSet[EffectInstance] | None:
    """`get_effects(op)`: the effects of an operation, None where they are unknown."""
    traits = EFFECT_TRAITS[type(op)]
    return traits[0].get_effects(op) if len(traits) == 1 else get_effects(op)


def changes_memory(op: Operation) -> bool:
    """Whether an operation may write or free memory, as far as is known."""
    effects = effects_of(op)
    return effects is None or any(effect.kind in CHANGES for effect in effects)


CHANGES = (MemoryEffectKind.WRITE, MemoryEffectKind.FREE)


def is_pure(op: Operation) -> bool:
    """True for operations that surely do nothing but compute their results."""
    cls = type(op)
    pure = _PURE.get(cls)
    if pure is None:
        effects = cls.get_traits_of_type(MemoryEffect)
        pure = bool(effects) and all(isinstance(one, NoMemoryEffect) for one in effects)
        pure = pure and not op.has_trait(IsTerminator) and not op.has_trait(SymbolOpInterface)
        if not issubclass(cls, UnregisteredOp):
            _PURE[cls] = pure
    return pure


def clean(region: Region) -> None:
    """Eliminate dead code and common subexpressions in a region."""
    drop_dead(region)
    share(region)


def share(region: Region) -> None:
    """
    Compute once what is computed twice.

        %2 = stablehlo.tanh %0 : tensor<?xf32>
        %3 = stablehlo.tanh %0 : tensor<?xf32>
        %4 = stablehlo.add %2, %3 : tensor<?xf32>
    =>
        %2 = stablehlo.tanh %0 : tensor<?xf32>
        %4 = stablehlo.add %2, %2 : tensor<?xf32>
    """
    _Sharing().region(region)


class _Sharing:
    """The operations whose results are available at the position of the walk."""

    def __init__(self) -> None:
        self.known: dict[Key, list[Operation]] = {}
        self.reads: dict[Operation, int] = {}
        """
        For operations that read memory: how many operations of their block that may write come
        before them.
        """

    def region(self, region: Region) -> None:
        """Share what the operations of a region of one block compute."""
        block = region.first_block
        if block is None or block is not region.last_block:
            return
        added: list[Key] = []
        self.block(block, added)
        for key in reversed(added):
            self.known[key].pop()

    def block(self, block: Block, added: list[Key]) -> None:
        writes = 0
        op = block.first_op
        while op is not None:
            following = next_of(op)
            if op.regions:
                inner = self
                if op.has_trait(IsolatedFromAbove, value_if_unregistered=True):
                    inner = _Sharing()
                for region in op.regions:
                    inner.region(region)
            if is_pure(op):
                self.visit(op, added)
            else:
                effects = effects_of(op)
                kinds = None if effects is None else {effect.kind for effect in effects}
                if kinds is None or MemoryEffectKind.WRITE in kinds:
                    writes += 1
                elif kinds <= {MemoryEffectKind.READ} and not op.has_trait(IsTerminator):
                    self.visit(op, added, writes if kinds else None)
            op = following

    def visit(self, op: Operation, added: list[Key], writes: int | None = None) -> None:
        """Use the results of an equal operation if there is one; `writes` for one that reads."""
        if op.regions and any(one.first_block is not one.last_block for one in op.regions):
            return
        properties = frozenset(op.properties.items()) if op.properties else None
        key = (op.name, tuple(map(id, operands_of(op))), properties)
        candidates = self.known.setdefault(key, [])
        for other in candidates:
            fresh = writes is None or (other.parent is op.parent and self.reads[other] == writes)
            if fresh and are_equal(op, other):
                fuse(other, op)
                for old, new in zip(op.results, other.results, strict=True):
                    old.replace_all_uses_with(new)
                block = op.parent
                assert block is not None
                block.erase_op(op)
                return
        if writes is not None:
            self.reads[op] = writes
        candidates.append(op)
        added.append(key)


def are_equal(op: Operation, other: Operation) -> bool:
    """Whether operations of one name, with equal operands and properties, are equal."""
    return (
        op.attributes == other.attributes
        and len(op.results) == len(other.results)
        and len(op.regions) == len(other.regions)
        and op.result_types == other.result_types
        and all(map(are_equal_regions, op.regions, other.regions))
    )


def are_equal_regions(region: Region, other: Region) -> bool:
    """
    Whether regions compute the same. xDSL's structural equivalence does not look at the types of
    results, so that conversions to different types are equivalent.
    """
    return region.is_structurally_equivalent(other) and all(
        one.result_types == two.result_types
        for one, two in zip(region.walk(), other.walk(), strict=True)
    )


def drop_dead(region: Region) -> None:
    """Erase operations without uses; integer arithmetic too that xDSL does not declare pure."""
    erase_dead(region, is_dead)


def is_dead(op: Operation) -> bool:
    """True when nothing is lost with an operation."""
    for result in op.results:
        if result.first_use is not None:
            return False
    if is_pure(op):
        return True
    if not (STAYS[type(op)] or changes_memory(op)) and would_be_trivially_dead(op):
        return True
    if not op.results or op.regions or made_by(op) is not op.results:
        return False
    return not is_guard(op) and evaluator_of(op) is not None and not effects_of(op)
