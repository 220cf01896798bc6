"""The command line of both commands: options in groups, and our passes with a line each."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from textwrap import fill
from typing import NoReturn

from disc_shape.passes import PASSES
from disc_shape.tools.errors import Failure

WIDTH = 80

GROUPS: Mapping[str, Mapping[str, str]] = {
    "Relations between sizes": {
        "shape-optimization": "find, write and use all relations of sizes",
        "materialize-shape-computation": "compute each size from those of operands",
        "shape-computation-canonicalize": "keep one computation of each size",
        "save-shape-constraints": "write symbols and facts, simplify nothing",
        "strip-shape-constraints": "remove symbols, facts and encodings",
    },
    "Facts from front ends and users": {
        "assume-shapes": "state facts about the sizes of arguments",
        "import-shape-facts": "read the facts that front ends state",
        "insert-shape-guards": "insert checks of assumed facts at entry",
        "specialize-shapes": "fix symbols to sizes, or note likely ones",
        "dynamize-shapes": "make sizes of a static program dynamic",
    },
    "Programs for engines": {
        "export-for-engine": "write what IREE, XLA or MLIR takes",
        "export-stablehlo": "write StableHLO, every guard kept",
    },
    "Functions and other dialects": {
        "disc-inline": "inline calls of private functions",
        "chlo-legalize-to-stablehlo": "write CHLO in terms of StableHLO",
        "convert-hlo-to-linalg": "replace HLO by linalg, tensor, scf, cf",
        "convert-legacy-shape-constraints": "rewrite constraints of the C++ system",
    },
    "Kernels": {
        "hlo-layout": "store groups of values in one order",
        "decompose-complex": "compute with the parts of complex numbers",
        "find-cumulative-reductions": "reduce masked rows as they grow",
        "find-top-k": "select the first elements of sorted rows",
        "fold-constant-operands": "compute what products read of constants",
        "hlo-fusion": "group operations into kernels",
    },
    "Buffers": {
        "mhlo-to-lmhlo": "replace tensors by buffers",
        "lmhlo-fusion": "group operations on buffers into kernels",
        "reuse-buffers": "share memory that is no longer read",
        "deallocate-buffers": "free every buffer after its last use",
        "plan-memory": "put buffers into one allocation",
        "lmhlo-to-loops": "replace kernels by loops",
    },
    "Machine code": {
        "widen-contractions": "convert operands of sums of products",
        "convert-contractions": "replace sums of products by calls",
        "outline-kernels": "make each nest of loops a function",
        "interchange-reductions": "reduce columns in blocks of neighbours",
        "tile-transposes": "transpose in blocks of rows and columns",
        "expand-math": "replace functions of floats by arithmetic",
        "distribute-kernels": "let threads run parts of kernels",
        "convert-loops-to-llvm": "replace loops by LLVM's dialect",
    },
    "Relax and Relay": {
        "relax-normalize": "bind every value to a name",
        "relax-infer": "write the types of all values",
        "relax-check": "report every broken rule of a module",
        "relax-realize-vdevice": "place operations on virtual devices",
        "relax-insert-checks": "make checks of types operations",
        "relax-eliminate-checks": "drop checks that always succeed",
        "convert-relax-to-hlo": "replace Relax by HLO, with its checks",
        "relay-infer-types": "write the types of all values",
        "relay-monomorphize": "copy polymorphic functions for their types",
        "convert-relay-to-hlo": "replace Relay by HLO",
    },
    "Tests": {
        "test-print-shape-facts": "print the analysis as comments",
        "test-print-layout-groups": "print values with corresponding dimensions",
        "test-print-memory-plan": "print lifetimes and offsets of buffers",
        "test-verify-dominance": "check that definitions dominate uses",
    },
}
"""This package's passes, most important first, each with a line that fits a terminal."""

PATH = "the program; standard input without it, or for '-'"


def groups(passes: Iterable[str]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """This package's passes that a command knows, by group; those in no group come last."""
    known = set(passes) & set(PASSES)
    for title, lines in GROUPS.items():
        yield title, {name: line for name, line in lines.items() if name in known}
        known.difference_update(lines)
    if known:
        yield "Others", dict.fromkeys(sorted(known), "")


def own_passes(passes: Iterable[str]) -> str:
    """This package's passes in groups, each with its summary."""
    listed = list(groups(passes))
    width = max(len(name) for _, lines in listed for name in lines) + 2
    return "\n".join(
        "\n".join(
            [f"{title}:", *(f"  {name:<{width}}{line}".rstrip() for name, line in lines.items())]
        )
        + "\n"
        for title, lines in listed
    )


def all_passes(passes: Iterable[str]) -> str:
    """Our passes in groups, then the names of all others."""
    known = list(passes)
    others = ", ".join(sorted(set(known) - set(PASSES)))
    text = fill(
        others,
        WIDTH,
        initial_indent="  ",
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=False,
    )
    return f"{own_passes(known)}\nPasses of xDSL and of other packages:\n{text}\n"


def help_text(options: str, passes: Iterable[str]) -> str:
    """The help: usage, our passes, then the options."""
    usage, blank, rest = options.partition("\n\noptions:")
    return (
        f"{usage}\n\n{own_passes(passes)}"
        "\n--list-passes names those of xDSL as well. The value of an option that is no"
        "\nplain word needs quotes: -p 'assume-shapes{facts=\"x: [b, s, 32]\"},shape-optimization'"
        f"{blank}{rest}"
    )


def version_text(program: str) -> str:
    """`disc-opt 0.1.0, on xDSL 0.74.0`."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        own = version("disc-shape")
    except PackageNotFoundError:  # The sources are used without an installation.
        own = "(not installed)"
    return f"{program} {own}, on xDSL {version('xdsl')}\n"


class ShowText(argparse.Action):
    """An option that prints a text, made when it is wanted, and ends the command."""

    def __init__(
        self,
        option_strings: list[str],
        dest: str,
        text: Callable[[], str] = str,
        help: str | None = None,
    ) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=help)
        self.text = text

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        print(self.text(), end="")
        parser.exit()


def add_options(
    parser: argparse.ArgumentParser,
    program: str,
    frontends: Iterable[str],
    targets: Iterable[str],
    passes: Iterable[str],
) -> None:
    """All options, errors in one line, where `argparse` prints how a program is used, and help."""

    def refuse(message: str) -> NoReturn:
        raise Failure(f"{program}: error: {message}; see {program} --help")

    parser.prog = program
    parser.usage = f"{program} [options] [input_file]"
    parser.error = refuse
    format_help = parser.format_help
    parser.format_help = lambda: help_text(format_help(), passes)
    add_input_options(parser, frontends)
    add_output_options(parser, targets)
    add_pass_options(parser, passes)
    add_test_options(parser)
    add_version(parser, program)


def add_input_options(parser: argparse.ArgumentParser, frontends: Iterable[str]) -> None:
    """Options for input."""
    group = parser.add_argument_group("input")
    group.add_argument("input_file", nargs="?", help=PATH)
    group.add_argument(
        "-f",
        "--frontend",
        choices=list(frontends),
        help="how the input is read; without it, by the extension of the file's name",
    )
    flags = {
        "--split-input-file": "take each part between lines '// -----' as a program of its own",
        "--allow-unregistered-dialect": "read operations of unknown dialects, in generic syntax",
        "--no-implicit-module": "expect a module, add none around the operations",
        "--disable-verify": "do not verify programs, neither as read nor between passes",
    }
    for flag, text in flags.items():
        group.add_argument(flag, action="store_true", help=text)


def add_output_options(parser: argparse.ArgumentParser, targets: Iterable[str]) -> None:
    """Options for output."""
    group = parser.add_argument_group("output")
    group.add_argument(
        "-o", "--output-file", metavar="FILE", help="where to write; standard output without it"
    )
    group.add_argument(
        "-t",
        "--target",
        default="mlir",
        help=f"the language written: {', '.join(sorted(targets))} (mlir without it)",
    )
    flags = {
        "--print-op-generic": "print operations in generic syntax",
        "--print-no-properties": "print properties as attributes, as older versions of MLIR did",
        "--quiet": "show no progress on a terminal, also in runs of more than two seconds",
        "--print-debuginfo": "print the location of every operation",
        "--syntax-highlight": "print in colours",
    }
    for flag, text in flags.items():
        group.add_argument(flag, action="store_true", help=text)


def add_pass_options(parser: argparse.ArgumentParser, passes: Iterable[str]) -> None:
    """Options for passes and reports."""
    group = parser.add_argument_group("passes")
    group.add_argument(
        "-p",
        "--passes",
        default="",
        help="passes to run, separated by commas, with their options in braces",
    )
    group.add_argument(
        "--report",
        metavar="FILE",
        help=(
            "write what is known of the sizes, as a page to FILE.html or as text to FILE.txt; "
            "without passes, those after shape-optimization, and the program is not printed"
        ),
    )
    group.add_argument(
        "--list-passes",
        action=ShowText,
        text=lambda: all_passes(passes),
        help="list all passes, with summaries of this package's",
    )
    flags = {
        "--print-between-passes": "print the program after each pass, on stderr",
        "--time-passes": "print the time that each pass takes, on stderr",
        "--statistics": (
            "print the counts of each pass, and operations before and after, on stderr"
        ),
    }
    for flag, text in flags.items():
        group.add_argument(flag, action="store_true", help=text)


def add_test_options(parser: argparse.ArgumentParser) -> None:
    """Options for tests of programs that are wrong."""
    group = parser.add_argument_group("tests")
    flags = {
        "--verify-diagnostics": "print errors of verification and of passes as output, succeed",
        "--parsing-diagnostics": "print errors of reading as output, succeed",
        "--shrink": "succeed if and only if a pass raised ShrinkException",
    }
    for flag, text in flags.items():
        group.add_argument(flag, action="store_true", help=text)


def add_version(arg_parser: argparse.ArgumentParser, program: str) -> None:
    """`--version`."""
    arg_parser.add_argument(
        "-v",
        "--version",
        action=ShowText,
        text=lambda: version_text(program),
        help="print the versions of disc_shape and xDSL",
    )
