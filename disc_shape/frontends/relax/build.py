"""Modules of the dialect `relax` from trees: nested expressions become values, left to right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from disc_shape.dialects.relax import calls, casts, function_ops, literals, structure, tuples
from disc_shape.dialects.relax.function_ops import FORCE_PURE
from disc_shape.dialects.relax.operators import OPERATORS, attribute_for
from disc_shape.dialects.relax.scoping import VDEVICES
from disc_shape.dialects.relax.types import INFER, ObjectAttr, attribute_of
from disc_shape.errors import UserError
from disc_shape.frontends.relax import tree
from disc_shape.frontends.relax.check import mentions
from disc_shape.symbolic import Expr
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import OBJECT, FunctionType, ShapeType, TupleType, Type

HINT = re.compile(r"[A-Za-z_][\w$.-]*")


def build(module: tree.Module) -> ModuleOp:
    """
    The module that a tree says. Values are computed in the order in which the tree evaluates them
    (RLX-097); types that the tree leaves out are `!relax.infer`. The names are checked before.
    """
    ops: list[Operation] = [
        function_ops.PrimFuncOp(name, [attribute_of(one) for one in types])
        for name, types in module.primitives.items()
    ]
    for name, function in module.functions.items():
        ops.append(global_function(name, function))
    result = ModuleOp(ops)
    if module.devices:
        result.attributes[VDEVICES] = ArrayAttr([StringAttr(one) for one in module.devices])
    return result


def global_function(name: str, function: tree.Function) -> function_ops.FuncOp:
    """One global function."""
    body = function_body(function, {})
    op = function_ops.FuncOp(
        name, body, declared(function.result), impure=not function.pure, private=function.private
    )
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
        op.attributes[own] = attribute(value)


def attribute(value: tree.AttributeValue) -> Attribute:
    """The attribute that says a value."""
    if isinstance(value, Attribute):
        return value
    if isinstance(value, tuple):
        return ArrayAttr([attribute(one) for one in value])
    if isinstance(value, dict):
        return DictionaryAttr({key: attribute(one) for key, one in value.items()})
    return attribute_for(value)


def declared(type_: Type | None) -> Attribute | None:
    """The MLIR form of a declared result."""
    return None if type_ is None else attribute_of(type_)


def parameter_type(variable: tree.Var) -> Attribute:
    """The type of a parameter; a shape of which nothing is known gets the name of the parameter."""
    type_ = variable.type
    if type_ is None:
        return ObjectAttr()
    if isinstance(type_, ShapeType) and not list(type_.shape.known):
        shape = type_.shape
        if (shape.rank is None or shape.rank > 0) and HINT.fullmatch(variable.name):
            return attribute_of(ShapeType(Shape.of_value(variable.name, shape.rank)))
    return attribute_of(type_)


def function_body(
    function: tree.Function,
    values: Mapping[tree.Var, SSAValue],
    own: Attribute | None = None,
    variable: tree.Var | None = None,
    written: Attribute | None = None,
) -> Region:
    """
    The body of a function that sees `values`; a local one is its own first argument, of type `own`,
    by the variable that it is bound to, which may be of another written type.
    """
    before = [] if own is None else [own]
    block = Block(arg_types=[*before, *map(parameter_type, function.parameters)])
    builder = Builder(block, dict(values))
    if variable is not None:
        itself: SSAValue = block.args[0]
        if written not in (None, own) and mentions(function.body, variable):
            itself = builder.add(casts.BindOp(itself, written or INFER))
        builder.values[variable] = itself
    for parameter, value in zip(function.parameters, block.args[len(before) :], strict=True):
        builder.name(parameter, value)
    block.add_op(function_ops.ReturnOp(builder.body(function.body)))
    return Region(block)


class Builder:
    """Adds operations to the end of one block."""

    def __init__(self, block: Block, values: dict[tree.Var, SSAValue]) -> None:
        self.block = block
        self.values = values

    def add(self, op: Operation) -> SSAValue:
        """Add an operation; its first result."""
        self.block.add_op(op)
        return op.results[0]

    def add_typed(self, op: Operation, written: Attribute | None) -> SSAValue:
        """Add an operation that has a type of its own; its result, of the written type."""
        found = self.add(op)
        if written is None or found.type == written:
            return found
        return self.add(casts.BindOp(found, written))

    def all(self, nodes: Iterable[tree.Node]) -> list[SSAValue]:
        """The values of expressions, in order."""
        return [self.value(one) for one in nodes]

    def name(self, variable: tree.Var, value: SSAValue) -> None:
        """Let a variable be a value, which gets its name."""
        self.values[variable] = value
        if value.name_hint is None and HINT.fullmatch(variable.name):
            value.name_hint = variable.name

    def body(self, node: tree.Node) -> SSAValue:
        """The result of a body or a branch: a sequence there needs no operation of its own."""
        if not isinstance(node, tree.Seq):
            return self.value(node)
        for block in node.blocks:
            self.binding_block(block)
        return self.value(node.body)

    def region(self, node: tree.Node) -> Region:
        """A region that yields an expression."""
        inner = Builder(Block(), dict(self.values))
        inner.block.add_op(structure.YieldOp(inner.body(node)))
        return Region(inner.block)

    def binding_block(self, block: tree.BindingBlock) -> None:
        """The bindings of a block; a dataflow block gives its other variables to what follows."""
        if not block.dataflow:
            for binding in block.bindings:
                self.binding(binding)
            return
        inner = Builder(Block(), dict(self.values))
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
        written = None if variable is None or variable.type is None else attribute_of(variable.type)
        if binding.cast is not None:
            value = self.value(binding.value)
            result = self.add(casts.MatchCastOp(value, attribute_of(binding.cast), written))
        elif isinstance(binding.value, tree.Function):
            result = self.closure(binding.value, variable, written)
        elif isinstance(binding.value, tree.Var):
            result = self.add(casts.BindOp(self.value(binding.value), written or INFER))
        else:
            result = self.value(binding.value, written)
        if variable is not None:
            self.name(variable, result)

    def value(self, node: tree.Node, written: Attribute | None = None) -> SSAValue:
        """The value of an expression, of the written type if there is one."""
        type_ = INFER if written is None else written
        match node:
            case tree.Var():
                return self.values[node]
            case tree.GlobalVar():
                return self.add(calls.FunctionRefOp(node.name, type_))
            case tree.ExternFunc():
                return self.add(calls.ExternOp(node.name, type_))
            case tree.Call():
                return self.call(node, type_)
            case tree.NamedCall():
                return self.named_call(node, written)
            case tree.If():
                condition = self.value(node.condition)
                then, other = self.region(node.then), self.region(node.other)
                return self.add(structure.IfOp(condition, then, other, type_))
            case tree.Function():
                return self.closure(node, None, written)
            case tree.Seq():
                return self.add(structure.SeqOp(self.region(node), type_))
            case tree.TupleExpr():
                return self.add(tuples.TupleOp(self.all(node.fields), type_))
            case tree.GetItem():
                return self.add(tuples.GetOp(self.value(node.value), node.index, type_))
            case _:
                return self.add_typed(literal(node), written)

    def call(self, node: tree.Call, type_: Attribute) -> SSAValue:
        """A call of an operator or a function."""
        callee = node.callee
        if isinstance(callee, tree.OperatorRef):
            arguments = self.all(node.arguments)
            if callee.name == literals.NullValueOp.name.removeprefix("relax."):
                return self.add(literals.NullValueOp())
            cls = OPERATORS.get(callee.name)
            if cls is None:
                raise UserError(f"no operator is called '{callee.name}'")
            attributes = {
                key: attribute(value) for key, value in node.attributes.items() if value is not None
            }
            return self.add(cls(arguments, attributes, type_))
        types = node.type_arguments
        listed = None if types is None else [attribute_of(one) for one in types]
        function = callee.name if isinstance(callee, tree.GlobalVar) else self.value(callee)
        return self.add(calls.CallOp(function, self.all(node.arguments), type_, listed))

    def named_call(self, node: tree.NamedCall, written: Attribute | None) -> SSAValue:
        """A call of a function by its name."""
        given = node.arguments
        arguments = self.all([given] if isinstance(given, tree.Node) else given)
        types = node.type_arguments
        type_ = types[0] if len(types) == 1 else TupleType(tuple(types)) if types else OBJECT
        result = attribute_of(type_)
        if node.kind == "call_tir":
            integers = None if node.integers is None else self.value(node.integers)
            places = None if node.inplace is None else DenseArrayBase.from_list(i64, node.inplace)
            op = calls.CallTirOp(node.name, arguments, integers, result, places)
            return self.add_typed(op, written)
        return self.add_typed(NAMED[node.kind](node.name, arguments, result, node.inplace), written)

    def closure(
        self, function: tree.Function, variable: tree.Var | None, written: Attribute | None
    ) -> SSAValue:
        """A local function, which sees itself by the variable that it is bound to."""
        result = declared(function.result)
        if result is None and variable is not None and mentions(function.body, variable):
            # What the function declares by its variable, it declares itself (RLX-258).
            known = variable.type
            result = declared(known.result if isinstance(known, FunctionType) else None)
        parameters = [parameter_type(one) for one in function.parameters]
        own = function_ops.signature_of(parameters, result, function.pure)
        body = function_body(function, self.values, own, variable, written)
        op = function_ops.ClosureOp(body, own, result, impure=not function.pure)
        add_attributes(op, function.attributes)
        return self.add_typed(op, written)


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
