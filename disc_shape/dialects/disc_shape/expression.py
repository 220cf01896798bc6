"""The texts of predicates: conditions in the prover's syntax, their operands called d0, d1, ..."""

from __future__ import annotations

QUOTED = 100
"""How much of a condition a message quotes."""


def operand_name(index: int) -> str:
    """The name of the operand at `index` in a condition: `d0`, `d1`, ..."""
    return f"d{index}"


def check_condition(text: str, count: int) -> str | None:
    """The error in a condition over `count` operands; None if there is none."""
    # Most programs have no conditions: their verification does not load the prover's expressions.
    from disc_shape.symbolic.parsing import ExpressionSyntaxError, Reader

    try:
        reader = Reader(text)
        str(reader.cond(reader.whole()))
    except ExpressionSyntaxError as error:
        return f"cannot read {quoted(text)}: {error.what} at column {error.column}"
    except ValueError:
        return f"cannot read {quoted(text)}: a number is too large"
    if reader.divides_by_zero:
        return f"{quoted(text)} divides by zero"
    expected = {operand_name(index): None for index in range(count)}
    for name in sorted(reader.names):
        if name not in expected:
            return f"cannot read {quoted(text)}: unknown name '{name}'"
    for name in expected:
        if name not in reader.names:
            return f"{quoted(text)} does not mention operand {name}"
    return None


def quoted(text: str) -> str:
    """A text in quotes for a message, cut when it is long."""
    return repr(text if len(text) <= QUOTED else f"{text[:QUOTED]}...")
