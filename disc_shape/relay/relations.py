"""
Relations over types: functions that say whether a relation holds, and may fill holes.

A relation is registered by its name, and the IR never holds more than the name:

    @type_relation("Twice", "my operators", arity=2)
    def twice(args: Sequence[Type], solve: TypeState) -> Truth: ...

YES: it holds and is dropped. UNKNOWN: it is run again when something is learned about its
arguments. NO: it cannot hold. Relations are axioms: a wrong one makes typing unsound (RLY-48).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from typing import TypeAlias

from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.symbolic import Expr, Truth, const, product
from disc_shape.typesystem.judgements import worst
from disc_shape.typesystem.terms import Dims, Hole, Kind, Parameter, Size, Tensor
from disc_shape.typesystem.types import Type
from disc_shape.typesystem.unification import Scope, Unifier, is_hole

ONE = const(1)


class Refused(Exception):
    """Why a relation cannot hold."""


@dataclass
class TypeState:
    """What a relation may ask and do."""

    unifier: Unifier
    scope: Scope
    """Where new holes are visible."""
    attributes: Mapping[str, Value] = field(default_factory=dict[str, Value])
    """The attributes of the call, where an operator has some."""

    def resolve(self, term: Type) -> Type:
        """A term in which each part is what it stands for."""
        return self.unifier.resolve(term)

    def unify(self, one: Type, *others: Type) -> None:
        """Make terms equal; the relation cannot hold where that is impossible."""
        for other in others:
            self.unifier.unify(one, other)

    def hole(self, kind: Kind) -> Type:
        """A new hole."""
        return self.unifier.hole(kind, self.scope)

    def shape(self, rank: int) -> Dims:
        """A shape of new dimensions."""
        return Dims(tuple(self.unifier.hole_size(self.scope) for _ in range(rank)))

    def sizes(self, shape: Type) -> tuple[Expr | None, ...] | None:
        """The dimensions of a shape, None for one that is Any; None where the rank is unknown."""
        return sizes_of(self.resolve(shape))

    def equal(self, one: Size, other: Size) -> Truth:
        """Whether two dimensions are equal in every run, or in none; Any may be each size."""
        if not isinstance(one, Expr) or not isinstance(other, Expr):
            return Truth.UNKNOWN
        return self.unifier.prover.equal(one, other).truth

    def tensors(self, terms: Sequence[Type]) -> list[Tensor] | None:
        """
        Tensors for terms that must all be tensors; holes become some if one of the others is.
        None while that is unknown, also of a parameter among the operands. Raises `Refused`.
        """
        found = list(map(self.unifier.find, terms))
        if isinstance(found[-1], Parameter) and all(isinstance(one, Tensor) for one in found[:-1]):
            if not self.unifier.open_holes(*found[:-1]).holes:
                raise Refused("the result is a tensor")
        for index, one in enumerate(found):
            if not isinstance(one, Tensor | Hole | Parameter):
                raise Refused(f"type {index} is no tensor")
        kinds = set(map(type, found))
        if Parameter in kinds or Tensor not in kinds:
            return None
        for one in found:
            if isinstance(one, Hole):
                self.unify(one, Tensor(self.hole("shape"), self.hole("base")))
        tensors = [one for one in map(self.unifier.find, found) if isinstance(one, Tensor)]
        self.unify(*(one.element for one in tensors))
        return tensors


def sizes_of(shape: Type) -> tuple[Expr | None, ...] | None:
    """The dimensions of a shape, None for one that is not known; None where the rank is unknown."""
    if not isinstance(shape, Dims):
        return None
    return tuple(one if isinstance(one, Expr) else None for one in shape.sizes)


Relation: TypeAlias = Callable[[Sequence[Type], TypeState], Truth]


@dataclass(frozen=True)
class Registered:
    """A relation by its name."""

    name: str
    source: str
    apply: Relation
    arity: int | None = None
    """How many types it relates, None for two or more."""


RELATIONS: dict[str, Registered] = {}
GROUP = "disc_shape.relations"
"""The entry points by which other packages offer relations: each names one, and registers it."""


def registered(name: str) -> Registered | None:
    """A relation that is registered, or that an installed package offers."""
    if name not in RELATIONS:
        for one in entry_points(group=GROUP, name=name):
            one.load()
    return RELATIONS.get(name)


def type_relation(
    name: str, source: str, arity: int | None = None
) -> Callable[[Relation], Relation]:
    """Register a relation; `source` says where its rule comes from."""

    def register(apply: Relation) -> Relation:
        RELATIONS[name] = Registered(name, source, apply, arity)
        return apply

    return register


@type_relation("Identity", "Identity(I, I) :- true (RLY-35)")
def identity(args: Sequence[Type], solve: TypeState) -> Truth:
    """All types are one, in either direction (RLY-47)."""
    solve.unify(*args)
    return Truth.YES


@type_relation("Flatten", "Flatten(Tensor(sh, bt), O) :- O = Tensor(sh[0], prod(sh[1:]))", 2)
def flatten(args: Sequence[Type], solve: TypeState) -> Truth:
    """`(d0, d1, ...)` and `(d0, d1 * ...)`; a vector gets a last dimension of 1 (RLY-36)."""
    tensors = solve.tensors(args)
    if tensors is None:
        return Truth.UNKNOWN
    sizes = solve.sizes(tensors[0].shape)
    if sizes is None:
        if isinstance(solve.resolve(tensors[1].shape), Hole):
            solve.unify(tensors[1].shape, solve.shape(2))
        return Truth.UNKNOWN
    if not sizes:
        raise Refused("a tensor of rank 0 cannot be flattened")
    known = [one for one in sizes[1:] if one is not None]
    rest = product(known) if len(known) == len(sizes) - 1 else None
    solve.unify(tensors[1].shape, Dims((sizes[0], rest)))
    return Truth.YES


@type_relation("Broadcast", "seed 001: the shape of the result is the broadcast of both", 3)
def broadcast(args: Sequence[Type], solve: TypeState) -> Truth:
    """Equal dimensions, or one of them 1; all have one base type (RLY-37)."""
    tensors = solve.tensors(args)
    if tensors is None:
        return Truth.UNKNOWN
    left, right, out = (solve.resolve(one.shape) for one in tensors)
    for one, other in ((left, right), (right, left)):
        if other in (one, Dims(())):
            solve.unify(out, one)
            return Truth.YES
    if out == Dims(()):
        solve.unify(out, left, right)
        return Truth.YES
    if not isinstance(left, Dims) or not isinstance(right, Dims):
        return Truth.UNKNOWN
    rank = max(len(left.sizes), len(right.sizes))
    if not isinstance(out, Dims):
        shape = solve.shape(rank)
        solve.unify(out, shape)
        out = shape
    if len(out.sizes) != rank:
        raise Refused(f"the result has rank {len(out.sizes)}, expected {rank}")
    ours, theirs = ((ONE,) * (rank - len(one.sizes)) + one.sizes for one in (left, right))
    sizes = zip(ours, theirs, out.sizes, strict=True)
    return worst([broadcast_size(*listed, solve) for listed in sizes])


def broadcast_size(one: Size, other: Size, out: Size, solve: TypeState) -> Truth:
    """One dimension of a broadcast."""
    find = solve.unifier.size
    one, other = find(one), find(other)
    same = solve.equal(one, other)
    for size, another in ((one, other), (other, one)):
        if size == ONE or same is Truth.YES:
            solve.unifier.unify_sizes(out, another)
            return Truth.YES
    is_any, is_open = one is None or other is None, has_hole(one) or has_hole(other)
    if find(out) == ONE and not is_any:
        solve.unifier.unify_sizes(one, out)
        solve.unifier.unify_sizes(other, out)
        return Truth.YES
    wide = [size for size in (one, other) if solve.equal(size, ONE) is Truth.NO]
    if wide or (is_any and not is_open):
        # Whatever the other size is, the result has the one that is never 1, else Any (RLY-08).
        solve.unifier.unify_sizes(out, wide[0] if wide else None)
        if is_any:
            return Truth.YES
    if len(wide) < 2 or not (same is Truth.NO or is_open):
        return Truth.UNKNOWN
    solve.unifier.unify_sizes(one, other)
    return Truth.YES


def has_hole(size: Size) -> bool:
    """Whether a dimension mentions a hole."""
    return isinstance(size, Expr) and any(map(is_hole, size.symbols))
