"""What relations say where types, attributes or operands leave something open."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from exhaustive.harness import Blind, context
from exhaustive.related import Relate
from xdsl.dialects.func import FuncOp
from xdsl.parser import Parser

from disc_shape.relations.state import Content
from disc_shape.symbolic import compare
from disc_shape.symbolic.facts import Contradiction

Propagate = Callable[..., None]
Compute = Callable[..., list[Content]]

T = "tensor<?x?xf32>"
U = "tensor<*xf32>"

# tensors and buffers without a rank


@pytest.mark.parametrize(
    "lines",
    [
        f"%2 = tensor.cast %0 : {T} to {U}",
        f"%2 = tensor.cast %1 : {U} to {T}",
        f"%2 = stablehlo.custom_call @Sharding(%1) : ({U}) -> {T}",
        f"%2 = stablehlo.custom_call @Sharding(%0) : ({T}) -> {U}",
        f"%2 = stablehlo.custom_call @Sharding(%1) : ({U}) -> {U}",
    ],
)
def test_nothing_is_said_of_tensors_without_a_rank(relate: Relate, lines: str) -> None:
    r = relate(f"%0: {T}, %1: {U}", lines + "\nreturn")
    a, b = r.arg(0)
    assert not r.proves(compare("==", a, b))


@pytest.mark.parametrize(
    "lines",
    [
        "%2 = memref.cast %1 : memref<*xf32> to memref<?xf32>",
        "%2 = memref.cast %0 : memref<?xf32> to memref<*xf32>",
        '"memref.copy"(%1, %1) : (memref<*xf32>, memref<*xf32>) -> ()',
        "%2 = bufferization.clone %1 : memref<*xf32> to memref<*xf32>",
        "%2 = bufferization.clone %0 : memref<?xf32> to memref<?xf32>",
    ],
)
def test_nothing_is_said_of_buffers_without_a_rank(relate: Relate, lines: str) -> None:
    r = relate("%0: memref<?xf32>, %1: memref<*xf32>", lines + "\nreturn")
    assert not r.proves(compare("==", r.arg(0)[0], 1))


def test_tensors_stand_beside_what_is_none(relate: Relate) -> None:
    r = relate(
        f"%0: !stablehlo.token, %1: {T}",
        f"""%2:2 = "stablehlo.custom_call"(%0, %1) <{{call_target_name = "Sharding"}}> :
            (!stablehlo.token, {T}) -> (!stablehlo.token, {T})
        return %2#1 : {T}""",
        T,
    )
    assert r.result() == r.arg(1)


def test_a_barrier_for_what_is_no_tensor_too(relate: Relate) -> None:
    r = relate(
        f"%0: !stablehlo.token, %1: {T}",
        f"""%2:2 = "stablehlo.optimization_barrier"(%0, %1) :
            (!stablehlo.token, {T}) -> (!stablehlo.token, {T})
        return %2#1 : {T}""",
        T,
    )
    assert r.result() == r.arg(1)


# attributes that may be left out


def test_parts_that_are_exchanged_as_values_of_their_own(relate: Relate) -> None:
    r = relate(
        f"%0: {T}, %1: {T}",
        f"""%2:2 = "mhlo.all_to_all"(%0, %1)
            <{{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}}> : ({T}, {T}) -> ({T}, {T})
        return %2#0, %2#1 : {T}, {T}""",
        f"({T}, {T})",
    )
    assert (r.result(0), r.result(1)) == (r.arg(0), r.arg(1))


def test_a_part_of_what_all_processes_share(relate: Relate) -> None:
    r = relate(
        f"%0: {T}",
        f"""%1 = "stablehlo.reduce_scatter"(%0) <{{scatter_dimension = 0 : i64,
            replica_groups = dense<> : tensor<0x0xi64>}}> ({{
        ^bb0(%x: tensor<f32>, %y: tensor<f32>):
          %z = stablehlo.add %x, %y : tensor<f32>
          stablehlo.return %z : tensor<f32>
        }}) : ({T}) -> {T}
        return %1 : {T}""",
        T,
    )
    assert r.result()[1] is r.arg(0)[1]
    assert r.arg(0)[0] not in r.result()[0].symbols


def test_a_wrapper_that_names_no_shape(relate: Relate) -> None:
    name = "stablehlo.shape_refinement_operand_wrapper"
    r = relate(
        f"%0: {T}", f"%1 = stablehlo.custom_call @{name}(%0) : ({T}) -> {T}\nreturn %1 : {T}", T
    )
    assert r.result() == r.arg(0)


SPARSE = "lhs_sparsity = #mhlo.sparsity<dimension = 1, n = 2, m = 4>, "


@pytest.mark.parametrize("sparse", [False, True])
def test_sparse_products_contract_other_sizes(relate: Relate, sparse: bool) -> None:
    meta, kind = (", %2", ", tensor<?x?xui16>") if sparse else ("", "")
    r = relate(
        f"%0: {T}, %1: {T}, %2: tensor<?x?xui16>",
        f"""%3 = "mhlo.sparse_dot"(%0, %1{meta}) <{{{SPARSE if sparse else ""}
            dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1],
            rhs_contracting_dimensions = [0]>, precision_config = []}}> :
            ({T}, {T}{kind}) -> {T}
        return %3 : {T}""",
        T,
    )
    (a, b), (c, d) = r.arg(0), r.arg(1)
    assert r.result() == (a, d)
    assert r.proves(compare("==", b, c)) != sparse


# steps and dimensions that are unknown


def test_a_slice_by_an_unknown_step_ends_anywhere(relate: Relate) -> None:
    body = """%1 = tensor.extract_slice %0[%i] [%n] [STEP] : tensor<?xf32> to tensor<?xf32>
        return %1 : tensor<?xf32>"""
    arguments = "%0: tensor<?xf32>, %i: index, %n: index, %k: index"
    r = relate(arguments, body.replace("STEP", "%k"), "tensor<?xf32>")
    assert r.result() == (r.number(2),)
    assert not r.proves(compare("<=", r.number(2), r.arg(0)[0]))
    r = relate(arguments, body.replace("STEP", "2"), "tensor<?xf32>")
    assert r.proves(compare("<=", r.number(2), r.arg(0)[0]))


def test_which_dimension_is_left_out_may_be_open(relate: Relate) -> None:
    """A size that is given as an operand may be the one that the result leaves out."""
    r = relate(
        "%0: tensor<?x?xf32>, %n: index, %m: index",
        """%1 = tensor.extract_slice %0[0, 0] [%n, %m] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
        return %1 : tensor<?xf32>""",
        "tensor<?xf32>",
    )
    assert r.result()[0] not in (r.number(1), r.number(2))


# places outside


@pytest.mark.parametrize("axis", [-1, 2])
def test_there_is_no_such_dimension(contents_of: Compute, axis: int) -> None:
    lines = f"%i = arith.constant {axis} : index\n%n = tensor.dim %0, %i : {T}\nreturn %n : index"
    with pytest.raises(Contradiction, match=r"index 0 of 'tensor\.dim'"):
        contents_of(f"%0: {T}", lines, "index")


@pytest.mark.parametrize("place", [-1, 2])
@pytest.mark.parametrize("name", ["extract", "insert"])
def test_there_is_no_such_element(contents_of: Compute, name: str, place: int) -> None:
    kind = "tensor<2xindex>"
    lines = (
        f"%i = arith.constant {place} : index\n"
        + {
            "extract": f"%n = tensor.extract %0[%i] : {kind}\nreturn %n : index",
            "insert": f"%n = tensor.insert %i into %0[%i] : {kind}\nreturn %n : {kind}",
        }[name]
    )
    with pytest.raises(Contradiction, match=f"index 0 of 'tensor.{name}'"):
        contents_of(f"%0: {kind}", lines, "index" if name == "extract" else kind)


# numbers that nothing is known of


def test_an_unknown_number_of_the_greatest(propagate: Propagate) -> None:
    module = Parser(
        context(),
        """func.func @f(%0: tensor<?x?xf32>, %k: tensor<i32>) {
          %1:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%0, %k) :
              (tensor<?x?xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
          return
        }""",
    ).parse_module()
    func = next(op for op in module.walk() if isinstance(op, FuncOp))
    top = next(op for op in module.walk() if len(op.results) == 2)
    state = Blind()
    propagate(list(func.body.block.ops), state)
    (outer, last), (rows, count) = (state.dims(top.operands[0]), state.dims(top.results[0]))
    assert rows is outer
    assert not state.prover.proves(compare("<=", count, last))


def test_a_shape_computed_of_nothing_known(contents_of: Compute) -> None:
    (content,) = contents_of(
        "%n: index, %s: tensor<?xindex>",
        """%r = mhlo.compute_reshape_shape %n, %s : (index, tensor<?xindex>) -> tensor<?xindex>
        return %r : tensor<?xindex>""",
        "tensor<?xindex>",
    )
    assert content is None


@pytest.mark.parametrize("index", [0, 1])
def test_a_dimension_of_a_tensor(relate: Relate, index: int) -> None:
    r = relate(
        f"%0: {T}",
        f"""%i = arith.constant {index} : index
        %n = "shape.dim"(%0, %i) : ({T}, index) -> index
        %1 = tensor.empty(%n) : tensor<?xf32>
        return %1 : tensor<?xf32>""",
        "tensor<?xf32>",
    )
    assert r.result() == (r.arg(0)[index],)


@pytest.mark.parametrize(
    "line",
    [
        "%1 = shape.const_shape [1, 2] : !shape.shape",
        "%1 = shape.const_shape [1, 2] : tensor<2xindex>",
        '%1 = "shape.concat"(%s, %s) : (!shape.shape, !shape.shape) -> !shape.shape',
        '%1 = "shape.concat"(%e, %e) : (tensor<?xindex>, tensor<?xindex>) -> !shape.shape',
        "%1 = shape.broadcast %s, %s : !shape.shape, !shape.shape -> !shape.shape",
    ],
)
def test_shapes_that_hold_their_rank_have_no_sizes(relate: Relate, line: str) -> None:
    r = relate("%s: !shape.shape, %e: tensor<?xindex>", line + "\nreturn")
    assert not [fact for fact in r.state.prover.facts() if len(fact.statement.symbols) > 1]
    assert not r.proves(compare("==", r.arg(1)[0], 2))
