"""
A copy of each polymorphic function for each of its instantiations.

Dimension parameters that a caller's own dimensions stand for stay parameters; all others are
replaced by the type arguments that inference has written.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from disc_shape.constraints.types import set_type
from disc_shape.dialects.relay.calls import CallLike, CallOp
from disc_shape.dialects.relay.functions import (
    FuncOp,
    FunctionLike,
    FunctionOp,
)
from disc_shape.dialects.relay.types import (
    ArgumentsAttr,
    FnAttr,
    attribute_of,
    part_text,
    term_of,
)
from disc_shape.errors import OperationWarning
from disc_shape.locations import trace_copy
from disc_shape.relay.errors import rule_error
from disc_shape.relay.growth import growing
from disc_shape.relay.program import Program
from disc_shape.symbolic import sym
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type

NESTING = 8
"""How many instances of a function whose types grow may lie on the way to another."""
LONGEST = 1000
"""How many of another function: its types repeat, but arithmetic on dimensions need not end."""
SHOWN = 4
"""How many of them an error shows."""


@dataclass(frozen=True)
class Instance:
    """A copy of a function, and the one whose body asked for it first."""

    op: FuncOp
    source: str
    shown: str
    parent: Instance | None

    def chain(self) -> list[Instance]:
        """The instances that lead here, this one first."""
        found: list[Instance] = [self]
        while (parent := found[-1].parent) is not None:
            found.append(parent)
        return found


def monomorphize(module: ModuleOp) -> None:
    """
    Replace polymorphic functions by their instances, with a warning for each public one that has
    none. Raises `OperationError` if the instances never end.
    """
    Copies(module).run()


class Copies:
    """The instances of a module's functions."""

    def __init__(self, module: ModuleOp) -> None:
        self.block: Block = module.body.block
        self.program = Program(module)
        self.known: dict[tuple[str, tuple[Type, ...]], Instance] = {}
        self.names = set(self.program.functions)
        self.growing = growing(self.program.functions)
        self.work: list[tuple[FuncOp, Instance | None]] = []

    def run(self) -> None:
        """Instantiate what functions without type parameters reach."""
        polymorphic = [op for op in self.program.functions.values() if is_polymorphic(op)]
        for op in self.program.functions.values():
            if not is_polymorphic(op):
                self.work.append((op, None))
        while self.work:
            op, instance = self.work.pop(0)
            copy_locals(op.body.block)
            for inner in op.body.walk():
                if isinstance(inner, CallLike) and inner.kind == "function":
                    self.call(inner, instance)
        instantiated = {source for source, _ in self.known}
        for op in polymorphic:
            name = op.sym_name.data
            if op.sym_visibility is None and name not in instantiated:
                message = f"{op.name}: @{name} is left out: nothing instantiates it"
                warnings.warn(OperationWarning(message, op), stacklevel=2)
            Rewriter.erase_op(op, safe_erase=False)

    def call(self, op: CallLike, parent: Instance | None) -> None:
        """Let a call or a reference name an instance."""
        source = self.program.functions.get(op.called or "")
        if source is None or not is_polymorphic(source):
            return
        given = op.type_arguments
        if given is None or len(given) != len(source.parameters):
            message = (
                f"@{source.sym_name.data} has type parameters, but the call has no type arguments;"
                " run relay-infer-types first"
            )
            raise rule_error(op, message, "RLY-24")
        terms = {name: one for (name, _), one in zip(source.parameters, given, strict=True)}
        kept = [
            name
            for name, kind in source.parameters
            if kind == "dim" and ts.names_in(terms[name]).parameters
        ]
        put = {name: one for name, one in terms.items() if name not in kept}
        outer = list(ts.names_in(*put.values()).parameters)
        key = source.sym_name.data, tuple(put.values())
        if key not in self.known:
            self.known[key] = self.copy(op, source, put, outer, kept, parent)
        op.properties["callee"] = StringAttr(self.known[key].op.sym_name.data)
        left = (*(terms[name] for name in kept), *(ts.Dim(sym(name)) for name in outer))
        op.properties.pop("type_args", None)
        if left:
            op.properties["type_args"] = ArgumentsAttr(left)

    def copy(
        self,
        op: Operation,
        source: FuncOp,
        terms: dict[str, Type],
        outer: list[str],
        kept: list[str],
        parent: Instance | None,
    ) -> Instance:
        """A private copy of a function with terms in the place of parameters."""
        name = source.sym_name.data
        shown = f"@{name}[{', '.join(map(part_text, terms.values()))}]"
        around = [] if parent is None else [one for one in parent.chain() if one.source == name]
        if len(around) > (NESTING if name in self.growing else LONGEST):
            chain = " -> ".join(one.shown for one in reversed(around[-SHOWN:]))
            message = f"the instances of @{name} never end: {chain} -> ..."
            raise rule_error(op, message, "RLY-98")
        copy = source.clone()
        trace_copy(copy, source)
        # The caller's dimensions are parameters of the copy; its own get other names.
        names = {one: f"{one}_own" if one in outer else one for one in kept}
        own = {one: ts.Dim(sym(new)) for one, new in names.items() if new != one}
        dims = tuple((one, "dim") for one in (*names.values(), *outer))
        substitute_types(copy, {**terms, **own}, dims)
        copy.properties["sym_name"] = StringAttr(self.free_name(shown))
        copy.properties["sym_visibility"] = StringAttr("private")
        self.block.insert_op_before(copy, source)
        instance = Instance(copy, name, shown, parent)
        self.work.append((copy, instance))
        return instance

    def free_name(self, shown: str) -> str:
        """A name from the function's name and its type arguments."""
        plain = re.sub(r"\W+", "_", shown.replace("!relay.", "")).strip("_")
        tried = (f"{plain}_{number}" if number else plain for number in count())
        name = next(one for one in tried if one not in self.names)
        self.names.add(name)
        return name


def is_polymorphic(op: FunctionLike) -> bool:
    """Whether a function has parameters other than dimensions."""
    return any(kind != "dim" for _, kind in op.parameters)


def copy_locals(block: Block) -> None:
    """A copy of each polymorphic local function for each instantiation at a call."""
    for op in list(block.ops):
        if isinstance(op, FunctionOp) and is_polymorphic(op):
            copies: dict[tuple[Type, ...], FunctionOp] = {}
            for call in calls_of(op.result):
                given = call.type_arguments
                if given is None:
                    continue
                if given not in copies:
                    copies[given] = local_copy(op, given)
                    block.insert_op_before(copies[given], op)
                call.operands[0] = copies[given].result
                call.properties.pop("type_args", None)
            if not op.result.uses.get_length():
                Rewriter.erase_op(op)
    for op in block.ops:
        for region in op.regions:
            copy_locals(region.block)


def calls_of(value: SSAValue) -> Iterator[CallOp]:
    """The calls of a value."""
    for use in list(value.uses):
        if isinstance(use.operation, CallOp) and use.index == 0 and use.operation.callee is None:
            yield use.operation


def local_copy(op: FunctionOp, given: tuple[Type, ...]) -> FunctionOp:
    """A local function with type arguments in the place of its parameters."""
    copy = op.clone()
    trace_copy(copy, op)
    names = [name for name, _ in op.parameters]
    own = tuple(map(ts.Parameter, names))
    recursive = [call for call in calls_of(copy.body.block.args[0]) if call.type_arguments]
    for call in recursive:
        if [part_text(one) for one in call.type_arguments or ()] != list(map(part_text, own)):
            raise rule_error(call, "a local function calls itself at other types", "RLY-98")
        call.properties.pop("type_args", None)
    substitute_types(copy, dict(zip(names, given, strict=True)))
    type_ = attribute_of(copy.signature)
    for value in (copy.result, copy.body.block.args[0]):
        set_type(value, type_)
    return copy


def substitute_types(
    op: FunctionLike, terms: dict[str, Type], left: tuple[tuple[str, str], ...] = ()
) -> None:
    """
    Put terms in the place of parameters in all types of a function, which has the parameters `left`
    then, and no relations.
    """
    map_ = ts.Substitution(terms)
    op.scheme = FnAttr(replace(op.scheme.data.body, where=()))

    def changed(attribute: Attribute) -> Attribute:
        if isinstance(attribute, ArgumentsAttr):
            return ArgumentsAttr(tuple(map(map_.term, attribute.data)))
        term = term_of(attribute)
        return attribute if term is None else attribute_of(map_.term(term))

    for inner in op.walk():
        values: list[SSAValue] = [one for region in inner.regions for one in region.block.args]
        for value in (*values, *inner.results):
            set_type(value, changed(value.type))
        for name, attribute in inner.properties.items():
            inner.properties[name] = changed(attribute)
    op.scheme = FnAttr(replace(op.scheme.data, parameters=left))
