"""Writes what is known of sizes into the types of one function."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, func, tensor
from xdsl.ir import Block, Operation, Region, SSAValue

from disc_shape.analysis.regions import flow_of
from disc_shape.cards import card_of
from disc_shape.class_table import Kind
from disc_shape.constraints.types import refresh_signature, set_type
from disc_shape.dialects.disc_shape import strip
from disc_shape.dialects.disc_shape.encoding import (
    note_result_symbols,
    result_symbols,
    value_symbols,
)
from disc_shape.relations.value_types import as_tensor, is_dynamic
from disc_shape.rewriting.fixed_types import (
    cast_fixed_operands,
    cast_returns,
    forget_stale_symbols,
    forget_unreachable,
)
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.function_symbols import FunctionSymbols
from disc_shape.rewriting.joins import (
    agree_operands,
    cast_users,
    join_blocks,
    join_choice,
    join_types,
)
from disc_shape.rewriting.refine import IS_CAST, has_fixed_types, leaves_branch
from disc_shape.rewriting.type_symbols import TypeSymbols, is_shown
from disc_shape.rewriting.walk import Walk
from disc_shape.symbolic import Expr
from disc_shape.traversal import ancestor_in, operations

_IS_SELECT = Kind(arith.SelectOp)


class TypeWriter(Walk):
    """Writes sizes and symbols into the type of every ranked value of a function."""

    def __init__(self, rewriter: Rewriter, symbols: FunctionSymbols):
        super().__init__(rewriter)
        self.symbols = TypeSymbols(rewriter, symbols)
        self._entering: set[SSAValue] = set()
        """The arguments, or what they are cast to where their own types must stay."""

    def write(self, function: func.FuncOp, keep_signature: bool) -> None:
        """Walk the function once more; a signature that must stay is cast at the boundary."""
        self.rewriter.rewind()
        entry = function.body.blocks[0]
        if keep_signature:
            used = [argument for argument in entry.args if is_shown(argument)]
            refined = [
                (argument, self.symbols.refined_argument(argument)) for argument in entry.args
            ]
            for argument, type in refined:
                self.symbols.note_unshown(argument, type)
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
                self.symbols.write_argument(argument)
        self._entering.update(entering)
        # Before the walk, so that operations after a guard use the casts and not the arguments.
        self.rewriter.forward()
        for value in entering:
            self._cast_where_known(value, entry)
        self.run()
        for value in self.symbols.partly_known:
            self._cast_where_known(value, entry)
        cast_fixed_operands(self.rewriter)
        unreachable = self.rewriter.unreachable
        for op in operations(function.body):
            if not unreachable or op not in unreachable:
                agree_operands(op, self.rewriter.state)
        forget_unreachable(self.rewriter)
        if keep_signature:
            cast_returns(function, self.rewriter.state)
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

    def _cast_where_known(self, argument: SSAValue, entry: Block) -> None:
        """
        Cast a value after a guard to the type that the guard implies, for the users after that
        guard, and an argument to the type that assumptions imply, for all users.

            func.func @main(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@S0]>) ... {
              stablehlo.custom_call @shape_assertion(%equal) ...
              %0 = tensor.cast %y : tensor<?xf32, [@S0]> to tensor<?xf32, [@a]>
        """
        if not is_dynamic(argument.type) or as_tensor(argument.type) is None:
            return
        guard = self._last_guard(self.rewriter.state.raw_dims(argument), entry)
        if guard is None and argument not in self._entering:
            return
        number, owner = self.rewriter.order.number, argument.owner
        if guard is not None and isinstance(owner, Operation):
            if owner.parent is not entry:
                return
            # What is computed after the guard is cast where it is computed.
            guard = max(guard, owner, key=number)
        original = argument.type
        set_type(argument, strip(original))
        self.symbols.write(argument)
        refined = argument.type
        set_type(argument, original)
        if refined == original:
            return
        later = [
            (use, user)
            for use in argument.uses
            if (user := ancestor_in(use.operation, entry)) is not None
            and use.operation not in self.rewriter.sizes.inserted
            and (guard is None or number(user) > number(guard))
        ]
        if later:
            cast = tensor.CastOp.create(operands=[argument], result_types=[refined])
            if guard is not None:
                entry.insert_ops_after([cast], guard)
            else:
                entry.insert_ops_before([cast], min((user for _, user in later), key=number))
            self.rewriter.state.copy_value(argument, cast.results[0])
            for use, _ in later:
                use.operation.operands[use.index] = cast.results[0]

    def _last_guard(self, sizes: Sequence[Expr], entry: Block) -> Operation | None:
        """The last guard from which, or after which, facts about some sizes were inferred."""
        learned = self.rewriter.shapes.guard_records.last_learned
        kept = [guard.op for guard in self.rewriter.shapes.guards if not guard.proved]
        last = max((learned(symbol) for size in sizes for symbol in size.symbols), default=0)
        return ancestor_in(kept[last - 1], entry) if 0 < last <= len(kept) else None

    def enter_block(self, block: Block) -> None:
        """Name the sizes of the arguments of a block that is not the entry of the function."""
        if block is not self.rewriter.shapes.body.first_block:
            for argument in block.args:
                self.symbols.write(argument)

    def leave(self, op: Operation) -> None:
        """Name the sizes of results; those of a call exist once its guards have passed."""
        is_fixed = has_fixed_types(op)
        if is_fixed or self.rewriter.fixed_operands:
            forget_stale_symbols(op, is_fixed, self.rewriter, self.symbols)
        if IS_CAST[type(op)] and leaves_branch(op):
            return
        for result in op.results:
            if result in self._entering:
                continue
            if is_fixed or self._needs_its_operands(op, result):
                self._cast_result(result)
            else:
                self.symbols.write(result)
        flow = flow_of(op) if op.regions else None
        if flow is not None:
            join_types(op, flow, self.rewriter.state)
        elif _IS_SELECT[type(op)] and isinstance(op, arith.SelectOp):
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
        Name the sizes of a result whose type must stay as it is.

            %1 = func.call @f(%0) : (tensor<?xf32>) -> tensor<?xf32>
            %2 = tensor.cast %1 : tensor<?xf32> to tensor<?xf32, [@S1]>
        """
        if is_dynamic(result.type):
            refined = self.symbols.refined_result(result)
            self.symbols.note_unshown(result, refined)
            if refined == result.type or not is_shown(result):
                return
            cast = cast_users(result, refined, self.rewriter.state)
            if cast is not None and result in self.symbols.partly_known:
                self.symbols.partly_known[cast] = None
