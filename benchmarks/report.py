"""How long, how much, and how it grows: `make bench`.

For generated decoders of several sizes, in the forms of two exporters:

- whole: `disc-opt -p shape-optimization`, parsing, verifying and printing included, divided by
  parsing and printing the inlined program by stock xDSL (what any pass had to spend at least before
  `disc_shape.reading`, which `benchmarks/reader.py` measures);
- second: the same for a run on the result of the first;
- growth: time of the whole run divided by that of the program a tenth as large, and the same for
  the peak of memory;
- visits: operations that each pass counted, per operation of the program.
- start-up: `disc-opt` on an empty module, the whole process.

All times are processor time of one process, the best of a few runs; each measurement has a
process of its own. With `--gate`, the exit status is 1 when a hard limit is broken.

    python benchmarks/report.py --sizes 1000,10000 --forms jax --profile
"""

import argparse
import cProfile
import gc
import io
import json
import pstats
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import cast

from decoder import FORMS
from xdsl.parser import Parser
from xdsl.printer import Printer

from disc_shape.collector import RARELY
from disc_shape.program import context_of_everything
from disc_shape.tools.disc_opt import run

TARGETS = {"whole": 1.0, "second": 0.8, "growth": 11.0}
LIMITS = {"whole": 1.2, "second": 1.0, "growth": 14.0}


@dataclass
class Measurement:
    """One child process: its best time, its peak of memory and what it wrote on stderr."""

    seconds: float
    megabytes: float
    stages: dict[str, float] = field(default_factory=dict[str, float])
    counters: dict[str, int] = field(default_factory=dict[str, int])


def measure(args: Sequence[str], repeat: int) -> Measurement:
    """Run `disc-opt` with `args` in this process, `repeat` times."""
    best, log = float("inf"), ""
    for _ in range(repeat):
        output, errors = io.StringIO(), io.StringIO()
        start = time.process_time()
        with redirect_stdout(output), redirect_stderr(errors):
            status = run(args)
        seconds = time.process_time() - start
        if status != 0:
            raise RuntimeError(errors.getvalue().strip())
        if seconds < best:
            best, log = seconds, errors.getvalue()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = Measurement(best, peak / (1 << (20 if sys.platform == "darwin" else 10)))
    for line in log.splitlines():
        value, _, rest = line.strip().partition(" ")
        if rest.startswith("s  "):
            name = rest[3:].strip()
            result.stages[name] = result.stages.get(name, 0.0) + float(value)
        else:
            result.counters[rest.strip()] = int(value)
    return result


def measure_stock(file: Path, repeat: int) -> Measurement:
    """Read and print a program by xDSL in this process, `repeat` times."""
    gc.set_threshold(*RARELY)
    context, best, size = context_of_everything(), float("inf"), 0
    for _ in range(repeat):
        start = time.process_time()
        module = Parser(context, file.read_text(), file.name).parse_module()
        Printer(io.StringIO()).print_op(module)
        best = min(best, time.process_time() - start)
        size = sum(1 for _ in module.walk())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    megabytes = peak / (1 << (20 if sys.platform == "darwin" else 10))
    return Measurement(best, megabytes, counters={"parse: operations": size})


def in_child(args: Sequence[str], repeat: int) -> Measurement:
    """`measure` in a process of its own, so that memory is this measurement's."""
    command = [sys.executable, __file__, "--child", str(repeat), *args]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        raise RuntimeError(lines[-1] if lines else f"{' '.join(args)} failed")
    return Measurement(**json.loads(done.stdout))


@dataclass
class Row:
    """The measurements of one program."""

    form: str
    size: int
    operations: int
    base: Measurement
    whole: Measurement
    second_base: Measurement
    second: Measurement

    @property
    def ratio(self) -> float:
        return self.whole.seconds / self.base.seconds

    @property
    def second_ratio(self) -> float:
        return self.second.seconds / self.second_base.seconds


def measure_program(form: str, size: int, pipeline: str, folder: Path) -> Row:
    # The larger the program, the less a single run is disturbed.
    repeat = 3 if size <= 2_000 else 2 if size <= 20_000 else 1
    program, inlined, output = (
        folder / f"{form}{size}.{kind}.mlir" for kind in ("in", "il", "out")
    )
    program.write_text(FORMS[form](size))
    quiet = ["--disable-verify"]
    in_child([str(program), "-p", "disc-inline", "-o", str(inlined), *quiet], 1)
    base = in_child(["--stock", str(inlined)], repeat)
    report = ["--time-passes", "--statistics"]
    whole = in_child([str(program), "-p", pipeline, "-o", str(output), *report], repeat)
    second_base = in_child(["--stock", str(output)], repeat)
    second = in_child([str(output), "-p", pipeline, *report], repeat)
    operations = base.counters["parse: operations"]
    return Row(form, size, operations, base, whole, second_base, second)


def start_up(folder: Path, repeat: int = 5) -> float:
    """Seconds of processor time that `disc-opt` takes for an empty module, the best of a few."""
    file = folder / "empty.mlir"
    file.write_text("module {}")
    best = float("inf")
    for _ in range(repeat):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "disc_shape.tools.disc_opt", str(file)]
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, seconds)
    return best


def print_header() -> None:
    print(
        "| program | operations | xDSL: parse + print, s | whole, s | whole / base | second / base "
        "| growth | memory, MB | memory growth |\n|---|---|---|---|---|---|---|---|---|"
    )


def print_row(rows: Sequence[Row], row: Row) -> None:
    previous = tenth(rows, row)
    growth = memory = "-"
    if previous is not None:
        growth = f"{growth_between(previous, row):.1f}"
        memory = f"{row.whole.megabytes / previous.whole.megabytes:.1f}"
    print(
        f"| {row.form} {row.size} | {row.operations} | {row.base.seconds:.2f} "
        f"| {row.whole.seconds:.2f} | {row.ratio:.2f} | {row.second_ratio:.2f} | {growth} "
        f"| {row.whole.megabytes:.0f} (xDSL: {row.base.megabytes:.0f}) | {memory} |",
        flush=True,
    )


def growth_between(smaller: Row, larger: Row) -> float:
    """How much longer a program takes that is ten times as large."""
    scale = larger.operations / smaller.operations / 10
    return larger.whole.seconds / smaller.whole.seconds / scale


def tenth(rows: Sequence[Row], row: Row) -> Row | None:
    """The row of the same form and about a tenth of the size."""
    smaller = [r for r in rows if r.form == row.form and r.size * 5 <= row.size]
    return max(smaller, key=lambda r: r.size, default=None)


def print_details(rows: Sequence[Row]) -> None:
    for row in rows:
        print(f"\n{row.form} {row.size}: seconds by stage")
        for name, seconds in row.whole.stages.items():
            print(f"  {seconds:9.3f}  {name}")
        counters = {k: v for k, v in row.whole.counters.items() if not k.startswith("parse:")}
        if counters:
            print("  counted, and per operation of the inlined program")
        for name, value in counters.items():
            print(f"  {value:9}  {value / row.operations:6.2f}  {name}")


def broken_limits(rows: Sequence[Row]) -> list[str]:
    broken: list[str] = []
    for row in rows:
        values = {"whole": row.ratio, "second": row.second_ratio}
        if (previous := tenth(rows, row)) is not None:
            values["growth"] = growth_between(previous, row)
        for name, value in values.items():
            if value > LIMITS[name]:
                broken.append(f"{row.form} {row.size}: {name} {value:.2f} > {LIMITS[name]}")
    return broken


def profile(form: str, size: int, pipeline: str, folder: Path) -> None:
    """Where the time goes, by package."""
    program = folder / "profile.mlir"
    program.write_text(FORMS[form](size))
    profiler = cProfile.Profile()
    with redirect_stdout(io.StringIO()):
        profiler.runcall(run, [str(program), "-p", pipeline])
    packages: Counter[str] = Counter()
    functions: Counter[str] = Counter()
    stats = cast(
        "dict[tuple[str, int, str], tuple[int, int, float]]", vars(pstats.Stats(profiler))["stats"]
    )
    for (file, line, name), (_, calls, own, *_) in stats.items():
        packages[package_of(file)] += round(own * 1e6)
        functions[f"{package_of(file)} {Path(file).name}:{line} {name} ({calls} calls)"] += round(
            own * 1e6
        )
    print(f"\n{form} {size}: own time by package, profiled")
    for table, count in ((packages, 15), (functions, 25)):
        for name, microseconds in table.most_common(count):
            print(f"  {microseconds / 1e6:9.3f}  {name}")


def package_of(file: str) -> str:
    """`disc_shape/symbolic`, `xdsl/parser`, ... of a source file."""
    parts = Path(file).parts
    for root in ("passes", "disc_shape", "xdsl"):
        if root in parts:
            at = parts.index(root)
            return "/".join(parts[at : at + 2]) if len(parts) > at + 2 else root
    return "python"


def main() -> int:
    if sys.argv[1:2] == ["--child"]:
        repeat, args = int(sys.argv[2]), sys.argv[3:]
        stock = args[0] == "--stock"
        found = measure_stock(Path(args[1]), repeat) if stock else measure(args, repeat)
        print(json.dumps(vars(found)))
        return 0
    parser = argparse.ArgumentParser(description="speed of shape-optimization")
    parser.add_argument("--sizes", default="1000,10000,50000")
    parser.add_argument("--forms", default=",".join(FORMS))
    parser.add_argument("--passes", default="shape-optimization")
    parser.add_argument("--gate", action="store_true", help="fail when a hard limit is broken")
    parser.add_argument("--profile", action="store_true", help="profile the smallest size")
    args = parser.parse_args()
    sizes = sorted(int(size) for size in args.sizes.split(","))
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        targets = ", ".join(f"{name} <= {value}" for name, value in TARGETS.items())
        print(f"disc-opt -p '{args.passes}'; targets: {targets}\n")
        print(f"start-up: {start_up(folder):.2f} s; target: <= 0.3 s\n")
        print_header()
        for form, size in product(args.forms.split(","), sizes):
            try:
                rows.append(measure_program(form, size, args.passes, folder))
            except RuntimeError as error:
                print(f"{form} {size}: {error}", file=sys.stderr)
                return 1
            print_row(rows, rows[-1])
        print_details(rows)
        if args.profile:
            for form in args.forms.split(","):
                profile(form, sizes[0], args.passes, folder)
    broken = broken_limits(rows)
    for line in broken:
        print(f"limit broken: {line}")
    return int(bool(broken) and args.gate)


if __name__ == "__main__":
    sys.exit(main())
