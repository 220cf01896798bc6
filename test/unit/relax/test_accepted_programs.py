"""The rules of programs, one case or more for each: what is accepted and printed."""

from __future__ import annotations

import pytest
from unit.relax.programs import MAIN, Case, applied, rule_of

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
        """relax.func @f(%x: T<n,4,5,6>, %r: T<m,5>) {
             %0 = relax.vision.roi_align %x, %r {pooled_size = 2 : i64, spatial_scale = 1.0 : f64}
               : (T<n,4,5,6>, T<m,5>) -> I
             relax.return %0 : I }""",
        "-> !relax.tensor<[@m, 4, 2, 2], f32>",
    ),
    (
        "RLX-037",
        "relax-check",
        """relax.func @f(%x: T<n,m,2,4>) -> T<n,m,2,4> {
             %0 = relax.nn.attention %x, %x, %x {window_size = 2 : i64}
               : (T<n,m,2,4>, T<n,m,2,4>, T<n,m,2,4>) -> T<n,m,2,4>
             relax.return %0 : T<n,m,2,4> }""",
        "-> !relax.tensor<[@n, @m, 2, 4], f32>",
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


@pytest.mark.parametrize(("rule", "passes", "text", "printed"), ACCEPTED, ids=rule_of)
def test_accepted(rule: str, passes: str, text: str, printed: str) -> None:
    assert printed in applied(text, passes), rule


def test_normalization_is_idempotent() -> None:
    """RLX-101: a program in normal form stays as it is."""
    nested = next(text for rule, _, text, _ in ACCEPTED if rule == "RLX-096")
    once = applied(nested, "relax-normalize")
    assert "relax.seq" not in once
    assert applied(once, "relax-normalize") == once
