// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Loops, branches and barriers.

// CHECK: func.func @control(%a: tensor<?x4xf32>, %n: tensor<i32>, %p: tensor<i1>) {
func.func @control(%a: tensor<?x4xf32>, %n: tensor<i32>, %p: tensor<i1>) {
  // CHECK-NEXT: %0, %1 = stablehlo.while(%i = %n, %v = %a) : tensor<i32>, tensor<?x4xf32>
  %0, %1 = stablehlo.while(%i = %n, %v = %a) : tensor<i32>, tensor<?x4xf32>
  // CHECK-NEXT: cond {
  cond {
    // CHECK-NEXT: %2 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    // CHECK-NEXT: stablehlo.return %2 : tensor<i1>
    stablehlo.return %2 : tensor<i1>
  // CHECK-NEXT: } do {
  } do {
    // CHECK-NEXT: %3 = stablehlo.add %v, %v : tensor<?x4xf32>
    %3 = stablehlo.add %v, %v : tensor<?x4xf32>
    // CHECK-NEXT: stablehlo.return %i, %3 : tensor<i32>, tensor<?x4xf32>
    stablehlo.return %i, %3 : tensor<i32>, tensor<?x4xf32>
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: stablehlo.while() attributes {note}
  stablehlo.while() attributes {note}
  // CHECK-NEXT: cond {
  cond {
    // CHECK-NEXT: stablehlo.return %p : tensor<i1>
    stablehlo.return %p : tensor<i1>
  // CHECK-NEXT: } do {
  } do {
    // CHECK-NEXT: stablehlo.return
    stablehlo.return
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %4 = "stablehlo.if"(%p) ({
  %4 = "stablehlo.if"(%p) ({
    // CHECK-NEXT: stablehlo.return %a : tensor<?x4xf32>
    stablehlo.return %a : tensor<?x4xf32>
  // CHECK-NEXT: }, {
  }, {
    // CHECK-NEXT: %5 = stablehlo.negate %a : tensor<?x4xf32>
    %5 = stablehlo.negate %a : tensor<?x4xf32>
    // CHECK-NEXT: stablehlo.return %5 : tensor<?x4xf32>
    stablehlo.return %5 : tensor<?x4xf32>
  // CHECK-NEXT: }) : (tensor<i1>) -> tensor<?x4xf32>
  }) : (tensor<i1>) -> tensor<?x4xf32>
  // CHECK-NEXT: %6 = "stablehlo.case"(%n) ({
  %6 = "stablehlo.case"(%n) ({
    // CHECK-NEXT: stablehlo.return %a : tensor<?x4xf32>
    stablehlo.return %a : tensor<?x4xf32>
  // CHECK-NEXT: }, {
  }, {
    // CHECK-NEXT: stablehlo.return %a : tensor<?x4xf32>
    stablehlo.return %a : tensor<?x4xf32>
  // CHECK-NEXT: }, {
  }, {
    // CHECK-NEXT: stablehlo.return %a : tensor<?x4xf32>
    stablehlo.return %a : tensor<?x4xf32>
  // CHECK-NEXT: }) : (tensor<i32>) -> tensor<?x4xf32>
  }) : (tensor<i32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %7, %8 = stablehlo.optimization_barrier %a, %n : tensor<?x4xf32>, tensor<i32>
  %7, %8 = stablehlo.optimization_barrier %a, %n : tensor<?x4xf32>, tensor<i32>
  // CHECK-NEXT: stablehlo.optimization_barrier()
  stablehlo.optimization_barrier()
  // CHECK-NEXT: %9, %10 = mhlo.while(%i_1 = %n, %v_1 = %a) : tensor<i32>, tensor<?x4xf32>
  %9, %10 = mhlo.while(%i_1 = %n, %v_1 = %a) : tensor<i32>, tensor<?x4xf32>
  // CHECK-NEXT: cond {
  cond {
    // CHECK-NEXT: %11 = mhlo.compare LT, %i_1, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %11 = mhlo.compare LT, %i_1, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    // CHECK-NEXT: mhlo.return %11 : tensor<i1>
    mhlo.return %11 : tensor<i1>
  // CHECK-NEXT: } do {
  } do {
    // CHECK-NEXT: mhlo.return %i_1, %v_1 : tensor<i32>, tensor<?x4xf32>
    mhlo.return %i_1, %v_1 : tensor<i32>, tensor<?x4xf32>
  // CHECK-NEXT: }
  }
  // CHECK-NEXT: %12, %13 = mhlo.optimization_barrier %a, %n : tensor<?x4xf32>, tensor<i32>
  %12, %13 = mhlo.optimization_barrier %a, %n : tensor<?x4xf32>, tensor<i32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
