"""Small changes to the text of a module, and functions made to run the changed text.

A change is planted by giving functions other code: every table and import that holds a function
then runs the change, closures made at import included.
"""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import TypeAlias, cast

ORDERS = {"<=": "<", "<": "<=", ">=": ">", ">": ">=", "==": "<=", "!=": "=="}
"""What a relation between two sizes becomes, where it is written as text."""

OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
}

SWAPPED = {"minimum": "maximum", "maximum": "minimum", "floordiv": "ceildiv", "ceildiv": "floordiv"}

STATES = frozenset(
    (
        "assume",
        "at_most",
        "define",
        "define_all",
        "define_content",
        "equal",
        "fail",
        "product_equal",
        "same_shape",
    )
)
"""Methods that state something about sizes; a call of one may be left out."""

ANSWERS = frozenset(("proves", "proves_equal", "nonzero"))
"""Questions; a change takes the answer for yes."""

OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
}


@dataclass(frozen=True)
class Change:
    """One changed place of a module's text."""

    module: str
    line: int
    statement: int
    """The line of the innermost statement around the changed place."""
    kind: str
    was: str
    place: int
    """The position of the changed node in a walk over the whole tree."""

    @property
    def side(self) -> bool | None:
        """What the condition must be for an `if` to be another one, None for other changes."""
        return {"guard never": True, "never": True, "always": False}.get(self.kind)

    @property
    def name(self) -> str:
        return f"{self.module.rpartition('.')[2]}:{self.line}: {self.kind}: {self.was}"


def _one_line(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) < 90 else text[:87] + "..."


def changes_of(node: ast.AST) -> Iterator[tuple[str, str, Callable[[ast.AST], None]]]:
    """The changes that one node may undergo: their kind, the text they touch, and how to do it."""
    if isinstance(node, ast.If) and isinstance(
        node.body[-1], ast.Return | ast.Continue | ast.Raise
    ):
        yield "guard never", f"if {_one_line(node.test)}", _set_test(False)
    elif isinstance(node, ast.If) and not node.orelse:
        yield "always", f"if {_one_line(node.test)}", _set_test(True)
        yield "never", f"if {_one_line(node.test)}", _set_test(False)
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS and not _is_text(node):
        yield "other operator", _one_line(node), _other_operator
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        if isinstance(node.value.func, ast.Attribute) and node.value.func.attr in STATES:
            yield "not stated", _one_line(node), _leave_out
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        name = node.func.id
        if name == "compare" and node.args and isinstance(text := node.args[0], ast.Constant):
            if str(text.value) in ORDERS:
                yield "other order", _one_line(node), _other_order
        elif name in SWAPPED:
            yield "other function", _one_line(node), _other_function
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "one more", _one_line(node), _one_more


def changes_of_rewrites(node: ast.AST) -> Iterator[tuple[str, str, Callable[[ast.AST], None]]]:
    """These changes, and those that only make sense where programs are written."""
    yield from changes_of(node)
    if isinstance(node, ast.keyword) and node.arg == "operands":
        if isinstance(node.value, ast.List) and len(node.value.elts) > 1:
            yield "other order of operands", _one_line(node.value), _swap_operands
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in ANSWERS:
            yield "believed", _one_line(node), _believe
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OPPOSITES:
        yield "the opposite", _one_line(node), _opposite


def _is_text(node: ast.BinOp) -> bool:
    return any(isinstance(part, ast.JoinedStr) for part in (node.left, node.right))


def _set_test(value: bool) -> Callable[[ast.AST], None]:
    def change(node: ast.AST) -> None:
        cast("ast.If", node).test = ast.Constant(value=value)

    return change


def _other_operator(node: ast.AST) -> None:
    binary = cast("ast.BinOp", node)
    binary.op = OPERATORS[type(binary.op)]()


def _leave_out(node: ast.AST) -> None:
    cast("ast.Expr", node).value = ast.Constant(value=None)


def _other_order(node: ast.AST) -> None:
    text, *sides = cast("ast.Call", node).args
    constant = cast("ast.Constant", text)
    # No remainder of a size is below zero.
    remainder = any(isinstance(side, ast.BinOp) and isinstance(side.op, ast.Mod) for side in sides)
    constant.value = "!=" if remainder else ORDERS[str(constant.value)]


def _other_function(node: ast.AST) -> None:
    name = cast("ast.Name", cast("ast.Call", node).func)
    name.id = SWAPPED[name.id]


def _one_more(node: ast.AST) -> None:
    constant = cast("ast.Constant", node)
    constant.value = cast("int", constant.value) + 1


def _swap_operands(node: ast.AST) -> None:
    operands = cast("ast.List", cast("ast.keyword", node).value).elts
    operands[0], operands[1] = operands[1], operands[0]


def _believe(node: ast.AST) -> None:
    call = cast("ast.Call", node)
    call.func, call.args, call.keywords = ast.Name("bool", ast.Load()), [ast.Constant(1)], []


def _opposite(node: ast.AST) -> None:
    comparison = cast("ast.Compare", node)
    comparison.ops = [OPPOSITES[type(comparison.ops[0])]()]


Changes: TypeAlias = Callable[[ast.AST], Iterator[tuple[str, str, Callable[[ast.AST], None]]]]


class Text:
    """A module, the changes that its functions may undergo, and its functions."""

    def __init__(
        self,
        module: ModuleType,
        functions: dict[str, list[FunctionType]],
        kinds: Changes = changes_of,
    ) -> None:
        self.module = module
        self.kinds = kinds
        self.tree = ast.parse(inspect.getsource(module))
        self.functions = functions
        """The functions of the module by qualified name: there may be several of one text."""

    def changes(self) -> list[Change]:
        """All changes inside of functions; type annotations, defaults and messages are left."""
        found: list[Change] = []
        statements = dict(_inside_of(self.tree, 0))
        for place, node in enumerate(ast.walk(self.tree)):
            statement = statements.get(id(node), 0)
            if statement:
                for kind, was, _ in self.kinds(node):
                    line = cast("ast.expr", node).lineno
                    found.append(Change(self.module.__name__, line, statement, kind, was, place))
        return sorted(found, key=lambda change: (change.line, change.place, change.kind))

    @contextmanager
    def recorded(self, notes: set[Note]) -> Generator[None]:
        """The module with a note of each statement that is run, and of how conditions come out."""
        name = self.module.__name__
        tree = cast("ast.Module", Noting().visit(copy.deepcopy(self.tree)))
        ast.fix_missing_locations(tree)

        def note(line: int, *condition: object) -> bool:
            side = bool(condition[0]) if condition else None
            notes.add((name, line, side))
            return side is True

        setattr(self.module, NOTE, note)
        try:
            with self.running(codes_of(tree)):
                yield
        finally:
            delattr(self.module, NOTE)

    def planted(self, change: Change) -> AbstractContextManager[bool]:
        """The module with the change; False when no function runs the changed code."""
        tree = copy.deepcopy(self.tree)
        node = next(node for place, node in enumerate(ast.walk(tree)) if place == change.place)
        next(do for kind, _, do in self.kinds(node) if kind == change.kind)(node)
        ast.fix_missing_locations(tree)
        return self.running(codes_of(tree))

    @contextmanager
    def running(self, codes: Mapping[Place, CodeType]) -> Generator[bool]:
        """The functions of the module with other code; False when there is none for any."""
        before: list[tuple[FunctionType, CodeType]] = []
        for functions in self.functions.values():
            for function in functions:
                old = function.__code__
                code = codes.get(place_of(old))
                if code is None or same(old, code) or old.co_freevars != code.co_freevars:
                    continue
                before.append((function, old))
                function.__code__ = code
        try:
            yield bool(before)
        finally:
            for function, old in before:
                function.__code__ = old


NOTE = "__statement_is_run__"

Note: TypeAlias = tuple[str, int, bool | None]
"""A module, the line of a statement that was run, and how the condition of an `if` came out."""


class Noting(ast.NodeTransformer):
    """Puts a note before each statement of each function, and around each condition."""

    def __init__(self) -> None:
        self.depth = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.depth += 1
        self.generic_visit(node)
        self.depth -= 1
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        node = cast("ast.If", self.generic_visit(node))
        if self.depth:
            node.test = self._note(node, node.test).value
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody") if self.depth else ():
            statements = getattr(node, name, None)
            if isinstance(statements, list):
                noted = [(self._note(one), one) for one in cast("list[ast.stmt]", statements)]
                setattr(node, name, [one for pair in noted for one in pair])
        return node

    def _note(self, statement: ast.stmt, *condition: ast.expr) -> ast.Expr:
        line = ast.Constant(statement.lineno)
        call = ast.Call(ast.Name(NOTE, ast.Load()), [line, *condition], [])
        return ast.copy_location(ast.Expr(call), statement)


def _inside_of(node: ast.AST, statement: int) -> Iterator[tuple[int, int]]:
    """The nodes inside of functions, each with the line of the statement around it."""
    if isinstance(node, ast.FunctionDef):
        for inner in node.body:
            yield from _inside_of(inner, inner.lineno)
        return
    inside = statement and isinstance(node, ast.stmt)
    statement = cast("ast.stmt", node).lineno if inside else statement
    yield id(node), statement
    for child in ast.iter_child_nodes(node):
        yield from _inside_of(child, statement)


Place: TypeAlias = tuple[str, int, int]
"""A function's qualified name, and the line and column where its code begins."""


def place_of(code: CodeType) -> Place:
    """Which function this is the code of: all lambdas of a scope have one name."""
    columns = [
        column
        for line, _, column, _ in list(code.co_positions())[1:]
        if line == code.co_firstlineno and column is not None
    ]
    return code.co_qualname, code.co_firstlineno, min(columns, default=0)


def codes_of(tree: ast.Module) -> dict[Place, CodeType]:
    """The code of all functions of a module, by their places."""
    return {place_of(code): code for code in _codes_in(compile(tree, "<change>", "exec"))}


def same(left: CodeType, right: CodeType) -> bool:
    """Whether two codes do the same, apart from where they were written."""
    if left.co_code != right.co_code or len(left.co_consts) != len(right.co_consts):
        return False
    if left.co_names != right.co_names:
        return False
    return all(
        same(one, other)
        if isinstance(one, CodeType) and isinstance(other, CodeType)
        else type(one) is type(other) and one == other
        for one, other in zip(left.co_consts, right.co_consts, strict=True)
    )


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes_in(constant)


def functions_of(
    modules: list[ModuleType], roots: list[object], kinds: Changes = changes_of
) -> dict[str, Text]:
    """
    The texts of modules by name, with all functions that can be reached from the modules' names,
    their classes, and other roots such as tables, through closures and attributes.
    """
    names = {module.__name__ for module in modules}
    seen: set[int] = set()
    found: dict[str, dict[str, list[FunctionType]]] = {name: {} for name in names}
    waiting: list[object] = [*roots, *(vars(module) for module in modules)]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, FunctionType):
            if thing.__module__ in names:
                found[thing.__module__].setdefault(thing.__code__.co_qualname, []).append(thing)
            waiting += [cell.cell_contents for cell in thing.__closure__ or ()]
            waiting += thing.__defaults__ or ()
            if (wrapped := getattr(thing, "__wrapped__", None)) is not None:
                waiting.append(wrapped)
        elif isinstance(thing, dict):
            waiting += cast("dict[object, object]", thing).values()
        elif isinstance(thing, list | tuple | set | frozenset):
            waiting += cast("list[object]", thing)
        elif isinstance(thing, property):
            waiting += [thing.fget, thing.fset]
        elif isinstance(thing, staticmethod | classmethod):
            waiting.append(cast("object", thing.__func__))
        elif isinstance(thing, type):
            if thing.__module__ in names:
                waiting += vars(thing).values()
        elif hasattr(thing, "__wrapped__"):
            waiting.append(cast("object", vars(thing)["__wrapped__"]))
        elif type(thing).__module__ in names or type(thing).__name__ == "Rule":
            waiting += vars(thing).values() if hasattr(thing, "__dict__") else ()
    return {module.__name__: Text(module, found[module.__name__], kinds) for module in modules}
