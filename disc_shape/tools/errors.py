"""Exceptions as one line each: `file:line:col: error: what is wrong`."""

import os

from xdsl.ir import Operation
from xdsl.utils.exceptions import ArgSpecParseError, ParseError

from disc_shape.errors import OperationError
from disc_shape.tools.source import SourceError, SourceMap

TRACEBACK_VARIABLE = "DISC_SHAPE_TRACEBACK"
"""With this environment variable set, exceptions pass through with their traceback."""


class Failure(Exception):
    """A run that failed, with the lines that tell the user why."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))


def keep_traceback() -> bool:
    """Whether the user asked for tracebacks."""
    return bool(os.environ.get(TRACEBACK_VARIABLE))


def one_line(message: str) -> str:
    """`message` without line breaks, in house style: lower first letter, no final period."""
    text = "; ".join(line.strip() for line in message.splitlines() if line.strip())
    text = text.replace(":; ", ": ").replace(",; ", ", ").replace(".; ", "; ").rstrip(".!")
    lower_first = len(text) > 1 and text[0].isupper() and (text[1].islower() or text[1] == " ")
    return text[0].lower() + text[1:] if lower_first else text


def describe(error: BaseException) -> str:
    """The message of any exception, never empty."""
    match error:
        case RecursionError():
            return "nested too deeply"
        case MemoryError():
            return "out of memory"
        case ParseError():
            return one_line(error.msg)
        case ArgSpecParseError():
            return _pipeline_message(str(error))
        case UnicodeDecodeError() | UnicodeEncodeError():
            return f"invalid text: {error.reason}"
        case OSError():
            return one_line(error.strerror or str(error))
        case KeyError() | IndexError() | AssertionError() | AttributeError() | TypeError():
            text = one_line(str(error))
            return f"{type(error).__name__}: {text}" if text else type(error).__name__
        case _:
            return one_line(str(error)) or type(error).__name__


def _pipeline_message(text: str) -> str:
    """What is wrong with a pass pipeline: the marked column, and the message under it."""
    lines = text.splitlines()
    marker = next((i for i, line in enumerate(lines) if "^" in line), None)
    if marker is None:
        return one_line(text)
    column = lines[marker].index("^")
    before = lines[marker - 1]
    reason = one_line(" ".join(lines[marker + 1 :])) or "cannot be read"
    return f"pass pipeline: {reason} at '{before[column:] or before}'"


def parse_failure(error: BaseException, source: SourceMap, position: int) -> Failure:
    """A failure while reading; `position` is where the parser stood."""
    if isinstance(error, ParseError):
        position = error.span.start
    elif isinstance(error, SourceError):
        position = error.offset
    text = describe(error)
    if is_internal(error):
        text = f"cannot be parsed: {text}"
    return Failure(f"{source.at(position)}: error: {text}")


def operation_failure(error: BaseException, op: Operation, source: SourceMap) -> Failure:
    """A failure about one operation, which the message then names."""
    if isinstance(error, OperationError):
        place = source.of(error.operation or op)
        notes = (f"{source.of(at)}: note: {one_line(text)}" for text, at in error.notes)
        return Failure(f"{place}: error: {describe(error)}", *notes)
    text = describe(error)
    if not isinstance(error, RecursionError | MemoryError) and op.name not in text:
        text = f"'{op.name}': {text}"
    return Failure(f"{source.of(op)}: error: {text}")


def pass_failure(error: BaseException, name: str, module: Operation, source: SourceMap) -> Failure:
    """A failure inside the pass called `name`."""
    if isinstance(error, OperationError):
        return operation_failure(error, module, source)
    text = f"in pass '{name}': {describe(error)}"
    if is_internal(error):
        text = f"internal error {text} (set {TRACEBACK_VARIABLE}=1 to see where)"
    return Failure(f"{source.name}: error: {text}")


def is_internal(error: BaseException) -> bool:
    """Whether `error` can only come from a mistake in a program of ours, not of the user's."""
    return isinstance(
        error, AssertionError | AttributeError | LookupError | TypeError | NameError
    ) and not isinstance(error, OperationError)
