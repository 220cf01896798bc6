"""The Relax runner reads cases, asks the library and scores; it answers some of each family."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conformance import relax
from conformance.relax_types import Info, Json, as_info

from disc_shape.tools.disc_opt import run


def tensor(*dims: int | str | None, **more: Json) -> Info:
    return {"kind": "tensor", "shape": [*dims], "dtype": "float32", **more}


FUNCTION: Info = {
    "params": [["x", tensor("m", "n")], ["y", tensor("m", "n")]],
    "body": ["op", "multiply", [["op", "add", [["var", "x"], ["var", "y"]], {}], ["var", "y"]], {}],
}
NESTED: Json = {"functions": {"main": FUNCTION}}
BAD: Json = {
    "functions": {"main": {"params": [["x", tensor("2*m")]], "body": ["seq", [], ["var", "x"]]}}
}

CASES: list[tuple[str, Info, Json]] = [
    ("subtype", {"derived": tensor("n"), "base": tensor("n+1")}, {"subtype": "no"}),
    ("subtype", {"derived": tensor("n"), "base": tensor("m")}, {"compat": "possible"}),
    ("lub", {"a": tensor("n", 4), "b": tensor("m", 4)}, {"shape": [None, 4]}),
    ("erase", {"si": tensor("n", "m"), "dims": {"m": "k*2"}}, {"shape": [None, "2*k"]}),
    ("static", {"si": tensor("n", 4)}, {"ndim": 2, "dtype": "float32"}),
    ("symbols", {"si": tensor("2*n", "m")}, {"used": ["m", "n"], "definable": ["m"]}),
    (
        "call",
        {
            "fn": {"kind": "func", "params": [tensor("a", "b")], "ret": tensor("b+1", "a")},
            "args": [tensor("n", 4)],
        },
        {"ret": tensor(5, "n")},
    ),
    (
        "call",
        {
            "fn": {"kind": "func", "params": [tensor("a")], "ret": tensor("a", "n")},
            "args": [tensor("n")],
        },
        {"ret": tensor("n", None)},
    ),
    ("op", {"op": "add", "args": [tensor("n", 1), tensor(1, "m")], "attrs": {}}, tensor("n", "m")),
    ("arith", {"vars": {"n": [0, None]}, "query": {"prove": "2*n == n + n"}}, "yes"),
    ("wellformed", {"program": NESTED}, {"well_formed": False}),
    ("wellformed", {"program": BAD}, {"well_formed": False, "rules": ["RLX-115"]}),
]


@pytest.mark.parametrize(("family", "case", "expected"), CASES)
def test_an_answer(family: str, case: Info, expected: Json) -> None:
    answer = relax.answered({"id": "one", "family": family, **case})
    if isinstance(expected, dict):
        found = as_info(answer)
        assert {key: found.get(key) for key in expected} == expected
    else:
        assert answer == expected


def test_a_nested_program_is_normalized_left_to_right() -> None:
    program = as_info(as_info(relax.answer_normalize({"program": NESTED}))["program"])
    main = as_info(as_info(program["functions"])["main"])
    bindings: list[Info] = [
        {"bind": "v2", "value": ["op", "add", [["var", "v0"], ["var", "v1"]], {}]},
        {"bind": "v3", "value": ["op", "multiply", [["var", "v2"], ["var", "v1"]], {}]},
    ]
    typed: list[Json] = [{**one, "si": tensor("m", "n")} for one in bindings]
    assert main["body"] == ["seq", [{"dataflow": False, "bindings": typed}], ["var", "v3"]]
    assert main["ret"] == tensor("m", "n")


def test_scores_and_exit_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right: Json = {"id": "a", "si": tensor("n"), "spec": {"used": ["n"], "definable": ["n"]}}
    wrong: Json = {"id": "b", "si": tensor("n"), "spec": {"used": ["m"], "definable": ["n"]}}
    path = tmp_path / "symbols.json"
    path.write_text(json.dumps({"family": "symbols", "cases": [right]}))
    assert relax.main([str(tmp_path), "--require", "100"]) == 0
    path.write_text(json.dumps({"family": "symbols", "cases": [right, wrong]}))
    assert relax.main([str(tmp_path)]) == 1
    row = capsys.readouterr().out.splitlines()[-1].split()
    assert row == ["all", "1", "1", "0", "50.0"]


def test_answers_need_no_expected_field(tmp_path: Path) -> None:
    path, out = tmp_path / "symbols.json", tmp_path / "out.json"
    path.write_text(json.dumps({"family": "symbols", "cases": [{"id": 7, "si": tensor("n")}]}))
    assert relax.main([str(path), "--answers", str(out)]) == 0
    assert json.loads(out.read_text()) == {"7": {"used": ["n"], "definable": ["n"]}}


def test_dumps_are_programs_that_disc_opt_checks(tmp_path: Path) -> None:
    path, folder = tmp_path / "wellformed.json", tmp_path / "dump"
    cases: Json = [{"id": "bad", "program": BAD, "spec": {"well_formed": False}}]
    path.write_text(json.dumps({"family": "wellformed", "cases": cases}))
    relax.main([str(path), "--dump", str(folder)])
    assert run([str(folder / "bad.mlir"), "-p", "relax-check"]) == 1
