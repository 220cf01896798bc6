"""Exceptions as one line each: `file:line:col: error: message`."""

import os
import re
from itertools import islice

from xdsl.ir import Operation
from xdsl.utils.exceptions import ArgSpecParseError, ParseError

from disc_shape.errors import OperationError, OperationErrors
from disc_shape.reading.input import SourceError
from disc_shape.tools.source import SourceMap

TRACEBACK_VARIABLE = "DISC_SHAPE_TRACEBACK"
"""With this environment variable set, exceptions pass through with their traceback."""


class Failure(Exception):
    """A run that failed, with the lines of its error message."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(lines))


def keep_traceback() -> bool:
    """Whether the user asked for tracebacks."""
    return bool(os.environ.get(TRACEBACK_VARIABLE))


MAX_FRAMES = 4
"""How many lines of the user's program are named for one operation."""

LONGEST = 1000
"""Of longer messages, which quote the program or the command line, the middle is left out."""

PYTHON_LIMIT = "integer string conversion"
"""Part of Python's message that it reads and writes no integers of more than 4,300 digits."""


PLAIN = re.compile(r"[\w+-]*(\.\d*)?(,[\w+-]*(\.\d*)?)*")
"""Values of options that xDSL reads without quotes: words and numbers."""


def one_line(message: str) -> str:
    """`message` without line breaks, in house style: lower first letter, no final period."""
    text = "; ".join(line.strip() for line in message.splitlines() if line.strip())
    text = text.replace(":; ", ": ").replace(",; ", ", ").replace(".; ", "; ").rstrip(".!")
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]} ... {text[-LONGEST // 2 :]}"
    lower_first = len(text) > 1 and text[0].isupper() and (text[1].islower() or text[1] == " ")
    return text[0].lower() + text[1:] if lower_first else text


def describe(error: BaseException) -> str:
    """The message of any exception, never empty."""
    match error:
        case RecursionError():
            return "nested too deeply"
        case MemoryError():
            return "out of memory"
        case OperationError() if error.verbatim and str(error).strip():
            return " ".join(line.strip() for line in str(error).strip().splitlines())
        case ParseError():
            return one_line(error.msg)
        case ArgSpecParseError():
            return _pipeline_message(str(error))
        case UnicodeDecodeError() | UnicodeEncodeError():
            return f"invalid text: {error.reason}"
        case ValueError() if is_too_long(error):
            return "a number is too large"
        case ModuleNotFoundError():
            return f"Python's package '{error.name}' is not installed"
        case OSError():
            return one_line(error.strerror or str(error))
        case _ if is_internal(error):
            return f"internal error (set {TRACEBACK_VARIABLE}=1 to see where)"
        case _:
            return one_line(str(error)) or "internal error"


def is_too_long(error: BaseException) -> bool:
    """Whether an integer has more digits than Python reads or writes."""
    return isinstance(error, ValueError) and PYTHON_LIMIT in str(error)


def _pipeline_message(text: str) -> str:
    """The error in a pass pipeline: the marked column, and the message under it."""
    lines = text.splitlines()
    marker = next((i for i, line in enumerate(lines) if "^" in line), None)
    if marker is None:
        return one_line(text)
    column = lines[marker].index("^")
    before = lines[marker - 1]
    if unquoted := _unquoted_value(before, column):
        option, value = unquoted
        return f"pass pipeline: the value of option '{option}' needs quotes: {option}=\"{value}\""
    reason = one_line(" ".join(lines[marker + 1 :])) or "cannot be read"
    return f"pass pipeline: {reason} at '{before[column:] or before}'"


def _unquoted_value(pipeline: str, column: int) -> tuple[str, str] | None:
    """
    The option and its value at a column that cannot be read, if its value needs quotes: a path, or
    facts, in place of a number or a plain word.
    """
    starts = [*re.finditer(r"[{ ]([\w-]+)=(?!=)", pipeline)]
    ends = [*(found.start() for found in starts[1:]), len(pipeline)]
    for found, end in zip(starts, ends, strict=False):
        value = pipeline[found.end() : end].partition("}")[0].strip()
        if found.end() <= column <= found.end() + len(value) and not PLAIN.fullmatch(value):
            return None if '"' in value else (found[1], value)
    return None


def parse_failure(error: BaseException, source: SourceMap, position: int) -> Failure:
    """A failure while reading; `position` is that of the parser."""
    if isinstance(error, ParseError):
        position = error.span.start
    elif isinstance(error, SourceError):
        position = error.offset
    elif is_too_long(error):
        position = source.long_number(position)
    text = (
        f"{source.current() or 'this'} cannot be parsed" if is_internal(error) else describe(error)
    )
    if isinstance(error, ParseError) and (opened := source.unclosed(position)):
        text = f"the file ends inside {opened}: {text}"
    return Failure(f"{source.at(position)}: error: {text}")


def operation_failure(error: BaseException, op: Operation, source: SourceMap) -> Failure:
    """A failure about one operation, which the message then names."""
    at = op
    notes: list[str] = []
    if isinstance(error, OperationError):
        at = error.operation or op
        text = describe(error)
        notes = [f"{source.of(where)}: note: {one_line(note)}" for note, where in error.notes]
    elif is_internal(error):
        text = f"'{op.name}' cannot be verified: some attribute or type has not the kind it expects"
    else:
        text = describe(error)
        if not isinstance(error, RecursionError | MemoryError) and op.name not in text:
            text = f"'{op.name}': {text}"
    place = source.of(at)
    others = error.others if isinstance(error, OperationErrors) else ()
    further = [str(operation_failure(one, op, source)) for one in others]
    return Failure(f"{place}: error: {text}", *origin_notes(at, place), *notes, *further)


def origin_notes(op: Operation, place: str) -> list[str]:
    """
    The lines of the user's program that an operation at `place` comes from, as notes, where the
    front end has recorded them:

        net.py:12:12: note: 'stablehlo.dynamic_reshape' comes from this line, in 'attend'
        net.py:22:8: note: called from this line
    """
    from disc_shape.locations import source_lines

    notes: list[str] = []
    for line in islice(source_lines(op.location), MAX_FRAMES):
        what = "called" if notes else f"'{op.name}' comes"
        inside = f", in '{line.function}'" if line.function.isidentifier() else ""
        if line.position != place:
            notes.append(f"{line.position}: note: {what} from this line{inside}")
    return notes


def pass_failure(error: BaseException, name: str, module: Operation, source: SourceMap) -> Failure:
    """A failure inside the pass called `name`."""
    if isinstance(error, OperationError):
        return operation_failure(error, module, source)
    where = f" in pass '{name}'" if name else ""
    if is_internal(error):
        text = f"internal error{where} (set {TRACEBACK_VARIABLE}=1 to see where)"
    else:
        text = f"{where.lstrip()}: {describe(error)}" if where else describe(error)
    return Failure(f"{source.name}: error: {text}")


def target_failure(error: BaseException, name: str, source: SourceMap) -> Failure:
    """A failure while the program is written in another language than MLIR."""
    why = "it needs the target's own dialects" if is_internal(error) else describe(error)
    text = f"target '{name}' cannot write this program: {why}"
    return Failure(f"{source.name}: error: {text}")


def is_internal(error: BaseException) -> bool:
    """Whether `error` can only come from a mistake in a program of ours, not of the user's."""
    return isinstance(
        error, AssertionError | AttributeError | LookupError | TypeError | NameError
    ) and not isinstance(error, OperationError)
