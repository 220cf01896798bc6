"""Random programs on integers that are data: optimized, they give the same bits, wrapped or not."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from fuzz.harness import context, parse, show

from disc_shape.errors import OperationError
from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.shape_computation_canonicalize import ShapeComputationCanonicalizePass
from disc_shape.passes.shape_optimization import optimize_shapes

WIDTHS = {"i1": 1, "i8": 8, "i32": 32, "i64": 64, "index": 64}
DTYPES = {"i1": np.bool_, "i8": np.int8, "i32": np.int32, "i64": np.int64, "index": np.int64}
BINARY = (
    "addi subi muli andi ori xori minsi maxsi minui maxui divsi divui floordivsi ceildivsi"
    " ceildivui remsi remui shli shrsi shrui"
).split()
PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge".split()


def edges(kind: str) -> list[int]:
    """The numbers at which rules go wrong."""
    if kind == "i1":
        return [0, 1]
    limit = 1 << (WIDTHS[kind] - 1)
    return [0, 1, -1, 2, 3, 5, -2, 7, 100, limit - 1, -limit, limit // 2, -limit // 2]


class Writer:
    """Writes a program one operation after the other."""

    def __init__(self, random: Random):
        self.random = random
        self.lines: list[str] = []
        self.values: dict[str, list[str]] = {kind: [f"%{kind}"] for kind in WIDTHS}

    def add(self, line: str, kind: str) -> str:
        name = f"%v{len(self.lines)}"
        self.lines.append(f"{name} = {line}")
        self.values[kind].append(name)
        return name

    def pick(self, kind: str) -> str:
        if self.random.random() < 0.35:
            number = self.random.choice(edges(kind))
            text = ("false", "true")[number] if kind == "i1" else f"{number} : {kind}"
            return self.add(f"arith.constant {text}", kind)
        return self.random.choice(self.values[kind][-4:])

    def step(self) -> None:
        kind, what = self.random.choice(list(WIDTHS)), self.random.random()
        if what < 0.25:
            self.wrap_and_look()
        elif what < 0.45:
            name = self.random.choice(BINARY)
            self.add(f"arith.{name} {self.pick(kind)}, {self.pick(kind)} : {kind}", kind)
        elif what < 0.6:
            name = self.random.choice(PREDICATES)
            self.add(f"arith.cmpi {name}, {self.pick(kind)}, {self.pick(kind)} : {kind}", "i1")
        elif what < 0.7:
            arms = f"{self.pick(kind)}, {self.pick(kind)}"
            self.add(f"arith.select {self.pick('i1')}, {arms} : {kind}", kind)
        else:
            self.convert()

    def wrap_and_look(self) -> None:
        """Something that undoes arithmetic, or compares what it gives, unless it wraps around."""
        kind = self.random.choice(("i32", "i64", "index", "index"))
        one, other = self.random.choice(self.values[kind][-4:]), self.pick(kind)
        name = self.random.choice(("addi", "subi", "muli", "muli", "shli"))
        made = self.add(f"arith.{name} {one}, {other} : {kind}", kind)
        look = self.random.choice(
            ("floordivsi", "divsi", "remsi", "subi", "maxsi", "minsi", "cmpi")
        )
        if look == "cmpi":
            name = self.random.choice(PREDICATES)
            self.add(f"arith.cmpi {name}, {made}, {one} : {kind}", "i1")
        else:
            self.add(f"arith.{look} {made}, {self.random.choice((one, other))} : {kind}", kind)

    def convert(self) -> None:
        source, target = (self.random.choice(list(WIDTHS)) for _ in range(2))
        if "index" in (source, target):
            cast = self.random.choice(("index_cast", "index_castui"))
            other = self.random.choice(("i8", "i32", "i64"))
            source, target = (other, "index") if target == "index" else ("index", other)
        elif WIDTHS[source] < WIDTHS[target]:
            cast = self.random.choice(("extsi", "extui"))
        elif WIDTHS[source] > WIDTHS[target]:
            cast = "trunci"
        else:
            return
        self.add(f"arith.{cast} {self.pick(source)} : {source} to {target}", target)

    def text(self) -> str:
        results = [(name, kind) for kind in WIDTHS for name in self.values[kind][-3:]]
        kinds = ", ".join(kind for _, kind in results)
        lines = "\n".join(self.lines)
        arguments = ", ".join(f"%{kind}: {kind}" for kind in WIDTHS)
        names = ", ".join(name for name, _ in results)
        return (
            f"func.func @main({arguments}) -> ({kinds}) {{\n{lines}\nreturn {names} : {kinds}\n}}"
        )


def optimized(text: str) -> str:
    module = parse(text)
    optimize_shapes(module)
    return show(module)


def canonicalized(text: str) -> str:
    ctx = context()
    module = parse(text, ctx)
    ShapeComputationCanonicalizePass().apply(ctx, module)
    return show(module)


def outcome(text: str, inputs: Sequence[Array]) -> list[int] | None:
    """What a program gives; None where it divides by zero or shifts too far."""
    try:
        return [int(result) for result in run(parse(text), *inputs)]
    except OperationError:
        return None


@pytest.mark.parametrize("seed", range(40))
def test_the_bits_stay_the_same(seed: int) -> None:
    random = Random(seed)
    writer = Writer(random)
    for _ in range(random.randrange(3, 14)):
        writer.step()
    text = writer.text()
    outputs = [optimized(text), canonicalized(text)]
    for _ in range(6):
        inputs = [np.asarray(random.choice(edges(kind)), DTYPES[kind]) for kind in WIDTHS]
        expected = outcome(text, inputs)
        if expected is not None:
            for output in outputs:
                assert outcome(output, inputs) == expected, output
