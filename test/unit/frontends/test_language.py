"""The language of `assume-shapes`: what people write is taken, or refused in one clear line."""

from random import Random

import pytest
from fuzz.harness import parse, show
from xdsl.context import Context
from xdsl.dialects.func import FuncOp

from disc_shape.dialects.disc_shape import verify_shape_constraints
from disc_shape.errors import OperationError
from disc_shape.frontends.assume import Assumptions
from disc_shape.frontends.language import FactSyntaxError, parse_facts
from disc_shape.passes.assume_shapes import AssumeShapesPass

PROGRAM = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x4xf32>, %n: index) -> tensor<?x?xf32> {
  %0 = "stablehlo.tanh"(%x) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""

GOOD = (
    "x: [b, s]",
    "y: [b + 1, 4]",
    "1: [_, ?]",
    "s % 4 == 0",
    "8 <= s <= 512; x[0] != 3",
    "x[0] == y[0] # the same",
    "s in {1, 8, 16}",
    "likely b in {1, 8}",
    "not (b == 1 or s < 2)",
    "y: [max(b, 2), 4]",
)
PIECES = (
    *"[]{}():;,#%_?<>=!*+-/ \t\n\"'\\@$.",
    *"xybsn019",
    "x[0]",
    "in",
    "likely",
    "and",
    "\u00e9",
)


def mutated(random: Random) -> str:
    """A good text with a few characters changed."""
    text = "; ".join(random.sample(GOOD, random.choice((1, 1, 2, 3))))
    for _ in range(random.choice((1, 1, 2, 4))):
        at = random.randrange(len(text) + 1)
        text = text[:at] + random.choice(PIECES) + text[at + random.choice((0, 0, 1, 3)) :]
    return text


def outcome(text: str) -> FactSyntaxError | None:
    module = parse(PROGRAM)
    function = module.body.block.first_op
    assert isinstance(function, FuncOp)
    assumptions = Assumptions(module, function)
    try:
        assumptions.add(parse_facts(text))
    except FactSyntaxError as error:
        return error
    assumptions.write()
    module.verify()
    verify_shape_constraints(module)
    assert show(parse(show(module))) == show(module)
    return None


@pytest.mark.parametrize("seed", range(20))
def test_anything_is_taken_or_refused_in_one_line(seed: int) -> None:
    random = Random(seed)
    refused = 0
    for _ in range(40):
        text = mutated(random)
        error = outcome(text)
        if error is None:
            continue
        refused += 1
        lines = text.splitlines()
        assert 1 <= error.line <= len(lines), text
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1, text
        assert "\n" not in error.message, text
        assert error.message, text
        assert not error.message.endswith("."), text
    assert refused >= 5


@pytest.mark.parametrize("text", GOOD)
def test_good_texts_are_taken(text: str) -> None:
    named = "x: [b, s]; " if ":" not in text else ""
    assert outcome(named + ("x: [b, _]; " if "b" in text and not named else "") + text) is None


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("x: [b, s]; q % 4 == 0", (1, 12), "unknown dimension 'q'"),
        (
            "x: [batch, s]; 2*bacth == s",
            (1, 18),
            "unknown dimension 'bacth': did you mean 'batch'?",
        ),
        ("x[0] == z[1]", (1, 9), "unknown argument 'z': the function has x, y, n"),
        ("x[0] == y[5]", (1, 9), "dimension 5 does not exist, the rank is 2"),
        ("x.shape[0] == y.shape[5]", (1, 15), "dimension 5 does not exist, the rank is 2"),
        ("x: (b, s)", (1, 3), "expected a list of sizes such as [b, s, 32], got '(b, s)'"),
        ("x: [b, s]; s % 0 == 0", (1, 12), "'s % 0 == 0' divides by zero"),
        ("x: [b, s]; s % 4 = 0", (1, 18), "cannot read 's % 4 = 0': unexpected character '='"),
        ("x: [b]", (1, 1), "argument 'x' has rank 2, got 1 sizes"),
        ("x: [b, s]\n  8 <= s <= 4", (2, 3), "'8 <= s <= 4' never holds"),
        ("y[1] % 3 == 0", (1, 1), "'y[1] % 3 == 0' never holds: y[1] is 4"),
        (
            "x: [b, s]; s < 9223372036854775808",
            (1, 16),
            "9223372036854775808 is larger than any size, which is at most 9223372036854775807",
        ),
        (
            f"x: [b, s]; s < {'9' * 5000}",
            (1, 16),
            "a number of 5000 digits is larger than any size, which is at most 9223372036854775807",
        ),
        ("x: [b, s+]", (1, 10), "cannot read 's+': unexpected end"),
        ("x: [a b, 3]", (1, 7), "cannot read 'a b': unexpected 'b'"),
        ("x: [b, s]; s % == 3", (1, 16), "cannot read 's % == 3': unexpected '=='"),
        ("x[0]] == 3", (1, 1), "expected a dimension such as x[0], got 'x[0]]'"),
        ("x[b] == 3", (1, 1), "expected a dimension such as x[0], got 'x[b]'"),
        ("x[7] == 3", (1, 1), "dimension 7 does not exist, the rank is 2"),
        ("n[0] == 3", (1, 1), "the argument is no ranked tensor but index"),
        ("7: [b, s]", (1, 1), "argument 7 does not exist, the function has 3"),
        ("y: [b, 5]", (1, 1), "dimension 1 of argument 'y' is 4, got 5"),
        ("x: [b, s]; s in {a}", (1, 17), "expected sizes, got 'a'"),
        ("x: [b, s]; s in {-1}", (1, 18), "a size is not negative, got -1"),
        ("x: [@b, s]", (1, 5), "'@b' is no name for a dimension"),
        ("x: [main, s]", (1, 5), "'main' is the name of another symbol of the module"),
    ],
)
def test_what_is_wrong_and_where(text: str, place: tuple[int, int], message: str) -> None:
    error = outcome(text)
    assert error is not None
    assert ((error.line, error.column), error.message) == (place, message)


def test_what_the_module_says_already_is_a_note() -> None:
    module = parse(
        "func.func @main(%x: tensor<?xf32, [@b]>) {\n  return\n}\n"
        "disc_shape.SymbolDim @b {named, ranges = [[1, 3]]}"
    )
    with pytest.raises(OperationError, match="facts:1:1: 'b > 4' contradicts") as error:
        AssumeShapesPass(facts="b > 4").apply(Context(), module)
    assert any("ranges of '@b'" in text for text, _ in error.value.notes)
