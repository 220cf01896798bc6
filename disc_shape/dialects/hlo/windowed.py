"""Operations that apply a function: to windows, to single positions, or to compare elements.

StableHLO specification, sections "reduce_window", "select_and_scatter", "map", "sort".
"""

from xdsl.irdl import (
    SameVariadicOperandSize,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import RecursiveMemoryEffect

from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.constraints import FLAG, INT64, INTS, PAIRS, TENSOR
from disc_shape.dialects.hlo.control_flow import check_predicate
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.reduction import check_initial_values, check_reducer, scalar_of
from disc_shape.dialects.hlo.regions import check_region, returned
from disc_shape.dialects.hlo.shapes import (
    check_count,
    check_same_element,
    check_same_shape,
    check_same_sizes,
    check_same_values,
    dims,
    rank,
    require,
)
from disc_shape.dialects.hlo.window import Window


class ReduceWindowOp(HloOp):
    """Reduces the elements of each window to one, starting from an initial value.

    (c1) there is an input, and an initial value and a result for each, (c2) the inputs' shapes
    agree, (c3) initial values have the inputs' element types, (c4) to (c12) window dimensions,
    strides, dilations and padding have an entry for each dimension, and dimensions, strides and
    dilations are positive, (c13) the body takes and returns scalars of these types, (c14), (c15)
    the results' sizes are the numbers of window positions, (c16) the results have the body's
    element types.

    Example:
    ```mlir
    %result = "stablehlo.reduce_window"(%input, %zero) <{
      window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>
    }> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %max = stablehlo.maximum %x, %y : tensor<f32>
      stablehlo.return %max : tensor<f32>
    }) : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x4xf32>
    ```
    """

    name = "reduce_window"
    inputs = var_operand_def(TENSOR)
    init_values = var_operand_def(TENSOR)
    window_dimensions = prop_def(INTS)
    window_strides = opt_prop_def(INTS)
    base_dilations = opt_prop_def(INTS)
    window_dilations = opt_prop_def(INTS)
    padding = opt_prop_def(PAIRS)
    result = var_result_def(TENSOR)
    body = region_def()
    irdl_options = (SameVariadicOperandSize(),)
    traits = traits_def(RecursiveMemoryEffect())

    def window(self) -> Window:
        """The window, with what is left out filled in."""
        return Window.of(
            ints(self.window_dimensions),
            self.window_strides,
            self.base_dilations,
            self.window_dilations,
            self.padding,
        )

    def verify_(self) -> None:
        require(len(self.inputs) > 0, f"'{self.name}' has no inputs, expected at least 1")
        operand = check_same_shape(self, "inputs", *self.inputs.types)
        check_initial_values(self, self.inputs.types, self.init_values.types)
        check_count(self, "results", len(self.result), len(self.inputs))
        window = self.window()
        window.check(self, len(operand))
        check_reducer(self, self.body, self.inputs.types, self.result_types, self.init_values.types)
        sizes = window.sizes(operand)
        for result in self.result:
            sizes = check_same_sizes(self, "windows and result", sizes, dims(result))


class SelectAndScatterOp(HloOp):
    """Scatters each source element to the operand position that a comparison selects in its window.

    Elements at one position are combined, starting from the initial value.

    (c1) the element types of operand and source agree, (c2) the source's sizes are the numbers of
    window positions, (c3) the initial value has the operand's element type, (c4) to (c8) window
    dimensions, strides and padding have an entry for each dimension, and dimensions and strides are
    positive, (c9) `select` compares two scalars, (c10) `scatter` combines two scalars, (c11), (c12)
    the types of operand and result agree.

    Example:
    ```mlir
    %result = "stablehlo.select_and_scatter"(%operand, %source, %zero) <{
      window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>
    }> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %ge = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %ge : tensor<i1>
    }, {
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %sum = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<?x8xf32>, tensor<?x4xf32>, tensor<f32>) -> tensor<?x8xf32>
    ```
    """

    name = "select_and_scatter"
    operand = operand_def(TENSOR)
    source = operand_def(TENSOR)
    init_value = operand_def(TENSOR)
    window_dimensions = opt_prop_def(INTS)
    window_strides = opt_prop_def(INTS)
    padding = opt_prop_def(PAIRS)
    result = result_def(TENSOR)
    select = region_def()
    scatter = region_def()
    traits = traits_def(RecursiveMemoryEffect())

    def window(self) -> Window:
        """The window, with strides and padding filled in when left out."""
        return Window.of(ints(self.window_dimensions), self.window_strides, padding=self.padding)

    def verify_(self) -> None:
        check_same_element(self, "operand and source", self.operand.type, self.source.type)
        check_initial_values(self, (self.operand.type,), (self.init_value.type,))
        operand = dims(self.operand)
        window = self.window()
        window.check(self, len(operand))
        check_same_sizes(self, "windows and source", window.sizes(operand), dims(self.source))
        element = scalar_of(self.operand.type)
        check_region(self, "select", self.select, (element, element), None)
        check_predicate(self, returned(self, "select", self.select))
        initial = (self.init_value.type,)
        inputs, results = (self.operand.type,), (self.result.type,)
        check_reducer(self, self.scatter, inputs, results, initial, "scatter")
        check_same_shape(self, "operand and result", self.operand.type, self.result.type)


class MapOp(HloOp):
    """Applies a function to the elements of the operands at each position.

    (c1) the shapes of operands and result agree, (c2) there is an operand, (c3) the dimensions are
    all of the operands', in order, (c4) the function takes a scalar for each operand and returns
    one of the result's element type.

    Example:
    ```mlir
    %result = "stablehlo.map"(%lhs, %rhs) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %product = stablehlo.multiply %x, %y : tensor<f32>
      stablehlo.return %product : tensor<f32>
    }) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
    """

    name = "map"
    inputs = var_operand_def(TENSOR)
    dimensions = prop_def(INTS)
    result = result_def(TENSOR)
    computation = region_def()
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        require(len(self.inputs) > 0, f"'{self.name}' has no inputs, expected at least 1")
        check_same_shape(self, "operands and result", *self.operand_types, self.result.type)
        dimensions = ints(self.dimensions)
        require(
            dimensions == tuple(range(rank(self.result))),
            f"dimensions of '{self.name}' are {list(dimensions)}, "
            f"expected {list(range(rank(self.result)))}",
        )
        arguments = [scalar_of(type_) for type_ in self.operand_types]
        results = (scalar_of(self.result.type),)
        check_region(self, "computation", self.computation, arguments, results)


class SortOp(HloOp):
    """Sorts the elements along one dimension with a comparison; several operands are permuted
    alike.

    (c1) there is an operand, (c2) the types of operands and results agree, (c3) the shapes agree,
    (c4) the dimension is in range, negative ones counting from the end, (c5) the comparison takes
    two scalars for each operand and returns a boolean.

    Example:
    ```mlir
    %result = "stablehlo.sort"(%operand) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %less = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
    """

    name = "sort"
    inputs = var_operand_def(TENSOR)
    dimension = opt_prop_def(INT64)
    is_stable = opt_prop_def(FLAG)
    result = var_result_def(TENSOR)
    comparator = region_def()
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        require(len(self.inputs) > 0, f"'{self.name}' has no inputs, expected at least 1")
        check_same_values(self, "operands and results", self.operand_types, self.result_types)
        check_same_shape(self, "operands", *self.operand_types)
        check_same_shape(self, "operands and results", *self.operand_types, *self.result_types)
        count = rank(self.inputs[0])
        dimension = -1 if self.dimension is None else int_of(self.dimension)
        require(
            -count <= dimension < count or count == 0,
            f"dimension {dimension} of '{self.name}' is out of range: "
            f"expected {-count} to {count - 1}",
        )
        arguments = [scalar_of(type_) for type_ in self.operand_types for _ in range(2)]
        check_region(self, "comparator", self.comparator, arguments, None)
        check_predicate(self, returned(self, "comparator", self.comparator))
