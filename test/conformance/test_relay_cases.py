"""The Relay runner turns cases into modules, types them and scores the answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conformance import relay
from conformance.relax_types import Info, Json

X: Json = ["x", {"tensor": [2, 3, 4], "dtype": "float32"}]
SAME: Json = {"tensor": ["1+1", 3, 4], "dtype": "float32"}
LIST: Json = {
    "List": {
        "params": ["a"],
        "constructors": {
            "Nil": [],
            "Cons": [{"var": "a"}, {"adt": "List", "args": [{"var": "a"}]}],
        },
    }
}


def program(body: Json, params: Json = None, **more: Json) -> Info:
    main: Info = {"params": params or [], "ret": None, "body": body}
    return {"program": {"functions": {"main": main}, **more}}


FLAT: Json = {"tensor": [2, 12], "dtype": "float32"}
RIGHT: list[tuple[Info, Info]] = [
    (program(["call", ["op", "batch_flatten"], [["var", "x"]]], [X]), {"result": FLAT}),
    (
        program(["let", "y", None, ["call", ["op", "tanh"], [["var", "x"]]], ["var", "y"]], [X]),
        {"result": SAME, "values": {"y": SAME}},
    ),
    (program(["call", ["ctor", "Nil"], []], data=LIST), {"error": ["underconstrained"]}),
    (program(["call", ["op", "lost"], [["var", "x"]]], [X]), {"error": ["unknown"]}),
    (program(["var", "lost"], [X]), {"error": ["unknown"], "mentions": ["%lost"]}),
    (program(["get", ["tuple", ["var", "x"]], 1], [X]), {"error": ["projection"]}),
    (
        program(
            [
                "fn",
                {
                    "params": [["y", None]],
                    "ret": None,
                    "body": ["call", ["var", "y"], [["var", "y"]]],
                },
            ]
        ),
        {"error": ["infinite"]},
    ),
    (
        program(
            ["op", "my"],
            operators={"my": {"fn": {"args": [], "ret": {"tensor": [], "dtype": "uint7"}}}},
        ),
        {"result": {"fn": {"args": [], "ret": {"tensor": [], "dtype": "uint7"}}}},
    ),
]


@pytest.mark.parametrize(("case", "expect"), RIGHT)
def test_a_case_is_answered_as_expected(case: Info, expect: Info) -> None:
    answer = relay.answered(case)
    assert relay.score({**case, "expect": expect}, answer), answer


@pytest.mark.parametrize(("case", "expect"), RIGHT)
def test_another_expectation_is_wrong(case: Info, expect: Info) -> None:
    other: Info = {"error": ["arity"]} if "error" not in expect else {"result": FLAT}
    if "result" in expect:
        other = {"result": {"tensor": [7], "dtype": "int8"}}
    assert relay.score({**case, "expect": other}, relay.answered(case)) is False


def test_the_command_scores_answers_and_dumps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed: list[Json] = []
    for at, (case, expect) in enumerate(RIGHT):
        listed.append({**case, "id": f"c{at}", "title": "one", "expect": expect})
    listed.append({**RIGHT[0][0], "id": "bad", "title": "bad", "expect": {"error": ["kind"]}})
    file = tmp_path / "cases.json"
    file.write_text(json.dumps({"family": "relay", "cases": listed}))
    assert relay.main([str(file), "--list", "--require", "99"]) == 1
    shown = capsys.readouterr().out
    assert "WRONG bad" in shown
    assert f"{len(RIGHT)} right" in shown
    out = tmp_path / "out.json"
    assert relay.main([str(file), "--answers", str(out), "--dump", str(tmp_path / "d")]) == 0
    assert json.loads(out.read_text())["c3"]["error"] == "unknown"
    assert "relay.func @main" in (tmp_path / "d" / "c0.mlir").read_text()


OWN = Path(__file__).parent / "relay_cases"


def test_the_cases_of_each_rule_are_right() -> None:
    """Programs whose answers follow from the rules, each rule met and broken."""
    found = list(relay.cases([OWN]))
    wrong = [raw["title"] for raw in found if relay.score(raw, relay.answered(raw)) is not True]
    assert len(found) >= 100
    assert wrong == []
