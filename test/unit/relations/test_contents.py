"""What evaluators say of small integer tensors that are put together, cut and moved."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from exhaustive.harness import context
from xdsl.parser import Parser

from disc_shape.relations import RelationState, evaluator_of
from disc_shape.relations.state import Content

Compute = Callable[..., list[Content]]

ADD = """{
^bb0(%x: tensor<i64>, %y: tensor<i64>):
  %z = stablehlo.KIND %x, %y : tensor<i64>
  stablehlo.return %z : tensor<i64>
}"""

MOVES = {
    "reshape": ("4", "2x2", "stablehlo.reshape %a : (BEFORE) -> AFTER"),
    "transpose": ("2x2", "2x2", "stablehlo.transpose %a, dims = [1, 0] : (BEFORE) -> AFTER"),
    "transpose of a list of lists": (
        "1x2x3",
        "3x1x2",
        "stablehlo.transpose %a, dims = [2, 0, 1] : (BEFORE) -> AFTER",
    ),
    "reverse": ("3", "3", "stablehlo.reverse %a, dims = [0] : BEFORE"),
    "slice": ("4", "2", "stablehlo.slice %a [1:4:2] : (BEFORE) -> AFTER"),
    "broadcast": ("2", "2x2", "stablehlo.broadcast %a, sizes = [2] : (BEFORE) -> AFTER"),
    "broadcast_in_dim": (
        "1x2",
        "2x3",
        "stablehlo.broadcast_in_dim %a, dims = [1, 0] : (BEFORE) -> AFTER",
    ),
    "scalar": ("", "2", "stablehlo.broadcast_in_dim %a, dims = [] : (BEFORE) -> AFTER"),
    "concatenate": (
        "2x1",
        "2x2",
        "stablehlo.concatenate %a, %a, dim = 1 : (BEFORE, BEFORE) -> AFTER",
    ),
    "concatenate lists": (
        "2",
        "5",
        "stablehlo.concatenate %a, %one, %a, dim = 0 : (BEFORE, tensor<1xi64>, BEFORE) -> AFTER",
    ),
    "gather": (
        "3",
        "2",
        '"stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<'
        "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, "
        "slice_sizes = array<i64: 1>}> : (BEFORE, tensor<2x1xi64>) -> AFTER",
    ),
    "window of gather": (
        "3",
        "2x2",
        '"stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<'
        "offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, "
        "slice_sizes = array<i64: 2>}> : (BEFORE, tensor<2x1xi64>) -> AFTER",
    ),
    "dynamic_slice": (
        "4",
        "2",
        "stablehlo.dynamic_slice %a, %k, sizes = [2] : (BEFORE, tensor<i64>) -> AFTER",
    ),
    "dynamic_update_slice": (
        "2",
        "2",
        "stablehlo.dynamic_update_slice %a, %one, %k : "
        "(BEFORE, tensor<1xi64>, tensor<i64>) -> AFTER",
    ),
    "pad": (
        "2",
        "5",
        "stablehlo.pad %a, %k, low = [-1], high = [3], interior = [1] : "
        "(BEFORE, tensor<i64>) -> AFTER",
    ),
    "barrier": ("2", "2", "stablehlo.optimization_barrier %a : BEFORE"),
    "element of a tuple": (
        "2",
        "2",
        "stablehlo.get_tuple_element %t[1] : (tuple<tensor<i64>, BEFORE>) -> AFTER",
    ),
}


def tensor(shape: str) -> str:
    return f"tensor<{shape}xi64>" if shape else "tensor<i64>"


@pytest.mark.parametrize("name", MOVES)
def test_moves(compute: Compute, name: str) -> None:
    before, after, op = MOVES[name]
    op = op.replace("BEFORE", tensor(before)).replace("AFTER", tensor(after))
    (content,) = compute(
        f"%a: {tensor(before)}",
        f"""%i = stablehlo.constant dense<[[2], [-1]]> : tensor<2x1xi64>
        %k = stablehlo.constant dense<3> : tensor<i64>
        %one = stablehlo.constant dense<1> : tensor<1xi64>
        %t = stablehlo.tuple %k, %a : tuple<tensor<i64>, {tensor(before)}>
        %b = {op}
        return %b : {tensor(after)}""",
        tensor(after),
        values=(-1, 0, 2) if before != "1x2x3" else (0, 1),
    )
    assert content is not None


@pytest.mark.parametrize("kind", ["add", "multiply", "maximum", "minimum"])
@pytest.mark.parametrize(("shape", "dimensions", "after"), [("3", [0], ""), ("2x2", [1], "2")])
def test_reduce(compute: Compute, kind: str, shape: str, dimensions: list[int], after: str) -> None:
    (content,) = compute(
        f"%a: {tensor(shape)}",
        f"""%start = stablehlo.constant dense<2> : tensor<i64>
        %b = stablehlo.reduce(%a init: %start) applies stablehlo.{kind} across
            dimensions = {dimensions} : ({tensor(shape)}, tensor<i64>) -> {tensor(after)}
        return %b : {tensor(after)}""",
        tensor(after),
        values=(-1, 0, 2),
    )
    assert content is not None


def test_reduce_with_another_body_is_unknown(compute: Compute) -> None:
    (content,) = compute(
        "%a: tensor<3xi64>",
        f"""%start = stablehlo.constant dense<2> : tensor<i64>
        %b = "stablehlo.reduce"(%a, %start) <{{dimensions = array<i64: 0>}}>
            ({ADD.replace("KIND", "subtract")}) : (tensor<3xi64>, tensor<i64>) -> tensor<i64>
        return %b : tensor<i64>""",
        "tensor<i64>",
        values=(-1, 0, 2),
    )
    assert content is None


def test_gather_at_unknown_indices_is_unknown(compute: Compute) -> None:
    (content,) = compute(
        "%a: tensor<2xi64>, %i: tensor<1x1xi64>",
        """%b = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<
            collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
            slice_sizes = array<i64: 1>}> : (tensor<2xi64>, tensor<1x1xi64>) -> tensor<1xi64>
        return %b : tensor<1xi64>""",
        "tensor<1xi64>",
        values=(0, 1),
    )
    assert content is None


def test_from_elements_and_extract(compute: Compute) -> None:
    (content,) = compute(
        "%a: index, %b: index",
        """%c1 = arith.constant 1 : index
        %0 = tensor.from_elements %a, %b : tensor<2xindex>
        %1 = tensor.extract %0[%c1] : tensor<2xindex>
        %2 = arith.index_cast %1 : index to i64
        return %2 : i64""",
        "i64",
        values=(-1, 0, 2),
    )
    assert content is not None


def test_iota(compute: Compute) -> None:
    (content,) = compute(
        "%a: tensor<2x2xi64>",
        """%0 = stablehlo.iota dim = 1 : tensor<2x2xi64>
        %1 = stablehlo.add %a, %0 : tensor<2x2xi64>
        return %1 : tensor<2x2xi64>""",
        "tensor<2x2xi64>",
        values=(0, 1),
    )
    assert content is not None


@pytest.mark.parametrize("name", ["broadcast_add", "broadcast_multiply", "broadcast_maximum"])
def test_client_broadcast(compute: Compute, name: str) -> None:
    (content,) = compute(
        "%a: tensor<2xi64>, %b: tensor<i64>",
        f"%c = chlo.{name} %a, %b : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>\n"
        "return %c : tensor<2xi64>",
        "tensor<2xi64>",
        values=(-1, 0, 2),
    )
    assert content is not None


def test_linearize_and_delinearize(compute: Compute) -> None:
    (content, _, _) = compute(
        "%i: index, %j: index",
        """%d0 = arith.constant 2 : index
        %d1 = arith.constant 3 : index
        %p = disc_shape.linearize [%i, %j] in [%d0, %d1]
        %x, %y = disc_shape.delinearize %p in [%d0, %d1] : index, index
        return %p, %x, %y : index, index, index""",
        "(index, index, index)",
        values=(0, 1),
    )
    assert content is not None


def test_numbers_as_truth(compute: Compute) -> None:
    contents = compute(
        "%a: tensor<2xi64>, %b: i64",
        """%c = stablehlo.convert %a : (tensor<2xi64>) -> tensor<2xi1>
        %d = arith.trunci %b : i64 to i1
        return %c, %d : tensor<2xi1>, i1""",
        "(tensor<2xi1>, i1)",
        values=range(-2, 4),
    )
    assert None not in contents


def test_numbers_whose_count_the_type_leaves_open(compute: Compute) -> None:
    (content,) = compute(
        "%a: tensor<2xi32>",
        """%c = stablehlo.convert %a : (tensor<2xi32>) -> tensor<?xi64>
        return %c : tensor<?xi64>""",
        "tensor<?xi64>",
    )
    assert content is None or len(content) == 2


def test_constant_like_of_integers(compute: Compute) -> None:
    contents = compute(
        "%a: tensor<2xi64>",
        """%c = "chlo.constant_like"(%a) <{value = 3 : i64}> : (tensor<2xi64>) -> tensor<2xi64>
        %d = stablehlo.multiply %a, %c : tensor<2xi64>
        return %d : tensor<2xi64>""",
        "tensor<2xi64>",
    )
    assert None not in contents


INDEX = "%a: tensor<2xi64>, %i: tensor<i64>"


@pytest.mark.parametrize(("count", "is_known"), [(2, True), (1, False)])
def test_what_fills_all_begins_at_zero(compute: Compute, count: int, is_known: bool) -> None:
    """Start indices are moved so that the box fits: there is one place for a whole one."""
    part = f"tensor<{count}xi64>"
    contents = compute(
        INDEX,
        f"""%u = stablehlo.constant dense<7> : {part}
        %b = stablehlo.dynamic_slice %a, %i, sizes = [{count}] : (tensor<2xi64>, tensor<i64>)
            -> {part}
        %c = stablehlo.dynamic_update_slice %a, %u, %i :
            (tensor<2xi64>, {part}, tensor<i64>) -> tensor<2xi64>
        return %b, %c : {part}, tensor<2xi64>""",
        f"({part}, tensor<2xi64>)",
        values=range(-1, 3),
    )
    assert [content is not None for content in contents] == [is_known, is_known]


@pytest.mark.parametrize("start", [-1, 0, 1, 2, 3])
@pytest.mark.parametrize("step", [-1, 0, 1, 2])
@pytest.mark.parametrize("count", [0, 1, 2])
def test_slices_outside_hold_nothing(start: int, step: int, count: int) -> None:
    """The relation refuses them too, where it is asked first."""
    module = Parser(
        context(),
        f"""func.func @f(%a: tensor<3xi64>, %l: tensor<1xi64>) {{
          %s = stablehlo.constant dense<{start}> : tensor<1xi64>
          %t = stablehlo.constant dense<{step}> : tensor<1xi64>
          %b = stablehlo.real_dynamic_slice %a, %s, %l, %t :
              (tensor<3xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<{count}xi64>
          return
        }}""",
    ).parse_module()
    state = RelationState()
    content: Content = None
    for op in module.walk():
        if (evaluator := evaluator_of(op)) is not None:
            (content,) = evaluator(op, state)
            state.define_content(op.results[0], content)
    inside = all(0 <= start + index * step < 3 for index in range(count))
    legal = start >= 0 and step >= 1 and inside
    assert content == () if count == 0 else (content is not None) == legal


def test_gather_in_batches(compute: Compute) -> None:
    (content,) = compute(
        "%a: tensor<2x2xi64>",
        """%i = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi64>
        %b = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<
            collapsed_slice_dims = [1], operand_batching_dims = [0],
            start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>,
            slice_sizes = array<i64: 1, 1>}> : (tensor<2x2xi64>, tensor<2x1xi64>) -> tensor<2xi64>
        return %b : tensor<2xi64>""",
        "tensor<2xi64>",
        values=(0, 1, 2),
    )
    assert content is not None
    assert len(set(content)) == 2


@pytest.mark.parametrize(
    "body",
    [
        "%z = stablehlo.add %x, %x",
        "%z = stablehlo.add %y, %y",
        "%w = stablehlo.add %x, %y",
        "%z = stablehlo.negate %x",
        "%w = stablehlo.negate %x\n%z = stablehlo.add %w, %y",
    ],
)
def test_reduce_with_what_combines_otherwise_is_unknown(compute: Compute, body: str) -> None:
    lines = "\n".join(f"{line} : tensor<i64>" for line in body.split("\n"))
    (content,) = compute(
        "%a: tensor<2xi64>",
        f"""%start = stablehlo.constant dense<2> : tensor<i64>
        %b = "stablehlo.reduce"(%a, %start) <{{dimensions = array<i64: 0>}}> ({{
        ^bb0(%x: tensor<i64>, %y: tensor<i64>):
          {lines}
          stablehlo.return {"%z" if "%z" in body else "%x"} : tensor<i64>
        }}) : (tensor<2xi64>, tensor<i64>) -> tensor<i64>
        return %b : tensor<i64>""",
        "tensor<i64>",
        values=(-1, 0, 2),
    )
    assert content is None


def test_lists_of_different_lengths_are_not_put_together(contents_of: Compute) -> None:
    for other, is_known in (("%y", False), ("%x", True)):
        (content,) = contents_of(
            "%a: tensor<2xindex>, %b: tensor<3xindex>",
            f"""%x = "shape.from_extent_tensor"(%a) : (tensor<2xindex>) -> !shape.shape
            %y = "shape.from_extent_tensor"(%b) : (tensor<3xindex>) -> !shape.shape
            %v = "shape.to_extent_tensor"(%x) : (!shape.shape) -> tensor<?xindex>
            %w = "shape.to_extent_tensor"({other}) : (!shape.shape) -> tensor<?xindex>
            %c = arith.addi %v, %w : tensor<?xindex>
            return %c : tensor<?xindex>""",
            "tensor<?xindex>",
        )
        assert (content is not None) == is_known


@pytest.mark.parametrize("name", ["max", "min"])
def test_no_extremes_of_shapes_of_different_ranks(contents_of: Compute, name: str) -> None:
    lines = f"""%x = "shape.from_extent_tensor"(%a) : (tensor<2xindex>) -> !shape.shape
        %y = "shape.from_extent_tensor"(%b) : (tensor<3xindex>) -> !shape.shape
        %z = "shape.{name}"(%x, %y) : (!shape.shape, !shape.shape) -> !shape.shape
        %c = "shape.to_extent_tensor"(%z) : (!shape.shape) -> tensor<?xindex>
        return %c : tensor<?xindex>"""
    arguments = "%a: tensor<2xindex>, %b: tensor<3xindex>"
    assert contents_of(arguments, lines, "tensor<?xindex>") == [None]


def test_splat(compute: Compute) -> None:
    (content,) = compute(
        "%a: index",
        "%b = tensor.splat %a : tensor<2x3xindex>\nreturn %b : tensor<2x3xindex>",
        "tensor<2x3xindex>",
        values=range(-1, 3),
    )
    assert content is not None
    assert len(content) == 6


def test_a_window_of_a_tensor_that_is_moved_to_fit(compute: Compute) -> None:
    """Start indices beyond the last place of the window, or before the first."""
    for start in (-1, 0, 1, 2, 3):
        contents = compute(
            "%a: tensor<3xi64>",
            f"""%i = stablehlo.constant dense<{start}> : tensor<i64>
            %u = stablehlo.constant dense<[7, 8]> : tensor<2xi64>
            %b = stablehlo.dynamic_slice %a, %i, sizes = [2] :
                (tensor<3xi64>, tensor<i64>) -> tensor<2xi64>
            %c = stablehlo.dynamic_update_slice %a, %u, %i :
                (tensor<3xi64>, tensor<2xi64>, tensor<i64>) -> tensor<3xi64>
            return %b, %c : tensor<2xi64>, tensor<3xi64>""",
            "(tensor<2xi64>, tensor<3xi64>)",
            values=(0, 1, 2),
        )
        assert None not in contents


@pytest.mark.parametrize("shape", ["1x2", "2x1", "2x2"])
@pytest.mark.parametrize("axis", [0, 1])
def test_concatenate_along_each_dimension(compute: Compute, shape: str, axis: int) -> None:
    sizes = [int(size) for size in shape.split("x")]
    sizes[axis] *= 2
    after = tensor("x".join(map(str, sizes)))
    (content,) = compute(
        f"%a: {tensor(shape)}, %b: {tensor(shape)}",
        f"%c = stablehlo.concatenate %a, %b, dim = {axis} : "
        f"({tensor(shape)}, {tensor(shape)}) -> {after}\nreturn %c : {after}",
        after,
        values=(0, 1),
    )
    assert content is not None
