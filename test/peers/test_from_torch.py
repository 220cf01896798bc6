"""PyTorch modules at every size: their names, ranges and parameters, and what is refused."""

from pathlib import Path

import numpy as np
import pytest
import torch
from work import count_calls

import disc_shape
from disc_shape.engines.errors import EngineError
from disc_shape.frontends.traced import FrontEndError

HOW = ("bound", "arguments")


def mixer() -> object:
    class Mixer(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = torch.nn.Linear(8, 4)

        def forward(self, x: object, y: object) -> object:
            return torch.nn.functional.gelu(self.inner(x)) + y[:, :4]

    return Mixer()


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("named", [False, True])
def test_a_module_runs_at_every_size(how: str, named: bool) -> None:
    module = mixer()
    b, t = torch.export.Dim("b", min=2, max=64), torch.export.Dim("t", min=1, max=32)
    shapes = {"x": {0: b, 1: t}, "y": {0: t}} if named else ({0: b, 1: t}, {0: t})
    examples = torch.randn(3, 5, 8), torch.randn(5, 8)
    traced = disc_shape.from_torch(module, examples, dynamic_shapes=shapes, parameters=how)
    run = disc_shape.compile(traced, engine="reference")
    for sizes in ((2, 1), (7, 9), (64, 32)):
        x, y = torch.randn(*sizes, 8), torch.randn(sizes[1], 8)
        expected = module(x, y).detach().numpy()
        np.testing.assert_allclose(run(x, y), expected, rtol=1e-4, atol=1e-5)
    y = torch.randn(9, 8)
    for x in (torch.randn(1, 9, 8), torch.randn(70, 9, 8), torch.randn(3, 8, 8)):
        with pytest.raises(disc_shape.GuardError):
            run(x, y)
    with pytest.raises(ValueError, match=r"^the arguments are "):
        run(y)


@pytest.mark.parametrize("stored", [False, True])
def test_an_exported_program_runs_at_every_size(stored: bool, tmp_path: Path) -> None:
    class Sum(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.inner = torch.nn.Linear(8, 4)

        def forward(self, x: object, *, y: object) -> object:
            return {"sum": self.inner(x) + y}

    b = torch.export.Dim("b", min=2, max=64)
    exported = torch.export.export(
        Sum(),
        (torch.ones(3, 8),),
        kwargs={"y": torch.ones(3, 4)},
        dynamic_shapes={"x": {0: b}, "y": {0: b}},
    )
    module = exported.module()
    if stored:
        torch.export.save(exported, tmp_path / "sum.pt2")
        exported = torch.export.load(tmp_path / "sum.pt2")
    run = disc_shape.compile(exported, engine="native")
    # What a `Dim` states is not stored: there is no telling that a least size of 2 is one's own.
    sizes, refused = ([1], []) if stored else ([], [(1, 1)])
    for size in (2, 5, 64, *sizes):
        x, y = torch.randn(size, 8), torch.randn(size, 4)
        expected = module(x, y=y)["sum"].detach().numpy()
        for found in (run(x, y=y), run(x=x, y=y)):
            np.testing.assert_allclose(found["sum"], expected, rtol=1e-4, atol=1e-5)
    for one, other in (*refused, (65, 65), (5, 4)):
        with pytest.raises(disc_shape.GuardError):
            run(torch.randn(one, 8), y=torch.randn(other, 4))
    with pytest.raises(FrontEndError, match=r"^the arguments are "):
        run(torch.ones(3, 8))
    with pytest.raises(FrontEndError, match=r"^a program that is exported has arguments, "):
        disc_shape.from_torch(exported, (torch.ones(3, 8),))


def test_parameters_change_without_compiling() -> None:
    module = torch.nn.Linear(8, 4)
    b = torch.export.Dim("b", min=1)
    traced = disc_shape.from_torch(
        module, (torch.ones(3, 8),), dynamic_shapes=({0: b},), parameters="arguments"
    )
    run = disc_shape.compile(traced, engine="reference")
    with torch.no_grad():
        module.weight.zero_()
        module.bias.fill_(2)
    assert (run(torch.ones(5, 8)) == 2).all()


@pytest.mark.parametrize("how", HOW)
def test_arguments_have_types_and_views_that_numpy_lacks(how: str) -> None:
    module = torch.nn.Linear(4, 2, dtype=torch.bfloat16)
    b = torch.export.Dim("b", min=1)
    traced = disc_shape.from_torch(
        module,
        (torch.ones(3, 4, dtype=torch.bfloat16),),
        dynamic_shapes=({0: b},),
        parameters=how,
    )
    run = disc_shape.compile(traced, engine="reference")
    x = torch.randn(5, 8, dtype=torch.bfloat16)[:, ::2]
    found = run(x)
    assert found.dtype.name == "bfloat16"
    expected = module(x).detach().float().numpy()
    np.testing.assert_allclose(found.astype(np.float32), expected, rtol=0.02, atol=0.02)
    with pytest.raises(
        EngineError, match=r"^argument \d has elements of type float32, expected bf"
    ):
        run(x.float())


def test_views_that_pytorch_computes_later_are_arguments() -> None:
    text = """
    func.func @main(%x: tensor<?xcomplex<f32>>, %y: tensor<?xf32>)
        -> (tensor<?xcomplex<f32>>, tensor<?xf32>) {
      return %x, %y : tensor<?xcomplex<f32>>, tensor<?xf32>
    }
    """
    z = torch.tensor([1 + 2j, 3 - 4j]).conj()
    x, y = disc_shape.compile(text, engine="reference")(z, z.imag)
    assert x.tolist() == [1 - 2j, 3 + 4j]
    assert y.tolist() == [-2, 4]


def test_sizes_that_are_computed_become_facts() -> None:
    class Joined(torch.nn.Module):
        def forward(self, x: object, y: object) -> object:
            return torch.cat([x, x]) + y

    n = torch.export.Dim("n", min=1, max=16)
    traced = disc_shape.from_torch(
        Joined(), (torch.ones(3), torch.ones(6)), dynamic_shapes=({0: n}, {0: 2 * n})
    )
    run = disc_shape.compile(traced, engine="reference")
    assert run(torch.ones(4), torch.ones(8)).shape == (8,)
    for sizes in ((4, 7), (17, 34)):
        with pytest.raises(disc_shape.GuardError):
            run(*map(torch.ones, sizes))


def test_sizes_have_the_names_of_their_dims() -> None:
    class Scaled(torch.nn.Module):
        def forward(self, x: object, trees: object) -> object:
            return x * trees["y"][0] + 1

    rows, q = torch.export.Dim("rows", min=2, max=64), torch.export.Dim("q", min=2, max=9)
    examples = torch.ones(5, 12), {"y": [torch.ones(12)]}
    shapes = {0: rows, 1: 4 * q}, {"y": [(4 * q,)]}
    for how in HOW:
        traced = disc_shape.from_torch(Scaled(), examples, dynamic_shapes=shapes, parameters=how)
        assert traced.facts.startswith("0: [rows, 4*q]; 1: [4*q]")
        run = disc_shape.compile(traced, engine="reference")
        assert {"rows >= 2", "rows <= 64"} < set(run.constraints)
        assert run(torch.ones(2, 36), {"y": [torch.ones(36)]}).shape == (2, 36)
        for rows_, columns, name in ((1, 8, "rows >= 2"), (2, 6, "% 4 == 0"), (2, 40, " < 40")):
            with pytest.raises(disc_shape.GuardError, match=f"^expected .*{name}"):
                run(torch.ones(rows_, columns), {"y": [torch.ones(columns)]})


def test_a_promise_is_named_before_a_witness() -> None:
    class Product(torch.nn.Module):
        def forward(self, x: object, y: object) -> object:
            return x * y

    b = torch.export.Dim("b")
    example = torch.ones(3, 4)
    traced = disc_shape.from_torch(Product(), (example, example), dynamic_shapes=({0: b}, {0: b}))
    run = disc_shape.compile(traced, engine="reference")
    with pytest.raises(
        disc_shape.GuardError, match=r"^expected S0 == b, found S0 = 2 \(dimension 0"
    ):
        run(torch.ones(3, 4), torch.ones(2, 4))


def test_what_torch_mlir_refuses_is_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    class Bessel(torch.nn.Module):
        def forward(self, x: object) -> object:
            return torch.i0(x)

    b = torch.export.Dim("b")
    message = r"^torch-mlir: .*test_from_torch.py:\d+: failed to legalize operation 'torch.aten.i0'"
    with pytest.raises(FrontEndError, match=message) as failed:
        disc_shape.from_torch(Bessel(), (torch.ones(3),), dynamic_shapes=({0: b},))
    assert "\n" not in str(failed.value)
    assert "error" not in capfd.readouterr().err


def test_the_reader_of_a_constant_is_named() -> None:
    class Repeated(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x.repeat_interleave(torch.tensor([1, 2, 1]), dim=1)

    b = torch.export.Dim("b")
    message = (
        r"^torch-mlir: .*test_from_torch.py:\d+: operation 'torch.aten.repeat_interleave.Tensor' "
        r"has no form in StableHLO$"
    )
    with pytest.raises(FrontEndError, match=message):
        disc_shape.from_torch(Repeated(), (torch.ones(2, 3),), dynamic_shapes=({0: b},))


@pytest.mark.parametrize("engine", ["iree", "native", "xla"])
def test_sizes_that_come_from_floats(engine: str) -> None:
    class Places(torch.nn.Module):
        def forward(self, x: object) -> object:
            return x + torch.arange(x.shape[1], dtype=torch.float32)

    b, s = torch.export.Dim("b", min=1), torch.export.Dim("s", min=2)
    shapes = ({0: b, 1: s},)
    traced = disc_shape.from_torch(Places(), (torch.ones(2, 3),), dynamic_shapes=shapes)
    run = disc_shape.compile(traced, engine=engine)
    for sizes in ((2, 3), (1, 2), (4, 7)):
        expected = np.ones(sizes, np.float32) + np.arange(sizes[1], dtype=np.float32)
        np.testing.assert_array_equal(run(torch.ones(sizes)), expected)
    with pytest.raises(disc_shape.GuardError):
        run(torch.ones(2, 1))


@pytest.mark.parametrize("how", HOW)
def test_state_that_is_written_is_refused(how: str) -> None:
    """No call could change it: a buffer of a normalization, and an argument."""

    class Added(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x.add_(1) * 2

    kind = "buffer 'running_mean'" if how == "bound" else "argument 'values_2'"
    for module, message in ((torch.nn.BatchNorm1d(3), kind), (Added(), "argument '")):
        with pytest.raises(FrontEndError, match=f"^{message}.* is written"):
            disc_shape.from_torch(module, (torch.ones(2, 3),), parameters=how)


def test_calls_cost_little() -> None:
    """Of arrays and of tensors, which are checked once for each list of sizes."""

    class Next(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x + 1

    b = torch.export.Dim("b", min=2)
    traced = disc_shape.from_torch(Next(), (torch.ones(3),), dynamic_shapes=({0: b},))
    run = disc_shape.compile(traced, engine="native")
    for argument, limit in ((np.ones(5, np.float32), 60), (torch.ones(4), 100)):
        np.testing.assert_array_equal(run(argument), np.full(argument.shape, 2, np.float32))
        assert count_calls(lambda argument=argument: run(argument)) <= limit
    with pytest.raises(disc_shape.GuardError):
        run(torch.ones(1))
    with pytest.raises(FrontEndError, match="the arguments are"):
        run([torch.ones(4)])
    with pytest.raises(FrontEndError, match="the arguments are"):
        run(torch.ones(4), torch.ones(4))
