"""Every claim the IR makes about sizes, compared with the sizes of one run.

Claims are: symbols in types (one number per activation of a function), the range of each symbol,
the predicates of the constraint graph, known (non)expanding dimensions, bounds and
`no_wrap`, and that every buffer is freed once, by its owner. Static sizes, slices and pads are
compared by the interpreter itself. `unit` claims nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.dialects.disc_shape.encoding import (
    DIMS,
    Symbols,
    get_symbols,
    symbols_of,
    value_symbols,
)
from disc_shape.dialects.disc_shape.symbols import BindDimOp, SymbolDimOp
from disc_shape.dialects.hlo.types import BoundsAttr, TypeExtensionsAttr
from disc_shape.interpreters import no_wrap, ownership, peaks, promises
from disc_shape.interpreters.core import Frame, Hook
from disc_shape.interpreters.errors import ClaimError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.lifting import short_name
from disc_shape.interpreters.predicates import Predicates
from disc_shape.interpreters.reading import ints_of
from disc_shape.interpreters.shape_computations import ShapeComputations

BUFFER_BROADCAST = "lmhlo.dynamic_broadcast_in_dim"


@dataclass
class Claim:
    """The symbols and bounds in the type of one value."""

    value: SSAValue | None
    what: str
    symbols: Symbols
    bounds: tuple[int | None, ...]


@dataclass
class Checker:
    """An observer that raises ClaimError at the first false claim, and counts the true ones."""

    module: ModuleOp
    counts: Counter[str] = field(default_factory=Counter[str])
    symbols: dict[str, SymbolDimOp] = field(default_factory=dict[str, SymbolDimOp])

    def __post_init__(self) -> None:
        self.shapes = ShapeComputations(self.module) if no_wrap.is_claimed(self.module) else None
        for op in self.module.body.block.ops:
            if isinstance(op, SymbolDimOp):
                self.symbols[op.symbol] = op
        self.predicates = Predicates(self.module, self.symbols)

    @property
    def total(self) -> int:
        """How many claims were compared."""
        return sum(self.counts.values())

    def enter(self, frame: Frame) -> None:
        """Nothing is known of a new activation."""

    def leave(self, frame: Frame, results: Sequence[Array]) -> None:
        """The result types, then the predicates whose symbols have numbers in this activation."""
        name = frame.function.sym_name.data
        kinds = frame.function.function_type.outputs.data
        for index, (kind, result) in enumerate(zip(kinds, results, strict=True)):
            claim = _claim_of_type(None, kind, f"result {index} of @{name}")
            if claim is not None:
                self._check(claim, frame, result, frame.function)
            symbols = result_symbols(frame.function, index)
            if symbols is not None:
                claim = Claim(None, f"result {index} of @{name}", symbols, ())
                self._check(claim, frame, result, frame.function)
        if buffers := ownership.check_activation(frame, results):
            self.counts["buffer"] += buffers
        if count := peaks.compare(frame, frame.sizes):
            self.counts["peak"] += count
        if count := self.predicates.compare(frame.sizes, frame.function):
            self.counts["predicate"] += count

    def claims_anything(self) -> bool:
        """Whether there is a claim in the module that some run compares."""
        return bool(self.predicates.all) or any(map(self._claims, self.module.walk()))

    def _claims(self, op: Operation) -> bool:
        """Whether an operation claims something, of results or of block arguments."""
        if isinstance(op, FuncOp) and op.res_attrs is not None:
            if any(DIMS in attributes.data for attributes in op.res_attrs):
                return True
        blocks = (block for region in op.regions for block in region.blocks)
        return self.hook(op) is not None or any(self.block_hook(block) for block in blocks)

    def block_hook(self, block: Block) -> Hook | None:
        """Compare the types of a block's arguments."""
        owner = block.parent_op()
        name = f"@{owner.sym_name.data}" if isinstance(owner, FuncOp) else "a block"
        if owner is not None and not isinstance(owner, FuncOp):
            name = f"a block of '{owner.name}'"
        claims = [
            (i, claim)
            for i, arg in enumerate(block.args)
            if (claim := _claim_of(arg, f"argument {i} of {name}")) is not None
        ]
        if not claims or owner is None:
            return None

        def check(frame: Frame, ins: Sequence[Array], _outs: Sequence[Array]) -> None:
            for index, claim in claims:
                self._check(claim, frame, ins[index], owner)

        return check

    def hook(self, op: Operation) -> Hook | None:
        """Compare the types of an operation's results, and its other claims."""
        several = len(op.results) > 1
        claims = [
            (index, claim)
            for index, result in enumerate(op.results)
            if (claim := _claim_of(result, _result_name(op, index, several))) is not None
        ]
        special = self._special(op) or ownership.hook_of(op)
        allocates = peaks.hook_of(op)
        if not claims and special is None and allocates is None:
            return None

        def check(frame: Frame, ins: Sequence[Array], outs: Sequence[Array]) -> None:
            for index, claim in claims:
                self._check(claim, frame, outs[index], op)
            if special is not None:
                special(frame, ins, outs)
            if allocates is not None:
                allocates(frame, ins, outs)

        return check

    def _special(self, op: Operation) -> Hook | None:
        if isinstance(op, BindDimOp):
            name = op.symbol

            def bind(frame: Frame, ins: Sequence[Array], _outs: Sequence[Array]) -> None:
                self.counts["bind_dim"] += 1
                self._tie(frame, name, int(ins[0]), f"'{op.name}'", op)

            return bind
        if short_name(op) == "dynamic_broadcast_in_dim" or op.name == BUFFER_BROADCAST:
            return self._expansion(op)
        return self._arithmetic(op) or self._counted("promise", promises.hook_of(op))

    def _arithmetic(self, op: Operation) -> Hook | None:
        """The module's assumption that shape computations do not wrap."""
        inner = None if self.shapes is None else no_wrap.hook_of(op, self.shapes)
        return self._counted("no_wrap", inner)

    def _counted(self, kind: str, hook: Hook | None) -> Hook | None:
        """A hook whose runs are counted as claims of a kind."""
        if hook is None:
            return None

        def check(frame: Frame, ins: Sequence[Array], outs: Sequence[Array]) -> None:
            self.counts[kind] += 1
            hook(frame, ins, outs)

        return check

    def _expansion(self, op: Operation) -> Hook | None:
        """An expanding dimension has size 1; a nonexpanding one keeps its size."""
        expanding = ints_of(op, "known_expanding_dimensions")
        keeping = ints_of(op, "known_nonexpanding_dimensions")
        where = ints_of(op, "broadcast_dimensions")
        if not expanding and not keeping:
            return None

        def check(_frame: Frame, ins: Sequence[Array], outs: Sequence[Array]) -> None:
            for index in (*expanding, *keeping):
                self.counts["expansion"] += 1
                result = outs[0] if outs else ins[-1]
                size, target = ins[0].shape[index], result.shape[where[index]]
                if index in expanding and size != 1:
                    raise ClaimError(
                        f"'{op.name}' claims that operand dimension {index} expands, its size is"
                        f" {size}",
                        op,
                    )
                if index in keeping and size != target:
                    raise ClaimError(
                        f"'{op.name}' claims that operand dimension {index} does not expand, it"
                        f" goes from {size} to {target}",
                        op,
                    )

        return check

    def _check(self, claim: Claim, frame: Frame, value: Array, op: Operation) -> None:
        if claim.symbols and len(claim.symbols) != value.ndim:
            raise ClaimError(
                f"{claim.what} has {len(claim.symbols)} symbols and rank {value.ndim}", op
            )
        for dimension, (name, size) in enumerate(zip(claim.symbols, value.shape, strict=False)):
            if name is not None:
                self.counts["symbol"] += 1
                self._tie(frame, name, size, f"dimension {dimension} of {claim.what}", op)
        for dimension, (bound, size) in enumerate(zip(claim.bounds, value.shape, strict=False)):
            if bound is None:
                continue
            self.counts["bound"] += 1
            if size > bound:
                raise ClaimError(
                    f"dimension {dimension} of {claim.what} is {size}, its bound is {bound}", op
                )

    def _tie(self, frame: Frame, name: str, size: int, what: str, op: Operation) -> None:
        """The symbol is this size here; it must be so in the whole activation."""
        known = frame.sizes.get(name)
        if known == size:
            return
        if known is not None:
            raise ClaimError(
                f"{what} is {size}, but symbol @{name} is {known} by {frame.sources[name]}", op
            )
        symbol = self.symbols.get(name)
        if symbol is None:
            raise ClaimError(f"{what} names symbol @{name}, which does not exist", op)
        self.counts["range"] += 1
        if symbol.size is not None and symbol.size != size:
            raise ClaimError(f"{what} is {size}, but symbol @{name} has value {symbol.size}", op)
        if not symbol.allows(size):
            ranges = ", ".join(
                f"[{low}, {'?' if high is None else high}]" for low, high in symbol.intervals
            )
            raise ClaimError(f"{what} is {size}, but symbol @{name} has ranges {ranges}", op)
        frame.sizes[name], frame.sources[name] = size, what


def result_symbols(func: FuncOp, index: int) -> Symbols | None:
    """The symbols that an attribute of a function's result gives."""
    if func.res_attrs is None or index >= len(func.res_attrs.data):
        return None
    return symbols_of(func.res_attrs.data[index].data.get(DIMS))


class SignatureChecker(Checker):
    """
    Compares the arguments of one function with the symbols in their types, and nothing else: inputs
    that break those are none of this program.
    """

    def __init__(self, module: ModuleOp, function: FuncOp) -> None:
        super().__init__(module)
        self.entry = function.body.first_block

    def leave(self, frame: Frame, results: Sequence[Array]) -> None:
        """The results need no check."""

    def block_hook(self, block: Block) -> Hook | None:
        """Hooks for the entry block only."""
        return super().block_hook(block) if block is self.entry else None

    def hook(self, op: Operation) -> Hook | None:
        """No operation is looked at."""


def _result_name(op: Operation, index: int, several: bool) -> str:
    return f"result {index} of '{op.name}'" if several else f"the result of '{op.name}'"


def _claim_of(value: SSAValue, what: str) -> Claim | None:
    return _claim(value, value_symbols(value), value.type, what)


def _claim_of_type(value: SSAValue | None, kind: Attribute, what: str) -> Claim | None:
    return _claim(value, get_symbols(kind), kind, what)


def _claim(
    value: SSAValue | None, symbols: Symbols | None, kind: Attribute, what: str
) -> Claim | None:
    bounds: tuple[int | None, ...] = ()
    if isinstance(kind, TensorType):
        encoding: Attribute = kind.encoding
        if isinstance(encoding, BoundsAttr | TypeExtensionsAttr):
            bounds = encoding.bounds
    if symbols is None and not bounds:
        return None
    return Claim(value, what, symbols or (), bounds)
