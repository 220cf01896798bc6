"""Programs of the cases as trees, and modules of the dialect as programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from conformance.relax_types import (
    Info,
    Json,
    as_info,
    as_list,
    dim_info,
    dtype_of,
    element_of,
    info_of,
    shape_of,
    type_of,
)
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    f32,
    i64,
)
from xdsl.dialects.builtin import (
    TensorType as BuiltinTensor,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.dialects.relax import calls, casts, function_ops, literals, structure, tuples
from disc_shape.dialects.relax.literals import element_of as element_attribute
from disc_shape.dialects.relax.operator_rows import Value, operator_rows
from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.dialects.relax.types import type_of as type_of_attribute
from disc_shape.frontends.relax.tree import (
    Binding,
    BindingBlock,
    Call,
    Constant,
    DtypeLiteral,
    ExternFunc,
    Function,
    GetItem,
    GlobalVar,
    If,
    Module,
    NamedCall,
    NamedKind,
    Node,
    OperatorRef,
    Prim,
    Seq,
    ShapeLiteral,
    StringLiteral,
    TupleExpr,
    Var,
)
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.scopes import names_bound
from disc_shape.typesystem.types import (
    OBJECT,
    FunctionType,
    PrimType,
    ShapeType,
    TensorType,
    TupleType,
    Type,
)

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
        result = None if info.get("ret") is None else self.type(info["ret"])
        body = self.node(info["body"])
        self.names = before
        attributes = {
            key: cast("int | str", one) for key, one in as_info(info.get("attrs") or {}).items()
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
                return Constant(constant_of(rest[0], str(rest[1])))
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
                return ShapeLiteral(shape_of({"values": [*rest]}, "values"))
            case "prim":
                return Prim(prim_of(rest[0]))
            case "str":
                return StringLiteral(str(rest[0]))
            case "dtype":
                return DtypeLiteral(element_attribute(element_of(rest[0]) or "f32"))
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
            return Binding(variable, value, cast_type)
        value = self.node(info["value"])
        return Binding(self.variable(str(name), info.get("si"), dataflow), value)

    def operator(self, rest: list[Json]) -> Call:
        """A call of an operator; a target shape among the attributes is an operand."""
        name = str(rest[0])
        arguments = [self.node(one) for one in as_list(rest[1])]
        attributes = dict(as_info(rest[2]) if len(rest) > 2 else {})
        row = operator_rows().get(name)
        if "shape" in attributes and row is not None and "shape" not in row.attributes:
            dims = shape_of({"values": attributes.pop("shape")}, "values")
            index = [one.name for one in row.operands].index("shape")
            arguments.insert(index, ShapeLiteral(dims))
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


# modules as programs


def program_of(module: ModuleOp) -> Info:
    """The program that a module in normal form is, with the type of each binding."""
    functions: Info = {}
    primitives: Info = {}
    for op in module.body.block.ops:
        if isinstance(op, function_ops.FuncOp):
            functions[op.sym_name.data] = Writer().function(op)
        elif isinstance(op, function_ops.PrimFuncOp):
            types = [known(one) for one in op.parameters]
            primitives[op.sym_name.data] = {"params": [buffer_info(one) for one in types]}
    program: Info = {"functions": functions}
    return {**program, "primfuncs": primitives} if primitives else program


def buffer_info(type_: Type) -> Info:
    """A buffer or an integer."""
    if isinstance(type_, PrimType):
        return {"scalar": dtype_of(type_.element)}
    info = info_of(type_)
    return {"buffer": info["shape"], "dtype": info["dtype"]}


def known(attribute: Attribute) -> Type:
    """The type that an attribute says."""
    return type_of_attribute(attribute) or OBJECT


def written(type_: Type) -> Info:
    """A type; a shape value that has a name of its own is one of its rank."""
    match type_:
        case ShapeType() if type_.shape.value is not None:
            return info_of(ShapeType(Shape.of_rank(type_.shape.rank)))
        case PrimType():
            return info_of(PrimType(type_.element))
        case TupleType():
            return {"kind": "tuple", "fields": [written(one) for one in type_.fields]}
        case FunctionType():
            return info_of(type_)
        case _:
            return info_of(type_)


class Writer:
    """Writes one function."""

    def __init__(self) -> None:
        self.names: dict[SSAValue, list[Json]] = {}
        """The variable or the leaf that each value is."""
        self.count = 0

    def fresh(self, value: SSAValue, kind: str = "var") -> str:
        """A new name for a value."""
        name = f"v{self.count}"
        self.count += 1
        self.names[value] = [kind, name]
        return name

    def function(self, op: function_ops.FunctionLike) -> Info:
        """A function with its result type."""
        parameters: list[Json] = [
            [self.fresh(one), written(known(one.type))] for one in op.parameters
        ]
        info: Info = {"params": parameters, "ret": written(known(op.declared))}
        if op.impure is not None:
            info["pure"] = False
        info["body"] = self.sequence(op.body.block)
        return info

    def sequence(self, block: Block) -> list[Json]:
        """The blocks of a body, and its result."""
        blocks: list[Json] = []
        pending: list[Json] = []
        result: Json = None
        for op in block.ops:
            if isinstance(op, function_ops.ReturnOp | structure.YieldOp):
                result = self.names[op.operands[0]]
            elif isinstance(op, structure.DataflowOp):
                blocks += self.ordinary(pending)
                pending = []
                blocks.append({"dataflow": True, "bindings": self.dataflow(op)})
            else:
                self.binding(op, pending)
        return ["seq", [*blocks, *self.ordinary(pending)], result]

    def ordinary(self, bindings: list[Json]) -> list[Json]:
        """An ordinary block, unless it is empty."""
        return [{"dataflow": False, "bindings": bindings}] if bindings else []

    def dataflow(self, op: structure.DataflowOp) -> list[Json]:
        """The bindings of a dataflow block."""
        last = op.body.block.last_op
        outputs = set(last.operands) if last is not None else set[SSAValue]()
        bindings: list[Json] = []
        for inner in op.body.block.ops:
            if inner is not last:
                self.binding(inner, bindings, outputs)
        for value, result in zip(last.operands if last else (), op.results, strict=True):
            self.names[result] = self.names[value]
        return bindings

    def binding(
        self, op: Operation, bindings: list[Json], outputs: set[SSAValue] | None = None
    ) -> None:
        """A binding, or a leaf that stands where it is used."""
        result = op.results[0]
        named = result.name_hint is not None
        if not named and isinstance(op, LEAVES):
            self.names[result] = self.value(op)
            return
        dataflow = outputs is not None and result not in outputs
        if isinstance(op, casts.MatchCastOp):
            value = self.names[op.value]
            info: Info = {
                "cast": self.fresh(result, "dvar" if dataflow else "var"),
                "value": value,
                "to": written(known(op.pattern)),
            }
        else:
            if isinstance(op, function_ops.ClosureOp):
                self.fresh(result, "dvar" if dataflow else "var")
                self.names[op.body.block.args[0]] = self.names[result]
                value = self.value(op)
                info = {"bind": self.names[result][1], "value": value}
            else:
                value = self.value(op)
                info = {"bind": self.fresh(result, "dvar" if dataflow else "var"), "value": value}
        info["si"] = written(known(result.type))
        if dataflow:
            info["dvar"] = True
        bindings.append(info)

    def all(self, values: Sequence[SSAValue]) -> list[Json]:
        """Operands."""
        return [self.names[one] for one in values]

    def value(self, op: Operation) -> list[Json]:
        """The expression that an operation is."""
        match op:
            case OperatorOp():
                attributes = {
                    key: plain(one)
                    for key, one in op.values().items()
                    if one != op.ROW.defaults.get(key, ...)
                }
                return ["op", op.ROW.name, self.all(op.operands), attributes]
            case structure.IfOp():
                condition = self.names[op.condition]
                branches = [self.sequence(one.block) for one in op.regions]
                return ["if", condition, *branches]
            case function_ops.ClosureOp():
                return ["fn", self.function(op)]
            case casts.BindOp():
                return self.names[op.value]
            case tuples.GetOp():
                return ["get", self.names[op.tuple_], op.index.value.data]
            case calls.CallOp() if op.callee is not None:
                callee: list[Json] = ["gvar", op.callee.root_reference.data]
                return ["call", callee, self.all(op.arguments)]
            case calls.CallOp():
                assert op.function is not None
                return ["call", self.names[op.function], self.all(op.arguments)]
            case calls.CallTirOp():
                types = self.results(op.result.type)
                name = op.callee.root_reference.data
                rest = [] if op.integers is None else [self.names[op.integers]]
                return ["call_tir", name, self.all(op.arguments), types, *rest]
            case calls.NamedCall():
                kind = next(key for key, one in KINDS.items() if op.name == f"relax.{one}")
                types = self.results(op.result.type)
                return [kind, op.symbol.data, self.all(op.arguments), types]
            case _:
                return self.leaf(op)

    def results(self, type_: Attribute) -> list[Json]:
        """The types of the results of a call."""
        one = known(type_)
        return [written(field) for field in (one.fields if isinstance(one, TupleType) else (one,))]

    def leaf(self, op: Operation) -> list[Json]:
        """A literal."""
        match op:
            case literals.ConstantOp():
                type_ = known(op.result.type)
                assert isinstance(type_, TensorType)
                dtype = dtype_of(type_.element or "f32")
                values = [cast("Json", one) for one in op.value.get_values()]
                return ["const", nested(values, type_.shape), dtype]
            case literals.ShapeOp():
                return ["shape", *(dim_info(one) for one in op.dims.data.dims or ())]
            case literals.PrimOp():
                return ["prim", op.value.value.data]
            case literals.StringOp():
                return ["str", op.value.data]
            case literals.DtypeOp():
                return ["dtype", dtype_of(str(op.value))]
            case literals.NullValueOp():
                return ["op", "null_value", [], {}]
            case tuples.TupleOp():
                return ["tuple", *self.all(op.operands)]
            case calls.FunctionRefOp():
                return ["gvar", op.callee.root_reference.data]
            case calls.ExternOp():
                return ["extern", op.symbol.data]
            case _:
                raise ValueError(f"{op.name} is no expression")


LEAVES = (
    literals.ConstantOp,
    literals.ShapeOp,
    literals.PrimOp,
    literals.StringOp,
    literals.DtypeOp,
    tuples.TupleOp,
    calls.FunctionRefOp,
    calls.ExternOp,
)


def plain(value: Value) -> Json:
    """The value of an attribute."""
    return [plain(one) for one in value] if isinstance(value, tuple) else value


def nested(values: list[Json], shape: Shape) -> Json:
    """A list of numbers in rows."""
    sizes = [dim.constant or 0 for dim in shape.known]
    for size in reversed(sizes[1:]):
        values = [values[i : i + size] for i in range(0, len(values), size)] if size else values
    return values if sizes else values[0]
