"""Lines of a known form: which are read by a look-up, which are not, and what the others share."""

import re

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import ParseError

from disc_shape.program import context_of_everything
from disc_shape.reading import FastParser
from disc_shape.reading.parser import Names
from reading import differences, everything, shown

ARGUMENTS = "%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<5xf32>"


class Counting(FastParser):
    """A parser that counts the operations that it reads token by token."""

    slow = 0

    def parse_operation(self) -> Operation:
        self.slow += 1
        return super().parse_operation()


def function(*lines: str) -> str:
    """A function of operations; each is followed by a name, as most operations are."""
    body = "\n  ".join((*lines, "%end = arith.constant 7 : index"))
    return f"func.func @main({ARGUMENTS}) {{\n  {body}\n  func.return\n}}\n"


def slow_lines(*lines: str) -> int:
    """How many of these lines are read token by token; all are read as xDSL reads them."""
    text = function(*lines)
    assert not differences(text)
    parser = Counting(everything(), text)
    parser.parse_module()
    return parser.slow - 3


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("%0 = stablehlo.add %x, %y : tensor<4xf32>", "%1 = stablehlo.add %0, %x : tensor<4xf32>"),
        ("%0 = stablehlo.add %x, %x : tensor<4xf32>", "%1 = stablehlo.add %y, %y : tensor<4xf32>"),
        ("%a_1 = arith.constant 1 : index", "%a_2 = arith.constant 1 : index"),
        (
            '%0:2 = "a.b"(%x) : (tensor<4xf32>) -> (i1, i1)',
            '%1:2 = "a.b"(%y) : (tensor<4xf32>) -> (i1, i1)',
        ),
        ('%0, %1 = "a.b"() : () -> (i1, i1)', '%2, %3 = "a.b"() : () -> (i1, i1)'),
        (
            '%0 = arith.constant 1 : index loc("f":1:2)',
            '%1 = arith.constant 1 : index loc("g"("f":3:4))',
        ),
        (
            "%k = stablehlo.constant dense<0.0> : tensor<f32>\n"
            "%0 = stablehlo.reduce(%x init: %k) applies stablehlo.add across dimensions = [0] "
            ": (tensor<4xf32>, tensor<f32>) -> tensor<f32>",
            "%1 = stablehlo.reduce(%y init: %k) applies stablehlo.add across dimensions = [0] "
            ": (tensor<4xf32>, tensor<f32>) -> tensor<f32>",
        ),
    ],
)
def test_a_form_is_read_once(first: str, second: str) -> None:
    assert slow_lines(first, second) == first.count("\n") + 1


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("%0 = stablehlo.add %x, %y : tensor<4xf32>", "%1 = stablehlo.add %x, %x : tensor<4xf32>"),
        ("%0 = stablehlo.add %x, %x : tensor<4xf32>", "%1 = stablehlo.add %x, %y : tensor<4xf32>"),
        ("%0 = stablehlo.add %x, %y : tensor<4xf32>", "%1 = stablehlo.add %x, %y : tensor< 4xf32>"),
        (
            "%0 = stablehlo.add %x, %y : tensor<4xf32>",
            "%1 = stablehlo.add %x, %y : tensor<4xf32> //",
        ),
        ("%0 = arith.constant 1 : index", "%1 = arith.constant 2 : index"),
        ('"a.b"() {a = "%x"} : () -> ()', '"a.b"() {a = "%x"} : () -> ()'),  # It is no name.
    ],
)
def test_other_forms_are_read_by_tokens(first: str, second: str) -> None:
    assert slow_lines(first, second) == 2


ADD = "%0 = stablehlo.add %x, %y : tensor<4xf32>"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("%1 = stablehlo.add %x, %z : tensor<4xf32>", "operand is used with type tensor<4xf32>"),
        ("%0 = stablehlo.add %y, %x : tensor<4xf32>", "SSA value %0 is already defined"),
        ("%1 = stablehlo.add %x, %nope : tensor<4xf32>", "values used but not defined: [%nope]"),
        ("%1 = stablehlo.add %x, %y#1 : tensor<4xf32>", "SSA value tuple index out of bounds"),
        ('%1, %1 = "a.b"() : () -> (i1, i1)', "SSA value %1 is already defined"),
    ],
)
def test_errors_are_those_of_xdsl(line: str, message: str) -> None:
    known = '%8, %9 = "a.b"() : () -> (i1, i1)'
    text = function(ADD, known, line)
    assert not differences(text)
    with pytest.raises(ParseError, match=re.escape(message)):
        FastParser(everything(), text).parse_module()


def test_an_operation_may_go_on_in_the_next_line() -> None:
    """What is not read of the first line is read of the second: the token after it differs."""
    lines = ['"a.b"() : () -> ()', '"a.b"() : () -> ()', '"a.b"() : () -> ()\n loc("f":1:2)']
    assert not differences(function(*lines))
    body = "  func.return\n}\nfunc.func @other(%x: i1) -> i1 {\n  func.return\n  %x : i1\n}\n"
    assert not differences("func.func @main() {\n" + body)


def test_a_value_used_ahead_is_resolved() -> None:
    ahead = "cf.br ^b\n^a:\n  %2 = stablehlo.add %1, %1 : tensor<4xf32>\n  func.return\n^b:"
    assert not differences(
        function(
            ADD,
            "%3 = stablehlo.add %0, %0 : tensor<4xf32>",
            ahead,
            "%1 = stablehlo.add %0, %x : tensor<4xf32>",
            "cf.br ^a\n^c:",
        )
    )


def test_names_without_a_dialect_depend_on_the_operation_around() -> None:
    loop = "scf.for %i = %c to %c step %c {\n    yield\n  }"
    text = function("%c = arith.constant 1 : index", loop, loop)
    context = context_of_everything()
    assert len(list(FastParser(context, text).parse_module().walk())) == 9
    with pytest.raises(ParseError, match="Operation yield is not registered"):
        FastParser(context, text.replace("%end", "yield\n  %end")).parse_module()


def test_aliases_mean_what_they_are_defined_as() -> None:
    text = "!t = tensor<4xf32>\n" + function(
        "%0 = stablehlo.add %x, %y : !t", "%1 = stablehlo.add %0, %y : !t"
    )
    assert not differences(text)
    assert not differences(text.removeprefix("!t = tensor<4xf32>\n"))


@pytest.mark.parametrize(
    "written",
    [
        "tensor<f32>",
        "tensor<0xf32>",
        "tensor<0x10xf32>",
        "tensor<?x?x3xf32>",
        "tensor<007xf32>",
        "tensor<?x9223372036854775807xf32>",
        "tensor<4 x f32>",
        "tensor<4xf32 >",
        "tensor<*xf32>",
        'tensor<4xf32, "a">',
        "tensor<f32x4>",
        "tensor<4xx>",
        "tensor<4xxf32>",
        "tensor<x4xf32>",
        "tensor<4f32>",
        "tensor<-1xf32>",
        "tensor<4xf33>",
        "tensor<4xi1x>",
        "tensor<4xf32",
        "tensor<>",
    ],
)
def test_tensor_types_are_those_of_xdsl(written: str) -> None:
    """Both before and after a tensor of these elements was read."""
    for first in ("tensor<f32>", "tensor<i1>", "i1"):
        text = f'%0, %1 = "a.b"() : () -> ({first}, {written})\n'
        assert not differences(text)


def parsed(text: str) -> ModuleOp:
    return FastParser(everything(), text).parse_module()


def test_operations_of_one_form_share_nothing_that_changes() -> None:
    reduce = (
        "= stablehlo.reduce(%x init: %k) applies stablehlo.add across dimensions = [0] "
        ": (tensor<4xf32>, tensor<f32>) -> tensor<f32>"
    )
    constant = "%k = stablehlo.constant dense<0.0> : tensor<f32>"
    text = function(constant, *(f"%{number} {reduce}" for number in range(4)))
    module = parsed(text)
    expected = shown(Printer, module)
    for op in list(module.walk()):
        if op.name == "stablehlo.reduce" and op.results[0].name_hint is None:
            op.attributes["changed"] = op.properties["dimensions"]
            for inner in op.regions[0].block.ops:
                inner.attributes["changed"] = op.properties["dimensions"]
            break
    assert shown(Printer, module).count("changed") == 3
    assert shown(Printer, parsed(text)) == expected


def test_a_location_in_a_comment_is_none() -> None:
    lines = [
        f"%{i} = arith.constant 1 : index // loc({loc})" for i, loc in enumerate(("unknown", "#l"))
    ]
    assert not differences('#l = loc("f":1:2)\n' + function(*lines))


def test_a_location_inside_of_brackets_is_not_that_of_the_operation() -> None:
    lines = [f'%{i} = "a.b"() {{a = loc("f":{i}:1)}} : () -> i1' for i in range(3)]
    text = "\n".join(
        f'"a.b"() : () -> () loc("f":{i}:1)\n"a.b"() {{a =\n loc("f":{i}:1)}} : () -> ()'
        for i in range(3)
    )
    assert not differences(function(*lines, text))
    functions = (f"func.func private @f{i}(i1 loc(#l))" for i in range(3))
    assert not differences('#l = loc("f":1:2)\n' + "\n".join(functions) + "\n")


def test_names_end_with_their_region() -> None:
    loop = "scf.for %i = %c to %c step %c {\n  %a = arith.constant 1 : index\n"
    inner = f"{loop}{loop.replace('%i', '%j').replace('%a', '%b')}}}\n}}"
    constant = "%c = arith.constant 1 : index"
    assert not differences(function(constant, inner, inner, "%a = arith.constant 1 : index"))
    for use in ("%a", "%i", "%b"):
        assert differences(function(constant, inner, f"%k = arith.addi %c, {use} : index")) == ""


def test_reading_regions_takes_time_in_proportion() -> None:
    """The names around a region are not copied for it."""
    loops = "scf.for %i = %c to %c step %c {\n  }"
    constant = "%c = arith.constant 1 : index"

    class Counted(Names):
        copied = 0

        def copy(self) -> dict[str, tuple[SSAValue, ...]]:
            found = super().copy()
            Counted.copied += len(found)
            return found

    parser = FastParser(everything(), function(constant, *[loops] * 20))
    parser.ssa_values = Counted()
    parser.parse_module()
    assert Counted.copied == 0
    parser.ssa_values["%x"] = ()
    assert parser.ssa_values.copy() == {"%x": ()}


def test_it_is_a_parser_of_xdsl() -> None:
    assert issubclass(FastParser, Parser)
    module = FastParser(everything(), b"module {}", "name").parse_module()
    assert isinstance(module, ModuleOp)
