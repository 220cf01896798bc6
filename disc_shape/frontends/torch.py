"""
Facts of torch-mlir about sizes: `torch.symbolic_int` and `torch.bind_symbolic_shape`.

Both are promises of PyTorch's exporter, so all facts are assumed. A size that is a symbol by itself
keeps PyTorch's name, unless another symbol has it. The operations are erased after their facts are
read; those on a tensor of torch-mlir without a builtin counterpart stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import OpResult, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineExpr,
    AffineSymExpr,
)

from disc_shape.constraints.builder import ShapeFacts
from disc_shape.dialects.torch import (
    BindSymbolicShapeOp,
    FromBuiltinTensorOp,
    SymbolicIntOp,
    ToBuiltinTensorOp,
)
from disc_shape.frontends.arguments import FACTS
from disc_shape.symbolic import Cond, Expr, Status, ceildiv, compare, const

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def import_torch_facts(module: ModuleOp) -> None:
    """
    Write the facts of all `torch.bind_symbolic_shape` of a module as symbols and predicates, and
    erase these operations.

    Raises `OperationError` where they contradict each other or the facts of the module.
    """
    skip_casts(module)
    binds = [op for op in module.walk() if isinstance(op, BindSymbolicShapeOp)]
    symbols = [op for op in module.walk() if isinstance(op, SymbolicIntOp)]
    if binds:
        TorchFacts(module).take(binds)
    casts = [op for op in module.walk() if isinstance(op, FromBuiltinTensorOp)]
    for op in (*symbols, *casts):
        if op.result.first_use is None:
            op.detach()
            op.erase()


def skip_casts(module: ModuleOp) -> None:
    """
    Use a builtin tensor itself where it is cast to a tensor of torch-mlir and back, as in programs
    whose conversion stopped before its last step, which refuses `torch.symbolic_int`.

        %1 = torch_c.from_builtin_tensor %0 : tensor<?xf32> -> !torch.vtensor<[?],f32>
        torch.bind_symbolic_shape %1, [%s], affine_map<()[s0] -> (s0)> : !torch.vtensor<[?],f32>
        %2 = torch_c.to_builtin_tensor %1 : !torch.vtensor<[?],f32> -> tensor<?xf32>
        return %2
    =>
        torch.bind_symbolic_shape %0, [%s], affine_map<()[s0] -> (s0)> : tensor<?xf32>
        return %0
    """
    for cast in [op for op in module.walk() if isinstance(op, FromBuiltinTensorOp)]:
        for op in [use.operation for use in cast.result.uses]:
            if isinstance(op, ToBuiltinTensorOp) and op.result.type == cast.operand.type:
                op.result.replace_all_uses_with(cast.operand)
                op.detach()
                op.erase()
        binds = [use.operation for use in cast.result.uses]
        if all(isinstance(op, BindSymbolicShapeOp) for op in binds):
            for op in binds:
                op.operands[0] = cast.operand


class TorchFacts:
    """Converts the facts of some operations."""

    def __init__(self, module: ModuleOp) -> None:
        self.facts = ShapeFacts(module)
        self.sizes: dict[SSAValue, Expr] = {}
        """The size that each `torch.symbolic_int` names."""

    def take(self, binds: Iterable[BindSymbolicShapeOp]) -> None:
        """Write the facts and erase the operations."""
        bound = [(op, values) for op in binds if (values := builtin_values(op.operand))]
        for op, _ in bound:
            self.facts.symbols.expected.update(declaration(one).symbol for one in op.shape_symbols)
        for op, values in bound:
            self._name(op, values)
        for op, values in bound:
            self._solve(op, values)
        for op, values in bound:
            self._state(op, values)
        for op, _ in bound:
            op.detach()
            op.erase()
        self.facts.write()

    def _name(self, op: BindSymbolicShapeOp, values: list[SSAValue]) -> None:
        """Call the sizes that are symbols by themselves as PyTorch does."""
        for axis, result in enumerate(op.map.results):
            if not isinstance(result, AffineSymExpr):
                continue
            symbol = op.shape_symbols[result.position]
            for value in values:
                if symbol not in self.sizes:
                    self.sizes[symbol] = self._named(value, axis, symbol)

    def _named(self, value: SSAValue, axis: int, symbol: SSAValue) -> Expr:
        name = declaration(symbol).symbol
        if is_name(name):
            return self.facts.name(value, axis, name)
        return self.facts.size(value, axis)

    def _solve(self, op: BindSymbolicShapeOp, values: list[SSAValue]) -> None:
        """
        Read a symbol that no dimension is by itself off one that is linear in it: where a size is
        `s * 2`, `s` is half of it, and the size is even.
        """
        for axis, result in enumerate(op.map.results):
            position = single_symbol(result)
            symbol = None if position is None else op.shape_symbols[position]
            if symbol is None or symbol in self.sizes:
                continue
            offset, factor = linear_parts(result, len(op.shape_symbols))
            if factor > 0:
                size = self.facts.size(values[0], axis)
                text = f"dimension {axis}, {size}, is {factor}*{declaration(symbol).symbol}"
                text = f"{text} + {offset}" if offset else text
                self._assume(compare("==", (size - offset) % factor, 0), text, op)
                self.sizes[symbol] = (size - offset) // factor

    def _state(self, op: BindSymbolicShapeOp, values: list[SSAValue]) -> None:
        """Assume the expression of each size, and the ranges of its symbols."""
        sizes = [self._size(op, symbol) for symbol in op.shape_symbols]
        for axis, result in enumerate(op.map.results):
            wanted = expression(result, sizes)
            for value in values:
                size = self.facts.size(value, axis)
                text = f"dimension {axis}, {size}, is {wanted}"
                self._assume(compare("==", size, wanted), text, op)

    def _size(self, op: BindSymbolicShapeOp, symbol: SSAValue) -> Expr:
        size = self.sizes.get(symbol)
        if size is None:
            size = self.sizes[symbol] = self.facts.unseen(declaration(symbol).symbol)
        name = declaration(symbol).symbol
        where = "" if str(size) == name else f", where {name} is {size}"
        low, high = declaration(symbol).interval
        if low > 0:
            self._assume(compare(">=", size, low), f"{name} >= {low}{where}", op)
        if high is not None:
            self._assume(compare("<=", size, high), f"{name} <= {high}{where}", op)
        return size

    def _assume(self, condition: Cond, text: str, op: BindSymbolicShapeOp) -> None:
        self.facts.add(condition, Status.ASSUMED, text, op)


def is_name(text: str) -> bool:
    """True for a name that a symbol can have."""
    return IDENTIFIER.fullmatch(text) is not None


def declaration(symbol: SSAValue) -> SymbolicIntOp:
    """The operation that declares a symbol; the verifier makes sure that there is one."""
    owner = symbol.owner
    assert isinstance(owner, SymbolicIntOp)
    return owner


def builtin_values(value: SSAValue) -> list[SSAValue]:
    """The builtin tensors that are this tensor: itself, or the source or results of its casts."""
    if isinstance(value.type, TensorType):
        return [value]
    found: list[SSAValue] = []
    if isinstance(value, OpResult) and isinstance(value.op, FromBuiltinTensorOp):
        found.append(value.op.operand)
    for use in value.uses:
        if isinstance(use.operation, ToBuiltinTensorOp):
            found.append(use.operation.result)
    return [one for one in found if isinstance(one.type, TensorType)]


def single_symbol(expr: AffineExpr) -> int | None:
    """The only symbol of a sum of multiples of symbols, None for anything else."""
    positions = {one.position for one in expr.dfs() if isinstance(one, AffineSymExpr)}
    kinds = {one.kind for one in expr.dfs() if isinstance(one, AffineBinaryOpExpr)}
    if len(positions) != 1 or not kinds <= {AffineBinaryOpKind.Add, AffineBinaryOpKind.Mul}:
        return None
    powers = [
        one
        for one in expr.dfs()
        if isinstance(one, AffineBinaryOpExpr)
        and one.kind is AffineBinaryOpKind.Mul
        and not isinstance(one.rhs, AffineConstantExpr)
    ]
    return None if powers else next(iter(positions))


def linear_parts(expr: AffineExpr, count: int) -> tuple[int, int]:
    """The constant and the factor of an expression that is linear in its only symbol."""
    zero, one = expr.eval([], [0] * count), expr.eval([], [1] * count)
    return zero, one - zero


def expression(expr: AffineExpr, symbols: list[Expr]) -> Expr:
    """An affine expression over symbols as one of the prover's."""
    match expr:
        case AffineConstantExpr(value):
            return const(value)
        case AffineSymExpr(position):
            return symbols[position]
        case AffineBinaryOpExpr(kind, lhs, rhs):
            left, right = expression(lhs, symbols), expression(rhs, symbols)
            match kind:
                case AffineBinaryOpKind.Add:
                    return left + right
                case AffineBinaryOpKind.Mul:
                    return left * right
                case AffineBinaryOpKind.Mod:
                    return left % right
                case AffineBinaryOpKind.FloorDiv:
                    return left // right
                case AffineBinaryOpKind.CeilDiv:
                    return ceildiv(left, right)
        case _:
            raise ValueError(f"no expression over symbols: {expr}")


FACTS.register(import_torch_facts, BindSymbolicShapeOp, SymbolicIntOp, ToBuiltinTensorOp)
