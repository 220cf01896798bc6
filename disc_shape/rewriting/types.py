"""Writes what is known of sizes into the types of one function."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import arith, func, tensor
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator

from disc_shape.analysis.regions import flow_of
from disc_shape.cards import card_of
from disc_shape.constraints.types import refine_static_sizes, refresh_signature, set_type
from disc_shape.dialects.disc_shape import get_symbols, strip, with_symbols
from disc_shape.dialects.disc_shape.encoding import (
    forget_symbols,
    is_foreign,
    note_result_symbols,
    note_symbols,
    result_symbols,
    value_symbols,
)
from disc_shape.relations.value_types import as_tensor, is_dynamic
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.function_labels import FunctionLabels
from disc_shape.rewriting.joins import (
    agree_operands,
    cast_users,
    cast_value,
    join_blocks,
    join_choice,
    join_types,
)
from disc_shape.rewriting.refine import has_fixed_types
from disc_shape.rewriting.walk import Walk
from disc_shape.symbolic import Expr


class TypeWriter(Walk):
    """Gives every ranked value of a function the symbols of its sizes."""

    def __init__(self, rewriter: Rewriter, labels: FunctionLabels):
        super().__init__(rewriter)
        self.labels = labels
        self._entering: set[SSAValue] = set()
        """The arguments, or what they are cast to where their own types have to stay."""
        self._held_back: dict[SSAValue, None] = {}
        """Values of which a guard behind them says more."""
        self._examined = {
            symbol
            for guard in rewriter.shapes.guards
            if guard.condition is not None and not guard.proved
            for symbol in guard.condition.symbols
        }

    def write(self, function: func.FuncOp, keep_signature: bool) -> None:
        """Walk the function once more; a signature that must stay is cast at the boundary."""
        self.rewriter.rewind()
        entry = function.body.blocks[0]
        if keep_signature:
            used = [argument for argument in entry.args if is_shown(argument)]
            refined = [(argument, self._refined_argument(argument)) for argument in entry.args]
            for argument, type in refined:
                self._note_unshown(argument, type)
            casts = {
                argument: cast_users(argument, type, self.rewriter.state)
                for argument, type in reversed(refined)
                if argument.type != type and is_shown(argument)
            }
            inside = [casts.get(argument, argument) for argument in used]
            entering = [value for value in inside if value is not None]
        else:
            entering = list(entry.args)
            for argument in entering:
                self._argument(argument)
        self._entering.update(entering)
        # Before the walk, so that values behind a guard meet the casts and not the arguments.
        self.rewriter.forward()
        for value in entering:
            self._cast_where_known(value, entry)
        self.run()
        for value in self._held_back:
            self._cast_where_known(value, entry)
        self._cast_fixed_operands()
        for op in list(function.body.walk()):
            if op not in self.rewriter.unreachable:
                agree_operands(op, self.rewriter.state)
        self._forget_unreachable()
        if keep_signature:
            self._cast_returns(function)
        else:
            refresh_signature(function)
        self._note_results(function)

    def _note_results(self, function: func.FuncOp) -> None:
        """Name the sizes of the buffers that a function returns, where it returns in one place."""
        lasts = [block.last_op for block in function.body.blocks]
        returns = [last for last in lasts if isinstance(last, func.ReturnOp)]
        if len(returns) != 1:
            return
        known = result_symbols(function)
        for index, value in enumerate(returns[0].operands):
            names = None if as_tensor(value.type) else value_symbols(value)
            if names is not None and known[index] is None and any(names):
                note_result_symbols(function, index, names)

    def _argument(self, argument: SSAValue) -> None:
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
                self.labels.of(size) if size.constant is not None else self.labels.of_argument(size)
                for size in static
            ],
        )

    def _argument_size(self, size: Expr) -> Expr:
        """
        The size of an argument dimension when its type may say it, else the symbol of that
        dimension. A size that a guard examines stays a symbol, or the guard would have nothing
        left to examine.
        """
        derived = self.labels.derived.state.prover.canonical(size)
        if derived.constant is None or size in self._examined:
            return size
        return derived

    def _refined_argument(self, argument: SSAValue) -> Attribute:
        """The type that an argument would have if its type did not have to stay."""
        original = argument.type
        self._argument(argument)
        refined = argument.type
        set_type(argument, original)
        return refined

    def _cast_where_known(self, argument: SSAValue, entry: Block) -> None:
        """
        Let operations behind a guard see a value with all that the guard says of its sizes, and
        all operations an argument with what is assumed of its sizes.

            func.func @main(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@S0]>) ... {
              stablehlo.custom_call @shape_assertion(%equal) ...
              %0 = tensor.cast %y : tensor<?xf32, [@S0]> to tensor<?xf32, [@a]>
        """
        if not is_dynamic(argument.type) or as_tensor(argument.type) is None:
            return
        guard = self._last_guard(self.rewriter.state.raw_dims(argument), entry)
        if guard is None and argument not in self._entering:
            return
        original = argument.type
        set_type(argument, strip(original))
        self._value(argument)
        refined = argument.type
        set_type(argument, original)
        if refined == original:
            return
        number = self.rewriter.order.number
        behind = [
            (use, user)
            for use in argument.uses
            if (user := ancestor_in(use.operation, entry)) is not None
            and use.operation not in self.rewriter.sizes.made
            and (guard is None or number(user) > number(guard))
        ]
        if behind:
            cast = tensor.CastOp.create(operands=[argument], result_types=[refined])
            if guard is not None:
                entry.insert_ops_after([cast], guard)
            else:
                entry.insert_ops_before([cast], min((user for _, user in behind), key=number))
            self.rewriter.state.copy_value(argument, cast.results[0])
            for use, _ in behind:
                use.operation.operands[use.index] = cast.results[0]

    def _last_guard(self, sizes: Sequence[Expr], entry: Block) -> Operation | None:
        """The last guard from which, or behind which, something was learned of some sizes."""
        learned = self.rewriter.shapes.last_learned
        kept = [guard.op for guard in self.rewriter.shapes.guards if not guard.proved]
        last = max((learned(symbol) for size in sizes for symbol in size.symbols), default=0)
        return ancestor_in(kept[last - 1], entry) if 0 < last <= len(kept) else None

    def _forget_stale_symbols(self, op: Operation) -> None:
        """
        An operation that we know nothing of keeps its types; its symbols only if they still stand
        for the same sizes, as those of a callee's signature do.

            %1 = tensor.cast %0 : tensor<?xf32, [@S1]> to tensor<?xf32>
            %2 = stablehlo.composite "c" %1 {decomposition = @f} : (tensor<?xf32>) -> tensor<?xf32>
        """
        fixed = self.rewriter.fixed_operands
        results = op.results if has_fixed_types(op) else ()
        if isinstance(op, func.CallOp) or not (op in fixed or results):
            return
        wanted = fixed.get(op, ())
        if all(
            value.type == type
            for value, type in zip(op.operands, wanted, strict=False)
            if is_dynamic(type)
        ) and all(self._refined_result(result) == result.type for result in results):
            return
        if op in fixed:
            fixed[op] = tuple(map(strip, wanted))
        for result in results:
            set_type(result, strip(result.type))

    def _refined_result(self, result: SSAValue) -> Attribute:
        """The type that a result would have if its type did not have to stay."""
        original = result.type
        self._value(result)
        refined = result.type
        set_type(result, original)
        return refined

    def _cast_fixed_operands(self) -> None:
        """Hand calls, and operations that we know nothing of, the very types that they had."""
        for op, types in self.rewriter.fixed_operands.items():
            if op.parent is None:
                continue
            for index, wanted in enumerate(types):
                if is_dynamic(wanted) and op.operands[index].type != wanted:
                    op.operands[index] = cast_value(
                        op.operands[index], wanted, op, self.rewriter.state
                    )

    def _forget_unreachable(self) -> None:
        """
        What no legal run meets says nothing of sizes: its values lose their symbols, and what it
        takes from elsewhere is cast to the types that it had, without symbols. What it hands to
        operations that are met keeps the type that those know.
        """
        handed = {
            op: [operand.type for operand in op.operands]
            for op in self.rewriter.unreachable
            if op.has_trait(IsTerminator) and op.parent_op() not in self.rewriter.unreachable
        }
        made: dict[tuple[SSAValue, Attribute, Block | None], SSAValue] = {}
        left: list[Operation] = []
        for op, types in self.rewriter.unreachable.items():
            if op.parent is None:
                continue
            for value in values_of(op):
                set_type(value, strip(value.type))
            if op.has_trait(IsTerminator):
                continue
            if isinstance(op, tensor.CastOp):
                left.append(op)
                continue
            for index, wanted in enumerate(types):
                source = op.operands[index]
                while (
                    isinstance(source.owner, tensor.CastOp)
                    and source.owner in self.rewriter.unreachable
                ):
                    source = source.owner.source
                if source.type == wanted or not is_dynamic(wanted):
                    continue
                key = source, wanted, op.parent
                if key not in made:
                    made[key] = cast_value(source, wanted, op, self.rewriter.state)
                op.operands[index] = made[key]
        for op, types in handed.items():
            for index, wanted in enumerate(types):
                if op.operands[index].type != wanted:
                    op.operands[index] = cast_value(
                        op.operands[index], wanted, op, self.rewriter.state
                    )
        for op in reversed(left):
            if op.results[0].first_use is None and op.parent is not None:
                op.parent.erase_op(op)

    def _cast_returns(self, function: func.FuncOp) -> None:
        for block in function.body.blocks:
            last = block.last_op
            if isinstance(last, func.ReturnOp):
                for index, wanted in enumerate(function.function_type.outputs):
                    if last.operands[index].type != wanted:
                        last.operands[index] = cast_value(
                            last.operands[index], wanted, last, self.rewriter.state
                        )

    def enter_block(self, block: Block) -> None:
        """Name the sizes of the arguments of a block that is not the entry of the function."""
        if block is not self.rewriter.shapes.body.first_block:
            for argument in block.args:
                self._value(argument)

    def leave(self, op: Operation) -> None:
        """Name the sizes of results; those of a call exist once its guards have passed."""
        self._forget_stale_symbols(op)
        for result in op.results:
            if result in self._entering:
                continue
            if has_fixed_types(op) or self._needs_its_operands(op, result):
                self._cast_result(result)
            else:
                self._value(result)
        flow = flow_of(op) if op.regions else None
        if flow is not None:
            join_types(op, flow, self.rewriter.state)
        elif isinstance(op, arith.SelectOp):
            join_choice(op, self.rewriter.state)

    def leave_region(self, region: Region) -> None:
        """Join the types of the values that branches pass to blocks."""
        join_blocks(region, self.rewriter.state)

    def _needs_its_operands(self, op: Operation, result: SSAValue) -> bool:
        """True where a type could only become static together with the operands of `op`."""
        return card_of(op).sized_by_operands and self.rewriter.refined_type(result) != strip(
            result.type
        )

    def _cast_result(self, result: SSAValue) -> None:
        """
        Name the sizes of a result whose type has to stay as it is.

            %1 = func.call @f(%0) : (tensor<?xf32>) -> tensor<?xf32>
            %2 = tensor.cast %1 : tensor<?xf32> to tensor<?xf32, [@S1]>
        """
        if is_dynamic(result.type):
            refined = self._refined_result(result)
            self._note_unshown(result, refined)
            if refined == result.type or not is_shown(result):
                return
            cast = cast_users(result, refined, self.rewriter.state)
            if cast is not None and result in self._held_back:
                self._held_back[cast] = None

    def _note_unshown(self, value: SSAValue, refined: Attribute) -> None:
        """
        Name the sizes of a tensor whose type has to stay beside it, where no cast of it can: nobody
        uses it, or what it is cast to has numbers in their place.

            func.func private @f(%x: tensor<?xf32> {disc_shape.dims = [@S0]}) {
        """
        type, known = as_tensor(value.type), as_tensor(refined)
        if type is None or known is None or is_foreign(type) or not is_dynamic(type):
            return
        if get_symbols(type) is None and (not is_shown(value) or not is_dynamic(known)):
            names = [
                self.labels.module.constant(size) if size >= 0 else name
                for size, name in zip(
                    known.get_shape(),
                    get_symbols(known) or (None,) * len(known.get_shape()),
                    strict=True,
                )
            ]
            self.labels.module.written.update(name for name in names if name is not None)
            note_symbols(value, names)

    def _value(self, value: SSAValue) -> None:
        if not is_dynamic(value.type):
            return
        self._forget_attribute(value)
        refine_static_sizes(value, self.rewriter.dims(value))
        if not is_dynamic(value.type):
            return
        state = self.rewriter.state
        canonical = state.prover.canonical
        names: list[str | None] = []
        for size in state.raw_dims(value):
            known = canonical(size)
            if self.rewriter.canonical(size) is not known:
                # A guard further down says more: until then it has a symbol like arguments.
                names.append(self.labels.of_argument(size))
                self._held_back[value] = None
            else:
                self.labels.note_reason(known, size)
                names.append(self.labels.of(known))
        self._encode(value, names)

    def _forget_attribute(self, value: SSAValue) -> None:
        """The sizes of a tensor are about to be named by its type."""
        type = as_tensor(value.type)
        if type is not None and not is_foreign(type):
            forget_symbols(value)

    def _encode(self, value: SSAValue, names: Sequence[str | None]) -> None:
        type = as_tensor(value.type)
        self.labels.module.written.update(name for name in names if name is not None)
        if type is not None and is_foreign(type):
            note_symbols(value, names)
        elif type is None:
            known = value_symbols(value) or (None,) * len(names)
            note_symbols(value, [old or new for old, new in zip(known, names, strict=True)])
        elif is_dynamic(type):
            encoded = with_symbols(strip(type), tuple(names))
            if get_symbols(type) is None or encoded != type:
                set_type(value, encoded)


def values_of(op: Operation) -> Iterator[SSAValue]:
    """The results of an operation and the arguments of its regions."""
    yield from op.results
    for region in op.regions:
        for block in region.blocks:
            yield from block.args


def is_shown(value: SSAValue) -> bool:
    """
    False for a tensor that nobody uses: where its own type has to stay, nothing shows its symbols.
    """
    return value.first_use is not None or as_tensor(value.type) is None


def ancestor_in(op: Operation, block: Block) -> Operation | None:
    """The operation of `block` that is `op` or holds it, None when there is none."""
    current: Operation | None = op
    while current is not None and current.parent is not block:
        current = current.parent_op()
    return current
