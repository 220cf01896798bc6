"""We and the reference parser of StableHLO, CHLO and MHLO read what the other one prints.

jaxlib ships the three dialects. Programs are compared in the generic form that the reference
prints, in both directions and in both forms. A missing peer is a failure, not a skip.
"""

import io
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from jax._src.interpreters import mlir as jax_mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import mhlo
from xdsl.ir import Dialect

from disc_shape.dialects.chlo import CHLO
from disc_shape.dialects.mhlo import MHLO
from disc_shape.dialects.stablehlo import StableHLO
from disc_shape.tools import disc_opt

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "test"

EXCLUDED = {
    "chlo/older.mlir": "operations that CHLO has no more",
    "hlo/mhlo_older.mlir": "operations that MHLO has no more",
    "hlo/floating_storage.mlir": "the peer has no quant dialect",
    "hlo/quantization.mlir": "the peer has no quant dialect",
    "chlo/unranked.mlir": "unranked tensors, which the reference takes no more",
    "hlo/unranked.mlir": "unranked tensors, and group sizes of unknown batches, which it refuses",
    "hlo/quantized_elements.mlir": "the peer has no quant dialect",
    "hlo/quantized_products.mlir": "the peer has no quant dialect",
    "hlo/rooted_collectives.mlir": "operations of StableHLO 1.20, which is newer than the peer",
}
"""Round-trip tests that this reference cannot read, and why."""

ABSENT = {
    "stablehlo": {"collective_reduce", "compute_reshape_shape", "cstr_reshapable"},
    "mhlo": {"compute_reshape_shape", "cstr_reshapable", "sparse_dot", "unary_einsum"},
    "chlo": {"dynamic_reshape", "minimum_broadcast_shapes"},
}
"""Operations that the reference has no more, or not yet."""

UNSEEN = {"stablehlo": {"uniform_dequantize", "uniform_quantize"}}
UNSEEN["mhlo"] = UNSEEN["stablehlo"]
"""Operations that only programs with quantized types can show."""


@cache
def context() -> ir.Context:
    """The reference's dialects. Operations of others may be unknown, theirs may not."""
    made = jax_mlir.make_ir_context()
    mhlo.register_mhlo_dialect(made)
    made.allow_unregistered_dialects = True
    return made


def reference(text: str, *, pretty: bool = False) -> str:
    """What the reference prints of a program, in generic form by default."""
    with context():
        module = ir.Module.parse(text)
        assert module.operation.verify()
        return str(module.operation.get_asm(print_generic_op_form=not pretty))


def prints(text: str) -> list[str]:
    """The forms in which the reference prints a program.

    Not the pretty one where the reference cannot read that itself: it prints a superfluous comma
    for the slice of a scalar.
    """
    generic, pretty = reference(text), reference(text, pretty=True)
    try:
        reference(pretty)
    except ir.MLIRError:
        assert ", ," in pretty
        return [generic]
    return [generic, pretty]


def ours(text: str, tmp_path: Path, *args: str) -> str:
    """What `disc-opt` prints of a program."""
    file = tmp_path / "program.mlir"
    file.write_text(text)
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = disc_opt.run([str(file), *args])
    assert status == 0, err.getvalue()
    return out.getvalue()


def round_trip_tests() -> list[Path]:
    """The files that hold every operation once and more, valid ones."""
    files = [*(TESTS / "dialects/hlo").glob("*.mlir"), *(TESTS / "dialects/chlo").glob("*.mlir")]
    return sorted(
        file
        for file in files
        if not file.name.startswith("invalid") and f"{file.parent.name}/{file.name}" not in EXCLUDED
    )


def models() -> list[Path]:
    """The sample models."""
    return sorted((TESTS / "models").glob("*.mlir"))


def programs(file: Path) -> list[str]:
    """The programs of a file, without comments, which are not part of them."""
    text = "".join(
        line
        for line in file.read_text().splitlines(keepends=True)
        if line.startswith("// -----") or not line.lstrip().startswith("//")
    )
    return [program for program in re.split(r"(?m)^// -----.*$", text) if program.strip()]


FILES = pytest.mark.parametrize(
    "file", [*round_trip_tests(), *models()], ids=lambda file: f"{file.parent.name}-{file.stem}"
)


@FILES
def test_the_reference_reads_what_we_print(file: Path, tmp_path: Path) -> None:
    for program in programs(file):
        stripped = ("-p", "strip-shape-constraints")
        generic = reference(ours(program, tmp_path, *stripped, "--print-op-generic"))
        assert reference(ours(program, tmp_path, *stripped)) == generic


@FILES
def test_we_read_what_the_reference_prints(file: Path, tmp_path: Path) -> None:
    for program in programs(file):
        printed = ours(program, tmp_path, "-p", "strip-shape-constraints", "--print-op-generic")
        for text in prints(printed):
            again = ours(text, tmp_path, "--print-op-generic")
            assert reference(again) == reference(text)
            assert reference(ours(text, tmp_path)) == reference(text)


@pytest.mark.parametrize("file", models(), ids=lambda file: file.stem)
def test_the_reference_reads_optimized_models(file: Path, tmp_path: Path) -> None:
    pipeline = "shape-optimization,strip-shape-constraints"
    text = ours(file.read_text(), tmp_path, "-p", pipeline, "--print-op-generic")
    assert reference(ours(file.read_text(), tmp_path, "-p", pipeline)) == reference(text)


def reference_names(dialect: str) -> set[str]:
    """The operations that the reference's Python bindings know."""
    module = import_module(f"jaxlib.mlir.dialects._{dialect}_ops_gen")
    names = {
        value.OPERATION_NAME
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, ir.OpView) and value is not ir.OpView
    }
    return {name.partition(".")[2] for name in names if name.startswith(f"{dialect}.")}


def our_names(dialect: Dialect) -> set[str]:
    """The operations that we define."""
    return {op.name.partition(".")[2] for op in dialect.operations}


DIALECTS = pytest.mark.parametrize(
    "dialect", [StableHLO, MHLO, CHLO], ids=lambda dialect: dialect.name
)


@DIALECTS
def test_we_have_the_operations_that_the_reference_has(dialect: Dialect) -> None:
    expected = reference_names(dialect.name)
    assert len(expected) > 50
    assert our_names(dialect) - ABSENT[dialect.name] == expected


@DIALECTS
def test_the_programs_show_every_operation(dialect: Dialect) -> None:
    text = "\n".join(program for file in round_trip_tests() for program in programs(file))
    spelled = re.findall(rf"\b{dialect.name}\.([\w.-]+)", text)
    missing = our_names(dialect) - set(spelled) - ABSENT[dialect.name]
    assert missing == UNSEEN.get(dialect.name, set())


@pytest.mark.parametrize("name", sorted(EXCLUDED))
def test_what_is_excluded_is_really_unreadable(name: str, tmp_path: Path) -> None:
    text = "\n// -----\n".join(programs(TESTS / "dialects" / name))
    with pytest.raises((ir.MLIRError, ValueError)):
        reference(ours(text, tmp_path, "--print-op-generic"))


def test_the_reference_rejects_unknown_operations() -> None:
    assert "jaxlib" in sys.modules
    for name in ("stablehlo", "chlo", "mhlo"):
        with pytest.raises((ir.MLIRError, ValueError)):
            reference(f'"{name}.unknown"() : () -> ()')
