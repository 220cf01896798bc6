"""What PyTorch asserts of sizes and elements, and functions of sizes."""

from __future__ import annotations

import ast
import math
from types import SimpleNamespace

import pytest
import torch
from peers.test_torch_modules import Case
from torch import Tensor, nn
from torch.export import Dim

import disc_shape
from disc_shape.frontends.torch_guards import Functions, conditions_of
from disc_shape.frontends.traced import FrontEndError

rand = torch.randn
B, S = Dim("b", min=1, max=64), Dim("s", min=2, max=64)
ENGINES = pytest.mark.parametrize("engine", ["reference", "native"])


class Sizes(nn.Module):
    def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        b, s = x.shape[0], y.shape[0]
        one, other = torch.sym_not(s > 5), (s > 5) & (b < 3) | (b == 4)
        found = (
            *(torch.sym_max(b, s), max(b, 7), torch.sym_min(b, 2 * s), torch.sym_sum([b, s, 3])),
            *(torch.sym_ite(one, b, s * 2), torch.sym_ite(other, 3 * b, s), abs(b - s)),
            *((b - s) % 5 + 1, (b - s) // 3 + 30, s**2 - s),
            *(math.ceil((s + 3) / 2), math.floor((b + s + 6) / 3), math.ceil((s + 4) / b) + 2),
        )
        numbers = torch.sym_float(b) * (b / 3), b**3
        return *(torch.arange(size) for size in found), *(x * one for one in numbers)


@ENGINES
def test_functions_of_sizes(engine: str) -> None:
    sizes = [(3, 7), (1, 2), (20, 5), (4, 6), (2, 60)]
    case = Case(Sizes, ({0: B}, {0: S}), lambda b, s: (rand(b), rand(s)), sizes)
    traced = disc_shape.from_torch(Sizes(), case.examples(3, 7), dynamic_shapes=case.shapes)
    case.compare(disc_shape.compile(traced, engine=engine), Sizes())


class Patches(nn.Module):
    """Sizes that are rounded up to whole patches, where that changes nothing, as in MobileViT."""

    def forward(self, x: Tensor) -> Tensor:
        rows = math.ceil(x.shape[0] / 4)
        whole = x if rows * 4 == x.shape[0] else x.new_zeros(4 * rows)
        return whole.reshape(rows, 4).sum(1)


@ENGINES
def test_conditions_round_quotients(engine: str) -> None:
    """A condition that PyTorch writes with `math.ceil` is checked."""
    traced = disc_shape.from_torch(Patches(), (rand(8),), dynamic_shapes=({0: Dim.AUTO},))
    compiled = disc_shape.compile(traced, engine=engine)
    Case(Patches, None, lambda n: (rand(n),), [(8,), (12,), (40,)]).compare(compiled, Patches())
    with pytest.raises(disc_shape.GuardError):
        compiled(rand(10))


class Steps(nn.Module):
    """Numbers of steps that PyTorch computes from floats."""

    def forward(self, x: Tensor) -> Tensor:
        n = x.shape[0]
        down, up = torch.arange(n - 1, -n, -1.0), torch.arange(n * 2.0)
        return torch.cat([x, x])[1:] * down * up[1:]


@ENGINES
def test_conditions_on_sizes_as_floats(engine: str) -> None:
    traced = disc_shape.from_torch(Steps(), (rand(8),), dynamic_shapes=({0: Dim.AUTO},))
    compiled = disc_shape.compile(traced, engine=engine)
    Case(Steps, None, lambda n: (rand(n),), [(8,), (2,), (13,)]).compare(compiled, Steps())
    found = Functions().visit(ast.parse("torch.sym_float(s) * 2.5 <= 3.0", mode="eval"))
    assert ast.unparse(found) == "s * 2.5 <= 3"


class Counted(nn.Module):
    """An assertion of a number that elements give."""

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        count = (y > 0).sum().item()
        torch._check(count >= 0)
        torch._check(count <= 2)
        return x * count


class Asserted(nn.Module):
    """An assertion of an element, which nothing reads."""

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        torch._assert_async((y > 0).sum() < 3, "too many")
        return x * 2


class All(nn.Module):
    """A check of all elements of a tensor, as Transformers writes it."""

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        torch._check_tensor_all((y > 0).sum() <= 2)
        torch._check(((y > 0).sum() < 4).item())
        return x * 2


class Weighted(nn.Module):
    """An assertion of an element that is a float."""

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        torch._assert_async((y > 0).sum() - 3.0, "too many")
        return x * 2


@ENGINES
@pytest.mark.parametrize("module", [Counted, Asserted, All, Weighted], ids=lambda one: one.__name__)
def test_assertions_of_elements(module: type[nn.Module], engine: str) -> None:
    case = Case(module, ({0: B}, {0: S}), lambda b, s: (rand(b), -torch.ones(s)), [(3, 4), (1, 2)])
    traced = disc_shape.from_torch(module(), case.examples(3, 4), dynamic_shapes=case.shapes)
    run = disc_shape.compile(traced, engine=engine)
    case.compare(run, module())
    with pytest.raises(disc_shape.GuardError, match=r"too many|Runtime assertion failed"):
        run(rand(3), torch.ones(3))


class Limited(nn.Module):
    """A condition that no range is, on sizes of a list and of one tensor."""

    def forward(self, parts: list[Tensor], y: Tensor) -> Tensor:
        torch._check(parts[1].shape[0] * 2 <= y.shape[0] ** 2 + 3)
        return parts[1] * 2 + parts[0]


class Many(nn.Module):
    def forward(self, *parts: Tensor) -> Tensor:
        torch._check(parts[1].shape[0] * 2 <= parts[0].shape[0] ** 2 + 3)
        return parts[1] * 2


@pytest.mark.parametrize("how", ["bound", "arguments"])
def test_conditions_on_sizes(how: str) -> None:
    given = [rand(1), rand(3)], rand(7)
    shapes = ([{}, {0: B}], {0: S})
    traced = disc_shape.from_torch(Limited(), given, dynamic_shapes=shapes, parameters=how)
    run = disc_shape.compile(traced, engine="native")
    assert run([rand(1), rand(5)], rand(3)).shape == (5,)
    with pytest.raises(disc_shape.GuardError):
        run([rand(1), rand(7)], rand(3))


def test_conditions_on_sizes_of_many_arguments() -> None:
    program = torch.export.export(
        Many(), (rand(7), rand(3)), dynamic_shapes={"parts": ({0: S}, {0: B})}
    )
    run = disc_shape.compile(disc_shape.from_torch(program), engine="native")
    assert run(rand(3), rand(6)).shape == (6,)
    with pytest.raises(disc_shape.GuardError):
        run(rand(3), rand(7))


class Branched(nn.Module):
    """Branches that were not taken, and a size that PyTorch supposes to be at least 2."""

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        b, s = x.shape[0], y.shape[0]
        if b == s or (b + s) % 3 == 1:
            return x * 3
        return x + torch.arange(abs(s - b) + 1).sum()


def test_branches_that_were_not_taken() -> None:
    case = Case(Branched, ({0: B}, {0: S}), lambda b, s: (rand(b), rand(s)), [(3, 5), (1, 2)])
    traced = disc_shape.from_torch(Branched(), case.examples(3, 5), dynamic_shapes=case.shapes)
    run = disc_shape.compile(traced, engine="native")
    case.compare(run, Branched())
    for sizes in ((5, 5), (3, 7)):
        with pytest.raises(disc_shape.GuardError, match="!="):
            run(*case.examples(*sizes))


def test_conditions_on_anything_else_are_refused() -> None:
    program = torch.export.export(Many(), (rand(7), rand(3)))
    other = SimpleNamespace(
        _guards_code=["L['parts'][0].stride()[0] == 1"],
        call_spec=program.call_spec,
        module_call_graph=program.module_call_graph,
        graph=program.graph,
    )
    with pytest.raises(FrontEndError, match="no size of an argument: L"):
        list(conditions_of(other, str))


class Step(nn.Module):
    """A step of attention with the keys and values of earlier ones."""

    def forward(self, x: Tensor, mask: Tensor, keys: Tensor, values: Tensor) -> tuple[Tensor, ...]:
        keys, values = torch.cat([keys, x], 1), torch.cat([values, x], 1)
        scores = (x @ keys.transpose(1, 2)).masked_fill(mask[:, None] == 0, -1e9)
        return scores.softmax(-1) @ values, keys, values


@ENGINES
@pytest.mark.parametrize("hint", [Dim.AUTO, Dim.DYNAMIC], ids=["auto", "dynamic"])
def test_sizes_without_a_stated_range_may_be_one(engine: str, hint: object) -> None:
    """PyTorch supposes at least 2, and refuses no 1."""

    def examples(batch: int, length: int, past: int) -> tuple[Tensor, ...]:
        mask = torch.ones(batch, length + past, dtype=torch.int64)
        return rand(batch, length, 8), mask, rand(batch, past, 8), rand(batch, past, 8)

    sizes = [(2, 3, 4), (1, 1, 7), (1, 4, 1), (3, 1, 20)]
    two = {0: hint, 1: hint}
    case = Case(Step, (two, two, two, two), examples, sizes)
    program = torch.export.export(Step(), examples(2, 3, 4), dynamic_shapes=case.shapes)
    run = disc_shape.compile(program, engine=engine)
    case.compare(run, program.module())
    for arguments in (examples(0, 3, 4), (*examples(2, 3, 4)[:3], rand(2, 5, 8))):
        with pytest.raises(disc_shape.GuardError):
            run(*arguments)


class Alone(nn.Module):
    """Another branch for one row, which PyTorch's program does not have."""

    def forward(self, x: Tensor) -> Tensor:
        return x * 2 if x.shape[0] == 1 else x * 3


@pytest.mark.parametrize("least", [None, 2])
def test_a_stated_range_is_kept(least: int | None) -> None:
    size = Dim.AUTO if least is None else Dim("b", min=least)
    program = torch.export.export(Alone(), (rand(4),), dynamic_shapes=({0: size},))
    run = disc_shape.compile(program, engine="native")
    one = torch.ones(1)
    if least is None:
        assert run(one) == program.module()(one) == 3
    else:
        with pytest.raises(disc_shape.GuardError, match=">= 2"):
            run(one)


COUNTS = {
    "to a size": lambda n, m: torch.arange(n),
    "between": lambda n, m: torch.arange(m, n + m),
    "of 32 bits": lambda n, m: torch.arange(n + m, dtype=torch.int32),
    "down": lambda n, m: torch.arange(n, 0, -1),
    "down by steps": lambda n, m: torch.arange(2 * n - 1, -1, -3),
    "up by steps": lambda n, m: torch.arange(-1, n + m, 4),
    "of floats": lambda n, m: torch.arange(n * 2.0),
    "of bytes": lambda n, m: torch.arange(n, dtype=torch.uint8),
}


class Counted(nn.Module):
    """Whole numbers that follow each other, as many as sizes say."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        return COUNTS[self.kind](x.shape[0], y.shape[0])


@ENGINES
@pytest.mark.parametrize("kind", COUNTS)
def test_counts_of_elements_are_exact(kind: str, engine: str) -> None:
    """A size without upper bound is the count of what counts up to it: no float has it."""
    free = Dim("n", min=1), Dim("m", min=1)
    case = Case(
        lambda: Counted(kind),
        tuple({0: one} for one in free),
        lambda n, m: (rand(n), rand(m)),
        [(4, 3), (1, 1), (2, 9), (13, 1)],
    )
    run = case.check(engine)
    if kind in ("to a size", "between", "down"):
        assert str(run.signature).endswith("(int64[n])")
