"""`make demo`: what is found in a real model, on two screens; with `--full` the whole programs.

python benchmarks/demo.py test/models/jax_mha.mlir
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import SEEK_END, StringIO
from pathlib import Path
from time import perf_counter

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.passes import PassPipeline
from xdsl.printer import Printer

import disc_shape
from disc_shape.dialects.disc_shape import GRAPH, SymbolDimOp, value_symbols
from disc_shape.dialects.lmhlo.op import BufferOp, as_memref
from disc_shape.errors import OperationError
from disc_shape.memory.text import memory_plan
from disc_shape.reporting.counts import census
from disc_shape.tools.command import run_command
from disc_shape.tools.disc_opt import DiscOptMain
from disc_shape.tools.size_report import copy_of, write_report
from disc_shape.tools.source import SourceMap
from disc_shape.tools.verification import Verification
from disc_shape.traversal import post_order, pre_order
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
LOOP_PASSES = ("hlo-fusion", *BUFFER_PASSES, "lmhlo-to-loops")
WIDTH = 150
NEST_LINES = 14
"""The most lines of a loop nest that are shown."""
SIZE = 16
"""The size at which peaks are shown."""
SIZES = (8, 16, 4, 12, 2, 3, 1)
"""The sizes at which machine code is called: the first two that are legal."""
FULL_LINES, LINES = 24, 6
"""Lines of the exported program that are shown."""

NEXT = """  {report}: the report, with every '?', every fact and why; open it in a browser
  disc-opt {model} --report out.txt: the report as text
  make demo DEMO=--full: the whole program, and on buffers
  docs/tutorial.md: step by step; docs/from_jax.md, from_pytorch.md, from_onnx.md: your own model"""


def read(driver: DiscOptMain, path: Path) -> ModuleOp:
    """The program in `path`, verified; raises a Failure with the error."""
    driver.source = SourceMap(str(path), "")
    driver.verification = Verification(driver.source)
    with path.open("rb") as file:
        module = driver.parse(file)
    driver.verification.verify(module, as_read=True)
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
    start = first_product(lines)
    yield from lines[start : start + count]


def first_product(lines: Sequence[str]) -> int:
    """The index of the line with the first product of matrices, or else 0."""
    return next((i for i, line in enumerate(lines) if "dot_general" in line), 0)


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


def show(path: Path, full: bool, folder: Path) -> None:
    """Print the demonstration for one model, and write its report into a folder."""
    driver = DiscOptMain([str(path)])
    module = read(driver, path)
    original = copy_of(module, driver.source)
    before_lines = list(shortened(path.read_text(encoding="utf-8")))
    run_passes(driver, module, "shape-optimization")
    count = FULL_LINES if full else LINES
    heading(f"{path.name} as exported: what is each '?'")
    print(*excerpt(before_lines, count), "    ...", sep="\n")
    if full:
        heading("after disc-opt -p shape-optimization")
        print(*shortened(text_of(module)), sep="\n")
    else:
        heading("the same lines after disc-opt -p shape-optimization")
        first = first_product(before_lines)
        print(*remaining(original, module, driver.source, first, count), "    ...", sep="\n")
        heading("the constraint graph: what is known of the symbols")
        print(*graph_lines(module), sep="\n")
    heading("in numbers")
    before, after = census(original), census(module)
    for name, number in before.items():
        print(f"  {name:<32} {number:>6} -> {after[name]}")
    optimized = copy_of(module, driver.source)
    run_passes(driver, module, *BUFFER_PASSES)
    if full:
        heading(f"and then disc-opt -p {','.join(BUFFER_PASSES)}: on buffers")
        function = next(op for op in module.ops if isinstance(op, FuncOp))
        print(*shortened(text_of(function)), sep="\n")
    heading(f"on buffers, after disc-opt -p {','.join(BUFFER_PASSES)}")
    for name, number in buffer_census(module).items():
        print(f"  {name:<46} {number:>6}")
    fused = copy_of(optimized, driver.source)
    run_passes(driver, fused, *LOOP_PASSES)
    heading(f"one kernel after disc-opt -p {','.join(LOOP_PASSES)}")
    print(*nest_lines(fused), sep="\n")
    print(f"  {kernels_of(module)} kernels -> {kernels_of(fused)}{peaks(path)}")
    print(*calls(path), sep="\n")
    heading("where to go next")
    report = folder / f"{path.stem}.html"
    folder.mkdir(parents=True, exist_ok=True)
    write_report(str(report), original, optimized, driver.source)
    print(NEXT.format(report=report, model=path))


def calls(path: Path) -> Iterator[str]:
    """The program as machine code, called at two legal sizes; without LLVM what to install."""
    try:
        compiled = disc_shape.compile(path, engine="native")
    except disc_shape.EngineError as error:
        yield f"  {error}"
        return
    from numpy.random import default_rng

    from disc_shape.interpreters.inputs import random_array

    seconds = sum(compiled.timings[step] for step in ("read", "optimize", "export", "compile"))
    count = len(compiled.kernels)
    yield f'  compile(model, engine="native"): {count} kernels of machine code in {seconds:.1f} s'
    arguments = compiled.signature.arguments
    names = sorted({one for spec in arguments for one in spec.sizes if type(one) is str})
    shown = 0
    for size in SIZES:
        shapes = [[one if type(one) is int else size for one in spec.sizes] for spec in arguments]
        arrays = [
            random_array(shape, spec.dtype, default_rng(0))
            for shape, spec in zip(shapes, arguments, strict=True)
        ]
        with suppress(disc_shape.GuardError):
            compiled.run(*arrays)
            start = perf_counter()
            result = compiled.run(*arrays)[0]
            took = 1000 * (perf_counter() - start)
            sizes = ", ".join(f"{name}={size}" for name in names)
            yield f"  {sizes}: {result.dtype}{list(result.shape)} in {took:.3f} ms"
            shown += 1
        if shown == 2:
            return


def kernels_of(module: ModuleOp) -> int:
    """The operations on whole buffers and the outermost loop nests."""
    whole = sum(isinstance(op, BufferOp | memref.CopyOp) for op in post_order(module))
    return whole + len(nests_of(module))


def peaks(path: Path) -> str:
    """The peak of planned memory without and with fusion, where symbols tell it."""
    tied, freed = "shape-optimization{keep-tie-shape=true}", ",".join(BUFFER_PASSES)
    program = disc_shape.load(path)
    try:
        plans = [
            memory_plan(program.lower(f"{tied},{fused}{freed}").module)
            for fused in ("", "hlo-fusion,")
        ]
    except OperationError:
        return ""
    names = sorted({one.label for plan in plans for one in plan.expression.symbols})
    sizes = dict.fromkeys(names, SIZE)
    found = [f"{plan.peak(**sizes) / 1024:.1f} KB" for plan in plans]
    shown = ", ".join(f"{name}={size}" for name, size in sizes.items())
    return f", peak {' -> '.join(found)}{' at ' * bool(shown)}{shown}"


def nests_of(module: ModuleOp) -> list[Operation]:
    """The outermost loops that are parallel."""
    return [op for op in post_order(module) if isinstance(op, scf.ParallelOp)]


def nest_lines(module: ModuleOp) -> list[str]:
    """The longest nest that fits, without the lines around its body."""
    texts = [list(shortened(text_of(op))) for op in nests_of(module)]
    fitting = [lines for lines in texts if len(lines) <= NEST_LINES]
    chosen = max(fitting or texts[:1] or [[""]], key=len)
    return [f"    {line}" for line in chosen[:NEST_LINES]]


def graph_lines(module: ModuleOp) -> Iterator[str]:
    """The predicates, then the symbols that are no constants."""
    for op in module.ops:
        if isinstance(op, FuncOp) and op.sym_name.data == GRAPH:
            lines = text_of(op).splitlines()
            yield from (line for line in lines if "tie_predicate" in line)
    for op in module.ops:
        if isinstance(op, SymbolDimOp) and op.size is None:
            yield f"  {text_of(op)}"


def remaining(
    original: ModuleOp, module: ModuleOp, source: SourceMap, first: int, count: int
) -> Iterator[str]:
    """What became of some lines of the text: the operations that stay, and the names of others."""
    lines = {line: op for op in original.walk() if (line := source.line_number(op)) is not None}
    stay = {source.line_number(op): op for op in module.walk()}
    printed: dict[Operation, str] = {}
    stream = StringIO()
    printer = Printer(stream=stream)
    for op in pre_order(module):
        if not isinstance(op, ModuleOp | FuncOp):
            begin = stream.tell()
            printer.print_op(op)
            stream.seek(begin)
            printed[op] = stream.readline().rstrip()
            stream.seek(0, SEEK_END)
    gone: list[str] = []
    for number in range(first + 1, first + count + 1):
        op = stay.get(number)
        if op is not None and op in printed:
            if gone:
                yield f"    // gone: {', '.join(gone)}"
            gone = []
            yield from shortened(f"    {printed[op]}")
        elif number in lines:
            gone.append(lines[number].name)
    if gone:
        yield f"    // gone: {', '.join(gone)}"


def heading(text: str) -> None:
    """Print a heading across the screen."""
    print(f"\n=== {text} {'=' * max(0, 100 - len(text))}\n")


def main() -> int:
    """Show the model that the command line names, or an attention block from JAX."""
    arguments = [one for one in sys.argv[1:] if one != "--full"]
    path = Path(arguments[0] if arguments else DEFAULT_MODEL)
    return run_command("demo", lambda: show(path, "--full" in sys.argv[1:], Path("build")))


if __name__ == "__main__":
    sys.exit(main())
