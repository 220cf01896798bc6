"""`disc-opt`: xDSL's optimizer driver with our dialects, short errors and timings on stderr."""

import argparse
import sys
import warnings
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import IO, ClassVar

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass, PassPipeline
from xdsl.utils.exceptions import DiagnosticException, ShrinkException
from xdsl.xdsl_opt_main import xDSLOptMain

from disc_shape.dialects import factories
from disc_shape.errors import OperationWarning
from disc_shape.passes import PASSES
from disc_shape.progress import PROGRESS
from disc_shape.reading import FastPrinter
from disc_shape.reading.input import COMPRESSED, SourceError, contents, decode, opened
from disc_shape.tools import arguments, errors
from disc_shape.tools.command import own_process, run_command, standard_input, write_output
from disc_shape.tools.constants import TextTarget
from disc_shape.tools.errors import Failure
from disc_shape.tools.pipeline import Reports, pipeline_of, show_warning
from disc_shape.tools.progress_line import ProgressLine, progress_shown
from disc_shape.tools.source import SourceMap, SourceParser
from disc_shape.tools.verification import Verification
from disc_shape.universe import UNIVERSE, everything

SEPARATOR = "// -----"

PARSERS: dict[tuple[object, ...], argparse.ArgumentParser] = {}
"""
The parser of options by class and by what its options choose from. To make one takes 2 % of a run
on a hundred operations.
"""


class DiscOptMain(xDSLOptMain):
    """The driver. Its dialects are everything xDSL discovers, with ours put over it."""

    program: ClassVar[str] = "disc-opt"
    description: ClassVar[str] = "Reads MLIR text, runs passes and prints the result."

    def __init__(self, args: Sequence[str] | None = None) -> None:
        self.source = SourceMap("<command line>", "")
        self.current_pass: ModulePass | None = None
        self.verification = Verification(self.source)
        self.warned: set[str] = set()
        self.reports = Reports()
        self.line: ProgressLine | None = None
        super().__init__(self.description, args)
        if self.args.input_file == "-":
            self.args.input_file = None

    def get_input_name(self) -> str:
        """The name of the input in messages."""
        return self.args.input_file or "<stdin>"

    def register_all_dialects(self) -> None:
        """Register the dialects of this package and of all others."""
        self.universe = everything()
        table = dict(self.universe.all_dialects)
        table.update(factories())
        for name, factory in table.items():
            self.ctx.register_dialect(name, factory)

    def register_all_passes(self) -> None:
        """Register the passes of this package and of all others."""
        self.available_passes.update(self.universe.all_passes)
        self.available_passes.update(UNIVERSE.all_passes)

    def register_all_targets(self) -> None:
        """Register the output formats."""
        self.available_targets.update(self.universe.all_targets)
        self.available_targets["mlir"] = lambda: TextTarget

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        """The options of the command; those of an earlier run of this process serve again."""
        tables = self.available_frontends, self.available_targets, self.available_passes
        key = (type(self), *map(tuple, tables))
        if key not in PARSERS:
            PARSERS[key] = argparse.ArgumentParser(description=self.description)
            self.add_options(PARSERS[key])
        vars(arg_parser).update(vars(PARSERS[key]))

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """The options of xDSL's driver under the same names, and ours."""
        tables = self.available_frontends, self.available_targets, self.available_passes
        arguments.add_options(parser, self.program, *tables)

    def get_input_stream(self) -> tuple[IO[bytes], str]:
        """The input, decompressed if its name says so, and the extension of its name."""
        name = self.args.input_file
        if name is None:
            return standard_input(self.program), "mlir"
        extension = name.removesuffix(COMPRESSED).rpartition(".")[2]
        return opened(name), extension if extension in self.available_frontends else "mlir"

    def register_all_frontends(self) -> None:
        """Register the parser."""
        self.available_frontends["mlir"] = self.parse

    def parse(self, io: IO[bytes]) -> ModuleOp:
        """Parse one program; whatever goes wrong is a failure at a place in its text."""
        wrap = not self.args.no_implicit_module
        module, self.verification.ahead = parse_program(io, self.ctx, self.source, wrap)
        return module

    def setup_pipeline(self) -> None:
        """Build the passes of the command line; options are known from here on."""
        passes = pipeline_of(self.args.passes, self.available_passes, self.program)
        self.pipeline = PassPipeline(passes, self.between_passes)
        self.reports = Reports(self.args.time_passes, self.args.statistics)

    def between_passes(
        self, previous: ModulePass | None, module: ModuleOp, following: ModulePass | None
    ) -> None:
        """Verify, and print the requested reports, before, between and after passes."""
        self.clear_line()
        self.reports.after_stage("parse" if previous is None else previous.name, module)
        if not self.args.disable_verify:
            PROGRESS.begin("verify")
            self.verification.verify(module, previous is None)
            if previous is None or following is None:
                self.verification.verify_constraints(module, has_ours(previous, self.pipeline))
            self.reports.time("verify")
        if previous and following and self.args.print_between_passes:
            print_between(module, previous)
        self.current_pass = following
        PROGRESS.begin("print" if following is None else following.name)
        self.reports.restart()

    def run(self) -> None:
        """Parse, run the passes and print, chunk by chunk; `-o` is written when all succeeded."""
        with progress_shown(self.args.quiet) as self.line:
            chunks, extension = self.prepare_input()
            if self.args.report:
                from disc_shape.tools.size_report import check_report

                check_report(self.args.report, len(chunks), self.program)
            write_output(self.run_chunks(chunks, extension), self.args.output_file, self.program)

    def clear_line(self) -> None:
        """Remove the line of progress, so that something else can be written."""
        if self.line is not None:
            self.line.clear()

    def run_chunks(self, chunks: list[tuple[IO[bytes], int]], extension: str) -> Iterator[str]:
        """The text of each program of the input, after the separator from the one before it."""
        for index, (chunk, offset) in enumerate(chunks):
            with chunk:
                text = self.run_chunk(chunk, extension, offset)
            self.clear_line()
            yield text if index == 0 else f"{SEPARATOR}\n{text}"

    def run_chunk(self, chunk: IO[bytes], extension: str, offset: int) -> str:
        """The text of one program after all passes, or of the diagnostic the user asked to see."""
        self.source = SourceMap(self.get_input_name(), "", offset)
        self.verification = Verification(self.source)
        self.warned.clear()
        PROGRESS.begin("parse")
        self.reports.restart()
        try:
            module = self.parse_chunk(chunk, extension, offset)
        except Failure as failure:
            if not (self.args.parsing_diagnostics or self.shows(failure)):
                raise
            return f"{failure}\n"
        if module is None:
            return ""
        try:
            self.run_and_report(module)
            if self.is_only_reported:
                return ""
            text = self.output_resulting_program(module)
            self.reports.time("print")
            return text.removesuffix("\n") if text.endswith("\n\n") else text
        except Failure as failure:
            if not self.shows(failure):
                raise
            return f"{failure}\n"

    @property
    def is_only_reported(self) -> bool:
        """Whether the report is all that is wanted."""
        return bool(self.args.report) and not (self.args.passes or self.args.output_file)

    def run_and_report(self, module: ModuleOp) -> None:
        """Run the passes, and write the report if one is asked for."""
        if not self.args.report:
            self.apply_passes(module)
            return
        from disc_shape.tools.size_report import copy_of, write_report

        original = copy_of(module, self.source)
        self.apply_passes(module)
        PROGRESS.begin("report")
        write_report(self.args.report, original, module, self.source)

    def shows(self, failure: Failure) -> bool:
        """Whether `--verify-diagnostics` makes this failure an expected one."""
        cause = failure.__cause__
        return self.args.verify_diagnostics and isinstance(cause, DiagnosticException | ValueError)

    def show_warning(self, message: Warning | str, *_place: object) -> None:
        """A warning as one line, after the line of progress is gone."""
        self.clear_line()
        show_warning(self.program, self.source, self.warned, message)

    def output_resulting_program(self, prog: ModuleOp) -> str:
        """The program in the output format; a Failure names the format."""
        try:
            return as_text(prog, self.ctx, self.args) or super().output_resulting_program(prog)
        except Exception as error:
            if errors.keep_traceback():
                raise
            name = self.args.target.partition("{")[0]
            raise errors.target_failure(error, name, self.source) from error

    def apply_passes(self, prog: ModuleOp) -> None:
        """Run the passes; a Failure names the one that fails."""
        self.current_pass = None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("always", OperationWarning)
                warnings.showwarning = self.show_warning
                self.pipeline.apply(self.ctx, prog)
        except (Failure, ShrinkException):
            raise
        except Exception as error:
            if errors.keep_traceback():
                raise
            name = "" if self.current_pass is None else self.current_pass.name
            raise errors.pass_failure(error, name, prog, self.source) from error


def parse_program(
    io: IO[bytes], context: Context, source: SourceMap, wrap: bool
) -> tuple[ModuleOp, bool]:
    """
    Parse one program, and say whether it uses values before the text that defines them. `source`
    gets the text; with `wrap`, operations outside of a module are put into one. Raises a `Failure`
    with the position of what is wrong.
    """
    data = contents(io)
    try:
        text = decode(data)
    except SourceError as error:
        source.text = str(data, "latin-1")
        raise errors.parse_failure(error, source, 0) from error
    del data
    source.text = text
    parser: SourceParser | None = None
    try:
        parser = SourceParser(context, source)
        return parser.parse_module(wrap), parser.ahead.met
    except Exception as error:
        if errors.keep_traceback():
            raise
        position = 0 if parser is None else parser.pos
        raise errors.parse_failure(error, source, position) from error


def as_text(module: ModuleOp, ctx: Context, args: argparse.Namespace) -> str:
    """
    A program as text; empty for another target, or one with options. Without options, their types
    need not be worked out, which takes compiling them.
    """
    if args.target != "mlir":
        return ""
    output = StringIO()
    target = TextTarget(
        print_generic_format=args.print_op_generic,
        print_properties_as_attributes=args.print_no_properties,
        print_debuginfo=args.print_debuginfo,
        syntax_highlight=args.syntax_highlight,
    )
    target.emit(ctx, module, output)
    return output.getvalue()


def has_ours(previous: ModulePass | None, pipeline: PassPipeline) -> bool:
    """Whether passes ran, one of them of this package, which may make shape constraints."""
    return previous is not None and any(one.name in PASSES for one in pipeline.passes)


def print_between(module: ModuleOp, previous: ModulePass) -> None:
    """Print a program on stderr as a pass leaves it."""
    print(f"// IR after {previous.name}:", file=sys.stderr)
    FastPrinter(stream=sys.stderr).print_op(module)
    print("\n", file=sys.stderr)


def run(args: Sequence[str]) -> int:
    """Run `disc-opt` with these arguments; the exit status. Errors go to stderr, one line each."""
    return run_command(DiscOptMain.program, lambda: DiscOptMain(list(args)).run())


def main() -> None:
    """The console script."""
    own_process()
    try:
        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)


if __name__ == "__main__":
    main()
