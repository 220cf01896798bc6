"""The criteria of names and nesting, on trees."""

from __future__ import annotations

import re

import pytest
from xdsl.dialects.builtin import IntegerAttr, i64

from disc_shape.errors import OperationErrors
from disc_shape.frontends.relax.build import build, check_names, check_normal
from disc_shape.frontends.relax.tree import (
    Binding,
    BindingBlock,
    Call,
    Function,
    GlobalVar,
    Literal,
    Module,
    NamedCall,
    Node,
    OperatorRef,
    Seq,
    TupleExpr,
    Var,
)
from disc_shape.relax.criteria import check_module
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import OBJECT, FunctionType, TensorType, Type

TENSOR = TensorType(Shape.of([2]), "f32")
X, Y, Z = (Var(name, TENSOR) for name in "xyz")
D = Var("d", TENSOR, dataflow=True)
F = Var("f")


def exp(value: Node) -> Call:
    return Call(OperatorRef("exp"), [value])


def ordinary(*bindings: Binding) -> BindingBlock:
    return BindingBlock(list(bindings))


def dataflow(*bindings: Binding) -> BindingBlock:
    return BindingBlock(list(bindings), dataflow=True)


def rules(body: Node, *parameters: Var) -> list[str]:
    """The rules that a function with this body breaks by its names."""
    function = Function(list(parameters or (X,)), body)
    return [one.rule for one in check_names(Module({"main": function}))]


OWN = Function([Z], Call(Y, [Z]), TENSOR)
WRONG: list[tuple[Node, str]] = [
    (Seq([ordinary(Binding(D, exp(X)))], X), "RLX-110"),
    (Seq([dataflow(Binding(D, exp(X)))], D), "RLX-110"),
    (Seq([dataflow(Binding(D, exp(X))), ordinary(Binding(Y, exp(D)))], Y), "RLX-110"),
    (Seq([ordinary(Binding(Y, exp(X)), Binding(Y, exp(X)))], Y), "RLX-111"),
    (Seq([ordinary(Binding(Y, exp(Y)))], Y), "RLX-112"),
    (Seq([ordinary(Binding(Y, exp(Z)), Binding(Z, exp(X)))], Y), "RLX-112"),
    (Seq([ordinary(Binding(Y, OperatorRef("exp")))], Y), "RLX-119"),
    (
        Seq([dataflow(Binding(D, exp(X)), Binding(Y, Function([Z], exp(D), TENSOR)))], Y),
        "RLX-121",
    ),
    (Seq([ordinary(Binding(Y, Seq([ordinary(Binding(Z, exp(X)))], Z)))], exp(Z)), "RLX-060"),
    (Seq([dataflow(Binding(Y, Seq([ordinary(Binding(Z, exp(X)))], Z)))], Y), "RLX-100"),
    (Literal(None), "RLX-128"),
    (NamedCall("call_pure_packed", "f", [X], []), "RLX-340"),
    (Call(OperatorRef("no_such"), [X]), "RLX-264"),
    (Seq([ordinary(Binding(None, X, TensorType(Shape.of([2]), "i7")))], X), "RLX-130"),
]


@pytest.mark.parametrize(("body", "rule"), WRONG)
def test_names_that_break_a_rule(body: Node, rule: str) -> None:
    assert rules(body) == [rule]


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        (GlobalVar("other"), "RLX-058"),
        (NamedCall("call_tir", "f", [X], [TENSOR]), "RLX-330"),
        (Seq([ordinary(Binding(F, Function([Z], Call(F, [Z]))))], X), "RLX-258"),
    ],
)
def test_functions_that_are_missing_or_untyped_are_found_with_the_types(
    body: Node, rule: str
) -> None:
    assert rules(body) == []
    with pytest.raises(OperationErrors, match=rule):
        check_module(build(Module({"main": Function([X], body)})))


@pytest.mark.parametrize(
    "body",
    [
        Seq([ordinary(Binding(Y, exp(X))), ordinary(Binding(Z, exp(Y)))], TupleExpr([Y, Z])),
        Seq([dataflow(Binding(D, exp(X)), Binding(Y, exp(D)))], Y),
        Seq([ordinary(Binding(Y, OWN))], X),
        Seq([ordinary(Binding(Y, exp(X)), Binding(Z, Function([], Y, TENSOR)))], Z),
        Literal(IntegerAttr(3, i64)),
    ],
)
def test_names_that_break_none(body: Node) -> None:
    assert rules(body) == []


@pytest.mark.parametrize(
    ("body", "broken"),
    [
        (Seq([ordinary(Binding(Y, exp(X)))], Y), []),
        (X, ["RLX-092"]),
        (Seq([ordinary(Binding(Y, exp(exp(X))))], Y), ["RLX-090"]),
        (Seq([ordinary(Binding(Y, Seq([], X)))], Y), ["RLX-091"]),
        (Seq([], exp(X)), ["RLX-099"]),
        (Seq([ordinary(), dataflow(Binding(Y, exp(X)))], Y), ["RLX-093"]),
        (Seq([ordinary(Binding(Y, exp(X))), ordinary(Binding(Z, exp(Y)))], Z), ["RLX-093"]),
        (Seq([ordinary(Binding(Y, NamedCall("call_tir", "f", X, [TENSOR])))], Y), ["RLX-133"]),
    ],
)
def test_normal_form(body: Node, broken: list[str]) -> None:
    """RLX-094: also the normal form of an operator, which is stricter."""
    module = Module({"main": Function([X], body)})
    assert [one.rule for one in check_normal(module)] == broken


def test_each_class_of_variables_is_bound_once() -> None:
    """RLX-022: an ordinary, a dataflow and a global variable."""
    body = Seq([dataflow(Binding(D, exp(X)), Binding(Y, exp(D)))], Call(GlobalVar("main"), [Y]))
    assert rules(body) == []
    assert rules(Seq([ordinary(Binding(Y, X), Binding(Y, X))], Y)) == ["RLX-111"]


def test_a_name_that_is_bound_again_is_another_variable() -> None:
    """RLX-062, RLX-102: shadowing is read, and the inner name gets another one."""
    inner = Var("x", TENSOR)
    body = Seq([ordinary(Binding(inner, exp(X)))], TupleExpr([inner, X]))
    assert rules(body) == []
    text = str(build(Module({"main": Function([X], body)})))
    assert "%x_1 = relax.exp %x" in text
    assert "relax.tuple(%x_1, %x)" in text


@pytest.mark.parametrize(
    ("written", "result", "printed"),
    [
        (FunctionType((TENSOR,), TENSOR), TENSOR, []),
        (FunctionType((TENSOR,), TENSOR), None, ["-> !relax.tensor<[2], f32> {"]),
        (FunctionType((TENSOR,), OBJECT), TENSOR, ["%2 = relax.bind %1", "%f = relax.bind %0"]),
        (OBJECT, TENSOR, ["%2 = relax.bind %1", "%f = relax.bind %0"]),
    ],
)
def test_the_written_type_of_a_function_is_that_of_its_variable(
    written: Type, result: Type | None, printed: list[str]
) -> None:
    """RLX-258, RLX-259: inside of the function too, which declares what its variable does."""
    own = Var("f", written)
    body = Seq([ordinary(Binding(own, Function([Z], Call(own, [Z]), result)))], X)
    text = str(build(Module({"main": Function([X], body)})))
    for part in printed:
        assert part in text, text
    assert ("relax.bind" in text) == any("bind" in part for part in printed)


def packed(name: str, *arguments: Node) -> NamedCall:
    return NamedCall("call_packed", name, list(arguments), [])


@pytest.mark.parametrize(
    ("rule", "body", "order"),
    [
        (
            "RLX-097",
            packed("f", packed("g", X), packed("h", packed("k", X))),
            ["g", "k", "h", "f"],
        ),
        (
            "RLX-303",
            TupleExpr([packed("f", X), TupleExpr([packed("g", X)]), packed("h", X)]),
            ["f", "g", "h"],
        ),
        (
            "RLX-309",
            Call(OperatorRef("add"), [packed("f", X), packed("g", packed("h", X))]),
            ["f", "h", "g"],
        ),
        ("RLX-310", Call(packed("f", X), [packed("g", X), packed("h", X)]), ["f", "g", "h"]),
    ],
)
def test_nested_calls_are_evaluated_left_to_right(rule: str, body: Node, order: list[str]) -> None:
    """The members of a tuple, the operands of an operator, a callee and then its arguments."""
    text = str(build(Module({"main": Function([X], body, pure=False)})))
    assert re.findall(r'call_packed "(\w)"', text) == order, rule
