"""The interpreter on small programs: control flow, errors that decide legality, guards, inputs."""

import ml_dtypes
import numpy as np
import pytest
from fuzz.harness import parse
from work import count_calls

from disc_shape.errors import OperationError
from disc_shape.interpreters import ClaimError, GuardError, random_inputs, run
from disc_shape.interpreters.kernels.arrays import Array


def execute(text: str, *arrays: object, entry: str | None = None) -> list[Array]:
    return run(parse(text), *(np.asarray(array) for array in arrays), entry=entry)


def test_blocks_and_branches() -> None:
    """cf: the sum of the numbers below n, and a switch."""
    text = """
    func.func @main(%n: i32) -> (i32, i32) {
      %z = arith.constant 0 : i32
      %o = arith.constant 1 : i32
      cf.br ^head(%z, %z : i32, i32)
    ^head(%i: i32, %s: i32):
      %c = arith.cmpi slt, %i, %n : i32
      cf.cond_br %c, ^body, ^done
    ^body:
      %t = arith.addi %s, %i : i32
      %j = arith.addi %i, %o : i32
      cf.br ^head(%j, %t : i32, i32)
    ^done:
      cf.switch %n : i32, [default: ^out(%z : i32), 4: ^out(%s : i32), 5: ^out(%n : i32)]
    ^out(%r: i32):
      return %s, %r : i32, i32
    }
    """
    for n, expected in ((4, (6, 6)), (5, (10, 5)), (9, (36, 0))):
        assert [int(x) for x in execute(text, np.int32(n))] == list(expected)


def test_structured_control_flow() -> None:
    text = """
    func.func @main(%n: index) -> (index, index, index, index) {
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %2 = arith.constant 2 : index
      %sum = scf.for %i = %0 to %n step %2 iter_args(%a = %0) -> (index) {
        %b = arith.addi %a, %i : index
        scf.yield %b : index
      }
      %halved:2 = scf.while (%a = %n, %k = %0) : (index, index) -> (index, index) {
        %more = arith.cmpi ugt, %a, %1 : index
        scf.condition(%more) %a, %k : index, index
      } do {
      ^bb0(%a: index, %k: index):
        %b = arith.divui %a, %2 : index
        %l = arith.addi %k, %1 : index
        scf.yield %b, %l : index, index
      }
      %switched = scf.index_switch %n -> index
      case 3 {
        scf.yield %0 : index
      }
      default {
        scf.yield %n : index
      }
      %c = arith.cmpi eq, %n, %2 : index
      %chosen = scf.if %c -> (index) {
        scf.yield %1 : index
      } else {
        scf.yield %2 : index
      }
      return %sum, %halved#1, %switched, %chosen : index, index, index, index
    }
    """
    assert [int(x) for x in execute(text, np.int64(9))] == [20, 3, 9, 2]
    assert [int(x) for x in execute(text, np.int64(3))] == [2, 1, 0, 2]


def test_case_out_of_range_takes_the_last_branch() -> None:
    text = """
    func.func @main(%i: tensor<i32>) -> tensor<i32> {
      %0 = "stablehlo.case"(%i) ({
        %a = stablehlo.constant dense<10> : tensor<i32>
        stablehlo.return %a : tensor<i32>
      }, {
        %a = stablehlo.constant dense<20> : tensor<i32>
        stablehlo.return %a : tensor<i32>
      }) : (tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    }
    """
    assert [int(execute(text, np.int32(i))[0]) for i in (0, 1, 2, -1)] == [10, 20, 20, 20]


def test_long_loops_are_fast() -> None:
    text = """
    func.func @main(%n: tensor<i32>) -> tensor<i32> {
      %z = stablehlo.constant dense<0> : tensor<i32>
      %o = stablehlo.constant dense<1> : tensor<i32>
      %0:2 = stablehlo.while(%i = %z, %a = %z) : tensor<i32>, tensor<i32>
      cond {
        %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %j = stablehlo.add %i, %o : tensor<i32>
        %b = stablehlo.add %a, %i : tensor<i32>
        stablehlo.return %j, %b : tensor<i32>, tensor<i32>
      }
      return %0#1 : tensor<i32>
    }
    """
    assert int(execute(text, np.int32(20_000))[0]) == 199_990_000
    none, some, twice = (count_calls(lambda n=n: execute(text, np.int32(n))) for n in (0, 100, 200))
    assert twice - some < 1.1 * (some - none)


ILLEGAL = [
    *(
        (operation, sizes, "dimension 0 of operands differ")
        for operation in (
            "%0 = math.fma %x, %y, %x : tensor<?xf32>",
            "%i = arith.fptosi %x : tensor<?xf32> to tensor<?xi32>\n"
            "%j = arith.fptosi %y : tensor<?xf32> to tensor<?xi32>\n"
            "%k, %l = arith.mulsi_extended %i, %j : tensor<?xi32>\n"
            "%0 = arith.sitofp %k : tensor<?xi32> to tensor<?xf32>",
            "%i = arith.fptosi %x : tensor<?xf32> to tensor<?xi32>\n"
            "%j = arith.fptosi %y : tensor<?xf32> to tensor<?xi32>\n"
            "%k, %l = arith.addui_extended %i, %j : tensor<?xi32>, tensor<?xi1>\n"
            "%0 = arith.sitofp %k : tensor<?xi32> to tensor<?xf32>",
        )
        for sizes in ((3, 4), (1, 4))
    ),
    (
        """%0 = stablehlo.add %x, %y : tensor<?xf32>""",
        (3, 4),
        "'stablehlo.add': dimension 0 of operands differ: 3 and 4",
    ),
    (
        """%c = stablehlo.constant dense<[5]> : tensor<1xi32>
        %0 = stablehlo.dynamic_reshape %x, %c : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>""",
        (3, 4),
        r"operand of shape \[3\] has 3 elements, result of shape \[5\] has 5",
    ),
    (
        """%c = stablehlo.constant dense<[5]> : tensor<1xi32>
        %0 = stablehlo.dynamic_broadcast_in_dim %x, %c, dims = [0]
          : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>""",
        (3, 4),
        "operand dimension 0 of size 3 does not broadcast to result dimension 0 of size 5",
    ),
    (
        """%c = stablehlo.constant dense<[-1]> : tensor<1xi32>
        %0 = stablehlo.dynamic_iota %c, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>""",
        (3, 4),
        "dimension 0 of shape operand is negative: -1",
    ),
    (
        """%a = stablehlo.constant dense<[1]> : tensor<1xi32>
        %b = stablehlo.constant dense<[4]> : tensor<1xi32>
        %0 = stablehlo.real_dynamic_slice %x, %a, %b, %a
          : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>""",
        (3, 4),
        r"slice \[1:4\] of dimension 0 is outside its size 3",
    ),
    (
        """%a = tensor.cast %x : tensor<?xf32> to tensor<5xf32>
        %0 = tensor.cast %a : tensor<5xf32> to tensor<?xf32>""",
        (3, 4),
        "dimension 0 of argument 0 of @main is 3, 'tensor.cast' has 5",
    ),
    (
        """%n = stablehlo.negate %x : tensor<?xf32>
        %a = tensor.cast %n : tensor<?xf32> to tensor<5xf32>
        %0 = tensor.cast %a : tensor<5xf32> to tensor<?xf32>""",
        (3, 4),
        "dimension 0 of the result of 'tensor.cast' is 3, its type has 5",
    ),
    (
        """%a = arith.constant 1 : index
        %b = arith.constant 0 : index
        %c = arith.divui %a, %b : index
        %0 = tensor.empty(%c) : tensor<?xf32>""",
        (3, 4),
        "'arith.divui': division by zero",
    ),
    (
        """%a = arith.constant 1 : index
        %b = tensor.dim %x, %a : tensor<?xf32>
        %0 = tensor.empty(%b) : tensor<?xf32>""",
        (3, 4),
        "dimension 1 asked of a value of rank 1",
    ),
]


@pytest.mark.parametrize(("body", "sizes", "message"), ILLEGAL)
def test_illegal_operations(body: str, sizes: tuple[int, int], message: str) -> None:
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {{
        {body}
        return %0 : tensor<?xf32>
    }}
    """
    with pytest.raises(OperationError, match=message) as error:
        execute(text, *(np.zeros(size, np.float32) for size in sizes))
    assert not isinstance(error.value, GuardError | ClaimError)


def test_guards() -> None:
    text = """
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %0 = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
      %1 = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
      %2 = shape.cstr_broadcastable %0, %1 : tensor<1xindex>, tensor<1xindex>
      return %x : tensor<?xf32>
    }
    func.func @asserted(%c: i1) {
      cf.assert %c, "must be so"
      return
    }
    """
    module = parse(text)
    three = np.zeros(3, np.float32)
    for size in (1, 3):
        run(module, three, np.zeros(size, np.float32))
    with pytest.raises(
        GuardError, match=r"'shape.cstr_broadcastable' does not hold for \[3\] and \[0\]"
    ):
        run(module, three, np.zeros(0, np.float32))
    run(module, np.asarray(True), entry="asserted")
    with pytest.raises(GuardError, match="must be so"):
        run(module, np.asarray(False), entry="asserted")


def test_wrong_inputs() -> None:
    module = parse("func.func @main(%x: tensor<2x?xf32>, %n: i32) {\n  return\n}\n")
    good, number = np.zeros((2, 3), np.float32), np.int32(1)
    run(module, good, number)
    run(module, good, 1)
    for bad, message in (
        (np.zeros((3, 3), np.float32), "dimension 0 of argument 0 of @main is 3, expected 2"),
        (np.zeros(3, np.float32), "rank of argument 0 of @main is 1, expected 2"),
        (np.zeros((2, 3)), "argument 0 of @main has elements of float64, expected float32"),
    ):
        with pytest.raises(OperationError, match=message):
            run(module, bad, number)
    with pytest.raises(OperationError, match="has 2 arguments, 1 are given"):
        run(module, good)
    with pytest.raises(OperationError, match="there is no function @other"):
        run(module, good, number, entry="other")


def test_element_types() -> None:
    text = """
    func.func @main(%b: tensor<2xbf16>, %u: tensor<2xui8>, %c: tensor<2xcomplex<f32>>)
        -> (tensor<2xbf16>, tensor<2xui8>, tensor<2xcomplex<f32>>, tensor<3xi1>, tensor<2xf8E5M2>) {
      %0 = stablehlo.add %b, %b : tensor<2xbf16>
      %1 = stablehlo.multiply %u, %u : tensor<2xui8>
      %2 = stablehlo.multiply %c, %c : tensor<2xcomplex<f32>>
      %3 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
      %4 = stablehlo.convert %b : (tensor<2xbf16>) -> tensor<2xf8E5M2>
      return %0, %1, %2, %3, %4
        : tensor<2xbf16>, tensor<2xui8>, tensor<2xcomplex<f32>>, tensor<3xi1>, tensor<2xf8E5M2>
    }
    """
    results = execute(
        text,
        np.asarray([1.5, 2], ml_dtypes.bfloat16),
        np.asarray([20, 3], np.uint8),
        np.asarray([1j, 2], np.complex64),
    )
    assert results[0].astype(np.float32).tolist() == [3.0, 4.0]
    assert results[1].tolist() == [144, 9]
    assert results[2].tolist() == [-1, 4]
    assert results[3].tolist() == [True, False, True]
    assert results[4].dtype == np.dtype(ml_dtypes.float8_e5m2)


def test_unknown_operations_are_named() -> None:
    text = """
    func.func @main() {
      stablehlo.custom_call @unknown() : () -> ()
      return
    }
    """
    with pytest.raises(OperationError, match="custom call of @unknown has no numpy semantics"):
        execute(text)


def test_regions_that_are_not_elementwise_run_per_element() -> None:
    """A map with a call inside."""
    text = """
    func.func private @twice(%a: tensor<f32>) -> tensor<f32> {
      %0 = stablehlo.add %a, %a : tensor<f32>
      return %0 : tensor<f32>
    }
    func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a: tensor<f32>):
        %b = func.call @twice(%a) : (tensor<f32>) -> tensor<f32>
        stablehlo.return %b : tensor<f32>
      }) : (tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    """
    assert execute(text, np.asarray([1, 2, 3], np.float32))[0].tolist() == [2, 4, 6]
    assert execute(text, np.zeros(0, np.float32))[0].tolist() == []


def test_random_inputs_keep_symbols_equal() -> None:
    module = parse(
        """
        func.func @main(%x: tensor<?x?xf32, [@a, @b]>, %y: tensor<?xi32, [@a]>, %z: tensor<?xi1>) {
          return
        }
        disc_shape.SymbolDim @a {ranges = [[5, 6]]}
        disc_shape.SymbolDim @b
        """
    )
    for seed in range(5):
        x, y, _ = random_inputs(module, seed=seed)
        assert x.shape[0] == y.shape[0]
        assert x.shape[0] in (5, 6)
    x, _, z = random_inputs(module, {"b": 0, "2.0": 7})
    assert x.shape[1] == 0
    assert z.shape == (7,)


@pytest.mark.parametrize(("size", "legal"), [(2, True), (1, False), (0, False)])
def test_insert_slice_wants_its_source_to_fit(size: int, legal: bool) -> None:
    text = """
    func.func @main(%x: tensor<?x2xf32>, %y: tensor<3x?x2xf32>, %n: index) -> tensor<3x?x2xf32> {
      %0 = tensor.insert_slice %x into %y[1, 0, 0] [1, %n, 2] [1, 1, 1]
        : tensor<?x2xf32> into tensor<3x?x2xf32>
      return %0 : tensor<3x?x2xf32>
    }
    """
    arrays = np.ones((2, 2), np.float32), np.zeros((3, 4, 2), np.float32), np.int64(size)
    if not legal:
        with pytest.raises(OperationError, match=r"source of shape \[2, 2\] is no slice of shape"):
            execute(text, *arrays)
        return
    assert float(execute(text, *arrays)[0].astype(np.float64).sum()) == 4
