// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s

// Values in wrappers: the sizes inside are the sizes that come out.

// CHECK-LABEL: func.func @ranked(%x: tensor<?x4xf32, [@S0, @C4]>) -> tensor<?x4xf32, [@S0, @C4]>
// CHECK-NEXT:    unrealized_conversion_cast %x : tensor<?x4xf32, [@S0, @C4]> to tensor<?x4xf32, [@S0, @C4]>
func.func @ranked(%x: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %0 = builtin.unrealized_conversion_cast %x : tensor<?x4xf32> to tensor<?x?xf32>
  %1 = stablehlo.tanh %0 : tensor<?x?xf32>
  func.return %1 : tensor<?x?xf32>
}

// -----

// Sizes 0 and 1 are static sizes like others.

// CHECK-LABEL: func.func @small({{.*}}) -> tensor<0x1xf32>
func.func @small(%x: tensor<0x1xf32>) -> tensor<?x?xf32> {
  %0 = builtin.unrealized_conversion_cast %x : tensor<0x1xf32> to tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}

// -----

// Through a type of unknown rank.

// CHECK-LABEL: func.func @unranked(
// CHECK-SAME:    -> (tensor<?x4xf32, [@S0, @C4]>, tensor<?x4xf32, [@S0, @C4]>)
func.func @unranked(%x: tensor<?x4xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = builtin.unrealized_conversion_cast %x : tensor<?x4xf32> to tensor<*xf32>
  %1 = builtin.unrealized_conversion_cast %0 : tensor<*xf32> to tensor<?x?xf32>
  %2 = tensor.cast %x : tensor<?x4xf32> to tensor<*xf32>
  %3 = tensor.cast %2 : tensor<*xf32> to tensor<?x?xf32>
  func.return %1, %3 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// Integers and shapes.

// CHECK:       builtin.module {
// CHECK-LABEL: func.func @sizes(
// CHECK-SAME:    -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>)
func.func @sizes(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = builtin.unrealized_conversion_cast %d : index to i64
  %1 = tensor.from_elements %0 : tensor<1xi64>
  %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %3 = shape.shape_of %x : tensor<?xf32> -> !shape.shape
  %4 = builtin.unrealized_conversion_cast %3 : !shape.shape to tensor<1xindex>
  %5 = stablehlo.dynamic_iota %4, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  func.return %2, %5 : tensor<?xf32>, tensor<?xf32>
}
