"""
Moves of sign bits to general registers, which LLVM 22 gets wrong with AVX-512.

Its pass that compresses EVEX instructions replaces `vpmovd2m` and `kmovd` by `vmovmskps`, and the
like for other elements, also where the vector is in one of the registers 16 to 31: `vmovmskps`
cannot name these, and reads another register (issue 191304 of LLVM). Nothing reports that. An
object file without any such move is right. Of one with a move, or with bytes that look like one,
the functions that have it are made again without the features that have `vpmovd2m`, so that there
is nothing to replace; where these cannot be told apart, the whole file is.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from disc_shape.engines.errors import EngineError
from disc_shape.native.elf import UnknownObject, code_of

FEATURES = "-avx512dq,-avx512bw"
"""Without them LLVM has no instruction that it replaces by a move of sign bits."""

ALL_FEATURES = "-avx512f"
"""
The same for code with halves: without the others LLVM 22 has no instruction that compares sixteen
of these, and ends the process.
"""

HALF = re.compile(r"\bhalf\b")
"""The name of a type in text of LLVM."""

DEFINITION = re.compile(r'define .*?@"?([\w.$-]+)"?\(')
"""The start of a function in text of LLVM."""

MOVE = re.compile(
    rb"(?:\xc5[\x78\x79\x7c\x7d\xf8\xf9\xfc\xfd]"
    rb"|\xc4[\x01\x21\x41\x61\x81\xa1\xc1\xe1][\x78\x79\x7c\x7d\xf8\xf9\xfc\xfd])"
    rb"[\x50\xd7][\xc0-\xff]"
)
"""
`vmovmskps`, `vmovmskpd` and `vpmovmskb` as bytes: a VEX prefix of two or three bytes without a
second operand, the opcode, and registers.
"""


def features_to_leave(text: str) -> str:
    """The features without which text of LLVM is compiled again."""
    return ALL_FEATURES if HALF.search(text) else FEATURES


def may_be_wrong(code: bytes, version: str) -> bool:
    """Whether an object file that a version of LLVM has made for AVX-512 may have such a move."""
    return int(version.partition(".")[0]) >= 22 and MOVE.search(code) is not None


def functions_with_moves(code: bytes) -> set[str] | None:
    """The functions of an object file that may have such a move; None where they have no names."""
    try:
        found = {name for name, body in code_of(code) if MOVE.search(body)}
    except (EngineError, UnknownObject):
        return None
    return None if "" in found else found


def with_features(text: str, names: AbstractSet[str], features: str) -> str | None:
    """
    Text of LLVM with other features of the processor for some functions; None where one is not
    found, or has vectors as arguments or results, which are passed as features demand.

        define internal void @kernel(ptr %0) #0 {
    =>
        define internal void @kernel(ptr %0) #0 "target-features"="+avx2,..." {
    """
    lines, left = text.split("\n"), set(names)
    for number, line in enumerate(lines):
        name = DEFINITION.match(line)
        if name is None or name[1] not in left:
            continue
        head, group, tail = line.rpartition(" #")
        if not group or ")" in tail or " x " in head:
            return None
        digits = len(tail) - len(tail.lstrip("0123456789"))
        given = f'{tail[:digits]} "target-features"="{features}"{tail[digits:]}'
        lines[number] = f"{head}{group}{given}"
        left.remove(name[1])
    return None if left else "\n".join(lines)
