"""The functions of a module and which of them call each other."""

from __future__ import annotations

from functools import cached_property

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.traits import SymbolTable

from disc_shape.dialects.relax.calls import CallOp, FunctionRefOp
from disc_shape.dialects.relax.function_ops import FuncOp, PrimFuncOp
from disc_shape.dialects.relax.types import type_of
from disc_shape.typesystem.scopes import function_of
from disc_shape.typesystem.types import OBJECT, UNIT, FunctionType, PrimType


class ModuleInfo:
    """What is known of the functions of a module before any is typed."""

    def __init__(self, module: ModuleOp) -> None:
        self.module = module
        self.functions: dict[str, FuncOp] = {}
        self.primitives: dict[str, PrimFuncOp] = {}
        for op in module.body.block.ops:
            if isinstance(op, FuncOp):
                self.functions[op.sym_name.data] = op
            elif isinstance(op, PrimFuncOp):
                self.primitives[op.sym_name.data] = op

    def tensor_function(self, name: str) -> func.FuncOp | None:
        """What a primitive function computes, as a function that returns tensors."""
        implementation = self.primitives[name].implementation
        if implementation is None:
            return None
        found = SymbolTable.lookup_symbol(self.module, implementation)
        if not isinstance(found, func.FuncOp) or not found.function_type.outputs.data:
            return None
        return found

    @cached_property
    def mentioned(self) -> dict[str, set[str]]:
        """The functions that each function calls or takes as values."""
        return {
            name: {
                inner.callee.root_reference.data
                for inner in op.walk()
                if isinstance(inner, CallOp | FunctionRefOp) and inner.callee is not None
            }
            for name, op in self.functions.items()
        }

    @cached_property
    def reached(self) -> dict[str, set[str]]:
        """The functions that each function may call, through others too."""
        return {name: self._reached_from(name) for name in self.functions}

    def _reached_from(self, name: str) -> set[str]:
        found: set[str] = set()
        work = [name]
        while work:
            new = self.mentioned.get(work.pop(), set[str]()) - found
            found |= new
            work.extend(new)
        return found

    def is_recursive_call(self, caller: str, callee: str) -> bool:
        """Whether a call of `callee` may lead back to `caller`, which makes it (RLX-117)."""
        return callee == caller or caller in self.reached.get(callee, ())


def primitive_type(op: PrimFuncOp) -> FunctionType:
    """The type of a primitive function that is called as a value (RLX-271)."""
    return function_of([type_of(one) or OBJECT for one in op.parameters], UNIT, pure=False)


def buffers_and_integers(op: PrimFuncOp) -> tuple[FunctionType, int]:
    """A primitive function as one of its buffers, and how many integers it takes (RLX-330)."""
    types = [type_of(one) or OBJECT for one in op.parameters]
    buffers = [one for one in types if not isinstance(one, PrimType)]
    return function_of(buffers, UNIT), len(types) - len(buffers)
