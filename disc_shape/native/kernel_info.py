"""What is known of a kernel of a compiled program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast


class KernelInfo(NamedTuple):
    """A kernel of a compiled program."""

    name: str
    source: str
    """`loops`, `tiles` for products, `epilogue` for what they call, or the operation that it is."""
    calls: int
    """How many calls of it the program has."""
    by: str
    """`machine code`, or `interpreter`."""
    library: tuple[str, ...] = ()
    """The functions of libm that it calls for each element."""
    reason: str = ""
    """Why it is not machine code, in one line."""

    @staticmethod
    def of(saved: Mapping[str, object]) -> KernelInfo:
        """A kernel from what `_asdict` gives."""
        library = cast("Sequence[str]", saved["library"])
        calls = saved["calls"]
        assert isinstance(calls, int)
        return KernelInfo(
            str(saved["name"]),
            str(saved["source"]),
            calls,
            str(saved["by"]),
            tuple(library),
            str(saved["reason"]),
        )

    def __str__(self) -> str:
        more = f", calls {', '.join(self.library)}" if self.library else ""
        why = f" ({self.reason})" if self.reason else ""
        return f"{self.name}: {self.source}, {self.by}, {self.calls} calls{more}{why}"
