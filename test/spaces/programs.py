"""Reads the function of one operation."""

from __future__ import annotations

import re

from xdsl.context import Context
from xdsl.dialects.arith import Arith
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.func import Func, FuncOp, ReturnOp
from xdsl.dialects.tensor import Tensor
from xdsl.ir import Operation
from xdsl.parser import Parser

from disc_shape import register_dialects


def module_of(arguments: str, operation: str) -> ModuleOp:
    """The function of one operation."""
    ctx = Context()
    for dialect in (Builtin, Func, Arith, Tensor):
        ctx.load_dialect(dialect)
    register_dialects(ctx)
    *constants, operation = operation.split("; ")
    results = "%r:2" if "-> (tensor" in operation else "%r"
    text = "\n  ".join([f"{arguments}) {{", *constants, f"{results} = {operation}"])
    text = re.sub(r"[A-D](?=x)", "?", text)
    module = Parser(
        ctx, f'"builtin.module"() ({{ func.func @main({text}\n return }} }}) : () -> ()'
    )
    return returning(module.parse_module())


def returning(module: ModuleOp) -> ModuleOp:
    """A function that returns the results of its operation."""
    func = the_function(module)
    block = func.body.block
    last = block.last_op
    assert last is not None
    results = the_operation(module).results
    last.detach()
    block.add_op(ReturnOp(*results))
    func.update_function_type()
    module.verify()
    return module


def the_function(module: ModuleOp) -> FuncOp:
    """The one function."""
    return next(op for op in module.walk() if isinstance(op, FuncOp))


def the_operation(module: ModuleOp) -> Operation:
    """The operation under test, the last one before the terminator."""
    last = the_function(module).body.block.last_op
    assert last is not None
    assert last.prev_op is not None
    return last.prev_op
