"""The encodings of Relay's cases: programs as modules, types as terms, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from conformance.relax_programs import constant_of
from conformance.relax_types import Info, Json, as_info, as_list, dtype_of
from conformance.relax_types import element_of as mlir_element
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from disc_shape.dialects.relay import calls, data, functions, values
from disc_shape.dialects.relay.types import HOLE, FnAttr, TensorAttr, attribute_of
from disc_shape.symbolic import Expr, const, parse
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import TupleType, Type

DTYPE = re.compile(r"(u?int|float|bfloat)\d+(_\w+)?(x\d+)?|bool(x\d+)?")


class UnknownName(Exception):
    """A name of a value that nothing binds: such a program has no form in the dialect."""


# types


def base_of(value: Json) -> Type:
    """A base type, or what stands in its place."""
    if not isinstance(value, str):
        return term_of(value) if isinstance(value, dict) else shape_of(value)
    if value == "_":
        return ts.Hole("base")
    if not DTYPE.fullmatch(value):
        return ts.Parameter(value)
    plain, _, lanes = value.partition("x")
    element = mlir_element(plain) or plain
    return ts.Base(f"vector<{lanes}x{element}>" if lanes else element)


def size_of(value: Json) -> ts.Size:
    """A dimension."""
    if value == "_":
        return ts.Hole("dim")
    if value == "?":
        return None
    return const(value) if isinstance(value, int) else parse(str(value))


def shape_of(value: Json) -> Type:
    """A shape, or what stands in its place."""
    if isinstance(value, list):
        return ts.Dims(tuple(map(size_of, value)))
    if isinstance(value, dict):
        return term_of(value)
    return ts.Hole("shape") if value == "_" else ts.Parameter(str(value))


def argument_of(value: Json) -> Type:
    """A type argument of any kind; a name is that of a parameter."""
    match value:
        case "_":
            return ts.Hole()
        case dict():
            return term_of(value)
        case list():
            return shape_of(value)
        case str() if DTYPE.fullmatch(value):
            return base_of(value)
        case str() if value.isidentifier():
            return ts.Parameter(value)
        case _:
            return ts.Dim(size_of(value))


def term_of(value: Json) -> Type:
    """A type."""
    if not isinstance(value, dict):
        return ts.Hole() if value is None or value == "_" else argument_of(value)
    match value:
        case {"tensor": shape}:
            return ts.Tensor(shape_of(shape), base_of(value.get("dtype", "_")))
        case {"tuple": fields}:
            return TupleType(tuple(map(term_of, as_list(fields))))
        case {"var": name}:
            return ts.Parameter(str(name))
        case {"adt": name}:
            return ts.Data(str(name), tuple(map(term_of, as_list(value.get("args") or []))))
        case _:
            return function_of(as_info(value["fn"]))


def parameters_of(value: Json) -> tuple[tuple[str, str], ...]:
    """Type parameters with their kinds."""
    pairs = [as_list(one) for one in as_list(value or [])]
    return tuple((str(name), str(kind)) for name, kind in pairs)


def where_of(value: Json) -> tuple[ts.Named, ...]:
    """Relations."""
    listed = [as_list(one) for one in as_list(value or [])]
    return tuple(ts.Named(str(name), tuple(map(term_of, rest))) for name, *rest in listed)


def function_of(info: Info) -> ts.Function:
    """A function type; a relation in the place of its result abbreviates a parameter."""
    arguments = tuple(map(term_of, as_list(info["args"])))
    parameters, where = parameters_of(info.get("params")), where_of(info.get("where"))
    return ts.Function(parameters, arguments, term_of(info.get("ret")), where)


def size_info(size: ts.Size) -> Json:
    """A dimension as the cases write it."""
    if not isinstance(size, Expr):
        return "?" if size is None else "_"
    return str(size) if size.constant is None else size.constant


def base_info(name: str) -> str:
    """A base type as the cases write it."""
    lanes, _, element = name.removeprefix("vector<").removesuffix(">").partition("x")
    return f"{dtype_of(element)}x{lanes}" if name.startswith("vector<") else dtype_of(name)


def info_of(term: Type) -> Json:
    """A type as the cases write it."""
    match term:
        case ts.Tensor():
            return {"tensor": part_info(term.shape), "dtype": part_info(term.element)}
        case TupleType():
            return {"tuple": [info_of(one) for one in term.fields]}
        case ts.Data():
            return {"adt": term.name, "args": [info_of(one) for one in term.arguments]}
        case ts.Function():
            where: list[Json] = [
                [one.relation, *(info_of(each) for each in one.arguments)] for one in term.where
            ]
            arguments: list[Json] = [info_of(one) for one in term.arguments]
            info: Info = {"args": arguments, "ret": info_of(term.result)}
            if term.parameters:
                info["params"] = [[name, kind] for name, kind in term.parameters]
            return {"fn": {**info, "where": where} if where else info}
        case ts.Parameter():
            return {"var": term.name}
        case _:
            return part_info(term)


def part_info(term: Type) -> Json:
    """A part of a type as the cases write it."""
    match term:
        case ts.Base():
            return base_info(term.name)
        case ts.Dims():
            return [size_info(size) for size in term.sizes]
        case ts.Parameter():
            return term.name
        case _:
            return "_"


# programs


@dataclass
class Builder:
    """Builds a module, operation by operation."""

    block: Block = field(default_factory=Block)
    bound: dict[str, SSAValue] = field(default_factory=dict[str, SSAValue])
    """The value of each let, parameter and binder."""
    visible: dict[str, SSAValue] = field(default_factory=dict[str, SSAValue])
    """Those that may be used; names are unique in a program, so that a scope ends by name."""

    def module(self, info: Info) -> ModuleOp:
        """The module of a program."""
        ops: list[Operation] = []
        for name, one in as_info(info.get("data") or {}).items():
            ops.append(data_of(name, as_info(one)))
        for name, one in as_info(info.get("operators") or {}).items():
            term = term_of(one)
            assert isinstance(term, ts.Function)
            ops.append(functions.OperatorOp(name, FnAttr(term)))
        for name, one in as_info(info["functions"]).items():
            function = as_info(one)
            body = self.region(function, None)
            ops.append(functions.FuncOp(body, scheme_of(function), name))
        return ModuleOp(ops)

    def region(self, function: Info, own: str | None) -> Region:
        """The body of a function; `own` is what a local one is called."""
        names = [as_list(one) for one in as_list(function["params"])]
        types = [attribute(type_) for _, type_ in names]
        first: list[Attribute] = []
        if own is not None:
            terms = tuple(term_of(type_) for _, type_ in names)
            first = [FnAttr(replace(scheme_of(function), arguments=terms))]
        block = Block(arg_types=[*first, *types])
        if own:
            self.bound.setdefault(own, block.args[0])
            self.visible[own] = block.args[0]
        for (name, _), value in zip(names, block.args[len(first) :], strict=True):
            self.name(str(name), value)
        around, self.block = self.block, block
        value = self.value(function["body"])
        self.block.add_op(functions.ReturnOp(value))
        self.block = around
        self.forget([own or "", *(str(name) for name, _ in names)])
        return Region(block)

    def name(self, name: str, value: SSAValue) -> None:
        """A value is called by a name."""
        self.bound[name] = self.visible[name] = value
        if value.name_hint is None and name.isidentifier() and name != "_":
            value.name_hint = name

    def forget(self, names: Iterable[str]) -> None:
        """The scope of names ends."""
        for name in names:
            self.visible.pop(name, None)

    def add(self, op: Operation) -> SSAValue:
        """Add an operation with one result."""
        self.block.add_op(op)
        return op.results[0]

    def value(self, value: Json) -> SSAValue:
        """The value of an expression; chains of lets are no recursion."""
        kind, *rest = as_list(value)
        names: list[str] = []
        while kind == "let":
            name, type_, bound, body = rest
            inner = as_list(bound)
            if inner[0] == "fn":
                found = self.function(as_info(inner[1]), str(name))
            else:
                found = self.value(bound)
            # A name for a value is a use of it, which instantiates a polymorphic function.
            if type_ is not None or inner[0] == "var":
                found = self.add(values.AscribeOp(found, attribute(type_)))
            self.name(str(name), found)
            names.append(str(name))
            kind, *rest = as_list(body)
        result = self.leaf(str(kind), rest)
        self.forget(names)
        return result

    def leaf(self, kind: str, rest: list[Json]) -> SSAValue:
        """An expression that is no let."""
        match kind:
            case "var":
                if str(rest[0]) not in self.visible:
                    raise UnknownName(f"no value is called %{rest[0]}")
                return self.visible[str(rest[0])]
            case "global":
                return self.add(calls.RefOp(str(rest[0]), HOLE))
            case "op":
                return self.add(calls.RefOp(str(rest[0]), HOLE, "operator"))
            case "ctor":
                return self.add(calls.RefOp(str(rest[0]), HOLE, "constructor"))
            case "const":
                return self.constant(rest[0], str(rest[1]))
            case "tuple":
                return self.add(values.TupleOp([self.value(one) for one in rest], HOLE))
            case "get":
                index = rest[1]
                assert isinstance(index, int)
                return self.add(values.GetOp(self.value(rest[0]), index, HOLE))
            case "if":
                condition = self.value(rest[0])
                then, other = (self.branch(one) for one in rest[1:])
                return self.add(data.IfOp(condition, then, other, HOLE))
            case "fn":
                return self.function(as_info(rest[0]), "")
            case "match":
                return self.match(self.value(rest[0]), as_list(rest[1]))
            case _:
                return self.call(rest)

    def constant(self, items: Json, dtype: str) -> SSAValue:
        """A constant; each lane has the element's number."""
        found = constant_of(items, dtype.partition("x")[0])
        known = values.ConstantOp.type_of_value(found).data
        type_ = TensorAttr(ts.Tensor(known.shape, base_of(dtype)))
        return self.add(values.ConstantOp(found, type_))

    def function(self, info: Info, own: str) -> SSAValue:
        """A local function."""
        body = self.region(info, own)
        return self.add(functions.FunctionOp(body, scheme_of(info)))

    def branch(self, value: Json, arguments: list[str] | None = None) -> Region:
        """A region that yields the value of an expression."""
        block = Block(arg_types=[HOLE] * len(arguments or []))
        for name, argument in zip(arguments or [], block.args, strict=True):
            if name != "_":
                self.name(name, argument)
        around, self.block = self.block, block
        self.block.add_op(data.YieldOp(self.value(value)))
        self.block = around
        self.forget(arguments or [])
        return Region(block)

    def match(self, scrutinee: SSAValue, cases: list[Json]) -> SSAValue:
        """A match; the wildcard is the default."""
        names: list[str] = []
        bodies: list[Region] = []
        for one in cases:
            pattern, body = as_list(one)
            if isinstance(pattern, list) and pattern != ["_"]:
                name, *binders = [str(each) for each in pattern]
            else:
                name, binders = "", []
            names.append(name)
            bodies.append(self.branch(body, binders))
        return self.add(data.MatchOp(scrutinee, names, bodies, HOLE))

    def call(self, rest: list[Json]) -> SSAValue:
        """A call of what is named, or of a value."""
        kind, *named = as_list(rest[0])
        types = None
        if len(rest) > 2 and rest[2] is not None:
            types = [argument_of(one) for one in as_list(rest[2])]
        callee: SSAValue | None = None
        if kind not in ("global", "op", "ctor"):
            callee = self.value(rest[0])
        arguments = [self.value(one) for one in as_list(rest[1])]
        if callee is not None:
            return self.add(calls.CallOp(callee, arguments, HOLE, types))
        name = str(named[0])
        if kind == "global":
            return self.add(calls.CallOp(name, arguments, HOLE, types))
        cls = calls.CallOperatorOp if kind == "op" else calls.ConstructOp
        return self.add(cls(name, arguments, HOLE, types))


def attribute(value: Json) -> Attribute:
    """The annotation of a value."""
    return attribute_of(term_of(value))


def scheme_of(info: Info) -> ts.Function:
    """The type of a function without those of its arguments."""
    parameters, where = parameters_of(info.get("type_params")), where_of(info.get("where"))
    return ts.Function(parameters, (), term_of(info.get("ret")), where)


def data_of(name: str, info: Info) -> data.DataOp:
    """A data type."""
    block = Block()
    for constructor, fields in as_info(info["constructors"]).items():
        block.add_op(data.ConstructorOp(constructor, [attribute(one) for one in as_list(fields)]))
    return data.DataOp(name, [str(one) for one in as_list(info["params"])], Region(block))
