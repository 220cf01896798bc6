"""Random programs on buffers: freed, they compute what they did, and the checker finds no fault."""

import random
from collections.abc import Callable

import numpy as np
import pytest
from fuzz.harness import apply, context, parse, show

from disc_shape.interpreters import ClaimError, check, run

KIND = "memref<2xf32>"
HELPERS = f"""
func.func private @twice(%x: {KIND}) -> {KIND} {{
  %t = memref.alloc() : {KIND}
  lmhlo.add ins(%x, %x : {KIND}, {KIND}) outs(%t : {KIND})
  return %t : {KIND}
}}
func.func private @both(%x: {KIND}) -> ({KIND}, {KIND}) {{
  %t = func.call @twice(%x) : ({KIND}) -> {KIND}
  %u = func.call @twice(%t) : ({KIND}) -> {KIND}
  return %t, %u : {KIND}, {KIND}
}}
"""


class Writer:
    """Writes random statements; knows which buffers may be read and which are its block's."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def alloc(self, lines: list[str], source: str) -> str:
        made = self.name()
        lines.append(f"{made} = memref.alloc() : {KIND}")
        lines.append(f'"memref.copy"({source}, {made}) : ({KIND}, {KIND}) -> ()')
        return made

    def statements(self, seen: list[str], own: list[str], depth: int) -> list[str]:
        """Statements that may read `seen`; buffers that they make are added to `own` as well."""
        lines: list[str] = []
        for _ in range(self.random.randint(1, 4)):
            kinds = [self.compute, self.view, self.call, self.select]
            if depth:
                kinds += [self.branch, self.loop, self.repeat]
            lines += self.random.choice(kinds)(seen, own, depth)
        return lines

    def compute(self, seen: list[str], own: list[str], _depth: int) -> list[str]:
        lines: list[str] = []
        out = self.alloc(lines, self.random.choice(seen))
        a, b = self.random.choices([*seen, out], k=2)
        lines.append(f"lmhlo.add ins({a}, {b} : {KIND}, {KIND}) outs({out} : {KIND})")
        seen.append(out)
        own.append(out)
        return lines

    def view(self, seen: list[str], _own: list[str], _depth: int) -> list[str]:
        wide, back = self.name(), self.name()
        seen.append(back)
        source = self.random.choice(seen[:-1])
        return [
            f"{wide} = memref.expand_shape {source} [[0, 1]] output_shape [2, 1]"
            f" : {KIND} into memref<2x1xf32>",
            f"{back} = memref.collapse_shape {wide} [[0, 1]] : memref<2x1xf32> into {KIND}",
        ]

    def select(self, seen: list[str], _own: list[str], _depth: int) -> list[str]:
        a, b = self.random.choices(seen, k=2)
        made = self.name()
        seen.append(made)
        return [f"{made} = arith.select %p, {a}, {b} : {KIND}"]

    def call(self, seen: list[str], own: list[str], _depth: int) -> list[str]:
        source = self.random.choice(seen)
        if self.random.random() < 0.5:
            made = [self.name()]
            line = f"{made[0]} = func.call @twice({source}) : ({KIND}) -> {KIND}"
        else:
            made = [self.name(), self.name()]
            line = f"{', '.join(made)} = func.call @both({source}) : ({KIND}) -> ({KIND}, {KIND})"
        seen += made
        own += made
        return [line]

    def given(self, lines: list[str], seen: list[str], own: list[str]) -> str:
        """A buffer to pass on: one of the block's own, which has no later use, or a new one.

        Views are forgotten with it: they may look at what has left.
        """
        if own and self.random.random() < 0.5:
            chosen = own.pop(self.random.randrange(len(own)))
            seen[:] = [one for one in seen if one in own or one in ("%a", "%b")]
            return chosen
        return self.alloc(lines, self.random.choice(seen))

    def body(
        self, seen: list[str], carried: list[str], depth: int, lent: list[str] | None = None
    ) -> list[str]:
        """A region that reads what is around it, owns what is carried, and yields one buffer.

        It may pass on what is lent to it as well.
        """
        inner, own = [*seen, *carried], [*carried, *(lent or [])]
        lines = self.statements(inner, own, depth - 1)
        result = self.given(lines, inner, own)
        return [*lines, f"scf.yield {result} : {KIND}"]

    def branch(self, seen: list[str], own: list[str], depth: int) -> list[str]:
        """Each branch may pass on a buffer of the enclosing block that has no use after it."""
        made = self.name()
        condition = self.random.choice(("%p", "%q"))
        lent = [own.pop()] if own and self.random.random() < 0.5 else []
        lines = [f"{made} = scf.if {condition} -> ({KIND}) {{", *self.body(seen, [], depth, lent)]
        lines += ["} else {", *self.body(seen, [], depth, lent), "}"]
        if lent:
            seen[:] = [one for one in seen if one in own or one in ("%a", "%b")]
        seen.append(made)
        own.append(made)
        return lines

    def loop(self, seen: list[str], own: list[str], depth: int) -> list[str]:
        lines: list[str] = []
        first = self.given(lines, seen, own)
        made, carried = self.name(), self.name()
        lines.append(
            f"{made} = scf.for %i{self.count} = %zero to %n step %one"
            f" iter_args({carried} = {first}) -> ({KIND}) {{"
        )
        lines += [*self.body(seen, [carried], depth), "}"]
        seen.append(made)
        own.append(made)
        return lines

    def repeat(self, seen: list[str], own: list[str], depth: int) -> list[str]:
        """A while loop, whose results come from its condition."""
        lines: list[str] = []
        first = self.given(lines, seen, own)
        made, left, carried, again, step = (self.name() for _ in range(5))
        lines += [
            f"{made}, {left} = scf.while ({carried} = {first}, {again} = %zero)"
            f" : ({KIND}, index) -> ({KIND}, index) {{",
            f"{step} = arith.cmpi slt, {again}, %n : index",
            f"scf.condition({step}) {carried}, {again} : {KIND}, index",
            "} do {",
        ]
        inside, counter, following = (self.name() for _ in range(3))
        lines.append(f"^bb0({inside}: {KIND}, {counter}: index):")
        body = self.body(seen, [inside], depth)
        result = body.pop().split()[1]
        lines += [*body, f"{following} = arith.addi {counter}, %one : index"]
        lines += [f"scf.yield {result}, {following} : {KIND}, index", "}"]
        seen.append(made)
        own.append(made)
        return lines

    def structured(self) -> str:
        seen, own = ["%a", "%b"], list[str]()
        lines = self.statements(seen, own, 3)
        result = self.given(lines, seen, own)
        return self.function([*lines, f"return {result} : {KIND}"])

    def blocks(self) -> str:
        """Blocks in any order: each owns its argument, all read what the entry made."""
        seen, own = ["%a", "%b"], list[str]()
        count = self.random.randint(2, 5)
        lines = self.statements(seen, own, 1)
        first, second = (self.alloc(lines, self.random.choice(seen)) for _ in range(2))
        lines.append(f"cf.br ^b0({second}, %n : {KIND}, index)")
        for index in range(count):
            inner, mine = [*seen, f"%x{index}"], [f"%x{index}"]
            lines.append(f"^b{index}(%x{index}: {KIND}, %f{index}: index):")
            lines += self.statements(inner, mine, 1)
            more, fuel = self.name(), self.name()
            lines.append(f"{fuel} = arith.subi %f{index}, %one : index")
            lines.append(f"{more} = arith.cmpi sgt, %f{index}, %zero : index")
            a, b = (self.given(lines, inner, list(mine)) for _ in range(2))
            target = self.random.randrange(count)
            there = f"^b{target}({a}, {fuel} : {KIND}, index)"
            if self.random.random() < 0.3:
                lines.append(f"cf.cond_br {more}, {there}, ^end(%zero : index)")
            elif self.random.random() < 0.3:
                lines.append(f"cf.cond_br {more}, {there}, ^gone({b} : {KIND})")
            else:
                other = f"^b{self.random.randrange(count)}({b}, {fuel} : {KIND}, index)"
                lines += [
                    f"cf.cond_br {more}, ^m{index}, ^gone({a} : {KIND})",
                    f"^m{index}:",
                    f"cf.cond_br %p, {there}, {other}",
                ]
        lines += [
            f"^gone(%g: {KIND}):",
            "cf.br ^end(%one : index)",
            "^end(%e: index):",
            f"%r = memref.alloc() : {KIND}",
            f'"memref.copy"({first}, %r) : ({KIND}, {KIND}) -> ()'
            if self.random.random() < 0.3
            else f'"memref.copy"(%a, %r) : ({KIND}, {KIND}) -> ()',
            f"return %r : {KIND}",
        ]
        return self.function(lines)

    def function(self, lines: list[str]) -> str:
        body = "\n".join(f"  {line}" for line in lines)
        return f"""{HELPERS}
func.func @main(%a: {KIND}, %b: {KIND}, %p: i1, %q: i1, %n: index) -> {KIND} {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
{body}
}}"""


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("shape", [Writer.structured, Writer.blocks])
def test_random_programs(shape: Callable[[Writer], str], seed: int) -> None:
    text = shape(Writer(seed))
    freed = parse(text)
    apply("deallocate-buffers", freed, context())
    once = show(freed)
    apply("deallocate-buffers", freed, context())
    assert show(freed) == once
    a, b = np.asarray([1, 2], np.float32), np.asarray([3, 4], np.float32)
    for p, q, n in ((True, False, 0), (False, True, 1), (True, True, 2), (False, False, 3)):
        expected = run(parse(text), a, b, p, q, n)
        report = check(freed, a, b, p, q, n)
        np.testing.assert_array_equal(report.results, expected)
        assert report.claims["buffer"] > 0


def test_the_programs_leak_before() -> None:
    """The test above would see a leak."""
    leaks = 0
    for seed in range(10):
        try:
            check(parse(Writer(seed).structured()), *np.ones((2, 2), np.float32), True, True, 2)
        except ClaimError as error:
            leaks += "is never freed" in str(error)
    assert leaks > 5
