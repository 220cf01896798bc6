"""The exported programs of `test/models` with the inputs and results that were recorded of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import numpy as np

from disc_shape.interpreters.kernels.arrays import Array

MODELS = Path(__file__).resolve().parent / "models"
NAMES = sorted(path.stem for path in MODELS.glob("*.npz"))


def bindings(name: str) -> list[tuple[list[Array], list[Array]]]:
    """The recorded inputs and results of a model, at each of its sizes."""
    table = json.loads((MODELS / f"{name}.json").read_text())
    with np.load(MODELS / f"{name}.npz") as arrays:
        return [
            (
                [cast("Array", arrays[key]) for key in binding["inputs"]],
                [cast("Array", arrays[key]) for key in binding["outputs"]],
            )
            for binding in table["bindings"]
        ]
