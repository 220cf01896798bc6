"""
All small shapes of every operation whose operands and results have one shape.

What types an operation takes is found by trial: the first ones that its verifier accepts and that
the interpreter runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from fuzz.operations import plain
from relation_operations import spoken_for, without_case
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation

Exhaust = Callable[..., object]

KINDS = ("f32", "i32", "i1", "complex<f32>", "i8")
RESULTS = (*KINDS, "i64", "f64", "f16", "index")
QUANTIZED = "!quant.uniform<i8:f32, 2.0:15>"

ATTRIBUTES = {
    "arith.cmpf": "<{predicate = 4 : i64}>",
    "arith.cmpi": "<{predicate = 4 : i64}>",
    "hlo.domain": '<{kind = #mhlo<kind sharding>, entry_metadata = "", exit_metadata = ""}>',
    "sdy.reshard": "<{sharding = #sdy.sharding<@mesh, [{}]>}>",
    "sdy.sharding_constraint": "<{sharding = #sdy.sharding<@mesh, [{}]>}>",
}
"""For operations that need some."""

TYPES = {
    "arith.index_castui": (["i32"], ["index"]),
    "hlo.stochastic_convert": (["f32", "ui32"], ["i32"]),
    "hlo.uniform_dequantize": ([QUANTIZED], ["f32"]),
    "hlo.uniform_quantize": (["f32"], [QUANTIZED]),
    "math.fpowi": (["f32", "i32"], ["f32"]),
}
"""Element types of operations that mix them."""

ELSEWHERE = frozenset(
    (
        *("chlo.constant_like", "hlo.clamp", "hlo.compare", "hlo.map", "hlo.reduce_precision"),
        *("hlo.reverse", "hlo.select", "hlo.sort"),
    )
)
"""Operations with cases of their own."""


def listed() -> dict[str, type[IRDLOperation]]:
    """The operations to try, those of StableHLO rather than of MHLO."""
    found: dict[str, type[IRDLOperation]] = {}
    for op, relation in spoken_for():
        ours = relation == "SameShape" and not op.name.startswith(
            ("bufferization.", "memref.", "tensor.")
        )
        tried = plain(op.name) not in ELSEWHERE and without_case(op.name) is None
        if ours and tried and issubclass(op, IRDLOperation):
            found[plain(op.name)] = op
    return found


LISTED = listed()


def texts(op: type[IRDLOperation]) -> Iterator[tuple[str, str, str]]:
    """Arguments, body and result of functions that may hold the operation."""
    definition = op.get_irdl_definition()
    operands, results = len(definition.operands), len(definition.results)
    kinds = [([kind] * operands, [end] * results) for kind in KINDS for end in (kind, *RESULTS)]
    kinds += [([kind] * operands, [kind, "i1"]) for kind in KINDS if results == 2]
    if plain(op.name) in TYPES:
        kinds = [TYPES[plain(op.name)]]
    for before, after in kinds:
        ins = [f"tensor<?x{kind}>" for kind in before]
        outs = [f"tensor<?x{kind}>" for kind in after]
        values = ", ".join(f"%{index}" for index in range(operands))
        made = ", ".join(f"%r{index}" for index in range(results))
        result = f"({', '.join(outs)})"
        body = (
            f'{made} = "{op.name}"({values}) {ATTRIBUTES.get(plain(op.name), "")} : '
            f"({', '.join(ins)}) -> {result}\nreturn {made} : {', '.join(outs)}"
        )
        yield ", ".join(f"%{index}: {type}" for index, type in enumerate(ins)), body, result


@pytest.mark.parametrize("name", sorted(LISTED))
def test_one_shape(exhaust: Exhaust, legal: Callable[[str], bool], name: str) -> None:
    op: type[Operation] = LISTED[name]
    for arguments, body, result in texts(LISTED[name]):
        if legal(f"func.func @f({arguments}) -> {result} {{\n{body}\n}}"):
            exhaust(arguments, body, result, sizes=range(4), fill=1)
            return
    pytest.fail(f"no types were found that '{op.name}' takes")
