"""Decoder-like StableHLO programs of any size, written the way exporters write them.

Programs have about as many operations as asked for once their helper functions are inlined; the
same number gives the same text.

    python benchmarks/decoder.py jax 1000 > decoder.mlir
"""

import sys
from collections.abc import Callable

from jax_form import jax_decoder
from torch_form import torch_decoder

FORMS: dict[str, Callable[[int], str]] = {"jax": jax_decoder, "torch": torch_decoder}


if __name__ == "__main__":
    sys.stdout.write(FORMS[sys.argv[1]](int(sys.argv[2])))
