"""Remarks of passes: one line each on stderr, without an error status."""

import sys

from disc_shape.symbolic import Effort


def note(message: str) -> None:
    """Write a remark."""
    print(f"note: {message}", file=sys.stderr)


def note_spent(effort: Effort, subject: str) -> None:
    """Write a remark if `subject` has used up the work that one program may cost."""
    if effort.is_spent:
        note(
            f"{subject} stopped searching for proofs: the facts of this program take too much work"
        )
