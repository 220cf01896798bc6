"""
Every dynamic size of every buffer carries its symbol, or `unit` where it varies within an
activation.
"""

from collections.abc import Iterator
from random import Random

import pytest
from fuzz.generate import generate
from fuzz.harness import apply, context, parse
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.disc_shape import value_symbols
from disc_shape.errors import OperationError

BEFORE = "chlo-legalize-to-stablehlo+shape-optimization{{keep-tie-shape=true inline={}}}"
PIPELINES = [
    f"{BEFORE.format(inline)}+mhlo-to-lmhlo{{results={results}}}"
    for inline, results in (("true", "returned"), ("false", "returned"), ("false", "out-params"))
]
SEEDS = range(40)
ROUNDS = ("scf.for", "scf.while")


def made_by(op: Operation) -> Iterator[SSAValue]:
    yield from op.results
    for region in op.regions:
        if (block := region.first_block) is not None:
            yield from block.args


def varies(op: Operation) -> bool:
    """Whether an operation is in a loop, is one, or passes a buffer to one."""
    around: Operation | None = op
    while around is not None:
        if around.name in ROUNDS:
            return True
        around = around.parent_op()
    return False


def unnamed(module: ModuleOp) -> Iterator[str]:
    """The buffers with a dynamic size without a symbol, or with `unit` outside of loops."""
    for op in module.walk():
        for value in made_by(op):
            type_ = value.type
            if not isinstance(type_, MemRefType) or type_.has_static_shape():
                continue
            shape = type_.get_shape()
            names = value_symbols(value)
            for axis, size in enumerate(shape):
                if size < 0 and (names is None or (names[axis] is None and not varies(op))):
                    yield f"dimension {axis} of a result or argument of '{op.name}'"


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_random_programs(pipeline: str) -> None:
    sizes = 0
    for seed in SEEDS:
        module = parse(generate(Random(seed), 4 + seed % 10).text)
        try:
            module.verify()
            apply(pipeline, module, context())
        except OperationError:
            continue
        assert not list(unnamed(module)), f"seed {seed}"
        sizes += sum(
            value_symbols(value) is not None for op in module.walk() for value in made_by(op)
        )
    assert sizes > 50
