"""`make demo`: a real model as exported, optimized, and on buffers, as a person would read it.

python -m disc_shape.tools.demo test/models/jax_mha.mlir
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import cast

from xdsl.dialects import memref
from xdsl.dialects.builtin import IndexType, IntegerType, ModuleOp, TensorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation
from xdsl.passes import PassPipeline
from xdsl.printer import Printer

from disc_shape.dialects.disc_shape.encoding import get_symbols, value_symbols
from disc_shape.dialects.hlo.movement import DynamicBroadcastInDimOp, DynamicReshapeOp
from disc_shape.dialects.lmhlo.op import BufferOp, as_memref
from disc_shape.dialects.xdsl_extras.constants import is_constant
from disc_shape.tools.command import run_command
from disc_shape.tools.disc_opt import DiscOptMain
from disc_shape.tools.source import SourceMap
from disc_shape.traversal import post_order
from disc_shape.universe import load_pass

DEFAULT_MODEL = "test/models/jax_mha.mlir"
BUFFER_PASSES = ("mhlo-to-lmhlo", "deallocate-buffers")
VIEWS = (
    memref.CastOp,
    memref.CollapseShapeOp,
    memref.ExpandShapeOp,
    memref.ReinterpretCastOp,
    memref.SubviewOp,
)
UNCOUNTED = frozenset(("disc_shape", "builtin", "func"))
"""Dialects whose operations compute no data."""
WIDTH = 150
BEFORE_LINES = 24


def read(driver: DiscOptMain, path: Path) -> ModuleOp:
    """The program in `path`, verified; raises a Failure with the error."""
    driver.source = SourceMap(str(path), "")
    with path.open("rb") as file:
        module = driver.parse(file)
    driver.verify(module, as_read=True)
    return module


def run_passes(driver: DiscOptMain, module: ModuleOp, *names: str) -> None:
    """Run passes without options; raises a Failure that names the pass that fails."""
    passes = tuple(load_pass(name)() for name in names)
    driver.pipeline = PassPipeline(passes, driver.between_passes)
    driver.apply_passes(module)


def text_of(op: Operation) -> str:
    """An operation as it is printed."""
    stream = StringIO()
    Printer(stream=stream).print_op(op)
    return stream.getvalue()


def shortened(text: str) -> Iterator[str]:
    """The lines of a program, without its long messages and cut to the width of a screen."""
    for line in text.splitlines():
        line = re.sub(r'error_message = "[^"]{30,}"', 'error_message = "..."', line)
        line = re.sub(r'dense<"0x[0-9A-F]{30,}">', 'dense<"0x...">', line)
        if len(line) > WIDTH:
            line = re.sub(r" : \(.*\) -> (?!.* -> )", " : (...) -> ", line)
            line = re.sub(r"(ins|outs)\(([^:)]*) : [^)]*\)", r"\1(\2)", line)
        yield line if len(line) <= WIDTH else f"{line[: WIDTH - 4]} ..."


def excerpt(lines: Sequence[str], count: int) -> Iterator[str]:
    """Some lines from where the data is computed: from the first product on."""
    start = next((i for i, line in enumerate(lines) if "dot_general" in line), 0)
    start = max(start - 2, 0)
    yield from lines[start : start + count]


def is_shape_computation(op: Operation) -> bool:
    """Whether all results are index or integer numbers of rank 0 or 1: sizes, most of the time."""

    def small(type_: Attribute) -> bool:
        if isinstance(type_, TensorType):
            tensor = cast("TensorType[Attribute]", type_)
            return tensor.get_num_dims() <= 1 and small(tensor.element_type)
        return isinstance(type_, IndexType | IntegerType)

    return bool(op.results) and all(small(result.type) for result in op.results)


def census(module: ModuleOp) -> Counter[str]:
    """The operations and the unnamed dynamic sizes in the functions of a program."""
    counts: Counter[str] = Counter()
    for op in post_order(module):
        if op.dialect_name() in UNCOUNTED or is_constant(type(op)):
            continue
        counts["operations"] += 1
        counts["dynamic broadcasts and reshapes"] += isinstance(
            op, DynamicBroadcastInDimOp | DynamicReshapeOp
        )
        counts["operations on sizes"] += is_shape_computation(op)
        for result in op.results:
            if not isinstance(result.type, TensorType):
                continue
            tensor = cast("TensorType[Attribute]", result.type)
            symbols = get_symbols(tensor) or (None,) * tensor.get_num_dims()
            for size, symbol in zip(tensor.get_shape(), symbols, strict=True):
                counts["anonymous ? in types"] += size < 0 and symbol is None
    return counts


def buffer_census(module: ModuleOp) -> Counter[str]:
    """The operations and the buffers in the functions of a program on buffers."""
    counts: Counter[str] = Counter()
    for op in post_order(module):
        if isinstance(op, BufferOp):
            counts["operations on buffers"] += 1
            counts["... that write over an operand"] += any(out in op.ins for out in op.outs)
        counts["allocations"] += isinstance(op, memref.AllocOp)
        counts["views"] += isinstance(op, VIEWS)
        counts["copies"] += isinstance(op, memref.CopyOp)
        for result in op.results:
            type_ = as_memref(result.type)
            if type_ is not None and not type_.has_static_shape():
                symbols = value_symbols(result) or (None,)
                counts["dynamic buffers whose sizes all have symbols"] += all(symbols)
                counts["other dynamic buffers"] += not all(symbols)
    return counts


def show(path: Path) -> None:
    """Print the demonstration for one model."""
    driver = DiscOptMain([str(path)])
    module = read(driver, path)
    before = census(module)
    before_lines = list(shortened(path.read_text(encoding="utf-8")))
    run_passes(driver, module, "shape-optimization")
    after = census(module)
    heading(f"{path.name} as exported: what is each '?'")
    print(*excerpt(before_lines, BEFORE_LINES), "    ...", sep="\n")
    heading("after disc-opt -p shape-optimization")
    print(*shortened(text_of(module)), sep="\n")
    heading("in numbers")
    for name, count in before.items():
        print(f"  {name:<32} {count:>6} -> {after[name]}")
    run_passes(driver, module, *BUFFER_PASSES)
    heading(f"and then disc-opt -p {','.join(BUFFER_PASSES)}: on buffers")
    print(*shortened(text_of(next(op for op in module.ops if isinstance(op, FuncOp)))), sep="\n")
    heading("buffers in numbers")
    for name, count in buffer_census(module).items():
        print(f"  {name:<46} {count:>6}")


def heading(text: str) -> None:
    """Print a heading across the screen."""
    print(f"\n=== {text} {'=' * max(0, 100 - len(text))}\n")


def main() -> int:
    """Show the model that the command line names, or an attention block from JAX."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else DEFAULT_MODEL)
    return run_command("demo", lambda: show(path))


if __name__ == "__main__":
    sys.exit(main())
