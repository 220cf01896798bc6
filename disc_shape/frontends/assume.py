"""
Writes facts from outside into the IR: names into argument types, the rest into the constraint
graph as assumed.

What is only promised never enters the type of an argument beyond its own name: where two
dimensions are said to be equal, each keeps a symbol of its own and the graph says that they are
equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects import func, tensor
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.analysis.constraints import SavedConstraints, saved_constraints
from disc_shape.dialects.disc_shape import get_symbols, with_symbols
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.frontends.language import Condition, Likely, Naming, Statement
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.graph import write_constraints
from disc_shape.rewriting.labels import Label, ModuleLabels, is_named, reserved_names
from disc_shape.rewriting.refine import set_type
from disc_shape.rewriting.types import refresh_signature
from disc_shape.symbolic import (
    Cond,
    Contradiction,
    Expr,
    Prover,
    Reason,
    Status,
    compare,
    const,
    sym,
)


def copied_labels(module: ModuleOp, saved: SavedConstraints) -> ModuleLabels:
    """All symbols and facts of a module, ready to be extended and written again."""
    labels = ModuleLabels(saved, reserved_names(module))
    for name, op in saved.symbols.items():
        labels.labels[name] = Label(name, is_named(op), op.size, saved=op)
    for fact in saved.facts:
        labels.add_fact(fact.condition, fact.status)
    return labels


def keep_type_for_users(value: SSAValue, type: Attribute) -> None:
    """Let users that may insist on the type that `value` had before see it with that type."""
    particular = [use for use in value.uses if not is_free_of_symbols(use.operation)]
    if particular:
        cast = tensor.CastOp.create(operands=[value], result_types=[type])
        block = value.owner
        assert isinstance(block, Block)
        assert block.first_op is not None
        block.insert_ops_before([cast], block.first_op)
        for use in particular:
            use.operation.operands[use.index] = cast.results[0]


def is_free_of_symbols(op: Operation) -> bool:
    """True for operations that accept operands of any symbols."""
    return isinstance(op, HloOp | tensor.DimOp | func.ReturnOp) and not op.regions


@dataclass
class Assumptions:
    """Facts about one function, collected and then written."""

    module: ModuleOp
    function: func.FuncOp
    status: Status = Status.ASSUMED
    _names: dict[SSAValue, list[str | None]] = field(
        default_factory=dict["SSAValue", "list[str | None]"]
    )
    _bound: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        self.saved = saved_constraints(self.module)
        self.labels = copied_labels(self.module, self.saved)
        self.arguments = self.function.body.blocks[0].args
        self._prover = Prover()
        for argument in self.arguments:
            type = as_tensor(argument.type)
            if type is not None:
                names = list(get_symbols(type) or [None] * len(type.get_shape()))
                self._names[argument] = names
                self._bound.update(name for name in names if name is not None)

    def add(self, statements: Sequence[Statement]) -> None:
        """
        Add statements; names are given before conditions are read, whatever their order.

        Raises `FactSyntaxError` when one does not fit the function or contradicts the others.
        """
        namings = [statement for statement in statements if isinstance(statement, Naming)]
        for statement in namings:
            self._name(statement)
        for statement in namings:
            self._equate(statement)
        for statement in statements:
            if isinstance(statement, Condition):
                self._assume(self._resolved(statement.condition, statement), statement)
            elif isinstance(statement, Likely):
                self._hint(statement)

    def write(self) -> None:
        """Write everything into the module."""
        for argument, names in self._names.items():
            type = as_tensor(argument.type)
            if type is not None:
                named = with_symbols(type, tuple(names))
                if named != type:
                    set_type(argument, named)
                    keep_type_for_users(argument, type)
        refresh_signature(self.function)
        write_constraints(self.module, self.labels)

    def argument(self, text: str, statement: Statement) -> SSAValue:
        """The argument of this name or number."""
        if text.isdigit():
            if int(text) < len(self.arguments):
                return self.arguments[int(text)]
            count = len(self.arguments)
            raise statement.error(f"argument {text} does not exist, the function has {count}")
        for index, argument in enumerate(self.arguments):
            if text in (argument.name_hint, f"arg{index}"):
                return argument
        raise statement.error(f"unknown argument '{text}'")

    def size(self, argument: SSAValue, axis: int, statement: Statement) -> Expr:
        """One size of an argument: its number, or a symbol, which it gets if it has none."""
        type = as_tensor(argument.type)
        if type is None:
            raise statement.error(f"the argument is no ranked tensor but {argument.type}")
        shape = type.get_shape()
        if axis >= len(shape):
            raise statement.error(f"dimension {axis} does not exist, the rank is {len(shape)}")
        if shape[axis] >= 0:
            return const(shape[axis])
        names = self._names[argument]
        name = names[axis]
        if name is None:
            name = names[axis] = self._fresh()
        return sym(name)

    # statements

    def _name(self, statement: Naming) -> None:
        """Give the names that stand alone to the dimensions where they first stand."""
        argument = self.argument(statement.argument, statement)
        type = as_tensor(argument.type)
        rank = None if type is None else len(type.get_shape())
        if rank != len(statement.dims):
            raise statement.error(
                f"argument '{statement.argument}' has rank {rank}, got {len(statement.dims)} sizes"
            )
        names = self._names[argument]
        for axis, entry in enumerate(statement.dims):
            free = type is not None and type.get_shape()[axis] < 0 and names[axis] is None
            if entry is not None and entry.name is not None and free:
                if entry.name not in self._bound:
                    names[axis] = self._bind(entry.name, statement)

    def _equate(self, statement: Naming) -> None:
        """Say that all other entries are the sizes of their dimensions."""
        argument = self.argument(statement.argument, statement)
        names = self._names[argument]
        for axis, entry in enumerate(statement.dims):
            if entry is None or (entry.name is not None and entry.name == names[axis]):
                continue
            size = self.size(argument, axis, statement)
            for symbol in entry.symbols:
                if symbol.name not in self._bound:
                    self._bind(symbol.name, statement)
            if size.constant is not None and entry.constant not in (None, size.constant):
                raise statement.error(
                    f"dimension {axis} of argument '{statement.argument}' is {size}, got {entry}"
                )
            self._assume(compare("==", size, entry), statement)

    def _bind(self, name: str, statement: Statement) -> str:
        if name in self.labels.reserved:
            raise statement.error(f"'{name}' is the name of another symbol of the module")
        self._bound.add(name)
        self.labels.outside.add(name)
        return self.labels.keep(name)

    def _fresh(self) -> str:
        name = self.labels.fresh()
        self._bound.add(name)
        return name

    def _resolved(self, condition: Cond, statement: Statement) -> Cond:
        mapping: dict[Expr, Expr] = {}
        for symbol in condition.symbols:
            name, bracket, axis = symbol.name.partition("[")
            if bracket:
                argument = self.argument(name, statement)
                mapping[symbol] = self.size(argument, int(axis.rstrip("]")), statement)
            elif name not in self._bound:
                raise statement.error(f"unknown dimension '{name}'")
        return condition.substitute(mapping)

    def _assume(self, condition: Cond, statement: Statement) -> None:
        try:
            self._prover.assume(condition, Reason(statement.text, None, self.status))
        except Contradiction:
            raise statement.error(f"'{statement.text}' contradicts what was said before") from None
        if condition.symbols:
            self.labels.add_fact(condition, self.status)

    def _hint(self, statement: Likely) -> None:
        if statement.name not in self._bound:
            raise statement.error(f"unknown dimension '{statement.name}'")
        self.labels.labels[statement.name].likely = statement.values
