"""Docstrings and IRDL constraints as Markdown."""

import inspect
import re
from collections.abc import Sequence

from xdsl.ir import Attribute
from xdsl.irdl import (
    AllOf,
    AnyAttr,
    AnyOf,
    AttrConstraint,
    BaseAttr,
    EqAttrConstraint,
    MessageConstraint,
    ParamAttrConstraint,
    RangeConstraint,
    RangeLengthConstraint,
    RangeOf,
    VarConstraint,
)

from disc_shape.dialects.hlo.constraints import (
    ELEMENTS,
    ArrayOf,
    InstanceOf,
    IntegerOf,
    TensorOf,
    Value,
)
from disc_shape.dialects.hlo.constraints import words as kind_words
from disc_shape.dialects.shape.types import OfKind


def summary_of(text: str) -> str:
    """The first paragraph, as one line."""
    return " ".join(text.partition("\n\n")[0].split())


def first_line(cls: type) -> str:
    """The summary of a class."""
    return summary_of(docstring(cls))


def docstring(cls: type) -> str:
    """The docstring of a class, with what it inherits; dataclass signatures are no docstring."""
    text = inspect.getdoc(cls) or ""
    return "" if text.startswith(f"{cls.__name__}(") else text


def markdown(text: str) -> str:
    """A docstring as Markdown: fences get a language, constraints become a list."""
    blocks: list[str] = []
    for index, part in enumerate(re.split(r"^ *```\w*$", text, flags=re.MULTILINE)):
        if index % 2:
            blocks.append(f"```mlir\n{inspect.cleandoc(part)}\n```")
        else:
            paragraphs = (
                block for block in re.split(r"\n\s*\n", part.strip("\n")) if block.strip()
            )
            blocks += [paragraph(block) for block in paragraphs]
    return "\n\n".join(blocks)


def paragraph(text: str) -> str:
    """One paragraph: with a heading, with a list of constraints, or as it is."""
    title, _, rest = text.partition("\n")
    if re.fullmatch(r"(Options|Limitations|Example|Constraints):?", title):
        heading = f"**{title.rstrip(':')}**"
        return f"{heading}\n\n{paragraph(rest)}" if rest else heading
    if text.startswith("Limitations: "):
        return f"**Limitations** {text.removeprefix('Limitations: ')}"
    if (match := re.search(r"^\(c\d+\)", text, flags=re.MULTILINE)) is None:
        return text
    items = constraint_items(" ".join(text[match.start() :].split()))
    before = text[: match.start()].strip()
    return "\n".join([*([before, ""] if before else []), *(f"- {item}" for item in items)])


def constraint_items(text: str) -> list[str]:
    """`(c1) one, (c2), (c3) two` as its parts; a number without a text joins the next one."""
    items: list[str] = []
    for piece in re.split(r"[,.;] +(?=\(c\d+\))", text):
        if items and re.fullmatch(r"[(),c\d ]+", items[-1]):
            items[-1] += f", {piece}"
        else:
            items.append(piece)
    return items


def constraint_numbers(*classes: type) -> list[str]:
    """The numbers of the constraints that the docstrings of these classes state."""
    found: set[int] = set()
    for cls in classes:
        text = str(vars(cls).get("__doc__") or "")
        found.update(int(number) for number in re.findall(r"\(c(\d+)\)", text))
        for first, last in re.findall(r"\(c(\d+)\) to \(c(\d+)\)", text):
            found.update(range(int(first), int(last)))
    return [f"c{number}" for number in sorted(found)]


def escape(text: str) -> str:
    """Text for a cell of a Markdown table."""
    return text.replace("|", "\\|").replace("\n", " ")


def code(text: str) -> str:
    """Inline code for a cell of a Markdown table; backquotes inside need longer fences."""
    if not text:
        return ""
    return f"`` {escape(text)} ``" if "`" in text else f"`{escape(text)}`"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def describe(constraint: AttrConstraint | RangeConstraint) -> str:
    """What a constraint accepts, in a few words."""
    match constraint:
        case RangeOf(constr=inner):
            return describe(inner)
        case RangeLengthConstraint(constraint=inner):
            return describe(inner)
        case RangeConstraint():
            return words(type(constraint).__name__)
        case TensorOf(kinds=kinds):
            return "tensor" if kinds >= ELEMENTS else f"tensor of {kind_words(kinds)}"
        case Value(plain=plain):
            return "tensor or token" if plain else "tensor, token, tuple or buffer"
        case InstanceOf(what=what):
            return what.removeprefix("an ").removeprefix("a ").replace("'", "`")
        case ArrayOf(what=what):
            return f"array of {what.removeprefix('an ').removeprefix('a ')}".replace("'", "`")
        case IntegerOf(type=type_):
            bits = type_.width.data
            return "true or false" if bits == 1 else f"{bits}-bit integer"
        case OfKind(kinds=kinds):
            return " or ".join(sorted(kind.split(" ", 1)[1] for kind in kinds))
        case AnyAttr():
            return "any"
        case EqAttrConstraint(attr=attr):
            return f"`{attr}`"
        case BaseAttr(attr=cls):
            return class_words(cls)
        case ParamAttrConstraint(base_attr=cls):
            return class_words(cls)
        case AnyOf(attr_constrs=inner):
            return " or ".join(dict.fromkeys(describe(one) for one in inner))
        case AllOf(attr_constrs=inner):
            return " and ".join(dict.fromkeys(describe(one) for one in inner))
        case VarConstraint(name=name, constraint=inner):
            return f"{describe(inner)} ({name})"
        case MessageConstraint(constr=inner):
            return describe(inner)
        case _:
            return words(type(constraint).__name__.removesuffix("Constraint"))


def class_words(cls: type[Attribute]) -> str:
    """The name of an attribute class, as people say it."""
    return words(cls.__name__.removesuffix("Attr").removesuffix("Type"))


def words(name: str) -> str:
    """`SymbolRef` as `symbol ref`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()
