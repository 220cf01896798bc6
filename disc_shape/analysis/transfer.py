"""Facts that the walk over a function states itself: bounds in types, casts and calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.dialects import func
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, Region, SSAValue

from disc_shape.analysis.calls import Instance, ModuleSchemes
from disc_shape.analysis.solver import Solver
from disc_shape.dialects.disc_shape import value_symbols
from disc_shape.dialects.hlo.types import HAS_BOUNDS, BoundsAttr, TypeExtensionsAttr
from disc_shape.relations import RelationState
from disc_shape.symbolic import Cond, const, negate
from disc_shape.traversal import type_of


def state_type_bounds(value: SSAValue, body: Region, state: RelationState) -> None:
    """State the bounds in a type: `#stablehlo.bounds<16, ?>` limits the first size to 16."""
    type_ = type_of(value)
    encoding = type_.encoding if type(type_) is TensorType else None
    if HAS_BOUNDS[type(encoding)] and isinstance(encoding, BoundsAttr | TypeExtensionsAttr):
        owner = value.owner
        op = owner if isinstance(owner, Operation) else body.parent
        sizes = state.dims(value)
        for size, bound in zip(sizes, encoding.bounds, strict=True):
            if bound is not None and op is not None:
                state.at_most(size, const(bound), op, "bound in the type")


def state_cast(op: Operation, promised_names: frozenset[str], state: RelationState) -> None:
    """
    State that a cast changes no size. A cast that only repeats an equality that the graph promises
    adds no fact.
    """
    if len(op.operands) != 1 or len(op.results) != 1:
        return
    source, result = op.operands[0], op.results[0]
    if not state.is_ranked(source) or not state.is_ranked(result):
        return
    if state.rank(source) != state.rank(result):
        return
    unnamed = (None,) * state.rank(source)
    names = zip(value_symbols(source) or unnamed, value_symbols(result) or unnamed, strict=True)
    sizes = zip(state.raw_dims(source), state.raw_dims(result), strict=True)
    for axis, (pair, (old, new)) in enumerate(zip(names, sizes, strict=True)):
        differs = None not in pair and pair[0] != pair[1]
        becomes_static = (old.constant is None) != (new.constant is None)
        if not (differs or becomes_static) or promised_names.isdisjoint(pair):
            state.define(result, axis, old, op, f"'{op.name}' changes no size")


@dataclass
class CallReader:
    """States what calls imply: the relations of the callee, and that its guards have passed."""

    state: RelationState
    solver: Solver
    schemes: ModuleSchemes
    trust_guards: bool
    check: Callable[[Operation, Cond], None]
    """Reads a guard."""

    def read(self, op: Operation) -> None:
        """State what a call or a composite implies for its operands and results."""
        state, schemes = self.state, self.schemes
        scheme = schemes.derived.of_call(op, state)
        if scheme is None:
            return
        instance = Instance(op, scheme, schemes.derived, state)
        instance.relate()
        self.solver.drain()
        checked = instance.checked() if isinstance(op, func.CallOp) else None
        fails = checked is not None and state.prover.proves(negate(checked))
        if checked is not None:
            self.check(op, checked)
        # The facts of a check that always fails would make the call unreachable, and lose the
        # check.
        if isinstance(op, func.CallOp) and self.trust_guards and not fails:
            trusted = schemes.trusted.of_call(op, state)
            instance = Instance(op, trusted or scheme, schemes.trusted, state)
        instance.define_results()
        self.solver.drain()
