"""What may be used of the facts about sizes, at one point of a function."""

from __future__ import annotations

from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.analysis.guard_records import Guard
from disc_shape.analysis.shape_analysis import FunctionShapes
from disc_shape.constraints.types import with_sizes
from disc_shape.dialects.disc_shape import strip
from disc_shape.relations.size_table import Dims
from disc_shape.relations.value_types import as_tensor, is_dynamic
from disc_shape.rewriting.sizes.reading import Visibility
from disc_shape.symbolic import Cond, Expr, Mention, has_atom, has_product


class KnownSizes(Visibility):
    """
    Answers questions about the sizes of one function, at the current position of a walk.

    Before a guard that stays, neither the facts that it checks nor those inferred after it are
    used: otherwise the guard would prove itself.
    """

    def __init__(self, shapes: FunctionShapes):
        self.shapes = shapes
        self.state = shapes.state
        self.guards: dict[Operation, Guard] = {guard.op: guard for guard in shapes.guards}
        self.guard_classes = {type(op) for op in self.guards}
        self._kept_guards = [guard.op for guard in shapes.guards if not guard.proved]
        self._passed = 0
        self._moment = (-1, -1, -1)
        self._written: dict[Expr, Expr] = {}
        """Sizes as they may be written at `_moment`."""
        self._dims: dict[SSAValue, Dims] = {}
        """The sizes of values, written so."""

    # the position

    def rewind(self) -> None:
        """Go to the top of the function."""
        self._passed = 0

    def forward(self) -> None:
        """Go to the end of the function, after all guards."""
        self._passed = len(self._kept_guards)

    def pass_guard(self, op: Operation) -> None:
        """Go past `op`, which is a guard or another operation of `guard_classes`."""
        guard = self.guards.get(op)
        if guard is not None and not guard.proved:
            self._passed += 1

    # questions

    def is_usable(self, node: Expr | Cond, /, to_prove: bool = False) -> bool:
        """
        True when all facts about the symbols of `node` may be used here: none was inferred from a
        later guard that stays, or after one. With `to_prove`, no fact that may help to prove a
        condition was.
        """
        kept = len(self._kept_guards)
        return self._passed == kept or self._inferred_after(node, to_prove) <= self._passed

    def _inferred_after(self, node: Expr | Cond, to_prove: bool = False) -> int:
        """After how many guards that stay the last fact that concerns `node` was inferred."""
        mentions: list[Mention] = [Mention.PROOFS] if to_prove else []
        if to_prove or has_atom(node):
            mentions.append(Mention.ATOMS)
        if to_prove or has_product(node):
            mentions.append(Mention.PRODUCTS)
        last_learned = self.shapes.guard_records.last_learned
        return max((last_learned(symbol, *mentions) for symbol in node.symbols), default=0)

    def rests_on_guard(self, size: Expr) -> bool:
        """True when facts of a guard that stays, or inferred after it, change a size."""
        if not self._kept_guards or self._inferred_after(size) == 0:
            return False
        return self.state.prover.canonical(size) is not size

    def last_guard(self, size: Expr) -> Operation | None:
        """The guard that stays from which, or after which, the last fact of a size was inferred."""
        last = self._inferred_after(size) if self._kept_guards else 0
        return self._kept_guards[last - 1] if last else None

    def canonical(self, size: Expr) -> Expr:
        """A size as it may be written here."""
        if size.constant is not None:
            return size
        self._renew()
        return self._as_written(size)

    def _as_written(self, size: Expr) -> Expr:
        """A size as it may be written at `_moment`."""
        if size.constant is not None:
            return size
        written = self._written.get(size)
        if written is None:
            usable = self.is_usable(size)
            written = self.state.prover.canonical(size) if usable else size
            self._written[size] = written
        return written

    def dims(self, value: SSAValue) -> Dims:
        """The sizes of a ranked value."""
        self._renew()
        dims = self._dims.get(value)
        if dims is None:
            dims = tuple([*map(self._as_written, self.state.raw_dims(value))])
            if not self._renew():
                self._dims[value] = dims
        return dims

    def _renew(self) -> bool:
        """Forget what was remembered where other facts may be used by now; whether that is so."""
        moment = (self.state.prover.store.epoch, self.shapes.guard_records.notices, self._passed)
        if moment == self._moment:
            return False
        self._moment = moment
        self._written.clear()
        self._dims.clear()
        return True

    def elements(self, value: SSAValue) -> tuple[Expr, ...] | None:
        """The integers that a value holds, None when unknown."""
        if value not in self.state.relevant:
            return None
        items = self.state.raw_elements(value)
        if items is None:
            return None
        self._renew()
        return tuple([*map(self._as_written, items)])

    def integer(self, value: SSAValue) -> Expr | None:
        """The one integer that a value holds, None when unknown."""
        items = self.elements(value)
        return items[0] if items is not None and len(items) == 1 else None

    def constants(self, value: SSAValue) -> tuple[int, ...] | None:
        """The integers that a value holds when all are known constants."""
        items = self.elements(value)
        if items is None:
            return None
        numbers = tuple(item.constant for item in items if item.constant is not None)
        return numbers if len(numbers) == len(items) else None

    def range(self, size: Expr) -> tuple[int | None, int | None]:
        """The bounds of a size, by facts that may be used here."""
        return self.state.prover.bounds(size) if self.is_usable(size) else (None, None)

    def proves(self, condition: Cond) -> bool:
        """
        True when a condition on sizes holds in every legal run, by facts that may be used here.
        """
        usable = self.is_usable(condition, to_prove=True)
        return usable and self.state.prover.proves(condition)

    def refined_type(self, value: SSAValue) -> Attribute:
        """The type of a value with all sizes that may be written here, without symbols."""
        type = strip(value.type)
        tensor = as_tensor(type)
        if tensor is None or not is_dynamic(tensor):
            return type
        return with_sizes(tensor, self.dims(value))
