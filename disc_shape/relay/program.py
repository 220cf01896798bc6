"""What a module declares: functions, operators, data types, and the types of constructors."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from disc_shape.dialects.relay.data import ConstructorOp, DataOp
from disc_shape.dialects.relay.functions import FuncOp, OperatorOp
from disc_shape.dialects.relay.types import term_of
from disc_shape.relay.errors import rule_error
from disc_shape.typesystem import terms as ts


class Program:
    """The symbols of a module."""

    def __init__(self, module: ModuleOp) -> None:
        self.functions: dict[str, FuncOp] = {}
        self.operators: dict[str, OperatorOp] = {}
        self.data: dict[str, DataOp] = {}
        self.constructors: dict[str, list[tuple[DataOp, ConstructorOp]]] = {}
        for op in module.body.block.ops:
            match op:
                case FuncOp():
                    self.functions[once(op, op.sym_name.data, self.functions)] = op
                case OperatorOp():
                    self.operators[once(op, op.sym_name.data, self.operators)] = op
                case DataOp():
                    self.data[once(op, op.sym_name.data, self.data)] = op
                    for name, constructor in op.constructors.items():
                        self.constructors.setdefault(name, []).append((op, constructor))
                case _:
                    continue

    def constructor(
        self, op: Operation, name: str, data: str | None = None
    ) -> tuple[DataOp, ConstructorOp]:
        """A constructor; where several data types have one of this name, that of `data`."""
        found = self.constructors.get(name, [])
        if not found:
            raise rule_error(op, f"no constructor is called @{name}", "RLY-87")
        if len(found) > 1:
            own = [one for one in found if one[0].sym_name.data == data]
            if not own:
                names = " and ".join(f"@{one[0].sym_name.data}" for one in found)
                message = f"constructor @{name} belongs to {names}: an annotation is missing"
                raise rule_error(op, message, "RLY-63")
            return own[0]
        return found[0]


def once(op: Operation, name: str, known: object) -> str:
    """A name that is defined once."""
    if isinstance(known, dict) and name in known:
        raise rule_error(op, f"@{name} is defined twice", "RLY-85")
    return name


def constructor_type(data: DataOp, constructor: ConstructorOp) -> ts.Function:
    """The type of a constructor: `fn<a>(a, List[a]) -> List[a]` (RLY-92)."""
    result = ts.Data(data.sym_name.data, tuple(map(ts.Parameter, data.names)))
    parameters = tuple((name, "type") for name in data.names)
    return ts.Function(parameters, constructor.fields_types, result)


def handle_of(op: Operation) -> str | None:
    """The data type that the type of a result says, or of what the function in it gives."""
    found = term_of(op.results[0].type)
    found = found.result if isinstance(found, ts.Function) else found
    return found.name if isinstance(found, ts.Data) else None
