// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of slice
// CHECK: element types of 'stablehlo.slice' operand and result differ: f32 and i32
func.func @f(%a0: tensor<4xf32>) {
  %r0 = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 2>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2xi32>
  func.return
}

// -----

// (c2) of slice
// CHECK: 'stablehlo.slice' has 2 start_indices, expected 1
func.func @f(%a0: tensor<4xf32>) {
  %r0 = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 2>, start_indices = array<i64: 0, 0>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c3) of slice
// CHECK: start index 0 of 'stablehlo.slice' is -1, expected at least 0
func.func @f(%a0: tensor<4xf32>) {
  %r0 = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 2>, start_indices = array<i64: -1>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c3), limit below start of slice
// CHECK: limit index 0 of 'stablehlo.slice' is 2, below the start 3
func.func @f(%a0: tensor<4xf32>) {
  %r0 = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 2>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c3), limit beyond operand of slice
// CHECK: limit index 0 of 'stablehlo.slice' is 5, beyond the operand's size 4
func.func @f(%a0: tensor<4xf32>) {
  %r0 = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 5>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// -----

// (c3), limit beyond the bound of slice
// CHECK: dimension 1 of 'stablehlo.slice' limit index is 5, above its bound 4
func.func @f(%a0: tensor<3x?xf32, #stablehlo.bounds<?, 4>>) {
  %r0 = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 3, 5>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<3x?xf32, #stablehlo.bounds<?, 4>>) -> tensor<3x5xf32>
  func.return
}

// -----

// (c4) of slice
// CHECK: stride 0 of 'stablehlo.slice' is 0, expected at least 1
func.func @f(%a0: tensor<4xf32>) {
  %r0 = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 2>, start_indices = array<i64: 0>, strides = array<i64: 0>}> : (tensor<4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c5) of slice
// CHECK: dimension 0 of 'stablehlo.slice' slice and result differ: 3 and 2
func.func @f(%a0: tensor<?xf32>) {
  %r0 = "stablehlo.slice"(%a0) <{limit_indices = array<i64: 5>, start_indices = array<i64: 0>, strides = array<i64: 2>}> : (tensor<?xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c1) of dynamic_slice
// CHECK: element types of 'stablehlo.dynamic_slice' operand and result differ: f32 and i32
func.func @f(%a0: tensor<4xf32>, %a1: tensor<i32>) {
  %r0 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<4xf32>, tensor<i32>) -> tensor<2xi32>
  func.return
}

// -----

// (c2) of dynamic_slice
// CHECK: 'stablehlo.dynamic_slice' has 1 start_indices, expected 2
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<i32>) {
  %r0 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2, 2>}> : (tensor<4x4xf32>, tensor<i32>) -> tensor<2x2xf32>
  func.return
}

// -----

// (c2), sizes of dynamic_slice
// CHECK: 'stablehlo.dynamic_slice' has 1 slice_sizes, expected 2
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<i32>, %a2: tensor<i32>) {
  %r0 = "stablehlo.dynamic_slice"(%a0, %a1, %a2) <{slice_sizes = array<i64: 2>}> : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  func.return
}

// -----

// (c3) of dynamic_slice
// CHECK: element types of 'stablehlo.dynamic_slice' start_indices differ: i32 and i64
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<i32>, %a2: tensor<i64>) {
  %r0 = "stablehlo.dynamic_slice"(%a0, %a1, %a2) <{slice_sizes = array<i64: 2, 2>}> : (tensor<4x4xf32>, tensor<i32>, tensor<i64>) -> tensor<2x2xf32>
  func.return
}

// -----

// (c3), rank of dynamic_slice
// CHECK: start index 0 of 'stablehlo.dynamic_slice' has rank 1, expected 0
func.func @f(%a0: tensor<4xf32>, %a1: tensor<1xi32>) {
  %r0 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<4xf32>, tensor<1xi32>) -> tensor<2xf32>
  func.return
}

// -----

// (c4) of dynamic_slice
// CHECK: dimension 0 of 'stablehlo.dynamic_slice' slice has size 5, beyond the operand's size 4
func.func @f(%a0: tensor<4xf32>, %a1: tensor<i32>) {
  %r0 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 5>}> : (tensor<4xf32>, tensor<i32>) -> tensor<5xf32>
  func.return
}

// -----

// (c5) of dynamic_slice
// CHECK: dimension 0 of 'stablehlo.dynamic_slice' slice and result differ: 2 and 3
func.func @f(%a0: tensor<4xf32>, %a1: tensor<i32>) {
  %r0 = "stablehlo.dynamic_slice"(%a0, %a1) <{slice_sizes = array<i64: 2>}> : (tensor<4xf32>, tensor<i32>) -> tensor<3xf32>
  func.return
}

// -----

// (c1) of dynamic_update_slice
// CHECK: dimension 0 of 'stablehlo.dynamic_update_slice' operand and result differ: 4 and 5
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<i32>) {
  %r0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<5xf32>
  func.return
}

// -----

// (c2) of dynamic_update_slice
// CHECK: element types of 'stablehlo.dynamic_update_slice' operand and update differ: f32 and i32
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<i32>) {
  %r0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<2xi32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// (c3) of dynamic_update_slice
// CHECK: 'stablehlo.dynamic_update_slice' has 2 update dimensions, expected 1
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2x1xf32>, %a2: tensor<i32>) {
  %r0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<2x1xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// (c4) of dynamic_update_slice
// CHECK: 'stablehlo.dynamic_update_slice' has 2 start_indices, expected 1
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<i32>, %a3: tensor<i32>) {
  %r0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// (c5) of dynamic_update_slice
// CHECK: element types of 'stablehlo.dynamic_update_slice' start_indices differ: i32 and i64
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<2x2xf32>, %a2: tensor<i32>, %a3: tensor<i64>) {
  %r0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i64>) -> tensor<4x4xf32>
  func.return
}

// -----

// (c6) of dynamic_update_slice
// CHECK: dimension 0 of 'stablehlo.dynamic_update_slice' slice has size 5, beyond the operand's size 4
func.func @f(%a0: tensor<4xf32>, %a1: tensor<5xf32>, %a2: tensor<i32>) {
  %r0 = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<5xf32>, tensor<i32>) -> tensor<4xf32>
  func.return
}

// -----

// (c1) of real_dynamic_slice
// CHECK: element types of 'stablehlo.real_dynamic_slice' operand and result differ: f32 and i32
func.func @f(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>, %a3: tensor<1xi32>) {
  %r0 = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
  func.return
}

// -----

// (c2) of real_dynamic_slice
// CHECK: 'stablehlo.real_dynamic_slice' has 2 result dimensions, expected 1
func.func @f(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi32>, %a3: tensor<1xi32>) {
  %r0 = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// (c3) of real_dynamic_slice
// CHECK: start_indices of 'stablehlo.real_dynamic_slice' has 2 elements, expected 1
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>) {
  %r0 = "stablehlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>
  func.return
}

// -----

// (c3), types of real_dynamic_slice
// CHECK: element types of 'mhlo.real_dynamic_slice' start_indices, limit_indices and strides differ: i32 and i64
func.func @f(%a0: tensor<4xf32>, %a1: tensor<1xi32>, %a2: tensor<1xi64>, %a3: tensor<1xi32>) {
  %r0 = "mhlo.real_dynamic_slice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<1xi32>, tensor<1xi64>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}

// -----

// (c1) of pad
// CHECK: element types of 'stablehlo.pad' operand, padding value and result differ: f32 and i32
func.func @f(%a0: tensor<4xf32>, %a1: tensor<i32>) {
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 0>}> : (tensor<4xf32>, tensor<i32>) -> tensor<6xf32>
  func.return
}

// -----

// (c1), result of pad
// CHECK: element types of 'stablehlo.pad' operand and result differ: f32 and i32
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 0>}> : (tensor<4xf32>, tensor<f32>) -> tensor<6xi32>
  func.return
}

// -----

// (c2) of pad
// CHECK: 'stablehlo.pad' has 2 edge_padding_high, expected 1
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1, 1>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 0>}> : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  func.return
}

// -----

// (c3) of pad
// CHECK: interior padding 0 of 'stablehlo.pad' is -1, expected at least 0
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: -1>}> : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  func.return
}

// -----

// (c4) of pad
// CHECK: dimension 0 of 'stablehlo.pad' padded operand and result differ: 12 and 6
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 2>}> : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  func.return
}

// -----

// (c4), negative of pad
// CHECK: padded size 0 of 'stablehlo.pad' is -2, expected at least 0
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: -3>, edge_padding_low = array<i64: -3>, interior_padding = array<i64: 0>}> : (tensor<4xf32>, tensor<f32>) -> tensor<?xf32>
  func.return
}

// -----

// (c4), negative whatever the size is, of pad
// CHECK: padded size 1 of 'stablehlo.pad' is -3, expected at least 0
func.func @f(%a0: tensor<3x?xf32, #stablehlo.bounds<?, 4>>, %a1: tensor<f32>) {
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 0, 2>, edge_padding_low = array<i64: 0, -12>, interior_padding = array<i64: 0, 1>}> : (tensor<3x?xf32, #stablehlo.bounds<?, 4>>, tensor<f32>) -> tensor<3x?xf32>
  func.return
}

// -----

// scalar value of pad
// CHECK: padding_value of 'stablehlo.pad' has rank 1, expected 0
func.func @f(%a0: tensor<4xf32>, %a1: tensor<1xf32>) {
  %r0 = "stablehlo.pad"(%a0, %a1) <{edge_padding_high = array<i64: 1>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 0>}> : (tensor<4xf32>, tensor<1xf32>) -> tensor<6xf32>
  func.return
}

// -----

// (c1) of dynamic_pad
// CHECK: element types of 'stablehlo.dynamic_pad' operand and padding value differ: f32 and i32
func.func @f(%a0: tensor<4xf32>, %a1: tensor<i32>, %a2: tensor<1xi32>, %a3: tensor<1xi32>, %a4: tensor<1xi32>) {
  %r0 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<4xf32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}

// -----

// (c2) of dynamic_pad
// CHECK: edge_padding_low of 'stablehlo.dynamic_pad' has 2 elements, expected 1
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>, %a2: tensor<2xi32>, %a3: tensor<2xi32>, %a4: tensor<2xi32>) {
  %r0 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<4xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?xf32>
  func.return
}

// -----

// (c2), types of dynamic_pad
// CHECK: element types of 'stablehlo.dynamic_pad' edge_padding_low, edge_padding_high and interior_padding differ: i32 and i64
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>, %a2: tensor<1xi32>, %a3: tensor<1xi64>, %a4: tensor<1xi32>) {
  %r0 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi64>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}

// -----

// (c4) of dynamic_pad
// CHECK: 'stablehlo.dynamic_pad' has 2 result dimensions, expected 1
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>, %a2: tensor<1xi32>, %a3: tensor<1xi32>, %a4: tensor<1xi32>) {
  %r0 = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?x?xf32>
  func.return
}

// -----

// (c1) of get_dimension_size
// CHECK: dimension 1 of 'stablehlo.get_dimension_size' is out of range: expected 0 to 0
func.func @f(%a0: tensor<4xf32>) {
  %r0 = "stablehlo.get_dimension_size"(%a0) <{dimension = 1 : i64}> : (tensor<4xf32>) -> tensor<i32>
  func.return
}

// -----

// scalar result of get_dimension_size
// CHECK: result of 'stablehlo.get_dimension_size' has rank 1, expected 0
func.func @f(%a0: tensor<4xf32>) {
  %r0 = "stablehlo.get_dimension_size"(%a0) <{dimension = 0 : i64}> : (tensor<4xf32>) -> tensor<1xi32>
  func.return
}

// -----

// (c1) of set_dimension_size
// CHECK: dimension -1 of 'stablehlo.set_dimension_size' is out of range: expected 0 to 0
func.func @f(%a0: tensor<4xf32>, %a1: tensor<i32>) {
  %r0 = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = -1 : i64}> : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32>
  func.return
}

// -----

// (c2) of set_dimension_size
// CHECK: dimension 1 of 'stablehlo.set_dimension_size' operand and result differ: 4 and 3
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<i32>) {
  %r0 = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<4x4xf32>, tensor<i32>) -> tensor<?x3xf32>
  func.return
}

// -----

// scalar size of set_dimension_size
// CHECK: size of 'stablehlo.set_dimension_size' has rank 1, expected 0
func.func @f(%a0: tensor<4xf32>, %a1: tensor<1xi32>) {
  %r0 = "stablehlo.set_dimension_size"(%a0, %a1) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
  func.return
}

// -----

// (c3) of dynamic_pad
// CHECK: interior padding 0 of 'stablehlo.dynamic_pad' is -1, expected at least 0
func.func @dynamic_pad_by_constants(%a: tensor<4xf32>, %p: tensor<f32>) -> tensor<?xf32> {
  %low = stablehlo.constant dense<0> : tensor<1xi64>
  %high = stablehlo.constant dense<0> : tensor<1xi64>
  %interior = stablehlo.constant dense<-1> : tensor<1xi64>
  %0 = stablehlo.dynamic_pad %a, %p, %low, %high, %interior : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// (c4), sizes, of dynamic_pad
// CHECK: dimension 0 of 'stablehlo.dynamic_pad' padded operand and result differ: 5 and 6
func.func @dynamic_pad_by_constants(%a: tensor<4xf32>, %p: tensor<f32>) -> tensor<6xf32> {
  %low = stablehlo.constant dense<1> : tensor<1xi64>
  %high = stablehlo.constant dense<0> : tensor<1xi64>
  %interior = stablehlo.constant dense<0> : tensor<1xi64>
  %0 = stablehlo.dynamic_pad %a, %p, %low, %high, %interior : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// (c4), less than nothing, of dynamic_pad
// CHECK: padded size 0 of 'stablehlo.dynamic_pad' is -5, expected at least 0
func.func @dynamic_pad_by_constants(%a: tensor<4xf32>, %p: tensor<f32>) -> tensor<?xf32> {
  %low = stablehlo.constant dense<0> : tensor<1xi64>
  %high = stablehlo.constant dense<-9> : tensor<1xi64>
  %interior = stablehlo.constant dense<0> : tensor<1xi64>
  %0 = stablehlo.dynamic_pad %a, %p, %low, %high, %interior : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
