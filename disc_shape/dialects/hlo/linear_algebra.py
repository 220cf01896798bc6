"""Fourier transforms, Cholesky factors and solutions of triangular systems.

StableHLO specification, sections "fft", "cholesky", "triangular_solve".
"""

from typing import ClassVar

from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.attributes import HloEnum, ints
from disc_shape.dialects.hlo.constraints import (
    COMPLEX,
    FLAG,
    FLOAT,
    INTS,
    QUANTIZED,
    attribute,
    element_kind,
    tensor_of,
)
from disc_shape.dialects.hlo.directives import Ints, Word
from disc_shape.dialects.hlo.narrow import complex_part
from disc_shape.dialects.hlo.op import STABLEHLO, PureHloOp
from disc_shape.dialects.hlo.optional_format import OptionalFlag
from disc_shape.dialects.hlo.shapes import (
    Dims,
    agree,
    check_same_element,
    check_same_sizes,
    check_same_type,
    dims,
    element_type,
    rank,
    require,
)
from disc_shape.dialects.hlo.type_formats import CommonType

FLOAT_OR_COMPLEX = tensor_of(FLOAT, COMPLEX)


class FftTypeAttr(HloEnum):
    """The kind of a Fourier transform: forward or inverse, of complex or of real numbers."""

    name = "fft_type"
    CASES = ("FFT", "IFFT", "RFFT", "IRFFT")


class TransposeAttr(HloEnum):
    """Whether `triangular_solve` transposes its matrix, or conjugates and transposes it."""

    name = "transpose"
    CASES = ("TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT")


class FftOp(PureHloOp):
    """Computes the Fourier transform along the last one to three dimensions.

    (c1) there are at most as many lengths as dimensions, (c2) the element types fit the transform,
    (c3) there are 1 to 3 lengths, (c4) the real tensor has the lengths as its last sizes, (c5)
    operand and result have the same other sizes; where one side is real, the last size of the
    complex side is half the length plus one.

    Example:
    ```mlir
    %result = stablehlo.fft %operand, type = RFFT, length = [8] :
      (tensor<?x8xf32>) -> tensor<?x5xcomplex<f32>>
    ```
    """

    name = "fft"
    SHORT_IN: ClassVar = (STABLEHLO,)
    operand = operand_def(FLOAT_OR_COMPLEX)
    fft_type = prop_def(attribute(FftTypeAttr))
    fft_length = prop_def(INTS)
    result = result_def(FLOAT_OR_COMPLEX)
    assembly_format = (
        "$operand `,` `type` `=` custom<Word>($fft_type) `,` `length` `=` "
        "custom<Ints>($fft_length) attr-dict `:` functional-type(operands, results)"
    )
    custom_directives = (Ints, Word)

    def verify_(self) -> None:
        lengths, kind = ints(self.fft_length), self.fft_type.data
        operand, result = dims(self.operand), dims(self.result)
        require(
            1 <= len(lengths) <= 3, f"'{self.name}' has {len(lengths)} lengths, expected 1 to 3"
        )
        require(
            len(lengths) <= len(operand),
            f"'{self.name}' has {len(lengths)} lengths, expected at most the operand's rank "
            f"{len(operand)}",
        )
        self._check_elements(kind)
        if kind == "RFFT":
            self._check_lengths("operand", operand, lengths)
            half = _halved((*operand[:-1], lengths[-1]))
            check_same_sizes(self, "transformed operand and result", half, result)
        elif kind == "IRFFT":
            self._check_lengths("result", result, lengths)
            half = _halved((*result[:-1], lengths[-1]))
            check_same_sizes(self, "operand and transformed result", operand, half)
        else:
            check_same_sizes(self, "operand and result", operand, result)

    def _check_elements(self, kind: str) -> None:
        """(c2)"""
        operand, result = element_type(self.operand), element_type(self.result)
        if kind == "RFFT":
            fits = operand == complex_part(result) and element_kind(operand) == FLOAT
        elif kind == "IRFFT":
            fits = result == complex_part(operand) and element_kind(result) == FLOAT
        else:
            fits = operand == result and element_kind(operand) == COMPLEX
        if not fits:
            raise VerifyException(
                f"element types of '{self.name}' do not fit {kind}: {operand} and {result}"
            )

    def _check_lengths(self, what: str, real: Dims, lengths: tuple[int, ...]) -> None:
        """(c4)"""
        require(
            len(real) >= len(lengths),
            f"'{self.name}' has {len(lengths)} lengths, expected at most the rank {len(real)}",
        )
        first = len(real) - len(lengths)
        for index, length in enumerate(lengths, first):
            require(
                agree(real[index], length),
                f"dimension {index} of '{self.name}' {what} is {real[index]}, "
                f"expected length {length}",
            )


def _halved(sizes: Dims) -> Dims:
    """The sizes of the transform of a real tensor, whose other half is its mirror image."""
    last = sizes[-1]
    return (*sizes[:-1], None if last is None else last // 2 + 1 if last else 0)


class CholeskyOp(PureHloOp):
    """Computes the Cholesky factors of matrices.

    (c1) the types of operand and result agree, (c2) the rank is at least 2, (c3) the matrices are
    square.

    Example:
    ```mlir
    %result = stablehlo.cholesky %a, lower = true : tensor<?x4x4xf32>
    ```
    """

    name = "cholesky"
    SHORT_IN: ClassVar = (STABLEHLO,)
    a = operand_def(tensor_of(FLOAT, COMPLEX, QUANTIZED))
    lower = opt_prop_def(FLAG)
    result = result_def(tensor_of(FLOAT, COMPLEX, QUANTIZED))
    assembly_format = (
        "$a custom<OptionalFlag>($lower) attr-dict `:` "
        "custom<CommonType>(type(operands), type(results))"
    )
    custom_directives = (CommonType, OptionalFlag)

    def verify_(self) -> None:
        check_same_type(self, "operand and result", self.a.type, self.result.type)
        check_square(self, dims(self.a))


def check_square(op: PureHloOp, sizes: Dims) -> None:
    """The last two dimensions exist and have one size."""
    require(len(sizes) >= 2, f"a of '{op.name}' has rank {len(sizes)}, expected at least 2")
    require(
        agree(sizes[-2], sizes[-1]),
        f"dimensions {len(sizes) - 2} and {len(sizes) - 1} of '{op.name}' a differ: "
        f"{sizes[-2]} and {sizes[-1]}",
    )


class TriangularSolveOp(PureHloOp):
    """Solves systems of linear equations with triangular matrices.

    (c1) the element types of a and b agree, (c2) both operands have one rank of at least 2, (c3)
    the batch sizes agree, and b has the matrices' size in its second last dimension when
    `left_side` is set, else in its last one, (c4) the types of b and the result agree. The matrices
    are square and `transpose_a` is valid.

    Example:
    ```mlir
    %result = "stablehlo.triangular_solve"(%a, %b) <{
      left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>,
      unit_diagonal = false
    }> : (tensor<?x4x4xf32>, tensor<?x4x2xf32>) -> tensor<?x4x2xf32>
    ```
    """

    name = "triangular_solve"
    a = operand_def(FLOAT_OR_COMPLEX)
    b = operand_def(FLOAT_OR_COMPLEX)
    left_side = prop_def(FLAG)
    lower = prop_def(FLAG)
    unit_diagonal = prop_def(FLAG)
    transpose_a = prop_def(attribute(TransposeAttr))
    result = result_def(FLOAT_OR_COMPLEX)

    def verify_(self) -> None:
        a, b = dims(self.a), dims(self.b)
        check_same_element(self, "a and b", self.a.type, self.b.type)
        require(
            len(a) == len(b),
            f"ranks of '{self.name}' a and b differ: {rank(self.a)} and {rank(self.b)}",
        )
        check_square(self, a)
        check_same_sizes(self, "batches of a and b", a[:-2], b[:-2])
        side = len(b) - 2 if self.left_side.value.data else len(b) - 1
        require(
            agree(a[-1], b[side]),
            f"dimension {side} of '{self.name}' b is {b[side]}, expected the size of a, {a[-1]}",
        )
        check_same_type(self, "b and result", self.b.type, self.result.type)
        require(
            self.transpose_a.data != "TRANSPOSE_INVALID",
            f"transpose_a of '{self.name}' is TRANSPOSE_INVALID",
        )
