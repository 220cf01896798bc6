"""The report in a real browser: no error in the console, the sections there, the script works."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import disc_shape
from disc_shape.reporting.report import Report

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

LIGHT_UP = """
<script>
  const first = document.querySelector(".s");
  first.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  document.title = [
    document.querySelectorAll(".lit").length,
    document.getElementById("hint").textContent,
    document.documentElement.scrollWidth <= window.innerWidth ? "fits" : "too wide",
    performance.getEntriesByType("resource").length,
  ].join(" | ");
</script>
"""
"""Points at the first size, and writes what the page then shows into its title."""


def browser() -> str:
    """The browser's command; without one this page is not tested, which is a failure."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found is not None, "no browser: install Debian's package chromium"
    return found


def opened(folder: Path, text: str, *options: str) -> tuple[str, str]:
    """The document after its scripts have run, and the messages of the console."""
    page = folder / "report.html"
    page.write_text(text, encoding="utf-8")
    command = [
        browser(),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={folder / 'profile'}",
        "--enable-logging=stderr",
        "--dump-dom",
        *options,
        page.as_uri(),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    return done.stdout, "\n".join(console)


def layers(count: int) -> Report:
    """The report of a decoder of about so many layers."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    from decoder import FORMS

    return disc_shape.parse(FORMS["jax"](200 * count), "decoder.mlir").report()


def model(name: str) -> Report:
    """The report of a stored model."""
    return disc_shape.load(ROOT / f"test/models/{name}.mlir").report()


@pytest.mark.parametrize("size", ["1300,900", "390,844"])
@pytest.mark.parametrize("name", ["jax_gpt4", "torch_attention_block", "jax_convnet"])
def test_reports_open_without_errors(tmp_path: Path, name: str, size: str) -> None:
    text = model(name).html
    shown, console = opened(
        tmp_path, text.replace("</body>", LIGHT_UP + "</body>"), f"--window-size={size}"
    )
    assert console == ""
    for section in ("symbols", "facts", "guards", "graph", "program", "before", "after"):
        assert f'id="{section}"' in shown
    title = re.search(r"<title>(.*?)</title>", shown)
    assert title is not None
    lit, hint, width, resources = title[1].split(" | ")
    assert int(lit) > 3
    assert re.match(r"(b|S0|s): ", hint)
    assert width == "fits"
    assert resources == "0"


def test_the_report_of_48_layers_opens(tmp_path: Path) -> None:
    shown, console = opened(tmp_path, layers(48).html)
    assert console == ""
    assert 'id="after"' in shown


def test_the_report_of_192_layers_is_small_and_opens(tmp_path: Path) -> None:
    text = layers(192).html
    assert len(text.encode()) < 5_000_000
    shown, console = opened(tmp_path, text)
    assert console == ""
    assert 'id="after"' in shown


def test_names_run_no_script(tmp_path: Path) -> None:
    name = "<img src=x onerror=console.error(1)>"
    program = disc_shape.parse(
        f'func.func @f(%x: tensor<?xf32, [@"{name}"]>) {{ return }}\n'
        f'disc_shape.SymbolDim @"{name}" {{named}}\n'
    )
    _, console = opened(tmp_path, program.report().html)
    assert console == ""


def test_the_console_is_read(tmp_path: Path) -> None:
    page = model("jax_mlp").html.replace("</body>", "<script>console.error(1)</script></body>")
    assert "CONSOLE" in opened(tmp_path, page)[1]
