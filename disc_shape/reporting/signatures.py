"""Signatures of functions by the names of their arguments and of their sizes."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import BlockArgument, SSAValue
from xdsl.traits import SymbolTable

from disc_shape.dialects.disc_shape import value_symbols
from disc_shape.locations import source_name
from disc_shape.relations.value_types import as_tensor
from disc_shape.reporting.found import Parameter, Signature
from disc_shape.reporting.names import Names
from disc_shape.rewriting.inlining import NUMBERED


class ArgumentNames:
    """The names of the arguments of each function of a program as it was read."""

    def __init__(self, original: ModuleOp) -> None:
        self._names = {
            op.sym_name.data: [argument_name(one) for one in op.body.blocks[0].args]
            for op in original.ops
            if isinstance(op, FuncOp) and op.body.blocks
        }

    def of(self, argument: BlockArgument) -> str:
        """The name of an argument of the program after its passes, as it was read."""
        function = argument.block.parent_op()
        if isinstance(function, FuncOp) and argument.block is function.body.blocks[0]:
            names = self._names.get(function.sym_name.data, ())
            if len(names) == len(argument.block.args):
                return names[argument.index]
        return argument_name(argument)


def signature_of(function: FuncOp, names: Names, arguments: ArgumentNames) -> Signature:
    """The arguments and results of a function that has a body."""
    last = function.body.blocks[-1].last_op
    returned = () if last is None else last.operands
    return Signature(
        function.sym_name.data,
        tuple(parameter_of(one, arguments.of(one), names) for one in function.body.blocks[0].args),
        tuple(parameter_of(one, "", names) for one in returned),
    )


def parameter_of(value: SSAValue, name: str, names: Names) -> Parameter:
    """A value, each dynamic size by its name, as an expression over names, or as `?`."""
    type_ = as_tensor(value.type)
    if type_ is None or not names.facts.shapes.state.is_ranked(value):
        return Parameter(name, None, str(value.type))
    symbols = value_symbols(value) or (None,) * len(type_.get_shape())
    sizes = [
        str(static) if static >= 0 else symbol or names.text(size) or "?"
        for static, symbol, size in zip(
            type_.get_shape(), symbols, names.facts.shapes.state.raw_dims(value), strict=True
        )
    ]
    return Parameter(name, tuple(sizes), str(type_.element_type))


def argument_name(argument: BlockArgument) -> str:
    """
    The name of an argument in the program, or `arg0`. The entry of a JAX export only calls the
    function whose arguments have names.
    """
    for one in (argument, *passed_as(argument)):
        name = source_name(one)
        if name is not None and not NUMBERED.fullmatch(name):
            return name
    return f"arg{argument.index}"


def passed_as(argument: BlockArgument) -> Iterator[BlockArgument]:
    """The arguments of the functions to which an argument is passed as it is."""
    for use in argument.uses:
        call = use.operation
        if isinstance(call, CallOp):
            callee = SymbolTable.lookup_symbol(call, call.callee)
            if isinstance(callee, FuncOp) and callee.body.blocks:
                yield callee.body.blocks[0].args[use.index]
