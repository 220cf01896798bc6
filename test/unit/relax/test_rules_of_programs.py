"""The rules of programs, one case or more for each: what is accepted, refused, printed and run."""

from __future__ import annotations

import warnings

import pytest
from fuzz.harness import context, parse
from unit.relax.shorthand import expanded
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import ParseError, VerifyException

from disc_shape.errors import OperationError, OperationErrors
from disc_shape.passes.relax_check import RelaxCheckPass
from disc_shape.passes.relax_infer import RelaxInferPass
from disc_shape.passes.relax_normalize import RelaxNormalizePass
from disc_shape.passes.relax_realize_vdevice import RelaxRealizeVdevicePass

Case = tuple[str, str, str, str]
"""A rule, the passes, a program, and a part of what is printed or of the message."""

PASSES: dict[str, ModulePass] = {
    one.name: one
    for one in (
        RelaxCheckPass(),
        RelaxInferPass(),
        RelaxNormalizePass(),
        RelaxRealizeVdevicePass(),
    )
}
MAIN = "relax.func @main(%x: T<n,m>)"


def rule_of(value: str) -> str:
    """A case by its rule."""
    return value if value.startswith("RLX") else ""


ACCEPTED: list[Case] = [
    (
        "RLX-001",
        "relax-check",
        f"relax.prim_func @p(T<k>)\n{MAIN} -> O {{ relax.return %x : T<n,m> }}",
        "relax.prim_func @p",
    ),
    (
        "RLX-002",
        "relax-normalize,relax-infer",
        'module attributes {relax.vdevices = ["a:0:g"]} {'
        f"{MAIN} -> O {{ relax.return %x : T<n,m> }} }}",
        'relax.vdevices = ["a:0:g"]',
    ),
    (
        "RLX-003",
        "relax-check",
        """relax.func @f(%x: T<n>) -> T<n> {
             %0 = relax.call @g(%x) : (T<n>) -> T<n>
             relax.return %0 : T<n> }
           relax.func @g(%x: T<n>) -> T<n> {
             %0 = relax.call @f(%x) : (T<n>) -> T<n>
             relax.return %0 : T<n> }""",
        "relax.call @g",
    ),
    ("RLX-006", "relax-normalize,relax-check", f"{MAIN} -> O {{ relax.return %x : T<n,m> }}", "@m"),
    ("RLX-010", "relax-check", "relax.func @f(%x: T<n|?>) -> O { relax.return %x : T<n|?> }", "?>"),
    (
        "RLX-012",
        "relax-check",
        """relax.func @f(
             %x: T<n,m>,
             %y: T<n + m,n * m,n floordiv 2,n mod 3,min(n,m),max(n,4),select(n == m, n, 4)>)
             -> O { relax.return %x : T<n,m> }""",
        "@m * @n, @n floordiv 2, @n mod 3, min(@m, @n), max(@n, 4), select(@n == @m, @n, 4)]",
    ),
    (
        "RLX-020",
        "relax-infer",
        """relax.func @f() {
             %c = relax.constant dense<[[1, 2, 3], [4, 5, 6]]> : T<2,3|i32>
             relax.return %c : T<2,3|i32> }""",
        "-> !relax.tensor<[2, 3], i32>",
    ),
    (
        "RLX-023",
        "relax-check",
        """relax.func @f(%x: O) -> S<?> {
             %y = relax.match_cast %x : O to T<p>
             %s = relax.shape [@p + 1]
             relax.return %s : S<p + 1> }""",
        "relax.shape [@p + 1]",
    ),
    (
        "RLX-026",
        "relax-infer",
        """relax.func @f() {
             %m = relax.string "mode"
             %d = relax.dtype f16
             %t = relax.tuple(%m, %d) : tuple<O, O>
             relax.return %t : tuple<O, O> }""",
        "-> tuple<!relax.object, !relax.object>",
    ),
    (
        "RLX-027",
        "relax-infer",
        """relax.func @f(%t: tuple<!relax.func<(O) -> S<4>>>, %x: T<n>) {
             %g = relax.get %t[0] : tuple<!relax.func<(O) -> S<4>>>
             %0 = relax.call %g(%x) : (T<n>) -> I
             relax.return %0 : I }""",
        "-> !relax.shape<[4]>",
    ),
    (
        "RLX-031",
        "relax-check",
        """relax.func @f(%x: T<n>) -> T<n> {
             %0 = relax.dataflow {
               %1 = relax.exp %x : (T<n>) -> T<n>
               relax.output %1 : T<n>
             } -> T<n>
             relax.return %0 : T<n> }""",
        "relax.output",
    ),
    (
        "RLX-034",
        "relax-infer",
        """relax.func @f(%x: T<n>) {
             %g = relax.closure %self (%t: T<n>) -> T<n> { relax.return %t : T<n> }
             %0 = relax.call %g(%x) : (T<n>) -> I
             relax.return %0 : I }""",
        "-> !relax.tensor<[@n], f32>",
    ),
    (
        "RLX-037",
        "relax-infer",
        """relax.func @f(%x: T<n>) {
             %0 = relax.median %x : (T<n>) -> I
             relax.return %0 : I }""",
        "-> !relax.object",
    ),
    (
        "RLX-037",
        "relax-check",
        """relax.func @f(%x: T<n>) -> T<> {
             %0 = relax.median %x : (T<n>) -> T<>
             relax.return %0 : T<> }""",
        "-> !relax.tensor<[], f32>",
    ),
    (
        "RLX-079",
        "relax-check",
        """relax.func @f(%x: O) -> O {
             relax.dataflow {
               %0 = relax.call_pure_packed "assert"(%x) : (O) -> U
               relax.output }
             relax.return %x : O }""",
        "relax.call_pure_packed",
    ),
    (
        "RLX-096",
        "relax-normalize,relax-infer",
        """relax.func @f(%x: T<n>) {
             %0 = relax.seq {
               %1 = relax.exp %x : (T<n>) -> I
               relax.yield %1 : I
             } -> I
             relax.return %0 : I }""",
        "relax.exp %x : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>",
    ),
    (
        "RLX-098",
        "relax-normalize",
        """relax.func @f(%x: T<n>) -> O {
             %0 = relax.seq {
               %1 = relax.exp %x : (T<n>) -> I
               relax.yield %1 : I
             } -> I
             relax.return %0 : I }""",
        "%0 = relax.exp",
    ),
    (
        "RLX-135",
        "relax-normalize,relax-check",
        """relax.func @f(%x: T<n>) -> O {
             %0 = relax.seq {
               %1 = relax.exp %x : (T<n>) -> T<n>
               relax.yield %1 : T<n>
             } -> T<n>
             relax.return %0 : T<n> }""",
        "relax.exp",
    ),
    (
        "RLX-139",
        "relax-infer",
        """relax.func @f(%x: T<n>, %o: O) {
             %0 = relax.exp %x : (T<n>) -> I
             %1 = relax.call_packed "g"(%o) : (O) -> O
             %2 = relax.tuple(%0, %1) : tuple<I, O>
             relax.return %2 : tuple<I, O> }""".replace("@f(", "impure @f("),
        "tuple<!relax.tensor<[@n], f32>, !relax.object>",
    ),
    (
        "RLX-142",
        "relax-check",
        "relax.func @f(%p: !relax.prim<i64, @k>) -> S<k> {"
        " %s = relax.shape [@k] relax.return %s : S<k> }",
        "!relax.prim<i64, @k>",
    ),
    (
        "RLX-143",
        "relax-check",
        "relax.func @f(%t: tuple<T<n>, S<n>>, %u: U) -> U { relax.return %u : U }",
        "tuple<!relax.tensor<[@n], f32>, !relax.shape<[@n]>>",
    ),
    (
        "RLX-144",
        "relax-check",
        "relax.func @f(%g: !relax.func<impure (O) -> O>,"
        ' %h: !relax.packed<"default">) -> O { relax.return %g : !relax.func<impure (O) -> O> }',
        "!relax.func<impure (!relax.object) -> !relax.object>",
    ),
    (
        "RLX-250",
        "relax-infer",
        """relax.func @f(%x: T<n>) {
             %0 = relax.call @g(%x) : (T<n>) -> I
             relax.return %0 : I }
           relax.func @g(%x: T<n>) -> T<n> {
             %0 = relax.call @g(%x) : (T<n>) -> I
             relax.return %0 : I }""",
        "@f(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>",
    ),
    (
        "RLX-251",
        "relax-infer",
        """relax.func @f(%x: T<n>) {
             %y = relax.bind %x : T<n> -> I
             relax.return %y : I }""",
        "relax.bind %x : !relax.tensor<[@n], f32> -> !relax.tensor<[@n], f32>",
    ),
    (
        "RLX-252",
        "relax-infer",
        """module attributes {relax.vdevices = ["a:0:g"]} {
           relax.func @f() {
             %c = relax.constant dense<[[1, 2, 3], [4, 5, 6]]> : T<2,3|i32>
             relax.return %c : T<2,3|i32> } }""",
        "@f() -> !relax.tensor<[2, 3], i32> {",
    ),
    (
        "RLX-253",
        "relax-infer",
        """relax.func @f() {
             %p = relax.prim 3 : i64
             relax.return %p : !relax.prim<i64, 3> }""",
        "-> !relax.prim<i64, 3>",
    ),
    (
        "RLX-254",
        "relax-infer",
        """relax.func @f(%x: T<n>) {
             %s = relax.shape [@n, 2]
             %t = relax.tuple(%x, %s) : tuple<T<n>, S<n,2>>
             relax.return %t : tuple<T<n>, S<n,2>> }""",
        "-> tuple<!relax.tensor<[@n], f32>, !relax.shape<[@n, 2]>>",
    ),
    (
        "RLX-255",
        "relax-infer",
        """relax.func @f(%c: T<|i1>, %x: T<n>, %y: T<2 * n>) {
             %r = relax.if %c : T<|i1> -> I {
               relax.yield %x : T<n>
             } else {
               relax.yield %y : T<2 * n>
             }
             relax.return %r : I }""",
        "-> !relax.tensor<[?], f32>",
    ),
    (
        "RLX-256",
        "relax-infer",
        """relax.func @f(%x: O) {
             %0 = relax.seq {
               %y = relax.match_cast %x : O to T<p,q>
               relax.yield %y : T<p,q>
             } -> I
             relax.return %0 : I }""",
        "-> !relax.tensor<[?, ?], f32>",
    ),
    (
        "RLX-260",
        "relax-infer",
        """relax.func @f(%x: T<n,m>) {
             %y = relax.add %x, %x : (T<n,m>, T<n,m>) -> I
             relax.return %y : I }""",
        "%y = relax.add %x, %x : (!relax.tensor<[@n, @m], f32>, !relax.tensor<[@n, @m], f32>)"
        " -> !relax.tensor<[@n, @m], f32>",
    ),
    (
        "RLX-261",
        "relax-infer",
        """relax.func @f(%x: O) -> O {
             %y = relax.match_cast %x : O to T<p,4>
             %s = relax.shape [@p]
             relax.return %y : T<p,4> }""",
        "to !relax.tensor<[@p, 4], f32>",
    ),
    (
        "RLX-263",
        "relax-infer",
        """relax.func impure @f(%x: O) {
             %e = relax.extern "g" : I
             %0 = relax.call %e(%x) {type_args = []} : (O) -> I
             relax.return %0 : I }""",
        'relax.extern "g" : !relax.packed<"default">',
    ),
    (
        "RLX-271",
        "relax-infer",
        """relax.prim_func @p(T<k>, !relax.prim<i64>)
           relax.func impure @f(%x: T<n>) -> O {
             %0 = relax.function_ref @p : I
             relax.return %0 : I }""",
        "relax.function_ref @p : !relax.func<impure (!relax.tensor<[@k], f32>, !relax.prim<i64>)"
        " -> tuple<>>",
    ),
    (
        "RLX-283",
        "relax-realize-vdevice",
        """module attributes {relax.vdevices = ["a:0:g"]} {
           relax.func @f(%x: T<n>, %y: T<n>)
               -> tuple<!relax.tensor<[@n], f32, "a:0:g">, !relax.tensor<[@n], f32, "a:0:g">> {
             %t = relax.tuple(%x, %y) : tuple<T<n>, T<n>>
             relax.return %t : tuple<T<n>, T<n>> } }""",
        '%x: !relax.tensor<[@n], f32, "a:0:g">, %y: !relax.tensor<[@n], f32, "a:0:g">',
    ),
    (
        "RLX-284",
        "relax-realize-vdevice",
        """module attributes {relax.vdevices = ["a:0:g"]} {
           relax.func @f(%x: T<n>) -> !relax.tensor<[@n], f32, "a:0:g"> {
             %y = relax.bind %x : T<n> -> T<n>
             %z = relax.match_cast %y : T<n> to T<n>
             relax.return %z : T<n> } }""",
        '%x: !relax.tensor<[@n], f32, "a:0:g">',
    ),
    (
        "RLX-287",
        "relax-realize-vdevice",
        "relax.func @f(%x: T<n>) -> T<n> {"
        " %0 = relax.exp %x : (T<n>) -> T<n> relax.return %0 : T<n> }",
        "relax.exp %x : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>",
    ),
    (
        "RLX-332",
        "relax-check",
        """relax.prim_func @p(T<k>, T<k>, T<k|i32>)
           relax.func @f(%x: T<n>) -> O {
             %0 = relax.call_tir @p(%x) : (T<n>) -> tuple<T<n>, T<n|i32>>
             relax.return %0 : tuple<T<n>, T<n|i32>> }""",
        "-> tuple<!relax.tensor<[@n], f32>, !relax.tensor<[@n], i32>>",
    ),
    (
        "RLX-334",
        "relax-check",
        """relax.prim_func @p(T<k>, T<k>)
           relax.func @f(%x: T<n>) -> T<n> {
             %0 = relax.dataflow {
               %1 = relax.call_tir @p(%x) : (T<n>) -> T<n>
               relax.output %1 : T<n>
             } -> T<n>
             relax.return %0 : T<n> }""",
        "relax.call_tir",
    ),
    (
        "RLX-342",
        "relax-infer",
        """relax.func @f(%x: T<n,m,m + 1>, %y: T<*>) {
             %s = relax.shape_of %x : (T<n,m,m + 1>) -> I
             %t = relax.shape_of %y : (T<*>) -> I
             %0 = relax.tuple(%s, %t) : tuple<I, I>
             relax.return %0 : tuple<I, I> }""",
        "-> tuple<!relax.shape<[@n, @m, @m + 1]>, !relax.shape<*>>",
    ),
    (
        "RLX-344",
        "relax-realize-vdevice",
        """module attributes {relax.vdevices = ["a:0:g"]} {
           relax.func @f(%x: T<n>) -> O {
             %0 = relax.hint_on_device %x {device = "a:0:g"}
               : (T<n>) -> !relax.tensor<[@n], f32, "a:0:g">
             relax.return %0 : !relax.tensor<[@n], f32, "a:0:g"> } }""",
        'relax.to_vdevice %x {device = "a:0:g"}',
    ),
    (
        "RLX-345",
        "relax-infer",
        """module attributes {relax.vdevices = ["a:0:g"]} {
           relax.func @f(%t: tuple<T<n>, T<m>>) {
             %0 = relax.to_vdevice %t {device = "a:0:g"} : (tuple<T<n>, T<m>>) -> I
             relax.return %0 : I } }""",
        '-> tuple<!relax.tensor<[@n], f32, "a:0:g">, !relax.tensor<[@m], f32, "a:0:g">>',
    ),
]
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


def applied(text: str, passes: str) -> str:
    """What a program is after passes."""
    module = parse(expanded(text))
    module.verify()
    for name in filter(None, passes.split(",")):
        PASSES[name].apply(context(), module)
    module.verify()
    return str(module)


@pytest.mark.parametrize(("rule", "passes", "text", "printed"), ACCEPTED, ids=rule_of)
def test_accepted(rule: str, passes: str, text: str, printed: str) -> None:
    assert printed in applied(text, passes), rule


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


def test_normalization_is_idempotent() -> None:
    """RLX-101: a program in normal form stays as it is."""
    nested = next(text for rule, _, text, _ in ACCEPTED if rule == "RLX-096")
    once = applied(nested, "relax-normalize")
    assert "relax.seq" not in once
    assert applied(once, "relax-normalize") == once
