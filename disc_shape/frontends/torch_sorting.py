"""The order of elements of PyTorch, as `stablehlo.sort` compares them."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

Value = Any
"""A value of MLIR."""


def write_comparator(
    ir: ModuleType, region: Value, elements: Sequence[Value], *, descending: bool
) -> None:
    """
    Write what compares two elements of the first operand: NaN is greater than all numbers, and
    zeros of both signs are equal.

        ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i64>, %j: tensor<i64>):
          %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
          %1 = stablehlo.compare EQ, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
          %2 = stablehlo.compare NE, %b, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
          %3 = stablehlo.and %1, %2 : tensor<i1>
          %4 = stablehlo.or %0, %3 : tensor<i1>
          stablehlo.return %4 : tensor<i1>
    """
    create = ir.Operation.create
    scalars = [ir.RankedTensorType.get([], one) for one in elements for _ in range(2)]
    block = ir.Block.create_at_start(region, scalars, [ir.Location.current] * len(scalars))
    truth = ir.Type.parse("tensor<i1>")
    first, second, *_ = block.arguments
    is_float = isinstance(elements[0], ir.FloatType)
    is_unsigned = str(elements[0]) == "i1" or str(elements[0]).startswith("ui")
    kind = "FLOAT" if is_float else "UNSIGNED" if is_unsigned else "SIGNED"

    def compared(direction: str, x: Value, y: Value) -> Value:
        attributes = {
            "comparison_direction": f"#stablehlo<comparison_direction {direction}>",
            "compare_type": f"#stablehlo<comparison_type {kind}>",
        }
        parsed = {name: ir.Attribute.parse(one) for name, one in attributes.items()}
        return create("stablehlo.compare", [truth], [x, y], parsed).result

    with ir.InsertionPoint(block):
        found = compared("GT" if descending else "LT", first, second)
        if is_float:
            number, other = (second, first) if descending else (first, second)
            sides = [compared("EQ", number, number), compared("NE", other, other)]
            is_last = create("stablehlo.and", [truth], sides).result
            found = create("stablehlo.or", [truth], [found, is_last]).result
        create("stablehlo.return", [], [found])
