"""Programs from Python: reading, questions, running, lowering."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import disc_shape
from disc_shape.interpreters import GuardError

MODELS = Path(__file__).parents[1] / "models"
MODEL = MODELS / "jax_mha.mlir"
ADD = """func.func @main(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.add %x, %y : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
"""


def test_symbols_and_facts_have_the_names_of_the_front_end() -> None:
    program = disc_shape.load(MODEL)
    assert [str(one) for one in program.symbols][:3] == ["b in [0, ?]", "s in [0, ?]", "C32 = 32"]
    assert "s % 4 == 0 (guarded)" in [str(fact) for fact in program.facts()]
    assert "s % 4 == 0" in [str(guard) for guard in program.guards]
    texts = [*map(str, program.guards), *map(str, program.facts()), *map(str, program.symbols)]
    assert all("%0" not in text for text in texts)


def test_facts_have_reasons_and_the_lines_that_state_them() -> None:
    program = disc_shape.load(MODEL)
    for one in (program, program.optimize()):
        fact = next(fact for fact in one.facts() if fact.condition == "s % 4 == 0")
        assert fact.status == "guarded"
        assert fact.reason.startswith("checked by 'stablehlo.custom_call': Input shapes")
        file, line, column = fact.location.rsplit(":", 2)
        assert file == str(MODEL)
        text = MODEL.read_text().splitlines()[int(line) - 1]
        assert text[int(column) - 1 :].startswith("stablehlo.custom_call @shape_assertion")
        assert fact.reasons[0].line == text.strip()


def test_guards_tell_the_smallest_sizes_that_they_refuse() -> None:
    found = {str(one): one for one in disc_shape.load(MODEL).guards}
    sizes = {condition: one.counterexample for condition, one in found.items()}
    assert sizes == {
        "b >= 1": (("b", 0),),
        "s >= 1": (("s", 0),),
        "s % 4 == 0": (("s", 1),),
        "s >= 8": (("s", 4),),  # Guards before it are known: s is a multiple of 4.
        "b <= 64": (("b", 65),),
    }
    assert found["s >= 8"].why == "nothing before it excludes s = 4"


EQUAL = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %b = tensor.dim %y, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %a, %b : index
  cf.assert %ok, "x and y differ"
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


def test_a_check_of_equal_sizes_names_both() -> None:
    (guard,) = disc_shape.parse(EQUAL).guards
    assert guard.condition == "S0 == y[0]"
    assert guard.counterexample == (("S0", 1), ("y[0]", 2))
    assert guard.why == "nothing before it excludes S0 = 1, y[0] = 2"
    assert not disc_shape.parse(EQUAL.replace("%y, %c0", "%x, %c0")).guards


def test_optimize_returns_a_copy() -> None:
    program = disc_shape.parse(ADD)
    optimized = program.optimize()
    assert "@S0" in optimized.text
    assert "@S0" not in program.text
    assert disc_shape.parse(optimized.text).optimize().text == optimized.text


@pytest.mark.parametrize(
    ("question", "answer"), [("s % 4 == 0", "yes"), ("s == 7", "no"), ("b == s", "unknown")]
)
def test_explain(question: str, answer: str) -> None:
    found = disc_shape.load(MODEL).explain(question)
    assert found.answer == answer
    assert found.reasons
    if answer == "unknown":
        assert [("holds" in one, "fails" in one) for one in found.reasons] == [
            (True, False),
            (False, True),
        ]


def test_run_and_check() -> None:
    program = disc_shape.parse(ADD).optimize()
    for rows in (0, 1, 3):
        x = np.ones((rows, 4), np.float32)
        (result,) = program.run(x, x)
        np.testing.assert_array_equal(result, x + x)
        assert program.check(x, x).total > 0


def test_run_refuses_illegal_sizes_with_the_message_of_the_program() -> None:
    program = disc_shape.load(MODEL).optimize()
    shapes = [(2, 7, 32), (32, 32), (32, 32), (32, 32), (32, 32)]
    arrays = [np.zeros(shape, np.float32) for shape in shapes[: len(arguments(program))]]
    with pytest.raises(GuardError, match="floordiv"):
        program.run(*arrays)


def arguments(program: disc_shape.Program) -> list[object]:
    function = next(op for op in program.module.ops if op.name == "func.func")
    return list(function.regions[0].blocks[0].args)


def test_lower() -> None:
    lowered = disc_shape.parse(ADD).lower()
    assert "lmhlo.add" in lowered.text
    with pytest.raises(disc_shape.ProgramError, match="unknown pass 'fast'"):
        disc_shape.parse(ADD).lower("fast")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("func.func @f() { return %y : f32 }", "a.mlir:1:25: error: value %y is used but not"),
        (ADD.replace("%x, %y", "%x, %x").replace("4xf32> {", "3xf32> {"), "a.mlir:3:3: error: "),
    ],
)
def test_what_cannot_be_read_is_one_line(text: str, message: str) -> None:
    with pytest.raises(disc_shape.ProgramError) as caught:
        disc_shape.parse(text, "a.mlir")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_contradictions_are_one_error() -> None:
    with pytest.raises(disc_shape.ProgramError, match=r"3.*4|4.*3"):
        disc_shape.parse(CONTRADICTION, "a.mlir").optimize()


CONTRADICTION = """func.func @main(%x: tensor<?xf32>, %y: tensor<3xf32>, %z: tensor<4xf32>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.add %x, %y : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
  %1 = stablehlo.add %x, %z : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
"""


def test_questions_that_cannot_be_read() -> None:
    program = disc_shape.parse(ADD)
    with pytest.raises(disc_shape.ProgramError, match="no symbol 'n'"):
        program.explain("n > 1")
    with pytest.raises(disc_shape.ProgramError, match="'S0 >':"):
        program.explain("S0 >")


def test_reading_needs_no_numpy() -> None:
    code = (
        "import sys, disc_shape\n"
        f"disc_shape.load({str(MODEL)!r}).optimize().explain('s >= 1')\n"
        "assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_dialects_that_a_program_does_not_have_are_not_loaded() -> None:
    code = (
        "import sys, disc_shape\n"
        f"disc_shape.load({str(MODEL)!r}).optimize()\n"
        "loaded = [name for name in sys.modules if name.startswith('xdsl.dialects.')]\n"
        "unused = {'affine', 'cf', 'linalg', 'llvm', 'math', 'memref', 'scf', 'vector'}\n"
        "assert unused.isdisjoint(name.split('.')[2] for name in loaded), loaded"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_program_at_a_prompt_is_one_line() -> None:
    assert repr(disc_shape.parse(ADD, "add.mlir")) == "<Program of add.mlir: 3 operations>"


def test_notebooks_show_escaped_text() -> None:
    show: Callable[[], str] = getattr(disc_shape.parse(ADD), "_repr_html_")
    shown = show()
    assert shown.startswith("<iframe srcdoc=")
    assert "What are my" in shown
    assert "<script" not in shown
