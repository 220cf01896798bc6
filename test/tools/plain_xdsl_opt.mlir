// RUN: xdsl-opt %s -p shape-optimization | filecheck %s
// RUN: xdsl-opt %s -p shape-optimization | xdsl-opt | filecheck %s

// xDSL's own driver finds our dialects and passes, with MLIR's `shape`, as torch-mlir writes it.

// CHECK-LABEL: func.func @main(%x: tensor<?x4xf32, [@S0, @C4]>, %b: tensor<4xf32>) -> tensor<?x4xf32, [@S0, @C4]>
// CHECK-NOT: shape.assuming
// CHECK: mhlo.add %x, %{{.*}} : tensor<?x4xf32, [@S0, @C4]>
// CHECK: disc_shape.SymbolDim @S0
func.func @main(%x: tensor<?x4xf32>, %b: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>
  %1 = shape.shape_of %b : tensor<4xf32> -> tensor<1xindex>
  %2 = shape.cstr_broadcastable %0, %1 : tensor<2xindex>, tensor<1xindex>
  %3 = shape.assuming %2 -> (tensor<?x4xf32>) {
    %4 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
    %5 = "mhlo.dynamic_broadcast_in_dim"(%x, %4) <{broadcast_dimensions = dense<[0, 1]> : tensor<2xi64>}> : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
    %6 = "mhlo.dynamic_broadcast_in_dim"(%b, %4) <{broadcast_dimensions = dense<1> : tensor<1xi64>}> : (tensor<4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
    %7 = mhlo.add %5, %6 : tensor<?x4xf32>
    shape.assuming_yield %7 : tensor<?x4xf32>
  }
  return %3 : tensor<?x4xf32>
}
