// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s

// Integer conversions of sizes.

// A size that is read in 32 bits and widened is that size, whatever is known of it.

// CHECK:       builtin.module {
// CHECK-LABEL: func.func @widened(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK-NOT:   stablehlo.convert
func.func @widened(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %2 = stablehlo.reshape %1 : (tensor<i64>) -> tensor<1xi64>
  %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  func.return %3 : tensor<?xf32>
}

// -----

// Arithmetic in 64 bits and back: the sum may not fit into 32 bits, which the module then excludes.

// CHECK:       builtin.module attributes {disc_shape.no_wrap} {
// CHECK-LABEL: func.func @there_and_back(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S1]>
// CHECK-NOT:   stablehlo.convert
// CHECK:       tie_predicate_affine_eq %S1, affine_map<(d0) -> (d0 + 1)>(%S0)
func.func @there_and_back(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %c = stablehlo.constant dense<1> : tensor<i64>
  %a = stablehlo.add %1, %c : tensor<i64>
  %b = stablehlo.convert %a : (tensor<i64>) -> tensor<i32>
  %2 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  func.return %3 : tensor<?xf32>
}

// -----

// A vector of sizes narrows on its way into a shape.

// CHECK:       builtin.module attributes {disc_shape.no_wrap} {
// CHECK-LABEL: func.func @narrowed(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
// CHECK-NOT:   arith.trunci
func.func @narrowed(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %1 = arith.index_cast %0 : tensor<2xindex> to tensor<2xi64>
  %2 = arith.trunci %1 : tensor<2xi64> to tensor<2xi32>
  %f = stablehlo.constant dense<1.0> : tensor<f32>
  %3 = stablehlo.dynamic_broadcast_in_dim %f, %2, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %3 : tensor<?x?xf32>
}

// -----

// What is known to fit supposes nothing.

// CHECK:       builtin.module {
// CHECK-LABEL: func.func @bounded
// CHECK-SAME:  -> tensor<?xf32, [@S0]>
// CHECK-NOT:   arith.trunci
// CHECK:       disc_shape.SymbolDim @S0 {ranges = {{\[}}[0, 1000]]}
func.func @bounded(%x: tensor<?xf32, #stablehlo.bounds<1000>>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32, #stablehlo.bounds<1000>>
  %0 = arith.index_cast %d : index to i64
  %1 = arith.trunci %0 : i64 to i32
  %2 = tensor.from_elements %1 : tensor<1xi32>
  %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  func.return %3 : tensor<?xf32>
}

// -----

// Booleans are 0 and 1: sizes of 0 and 1 as well.

// CHECK-LABEL: func.func @booleans(
// CHECK-SAME:  -> (tensor<?xf32, [@S1]>, tensor<1xf32>, tensor<0xf32>)
// CHECK:       arith.cmpi eq
// CHECK:       arith.select
// CHECK:       tie_predicate "d1 == select(d0 == 7, 1, 0)"(%S0, %S1)
func.func @booleans(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<7> : tensor<i32>
  %p = stablehlo.compare EQ, %0, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %1 = stablehlo.convert %p : (tensor<i1>) -> tensor<i64>
  %2 = stablehlo.reshape %1 : (tensor<i64>) -> tensor<1xi64>
  %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %true = stablehlo.constant dense<true> : tensor<1xi1>
  %4 = stablehlo.convert %true : (tensor<1xi1>) -> tensor<1xi64>
  %5 = stablehlo.dynamic_iota %4, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %false = stablehlo.constant dense<false> : tensor<1xi1>
  %6 = stablehlo.convert %false : (tensor<1xi1>) -> tensor<1xi64>
  %7 = stablehlo.dynamic_iota %6, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  func.return %3, %5, %7 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// An unsigned integer that widens is the same one; a signed one only where it is not negative.

// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME:  -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>)
// CHECK:       stablehlo.convert %m : (tensor<1xi32>) -> tensor<1xui64>
func.func @unsigned(%n: tensor<1xui32>, %m: tensor<1xi32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xui32>) -> tensor<?xf32>
  %1 = stablehlo.convert %n : (tensor<1xui32>) -> tensor<1xi64>
  %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  %3 = stablehlo.convert %m : (tensor<1xi32>) -> tensor<1xui64>
  %4 = stablehlo.dynamic_iota %3, dim = 0 : (tensor<1xui64>) -> tensor<?xf32>
  func.return %0, %2, %4 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// Data that narrows may wrap: nothing is supposed, and what it becomes stays unknown.

// CHECK:       builtin.module {
// CHECK-LABEL: func.func @data(
// CHECK:       stablehlo.convert {{.*}} : (tensor<i64>) -> tensor<i32>
// CHECK:       stablehlo.convert {{.*}} : (tensor<i32>) -> tensor<i64>
func.func @data(%x: tensor<?xf32>) -> tensor<i64> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
  %c = stablehlo.constant dense<3> : tensor<i64>
  %2 = stablehlo.multiply %1, %c : tensor<i64>
  %3 = stablehlo.convert %2 : (tensor<i64>) -> tensor<i32>
  %4 = stablehlo.convert %3 : (tensor<i32>) -> tensor<i64>
  func.return %4 : tensor<i64>
}

// -----

// 16 bits hold no size in general: the number is unknown.

// CHECK-LABEL: func.func @short(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S1]>
// CHECK:       arith.index_cast {{.*}} : index to i16
func.func @short(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = arith.index_cast %d : index to i64
  %1 = arith.trunci %0 : i64 to i16
  %2 = tensor.from_elements %1 : tensor<1xi16>
  %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi16>) -> tensor<?xf32>
  func.return %3 : tensor<?xf32>
}

// -----

// What wraps in every run is not supposed not to: the size is 3.

// CHECK:       builtin.module {
// CHECK-LABEL: func.func @too_large() -> tensor<?xf32, [@S0]>
// CHECK:       stablehlo.convert
func.func @too_large() -> tensor<?xf32> {
  %0 = stablehlo.constant dense<4294967299> : tensor<1xi64>
  %1 = stablehlo.convert %0 : (tensor<1xi64>) -> tensor<1xi32>
  %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  func.return %2 : tensor<?xf32>
}

// -----

// An unsigned number from 2147483648 on is negative in a signed type of its width: where one size
// is 9, the other is 0.

// CHECK-LABEL: func.func @as_signed(%n: tensor<1xui32>) -> (tensor<?xi32, [@S0]>, tensor<?xi32, [@S1]>)
// CHECK:       stablehlo.convert %n : (tensor<1xui32>) -> tensor<1xi32>
// CHECK:       stablehlo.clamp
// CHECK-DAG:   disc_shape.SymbolDim @S0 {ranges = {{\[}}[0, 9]]}
// CHECK-DAG:   disc_shape.SymbolDim @S1 {ranges = {{\[}}[0, 9]]}
func.func @as_signed(%n: tensor<1xui32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %nine = stablehlo.constant dense<9> : tensor<1xi32>
  %most = stablehlo.constant dense<9> : tensor<1xui32>
  %0 = stablehlo.minimum %n, %most : tensor<1xui32>
  %1 = stablehlo.convert %n : (tensor<1xui32>) -> tensor<1xi32>
  %2 = stablehlo.clamp %zero, %1, %nine : tensor<1xi32>
  %3 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xui32>) -> tensor<?xi32>
  %4 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  func.return %3, %4 : tensor<?xi32>, tensor<?xi32>
}

// -----

// So it is in fewer bits: the low half of a number of 64 bits may be negative.

// CHECK-LABEL: func.func @low_half(%n: tensor<1xui64>) -> (tensor<?xi32, [@S0]>, tensor<?xi32, [@S1]>)
// CHECK:       stablehlo.convert %n : (tensor<1xui64>) -> tensor<1xi32>
func.func @low_half(%n: tensor<1xui64>) -> (tensor<?xi32>, tensor<?xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %nine = stablehlo.constant dense<9> : tensor<1xi32>
  %most = stablehlo.constant dense<9> : tensor<1xui64>
  %0 = stablehlo.minimum %n, %most : tensor<1xui64>
  %1 = stablehlo.convert %n : (tensor<1xui64>) -> tensor<1xi32>
  %2 = stablehlo.clamp %zero, %1, %nine : tensor<1xi32>
  %3 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xui64>) -> tensor<?xi32>
  %4 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  func.return %3, %4 : tensor<?xi32>, tensor<?xi32>
}

// -----

// A negative number is a large one in an unsigned type, and negative again in the signed one: no
// run with one is excluded.

// CHECK:       builtin.module {
// CHECK-LABEL: func.func @to_unsigned(%n: tensor<1xi64>) -> tensor<?xi32, [@S0]>
// CHECK:       stablehlo.convert %n : (tensor<1xi64>) -> tensor<1xui32>
func.func @to_unsigned(%n: tensor<1xi64>) -> tensor<?xi32> {
  %0 = stablehlo.convert %n : (tensor<1xi64>) -> tensor<1xui32>
  %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xui32>) -> tensor<?xi32>
  func.return %1 : tensor<?xi32>
}

// -----

// A size has no sign: it is the same in an unsigned type and back, as in any other of 32 bits.

// CHECK:       builtin.module attributes {disc_shape.no_wrap} {
// CHECK-LABEL: func.func @size_to_unsigned_and_back(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK-NOT:   stablehlo.convert
func.func @size_to_unsigned_and_back(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = tensor.from_elements %d : tensor<1xindex>
  %1 = arith.index_cast %0 : tensor<1xindex> to tensor<1xi64>
  %2 = stablehlo.convert %1 : (tensor<1xi64>) -> tensor<1xui32>
  %3 = stablehlo.convert %2 : (tensor<1xui32>) -> tensor<1xi32>
  %4 = stablehlo.dynamic_iota %3, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  func.return %4 : tensor<?xf32>
}
