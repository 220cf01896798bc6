"""What guards check, against the runs that get past them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.dialects.test import TestOp
from xdsl.parser import Parser

from disc_shape.interpreters.api import run
from disc_shape.interpreters.errors import GuardError
from disc_shape.relations import RelationState, evaluator_of
from disc_shape.relations.broadcast import broadcast_size, first_not_one
from disc_shape.relations.guards import guard_condition, guard_operands, is_guard, sizes_broadcast
from disc_shape.relations.value_types import holds_sizes
from disc_shape.symbolic import FALSE, TRUE, Cond, compare, conj, const, disj, select

MakeContext = Callable[[], Context]


def condition_of(func: FuncOp) -> tuple[Cond | None, RelationState]:
    """What the only guard of a function checks."""
    state = RelationState()
    state.into_shapes = state.relevant
    found: Cond | None = None
    for op in func.body.block.ops:
        state.relevant.update(value for value in op.results if holds_sizes(value.type))
        evaluator = evaluator_of(op)
        if evaluator is not None:
            for result, content in zip(op.results, evaluator(op, state), strict=True):
                if content is not None:
                    state.define_content(result, content)
        if is_guard(op):
            found = guard_condition(op, state)
    return found, state


def check(ctx: Context, arguments: str, body: str, sizes: range) -> None:
    """A run gets past the guard exactly when its condition holds."""
    text = f"func.func @f({arguments}) {{\n{body}\nreturn\n}}"
    module: ModuleOp = Parser(ctx, text).parse_module()
    module.verify()
    func = next(op for op in module.walk() if isinstance(op, FuncOp))
    condition, state = condition_of(func)
    assert condition is not None
    args = list(func.body.block.args)
    seen: set[bool] = set()
    for shape in product(sizes, repeat=len(args)):
        env = {
            size.name or "": number
            for arg, number in zip(args, shape, strict=True)
            for size in state.dims(arg)
        }
        passes = True
        try:
            run(module, *(np.zeros(number, np.float32) for number in shape))
        except GuardError:
            passes = False
        try:
            holds = condition.evaluate(env)
        except ZeroDivisionError:
            holds = False  # As in a predicate of the graph.
        assert holds == passes, f"{condition} at {shape}"
        seen.add(passes)
    assert seen == {True, False}


def shapes(count: int) -> str:
    return "\n".join(
        f"%s{i} = shape.shape_of %{i} : tensor<?xf32> -> tensor<1xindex>" for i in range(count)
    )


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("name", ["cstr_broadcastable", "cstr_eq"])
def test_shape_constraints(make_context: MakeContext, name: str, count: int) -> None:
    arguments = ", ".join(f"%{i}: tensor<?xf32>" for i in range(count))
    values = ", ".join(f"%s{i}" for i in range(count))
    types = ", ".join(["tensor<1xindex>"] * count)
    check(
        make_context(),
        arguments,
        f"{shapes(count)}\n%w = shape.{name} {values} : {types}",
        range(4),
    )


def test_cstr_broadcastable_of_different_ranks(make_context: MakeContext) -> None:
    check(
        make_context(),
        "%0: tensor<?xf32>, %1: tensor<?xf32>",
        shapes(2)
        + """
        %c0 = arith.constant 0 : index
        %c2 = arith.constant 2 : index
        %d = tensor.extract %s1[%c0] : tensor<1xindex>
        %t = tensor.from_elements %c2, %d : tensor<2xindex>
        %w = shape.cstr_broadcastable %s0, %t : tensor<1xindex>, tensor<2xindex>""",
        range(4),
    )


def test_cstr_require(make_context: MakeContext) -> None:
    check(
        make_context(),
        "%0: tensor<?xf32>, %1: tensor<?xf32>",
        shapes(2)
        + """
        %p = shape.shape_eq %s0, %s1 : tensor<1xindex>, tensor<1xindex>
        %w = shape.cstr_require %p, "shapes differ\"""",
        range(4),
    )


def test_assert(make_context: MakeContext) -> None:
    check(
        make_context(),
        "%0: tensor<?xf32>",
        """%c0 = arith.constant 0 : index
        %c3 = arith.constant 3 : index
        %d = tensor.dim %0, %c0 : tensor<?xf32>
        %r = arith.remui %d, %c3 : index
        %p = arith.cmpi eq, %r, %c0 : index
        cf.assert %p, "not divisible\"""",
        range(8),
    )


RESHAPABLE = """
    %c0 = arith.constant 0 : index
    %two = arith.constant 2 : index
    %rest = arith.constant -1 : index
    %n = tensor.dim %0, %c0 : tensor<?xf32>
    %d = tensor.dim %1, %c0 : tensor<?xf32>
    %less = arith.subi %d, %two : index
    %t = tensor.from_elements TARGET : tensor<2xindex>
    %w = mhlo.cstr_reshapable %n, %t : (index, tensor<2xindex>) -> !shape.witness"""


@pytest.mark.parametrize("target", ["%d, %two", "%d, %d", "%rest, %d", "%two, %rest"])
def test_cstr_reshapable(make_context: MakeContext, target: str) -> None:
    lines = RESHAPABLE.replace("TARGET", target)
    check(make_context(), "%0: tensor<?xf32>, %1: tensor<?xf32>", lines, range(5))


@pytest.mark.parametrize(("target", "expected"), [("%rest, %rest", FALSE), ("%less, %two", None)])
def test_cstr_reshapable_to_two_rests_or_to_what_may_be_one(
    make_context: MakeContext, target: str, expected: Cond | None
) -> None:
    lines = RESHAPABLE.replace("TARGET", target)
    text = f"func.func @f(%0: tensor<?xf32>, %1: tensor<?xf32>) {{{lines}\nreturn\n}}"
    module = Parser(make_context(), text).parse_module()
    found, _ = condition_of(next(op for op in module.walk() if isinstance(op, FuncOp)))
    assert found is expected


ASSERTION = """%d = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %c = stablehlo.constant dense<2> : tensor<i32>
    %p = stablehlo.compare GE, %d, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%p, %d) {api_version = 2 : i32,
        error_message = "too small: {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
"""


def test_shape_assertion(make_context: MakeContext) -> None:
    check(make_context(), "%0: tensor<?xf32>", ASSERTION, range(5))


def test_the_message_of_an_assertion_is_not_part_of_it(make_context: MakeContext) -> None:
    text = f"func.func @f(%0: tensor<?xf32>) {{\n{ASSERTION}\nreturn\n}}"
    module = Parser(make_context(), text).parse_module()
    guards = [op for op in module.walk() if is_guard(op)]
    assert len(guards) == 1
    assert list(guard_operands(guards[0])) == [guards[0].operands[0]]


def test_other_custom_calls_are_no_guards(make_context: MakeContext) -> None:
    text = """func.func @f(%0: tensor<i1>) {
      stablehlo.custom_call @other(%0) {has_side_effect = true} : (tensor<i1>) -> ()
      return
    }"""
    module = Parser(make_context(), text).parse_module()
    assert not any(is_guard(op) for op in module.walk())


def test_operations_that_call_nothing_are_no_guards() -> None:
    target = {"call_target_name": StringAttr("shape_assertion")}
    assert not is_guard(TestOp.create(properties=target))


def test_an_assertion_on_data_is_not_understood(make_context: MakeContext) -> None:
    text = """func.func @f(%0: tensor<i1>) {
      stablehlo.custom_call @shape_assertion(%0) {has_side_effect = true} : (tensor<i1>) -> ()
      return
    }"""
    module = Parser(make_context(), text).parse_module()
    (guard,) = [op for op in module.walk() if is_guard(op)]
    assert guard_condition(guard, RelationState()) is None


def test_a_guard_implies_itself_and_what_its_broadcast_needs() -> None:
    state = RelationState()
    a, b = state.fresh(), state.fresh()
    checked = sizes_broadcast(a, b, state)
    assert not state.prover.proves(checked)
    state.prover.assume(checked)
    assert state.prover.proves(checked)
    whole = broadcast_size([a, b], state)
    for part in (a, b):
        # Exactly what the guard checked, or nothing at all.
        assert sizes_broadcast(whole, part, state) in (TRUE, checked, sizes_broadcast(b, a, state))
        assert state.prover.proves(sizes_broadcast(whole, part, state))
        assert state.prover.proves(
            disj([compare("==", whole, part), compare("==", whole, 1), compare("==", part, 1)])
        )


@pytest.mark.parametrize("ranks", [(0, 1), (1, 2), (2, 0), (0, 0)])
def test_shapes_of_different_ranks_are_never_equal(
    make_context: MakeContext, ranks: tuple[int, int]
) -> None:
    left, right = (f"tensor<{rank}xindex>" for rank in ranks)
    text = f"""func.func @f(%a: {left}, %b: {right}) {{
      %w = shape.cstr_eq %a, %b : {left}, {right}
      return
    }}"""
    module = Parser(make_context(), text).parse_module()
    found, _ = condition_of(next(op for op in module.walk() if isinstance(op, FuncOp)))
    assert found is (TRUE if ranks[0] == ranks[1] else FALSE)


@pytest.mark.parametrize(
    "guard",
    [
        "shape.cstr_eq %a, %b : tensor<?xindex>, tensor<2xindex>",
        "shape.cstr_eq %b, %a : tensor<2xindex>, tensor<?xindex>",
        "shape.cstr_broadcastable %a, %b : tensor<?xindex>, tensor<2xindex>",
        "mhlo.cstr_reshapable %n, %a : (index, tensor<?xindex>) -> !shape.witness",
    ],
)
def test_guards_of_shapes_of_unknown_rank_are_not_understood(
    make_context: MakeContext, guard: str
) -> None:
    text = f"""func.func @f(%a: tensor<?xindex>, %b: tensor<2xindex>, %n: index) {{
      %w = {guard}
      return
    }}"""
    module = Parser(make_context(), text).parse_module()
    found, _ = condition_of(next(op for op in module.walk() if isinstance(op, FuncOp)))
    assert found is None


def test_a_guard_that_is_given_nothing_is_not_understood(make_context: MakeContext) -> None:
    text = """func.func @f() {
      stablehlo.custom_call @shape_assertion() {has_side_effect = true} : () -> ()
      return
    }"""
    module = Parser(make_context(), text).parse_module()
    (guard,) = [op for op in module.walk() if is_guard(op)]
    assert guard_condition(guard, RelationState()) is None


def test_sizes_that_are_chosen_otherwise_broadcast_with_what_they_are() -> None:
    """A choice among sizes is a broadcast only if it is the first that is not one."""
    state = RelationState()
    a, b, c = (state.fresh() for _ in range(3))
    chosen = [
        select(compare("==", b, 1), a, b),
        select(compare("==", b, 1), c, a),
        select(compare("==", b, 2), a, b),
        select(compare(">=", b, 1), a, b),
        select(compare("<=", a, b), c, a),
        select(conj([compare("==", b, 1), compare("==", c, 1)]), a, b),
        select(compare("==", b, 1), a, select(compare("==", c, 1), b, c)),
    ]
    names = [size.name or "" for size in (a, b, c)]
    for whole, part in product(chosen, [a, b, c, *chosen]):
        found = sizes_broadcast(whole, part, state)
        for numbers in product(range(4), repeat=3):
            env = dict(zip(names, numbers, strict=True))
            left, right = whole.evaluate(env), part.evaluate(env)
            assert found.evaluate(env) == (left == right or 1 in (left, right)), f"{found} {env}"


def test_no_size_is_read_after_one_that_is_never_one() -> None:
    state = RelationState()
    a, b, c = state.fresh(), state.fresh(2), state.fresh()
    assert first_not_one([a, b, c], state) is select(compare("==", a, 1), b, a)
    assert first_not_one([const(1), a, a, c], state) is select(compare("==", a, 1), c, a)
    assert first_not_one([const(1), const(1)], state) is const(1)
