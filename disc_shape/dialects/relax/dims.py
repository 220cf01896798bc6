"""The text of a dimension: `4 * @n floordiv 2`, `min(@n, 32)`, `select(@m == 1, @n, @m)`.

Symbols are names with `@`. What has another form in MLIR, where `//` begins a comment and `%` a
value, is `floordiv` and `mod`; all else is as the prover writes it.
"""

from __future__ import annotations

import re

from xdsl.parser import AttrParser

from disc_shape.dialects.xdsl_extras.positions import resume_from
from disc_shape.symbolic import Expr
from disc_shape.symbolic.parsing import ExpressionSyntaxError, parse
from disc_shape.symbolic.shapes import Shape

_PRINTED = re.compile(r"(?P<name>[A-Za-z_$][\w$.]*(?:\[\d+\])?)(?P<call>\()?|//|%|\*")
_READ = re.compile(r"@(?P<name>[A-Za-z_$][\w$.]*(?:\[\d+\])?)|(?P<word>[A-Za-z_]\w*)|[`\[\]{}]")
_WORDS = {
    "floordiv": "//",
    "mod": "%",
    **{word: word for word in ("min", "max", "select", "and", "or")},
}
_OPERATORS = {"//": " floordiv ", "%": " mod ", "*": " * "}
_KEPT = ("and", "or", "not")
MAX_LENGTH = 4000
"""The most characters of a dimension."""


def dim_text(dim: Expr | None) -> str:
    """A dimension; `?` for an unknown one."""
    if dim is None:
        return "?"

    def piece(match: re.Match[str]) -> str:
        name = match["name"]
        if name is None:
            return _OPERATORS[match[0]]
        return match[0] if match["call"] or name in _KEPT else f"@{name}"

    return re.sub(r"  +", " ", _PRINTED.sub(piece, str(dim)))


def shape_text(shape: Shape) -> str:
    """`[@n, ?]`, `*`, `@s` or `@s : 2`."""
    if shape.value is not None:
        return f"@{shape.value}" if shape.rank is None else f"@{shape.value} : {shape.rank}"
    if shape.dims is None:
        return "*"
    return f"[{', '.join(map(dim_text, shape.dims))}]"


def parse_shape(parser: AttrParser, *, negative: bool = False) -> Shape:
    """The inverse of `shape_text`; the integers of a shape value may be negative."""
    if parser.parse_optional_punctuation("*"):
        return Shape()
    name = parser.parse_optional_symbol_name()
    if name is not None:
        rank = None
        if parser.parse_optional_punctuation(":"):
            rank = parser.parse_integer(allow_boolean=False, allow_negative=False)
        return Shape.of_value(name.data, rank)
    dims = parser.parse_comma_separated_list(
        parser.Delimiter.SQUARE, lambda: parse_size(parser, negative)
    )
    return Shape(tuple(dims))


def parse_size(parser: AttrParser, negative: bool) -> Expr | None:
    """A dimension, which is not negative unless that is allowed, or `?`."""
    if parser.parse_optional_punctuation("?"):
        return None
    start = parser.pos
    dim = parse_dim(parser)
    if dim.constant is not None and dim.constant < 0 and not negative:
        parser.raise_error(f"a dimension is {dim.constant}, expected 0 or more", start, parser.pos)
    return dim


def parse_dim(parser: AttrParser) -> Expr:
    """An integer expression, to the comma or bracket that ends it."""
    text, start = parser.lexer.input.content, parser.pos
    end, depth = start, 0
    while end < len(text) and end - start <= MAX_LENGTH:
        char = text[end]
        if (not depth and char in ",]>\n") or char == ":":
            break
        depth += (char in "([") - (char in ")]")
        if depth < 0:
            break
        end += 1
    try:
        dim = parse(python_text(text[start:end]))
    except ExpressionSyntaxError as error:
        parser.raise_error(f"expected a dimension: {error.what}", start, end)
    resume_from(parser, end)
    return dim


def python_text(text: str) -> str:
    """The text of a dimension in the prover's syntax."""

    def piece(match: re.Match[str]) -> str:
        if match["name"] is not None:
            return f"`{match['name']}`"
        word = match["word"]
        if word not in _WORDS:
            raise ExpressionSyntaxError(f"unexpected '{match[0]}'", match.start() + 1, text)
        return _WORDS[word]

    return _READ.sub(piece, text)
