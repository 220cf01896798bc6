"""
Programs on buffers that loops, branches, selections and calls let overlap: kernels that read one
and write another one give what they gave before, in loops, fused or neither.
"""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import apply, context, parse
from xdsl.dialects.builtin import ModuleOp

from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters import run

X = "memref<?xf32>"
INDICES = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index"""


def reverse(source: str, target: str) -> str:
    """An operation that must not write over what it reads."""
    attributes = "{dimensions = array<i64: 0>}"
    return f"lmhlo.reverse ins({source} : {X}) outs({target} : {X}) {attributes}\n"


def main(body: str, *others: str) -> str:
    """A program that writes its argument, and functions that it calls."""
    return "\n".join([f"func.func @main(%x: {X}) {{{INDICES}\n{body}return }}", *others])


def function(name: str, body: str, result: str = "") -> str:
    """A private function of two buffers."""
    end = f"return %a : {X}" if result else "return"
    return f"func.func private @{name}(%a: {X}, %b: {X}) {result} {{\n{body}{end} }}"


def call(name: str, one: str, other: str) -> str:
    """A call of a function without results."""
    return f"func.call @{name}({one}, {other}) : ({X}, {X}) -> ()\n"


SIZE = f"%n = memref.dim %x, %c0 : {X}\n"
NEW = f"{SIZE}%t = memref.alloc(%n) : {X}\n"
PAIR = f"-> ({X}, {X})"
BUMP = function(
    "bump",
    f"lmhlo.negate ins(%a : {X}) outs(%b : {X})\nlmhlo.add ins(%a, %b : {X}, {X}) outs(%a : {X})\n",
)

STRIDED = "memref<?xf32, strided<[1], offset: 1>>"
COLUMNS = "memref<?x?xf32, strided<[1, ?]>>"
BYTES = "memref.alloc(%eight) : memref<?xi8>"


def views(operation: str) -> str:
    """A program that writes one view of some bytes, and another one that begins later."""
    return main(
        f"{SIZE}%eight = arith.constant 64 : index\n%c4 = arith.constant 4 : index\n%m = {BYTES}\n"
        f"%v = memref.view %m[%c0][%n] : memref<?xi8> to {X}\n"
        f"%w = memref.view %m[%c4][%n] : memref<?xi8> to {X}\n"
        f'"memref.copy"(%x, %v) : ({X}, {X}) -> ()\n{operation}'
        f'"memref.copy"(%w, %x) : ({X}, {X}) -> ()\nmemref.dealloc %m : memref<?xi8>\n'
    )


OVERLAP = {
    "views of bytes": views(reverse("%v", "%w")),
    "views of bytes, element by element": views(f"lmhlo.tanh ins(%v : {X}) outs(%w : {X})\n"),
    "one element later": main(
        f"{SIZE}%p = arith.cmpi sge, %n, %c1 : index\n%m = arith.maxsi %n, %c1 : index\n"
        f"%k = arith.subi %m, %c1 : index\n"
        f"%v = memref.reinterpret_cast %x to offset: [0], sizes: [%k], strides: [1] : {X} to {X}\n"
        "scf.if %p {\n"
        f"%w = memref.reinterpret_cast %x to offset: [1], sizes: [%k], strides: [1] : {X} to"
        f" {STRIDED}\nlmhlo.tanh ins(%v : {X}) outs(%w : {STRIDED})\n}}\n"
    ),
    "by columns": main(
        f"{SIZE}%c2 = arith.constant 2 : index\n%m = arith.divsi %n, %c2 : index\n"
        f"%v = memref.reinterpret_cast %x to offset: [0], sizes: [%m, %m], strides: [%m, 1] : {X}"
        " to memref<?x?xf32>\n"
        f"%w = memref.reinterpret_cast %x to offset: [0], sizes: [%m, %m], strides: [1, %m] : {X}"
        f" to {COLUMNS}\nlmhlo.tanh ins(%w : {COLUMNS}) outs(%v : memref<?x?xf32>)\n"
    ),
    "carried beside its start": main(
        f"%r = scf.for %i = %c0 to %c1 step %c1 iter_args(%p = %x) -> ({X}) {{\n"
        f"{reverse('%x', '%p')}scf.yield %p : {X} }}\n"
    ),
    "carried twice": main(
        f"%r:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%p = %x, %q = %x) {PAIR} {{\n"
        f"{reverse('%p', '%q')}scf.yield %p, %q : {X}, {X} }}\n"
    ),
    "carried apart at first": main(
        f"{NEW}%c3 = arith.constant 3 : index\nlmhlo.tanh ins(%x : {X}) outs(%t : {X})\n"
        f"%r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %x, %q = %t) {PAIR} {{\n"
        f"{reverse('%p', '%q')}scf.yield %p, %p : {X}, {X} }}\nmemref.dealloc %t : {X}\n"
    ),
    "from a branch": main(
        f"{NEW}%p = arith.cmpi sge, %n, %c1 : index\n"
        f"%r = scf.if %p -> ({X}) {{ scf.yield %x : {X} }} else {{ scf.yield %t : {X} }}\n"
        f"{reverse('%x', '%r')}memref.dealloc %t : {X}\n"
    ),
    "selected": main(
        f"{NEW}%p = arith.cmpi sge, %n, %c1 : index\n%r = arith.select %p, %x, %t : {X}\n"
        f"{reverse('%x', '%r')}memref.dealloc %t : {X}\n"
    ),
    "given twice to a function": main(
        call("turn", "%x", "%x"), function("turn", reverse("%a", "%b"))
    ),
    "given twice through a function": main(
        call("pass_on", "%x", "%x"),
        function("pass_on", call("turn", "%a", "%b")),
        function("turn", reverse("%a", "%b")),
    ),
    "given twice to a function of two operations": main(call("bump", "%x", "%x"), BUMP),
    "given back": main(
        f"%y = func.call @same(%x, %x) : ({X}, {X}) -> {X}\n{reverse('%x', '%y')}",
        function("same", "", f"-> {X}"),
    ),
    "of a block": main(f"cf.br ^bb1(%x : {X})\n^bb1(%p: {X}):\n{reverse('%x', '%p')}"),
    "carried into a loop inside": main(
        f"%r = scf.for %i = %c0 to %c1 step %c1 iter_args(%p = %x) -> ({X}) {{\n"
        f"%s = scf.for %j = %c0 to %c1 step %c1 iter_args(%q = %p) -> ({X}) {{\n"
        f"{reverse('%p', '%q')}scf.yield %q : {X} }}\nscf.yield %s : {X} }}\n"
    ),
}
APART = {
    "one buffer in other sizes": main(
        f"{SIZE}%v = memref.reinterpret_cast %x to offset: [0], sizes: [%n, 1], strides: [1, 1]"
        f" : {X} to memref<?x1xf32>\n"
        "lmhlo.tanh ins(%v : memref<?x1xf32>) outs(%v : memref<?x1xf32>)\n"
    ),
    "exchanged": main(
        f"{NEW}lmhlo.tanh ins(%x : {X}) outs(%t : {X})\n%u = memref.alloc(%n) : {X}\n"
        f"lmhlo.negate ins(%x : {X}) outs(%u : {X})\n"
        f"%r:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%p = %t, %q = %u) {PAIR} {{\n"
        f"{reverse('%p', '%q')}scf.yield %q, %p : {X}, {X} }}\n"
        f"{reverse('%r#0', '%x')}memref.dealloc %t : {X}\nmemref.dealloc %u : {X}\n"
    ),
    "allocated in the loop": main(
        f"{NEW}lmhlo.tanh ins(%x : {X}) outs(%t : {X})\n"
        f"%r = scf.for %i = %c0 to %c1 step %c1 iter_args(%p = %t) -> ({X}) {{\n"
        f"%u = memref.alloc(%n) : {X}\n{reverse('%p', '%u')}memref.dealloc %p : {X}\n"
        f"scf.yield %u : {X} }}\n{reverse('%r', '%x')}memref.dealloc %r : {X}\n"
    ),
    "given to a function": main(
        f"{NEW}{call('turn', '%x', '%t')}{call('turn', '%t', '%x')}memref.dealloc %t : {X}\n",
        function("turn", reverse("%a", "%b")),
    ),
    "of blocks": main(
        f"{NEW}lmhlo.tanh ins(%x : {X}) outs(%t : {X})\ncf.br ^bb1(%t : {X})\n"
        f"^bb1(%p: {X}):\n{reverse('%p', '%x')}memref.dealloc %p : {X}\n"
    ),
}
PASSES = ("lmhlo-to-loops", "lmhlo-fusion", "lmhlo-fusion+lmhlo-to-loops", "reuse-buffers")


def kernels(module: ModuleOp) -> int:
    """How many operations are no loops."""
    return sum(isinstance(op, BufferOp) for op in module.walk())


@pytest.mark.parametrize("passes", PASSES)
@pytest.mark.parametrize("name", [*OVERLAP, *APART])
def test_results_stay(name: str, passes: str) -> None:
    module = parse((OVERLAP | APART)[name])
    module.verify()
    for size in (0, 1, 2, 5):
        given = np.arange(1, size + 1, dtype=np.float32) / 7
        lowered = module.clone()
        apply(passes, lowered, context())
        lowered.verify()
        # A run returns what it writes, if that has elements.
        found, wanted = (
            [one for one in run(each, given) if one.size] for each in (lowered, module)
        )
        assert len(found) == len(wanted) <= 1
        assert all(map(np.allclose, found, wanted)), f"{name} at {size}"


@pytest.mark.parametrize("name", OVERLAP)
def test_operations_that_may_overlap_stay(name: str) -> None:
    module = parse(OVERLAP[name])
    apply("lmhlo-to-loops", module, context())
    assert kernels(module) > 0


@pytest.mark.parametrize("name", APART)
def test_operations_apart_are_loops(name: str) -> None:
    module = parse(APART[name])
    apply("lmhlo-to-loops", module, context())
    assert kernels(module) == 0
