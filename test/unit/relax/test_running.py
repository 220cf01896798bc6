"""Programs of Relax, run on values: aliases, closures, casts, recursion, order of effects."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from fuzz.harness import context, parse

from disc_shape.errors import OperationError
from disc_shape.interpreters import GuardError, run
from disc_shape.interpreters.externals import External, ShapeValue
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.convert_relax_to_hlo import ConvertRelaxToHloPass
from disc_shape.relax.running import run_module
from disc_shape.relax.running.values import Scalar, Value
from disc_shape.tools.disc_run import execute

ROW = np.arange(3, dtype=np.float32)
T = "!relax.tensor<[@n], f32>"
ANY = "!relax.object"


def result(text: str, arguments: Sequence[Value] = (), **functions: External) -> Value:
    """What `@main` returns; functions are called by their names."""
    externals = {f"f.{name}": function for name, function in functions.items()}
    return run_module(parse(text), arguments, externals=externals).result


def refused(text: str, arguments: Sequence[Value], message: str, **functions: External) -> None:
    """A run ends with one error of one line."""
    with pytest.raises(OperationError, match=message) as caught:
        result(text, arguments, **functions)
    assert "\n" not in str(caught.value)


def identity(parameter: str, declared: str, body: str = "") -> str:
    """`@main` with one parameter `%x`, which it returns after `body`."""
    return f"""relax.func impure @main(%x: {parameter}) -> {declared} {{
      {body}
      relax.return %x : {parameter}
    }}"""


def add_one(x: Array) -> None:
    x[...] = np.add(x, 1)


# values


@pytest.mark.parametrize(
    "value", [ROW, ShapeValue((2, 3)), (ROW, ShapeValue(())), (), Scalar("i64", 4), "a", None]
)
def test_any_value_is_passed_on(value: Value) -> None:
    """RLX-050: each class of values."""
    text = identity(ANY, ANY, f'%0 = relax.call_packed "f.take"(%x) : ({ANY}) -> {ANY}')
    seen: list[Value] = []
    assert result(text, [value], take=seen.append) is value
    assert seen[0] is value


def test_an_alias_sees_what_is_written() -> None:
    text = identity(
        T,
        T,
        f"""%y = relax.match_cast %x : {T} to !relax.tensor<[@m], f32>
        %0 = relax.call_packed "f.write"(%y) : (!relax.tensor<[@m], f32>) -> {ANY}""",
    )
    np.testing.assert_array_equal(cast("Array", result(text, [ROW.copy()], write=add_one)), ROW + 1)


def test_a_constant_is_new_in_each_evaluation() -> None:
    text = """
    relax.func private impure @one() -> !relax.tensor<[1], f32> {
      %c = relax.constant dense<[1.0]> : !relax.tensor<[1], f32>
      %0 = relax.call_packed "f.write"(%c) : (!relax.tensor<[1], f32>) -> !relax.object
      relax.return %c : !relax.tensor<[1], f32>
    }
    relax.func impure @main() -> !relax.tensor<[1], f32> {
      %0 = relax.call @one() : () -> !relax.tensor<[1], f32>
      %1 = relax.call @one() : () -> !relax.tensor<[1], f32>
      relax.return %1 : !relax.tensor<[1], f32>
    }"""
    assert cast("Array", result(text, write=add_one)).tolist() == [2]


def test_an_operator_gives_new_memory() -> None:
    text = identity(
        T,
        T,
        f"""%s = relax.shape [@n]
        %y = relax.reshape %x, %s : ({T}, !relax.shape<[@n]>) -> {T}
        %0 = relax.call_packed "f.write"(%y) : ({T}) -> {ANY}""",
    )
    np.testing.assert_array_equal(cast("Array", result(text, [ROW.copy()], write=add_one)), ROW)


def test_effects_are_in_the_order_of_the_text() -> None:
    calls: list[str] = []
    text = f"""relax.func impure @main(%x: {ANY}) -> {ANY} {{
      %0 = relax.call_packed "f.g"(%x) : ({ANY}) -> {ANY}
      %1 = relax.call_packed "f.k"(%x) : ({ANY}) -> {ANY}
      %2 = relax.call_packed "f.h"(%1) : ({ANY}) -> {ANY}
      relax.return %2 : {ANY}
    }}"""

    def noting(name: str) -> External:
        def note(_x: Value) -> None:
            calls.append(name)

        return note

    result(text, [ROW], g=noting("g"), k=noting("k"), h=noting("h"))
    assert calls == ["g", "k", "h"]


# closures

CLOSURE = f"""
relax.func private @scaled(%x: {T}) -> !relax.func<({T}) -> {T}> {{
  %f = relax.closure %self (%t: {T}) -> {T} {{
    %u = relax.add %t, %x : ({T}, {T}) -> {T}
    relax.return %u : {T}
  }}
  relax.return %f : !relax.func<({T}) -> {T}>
}}
relax.func @main(%x: {T}, %y: !relax.tensor<[@m], f32>) -> !relax.tensor<[?], f32> {{
  %f = relax.call @scaled(%x) : ({T}) -> !relax.func<({T}) -> {T}>
  %0 = relax.call %f(%y) : (!relax.tensor<[@m], f32>) -> !relax.tensor<[?], f32>
  relax.return %0 : !relax.tensor<[?], f32>
}}"""


def test_a_closure_outlives_its_function_and_checks_its_sizes() -> None:
    found = result(CLOSURE, [ROW, ROW])
    np.testing.assert_array_equal(cast("Array", found), ROW + ROW)
    refused(CLOSURE, [ROW, np.ones(2, np.float32)], r"dimension 0 .* is 2, expected @n = 3")


def test_a_symbol_of_a_function_parameter_comes_from_the_closure() -> None:
    text = """
    relax.func private @size(
        %g: !relax.func<(!relax.tensor<[@k], f32>) -> !relax.tensor<[@k], f32>>)
        -> !relax.shape<[?]> {
      %s = relax.shape [@k]
      relax.return %s : !relax.shape<[@k]>
    }
    relax.func @main(%x: !relax.tensor<[@n], f32>) -> !relax.shape<[?]> {
      %f = relax.closure %self (%t: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
        relax.return %t : !relax.tensor<[@n], f32>
      }
      %0 = relax.call @size(%f)
        : (!relax.func<(!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>>) -> !relax.shape<[?]>
      relax.return %0 : !relax.shape<[?]>
    }"""
    assert result(text, [ROW]) == (3,)


def cast_of_closure(head: str, target: str) -> str:
    return f"""relax.func @main() -> {ANY} {{
      %f = relax.closure {head} {{
        relax.return %t : {ANY}
      }}
      %g = relax.bind %f : !relax.infer -> {ANY}
      %h = relax.match_cast %g : {ANY} to {target}
      relax.return %h : {target}
    }}"""


def test_casts_of_closures() -> None:
    pure, impure = f"%self (%t: {ANY}) -> {ANY}", f"impure %self (%t: {ANY}) -> {ANY}"
    for head, target, ends in (
        (pure, f"!relax.func<({ANY}) -> {ANY}>", False),
        (pure, f"!relax.func<impure ({ANY}) -> {ANY}>", False),
        (impure, f"!relax.func<({ANY}) -> {ANY}>", True),
        (f"%self (%t: {ANY}, %u: {ANY}) -> {ANY}", f"!relax.func<({ANY}) -> {ANY}>", True),
        (pure, '!relax.packed<"default">', True),
    ):
        kind = "impure " if head == impure else ""
        types = f"{ANY}, {ANY}" if "%u" in head else ANY
        text = cast_of_closure(head, target).replace(
            "!relax.infer", f"!relax.func<{kind}({types}) -> {ANY}>"
        )
        if ends:
            refused(text, [], r"relax\.match_cast: the value is .*expected")
        else:
            result(text)


def test_recursion_local_and_through_two_globals() -> None:
    text = """
    relax.func private @even(%p: !relax.shape<[@n]>, %c: !relax.tensor<[], i1>)
        -> !relax.shape<[?]> {
      %r = relax.if %c : !relax.tensor<[], i1> -> !relax.shape<[?]> {
        %s = relax.shape [@n - 1]
        %f = relax.prim 0 : i1
        %d = relax.constant dense<false> : !relax.tensor<[], i1>
        %0 = relax.call @odd(%s, %d)
          : (!relax.shape<[@n - 1]>, !relax.tensor<[], i1>) -> !relax.shape<[?]>
        relax.yield %0 : !relax.shape<[?]>
      } else {
        relax.yield %p : !relax.shape<[@n]>
      }
      relax.return %r : !relax.shape<[?]>
    }
    relax.func private @odd(%p: !relax.shape<[@n]>, %c: !relax.tensor<[], i1>)
        -> !relax.shape<[?]> {
      %0 = relax.call @even(%p, %c)
        : (!relax.shape<[@n]>, !relax.tensor<[], i1>) -> !relax.shape<[?]>
      relax.return %0 : !relax.shape<[?]>
    }
    relax.func @main(%c: !relax.tensor<[], i1>) -> !relax.shape<[?]> {
      %s = relax.shape [7]
      %0 = relax.call @even(%s, %c)
        : (!relax.shape<[7]>, !relax.tensor<[], i1>) -> !relax.shape<[?]>
      relax.return %0 : !relax.shape<[?]>
    }"""
    assert result(text, [np.asarray(True)]) == (6,)
    assert result(text, [np.asarray(False)]) == (7,)


def test_endless_recursion_is_one_error() -> None:
    text = f"""relax.func @main(%x: {ANY}) -> {ANY} {{
      %0 = relax.call @main(%x) : ({ANY}) -> {ANY}
      relax.return %0 : {ANY}
    }}"""
    refused(text, [ROW], "nested too deeply")


# types against values


@pytest.mark.parametrize(
    ("type_", "value", "message"),
    [
        ("!relax.tensor<[3], f32>", ROW, None),
        ("!relax.tensor<[], f32>", np.array(1, np.float32), None),
        ("!relax.tensor<[], f32>", ROW, "rank 1, expected 0"),
        ("!relax.tensor<[4], f32>", ROW, "dimension 0 .* is 3, expected 4"),
        ("!relax.tensor<[@n, @n], f32>", np.ones((2, 3), np.float32), "is 3, expected @n = 2"),
        ("!relax.tensor<[@n], i32>", ROW, "elements of float32"),
        ("!relax.tensor<[@n], ?>", ROW, None),
        ("!relax.tensor<*, f32>", ROW, None),
        ("!relax.tensor<[0], f32>", ROW[:0], None),
        ("!relax.shape<[]>", ShapeValue(()), None),
        ("!relax.shape<[@n, @n + 1]>", ShapeValue((2, 3)), None),
        (
            "!relax.shape<[@n, @n + 1]>",
            ShapeValue((2, 4)),
            "integer 1 .* is 4, expected @n .* = 3",
        ),
        ("!relax.shape<[@n]>", ROW, "a tensor of rank 1"),
        ("!relax.shape<@s : 2>", ShapeValue((2, 3)), None),
        ("!relax.shape<@s : 2>", ShapeValue((2,)), "length 1, expected 2"),
        ("tuple<>", (), None),
        ("tuple<>", ShapeValue(()), "the shape"),
        ("tuple<!relax.tensor<[@n], f32>, !relax.shape<[@n]>>", (ROW, ShapeValue((3,))), None),
        (
            "tuple<!relax.tensor<[@n], f32>, !relax.shape<[@n]>>",
            (ROW, ShapeValue((4,))),
            "integer 0 of member 1 .* is 4, expected @n = 3",
        ),
        ("tuple<!relax.object>", (ROW, ROW), "a tuple of 2"),
        ("!relax.prim<i64>", Scalar("i64", 3), None),
        ("!relax.prim<i64, 4>", Scalar("i64", 3), "is 3, expected 4"),
        ("!relax.prim<i64, @n>", Scalar("i64", 3), None),
        ("!relax.prim<f32>", Scalar("i64", 3), "the scalar 3 of type i64"),
        ('!relax.packed<"default">', ROW, "a tensor of rank 1"),
        ("!relax.object", None, None),
    ],
)
def test_parameters(type_: str, value: Value, message: str | None) -> None:
    text = identity(type_, ANY)
    if message is None:
        assert result(text, [value]) is value
    else:
        refused(text, [value], message)
        cast_text = f"""relax.func @main(%x: {ANY}) -> {ANY} {{
          %y = relax.match_cast %x : {ANY} to {type_}
          relax.return %x : {ANY}
        }}"""
        refused(cast_text, [value], f"relax.match_cast: .*{message}")


def test_binding_positions_come_first() -> None:
    """RLX-116, RLX-191: whatever parameter they are in."""
    text = identity("!relax.tensor<[@m * @n], f32>", "!relax.tensor<[?], f32>").replace(
        "f32>) ->", "f32>, %y: !relax.tensor<[@m, @n], f32>) ->", 1
    )
    square = np.ones((3, 4), np.float32)
    result(text, [np.ones(12, np.float32), square])
    refused(text, [np.ones(13, np.float32), square], r"argument 0 of @main is 13, expected .* = 12")
    refused(text, [np.ones(12, np.float32), ROW], "argument 1 of @main has rank 1, expected 2")


def test_a_cast_without_a_used_result_binds_and_checks() -> None:
    text = f"""relax.func @main(%x: {ANY}) -> !relax.shape<[?, ?]> {{
      relax.match_cast %x : {ANY} to !relax.tensor<[@p, @q], f32>
      %s = relax.shape [@q, @p]
      relax.return %s : !relax.shape<[@q, @p]>
    }}"""
    assert result(text, [np.ones((3, 4), np.float32)]) == (4, 3)
    refused(text, [ROW], "rank 1, expected 2")


def test_a_failing_cast_counts_only_where_it_is_taken() -> None:
    text = f"""relax.func @main(%x: {ANY}, %c: !relax.tensor<[], i1>) -> {ANY} {{
      %r = relax.if %c : !relax.tensor<[], i1> -> {ANY} {{
        %y = relax.match_cast %x : {ANY} to !relax.shape<*>
        relax.yield %y : !relax.shape<*>
      }} else {{
        relax.yield %x : {ANY}
      }}
      relax.return %r : {ANY}
    }}"""
    assert result(text, [ROW, np.asarray(False)]) is ROW
    refused(text, [ROW, np.asarray(True)], "expected !relax.shape")


def test_a_narrower_result_is_checked_on_return() -> None:
    """RLX-039: on return, as a cast."""
    text = f"""relax.func @main(%x: {T}, %y: !relax.tensor<[@m], f32>) -> {T} {{
      relax.return %y : !relax.tensor<[@m], f32>
    }}"""
    result(text, [ROW, ROW])
    refused(text, [ROW, ROW[:2]], "the result of @main is 2, expected @n = 3")


def test_a_size_of_0_that_is_computed_is_a_size() -> None:
    text = """relax.func @main(%x: !relax.tensor<[@n, @m], f32>) -> !relax.tensor<[@n * @m], f32> {
      %s = relax.shape [@n * @m]
      %0 = relax.reshape %x, %s
        : (!relax.tensor<[@n, @m], f32>, !relax.shape<[@n * @m]>) -> !relax.tensor<[@n * @m], f32>
      relax.return %0 : !relax.tensor<[@n * @m], f32>
    }"""
    assert cast("Array", result(text, [np.ones((3, 0), np.float32)])).shape == (0,)


def test_an_operator_refuses_sizes() -> None:
    text = """
    relax.func @main(%x: !relax.tensor<[?], f32>, %y: !relax.tensor<[?], f32>) -> !relax.object {
      %0 = relax.add %x, %y
        : (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>) -> !relax.tensor<[?], f32>
      relax.return %0 : !relax.tensor<[?], f32>
    }"""
    assert cast("Array", result(text, [ROW, ROW[:1]])).shape == (3,)
    refused(text, [ROW, ROW[:2]], r"relax\.add: ")


# primitive functions

PRIMITIVE = """
relax.prim_func @pf(!relax.tensor<[@a], f32>, !relax.tensor<[@a], f32>, !relax.prim<i64>)
  {implementation = @pf_impl}
relax.func @main(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
  %s = relax.shape [7]
  %0 = relax.call_tir @pf(%x) ints(%s)
    : (!relax.tensor<[@n], f32>, !relax.shape<[7]>) -> !relax.tensor<[@n], f32>
  relax.return %0 : !relax.tensor<[@n], f32>
}
func.func @pf_impl(%x: memref<?xf32>, %y: memref<?xf32>, %k: i64) {
  "lmhlo.add"(%x, %x, %y) : (memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  func.return
}"""


def test_a_primitive_function_runs_its_implementation() -> None:
    np.testing.assert_array_equal(cast("Array", result(PRIMITIVE, [ROW])), ROW + ROW)


def test_a_primitive_function_without_one_is_an_external_function() -> None:
    text = PRIMITIVE.replace("{implementation = @pf_impl}", "").partition("func.func")[0]

    def pf(x: Array, y: Array, k: Scalar) -> None:
        y[...] = np.add(x, k.number)

    found = run_module(parse(text), [ROW], externals={"pf": pf}).result
    np.testing.assert_array_equal(cast("Array", found), ROW + 7)
    with pytest.raises(OperationError, match=r"called 'pf'.*\[RLX-308\]"):
        run_module(parse(text), [ROW], externals={})


def test_a_result_in_the_place_of_an_argument() -> None:
    text = """
    relax.prim_func @pf(!relax.tensor<[@a], f32>)
    relax.func @main(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
      %0 = relax.call_tir @pf(%x) {inplace_indices = array<i64: 0>}
        : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
      relax.return %x : !relax.tensor<[@n], f32>
    }"""
    found = run_module(parse(text), [ROW.copy()], externals={"pf": add_one}).result
    np.testing.assert_array_equal(cast("Array", found), ROW + 1)


# operators without an HLO form


def operator(name: str, operands: Sequence[Value], rest: str = "", **functions: External) -> Value:
    names = [f"%a{index}" for index in range(len(operands))]
    objects = ", ".join(f"{name}: {ANY}" for name in names)
    types = ", ".join(ANY for _ in names)
    return result(
        f"""relax.func impure @main({objects}) -> {ANY} {{
          %0 = relax.{name} {", ".join(names)} {rest} : ({types}) -> {ANY}
          relax.return %0 : {ANY}
        }}""",
        operands,
        **functions,
    )


def test_operators_in_numpy(capsys: pytest.CaptureFixture[str]) -> None:
    numbers = np.array([[3, 0], [1, 3]], np.float32)
    assert cast("Array", operator("nonzero", [numbers])).tolist() == [[0, 1, 1], [0, 0, 1]]
    assert cast("Array", operator("nonzero", [np.asarray(2.0)])).shape == (0, 1)
    no, yes = Scalar("i1", 0), Scalar("i1", 1)
    distinct, counts = cast("tuple[Array, Array]", operator("unique", [numbers, yes, no, no, yes]))
    assert (distinct.tolist(), counts.tolist()) == ([0, 1, 3], [1, 1, 2])
    bounds = [np.array(one, np.int64) for one in ([1, 1], [-3, 2], [-1, 1])]
    found = operator("dynamic_strided_slice", [numbers, *bounds])
    assert cast("Array", found).tolist() == [[3], [0]]
    assert operator("shape_of", [numbers]) == (2, 2)
    assert operator("tensor_to_shape", [np.array([4, 5])]) == (4, 5)
    assert cast("Array", operator("shape_to_tensor", [ShapeValue((4, 5))])).tolist() == [4, 5]
    assert operator("print", [yes, "a"], '{format = "{} and {}"}') == ()
    assert capsys.readouterr().out == "1 and a\n"
    assert operator("assert_op", [yes]) == ()
    with pytest.raises(GuardError, match="odd: 3"):
        operator("assert_op", [no, Scalar("i64", 3)], '{format = "odd: {}"}')
    for axis in (2, -3):
        with pytest.raises(
            GuardError, match=rf"relax.unique: axis {axis} is out of range for rank 2"
        ):
            operator("unique", [numbers, yes, no, no, yes, Scalar("i64", axis)])
    with pytest.raises(GuardError, match=r"relax\.assert_op: operand 0 has 4 elements, expected 1"):
        operator("assert_op", [numbers > 0])
    copied = operator("to_vdevice", [(ROW, ROW)], '{device = "d"}')
    assert all(one is not ROW for one in cast("tuple[Array, ...]", copied))


def test_300_nested_branches(tmp_path: Path) -> None:
    body = "relax.yield %x : !relax.object"
    for _ in range(300):
        body = f"""%r = relax.if %c : !relax.tensor<[], i1> -> {ANY} {{
          {body}
        }} else {{
          relax.yield %c : !relax.tensor<[], i1>
        }}
        relax.yield %r : {ANY}"""
    text = f"""relax.func @main(%x: {ANY}, %c: !relax.tensor<[], i1>) -> {ANY} {{
      {body.rpartition("relax.yield")[0]}
      relax.return %r : {ANY}
    }}"""
    path = tmp_path / "nest.mlir"
    path.write_text(text)
    passes = "relax-normalize,relax-infer,relax-check"
    given = ["--input", "x=[1, 2]", "--input", "c=true"]
    assert execute([str(path), "-p", passes, *given, "--outputs", str(tmp_path / "out.npz")]) == 0
    assert np.load(tmp_path / "out.npz")["out0"].tolist() == [1, 2]


def test_primitive_functions_are_custom_calls() -> None:
    module = parse(PRIMITIVE)
    ConvertRelaxToHloPass().apply(context(), module)
    module.verify()
    np.testing.assert_array_equal(run(module, ROW, entry="main")[0], ROW + ROW)
