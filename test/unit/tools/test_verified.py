"""What an operation's verifier reads decides whether one look at it is enough."""

from pathlib import Path

import pytest
from fuzz.harness import context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.utils.exceptions import ParseError, VerifyException

from disc_shape.dialects.xdsl_extras import constants
from disc_shape.tools.source import SourceMap, SourceParser
from disc_shape.tools.verified import HAS_PARENT, REFERENCES, VerifiedOperations, is_local
from disc_shape.tools.verifier import InvalidOperation, verify_operations
from disc_shape.traversal import post_order

CASES = Path(__file__).parents[2] / "dialects"
FOLDERS = ("chlo", "disc_shape", "hlo", "shape", "xdsl_extras")
ADDITION = "%{0} = stablehlo.add %a, %a : tensor<?xf32>"


def read(text: str) -> ModuleOp:
    return SourceParser(context(), SourceMap("case", text)).parse_module()


def is_right(op: Operation) -> bool:
    try:
        op.verify_()
    except VerifyException:
        return False
    return True


def is_constant(value: SSAValue) -> bool:
    return isinstance(value.owner, Operation) and constants.is_constant(type(value.owner))


def is_closed(op: Operation) -> bool:
    return VerifiedOperations().key(op) is not None


@pytest.mark.parametrize("folder", FOLDERS)
def test_local_operations_are_right_or_wrong_wherever_they_stand(folder: str) -> None:
    """Alone, and with operands that nothing is known of but their types and constants."""
    seen = 0
    for file in sorted((CASES / folder).rglob("*.mlir")):
        for case in file.read_text().split("// -----"):
            try:
                module = read(case)
            except (ParseError, ValueError, VerifyException):
                continue
            for op in post_order(module):
                local = is_local(type(op)) and REFERENCES.isdisjoint(op.properties)
                local &= not HAS_PARENT[type(op)]  # Alone, they have none.
                if local and (not op.regions or is_closed(op)):
                    unknown = [one for one in op.operands if not is_constant(one)]
                    block = Block(arg_types=[one.type for one in unknown])
                    alone = op.clone(dict(zip(unknown, block.args, strict=True)))
                    assert is_right(alone) == is_right(op), f"{file.name}: {op}"
                    seen += 1
    assert seen > 0


def test_each_kind_of_operation_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "\n".join(ADDITION.format(i) for i in range(5))
    module = read(f"func.func @f(%a: tensor<?xf32>) {{\n{lines}\nreturn\n}}")
    addition = next(op for op in post_order(module) if op.name == "stablehlo.add")
    looked = 0
    verify = type(addition).verify_

    def counted(op: Operation) -> None:
        nonlocal looked
        looked += 1
        verify(op)

    monkeypatch.setattr(type(addition), "verify_", counted)
    verified = VerifiedOperations()
    verify_operations(module, verified)
    verify_operations(module, verified)
    assert looked == 1


def test_another_type_or_attribute_is_another_operation() -> None:
    module = read(f"func.func @f(%a: tensor<?xf32>) {{\n{ADDITION.format(0)}\nreturn\n}}")
    verified = VerifiedOperations()
    verify_operations(module, verified)
    addition = next(op for op in post_order(module) if op.name == "stablehlo.add")
    wrong = read("func.func @f(%a: tensor<3xi32>) {\nreturn\n}").body.block.first_op
    assert wrong is not None
    addition.operands[1] = wrong.regions[0].block.args[0]
    with pytest.raises(InvalidOperation):
        verify_operations(module, verified)


REDUCTION = """
func.func @f(%x: tensor<?xf32>, %z: tensor<f32>) {{
  %0 = "stablehlo.reduce"(%x, %z) <{{dimensions = array<i64: 0>}}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    {0}
  }}) : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  return
}}
"""
ADD = "%1 = stablehlo.add %a, %b : tensor<f32>\n"
RETURN = "stablehlo.return %1 : tensor<f32>"
BODIES = (
    ADD + RETURN,
    "%1 = stablehlo.add %b, %a : tensor<f32>\n" + RETURN,
    "%1 = stablehlo.multiply %a, %b : tensor<f32>\n" + RETURN,
    ADD + "stablehlo.return %a : tensor<f32>",
    ADD + "%2 = stablehlo.negate %1 : tensor<f32>\n" + RETURN,
    "%1 = stablehlo.constant dense<1.0> : tensor<f32>\n" + RETURN,
    "%1 = stablehlo.constant dense<2.0> : tensor<f32>\n" + RETURN,
    '%1 = stablehlo.add %a, %b {name = "s"} : tensor<f32>\n' + RETURN,
    ADD + "stablehlo.return %1, %1 : tensor<f32>, tensor<f32>",
)


def reduction(body: str) -> Operation:
    module = read(REDUCTION.format(body))
    return next(op for op in post_order(module) if op.name == "stablehlo.reduce")


def test_an_operation_with_another_region_is_another_operation() -> None:
    verified = VerifiedOperations()
    keys = [verified.key(reduction(body)) for body in BODIES]
    assert None not in keys
    assert len(set(keys)) == len(BODIES)
    assert [verified.key(reduction(body)) for body in BODIES] == keys


def test_a_region_that_uses_values_from_outside_is_looked_at_each_time() -> None:
    assert not is_closed(reduction("%1 = stablehlo.add %a, %z : tensor<f32>\n" + RETURN))


def test_a_wrong_region_is_found_after_a_right_one() -> None:
    verified = VerifiedOperations()
    verify_operations(read(REDUCTION.format(BODIES[0])), verified)
    with pytest.raises(InvalidOperation):
        verify_operations(read(REDUCTION.format(BODIES[-1])), verified)


def test_a_check_that_calls_nothing_is_looked_at_once() -> None:
    text = """
    func.func @f(%a: tensor<i1>) {
      stablehlo.custom_call @shape_assertion(%a) {has_side_effect = true} : (tensor<i1>) -> ()
      stablehlo.custom_call @g(%a) {called_computations = [@g]} : (tensor<i1>) -> ()
      return
    }
    func.func @g(%a: tensor<i1>) { return }
    """
    calls = [op for op in post_order(read(text)) if op.name == "stablehlo.custom_call"]
    assert [VerifiedOperations().key(op) is not None for op in calls] == [True, False]


def test_a_symbol_is_looked_at_once_unless_it_ends_the_module_or_has_another_parent() -> None:
    module = read("disc_shape.SymbolDim @S0\ndisc_shape.SymbolDim @S1")
    function = read("func.func @f() {\ndisc_shape.SymbolDim @S0\nreturn\n}").body.block.first_op
    first, last = module.body.block.ops
    assert function is not None
    inside = function.regions[0].block.first_op
    assert inside is not None
    verified = VerifiedOperations()
    assert verified.key(last) is None
    assert verified.key(first) is not None
    assert verified.key(first) != verified.key(inside)


def test_operations_that_fold_are_looked_at_once() -> None:
    sizes = "%1 = arith.constant 3 : index\n%2 = arith.muli %1, %1 : index\nreturn"
    module = read(f"func.func @f() {{\n{sizes}\n}}")
    folding = [op for op in post_order(module) if op.name.startswith("arith.")]
    assert [is_closed(op) for op in folding] == [True, True]
