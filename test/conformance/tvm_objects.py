"""
Stand-ins for objects of TVM, made from recorded programs: classes of the same names with the same
attributes, and no more than these.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import cast

import numpy as np
from conformance.relax_types import Info, Json, as_info, as_list

from disc_shape.dialects.relax.operator_rows import operator_rows

OPERATIONS = {
    "Add": "Add",
    "Sub": "Sub",
    "Mult": "Mul",
    "FloorDiv": "FloorDiv",
    "Mod": "FloorMod",
}
CLASSES: dict[str, type] = {}


class Object:
    """An object of TVM: its class is known by its name, its identity by `same_as`."""

    def __init__(self, **fields: object) -> None:
        self.__dict__.update(fields)

    def same_as(self, other: object) -> bool:
        return self is other

    def __eq__(self, other: object) -> bool:
        raise AssertionError("TVM compares structures: go by identity")

    def __hash__(self) -> int:
        raise AssertionError("TVM hashes structures: go by identity")


def make(name: str, /, **fields: object) -> Object:
    """An object of the class of this name."""
    kind = CLASSES.setdefault(name, type(name, (Object,), {}))
    return cast("Object", kind(**fields))


class Map:
    """A map whose keys cannot be looked up by equality."""

    def __init__(self, pairs: list[tuple[object, object]]) -> None:
        self.pairs = pairs

    def items(self) -> Iterator[tuple[object, object]]:
        return iter(self.pairs)


def words(**fields: object) -> Object | None:
    """The attributes of a call: the class lists its fields."""
    if not fields:
        return None
    listed = [SimpleNamespace(name=name) for name in fields]
    kind = type("Attrs", (Object,), {"__tvm_ffi_type_info__": SimpleNamespace(fields=listed)})
    return cast("Object", kind(**fields))


class Writer:
    """One function as TVM has it."""

    def __init__(self) -> None:
        self.symbols: dict[str, Object] = {}
        self.variables: dict[str, Object] = {}

    def symbol(self, name: str) -> Object:
        return self.symbols.setdefault(name, make("Var", name=name, dtype="int64"))

    def dim(self, value: Json) -> Object:
        if isinstance(value, int):
            return make("IntImm", value=value, dtype="int64")
        return self.expression(ast.parse(str(value), mode="eval").body)

    def expression(self, node: ast.expr) -> Object:
        match node:
            case ast.Name():
                return self.symbol(node.id)
            case ast.Constant():
                return make("IntImm", value=node.value, dtype="int64")
            case ast.BinOp():
                name = OPERATIONS[type(node.op).__name__]
                return make(name, a=self.expression(node.left), b=self.expression(node.right))
            case ast.Call(func=ast.Name(id=name)):
                one, other = map(self.expression, node.args)
                return make(name.capitalize(), a=one, b=other)
            case _:
                raise ValueError(ast.unparse(node))

    def type(self, value: Json) -> Object:
        info = as_info(value)
        match info["kind"]:
            case "object":
                return make("AnyType")
            case "prim":
                return make("PrimType", dtype=info["dtype"])
            case "shape":
                values = info.get("values")
                dims = None if values is None else list(map(self.dim, as_list(values)))
                return make("ShapeType", values=dims, ndim=info.get("ndim", -1))
            case "tensor":
                dims = info.get("shape")
                shape = None if dims is None else self.shape(as_list(dims))
                rank = info.get("ndim", -1) if dims is None else len(as_list(dims))
                dtype = info.get("dtype", "")
                return make("TensorType", shape=shape, ndim=rank, dtype=dtype, vdevice=None)
            case "tuple":
                return make("TupleType", fields=list(map(self.type, as_list(info["fields"]))))
            case _:
                parameters = list(map(self.type, as_list(info["params"])))
                result = self.type(info["ret"])
                pure = info.get("pure") is not False
                return make(
                    "FuncType", params=parameters, derive_func=None, ret=result, purity=pure
                )

    def shape(self, dims: list[Json]) -> Object:
        return make("ShapeExpr", values=list(map(self.dim, dims)))

    def variable(self, name: str, info: Json, dataflow: bool = False) -> Object:
        kind = "DataflowVar" if dataflow else "Var"
        type_ = None if info is None else self.type(info)
        found = self.variables[name] = make(kind, name_hint=name, ty=type_)
        return found

    def function(self, info: Info, name: str | None = None) -> Object:
        parameters = [
            self.variable(str(pair[0]), pair[1]) for pair in map(as_list, as_list(info["params"]))
        ]
        result = None if info.get("ret") is None else self.type(info["ret"])
        attributes = {key: value for key, value in as_info(info.get("attrs") or {}).items()}
        if name is not None and info.get("private") is not True:
            attributes["global_symbol"] = name
        return make(
            "Function",
            params=parameters,
            ret_ty=result,
            body=self.node(info["body"]),
            is_pure=info.get("pure") is not False,
            attrs=attributes,
        )

    def block(self, info: Info) -> Object:
        bindings = [self.binding(as_info(one)) for one in as_list(info["bindings"])]
        kind = "DataflowBlock" if info.get("dataflow") is True else "BindingBlock"
        return make(kind, bindings=bindings)

    def binding(self, info: Info) -> Object:
        name, dataflow = str(info.get("cast", info.get("bind"))), info.get("dvar") is True
        if "to" in info:
            value, type_ = self.node(info["value"]), self.type(info["to"])
            variable = self.variable(name, info.get("si"), dataflow)
            return make("MatchCast", var=variable, value=value, ty=type_)
        if as_list(info["value"])[0] == "fn":
            variable = self.variable(name, info.get("si"), dataflow)
            return make("VarBinding", var=variable, value=self.node(info["value"]))
        value = self.node(info["value"])
        return make("VarBinding", var=self.variable(name, info.get("si"), dataflow), value=value)

    def node(self, value: Json) -> Object:
        kind, *rest = as_list(value)
        return NODES[str(kind)](self, rest)

    def all(self, values: Json) -> list[Object]:
        return list(map(self.node, as_list(values)))

    def read(self, rest: list[Json]) -> Object:
        """A variable; one that is not bound is the symbol that the record has lost."""
        name = str(rest[0])
        return self.variables[name] if name in self.variables else self.symbol(LOST)

    def operator(self, rest: list[Json]) -> Object:
        name, given = str(rest[0]), dict(as_info(rest[2]) if len(rest) > 2 else {})
        arguments = self.all(rest[1])
        row = operator_rows()[name]
        if "shape" in given and "shape" not in row.attributes:
            arguments.append(self.shape(as_list(given.pop("shape"))))
        op = make("Op", name=f"relax.{name}")
        attributes = {key: attribute(one) for key, one in given.items()}
        return make("Call", op=op, args=arguments, attrs=words(**attributes), ty_args=[])

    def call(self, rest: list[Json]) -> Object:
        types = list(map(self.type, as_list(rest[2]))) if len(rest) > 2 else []
        callee = self.node(rest[0])
        return make("Call", op=callee, args=self.all(rest[1]), attrs=None, ty_args=types)

    def scalar(self, rest: list[Json]) -> Object:
        if isinstance(rest[0], int):
            return make("IntImm", value=rest[0], dtype="int64")
        return make("FloatImm", value=float(cast("float", rest[0])), dtype="float32")


LOST = "s27"
"""The symbol of the only integer over symbols in the recorded programs."""


def attribute(value: Json) -> object:
    """An attribute: numbers are objects too."""
    if isinstance(value, bool):
        return make("IntImm", value=int(value), dtype="bool")
    if isinstance(value, int):
        return make("IntImm", value=value, dtype="int64")
    if isinstance(value, float):
        return make("FloatImm", value=value, dtype="float64")
    if isinstance(value, list):
        return CLASSES.setdefault("Array", type("Array", (list,), {}))(map(attribute, value))
    return value


NODES: dict[str, Callable[[Writer, list[Json]], Object]] = {
    "var": Writer.read,
    "dvar": Writer.read,
    "gvar": lambda _, rest: make("GlobalVar", name_hint=rest[0]),
    "extern": lambda _, rest: make("ExternFunc", global_symbol=rest[0]),
    "const": lambda _, rest: make(
        "GenericConst",
        value=SimpleNamespace(numpy=lambda: np.asarray(rest[0]).astype(str(rest[1]))),
    ),
    "tuple": lambda self, rest: make("Tuple", fields=self.all(rest)),
    "get": lambda self, rest: make("TupleGetItem", tuple_value=self.node(rest[0]), index=rest[1]),
    "op": Writer.operator,
    "call": Writer.call,
    "if": lambda self, rest: make(
        "If",
        cond=self.node(rest[0]),
        true_branch=self.node(rest[1]),
        false_branch=self.node(rest[2]),
    ),
    "fn": lambda self, rest: self.function(as_info(rest[0])),
    "seq": lambda self, rest: make(
        "SeqExpr",
        blocks=[self.block(as_info(one)) for one in as_list(rest[0])],
        body=self.node(rest[1]),
    ),
    "shape": lambda self, rest: self.shape(rest),
    "prim": Writer.scalar,
    "str": lambda _, rest: make("StringImm", value=rest[0]),
    "dtype": lambda _, rest: make("DataTypeImm", value=rest[0]),
}


def module_of(value: Json) -> Object:
    """An IRModule."""
    functions: list[tuple[object, object]] = [
        (make("GlobalVar", name_hint=name), Writer().function(as_info(one), name))
        for name, one in as_info(as_info(value)["functions"]).items()
    ]
    return make("IRModule", functions=Map(functions), global_infos={})
