"""Sizes that are sharded are multiples of the number of parts; shardings stay in every pass."""

import re

import pytest

import disc_shape
from disc_shape.dialects.sdy import TensorShardingAttr
from disc_shape.errors import OperationError
from disc_shape.guards.shardings import check_shardings, parts

PROGRAM = """
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(
    %x: tensor<?x?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %w: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}
) -> (tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  CHECK
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<?x?xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {"y"}]> : tensor<?x8xf32>
  %2 = stablehlo.tanh %1 : tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}
"""
EVEN = """
  %r = arith.remui %n, %c2 : index
  %even = arith.cmpi eq, %r, %c0 : index
  cf.assert %even, "n is odd"
"""
ARGUMENT = "dimension 0 of argument 0 is sharded: expected a multiple of 2"
VALUE = (
    "dimension 0 of the operand of 'sdy.sharding_constraint' is sharded: expected a multiple of 2"
)
RESULT = "dimension 0 of result 0 is sharded: expected a multiple of 8"
SHARDING = re.compile(r"sdy\.sharding = [^}]*\{[^]]*\]>|sdy\.sharding_constraint|sdy\.mesh @mesh.*")


def checks(check: str) -> list[str]:
    """The messages of the guards that are left after optimization."""
    program = disc_shape.parse(PROGRAM.replace("CHECK", check))
    check_shardings(program.module)
    return re.findall(r'cf\.assert .*, "(.*)"', program.optimize().text)


def test_a_check_is_left_unless_facts_imply_it() -> None:
    assert checks("") == [ARGUMENT, RESULT]
    assert checks(EVEN) == ["n is odd", RESULT]
    eighth = EVEN.replace("%n, %c2", "%n, %c8")
    assert checks(f"%c8 = arith.constant 8 : index {eighth}") == ["n is odd"]


def test_values_inside_are_checked() -> None:
    program = disc_shape.parse(PROGRAM.replace("CHECK", ""))
    check_shardings(program.module)
    assert re.findall(r'cf\.assert .*, "(.*)"', program.text) == [ARGUMENT, VALUE, RESULT]


@pytest.mark.parametrize(
    ("sharding", "expected"),
    [
        ('@mesh, [{"x"}, {}]', [2, 1]),
        ('@mesh, [{"x", "y"}, {"z"}]', [8, 3]),
        ('@mesh, [{"y":(1)2, ?}, {?}]', [2, 1]),
        ('@mesh, [{"x"}p0, {"y"}p1], replicated={"z"}', [2, 4]),
        ('@other, [{"x"}]', [1]),
        ("@mesh, []", []),
    ],
)
def test_parts(sharding: str, expected: list[int]) -> None:
    known = {"mesh": {"x": 2, "y": 4, "z": 3}}
    assert parts(TensorShardingAttr(sharding), known) == expected


def test_a_known_size_that_does_not_divide() -> None:
    text = PROGRAM.replace("CHECK", "").replace("x8x", "x6x")
    with pytest.raises(OperationError, match=r"^dimension 1 of argument 1 is 6, expected"):
        check_shardings(disc_shape.parse(text).module)


@pytest.mark.parametrize(
    "passes",
    [
        "shape-optimization",
        "shape-optimization{keep-tie-shape=true}",
        'assume-shapes{facts="x: [n, k]; n % 8 == 0"},shape-optimization,specialize-shapes{n=16}'
        ",shape-optimization",
        "shape-optimization,strip-shape-constraints",
        "materialize-shape-computation,shape-computation-canonicalize",
        "disc-inline,insert-shape-guards,shape-optimization",
        "shape-optimization,export-stablehlo{flavor=stablehlo}",
        "shape-optimization,export-stablehlo{flavor=index}",
        "shape-optimization,export-for-engine{engine=xla}",
    ],
)
def test_shardings_stay(passes: str) -> None:
    program = disc_shape.parse(PROGRAM.replace("CHECK", EVEN))
    expected = sorted(SHARDING.findall(program.text))
    assert len(expected) == 5
    assert sorted(SHARDING.findall(program.lower(passes).text)) == expected
