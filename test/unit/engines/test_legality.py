"""Which sizes engines refuse: what the program uses demands, and each guard and promise does."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

import numpy as np
import pytest

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.errors import OperationError
from disc_shape.interpreters.kernels.arrays import Array

NEEDED = {"native": "llvmlite", "iree": "iree.compiler", "xla": "jax"}


def is_installed(engine: str) -> bool:
    package = NEEDED.get(engine, "numpy").partition(".")
    return find_spec(package[0]) is not None and (
        not package[2] or find_spec(".".join((package[0], package[2]))) is not None
    )


ENGINES = [one for one in ("reference", "native", "iree", "xla") if is_installed(one)]

DEAD = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  %1 = stablehlo.tanh %0 : tensor<?xf32>
  %2 = stablehlo.negate %x : tensor<?xf32>
  return %2 : tensor<?xf32>
}
"""
USED = DEAD.replace("stablehlo.negate %x", "stablehlo.negate %1")
SIZE_USED = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  %n = tensor.dim %0, %c0 : tensor<?xf32>
  %s = tensor.from_elements %n : tensor<1xindex>
  %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  return %1 : tensor<?xi32>
}
"""
GUARDED = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = stablehlo.negate %x : tensor<?xf32>
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %same = arith.cmpi eq, %n, %m : index
  cf.assert %same, "x and y are equally long"
  return %0 : tensor<?xf32>
}
"""
PROMISED = """
func.func @main(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : (tensor<?xf32, [@n]>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  return
}
disc_shape.SymbolDim @n {named, symbolic_shape_graph = @shape_constraint_graph}
"""
DIVIDED = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %q = arith.floordivsi %n, %m : index
  %s = tensor.from_elements %q, %m : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %t = tensor.from_elements %n : tensor<1xindex>
  %1 = stablehlo.dynamic_reshape %0, %t : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
"""
"""The quotient is no size of the result: an optimized program could do without it."""
DEAD_DIVISION = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %q = arith.divsi %n, %m : index
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
BRANCH = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %some = arith.cmpi ne, %m, %c0 : index
  %0 = scf.if %some -> (tensor<?xf32>) {
    %r = arith.remsi %n, %m : index
    %s = tensor.from_elements %r : tensor<1xindex>
    %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
"""
HLO_BRANCH = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<i64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %some = arith.cmpi ne, %n, %c0 : index
  %p = tensor.from_elements %some : tensor<i1>
  %0 = "stablehlo.if"(%p) ({
    %q = arith.divsi %n, %m : index
    %i = arith.index_cast %q : index to i64
    %1 = tensor.from_elements %i : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }, {
    %1 = stablehlo.constant dense<7> : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) : (tensor<i1>) -> tensor<i64>
  return %0 : tensor<i64>
}
"""
POOLED = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %low = stablehlo.constant dense<0xff800000> : tensor<f32>
  %h = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = stablehlo.subtract %h, %two : tensor<i32>
  %q = stablehlo.divide %n, %two : tensor<i32>
  %s = stablehlo.sign %n : tensor<i32>
  %t = stablehlo.sign %two : tensor<i32>
  %p = stablehlo.compare NE, %s, %t, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = stablehlo.remainder %n, %two : tensor<i32>
  %o = stablehlo.compare NE, %r, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %u = stablehlo.and %p, %o : tensor<i1>
  %m = stablehlo.subtract %q, %one : tensor<i32>
  %d = stablehlo.select %u, %m, %q : tensor<i1>, tensor<i32>
  %e = stablehlo.add %d, %one : tensor<i32>
  %k = stablehlo.reshape %e : (tensor<i32>) -> tensor<1xi32>
  %0 = "stablehlo.reduce_window"(%x, %low) <{
    window_dimensions = array<i64: 2>, window_strides = array<i64: 2>
  }> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %low, %k, dims = []
    : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = stablehlo.add %0, %2 : tensor<?xf32>
  return %3 : tensor<?xf32>
}
"""
"""How many windows fit, rounded down as JAX does it."""
CHOSEN = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%y init: %init) applies stablehlo.add across dimensions = [0]
    : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  %n = stablehlo.convert %sum : (tensor<f32>) -> tensor<i32>
  %q = stablehlo.divide %n, %two : tensor<i32>
  %p = stablehlo.compare LT, %n, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = stablehlo.remainder %n, %two : tensor<i32>
  %o = stablehlo.compare NE, %r, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %u = stablehlo.or %p, %o : tensor<i1>
  %m = stablehlo.subtract %q, %one : tensor<i32>
  %d = stablehlo.select %u, %m, %q : tensor<i1>, tensor<i32>
  %k = stablehlo.reshape %d : (tensor<i32>) -> tensor<1xi32>
  %f = stablehlo.constant dense<2.0> : tensor<f32>
  %2 = stablehlo.dynamic_broadcast_in_dim %f, %k, dims = []
    : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = stablehlo.add %x, %2 : tensor<?xf32>
  return %3 : tensor<?xf32>
}
"""
"""A size that is data, chosen by two conditions."""

Sizes = tuple[int, int]
LEGAL: dict[str, tuple[str, list[Sizes]]] = {
    "dead": (DEAD, [(2, 3), (3, 3), (0, 1)]),
    "used": (USED, [(3, 3), (0, 0), (1, 1)]),
    "size used": (SIZE_USED, [(3, 3), (0, 0)]),
    "guarded": (GUARDED, [(3, 3), (0, 0)]),
    "promised": (PROMISED, [(3, 3), (0, 0)]),
    "divided": (DIVIDED, [(4, 2), (0, 1), (3, 3)]),
    "dead division": (DEAD_DIVISION, [(4, 2), (4, 0), (0, 0)]),
    "branch of HLO": (HLO_BRANCH, [(4, 3), (0, 0)]),
    "pooled": (POOLED, [(size, 0) for size in range(6)]),
    "chosen": (CHOSEN, [(3, 4), (0, 3), (5, 5)]),
    # XLA has no form for it.
    "branch": (BRANCH, [(4, 3), (4, 0), (0, 0), (0, 1)]),
}
ILLEGAL: dict[str, tuple[str, list[Sizes], str]] = {
    "used": (USED, [(2, 3), (1, 0)], "argument 1"),
    "size used": (SIZE_USED, [(2, 3)], "argument 1"),
    "guarded": (GUARDED, [(2, 3), (0, 1)], "x and y are equally long"),
    "promised": (PROMISED, [(2, 3)], "argument 1"),
    "divided": (DIVIDED, [(4, 0), (0, 0)], "'arith.floordivsi': division by zero"),
    "branch of HLO": (HLO_BRANCH, [(4, 0)], "'arith.divsi': division by zero"),
    "chosen": (CHOSEN, [(2, 4), (3, 3), (0, 0), (1, 2)], "expected"),
}


@cache
def compiled(text: str, engine: str) -> Compiled:
    return disc_shape.compile(text, engine=engine)


def arrays(sizes: Sizes) -> list[Array]:
    return [np.arange(size, dtype=np.float32) for size in sizes]


@pytest.mark.parametrize(
    ("engine", "name"),
    [(one, name) for one in ENGINES for name in LEGAL if (one, name) != ("xla", "branch")],
)
def test_legal_sizes(engine: str, name: str) -> None:
    text, legal = LEGAL[name]
    for sizes in legal:
        (found,) = compiled(text, engine).run(*arrays(sizes))
        if name not in {"dead", "dead division"}:
            (expected,) = disc_shape.parse(text).run(*arrays(sizes))
            assert found == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_sizes(engine: str, name: str) -> None:
    text, illegal, message = ILLEGAL[name]
    for sizes in illegal:
        with pytest.raises(disc_shape.GuardError) as info:
            compiled(text, engine).run(*arrays(sizes))
        assert message in str(info.value)


@pytest.mark.parametrize(("name", "sizes"), [("dead", (2, 3)), ("dead division", (4, 0))])
def test_the_interpreter_runs_programs_as_they_are_written(name: str, sizes: Sizes) -> None:
    """There what is not used demands as well; engines run a program without it."""
    with pytest.raises(OperationError):
        disc_shape.parse(LEGAL[name][0]).run(*arrays(sizes))


STORED = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %room = memref.alloc() : memref<index>
  memref.store %size, %room[] : memref<index>
  %0 = memref.load %room[] : memref<index>
  %1 = arith.cmpi eq, %0, %c3 : index
  cf.assert %1, "x has 3 elements"
  memref.dealloc %room : memref<index>
  return %x : tensor<?xf32>
}
"""


@pytest.mark.parametrize("engine", [one for one in ENGINES if one in ("reference", "native")])
def test_a_check_of_what_is_stored_is_left_to_the_program(engine: str) -> None:
    compiled = disc_shape.compile(STORED, engine=engine)
    (found,) = compiled.run(np.ones(3, np.float32))
    assert found.shape == (3,)
    with pytest.raises(disc_shape.GuardError, match="x has 3 elements"):
        compiled.run(np.ones(4, np.float32))


BUFFERS = """
func.func @main(%x: memref<?xf32> {disc_shape.dims = [@n]},
      %y: memref<?xf32> {disc_shape.dims = [@n]}, %o: memref<?xf32>) {
  lmhlo.add ins(%x, %x : memref<?xf32>, memref<?xf32>) outs(%o : memref<?xf32>)
  return
}
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @n
  %c2 = arith.constant 2 : index
  disc_shape.tie_predicate_divisible %0, %c2 {assumed}
  return
}
disc_shape.SymbolDim @n {named, symbolic_shape_graph = @shape_constraint_graph}
"""
"""A promise about sizes that only arguments carry, which are buffers."""
INNER_BUFFER = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %k = arith.addi %n, %m : index
  %room = memref.alloc(%k) {disc_shape.dims = [@k]} : memref<?xf32>
  memref.dealloc %room : memref<?xf32>
  return %x : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @k
  %c4 = arith.constant 4 : index
  disc_shape.tie_predicate_eq %0, %c4 {assumed}
  return
}
disc_shape.SymbolDim @k {symbolic_shape_graph = @shape_constraint_graph}
"""
"""A promise about the size of a buffer that the program allocates."""
DIVIDED_BUFFER = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %room = memref.alloc() : memref<index>
  %q = arith.divsi %n, %m : index
  memref.store %q, %room[] : memref<index>
  memref.dealloc %room : memref<index>
  return %x : tensor<?xf32>
}
"""
INDEX_BUFFER = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %room = bufferization.to_buffer %x : tensor<?xf32> to memref<?xf32>
  %s = tensor.from_elements %m : tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0]
      : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
"""A demand of an operation beside buffers."""

LEGAL_ON_BUFFERS: dict[str, tuple[str, list[Sizes]]] = {
    "arguments": (BUFFERS, [(2, 2), (0, 0), (4, 4)]),
    "inner": (INNER_BUFFER, [(4, 0), (1, 3), (0, 4)]),
    "divided": (DIVIDED_BUFFER, [(4, 1), (0, 2)]),
    "demand": (INDEX_BUFFER, [(3, 3), (1, 4), (0, 0), (1, 0)]),
}
ILLEGAL_ON_BUFFERS: dict[str, tuple[str, list[Sizes], str]] = {
    "arguments": (BUFFERS, [(2, 4), (0, 2)], "argument 1"),
    "promise of arguments": (BUFFERS, [(3, 3), (1, 1)], "n"),
    "inner": (INNER_BUFFER, [(4, 1), (0, 0)], "expected k == 4"),
    "divided": (DIVIDED_BUFFER, [(4, 0), (0, 0)], "'arith.divsi': division by zero"),
    "demand": (INDEX_BUFFER, [(2, 3), (0, 1)], "'stablehlo.dynamic_broadcast_in_dim'"),
}
ON_BUFFERS = [one for one in ENGINES if one in ("reference", "native")]


def given_to(program: Compiled, sizes: Sizes) -> list[Array]:
    count = len(program.signature.arguments)
    return [np.arange(size, dtype=np.float32) for size in (*sizes, sizes[0])[:count]]


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("engine", ON_BUFFERS)
@pytest.mark.parametrize("name", LEGAL_ON_BUFFERS)
def test_legal_sizes_of_programs_on_buffers(name: str, engine: str, *, checked: bool) -> None:
    text, legal = LEGAL_ON_BUFFERS[name]
    options = {"checked": True} if checked and engine == "native" else {}
    program = disc_shape.compile(text, engine=engine, **options)
    for sizes in legal:
        given = given_to(program, sizes)
        found = program.run(*given)
        expected = disc_shape.parse(text).run(*(one.copy() for one in given))
        for one, other in zip(found, expected, strict=True):
            assert np.array_equal(one, other)


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("engine", ON_BUFFERS)
@pytest.mark.parametrize("name", ILLEGAL_ON_BUFFERS)
def test_illegal_sizes_of_programs_on_buffers(name: str, engine: str, *, checked: bool) -> None:
    text, illegal, message = ILLEGAL_ON_BUFFERS[name]
    options = {"checked": True} if checked and engine == "native" else {}
    program = disc_shape.compile(text, engine=engine, **options)
    for sizes in illegal:
        with pytest.raises(disc_shape.GuardError) as info:
            program.run(*given_to(program, sizes))
        assert message in str(info.value)
