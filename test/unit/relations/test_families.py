"""What single operations say, for families whose runs the exhaustive tests do not cover."""

from __future__ import annotations

import pytest
from exhaustive.related import Relate, refuses

from disc_shape.relations import RelationFailure, RelationState
from disc_shape.relations.numerics import halved
from disc_shape.symbolic import compare, const

T = "tensor<?x?xf32>"
M = "memref<?x?xf32>"


# einsum


@pytest.mark.parametrize(
    ("labels", "result"), [("ab->ab", "?"), ("a...->...", "?x?x?"), ("ab->ac", "?x?")]
)
def test_einsum_has_a_label_for_each_dimension(relate: Relate, labels: str, result: str) -> None:
    kind = f"tensor<{result}xf32>"
    refuses(
        relate,
        f"%0: {T}",
        f'%1 = "stablehlo.unary_einsum"(%0) <{{einsum_config = "{labels}"}}> : ({T}) -> {kind}\n'
        f"return %1 : {kind}",
        kind,
    )


@pytest.mark.parametrize(("labels", "count"), [("ab...c", 3), ("a...bcd", 4), ("...abc", 3)])
def test_an_einsum_with_other_labels_says_how_many(relate: Relate, labels: str, count: int) -> None:
    with pytest.raises(RelationFailure, match=f"einsum' has {count} labels for rank 2"):
        relate(
            f"%0: {T}",
            f'%1 = "stablehlo.unary_einsum"(%0) <{{einsum_config = "{labels}->a"}}> : '
            f"({T}) -> tensor<?xf32>\nreturn %1 : tensor<?xf32>",
            "tensor<?xf32>",
        )


# integers of another width


@pytest.mark.parametrize("bits", [32, 64])
def test_a_size_is_taken_not_to_wrap_in_fewer_bits_than_an_index(relate: Relate, bits: int) -> None:
    r = relate(
        "%0: index",
        f"""%1 = arith.index_cast %0 : index to i{bits}
        %2 = arith.index_cast %1 : i{bits} to index
        %3 = tensor.empty(%2) : tensor<?xf32>
        return %3 : tensor<?xf32>""",
        "tensor<?xf32>",
    )
    assert r.result() == (r.number(0),)
    assert r.state.assumes_no_wrap == (bits == 32)


def test_too_few_bits_for_a_size_suppose_nothing(relate: Relate) -> None:
    r = relate("%0: index", "%1 = arith.index_cast %0 : index to i16\nreturn")
    assert not r.state.assumes_no_wrap


# broadcasts


def test_what_is_not_the_size_of_the_result_is_one(relate: Relate) -> None:
    r = relate(
        "%0: tensor<?xf32>",
        """%1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
        %c = stablehlo.constant dense<1> : tensor<i32>
        %2 = stablehlo.add %1, %c : tensor<i32>
        %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
        %4 = stablehlo.dynamic_broadcast_in_dim %0, %3, dims = [0] :
            (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
        return %4 : tensor<?xf32>""",
        "tensor<?xf32>",
    )
    assert r.proves(compare("==", r.arg(0)[0], 1))


# reshapes


def test_compute_reshape_shape(relate: Relate) -> None:
    r = relate(
        "%0: tensor<?x?x6xf32>",
        """%shape = shape.shape_of %0 : tensor<?x?x6xf32> -> tensor<3xindex>
        %n = shape.num_elements %shape : tensor<3xindex> -> index
        %c0 = arith.constant 0 : index
        %d = tensor.dim %0, %c0 : tensor<?x?x6xf32>
        %i = arith.index_cast %d : index to i32
        %m = arith.constant -1 : i32
        %t = tensor.from_elements %m, %i : tensor<2xi32>
        %s = mhlo.compute_reshape_shape %n, %t : (index, tensor<2xi32>) -> tensor<2xi32>
        %1 = mhlo.dynamic_reshape %0, %s : (tensor<?x?x6xf32>, tensor<2xi32>) -> tensor<?x?xf32>
        return %1 : tensor<?x?xf32>""",
        "tensor<?x?xf32>",
    )
    a, b, _ = r.arg(0)
    assert r.result()[1] is a
    assert r.proves(compare("==", r.result()[0] * a, a * b * 6))


def test_groups_are_paired_off_from_both_ends(relate: Relate) -> None:
    r = relate(
        "%0: tensor<4x?x?x3xf32>",
        """%c1 = arith.constant 1 : index
        %c3 = arith.constant 3 : index
        %c4 = arith.constant 4 : index
        %d = tensor.dim %0, %c1 : tensor<4x?x?x3xf32>
        %s = tensor.from_elements %c4, %d, %d, %c3 : tensor<4xindex>
        %1 = stablehlo.dynamic_reshape %0, %s :
            (tensor<4x?x?x3xf32>, tensor<4xindex>) -> tensor<?x?x?x?xf32>
        return %1 : tensor<?x?x?x?xf32>""",
        "tensor<?x?x?x?xf32>",
    )
    _, a, b, _ = r.arg(0)
    # a * b == a * a, and a may be zero: b is a only when it is not.
    assert r.proves(compare("==", a * b, a * a))
    assert not r.proves(compare("==", a, b))


# tie_shape


def test_tie_shape(relate: Relate) -> None:
    r = relate(
        f"%0: {T}, %1: index, %2: index",
        f"%3 = disc_shape.tie_shape %0, %1, %2 : ({T}, index, index) -> {T}\nreturn %3 : {T}",
        T,
    )
    assert r.proves(compare("==", r.result()[0], r.number(1)))
    assert r.proves(compare("==", r.arg(0)[1], r.number(2)))
    assert r.proves(compare(">=", r.number(1), 0))


# sizes


def test_set_dimension_size(relate: Relate) -> None:
    r = relate(
        f"%0: {T}, %1: tensor<i32>",
        f"%2 = stablehlo.set_dimension_size %0, %1, dim = 1 : ({T}, tensor<i32>) -> {T}\n"
        f"return %2 : {T}",
        T,
    )
    assert r.result() == (r.arg(0)[0], r.number(1))
    # The size may have been set before, and have room to grow.
    assert not r.proves(compare("<=", r.number(1), r.arg(0)[1]))


def test_known_expanding_dimensions(relate: Relate) -> None:
    r = relate(
        f"%0: {T}, %1: tensor<2xindex>",
        f"""%2 = "stablehlo.dynamic_broadcast_in_dim"(%0, %1) <{{
            broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>,
            known_nonexpanding_dimensions = array<i64: 1>}}> : ({T}, tensor<2xindex>) -> {T}
        return %2 : {T}""",
        T,
    )
    assert r.arg(0)[0].constant == 1
    assert r.proves(compare("==", r.arg(0)[1], r.number(1, 1)))


# linalg, memref, bufferization


def test_linalg_generic(relate: Relate) -> None:
    r = relate(
        f"%0: {T}, %1: tensor<?xf32>, %2: {T}",
        f"""%3 = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>,
            affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j, i)>],
            iterator_types = ["parallel", "parallel"]}}
            ins(%0, %1 : {T}, tensor<?xf32>) outs(%2 : {T}) {{
          ^bb0(%x: f32, %y: f32, %z: f32):
            linalg.yield %x : f32
        }} -> {T}
        return %3 : {T}""",
        T,
    )
    a, b = r.arg(0)
    assert r.proves(compare("==", r.arg(1)[0], b))
    assert r.result() == (b, a)


def test_linalg_window(relate: Relate) -> None:
    r = relate(
        "%0: tensor<?xf32>, %1: tensor<3xf32>, %2: tensor<5xf32>",
        """%3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i * 2 + j)>,
            affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
            iterator_types = ["parallel", "reduction"]}
            ins(%0, %1 : tensor<?xf32>, tensor<3xf32>) outs(%2 : tensor<5xf32>) {
          ^bb0(%x: f32, %y: f32, %z: f32):
            linalg.yield %x : f32
        } -> tensor<5xf32>
        return %3 : tensor<5xf32>""",
        "tensor<5xf32>",
    )
    assert r.proves(compare(">=", r.arg(0)[0], 4 * 2 + 2 + 1))
    assert not r.proves(compare(">=", r.arg(0)[0], 4 * 2 + 2 + 2))


def test_linalg_window_over_nothing_says_nothing(relate: Relate) -> None:
    r = relate(
        "%0: tensor<?xf32>, %1: tensor<3xf32>, %2: tensor<?xf32>",
        """%3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j)>,
            affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
            iterator_types = ["parallel", "reduction"]}
            ins(%0, %1 : tensor<?xf32>, tensor<3xf32>) outs(%2 : tensor<?xf32>) {
          ^bb0(%x: f32, %y: f32, %z: f32):
            linalg.yield %x : f32
        } -> tensor<?xf32>
        return %3 : tensor<?xf32>""",
        "tensor<?xf32>",
    )
    # Without an output element nothing is read.
    assert not r.proves(compare(">=", r.arg(0)[0], 1))


def test_linalg_matmul(relate: Relate) -> None:
    r = relate(
        f"%0: {T}, %1: {T}, %2: {T}",
        f"%3 = linalg.matmul ins(%0, %1 : {T}, {T}) outs(%2 : {T}) -> {T}\nreturn %3 : {T}",
        T,
    )
    assert r.proves(compare("==", r.arg(0)[1], r.arg(1)[0]))
    assert r.proves(compare("==", r.result()[0], r.arg(0)[0]))
    assert r.proves(compare("==", r.result()[1], r.arg(1)[1]))


def test_memref(relate: Relate) -> None:
    r = relate(
        f"%0: {M}, %1: index",
        f"""%c1 = arith.constant 1 : index
        %d = memref.dim %0, %c1 : {M}
        %2 = memref.alloc(%d, %1) : {M}
        %3 = "memref.cast"(%2) : ({M}) -> memref<?x4xf32>
        return %3 : memref<?x4xf32>""",
        "memref<?x4xf32>",
    )
    assert r.result() == (r.arg(0)[1], const(4))
    assert r.proves(compare("==", r.number(1), 4))


def test_memref_subview(relate: Relate) -> None:
    view = "memref<1x?xf32, strided<[?, 1], offset: ?>>"
    r = relate(
        f"%0: {M}, %1: index, %2: index",
        f"%3 = memref.subview %0[%1, 0] [1, %2] [1, 1] : {M} to {view}\nreturn %3 : {view}",
        view,
    )
    assert r.result() == (const(1), r.number(2))
    assert r.proves(compare("<", r.number(1), r.arg(0)[0]))
    # The second size may be zero, and then nothing is inferred of where it begins.
    assert r.proves(compare(">=", r.number(1), 0))


def test_bufferization(relate: Relate) -> None:
    r = relate(
        f"%0: {M}",
        f"""%1 = bufferization.to_tensor %0 restrict : {M} to {T}
        %2 = tensor.cast %1 : {T} to tensor<3x?xf32>
        return %2 : tensor<3x?xf32>""",
        "tensor<3x?xf32>",
    )
    assert r.proves(compare("==", r.arg(0)[0], 3))
    assert r.result()[1] is r.arg(0)[1]


# what cannot be legal


def test_sizes_that_differ_are_refused(relate: Relate) -> None:
    refuses(
        relate,
        "%0: tensor<?x3xf32>",
        """%1 = tensor.cast %0 : tensor<?x3xf32> to tensor<4x?xf32>
        %2 = tensor.cast %1 : tensor<4x?xf32> to tensor<?x?xf32>
        %3 = tensor.cast %2 : tensor<?x?xf32> to tensor<5x?xf32>
        return %3 : tensor<5x?xf32>""",
        "tensor<5x?xf32>",
    )


def test_a_slice_beyond_the_operand_is_refused(relate: Relate) -> None:
    refuses(
        relate,
        "%0: tensor<?xf32>",
        """%1 = tensor.cast %0 : tensor<?xf32> to tensor<2xf32>
        %2 = stablehlo.slice %0 [0:3] : (tensor<?xf32>) -> tensor<3xf32>
        return %2 : tensor<3xf32>""",
        "tensor<3xf32>",
    )


def test_a_negative_size_is_refused(relate: Relate) -> None:
    refuses(
        relate,
        "%0: tensor<f32>",
        """%half = stablehlo.constant dense<-1> : tensor<1xi64>
        %s = stablehlo.concatenate %half, %half, dim = 0 :
            (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
        %1 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [] :
            (tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
        return %1 : tensor<?x?xf32>""",
        T,
    )


# several results, and sizes of zero


def test_updates_of_one_scatter_have_one_shape(relate: Relate) -> None:
    r = relate(
        "%0: tensor<?xf32>, %1: tensor<?x1xi64>, %2: tensor<?xf32>, %3: tensor<?xf32>",
        """%4:2 = "stablehlo.scatter"(%0, %0, %1, %2, %3) <{
            scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
              scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
          stablehlo.return %c, %d : tensor<f32>, tensor<f32>
        }) : (tensor<?xf32>, tensor<?xf32>, tensor<?x1xi64>, tensor<?xf32>, tensor<?xf32>)
            -> (tensor<?xf32>, tensor<?xf32>)
        return""",
    )
    (indices, _), (first,), (second,) = r.arg(1), r.arg(2), r.arg(3)
    assert r.proves(compare("==", first, second))
    assert r.proves(compare("==", first, indices))


def test_the_last_size_of_a_transform_of_real_numbers() -> None:
    state = RelationState()
    for least in (0, 1):
        size = state.fresh(least)
        half = halved(size, state)
        for number in range(least, 7):
            expected = number // 2 + 1 if number else 0
            assert half.evaluate({size.name or "": number}) == expected
    assert halved(const(0), state) is const(0)
    assert halved(const(5), state) is const(3)
