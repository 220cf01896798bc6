"""Operations of PyTorch on the bits of integers, by tensors of one shape and one type."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType

from disc_shape.frontends.torch_arithmetic import Arithmetic, Operation, Scalar, Tensor


@dataclass
class Bits:
    """Each operation takes tensors, numbers, and sizes that are open."""

    torch: ModuleType
    numbers: Arithmetic
    is_inside: bool = False
    """Whether a shift is left to torch-mlir."""

    def bitwise(self, operation: Operation, x: Tensor | Scalar, y: Tensor | Scalar) -> object:
        """An operation on bits of a tensor and a number, in either order."""
        is_first = isinstance(x, self.torch.Tensor)
        like, value = (x, y) if is_first else (y, x)
        number = self.numbers.scalar(value, like)
        like = like.to(number.dtype)
        return operation(like, number) if is_first else operation(number, like)

    def shift(self, operation: Operation, x: Tensor, y: Tensor) -> object:
        """`<<` and `>>`, which end torch-mlir unless both have one shape and one type."""
        if self.is_inside:
            return NotImplemented
        common = result = self.torch.result_type(x, y)
        if not common.is_signed:  # torch-mlir copies the highest bit of bytes, too.
            common = self.torch.int32
        self.is_inside = True
        try:
            shifted: Tensor = operation(*self.torch.broadcast_tensors(x.to(common), y.to(common)))
            return shifted.to(result)
        finally:
            self.is_inside = False

    def right_shift(self, x: Tensor, y: Scalar) -> object:
        """`>>` by a number."""
        return self.torch.bitwise_right_shift(x, self.torch.full_like(x, y))

    def left_shift(self, x: Tensor, y: Scalar) -> object:
        """`<<` by a number."""
        return self.torch.bitwise_left_shift(x, self.torch.full_like(x, y))
