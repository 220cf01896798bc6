"""Final classes of operations: one for each dialect, made of one definition."""

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, TensorType, f32
from xdsl.dialects.func import Func
from xdsl.dialects.test import TestOp as AnyOp
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser
from xdsl.traits import IsTerminator, is_side_effect_free

from disc_shape.dialects import register
from disc_shape.dialects.hlo.binary import AddOp, MulOp
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.control_flow import ReturnOp, WhileOp
from disc_shape.dialects.hlo.factory import dialect, final, twin
from disc_shape.dialects.mhlo import MHLO
from disc_shape.dialects.stablehlo import StableHLO


def parse(text: str) -> Operation:
    context = Context()
    for known in (Builtin, Func):
        context.load_dialect(known)
    register(context)
    return Parser(context, text).parse_module()


def test_both_dialects_derive_from_one_definition() -> None:
    stable, old = final(AddOp, "stablehlo"), final(AddOp, "mhlo")
    assert (stable.name, old.name) == ("stablehlo.add", "mhlo.add")
    assert issubclass(stable, AddOp)
    assert issubclass(old, AddOp)
    assert stable is not old


def test_a_twin_keeps_the_dialect() -> None:
    value = AnyOp(result_types=[TensorType(f32, (2,))]).results[0]
    for prefix in ("stablehlo", "mhlo"):
        add = final(AddOp, prefix).create(operands=[value, value], result_types=[value.type])
        mul = twin(MulOp, add).create(operands=[value, value], result_types=[value.type])
        assert mul.name == f"{prefix}.multiply"
        assert isinstance(mul, MulOp)
        assert mul.lhs is value
        mul.verify()


def test_every_name_belongs_to_its_dialect_and_occurs_once() -> None:
    for made in (StableHLO, MHLO, dialect("chlo")):
        names = [op.name for op in made.operations]
        assert all(name.startswith(f"{made.name}.") for name in names)
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("prefix", ["stablehlo", "mhlo", "chlo"])
def test_every_format_compiles(prefix: str) -> None:
    """Formats are compiled when first needed; here all of them are."""
    for op in dialect(prefix).operations:
        assert issubclass(op, IRDLOperation)
        definition = op.get_irdl_definition()
        if definition.assembly_format is not None:
            FormatProgram.from_str(definition.assembly_format, definition)


def test_effects() -> None:
    module = parse(
        """
        func.func @f(%a: tensor<2xf32>) {
          %0 = stablehlo.add %a, %a : tensor<2xf32>
          stablehlo.custom_call @a(%a) : (tensor<2xf32>) -> ()
          stablehlo.custom_call @b(%a) {has_side_effect = false} : (tensor<2xf32>) -> ()
          %1 = "stablehlo.case"(%i) ({
            stablehlo.custom_call @a(%a) : (tensor<2xf32>) -> ()
            stablehlo.return %a : tensor<2xf32>
          }) : (tensor<i32>) -> tensor<2xf32>
          %2 = "stablehlo.case"(%i) ({
            stablehlo.return %a : tensor<2xf32>
          }) : (tensor<i32>) -> tensor<2xf32>
          func.return
        }
        """.replace("%a: tensor<2xf32>)", "%a: tensor<2xf32>, %i: tensor<i32>)", 1)
    )
    (function,) = module.regions[0].block.ops
    free = [is_side_effect_free(op) for op in function.regions[0].block.ops]
    assert free[:5] == [True, False, True, False, True]


def test_a_barrier_is_not_removed() -> None:
    """Nothing is moved across a barrier that gives no results, nor is it dropped."""
    module = parse("stablehlo.optimization_barrier()")
    (barrier,) = module.regions[0].block.ops
    assert not is_side_effect_free(barrier)


def test_return_ends_regions_of_all_operations() -> None:
    assert final(ReturnOp, "mhlo").has_trait(IsTerminator)
    assert not final(WhileOp, "mhlo").has_trait(IsTerminator)


def test_targets_of_custom_calls() -> None:
    module = parse('stablehlo.custom_call @"a b"() : () -> ()')
    (call,) = module.regions[0].block.ops
    assert isinstance(call, CustomCallOp)
    assert call.target == "a b"
