"""Reading expressions and conditions in Python syntax: the one parser of this syntax.

    sum      a + b - c          product   a*b  a//b  a % b        power  a**3
    atoms    n  12  ( ... )  min(a, b)  max(a, b)  select(cond, a, b)  ceildiv(a, b)
    cond     a == b  a < b <= c  p and q  p or q  not p  True  False

An operator-precedence parser with a stack of its own: nothing is read by recursion, and a sum or a
product of many operands is built at once. Parentheses nest to `DEPTH_LIMIT`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from disc_shape.symbolic.choice import Max, Min, choose, select
from disc_shape.symbolic.conditions import FALSE, OPPOSITE, TRUE, Cond, compare, conj, disj, negate
from disc_shape.symbolic.division import ceildiv
from disc_shape.symbolic.monomials import power_product, product
from disc_shape.symbolic.nodes import Node
from disc_shape.symbolic.terms import Expr, const, linear, parts, sym

TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+)|(?P<name>[A-Za-z_$@][\w$@.\[\]]*|`[^`]+`)"
    r"|(?P<op>//|\*\*|==|!=|<=|>=|[-+*%<>(),]))"
)
DEPTH_LIMIT = 150
DIGIT_LIMIT = 1000
"""A number of more digits is refused; sizes have at most 19."""
POWER_LIMIT = 8192
"""A power of more factors, or with a number of more bits, is refused."""

OPEN, DISJUNCTION, CONJUNCTION, NEGATION, COMPARISON, SUM, PRODUCT, SIGN, POWER = range(9)
"""How tightly an operator binds; an open parenthesis or call binds nothing outside of it."""

RANKS: Mapping[str, int] = {
    "or": DISJUNCTION,
    "and": CONJUNCTION,
    **dict.fromkeys(OPPOSITE, COMPARISON),
    **dict.fromkeys(("+", "-"), SUM),
    **dict.fromkeys(("*", "//", "%"), PRODUCT),
    "**": POWER,
}

ARITIES: Mapping[str, int | None] = {
    "min": None,
    "max": None,
    "select": 3,
    "ceildiv": 2,
    "floordiv": 2,
    "mod": 2,
}
"""The functions of the syntax and how many operands they take; None is one or more."""


class ExpressionSyntaxError(ValueError):
    """A text that is no expression: what is wrong, and at which column of it, counted from 1."""

    def __init__(self, what: str, column: int, text: str):
        super().__init__(f"{what} at column {column} of {text!r}")
        self.what = what
        self.column = column


class Pending:
    """Operators of one rank whose last operand is still being read, with the operands before it."""

    def __init__(self, rank: int, name: str = ""):
        self.rank = rank
        self.name = name
        """The function of an open call."""
        self.operators: list[str] = []
        self.operands: list[Node] = []


class Reader:
    """One text, read once from left to right."""

    def __init__(self, text: str):
        self.text = text
        self.tokens: list[tuple[str, int]] = []
        position = 0
        while match := TOKEN.match(text, position):
            self.tokens.append((match.group().strip(), match.start(match.lastgroup or 0)))
            position = match.end()
        rest = text[position:].lstrip()
        if rest:
            raise self.error(f"unexpected character '{rest[0]}'", len(text) - len(rest))
        self.tokens.append(("", len(text)))
        self.at = 0
        self.names: set[str] = set()
        """The names that the text mentions, also where they cancel out of the expression."""
        self.divides_by_zero = False
        """Whether the text divides by a constant 0."""
        self.stack: list[Pending] = []
        self.depth = 0

    def error(self, what: str, position: int | None = None) -> ExpressionSyntaxError:
        """The error at a place of the text."""
        where = self.tokens[self.at][1] if position is None else position
        return ExpressionSyntaxError(what, where + 1, self.text)

    @property
    def next(self) -> str:
        """The next token."""
        return self.tokens[self.at][0]

    def expr(self, node: Node) -> Expr:
        """Narrow a node to an expression."""
        if not isinstance(node, Expr):
            raise self.error("expected an integer expression, found a condition")
        return node

    def cond(self, node: Node) -> Cond:
        """Narrow a node to a condition."""
        if not isinstance(node, Cond):
            raise self.error("expected a condition, found an integer expression")
        return node

    def quotient(self, op: str, left: Expr, node: Node) -> Expr:
        """A quotient or a remainder, by an operator or a function."""
        right = self.expr(node)
        self.divides_by_zero |= right.constant == 0
        if op == "ceildiv":
            return ceildiv(left, right)
        return left // right if op in ("//", "floordiv") else left % right

    def whole(self) -> Node:
        """The expression or condition that the text is, to its end."""
        try:
            return self.read()
        except ExpressionSyntaxError:
            raise
        except ValueError:  # Python writes no integer of more than 4,300 digits.
            raise self.error("a number is too large") from None

    def read(self) -> Node:
        """The expression or condition that the tokens are, operands and operators in turn."""
        self.stack.append(Pending(OPEN))
        while True:
            node = self.operand()
            if node is None:
                continue
            while self.next == ")" and self.depth:
                node = self.close(node)
            if not self.next and not self.depth:
                return self.finish(node, OPEN)
            self.operator(node)

    def operand(self) -> Node | None:
        """A number, a name or a constant condition; None for what only begins an operand."""
        token = self.next
        if token in ("-", "+"):
            self.prefix(SIGN, token)
            return None
        if token == "not" and self.stack[-1].rank <= NEGATION:
            self.prefix(NEGATION, token)
            return None
        if token == "(":
            self.open("")
            return None
        if token.isdigit():
            if len(token) > DIGIT_LIMIT:
                raise self.error(f"a number of {len(token)} digits is too large")
            self.at += 1
            return const(int(token))
        if token in ("True", "False"):
            self.at += 1
            return TRUE if token == "True" else FALSE
        is_word = token in RANKS or token == "not"
        if not token or is_word or not (token[0].isalpha() or token[0] in "_$@`"):
            raise self.error(f"unexpected {token!r}" if token else "unexpected end")
        self.at += 1
        if self.next == "(":
            self.open(token)
            return None
        name = token.strip("`")
        self.names.add(name)
        return sym(name)

    def prefix(self, rank: int, token: str) -> None:
        """A sign or a `not`: those in a row are one."""
        self.at += 1
        if self.stack[-1].rank != rank:
            self.stack.append(Pending(rank))
        if token != "+":
            self.stack[-1].operators.append(token)

    def open(self, name: str) -> None:
        """An open parenthesis, of a call when `name` is not empty."""
        self.depth += 1
        if self.depth > DEPTH_LIMIT:
            raise self.error("too many nested parentheses")
        self.at += 1
        self.stack.append(Pending(OPEN, name))

    def close(self, node: Node) -> Node:
        """What stands in the parentheses that end here."""
        node = self.finish(node, OPEN)
        level = self.stack.pop()
        self.at += 1
        self.depth -= 1
        return call(self, level.name, [*level.operands, node]) if level.name else node

    def operator(self, node: Node) -> None:
        """The operator after an operand, or the comma after an argument."""
        token = self.next
        if token == "," and self.depth:
            node = self.finish(node, OPEN)
            if self.stack[-1].name:
                self.at += 1
                self.stack[-1].operands.append(node)
                return
        rank = RANKS.get(token)
        if rank is None:
            if self.depth:
                raise self.error(f"expected ')', found {token!r}" if token else "expected ')'")
            raise self.error(f"unexpected {token!r}")
        node = self.finish(node, rank)
        # Powers are read from the right: each waits for the next.
        if self.stack[-1].rank != rank or rank == POWER:
            self.stack.append(Pending(rank))
        pending = self.stack[-1]
        pending.operands.append(self.cond(node) if rank < NEGATION else self.expr(node))
        pending.operators.append(token)
        self.at += 1

    def finish(self, node: Node, rank: int) -> Node:
        """`node` with the operators before it that bind more tightly than `rank`."""
        while self.stack[-1].rank > rank:
            pending = self.stack.pop()
            node = FINISHES[pending.rank](self, pending, node)
        return node


# what makes one expression of pending operators, their operands and the last one


def conditions(reader: Reader, pending: Pending, last: Node) -> list[Cond]:
    """The conditions joined by `or` or `and`."""
    return [reader.cond(node) for node in (*pending.operands, last)]


def negation(reader: Reader, pending: Pending, last: Node) -> Cond:
    """A condition, or `not` and one."""
    cond = reader.cond(last)
    return negate(cond) if len(pending.operators) % 2 else cond


def comparison(reader: Reader, pending: Pending, last: Node) -> Cond:
    """Expressions, each compared with the next."""
    sides = [reader.expr(node) for node in (*pending.operands, last)]
    return conj(map(compare, pending.operators, sides, sides[1:]))


def summed(reader: Reader, pending: Pending, last: Node) -> Expr:
    """Terms joined by `+` and `-`."""
    signs = [1, *(1 if op == "+" else -1 for op in pending.operators)]
    nodes = (*pending.operands, last)
    return linear(0, [(reader.expr(node), k) for node, k in zip(nodes, signs, strict=True)])


def multiplied(reader: Reader, pending: Pending, last: Node) -> Expr:
    """Factors joined by `*`, `//` and `%`."""
    factors: list[Expr] = [reader.expr(pending.operands[0])]
    nodes = (*pending.operands[1:], last)
    for op, node in zip(pending.operators, nodes, strict=True):
        if op == "*":
            factors.append(reader.expr(node))
        else:
            factors = [reader.quotient(op, product(factors), node)]
    return product(factors)


def signed(reader: Reader, pending: Pending, last: Node) -> Expr:
    """A factor with its sign."""
    number = reader.expr(last)
    return -number if len(pending.operators) % 2 else number


def power(reader: Reader, pending: Pending, last: Node) -> Expr:
    """An operand to a power."""
    exponent = reader.expr(last).constant
    if exponent is None or not 0 <= exponent <= 64:
        raise reader.error("an exponent must be an integer from 0 to 64")
    base = reader.expr(pending.operands[0])
    constant, terms = parts(base)
    digits = max(abs(number).bit_length() for number in (constant, *(k for _, k in terms)))
    if max(digits, base.size) * exponent > POWER_LIMIT:
        raise reader.error("this power is too large")
    return power_product([(base, exponent)])


def call(reader: Reader, name: str, args: list[Node]) -> Expr:
    """A function of operands."""
    arity = ARITIES.get(name, len(args))
    if arity not in (None, len(args)):
        raise reader.error(f"'{name}' takes {arity} operands, got {len(args)}")
    match name:
        case "min" | "max":
            return choose(Min if name == "min" else Max, map(reader.expr, args))
        case "select":
            return select(reader.cond(args[0]), reader.expr(args[1]), reader.expr(args[2]))
        case "ceildiv" | "floordiv" | "mod":
            return reader.quotient(name, reader.expr(args[0]), args[1])
        case _:
            raise reader.error(f"no function '{name}'")


FINISHES: Mapping[int, Callable[[Reader, Pending, Node], Node]] = {
    DISJUNCTION: lambda reader, pending, last: disj(conditions(reader, pending, last)),
    CONJUNCTION: lambda reader, pending, last: conj(conditions(reader, pending, last)),
    NEGATION: negation,
    COMPARISON: comparison,
    SUM: summed,
    PRODUCT: multiplied,
    SIGN: signed,
    POWER: power,
}
"""What makes one expression of the operands of pending operators, by their rank."""


def parse(text: str) -> Expr:
    """The expression written in `text`; ValueError with what is wrong and where."""
    reader = Reader(text)
    return reader.expr(reader.whole())


@lru_cache(maxsize=1 << 10)
def parse_cond(text: str) -> Cond:
    """The condition written in `text`; ValueError with what is wrong and where."""
    reader = Reader(text)
    return reader.cond(reader.whole())
