"""Operations of a known wording: what their text may depend on is part of what is looked up."""

from io import StringIO
from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects import test
from xdsl.dialects.builtin import (
    DictionaryAttr,
    FloatAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
    UnregisteredOp,
    f32,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.printer import Printer
from xdsl.utils.diagnostic import Diagnostic

from disc_shape.reading import FastParser, FastPrinter
from reading import everything, shown

OPTIONS = ((), ("generic",), ("debuginfo",))


def assert_same(op: Operation) -> None:
    for options in OPTIONS:
        assert shown(FastPrinter, op, *options) == shown(Printer, op, *options)


def module(*ops: Operation) -> ModuleOp:
    return ModuleOp(list(ops))


def with_attribute(attribute: Attribute) -> Operation:
    return test.TestOp(attributes={"a": attribute})


def test_numbers_of_different_signs() -> None:
    numbers = [FloatAttr(number, f32) for number in (0.0, -0.0, nan, 0.0, -0.0, nan)]
    assert_same(module(*map(with_attribute, numbers)))


def test_equal_operands_and_different_ones() -> None:
    first = test.TestOp(result_types=(i32, i32))
    a, b = first.results
    pairs = ((a, b), (a, a), (b, b), (b, a))
    assert_same(module(first, *(test.TestOp(operands=pair) for pair in pairs)))


def test_names_that_collide_and_names_that_are_used_ahead() -> None:
    ops = [test.TestOp(result_types=(i32,)) for _ in range(5)]
    for op, name in zip(ops, ("x", "x", None, "x_1", "y"), strict=True):
        op.results[0].name_hint = name
    users = [test.TestOp(operands=(op.results[0],), result_types=(i32,)) for op in ops]
    assert_same(module(*users, *ops))


def test_names_in_an_operation_with_regions_are_not_of_the_one_before_it() -> None:
    def pair() -> tuple[Operation, Operation]:
        defined = test.TestOp(result_types=(i32,))
        return defined, test.TestOp(operands=defined.results, regions=[Region(Block())])

    assert_same(module(*pair(), *pair()))


@given(st.data())
def test_random_modules(data: st.DataObject) -> None:
    def operations(known: list[SSAValue], depth: int) -> list[Operation]:
        made: list[Operation] = []
        for _ in range(data.draw(st.integers(0, 6))):
            operands = data.draw(st.lists(st.sampled_from(known[-2:]), max_size=1)) if known else []
            inner = [*known]
            has_region = depth > 0 and data.draw(st.booleans())
            op = test.TestOp(
                operands=operands,
                result_types=(i32,) * data.draw(st.integers(0, 1)),
                attributes={"a": i32} if data.draw(st.booleans()) else {},
                regions=[Region(Block(operations(inner, depth - 1)))] if has_region else [],
            )
            made.append(op)
            known.extend(op.results)
        return made

    assert_same(module(*operations([], 2)))


@pytest.mark.parametrize("name", ["a.b", "test.op"])
def test_unregistered_operations(name: str) -> None:
    operation = UnregisteredOp.with_name(name)
    assert_same(module(*(operation.create(result_types=(i32,)) for _ in range(3))))


def test_texts_of_more_lines_keep_their_indentation() -> None:
    text = StringAttr("a\nb")
    inner = test.TestOp(regions=[Region(Block([with_attribute(text), with_attribute(text)]))])
    assert_same(module(with_attribute(text), inner))


NAMES = st.sampled_from(["a", "b_1", "c.d", "$e", "1", "", "two words", 'quo"te', "new\nline"])
ATTRIBUTES = st.recursive(
    st.sampled_from([UnitAttr(), i32, StringAttr("one"), StringAttr("two\nlines")]),
    lambda inner: st.dictionaries(NAMES, inner, max_size=3).map(DictionaryAttr),
    max_leaves=6,
)


@given(st.lists(st.dictionaries(NAMES, ATTRIBUTES, max_size=3), max_size=3))
def test_dictionaries_of_attributes(dictionaries: list[dict[str, Attribute]]) -> None:
    assert_same(module(*(test.TestOp(attributes=one) for one in dictionaries)))
    assert_same(
        module(*(test.TestOp(properties={"prop1": DictionaryAttr(d)}) for d in dictionaries))
    )


def test_an_operation_that_changed_is_printed_anew() -> None:
    op = with_attribute(StringAttr("one"))
    stream = StringIO()
    printer = FastPrinter(stream)
    printer.print_op(op)
    op.attributes["a"] = StringAttr("two")
    printer.print_op(op)
    assert (
        stream.getvalue() == '"test.op"() {a = "one"} : () -> ()"test.op"() {a = "two"} : () -> ()'
    )


def test_messages_stand_under_their_operations() -> None:
    ops = [with_attribute(StringAttr("one")) for _ in range(3)]
    texts: list[str] = []
    for printer in (Printer, FastPrinter):
        diagnostic = Diagnostic()
        diagnostic.add_message(ops[1], "here")
        stream = StringIO()
        printer(stream, diagnostic=diagnostic).print_op(
            module(*(op.clone() if op is not ops[1] else op for op in ops))
        )
        ops[1].detach()
        texts.append(stream.getvalue())
    assert texts[0] == texts[1]
    assert "here" in texts[0]


def test_resources_are_printed_after_the_program() -> None:
    line = '"a.b"() {a = dense_resource<blob> : tensor<1xi32>} : () -> ()\n'
    text = f'{line * 3}\n{{-# dialect_resources: {{builtin: {{blob: "0x0400000001000000"}}}} #-}}'
    assert_same(FastParser(everything(), text).parse_module())


def test_an_error_comes_after_what_was_printed_before_it() -> None:
    class Broken(test.TestOp):
        def print(self, printer: Printer) -> None:
            printer.print_string(" half")
            raise ValueError("broken")

    assert_same(module(with_attribute(StringAttr("one")), Broken()))
