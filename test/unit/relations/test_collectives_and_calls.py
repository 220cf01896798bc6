"""What collectives and custom calls say, which no exhaustive test runs."""

from __future__ import annotations

import pytest
from exhaustive.related import Relate

from disc_shape.cards import card_of
from disc_shape.symbolic import compare, const

T = "tensor<?x?xf32>"


def gather(groups: str, extra: str = "") -> str:
    return (
        f'%1 = "stablehlo.all_gather"(%0) <{{all_gather_dim = 1 : i64, replica_groups = {groups}'
        f"{extra}}}> : ({T}) -> {T}\nreturn %1 : {T}"
    )


PAIRS = "dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>"
CHANNEL = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>"


def test_all_gather(relate: Relate) -> None:
    r = relate(f"%0: {T}", gather(PAIRS), T)
    a, b = r.arg(0)
    assert r.result() == (a, b * 2)


def test_what_is_gathered_along_is_not_empty(relate: Relate) -> None:
    r = relate(f"%0: {T}", gather(PAIRS), T)
    a, b = r.arg(0)
    assert r.proves(compare(">=", b, 1))
    assert not r.proves(compare(">=", a, 1))


def test_all_gather_over_all_partitions_has_an_unknown_factor(relate: Relate) -> None:
    r = relate(f"%0: {T}", gather(PAIRS, CHANNEL), T)
    a, b = r.arg(0)
    assert r.result()[0] is a
    assert r.result()[1] not in (b, b * 2)


def test_all_gather_by_global_ids(relate: Relate) -> None:
    r = relate(f"%0: {T}", gather(PAIRS, CHANNEL + ", use_global_device_ids"), T)
    assert r.result()[1] == r.arg(0)[1] * 2


def test_all_gather_of_all_processes_has_an_unknown_factor(relate: Relate) -> None:
    r = relate(f"%0: {T}", gather("dense<> : tensor<0x0xi64>"), T)
    assert r.result()[0] is r.arg(0)[0]
    assert r.arg(0)[1] not in r.result()[1].symbols


def test_reduce_scatter(relate: Relate) -> None:
    r = relate(
        f"%0: {T}",
        f"""%1 = "stablehlo.reduce_scatter"(%0) <{{scatter_dimension = 0 : i64,
            replica_groups = {PAIRS}}}> ({{
          ^bb0(%x: tensor<f32>, %y: tensor<f32>):
            %z = stablehlo.add %x, %y : tensor<f32>
            stablehlo.return %z : tensor<f32>
        }}) : ({T}) -> {T}
        return %1 : {T}""",
        T,
    )
    a, b = r.arg(0)
    assert r.proves(compare("==", a % 2, 0))
    assert r.proves(compare("==", r.result()[0] * 2, a))
    assert r.result()[1] is b


@pytest.mark.parametrize("joined", [0, 1])
def test_all_to_all(relate: Relate, joined: int) -> None:
    r = relate(
        f"%0: {T}",
        f"""%1 = "stablehlo.all_to_all"(%0) <{{split_dimension = 1 : i64,
            concat_dimension = {joined} : i64, split_count = 2 : i64,
            replica_groups = {PAIRS}}}> : ({T}) -> {T}
        return %1 : {T}""",
        T,
    )
    a, b = r.arg(0)
    assert r.proves(compare("==", b % 2, 0))
    expected = (a, b) if joined else (a * 2, b // 2)
    assert all(r.proves(compare("==", x, y)) for x, y in zip(r.result(), expected, strict=True))


def test_collective_permute(relate: Relate) -> None:
    r = relate(
        f"%0: {T}",
        '%1 = "stablehlo.collective_permute"(%0) <{source_target_pairs = '
        f"dense<[[0, 1]]> : tensor<1x2xi64>}}> : ({T}) -> {T}\nreturn %1 : {T}",
        T,
    )
    assert r.result() == r.arg(0)


# custom calls


def test_custom_call_with_shape_operands(relate: Relate) -> None:
    r = relate(
        f"%0: {T}, %1: tensor<2xi64>",
        "%2 = stablehlo.custom_call @anything(%0, %1) "
        "{indices_of_shape_operands = dense<[1]> : tensor<1xi64>} : "
        f"({T}, tensor<2xi64>) -> {T}\nreturn %2 : {T}",
        T,
    )
    assert r.result() == (r.number(1, 0), r.number(1, 1))
    assert r.proves(compare(">=", r.number(1, 0), 0))


def test_unknown_custom_call_says_nothing(relate: Relate) -> None:
    r = relate(
        f"%0: {T}",
        f"%1 = stablehlo.custom_call @anything(%0) : ({T}) -> {T}\nreturn %1 : {T}",
        T,
    )
    assert not set(r.result()) & set(r.arg(0))


def test_sharding_changes_nothing(relate: Relate) -> None:
    r = relate(
        f"%0: {T}",
        f"%1 = stablehlo.custom_call @Sharding(%0) : ({T}) -> {T}\nreturn %1 : {T}",
        T,
    )
    assert r.result() == r.arg(0)


def test_shape_refinement_wrapper(relate: Relate) -> None:
    r = relate(
        f"%0: {T}, %1: tensor<2xi64>",
        "%2 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%0, %1) "
        "{indices_of_shape_operands = dense<[1]> : tensor<1xi64>} : "
        f"({T}, tensor<2xi64>) -> {T}\nreturn %2 : {T}",
        T,
    )
    assert r.proves(compare("==", r.arg(0)[0], r.number(1, 0)))
    assert r.proves(compare("==", r.result()[1], r.arg(0)[1]))


def test_dynamic_rng_bit_generator(relate: Relate) -> None:
    r = relate(
        "%0: tensor<?xui64>, %1: tensor<2xi64>",
        f"""%2:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%0, %1)
            : (tensor<?xui64>, tensor<2xi64>) -> (tensor<?xui64>, {T})
        return %2#0, %2#1 : tensor<?xui64>, {T}""",
        f"(tensor<?xui64>, {T})",
    )
    assert r.result(0) == r.arg(0)
    assert r.result(1) == (r.number(1, 0), r.number(1, 1))


def test_shapes_of_a_window_over_two_operands_follow_their_initial_values(
    relate: Relate,
) -> None:
    r = relate(
        f"""%0: {T}, %1: {T}, %2: tensor<f32>, %3: tensor<f32>, %4: tensor<2xi64>,
            %5: tensor<2xi64>, %6: tensor<2xi64>, %7: tensor<2xi64>, %8: tensor<2x2xi64>""",
        f"""%9:2 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(
            %0, %1, %2, %3, %4, %5, %6, %7, %8)
            {{called_computations = [@sums]}}
            : ({T}, {T}, tensor<f32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>,
               tensor<2xi64>, tensor<2x2xi64>) -> ({T}, {T})
        return %9#0, %9#1 : {T}, {T}
        }}
        func.func private @sums(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>)
            -> (tensor<f32>, tensor<f32>) {{
        return %a, %b : tensor<f32>, tensor<f32>""",
        f"({T}, {T})",
    )
    call = r.func.body.block.first_op
    assert call is not None
    assert list(card_of(call).size_operands(call)) == list(r.func.body.block.args)[4:]


def test_integers_pass_through_the_shape_refinement_wrapper(relate: Relate) -> None:
    r = relate(
        "%0: tensor<2xi64>, %1: tensor<1xi64>",
        """%2 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%0, %1)
            {indices_of_shape_operands = dense<[1]> : tensor<1xi64>} :
            (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
        %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
        return %3 : tensor<?x?xf32>""",
        "tensor<?x?xf32>",
    )
    assert r.result() == (r.number(0, 0), r.number(0, 1))


def test_dynamic_top_k(relate: Relate) -> None:
    r = relate(
        f"%0: {T}, %1: tensor<i64>",
        f"""%2:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%0, %1) {{has_side_effect = true}}
            : ({T}, tensor<i64>) -> ({T}, tensor<?x?xi32>)
        return %2#0, %2#1 : {T}, tensor<?x?xi32>""",
        f"({T}, tensor<?x?xi32>)",
    )
    assert r.result(0) == r.result(1) == (r.arg(0)[0], r.number(1))
    assert r.proves(compare("<=", r.number(1), r.arg(0)[1]))


def test_an_approximate_selection(relate: Relate) -> None:
    config = "{aggregate_to_topk = true, reduction_dim = 1 : i64, top_k = 3 : i64}"
    r = relate(
        f"%0: {T}, %1: {T}, %2: tensor<f32>, %3: tensor<i32>",
        f"""%4:2 = stablehlo.custom_call @ApproxTopK(%0, %1, %2, %3)
            {{called_computations = [], mhlo.backend_config = {config}}}
            : ({T}, {T}, tensor<f32>, tensor<i32>) -> ({T}, {T})
        return %4#0, %4#1 : {T}, {T}""",
        f"({T}, {T})",
    )
    assert r.result(0) == (r.arg(0)[0], const(3))
    assert r.result(1) == (r.arg(1)[0], const(3))
    assert r.proves(compare("<=", const(3), r.arg(0)[1]))
