"""`from_tvm` reads modules of TVM by the names of classes and attributes, here of stand-ins."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest
from conformance import tvm_objects
from conformance.relax_programs import module_of
from conformance.relax_types import Json, as_info
from conformance.tvm_objects import Map, Object, make, words
from fuzz.harness import parse

from disc_shape.errors import UserError
from disc_shape.frontends.relax import from_tvm
from disc_shape.frontends.relax.build import build

FOLDER = Path(__file__).parent / "relax_models"
MODELS = sorted(FOLDER.glob("*.program.json"))


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.name.partition(".")[0])
def test_a_model_is_read_as_from_its_record(path: Path) -> None:
    program = cast("Json", json.loads(path.read_text(encoding="utf-8")))
    found, recorded = from_tvm(tvm_objects.module_of(program)), build(module_of(program))
    found.verify()
    for op in found.walk():
        op.attributes.pop("relax.global_symbol", None)
    assert str(found) == str(recorded)
    assert as_info(as_info(program)["functions"])


def function(body: Object, *parameters: Object, **more: object) -> Object:
    """An IRModule of one function."""
    fields: dict[str, object] = {
        "params": list(parameters),
        "body": make("SeqExpr", blocks=[], body=body),
        "ret_ty": None,
        "is_pure": True,
        "attrs": {"global_symbol": "main"},
        **more,
    }
    functions = Map([(make("GlobalVar", name_hint="main"), make("Function", **fields))])
    return make("IRModule", functions=functions, global_infos={})


def tensor(*dims: Object, dtype: str = "float32", vdevice: object = None) -> Object:
    shape = make("ShapeExpr", values=list(dims))
    return make("TensorType", shape=shape, ndim=len(dims), dtype=dtype, vdevice=vdevice)


def variable(name: str, type_: Object) -> Object:
    return make("Var", name_hint=name, ty=type_)


def call(
    name: str, *arguments: Object, types: list[Object] | None = None, **given: object
) -> Object:
    op = make("Op", name=f"relax.{name}")
    return make("Call", op=op, args=list(arguments), attrs=words(**given), ty_args=types or [])


def symbol(name: str = "n") -> Object:
    return make("Var", name=name)


def test_equal_names_of_different_symbols_are_renamed() -> None:
    one, other = symbol(), symbol()
    pair = make("Tuple", fields=[variable("x", tensor(one)), variable("y", tensor(other))])
    x, y = cast("list[Object]", vars(pair)["fields"])
    text = str(from_tvm(function(pair, x, y)))
    assert "%x: !relax.tensor<[@n], f32>, %y: !relax.tensor<[@n_1], f32>" in text


def test_integers_over_symbols_are_operands() -> None:
    n = symbol()
    x = variable("x", tensor(n))
    stop = make("Add", a=n, b=make("IntImm", value=1, dtype="int64"))
    zero, one = (make("IntImm", value=value, dtype="int64") for value in (0, 1))
    text = str(from_tvm(function(call("arange", zero, stop, one, dtype="int64"), x)))
    assert "relax.symbolic_prim [@n + 1]" in text
    assert "{dtype = i64}" in text


def test_a_choice_between_dimensions() -> None:
    n = symbol()
    two, zero = (make("IntImm", value=value, dtype="int64") for value in (2, 0))
    even = make("EQ", a=make("Mod", a=n, b=two), b=zero)
    many = make("And", a=make("Not", a=make("LT", a=n, b=two)), b=even)
    choose = make("Op", name="prim.if_then_else")
    size = make("Call", op=choose, args=[many, n, make("Add", a=n, b=two)])
    shape = make("ShapeExpr", values=[size])
    x = variable("x", tensor(n))
    text = str(from_tvm(function(call("zeros", shape, dtype="float32"), x)))
    assert "relax.shape [select(@n >= 2 and @n mod 2 == 0, @n, @n + 2)]" in text
    assert str(parse(text)) == text


def test_a_negative_dimension_is_refused() -> None:
    x = variable("x", tensor(make("IntImm", value=-1, dtype="int64")))
    with pytest.raises(UserError, match=r"^@main: a tensor has a dimension of size -1$"):
        from_tvm(function(x, x))


def test_an_integer_parameter_binds_its_symbol() -> None:
    k = variable("k", make("PrimType", dtype="int64"))
    shape = make("ShapeExpr", values=[k, k])
    text = str(from_tvm(function(call("zeros", shape, dtype="float32"), k)))
    assert "%k: !relax.prim<i64, @k>" in text
    assert "relax.shape [@k, @k]" in text


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("call_pure_packed", 'relax.call_pure_packed "my.f"(%x)'),
        ("call_inplace_packed", 'relax.call_inplace_packed "my.f"(%x) {inplace_indices = array<'),
    ],
)
def test_packed_calls(name: str, form: str) -> None:
    x = variable("x", tensor(symbol()))
    external = make("ExternFunc", global_symbol="my.f")
    given = {"inplace_indices": [0]} if "inplace" in name else {}
    body = call(name, external, x, types=[make("AnyType")], **given)
    assert form in str(from_tvm(function(body, x)))
    plain = make("Call", op=external, args=[x], attrs=None, ty_args=[make("AnyType")])
    assert 'relax.call_packed "my.f"(%x)' in str(from_tvm(function(plain, x, is_pure=False)))


def test_destination_passing_and_primitive_functions() -> None:
    n = symbol()
    x = variable("x", tensor(n))
    arguments = make("Tuple", fields=[x])
    external = make("ExternFunc", global_symbol="my.f")
    body = call("call_dps_packed", external, arguments, types=[tensor(n)])
    assert 'relax.call_dps_packed "my.f"(%x)' in str(from_tvm(function(body, x)))
    a, k = make("Var", name="a", dtype="handle"), make("Var", name="k", dtype="int32")
    buffer = make("Buffer", shape=[symbol("m")], dtype="float32")
    primitive = make("PrimFunc", params=[a, a, k], buffer_map=Map([(a, buffer)]), attrs=None)
    reference = make("GlobalVar", name_hint="pf")
    integers = make("ShapeExpr", values=[n])
    body = call("call_tir", reference, arguments, integers, types=[tensor(n)])
    module = function(body, x)
    cast("Map", vars(module)["functions"]).pairs.append((reference, primitive))
    text = str(from_tvm(module))
    assert (
        "relax.prim_func @pf(!relax.tensor<[@m], f32>, !relax.tensor<[@m], f32>, !relax.prim<i32>)"
        in text
    )
    assert "relax.call_tir @pf(%x) ints(%" in text


def test_devices_and_function_types() -> None:
    target = make("Target", kind=make("TargetKind", name="cuda"))
    device = make("VDevice", target=target, vdevice_id=0, memory_scope="global")
    x = variable("x", tensor(symbol(), vdevice=device))
    rule = make("EnvFunc", name="default")
    packed = make("FuncType", params=None, derive_func=rule, ret=make("AnyType"), purity=False)
    f = variable("f", packed)
    module = function(x, x, f)
    vars(module)["global_infos"] = {"vdevice": [device]}
    text = str(from_tvm(module))
    assert 'relax.vdevices = ["cuda:0:global"]' in text
    assert '%x: !relax.tensor<[@n], f32, "cuda:0:global">, %f: !relax.packed<"default">' in text


X = variable("x", tensor(symbol()))


@pytest.mark.parametrize(
    ("module", "message"),
    [
        (function(make("Odd")), "@main: cannot read an expression of class 'Odd'"),
        (function(call("odd.op", X), X), "@main: cannot read the operator 'relax.odd.op'"),
        (function(X, variable("x", make("OddType"))), "@main: a type is a node of class 'OddType'"),
        (
            function(X, variable("x", tensor(make("Odd")))),
            "@main: a dimension is a node of class 'Odd'",
        ),
        (
            function(X, variable("x", tensor(symbol(), dtype="handle"))),
            "@main: the element type 'handle' is none of Relax",
        ),
        (function(X), "variable x is used before it is bound [RLX-112]"),
        (function(call("call_tir"), X), "@main: a call of 'call_tir' names no function"),
    ],
)
def test_what_cannot_be_read_is_one_error(module: Object, message: str) -> None:
    with pytest.raises(UserError) as caught:
        from_tvm(module)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_command_says_what_is_missing(tmp_path: Path) -> None:
    script = tmp_path / "model.py"
    script.write_text("from tvm.script import relax as R\n")
    # A package of the name of TVM that reads nothing.
    (tmp_path / "tvm").mkdir()
    (tmp_path / "tvm" / "__init__.py").write_text("")
    (tmp_path / "tvm" / "script.py").write_text(
        "def from_source(text):\n    raise ValueError('no module here\\nat all')\n"
    )
    command = [sys.executable, "-m", "disc_shape.frontends.relax"]
    done = subprocess.run(
        [*command, str(script)], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 1
    assert done.stderr.endswith("model.py: TVM cannot read it: ValueError: no module here\n")
    done = subprocess.run(
        [*command, str(tmp_path / "none.py")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.endswith("none.py: No such file or directory\n")
