"""Operands of unknown rank: the result is what all ranks have in common."""

from __future__ import annotations

import pytest
from unit.relax.shorthand import type_named
from unit.relax.test_operator_types import OTHERS, ROWS

from disc_shape.dialects.relax.operator_rows import Value, operator_rows
from disc_shape.dialects.relax.types import type_text
from disc_shape.relax.operators import OperatorError, OperatorTypes, unranked
from disc_shape.symbolic import Prover
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import ShapeType, TensorType, TupleType, Type

Attributes = dict[str, Value]


def found(name: str, operands: list[Type], attributes: Attributes) -> str:
    """The type of an operator's result, or why it is refused."""
    given = {**operator_rows()[name].defaults, **attributes}
    try:
        return type_text(OperatorTypes(Prover()).type_of(name, operands, given))
    except OperatorError as error:
        return f"{error}"


KNOWN: list[tuple[str, list[str], Attributes, str]] = [
    ("exp", ["T<*>"], {}, "T<*>"),
    ("exp", ["T<@s>"], {}, "T<@s>"),
    ("sum", ["T<*>"], {}, "T<>"),
    ("sum", ["T<*>"], {"axis": (2,)}, "T<*>"),
    ("flatten", ["T<*>"], {}, "T<?>"),
    ("reshape", ["T<*>", "S<-1>"], {}, "T<?>"),
    ("reshape", ["T<n>", "S<@s>"], {}, "T<@s>"),
    ("reshape", ["T<n>", "S<*>"], {}, "T<*>"),
    ("broadcast_to", ["T<*>", "S<n,m>"], {}, "T<n,m>"),
    ("full", ["S<@s>", "T<|i32>"], {}, "!relax.tensor<@s, i32>"),
    ("permute_dims", ["T<*>"], {"axes": (8, *range(8))}, f"T<{','.join('?' * 9)}>"),
    ("outer", ["T<*>", "T<n>"], {}, "T<?,n>"),
    ("matmul", ["T<*>", "T<k>"], {}, "T<*>"),
    ("add", ["T<*>", "T<2,3,4,5,6,7,8,9>"], {}, "T<*>"),
    ("nn.layer_norm", ["T<n,4>", "T<*>", "T<*>"], {"axes": (-1,)}, "T<n,4>"),
    ("nn.conv2d", ["T<*>", "T<8,3,3,3>"], {}, "T<?,8,?,?>"),
    ("image.resize2d", ["T<*>", "S<3,4>"], {}, "T<?,?,3,4>"),
    ("strided_slice", ["T<n,m>", "tuple<P<1>>", "tuple<P>", "tuple<P>"], {}, "T<?,?>"),
    ("split", ["T<*>"], {"indices_or_sections": 2}, "tuple<T<*>, T<*>>"),
    ("nn.dropout", ["T<*>"], {}, "tuple<T<*>, T<*>>"),
    ("nn.batch_norm", ["T<*>"] * 5, {"axis": 1}, "tuple<T<*>, T<?>, T<?>>"),
    ("nn.nll_loss", ["T<*>", "T<*|i64>"], {}, "T<>"),
]


SHORT = {
    "P<1>": "!relax.prim<i64, 1>",
    "P>": "!relax.prim<i64>>",
    "T<@s>": "!relax.tensor<@s, f32>",
    "S<@": "!relax.shape<@",
}
"""Types that the other tests have no short form of."""


def named(text: str) -> Type:
    for short, full in SHORT.items():
        text = text.replace(short, full)
    return type_named(text)


@pytest.mark.parametrize(("name", "operands", "attributes", "expected"), KNOWN)
def test_what_all_ranks_have_in_common(
    name: str, operands: list[str], attributes: Attributes, expected: str
) -> None:
    assert found(name, list(map(named, operands)), attributes) == type_text(named(expected))


@pytest.mark.parametrize(
    ("name", "operands", "attributes", "message"),
    [
        ("exp", ["T<*|i32>"], {}, "not floats"),
        ("flip", ["T<*>"], {"axis": (0, 0)}, "name one axis twice"),
        ("add", ["T<*>", "T<*|i32>"], {}, "elements of types f32 and i32"),
        ("matmul", ["T<*>", "T<>"], {}, "rank 0"),
        ("scatter_elements", ["T<*>", "T<2|i64>", "T<3>"], {}, "2 and 3"),
    ],
)
def test_what_no_rank_satisfies_is_refused(
    name: str, operands: list[str], attributes: Attributes, message: str
) -> None:
    assert message in found(name, list(map(named, operands)), attributes)


def without_ranks(operands: list[Type]) -> list[list[Type]]:
    """The operands with one of them, and with all, of unknown rank."""

    def erased(one: Type) -> Type:
        match one:
            case TensorType():
                return TensorType(Shape(), one.element)
            case ShapeType():
                return ShapeType()
            case TupleType():
                return TupleType(tuple(map(erased, one.fields)))
            case _:
                return one

    everything = [erased(one) for one in operands]
    single = [[*operands[:at], one, *operands[at + 1 :]] for at, one in enumerate(everything)]
    return [*single, everything]


def nothing(_rankings: unranked.Rankings, _looked: int) -> None:
    """Skips no ranks."""


@pytest.mark.parametrize(("name", "operands", "attributes"), [*(row[:3] for row in ROWS), *OTHERS])
def test_what_is_skipped_and_greater_ranks_change_nothing(
    name: str, operands: list[Type], attributes: Attributes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not tried are ranks that an operator has not looked at, and those above a limit."""
    for given in without_ranks(operands):
        known = found(name, given, attributes)
        with monkeypatch.context() as patch:
            patch.setattr(unranked.Rankings, "refused", nothing)
            patch.setattr(unranked, "LEAST", unranked.LEAST + 1)
            assert found(name, given, attributes) == known or "rank" in known, given
