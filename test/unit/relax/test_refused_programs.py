"""The rules of programs, one case or more for each: what is refused, or warned of."""

from __future__ import annotations

import warnings

import pytest
from unit.relax.programs import MAIN, Case, applied, rule_of
from xdsl.utils.exceptions import ParseError, VerifyException

from disc_shape.errors import OperationError, OperationErrors

REFUSED: list[Case] = [
    (
        "RLX-008",
        "",
        "relax.prim_func @f(T<n|vector<4xf32>>)",
        "vector<4xf32> is no element type of Relax",
    ),
    (
        "RLX-011",
        "",
        f"{MAIN} -> O {{ relax.prim_func @p(T<k>) relax.return %x : T<n,m> }}",
        "expects parent op 'builtin.module'",
    ),
    (
        "RLX-023",
        "",
        """relax.func @f(%x: O) -> O {
             %s = relax.shape [@p + 1]
             %y = relax.match_cast %x : O to T<p>
             relax.return %s : S<p + 1> }""",
        "symbol @p is not bound",
    ),
    (
        "RLX-028",
        "relax-check",
        """relax.func @f(%c: T<|f32>, %x: O) -> O {
             %r = relax.if %c : T<|f32> -> O {
               relax.yield %x : O
             } else {
               relax.yield %x : O
             }
             relax.return %r : O }""",
        "the condition is of type !relax.tensor<[], f32>, no boolean scalar [RLX-028]",
    ),
    (
        "RLX-029",
        "relax-check",
        """relax.func @f(%t: tuple<T<n>>) -> O {
             %0 = relax.get %t[2] : tuple<T<n>> -> I
             relax.return %0 : I }""",
        "member 2 of a tuple of 1",
    ),
    (
        "RLX-030",
        "",
        """relax.func @f(%x: T<n>) -> O {
             %0 = relax.seq {
               %1 = relax.exp %x : (T<n>) -> T<n>
               relax.yield %1 : T<n>
             } -> T<n>
             relax.return %1 : T<n> }""",
        "values used but not defined: [%1]",
    ),
    (
        "RLX-038",
        "relax-check",
        """relax.func @f(%x: T<n>) -> O {
             %0 = relax.call_packed "g"(%x) : (T<n>) -> O
             relax.return %0 : O }""",
        "effects in a pure function",
    ),
    (
        "RLX-061",
        "",
        """relax.func @f(%x: T<n>) -> O {
             relax.dataflow {
               %1 = relax.exp %x : (T<n>) -> T<n>
               relax.output
             }
             relax.return %1 : T<n> }""",
        "values used but not defined: [%1]",
    ),
    (
        "RLX-063",
        "",
        """relax.func @f(%c: T<|i1>, %x: O) -> O {
             %r = relax.if %c : T<|i1> -> O {
               %y = relax.match_cast %x : O to T<p>
               relax.yield %y : T<p>
             } else {
               relax.yield %x : O
             }
             %s = relax.shape [@p]
             relax.return %s : S<p> }""",
        "symbol @p is not bound",
    ),
    (
        "RLX-070",
        "relax-check",
        """relax.func @f(%x: T<n>) -> O {
             %0 = relax.print %x : (T<n>) -> U
             relax.return %x : T<n> }""",
        "effects in a pure function",
    ),
    (
        "RLX-120",
        "",
        "relax.func @f(%s: !relax.shape<@s : 2>, %x: !relax.tensor<@s : 3, f32>)"
        " -> O { relax.return %x : !relax.tensor<@s : 3, f32> }",
        "a tensor of rank 3 has the shape of @s, which is of rank 2",
    ),
    (
        "RLX-125",
        "",
        "relax.func @f(%x: T<n>, %s: S<u + 1,2>) -> O { relax.return %x : T<n> }",
        "!relax.shape<[@u + 1, 2]> names @u",
    ),
    (
        "RLX-126",
        "",
        "relax.func @f(%x: T<n>, %p: !relax.prim<i64, @u + 1>) -> O { relax.return %x : T<n> }",
        "!relax.prim<i64, @u + 1> names @u",
    ),
    ("RLX-129", "", "relax.prim_func @f(!relax.prim<index>)", "index is no element type of Relax"),
    (
        "RLX-147",
        "",
        "relax.func @f(%x: !relax.tensor<@s, f32>, %s: !relax.shape<[4]>) -> O"
        " { relax.return %x : !relax.tensor<@s, f32> }",
        "names @s",
    ),
    (
        "RLX-148",
        "",
        "relax.func @f(%x: O) -> O { %y = relax.bind %x : O -> T<u> relax.return %y : T<u> }",
        "names @u",
    ),
    (
        "RLX-257",
        "relax-check",
        """relax.func @f(%x: O) -> O {
             %0 = relax.exp %x : (O) -> I
             relax.return %0 : I }""",
        "match_cast it first",
    ),
    (
        "RLX-258",
        "relax-check",
        """relax.func @f(%x: T<n>) -> O {
             %f = relax.closure %self (%t: T<n>) {
               %0 = relax.call %self(%t) : (T<n>) -> I
               relax.return %0 : I }
             relax.return %x : T<n> }""",
        "calls itself and declares no result type",
    ),
    (
        "RLX-259",
        "relax-check",
        """relax.func @f(%x: T<3>) -> O {
             %0 = relax.bind %x : T<3> -> T<4>
             relax.return %0 : T<4> }""",
        "the value is of type !relax.tensor<[3], f32>, but !relax.tensor<[4], f32> is declared"
        " [RLX-259]",
    ),
    (
        "RLX-266",
        "relax-check",
        """relax.func @f(%x: T<n>) -> O {
             %0 = relax.call %x() : () -> I
             relax.return %0 : I }""",
        "no function",
    ),
]
WARNED: list[Case] = [
    (
        "RLX-259",
        "relax-check",
        """relax.func @f(%x: T<n>) -> O {
             %0 = relax.bind %x : T<n> -> T<3>
             relax.return %0 : T<3> }""",
        "but !relax.tensor<[3], f32> is declared; it is checked at run time",
    ),
    (
        "RLX-149",
        "relax-check",
        """relax.func @f(%x: T<?>) -> T<3> { relax.return %x : T<?> }""",
        "checked at run time",
    ),
    (
        "RLX-294",
        "relax-check",
        """relax.func @f(%x: T<n * n>, %s: S<n>) -> O {
             %0 = relax.bind %x : T<n * n> -> T<n>
             relax.return %0 : T<n> }""",
        "fails for n = ",
    ),
]


@pytest.mark.parametrize(("rule", "passes", "text", "message"), REFUSED, ids=rule_of)
def test_refused(rule: str, passes: str, text: str, message: str) -> None:
    with pytest.raises((OperationError, OperationErrors, ParseError, VerifyException)) as caught:
        applied(text, passes)
    assert message in str(caught.value), rule


@pytest.mark.parametrize(("rule", "passes", "text", "message"), WARNED, ids=rule_of)
def test_warned(rule: str, passes: str, text: str, message: str) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        applied(text, passes)
    assert any(message in str(one.message) for one in caught), rule
