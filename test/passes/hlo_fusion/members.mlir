// RUN: disc-opt %s --split-input-file -p 'hlo-fusion' | filecheck %s

// Questions about floats and their bits are members: a sum in one kernel.
// CHECK:      func.func @questions(%x: tensor<?xf32, [@n]>) -> tensor<f32> {
// CHECK-NEXT: %0 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.is_finite %x_1 : (tensor<?xf32, [@n]>) -> tensor<?xi1, [@n]>
// CHECK-NEXT: %2 = stablehlo.bitcast_convert %x_1 : (tensor<?xf32, [@n]>) -> tensor<?xi32, [@n]>
// CHECK-NEXT: %3 = stablehlo.convert %2 : (tensor<?xi32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %4 = stablehlo.select %1, %x_1, %3 : tensor<?xi1, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: mhlo.return %5 : tensor<f32>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>) -> tensor<f32>
// CHECK-NEXT: func.return %0 : tensor<f32>
// CHECK-NEXT: }
func.func @questions(%x: tensor<?xf32, [@n]>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.is_finite %x : (tensor<?xf32, [@n]>) -> tensor<?xi1, [@n]>
  %1 = stablehlo.bitcast_convert %x : (tensor<?xf32, [@n]>) -> tensor<?xi32, [@n]>
  %2 = stablehlo.convert %1 : (tensor<?xi32, [@n]>) -> tensor<?xf32, [@n]>
  %3 = stablehlo.select %0, %x, %2 : tensor<?xi1, [@n]>, tensor<?xf32, [@n]>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}
disc_shape.SymbolDim @n

// -----

// A bitcast that splits elements is none.
// CHECK:      func.func @split(%x: tensor<?xf32, [@n]>) -> tensor<?x4xi8, [@n, @C4]> {
// CHECK-NEXT: %0 = stablehlo.tanh %x : tensor<?xf32, [@n]>
// CHECK-NEXT: %1 = stablehlo.bitcast_convert %0 : (tensor<?xf32, [@n]>) -> tensor<?x4xi8, [@n, @C4]>
// CHECK-NEXT: %2 = stablehlo.negate %1 : tensor<?x4xi8, [@n, @C4]>
// CHECK-NEXT: func.return %2 : tensor<?x4xi8, [@n, @C4]>
// CHECK-NEXT: }
func.func @split(%x: tensor<?xf32, [@n]>) -> tensor<?x4xi8, [@n, @C4]> {
  %0 = stablehlo.tanh %x : tensor<?xf32, [@n]>
  %1 = stablehlo.bitcast_convert %0 : (tensor<?xf32, [@n]>) -> tensor<?x4xi8, [@n, @C4]>
  %2 = stablehlo.negate %1 : tensor<?x4xi8, [@n, @C4]>
  return %2 : tensor<?x4xi8, [@n, @C4]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @C4 {value = 4}

// -----

// One boolean of many numbers: the comparison is read by the reduction alone.
// CHECK:      func.func @any(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>) -> tensor<i1> {
// CHECK-NEXT: %0 = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@n]>, %y_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %false = stablehlo.constant dense<false> : tensor<i1>
// CHECK-NEXT: %1 = stablehlo.compare LT, %x_1, %y_1, FLOAT : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> tensor<?xi1, [@n]>
// CHECK-NEXT: %2 = stablehlo.reduce(%1 init: %false) applies stablehlo.or across dimensions = [0] : (tensor<?xi1, [@n]>, tensor<i1>) -> tensor<i1>
// CHECK-NEXT: mhlo.return %2 : tensor<i1>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> tensor<i1>
// CHECK-NEXT: func.return %0 : tensor<i1>
// CHECK-NEXT: }
func.func @any(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>) -> tensor<i1> {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> tensor<?xi1, [@n]>
  %1 = stablehlo.reduce(%0 init: %false) applies stablehlo.or across dimensions = [0] : (tensor<?xi1, [@n]>, tensor<i1>) -> tensor<i1>
  return %1 : tensor<i1>
}
disc_shape.SymbolDim @n

// -----

// A few integers of a few others are work on sizes, and no kernel.
// CHECK:      func.func @few(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<i32> {
// CHECK-NEXT: %zero = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %0 = stablehlo.add %x, %y : tensor<4xi32>
// CHECK-NEXT: %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
// CHECK-NEXT: func.return %1 : tensor<i32>
// CHECK-NEXT: }
func.func @few(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.add %x, %y : tensor<4xi32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}

// -----

// The sizes of slices, joined from tensors of one element, are captured as scalars.
// CHECK:      func.func @gather(%x: tensor<?x?xf32, [@n, @m]>, %i: tensor<?x1xi32, [@k, @C1]>, %m: tensor<i32>) -> tensor<?x?xf32, [@k, @m]> {
// CHECK-NEXT: %0 = arith.constant 1 : i32
// CHECK-NEXT: %1 = tensor.extract %m[] : tensor<i32>
// CHECK-NEXT: %2 = "mhlo.fusion"(%x, %i) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x?xf32, [@n, @m]>, %i_1: tensor<?x1xi32, [@k, @C1]>):
// CHECK-NEXT: %3 = tensor.from_elements %0, %1 : tensor<2xi32>
// CHECK-NEXT: %4 = "stablehlo.dynamic_gather"(%x_1, %i_1, %3) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?xf32, [@n, @m]>, tensor<?x1xi32, [@k, @C1]>, tensor<2xi32>) -> tensor<?x?xf32, [@k, @m]>
// CHECK-NEXT: %5 = stablehlo.tanh %4 : tensor<?x?xf32, [@k, @m]>
// CHECK-NEXT: mhlo.return %5 : tensor<?x?xf32, [@k, @m]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @m]>, tensor<?x1xi32, [@k, @C1]>) -> tensor<?x?xf32, [@k, @m]>
// CHECK-NEXT: func.return %2 : tensor<?x?xf32, [@k, @m]>
// CHECK-NEXT: }
func.func @gather(%x: tensor<?x?xf32, [@n, @m]>, %i: tensor<?x1xi32, [@k, @C1]>, %m: tensor<i32>) -> tensor<?x?xf32, [@k, @m]> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.concatenate %one, %0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %2 = "stablehlo.dynamic_gather"(%x, %i, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?xf32, [@n, @m]>, tensor<?x1xi32, [@k, @C1]>, tensor<2xi32>) -> tensor<?x?xf32, [@k, @m]>
  %3 = stablehlo.tanh %2 : tensor<?x?xf32, [@k, @m]>
  return %3 : tensor<?x?xf32, [@k, @m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @k
disc_shape.SymbolDim @C1 {value = 1}

// -----

// A list of sizes that is data is no list of scalars.
// CHECK:      func.func @gather_data(%x: tensor<?x?xf32, [@n, @m]>, %i: tensor<?x1xi32, [@k, @C1]>, %m: tensor<2xi32>) -> tensor<?x?xf32, [@k, @m]> {
// CHECK-NEXT: %0 = "stablehlo.dynamic_gather"(%x, %i, %m) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?xf32, [@n, @m]>, tensor<?x1xi32, [@k, @C1]>, tensor<2xi32>) -> tensor<?x?xf32, [@k, @m]>
// CHECK-NEXT: %1 = stablehlo.tanh %0 : tensor<?x?xf32, [@k, @m]>
// CHECK-NEXT: func.return %1 : tensor<?x?xf32, [@k, @m]>
// CHECK-NEXT: }
func.func @gather_data(%x: tensor<?x?xf32, [@n, @m]>, %i: tensor<?x1xi32, [@k, @C1]>, %m: tensor<2xi32>) -> tensor<?x?xf32, [@k, @m]> {
  %2 = "stablehlo.dynamic_gather"(%x, %i, %m) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?xf32, [@n, @m]>, tensor<?x1xi32, [@k, @C1]>, tensor<2xi32>) -> tensor<?x?xf32, [@k, @m]>
  %3 = stablehlo.tanh %2 : tensor<?x?xf32, [@k, @m]>
  return %3 : tensor<?x?xf32, [@k, @m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @k
disc_shape.SymbolDim @C1 {value = 1}

// -----

// Nor is a list with a part of two elements that is data.
// CHECK:      func.func @gather_part(%x: tensor<?x?x?xf32, [@n, @m, @m]>, %i: tensor<?x1xi32, [@k, @C1]>, %m: tensor<2xi32>) -> tensor<?x?x?xf32, [@k, @m, @m]> {
// CHECK-NEXT: %one = stablehlo.constant dense<1> : tensor<1xi32>
// CHECK-NEXT: %0 = stablehlo.concatenate %one, %m, dim = 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
// CHECK-NEXT: %1 = "stablehlo.dynamic_gather"(%x, %i, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?x?xf32, [@n, @m, @m]>, tensor<?x1xi32, [@k, @C1]>, tensor<3xi32>) -> tensor<?x?x?xf32, [@k, @m, @m]>
// CHECK-NEXT: %2 = stablehlo.tanh %1 : tensor<?x?x?xf32, [@k, @m, @m]>
// CHECK-NEXT: func.return %2 : tensor<?x?x?xf32, [@k, @m, @m]>
// CHECK-NEXT: }
func.func @gather_part(%x: tensor<?x?x?xf32, [@n, @m, @m]>, %i: tensor<?x1xi32, [@k, @C1]>, %m: tensor<2xi32>) -> tensor<?x?x?xf32, [@k, @m, @m]> {
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %1 = stablehlo.concatenate %one, %m, dim = 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %2 = "stablehlo.dynamic_gather"(%x, %i, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<?x?x?xf32, [@n, @m, @m]>, tensor<?x1xi32, [@k, @C1]>, tensor<3xi32>) -> tensor<?x?x?xf32, [@k, @m, @m]>
  %3 = stablehlo.tanh %2 : tensor<?x?x?xf32, [@k, @m, @m]>
  return %3 : tensor<?x?x?xf32, [@k, @m, @m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @k
disc_shape.SymbolDim @C1 {value = 1}

// -----

// What a function returns is no view: the operand of its reshape is written as the result.
// CHECK:      func.func @returned(%x: tensor<?x4xf32, [@n, @C4]>, %s: tensor<?x4xf32, [@n, @C4]>, %m: index) -> tensor<?xf32, [@m]> {
// CHECK-NEXT: %0 = "mhlo.fusion"(%x, %s) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x4xf32, [@n, @C4]>, %s_1: tensor<?x4xf32, [@n, @C4]>):
// CHECK-NEXT: %1 = stablehlo.multiply %x_1, %s_1 : tensor<?x4xf32, [@n, @C4]>
// CHECK-NEXT: %2 = tensor.from_elements %m : tensor<1xindex>
// CHECK-NEXT: %3 = stablehlo.dynamic_reshape %1, %2 : (tensor<?x4xf32, [@n, @C4]>, tensor<1xindex>) -> tensor<?xf32, [@m]>
// CHECK-NEXT: mhlo.return %3 : tensor<?xf32, [@m]>
// CHECK-NEXT: }) : (tensor<?x4xf32, [@n, @C4]>, tensor<?x4xf32, [@n, @C4]>) -> tensor<?xf32, [@m]>
// CHECK-NEXT: func.return %0 : tensor<?xf32, [@m]>
// CHECK-NEXT: }
func.func @returned(%x: tensor<?x4xf32, [@n, @C4]>, %s: tensor<?x4xf32, [@n, @C4]>, %m: index) -> tensor<?xf32, [@m]> {
  %0 = stablehlo.multiply %x, %s : tensor<?x4xf32, [@n, @C4]>
  %1 = tensor.from_elements %m : tensor<1xindex>
  %2 = stablehlo.dynamic_reshape %0, %1 : (tensor<?x4xf32, [@n, @C4]>, tensor<1xindex>) -> tensor<?xf32, [@m]>
  return %2 : tensor<?xf32, [@m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C4 {value = 4}

// -----

// The operand is needed as well: the result is a copy of it.
// CHECK:      func.func @both_returned(%x: tensor<?x4xf32, [@n, @C4]>, %m: index) -> (tensor<?x4xf32, [@n, @C4]>, tensor<?xf32, [@m]>) {
// CHECK-NEXT: %0 = stablehlo.tanh %x : tensor<?x4xf32, [@n, @C4]>
// CHECK-NEXT: %1 = tensor.from_elements %m : tensor<1xindex>
// CHECK-NEXT: %2 = stablehlo.dynamic_reshape %0, %1 : (tensor<?x4xf32, [@n, @C4]>, tensor<1xindex>) -> tensor<?xf32, [@m]>
// CHECK-NEXT: func.return %0, %2 : tensor<?x4xf32, [@n, @C4]>, tensor<?xf32, [@m]>
// CHECK-NEXT: }
func.func @both_returned(%x: tensor<?x4xf32, [@n, @C4]>, %m: index) -> (tensor<?x4xf32, [@n, @C4]>, tensor<?xf32, [@m]>) {
  %0 = stablehlo.tanh %x : tensor<?x4xf32, [@n, @C4]>
  %1 = tensor.from_elements %m : tensor<1xindex>
  %2 = stablehlo.dynamic_reshape %0, %1 : (tensor<?x4xf32, [@n, @C4]>, tensor<1xindex>) -> tensor<?xf32, [@m]>
  return %0, %2 : tensor<?x4xf32, [@n, @C4]>, tensor<?xf32, [@m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C4 {value = 4}

// -----

// A reshape of an argument has no producer here.
// CHECK:      func.func @argument(%x: tensor<?x4xf32, [@n, @C4]>, %m: index) -> tensor<?xf32, [@m]> {
// CHECK-NEXT: %0 = tensor.from_elements %m : tensor<1xindex>
// CHECK-NEXT: %1 = stablehlo.dynamic_reshape %x, %0 : (tensor<?x4xf32, [@n, @C4]>, tensor<1xindex>) -> tensor<?xf32, [@m]>
// CHECK-NEXT: func.return %1 : tensor<?xf32, [@m]>
// CHECK-NEXT: }
func.func @argument(%x: tensor<?x4xf32, [@n, @C4]>, %m: index) -> tensor<?xf32, [@m]> {
  %1 = tensor.from_elements %m : tensor<1xindex>
  %2 = stablehlo.dynamic_reshape %x, %1 : (tensor<?x4xf32, [@n, @C4]>, tensor<1xindex>) -> tensor<?xf32, [@m]>
  return %2 : tensor<?xf32, [@m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C4 {value = 4}

// -----

// Nor is a list of unsigned integers: scalars have no sign of their own.
// CHECK:      func.func @unsigned(%x: tensor<?x4xf32, [@n, @C4]>, %m: tensor<ui32>) -> tensor<?x4xf32, [@k, @C4]> {
// CHECK-NEXT: %c = stablehlo.constant dense<4> : tensor<1xui32>
// CHECK-NEXT: %0 = stablehlo.reshape %m : (tensor<ui32>) -> tensor<1xui32>
// CHECK-NEXT: %1 = stablehlo.concatenate %0, %c, dim = 0 : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
// CHECK-NEXT: %2 = stablehlo.dynamic_broadcast_in_dim %x, %1, dims = [0, 1] : (tensor<?x4xf32, [@n, @C4]>, tensor<2xui32>) -> tensor<?x4xf32, [@k, @C4]>
// CHECK-NEXT: func.return %2 : tensor<?x4xf32, [@k, @C4]>
// CHECK-NEXT: }
func.func @unsigned(%x: tensor<?x4xf32, [@n, @C4]>, %m: tensor<ui32>) -> tensor<?x4xf32, [@k, @C4]> {
  %c = stablehlo.constant dense<4> : tensor<1xui32>
  %0 = stablehlo.reshape %m : (tensor<ui32>) -> tensor<1xui32>
  %1 = stablehlo.concatenate %0, %c, dim = 0 : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
  %2 = stablehlo.dynamic_broadcast_in_dim %x, %1, dims = [0, 1] : (tensor<?x4xf32, [@n, @C4]>, tensor<2xui32>) -> tensor<?x4xf32, [@k, @C4]>
  return %2 : tensor<?x4xf32, [@k, @C4]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @k
disc_shape.SymbolDim @C4 {value = 4}
