"""Constraints of custom calls whose targets JAX exports for operations of dynamic sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import (
    IndexType,
    IntegerType,
    SymbolRefAttr,
    TensorType,
    UnrankedTensorType,
    i1,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute
from xdsl.traits import SymbolTable
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.shapes import (
    agree,
    check_same_element,
    check_same_sizes,
    dims,
    element_type,
    is_tensor,
    rank,
    require,
)

WINDOW = ("sizes", "strides", "base dilations", "dilations", "padding")
"""The operands that describe the window of a reduction."""


def check_target(op: HloOp, target: str, called: Sequence[SymbolRefAttr]) -> None:
    """A call of a known target has the operands, results and functions of that."""
    if target in TARGETS and all(map(is_known, (*op.operand_types, *op.result_types))):
        TARGETS[target](op, target, called)


def is_known(type_: Attribute) -> bool:
    """False for a tensor of unknown rank."""
    return not isinstance(type_, UnrankedTensorType)


def check_numbers(target: str, what: str, found: int, expected: int) -> None:
    """There are as many operands or results as a target has."""
    require(found == expected, f"@{target} has {found} {what}, expected {expected}")


def check_tensors(op: HloOp, target: str) -> None:
    """All operands and results are tensors."""
    for type_ in (*op.operand_types, *op.result_types):
        require(is_tensor(type_), f"@{target} has a value of type {type_}, expected tensors")


def check_list(target: str, what: str, type_: Attribute, *sizes: int) -> None:
    """An operand is a tensor of integers of some sizes."""
    tensor = as_tensor(type_)
    fits = tensor is not None and isinstance(tensor.element_type, IntegerType | IndexType)
    if fits:
        found = dims(type_)
        fits = len(found) == len(sizes) and all(map(agree, found, sizes))
    shape = "x".join(f"{size}" for size in sizes)
    require(fits, f"{what} of @{target} is {type_}, expected integers of shape [{shape}]")


def check_called(
    op: HloOp,
    target: str,
    called: Sequence[SymbolRefAttr],
    arguments: Sequence[Attribute],
    results: Sequence[Attribute],
) -> None:
    """One function is called, which takes and returns scalars of these element types."""
    check_numbers(target, "called computations", len(called), 1)
    try:
        function = SymbolTable.lookup_symbol(op, called[0])
    except ValueError:
        return  # not in a module yet
    name = called[0].string_value()
    if not isinstance(function, FuncOp):
        raise VerifyException(f"@{name}, which @{target} calls, is not a function")
    type_ = function.function_type
    for what, found, expected in (
        ("argument", type_.inputs, arguments),
        ("result", type_.outputs, results),
    ):
        check_numbers(f"{name}, which @{target} calls,", f"{what}s", len(found), len(expected))
        for index, (given, element) in enumerate(zip(found, expected, strict=True)):
            require(
                is_tensor(given) and rank(given) == 0 and element_type(given) == element,
                f"{what} {index} of @{name}, which @{target} calls, is {given}, "
                f"expected {TensorType(element, [])}",
            )


def elements(op: HloOp) -> list[Attribute]:
    """The element types of the inputs, one for each result."""
    return [element_type(type_) for type_ in op.operand_types[: len(op.results)]]


def check_initial_values(op: HloOp, target: str) -> None:
    """The operands begin with an input and then an initial value for each result, of its type."""
    count = len(op.results)
    for index in range(count):
        operand, initial = op.operand_types[index], op.operand_types[count + index]
        check_same_element(op, f"input {index} and initial value", operand, initial)
        check_same_element(op, f"input {index} and result", operand, op.result_types[index])
        require(
            rank(initial) == 0,
            f"initial value {index} of @{target} has rank {rank(initial)}, expected 0",
        )


def dynamic_reduce_window(op: HloOp, target: str, called: Sequence[SymbolRefAttr]) -> None:
    """Inputs and initial values, one for each result, then the window; one function."""
    check_tensors(op, target)
    count = len(op.results)
    require(count > 0, f"@{target} has 0 results, expected 1 or more")
    check_numbers(target, "operands", len(op.operands), 2 * count + len(WINDOW))
    check_initial_values(op, target)
    for index in range(count):
        ranks = rank(op.operand_types[index]), rank(op.result_types[index])
        require(
            ranks[0] == ranks[1],
            f"ranks of @{target} input and result {index} differ: {ranks[0]} and {ranks[1]}",
        )
    length = rank(op.operand_types[0])
    for name, type_ in zip(WINDOW, op.operand_types[2 * count :], strict=True):
        check_list(target, name, type_, *((length, 2) if name == "padding" else (length,)))
    check_called(op, target, called, elements(op) * 2, elements(op))


def dynamic_rng_bit_generator(op: HloOp, target: str, called: Sequence[SymbolRefAttr]) -> None:
    """A state and a shape; the next state and bits of that shape."""
    check_numbers(target, "operands", len(op.operands), 2)
    check_numbers(target, "results", len(op.results), 2)
    check_tensors(op, target)
    state, shape = op.operand_types
    after, bits = op.result_types
    check_same_element(op, "states", state, after)
    check_same_sizes(op, "states", dims(state), dims(after))
    check_list(target, "shape", shape, rank(bits))


def check_k(target: str, type_: Attribute) -> None:
    """The number of elements to take is an integer of rank 0."""
    check_list(target, "k", type_)


def dynamic_top_k(op: HloOp, target: str, called: Sequence[SymbolRefAttr]) -> None:
    """An operand with a dimension, and k; the greatest elements and their indices."""
    check_numbers(target, "operands", len(op.operands), 2)
    check_numbers(target, "results", len(op.results), 2)
    check_tensors(op, target)
    operand, k = op.operand_types
    values, indices = op.result_types
    require(rank(operand) > 0, f"operand of @{target} has rank 0, expected 1 or more")
    check_k(target, k)
    check_same_element(op, "operand and values", operand, values)
    found = element_type(indices)
    require(isinstance(found, IntegerType), f"indices of @{target} are {found}, expected integers")
    for what, type_ in (("values", values), ("indices", indices)):
        check_same_sizes(
            op, f"operand and {what}", (*dims(operand)[:-1], None), (*dims(type_)[:-1], None)
        )


def dynamic_approx_top_k(op: HloOp, target: str, called: Sequence[SymbolRefAttr]) -> None:
    """Operands and initial values, one for each result, then k; one function."""
    check_tensors(op, target)
    count = len(op.results)
    require(
        len(op.operands) > 2 * count,
        f"@{target} has {len(op.operands)} operands, expected {2 * count + 1} or more",
    )
    check_initial_values(op, target)
    check_k(target, op.operand_types[2 * count])
    compared = [element for element in elements(op) for _ in range(2)]
    check_called(op, target, called, compared, [i1])


TARGETS: dict[str, Callable[[HloOp, str, Sequence[SymbolRefAttr]], None]] = {
    "stablehlo.dynamic_reduce_window": dynamic_reduce_window,
    "stablehlo.dynamic_rng_bit_generator": dynamic_rng_bit_generator,
    "stablehlo.dynamic_top_k": dynamic_top_k,
    "stablehlo.dynamic_approx_top_k": dynamic_approx_top_k,
}
"""The constraints of each target."""
