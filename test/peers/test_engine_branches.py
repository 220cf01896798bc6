"""Branches whose results differ in size: what follows reads those of the branch that ran."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import disc_shape

T, M = "tensor<?xf32>", "tensor<?x?xf32>"
HEAD = "func.func @main(%x: TYPE, %y: TYPE, %c: tensor<i1>) -> (RESULTS) {\n"

PROGRAMS = {
    "arguments": (T, """
  %0 = "stablehlo.if"(%c) ({
    stablehlo.return %x : TYPE
  }, {
    stablehlo.return %y : TYPE
  }) : (tensor<i1>) -> TYPE
  %1 = stablehlo.negate %0 : TYPE
  return %1 : TYPE
"""),
    "computed": (M, """
  %0 = "stablehlo.if"(%c) ({
    %2 = stablehlo.add %x, %x : TYPE
    stablehlo.return %2 : TYPE
  }, {
    %2 = stablehlo.negate %y : TYPE
    stablehlo.return %2 : TYPE
  }) : (tensor<i1>) -> TYPE
  %1 = stablehlo.tanh %0 : TYPE
  return %1 : TYPE
"""),
    "two": (T, """
  %0:2 = "stablehlo.if"(%c) ({
    stablehlo.return %x, %y : TYPE, TYPE
  }, {
    %2 = stablehlo.negate %x : TYPE
    stablehlo.return %y, %2 : TYPE, TYPE
  }) : (tensor<i1>) -> (TYPE, TYPE)
  %1 = stablehlo.concatenate %0#0, %0#1, %0#0, dim = 0 : (TYPE, TYPE, TYPE) -> TYPE
  return %1 : TYPE
"""),
    "nested": (T, """
  %0 = "stablehlo.if"(%c) ({
    %2 = "stablehlo.if"(%c) ({
      %3 = stablehlo.concatenate %x, %y, dim = 0 : (TYPE, TYPE) -> TYPE
      stablehlo.return %3 : TYPE
    }, {
      stablehlo.return %x : TYPE
    }) : (tensor<i1>) -> TYPE
    stablehlo.return %2 : TYPE
  }, {
    stablehlo.return %y : TYPE
  }) : (tensor<i1>) -> TYPE
  %1 = stablehlo.abs %0 : TYPE
  return %1 : TYPE
"""),
    "case": (T, """
  %i = stablehlo.convert %c : (tensor<i1>) -> tensor<i32>
  %0 = "stablehlo.case"(%i) ({
    %2 = stablehlo.concatenate %x, %x, dim = 0 : (TYPE, TYPE) -> TYPE
    stablehlo.return %2 : TYPE
  }, {
    stablehlo.return %y : TYPE
  }, {
    stablehlo.return %x : TYPE
  }) : (tensor<i32>) -> TYPE
  %1 = stablehlo.negate %0 : TYPE
  return %1 : TYPE
"""),
    "scf": (T, """
  %p = tensor.extract %c[] : tensor<i1>
  %0:2 = scf.if %p -> (TYPE, TYPE) {
    scf.yield %x, %x : TYPE, TYPE
  } else {
    %2 = stablehlo.negate %y : TYPE
    scf.yield %2, %y : TYPE, TYPE
  }
  %1 = stablehlo.subtract %0#0, %0#0 : TYPE
  %3 = stablehlo.concatenate %1, %0#1, dim = 0 : (TYPE, TYPE) -> TYPE
  return %3 : TYPE
"""),
}  # fmt: skip


def program(name: str) -> str:
    """The text of a program."""
    kind, body = PROGRAMS[name]
    return (HEAD + body + "}\n").replace("RESULTS", kind).replace("TYPE", kind)


@pytest.mark.parametrize("engine", ["iree", "native"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_branches(name: str, engine: str) -> None:
    text = program(name)
    expected = disc_shape.compile(text, engine="reference")
    compiled = disc_shape.compile(text, engine=engine)
    rank = PROGRAMS[name][0].count("?")
    for (one, other), chosen in product([(3, 4), (4, 3), (0, 2), (2, 0), (1, 1)], [True, False]):
        x = np.arange(one**rank, dtype=np.float32).reshape((one,) * rank) + 1
        y = np.arange(other**rank, dtype=np.float32).reshape((other,) * rank) - 9
        given = x, y, np.array(chosen)
        for ours, theirs in zip(compiled(*given), expected(*given), strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-6)


def test_branches_of_xla() -> None:
    """What XLA's branches yield has one type: sizes that differ are refused in one line."""
    compiled = disc_shape.compile(program("arguments"), engine="xla")
    x, y = np.ones(3, np.float32), np.full(3, 2, np.float32)
    for chosen, expected in ((True, x), (False, y)):
        (found,) = compiled(x, y, np.array(chosen))
        np.testing.assert_array_equal(found, -expected)
    with pytest.raises(disc_shape.EngineError) as refused:
        compiled(x, y[:2], np.array(True))
    assert "\n" not in str(refused.value)
