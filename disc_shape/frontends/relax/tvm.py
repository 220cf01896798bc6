"""Modules of TVM as trees, and as modules of the dialect: `from_tvm`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from disc_shape.dialects.relax.operator_rows import operator_rows
from disc_shape.frontends.relax import tree
from disc_shape.frontends.relax.build import build
from disc_shape.frontends.relax.tensor_ir import tensor_function
from disc_shape.frontends.relax.tvm_types import (
    BINARY,
    Symbols,
    TvmError,
    choice_of,
    device_text,
    element,
    entries,
    field,
    integer,
    items,
    kind,
    same,
)
from disc_shape.frontends.relax.tvm_values import (
    attribute,
    attributes,
    constant,
    dtype,
    entries_of_attributes,
    scalar,
)
from disc_shape.symbolic import sym
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import PrimType, ShapeType, TensorType, Type

VARIABLES = ("Var", "DataflowVar")
NAMED: dict[str, tree.NamedKind] = {kind: kind for kind in tree.NAMED_KINDS}
"""The operators of TVM that call a function by its name."""
NAMED["call_tir_inplace"] = "call_tir"


def from_tvm(module: object) -> ModuleOp:
    """
    The module of the dialect that a `tvm.IRModule` says, with the types that TVM has derived
    (`relax-infer{refine=true}` finds better ones). Raises `UserError` for what cannot be read: it
    names the function and the class of the node; and for names that break a rule.
    """
    return build(read_module(module))


def read_module(module: object) -> tree.Module:
    """The tree of a `tvm.IRModule`."""
    functions: dict[str, tree.Function] = {}
    primitives: dict[str, list[Type]] = {}
    implementations: dict[str, FuncOp] = {}
    devices = items(entries(field(module, "global_infos")).get("vdevice"))
    listed = pairs_of(field(module, "functions"))
    names = {str(field(variable, "name_hint")) for variable, _ in listed}
    for variable, function in listed:
        name = str(field(variable, "name_hint"))
        try:
            if kind(function) == "PrimFunc":
                primitives[name] = primitive(function)
                own = f"{name}_tensors"
                while own in names:
                    own += "_"
                names.add(own)
                if (found := tensor_function(own, function)) is not None:
                    implementations[name] = found
            elif kind(function) == "Function":
                functions[name] = Reader(devices).function(function)
            elif kind(function) != "ExternFunc":
                raise TvmError(f"the function is a node of class '{kind(function)}'")
        except TvmError as error:
            raise TvmError(f"@{name}: {error}") from None
    shown = [device_text(one) or "" for one in devices]
    return tree.Module(functions, primitives, implementations, shown)


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
        attributes = {key: attribute(one) for key, one in entries(field(node, "attrs")).items()}
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
        if name in BINARY or name == "Cast" or choice_of(node) is not None:
            return tree.Literal(self.symbols.dim(node))
        read = READERS.get(name)
        if read is None:
            raise TvmError(f"cannot read an expression of class '{name}'")
        return read(self, node)

    def variable(self, node: object) -> tree.Node:
        """A variable that nothing binds: one of the types' integers, or an error."""
        type_ = field(node, "ty")
        if type_ is None or kind(type_) in ("PrimType", "PrimStructInfo"):
            return tree.Literal(sym(self.symbols.name(node)))
        return self.bind(node)

    def all(self, nodes: object) -> list[tree.Node]:
        """Expressions, in order."""
        return list(map(self.node, items(nodes)))

    def conditional(self, node: object) -> tree.Node:
        """A branch."""
        condition = self.node(field(node, "cond"))
        then = self.node(field(node, "true_branch"))
        return tree.If(condition, then, self.node(field(node, "false_branch")))

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
            return named_call(self, node, name, types)
        if name == "null_value":
            return tree.Call(tree.OperatorRef(name), [])
        row = operator_rows().get(name)
        if row is None:
            raise TvmError(f"cannot read the operator '{full}'")
        given = attributes(field(node, "attrs"), self.devices)
        known = {
            key: value for key, value in given.items() if value is not None or key in row.attributes
        }
        return tree.Call(tree.OperatorRef(name), [self.node(one) for one in arguments], known)


def named_call(reader: Reader, node: object, name: str, types: list[Type]) -> tree.Node:
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
        return tree.NamedCall(NAMED[name], called, reader.all(rest), types, None, places)
    if not rest or kind(rest[0]) != "Tuple":
        given = reader.node(rest[0]) if rest else list[tree.Node]()
        integers = reader.node(rest[1]) if len(rest) > 1 else None
        return tree.NamedCall(NAMED[name], called, given, types, integers, places)
    fields = items(field(rest[0], "fields"))
    sizes = [one for one in fields if is_integer(one)]
    listed = reader.all([one for one in fields if not is_integer(one)])
    if len(rest) > 1:
        sizes += items(field(rest[1], "values"))
    shape = Shape(tuple(map(reader.symbols.dim, sizes)))
    numbers = tree.Literal(shape) if sizes else None
    return tree.NamedCall(NAMED[name], called, listed, types, numbers, places)


def is_integer(node: object) -> bool:
    """Whether an argument of a primitive function is a size: it may stand among the tensors."""
    return kind(field(node, "ty")) in ("PrimType", "PrimStructInfo")


def member(reader: Reader, node: object) -> tree.Node:
    """A member of a tuple."""
    value = field(node, "tuple_value", "tuple")
    return tree.GetItem(reader.node(value), integer(field(node, "index") or 0))


READERS: dict[str, Callable[[Reader, object], tree.Node]] = {
    "SeqExpr": Reader.sequence,
    "If": Reader.conditional,
    "Tuple": lambda reader, node: tree.TupleExpr(reader.all(field(node, "fields"))),
    "TupleGetItem": member,
    "ShapeExpr": lambda reader, node: tree.Literal(reader.symbols.shape(node)),
    "GenericConst": lambda _reader, node: constant(node),
    "Constant": lambda _reader, node: constant(node),
    "IntImm": lambda _reader, node: tree.Literal(scalar(node)),
    "FloatImm": lambda _reader, node: tree.Literal(scalar(node)),
    "PrimValue": lambda reader, node: reader.node(field(node, "value")),
    "StringImm": lambda _reader, node: tree.Literal(str(field(node, "value"))),
    "DataTypeImm": lambda _reader, node: dtype(node),
    "GlobalVar": lambda _reader, node: tree.GlobalVar(str(field(node, "name_hint"))),
    "ExternFunc": lambda _reader, node: tree.ExternFunc(str(field(node, "global_symbol"))),
    "Op": lambda _reader, node: tree.OperatorRef(str(field(node, "name")).removeprefix("relax.")),
    "Function": Reader.function,
    "Call": Reader.call,
}
"""How each class of expressions is read."""
