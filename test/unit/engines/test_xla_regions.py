"""Which regions a list of sizes does not allow, without XLA."""

from __future__ import annotations

import pytest
from xdsl.ir import Region

import disc_shape
from disc_shape.dialects.hlo.control_flow import IfOp
from disc_shape.engines.xla_regions import add_illegal
from disc_shape.interpreters.errors import GuardError

NESTED = """
func.func @main(%p: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = "stablehlo.if"(%p) ({
      "stablehlo.return"(%x) : (tensor<?xf32>) -> ()
    }, {
      "stablehlo.return"(%x) : (tensor<?xf32>) -> ()
    }) : (tensor<i1>) -> tensor<?xf32>
    "stablehlo.return"(%1) : (tensor<?xf32>) -> ()
  }, {
    "stablehlo.return"(%x) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


def test_an_operation_without_a_legal_region_makes_that_around_it_illegal() -> None:
    outer, inner = (op for op in disc_shape.parse(NESTED).module.walk() if isinstance(op, IfOp))
    found: dict[Region, GuardError] = {}
    first, second, third = GuardError("first"), GuardError("second"), GuardError("third")
    add_illegal(found, inner.regions[0], first)
    assert found == {inner.regions[0]: first}
    add_illegal(found, inner.regions[1], second)
    assert found == {inner.regions[0]: first, inner.regions[1]: second, outer.regions[0]: second}
    with pytest.raises(GuardError, match="third"):
        add_illegal(found, outer.regions[1], third)
