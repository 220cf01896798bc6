// RUN: disc-opt %s --split-input-file -p find-cumulative-reductions | filecheck %s

// The elements up to each place, of one tensor: a window that grows.
// CHECK:      func.func @sums(%x: tensor<?x4xf32, [@n, @C4]>, %list: tensor<1xindex>, %square: tensor<2xindex>, %sizes: tensor<3xindex>) -> tensor<?x4xf32, [@n, @C4]> {
// CHECK-NEXT:   %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:   %0 = arith.constant 1 : i64
// CHECK-NEXT:   %1 = arith.constant 0 : i64
// CHECK-NEXT:   %2 = arith.constant 0 : index
// CHECK-NEXT:   %3 = tensor.dim %x, %2 : tensor<?x4xf32, [@n, @C4]>
// CHECK-NEXT:   %4 = arith.index_cast %3 : index to i64
// CHECK-NEXT:   %5 = arith.subi %4, %0 : i64
// CHECK-NEXT:   %6 = tensor.from_elements %0, %0 : tensor<2xi64>
// CHECK-NEXT:   %7 = tensor.from_elements %4, %0 : tensor<2xi64>
// CHECK-NEXT:   %8 = tensor.from_elements %5, %1, %1, %1 : tensor<2x2xi64>
// CHECK-NEXT:   %sums = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %7, %6, %6, %6, %8) {api_version = 2 : i32, called_computations = [@cumulative_0]} : (tensor<?x4xf32, [@n, @C4]>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2x2xi64>) -> tensor<?x4xf32, [@n, @C4]>
// CHECK-NEXT:   func.return %sums : tensor<?x4xf32, [@n, @C4]>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @n
// CHECK-NEXT: disc_shape.SymbolDim @C4 {value = 4}
// CHECK-NEXT: func.func private @cumulative_0(%0: tensor<f32>, %1: tensor<f32>) -> tensor<f32> {
// CHECK-NEXT:   %2 = stablehlo.add %0, %1 : tensor<f32>
// CHECK-NEXT:   func.return %2 : tensor<f32>
// CHECK-NEXT: }
func.func @sums(%x: tensor<?x4xf32, [@n, @C4]>, %list: tensor<1xindex>, %square: tensor<2xindex>, %sizes: tensor<3xindex>) -> tensor<?x4xf32, [@n, @C4]> {
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %places = stablehlo.dynamic_iota %list, dim = 0 : (tensor<1xindex>) -> tensor<?xi64, [@n]>
  %j = stablehlo.dynamic_broadcast_in_dim %places, %square, dims = [1] : (tensor<?xi64, [@n]>, tensor<2xindex>) -> tensor<?x?xi64, [@n, @n]>
  %i = stablehlo.dynamic_broadcast_in_dim %places, %square, dims = [0] : (tensor<?xi64, [@n]>, tensor<2xindex>) -> tensor<?x?xi64, [@n, @n]>
  %mask = stablehlo.compare LE, %j, %i, SIGNED : (tensor<?x?xi64, [@n, @n]>, tensor<?x?xi64, [@n, @n]>) -> tensor<?x?xi1, [@n, @n]>
  %masks = stablehlo.dynamic_broadcast_in_dim %mask, %sizes, dims = [0, 1] : (tensor<?x?xi1, [@n, @n]>, tensor<3xindex>) -> tensor<?x?x4xi1, [@n, @n, @C4]>
  %rows = stablehlo.dynamic_broadcast_in_dim %x, %sizes, dims = [1, 2] : (tensor<?x4xf32, [@n, @C4]>, tensor<3xindex>) -> tensor<?x?x4xf32, [@n, @n, @C4]>
  %zeros = stablehlo.dynamic_broadcast_in_dim %zero, %sizes, dims = [] : (tensor<f32>, tensor<3xindex>) -> tensor<?x?x4xf32, [@n, @n, @C4]>
  %kept = stablehlo.select %masks, %rows, %zeros : tensor<?x?x4xi1, [@n, @n, @C4]>, tensor<?x?x4xf32, [@n, @n, @C4]>
  %sums = stablehlo.reduce(%kept init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?x4xf32, [@n, @n, @C4]>, tensor<f32>) -> tensor<?x4xf32, [@n, @C4]>
  func.return %sums : tensor<?x4xf32, [@n, @C4]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @C4 {value = 4}

// -----

// The elements from each place on; a dimension of size 1 counts the rows; integers have a least number.
// CHECK:      func.func @maxima(%x: tensor<1x5xi32>) -> tensor<5xi32> {
// CHECK-NEXT:   %least = stablehlo.constant dense<-2147483648> : tensor<i32>
// CHECK-NEXT:   %0 = arith.constant 1 : index
// CHECK-NEXT:   %1 = tensor.dim %x, %0 : tensor<1x5xi32>
// CHECK-NEXT:   %2 = arith.index_cast %1 : index to i64
// CHECK-NEXT:   %3 = tensor.from_elements %2 : tensor<1xi64>
// CHECK-NEXT:   %4 = stablehlo.dynamic_reshape %x, %3 : (tensor<1x5xi32>, tensor<1xi64>) -> tensor<5xi32>
// CHECK-NEXT:   %5 = arith.constant 1 : i64
// CHECK-NEXT:   %6 = arith.constant 0 : i64
// CHECK-NEXT:   %7 = arith.constant 0 : index
// CHECK-NEXT:   %8 = tensor.dim %4, %7 : tensor<5xi32>
// CHECK-NEXT:   %9 = arith.index_cast %8 : index to i64
// CHECK-NEXT:   %10 = arith.subi %9, %5 : i64
// CHECK-NEXT:   %11 = tensor.from_elements %5 : tensor<1xi64>
// CHECK-NEXT:   %12 = tensor.from_elements %9 : tensor<1xi64>
// CHECK-NEXT:   %13 = tensor.from_elements %6, %10 : tensor<1x2xi64>
// CHECK-NEXT:   %maxima = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%4, %least, %12, %11, %11, %11, %13) {api_version = 2 : i32, called_computations = [@cumulative_0]} : (tensor<5xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<5xi32>
// CHECK-NEXT:   func.return %maxima : tensor<5xi32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @cumulative_0(%0: tensor<i32>, %1: tensor<i32>) -> tensor<i32> {
// CHECK-NEXT:   %2 = stablehlo.maximum %0, %1 : tensor<i32>
// CHECK-NEXT:   func.return %2 : tensor<i32>
// CHECK-NEXT: }
func.func @maxima(%x: tensor<1x5xi32>) -> tensor<5xi32> {
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  %i = stablehlo.iota dim = 0 : tensor<5x5xi32>
  %j = stablehlo.iota dim = 1 : tensor<5x5xi32>
  %mask = stablehlo.compare LE, %i, %j, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
  %rows = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<1x5xi32>) -> tensor<5x5xi32>
  %others = stablehlo.constant dense<-2147483648> : tensor<5x5xi32>
  %kept = stablehlo.select %mask, %rows, %others : tensor<5x5xi1>, tensor<5x5xi32>
  %maxima = stablehlo.reduce(%kept init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<5x5xi32>, tensor<i32>) -> tensor<5xi32>
  func.return %maxima : tensor<5xi32>
}

// -----

// Sizes that may differ: @m rows of @n elements are no cumulative sum.
// CHECK:      func.func @other_sizes(%x: tensor<?xf32, [@n]>, %square: tensor<2xindex>) -> tensor<?xf32, [@m]> {
// CHECK-NEXT:   %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:   %j = stablehlo.dynamic_iota %square, dim = 1 : (tensor<2xindex>) -> tensor<?x?xi64, [@m, @n]>
// CHECK-NEXT:   %i = stablehlo.dynamic_iota %square, dim = 0 : (tensor<2xindex>) -> tensor<?x?xi64, [@m, @n]>
// CHECK-NEXT:   %mask = stablehlo.compare LE, %j, %i, SIGNED : (tensor<?x?xi64, [@m, @n]>, tensor<?x?xi64, [@m, @n]>) -> tensor<?x?xi1, [@m, @n]>
// CHECK-NEXT:   %rows = stablehlo.dynamic_broadcast_in_dim %x, %square, dims = [1] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<?x?xf32, [@m, @n]>
// CHECK-NEXT:   %zeros = stablehlo.dynamic_broadcast_in_dim %zero, %square, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32, [@m, @n]>
// CHECK-NEXT:   %kept = stablehlo.select %mask, %rows, %zeros : tensor<?x?xi1, [@m, @n]>, tensor<?x?xf32, [@m, @n]>
// CHECK-NEXT:   %sums = stablehlo.reduce(%kept init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@m, @n]>, tensor<f32>) -> tensor<?xf32, [@m]>
// CHECK-NEXT:   func.return %sums : tensor<?xf32, [@m]>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @n
// CHECK-NEXT: disc_shape.SymbolDim @m
func.func @other_sizes(%x: tensor<?xf32, [@n]>, %square: tensor<2xindex>) -> tensor<?xf32, [@m]> {
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %j = stablehlo.dynamic_iota %square, dim = 1 : (tensor<2xindex>) -> tensor<?x?xi64, [@m, @n]>
  %i = stablehlo.dynamic_iota %square, dim = 0 : (tensor<2xindex>) -> tensor<?x?xi64, [@m, @n]>
  %mask = stablehlo.compare LE, %j, %i, SIGNED : (tensor<?x?xi64, [@m, @n]>, tensor<?x?xi64, [@m, @n]>) -> tensor<?x?xi1, [@m, @n]>
  %rows = stablehlo.dynamic_broadcast_in_dim %x, %square, dims = [1] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<?x?xf32, [@m, @n]>
  %zeros = stablehlo.dynamic_broadcast_in_dim %zero, %square, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32, [@m, @n]>
  %kept = stablehlo.select %mask, %rows, %zeros : tensor<?x?xi1, [@m, @n]>, tensor<?x?xf32, [@m, @n]>
  %sums = stablehlo.reduce(%kept init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@m, @n]>, tensor<f32>) -> tensor<?xf32, [@m]>
  func.return %sums : tensor<?xf32, [@m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// Not what is left out counts, and not where rows differ, places of 8 bits, or places before only.
// CHECK:      func.func @others(%x: tensor<5xf32>, %y: tensor<5x5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
// CHECK-NEXT:   %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:   %zeros = stablehlo.constant dense<0.000000e+00> : tensor<5x5xf32>
// CHECK-NEXT:   %ones = stablehlo.constant dense<1.000000e+00> : tensor<5x5xf32>
// CHECK-NEXT:   %minus = stablehlo.constant dense<-0.000000e+00> : tensor<5x5xf32>
// CHECK-NEXT:   %i = stablehlo.iota dim = 0 : tensor<5x5xi32>
// CHECK-NEXT:   %j = stablehlo.iota dim = 1 : tensor<5x5xi32>
// CHECK-NEXT:   %mask = stablehlo.compare LE, %j, %i, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
// CHECK-NEXT:   %before = stablehlo.compare LT, %j, %i, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
// CHECK-NEXT:   %i8 = stablehlo.iota dim = 0 : tensor<5x5xi8>
// CHECK-NEXT:   %j8 = stablehlo.iota dim = 1 : tensor<5x5xi8>
// CHECK-NEXT:   %narrow = stablehlo.compare LE, %j8, %i8, SIGNED : (tensor<5x5xi8>, tensor<5x5xi8>) -> tensor<5x5xi1>
// CHECK-NEXT:   %rows = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<5xf32>) -> tensor<5x5xf32>
// CHECK-NEXT:   %0 = stablehlo.select %mask, %rows, %ones : tensor<5x5xi1>, tensor<5x5xf32>
// CHECK-NEXT:   %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
// CHECK-NEXT:   %2 = stablehlo.select %mask, %y, %zeros : tensor<5x5xi1>, tensor<5x5xf32>
// CHECK-NEXT:   %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
// CHECK-NEXT:   %4 = stablehlo.select %before, %rows, %zeros : tensor<5x5xi1>, tensor<5x5xf32>
// CHECK-NEXT:   %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
// CHECK-NEXT:   %6 = stablehlo.select %narrow, %rows, %zeros : tensor<5x5xi1>, tensor<5x5xf32>
// CHECK-NEXT:   %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
// CHECK-NEXT:   %8 = stablehlo.select %mask, %rows, %minus : tensor<5x5xi1>, tensor<5x5xf32>
// CHECK-NEXT:   %9 = stablehlo.reduce(%8 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
// CHECK-NEXT:   func.return %1, %3, %5, %7, %9 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
// CHECK-NEXT: }
func.func @others(%x: tensor<5xf32>, %y: tensor<5x5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %zeros = stablehlo.constant dense<0.000000e+00> : tensor<5x5xf32>
  %ones = stablehlo.constant dense<1.000000e+00> : tensor<5x5xf32>
  %minus = stablehlo.constant dense<-0.000000e+00> : tensor<5x5xf32>
  %i = stablehlo.iota dim = 0 : tensor<5x5xi32>
  %j = stablehlo.iota dim = 1 : tensor<5x5xi32>
  %mask = stablehlo.compare LE, %j, %i, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
  %before = stablehlo.compare LT, %j, %i, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
  %i8 = stablehlo.iota dim = 0 : tensor<5x5xi8>
  %j8 = stablehlo.iota dim = 1 : tensor<5x5xi8>
  %narrow = stablehlo.compare LE, %j8, %i8, SIGNED : (tensor<5x5xi8>, tensor<5x5xi8>) -> tensor<5x5xi1>
  %rows = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<5xf32>) -> tensor<5x5xf32>
  %0 = stablehlo.select %mask, %rows, %ones : tensor<5x5xi1>, tensor<5x5xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
  %2 = stablehlo.select %mask, %y, %zeros : tensor<5x5xi1>, tensor<5x5xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
  %4 = stablehlo.select %before, %rows, %zeros : tensor<5x5xi1>, tensor<5x5xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
  %6 = stablehlo.select %narrow, %rows, %zeros : tensor<5x5xi1>, tensor<5x5xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
  %8 = stablehlo.select %mask, %rows, %minus : tensor<5x5xi1>, tensor<5x5xf32>
  %9 = stablehlo.reduce(%8 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
  func.return %1, %3, %5, %7, %9 : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// -----

// Down the columns of rows that are columns: the sum is over the rows, of which each is one element.
// CHECK:      func.func @rows_of_one(%x: tensor<5xf32>) -> tensor<5xf32> {
// CHECK-NEXT:   %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:   %zeros = stablehlo.constant dense<0.000000e+00> : tensor<5x5xf32>
// CHECK-NEXT:   %i = stablehlo.iota dim = 0 : tensor<5x5xi32>
// CHECK-NEXT:   %j = stablehlo.iota dim = 1 : tensor<5x5xi32>
// CHECK-NEXT:   %mask = stablehlo.compare GE, %j, %i, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
// CHECK-NEXT:   %rows = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<5xf32>) -> tensor<5x5xf32>
// CHECK-NEXT:   %kept = stablehlo.select %mask, %rows, %zeros : tensor<5x5xi1>, tensor<5x5xf32>
// CHECK-NEXT:   %sums = stablehlo.reduce(%kept init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
// CHECK-NEXT:   func.return %sums : tensor<5xf32>
// CHECK-NEXT: }
func.func @rows_of_one(%x: tensor<5xf32>) -> tensor<5xf32> {
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %zeros = stablehlo.constant dense<0.000000e+00> : tensor<5x5xf32>
  %i = stablehlo.iota dim = 0 : tensor<5x5xi32>
  %j = stablehlo.iota dim = 1 : tensor<5x5xi32>
  %mask = stablehlo.compare GE, %j, %i, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
  %rows = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<5xf32>) -> tensor<5x5xf32>
  %kept = stablehlo.select %mask, %rows, %zeros : tensor<5x5xi1>, tensor<5x5xf32>
  %sums = stablehlo.reduce(%kept init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
  func.return %sums : tensor<5xf32>
}

// -----

// A mask of `tril`, and zeros that are converted.
// CHECK:      func.func @lower(%x: tensor<5xf32>) -> tensor<5xf32> {
// CHECK-NEXT:   %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:   %0 = arith.constant 1 : i64
// CHECK-NEXT:   %1 = arith.constant 0 : i64
// CHECK-NEXT:   %2 = arith.constant 0 : index
// CHECK-NEXT:   %3 = tensor.dim %x, %2 : tensor<5xf32>
// CHECK-NEXT:   %4 = arith.index_cast %3 : index to i64
// CHECK-NEXT:   %5 = arith.subi %4, %0 : i64
// CHECK-NEXT:   %6 = tensor.from_elements %0 : tensor<1xi64>
// CHECK-NEXT:   %7 = tensor.from_elements %4 : tensor<1xi64>
// CHECK-NEXT:   %8 = tensor.from_elements %5, %1 : tensor<1x2xi64>
// CHECK-NEXT:   %sums = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %7, %6, %6, %6, %8) {api_version = 2 : i32, called_computations = [@cumulative_0]} : (tensor<5xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<5xf32>
// CHECK-NEXT:   func.return %sums : tensor<5xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @cumulative_0(%0: tensor<f32>, %1: tensor<f32>) -> tensor<f32> {
// CHECK-NEXT:   %2 = stablehlo.add %0, %1 : tensor<f32>
// CHECK-NEXT:   func.return %2 : tensor<f32>
// CHECK-NEXT: }
func.func @lower(%x: tensor<5xf32>) -> tensor<5xf32> {
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %integer = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.convert %integer : (tensor<i32>) -> tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<5x5xf32>
  %true = stablehlo.constant dense<true> : tensor<5x5xi1>
  %false = stablehlo.constant dense<false> : tensor<5x5xi1>
  %i = stablehlo.iota dim = 0 : tensor<5x5xi32>
  %j = stablehlo.iota dim = 1 : tensor<5x5xi32>
  %compared = stablehlo.compare GE, %i, %j, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
  %mask = stablehlo.select %compared, %true, %false : tensor<5x5xi1>, tensor<5x5xi1>
  %rows = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<5xf32>) -> tensor<5x5xf32>
  %kept = stablehlo.select %mask, %rows, %zeros : tensor<5x5xi1>, tensor<5x5xf32>
  %sums = stablehlo.reduce(%kept init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
  func.return %sums : tensor<5xf32>
}

// -----

// The other half is kept; a number that is converted may be another one.
// CHECK:      func.func @other_masks(%x: tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>) {
// CHECK-NEXT:   %zero = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT:   %half = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:   %0 = stablehlo.convert %half : (tensor<f32>) -> tensor<i32>
// CHECK-NEXT:   %halves = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
// CHECK-NEXT:   %zeros = stablehlo.constant dense<0> : tensor<5x5xi32>
// CHECK-NEXT:   %true = stablehlo.constant dense<true> : tensor<5x5xi1>
// CHECK-NEXT:   %false = stablehlo.constant dense<false> : tensor<5x5xi1>
// CHECK-NEXT:   %i = stablehlo.iota dim = 0 : tensor<5x5xi32>
// CHECK-NEXT:   %j = stablehlo.iota dim = 1 : tensor<5x5xi32>
// CHECK-NEXT:   %compared = stablehlo.compare GE, %i, %j, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
// CHECK-NEXT:   %mask = stablehlo.select %compared, %false, %true : tensor<5x5xi1>, tensor<5x5xi1>
// CHECK-NEXT:   %rows = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<5xi32>) -> tensor<5x5xi32>
// CHECK-NEXT:   %1 = stablehlo.select %mask, %rows, %zeros : tensor<5x5xi1>, tensor<5x5xi32>
// CHECK-NEXT:   %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xi32>, tensor<i32>) -> tensor<5xi32>
// CHECK-NEXT:   %3 = stablehlo.select %compared, %rows, %halves : tensor<5x5xi1>, tensor<5x5xi32>
// CHECK-NEXT:   %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xi32>, tensor<i32>) -> tensor<5xi32>
// CHECK-NEXT:   func.return %2, %4 : tensor<5xi32>, tensor<5xi32>
// CHECK-NEXT: }
func.func @other_masks(%x: tensor<5xi32>) -> (tensor<5xi32>, tensor<5xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %half = stablehlo.constant dense<5.000000e-01> : tensor<f32>
  %0 = stablehlo.convert %half : (tensor<f32>) -> tensor<i32>
  %halves = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
  %zeros = stablehlo.constant dense<0> : tensor<5x5xi32>
  %true = stablehlo.constant dense<true> : tensor<5x5xi1>
  %false = stablehlo.constant dense<false> : tensor<5x5xi1>
  %i = stablehlo.iota dim = 0 : tensor<5x5xi32>
  %j = stablehlo.iota dim = 1 : tensor<5x5xi32>
  %compared = stablehlo.compare GE, %i, %j, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
  %mask = stablehlo.select %compared, %false, %true : tensor<5x5xi1>, tensor<5x5xi1>
  %rows = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<5xi32>) -> tensor<5x5xi32>
  %1 = stablehlo.select %mask, %rows, %zeros : tensor<5x5xi1>, tensor<5x5xi32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xi32>, tensor<i32>) -> tensor<5xi32>
  %3 = stablehlo.select %compared, %rows, %halves : tensor<5x5xi1>, tensor<5x5xi32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xi32>, tensor<i32>) -> tensor<5xi32>
  func.return %2, %4 : tensor<5xi32>, tensor<5xi32>
}

// -----

// Sizes of which nothing is known are not equal.
// CHECK:      func.func @unknown(%x: tensor<?xf32, [unit]>, %square: tensor<2xindex>) -> tensor<?xf32, [unit]> {
// CHECK-NEXT:   %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:   %j = stablehlo.dynamic_iota %square, dim = 1 : (tensor<2xindex>) -> tensor<?x?xi64, [unit, unit]>
// CHECK-NEXT:   %i = stablehlo.dynamic_iota %square, dim = 0 : (tensor<2xindex>) -> tensor<?x?xi64, [unit, unit]>
// CHECK-NEXT:   %mask = stablehlo.compare LE, %j, %i, SIGNED : (tensor<?x?xi64, [unit, unit]>, tensor<?x?xi64, [unit, unit]>) -> tensor<?x?xi1, [unit, unit]>
// CHECK-NEXT:   %rows = stablehlo.dynamic_broadcast_in_dim %x, %square, dims = [1] : (tensor<?xf32, [unit]>, tensor<2xindex>) -> tensor<?x?xf32, [unit, unit]>
// CHECK-NEXT:   %zeros = stablehlo.dynamic_broadcast_in_dim %zero, %square, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32, [unit, unit]>
// CHECK-NEXT:   %kept = stablehlo.select %mask, %rows, %zeros : tensor<?x?xi1, [unit, unit]>, tensor<?x?xf32, [unit, unit]>
// CHECK-NEXT:   %sums = stablehlo.reduce(%kept init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [unit, unit]>, tensor<f32>) -> tensor<?xf32, [unit]>
// CHECK-NEXT:   func.return %sums : tensor<?xf32, [unit]>
// CHECK-NEXT: }
func.func @unknown(%x: tensor<?xf32, [unit]>, %square: tensor<2xindex>) -> tensor<?xf32, [unit]> {
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %j = stablehlo.dynamic_iota %square, dim = 1 : (tensor<2xindex>) -> tensor<?x?xi64, [unit, unit]>
  %i = stablehlo.dynamic_iota %square, dim = 0 : (tensor<2xindex>) -> tensor<?x?xi64, [unit, unit]>
  %mask = stablehlo.compare LE, %j, %i, SIGNED : (tensor<?x?xi64, [unit, unit]>, tensor<?x?xi64, [unit, unit]>) -> tensor<?x?xi1, [unit, unit]>
  %rows = stablehlo.dynamic_broadcast_in_dim %x, %square, dims = [1] : (tensor<?xf32, [unit]>, tensor<2xindex>) -> tensor<?x?xf32, [unit, unit]>
  %zeros = stablehlo.dynamic_broadcast_in_dim %zero, %square, dims = [] : (tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32, [unit, unit]>
  %kept = stablehlo.select %mask, %rows, %zeros : tensor<?x?xi1, [unit, unit]>, tensor<?x?xf32, [unit, unit]>
  %sums = stablehlo.reduce(%kept init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [unit, unit]>, tensor<f32>) -> tensor<?xf32, [unit]>
  func.return %sums : tensor<?xf32, [unit]>
}

// -----

// Elements that are widened as they are added.
// CHECK:      func.func @wider(%x: tensor<5xi8>) -> tensor<5xi32> {
// CHECK-NEXT:   %zero = stablehlo.constant dense<0> : tensor<i8>
// CHECK-NEXT:   %zeros = stablehlo.constant dense<0> : tensor<5x5xi8>
// CHECK-NEXT:   %i = stablehlo.iota dim = 0 : tensor<5x5xi32>
// CHECK-NEXT:   %j = stablehlo.iota dim = 1 : tensor<5x5xi32>
// CHECK-NEXT:   %mask = stablehlo.compare LE, %j, %i, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
// CHECK-NEXT:   %rows = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<5xi8>) -> tensor<5x5xi8>
// CHECK-NEXT:   %kept = stablehlo.select %mask, %rows, %zeros : tensor<5x5xi1>, tensor<5x5xi8>
// CHECK-NEXT:   %sums = stablehlo.reduce(%kept init: %zero) across dimensions = [1] : (tensor<5x5xi8>, tensor<i8>) -> tensor<5xi32>
// CHECK-NEXT:    reducer(%a: tensor<i32>, %b: tensor<i32>)  {
// CHECK-NEXT:     %s = stablehlo.add %a, %b : tensor<i32>
// CHECK-NEXT:     stablehlo.return %s : tensor<i32>
// CHECK-NEXT:   }
// CHECK-NEXT:   func.return %sums : tensor<5xi32>
// CHECK-NEXT: }
func.func @wider(%x: tensor<5xi8>) -> tensor<5xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %zeros = stablehlo.constant dense<0> : tensor<5x5xi8>
  %i = stablehlo.iota dim = 0 : tensor<5x5xi32>
  %j = stablehlo.iota dim = 1 : tensor<5x5xi32>
  %mask = stablehlo.compare LE, %j, %i, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
  %rows = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<5xi8>) -> tensor<5x5xi8>
  %kept = stablehlo.select %mask, %rows, %zeros : tensor<5x5xi1>, tensor<5x5xi8>
  %sums = stablehlo.reduce(%kept init: %zero) across dimensions = [1] : (tensor<5x5xi8>, tensor<i8>) -> tensor<5xi32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
     %s = stablehlo.add %a, %b : tensor<i32>
     stablehlo.return %s : tensor<i32>
   }
  func.return %sums : tensor<5xi32>
}

// -----

// The name of the function is that of a symbol.
// CHECK:      func.func @named(%x: tensor<5xf32>) -> tensor<5xf32> {
// CHECK-NEXT:   %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:   %0 = arith.constant 1 : i64
// CHECK-NEXT:   %1 = arith.constant 0 : i64
// CHECK-NEXT:   %2 = arith.constant 0 : index
// CHECK-NEXT:   %3 = tensor.dim %x, %2 : tensor<5xf32>
// CHECK-NEXT:   %4 = arith.index_cast %3 : index to i64
// CHECK-NEXT:   %5 = arith.subi %4, %0 : i64
// CHECK-NEXT:   %6 = tensor.from_elements %0 : tensor<1xi64>
// CHECK-NEXT:   %7 = tensor.from_elements %4 : tensor<1xi64>
// CHECK-NEXT:   %8 = tensor.from_elements %5, %1 : tensor<1x2xi64>
// CHECK-NEXT:   %sums = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %7, %6, %6, %6, %8) {api_version = 2 : i32, called_computations = [@cumulative_1]} : (tensor<5xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1x2xi64>) -> tensor<5xf32>
// CHECK-NEXT:   func.return %sums : tensor<5xf32>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @cumulative_0
// CHECK-NEXT: func.func private @cumulative_1(%0: tensor<f32>, %1: tensor<f32>) -> tensor<f32> {
// CHECK-NEXT:   %2 = stablehlo.add %0, %1 : tensor<f32>
// CHECK-NEXT:   func.return %2 : tensor<f32>
// CHECK-NEXT: }
func.func @named(%x: tensor<5xf32>) -> tensor<5xf32> {
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %zeros = stablehlo.constant dense<0.000000e+00> : tensor<5x5xf32>
  %i = stablehlo.iota dim = 0 : tensor<5x5xi32>
  %j = stablehlo.iota dim = 1 : tensor<5x5xi32>
  %mask = stablehlo.compare LE, %j, %i, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
  %rows = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<5xf32>) -> tensor<5x5xf32>
  %kept = stablehlo.select %mask, %rows, %zeros : tensor<5x5xi1>, tensor<5x5xf32>
  %sums = stablehlo.reduce(%kept init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<5x5xf32>, tensor<f32>) -> tensor<5xf32>
  func.return %sums : tensor<5xf32>
}
disc_shape.SymbolDim @cumulative_0
