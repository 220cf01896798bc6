"""What a module declares: functions, operators, data types, and the types of constructors."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from disc_shape.dialects.relay.data import ConstructorOp, DataOp
from disc_shape.dialects.relay.functions import FuncOp, OperatorOp
from disc_shape.dialects.relay.types import term_of
from disc_shape.errors import rule_error
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type


class Program:
    """The symbols of a module, each of which is defined once (RLY-85)."""

    def __init__(self, module: ModuleOp) -> None:
        ops = list(module.body.block.ops)
        self.functions = {op.sym_name.data: op for op in ops if isinstance(op, FuncOp)}
        self.operators = {op.sym_name.data: op for op in ops if isinstance(op, OperatorOp)}
        self.data = {op.sym_name.data: op for op in ops if isinstance(op, DataOp)}
        self.constructors: dict[str, list[tuple[DataOp, ConstructorOp]]] = {}
        for op in self.data.values():
            for name, constructor in op.constructors.items():
                self.constructors.setdefault(name, []).append((op, constructor))

    def constructor(
        self, op: Operation, name: str, type_: Type | None = None
    ) -> tuple[DataOp, ConstructorOp]:
        """
        A constructor; where several data types have one of this name, that of a type, by default
        that of the result of the operation, or what the function in it gives.
        """
        if type_ is None:
            type_ = term_of(op.results[0].type)
            type_ = type_.result if isinstance(type_, ts.Function) else type_
        found = self.constructors.get(name, [])
        for data, own in found:
            if len(found) == 1 or (isinstance(type_, ts.Data) and type_.name == data.sym_name.data):
                return data, own
        if not found:
            raise rule_error(op, f"no constructor is called @{name}", "RLY-87")
        names = " and ".join(f"@{data.sym_name.data}" for data, _ in found)
        message = f"constructor @{name} belongs to {names}: an annotation is missing"
        raise rule_error(op, message, "RLY-63")


def constructor_type(data: DataOp, constructor: ConstructorOp) -> ts.Function:
    """The type of a constructor: `fn<a>(a, List[a]) -> List[a]` (RLY-92)."""
    result = ts.Data(data.sym_name.data, tuple(map(ts.Parameter, data.names)))
    parameters = tuple((name, "type") for name in data.names)
    return ts.Function(parameters, constructor.fields_types, result)
