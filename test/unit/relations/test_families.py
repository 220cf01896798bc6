"""What single operations say, for families whose runs the exhaustive tests do not cover."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from xdsl.context import Context
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.parser import Parser

from disc_shape.relations import RelationFailure, RelationState, relation_of
from disc_shape.relations.value_types import holds_sizes
from disc_shape.symbolic import Cond, Contradiction, Expr, compare, const

Speak = Callable[[Sequence[Operation], RelationState], None]


@dataclass
class Related:
    """A function whose relations have spoken."""

    func: FuncOp
    state: RelationState

    def arg(self, index: int) -> tuple[Expr, ...]:
        """The sizes of an argument."""
        return self.state.dims(self.func.body.block.args[index])

    def number(self, index: int, element: int = 0) -> Expr:
        """An integer that an argument holds."""
        return (self.state.elements(self.func.body.block.args[index]) or ())[element]

    def result(self, index: int = 0) -> tuple[Expr, ...]:
        """The sizes of a returned value."""
        last = self.func.body.block.last_op
        assert last is not None
        return self.state.dims(last.operands[index])

    def proves(self, cond: Cond) -> bool:
        """Whether a condition follows."""
        return self.state.prover.proves(cond)


Relate = Callable[..., Related]


@pytest.fixture
def relate(make_context: Callable[[], Context], speak: Speak) -> Relate:
    """Let the relations of the lines of a function body speak."""

    def build(arguments: str, body: str, result: str = "()") -> Related:
        text = f"func.func @f({arguments}) -> {result} {{\n{body}\n}}"
        module = Parser(make_context(), text).parse_module()
        module.verify()
        func = next(op for op in module.walk() if isinstance(op, FuncOp))
        state = RelationState()
        state.relevant.update(arg for arg in func.body.block.args if holds_sizes(arg.type))
        state.into_shapes = state.relevant
        speak(list(func.body.block.ops), state)
        return Related(func, state)

    return build


T = "tensor<?x?xf32>"
M = "memref<?x?xf32>"


def refuses(relate: Relate, *arguments: str) -> None:
    """The operation cannot be legal."""
    with pytest.raises((Contradiction, RelationFailure)):
        relate(*arguments)


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


# integers of another width


def test_an_index_has_as_many_bits_as_i64(relate: Relate) -> None:
    r = relate(
        "%0: index",
        """%1 = arith.index_cast %0 : index to i64
        %2 = arith.index_cast %1 : i64 to index
        %3 = tensor.empty(%2) : tensor<?xf32>
        return %3 : tensor<?xf32>""",
        "tensor<?xf32>",
    )
    assert r.result() == (r.number(0),)
    assert not r.state.supposes_no_wrap


def test_a_size_of_32_bits_is_taken_not_to_wrap(relate: Relate) -> None:
    r = relate(
        "%0: index",
        """%1 = arith.index_cast %0 : index to i32
        %2 = arith.index_cast %1 : i32 to index
        %3 = tensor.empty(%2) : tensor<?xf32>
        return %3 : tensor<?xf32>""",
        "tensor<?xf32>",
    )
    assert r.result() == (r.number(0),)
    assert r.state.supposes_no_wrap


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


# collectives


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


def test_shapes_of_a_window_over_two_operands_stand_behind_their_initial_values(
    relate: Relate,
) -> None:
    r = relate(
        f"""%0: {T}, %1: {T}, %2: tensor<f32>, %3: tensor<f32>, %4: tensor<2xi64>,
            %5: tensor<2xi64>, %6: tensor<2xi64>, %7: tensor<2xi64>, %8: tensor<2x2xi64>""",
        f"""%9:2 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(
            %0, %1, %2, %3, %4, %5, %6, %7, %8)
            {{called_computations = [@f]}}
            : ({T}, {T}, tensor<f32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>,
               tensor<2xi64>, tensor<2x2xi64>) -> ({T}, {T})
        return %9#0, %9#1 : {T}, {T}""",
        f"({T}, {T})",
    )
    call = r.func.body.block.first_op
    assert call is not None
    relation = relation_of(call)
    assert relation is not None
    assert list(relation.shape_operands(call)) == list(r.func.body.block.args)[4:]


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
    # The second size may be zero, and then nothing is said of where it begins.
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
