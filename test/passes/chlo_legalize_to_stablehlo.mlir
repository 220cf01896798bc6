// RUN: disc-opt %s -p chlo-legalize-to-stablehlo --split-input-file | filecheck %s

// Static sizes are broadcast directly, equal ones not at all.
// CHECK: func.func @static(%a: tensor<4x5xf32>, %b: tensor<1x5xf32>, %c: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) {
// CHECK-NEXT: %0 = stablehlo.add %a, %a : tensor<4x5xf32>
// CHECK-NEXT: %1 = stablehlo.broadcast_in_dim %b, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<4x5xf32>
// CHECK-NEXT: %2 = stablehlo.add %0, %1 : tensor<4x5xf32>
// CHECK-NEXT: %3 = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<4xf32>) -> tensor<4x5xf32>
// CHECK-NEXT: %4 = stablehlo.power %3, %a : tensor<4x5xf32>
// CHECK-NEXT: func.return %0, %2, %4 : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>
// CHECK-NEXT: }
func.func @static(%a: tensor<4x5xf32>, %b: tensor<1x5xf32>, %c: tensor<4xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>) {
  %0 = chlo.broadcast_add %a, %a : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = chlo.broadcast_add %0, %b : (tensor<4x5xf32>, tensor<1x5xf32>) -> tensor<4x5xf32>
  %2 = chlo.broadcast_power %c, %a {broadcast_dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  func.return %0, %1, %2 : tensor<4x5xf32>, tensor<4x5xf32>, tensor<4x5xf32>
}

// -----

// Unknown sizes are broadcast to what the shapes broadcast to.
// CHECK: func.func @dynamic(%a: tensor<4x?xf32>, %b: tensor<?xf32>) -> tensor<4x?xf32> {
// CHECK-NEXT: %0 = shape.shape_of %a : tensor<4x?xf32> -> tensor<2xindex>
// CHECK-NEXT: %1 = shape.shape_of %b : tensor<?xf32> -> tensor<1xindex>
// CHECK-NEXT: %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<1xindex> -> tensor<2xindex>
// CHECK-NEXT: %3 = stablehlo.dynamic_broadcast_in_dim %a, %2, dims = [0, 1] : (tensor<4x?xf32>, tensor<2xindex>) -> tensor<4x?xf32>
// CHECK-NEXT: %4 = stablehlo.dynamic_broadcast_in_dim %b, %2, dims = [1] : (tensor<?xf32>, tensor<2xindex>) -> tensor<4x?xf32>
// CHECK-NEXT: %5 = stablehlo.maximum %3, %4 : tensor<4x?xf32>
// CHECK-NEXT: func.return %5 : tensor<4x?xf32>
// CHECK-NEXT: }
func.func @dynamic(%a: tensor<4x?xf32>, %b: tensor<?xf32>) -> tensor<4x?xf32> {
  %0 = chlo.broadcast_maximum %a, %b : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  func.return %0 : tensor<4x?xf32>
}

// -----

// Dimensions that are matched otherwise than from the last one on.
// CHECK: func.func @matched(%a: tensor<?x4xf32>, %b: tensor<?xf32>) -> tensor<?x4xf32> {
// CHECK-NEXT: %0 = shape.shape_of %a : tensor<?x4xf32> -> tensor<2xindex>
// CHECK-NEXT: %1 = arith.constant 1 : index
// CHECK-NEXT: %2 = arith.constant 0 : index
// CHECK-NEXT: %3 = tensor.dim %b, %2 : tensor<?xf32>
// CHECK-NEXT: %4 = tensor.from_elements %3, %1 : tensor<2xindex>
// CHECK-NEXT: %5 = shape.broadcast %0, %4 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
// CHECK-NEXT: %6 = stablehlo.dynamic_broadcast_in_dim %a, %5, dims = [0, 1] : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
// CHECK-NEXT: %7 = stablehlo.dynamic_broadcast_in_dim %b, %5, dims = [0] : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x4xf32>
// CHECK-NEXT: %8 = stablehlo.subtract %6, %7 : tensor<?x4xf32>
// CHECK-NEXT: func.return %8 : tensor<?x4xf32>
// CHECK-NEXT: }
func.func @matched(%a: tensor<?x4xf32>, %b: tensor<?xf32>) -> tensor<?x4xf32> {
  %0 = chlo.broadcast_subtract %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<?x4xf32>, tensor<?xf32>) -> tensor<?x4xf32>
  func.return %0 : tensor<?x4xf32>
}

// -----

// One value twice, and types that name the same symbols, have the same sizes.
// CHECK: func.func @equal(%a: tensor<?xf32>, %b: tensor<?xf32, [@S0]>, %c: tensor<?xf32, [@S0]>) -> (tensor<?xf32>, tensor<?xi1, [@S0]>) {
// CHECK-NEXT: %0 = stablehlo.multiply %a, %a : tensor<?xf32>
// CHECK-NEXT: %1 = stablehlo.compare LE, %b, %c, TOTALORDER : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>) -> tensor<?xi1, [@S0]>
// CHECK-NEXT: func.return %0, %1 : tensor<?xf32>, tensor<?xi1, [@S0]>
// CHECK-NEXT: }
// CHECK: func.func @shape_constraint_graph() {
// CHECK-NEXT: func.return
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
func.func @equal(%a: tensor<?xf32>, %b: tensor<?xf32, [@S0]>, %c: tensor<?xf32, [@S0]>) -> (tensor<?xf32>, tensor<?xi1, [@S0]>) {
  %0 = chlo.broadcast_multiply %a, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_compare %b, %c {comparison_direction = #chlo<comparison_direction LE>, compare_type = #chlo<comparison_type TOTALORDER>} : (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>) -> tensor<?xi1, [@S0]>
  func.return %0, %1 : tensor<?xf32>, tensor<?xi1, [@S0]>
}
func.func @shape_constraint_graph() {
  func.return
}
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}

// -----

// A predicate of rank 0 goes with choices of any shape; a number does not.
// CHECK: func.func @select(%p: tensor<i1>, %a: tensor<?xf32>, %s: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>) {
// CHECK-NEXT: %0 = stablehlo.select %p, %a, %a : tensor<i1>, tensor<?xf32>
// CHECK-NEXT: %1 = shape.shape_of %p : tensor<i1> -> tensor<0xindex>
// CHECK-NEXT: %2 = shape.shape_of %s : tensor<f32> -> tensor<0xindex>
// CHECK-NEXT: %3 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
// CHECK-NEXT: %4 = shape.broadcast %1, %2, %3 : tensor<0xindex>, tensor<0xindex>, tensor<1xindex> -> tensor<1xindex>
// CHECK-NEXT: %5 = stablehlo.dynamic_broadcast_in_dim %p, %4, dims = [] : (tensor<i1>, tensor<1xindex>) -> tensor<?xi1>
// CHECK-NEXT: %6 = stablehlo.dynamic_broadcast_in_dim %s, %4, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
// CHECK-NEXT: %7 = stablehlo.dynamic_broadcast_in_dim %a, %4, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
// CHECK-NEXT: %8 = stablehlo.select %5, %6, %7 : tensor<?xi1>, tensor<?xf32>
// CHECK-NEXT: func.return %0, %8 : tensor<?xf32>, tensor<?xf32>
// CHECK-NEXT: }
func.func @select(%p: tensor<i1>, %a: tensor<?xf32>, %s: tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = chlo.broadcast_select %p, %a, %a : (tensor<i1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = chlo.broadcast_select %p, %s, %a : (tensor<i1>, tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Rank 0.
// CHECK: func.func @scalar(%a: tensor<f32>) -> (tensor<f32>, tensor<complex<f32>>) {
// CHECK-NEXT: %0 = stablehlo.add %a, %a : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.complex %0, %a : tensor<complex<f32>>
// CHECK-NEXT: func.return %0, %1 : tensor<f32>, tensor<complex<f32>>
// CHECK-NEXT: }
func.func @scalar(%a: tensor<f32>) -> (tensor<f32>, tensor<complex<f32>>) {
  %0 = chlo.broadcast_add %a, %a : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %1 = chlo.broadcast_complex %0, %a : (tensor<f32>, tensor<f32>) -> tensor<complex<f32>>
  func.return %0, %1 : tensor<f32>, tensor<complex<f32>>
}

// -----

// Constants.
// CHECK: func.func @constants(%a: tensor<?xi32>, %b: tensor<3xf32>) -> (tensor<2xi32>, tensor<?xi32>, tensor<3xf32>) {
// CHECK-NEXT: %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
// CHECK-NEXT: %1 = stablehlo.constant dense<7> : tensor<i32>
// CHECK-NEXT: %2 = shape.shape_of %a : tensor<?xi32> -> tensor<1xindex>
// CHECK-NEXT: %3 = stablehlo.dynamic_broadcast_in_dim %1, %2, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
// CHECK-NEXT: %4 = stablehlo.constant dense<0xff800000> : tensor<3xf32>
// CHECK-NEXT: func.return %0, %3, %4 : tensor<2xi32>, tensor<?xi32>, tensor<3xf32>
// CHECK-NEXT: }
func.func @constants(%a: tensor<?xi32>, %b: tensor<3xf32>) -> (tensor<2xi32>, tensor<?xi32>, tensor<3xf32>) {
  %0 = chlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = "chlo.constant_like"(%a) <{value = 7 : i32}> : (tensor<?xi32>) -> tensor<?xi32>
  %2 = "chlo.constant_like"(%b) <{value = 0xFF800000 : f32}> : (tensor<3xf32>) -> tensor<3xf32>
  func.return %0, %1, %2 : tensor<2xi32>, tensor<?xi32>, tensor<3xf32>
}

// -----

// Functions of one number; complex ones where that is the same.
// CHECK: func.func @functions(%a: tensor<2xf32>, %c: tensor<2xcomplex<f32>>) -> (tensor<2xf32>, tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xcomplex<f32>>, tensor<2xi1>) {
// CHECK-NEXT: %0 = stablehlo.multiply %a, %a : tensor<2xf32>
// CHECK-NEXT: %1 = stablehlo.real %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
// CHECK-NEXT: %2 = stablehlo.imag %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
// CHECK-NEXT: %3 = stablehlo.negate %2 : tensor<2xf32>
// CHECK-NEXT: %4 = stablehlo.complex %1, %3 : tensor<2xcomplex<f32>>
// CHECK-NEXT: %5 = stablehlo.tan %c : tensor<2xcomplex<f32>>
// CHECK-NEXT: %6 = stablehlo.abs %a : tensor<2xf32>
// CHECK-NEXT: %7 = stablehlo.constant dense<0x7f800000> : tensor<2xf32>
// CHECK-NEXT: %8 = stablehlo.compare EQ, %6, %7, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
// CHECK-NEXT: func.return %0, %4, %a, %5, %8 : tensor<2xf32>, tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xcomplex<f32>>, tensor<2xi1>
// CHECK-NEXT: }
func.func @functions(%a: tensor<2xf32>, %c: tensor<2xcomplex<f32>>) -> (tensor<2xf32>, tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xcomplex<f32>>, tensor<2xi1>) {
  %0 = chlo.square %a : tensor<2xf32> -> tensor<2xf32>
  %1 = chlo.conj %c : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %2 = chlo.conj %a : tensor<2xf32> -> tensor<2xf32>
  %3 = chlo.tan %c : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %4 = chlo.is_inf %a : tensor<2xf32> -> tensor<2xi1>
  func.return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xcomplex<f32>>, tensor<2xi1>
}

// -----

// The hyperbolic sine, of a number of unknown sizes.
// CHECK: func.func @sinh(%a: tensor<?xf32>) -> tensor<?xf32> {
// CHECK-NEXT: %0 = stablehlo.constant dense<-0.693147182> : tensor<f32>
// CHECK-NEXT: %1 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
// CHECK-NEXT: %2 = stablehlo.dynamic_broadcast_in_dim %0, %1, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
// CHECK-NEXT: %3 = stablehlo.negate %a : tensor<?xf32>
// CHECK-NEXT: %4 = stablehlo.add %a, %2 : tensor<?xf32>
// CHECK-NEXT: %5 = stablehlo.exponential %4 : tensor<?xf32>
// CHECK-NEXT: %6 = stablehlo.add %3, %2 : tensor<?xf32>
// CHECK-NEXT: %7 = stablehlo.exponential %6 : tensor<?xf32>
// CHECK-NEXT: %8 = stablehlo.subtract %5, %7 : tensor<?xf32>
// CHECK-NEXT: %9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK-NEXT: %10 = stablehlo.dynamic_broadcast_in_dim %9, %1, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
// CHECK-NEXT: %11 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT: %12 = stablehlo.dynamic_broadcast_in_dim %11, %1, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
// CHECK-NEXT: %13 = stablehlo.exponential_minus_one %a : tensor<?xf32>
// CHECK-NEXT: %14 = stablehlo.add %13, %10 : tensor<?xf32>
// CHECK-NEXT: %15 = stablehlo.divide %13, %14 : tensor<?xf32>
// CHECK-NEXT: %16 = stablehlo.add %13, %15 : tensor<?xf32>
// CHECK-NEXT: %17 = stablehlo.multiply %12, %16 : tensor<?xf32>
// CHECK-NEXT: %18 = stablehlo.abs %a : tensor<?xf32>
// CHECK-NEXT: %19 = stablehlo.compare LT, %18, %10, FLOAT : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
// CHECK-NEXT: %20 = stablehlo.select %19, %17, %8 : tensor<?xi1>, tensor<?xf32>
// CHECK-NEXT: func.return %20 : tensor<?xf32>
// CHECK-NEXT: }
func.func @sinh(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.sinh %a : tensor<?xf32> -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// Half precision is computed in single precision.
// CHECK: func.func @narrow(%a: tensor<2xbf16>) -> tensor<2xbf16> {
// CHECK-NEXT: %0 = stablehlo.convert %a : (tensor<2xbf16>) -> tensor<2xf32>
// CHECK-NEXT: %1 = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
// CHECK-NEXT: %2 = stablehlo.atan2 %0, %1 : tensor<2xf32>
// CHECK-NEXT: %3 = stablehlo.convert %2 : (tensor<2xf32>) -> tensor<2xbf16>
// CHECK-NEXT: func.return %3 : tensor<2xbf16>
// CHECK-NEXT: }
func.func @narrow(%a: tensor<2xbf16>) -> tensor<2xbf16> {
  %0 = chlo.atan %a : tensor<2xbf16> -> tensor<2xbf16>
  func.return %0 : tensor<2xbf16>
}

// -----

// The greatest elements.
// CHECK: func.func @top(%a: tensor<4x5xf32>, %b: tensor<?x5xui8>) -> (tensor<4x2xf32>, tensor<4x2xi32>, tensor<?x3xui8>) {
// CHECK-NEXT: %0 = stablehlo.iota dim = 1 : tensor<4x5xi32>
// CHECK-NEXT: %1, %2 = "stablehlo.sort"(%a, %0) <{dimension = 1 : i64, is_stable = true}> ({
// CHECK-NEXT: ^bb0(%3: tensor<f32>, %4: tensor<f32>, %5: tensor<i32>, %6: tensor<i32>):
// CHECK-NEXT: %7 = stablehlo.compare GT, %3, %4, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT: stablehlo.return %7 : tensor<i1>
// CHECK-NEXT: }) : (tensor<4x5xf32>, tensor<4x5xi32>) -> (tensor<4x5xf32>, tensor<4x5xi32>)
// CHECK-NEXT: %8 = stablehlo.slice %1 [0:4, 0:2] : (tensor<4x5xf32>) -> tensor<4x2xf32>
// CHECK-NEXT: %9 = stablehlo.slice %2 [0:4, 0:2] : (tensor<4x5xi32>) -> tensor<4x2xi32>
// CHECK-NEXT: %10 = shape.shape_of %b : tensor<?x5xui8> -> tensor<2xindex>
// CHECK-NEXT: %11 = stablehlo.dynamic_iota %10, dim = 1 : (tensor<2xindex>) -> tensor<?x5xi32>
// CHECK-NEXT: %12, %13 = "stablehlo.sort"(%b, %11) <{dimension = 1 : i64, is_stable = true}> ({
// CHECK-NEXT: ^bb0(%14: tensor<ui8>, %15: tensor<ui8>, %16: tensor<i32>, %17: tensor<i32>):
// CHECK-NEXT: %18 = stablehlo.compare GT, %14, %15, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
// CHECK-NEXT: stablehlo.return %18 : tensor<i1>
// CHECK-NEXT: }) : (tensor<?x5xui8>, tensor<?x5xi32>) -> (tensor<?x5xui8>, tensor<?x5xi32>)
// CHECK-NEXT: %19 = arith.constant 0 : index
// CHECK-NEXT: %20 = tensor.dim %12, %19 : tensor<?x5xui8>
// CHECK-NEXT: %21 = arith.constant 3 : index
// CHECK-NEXT: %22 = tensor.from_elements %20, %21 : tensor<2xindex>
// CHECK-NEXT: %23 = arith.constant dense<0> : tensor<2xindex>
// CHECK-NEXT: %24 = arith.constant dense<1> : tensor<2xindex>
// CHECK-NEXT: %25 = stablehlo.real_dynamic_slice %12, %23, %22, %24 : (tensor<?x5xui8>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x3xui8>
// CHECK-NEXT: %26 = arith.constant 0 : index
// CHECK-NEXT: %27 = tensor.dim %13, %26 : tensor<?x5xi32>
// CHECK-NEXT: %28 = arith.constant 3 : index
// CHECK-NEXT: %29 = tensor.from_elements %27, %28 : tensor<2xindex>
// CHECK-NEXT: %30 = arith.constant dense<0> : tensor<2xindex>
// CHECK-NEXT: %31 = arith.constant dense<1> : tensor<2xindex>
// CHECK-NEXT: %32 = stablehlo.real_dynamic_slice %13, %30, %29, %31 : (tensor<?x5xi32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x3xi32>
// CHECK-NEXT: func.return %8, %9, %25 : tensor<4x2xf32>, tensor<4x2xi32>, tensor<?x3xui8>
// CHECK-NEXT: }
func.func @top(%a: tensor<4x5xf32>, %b: tensor<?x5xui8>) -> (tensor<4x2xf32>, tensor<4x2xi32>, tensor<?x3xui8>) {
  %0, %1 = chlo.top_k(%a, k = 2) : tensor<4x5xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %2, %3 = chlo.top_k(%b, k = 3) : tensor<?x5xui8> -> (tensor<?x3xui8>, tensor<?x3xi32>)
  func.return %0, %1, %2 : tensor<4x2xf32>, tensor<4x2xi32>, tensor<?x3xui8>
}

// -----

// The upper half of a product.
// CHECK: func.func @mulhi(%a: tensor<2xi32>, %b: tensor<2xui16>, %c: tensor<2xi64>) -> (tensor<2xi32>, tensor<2xui16>, tensor<2xi64>) {
// CHECK-NEXT: %0 = stablehlo.convert %a : (tensor<2xi32>) -> tensor<2xi64>
// CHECK-NEXT: %1 = stablehlo.convert %a : (tensor<2xi32>) -> tensor<2xi64>
// CHECK-NEXT: %2 = stablehlo.multiply %0, %1 : tensor<2xi64>
// CHECK-NEXT: %3 = stablehlo.constant dense<32> : tensor<2xi64>
// CHECK-NEXT: %4 = stablehlo.shift_right_arithmetic %2, %3 : tensor<2xi64>
// CHECK-NEXT: %5 = stablehlo.convert %4 : (tensor<2xi64>) -> tensor<2xi32>
// CHECK-NEXT: %6 = stablehlo.convert %b : (tensor<2xui16>) -> tensor<2xui32>
// CHECK-NEXT: %7 = stablehlo.convert %b : (tensor<2xui16>) -> tensor<2xui32>
// CHECK-NEXT: %8 = stablehlo.multiply %6, %7 : tensor<2xui32>
// CHECK-NEXT: %9 = stablehlo.constant dense<16> : tensor<2xui32>
// CHECK-NEXT: %10 = stablehlo.shift_right_logical %8, %9 : tensor<2xui32>
// CHECK-NEXT: %11 = stablehlo.convert %10 : (tensor<2xui32>) -> tensor<2xui16>
// CHECK-NEXT: %12 = chlo.mulhi %c, %c : tensor<2xi64>, tensor<2xi64> -> tensor<2xi64>
// CHECK-NEXT: func.return %5, %11, %12 : tensor<2xi32>, tensor<2xui16>, tensor<2xi64>
// CHECK-NEXT: }
func.func @mulhi(%a: tensor<2xi32>, %b: tensor<2xui16>, %c: tensor<2xi64>) -> (tensor<2xi32>, tensor<2xui16>, tensor<2xi64>) {
  %0 = chlo.mulhi %a, %a : tensor<2xi32>, tensor<2xi32> -> tensor<2xi32>
  %1 = chlo.mulhi %b, %b : tensor<2xui16>, tensor<2xui16> -> tensor<2xui16>
  %2 = chlo.mulhi %c, %c : tensor<2xi64>, tensor<2xi64> -> tensor<2xi64>
  func.return %0, %1, %2 : tensor<2xi32>, tensor<2xui16>, tensor<2xi64>
}

// -----

// What has no simple decomposition stays, with its operands broadcast.
// CHECK: func.func @left(%a: tensor<4x5xf32>, %b: tensor<5xf32>, %c: tensor<complex<f64>>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<complex<f64>>) {
// CHECK-NEXT: %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<5xf32>) -> tensor<4x5xf32>
// CHECK-NEXT: %1 = chlo.zeta %a, %0 : tensor<4x5xf32>, tensor<4x5xf32> -> tensor<4x5xf32>
// CHECK-NEXT: %2 = chlo.lgamma %1 : tensor<4x5xf32> -> tensor<4x5xf32>
// CHECK-NEXT: %3 = chlo.asin %c : tensor<complex<f64>> -> tensor<complex<f64>>
// CHECK-NEXT: func.return %1, %2, %3 : tensor<4x5xf32>, tensor<4x5xf32>, tensor<complex<f64>>
// CHECK-NEXT: }
func.func @left(%a: tensor<4x5xf32>, %b: tensor<5xf32>, %c: tensor<complex<f64>>) -> (tensor<4x5xf32>, tensor<4x5xf32>, tensor<complex<f64>>) {
  %0 = chlo.broadcast_zeta %a, %b : (tensor<4x5xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  %1 = chlo.lgamma %0 : tensor<4x5xf32> -> tensor<4x5xf32>
  %2 = chlo.asin %c : tensor<complex<f64>> -> tensor<complex<f64>>
  func.return %0, %1, %2 : tensor<4x5xf32>, tensor<4x5xf32>, tensor<complex<f64>>
}

// -----

// Result types that differ from the operand's, in regions as well.
// CHECK: func.func @cast(%p: tensor<i1>, %a: tensor<?xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = "stablehlo.if"(%p) ({
// CHECK-NEXT: %1 = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
// CHECK-NEXT: stablehlo.return %1 : tensor<4xf32>
// CHECK-NEXT: }, {
// CHECK-NEXT: %2 = stablehlo.multiply %a, %a : tensor<?xf32>
// CHECK-NEXT: %3 = tensor.cast %2 : tensor<?xf32> to tensor<4xf32>
// CHECK-NEXT: stablehlo.return %3 : tensor<4xf32>
// CHECK-NEXT: }) : (tensor<i1>) -> tensor<4xf32>
// CHECK-NEXT: func.return %0 : tensor<4xf32>
// CHECK-NEXT: }
func.func @cast(%p: tensor<i1>, %a: tensor<?xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.if"(%p) ({
    %1 = chlo.conj %a : tensor<?xf32> -> tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    %2 = chlo.square %a : tensor<?xf32> -> tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}
