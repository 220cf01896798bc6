"""What expressions and conditions share: interned nodes that are printed, walked and evaluated.

No method recurses: every walk has its own stack, so depth costs nothing but memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, TypeVar

from disc_shape.symbolic.budget import BUDGET

if TYPE_CHECKING:
    from disc_shape.symbolic.terms import Symbol

N = TypeVar("N", bound="Node")

DIGESTS: dict[Node, str] = {}
"""What large nodes are sorted by."""
INTERNED: dict[object, Node] = {}
"""Nodes, by class and operands: with the tables in `terms.py`, the only state that outlives a
prover."""


class Node:
    """What an expression and a condition share: interned, printed, walked.

    It is no `abc.ABC`: `isinstance`, which every layer lives on, takes several times as long there.
    The functions that intern nodes fill them in: an `__init__` would cost a call for each.
    """

    __slots__ = ("free", "size", "text")

    size: int
    """The number of nodes, counted as a tree."""
    text: str
    """The printed form; "" until it is needed."""
    free: tuple[Symbol, ...] | None
    """The symbols, sorted by name; None until they are needed."""

    rank: ClassVar[int] = 9
    """How tightly the printed form binds; larger is tighter."""

    @property
    def children(self) -> tuple[Node, ...]:
        """The operands, in order."""
        return ()

    def render(self) -> str:
        """The printed form, given those of the children; a leaf has its own from the start."""
        return self.text

    @property
    def details(self) -> str:
        """What distinguishes nodes of one class over the same children."""
        return ""

    def compute(self, values: Mapping[Node, int]) -> int:
        """The value, given those of the children; that of a symbol is given itself."""
        return values[self]

    def rebuild(self, changed: Mapping[Node, Node]) -> Node:
        """The same node over the replaced children."""
        return self

    def __str__(self) -> str:
        if not self.text:
            if all(child.text for child in self.children):
                self.text = self.render()
            else:
                for node in postorder(self):
                    if not node.text:
                        node.text = node.render()
        return self.text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self})"

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The distinct symbols, sorted by name."""
        return self.free or gather_symbols(self)

    def value(self, env: Mapping[str, int]) -> int:
        """The value under an assignment of the symbols; conditions give 0 or 1."""
        return evaluated(self, {symbol: env[symbol.label] for symbol in self.symbols})

    def replaced(self, mapping: Mapping[Node, Node]) -> Node:
        """The node with every occurrence of a key replaced, largest occurrences first."""
        done: dict[Node, Node] = {}
        stack: list[Node] = [self]
        while stack:
            node = stack[-1]
            if node in done:
                stack.pop()
            elif node in mapping:
                done[node] = mapping[node]
            else:
                todo = [child for child in node.children if child not in done]
                if todo:
                    stack.extend(todo)
                elif all(done[child] is child for child in node.children):
                    done[node] = node
                else:
                    done[node] = node.rebuild(done)
        return done[self]


def evaluated(root: Node, values: dict[Node, int]) -> int:
    """The value of a node, given those of its symbols; the values of its parts are added."""
    for node in postorder(root):
        values[node] = node.compute(values)
    return values[root]


def intern(kind: type[N], **operands: object) -> N:
    """The node of a class with these operands: always the same object."""
    key = (kind, *operands.values())
    found = INTERNED.get(key)
    if found is None:
        found = INTERNED[key] = kind()
        for name, operand in operands.items():
            setattr(found, name, operand)
        found.text, found.free = "", None
        found.size = 1 + sum([child.size for child in found.children])
    assert isinstance(found, kind)
    return found


def gather_symbols(root: Node) -> tuple[Symbol, ...]:
    """The distinct symbols of a node, sorted by name; found once."""
    if root.free is None:
        if root.size <= BUDGET.nodes:
            gather_below(root)
        else:
            for node in postorder(root):
                if node.free is None:
                    gather_below(node)
    return root.free or ()


def gather_below(node: Node) -> None:
    """Set the symbols of a node from those of its children; a symbol has its own."""
    children = node.children
    if children:
        found: set[Symbol] = set()
        for child in children:
            found.update(child.symbols)
        node.free = tuple(sorted(found, key=label_of))


def label_of(symbol: Symbol) -> str:
    """The name of a symbol."""
    return symbol.label


def postorder(root: Node) -> list[Node]:
    """The distinct nodes of an expression, children first; no recursion."""
    order: list[Node] = []
    seen: set[Node] = set()
    stack: list[tuple[Node, bool]] = [(root, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            order.append(node)
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            for child in reversed(node.children):
                if child not in seen:
                    stack.append((child, False))
    return order


def sort_text(node: Node) -> str:
    """A sort key that depends on nothing but the structure: the same in every run.

    The text of every level of a deep expression would take memory quadratic in its depth, so large
    ones are sorted by a digest of their parts."""
    if node.size <= BUDGET.large:
        return node.text or str(node)
    stack = [node]
    while stack:
        top = stack[-1]
        todo = [c for c in top.children if c.size > BUDGET.large and c not in DIGESTS]
        if todo:
            stack.extend(todo)
        else:
            if top not in DIGESTS:
                DIGESTS[top] = digest(top)
            stack.pop()
    return DIGESTS[node]


def order_of(term: tuple[Node, int]) -> str:
    """The sort key of terms and factors: the printed form, so that output is deterministic."""
    node = term[0]
    return (node.text or str(node)) if node.size <= BUDGET.large else sort_text(node)


def arrange(items: list[tuple[N, int]]) -> None:
    """Sort terms or factors; two of them, by far the most frequent, without a sort."""
    if len(items) == 2:
        first, second = items
        a, b = first[0], second[0]
        key = a.text if a.size == 1 else order_of(first)
        if (b.text if b.size == 1 else order_of(second)) < key:
            items[0], items[1] = second, first
    else:
        items.sort(key=order_of)


def digest(node: Node) -> str:
    """A digest of a large node, given those of its large children."""
    from hashlib import blake2b

    parts = [DIGESTS.get(c) or str(c) for c in node.children]
    text = f"{type(node).__name__}{node.details}{parts}"
    return "~" + blake2b(text.encode(), digest_size=16).hexdigest()


def wrapped(node: Node, rank: int) -> str:
    """The text of a child, in parentheses where it binds less tightly than `rank`."""
    text = node.text or str(node)
    return text if node.rank >= rank else f"({text})"


def sum_text(constant: int, terms: list[tuple[str, str, int]]) -> str:
    """A sum as people write it, positive terms first ("n - 1", not "-1 + n"); a term is its text
    alone, its text after a coefficient, and the coefficient."""
    parts: list[str] = []
    for alone, after, k in terms:
        if k > 0:
            body = alone if k == 1 else f"{k}*{after}"
            parts.append(f" + {body}" if parts else body)
    if constant > 0:
        parts.append(f" + {constant}" if parts else str(constant))
    for alone, after, k in terms:
        if k < 0:
            if not parts:
                parts.append(f"-{after}" if k == -1 else f"{k}*{after}")
            else:
                parts.append(f" - {alone if k == -1 else f'{-k}*{after}'}")
    if constant < 0:
        parts.append(f" - {-constant}")
    return "".join(parts)
