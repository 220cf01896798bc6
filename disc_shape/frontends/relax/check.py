"""The criteria of names and nesting: what a module of the dialect cannot even say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from disc_shape.dialects.relax.types import is_element
from disc_shape.frontends.relax import tree
from disc_shape.typesystem.types import PrimType, TensorType, Type, all_leaves


@dataclass(frozen=True)
class Problem:
    """A criterion that a program breaks: its rule and what is wrong."""

    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}]"


def is_leaf(node: tree.Node) -> bool:
    """Whether an expression may stand inside another one in normal form (RLX-090)."""
    if isinstance(node, tree.TupleExpr):
        return all(map(is_leaf, node.fields))
    return isinstance(node, tree.Var | tree.Literal | tree.Named)


@dataclass
class Scope:
    """The variables that may be used, and the dataflow block around."""

    visible: set[tree.Var] = field(default_factory=set[tree.Var])
    in_dataflow: bool = False
    hidden: frozenset[tree.Var] = frozenset()
    """The dataflow variables around a local function."""

    def inside(self) -> Scope:
        """A scope within this one."""
        return Scope(set(self.visible), self.in_dataflow, self.hidden)


class NameCheck:
    """A walk over one module."""

    def __init__(self, module: tree.Module) -> None:
        self.module = module
        self.problems: list[Problem] = []
        self.bound: set[tree.Var] = set()

    def report(self, rule: str, message: str) -> None:
        """Note a broken criterion."""
        self.problems.append(Problem(rule, message))

    def run(self) -> list[Problem]:
        """The problems of all functions."""
        for name in self.module.shared_symbols:
            self.report("RLX-160", f"symbol @{name} belongs to several functions")
        for types in self.module.primitives.values():
            for type_ in types:
                self.type(type_)
        for function in self.module.functions.values():
            self.function(function, Scope())
        return self.problems

    def function(self, function: tree.Function, scope: Scope, own: tree.Var | None = None) -> None:
        """
        A function in a scope: of the variables around it, those of dataflow are hidden, but for
        its own name.
        """
        dataflow = frozenset(one for one in scope.visible if one.dataflow and one is not own)
        inner = Scope(scope.visible - dataflow, False, scope.hidden | dataflow)
        for parameter in function.parameters:
            self.bind(parameter, inner)
        if function.result is not None:
            self.type(function.result)
        self.expression(function.body, inner)

    def bind(self, variable: tree.Var, scope: Scope) -> None:
        """A variable is bound exactly once (RLX-111), a dataflow one in its block (RLX-110)."""
        if variable in self.bound:
            self.report("RLX-111", f"variable {variable.name} is bound twice")
        if variable.dataflow and not scope.in_dataflow:
            self.report(
                "RLX-110", f"dataflow variable {variable.name} is bound outside of a dataflow block"
            )
        if variable.type is not None:
            self.type(variable.type)
        self.bound.add(variable)
        scope.visible.add(variable)

    def use(self, variable: tree.Var, scope: Scope) -> None:
        """A variable is used where it is visible (RLX-060, 061, 110, 112, 121)."""
        if variable in scope.visible:
            return
        if variable in scope.hidden:
            rule, what = "RLX-121", "is used in a function inside its dataflow block"
        elif variable.dataflow:
            rule, what = "RLX-110", "is used outside of its dataflow block"
        elif variable in self.bound:
            rule, what = "RLX-060", "is used outside of its scope"
        else:
            rule, what = "RLX-112", "is used before it is bound"
        self.report(rule, f"variable {variable.name} {what}")

    def expression(self, node: tree.Node, scope: Scope) -> None:
        """An expression in a scope."""
        match node:
            case tree.Var():
                self.use(node, scope)
            case tree.OperatorRef():
                self.report("RLX-119", f"operator {node.name} is used as a value")
            case tree.GlobalVar():
                if node.name not in self.module.functions | self.module.primitives:
                    self.report("RLX-058", f"no function is called @{node.name}")
            case tree.Literal(value=None):
                self.report("RLX-128", "a scalar literal is no number")
            case tree.If():
                self.expression(node.condition, scope)
                self.expression(node.then, scope.inside())
                self.expression(node.other, scope.inside())
            case tree.Function():
                self.function(node, scope)
            case tree.Seq():
                self.sequence(node, scope.inside())
            case tree.NamedCall():
                self.all(children(node), scope)
                self.named_call(node)
            case tree.Call(callee=tree.OperatorRef()):
                self.all(node.arguments, scope)
            case _:
                self.all(children(node), scope)

    def all(self, nodes: Iterable[tree.Node], scope: Scope) -> None:
        """Expressions, in order."""
        for node in nodes:
            self.expression(node, scope)

    def named_call(self, node: tree.NamedCall) -> None:
        """A call of a function by its name."""
        for type_ in node.type_arguments:
            self.type(type_)
        if node.kind == "call_pure_packed" and not node.type_arguments:
            self.report("RLX-340", f"the call of {node.name} has no type argument")
        if node.kind == "call_tir" and node.name not in self.module.primitives:
            self.report("RLX-330", f"no primitive function is called @{node.name}")

    def sequence(self, node: tree.Seq, scope: Scope) -> None:
        """Blocks of bindings; an ordinary one stands in no dataflow block (RLX-100)."""
        for block in node.blocks:
            if scope.in_dataflow and not block.dataflow and block.bindings:
                self.report("RLX-100", "an ordinary block is nested in a dataflow block")
            self.block(block, scope)
        self.expression(node.body, scope)

    def block(self, block: tree.BindingBlock, scope: Scope) -> None:
        """The bindings of a block; its dataflow variables end with it."""
        outer = scope.in_dataflow
        scope.in_dataflow = outer or block.dataflow
        for binding in block.bindings:
            self.binding(binding, scope)
        scope.in_dataflow = outer
        if block.dataflow:
            bound = {one.variable for one in block.bindings if one.variable is not None}
            scope.visible -= {one for one in bound if one.dataflow}

    def binding(self, binding: tree.Binding, scope: Scope) -> None:
        """A value and its variable, which only a function's own body may use (RLX-059, 111)."""
        if binding.cast is not None:
            self.type(binding.cast)
        variable = binding.variable
        if variable is not None and isinstance(binding.value, tree.Function):
            self.bind(variable, scope)
            declared = variable.type is not None or binding.value.result is not None
            if not declared and mentions(binding.value.body, variable):
                self.report(
                    "RLX-258", f"function {variable.name} calls itself and declares no result type"
                )
            self.function(binding.value, scope, variable)
            return
        self.expression(binding.value, scope)
        if variable is not None:
            self.bind(variable, scope)

    def type(self, type_: Type) -> None:
        """Only the element types of Relax are used (RLX-008, 129, 130)."""
        for one in all_leaves(type_):
            if isinstance(one, TensorType | PrimType) and not is_element(one.element or "i1"):
                self.report("RLX-130", f"{one.element} is no element type of Relax")


def children(node: tree.Node) -> Sequence[tree.Node]:
    """The expressions inside an expression, in the order of evaluation."""
    match node:
        case tree.Call():
            return (node.callee, *node.arguments)
        case tree.NamedCall():
            found = node.arguments
            own = (found,) if isinstance(found, tree.Node) else tuple(found)
            return own if node.integers is None else (*own, node.integers)
        case tree.If():
            return node.condition, node.then, node.other
        case tree.Seq():
            values = (binding.value for block in node.blocks for binding in block.bindings)
            return (*values, node.body)
        case tree.Function():
            return (node.body,)
        case tree.TupleExpr():
            return node.fields
        case tree.GetItem():
            return (node.value,)
        case _:
            return ()


def mentions(node: tree.Node, variable: tree.Var) -> bool:
    """Whether a variable is used in an expression."""
    work = [node]
    while work:
        one = work.pop()
        if one is variable:
            return True
        work.extend(children(one))
    return False


def check_names(module: tree.Module) -> list[Problem]:
    """What is wrong with the names and the nesting of a module."""
    return NameCheck(module).run()


# normal form


def check_normal(module: tree.Module) -> list[Problem]:
    """Where a module is not in normal form (RLX-090 to 095)."""
    problems: list[Problem] = []
    for function in module.functions.values():
        problems += body_problems(function.body, "the body of a function")
    return problems


def body_problems(node: tree.Node, where: str) -> Iterator[Problem]:
    """The body of a function or a branch is a sequence (RLX-092)."""
    if not isinstance(node, tree.Seq):
        yield Problem("RLX-092", f"{where} is no sequence")
        yield from value_problems(node)
        return
    kinds = [block.dataflow for block in node.blocks]
    if any(one == other for one, other in pairwise(kinds)):
        yield Problem("RLX-093", "adjacent blocks are of one kind")
    for block in node.blocks:
        if not block.bindings:
            yield Problem("RLX-093", "a block is empty")
        for binding in block.bindings:
            yield from value_problems(binding.value)
    if not is_leaf(node.body):
        yield Problem("RLX-099", "the result of a sequence is not bound")
        yield from value_problems(node.body)


def value_problems(node: tree.Node) -> Iterator[Problem]:
    """What is bound has only leaves inside (RLX-090, 091, 095)."""
    match node:
        case tree.If():
            if not is_leaf(node.condition):
                yield Problem("RLX-090", "the condition of a branch is not bound")
            yield from body_problems(node.then, "a branch")
            yield from body_problems(node.other, "a branch")
        case tree.Function():
            yield from body_problems(node.body, "the body of a function")
        case tree.Seq():
            yield Problem("RLX-091", "a sequence is bound to a variable")
            yield from body_problems(node, "")
        case tree.NamedCall(arguments=tree.Node()):
            yield Problem("RLX-133", f"the arguments of {node.kind} are no tuple literal")
        case _:
            for child in children(node):
                if not is_leaf(child):
                    yield Problem("RLX-090", "an expression inside another is not bound")
                    yield from value_problems(child)
