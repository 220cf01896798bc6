"""Batch normalization.

StableHLO specification, sections "batch_norm_grad", "batch_norm_inference", "batch_norm_training".
"""

from collections.abc import Mapping

from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.ir import SSAValue
from xdsl.irdl import operand_def, prop_def, result_def

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.constraints import FLOAT, INT64, QUANTIZED, attribute, tensor_of
from disc_shape.dialects.hlo.op import PureHloOp
from disc_shape.dialects.hlo.shapes import (
    agree,
    check_dimension,
    check_same_element,
    check_same_shape,
    check_same_type,
    dims,
    rank,
    require,
)

FLOATS = tensor_of(FLOAT, QUANTIZED)


class BatchNormOp(PureHloOp):
    """What the three share: a feature dimension, and vectors with a number for each feature."""

    epsilon = prop_def(attribute(FloatAttr))
    feature_index = prop_def(INT64)

    def check_features(self, operand: SSAValue, vectors: Mapping[str, SSAValue]) -> None:
        """The feature dimension is in range, and the vectors have its size and element type."""
        require(
            self.epsilon.type == f32,
            f"epsilon of '{self.name}' has type {self.epsilon.type}, expected f32",
        )
        feature = int_of(self.feature_index)
        check_dimension(self, "feature_index", feature, rank(operand))
        size = dims(operand)[feature]
        for what, vector in vectors.items():
            check_same_element(self, f"operand and {what}", operand.type, vector.type, scales=False)
            found = dims(vector)
            require(
                len(found) == 1,
                f"{what} of '{self.name}' has rank {len(found)}, expected 1",
            )
            require(
                agree(found[0], size),
                f"{what} of '{self.name}' has {found[0]} elements, expected the size of dimension "
                f"{feature}, {size}",
            )


class BatchNormGradOp(BatchNormOp):
    """Computes the gradients of `batch_norm_training`.

    (c1) the feature dimension is in range, (c2) all element types agree, (c3) the shapes of
    operand, grad_output and grad_operand agree, (c4), (c5) the vectors have a number for each
    feature.

    Example:
    ```mlir
    %grad_operand, %grad_scale, %grad_offset =
      "stablehlo.batch_norm_grad"(%operand, %scale, %mean, %variance, %grad_output) <{
        epsilon = 1.000000e-03 : f32, feature_index = 1 : i64
      }> : (tensor<?x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<?x4xf32>)
      -> (tensor<?x4xf32>, tensor<4xf32>, tensor<4xf32>)
    ```
    """

    name = "batch_norm_grad"
    operand = operand_def(FLOATS)
    scale = operand_def(FLOATS)
    mean = operand_def(FLOATS)
    variance = operand_def(FLOATS)
    grad_output = operand_def(FLOATS)
    grad_operand = result_def(FLOATS)
    grad_scale = result_def(FLOATS)
    grad_offset = result_def(FLOATS)

    def verify_(self) -> None:
        whole = (self.operand.type, self.grad_output.type, self.grad_operand.type)
        check_same_element(self, "operand and gradients", *whole, scales=False)
        check_same_shape(self, "operand and gradients", *whole)
        self.check_features(
            self.operand,
            {
                "scale": self.scale,
                "mean": self.mean,
                "variance": self.variance,
                "grad_scale": self.grad_scale,
                "grad_offset": self.grad_offset,
            },
        )


class BatchNormInferenceOp(BatchNormOp):
    """Normalizes the operand with a mean and a variance that are operands.

    (c1) the feature dimension is in range, (c2) all element types agree, (c3) to (c6) the vectors
    have a number for each feature, (c7) the types of operand and result agree.

    Example:
    ```mlir
    %result = "stablehlo.batch_norm_inference"(%operand, %scale, %offset, %mean, %variance) <{
      epsilon = 1.000000e-03 : f32, feature_index = 1 : i64
    }> : (tensor<?x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
      -> tensor<?x4xf32>
    ```
    """

    name = "batch_norm_inference"
    operand = operand_def(FLOATS)
    scale = operand_def(FLOATS)
    offset = operand_def(FLOATS)
    mean = operand_def(FLOATS)
    variance = operand_def(FLOATS)
    result = result_def(FLOATS)

    def verify_(self) -> None:
        check_same_type(self, "operand and result", self.operand.type, self.result.type)
        self.check_features(
            self.operand,
            {
                "scale": self.scale,
                "offset": self.offset,
                "mean": self.mean,
                "variance": self.variance,
            },
        )


class BatchNormTrainingOp(BatchNormOp):
    """Normalizes the operand with its own mean and variance, and returns these as well.

    (c1) the feature dimension is in range, (c2) all element types agree, (c3) to (c6) the vectors
    have a number for each feature, (c7) the types of operand and output agree.

    Example:
    ```mlir
    %output, %mean, %variance = "stablehlo.batch_norm_training"(%operand, %scale, %offset) <{
      epsilon = 1.000000e-03 : f32, feature_index = 1 : i64
    }> : (tensor<?x4xf32>, tensor<4xf32>, tensor<4xf32>)
      -> (tensor<?x4xf32>, tensor<4xf32>, tensor<4xf32>)
    ```
    """

    name = "batch_norm_training"
    operand = operand_def(FLOATS)
    scale = operand_def(FLOATS)
    offset = operand_def(FLOATS)
    output = result_def(FLOATS)
    batch_mean = result_def(FLOATS)
    batch_var = result_def(FLOATS)

    def verify_(self) -> None:
        check_same_type(self, "operand and output", self.operand.type, self.output.type)
        self.check_features(
            self.operand,
            {
                "scale": self.scale,
                "offset": self.offset,
                "batch_mean": self.batch_mean,
                "batch_var": self.batch_var,
            },
        )
