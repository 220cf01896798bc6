"""Modules of the dialect as programs of the cases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from conformance.relax_programs import KINDS
from conformance.relax_types import Info, Json, dim_info, dtype_of, info_of
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.dialects.relax import aliases, calls, function_ops, literals, structure
from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.dialects.relax.types import type_of as type_of_attribute
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import OBJECT, PrimType, ShapeType, TensorType, TupleType, Type


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
        if isinstance(op, aliases.MatchCastOp):
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
            case aliases.BindOp():
                return self.names[op.value]
            case aliases.GetOp():
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
            case literals.SymbolicPrimOp():
                return ["prim", dim_info(op.value)]
            case literals.StringOp():
                return ["str", op.value.data]
            case literals.DtypeOp():
                return ["dtype", dtype_of(str(op.value))]
            case literals.NullValueOp():
                return ["op", "null_value", [], {}]
            case aliases.TupleOp():
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
    literals.SymbolicPrimOp,
    literals.StringOp,
    literals.DtypeOp,
    aliases.TupleOp,
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
