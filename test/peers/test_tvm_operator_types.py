"""The types of operators are at least as precise as those of TVM's normalizer."""

import warnings
from collections import Counter
from itertools import product

import tvm
from peers.tvm_operator_calls import SYMBOLS, Calls
from tvm import relax

from disc_shape.constraints.types import set_type
from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.dialects.relax.types import INFER, type_of
from disc_shape.frontends.relax import from_tvm
from disc_shape.relax.derivation import Derivation
from disc_shape.symbolic import Prover, Truth
from disc_shape.typesystem.judgements import subtype
from disc_shape.typesystem.types import TensorType, Type, leaves

SIZES = [dict(zip("nmk", sizes, strict=True)) for sizes in product(range(1, 5), repeat=3)]
SEEDS = range(600)
OURS_REFUSES = {
    "relax.topk": "more elements are asked for than there are",
    "relax.cumsum": "a scalar has no axis",
    "relax.cumprod": "a scalar has no axis",
}
"""The operators that TVM types though no run can accept their operands."""


def typed_by_tvm(call: object, variables: list[object]) -> tuple[object, str | None]:
    """A module of one call as TVM types it; where TVM refuses it, one without a type, and why."""
    shape = relax.Var("shape", relax.ShapeType(SYMBOLS))
    builder, reason = relax.BlockBuilder(), None
    try:
        with builder.function("main", [*variables, shape]):
            builder.emit_func_output(builder.emit(call))
        return builder.get(), reason
    except Exception as error:  # Its errors are of many classes.
        reason = str(error)
    block = relax.BindingBlock([relax.VarBinding(relax.Var("found"), call)])
    body = relax.SeqExpr([block], relax.Tuple([]))
    function = relax.Function([*variables, shape], body, relax.TupleType([]))
    return tvm.IRModule({"main": function.with_attr("global_symbol", "main")}), reason


def typed_by_us(module: object) -> tuple[OperatorOp, Type | None, Type | str]:
    """The operation, the type that TVM has written, and ours or the error."""
    found = from_tvm(module)
    op = next(one for one in reversed(list(found.walk())) if isinstance(one, OperatorOp))
    written = type_of(op.result.type)
    for one in found.walk():
        if one is op or one.name == "relax.bind":
            set_type(one.results[0], INFER)
        if one.name == "relax.func":
            one.properties.pop("result_type", None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        errors = Derivation(found, writes=True).run()
    derived = type_of(op.result.type)
    return op, written, str(errors[0]) if errors or derived is None else derived


def runs(op: OperatorOp, sizes: dict[str, int]) -> bool:
    """Whether the dimensions that a product contracts are equal."""
    if op.name != "relax.matmul":
        return True
    one, other = (type_of(operand.type).shape.dims for operand in op.operands)
    if one is None or other is None or None in (one[-1], other[-2:][0]):
        return True
    return one[-1].evaluate(sizes) == other[-2:][0].evaluate(sizes)


def agree(op: OperatorOp, ours: Type, theirs: Type) -> bool:
    """
    Whether tensors have the sizes that TVM says in each run of an operation, and none where it says
    fewer than none.
    """
    pairs = list(zip(leaves(ours), leaves(theirs), strict=True))
    for one, other in pairs:
        if one == other:
            continue
        if not isinstance(one, TensorType) or not isinstance(other, TensorType):
            return False
        found, said = one.shape.exact, other.shape.exact
        if found is None or said is None or one.element != other.element:
            return False
        for sizes in SIZES:
            if runs(op, sizes) and any(
                a.evaluate(sizes) != max(b.evaluate(sizes), 0) for a, b in zip(found, said)
            ):
                return False
    return True


def verdict(seed: int) -> str:
    """How the two types of one call compare; empty where ours is worse."""
    calls = Calls(seed)
    try:
        call = calls.make()
    except tvm.error.InternalError:
        return "no call"
    module, reason = typed_by_tvm(call, calls.variables)
    op, written, found = typed_by_us(module)
    if isinstance(found, str):
        if reason is None and op.name not in OURS_REFUSES:
            return ""
        return "both refuse" if reason is not None else "TVM accepts what no run can"
    if reason is not None:
        unranked = any(
            isinstance(one.ty, relax.TensorType) and one.ty.ndim == -1 for one in calls.variables
        )
        return "TVM wants a rank" if unranked else ""
    if written is None:
        return "TVM has no type"
    if subtype(found, written, Prover()) is Truth.YES:
        same = subtype(written, found, Prover()) is Truth.YES
        return "equal" if same else "more precise"
    return "TVM says a negative size" if agree(op, found, written) else ""


def test_operators_are_typed_at_least_as_precisely() -> None:
    verdicts = {seed: verdict(seed) for seed in SEEDS}
    assert [seed for seed, found in verdicts.items() if not found] == []
    counts = Counter(verdicts.values())
    assert counts["equal"] >= 400
    assert counts["more precise"] >= 20
    assert counts["both refuse"] >= 10
