// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Operations that only MHLO has.

// CHECK: func.func @f(%a: tensor<4x?xf32>, %c: tensor<complex<f64>>, %i: tensor<?xi64>, %r: tensor<4x?xui32>, %x: tensor<?xindex>, %t: !mhlo.token) {
func.func @f(%a: tensor<4x?xf32>, %c: tensor<complex<f64>>, %i: tensor<?xi64>, %r: tensor<4x?xui32>, %x: tensor<?xindex>, %t: !mhlo.token) {
  // CHECK-NEXT: %0 = mhlo.acos %a : tensor<4x?xf32>
  %0 = mhlo.acos %a : tensor<4x?xf32>
  // CHECK-NEXT: %1 = mhlo.acosh %c : tensor<complex<f64>>
  %1 = mhlo.acosh %c : tensor<complex<f64>>
  // CHECK-NEXT: %2 = mhlo.asin %a : tensor<4x?xf32>
  %2 = mhlo.asin %a : tensor<4x?xf32>
  // CHECK-NEXT: %3 = mhlo.asinh %a : tensor<4x?xf32>
  %3 = mhlo.asinh %a : tensor<4x?xf32>
  // CHECK-NEXT: %4 = mhlo.atanh %a : tensor<4x?xf32>
  %4 = mhlo.atanh %a : tensor<4x?xf32>
  // CHECK-NEXT: %5 = mhlo.cosh %a : tensor<4x?xf32>
  %5 = mhlo.cosh %a : tensor<4x?xf32>
  // CHECK-NEXT: %6 = mhlo.sinh %c : tensor<complex<f64>>
  %6 = mhlo.sinh %c : tensor<complex<f64>>
  // CHECK-NEXT: %7 = mhlo.erf %a : tensor<4x?xf32>
  %7 = mhlo.erf %a : tensor<4x?xf32>
  // CHECK-NEXT: %8 = mhlo.mulhi %i, %i : tensor<?xi64>
  %8 = mhlo.mulhi %i, %i : tensor<?xi64>
  // CHECK-NEXT: %9 = mhlo.copy %a : tensor<4x?xf32>
  %9 = mhlo.copy %a : tensor<4x?xf32>
  // CHECK-NEXT: %10 = mhlo.copy %a {cross_program_prefetch_index = 1 : i32} : tensor<4x?xf32>
  %10 = mhlo.copy %a {cross_program_prefetch_index = 1 : i32} : tensor<4x?xf32>
  // CHECK-NEXT: %11 = mhlo.bitcast %a : (tensor<4x?xf32>) -> tensor<?xi32>
  %11 = mhlo.bitcast %a : (tensor<4x?xf32>) -> tensor<?xi32>
  // CHECK-NEXT: %12 = "mhlo.domain"(%a) <{kind = #mhlo<kind sharding>, entry_metadata = "a", exit_metadata = "b"}> : (tensor<4x?xf32>) -> tensor<4x?xf32>
  %12 = "mhlo.domain"(%a) <{kind = #mhlo<kind sharding>, entry_metadata = "a", exit_metadata = "b"}> : (tensor<4x?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %13, %14 = "mhlo.fusion"(%a) <{fusion_kind = #mhlo<fusion_kind kLoop>, output_operand_aliases = [#mhlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]}> ({
  %13, %14 = "mhlo.fusion"(%a) <{fusion_kind = #mhlo<fusion_kind kLoop>, output_operand_aliases = [#mhlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]}> ({
  // CHECK-NEXT: ^bb0(%y: tensor<4x?xf32>):
  ^bb0(%y: tensor<4x?xf32>):
    // CHECK-NEXT: mhlo.return %y, %y : tensor<4x?xf32>, tensor<4x?xf32>
    mhlo.return %y, %y : tensor<4x?xf32>, tensor<4x?xf32>
  // CHECK-NEXT: }) : (tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xf32>)
  }) : (tensor<4x?xf32>) -> (tensor<4x?xf32>, tensor<4x?xf32>)
  // CHECK-NEXT: %15, %16 = mhlo.minimum_broadcast_shapes %x, %x : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>, tensor<?xindex>
  %15, %16 = mhlo.minimum_broadcast_shapes %x, %x : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>, tensor<?xindex>
  // CHECK-NEXT: %17 = "mhlo.stochastic_convert"(%a, %r) : (tensor<4x?xf32>, tensor<4x?xui32>) -> tensor<4x?xi8>
  %17 = "mhlo.stochastic_convert"(%a, %r) : (tensor<4x?xf32>, tensor<4x?xui32>) -> tensor<4x?xi8>
  // CHECK-NEXT: %18, %19 = mhlo.topk(%a, k = 2) : tensor<4x?xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %18, %19 = mhlo.topk(%a, k = 2) : tensor<4x?xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  // CHECK-NEXT: %20, %21 = mhlo.topk(%a, k = 2, largest = false) {note} : tensor<4x?xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %20, %21 = mhlo.topk(%a, k = 2, largest = false) {note} : tensor<4x?xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  // CHECK-NEXT: mhlo.trace %a, "x" : tensor<4x?xf32>
  mhlo.trace %a, "x" : tensor<4x?xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// A dimension that has no part in a convolution.
// CHECK: func.func private @unnamed() -> () attributes {a = #mhlo.conv<[b, 0, 1, ?, f]x[0, 1, ?, i, o]->[b, ?, 0, 1, f]>}
func.func private @unnamed() -> () attributes {a = #mhlo.conv<[b, 0, 1, ?, f]x[0, 1, ?, i, o]->[b, ?, 0, 1, f]>}

// CHECK: func.func private @prefetch() -> () attributes {test.x = #mhlo.cross_program_prefetch<parameter = 0, indices = [1], offset = 8>}
func.func private @prefetch() -> () attributes {test.x = #mhlo.cross_program_prefetch<parameter = 0, indices = [1], offset = 8>}
