"""The report: what it says, that it is one well-formed file, and that names cannot break out."""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import pytest

import disc_shape
from disc_shape.reporting.page import framed
from disc_shape.reporting.report import Report
from disc_shape.reporting.sections import SECTIONS, Section
from disc_shape.reporting.terminal import width_of
from disc_shape.tools.disc_opt import run
from disc_shape.tools.disc_run import execute

MODELS = Path(__file__).parents[2] / "models"
PROGRAMS = sorted(path.with_suffix("").name for path in MODELS.glob("*.json"))
VOID = {"meta", "link", "br", "img", "path", "rect"}
SECTIONS_SHOWN = ("symbols", "facts", "guards", "program", "before", "after")

HOSTILE = """func.func @"</title><script>alert(1)</script>"(
    %x: tensor<?xf32, [@"<img src=x onerror=alert(2)>"]>, %y: tensor<?xf32, [@"\\22;}--><b>"]>
) -> tensor<?xf32> {
  %0 = "stablehlo.add"(%x, %x) {msg = "</pre><script>alert(3)</script>"}
    : (tensor<?xf32, [@"<img src=x onerror=alert(2)>"]>,
       tensor<?xf32, [@"<img src=x onerror=alert(2)>"]>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @"<img src=x onerror=alert(2)>"
  %1 = disc_shape.dim @"\\22;}--><b>"
  disc_shape.tie_predicate_lt %0, %1 {assumed}
  func.return
}
disc_shape.SymbolDim @"<img src=x onerror=alert(2)>" {named}
disc_shape.SymbolDim @"\\22;}--><b>" {named}
"""


class Page(HTMLParser):
    """A page as a browser's parser sees it: elements, ids, addresses."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.handlers: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "action", "xlink:href"):
                self.addresses.append(value or "")
            if name.startswith("on"):
                self.handlers.append(name)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def page_of(report: Report) -> Page:
    """The parsed page, after checks that hold for every one."""
    text = report.html
    page = Page(text)
    assert not page.open
    assert len(page.ids) == len(set(page.ids))
    assert page.addresses == ["data:,"]
    assert page.tags.count("script") == 1
    assert not page.handlers
    # Style sheets could load something as well; the name of SVG's language is no address.
    assert "url(" not in text.replace("url(#arrow)", "")
    assert "@import" not in text
    assert len(text) < 5_000_000
    return page


def visible(report: Report) -> str:
    """The text of a report without colours, in one line."""
    return " ".join(report.text(colours=False).split())


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_model_has_a_page_and_a_text(name: str) -> None:
    report = disc_shape.load(MODELS / f"{name}.mlir").report()
    page = page_of(report)
    assert set(SECTIONS_SHOWN) <= set(page.ids)
    for line in report.text().splitlines():
        assert width_of(line) <= 80
    assert "\x1b" not in report.text(colours=False)
    assert not re.search(r"%\d{6}", "".join(page.words))


def test_what_a_newcomer_reads_first() -> None:
    report = disc_shape.load(MODELS / "jax_mha.mlir").report()
    text = "".join(page_of(report).words)
    assert text.index("What are my ?") < text.index("main(arg0: f32[b, s, 32]")
    assert str(report.signatures[0]).endswith("-> f32[b, s, 32]")
    assert {one.name: one.meaning for one in report.sizes} == {
        "b": "1 to 64",
        "s": "8 or more, a multiple of 4",
    }
    assert report.sizes[1].origin == "dimension 1 of arg0"
    assert "it stays: nothing before it excludes s = 4" in visible(report)


def test_arguments_are_called_as_in_the_program() -> None:
    report = disc_shape.parse(
        "func.func @f(%rows: tensor<?x4xf32>, %n: index) -> (tensor<?x4xf32>, index) {\n"
        "  return %rows, %n : tensor<?x4xf32>, index\n}\n"
    ).report()
    assert str(report.signatures[0]) == "f(rows: f32[S0, 4], n: index) -> (f32[S0, 4], index)"
    assert report.symbols[0].origin == "dimension 0 of rows"
    assert report.symbols[0].meaning == "any size"


def test_programs_without_dynamic_sizes() -> None:
    text = "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }"
    report = disc_shape.parse(text).report()
    page_of(report)
    assert "Every size is a number" in visible(report)
    assert "no check on sizes is left" in visible(report)
    page_of(disc_shape.parse("").report())


def test_equal_sizes_have_equal_colours_before_and_after() -> None:
    report = disc_shape.load(MODELS / "torch_attention_block.mlir").report()
    for lines in (report.before, report.after):
        signature = [piece.symbol for piece in lines[0] if piece.text == "?"]
        assert signature == ["S0", "S1", "S2", "S3", "S6", "S7"]
    assert all("[@" not in piece.text for line in report.before for piece in line)
    marked = {piece.symbol for line in report.before for piece in line}
    assert {"S0", "S1", "S2", "S3", "S4", "S5", "S6", "S7"} <= marked


def test_decided_guards_name_the_check_that_decides_them() -> None:
    report = disc_shape.load(MODELS / "torch_attention_block.mlir").report()
    (decided,) = report.decided_guards
    assert decided.reasons[0].line.startswith("%149 = shape.cstr_broadcastable")
    assert sum(report.trivial_guards.values()) == 9


@pytest.mark.filterwarnings("ignore:'cf.assert' fails")
def test_guards_on_data_and_guards_that_never_pass() -> None:
    report = disc_shape.parse("""
func.func @main(%x: tensor<?xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant -1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %bad = arith.cmpi eq, %d, %c1 : index
  cf.assert %c, "data"
  cf.assert %bad, "never"
  return
}""").report()
    verdicts = [(one.message, one.verdict, one.condition) for one in report.guards]
    assert verdicts[0] == ("data", "stays", "")
    assert verdicts[1][:2] == ("never", "fails")
    assert "no run passes it" in visible(report)
    page_of(report)


def test_names_cannot_break_out() -> None:
    program = disc_shape.parse(HOSTILE, "<script>alert(4)</script>.mlir")
    for report in (program.report(), program.optimize().report()):
        page = page_of(report)
        assert "img" not in page.tags
        shown = "".join(page.words)
        assert "<img src=x onerror=alert(2)>" in shown
        assert "<script>alert(4)</script>.mlir" in shown
        assert page_of(report).tags == page.tags
        assert "</iframe" not in framed(report.html)[:-9]
        assert "<script" not in framed(report.html)


def test_text_holds_no_control_characters_of_names() -> None:
    hostile = HOSTILE.replace("<img src=x onerror=alert(2)>", "\\1B[31mred\\07")
    text = disc_shape.parse(hostile).report().text(colours=False)
    assert all(one.isprintable() or one == "\n" for one in text)


def test_sections_of_other_stages(monkeypatch: pytest.MonkeyPatch) -> None:
    this = ModuleType("section_of_a_test")
    vars(this).update(memory=memory, nothing=nothing)
    monkeypatch.setitem(sys.modules, this.__name__, this)
    monkeypatch.setitem(SECTIONS, "memory", "section_of_a_test:memory")
    monkeypatch.setitem(SECTIONS, "nothing", "section_of_a_test:nothing")
    report = disc_shape.parse("func.func @f() { return }").report()
    page_of(report)
    assert "Memory <over> time" in "".join(page_of(report).words)
    assert "peak 4*b" in visible(report)


def memory(_findings: object) -> Section:
    """A section as a later stage makes it."""
    return Section("Memory <over> time", "Bytes.", ("what", "bytes"), (("peak", "4*b"),))


def nothing(_findings: object) -> None:
    """A section with nothing to show."""


def test_the_command_writes_reports(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    model, page, text = str(MODELS / "jax_mlp.mlir"), tmp_path / "out.html", tmp_path / "out.txt"
    assert run([model, "--report", str(page)]) == 0
    assert capsys.readouterr().out == ""
    Page(page.read_text())
    assert run([model, "-p", "shape-optimization", "--report", str(text)]) == 0
    assert "SymbolDim" in capsys.readouterr().out
    assert "\x1b[" in text.read_text()
    monkeypatch.setenv("NO_COLOR", "1")
    assert run([model, "--report", str(text)]) == 0
    assert "\x1b[" not in text.read_text()


def test_programs_run_that_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "out.txt"
    model = str(MODELS / "jax_mlp.mlir")
    assert execute([model, "--dims", "b=2,k=3,h=4,n=5", "--report", str(path)]) == 0
    assert "result 0" in capsys.readouterr().out
    assert "What are the ?" in path.read_text()


def test_reports_of_passes_show_promises(tmp_path: Path) -> None:
    path, pipeline = tmp_path / "out.txt", 'assume-shapes{facts="0: [b, s, 32]; s <= 512"}'
    model = str(MODELS / "jax_mha.mlir")
    assert run([model, "-p", f"{pipeline},shape-optimization", "--report", str(path)]) == 0
    assert "Promised, and not checked" in path.read_text()
    assert "8 to 512" in path.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--report", "out.pdf"], "--report writes .html or .txt, not 'out.pdf'"),
        (["--report", "missing/out.html"], "missing/out.html: no such file or directory"),
        (["--report", "out.html", "--split-input-file"], "--report takes one program"),
    ],
)
def test_reports_that_cannot_be_written(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.mlir").write_text("module {}\n// -----\nmodule {}\n")
    files = ["a.mlir"] if "--split-input-file" in arguments else [str(MODELS / "jax_mlp.mlir")]
    assert run([*files, *arguments]) == 1
    assert capsys.readouterr().err == f"disc-opt: error: {message}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["a.mlir"]


def test_contradictions_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.mlir"
    path.write_text(
        "func.func @main(%x: tensor<?xf32>, %y: tensor<3xf32>, %z: tensor<4xf32>)"
        " -> (tensor<?xf32>, tensor<?xf32>) {\n"
        "  %0 = stablehlo.add %x, %y : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>\n"
        "  %1 = stablehlo.add %x, %z : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>\n"
        "  return %0, %1 : tensor<?xf32>, tensor<?xf32>\n}\n"
    )
    assert run([str(path), "--report", str(tmp_path / "out.html")]) == 1
    assert capsys.readouterr().err.startswith(f"{path}:3:3: error: ")
