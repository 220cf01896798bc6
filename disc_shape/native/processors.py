"""
The processor for which a program was compiled.

Machines of which the operating system says the same run each other's code. Where it says something
else, or nothing, LLVM is asked for the features of the processor.
"""

from __future__ import annotations

import os
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from disc_shape.engines.errors import EngineError, MissingPackageError

if TYPE_CHECKING:
    from disc_shape.native.machine import Host

DESCRIPTION = Path("/proc/cpuinfo")
NAMED = ("vendor_id", "cpu family", "model", "model name", "stepping", "flags")
"""What is compared of it; clocks and numbers of cores are not."""


def processor() -> str:
    """
    What Linux says of the first processor, a line for each property, after the kind of the machine;
    empty where one of them is not known.
    """
    found: dict[str, str] = {}
    try:
        with DESCRIPTION.open(encoding="utf-8", errors="replace") as lines:
            for line in takewhile(str.strip, lines):
                name, _, value = line.partition(":")
                found[name.strip()] = value.strip()
    except OSError:
        return ""
    if any(name not in found for name in NAMED):
        return ""
    found["flags"] = " ".join(sorted(found["flags"].split()))
    return "\n".join([os.uname().machine, *(f"{name}: {found[name]}" for name in NAMED)])


def name_of(description: str) -> str:
    """The name of a processor that `processor` has described."""
    lines = [line.partition(": ") for line in description.split("\n")]
    return next((value for name, _, value in lines if name == "model name"), "unknown")


def features_of(target: Host) -> str:
    """A short name of the features of a machine."""
    from hashlib import sha256  # It loads a library.

    return sha256(f"{target.triple} {target.features}".encode()).hexdigest()[:16]


class CompiledFor(NamedTuple):
    """For which machines a program was compiled."""

    cpu: str
    """The processor as LLVM calls it."""
    features: str
    """A short name of its features, as LLVM knows them."""
    processor: str
    """What the operating system says of it; empty where that is not known."""

    @staticmethod
    def host() -> CompiledFor:
        """The machine for which code is generated."""
        from disc_shape.native.machine import host, this_machine

        target = host()
        is_here = target == this_machine()
        return CompiledFor(target.cpu, features_of(target), processor() if is_here else "")

    def require_here(self) -> None:
        """`EngineError` unless this machine runs the program; LLVM is imported only if needed."""
        here = processor()
        if self.processor and self.processor == here:
            return
        try:
            found = self.host()
        except MissingPackageError as error:
            raise EngineError(
                f"native: the program was compiled for '{self.cpu}' ({name_of(self.processor)});"
                f" whether this machine ({name_of(here)}) has its features only LLVM knows: {error}"
            ) from error
        if self.features != found.features:
            raise EngineError(
                f"native: the program was compiled for '{self.cpu}' with other features than this"
                f" machine, '{found.cpu}', has"
            )
