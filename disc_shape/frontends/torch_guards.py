"""Conditions that `torch.export` checks of the sizes of arguments, as facts."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Protocol, cast

from disc_shape.frontends.traced import FrontEndError

SIZE = re.compile(r"(L(?:\[[^\]]*\])+)\.size\(\)\[(\d+)\]")
"""The size of a dimension of an argument, as conditions name it: `L['x'][0].size()[1]`."""
MEMBER = re.compile(r"(\w+)_(\d+)")
"""The name of one of the arguments that a parameter such as `*args` takes."""


class Tree(Protocol):
    """The structure of arguments."""

    num_leaves: int


def conditions_of(program: object, renamed: Callable[[object], str]) -> Iterator[str]:
    """
    The conditions of a program with its sizes called as `renamed` does. `FrontEndError` where a
    condition is about anything else.
    """
    conditions = cast("Sequence[str]", getattr(program, "_guards_code", None) or ())
    if not conditions:
        return
    shapes = shapes_of(program)

    def size(found: re.Match[str]) -> str:
        return f"({renamed(shapes[found[1]][int(found[2])])})" if found[1] in shapes else found[0]

    for condition in conditions:
        text = SIZE.sub(size, condition)
        if "L[" in text:
            raise FrontEndError(f"torch.export checks what is no size of an argument: {condition}")
        tree = Functions().visit(ast.parse(text, mode="eval"))
        if not is_specialization(tree.body):
            yield ast.unparse(tree)


class Functions(ast.NodeTransformer):
    """Writes functions of sizes as the language of facts does."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """
        `abs(a)` => `max(a, -a)`, `math.ceil(a / b)` => `ceildiv(a, b)`, and `floor` alike; a size
        as a float is that size.
        """
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Attribute(ast.Name("torch"), "sym_float"), [operand]):
                return operand
            case ast.Call(ast.Name("abs"), [operand]):
                return ast.Call(ast.Name("max"), [operand, ast.UnaryOp(ast.USub(), operand)], [])
            case ast.Call(
                ast.Attribute(ast.Name("math"), "ceil" | "floor" as rounding),
                [ast.BinOp(dividend, ast.Div(), divisor)],
            ):
                return ast.Call(ast.Name(f"{rounding}div"), [dividend, divisor], [])
            case _:
                return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """`8.0` => `8`: sizes as floats are multiplied and added exactly."""
        value = node.value
        if isinstance(value, float) and value.is_integer():
            return ast.copy_location(ast.Constant(int(value)), node)
        return node


def is_specialization(condition: ast.expr) -> bool:
    """
    Whether a condition says that a size is at least 2, or not 1: PyTorch supposes this of all that
    are computed, also of those that may be 1 by the ranges of `Dim`. A remainder is no size.
    """
    match condition:
        case ast.Compare(ast.BinOp(_, ast.Mod(), _)):
            return False
        case ast.Compare(ast.expr(), [ast.NotEq()], [ast.Constant(1)]):
            return True
        case ast.Compare(ast.expr(), [ast.GtE()], [ast.Constant(2)]):
            return True
        case ast.Compare(ast.Constant(2), [ast.LtE()], [ast.expr()]):
            return True
        case _:
            return False


def shapes_of(program: object) -> Mapping[str, Sequence[object]]:
    """The sizes of the arguments by what conditions call these: `L['x'][0]`."""
    pytree = import_module("torch.utils._pytree")
    spec = cast("Tree", getattr(getattr(program, "call_spec", None), "in_spec", None))
    names = getattr(program, "module_call_graph")[0].signature.forward_arg_names or ()
    given, named = pytree.tree_unflatten(range(spec.num_leaves), spec)
    tree = {**dict(zip(names, given, strict=False)), **named}
    nodes = [one for one in getattr(program, "graph").nodes if one.op == "placeholder"]
    nodes = nodes[len(nodes) - spec.num_leaves :]
    found: dict[str, Sequence[object]] = {}
    for path, leaf in pytree.tree_flatten_with_path(tree)[0]:
        shape = getattr(nodes[leaf].meta.get("val"), "shape", ())
        first, rest = path[0].key, pytree.keystr(path[1:])
        found[f"L['{first}']{rest}"] = shape
        if member := MEMBER.fullmatch(first):
            found.setdefault(f"L['{member[1]}'][{member[2]}]{rest}", shape)
    return found
