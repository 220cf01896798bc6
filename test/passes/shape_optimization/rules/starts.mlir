// RUN: disc-opt -p shape-optimization --split-input-file %s | filecheck %s

// The check says that there are three rows.
func.func @last_three(%a: tensor<?xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %three = arith.constant 3 : index
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %enough = arith.cmpi sge, %d, %three : index
  cf.assert %enough, "three rows"
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %limit = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c3 = stablehlo.constant dense<3> : tensor<1xi32>
  %c1 = stablehlo.constant dense<1> : tensor<1xi32>
  %start = stablehlo.subtract %limit, %c3 : tensor<1xi32>
  %1 = stablehlo.real_dynamic_slice %a, %start, %limit, %c1 : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  func.return %1 : tensor<3xf32>
}
// CHECK-LABEL: @last_three
// CHECK: cf.assert
// CHECK: stablehlo.dynamic_slice %a, %{{.*}}, sizes = [3] : (tensor<?xf32, [@S0]>, tensor<i32>) -> tensor<3xf32>

// -----

// A run of two rows is wrong, and stays so: the form with constant sizes states three rows as well.
func.func @long_enough(%a: tensor<?xf32>) -> tensor<3xf32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %limit = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c3 = stablehlo.constant dense<3> : tensor<1xi32>
  %c1 = stablehlo.constant dense<1> : tensor<1xi32>
  %start = stablehlo.subtract %limit, %c3 : tensor<1xi32>
  %1 = stablehlo.real_dynamic_slice %a, %start, %limit, %c1 : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  func.return %1 : tensor<3xf32>
}
// CHECK-LABEL: @long_enough
// CHECK: stablehlo.dynamic_slice %a, %{{.*}}, sizes = [3]

// -----

// It does not state four rows: a run of three rows is wrong, and stays so.
func.func @too_short(%a: tensor<?xf32>) -> tensor<3xf32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %end = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c1 = stablehlo.constant dense<1> : tensor<1xi32>
  %c4 = stablehlo.constant dense<4> : tensor<1xi32>
  %start = stablehlo.subtract %end, %c4 : tensor<1xi32>
  %limit = stablehlo.subtract %end, %c1 : tensor<1xi32>
  %1 = stablehlo.real_dynamic_slice %a, %start, %limit, %c1 : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf32>
  func.return %1 : tensor<3xf32>
}
// CHECK-LABEL: @too_short
// CHECK: stablehlo.real_dynamic_slice %a

// -----

// The start is clamped by hand. That the slice fits says that there are three columns.
func.func @clamped_alone(%a: tensor<4x?xf32>, %i: tensor<i32>) -> tensor<4x3xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<1xi32>
  %z = stablehlo.constant dense<0> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %n = stablehlo.get_dimension_size %a, dim = 1 : (tensor<4x?xf32>) -> tensor<i32>
  %most = stablehlo.subtract %n, %c3 : tensor<i32>
  %low = stablehlo.minimum %i, %most : tensor<i32>
  %at = stablehlo.maximum %low, %c0 : tensor<i32>
  %end = stablehlo.add %at, %c3 : tensor<i32>
  %at1 = stablehlo.reshape %at : (tensor<i32>) -> tensor<1xi32>
  %end1 = stablehlo.reshape %end : (tensor<i32>) -> tensor<1xi32>
  %start = stablehlo.concatenate %z, %at1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %limit = stablehlo.concatenate %c4, %end1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.real_dynamic_slice %a, %start, %limit, %ones : (tensor<4x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x3xf32>
  func.return %0 : tensor<4x3xf32>
}
// CHECK-LABEL: @clamped_alone
// CHECK: stablehlo.dynamic_slice %a, %{{.*}}, sizes = [4, 3]

// -----

// Two slices at one start do not speak for each other.
func.func @not_by_another(%a: tensor<?xf32>, %b: tensor<?xf32>, %start: tensor<1xi32>) -> (tensor<1xf32>, tensor<1xf32>) {
  %0 = stablehlo.add %a, %b : tensor<?xf32>
  %c1 = stablehlo.constant dense<1> : tensor<1xi32>
  %limit = stablehlo.add %start, %c1 : tensor<1xi32>
  %1 = stablehlo.real_dynamic_slice %0, %start, %limit, %c1 : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xf32>
  %2 = stablehlo.real_dynamic_slice %a, %start, %limit, %c1 : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xf32>
  func.return %1, %2 : tensor<1xf32>, tensor<1xf32>
}
// CHECK-LABEL: @not_by_another
// CHECK-COUNT-2: stablehlo.real_dynamic_slice

// -----

// The start is clamped by hand. That the other slice fits says that there are three columns.
func.func @clamped(%a: tensor<4x?xf32>, %i: tensor<i32>) -> tensor<4x3xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c4 = stablehlo.constant dense<4> : tensor<1xi32>
  %z = stablehlo.constant dense<0> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %n = stablehlo.get_dimension_size %a, dim = 1 : (tensor<4x?xf32>) -> tensor<i32>
  %most = stablehlo.subtract %n, %c3 : tensor<i32>
  %low = stablehlo.minimum %i, %most : tensor<i32>
  %at = stablehlo.maximum %low, %c0 : tensor<i32>
  %end = stablehlo.add %at, %c3 : tensor<i32>
  %at1 = stablehlo.reshape %at : (tensor<i32>) -> tensor<1xi32>
  %end1 = stablehlo.reshape %end : (tensor<i32>) -> tensor<1xi32>
  %start = stablehlo.concatenate %z, %at1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %limit = stablehlo.concatenate %c4, %end1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_slice %a, %c0, %i, sizes = [4, 3] : (tensor<4x?xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
  %1 = stablehlo.real_dynamic_slice %a, %start, %limit, %ones : (tensor<4x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x3xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x3xf32>
  func.return %2 : tensor<4x3xf32>
}
// CHECK-LABEL: @clamped
// CHECK-NOT: concatenate
// CHECK: [[AT:%.*]] = stablehlo.maximum
// CHECK: stablehlo.dynamic_slice %a, %c0, %i, sizes = [4, 3]
// CHECK-NEXT: stablehlo.dynamic_slice %a, %c0, [[AT]], sizes = [4, 3]

// -----

// Vectors of `index` are read as scalars of i64. One row is taken, or none.
func.func @index(%a: tensor<?xf32>) -> (tensor<1xf32>, tensor<0xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %enough = arith.cmpi sge, %n, %c1 : index
  cf.assert %enough, "a row"
  %last = arith.subi %n, %c1 : index
  %start = tensor.from_elements %last : tensor<1xindex>
  %limit = tensor.from_elements %n : tensor<1xindex>
  %ones = tensor.from_elements %c1 : tensor<1xindex>
  %0 = stablehlo.real_dynamic_slice %a, %start, %limit, %ones : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<1xf32>
  %1 = stablehlo.real_dynamic_slice %a, %start, %start, %ones : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<0xf32>
  func.return %0, %1 : tensor<1xf32>, tensor<0xf32>
}
// CHECK-LABEL: @index
// CHECK: [[N:%.*]] = tensor.dim %a
// CHECK: [[LAST:%.*]] = arith.subi [[N]], %c1
// CHECK: [[CAST:%.*]] = arith.index_cast [[LAST]] : index to i64
// CHECK: [[AT:%.*]] = tensor.from_elements [[CAST]] : tensor<i64>
// CHECK: stablehlo.dynamic_slice %a, [[AT]], sizes = [1]

// -----

// Steps of two are not those of the other form.
func.func @strided(%a: tensor<8xf32>, %i: tensor<1xi32>) -> tensor<2xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<1xi32>
  %c4 = stablehlo.constant dense<4> : tensor<1xi32>
  %c2 = stablehlo.constant dense<2> : tensor<1xi32>
  %low = stablehlo.minimum %i, %c4 : tensor<1xi32>
  %start = stablehlo.maximum %low, %c0 : tensor<1xi32>
  %limit = stablehlo.add %start, %c4 : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %a, %start, %limit, %c2 : (tensor<8xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}
// CHECK-LABEL: @strided
// CHECK: stablehlo.real_dynamic_slice

// -----

// A range is no reason: it may be what this very slice said when the pass ran before. So a second
// run changes nothing.
disc_shape.SymbolDim @N {ranges = [[4, ?]]}
func.func @by_range(%a: tensor<?xi16, [@N]>) -> tensor<3xi16> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xi16, [@N]>) -> tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.subtract %n, %one : tensor<i32>
  %start = stablehlo.subtract %limit, %c3 : tensor<i32>
  %start1 = stablehlo.reshape %start : (tensor<i32>) -> tensor<1xi32>
  %limit1 = stablehlo.reshape %limit : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.real_dynamic_slice %a, %start1, %limit1, %c1 : (tensor<?xi16, [@N]>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi16>
  func.return %1 : tensor<3xi16>
}
// CHECK-LABEL: @by_range
// CHECK: stablehlo.real_dynamic_slice
