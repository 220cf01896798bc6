"""Write the generated pages of `docs/`: `make docs`. With `--check`, only say what is stale."""

import sys
from pathlib import Path

from disc_shape.tools.documentation import NOTICE, pages

DOCS = Path(__file__).resolve().parent


def stale() -> list[str]:
    """The pages that differ from the code, are missing, or should not exist any more."""
    expected = pages()
    wrong = [
        path
        for path, text in expected.items()
        if not (DOCS / path).exists() or (DOCS / path).read_text(encoding="utf-8") != text
    ]
    generated = (
        path for path in DOCS.rglob("*.md") if path.read_text(encoding="utf-8").startswith(NOTICE)
    )
    names = (path.relative_to(DOCS).as_posix() for path in generated)
    return sorted([*wrong, *(name for name in names if name not in expected)])


def write() -> None:
    expected = pages()
    for name in stale():
        path = DOCS / name
        if name in expected:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(expected[name], encoding="utf-8")
        else:
            path.unlink()
        print(name)


def main() -> int:
    if "--check" not in sys.argv:
        write()
        return 0
    for name in stale():
        print(f"docs/{name} is stale: run `make docs`")
    return int(bool(stale()))


if __name__ == "__main__":
    sys.exit(main())
