"""
What a converter knows of sizes, written into the IR while it rewrites a program.

A front end lowers coarse operations into fine ones, and what the coarse operation implied for sizes
is lost on the way: that the slices which a `split` becomes have one size, and that the axis is a
multiple of their number. The converter states it here, about the values that it makes:

    facts = ShapeFacts(module)
    for op in splits:
        slices = lower(op)
        size = facts.size(slices[0], axis)
        facts.same_shape(slices)
        facts.require("==", facts.size(op.input, axis), size * len(slices))
    facts.write()

Sizes are expressions of the prover's (`disc_shape.symbolic`). A fact that is *required* holds in
every legal run, because the operation that was replaced demands it; one that is *promised* is
assumed, and `insert-shape-guards` makes a check of it where it is about arguments.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import UNKNOWN_LOC, IndexType, IntegerAttr, ModuleOp, TensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.constraints.callees import called_functions
from disc_shape.constraints.contradictions import contradictions_as_errors
from disc_shape.constraints.graph import write_constraints
from disc_shape.constraints.reader import SavedConstraints, reason_of, saved_constraints
from disc_shape.constraints.symbols import DeclaredSymbol, ModuleSymbols, is_named, reserved_names
from disc_shape.constraints.types import refresh_signature, set_type
from disc_shape.dialects.disc_shape import BindDimOp, get_symbols, with_symbols
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.errors import OperationError
from disc_shape.notes import note_spent
from disc_shape.relations.value_types import as_tensor
from disc_shape.symbolic import (
    Cond,
    Contradiction,
    Expr,
    Prover,
    Reason,
    Status,
    Symbol,
    compare,
    const,
    sym,
)


def copied_symbols(module: ModuleOp, saved: SavedConstraints) -> ModuleSymbols:
    """All symbols and facts of a module, ready to be extended and written again."""
    symbols = ModuleSymbols(saved, reserved_names(module))
    for name, op in saved.symbols.items():
        symbols.by_name[name] = DeclaredSymbol(name, is_named(op), op.size, saved=op)
    for fact in saved.facts:
        symbols.add_fact(fact.condition, fact.status, fact.op.location)
    return symbols


class ShapeFacts:
    """
    Facts about the sizes of values, collected and then written into a module.

    Nothing changes in the module before `write`, except that `integer` puts a `bind_dim` after an
    index value. Values may be arguments or results anywhere in the functions of the module.
    """

    def __init__(self, module: ModuleOp) -> None:
        self.module = module
        self.saved = saved_constraints(module)
        self.symbols = copied_symbols(module, self.saved)
        self.bound = set(self.saved.symbols)
        """The names of sizes."""
        self._names: dict[SSAValue, list[str | None]] = {}
        self._integers: dict[SSAValue, str] = {}
        self.prover = Prover()
        """What has been stated so far, whatever its status."""
        with contradictions_as_errors():
            self._load()

    def _load(self) -> None:
        """Let new facts be compared with those that the module has already."""
        for name, op in self.saved.symbols.items():
            if op.intervals != ((0, None),):
                reason = Reason(f"ranges of '@{name}'", op)
                self.prover.add_intervals(sym(name), list(op.intervals), reason)
        for fact in self.saved.facts:
            self.prover.assume(fact.condition, reason_of(fact))

    # what facts are about

    def names(self, value: SSAValue) -> list[str | None]:
        """
        The symbols of a ranked tensor, None for a dimension without one; `ValueError` for any other
        value.
        """
        names = self._names.get(value)
        if names is None:
            type = as_tensor(value.type)
            if type is None:
                raise ValueError(f"a value of type {value.type} has no sizes")
            names = list(get_symbols(type) or [None] * len(type.get_shape()))
            self._names[value] = names
            self.bound.update(name for name in names if name is not None)
        return names

    def size(self, value: SSAValue, axis: int) -> Expr:
        """
        One size of a ranked tensor: its number, or a symbol, which it gets if it has none.

        `ValueError` when the value has no such dimension.
        """
        names = self.names(value)
        if not 0 <= axis < len(names):
            raise ValueError(f"dimension {axis} does not exist, the rank is {len(names)}")
        type = as_tensor(value.type)
        assert type is not None
        number = type.get_shape()[axis]
        if number >= 0:
            return const(number)
        name = names[axis]
        if name is None:
            name = names[axis] = self._fresh()
        return sym(name)

    def sizes(self, value: SSAValue) -> tuple[Expr, ...]:
        """All sizes of a ranked tensor, see `size`."""
        return tuple(self.size(value, axis) for axis in range(len(self.names(value))))

    def integer(self, value: SSAValue) -> Expr:
        """An index value as a size, for sizes that no dimension has; it is never negative."""
        name = self._integers.get(value)
        if name is None:
            name = self._integers[value] = self._fresh()
            insert_after_definition(BindDimOp(value, name), value)
        return sym(name)

    def name(self, value: SSAValue, axis: int, name: str) -> Expr:
        """
        One size of a ranked tensor, called `name` if it has no name yet and nothing else is called
        so; else its existing name, or a number. An underscore separates it from functions.
        """
        names = self.names(value)
        type = as_tensor(value.type)
        assert type is not None
        name = self.unique_name(name)
        if names[axis] is None and type.get_shape()[axis] < 0 and self.is_free(name):
            names[axis] = self.bind(name)
        return self.size(value, axis)

    def unseen(self, name: str) -> Expr:
        """A size that no value has, called `name` if nothing else is called so."""
        name = self.unique_name(name)
        return sym(self.bind(name) if self.is_free(name) else self._fresh())

    def unique_name(self, name: str) -> str:
        """A name from outside, with an underscore where something else of the module has it."""
        while name in self.symbols.reserved:
            name += "_"
        return name

    def is_free(self, name: str) -> bool:
        """True when no symbol of the module is called so."""
        return name not in self.symbols.reserved and name not in self.bound

    def bind(self, name: str) -> str:
        """A symbol of this name, which comes from outside and stays."""
        self.bound.add(name)
        self.symbols.outside.add(name)
        return self.symbols.keep(name)

    def _fresh(self) -> str:
        name = self.symbols.fresh()
        self.bound.add(name)
        return name

    # facts

    def add(
        self, condition: Cond, status: Status, text: str = "", operation: Operation | None = None
    ) -> None:
        """
        State a condition over sizes; `text` and `operation` are its reason in an error. An
        assumption that follows from facts stated before is not written.

        Raises `OperationError` when it does not fit what was stated before, with the chain of facts
        as notes.
        """
        if status is Status.ASSUMED and self.prover.proves(condition):
            return
        self.check(condition, text or str(condition), operation, status)
        if condition.symbols:
            location = UNKNOWN_LOC if operation is None else operation.location
            self.symbols.add_fact(condition, status, location)

    def check(
        self,
        condition: Cond,
        text: str,
        operation: Operation | None,
        status: Status = Status.ASSUMED,
    ) -> None:
        """
        Take a condition for granted without writing it. Raises `OperationError` when it does not
        fit what was stated before.
        """
        try:
            self.prover.assume(condition, Reason(text, operation, status))
        except Contradiction as error:
            message = f"'{text}' contradicts what was stated before"
            raise OperationError(message, operation or self.module, notes_of(error)) from None

    def require(self, op: str, left: Expr | int, right: Expr | int) -> None:
        """
        State a comparison (`==`, `<=`, ...) that the replaced operation demands: no run that breaks
        it is legal. `OperationError` when it contradicts what was stated before.
        """
        self.add(compare(op, left, right), Status.DERIVED)

    def promise(self, op: str, left: Expr | int, right: Expr | int) -> None:
        """
        State a comparison as an assumption that no guard checks. `OperationError` when it
        contradicts what was stated before.
        """
        self.add(compare(op, left, right), Status.ASSUMED)

    def same_shape(self, values: Sequence[SSAValue]) -> None:
        """Require that ranked tensors have the same sizes."""
        ranks = dict.fromkeys(len(self.names(value)) for value in values)
        if len(ranks) > 1:
            found = " and ".join(f"rank {rank}" for rank in ranks)
            raise OperationError(f"values of one shape have {found}", self.module)
        for other in values[1:]:
            for left, right in zip(self.sizes(values[0]), self.sizes(other), strict=True):
                self.require("==", left, right)

    def divisible(self, size: Expr, divisor: Expr | int) -> None:
        """Require that a size is a multiple of another."""
        self.require("==", size % divisor, 0)

    def likely(self, size: Expr, values: Sequence[int]) -> None:
        """Record likely values of a size; never a fact. A size that is no symbol is ignored."""
        if isinstance(size, Symbol):
            self.symbols.by_name[size.name].likely = tuple(values)

    # writing

    def write(self) -> None:
        """Write names into types and facts into the constraint graph."""
        called = called_functions(self.module)
        for value, names in self._names.items():
            write_symbols(value, names, called)
        write_constraints(self.module, self.symbols, effort=self.prover.effort)
        note_spent(self.prover.effort, "the import of facts")


def write_symbols(value: SSAValue, names: Sequence[str | None], called: Collection[str]) -> None:
    """
    Write symbols into the type of a value, or into that of a cast of it where the type must stay.
    `called` are the functions whose signatures must stay.
    """
    type = as_tensor(value.type)
    if type is None or all(name is None for name in names):
        return
    named = with_symbols(type, tuple(names))
    if named == type:
        return
    function = function_around(value)
    if function is not None and function.sym_name.data not in called:
        set_type(value, named)
        keep_type_for_users(value, type)
        refresh_signature(function)
    else:
        cast_after_definition(value, named)


def notes_of(error: Contradiction) -> list[tuple[str, Operation | None]]:
    """The chain of facts of a contradiction, as the notes of an error."""
    return [
        (str(reason), reason.handle if isinstance(reason.handle, Operation) else None)
        for reason in error.chain
    ]


def function_around(value: SSAValue) -> func.FuncOp | None:
    """
    The function that defines a value, if its type can change in place: it is an argument of the
    function, or a result at its top level of an operation that gives any symbols.
    """
    owner = value.owner
    if isinstance(owner, Operation) and (owner.regions or not isinstance(owner, HloOp)):
        return None
    block = owner if isinstance(owner, Block) else owner.parent
    parent = None if block is None else block.parent_op()
    if isinstance(parent, func.FuncOp) and parent.body.first_block is block:
        return parent
    return None


def insert_after_definition(op: Operation, value: SSAValue) -> None:
    """Put an operation where a value has just been defined."""
    owner = value.owner
    if isinstance(owner, Operation):
        block = owner.parent
        assert block is not None
        block.insert_ops_after([op], owner)
    elif owner.first_op is None:
        owner.add_op(op)
    else:
        owner.insert_ops_before([op], owner.first_op)


def cast_after_definition(value: SSAValue, named: TensorType[Attribute]) -> None:
    """
    Let the users of a value that accept any symbols see it with those of `named`. Where there are
    none, its sizes are tied to the symbols one by one.
    """
    uses = [
        use
        for use in value.uses
        if is_free_of_symbols(use.operation) and not isinstance(use.operation, func.ReturnOp)
    ]
    if uses:
        cast = tensor.CastOp.create(operands=[value], result_types=[named])
        insert_after_definition(cast, value)
        for use in uses:
            use.operation.operands[use.index] = cast.results[0]
        return
    old = get_symbols(value.type) or (None,) * named.get_num_dims()
    for axis, (before, name) in enumerate(zip(old, get_symbols(named) or (), strict=True)):
        if name is not None and before is None:
            index = arith.ConstantOp(IntegerAttr(axis, IndexType()))
            size = tensor.DimOp(value, index)
            for op in (BindDimOp(size, name), size, index):
                insert_after_definition(op, value)


def keep_type_for_users(value: SSAValue, type: Attribute) -> None:
    """Let users that may insist on the type that `value` had before see it with that type."""
    particular = [use for use in value.uses if not is_free_of_symbols(use.operation)]
    if particular:
        cast = tensor.CastOp.create(operands=[value], result_types=[type])
        insert_after_definition(cast, value)
        for use in particular:
            use.operation.operands[use.index] = cast.results[0]


def is_free_of_symbols(op: Operation) -> bool:
    """True for operations that accept operands of any symbols."""
    return isinstance(op, HloOp | tensor.DimOp | func.ReturnOp) and not op.regions
