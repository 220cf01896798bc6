"""How long reading and printing take, ours divided by stock xDSL's: part of `make bench`.

Stock is xDSL's parser, verifier and printer on a context with our dialects. For generated decoders
of several sizes and for exported models, measured in turn in one process each:

- read: `SourceParser` divided by `Parser`;
- print: `LargeConstantPrinter` divided by `Printer`;
- whole: `disc-opt -p shape-optimization`, from the file to the text, divided by reading, verifying
  and printing of stock xDSL;
- second: the same for a run on the result of the first;
- locations: what it costs to keep locations that are not printed: reading and printing of the
  program with a location for each operation, named as JAX names them and defined at the end of the
  file, divided by the same for the program as it is, less one;
- growth: the time of the whole run divided by that of the program a tenth as large, both in turn
  in a process of their own;
- memory: the peak of a whole run, and of stock xDSL in a process of its own.

Times are processor time, the best of a few runs, with one setting of the garbage collector.

    python benchmarks/reader.py --sizes 1000,10000 --forms jax --models ../models
"""

import argparse
import gc
import io
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from decoder import FORMS
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.printer import Printer

from disc_shape.collector import RARELY
from disc_shape.program import context_of_everything
from disc_shape.tools.constants import LargeConstantPrinter
from disc_shape.tools.disc_opt import run
from disc_shape.tools.source import SourceMap, SourceParser

TARGETS = {
    "read": 0.35,
    "print": 0.5,
    "whole": 0.8,
    "second": 0.6,
    "locations": 0.05,
    "growth": 11.0,
}
MODELS = Path(__file__).resolve().parents[1] / "test" / "models"


def seconds(actions: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Processor time of each action, the best of some rounds in which each runs once.

    What slows a machine for a while slows ours and stock's alike.
    """
    best = dict.fromkeys(actions, float("inf"))
    for _ in range(rounds):
        for name, action in actions.items():
            gc.collect()
            start = time.process_time()
            action()
            best[name] = min(best[name], time.process_time() - start)
    return best


def megabytes() -> float:
    """The peak of memory of this process."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << (20 if sys.platform == "darwin" else 10))


def optimize(file: Path, output: Path) -> None:
    """Run `disc-opt`, all of it."""
    errors = io.StringIO()
    with redirect_stdout(io.StringIO()), redirect_stderr(errors):
        status = run([str(file), "-p", "shape-optimization", "-o", str(output)])
    if status != 0:
        raise RuntimeError(errors.getvalue().strip())


def with_locations(text: str) -> str:
    """A program with a location for each operation of a line: five operations have the same."""
    definitions: list[str] = []
    lines = text.splitlines()
    for number, line in enumerate(lines):
        is_whole = line.lstrip().startswith("%") and not line.endswith(("{", ")", ":"))
        if not is_whole or any(name in line for name in ("reduce(", "while(")):
            continue
        if len(definitions) < 300 and number % 5 == 0:
            name = len(definitions)
            definitions.append(f'#loc{name} = loc("/home/user/net.py":{number}:8 to :30)')
            definitions.append(f'#loc{name + 1} = loc("jit(f)/step{number}"(#loc{name}))')
        lines[number] = f"{line} loc(#loc{number // 5 % max(len(definitions), 1)})"
    return "\n".join([*lines, *definitions, ""])


def steps(file: Path, *, locations: bool = False) -> dict[str, Callable[[], object]]:
    """
    Reading, verifying and printing of one file, stock and ours, and where wanted with locations
    besides; each runs once to warm up.
    """
    text, context = file.read_text(), context_of_everything()

    def read(program: str) -> ModuleOp:
        return SourceParser(context, SourceMap(file.name, program)).parse_module()

    def read_and_print(program: str) -> None:
        LargeConstantPrinter(io.StringIO()).print_op(read(program))

    module = read(text)
    found: dict[str, Callable[[], object]] = {
        "stock read": lambda: Parser(context, text, file.name).parse_module(),
        "stock verify": module.verify,
        "stock print": lambda: Printer(io.StringIO()).print_op(module),
        "read": lambda: read(text),
        "print": lambda: LargeConstantPrinter(io.StringIO()).print_op(module),
    }
    if locations and "loc(" not in text:
        located = with_locations(text)
        found["plain"] = lambda: read_and_print(text)
        found["located"] = lambda: read_and_print(located)
    for action in found.values():
        action()
    return found


def measure(file: Path, output: Path, rounds: int) -> dict[str, float]:
    """Seconds of each step and of whole runs on a file and on what the run makes of it."""
    gc.set_threshold(*RARELY)
    optimize(file, output)
    again = output.with_suffix(".again")
    actions = steps(file, locations=True) | {"whole": lambda: optimize(file, output)}
    second = {f"second {step}": action for step, action in steps(output).items()}
    actions |= second | {"second": lambda: optimize(output, again)}
    module = SourceParser(
        context_of_everything(), SourceMap(file.name, file.read_text())
    ).parse_module()
    return seconds(actions, rounds) | {"operations": sum(1 for _ in module.walk())}


def measure_both(small: Path, large: Path, rounds: int) -> dict[str, float]:
    """Seconds of whole runs on two programs, in one process that holds no other program."""
    gc.set_threshold(*RARELY)
    actions = {
        name: lambda file=file: optimize(file, large.with_suffix(".both"))
        for name, file in (("small", small), ("large", large))
    }
    for action in actions.values():
        action()
    return seconds(actions, rounds)


def peak(file: Path, output: Path, stock: bool) -> float:
    """Megabytes that one run takes."""
    gc.set_threshold(*RARELY)
    if stock:
        module = Parser(context_of_everything(), file.read_text(), file.name).parse_module()
        module.verify()
        Printer(io.StringIO()).print_op(module)
    else:
        optimize(file, output)
    return megabytes()


def in_child(*args: str) -> dict[str, float]:
    """One measurement in a process of its own."""
    command = [sys.executable, __file__, "--child", *args]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return json.loads(done.stdout)


def child(kind: str, file: str, output: str, rounds: str = "1") -> dict[str, float]:
    """What a process of its own measures."""
    if kind == "times":
        return measure(Path(file), Path(output), int(rounds))
    if kind == "both":
        return measure_both(Path(file), Path(output), int(rounds))
    return {"peak": peak(Path(file), Path(output), kind == "stock")}


@dataclass
class Row:
    """The ratios of one program."""

    form: str
    size: int
    file: Path
    operations: int
    stock: float
    whole: float
    ratios: dict[str, float]
    megabytes: tuple[float, float]


def row_of(form: str, size: int, file: Path) -> Row:
    """Measure one program."""
    rounds = 12 if file.stat().st_size < 300_000 else 2 if size <= 20_000 else 1
    output = file.with_suffix(".out")
    found = in_child("times", str(file), str(output), str(rounds))

    def stock(prefix: str = "") -> float:
        return sum(found[f"{prefix}stock {step}"] for step in ("read", "verify", "print"))

    peaks = tuple(in_child(kind, str(file), str(output))["peak"] for kind in ("ours", "stock"))
    ratios = {
        "read": found["read"] / found["stock read"],
        "print": found["print"] / found["stock print"],
        "whole": found["whole"] / stock(),
        "second": found["second"] / stock("second "),
    }
    if "located" in found:
        ratios["locations"] = found["located"] / found["plain"] - 1
    operations, memory = int(found["operations"]), (peaks[0], peaks[1])
    return Row(form, size, file, operations, stock(), found["whole"], ratios, memory)


def growth(rows: Sequence[Row], row: Row) -> float | None:
    """How much longer a program takes that is ten times as large."""
    smaller = [one for one in rows if one.form == row.form and 0 < one.size * 5 <= row.size]
    if not smaller:
        return None
    other = max(smaller, key=lambda one: one.size)
    found = in_child("both", str(other.file), str(row.file), "3")
    return found["large"] / found["small"] / (row.operations / other.operations / 10)


def print_row(rows: Sequence[Row], row: Row) -> None:
    name = f"{row.form} {row.size}" if row.size else row.form
    grown = growth(rows, row)
    if grown is not None:
        row.ratios["growth"] = grown
    ratios = " | ".join(f"{row.ratios[key]:.2f}" if key in row.ratios else "-" for key in TARGETS)
    memory = "{:.0f} ({:.0f})".format(*row.megabytes)
    print(
        f"| {name} | {row.operations} | {row.stock:.2f} | {row.whole:.2f} | {ratios} | {memory} |",
        flush=True,
    )


def programs(args: argparse.Namespace, folder: Path) -> list[tuple[str, int, Path]]:
    """The programs to measure: their form, their size and their file."""
    found: list[tuple[str, int, Path]] = []
    sizes = sorted(int(size) for size in str(args.sizes).split(",") if size)
    for form, size in product(str(args.forms).split(","), sizes):
        file = folder / f"{form}{size}.mlir"
        file.write_text(FORMS[form](size))
        found.append((form, size, file))
    for model in sorted(Path(args.models).glob("*.json")):
        file = folder / f"{model.stem}.mlir"
        file.write_text(model.with_suffix(".mlir").read_text())
        found.append((model.stem, 0, file))
    return found


def main() -> int:
    if sys.argv[1:2] == ["--child"]:
        print(json.dumps(child(*sys.argv[2:])))
        return 0
    parser = argparse.ArgumentParser(description="speed of reading and printing")
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--forms", default=",".join(FORMS))
    parser.add_argument("--models", default=str(MODELS), help="a folder of exported models")
    parser.add_argument("--gate", action="store_true", help="fail when a target is missed")
    args = parser.parse_args()
    targets = ", ".join(f"{name} <= {value}" for name, value in TARGETS.items())
    print(f"ours divided by stock xDSL; targets: {targets}\n")
    names = " | ".join(TARGETS)
    print(
        f"| program | operations | stock, s | whole, s | {names} | memory, MB (stock) |\n"
        + "|---" * (5 + len(TARGETS))
        + "|"
    )
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as name:
        for form, size, file in programs(args, Path(name)):
            row = row_of(form, size, file)
            print_row(rows, row)
            rows.append(row)
    missed = [
        f"{row.form} {row.size or ''}: {name} {value:.2f} > {TARGETS[name]}"
        for row in rows
        for name, value in row.ratios.items()
        if value > TARGETS[name]
    ]
    for line in missed:
        print(f"target missed: {line}")
    return int(bool(missed) and args.gate)


if __name__ == "__main__":
    sys.exit(main())
