"""All small shapes of operations whose results are lists of extents of no fixed length."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Exhaust = Callable[..., object]

OPEN = "tensor<?xindex>"


@pytest.mark.parametrize("operand", ["tensor<f32>", "tensor<?xf32>", "tensor<?x2x?xf32>"])
def test_shape_of(exhaust: Exhaust, operand: str) -> None:
    exhaust(
        f"%0: {operand}",
        f"%1 = shape.shape_of %0 : {operand} -> {OPEN}\nreturn %1 : {OPEN}",
        OPEN,
    )


@pytest.mark.parametrize("extents", ["[]", "[4]", "[0, 2, 7]"])
def test_const_shape(exhaust: Exhaust, extents: str) -> None:
    exhaust(
        "%0: tensor<?xf32>",
        f"%1 = shape.const_shape {extents} : {OPEN}\nreturn %1 : {OPEN}",
        OPEN,
    )


@pytest.mark.parametrize("mnemonic", ["broadcast", "concat"])
@pytest.mark.parametrize("second", [OPEN, "tensor<2xindex>"])
def test_of_two(exhaust: Exhaust, mnemonic: str, second: str) -> None:
    exhaust(
        f"%0: {OPEN}, %1: {second}",
        f"%2 = shape.{mnemonic} %0, %1 : {OPEN}, {second} -> {OPEN}\nreturn %2 : {OPEN}",
        OPEN,
        fill=1,
    )
