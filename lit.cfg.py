"""Configuration of lit: the FileCheck tests below test/."""

import os
import sys
from pathlib import Path

import lit.formats

config.name = "disc_shape"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir"]
config.excludes = [".venv", ".venv-peers", "build", "unit", "peers"]
# The models themselves are inputs: what is checked of each stands in the file NAME_facts.mlir.
models = Path(__file__).resolve().parent / "test" / "models"
config.excludes += [path.with_suffix(".mlir").name for path in models.glob("*.json")]
# So are the small programs whose kernels test/programs counts.
config.excludes += ["loops"]
# And the programs that test/programs runs at every level.
config.excludes += ["edges"]
config.test_source_root = os.path.dirname(os.path.abspath(__file__))
config.test_exec_root = os.path.join(config.test_source_root, "build", "lit")
config.environment["PATH"] = os.pathsep.join(
    [os.path.dirname(sys.executable), config.environment["PATH"]]
)
# What is tested is what this process would import.
if "PYTHONPATH" in os.environ:
    config.environment["PYTHONPATH"] = os.environ["PYTHONPATH"]

# A program printed and parsed again, in both syntaxes, must print the same text.
config.substitutions.append(("DISC_ROUNDTRIP", "disc-opt %s | disc-opt | filecheck %s"))
config.substitutions.append(
    (
        "DISC_GENERIC_ROUNDTRIP",
        "disc-opt %s --print-op-generic | disc-opt | filecheck %s",
    )
)
