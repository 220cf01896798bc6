"""Modules of TVM as trees, and as modules of the dialect: `from_tvm`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    ModuleOp,
)
from xdsl.dialects.builtin import TensorType as BuiltinTensor
from xdsl.ir import Attribute

from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.operator_rows import operator_rows
from disc_shape.errors import UserError
from disc_shape.frontends.relax import tree
from disc_shape.frontends.relax.build import build
from disc_shape.frontends.relax.check import check_names
from disc_shape.frontends.relax.tvm_types import (
    BINARY,
    Symbols,
    TvmError,
    device_text,
    element,
    entries,
    field,
    integer,
    items,
    kind,
    same,
)
from disc_shape.symbolic import sym
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import PrimType, ShapeType, TensorType, Type

VARIABLES = ("Var", "DataflowVar")
NAMED: dict[str, tree.NamedKind] = {
    "call_pure_packed": "call_pure_packed",
    "call_inplace_packed": "call_inplace_packed",
    "call_dps_packed": "call_dps_packed",
    "call_tir": "call_tir",
    "call_tir_inplace": "call_tir",
}
"""The operators of TVM that call a function by its name."""
DTYPES = ("dtype", "out_dtype")
DEVICES = ("dst_vdevice", "device", "vdevice")


def from_tvm(module: object) -> ModuleOp:
    """
    The module of the dialect that a `tvm.IRModule` says, with the types that TVM has derived
    (`relax-infer{refine=true}` finds better ones). Raises `UserError` for what cannot be read: it
    names the function and the class of the node; and for names that break a rule.
    """
    found = read_module(module)
    if problems := check_names(found):
        raise UserError(str(problems[0]))
    return build(found)


def read_module(module: object) -> tree.Module:
    """The tree of a `tvm.IRModule`."""
    functions: dict[str, tree.Function] = {}
    primitives: dict[str, list[Type]] = {}
    devices = items(entries(field(module, "global_infos")).get("vdevice"))
    for variable, function in pairs_of(field(module, "functions")):
        name = str(field(variable, "name_hint"))
        try:
            if kind(function) == "PrimFunc":
                primitives[name] = primitive(function)
            elif kind(function) == "Function":
                functions[name] = Reader(devices).function(function)
            elif kind(function) != "ExternFunc":
                raise TvmError(f"the function is a node of class '{kind(function)}'")
        except TvmError as error:
            raise TvmError(f"@{name}: {error}") from None
    return tree.Module(functions, primitives, [device_text(one) or "" for one in devices])


def pairs_of(node: object) -> list[tuple[object, object]]:
    """The entries of a map of TVM; none of None."""
    listed = cast("Callable[[], Iterable[tuple[object, object]]] | None", field(node, "items"))
    return [] if listed is None else list(listed())


def primitive(function: object) -> list[Type]:
    """
    The buffers and integers of a primitive function (RLX-271). A buffer is the type of its
    parameter, or an entry of `buffer_map`.
    """
    symbols, buffers = Symbols(), pairs_of(field(function, "buffer_map"))
    found: list[Type] = []
    for parameter in items(field(function, "params")):
        type_ = field(parameter, "ty")
        buffer = next((one for key, one in buffers if same(key, parameter)), None)
        if buffer is None and kind(type_) == "BufferType":
            buffer = type_
        if buffer is None:
            dtype = field(parameter, "dtype") or field(type_, "dtype")
            found.append(PrimType(element(dtype) or "i64"))
        else:
            shape = Shape(tuple(map(symbols.dim, items(field(buffer, "shape")))))
            found.append(TensorType(shape, element(field(buffer, "dtype"))))
    return found


class Reader:
    """Reads one global function: one variable of TVM is one of the tree."""

    def __init__(self, devices: list[object]) -> None:
        self.symbols = Symbols()
        self.devices = devices
        """The devices that the module lists."""
        self.variables: dict[str, list[tuple[object, tree.Var]]] = {}

    def found(self, node: object) -> tree.Var | None:
        """The variable that is bound for one of TVM."""
        named = self.variables.get(str(field(node, "name_hint", "name")), ())
        return next((one for other, one in named if same(other, node)), None)

    def bind(self, node: object) -> tree.Var:
        """A variable where it is bound."""
        known = self.found(node)
        if known is not None:
            return known
        name = str(field(node, "name_hint", "name"))
        found = tree.Var(name, self.symbols.type(field(node, "ty")), kind(node) == "DataflowVar")
        self.variables.setdefault(name, []).append((node, found))
        return found

    def parameter(self, node: object) -> tree.Var:
        """A parameter; an integer one, or a shape of which nothing is known, binds its name."""
        found = self.bind(node)
        match found.type:
            case PrimType(element="i64", value=None):
                found.type = PrimType("i64", sym(self.symbols.name(node)))
            case ShapeType(shape=shape) if shape.rank != 0 and not list(shape.known):
                found.type = ShapeType(Shape.of_value(self.symbols.shape_name(node), shape.rank))
            case _:
                pass
        return found

    def function(self, node: object) -> tree.Function:
        """A function of the module, or a local one."""
        parameters = [self.parameter(one) for one in items(field(node, "params"))]
        attributes = {
            key: self.attribute(one) for key, one in entries(field(node, "attrs")).items()
        }
        private = "global_symbol" not in attributes
        pure = bool(field(node, "is_pure"))
        result = self.symbols.type(field(node, "ret_ty", "ret_struct_info"))
        body = self.node(field(node, "body"))
        return tree.Function(parameters, body, result, pure, attributes, private)

    # bindings

    def sequence(self, node: object) -> tree.Seq:
        """Blocks and a result."""
        blocks = [self.block(one) for one in items(field(node, "blocks"))]
        return tree.Seq(blocks, self.node(field(node, "body")))

    def block(self, node: object) -> tree.BindingBlock:
        """The bindings of a block."""
        bindings = [self.binding(one) for one in items(field(node, "bindings"))]
        return tree.BindingBlock(bindings, kind(node) == "DataflowBlock")

    def binding(self, node: object) -> tree.Binding:
        """One binding; a function may use its own variable."""
        value, variable = field(node, "value"), field(node, "var")
        if kind(node) == "MatchCast":
            read = self.node(value)
            cast_type = self.symbols.known_type(field(node, "ty", "struct_info"))
            return tree.Binding(self.bind(variable), read, cast_type)
        if kind(value) == "Function":
            bound = self.bind(variable)
            return tree.Binding(bound, self.function(value))
        read = self.node(value)
        return tree.Binding(self.bind(variable), read)

    # expressions

    def node(self, node: object) -> tree.Node:
        """An expression."""
        name = kind(node)
        if name in VARIABLES:
            return self.found(node) or self.variable(node)
        if name in BINARY or name in ("Cast", "Select"):
            return tree.SymbolicPrim(self.symbols.dim(node))
        read = READERS.get(name)
        if read is None:
            raise TvmError(f"cannot read an expression of class '{name}'")
        return read(self, node)

    def variable(self, node: object) -> tree.Node:
        """A variable that nothing binds: one of the types' integers, or an error."""
        type_ = field(node, "ty")
        if type_ is None or kind(type_) in ("PrimType", "PrimStructInfo"):
            return tree.SymbolicPrim(sym(self.symbols.name(node)))
        return self.bind(node)

    def all(self, nodes: object) -> list[tree.Node]:
        """Expressions, in order."""
        return [self.node(one) for one in items(nodes)]

    def conditional(self, node: object) -> tree.Node:
        """A branch."""
        condition = self.node(field(node, "cond"))
        then = self.node(field(node, "true_branch"))
        return tree.If(condition, then, self.node(field(node, "false_branch")))

    def literal_shape(self, node: object) -> tree.Node:
        """A shape literal."""
        dims = map(self.symbols.dim, items(field(node, "values")))
        return tree.ShapeLiteral(Shape(tuple(dims)))

    def call(self, node: object) -> tree.Node:
        """A call of an operator or a function."""
        callee, arguments = field(node, "op"), field(node, "args")
        given = field(node, "ty_args", "sinfo_args")
        types = [self.symbols.known_type(one) for one in items(given)]
        match kind(callee):
            case "Op":
                return self.operator(node, str(field(callee, "name")), types)
            case "ExternFunc":
                name = str(field(callee, "global_symbol"))
                return tree.NamedCall("call_packed", name, self.all(arguments), types)
            case _:
                return tree.Call(self.node(callee), self.all(arguments), {}, types or None)

    def operator(self, node: object, full: str, types: list[Type]) -> tree.Node:
        """A call of an operator; some call a function by its name."""
        name, arguments = full.removeprefix("relax."), items(field(node, "args"))
        if name in NAMED:
            return self.named_call(node, name, types)
        if name == "null_value":
            return tree.Call(tree.OperatorRef(name), [])
        row = operator_rows().get(name)
        if row is None:
            raise TvmError(f"cannot read the operator '{full}'")
        attributes = self.attributes(field(node, "attrs"))
        known = {
            key: value
            for key, value in attributes.items()
            if value is not None or key in row.attributes
        }
        return tree.Call(tree.OperatorRef(name), [self.node(one) for one in arguments], known)

    def named_call(self, node: object, name: str, types: list[Type]) -> tree.Node:
        """A call of a primitive or an external function."""
        arguments = items(field(node, "args"))
        if not arguments:
            raise TvmError(f"a call of '{name}' names no function")
        callee, *rest = arguments
        words = entries_of_attributes(field(node, "attrs"))
        inplace = words.get("inplace_indices")
        places = None if inplace is None else [integer(one) for one in items(inplace)]
        called = str(field(callee, "global_symbol", "name_hint", "value"))
        if name in ("call_pure_packed", "call_inplace_packed"):
            return tree.NamedCall(NAMED[name], called, self.all(rest), types, None, places)
        given = self.node(rest[0]) if rest else tree.TupleExpr([])
        listed = given.fields if isinstance(given, tree.TupleExpr) else given
        integers = self.node(rest[1]) if len(rest) > 1 else None
        return tree.NamedCall(NAMED[name], called, listed, types, integers, places)

    # attributes

    def attributes(self, node: object) -> dict[str, tree.AttributeValue]:
        """The attributes of an operator's call by name."""
        found: dict[str, tree.AttributeValue] = {}
        for key, value in entries_of_attributes(node).items():
            if key in DTYPES:
                known = element(value)
                found[key] = None if known is None else element_of(known)
            elif key in DEVICES:
                found["device"] = device_text(value)
            elif key == "device_type":
                found["device"] = self.hinted(node)
            elif key in ("index", "memory_scope") and "device" in found:
                continue
            else:
                found[key] = self.attribute(value)
        return found

    def hinted(self, node: object) -> str:
        """
        The device of a hint, which says a kind by DLPack's number, an index and a scope: the one of
        that kind that the module lists.
        """
        index, scope = integer(field(node, "index") or 0), field(node, "memory_scope")
        for one in self.devices:
            numbered = field(field(one, "target"), "get_target_device_type")
            code = cast("Callable[[], int]", numbered)() if numbered is not None else None
            own = integer(field(one, "vdevice_id") or 0), field(one, "memory_scope")
            if code == field(node, "device_type") and own == (index, scope):
                return device_text(one) or ""
        raise TvmError(
            f"a hint names device {field(node, 'device_type')}:{index}:{scope}, which the module"
            " does not list"
        )

    def attribute(self, value: object) -> tree.AttributeValue:
        """The value of an attribute."""
        if value is None or isinstance(value, bool | int | float):
            return value
        if isinstance(value, str):
            return str(value)
        match kind(value):
            case "IntImm" | "Integer":
                number = integer(value)
                return bool(number) if str(field(value, "dtype")) == "bool" else number
            case "FloatImm":
                return float(cast("float", field(value, "value")))
            case "StringImm" | "String":
                return str(field(value, "value") or value)
            case "DataType" | "dtype":
                name = element(value)
                return None if name is None else element_of(name)
            case "Map" | "dict" | "DictAttrs":
                return {key: self.attribute(one) for key, one in entries(value).items()}
            case "Array" | "list" | "tuple" | "ShapeTuple" | "Shape":
                return tuple(self.attribute(one) for one in items(value))
            case "Tensor" | "NDArray":
                return tensor_literal(value)
            case other:
                raise TvmError(f"an attribute is a node of class '{other}', which cannot be read")


def entries_of_attributes(node: object) -> dict[str, object]:
    """The attributes of a call: the fields that its class lists, or the entries of a map."""
    if node is None:
        return {}
    listed = field(field(type(node), "__tvm_ffi_type_info__"), "fields")
    if listed is None:
        return entries(node)
    names = [str(field(one, "name")) for one in items(listed)]
    return {name: cast("object", getattr(node, name)) for name in names}


def scalar(node: object) -> Attribute:
    """A scalar as an attribute."""
    name = element(field(node, "dtype") or field(field(node, "ty"), "dtype")) or "i64"
    type_, value = element_of(name), field(node, "value")
    if isinstance(type_, IntegerType):
        return IntegerAttr(int(cast("int", value)), type_)
    return FloatAttr(float(cast("float", value)), type_)


def prim(node: object) -> tree.Node:
    """A boxed scalar."""
    return tree.Prim(cast("IntegerAttr[IntegerType]", scalar(node)))


def tensor_literal(data: object) -> DenseIntOrFPElementsAttr:
    """A tensor, read through numpy."""
    array = cast("Callable[[], object]", getattr(data, "numpy", lambda: data))()
    sizes = [int(cast("int", one)) for one in items(field(array, "shape"))]
    flat = cast("Callable[[int], object]", getattr(array, "reshape"))(-1)
    numbers = cast("Callable[[], list[int | float]]", getattr(flat, "tolist"))()
    type_ = element_of(element(field(array, "dtype")) or "f32")
    if isinstance(type_, IntegerType):
        integers = [int(one) for one in numbers]
        return DenseIntOrFPElementsAttr.from_list(BuiltinTensor(type_, sizes), integers)
    return DenseIntOrFPElementsAttr.from_list(BuiltinTensor(type_, sizes), numbers)


def constant(node: object) -> tree.Node:
    """A literal of any class: a tensor, an element type or a string."""
    value = field(node, "value", "data")
    if kind(value) in ("DataType", "dtype"):
        return dtype(node)
    if isinstance(value, str):
        return tree.StringLiteral(str(value))
    if field(value, "numpy", "reshape") is None:
        raise TvmError(f"a literal is a node of class '{kind(value)}', which cannot be read")
    return tree.Constant(tensor_literal(value))


def dtype(node: object) -> tree.Node:
    """An element type as a value."""
    return tree.DtypeLiteral(element_of(element(field(node, "value")) or "f32"))


def member(reader: Reader, node: object) -> tree.Node:
    """A member of a tuple."""
    value = field(node, "tuple_value", "tuple")
    return tree.GetItem(reader.node(value), integer(field(node, "index") or 0))


READERS: dict[str, Callable[[Reader, object], tree.Node]] = {
    "SeqExpr": Reader.sequence,
    "If": Reader.conditional,
    "Tuple": lambda reader, node: tree.TupleExpr(reader.all(field(node, "fields"))),
    "TupleGetItem": member,
    "ShapeExpr": Reader.literal_shape,
    "GenericConst": lambda _reader, node: constant(node),
    "Constant": lambda _reader, node: constant(node),
    "IntImm": lambda _reader, node: prim(node),
    "FloatImm": lambda _reader, node: prim(node),
    "PrimValue": lambda reader, node: reader.node(field(node, "value")),
    "StringImm": lambda _reader, node: tree.StringLiteral(str(field(node, "value"))),
    "DataTypeImm": lambda _reader, node: dtype(node),
    "GlobalVar": lambda _reader, node: tree.GlobalVar(str(field(node, "name_hint"))),
    "ExternFunc": lambda _reader, node: tree.ExternFunc(str(field(node, "global_symbol"))),
    "Op": lambda _reader, node: tree.OperatorRef(str(field(node, "name")).removeprefix("relax.")),
    "Function": Reader.function,
    "Call": Reader.call,
}
"""How each class of expressions is read."""
