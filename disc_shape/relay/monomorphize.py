"""
A copy of each polymorphic function for each of its instantiations.

Dimension parameters that a caller's own dimensions stand for stay parameters; all others are
replaced by the type arguments that inference has written.
"""

from __future__ import annotations

import re
import warnings
from dataclasses import replace
from itertools import accumulate, count
from typing import TypeAlias, TypeVar

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Attribute, Block, Operation, Use
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.constraints.types import set_type
from disc_shape.dialects.relay.calls import CallLike, CallOp
from disc_shape.dialects.relay.functions import FuncOp, FunctionLike, FunctionOp, Program
from disc_shape.dialects.relay.types import ArgumentsAttr, FnAttr, attribute_of, part_text, term_of
from disc_shape.errors import OperationWarning, rule_error
from disc_shape.locations import trace_copy
from disc_shape.relay.instantiation import fresh_names, parameter_of
from disc_shape.traversal import values_of
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type

F = TypeVar("F", bound=FunctionLike)
GROWTH = 6
"""How often types may nest deeper than before on the way to an instance of the same function."""
LONGEST = 1000
"""How many instances may lie on that way: arithmetic on dimensions need not end."""
SHOWN = 4
"""How many of them an error shows."""


Terms: TypeAlias = dict[str, Type]
Kinds: TypeAlias = dict[str, ts.Kind]
"""What stands for parameters, and their kinds, by their names."""
Chain: TypeAlias = tuple[tuple[str, str, int], ...]
"""The instances that lead to a copy: each function, it with its types, and how these nest."""


def monomorphize(module: ModuleOp) -> None:
    """
    Replace polymorphic functions by their instances, with a warning for each public one that has
    none. Raises `OperationError` if the instances never end.
    """
    Copies(module).run()


class Copies:
    """The instances of a module's functions."""

    def __init__(self, module: ModuleOp) -> None:
        functions = Program(module).functions
        self.names = set(functions)
        self.sources = {name: op for name, op in functions.items() if is_polymorphic(op)}
        self.known: dict[tuple[str, tuple[tuple[str, Type], ...]], str] = {}
        """The name of each copy by its source and what stands for parameters of that."""
        others = [op for name, op in functions.items() if name not in self.sources]
        self.work: list[tuple[FuncOp, Chain]] = [(op, ()) for op in others]

    def run(self) -> None:
        """Instantiate what functions without type parameters reach."""
        while self.work:
            op, chain = self.work.pop(0)
            instantiate_locals(op.body.block)
            for call in op.body.walk():
                if isinstance(call, CallLike) and call.kind == "function":
                    if call.called in self.sources:
                        self.call(call, call.called, chain)
        instantiated = {source for source, _ in self.known}
        for name, op in self.sources.items():
            if op.sym_visibility is None and name not in instantiated:
                message = f"{op.name}: @{name} is left out: nothing instantiates it"
                warnings.warn(OperationWarning(message, op), stacklevel=2)
            Rewriter.erase_op(op, safe_erase=False)

    def call(self, op: CallLike, name: str, chain: Chain) -> None:
        """Let a call or a reference name an instance."""
        source, given = self.sources[name], op.type_arguments
        if given is None or len(given) != len(source.parameters):
            what = "type parameters, but the call has no type arguments"
            raise rule_error(op, f"@{name} has {what}; run relay-infer-types first", "RLY-24")
        terms = dict(zip(dict(source.parameters), given, strict=True))
        dims = [name for name, kind in source.parameters if kind == "dim"]
        kept = {name: terms.pop(name) for name in dims if ts.names_in(terms[name]).parameters}
        around = parameters_around(op)
        outer: Kinds = {one: around[one] for one in ts.names_in(*terms.values()).parameters}
        key = name, tuple(terms.items())
        if key not in self.known:
            shown = f"@{name}[{', '.join(map(part_text, terms.values()))}]"
            chain = (*chain, (name, shown, 1 + max(map(nesting, terms.values()))))
            check_end(op, name, chain)
            copy = self.copy(source, shown, terms, dict.fromkeys(kept, "dim"), outer)
            self.known[key] = copy.sym_name.data
            self.work.append((copy, chain))
        op.properties["callee"] = StringAttr(self.known[key])
        left = (*kept.values(), *(parameter_of(*one) for one in outer.items()))
        op.properties.pop("type_args", None)
        if left:
            op.properties["type_args"] = ArgumentsAttr(left)

    def copy(self, source: FuncOp, shown: str, terms: Terms, kept: Kinds, outer: Kinds) -> FuncOp:
        """
        A private copy of a function with terms in the place of parameters. Those of the caller,
        with their kinds, are parameters of the copy by names that it does not declare.
        """
        inner = (op for op in source.body.walk() if isinstance(op, FunctionLike))
        names = fresh_names(outer, {*kept, *(name for op in inner for name, _ in op.parameters)})
        renamed = ts.Substitution({one: parameter_of(names[one], outer[one]) for one in outer})
        terms = {name: renamed.term(term) for name, term in terms.items()}
        parameters: Kinds = {**kept, **{names[one]: kind for one, kind in outer.items()}}
        copy = specialized(source, terms, parameters)
        copy.properties["sym_name"] = StringAttr(self.free_name(shown))
        copy.properties["sym_visibility"] = StringAttr("private")
        Rewriter.insert_op(copy, InsertPoint.before(source))
        return copy

    def free_name(self, shown: str) -> str:
        """A name from the function's name and its type arguments."""
        plain = re.sub(r"\W+", "_", shown.replace("!relay.", "")).strip("_")
        tried = (f"{plain}_{number}" if number else plain for number in count())
        name = next(one for one in tried if one not in self.names)
        self.names.add(name)
        return name


def check_end(op: Operation, name: str, chain: Chain) -> None:
    """
    The last instance of a function in a chain is not one of many that have no end. Types that a
    recursion only passes on or exchanges repeat in the end; those that it builds nest ever deeper.
    """
    found = [(shown, depth) for source, shown, depth in chain if source == name]
    depths = set(accumulate((depth for _, depth in found), max))
    if len(depths) > GROWTH or len(found) > LONGEST:
        listed = " -> ".join(shown for shown, _ in found[:SHOWN])
        raise rule_error(op, f"the instances of @{name} never end: {listed} -> ...", "RLY-98")


def nesting(term: Type) -> int:
    """How deep the parts of a term nest."""
    return 1 + max(map(nesting, ts.parts(term)), default=0)


def is_polymorphic(op: FunctionLike) -> bool:
    """Whether a function has parameters other than dimensions."""
    return any(kind != "dim" for _, kind in op.parameters)


def instantiate_locals(block: Block) -> None:
    """
    A copy of each polymorphic local function for each instantiation at a call. The last function
    comes first: its copies say at which types they call those before it.
    """
    op = block.last_op
    while op is not None:
        is_copied = isinstance(op, FunctionOp) and is_polymorphic(op) and instantiate_local(op)
        before = op.prev_op
        if is_copied:
            Rewriter.erase_op(op)
        else:
            for region in op.regions:
                instantiate_locals(region.block)
        op = before


def instantiate_local(op: FunctionOp) -> bool:
    """
    Insert the copies of a local function before it; whether they serve all of its uses. There are
    none of one that is a value in its own body, or calls itself at other types.
    """
    own = [part_text(parameter_of(*one)) for one in op.parameters]
    inside = map(type_arguments_at, op.body.block.args[0].uses)
    if any([part_text(one) for one in given] != own for given in inside):
        return False
    visible = parameters_around(op).keys()
    copies: dict[tuple[Type, ...], FunctionOp] = {}
    for use in list(op.result.uses):
        given = type_arguments_at(use)
        if not given or ts.names_in(*given).parameters.keys() - visible:
            continue
        if given not in copies:
            copies[given] = local_copy(op, given)
            Rewriter.insert_op(copies[given], InsertPoint.before(op))
        use.operation.operands[0] = copies[given].result
        use.operation.properties.pop("type_args")
    return not op.result.uses.get_length()


def parameters_around(op: Operation) -> Kinds:
    """The parameters of the functions around an operation, with their kinds."""
    around = op.parent_op()
    if around is None:
        return {}
    own = dict(around.parameters) if isinstance(around, FunctionLike) else {}
    return {**parameters_around(around), **own}


def type_arguments_at(use: Use) -> tuple[Type, ...]:
    """The type arguments of a call of a value, none where the value is used otherwise."""
    call = use.operation
    if not isinstance(call, CallOp) or call.function is None or use.index:
        return ()
    return call.type_arguments or ()


def local_copy(op: FunctionOp, given: tuple[Type, ...]) -> FunctionOp:
    """A local function with type arguments in the place of its parameters."""
    copy = specialized(op, dict(zip(dict(op.parameters), given, strict=True)), {})
    for use in copy.body.block.args[0].uses:
        use.operation.properties.pop("type_args")
    type_ = attribute_of(copy.signature)
    for value in (copy.result, copy.body.block.args[0]):
        set_type(value, type_)
    return copy


def specialized(op: F, terms: Terms, parameters: Kinds) -> F:
    """
    A copy of a function with terms in the place of parameters in all of its types. It has other
    parameters, and no relations.
    """
    copy, map_ = op.clone(), ts.Substitution(terms)
    trace_copy(copy, op)
    copy.scheme = FnAttr(replace(copy.scheme.data.body, where=()))

    def changed(attribute: Attribute) -> Attribute:
        if isinstance(attribute, ArgumentsAttr):
            return ArgumentsAttr(tuple(map(map_.term, attribute.data)))
        term = term_of(attribute)
        return attribute if term is None else attribute_of(map_.term(term))

    for inner in copy.walk():
        for value in values_of(inner):
            set_type(value, changed(value.type))
        inner.properties.update({name: changed(one) for name, one in inner.properties.items()})
    copy.scheme = FnAttr(replace(copy.scheme.data, parameters=tuple(parameters.items())))
    return copy
