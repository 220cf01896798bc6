// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// drop_whole_slice
// CHECK-LABEL: func.func @whole
// CHECK-NEXT:  return %x
func.func @whole(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %zeros = arith.constant dense<0> : tensor<2xindex>
  %ones = arith.constant dense<1> : tensor<2xindex>
  %limits = tensor.from_elements %d, %c4 : tensor<2xindex>
  %0 = stablehlo.real_dynamic_slice %x, %zeros, %limits, %ones : (tensor<?x4xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// make_slice_static
// CHECK-LABEL: func.func @static
// CHECK-NEXT:  stablehlo.slice %x [1:7:2] : (tensor<8xf32>) -> tensor<3xf32>
// CHECK-NEXT:  return
func.func @static(%x: tensor<8xf32>) -> tensor<?xf32> {
  %a = arith.constant dense<1> : tensor<1xindex>
  %b = arith.constant dense<7> : tensor<1xindex>
  %c = arith.constant dense<2> : tensor<1xindex>
  %0 = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<8xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// All but the first element: the size is one less.
// CHECK-LABEL: func.func @rest
// CHECK:       real_dynamic_slice
func.func @rest(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %one = arith.constant dense<1> : tensor<1xindex>
  %limit = tensor.from_elements %d : tensor<1xindex>
  %0 = stablehlo.real_dynamic_slice %x, %one, %limit, %one : (tensor<?xf32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// drop_zero_pad
// CHECK-LABEL: func.func @no_padding
// CHECK-NEXT:  return %x
func.func @no_padding(%x: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %zero = arith.constant dense<0> : tensor<1xindex>
  %0 = stablehlo.dynamic_pad %x, %v, %zero, %zero, %zero : (tensor<?xf32>, tensor<f32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// One more before and one less after keep the size, not the elements.
// CHECK-LABEL: func.func @shifted
// CHECK:       stablehlo.pad %x, %v, low = [1], high = [-1], interior = [0]
func.func @shifted(%x: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %zero = arith.constant dense<0> : tensor<1xindex>
  %one = arith.constant dense<1> : tensor<1xindex>
  %minus = arith.constant dense<-1> : tensor<1xindex>
  %0 = stablehlo.dynamic_pad %x, %v, %one, %minus, %zero : (tensor<?xf32>, tensor<f32>, tensor<1xindex>, tensor<1xindex>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// make_iota_static
// CHECK-LABEL: func.func @count
// CHECK-NEXT:  stablehlo.iota dim = 0 : tensor<5xi32>
func.func @count() -> tensor<?xi32> {
  %n = arith.constant dense<5> : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// drop_trivial_concatenate
// CHECK-LABEL: func.func @nothing_added
// CHECK-NEXT:  return %x
func.func @nothing_added(%x: tensor<?x4xf32>, %e: tensor<?x0xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.concatenate %e, %x, %e, dim = 1 : (tensor<?x0xf32>, tensor<?x4xf32>, tensor<?x0xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// Empty along another axis: all of them are.
// CHECK-LABEL: func.func @all_empty
// CHECK:       concatenate %x, %y
func.func @all_empty(%x: tensor<0x4xf32>, %y: tensor<0x?xf32>) -> tensor<0x?xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<0x4xf32>, tensor<0x?xf32>) -> tensor<0x?xf32>
  return %0 : tensor<0x?xf32>
}

// -----

// drop_identity_convert, and one that is none.
// CHECK-LABEL: func.func @converted
// CHECK-NEXT:  %[[F:.*]] = stablehlo.convert %x
// CHECK-NEXT:  return %x, %[[F]]
func.func @converted(%x: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xf32>) {
  %0 = stablehlo.convert %x : tensor<?xi32>
  %1 = stablehlo.convert %x : (tensor<?xi32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xi32>, tensor<?xf32>
}

// -----

// One element of one is all of it, whatever the step.
// CHECK-LABEL: func.func @one_of_one
// CHECK-NEXT:    return %x
func.func @one_of_one(%x: tensor<1xf32>) -> tensor<1xf32> {
  %0 = stablehlo.slice %x [0:1:3] : (tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
