"""Compiled programs as bytes: an object file, what stands in the state of a call, constants."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, cast

import numpy as np

from disc_shape.archives import Parts, archive
from disc_shape.engines.errors import EngineError
from disc_shape.engines.saved import dtype_called
from disc_shape.native.code import Code
from disc_shape.native.executable import Interface, NativeExecutable, Place
from disc_shape.native.kernel_info import KernelInfo
from disc_shape.native.processors import CompiledFor

if TYPE_CHECKING:
    from typing import TypedDict

    from disc_shape.interpreters.kernels.arrays import Array
    from disc_shape.native.interpreted import Interpreted

    class SavedPlace(TypedDict):
        """A place in the state of a call."""

        word: int
        dtype: str
        rank: int | None

    class SavedConstant(TypedDict):
        """A constant, whose elements are a part of the archive."""

        dtype: str
        sizes: list[int]

    class Header(TypedDict):
        """What is known without machine code."""

        format: int
        target: list[str]
        words: int
        arguments: list[SavedPlace]
        outs: list[SavedPlace]
        returned: list[SavedPlace]
        results: list[tuple[bool, int]]
        messages: list[str]
        constants: list[SavedConstant]
        peak: str
        kernels: list[dict[str, object]]
        shared: int
        threads: int


FORMAT = 7
"""The format of these bytes."""


def saved_place(place: Place) -> SavedPlace:
    """A place as text."""
    return {"word": place.word, "dtype": np.dtype(place.dtype).name, "rank": place.rank}


def place_of(saved: SavedPlace) -> Place:
    """A place from text."""
    return Place(saved["word"], dtype_called(saved["dtype"]), saved["rank"])


def saved_bytes(executable: NativeExecutable) -> bytes:
    """A compiled program as bytes."""
    interface = executable.interface
    header: Header = {
        "format": FORMAT,
        "target": list(executable.compiled_for),
        "words": interface.words,
        "arguments": [saved_place(one) for one in interface.arguments],
        "outs": [saved_place(one) for one in interface.outs],
        "returned": [saved_place(one) for one in interface.returned],
        "results": list(interface.results),
        "messages": list(interface.messages),
        "constants": [
            {"dtype": np.dtype(one.dtype).name, "sizes": list(one.shape)}
            for one in interface.constants
        ],
        "peak": executable.peak,
        "kernels": [one._asdict() for one in executable.kernels],
        "shared": len(executable.code.shared),
        "threads": interface.threads,
    }
    parts = {"header.json": json.dumps(header).encode(), "object": executable.code.object}
    if executable.interpreted is not None:
        parts["interpreted.mlir"] = executable.interpreted.text.encode()
    for number, shared in enumerate(executable.code.shared):
        parts[f"shared/{number}"] = shared
    for number, constant in enumerate(interface.constants):
        parts[f"constant/{number}"] = constant.tobytes()
    return archive(parts)


def restored(text: str, data: bytes) -> NativeExecutable:
    """
    A compiled program from bytes, with LLVM's text of it. `EngineError` for bytes that are none,
    and for a program of another machine or version.
    """
    try:
        return program_in(text, data)
    except EngineError:
        raise
    except Exception as error:  # A damaged archive or header raises any of a dozen.
        raise EngineError("native: the file holds no compiled program") from error


def program_in(text: str, data: bytes) -> NativeExecutable:
    """The same; any error for bytes that are no compiled program."""
    parts = Parts(data)
    header = cast("Header", json.loads(parts["header.json"]))
    if header["format"] != FORMAT:
        raise EngineError(f"native: the file has format {header['format']}, expected {FORMAT}")
    target = CompiledFor(*header["target"])
    target.require_here()
    interface = Interface(
        header["words"],
        tuple(map(place_of, header["arguments"])),
        tuple((bool(out), number) for out, number in header["results"]),
        tuple(map(place_of, header["outs"])),
        tuple(map(place_of, header["returned"])),
        tuple(header["messages"]),
        tuple(
            constant_of(one, parts[f"constant/{number}"])
            for number, one in enumerate(header["constants"])
        ),
        header["threads"],
    )
    interpreted = parts.get("interpreted.mlir")
    shared = [parts[f"shared/{number}"] for number in range(header["shared"])]
    return NativeExecutable(
        Code.load(parts["object"], text, shared),
        interface,
        target,
        tuple(KernelInfo.of(one) for one in header["kernels"]),
        header["peak"],
        None if interpreted is None else interpreted_of(interpreted.decode()),
    )


def constant_of(saved: SavedConstant, data: bytes) -> Array:
    """A constant from its elements."""
    return np.frombuffer(data, dtype_called(saved["dtype"])).reshape(saved["sizes"])


def interpreted_of(text: str) -> Interpreted:
    """What the interpreter runs."""
    from disc_shape.native.interpreted import Interpreted

    return Interpreted(text)
