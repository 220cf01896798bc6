"""Names for the sizes of one function: which symbol of the module is which size in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from xdsl.ir import SSAValue

from disc_shape.analysis.module import FunctionFacts
from disc_shape.constraints.symbols import RANKS, ModuleSymbols
from disc_shape.constraints.types import fits
from disc_shape.symbolic import Cond, Expr, Status, compare, sym

FrontEndNames = Mapping[SSAValue, str]
"""Names that a front end gives to integers."""


@dataclass
class FunctionSymbols:
    """The symbols of one function."""

    module: ModuleSymbols
    function: FunctionFacts
    front_end: FrontEndNames
    names: dict[Expr, str] = field(default_factory=dict[Expr, str])
    """The symbols of sizes in canonical form."""
    own: dict[Expr, str] = field(default_factory=dict[Expr, str])
    """
    Symbols of arguments that a guard or an assumption makes equal to something else, by what
    operations imply.
    """

    argument_sizes: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])
    """For sizes named after an argument, the size of that argument by operations alone."""

    reasons: dict[Expr, Status] = field(default_factory=dict[Expr, Status])
    """Why values have a size, where that is not what operations imply."""

    _noted: set[tuple[Expr, Expr]] = field(default_factory=set[tuple[Expr, Expr]])

    def __post_init__(self) -> None:
        self.shapes = self.function.shapes
        self.derived = self.function.derived
        self.bindings = self.function.bindings
        self._candidates: dict[Expr, list[str]] = {}
        self._own_candidates: dict[Expr, list[str]] = {}
        canonical = self.shapes.state.prover.canonical
        implied = self.function.implied
        for name, size in self.bindings.sizes.items():
            if name in self.module.outside:
                self._candidates.setdefault(canonical(size), []).append(name)
                self._own_candidates.setdefault(implied(size), []).append(name)
        for value, name in self.front_end.items():
            size = self.shapes.state.integer(value) if value in self.shapes.state.relevant else None
            if size is not None and size.constant is None:
                self._candidates.setdefault(canonical(size), []).append(name)
                self._own_candidates.setdefault(implied(size), []).append(name)

    @cached_property
    def _assumes(self) -> bool:
        """Whether any fact of the function is assumed."""
        facts = self.shapes.state.prover.facts()
        return any(fact.reason.status is Status.ASSUMED for fact in facts)

    # sizes

    def of(self, size: Expr) -> str | None:
        """
        The symbol of a size in canonical form; None for one that varies within an activation, and
        for a number that no size can be.
        """
        if size.constant is not None:
            return self.module.constant(size.constant) if fits(size.constant) else None
        name = self.names.get(size)
        if name is None:
            if self.varies(size):
                return None
            name = self.names[size] = self._choose(self._candidates.get(size, ()))
        return name

    def of_argument(self, size: Expr) -> str | None:
        """
        The symbol of a size of a public argument. Guarded and assumed facts do not refine its type:
        the argument then keeps a symbol of its own, and the graph states what that is equal to,
        with the status of the fact.
        """
        known = self.shapes.state.prover.canonical(size)
        own = self.function.implied(size)
        if own.constant is not None:
            own = self.function.alone(size)
        if own in self.own:
            return self.own[own] or self.of(known)
        if self.function.alone(known) is own and known not in self.argument_sizes:
            self.own[own] = ""
            return self.of(known)
        if known.constant is None and known not in self.names:
            # The whole equivalence class is named after its first argument.
            self.own[own] = ""
            self.argument_sizes[known] = size
            self.names[known] = self._choose(
                [*self._own_candidates.get(own, ()), *self._candidates.get(known, ())]
            )
            return self.names[known]
        name = self.own[own] = self._choose(self._own_candidates.get(own, ()))
        other = self.of(known)
        if other is not None:
            right = known if known.constant is not None else sym(other)
            status = self.status_of_equality(size, self.argument_sizes.get(known, known))
            if self.function.implied(size).constant is None:
                # Equalities that operations imply are in `own`: this one is guarded or assumed.
                status = Status.ASSUMED if status is Status.ASSUMED else Status.GUARDED
            self.module.add_fact(compare("==", sym(name), right), status)
        return name

    def varies(self, size: Expr) -> bool:
        """True when a size may be different numbers within one activation."""
        varying = self.shapes.state.varying
        return bool(varying) and any(symbol in varying for symbol in size.symbols)

    def note_reason(self, size: Expr, raw: Expr) -> None:
        """
        Record why `raw` equals the size that it is named after, where operations alone do not imply
        it: `4 * (n // 8)` for `n // 2`, by an assumption on `n`.
        """
        if self.derived is self.shapes or raw is size or size.name is not None:
            return
        if (size, raw) in self._noted:
            return
        self._noted.add((size, raw))
        if self.function.implies(raw, size):
            return
        status = self.status_of_equality(raw, size)
        known = self.reasons.get(size, Status.DERIVED)
        self.reasons[size] = max(status, known, key=RANKS.index)

    def status_of_equality(self, left: Expr, right: Expr) -> Status:
        """
        Why two sizes are equal: by what operations imply, by what is guarded besides, or only with
        what is assumed. No chain of facts is searched for.
        """
        if not self._assumes:
            is_implied = self.function.implies(left, right)
            return Status.DERIVED if is_implied else Status.GUARDED
        equality = compare("==", left, right)
        explainer = self.shapes.state.prover.explainer
        if explainer.follows_without(equality, lambda reason: reason.status is not Status.DERIVED):
            return Status.DERIVED
        if explainer.follows_without(equality, lambda reason: reason.status is Status.ASSUMED):
            return Status.GUARDED
        return Status.ASSUMED

    def _choose(self, candidates: Sequence[str]) -> str:
        for name in candidates:
            if name in self.module.outside and name not in self.module.by_name:
                if self.module.claim(name, self.function.function):
                    return self.module.keep(name)
                continue
            if (found := self.module.from_front_end(name)) is not None:
                return found
        return self.module.fresh()

    # in terms of symbols of the output

    def renamed(self, size: Expr) -> Expr | None:
        """
        A size in terms of symbols of the output, None when one of its symbols is not in the
        output.
        """
        canonical = self.shapes.state.prover.canonical
        known = canonical(size)
        if known.constant is not None:
            return known
        if size.name is not None and known in self.names:
            return sym(self.names[known])
        mapping: dict[Expr, Expr] = {}
        for symbol in known.symbols:
            name = self.names.get(symbol)
            if name is None:
                return None
            mapping[symbol] = sym(name)
        return known.substitute(mapping)

    def renamed_condition(self, condition: Cond) -> Cond | None:
        """
        A condition in terms of symbols of the output, None when one of its symbols is not in the
        output.
        """
        mapping: dict[Expr, Expr] = {}
        for symbol in condition.symbols:
            renamed = self.renamed(symbol)
            if renamed is None:
                return None
            mapping[symbol] = renamed
        return condition.substitute(mapping)

    def own_condition(self, condition: Cond) -> Cond | None:
        """
        A condition as it was before it was checked: in terms of the symbols that arguments have
        of their own.
        """
        mapping: dict[Expr, Expr] = {}
        for symbol in condition.symbols:
            own = self.own.get(self.function.implied(symbol))
            renamed = sym(own) if own else self.renamed(symbol)
            if renamed is None:
                return None
            mapping[symbol] = renamed
        return condition.substitute(mapping)
