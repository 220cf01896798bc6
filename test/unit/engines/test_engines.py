"""Compiled programs: what they take, what they refuse, and what they say of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.engines.registry import Job
from disc_shape.frontends.assume import assume_shapes
from disc_shape.interpreters.kernels.arrays import Array

MODELS = Path(__file__).parents[2] / "models"
PROGRAM = """
func.func @main(
    %x: tensor<?x4xf32>, %y: tensor<?x4xf32>, %k: tensor<i32>) -> (tensor<?x4xf32>, tensor<i32>) {
  %0 = stablehlo.add %x, %y : tensor<?x4xf32>
  %1 = stablehlo.add %k, %k : tensor<i32>
  return %0, %1 : tensor<?x4xf32>, tensor<i32>
}
"""
GUARDED = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %four = stablehlo.constant dense<4> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %r = stablehlo.remainder %s, %four : tensor<i32>
  %ok = stablehlo.compare EQ, %r, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %s) {
    error_message = "s is {0}, not a multiple of 4", api_version = 2 : i32, has_side_effect = true
  } : (tensor<i1>, tensor<i32>) -> ()
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
PROMISED = """
func.func @main(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@m]>) -> tensor<?xf32> {
  %0 = stablehlo.tanh %x : (tensor<?xf32, [@n]>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %n = disc_shape.dim @n
  %m = disc_shape.dim @m
  disc_shape.tie_predicate_lt %n, %m {assumed}
  return
}
disc_shape.SymbolDim @n {named, ranges = [[2, 8]], symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @m {named, symbolic_shape_graph = @shape_constraint_graph}
"""


def compiled(program: object) -> Compiled:
    return disc_shape.compile(program, engine="reference")


def ones(*sizes: int) -> Array:
    return np.ones(sizes, np.float32)


def test_a_program_runs_at_every_size() -> None:
    run = compiled(PROGRAM)
    for size in (0, 1, 5):
        x = ones(size, 4)
        total, twice = run.run(x, x, 3)
        assert total.shape == (size, 4)
        assert (total == 2).all()
        assert int(twice) == 6
        assert twice.dtype == np.int32
    assert run.timings["calls"] == 3


def module(text: str) -> ModuleOp:
    return disc_shape.parse(text).module


@pytest.mark.parametrize("make", [disc_shape.parse, str, module])
def test_programs_come_in_many_forms(make: object) -> None:
    assert callable(make)
    source = make(PROGRAM)
    assert isinstance(source, str | disc_shape.Program | ModuleOp)
    assert "x: float32[S0, 4], y: float32[S0, 4], k: int32[]" in str(compiled(source).signature)


def test_a_path_is_read() -> None:
    run = compiled(MODELS / "jax_mha.mlir")
    assert "s % 4 == 0" in run.constraints
    assert run.text == run.program.text


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ((ones(2, 4),), "main takes 3 arguments, 1 given"),
        ((ones(2, 4), ones(2), 1), "argument 1 has 1 dimensions, expected 2"),
        (
            (ones(2, 4), ones(2, 4).astype(np.float64), 1),
            "argument 1 has elements of type float64, expected float32",
        ),
    ],
)
def test_arrays_that_do_not_fit(arrays: Sequence[object], message: str) -> None:
    with pytest.raises(disc_shape.EngineError) as info:
        compiled(PROGRAM)(*arrays)
    assert str(info.value) == message


@pytest.mark.parametrize(
    ("text", "arrays", "message"),
    [
        (PROGRAM, (ones(2, 5), ones(2, 4), 1), "dimension 1 of argument 0 is 5, expected 4"),
        (
            PROGRAM,
            (ones(2, 4), ones(3, 4), 1),
            "dimension 0 of argument 1 is 3, but dimension 0 of argument 0, also S0, is 2",
        ),
        (GUARDED, (ones(6),), "s is 6, not a multiple of 4"),
        (
            PROMISED,
            (ones(1), ones(3)),
            "expected 2 <= n <= 8, found n = 1 (dimension 0 of argument 0)",
        ),
        (
            PROMISED,
            (ones(4), ones(3)),
            "expected n < m, found m = 3 (dimension 0 of argument 1) and n = 4"
            " (dimension 0 of argument 0)",
        ),
    ],
)
def test_illegal_sizes(text: str, arrays: Sequence[object], message: str) -> None:
    run = compiled(text)
    for _ in range(2):  # What is refused is not remembered as legal.
        with pytest.raises(disc_shape.GuardError) as info:
            run(*arrays)
        assert str(info.value) == message


@pytest.mark.parametrize(
    ("size", "legal"), [(6, False), (4, False), (8, True), (36, True), (40, False)]
)
@pytest.mark.parametrize("inside", [False, True])
def test_promises_over_a_number_that_no_argument_has(size: int, legal: bool, inside: bool) -> None:
    """Neither where no value has the size, nor where only a value inside has it."""
    count = "%n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>"
    shape = f"""
      {count}
      %four = stablehlo.constant dense<4> : tensor<i32>
      %q = stablehlo.divide %n, %four : tensor<i32>
      %s = stablehlo.reshape %q : (tensor<i32>) -> tensor<1xi32>
      %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>"""
    body = shape if inside else "return %x : tensor<?xf32>"
    program = disc_shape.parse(
        f"func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {{ {body} }}", "promised.mlir"
    )
    assume_shapes(program.module, facts="0: [4*q]; q >= 2; q <= 9")
    run = disc_shape.compile(program, engine="reference")
    array = np.zeros(size, np.float32)
    if legal:
        run(array)
    else:
        with pytest.raises(
            disc_shape.GuardError, match=r"^expected S0 .*dimension 0 of argument 0"
        ):
            run(array)


@pytest.mark.parametrize("facts", ["", "0: [b]; b >= 2"])
def test_what_operations_demand_is_checked_beside_promises(facts: str) -> None:
    """A slice of one element less than there are, where a promise about something else is made."""
    program = disc_shape.parse("""
      func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %n = tensor.dim %y, %c0 : tensor<?xf32>
        %m = arith.subi %n, %c1 : index
        %0 = tensor.extract_slice %y[%c0] [%m] [1] : tensor<?xf32> to tensor<?xf32>
        return %x, %0 : tensor<?xf32>, tensor<?xf32>
      }""")
    assume_shapes(program.module, facts=facts)
    run = disc_shape.compile(program, engine="reference")
    two, nothing = np.zeros(2, np.float32), np.zeros(0, np.float32)
    assert [one.shape for one in run.run(two, two[:1])] == [(2,), (0,)]
    with pytest.raises(disc_shape.GuardError, match=r"argument 1|y\[0\]"):
        run(two, nothing)


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_an_operation_without_semantics_is_refused_in_one_line(engine: str) -> None:
    program = """
      func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
        %0 = stablehlo.custom_call @factors(%x) : (tensor<?xf32>) -> tensor<?xf32>
        return %0 : tensor<?xf32>
      }"""
    message = f"^{engine}: custom call of @factors has no numpy semantics$"
    with pytest.raises(disc_shape.EngineError, match=message):
        disc_shape.compile(program, engine=engine)(ones(2))


def test_a_compiled_program_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "program.disc"
    compiled(GUARDED).save(path)
    run = disc_shape.load(path, disc_shape.Compiled)
    (result,) = run.run(ones(4))
    assert result == pytest.approx(np.tanh(ones(4)))
    with pytest.raises(disc_shape.GuardError, match="s is 5"):
        run(ones(5))
    with pytest.raises(disc_shape.EngineError, match="no such directory"):
        run.save(tmp_path / "missing" / "program.disc")
    path.write_bytes(b"PK\x03\x04 no archive")
    with pytest.raises(disc_shape.EngineError, match=r"program\.disc is no compiled program$"):
        disc_shape.load(path)


@dataclass(frozen=True)
class Doubling:
    """An engine of another package."""

    times: int = 2

    def compile(self, job: Job) -> "Doubled":
        return Doubled(job.program.text, self.times)

    def load(self, text: str, binary: bytes | None, job: Job) -> "Doubled":
        return Doubled(text, self.times)


@dataclass(frozen=True)
class Doubled:
    text: str
    times: int

    def run(self, arrays: Sequence[Array]) -> Sequence[Array]:
        return [np.full(arrays[0].shape, self.times, np.float32)]

    def binary(self) -> bytes | None:
        return None


class Entry:
    """What a package registers."""

    name = "doubling"

    def load(self) -> type[Doubling]:
        return Doubling


def entries(group: str) -> list[Entry]:
    return [Entry()] if group == "disc_shape.engines" else []


def test_options_have_types() -> None:
    with pytest.raises(disc_shape.EngineError) as info:
        disc_shape.compile(GUARDED, engine="native", checked="yes")
    assert str(info.value) == "option 'checked' of engine 'native' is 'yes', expected bool"


def test_engines_are_registered_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", entries)
    (result,) = disc_shape.compile(GUARDED, engine="doubling", times=3).run(ones(4))
    assert result.tolist() == [3] * 4
    with pytest.raises(disc_shape.EngineError) as info:
        disc_shape.compile(GUARDED, engine="doubling", size=3)
    assert str(info.value) == "engine 'doubling' has no option 'size' (it has times)"
    with pytest.raises(disc_shape.EngineError) as info:
        disc_shape.compile(GUARDED, engine="doubling", times=True)
    assert str(info.value) == "option 'times' of engine 'doubling' is True, expected int"
    with pytest.raises(disc_shape.EngineError) as info:
        disc_shape.compile(GUARDED, engine="none")
    assert str(info.value) == (
        "no engine is called 'none' (there are doubling, iree, native, reference, xla)"
    )


def test_what_has_no_arrays_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", entries)
    text = "func.func @main(%x: tensor<!quant.uniform<i8:f32, 0.5>>) {\n  return\n}\n"
    with pytest.raises(disc_shape.EngineError, match=r"in the signature of @main is no array$"):
        disc_shape.compile(text, engine="doubling")
    with pytest.raises(disc_shape.ProgramError, match=r"^int is no program$"):
        compiled(3)


INSIDE = """
func.func @main(%s: tensor<1xi32>, %x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@k]> {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32, [@k]>
  return %0 : tensor<?xf32, [@k]>
}
func.func @shape_constraint_graph() {
  %k = disc_shape.dim @k
  %n = disc_shape.dim @n
  %c4 = arith.constant 4 : index
  disc_shape.tie_predicate_eq %k, %c4 {assumed}
  disc_shape.tie_predicate "d0 <= d1"(%k, %n) {assumed}
  return
}
disc_shape.SymbolDim @k {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @n {named, symbolic_shape_graph = @shape_constraint_graph}
"""


@pytest.mark.parametrize(
    ("k", "n", "legal"),
    [(4, 4, True), (4, 9, True), (4, 3, False), (5, 9, False), (0, 9, False), (1, 1, False)],
)
def test_promises_about_sizes_that_no_argument_has(k: int, n: int, legal: bool) -> None:
    run = compiled(INSIDE)
    arrays = np.array([k], np.int32), np.ones(n, np.float32)
    if legal:
        assert run.run(*arrays)[0].shape == (k,)
    else:
        with pytest.raises(disc_shape.GuardError, match="expected "):
            run.run(*arrays)


BOUND = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %small = arith.cmpi slt, %d, %c4 : index
  %0 = scf.if %small -> (tensor<?xf32>) {
    scf.yield %x : tensor<?xf32>
  } else {
    disc_shape.bind_dim %d to @k
    %1 = stablehlo.add %x, %x : tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %k = disc_shape.dim @k
  %c2 = arith.constant 2 : index
  disc_shape.tie_predicate_divisible %k, %c2 {assumed}
  return
}
disc_shape.SymbolDim @k {named, symbolic_shape_graph = @shape_constraint_graph}
"""


@pytest.mark.parametrize("n", range(7))
def test_promises_about_numbers_that_are_bound(n: int) -> None:
    run, array = compiled(BOUND), np.ones(n, np.float32)
    if n < 4 or n % 2 == 0:
        assert run.run(array)[0].shape == (n,)
    else:
        with pytest.raises(disc_shape.GuardError, match="expected k % 2 == 0"):
            run.run(array)


UNUSED = """
func.func @main(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %y = torch.symbolic_int "s" {min_val = 2, max_val = 9223372036854775807} : !torch.int
  %t = tensor.cast %x : tensor<?xf32, [@n]> to tensor<?xf32>
  torch.bind_symbolic_shape %t, [%y], affine_map<()[s0] -> (s0)> : tensor<?xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %t, %c0 : tensor<?xf32>
  return %x : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n
"""


@pytest.mark.parametrize("n", range(4))
def test_promises_about_values_that_nothing_uses(n: int) -> None:
    run, array = compiled(UNUSED), np.ones(n, np.float32)
    if n >= 2:
        assert run.run(array)[0].shape == (n,)
    else:
        with pytest.raises(disc_shape.GuardError, match="expected s >= 2"):
            run.run(array)


@pytest.mark.parametrize(
    "fact", ['"d0 % 8 == 0"(%k)', '"d0 <= 8"(%k)', '"d0 == 8"(%k)', '"d0 == 2*d1"(%k, %m)']
)
@pytest.mark.parametrize("carried", [True, False])
def test_a_promise_about_sizes_that_nothing_uses(fact: str, carried: bool) -> None:
    text = """
    func.func @main(%s: tensor<1xi32>, %x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32, [@k]>
      return %x : tensor<?xf32>
    }
    func.func @shape_constraint_graph() {
      %k = disc_shape.dim @k
      %m = disc_shape.dim @m
      disc_shape.tie_predicate FACT {assumed}
      return
    }
    disc_shape.SymbolDim @k {named, symbolic_shape_graph = @shape_constraint_graph}
    disc_shape.SymbolDim @m {named, symbolic_shape_graph = @shape_constraint_graph}
    """
    if not carried:
        text = "".join(one for one in text.splitlines(keepends=True) if "iota" not in one)
    run, array = compiled(text.replace("FACT", fact)), np.ones(3, np.float32)
    assert run.run(np.array([8], np.int32), array)[0].shape == (3,)
    if carried:
        with pytest.raises(disc_shape.GuardError, match="expected k"):
            run.run(np.array([9], np.int32), array)
    else:
        assert run.run(np.array([9], np.int32), array)[0].shape == (3,)


def test_a_promise_whose_value_an_optimization_has_replaced() -> None:
    optimized = disc_shape.parse(INSIDE).optimize()
    with pytest.raises(disc_shape.ProgramError, match="promise k == 4 cannot be checked"):
        compiled(optimized)
