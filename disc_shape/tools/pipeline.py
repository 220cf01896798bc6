"""The passes of a command line, and what they report of themselves on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import parse_pipeline

from disc_shape.errors import OperationWarning
from disc_shape.tools import errors
from disc_shape.tools.errors import Failure
from disc_shape.tools.source import SourceMap
from disc_shape.traversal import post_order


def pipeline_of(
    text: str, available: Mapping[str, Callable[[], type[ModulePass]]], program: str
) -> tuple[ModulePass, ...]:
    """The passes that `text` names, with their options; a Failure names what is wrong with it."""
    passes: list[ModulePass] = []
    for spec in parse_pipeline(text):
        if spec.name not in available:
            import difflib

            close = difflib.get_close_matches(spec.name, available, n=1)
            hint = f"; did you mean '{close[0]}'?" if close else ""
            raise Failure(f"{program}: error: unknown pass '{spec.name}'{hint}")
        one = available[spec.name]()
        try:
            # Without options, their types need not be worked out, which takes compiling them.
            has_defaults = not spec.parameters and not one.required_fields()
            passes.append(one() if has_defaults else one.from_spec(spec))
        except ValueError as error:
            reason = errors.describe(error)
            raise Failure(f"{program}: error: pass '{spec.name}': {reason}") from error
    return tuple(passes)


class Reports:
    """Prints the processor time and the counters of each stage, where they are asked for."""

    def __init__(self, times: bool = False, counters: bool = False) -> None:
        self.times = times
        self.counters = counters
        self.clock = 0.0

    def restart(self) -> None:
        """Start the clock again."""
        self.clock = time.process_time()

    def time(self, stage: str) -> None:
        """How many seconds `stage` took; starts the clock again."""
        before = self.clock
        self.restart()
        if self.times:
            print(f"{self.clock - before:9.4f} s  {stage}", file=sys.stderr)

    def after_stage(self, stage: str, module: ModuleOp) -> None:
        """Time and counters of the parser or of a pass."""
        self.time(stage)
        if self.counters:
            from disc_shape import statistics

            if stage == "parse":
                statistics.take()
            size = sum(1 for _ in post_order(module))
            for name, value in {"operations": size, **statistics.take()}.items():
                shown = name if name.startswith(f"{stage}: ") else f"{stage}: {name}"
                print(f"{value:9}    {shown}", file=sys.stderr)


def show_warning(
    program: str, source: SourceMap, shown: set[str], message: Warning | str, *_place: object
) -> None:
    """A warning as one line, with a position when it is about an operation, unless in `shown`."""
    where = source.of(message.operation) if isinstance(message, OperationWarning) else program
    line = f"{where}: warning: {errors.one_line(str(message))}"
    if line not in shown:
        print(line, file=sys.stderr)
    shown.add(line)
