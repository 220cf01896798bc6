"""
What `from_torch` makes of an exported program, without PyTorch: the program is the text that
torch-mlir wrote for a stored model, and what PyTorch knows of sizes is as `torch.export` gives it.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import disc_shape
from disc_shape.frontends.torch_modules import Value, by_position, facts_of, modules
from disc_shape.frontends.traced import FrontEndError, Traced

MODELS = Path(__file__).resolve().parents[2] / "models"


def node(name: str, sizes: Sequence[object], op: str = "placeholder") -> SimpleNamespace:
    return SimpleNamespace(op=op, name=name, meta={"val": SimpleNamespace(shape=tuple(sizes))})


def exported(*nodes: SimpleNamespace, **ranges: tuple[object, object]) -> SimpleNamespace:
    """What is read of an `ExportedProgram`: `weight` is a parameter, the others are given."""
    given = [one.name for one in nodes if one.op == "placeholder" and one.name != "weight"]
    return SimpleNamespace(
        graph=SimpleNamespace(nodes=nodes),
        graph_signature=SimpleNamespace(user_inputs=given),
        range_constraints={
            name: SimpleNamespace(lower=low, upper=high) for name, (low, high) in ranges.items()
        },
    )


def test_names_ranges_and_computed_sizes_are_facts() -> None:
    program = exported(
        node("weight", (4, 8)),
        node("x", ("s17", 8)),
        node("y", ("2*s17", "s27")),
        node("z", (3,)),
        node("add", ("s17", 8), op="call_function"),
        s17=(2, 64),
        s27=(0, "int_oo"),
        s99=(1, 2),
    )
    facts = ["0: [s17, _]", "1: [2*s17, s27]", "s17 >= 1", "s17 <= 64", "s27 >= 0"]
    assert list(facts_of(program, {})) == facts


def test_a_program_without_open_sizes_has_no_facts() -> None:
    assert list(facts_of(exported(node("x", (2, 3))), {})) == []
    assert list(facts_of(SimpleNamespace(), {})) == []


class Module:
    """A module without parameters."""

    def forward(self, x: object, y: object, z: object) -> object:
        return (x, y, z)

    def named_parameters(self) -> Iterable[tuple[str, Value]]:
        return ()

    named_buffers = named_parameters


def test_dynamic_shapes_by_name_and_by_position() -> None:
    module = Module()
    assert by_position(module, {"y": {0: "b"}}, 2) == (None, {0: "b"})
    assert by_position(module, ({0: "b"}, None), 2) == ({0: "b"}, None)
    assert by_position(module, None, 2) == (None, None)


def test_without_pytorch_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr("disc_shape.frontends.torch_modules.import_module", missing)
    with pytest.raises(FrontEndError, match=r"^torch is not installed: pip install "):
        modules()


@pytest.mark.parametrize("name", ["torch_mlp_ln", "torch_cat_slice_pad"])
def test_a_stored_program_runs_at_every_size(name: str) -> None:
    """Compiled once, it gives PyTorch's results and refuses sizes outside of PyTorch's ranges."""
    model = json.loads((MODELS / f"{name}.json").read_text())
    program = exported(
        *(node(f"x{place}", sizes) for place, sizes in enumerate(model["symbolic_dims"])),
        b=(1, 64),
        t=(1, 512),
    )
    facts = "; ".join(facts_of(program, {}))
    text = (MODELS / f"{name}.mlir").read_text()
    traced = Traced(text, facts, lambda given, _: given, lambda results: results[0])
    run = disc_shape.compile(traced, engine="reference")
    with np.load(MODELS / f"{name}.npz") as arrays:
        for binding in model["bindings"]:
            found = run(*(arrays[key] for key in binding["inputs"]))
            expected = arrays[binding["outputs"][0]]
            np.testing.assert_allclose(np.asarray(found), expected, **model["tolerance"])
        first, *others = (arrays[key] for key in model["bindings"][0]["inputs"])
    with pytest.raises(disc_shape.GuardError):
        run(np.zeros((65, *first.shape[1:]), first.dtype), *others)
