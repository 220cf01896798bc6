"""
Which loops of a kernel use vectors, read from LLVM's IR after optimization.

A loop is a block that branches to itself, or blocks that lead back to one that dominates them; the
vectoriser marks the loops that it writes, and those that it leaves for the last iterations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

VECTOR = re.compile(r"<(\d+) x (float|double|half|i\d+)>")


@dataclass(frozen=True)
class Vectorized:
    """What is known of the loops of a kernel."""

    loops: int
    """Its innermost loops."""
    vector_loops: int
    """Those of them that are loops over vectors."""
    width: int
    """The most elements of floats or integers in a vector."""

    @property
    def is_vectorized(self) -> bool:
        """Whether an innermost loop is over vectors."""
        return self.vector_loops > 0


def functions_of(text: str) -> dict[str, str]:
    """The bodies of the functions of a module of LLVM, by name."""
    found: dict[str, str] = {}
    for match in re.finditer(r'^define .*?@"?([\w.]+)"?\(.*?^}', text, re.MULTILINE | re.DOTALL):
        found[match[1]] = match[0]
    return found


def vectorized(text: str, kernel: str) -> Vectorized:
    """What LLVM has made of the innermost loops of a kernel; KeyError when there is none."""
    body = functions_of(text)[f"program_{kernel}"]
    blocks = re.split(r"^(?=[\w.]+:)", body, flags=re.MULTILINE)
    loops = [block for block in blocks if is_loop(block)]
    wide = [block for block in loops if VECTOR.search(block)]
    widths = [int(number) for block in wide for number, _ in VECTOR.findall(block)]
    return Vectorized(len(loops), len(wide), max(widths, default=1))


def is_loop(block: str) -> bool:
    """Whether a block branches to itself: an innermost loop after optimization."""
    name = re.match(r"([\w.]+):", block)
    return name is not None and re.search(rf"label %{re.escape(name[1])}[,\s]", block) is not None
