"""Modules of the dialect `relax` from trees: nested expressions become values, left to right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from itertools import pairwise
from typing import Self, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from disc_shape.dialects.relax import aliases, calls, function_ops, literals, structure
from disc_shape.dialects.relax.function_ops import FORCE_PURE
from disc_shape.dialects.relax.operators import OPERATORS, attribute_for
from disc_shape.dialects.relax.scoping import VDEVICES
from disc_shape.dialects.relax.types import INFER
from disc_shape.errors import UserError
from disc_shape.frontends.relax import tree
from disc_shape.frontends.relax.check import Names, Problem, is_leaf, mentions
from disc_shape.symbolic import Expr
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import OBJECT, FunctionType, ShapeType, TupleType, Type

HINT = re.compile(r"[A-Za-z_][\w$.-]*")


def build(module: tree.Module) -> ModuleOp:
    """
    The module that a tree says. Values are computed in the order in which the tree evaluates them
    (RLX-097); types that the tree leaves out are `!relax.infer`. Raises `UserError` for names that
    break a rule.
    """
    found, names = built(module)
    if names.problems:
        raise UserError(str(names.problems[0]))
    return found


def check_names(module: tree.Module) -> list[Problem]:
    """What is wrong with the names and the nesting of a module."""
    return built(module)[1].problems


def check_normal(module: tree.Module) -> list[Problem]:
    """Where a module is not in normal form (RLX-090 to 095)."""
    return built(module)[1].form


def built(module: tree.Module) -> tuple[ModuleOp, Names]:
    """The module that a tree says, and what is wrong with its names and its form."""
    names = Names()
    for name in module.shared_symbols:
        names.report("RLX-160", f"symbol @{name} belongs to several functions")
    ops: list[Operation] = []
    for name, types in module.primitives.items():
        found = module.implementations.get(name)
        called = None if found is None else found.sym_name.data
        ops.append(function_ops.PrimFuncOp(name, [names.type(one) for one in types], called))
        ops += [] if found is None else [found]
    for name, function in module.functions.items():
        ops.append(global_function(name, function, names))
    result = ModuleOp(ops)
    if module.devices:
        result.attributes[VDEVICES] = ArrayAttr([StringAttr(one) for one in module.devices])
    return result, names


def global_function(name: str, function: tree.Function, names: Names) -> function_ops.FuncOp:
    """One global function."""
    builder = Builder(Block(), {}, names)
    types, result = builder.signature(function)
    body, impure = builder.function(function, types), not function.pure
    op = function_ops.FuncOp(name, body, result, impure=impure, private=function.private)
    add_attributes(op, function.attributes)
    return op


def add_attributes(
    op: function_ops.FunctionLike, attributes: Mapping[str, tree.AttributeValue]
) -> None:
    """The attributes of a function; that of its external symbol has a name of ours."""
    for key, value in attributes.items():
        own = "relax.global_symbol" if key == "global_symbol" else key
        if own == FORCE_PURE:
            value = IntegerAttr(int(bool(value)), IntegerType(1))
        op.attributes[own] = attribute_for(value)


def parameter_type(variable: tree.Var) -> Type:
    """The type of a parameter; a shape of which nothing is known gets the name of the parameter."""
    type_ = OBJECT if variable.type is None else variable.type
    if isinstance(type_, ShapeType) and not list(type_.shape.known):
        shape = type_.shape
        if (shape.rank is None or shape.rank > 0) and HINT.fullmatch(variable.name):
            return ShapeType(Shape.of_value(variable.name, shape.rank))
    return type_


class Scope:
    """The end of one block, and the values of the variables that are visible there."""

    def __init__(
        self,
        block: Block,
        values: dict[tree.Var, SSAValue],
        names: Names,
        hidden: frozenset[tree.Var] = frozenset(),
    ) -> None:
        self.block = block
        self.values = values
        self.names = names
        self.in_dataflow = False
        self.hidden = hidden
        """The dataflow variables around a local function."""

    def inside(self, *, in_dataflow: bool = False) -> Self:
        """A new block in a scope within this one."""
        inner = copy(self)
        inner.block, inner.values = Block(), dict(self.values)
        inner.in_dataflow = in_dataflow or self.in_dataflow
        return inner

    def signature(self, function: tree.Function) -> tuple[list[Attribute], Attribute | None]:
        """The types of the parameters, and that of the result if it is declared."""
        types = [self.names.type(parameter_type(one)) for one in function.parameters]
        return types, self.written(function.result)

    def written(self, type_: Type | None) -> Attribute | None:
        """The MLIR form of a type that the program may leave out."""
        return None if type_ is None else self.names.type(type_)

    def add(self, op: Operation) -> SSAValue:
        """Add an operation; its first result."""
        self.block.add_op(op)
        return op.results[0]

    def add_typed(self, op: Operation, written: Attribute | None) -> SSAValue:
        """Add an operation that has a type of its own; its result, of the written type."""
        found = self.add(op)
        if written is None or found.type == written:
            return found
        return self.add(aliases.BindOp(found, written))

    def bind(self, variable: tree.Var, value: SSAValue) -> None:
        """Let a variable be a value where it is bound."""
        self.names.bind(variable, in_dataflow=self.in_dataflow)
        self.name(variable, value)

    def name(self, variable: tree.Var, value: SSAValue) -> None:
        """Let a variable be a value, which gets its name."""
        self.values[variable] = value
        if value.name_hint is None and HINT.fullmatch(variable.name):
            value.name_hint = variable.name

    def nothing(self) -> SSAValue:
        """A value in the place of one that is wrong."""
        return self.add(literals.NullValueOp())

    def variable(self, variable: tree.Var) -> SSAValue:
        """The value of a variable where it is visible."""
        if variable in self.values:
            return self.values[variable]
        self.names.refuse(variable, hidden=variable in self.hidden)
        return self.nothing()


class Builder(Scope):
    """Adds the operations of expressions and bindings."""

    # functions

    def function(
        self,
        function: tree.Function,
        types: Sequence[Attribute],
        own: Attribute | None = None,
        variable: tree.Var | None = None,
        written: Attribute | None = None,
    ) -> Region:
        """
        The body of a function in this scope, without the dataflow variables in it; a local one is
        its own first argument, of type `own`, by the variable that it is bound to, which may be of
        another written type.
        """
        hidden = {one for one in self.values if one.dataflow and one is not variable}
        seen = {one: value for one, value in self.values.items() if one not in hidden}
        before = [] if own is None else [own]
        block = Block(arg_types=[*before, *types])
        builder = Builder(block, seen, self.names, self.hidden | hidden)
        if variable is not None:
            itself: SSAValue = block.args[0]
            if written not in (None, own) and mentions(function.body, variable):
                itself = builder.add(aliases.BindOp(itself, written or INFER))
            builder.values[variable] = itself
        for parameter, value in zip(function.parameters, block.args[len(before) :], strict=True):
            builder.bind(parameter, value)
        block.add_op(function_ops.ReturnOp(builder.body(function.body, "the body of a function")))
        return Region(block)

    def closure(
        self, function: tree.Function, variable: tree.Var | None, written: Attribute | None
    ) -> SSAValue:
        """A local function, which sees itself by the variable that it is bound to (RLX-059)."""
        types, result = self.signature(function)
        if result is None and variable is not None and mentions(function.body, variable):
            # What the function declares by its variable, it declares itself (RLX-258).
            known = variable.type
            result = self.written(known.result if isinstance(known, FunctionType) else None)
        own = function_ops.signature_of(types, result, function.pure)
        body = self.function(function, types, own, variable, written)
        op = function_ops.ClosureOp(body, result, impure=not function.pure)
        add_attributes(op, function.attributes)
        return self.add_typed(op, written)

    # bindings

    def body(self, node: tree.Node, what: str) -> SSAValue:
        """The result of a body or a branch: a sequence there needs no operation of its own."""
        normal = self.names.want_normal
        normal(isinstance(node, tree.Seq), "RLX-092", f"{what} is no sequence")
        if not isinstance(node, tree.Seq):
            return self.value(node)
        for one, other in pairwise(node.blocks):
            normal(one.dataflow != other.dataflow, "RLX-093", "adjacent blocks are of one kind")
        for block in node.blocks:
            normal(bool(block.bindings), "RLX-093", "a block is empty")
            if self.in_dataflow and not block.dataflow and block.bindings:
                self.names.report("RLX-100", "an ordinary block is nested in a dataflow block")
            self.binding_block(block)
        normal(is_leaf(node.body), "RLX-099", "the result of a sequence is not bound")
        return self.value(node.body)

    def region(self, node: tree.Node) -> Region:
        """A region that yields an expression."""
        inner = self.inside()
        inner.block.add_op(structure.YieldOp(inner.body(node, "a branch")))
        return Region(inner.block)

    def binding_block(self, block: tree.BindingBlock) -> None:
        """The bindings of a block; a dataflow block gives its other variables to what follows."""
        if not block.dataflow:
            for binding in block.bindings:
                self.binding(binding)
            return
        inner = self.inside(in_dataflow=True)
        for binding in block.bindings:
            inner.binding(binding)
        bound = [one.variable for one in block.bindings if one.variable is not None]
        outputs = [one for one in bound if not one.dataflow]
        given = [inner.values[one] for one in outputs]
        inner.block.add_op(structure.OutputOp(given))
        op = structure.DataflowOp(Region(inner.block), [one.type for one in given])
        self.block.add_op(op)
        for variable, result in zip(outputs, op.results, strict=True):
            self.name(variable, result)

    def binding(self, binding: tree.Binding) -> None:
        """One binding; the type of its variable is written where the program says it."""
        variable = binding.variable
        written = None if variable is None else self.written(variable.type)
        if binding.cast is not None:
            value = self.value(binding.value)
            result = self.add(aliases.MatchCastOp(value, self.names.type(binding.cast), written))
        elif isinstance(binding.value, tree.Function):
            result = self.closure(binding.value, variable, written)
        elif isinstance(binding.value, tree.Var):
            result = self.add(aliases.BindOp(self.value(binding.value), written or INFER))
        else:
            result = self.value(binding.value, written)
        if variable is not None:
            self.bind(variable, result)

    # expressions

    def all(self, nodes: Iterable[tree.Node]) -> list[SSAValue]:
        """The values of expressions inside another one, in order."""
        return [self.operand(one) for one in nodes]

    def operand(self, node: tree.Node) -> SSAValue:
        """The value of an expression inside another one."""
        text = "an expression inside another is not bound"
        self.names.want_normal(is_leaf(node), "RLX-090", text)
        return self.value(node)

    def value(self, node: tree.Node, written: Attribute | None = None) -> SSAValue:
        """The value of an expression, of the written type if there is one."""
        type_ = INFER if written is None else written
        match node:
            case tree.Var():
                return self.variable(node)
            case tree.GlobalVar():
                return self.add(calls.FunctionRefOp(node.name, type_))
            case tree.ExternFunc():
                return self.add(calls.ExternOp(node.name, type_))
            case tree.Call():
                return self.call(node, type_)
            case tree.NamedCall():
                return self.named_call(node, written)
            case tree.If():
                condition = self.operand(node.condition)
                then, other = self.region(node.then), self.region(node.other)
                return self.add(structure.IfOp(condition, then, other, type_))
            case tree.Function():
                return self.closure(node, None, written)
            case tree.Seq():
                text = "a sequence is bound to a variable"
                self.names.want_normal(False, "RLX-091", text)
                return self.add(structure.SeqOp(self.region(node), type_))
            case tree.TupleExpr():
                return self.add(aliases.TupleOp(self.all(node.fields), type_))
            case tree.GetItem():
                return self.add(aliases.GetOp(self.operand(node.value), node.index, type_))
            case tree.OperatorRef():
                self.names.report("RLX-119", f"operator {node.name} is used as a value")
                return self.nothing()
            case tree.Literal(value=None):
                self.names.report("RLX-128", "a scalar literal is no number")
                return self.nothing()
            case _:
                return self.add_typed(literal(node), written)

    def call(self, node: tree.Call, type_: Attribute) -> SSAValue:
        """A call of an operator or a function."""
        callee = node.callee
        if isinstance(callee, tree.OperatorRef):
            arguments = self.all(node.arguments)
            if callee.name == literals.NullValueOp.name.removeprefix("relax."):
                return self.nothing()
            cls = OPERATORS.get(callee.name)
            if cls is None:
                self.names.report("RLX-264", f"no operator is called '{callee.name}'")
                return self.nothing()
            given = node.attributes.items()
            words = {key: attribute_for(value) for key, value in given if value is not None}
            return self.add(cls(arguments, words, type_))
        types = node.type_arguments
        listed = None if types is None else [self.names.type(one) for one in types]
        function = callee.name if isinstance(callee, tree.GlobalVar) else self.operand(callee)
        return self.add(calls.CallOp(function, self.all(node.arguments), type_, listed))

    def named_call(self, node: tree.NamedCall, written: Attribute | None) -> SSAValue:
        """A call of a function by its name."""
        given = [node.arguments] if isinstance(node.arguments, tree.Node) else node.arguments
        text = f"the arguments of {node.kind} are no tuple literal"
        self.names.want_normal(given is node.arguments, "RLX-133", text)
        arguments = self.all(given)
        types = node.type_arguments
        if node.kind == "call_pure_packed" and not types:
            self.names.report("RLX-340", f"the call of {node.name} has no type argument")
        type_ = types[0] if len(types) == 1 else TupleType(tuple(types)) if types else OBJECT
        result = self.names.type(type_)
        places = None if node.inplace is None else DenseArrayBase.from_list(i64, node.inplace)
        if node.kind == "call_tir":
            integers = None if node.integers is None else self.operand(node.integers)
            op = calls.CallTirOp(node.name, arguments, integers, result, places)
            return self.add_typed(op, written)
        return self.add_typed(NAMED[node.kind](node.name, arguments, result, places), written)


NAMED = {op.name.removeprefix("relax."): op for op in calls.NamedCall.__subclasses__()}
"""The calls by name."""


def literal(node: tree.Node) -> Operation:
    """The operation of a literal."""
    match node.value if isinstance(node, tree.Literal) else None:
        case DenseIntOrFPElementsAttr() as tensor:
            return literals.ConstantOp(tensor)
        case IntegerAttr() | FloatAttr() as scalar:
            return literals.PrimOp(cast("IntegerAttr[IntegerType]", scalar))
        case Attribute() as element:
            return literals.DtypeOp(element)
        case Shape() as shape:
            return literals.ShapeOp(shape)
        case Expr() as integer:
            return literals.SymbolicPrimOp(Shape((integer,)))
        case str() as text:
            return literals.StringOp(StringAttr(text))
        case _:
            raise UserError(f"{type(node).__name__} is no expression of Relax")
