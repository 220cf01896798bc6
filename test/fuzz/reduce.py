"""Smaller programs that fail alike: fewer steps, then fewer operations and results."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf

from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Operation, SSAValue
from xdsl.traits import IsTerminator

from fuzz.harness import parse, show

Keeps = Callable[[str], bool]


def reduce_text(text: str, keeps: Keeps, budget: int = 400, end: float = inf) -> str:
    """
    The smallest text found that ``keeps`` accepts, with at most ``budget`` tries, the last of them
    begun before ``end`` on the clock ``time.monotonic``.
    """
    tries = 0

    def over() -> bool:
        return tries >= budget or time.monotonic() > end

    def accept(candidate: str) -> bool:
        nonlocal tries, text
        tries += 1
        if len(candidate) >= len(text) or not keeps(candidate):
            return False
        text = candidate
        return True

    changed = True
    while changed and not over():
        changed = False
        for candidates in (_fewer_results, _fewer_operations, _forwarded):
            again = True
            while again and not over():
                again = False
                for candidate in candidates(text):
                    if over():
                        break
                    if accept(candidate):
                        changed = again = True
                        break
    return text


def _main(module: ModuleOp) -> FuncOp:
    return next(
        op for op in module.body.block.ops if isinstance(op, FuncOp) and op.sym_name.data == "main"
    )


def _set_results(func: FuncOp, values: list[SSAValue]) -> None:
    last = func.body.block.last_op
    if last is None:
        return
    func.body.block.erase_op(last)
    func.body.block.add_op(ReturnOp(*values))
    kind = FunctionType.from_lists(
        [arg.type for arg in func.body.block.args], [value.type for value in values]
    )
    func.properties["function_type"] = kind
    func.properties.pop("res_attrs", None)


def clean(module: ModuleOp) -> str:
    """The text without operations and functions that nothing uses."""
    changed = True
    while changed:
        changed = False
        for op in list(module.walk(reverse=True)):
            if op.results and not op.has_trait(IsTerminator) and op.parent is not None:
                if not any(result.uses.get_length() for result in op.results) and not op.regions:
                    op.detach()
                    op.erase()
                    changed = True
        text = show(module)
        for func in [op for op in module.body.block.ops if isinstance(op, FuncOp)]:
            name = func.sym_name.data
            if name != "main" and text.count(f"@{name}") == 1:
                func.detach()
                func.erase()
                changed = True
    return show(module)


def _fewer_results(text: str) -> list[str]:
    module = parse(text)
    returned = _main(module).body.block.last_op
    count = 0 if returned is None else len(returned.operands)
    found: list[str] = []
    for drop in range(count):
        copy = parse(text)
        func = _main(copy)
        last = func.body.block.last_op
        values = list(last.operands) if last is not None else []
        del values[drop]
        _set_results(func, values)
        found.append(clean(copy))
    return found


def _operations(module: ModuleOp) -> list[Operation]:
    return [
        op
        for op in module.walk(reverse=True)
        if not op.has_trait(IsTerminator) and not isinstance(op, FuncOp | ModuleOp)
    ]


def _fewer_operations(text: str):
    """Each operation taken away: its results become those of another value, or main's results."""
    count = len(_operations(parse(text)))
    for index in range(count):
        copy = parse(text)
        op = _operations(copy)[index]
        if any(result.uses.get_length() for result in op.results):
            continue
        op.detach()
        op.erase()
        yield clean(copy)


def _forwarded(text: str):
    """An operation replaced by an operand of its type; or what it computes returned early."""
    count = len(_operations(parse(text)))
    for index in range(count):
        copy = parse(text)
        op = _operations(copy)[index]
        if len(op.results) != 1:
            continue
        fitting = [operand for operand in op.operands if operand.type == op.results[0].type]
        if not fitting:
            continue
        op.results[0].replace_all_uses_with(fitting[0])
        op.detach()
        op.erase()
        yield clean(copy)
