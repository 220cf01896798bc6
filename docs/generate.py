"""Write the generated parts of `docs/`: `make docs`. With `--check`, only say what is stale.

Pages with a notice are generated as a whole. In the others, a block after `<!-- run: PASSES -->` is
what `disc-opt -p PASSES` prints for the last block before it whose pipeline is empty, or that is
read from a file of `docs/`: `<!-- read: FILE -->`, without locations and long messages.
"""

import contextlib
import io
import re
import sys
import tempfile
from functools import partial
from pathlib import Path

from generator import NOTICE, pages

from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.tools.disc_opt import run

DOCS = Path(__file__).resolve().parent
BLOCK = re.compile(
    r"(<!-- (?P<verb>run|read): ?(?P<passes>.*?) ?-->\n```mlir\n)(?P<text>.*?)```", re.DOTALL
)
LOCATION = re.compile(r"(?m) loc\((?:#loc\d*|unknown|\"[^\"]*\")\)|^#loc.*\n")
MESSAGE = re.compile(r'(error_message = ")[^"]*?((?:Expected|Found)[^"]*?)\. [^"]*"')
"""The sentence of a message of JAX that says what is wrong."""


def output_of(program: str, pipeline: str) -> str:
    """What disc-opt prints, or the part of it that is named after the pipeline."""
    passes, _, rest = (part.strip() for part in pipeline.partition("|"))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.mlir"
        file.write_text(program, encoding="utf-8")
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            status = run([str(file), "-p", passes])
    if status != 0:
        raise RuntimeError(f"disc-opt -p {passes} fails")
    return "".join(part_of(output.getvalue().splitlines(keepends=True), rest))


def part_of(lines: list[str], part: str) -> list[str]:
    """
    Everything, the `comments`, the first `function`, the first `kernel` in the `llvm` dialect, or
    what follows the functions of the program: the `graph` and the symbols.
    """
    match part:
        case "":
            return lines
        case "comments":
            return [line for line in lines if line.startswith("//")]
        case "function":
            first = next(index for index, line in enumerate(lines) if "func.func" in line)
            return lines[first : lines.index("  }\n", first) + 1]
        case "kernel":
            first = next(index for index, line in enumerate(lines) if "@program_kernel" in line)
            return lines[first : lines.index("  }\n", first) + 1]
        case "graph":
            first = next(index for index, line in enumerate(lines) if GRAPH in line)
            return lines[first:-1]
        case _:
            raise ValueError(f"'{part}' is no part of an output")


def refreshed(text: str) -> str:
    """A page with the outputs of its commands."""
    programs: list[str] = []
    return BLOCK.sub(partial(refreshed_block, programs), text)


def refreshed_block(programs: list[str], match: re.Match[str]) -> str:
    if match["verb"] == "read":
        text = (DOCS / match["passes"]).read_text(encoding="utf-8")
        programs.append(MESSAGE.sub(r'\1\2"', LOCATION.sub("", text)).strip() + "\n")
        return f"{match[1]}{programs[-1]}```"
    if not match["passes"]:
        programs.append(match["text"])
        return match[0]
    return f"{match[1]}{output_of(programs[-1], match['passes'])}```"


def stale() -> dict[str, str | None]:
    """The pages that differ from the code, with what they should be; None for those to delete."""
    expected = pages()
    wrong: dict[str, str | None] = {}
    for path in sorted([*DOCS.rglob("*.md"), *DOCS.rglob("*.svg")]):
        name = path.relative_to(DOCS).as_posix()
        text = path.read_text(encoding="utf-8")
        if name not in expected:
            new = None if text.startswith(NOTICE) else refreshed(text)
            if new != text:
                wrong[name] = new
        elif expected[name] != text:
            wrong[name] = expected[name]
    missing = (name for name in expected if not (DOCS / name).exists())
    return {**wrong, **{name: expected[name] for name in missing}}


def main() -> int:
    wrong = stale()
    for name, text in wrong.items():
        path = DOCS / name
        if "--check" in sys.argv:
            print(f"docs/{name} is stale: run `make docs`")
        elif text is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return int("--check" in sys.argv and bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
