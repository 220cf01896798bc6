"""How values flow through regions and blocks."""

from analysed import Analysed

from disc_shape.analysis.regions import (
    Runs,
    edges_to,
    flow_of,
    incoming_values,
    may_not_run,
    terminator,
    values_inside,
    yielded,
)

IF = """
func.func @main(%c: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = scf.if %c -> (tensor<?xf32>) {
    "test.op"() : () -> ()
    scf.yield %x : tensor<?xf32>
  } else {
    scf.yield %y : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
"""
FOR = """
func.func @main(%n: index, %x: tensor<?xf32>) -> tensor<?xf32> {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %r = scf.for %i = %z to %n step %o iter_args(%a = %x) -> (tensor<?xf32>) {
    %s = stablehlo.tanh %a : tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
"""
WHILE = """
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.while(%i = %z) : tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %n : tensor<i32>
    stablehlo.return %j : tensor<i32>
  }
  return %r : tensor<i32>
}
"""
FORWARDED = """
func.func @main(%n: index) -> index {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %r = scf.while (%i = %z) : (index) -> index {
    %c = arith.cmpi ult, %i, %n : index
    %f = arith.addi %i, %o : index
    scf.condition(%c) %f : index
  } do {
  ^bb0(%g: index):
    scf.yield %g : index
  }
  return %r : index
}
"""
FUSION = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = "mhlo.fusion"(%x) ({
  ^bb0(%a: tensor<?xf32>):
    %t = mhlo.tanh %a : tensor<?xf32>
    mhlo.return %t : tensor<?xf32>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
"""
BLOCKS = """
func.func @main(%c: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  cf.cond_br %c, ^join(%x : tensor<?xf32>), ^other
^other:
  "test.op"() : () -> ()
  cf.br ^join(%y : tensor<?xf32>)
^join(%r: tensor<?xf32>):
  return %r : tensor<?xf32>
}
"""
SWITCH = """
func.func @main(%c: i32, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  cf.switch %c : i32, [
    default: ^join(%x : tensor<?xf32>),
    7: ^join(%y : tensor<?xf32>)
  ]
^join(%r: tensor<?xf32>):
  return %r : tensor<?xf32>
}
"""
ASSUMING = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %w = shape.const_witness true
  %r = shape.assuming %w -> (tensor<?xf32>) {
    "test.op"() : () -> ()
    shape.assuming_yield %x : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
"""


def test_one_of_two_regions_runs() -> None:
    program = Analysed(IF)
    flow = flow_of(program.op("scf.if"))
    assert flow is not None
    assert flow.runs is Runs.ONE_OF
    assert flow.exhaustive
    assert flow.choice is not None
    assert flow.choice.value is program.value("c")
    assert flow.choice.numbers == (1, 0)
    x, y = program.value("x"), program.value("y")
    assert flow.yields == ((x,), (y,))
    assert set(incoming_values(program.value("r"))) == {x, y}


def test_a_loop_carries_values() -> None:
    program = Analysed(FOR)
    flow = flow_of(program.op("scf.for"))
    assert flow is not None
    assert flow.runs is Runs.LOOP
    (carried,) = flow.carried
    assert (carried.init, carried.result) == (program.value("x"), program.value("r"))
    assert carried.arguments == (program.value("a"),)
    assert carried.steps == (program.value("s"),)
    (counter,) = flow.counters
    assert (counter.value, counter.end) == (program.value("i"), program.value("n"))
    for name in "ar":
        assert set(incoming_values(program.value(name))) == {carried.init, *carried.steps}


def test_the_condition_of_a_loop_is_part_of_its_flow() -> None:
    program = Analysed(WHILE)
    flow = flow_of(program.op("stablehlo.while"))
    assert flow is not None
    assert flow.runs is Runs.LOOP
    assert flow.condition is program.value("c")
    assert len(flow.carried[0].arguments) == 2


def test_a_loop_forwards_values_to_its_body_and_its_results() -> None:
    program = Analysed(FORWARDED)
    for name in "rg":
        assert tuple(incoming_values(program.value(name))) == (program.value("f"),)
    assert set(incoming_values(program.value("i"))) == {program.value("z"), program.value("g")}


def test_operands_enter_a_region_that_runs_once() -> None:
    program = Analysed(FUSION)
    flow = flow_of(program.op("mhlo.fusion"))
    assert flow is not None
    assert flow.runs is Runs.ONCE
    assert tuple(incoming_values(program.value("a"))) == (program.value("x"),)
    assert tuple(incoming_values(program.value("r"))) == (program.value("t"),)


def test_the_last_branch_of_a_case_is_for_all_other_numbers() -> None:
    branch = "{ stablehlo.return %x : tensor<?xf32> }"
    program = Analysed(
        "func.func @main(%i: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> {\n"
        f'  %r = "stablehlo.case"(%i) ({branch}, {branch}, {branch})\n'
        "    : (tensor<i32>) -> tensor<?xf32>\n  return %r : tensor<?xf32>\n}"
    )
    flow = flow_of(program.op("stablehlo.case"))
    assert flow is not None
    assert flow.choice is not None
    assert flow.choice.numbers == (0, 1, None)


def test_operations_without_regions_have_no_flow() -> None:
    program = Analysed(WHILE)
    assert flow_of(program.op("stablehlo.add")) is None
    assert tuple(incoming_values(program.value("j"))) == ()
    assert tuple(incoming_values(program.value("n"))) == ()


def test_branches_to_a_block() -> None:
    program = Analysed(BLOCKS)
    join = program.function.body.blocks[2]
    edges = edges_to(join)
    assert edges is not None
    assert [(op.name, values) for op, values in edges] == [
        ("cf.cond_br", (program.value("x"),)),
        ("cf.br", (program.value("y"),)),
    ]
    assert set(incoming_values(program.value("r"))) == {program.value("x"), program.value("y")}
    assert edges_to(program.function.body.blocks[0]) == ()


def test_a_switch_goes_to_one_block_twice() -> None:
    program = Analysed(SWITCH)
    edges = edges_to(program.function.body.blocks[1])
    assert edges is not None
    assert [values for _, values in edges] == [(program.value("x"),), (program.value("y"),)]


def test_terminators_and_what_they_yield() -> None:
    program = Analysed(IF)
    first, _ = program.op("scf.if").regions
    last = terminator(first)
    assert last is not None
    assert last.name == "scf.yield"
    assert yielded(first) == (program.value("x"),)
    assert terminator(Analysed(BLOCKS).function.body) is None


def test_values_inside_are_found_at_any_depth() -> None:
    program = Analysed(FOR)
    names = {value.name_hint for value in values_inside(program.function.body)}
    assert names == set("nxzoria" + "s")


def test_what_may_not_run() -> None:
    for text, expected in ((IF, True), (BLOCKS, True), (ASSUMING, False)):
        program = Analysed(text)
        assert may_not_run(program.op("test.op"), program.function.body) is expected
    program = Analysed(IF)
    assert not may_not_run(program.op("scf.if"), program.function.body)
