"""PyTorch modules at every size, where PyTorch and torch-mlir are installed."""

import numpy as np
import pytest

import disc_shape

torch = pytest.importorskip("torch")
pytest.importorskip("torch_mlir")

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
