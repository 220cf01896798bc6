"""Writes the symbols of sizes into the types of single values."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, OpResult, SSAValue

from disc_shape.constraints.types import refine_static_sizes, set_type
from disc_shape.dialects.disc_shape import get_symbols, strip, with_symbols
from disc_shape.dialects.disc_shape.encoding import (
    forget_symbols,
    is_foreign,
    note_symbols,
    value_symbols,
)
from disc_shape.relations.value_types import as_tensor, is_dynamic
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.function_symbols import FunctionSymbols
from disc_shape.symbolic import Expr
from disc_shape.traversal import type_of


class TypeSymbols:
    """Gives the values of one function the symbols of their sizes."""

    def __init__(self, rewriter: Rewriter, symbols: FunctionSymbols):
        self.rewriter = rewriter
        self.symbols = symbols
        self.partly_known: dict[SSAValue, None] = {}
        """Values of whose sizes a later guard implies more."""
        self._encoded: dict[tuple[object, ...], tuple[Attribute, Attribute]] = {}
        """
        Types without symbols and with them, by the address of the first and the symbols: many
        values have one type.
        """
        self._examined = {
            symbol
            for guard in rewriter.shapes.guards
            if guard.condition is not None and not guard.proved
            for symbol in guard.condition.symbols
        }

    def write_argument(self, argument: SSAValue) -> None:
        """
        Name the sizes of an argument; a size becomes static unless only guards or assumptions say
        so.
        """
        if not is_dynamic(argument.type):
            return
        self._forget_attribute(argument)
        sizes = self.rewriter.state.raw_dims(argument)
        static = [self._argument_size(size) for size in sizes]
        refine_static_sizes(argument, static)
        if not is_dynamic(argument.type):
            return
        self._encode(
            argument,
            [
                self.symbols.of(size)
                if size.constant is not None
                else self.symbols.of_argument(size)
                for size in static
            ],
        )

    def _argument_size(self, size: Expr) -> Expr:
        """
        The size of an argument dimension when its type may say it, else the symbol of that
        dimension. A size that a guard examines stays a symbol, or the guard would have nothing
        left to examine.
        """
        derived = self.symbols.function.implied(size)
        if derived.constant is None or size in self._examined:
            return size
        return derived

    def refined_argument(self, argument: SSAValue) -> Attribute:
        """The type that an argument would have if its type could change."""
        original = argument.type
        self.write_argument(argument)
        refined = argument.type
        set_type(argument, original)
        return refined

    def write(self, value: SSAValue) -> None:
        """Write the sizes of a value that may be used here into its type."""
        before = type_of(value)
        if not is_dynamic(before):
            return
        if type(value) is not OpResult or value.op.attributes:
            self._forget_attribute(value)
        sizes = self.rewriter.dims(value)
        refine_static_sizes(value, sizes)
        if not is_dynamic(type_of(value)):
            return
        state = self.rewriter.state
        canonical = state.prover.presentation.canonical
        names: list[str | None] = []
        for size, usable in zip(state.raw_dims(value), sizes, strict=True):
            known = canonical(size)
            if usable is not known:
                # A later guard implies more: before it the size has a symbol as arguments do.
                names.append(self.symbols.of_argument(size))
                self.partly_known[value] = None
            else:
                self.symbols.note_reason(known, size)
                names.append(self.symbols.of(known))
        if get_symbols(before) == tuple(names) and strip(before) is type_of(value):
            self.symbols.module.written.update(filter(None, names))
            set_type(value, before)  # It had these symbols already.
        else:
            self._encode(value, names)

    def refined_result(self, result: SSAValue) -> Attribute:
        """The type that a result would have if its type could change."""
        original = result.type
        self.write(result)
        refined = result.type
        set_type(result, original)
        return refined

    def note_unshown(self, value: SSAValue, refined: Attribute) -> None:
        """
        Name the sizes of a tensor whose type must stay in an attribute, where no cast can: it has
        no uses, or its cast has static sizes.

            func.func private @f(%x: tensor<?xf32> {disc_shape.dims = [@S0]}) {
        """
        type, known = as_tensor(value.type), as_tensor(refined)
        if type is None or known is None or is_foreign(type) or not is_dynamic(type):
            return
        if get_symbols(type) is None and (not is_shown(value) or not is_dynamic(known)):
            names = [
                self.symbols.module.constant(size) if size >= 0 else name
                for size, name in zip(
                    known.get_shape(),
                    get_symbols(known) or (None,) * len(known.get_shape()),
                    strict=True,
                )
            ]
            self.symbols.module.written.update(name for name in names if name is not None)
            note_symbols(value, names)

    def _forget_attribute(self, value: SSAValue) -> None:
        """Remove the attribute with the symbols of a tensor, whose type will hold them."""
        type = as_tensor(value.type)
        if type is not None and not is_foreign(type):
            forget_symbols(value)

    def _encode(self, value: SSAValue, names: Sequence[str | None]) -> None:
        type = as_tensor(value.type)
        self.symbols.module.written.update(filter(None, names))
        key = (id(type), *names)
        known = self._encoded.get(key)
        if type is not None and known is not None and known[0] is type:
            set_type(value, known[1])
        elif type is not None and is_foreign(type):
            note_symbols(value, names)
        elif type is None:
            known = value_symbols(value) or (None,) * len(names)
            note_symbols(value, [old or new for old, new in zip(known, names, strict=True)])
        elif is_dynamic(type):
            encoded = with_symbols(strip(type), tuple(names))
            if get_symbols(type) is None or encoded != type:
                set_type(value, encoded)
                self._encoded[key] = (type, encoded)


def is_shown(value: SSAValue) -> bool:
    """False for a tensor without users: where its own type must stay, nothing shows its symbols."""
    return value.first_use is not None or as_tensor(value.type) is None
