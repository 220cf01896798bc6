"""Large systems of facts about dimensions, as an importer of whole modules states them.

Every value gets symbols of its own, nothing is unified on the way in, and every operation states
what it knows: transformers with a cache (products of reshapes), convolutional networks (sums and
floor quotients), recommenders (ordered and broadcast sizes). Every symbol has a few sample values,
computed from random sizes at the inputs, so that each question has a known answer: "true" where
the construction implies it, "not_true" where the samples tell its two sides apart.

The result is what `prover_scale.py` reads: `vars`, `constraints`, `queries`.
"""

from __future__ import annotations

import random
from typing import TypeAlias

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
Size: TypeAlias = "int | str"
Sample: TypeAlias = tuple[int, ...]
Target: TypeAlias = "Size | Sample | tuple[str]"
"""A known size, the values of a new one, or (symbol,) for one that is passed through."""

MIXES = ("mixed", "transformer", "cnn", "recsys")
SAMPLES = 4
SHUFFLED = 40
"""Facts arrive a little out of order, as passes discover them: shuffled in runs of this length."""


class System:
    """Symbols with sample values, facts and questions."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.ranges: dict[str, list[Json]] = {}
        self.samples: dict[str, Sample] = {}
        self.facts: list[Json] = []
        self.queries: list[Json] = []

    def values(self, size: Size) -> Sample:
        return self.samples[size] if isinstance(size, str) else (size,) * SAMPLES

    def fresh(self, values: Sample, least: int = 1) -> str:
        name = f"d{len(self.ranges)}"
        self.ranges[name] = [least, None]
        self.samples[name] = values
        return name

    def given(self, low: int, high: int, multiple: int = 1) -> str:
        """A size at an input."""
        r = self.random
        name = self.fresh(tuple(r.randint(low, high) * multiple for _ in range(SAMPLES)))
        if multiple > 1:
            self.facts.append(["mod", name, multiple, 0])
        return name

    # -- operations

    def copy(self, shape: list[Size]) -> list[Size]:
        """An elementwise operation on one value."""
        return [self.equal(size) if isinstance(size, str) else size for size in shape]

    def equal(self, size: str) -> str:
        other = self.fresh(self.samples[size])
        self.facts.append(["eq", other, size])
        return other

    def meet(self, a: list[Size], b: list[Size]) -> list[Size]:
        """An elementwise operation on two values."""
        result = self.copy(a)
        for x, y in zip(b, result, strict=True):
            if x != y:
                self.facts.append(["eq", x, y])
        return result

    def repeat(self, shape: list[Size], times: int) -> list[Size]:
        for _ in range(times):
            shape = self.copy(shape)
        return shape

    def normalize(self, shape: list[Size]) -> list[Size]:
        """A reduction of the last dimension, broadcast back."""
        return self.meet(shape, [*self.copy(shape[:-1]), shape[-1]])

    def reshape(self, shape: list[Size], target: list[Target]) -> list[Size]:
        """Sizes of the target: known ones, (symbol,) for one that is passed through, or values."""
        result: list[Size] = []
        for size in target:
            if isinstance(size, tuple) and isinstance(size[0], str):
                result.append(self.equal(size[0]))
            elif isinstance(size, tuple):
                result.append(self.fresh(tuple(int(v) for v in size)))
            else:
                result.append(size)
        self.facts.append(["prod", [*shape], [*result]])
        return result

    def affine(self, constant: int, terms: list[tuple[int, Size]]) -> str:
        columns = [(k, self.values(size)) for k, size in terms]
        name = self.fresh(
            tuple(constant + sum(k * v[i] for k, v in columns) for i in range(SAMPLES)), 0
        )
        self.facts.append(["affine", name, constant, [[k, size] for k, size in terms]])
        return name

    def window(self, size: str, reach: int, stride: int, padding: int) -> str:
        """A convolution along one dimension."""
        if stride == 1:
            return self.affine(2 * padding - reach + 1, [(1, size)])
        room = self.affine(2 * padding - reach, [(1, size)])
        steps = self.fresh(tuple(v // stride for v in self.samples[room]), 0)
        self.facts.append(["floordiv", steps, room, stride])
        return self.affine(1, [(1, steps)])

    def times(self, *sizes: Size) -> Sample:
        result = [1] * SAMPLES
        for size in sizes:
            result = [x * y for x, y in zip(result, self.values(size), strict=True)]
        return tuple(result)

    # -- questions

    def ask_equal(self, a: Size, b: Size) -> None:
        same = self.values(a) == self.values(b)
        self.ask("eq", [a, b], same)

    def ask_product(self, a: list[Size], b: list[Size]) -> None:
        self.ask("prod_eq", [[*a], [*b]], self.times(*a) == self.times(*b))

    def ask(self, op: str, args: list[Json], implied: bool) -> None:
        self.queries.append({"op": op, "args": args, "truth": "true" if implied else "not_true"})

    # -- models

    def transformer(self, limit: int) -> None:
        r = self.random
        heads, depth = r.choice([(8, 64), (12, 64), (32, 128)])
        width: Size = heads * depth
        head: list[Size] = [heads, depth]
        if r.random() < 0.35:
            h, d = self.given(2, 40), self.given(8, 160)
            head = [h, d]
            width = self.fresh(self.times(h, d))
            self.facts.append(["prod", [width], [h, d]])
        wide: Size = self.affine(0, [(4, width)]) if isinstance(width, str) else 4 * width
        batch, length, past = self.given(1, 50), self.given(2, 900), self.given(1, 900)
        x: list[Size] = [batch, length, width]
        for _ in range(r.randint(6, 24)):
            y = self.normalize(self.repeat(self.normalize(x), 3))
            parts: list[list[Size]] = []
            for _ in range(3):
                z = self.repeat([*self.copy(y[:2]), width], 1)
                split: list[Target] = [(str(z[0]),), self.values(z[1]), *head]
                parts.append(self.reshape(z, split))
            flat: list[list[Size]] = []
            for i, part in enumerate(parts):
                along: Size = self.equal(str(part[1]))
                if i:
                    cached = self.equal(past)
                    along = self.affine(0, [(1, cached), (1, along)])
                source: list[Size] = [self.equal(str(part[0])), head[0], along, head[1]]
                merged = self.times(source[0], head[0])
                flat.append(self.reshape(source, [merged, (str(along),), head[1]]))
            q, k, v = flat
            for one, other in ((q[0], k[0]), (q[0], v[0]), (k[1], v[1])):
                self.facts.append(["eq", one, other])
            scores = self.normalize(self.repeat([*self.copy(q[:2]), self.equal(str(k[1]))], 2))
            mixed: list[Size] = [*self.copy(scores[:2]), head[1]]
            out = self.reshape(mixed, [self.values(batch), (str(mixed[1]),), width])
            self.ask_equal(out[0], batch)
            self.ask_equal(out[1], x[1])
            self.ask_equal(k[1], q[1])
            self.ask("le", [q[1], k[1]], True)
            self.ask_product(out, x)
            self.ask_product([q[0], head[1]], [batch, width])
            x = self.meet(x, out)
            hidden = self.repeat([*self.copy(self.normalize(x)[:2]), wide], 4)
            rows = self.reshape(hidden, [self.times(hidden[0], hidden[1]), wide])
            back = self.reshape(
                [self.equal(str(rows[0])), width], [(batch,), self.values(length), width]
            )
            self.ask_equal(back[1], length)
            self.ask_product([rows[0]], [batch, length])
            x = self.meet(x, back)
            if len(self.ranges) > limit:
                break

    def cnn(self, limit: int) -> None:
        r = self.random
        batch, h, w = self.given(1, 64), self.given(2, 30, 32), self.given(2, 30, 32)
        a, c, channels = h, w, 64
        skipped: list[tuple[str, str]] = []
        for stage in range(5):
            skipped.append((a, c))
            a, c = self.window(a, 3, 2, 1), self.window(c, 3, 2, 1)
            x: list[Size] = [self.equal(batch), channels, a, c]
            for _ in range(r.randint(2, 5)):
                y = self.repeat(x, 3)
                y = [y[0], channels, *(self.window(str(size), 3, 1, 1) for size in y[2:])]
                y = self.repeat(y, 2)
                y = [y[0], channels, *(self.window(str(size), 5, 1, 2) for size in y[2:])]
                self.ask_equal(y[2], x[2])
                self.ask_equal(y[3], x[2])
                x = self.meet(x, y)
            self.ask_product(x, [batch, channels, a, c])
            if stage < 4:
                self.ask("divisible", [x[2], 2], True)
            a, c = str(x[2]), str(x[3])
            channels = min(512, 2 * channels)
            if len(self.ranges) > limit:
                return
        for up, across in reversed(skipped):
            a, c = self.affine(0, [(2, a)]), self.affine(0, [(2, c)])
            self.ask_equal(a, up)
            self.ask_equal(a, across)
            x = self.repeat(self.meet([batch, channels, a, c], [batch, channels, up, across]), 3)
            a, c = str(x[2]), str(x[3])
        flat = self.reshape([batch, channels, a, c], [(batch,), self.times(channels, a, c)])
        self.ask_product([flat[1]], [channels, h, w])
        self.ask_equal(a, h)

    def recsys(self, limit: int) -> None:
        r = self.random
        batch = self.given(2, 5000)
        rows: list[Size] = [batch, 16]
        for _ in range(r.randint(4, 11)):
            count = self.given(50, 900)
            unique = self.fresh(tuple(max(1, v // 2) for v in self.samples[count]), 0)
            self.facts.append(["le", unique, self.equal(count)])
            found = self.repeat([unique, 16], 2)
            self.ask("le", [found[0], count], True)
            self.ask_equal(found[0], count)
            pooled = self.equal(batch)
            wide = self.fresh(self.samples[batch])
            self.facts.append(["max", wide, pooled, batch])
            self.ask_equal(wide, batch)
            rows = self.meet(rows, self.repeat([wide, 16], 2))
        self.ask_equal(rows[0], batch)
        tokens = total = self.given(10, 400)
        for _ in range(6):
            longer = self.affine(0, [(1, total), (1, batch)])
            self.ask("le", [total, longer], True)
            total = longer
        self.ask_equal(self.affine(0, [(1, tokens), (6, batch)]), total)


def build(dims: int, mix: str, seed: int) -> dict[str, Json]:
    """A system of about this many dimensions."""
    system = System(seed)
    models = {
        "transformer": system.transformer,
        "cnn": system.cnn,
        "recsys": system.recsys,
    }
    kinds = list(models) if mix == "mixed" else [mix]
    count = 0
    while len(system.ranges) < dims:
        models[kinds[count % len(kinds)]](dims)
        count += 1
    names = list(system.ranges)
    for _ in range(max(10, dims // 100)):
        a, b = system.random.choice(names), system.random.choice(names)
        if system.samples[a] != system.samples[b]:
            system.ask_equal(a, b)
    facts: list[Json] = []
    for start in range(0, len(system.facts), SHUFFLED):
        run = system.facts[start : start + SHUFFLED]
        system.random.shuffle(run)
        facts += run
    return {
        "dims": len(names),
        "vars": dict[str, Json](system.ranges),
        "constraints": facts,
        "queries": system.queries,
    }
