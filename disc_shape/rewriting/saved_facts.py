"""Facts that the input holds already, about the symbols of the output."""

from __future__ import annotations

from disc_shape.constraints.reader import SavedFact
from disc_shape.rewriting.function_symbols import FunctionSymbols
from disc_shape.rewriting.statements import Statements, conjuncts
from disc_shape.symbolic import TRUE, Cond, Expr, Status, const, sym
from disc_shape.symbolic.comparisons import simplify_comparisons


class SavedFacts:
    """Keeps the symbols and facts of the input that concern one function."""

    def __init__(self, symbols: FunctionSymbols, statements: Statements):
        self.symbols = symbols
        self.statements = statements
        self.module = symbols.module
        self.function = symbols.function
        self.shapes = symbols.shapes
        self.derived = symbols.derived
        self.bindings = symbols.bindings

    def keep_tied(self) -> None:
        """Name the sizes that `bind_dim` names, wherever no type does."""
        canonical = self.shapes.state.prover.canonical
        for name, size in self.bindings.sizes.items():
            known = name in self.module.by_name or name in self.module.pinned
            if name in self.bindings.saved.tied and not known:
                if self.module.claim(name, self.function.function):
                    self.symbols.names.setdefault(canonical(size), name)
                self.module.keep(name)

    def record(self) -> None:
        """Record the saved facts whose symbols are in the output, unless they are implied now."""
        for fact in self.bindings.saved.facts:
            names = [symbol.name for symbol in fact.condition.symbols]
            if self._may_be_implied(fact) and self._is_derived(fact.condition):
                continue
            if not self.bindings.may_stay(names):
                continue
            if all(name in self.bindings.sizes for name in names):
                mapping: dict[Expr, Expr] = {}
                for name in names:
                    kept = self._kept_name(name)
                    if kept is not None:
                        mapping[sym(name)] = kept
                condition = fact.condition.substitute(mapping)
                if len(mapping) == len(names) and not self._is_trivial(condition):
                    self.statements.add(condition, fact.status, fact.op.location)

    def _is_trivial(self, condition: Cond) -> bool:
        """
        Whether the sizes that symbols of the module are known to have make it trivial, such as
        `b*s == 8*s` where `@b` is 8.
        """
        numbers: dict[Expr, Expr] = {}
        for symbol in condition.symbols:
            number = self.bindings.saved.size(symbol.name)
            if number is not None:
                numbers[symbol] = const(number)
        return len(condition.symbols) > len(numbers) and condition.substitute(numbers) is TRUE

    def _is_derived(self, condition: Cond) -> bool:
        """Whether operations alone imply a condition over symbols of the module."""
        sizes = self.function.derived_sizes
        if self.derived is self.shapes or any(one.name not in sizes for one in condition.symbols):
            return False
        mapping: dict[Expr, Expr] = {one: sizes[one.name] for one in condition.symbols}
        return self.derived.state.prover.proves(condition.substitute(mapping))

    def _kept_name(self, name: str) -> Expr | None:
        owner = self.module.owners.get(name, self.function.function)
        is_own = owner is self.function.function or owner is None
        if is_own and name in self.module.by_name and name in self.module.outside:
            return sym(name)
        size = self.bindings.sizes[name]
        renamed = self.symbols.renamed(size)
        own = self.symbols.names.get(self.shapes.state.prover.canonical(size))
        if renamed is None and own is not None:
            return sym(own)
        if renamed is None:
            # Only the fact mentions the size.
            for symbol in self.shapes.state.prover.canonical(size).symbols:
                self.symbols.of(symbol)
            renamed = self.symbols.renamed(size)
        return renamed

    def keep_promises(self) -> None:
        """
        Keep facts guarded or assumed that were: types and sizes that depend on them make them
        look implied.
        """
        for fact in self.bindings.saved.facts:
            names = [symbol.name for symbol in fact.condition.symbols]
            written = self._may_be_implied(fact) and self.module.outside.issuperset(names)
            if fact.status is Status.DERIVED or written:
                continue
            if not self.bindings.may_stay(names):
                continue
            # Where a guard makes an argument equal to something, facts are about either of them.
            found: dict[Cond, None] = {}
            for name_of in (self._name_of, self._own_name_of):
                mapping: dict[Expr, Expr] = {}
                for name in names:
                    size = self.bindings.sizes.get(name)
                    new = name_of(name, size) if size is not None else None
                    if new is not None:
                        mapping[sym(name)] = new
                if len(mapping) == len(names):
                    found[fact.condition.substitute(mapping)] = None
            for condition in found:
                self._weaken(condition, fact.status)

    def _weaken(self, condition: Cond, status: Status) -> None:
        for part in conjuncts(simplify_comparisons(condition)):
            self.module.weaken(part, status)

    def _may_be_implied(self, fact: SavedFact) -> bool:
        """
        Whether operations may turn out to imply a fact: an assumption that a user has written, as
        long as nothing has been computed with the help of assumptions.
        """
        return fact.status is Status.ASSUMED and not self.bindings.saved.is_relied_on

    def _name_of(self, name: str, size: Expr) -> Expr | None:
        """The name of a symbol of the input in the output."""
        if name in self.module.outside and name in self.module.by_name:
            return sym(name)
        own = self.symbols.names.get(self.shapes.state.prover.canonical(size))
        return self.symbols.renamed(size) if own is None else sym(own)

    def _own_name_of(self, name: str, size: Expr) -> Expr | None:
        """
        The name of a symbol of the input in the output, that of an argument by operations alone
        where a size has one.
        """
        alone = self.function.alone(size)
        own = self.symbols.own.get(alone) or self.symbols.own.get(self.function.implied(size))
        return sym(own) if own else self._name_of(name, size)
