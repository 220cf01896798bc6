"""Compiled programs as bytes: an object file, what stands in the state of a call, constants."""

from __future__ import annotations

import json
import zipfile
from dataclasses import asdict
from io import BytesIO
from typing import TYPE_CHECKING, TypedDict, cast

import numpy as np

from disc_shape.engines.errors import EngineError
from disc_shape.engines.saved import dtype_called
from disc_shape.native.code import Code
from disc_shape.native.executable import Interface, NativeExecutable, Place
from disc_shape.native.kernel_info import KernelInfo
from disc_shape.native.processors import CompiledFor

if TYPE_CHECKING:
    from disc_shape.interpreters.kernels.arrays import Array
    from disc_shape.native.interpreted import Interpreted

FORMAT = 4
"""The format of these bytes."""


class SavedPlace(TypedDict):
    """A place in the state of a call."""

    word: int
    dtype: str
    rank: int | None


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
    peak: str
    kernels: list[dict[str, object]]


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
        "peak": executable.peak,
        "kernels": [asdict(one) for one in executable.kernels],
    }
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as file:
        file.writestr("header.json", json.dumps(header))
        file.writestr("object", executable.code.object)
        if executable.interpreted is not None:
            file.writestr("interpreted.mlir", executable.interpreted.text)
        for number, constant in enumerate(interface.constants):
            data = BytesIO()
            np.save(data, constant.reshape(-1).view(np.uint8))
            kind = np.dtype(constant.dtype).name
            shape = ",".join(map(str, constant.shape))
            file.writestr(f"constant/{number}/{kind}/{shape}", data.getvalue())
    return stream.getvalue()


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
    with zipfile.ZipFile(BytesIO(data)) as file:
        parts = {name: file.read(name) for name in file.namelist()}
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
        tuple(constant_of(*one) for one in parts.items() if one[0].startswith("constant/")),
    )
    interpreted = parts.get("interpreted.mlir")
    return NativeExecutable(
        Code.load(parts["object"], text),
        interface,
        target,
        tuple(KernelInfo.of(one) for one in header["kernels"]),
        header["peak"],
        None if interpreted is None else interpreted_of(interpreted.decode()),
    )


def constant_of(name: str, data: bytes) -> Array:
    """A constant from the name and the bytes of its part of the archive."""
    _, _, kind, shape = name.split("/")
    sizes = [int(size) for size in shape.split(",") if size]
    return cast("Array", np.load(BytesIO(data))).view(dtype_called(kind)).reshape(sizes)


def interpreted_of(text: str) -> Interpreted:
    """What the interpreter runs."""
    from disc_shape.native.interpreted import Interpreted

    return Interpreted(text)
