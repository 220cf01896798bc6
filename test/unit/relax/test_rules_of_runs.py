"""The rules of running programs, one case or more for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

import numpy as np
import pytest
from fuzz.harness import context, parse
from unit.relax.shorthand import expanded
from xdsl.passes import ModulePass

from disc_shape.errors import OperationError
from disc_shape.interpreters.externals import External, ShapeValue
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.relax_eliminate_checks import RelaxEliminateChecksPass
from disc_shape.passes.relax_infer import RelaxInferPass
from disc_shape.passes.relax_insert_checks import RelaxInsertChecksPass
from disc_shape.passes.relax_normalize import RelaxNormalizePass
from disc_shape.relax.running import run_module
from disc_shape.relax.running.values import Scalar, Value

ROW = np.arange(3, dtype=np.float32)
WIDE = np.ones((3, 4), np.float32)
YES, NO = np.array(True), np.array(False)


def result(
    text: str,
    arguments: Sequence[Value] = (),
    externals: Mapping[str, External] | None = None,
    entry: str | None = None,
) -> Value:
    """What a program returns."""
    module = parse(expanded(text))
    return run_module(module, list(arguments), externals=externals or {}, entry=entry).result


def refused(text: str, arguments: Sequence[Value], message: str, entry: str | None = None) -> None:
    """A run ends with an error."""
    with pytest.raises(OperationError, match=message):
        result(text, arguments, entry=entry)


def plain(value: Value) -> object:
    """A value as lists and numbers."""
    if isinstance(value, tuple) and not isinstance(value, ShapeValue):
        return [plain(one) for one in cast("tuple[Value, ...]", value)]
    return value.tolist() if isinstance(value, np.ndarray) else value


def body(text: str, parameters: str = "%x: T<n>", given: str = "O") -> str:
    """`@main` with a body."""
    return f"relax.func impure @main({parameters}) -> {given} {{ {text} }}"


def cast_to(type_: str) -> str:
    """A program that casts its argument and returns it."""
    return body(f"%y = relax.match_cast %x : O to {type_} relax.return %y : {type_}", "%x: O")


CASTS: list[tuple[str, str, Value, str | None]] = [
    ("RLX-170", "O", ROW, None),
    ("RLX-170", "O", ShapeValue((2,)), None),
    ("RLX-170", "O", Scalar("i64", 3), None),
    ("RLX-171", "T<n,m>", WIDE, None),
    ("RLX-171", "T<n,m>", ROW, "rank 1, expected 2"),
    ("RLX-171", "T<n|i32>", ROW, "elements of float32"),
    ("RLX-171", "T<n>", ShapeValue((3,)), "the shape"),
    ("RLX-173", "T<n,4>", WIDE, None),
    ("RLX-173", "T<n,5>", WIDE, "is 4, expected 5"),
    ("RLX-174", "!relax.prim<i64, 3>", Scalar("i64", 3), None),
    ("RLX-174", "!relax.prim<i64, 4>", Scalar("i64", 3), "is 3, expected 4"),
    ("RLX-174", "!relax.prim<f32>", Scalar("i64", 3), "of type i64"),
    ("RLX-175", "S<n,m>", ShapeValue((3, 4)), None),
    ("RLX-175", "S<n,m>", ShapeValue((3,)), "length 1, expected 2"),
    ("RLX-175", "S<n>", ROW, "a tensor"),
    ("RLX-176", "tuple<T<n>, S<n,m>>", (ROW, ShapeValue((3, 4))), None),
    ("RLX-176", "tuple<T<n>, S<n,m>>", (ROW, ShapeValue((2, 4))), "is 2, expected @n = 3"),
    ("RLX-177", "!relax.func<(O) -> O>", ROW, "a tensor"),
    ("RLX-057", '!relax.packed<"default">', ROW, "a tensor"),
    ("RLX-051", "!relax.prim<f32>", np.array(1, np.float32), "a tensor of rank 0"),
    ("RLX-160", "T<n,n>", np.ones((3, 3), np.float32), None),
    ("RLX-160", "T<n,n>", WIDE, "is 4, expected @n = 3"),
    ("RLX-190", "T<n,4>", np.ones((3, 5), np.float32), "is 5, expected 4"),
]


def rule_of(value: object) -> str:
    """A case by its rule."""
    return value if isinstance(value, str) and value.startswith("RLX") else ""


@pytest.mark.parametrize(("rule", "type_", "value", "message"), CASTS, ids=rule_of)
def test_cast(rule: str, type_: str, value: Value, message: str | None) -> None:
    entry = body(f"relax.return %x : {type_}", f"%x: {type_}")
    for text in (cast_to(type_), entry):
        if message is None:
            assert result(text, [value]) is value, rule
        else:
            refused(text, [value], message)


BOTH = """relax.func @main(%x: T<n>) -> T<n> {
            %0 = relax.call @inner(%x) : (T<n>) -> T<n> relax.return %0 : T<n> }
          relax.func private @inner(%x: T<n>) -> T<n> {
            %0 = relax.negative %x : (T<n>) -> T<n> relax.return %0 : T<n> }"""
NEGATED = [-0.0, -1.0, -2.0]
CAPTURED = """relax.func @main(%x: T<n>, %y: T<m>) -> O {
  %f = relax.closure %self (%t: T<k>) -> tuple<S<k,n>, T<n>> {
    %s = relax.shape [@k, @n]
    %u = relax.tuple(%s, %x) : tuple<S<k,n>, T<n>>
    relax.return %u : tuple<S<k,n>, T<n>> }
  %0 = relax.call %f(%y) : (T<m>) -> tuple<S<m,n>, T<n>>
  relax.return %0 : tuple<S<m,n>, T<n>> }"""
COUNTDOWN = """relax.func @main(%x: T<|i32>) -> T<|i32> {
  %f = relax.closure %self (%t: T<|i32>) -> T<|i32> {
    %zero = relax.constant dense<0> : T<|i32>
    %one = relax.constant dense<1> : T<|i32>
    %c = relax.greater %t, %zero : (T<|i32>, T<|i32>) -> T<|i1>
    %r = relax.if %c : T<|i1> -> T<|i32> {
      %u = relax.subtract %t, %one : (T<|i32>, T<|i32>) -> T<|i32>
      %v = relax.call %self(%u) : (T<|i32>) -> T<|i32>
      relax.yield %v : T<|i32>
    } else {
      relax.yield %t : T<|i32>
    }
    relax.return %r : T<|i32> }
  %0 = relax.call %f(%x) : (T<|i32>) -> T<|i32>
  relax.return %0 : T<|i32> }"""
OF_SHAPE = body(
    "%y = relax.match_cast %x : O to !relax.tensor<@s : 1, f32>"
    " relax.return %y : !relax.tensor<@s : 1, f32>",
    "%x: O, %s: !relax.shape<@s : 1>",
)
VALUES: list[tuple[str, str, Sequence[Value], object]] = [
    ("RLX-004", BOTH, [ROW], NEGATED),
    (
        "RLX-013",
        body(
            "%s = relax.shape [(1 - @n) floordiv 2 + 9, (1 - @n) mod 2] relax.return %s :"
            " S<(1 - n) floordiv 2 + 9,(1 - n) mod 2>",
            "%x: T<n>",
        ),
        [np.ones(4, np.float32)],
        ShapeValue((7, 1)),
    ),
    (
        "RLX-021",
        body(
            "%u = relax.tuple() : U %t = relax.tuple(%x, %u) : tuple<T<n>, U>"
            " relax.return %t : tuple<T<n>, U>"
        ),
        [ROW],
        [[0, 1, 2], []],
    ),
    (
        "RLX-032",
        body(
            "relax.match_cast %x : O to T<p> %s = relax.shape [@p] relax.return %s : S<p>", "%x: O"
        ),
        [ROW],
        ShapeValue((3,)),
    ),
    (
        "RLX-033",
        body("%s = relax.shape [@n * 2, @m] relax.return %s : S<n * 2,m>", "%x: T<n,m>"),
        [WIDE],
        ShapeValue((6, 4)),
    ),
    (
        "RLX-035",
        """relax.func @main(%x: T<n>) -> T<n> {
             %g = relax.function_ref @inner : !relax.func<(T<k>) -> T<k>>
             %t = relax.tuple(%g) : tuple<!relax.func<(T<k>) -> T<k>>>
             %h = relax.get %t[0] : tuple<!relax.func<(T<k>) -> T<k>>>
             %0 = relax.call %h(%x) : (T<n>) -> T<n>
             relax.return %0 : T<n> }
           relax.func private @inner(%x: T<n>) -> T<n> {
             %0 = relax.negative %x : (T<n>) -> T<n> relax.return %0 : T<n> }""",
        [ROW],
        NEGATED,
    ),
    ("RLX-036", COUNTDOWN, [np.array(4, np.int32)], 0),
    ("RLX-053", CAPTURED, [ROW, WIDE[0]], [ShapeValue((4, 3)), [0, 1, 2]]),
    ("RLX-054", COUNTDOWN, [np.array(2, np.int32)], 0),
    ("RLX-059", COUNTDOWN, [np.array(1, np.int32)], 0),
    ("RLX-162", CAPTURED, [ROW, ROW], [ShapeValue((3, 3)), [0, 1, 2]]),
    ("RLX-172", OF_SHAPE, [ROW, ShapeValue((3,))], [0, 1, 2]),
    (
        "RLX-181",
        body(
            "relax.match_cast %x : O to T<p,q> %s = relax.shape [@p, @q] relax.return %s : S<p,q>",
            "%x: O",
        ),
        [WIDE],
        ShapeValue((3, 4)),
    ),
    (
        "RLX-193",
        body("%s = relax.shape [@m, @n] relax.return %s : S<m,n>", "%x: T<m * n>, %y: T<m,n>"),
        [np.ones(12, np.float32), WIDE],
        ShapeValue((3, 4)),
    ),
    (
        "RLX-300",
        """relax.func @main(%x: T<n>) -> T<n> {
             %g = relax.function_ref @later : !relax.func<(T<k>) -> T<k>>
             %0 = relax.call %g(%x) : (T<n>) -> T<n>
             relax.return %0 : T<n> }
           relax.func private @later(%x: T<n>) -> T<n> { relax.return %x : T<n> }""",
        [ROW],
        [0, 1, 2],
    ),
    (
        "RLX-305",
        body(
            "%a = relax.get %t[1] : tuple<O, tuple<O, T<n>>> %b = relax.get %a[1] : tuple<O, T<n>>"
            " relax.return %b : T<n>",
            "%t: tuple<O, tuple<O, T<n>>>",
        ),
        [(ROW, (ROW, WIDE[0]))],
        [1, 1, 1, 1],
    ),
    ("RLX-306", CAPTURED, [ROW, WIDE[0]], [ShapeValue((4, 3)), [0, 1, 2]]),
    (
        "RLX-312",
        """relax.func @main(%x: T<n>) -> T<n> {
             %0 = relax.seq {
               %1 = relax.dataflow {
                 %2 = relax.negative %x : (T<n>) -> T<n>
                 relax.output %2 : T<n>
               } -> T<n>
               relax.yield %1 : T<n>
             } -> T<n>
             relax.return %0 : T<n> }""",
        [ROW],
        NEGATED,
    ),
]


@pytest.mark.parametrize(("rule", "text", "arguments", "wanted"), VALUES, ids=rule_of)
def test_value(rule: str, text: str, arguments: Sequence[Value], wanted: object) -> None:
    assert plain(result(text, arguments, entry="main")) == wanted, rule


def test_a_tensor_has_the_shape_that_a_value_holds() -> None:
    """RLX-172: another one is refused."""
    refused(OF_SHAPE, [ROW, ShapeValue((4,))], r"is 3, expected @s\[0\] = 4")


def test_each_public_function_is_an_entry() -> None:
    """RLX-004: `@main` and any other that has an external symbol."""
    text = BOTH.replace("private ", "")
    assert plain(result(text, [ROW], entry="inner")) == NEGATED


CALL = '%{0} = relax.call_packed "{1}"(%{2}) : (O) -> O '


def test_a_private_function_is_no_entry() -> None:
    """RLX-005, RLX-040: only a function with an external symbol can be run from outside."""
    refused(BOTH, [ROW], "inner", entry="inner")


@pytest.mark.parametrize(
    ("rule", "condition", "wanted"), [("RLX-028", YES, 1), ("RLX-009", NO, 0)], ids=rule_of
)
def test_one_branch_runs(rule: str, condition: Array, wanted: int) -> None:
    text = body(
        "%r = relax.if %c : T<|i1> -> O { relax.yield %x : O } else {"
        " %y = relax.match_cast %x : O to T<1,2,3> relax.yield %y : T<1,2,3> }"
        " relax.return %r : O",
        "%c: T<|i1>, %x: O",
    )
    if wanted:
        assert result(text, [condition, ROW]) is ROW, rule
    else:
        refused(text, [condition, ROW], "rank 1, expected 3")


def test_what_may_fail_is_pure() -> None:
    """RLX-072, RLX-076, RLX-179: a failing cast in pure code ends the run; nothing follows."""
    text = """relax.func impure @main(%x: O) -> O {
      relax.dataflow { relax.match_cast %x : O to T<4> relax.output }
      %0 = relax.call_packed "after"(%x) : (O) -> O
      relax.return %x : O }"""
    seen: list[Value] = []
    with pytest.raises(OperationError, match="expected 4"):
        result(text, [ROW], {"after": seen.append})
    assert not seen


def test_an_unused_failing_cast_outside_of_dataflow_fails() -> None:
    """RLX-077: outside of dataflow blocks errors stay."""
    refused(body("relax.match_cast %x : T<n> to T<4> relax.return %x : T<n>"), [ROW], "expected 4")


def test_an_external_function_is_found_when_it_is_reached() -> None:
    """RLX-024, RLX-308: a name without a function is an error where it is evaluated."""
    text = body(
        "%r = relax.if %c : T<|i1> -> O { relax.yield %x : O } else {"
        ' %0 = relax.call_packed "missing"(%x) : (O) -> O relax.yield %0 : O }'
        " relax.return %r : O",
        "%c: T<|i1>, %x: O",
    )
    assert result(text, [YES, ROW]) is ROW
    refused(text, [NO, ROW], "called 'missing'")


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("RLX-025", Scalar("i64", 3)),
        ("RLX-056", object()),
        ("RLX-343", None),
    ],
    ids=rule_of,
)
def test_a_value_is_passed_on(rule: str, value: Value) -> None:
    seen: list[Value] = []
    text = body('%0 = relax.call_packed "take"(%x) : (O) -> O relax.return %x : O', "%x: O")
    assert result(text, [value], {"take": seen.append}) is value, rule
    assert seen[0] is value


def write_one(array: Array) -> None:
    array[...] = 1


@pytest.mark.parametrize("rule", ["RLX-180", "RLX-301", "RLX-311"])
def test_what_is_written_is_seen_by_every_name(rule: str) -> None:
    text = body(
        '%y = relax.match_cast %x : T<n> to T<k> %0 = relax.call_packed "write"(%y) : (T<k>) -> O'
        " relax.return %x : T<n>"
    )
    assert plain(result(text, [ROW.copy()], {"write": write_one})) == [1, 1, 1], rule


@pytest.mark.parametrize("rule", ["RLX-302", "RLX-304"])
def test_a_constant_is_a_new_tensor(rule: str) -> None:
    text = """relax.func private impure @one() -> T<1> {
      %c = relax.constant dense<[5.0]> : T<1>
      %0 = relax.call_packed "write"(%c) : (T<1>) -> O
      relax.return %c : T<1> }
    relax.func impure @main() -> T<1> {
      %0 = relax.call @one() : () -> T<1>
      %1 = relax.call @one() : () -> T<1>
      relax.return %1 : T<1> }"""

    def add(array: Array) -> None:
        array[...] = np.add(array, 1)

    assert plain(result(text, externals={"write": add}, entry="main")) == [6], rule


def noted(calls: list[str]) -> Mapping[str, External]:
    """Functions that note their names."""

    def of(name: str) -> Callable[[Value], Value]:
        def note(value: Value) -> Value:
            calls.append(name)
            return value

        return note

    return {name: of(name) for name in "abc"}


@pytest.mark.parametrize(
    ("rule", "passes"),
    [
        ("RLX-314", []),
        ("RLX-314", [RelaxNormalizePass(), RelaxInferPass(), RelaxInsertChecksPass()]),
        ("RLX-314", [RelaxInsertChecksPass(), RelaxEliminateChecksPass()]),
    ],
)
def test_effects_are_in_order(rule: str, passes: Sequence[ModulePass]) -> None:
    calls: list[str] = []
    text = body(
        "".join(CALL.format(at, name, "x") for at, name in enumerate("abc"))
        + "%t = relax.tuple(%0, %1, %2) : tuple<O, O, O> relax.return %t : tuple<O, O, O>",
        "%x: O",
    )
    module = parse(expanded(text))
    for one in passes:
        one.apply(context(), module)
    run_module(module, [ROW], externals=noted(calls))
    assert calls == ["a", "b", "c"], rule


def test_a_condition_decides_before_its_branch() -> None:
    """RLX-307: exactly one branch is evaluated."""
    calls: list[str] = []
    text = body(
        f"%r = relax.if %c : T<|i1> -> O {{ {CALL.format(0, 'a', 'x')} relax.yield %0 : O }} else"
        f" {{ {CALL.format(1, 'b', 'x')} relax.yield %1 : O }} relax.return %r : O",
        "%c: T<|i1>, %x: O",
    )
    result(text, [YES, ROW], noted(calls))
    result(text, [NO, ROW], noted(calls))
    assert calls == ["a", "b"]


PRIMITIVE = """relax.prim_func @pf(T<a>, T<a>)
relax.func @main(%x: T<n>) -> T<n> {
  %0 = relax.call_tir @pf(%x) : (T<n>) -> T<n>
  relax.return %0 : T<n> }"""


def test_results_are_passed_last() -> None:
    """RLX-333: a primitive function gets new results after its arguments, and writes them."""

    def double(x: Array, y: Array) -> None:
        y[...] = np.add(x, x)

    assert plain(result(PRIMITIVE, [ROW], {"pf": double})) == [0, 2, 4]


IN_PLACE_OF = "could not broadcast input array from shape (3,4) into shape (3,)"
CLAIMED = [
    ("RLX-335", PRIMITIVE, f"relax.call_tir: 'pf' failed: ValueError: {IN_PLACE_OF}"),
    (
        "RLX-339",
        PRIMITIVE.replace("call_tir @pf", 'call_dps_packed "pf"'),
        f"relax.call_dps_packed: 'pf' failed: ValueError: {IN_PLACE_OF}",
    ),
    ("RLX-149", PRIMITIVE.replace("call_tir @pf", 'call_pure_packed "pf"'), "rank 2, expected 1"),
]


@pytest.mark.parametrize(("rule", "text", "message"), CLAIMED, ids=rule_of)
def test_a_result_that_is_not_claimed_is_an_error(rule: str, text: str, message: str) -> None:
    def wide(_x: Array, out: Array | None = None) -> Value:
        if out is not None:
            out[...] = WIDE
        return WIDE

    with pytest.raises(OperationError) as caught:
        result(text, [ROW], {"pf": wide})
    assert message in str(caught.value), rule


def test_closures_carry_their_type() -> None:
    """RLX-055, RLX-178: a cast of a closure compares parameters and purity."""
    text = """relax.func @main(%x: T<n>) -> O {
      %f = relax.closure %self (%t: O, %u: O) -> O { relax.return %t : O }
      %g = relax.bind %f : !relax.func<(O, O) -> O> -> O
      %h = relax.match_cast %g : O to TYPE
      relax.return %h : TYPE }"""
    result(text.replace("TYPE", "!relax.func<(O, O) -> O>"), [ROW])
    refused(text.replace("TYPE", "!relax.func<(O) -> O>"), [ROW], "expected")


def test_a_function_parameter_binds_from_the_closure() -> None:
    """RLX-192: the symbols of a function's type come from the closure's own type."""
    text = """relax.func @main(%x: T<n>) -> S<?> {
      %f = relax.closure %self (%t: T<n>) -> T<n> { relax.return %t : T<n> }
      %0 = relax.call @read(%f) : (!relax.func<(T<n>) -> T<n>>) -> S<n>
      relax.return %0 : S<n> }
    relax.func private @read(%g: !relax.func<(T<k>) -> T<k>>) -> S<k> {
      %s = relax.shape [@k]
      relax.return %s : S<k> }"""
    found = result(text, [ROW], entry="main")
    assert cast("ShapeValue", found) == ShapeValue((3,))


def test_tensors_are_moved() -> None:
    """RLX-052: a transfer copies a tensor, the operand stays where it is."""
    text = body(
        '%0 = relax.to_vdevice %x {device = "a:0:g"} : (T<n>) -> T<n>'
        ' %1 = relax.call_packed "write"(%0) : (T<n>) -> O relax.return %x : T<n>'
    )
    assert plain(result(text, [ROW.copy()], {"write": write_one})) == [0, 1, 2]
