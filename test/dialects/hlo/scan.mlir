// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Functions run along a dimension.

// CHECK: func.func @mhlo(%a: tensor<4x?xf32>, %c: tensor<?xf32>) {
func.func @mhlo(%a: tensor<4x?xf32>, %c: tensor<?xf32>) {
  // CHECK-NEXT: %0, %1 = mhlo.scan(%a) inits (%c) dimension=0 {
  %0, %1 = mhlo.scan(%a) inits (%c) dimension=0 {
  // CHECK-NEXT: ^bb0(%x: tensor<?xf32>, %y: tensor<?xf32>):
  ^bb0(%x: tensor<?xf32>, %y: tensor<?xf32>):
    // CHECK-NEXT: %q = mhlo.add %x, %y : tensor<?xf32>
    %q = mhlo.add %x, %y : tensor<?xf32>
    // CHECK-NEXT: mhlo.return %q, %q : tensor<?xf32>, tensor<?xf32>
    mhlo.return %q, %q : tensor<?xf32>, tensor<?xf32>
  // CHECK-NEXT: } : (tensor<4x?xf32>, tensor<?xf32>) -> (tensor<4x?xf32>, tensor<?xf32>)
  } : (tensor<4x?xf32>, tensor<?xf32>) -> (tensor<4x?xf32>, tensor<?xf32>)
  // CHECK-NEXT: %2 = mhlo.scan(%a) inits () dimension=1 attributes {is_reverse = true, note} {
  %2 = mhlo.scan(%a) inits () dimension=1 attributes {is_reverse = true, note} {
  // CHECK-NEXT: ^bb0(%x_1: tensor<4xf32>):
  ^bb0(%x_1: tensor<4xf32>):
    // CHECK-NEXT: mhlo.return %x_1 : tensor<4xf32>
    mhlo.return %x_1 : tensor<4xf32>
  // CHECK-NEXT: } : (tensor<4x?xf32>) -> tensor<4x?xf32>
  } : (tensor<4x?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @chlo(%a: tensor<4x?xf32>, %b: tensor<4xi32>, %c: tensor<?xf32>) {
func.func @chlo(%a: tensor<4x?xf32>, %b: tensor<4xi32>, %c: tensor<?xf32>) {
  // CHECK-NEXT: %0, %1, %2 = chlo.scan(%a, %b) inits (%c) dimension=0 attributes {scan_dim_size = 4 : i64, is_reverse = false, is_associative = true} {
  %0, %1, %2 = chlo.scan(%a, %b) inits (%c) dimension=0 attributes {scan_dim_size = 4 : i64, is_reverse = false, is_associative = true} {
  // CHECK-NEXT: ^bb0(%x: tensor<?xf32>, %n: tensor<i32>, %y: tensor<?xf32>):
  ^bb0(%x: tensor<?xf32>, %n: tensor<i32>, %y: tensor<?xf32>):
    // CHECK-NEXT: %q = stablehlo.add %x, %y : tensor<?xf32>
    %q = stablehlo.add %x, %y : tensor<?xf32>
    // CHECK-NEXT: stablehlo.return %n, %q, %q : tensor<i32>, tensor<?xf32>, tensor<?xf32>
    stablehlo.return %n, %q, %q : tensor<i32>, tensor<?xf32>, tensor<?xf32>
  // CHECK-NEXT: } : (tensor<4x?xf32>, tensor<4xi32>, tensor<?xf32>) -> (tensor<4xi32>, tensor<4x?xf32>, tensor<?xf32>)
  } : (tensor<4x?xf32>, tensor<4xi32>, tensor<?xf32>) -> (tensor<4xi32>, tensor<4x?xf32>, tensor<?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
