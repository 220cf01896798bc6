"""The functions of a module and what they refer to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, Region, TypeAttribute
from xdsl.rewriter import Rewriter
from xdsl.traits import SymbolOpInterface

from disc_shape.class_table import Kind
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.errors import OperationError
from disc_shape.traversal import post_order

_IS_CALL = Kind(CallOp)
_NAMES_NOTHING = Kind(
    TypeAttribute, IntegerAttr, StringAttr, DenseArrayBase, DenseIntOrFPElementsAttr
)


@dataclass
class Node:
    """An operation at the top of the module, a function or not, and what it refers to."""

    op: Operation
    call_ops: list[CallOp] = field(default_factory=list[CallOp])
    """The calls in program order that have not been looked at yet."""
    calls: dict[str, int] = field(default_factory=dict[str, int])
    """How often each function is called."""
    mentions: set[str] = field(default_factory=set[str])
    """The symbols named in any other way."""
    size: int = 0

    @staticmethod
    def of(op: Operation) -> Node:
        """The node of an operation, with all calls and symbols in its regions."""
        node = Node(op)
        for inner in post_order(op):
            node.size += 1
            if _IS_CALL[type(inner)] and isinstance(inner, CallOp):
                name = inner.callee.string_value()
                node.call_ops.append(inner)
                node.calls[name] = node.calls.get(name, 0) + 1
                continue
            for attribute in (*inner.properties.values(), *inner.attributes.values()):
                node.mentions.update(symbols_in(attribute))
        return node

    def body_if_inlinable(self) -> bool:
        """Whether this is a private function of one block that ends in a return."""
        op = self.op
        if not isinstance(op, FuncOp) or (visibility := op.sym_visibility) is None:
            return False
        block = op.body.first_block
        return (
            visibility.data == "private"
            and block is not None
            and block.next_block is None
            and isinstance(block.last_op, ReturnOp)
        )


def symbols_in(attribute: Attribute) -> Iterator[str]:
    """The symbols that an attribute names; types name none that a function could have."""
    work = [attribute]
    while work:
        one = work.pop()
        if _NAMES_NOTHING[type(one)]:
            continue
        match one:
            case SymbolRefAttr(root_reference=root):
                yield root.data
            case ArrayAttr(data=elements):
                work.extend(elements)
            case DictionaryAttr(data=entries):
                work.extend(entries.values())
            case ParametrizedAttribute(parameters=parameters):
                work.extend(parameters)
            case _:
                pass


@dataclass
class CallGraph:
    """The functions of a module by name, and the other operations beside them."""

    functions: dict[str, Node]
    outside: list[Node]

    @staticmethod
    def of(module: ModuleOp) -> CallGraph:
        """The call graph of a module."""
        functions: dict[str, Node] = {}
        outside: list[Node] = []
        for op in module.ops:
            node = Node.of(op)
            if isinstance(op, FuncOp):
                functions[op.sym_name.data] = node
            else:
                # It may hold a symbol table of its own, in which a name refers to another symbol.
                node.mentions.update(node.calls)
                node.calls.clear()
                outside.append(node)
        return CallGraph(functions, outside)

    def components(self) -> list[list[str]]:
        """Sets of functions that call each other, callees before callers (Tarjan's method)."""
        number: dict[str, int] = {}
        low: dict[str, int] = {}
        open_names: dict[str, None] = {}
        found: list[list[str]] = []
        for root in self.functions:
            work = [] if root in number else [(root, iter(self.callees(root)))]
            if work:
                number[root] = low[root] = len(number)
                open_names[root] = None
            while work:
                name, callees = work[-1]
                for callee in callees:
                    if callee not in number:
                        number[callee] = low[callee] = len(number)
                        open_names[callee] = None
                        work.append((callee, iter(self.callees(callee))))
                        break
                    if callee in open_names:
                        low[name] = min(low[name], number[callee])
                else:
                    work.pop()
                    if work:
                        caller = work[-1][0]
                        low[caller] = min(low[caller], low[name])
                    if low[name] == number[name]:
                        component: list[str] = []
                        while not component or component[-1] != name:
                            component.append(open_names.popitem()[0])
                        found.append(component)
        return found

    def callees(self, name: str) -> list[str]:
        """The functions of the module that a function calls."""
        return [callee for callee in self.functions[name].calls if callee in self.functions]

    def remove_unused(self) -> None:
        """Erase the private functions that nothing outside them needs."""
        work = [*self.outside, *(n for n in self.functions.values() if not is_private(n.op))]
        needed: set[str] = set()
        while work:
            node = work.pop()
            for name in (*node.calls, *node.mentions):
                if name in self.functions and name not in needed:
                    needed.add(name)
                    work.append(self.functions[name])
        for name, node in self.functions.items():
            if name not in needed and is_private(node.op):
                Rewriter.erase_op(node.op, safe_erase=False)


def entry_function(module: ModuleOp, name: str | None = None) -> FuncOp:
    """
    The function that a run or a pass is about: the one called `name`, with or without `@`. Without
    a name it is `main`, or else the only public function with a body.
    """
    functions = {op.sym_name.data: op for op in module.body.block.ops if isinstance(op, FuncOp)}
    found = entry_of(functions, name, module)
    if found.body.first_block is None:
        raise OperationError(f"function @{found.sym_name.data} has no body", found)
    return found


class Function(Protocol):
    """A global function of any dialect."""

    @property
    def sym_visibility(self) -> StringAttr | None:
        """Whether others than its module call it."""
        ...

    @property
    def body(self) -> Region:
        """Its body, which may be empty."""
        ...


F = TypeVar("F", bound=Function)


def entry_of(functions: Mapping[str, F], name: str | None, module: ModuleOp) -> F:
    """The entry function, as `entry_function` says, among the functions of a module."""
    wanted = (name or "").removeprefix("@")
    if wanted and wanted not in functions:
        raise OperationError(f"there is no function @{wanted}", module)
    found = functions.get(wanted or "main")
    if found is None:
        public = {
            own: op
            for own, op in functions.items()
            if (op.sym_visibility is None or op.sym_visibility.data == "public")
            and op.body.first_block is not None
            and own != GRAPH
        }
        if len(public) != 1:
            names = ", ".join(f"@{own}" for own in public)
            raise OperationError(
                f"there is no function @main, name one of {names}"
                if public
                else "the module has no public function with a body",
                module,
            )
        (found,) = public.values()
    return found


_IS_FUNCTION = Kind(FuncOp)


def is_private(op: Operation) -> bool:
    """Whether a symbol can only be used inside its module."""
    return (
        _IS_FUNCTION[type(op)]
        and isinstance(op, FuncOp)
        and op.get_trait(SymbolOpInterface) is not None
        and (op.sym_visibility is not None and op.sym_visibility.data == "private")
    )
