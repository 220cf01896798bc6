"""Programs of the cases as trees."""

from __future__ import annotations

from typing import cast

from conformance.relax_types import Info, Json, as_info, as_list, element_of, shape_of, type_of
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    f32,
    i64,
)
from xdsl.dialects.builtin import TensorType as BuiltinTensor
from xdsl.ir import Attribute

from disc_shape.dialects.relax.literals import element_of as element_attribute
from disc_shape.dialects.relax.operator_rows import Value, operator_rows
from disc_shape.frontends.relax.tree import (
    AttributeValue,
    Binding,
    BindingBlock,
    Call,
    ExternFunc,
    Function,
    GetItem,
    GlobalVar,
    If,
    Literal,
    Module,
    NamedCall,
    NamedKind,
    Node,
    OperatorRef,
    Seq,
    TupleExpr,
    Var,
)
from disc_shape.relax.operators import OperatorError, OperatorTypes
from disc_shape.symbolic import Prover, const, sym
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.scopes import names_bound
from disc_shape.typesystem.types import OBJECT, PrimType, ShapeType, TensorType, TupleType, Type

DTYPES = ("dtype", "out_dtype")
KINDS: dict[str, NamedKind] = {
    "call_packed": "call_packed",
    "call_dps": "call_dps_packed",
    "call_pure_packed": "call_pure_packed",
    "call_tir": "call_tir",
}


def module_of(value: Json) -> Module:
    """The tree that a program says."""
    program = as_info(value)
    functions = {
        name: Reader().global_function(as_info(one))
        for name, one in as_info(program["functions"]).items()
    }
    primitives = {
        name: [buffer_type(as_info(one)) for one in as_list(as_info(pf)["params"])]
        for name, pf in as_info(program.get("primfuncs") or {}).items()
    }
    devices = [str(one) for one in as_list(program.get("vdevices") or [])]
    shared = [str(one) for one in as_list(program.get("shared_dims") or [])]
    return Module(functions, primitives, devices, shared)


def buffer_type(info: Info) -> Type:
    """The type of a buffer or an integer of a primitive function."""
    if "scalar" in info:
        return PrimType(element_of(info["scalar"]) or "void")
    return TensorType(shape_of(info, "buffer"), element_of(info.get("dtype")))


class Reader:
    """Reads one top-level function: one name is one variable in it."""

    def __init__(self) -> None:
        self.variables: dict[str, Var] = {}
        self.names: set[str] = set()
        self.bound: set[Var] = set()

    def type(self, info: Json) -> Type:
        """A type, in which known symbols are those around it."""
        return type_of(info, self.names)

    def variable(self, name: str, info: Json = None, dataflow: bool = False) -> Var:
        """The variable of this name; the place that binds it says its type."""
        found = self.variables.get(name)
        if found is None:
            found = self.variables[name] = Var(name)
        if info is not None:
            found.type = self.type(info)
        found.dataflow = found.dataflow or dataflow
        return found

    def global_function(self, info: Info) -> Function:
        """A function of the module."""
        return self.function(info)

    def function(self, info: Info) -> Function:
        """A function, whose parameters bring new symbols."""
        before = set(self.names)
        pairs = [as_list(one) for one in as_list(info["params"])]
        for pair in pairs:
            if len(pair) > 1 and pair[1] is not None:
                self.names |= names_bound(type_of(pair[1], self.names))
        parameters = [self.variable(str(one[0]), one[1] if len(one) > 1 else None) for one in pairs]
        self.bound.update(parameters)
        result = None if info.get("ret") is None else self.type(info["ret"])
        body = self.node(info["body"])
        self.names = before
        attributes = {
            key: attribute_of(one) for key, one in as_info(info.get("attrs") or {}).items()
        }
        return Function(
            parameters,
            body,
            result,
            info.get("pure") is not False,
            dict(attributes),
            info.get("private") is True,
        )

    def node(self, value: Json) -> Node:
        """An expression."""
        kind, *rest = as_list(value)
        match kind:
            case "var" | "dvar":
                info = rest[1] if len(rest) > 1 else None
                return self.variable(str(rest[0]), info, kind == "dvar")
            case "gvar":
                return GlobalVar(str(rest[0]))
            case "extern":
                return ExternFunc(str(rest[0]))
            case "opref":
                return OperatorRef(str(rest[0]))
            case "const":
                return Literal(constant_of(rest[0], str(rest[1])))
            case "tuple":
                return TupleExpr([self.node(one) for one in rest])
            case "get":
                return GetItem(self.node(rest[0]), cast(int, rest[1]))
            case "op":
                return self.operator(rest)
            case "call":
                return self.call(rest)
            case "if":
                return If(*(self.node(one) for one in rest))
            case "fn":
                return self.function(as_info(rest[0]))
            case "seq":
                return self.sequence(rest)
            case "shape":
                return Literal(shape_of({"values": [*rest]}, "values"))
            case "prim":
                return Literal(prim_of(rest[0]))
            case "str":
                return Literal(str(rest[0]))
            case "dtype":
                return Literal(element_attribute(element_of(rest[0]) or "f32"))
            case _:
                return self.named_call(str(kind), rest)

    def sequence(self, rest: list[Json]) -> Seq:
        """Blocks and a result; the symbols of casts end with them."""
        before = set(self.names)
        blocks = [self.block(as_info(one)) for one in as_list(rest[0])]
        body = self.node(rest[1])
        self.names = before
        return Seq(blocks, body)

    def block(self, info: Info) -> BindingBlock:
        """The bindings of a block."""
        bindings = [self.binding(as_info(one)) for one in as_list(info["bindings"])]
        return BindingBlock(bindings, info.get("dataflow") is True)

    def binding(self, info: Info) -> Binding:
        """One binding."""
        dataflow = info.get("dvar") is True
        name = info.get("cast", info.get("bind"))
        if "to" in info:
            value = self.node(info["value"])
            cast_type = self.type(info["to"])
            self.names |= names_bound(cast_type)
            variable = None
            if name is not None:
                variable = self.variable(str(name), info.get("si"), dataflow)
                self.bound.add(variable)
            return Binding(variable, value, cast_type)
        value = self.node(info["value"])
        if isinstance(value, Call) and info.get("si") is not None:
            name_symbols(value, self.type(info["si"]), self.bound, self.names)
        variable = self.variable(str(name), info.get("si"), dataflow)
        self.bound.add(variable)
        return Binding(variable, value)

    def operator(self, rest: list[Json]) -> Call:
        """A call of an operator; a target shape among the attributes is an operand."""
        name = str(rest[0])
        arguments = [self.node(one) for one in as_list(rest[1])]
        attributes = dict(as_info(rest[2]) if len(rest) > 2 else {})
        row = operator_rows().get(name)
        if "shape" in attributes and row is not None and "shape" not in row.attributes:
            dims = shape_of({"values": attributes.pop("shape")}, "values")
            index = [one.name for one in row.operands].index("shape")
            arguments.insert(index, Literal(dims))
        values = {key: value_of(key, one) for key, one in attributes.items()}
        return Call(OperatorRef(name), arguments, dict(values))

    def call(self, rest: list[Json]) -> Call:
        """A call of a function."""
        callee = self.node(rest[0])
        arguments = [self.node(one) for one in as_list(rest[1])]
        types = [self.type(one) for one in as_list(rest[2])] if len(rest) > 2 else None
        return Call(callee, arguments, {}, types)

    def named_call(self, kind: str, rest: list[Json]) -> NamedCall:
        """A call of a function by its name."""
        given = as_list(rest[1])
        arguments: list[Node] | Node
        if given and given[0] == "tuplevar":
            arguments = self.variable(str(given[1]))
        else:
            arguments = [self.node(one) for one in given]
        types = [self.type(one) for one in as_list(rest[2])] if len(rest) > 2 else []
        integers = self.node(rest[3]) if len(rest) > 3 else None
        return NamedCall(KINDS[kind], str(rest[0]), arguments, types, integers)


def name_symbols(call: Call, written: Type, bound: set[Var], names: set[str]) -> None:
    """
    Find the symbols that a recorded program has lost: TVM's integers over symbols are recorded as
    variables that nothing binds. Such a variable is the symbol for which the operator has the
    recorded type, if there is just one.
    """
    if not isinstance(call.callee, OperatorRef):
        return
    lost = [one for one in variables_in(call.arguments) if one not in bound]
    if len(set(lost)) != 1 or lost[0].type is not None or call.callee.name not in operator_rows():
        return
    types = OperatorTypes(Prover())
    row = operator_rows()[call.callee.name]
    attributes = cast("dict[str, Value]", {**row.defaults, **call.attributes})
    found: list[str] = []
    for name in sorted(names):
        operands = [type_of_node(one, lost[0], name) for one in call.arguments]
        try:
            derived = types.type_of(row.name, operands, attributes)
        except OperatorError:
            continue
        if derived == written:
            found.append(name)
    if len(found) == 1:
        call.arguments = [replaced(one, lost[0], found[0]) for one in call.arguments]


def variables_in(nodes: list[Node]) -> list[Var]:
    """The variables in operands."""
    return [
        inner
        for one in nodes
        for inner in (variables_in(one.fields) if isinstance(one, TupleExpr) else [one])
        if isinstance(inner, Var)
    ]


def type_of_node(node: Node, lost: Var, name: str) -> Type:
    """The type of an operand, with a symbol in the place of a variable."""
    match node:
        case TupleExpr():
            return TupleType(tuple(type_of_node(one, lost, name) for one in node.fields))
        case Var():
            return PrimType("i64", sym(name)) if node is lost else node.type or OBJECT
        case Literal(value=IntegerAttr() as value):
            return PrimType(str(value.type), const(value.value.data))
        case Literal(value=FloatAttr() as value):
            return PrimType(str(value.type))
        case Literal(value=Shape() as shape):
            return ShapeType(shape)
        case _:
            return OBJECT


def replaced(node: Node, lost: Var, name: str) -> Node:
    """An operand with a symbol in the place of a variable."""
    if isinstance(node, TupleExpr):
        return TupleExpr([replaced(one, lost, name) for one in node.fields])
    return Literal(sym(name)) if node is lost else node


def attribute_of(value: Json) -> AttributeValue:
    """An attribute of a function."""
    if isinstance(value, dict):
        return {key: attribute_of(one) for key, one in value.items()}
    if isinstance(value, list):
        return tuple(attribute_of(one) for one in value)
    return value


def value_of(key: str, value: Json) -> Value | Attribute:
    """The value of an attribute; a dtype is a type."""
    if key in DTYPES and value:
        return element_attribute(element_of(value) or "f32")
    if isinstance(value, list):
        return cast("Value", tuple(value_of("", one) for one in value))
    return cast("Value", value)


def prim_of(value: Json) -> IntegerAttr[IntegerType] | FloatAttr | None:
    """A scalar literal; None for what is no number."""
    if isinstance(value, bool):
        return IntegerAttr(int(value), IntegerType(1))
    if isinstance(value, int):
        return IntegerAttr(value, i64)
    if isinstance(value, float) or value in ("inf", "-inf", "nan"):
        return FloatAttr(float(value), f32)
    return None


def constant_of(value: Json, dtype: str) -> DenseIntOrFPElementsAttr:
    """A tensor literal."""
    sizes: list[int] = []
    items: list[Json] = [value]
    while items and isinstance(items[0], list):
        sizes.append(len(items[0]))
        items = [inner for one in items for inner in as_list(one)]
        if sizes[-1] == 0:
            break
    element = element_attribute(element_of(dtype) or "f32")
    numbers = [cast("int | float", one) for one in items]
    if isinstance(element, IntegerType):
        integers = [int(one) for one in numbers]
        return DenseIntOrFPElementsAttr.from_list(BuiltinTensor(element, sizes), integers)
    return DenseIntOrFPElementsAttr.from_list(BuiltinTensor(element, sizes), numbers)
