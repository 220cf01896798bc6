"""Convolutions: `convolution`, `dynamic_conv`.

StableHLO specification, sections of the same names.
"""

from dataclasses import replace

from xdsl.irdl import operand_def, opt_prop_def, prop_def, result_def

from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.constraints import (
    ANY_TENSOR,
    FLAGS,
    INT64,
    INT_TENSOR,
    INTS,
    PAIRS,
    TENSOR,
    array_of,
    attribute,
)
from disc_shape.dialects.hlo.contraction import check_precision
from disc_shape.dialects.hlo.conv_numbers import ConvDimensionNumbers, Layout
from disc_shape.dialects.hlo.enums import PrecisionAttr
from disc_shape.dialects.hlo.listed import listed
from disc_shape.dialects.hlo.op import PureHloOp
from disc_shape.dialects.hlo.scales import check_axis, check_multiplied
from disc_shape.dialects.hlo.shapes import (
    Dims,
    agree,
    check_count,
    check_dimensions,
    check_same_element,
    check_same_sizes,
    check_unique,
    dims,
    require,
)
from disc_shape.dialects.hlo.window import Window
from disc_shape.dialects.hlo.window_format import ConvNumbers, ConvWindow


class AnyConvolution(PureHloOp):
    """The constraints that both convolutions share.

    (c1) the operands have one rank, (c2) to (c9) the window has an entry for each spatial dimension
    and its strides and dilations are positive, (c10), (c11), (c15), (c16) groups divide the sizes,
    (c12), (c13), (c17) to (c20) dimension numbers name each dimension once, (c14) the kernel takes
    the features of one group, (c21), (c22) group counts are positive, (c23) at most one group count
    is not 1, (c24) there is a precision for each operand, (c25), (c26) the result has the batch and
    output feature sizes, and the numbers of window positions, (c27) both sides have one element
    type, unless quantized.

    For quantized operands:
    (c28) the right side is quantized, and the left side where the result is, (c29), (c30) scales
    along a dimension are along the output features, (c31) both sides have one storage type, (c32),
    (c34) all have one expressed type, (c33) one scale on the right gives a result with one.
    """

    lhs = operand_def(TENSOR)
    rhs = operand_def(ANY_TENSOR)
    window_strides = opt_prop_def(INTS)
    lhs_dilation = opt_prop_def(INTS)
    rhs_dilation = opt_prop_def(INTS)
    window_reversal = opt_prop_def(FLAGS)
    dimension_numbers = prop_def(attribute(ConvDimensionNumbers))
    feature_group_count = prop_def(INT64)
    batch_group_count = prop_def(INT64)
    precision_config = opt_prop_def(array_of(PrecisionAttr))
    result = result_def(ANY_TENSOR)

    def window(self) -> Window:
        """The window, as far as attributes and the kernel's type say it."""
        kernel = dims(self.rhs)
        spatial = self.dimension_numbers.kernel_spatial_dimensions
        return Window.of(
            tuple(kernel[dimension] for dimension in spatial),
            self.window_strides,
            self.lhs_dilation,
            self.rhs_dilation,
            self.properties.get("padding"),
        )

    def known_window(self) -> Window:
        """The window as far as it is known, for the verifier."""
        return self.window()

    def verify_(self) -> None:
        lhs, rhs, result = dims(self.lhs), dims(self.rhs), dims(self.result)
        check_count(self, "dimensions on the right side", len(rhs), len(lhs))
        check_count(self, "dimensions in the result", len(result), len(lhs))
        numbers = self.dimension_numbers
        if check_multiplied(self, self.lhs, self.rhs, self.result):
            check_axis(self, "right side", self.rhs, numbers.kernel_output_feature_dimension)
            check_axis(self, "result", self.result, numbers.output_feature_dimension)
        else:
            check_same_element(self, "left and right side", self.lhs.type, self.rhs.type)
        for what, layout in zip(("input", "kernel", "output"), numbers.data, strict=True):
            self._check_layout(what, layout, len(lhs))
        window = self.known_window()
        window.check(self, len(lhs) - 2, "lhs_dilation", "rhs_dilation")
        if self.window_reversal is not None:
            reversal = ints(self.window_reversal)
            check_count(self, "window_reversal entries", len(reversal), len(lhs) - 2)
        self._check_groups(lhs, rhs)
        if self.precision_config is not None:
            check_precision(self, len(self.precision_config.data))
        self._check_result(window, lhs, rhs, result)

    def _check_layout(self, what: str, layout: Layout, expected: int) -> None:
        """(c12), (c13), (c17) to (c20)"""
        check_count(self, f"{what} dimensions in dimension_numbers", layout.rank, expected)
        dimensions = (layout.first, layout.second, *layout.spatial)
        check_unique(self, f"{what} dimensions", dimensions)
        check_dimensions(self, f"{what} dimension", dimensions, expected)

    def _check_groups(self, lhs: Dims, rhs: Dims) -> None:
        """(c10), (c11), (c14) to (c16), (c21) to (c23)"""
        numbers = self.dimension_numbers
        features = int_of(self.feature_group_count)
        batches = int_of(self.batch_group_count)
        for what, count in (("feature_group_count", features), ("batch_group_count", batches)):
            require(count > 0, f"{what} of '{self.name}' is {count}, expected at least 1")
        require(
            features == 1 or batches == 1,
            f"'{self.name}' has {features} feature groups and {batches} batch groups, "
            "expected one of them to be 1",
        )
        kernel_output = rhs[numbers.kernel_output_feature_dimension]
        for what, size, count in (
            ("input batch", lhs[numbers.input_batch_dimension], batches),
            ("input feature", lhs[numbers.input_feature_dimension], features),
            ("kernel output feature", kernel_output, batches),
            ("kernel output feature", kernel_output, features),
        ):
            require(
                size is None or size % count == 0,
                f"{what} size {size} of '{self.name}' is not divisible by its {count} groups",
            )
        size = lhs[numbers.input_feature_dimension]
        kernel = rhs[numbers.kernel_input_feature_dimension]
        expected = None if size is None else size // features
        require(
            agree(kernel, expected),
            f"kernel input feature size of '{self.name}' is {kernel}, expected {expected}",
        )

    def _check_result(self, window: Window, lhs: Dims, rhs: Dims, result: Dims) -> None:
        """(c25)"""
        numbers = self.dimension_numbers
        batch = lhs[numbers.input_batch_dimension]
        positions = window.sizes([lhs[index] for index in numbers.input_spatial_dimensions])
        expected: list[int | None] = [None] * len(result)
        if batch is not None:
            expected[numbers.output_batch_dimension] = batch // int_of(self.batch_group_count)
        expected[numbers.output_feature_dimension] = rhs[numbers.kernel_output_feature_dimension]
        for dimension, size in zip(numbers.output_spatial_dimensions, positions, strict=True):
            expected[dimension] = size
        check_same_sizes(self, "convolution and result", tuple(expected), result)


class ConvolutionOp(AnyConvolution):
    """Multiplies each window of lhs with the kernel rhs and sums the products.

    Example:
    ```mlir
    %result = stablehlo.convolution(%lhs, %rhs)
      dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {stride = [2, 2], pad = [[1, 1], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64} :
      (tensor<?x8x8x3xf32>, tensor<4x4x3x16xf32>) -> tensor<?x4x4x16xf32>
    ```
    """

    name = "convolution"
    padding = opt_prop_def(PAIRS)
    assembly_format = (
        "`(` $lhs `,` $rhs `)` `dim_numbers` `=` custom<ConvNumbers>($dimension_numbers) `,` "
        "`window` `=` custom<ConvWindow>($window_strides, $padding, $lhs_dilation, "
        "$rhs_dilation, $window_reversal) attr-dict `:` functional-type(operands, results)"
    )
    custom_directives = (ConvNumbers, ConvWindow)


class DynamicConvOp(AnyConvolution):
    """Computes a `convolution` whose padding is an operand.

    (c4) the padding is a table of two columns, one row for each spatial dimension. MHLO's may also
    list the numbers of all rows.

    Example:
    ```mlir
    %result = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
      batch_group_count = 1 : i64,
      dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
      feature_group_count = 1 : i64
    }> : (tensor<?x8x8x3xf32>, tensor<4x4x3x16xf32>, tensor<2x2xi64>) -> tensor<?x?x?x16xf32>
    ```
    """

    name = "dynamic_conv"
    lhs = operand_def(TENSOR)
    rhs = operand_def(TENSOR)
    padding = operand_def(INT_TENSOR)

    def window(self) -> Window:
        window = super().window()
        return Window(
            window.dimensions, window.strides, window.base_dilations, window.window_dilations, None
        )

    def known_window(self) -> Window:
        padding = listed(self.padding)
        if padding is None:
            return self.window()
        return replace(self.window(), padding=tuple(zip(padding[::2], padding[1::2], strict=True)))

    def verify_(self) -> None:
        rows, padding = len(dims(self.lhs)) - 2, dims(self.padding)
        flat = len(padding) == 1 and self.name == "mhlo.dynamic_conv"
        expected = (2 * rows,) if flat else (rows, 2)
        check_same_sizes(self, "padding and window", padding, expected)
        super().verify_()
