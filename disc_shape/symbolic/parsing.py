"""Reading expressions and conditions in Python syntax.

    sum      a + b - c          product   a*b  a//b  a % b        power  a**3
    atoms    n  12  ( ... )  min(a, b)  max(a, b)  select(cond, a, b)  ceildiv(a, b)
    cond     a == b  a < b <= c  p and q  p or q  not p  True  False

An operator-precedence parser with its own stack per parenthesis: a sum of any length is read
without recursion, only parentheses nest (to `DEPTH_LIMIT`).
"""

from __future__ import annotations

import re

from disc_shape.symbolic.choice import maximum, minimum, select
from disc_shape.symbolic.conditions import (
    FALSE,
    OPPOSITE,
    TRUE,
    Cond,
    compare,
    conj,
    disj,
    negate,
)
from disc_shape.symbolic.division import ceildiv
from disc_shape.symbolic.nodes import Node
from disc_shape.symbolic.terms import Expr, const, linear, sym

TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+)|(?P<name>[A-Za-z_$@][\w$@.\[\]]*|`[^`]+`)"
    r"|(?P<op>//|\*\*|==|!=|<=|>=|[-+*%<>(),]))"
)
DEPTH_LIMIT = 150


class ExpressionSyntaxError(ValueError):
    """A text that is no expression: what is wrong, and at which column of it, counted from 1."""

    def __init__(self, what: str, column: int, text: str):
        super().__init__(f"{what} at column {column} of {text!r}")
        self.what = what
        self.column = column


class Reader:
    """One text, read once from left to right."""

    def __init__(self, text: str):
        self.text = text
        self.tokens: list[tuple[str, int]] = []
        position = 0
        while text[position:].strip():
            match = TOKEN.match(text, position)
            if match is None:
                where = position + len(text[position:]) - len(text[position:].lstrip())
                raise self.error(f"unexpected character '{text[where]}'", where)
            self.tokens.append((match.group().strip(), match.start(match.lastgroup or 0)))
            position = match.end()
        self.tokens.append(("", len(text)))
        self.at = 0
        self.depth = 0

    def error(self, what: str, position: int | None = None) -> ExpressionSyntaxError:
        where = self.tokens[self.at][1] if position is None else position
        return ExpressionSyntaxError(what, where + 1, self.text)

    @property
    def next(self) -> str:
        return self.tokens[self.at][0]

    def take(self, token: str) -> bool:
        if self.tokens[self.at][0] == token:
            self.at += 1
            return True
        return False

    def expect(self, token: str) -> None:
        if not self.take(token):
            found = self.next
            raise self.error(
                f"expected {token!r}, found {found!r}" if found else f"expected {token!r}"
            )

    def expr(self, node: Node) -> Expr:
        if not isinstance(node, Expr):
            raise self.error("expected an integer expression, found a condition")
        return node

    def cond(self, node: Node) -> Cond:
        if not isinstance(node, Cond):
            raise self.error("expected a condition, found an integer expression")
        return node

    def disjunction(self) -> Node:
        first = self.conjunction()
        if self.next != "or":
            return first
        args = [self.cond(first)]
        while self.take("or"):
            args.append(self.cond(self.conjunction()))
        return disj(args)

    def conjunction(self) -> Node:
        first = self.negation()
        if self.next != "and":
            return first
        args = [self.cond(first)]
        while self.take("and"):
            args.append(self.cond(self.negation()))
        return conj(args)

    def negation(self) -> Node:
        count = 0
        while self.take("not"):
            count += 1
        node = self.comparison()
        if count:
            cond = self.cond(node)
            return negate(cond) if count % 2 else cond
        return node

    def comparison(self) -> Node:
        left = self.sum()
        if self.next not in OPPOSITE:
            return left
        args: list[Cond] = []
        while self.next in OPPOSITE:
            op = self.next
            self.at += 1
            right = self.sum()
            args.append(compare(op, self.expr(left), self.expr(right)))
            left = right
        return conj(args)

    def sum(self) -> Node:
        first = self.term()
        if self.next not in ("+", "-"):
            return first
        items = [(self.expr(first), 1)]
        while self.next in ("+", "-"):
            sign = 1 if self.next == "+" else -1
            self.at += 1
            items.append((self.expr(self.term()), sign))
        return linear(0, items)

    def term(self) -> Node:
        node = self.factor()
        while self.next in ("*", "//", "%"):
            op = self.next
            self.at += 1
            left, right = self.expr(node), self.expr(self.factor())
            node = left * right if op == "*" else left // right if op == "//" else left % right
        return node

    def factor(self) -> Node:
        sign = 1
        while self.next in ("-", "+"):
            if self.next == "-":
                sign = -sign
            self.at += 1
        node = self.atom()
        if self.take("**"):
            base = self.expr(node)
            exponent = self.expr(self.factor()).constant
            if exponent is None or not 0 <= exponent <= 64:
                raise self.error("an exponent must be an integer from 0 to 64")
            power: Expr = const(1)
            for _ in range(exponent):
                power = power * base
            node = power
        return -self.expr(node) if sign < 0 else node

    def atom(self) -> Node:
        token = self.next
        if token.isdigit():
            self.at += 1
            return const(int(token))
        if self.take("("):
            self.depth += 1
            if self.depth > DEPTH_LIMIT:
                raise self.error("too many nested parentheses")
            node = self.disjunction()
            self.expect(")")
            self.depth -= 1
            return node
        if token in ("True", "False"):
            self.at += 1
            return TRUE if token == "True" else FALSE
        if (
            token
            and (token[0].isalpha() or token[0] in "_$@`")
            and token not in ("and", "or", "not")
        ):
            self.at += 1
            if self.next == "(":
                return self.call(token)
            return sym(token.strip("`"))
        raise self.error(f"unexpected {token!r}" if token else "unexpected end")

    def call(self, name: str) -> Node:
        self.expect("(")
        self.depth += 1
        if self.depth > DEPTH_LIMIT:
            raise self.error("too many nested parentheses")
        args = [self.disjunction()]
        while self.take(","):
            args.append(self.disjunction())
        self.expect(")")
        self.depth -= 1
        match name, len(args):
            case "min", _:
                return minimum(*(self.expr(arg) for arg in args))
            case "max", _:
                return maximum(*(self.expr(arg) for arg in args))
            case "select", 3:
                return select(self.cond(args[0]), self.expr(args[1]), self.expr(args[2]))
            case "ceildiv", 2:
                return ceildiv(self.expr(args[0]), self.expr(args[1]))
            case "floordiv", 2:
                return self.expr(args[0]) // self.expr(args[1])
            case "mod", 2:
                return self.expr(args[0]) % self.expr(args[1])
            case _:
                raise self.error(f"no function {name!r} of {len(args)} operands")

    def whole(self) -> Node:
        node = self.disjunction()
        if self.next:
            raise self.error(f"unexpected {self.next!r}")
        return node


def parse(text: str) -> Expr:
    """The expression written in `text`; ValueError says what is wrong and where."""
    reader = Reader(text)
    return reader.expr(reader.whole())


def parse_cond(text: str) -> Cond:
    """The condition written in `text`; ValueError says what is wrong and where."""
    reader = Reader(text)
    return reader.cond(reader.whole())
