"""The parts of files of compiled programs, as they are and compressed."""

import json
import zlib

import numpy as np
import pytest

from disc_shape.archives import ARCHIVE, LARGE, Parts, archive, checksum

WEIGHTS = np.random.default_rng(0).bytes(2 * LARGE)


@pytest.mark.parametrize(
    ("content", "most"),
    [
        (b"", 1),
        (b"short", 1),
        (WEIGHTS, 1.001),  # Nothing repeats: it is stored.
        (WEIGHTS.hex().encode(), 0.52),  # Half of the bits of a digit are known.
        (b"%0 = stablehlo.add %a, %b\n" * LARGE, 0.01),
        (WEIGHTS[:LARGE], 1.001),
        (WEIGHTS[: LARGE + 1], 1.001),
        (bytes(3 * LARGE), 0.01),
    ],
    ids=["empty", "short", "weights", "digits", "text", "middle", "large", "zeros"],
)
def test_parts_come_back(content: bytes, most: float) -> None:
    data = archive({"first": b"1", "part": content, "last": b"2"})
    assert dict(Parts(data)) == {"first": b"1", "part": content, "last": b"2"}
    assert len(data) < most * len(content) + 200


def test_files_of_earlier_versions_are_read() -> None:
    content = zlib.compress(b"program")
    rest = json.dumps([["program", len(content)]]).encode() + b"\n" + content
    assert dict(Parts(ARCHIVE + checksum(rest) + rest)) == {"program": b"program"}


def test_damaged_weights_are_found() -> None:
    data = bytearray(archive({"weights": WEIGHTS}))
    data[-1] ^= 1
    with pytest.raises(ValueError, match="damaged"):
        Parts(bytes(data))
