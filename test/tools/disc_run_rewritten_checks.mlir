// RUN: not disc-run %s -p shape-optimization --dims 0.0=2,1.0=2,2.0=3 2>&1 | filecheck %s
// RUN: not disc-run %s -p shape-optimization --entry equal --dims 0.0=2,1.0=3,2.0=2 2>&1 | filecheck %s --check-prefix EQUAL
// RUN: disc-opt %s -p shape-optimization | filecheck %s --check-prefix OPTIMIZED

// A check whose operands are rewritten is reported where the program states it.

// CHECK:      disc_run_rewritten_checks.mlir:21:3: error: 'shape.cstr_broadcastable' does not hold for [2] and [2] and [3]
// EQUAL:      disc_run_rewritten_checks.mlir:35:3: error: 'shape.cstr_eq' does not hold for [2] and [3] and [2]

// OPTIMIZED:      func.func @main
// OPTIMIZED:      shape.cstr_broadcastable %{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}} :
// OPTIMIZED:      func.func @equal
// OPTIMIZED:      shape.cstr_eq %{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}} :
// OPTIMIZED-NOT:  shape.cstr_eq

func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %0 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.shape_of %c : tensor<?xf32> -> tensor<1xindex>
  %3 = shape.broadcast %0, %1 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %3, %2 : tensor<1xindex>, tensor<1xindex>
  %r = shape.assuming %w -> (tensor<?xf32>) {
    %4 = shape.broadcast %3, %2 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    %5 = stablehlo.dynamic_broadcast_in_dim %a, %4, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    shape.assuming_yield %5 : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}

func.func @equal(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>) -> tensor<?xf32> {
  %0 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
  %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
  %2 = shape.shape_of %c : tensor<?xf32> -> tensor<1xindex>
  %w0 = shape.cstr_eq %0, %1 : tensor<1xindex>, tensor<1xindex>
  %w1 = shape.cstr_eq %1, %2 : tensor<1xindex>, tensor<1xindex>
  %w = shape.assuming_all %w0, %w1
  %r = shape.assuming %w -> (tensor<?xf32>) {
    %5 = stablehlo.add %a, %c : tensor<?xf32>
    shape.assuming_yield %5 : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}
