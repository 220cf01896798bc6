// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// drop_whole_view
// CHECK-LABEL: func.func @whole
// CHECK-NEXT:  return %x
func.func @whole(%x: tensor<?x4xf32>, %i: index) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %0 = tensor.extract_slice %x[%i, 0] [%d, 4] [%c1, 1] : tensor<?x4xf32> to tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// All elements, the last one first.
// CHECK-LABEL: func.func @backwards
// CHECK:       tensor.extract_slice
func.func @backwards(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %last = arith.subi %d, %c1 : index
  %0 = tensor.extract_slice %x[%last] [%d] [-1] : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A step that is not known.
// CHECK-LABEL: func.func @any_step
// CHECK:       tensor.extract_slice
func.func @any_step(%x: tensor<?xf32>, %s: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = tensor.extract_slice %x[0] [%d] [%s] : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @part
// CHECK:       tensor.extract_slice
// CHECK:       tensor.extract_slice
func.func @part(%x: tensor<?x4xf32>, %y: tensor<1x?xf32>, %n: index) -> (tensor<?x4xf32>, tensor<?xf32>) {
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %x[0, 0] [%n, 4] [1, 1] : tensor<?x4xf32> to tensor<?x4xf32>
  %d = tensor.dim %y, %c1 : tensor<1x?xf32>
  %1 = tensor.extract_slice %y[0, 0] [1, %d] [1, 1] : tensor<1x?xf32> to tensor<?xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<?xf32>
}

// -----

// drop_whole_insertion
// CHECK-LABEL: func.func @inserted
// CHECK:       [[Y:%[0-9]+]] = stablehlo.tanh %x
// CHECK-NOT:   tensor.insert_slice
// CHECK:       return [[Y]], %x
func.func @inserted(%x: tensor<?x4xf32>, %e: tensor<?x0xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %n = tensor.dim %e, %c0 : tensor<?x0xf32>
  %0 = stablehlo.tanh %x : tensor<?x4xf32>
  %1 = tensor.insert_slice %0 into %x[0, 0] [%d, 4] [1, 1] : tensor<?x4xf32> into tensor<?x4xf32>
  %2 = tensor.insert_slice %e into %x[0, 1] [%n, 0] [1, 1] : tensor<?x0xf32> into tensor<?x4xf32>
  return %1, %2 : tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @some_inserted
// CHECK:       tensor.insert_slice
// CHECK:       tensor.insert_slice
func.func @some_inserted(%x: tensor<?x4xf32>, %e: tensor<?x4xf32>, %r: tensor<4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %e, %c0 : tensor<?x4xf32>
  %0 = tensor.insert_slice %e into %x[0, 0] [%n, 4] [1, 1] : tensor<?x4xf32> into tensor<?x4xf32>
  %1 = tensor.insert_slice %r into %x[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<?x4xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

// drop_single_concat
// CHECK-LABEL: func.func @alone
// CHECK-NEXT:  return %x
func.func @alone(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = tensor.concat dim(0) %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// drop_empty_padding
// CHECK-LABEL: func.func @nothing_around
// CHECK:       return %x, %y
func.func @nothing_around(%x: tensor<?x4xf32>, %y: tensor<5xf32>, %v: f32, %n: index) -> (tensor<?x4xf32>, tensor<5xf32>) {
  %c0 = arith.constant 0 : index
  %0 = tensor.pad %x low[0, %c0] high[%c0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x4xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x4xf32>
  %2 = tensor.pad %y low[%n] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<5xf32> to tensor<5xf32>
  return %1, %2 : tensor<?x4xf32>, tensor<5xf32>
}

// -----

// A number that is not known, and a copy that is asked for.
// CHECK-LABEL: func.func @padded
// CHECK:       tensor.pad %x low[%n] high[0]
// CHECK:       tensor.pad %x nofold low[0] high[0]
func.func @padded(%x: tensor<?xf32>, %v: f32, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %1 = tensor.pad %x low[%n] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<?xf32>
  %2 = tensor.pad %x nofold low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %1, %2 : tensor<?xf32>, tensor<?xf32>
}

// -----

// drop_undone_reshape: there and back, through several shapes, by whatever operations.
// CHECK-LABEL: func.func @back
// CHECK-NEXT:  return %x, %x, %x
func.func @back(%x: tensor<?x4x?xf32>, %a: index, %b: index, %s: tensor<3xindex>) -> (tensor<?x4x?xf32>, tensor<?x4x?xf32>, tensor<?x4x?xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x4x?xf32> into tensor<?x?xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [%a, 4, %b] : tensor<?x?xf32> into tensor<?x4x?xf32>
  %d0 = tensor.dim %x, %c0 : tensor<?x4x?xf32>
  %d2 = tensor.dim %x, %c2 : tensor<?x4x?xf32>
  %t = tensor.from_elements %d0, %c4, %d2 : tensor<3xindex>
  %2 = tensor.collapse_shape %0 [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %3 = tensor.reshape %2(%t) : (tensor<?xf32>, tensor<3xindex>) -> tensor<?x4x?xf32>
  %4 = tensor.reshape %x(%t) : (tensor<?x4x?xf32>, tensor<3xindex>) -> tensor<?x4x?xf32>
  return %1, %3, %4 : tensor<?x4x?xf32>, tensor<?x4x?xf32>, tensor<?x4x?xf32>
}

// -----

// Other sizes come back.
// CHECK-LABEL: func.func @not_back
// CHECK:       tensor.collapse_shape
// CHECK:       tensor.expand_shape
func.func @not_back(%x: tensor<?x?xf32>, %a: index, %b: index) -> tensor<?x?xf32> {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [%a, %b] : tensor<?xf32> into tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// merge_reshapes
// CHECK-LABEL: func.func @twice
// CHECK:       [[Y:%[0-9]+]] = tensor.reshape %x(
// CHECK-NEXT:  return [[Y]]
func.func @twice(%x: tensor<?xf32>) -> tensor<?x1xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %s = tensor.from_elements %c1, %d, %c1 : tensor<3xindex>
  %0 = tensor.reshape %x(%s) : (tensor<?xf32>, tensor<3xindex>) -> tensor<1x?x1xf32>
  %t = tensor.from_elements %d, %c1 : tensor<2xindex>
  %1 = tensor.reshape %0(%t) : (tensor<1x?x1xf32>, tensor<2xindex>) -> tensor<?x1xf32>
  return %1 : tensor<?x1xf32>
}
