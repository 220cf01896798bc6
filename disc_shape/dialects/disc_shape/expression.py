"""Conditions over the operands of a predicate, as text in the prover's syntax.

The dialect cannot import the prover, so this checks the text with Python's own parser, of whose
expressions the prover's are a part.
"""

from __future__ import annotations

import ast

from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
)

ARITIES: dict[str, int | None] = {"min": None, "max": None, "select": 3, "ceildiv": 2}
"""The functions of the syntax and how many operands they take; None is one or more."""

COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.Pow)


def operand_name(index: int) -> str:
    """What the operand at `index` is called: `d0`, `d1`, ..."""
    return f"d{index}"


def check_condition(text: str, count: int) -> str | None:
    """What is wrong with a condition over `count` operands; None when nothing is."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
        names = _Checker(count).condition(tree.body)
    except SyntaxError as error:
        return f"cannot read {text!r}: {error.msg}"
    except (ValueError, RecursionError, MemoryError) as error:
        return f"cannot read {text!r}: {str(error) or 'nested too deeply'}"
    for index in range(count):
        if operand_name(index) not in names:
            return f"{text!r} does not mention operand {operand_name(index)}"
    return None


class _Checker:
    """Walks a syntax tree, returning the names it meets, raising ValueError at what is foreign."""

    def __init__(self, count: int) -> None:
        self.known = {operand_name(index) for index in range(count)}

    def condition(self, node: ast.expr) -> set[str]:
        match node:
            case ast.BoolOp(values=values):
                return set[str]().union(*(self.condition(value) for value in values))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self.condition(operand)
            case ast.Compare(left=left, ops=ops, comparators=others):
                if not all(isinstance(op, COMPARISONS) for op in ops):
                    raise ValueError("unknown comparison")
                return self.number(left).union(*(self.number(other) for other in others))
            case ast.Constant(value=bool()):
                return set()
            case _:
                raise ValueError("expected a condition, found an integer expression")

    def number(self, node: ast.expr) -> set[str]:
        match node:
            case ast.Name(id=name):
                if name not in self.known:
                    raise ValueError(f"unknown name '{name}'")
                return {name}
            case ast.Constant(value=bool()):
                raise ValueError("expected an integer expression, found a condition")
            case ast.Constant(value=int()):
                return set()
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
                return self.number(operand)
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, OPERATORS):
                return self.number(left) | self.number(right)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in ARITIES:
                return self.call(name, args)
            case _:
                raise ValueError(f"'{ast.unparse(node)}' is no integer expression")

    def call(self, name: str, args: list[ast.expr]) -> set[str]:
        arity = ARITIES[name]
        if not args or (arity is not None and len(args) != arity):
            raise ValueError(f"'{name}' takes {arity or 'one or more'} operands, got {len(args)}")
        first = self.condition(args[0]) if name == "select" else self.number(args[0])
        return first.union(*(self.number(arg) for arg in args[1:]))


SYMBOLS = {
    AffineBinaryOpKind.Add: "+",
    AffineBinaryOpKind.Mul: "*",
    AffineBinaryOpKind.Mod: "%",
    AffineBinaryOpKind.FloorDiv: "//",
}


def affine_text(expr: AffineExpr, first: int) -> str:
    """An affine expression in the prover's syntax; its dimension 0 is the operand `first`."""
    match expr:
        case AffineConstantExpr():
            return str(expr.value)
        case AffineDimExpr():
            return operand_name(expr.position + first)
        case AffineBinaryOpExpr(kind=kind, lhs=lhs, rhs=rhs):
            left, right = affine_text(lhs, first), affine_text(rhs, first)
            if kind is AffineBinaryOpKind.CeilDiv:
                return f"ceildiv({left}, {right})"
            return f"({left} {SYMBOLS[kind]} {right})"
        case _:
            raise ValueError("a predicate's affine map has no symbols")
