"""Inlining: calls of private functions replaced by their bodies.

Design choice: functions are taken bottom-up over the call graph, each call is inlined once into a
caller that is final below it, and the only global facts kept are call counts and sizes; so the
work is linear in what is written.
"""

import re

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.symbol_table import get_name_if_symbol

from disc_shape.analysis.call_graph import CallGraph, Node, is_private
from disc_shape.analysis.front_end_names import mark_front_end_names, write_front_end_names
from disc_shape.analysis.regions import Runs, flow_of
from disc_shape.constraints.stripping import SYMBOLS, strip_body
from disc_shape.constraints.symbols import names_in, names_of
from disc_shape.locations import locate_at_call, pass_argument_locations
from disc_shape.statistics import count
from disc_shape.traversal import listed

MAX_OPS = 200
"""The default size up to which a function is copied into several callers."""

GROWTH = 16
"""How many times larger than the input copies may make a module..."""

GRACE = 100_000
"""... beyond this many operations."""


NUMBERED = re.compile(r"arg\d+(_\d+)?")
"""Names that are only the position of an argument: no names for an operand."""


def inline_private_functions(
    module: ModuleOp, max_ops: int = MAX_OPS, keep_names: bool = True
) -> int:
    """
    Inline calls as `disc-inline` does; the number of calls that were replaced. Without `keep_names`
    the names that front ends give to arguments are dropped.
    """
    if keep_names:
        mark_front_end_names(module)
    inlined = _inline(module, max_ops) if has_private_functions(module) else 0
    if keep_names:
        write_front_end_names(module)
    count("disc-inline: calls inlined", inlined)
    return inlined


def _inline(module: ModuleOp, max_ops: int) -> int:
    graph = CallGraph.of(module)
    inliner = _Inliner(module, graph, max_ops)
    for component in graph.components():
        recursive = len(component) > 1 or component[0] in graph.functions[component[0]].calls
        for name in component:
            inliner.inline_into(graph.functions[name])
        if not recursive:
            inliner.ready.add(component[0])
    graph.remove_unused()
    return inliner.inlined


def has_private_functions(module: ModuleOp) -> bool:
    """Whether a module has functions whose calls may be inlined, or which nothing may need."""
    return any(map(is_private, listed(module.body.block)))


def remove_unused_functions(module: ModuleOp) -> bool:
    """Erase the private functions that nothing needs any more; whether there was any."""
    if not has_private_functions(module):
        return False
    functions = len(module.body.block.ops)
    CallGraph.of(module).remove_unused()
    return len(module.body.block.ops) < functions


class _Inliner:
    """The state of one run: which functions are final, and how often each is still called."""

    def __init__(self, module: ModuleOp, graph: CallGraph, max_ops: int) -> None:
        nodes = [*graph.functions.values(), *graph.outside]
        self.functions = graph.functions
        self.max_ops = max_ops
        self.ready: set[str] = set()
        self.inlined = 0
        self.calls: dict[str, int] = {}
        for node in nodes:
            for name, times in node.calls.items():
                self.calls[name] = self.calls.get(name, 0) + times
        self.mentioned = {name for node in nodes for name in node.mentions}
        self.symbols = _Symbols(module)
        size = sum(node.size for node in nodes)
        self.budget = max(GROWTH * size, GRACE) - size

    def inline_into(self, caller: Node) -> None:
        """Replace those calls in `caller` that may be replaced."""
        for call in caller.call_ops:
            name = call.callee.string_value()
            callee = self.functions.get(name)
            if name not in self.ready or callee is None or not callee.body_if_inlinable():
                continue
            once = self.calls[name] == 1 and name not in self.mentioned
            if not once:
                if callee.size > self.max_ops or callee.size > self.budget:
                    continue
                self.budget -= callee.size
                for inner, times in callee.calls.items():
                    self.calls[inner] += times
            self.symbols.adapt_body(call, callee.op, caller.op, once)
            self.splice(call, callee, once)
            self.inlined += 1
            self.calls[name] -= 1
            caller.size += callee.size
            caller.mentions |= callee.mentions
            drop_one(caller.calls, name)
            for inner, times in callee.calls.items():
                caller.calls[inner] = caller.calls.get(inner, 0) + times
            if once:
                callee.calls, callee.mentions = {}, set()
        caller.call_ops.clear()

    def splice(self, call: CallOp, callee: Node, once: bool) -> None:
        """Put the body of `callee`, or a copy of it, in the place of `call`."""
        assert isinstance(callee.op, FuncOp)
        block = callee.op.body.block
        pass_argument_locations(call.arguments, block)
        if once:
            locate_at_call(block.walk(), call.location)
            for argument in block.args:
                if argument.name_hint is not None and NUMBERED.fullmatch(argument.name_hint):
                    argument.name_hint = None
            self.ready.discard(callee.op.sym_name.data)
            Rewriter.inline_block(block, InsertPoint.before(call), tuple(call.arguments))
            last = call.prev_op
            assert isinstance(last, ReturnOp)
            returned = tuple(last.arguments)
            Rewriter.erase_op(last)
        else:
            values: dict[SSAValue, SSAValue] = dict(zip(block.args, call.arguments, strict=True))
            parent = call.parent
            assert parent is not None
            last = block.last_op
            for op in block.ops:
                if op is not last:
                    # xDSL finds the operands of a whole operation by two walks over it.
                    copy = op.clone(values) if op.regions else op.clone_without_regions(values)
                    locate_at_call(copy.walk() if op.regions else [copy], call.location)
                    parent.insert_op_before(copy, call)
            assert isinstance(last, ReturnOp)
            returned = tuple(values.get(value, value) for value in last.arguments)
        Rewriter.replace_op(call, (), returned)


class _Symbols:
    """
    Which symbols of sizes the functions of a module name. A symbol is one number for each
    activation of the function that names it, and several activations become parts of one when
    calls are inlined.
    """

    def __init__(self, module: ModuleOp) -> None:
        found = (get_name_if_symbol(op) for op in module.body.block.ops if isinstance(op, SYMBOLS))
        self.defined = {name for name in found if name is not None}
        self._names: dict[Operation, set[str]] = {}

    def of(self, function: Operation) -> set[str]:
        """The symbols that a function names."""
        if function not in self._names:
            self._names[function] = names_of(function) & self.defined
        return self._names[function]

    def adapt_body(self, call: CallOp, callee: Operation, caller: Operation, once: bool) -> None:
        """
        Drop the symbols from a body that replaces a call where they would be wrong in the caller.
        Those in the types of arguments stay: the operands have the same types.
        """
        if not self.defined or not isinstance(callee, FuncOp):
            return
        inherited = {name for type in callee.function_type.inputs for name in names_in(type)}
        own = self.of(callee) - inherited
        taken = self.of(caller)
        if own and not (once and runs_at_most_once(call) and own.isdisjoint(taken)):
            strip_body(callee)
            own.clear()
            self._names[callee] = inherited
        taken |= own | inherited


def runs_at_most_once(op: Operation) -> bool:
    """Whether an operation runs once in an activation of its function, or not at all."""
    block = op.parent
    while block is not None and (region := block.parent) is not None:
        if block.next_block is not None or block.prev_block is not None:
            return False
        outer = region.parent
        if outer is None or isinstance(outer, FuncOp):
            return True
        flow = flow_of(outer)
        if flow is None or flow.runs is Runs.LOOP:
            return False
        block = outer.parent
    return True


def drop_one(calls: dict[str, int], name: str) -> None:
    """Take one call off a table of calls."""
    calls[name] -= 1
    if calls[name] == 0:
        del calls[name]
