// RUN: disc-opt %s --split-input-file -p 'export-stablehlo,test-verify-dominance' | filecheck %s --check-prefix=XLA
// RUN: disc-opt %s --split-input-file -p 'export-stablehlo{flavor=index},test-verify-dominance' | filecheck %s --check-prefix=INDEX

// Sizes are read and multiplied as tensors for XLA, as scalars for IREE.

// XLA-LABEL: func.func @sizes(%x: tensor<?x?xf32>) -> tensor<?xf32> {
// XLA-NEXT:  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// XLA-NEXT:  %a = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
// XLA-NEXT:  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
// XLA-NEXT:  %b = stablehlo.convert %1 : (tensor<i32>) -> tensor<i64>
// XLA-NEXT:  %n = stablehlo.multiply %a, %b : tensor<i64>
// XLA-NEXT:  %s = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>
// XLA-NEXT:  %2 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xi64>) -> tensor<?xf32>
// XLA-NEXT:  func.return %2 : tensor<?xf32>
// XLA-NEXT:  }
//
// INDEX-LABEL: func.func @sizes(%x: tensor<?x?xf32>) -> tensor<?xf32> {
// INDEX-NEXT:  %c0 = arith.constant 0 : index
// INDEX-NEXT:  %c1 = arith.constant 1 : index
// INDEX-NEXT:  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
// INDEX-NEXT:  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
// INDEX-NEXT:  %n = arith.muli %a, %b : index
// INDEX-NEXT:  %s = tensor.from_elements %n : tensor<1xindex>
// INDEX-NEXT:  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
// INDEX-NEXT:  func.return %0 : tensor<?xf32>
// INDEX-NEXT:  }
func.func @sizes(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %n = arith.muli %a, %b : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// An assertion keeps its message.

// XLA-LABEL: func.func @guard(%x: tensor<?xf32>) -> tensor<?xf32> {
// XLA-NEXT:  %c0 = stablehlo.constant dense<0> : tensor<i64>
// XLA-NEXT:  %c4 = stablehlo.constant dense<4> : tensor<i64>
// XLA-NEXT:  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
// XLA-NEXT:  %s = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
// XLA-NEXT:  %r = stablehlo.remainder %s, %c4 : tensor<i64>
// XLA-NEXT:  %ok = stablehlo.compare EQ, %r, %c0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
// XLA-NEXT:  stablehlo.custom_call @shape_assertion(%ok) {error_message = "s % 4 is not 0", has_side_effect = true, api_version = 2 : i32} : (tensor<i1>) -> ()
// XLA-NEXT:  func.return %x : tensor<?xf32>
// XLA-NEXT:  }
//
// INDEX-LABEL: func.func @guard(%x: tensor<?xf32>) -> tensor<?xf32> {
// INDEX-NEXT:  %c0 = arith.constant 0 : index
// INDEX-NEXT:  %c4 = arith.constant 4 : index
// INDEX-NEXT:  %s = tensor.dim %x, %c0 : tensor<?xf32>
// INDEX-NEXT:  %r = arith.remsi %s, %c4 : index
// INDEX-NEXT:  %ok = arith.cmpi eq, %r, %c0 : index
// INDEX-NEXT:  cf.assert %ok, "s % 4 is not 0"
// INDEX-NEXT:  func.return %x : tensor<?xf32>
// INDEX-NEXT:  }
func.func @guard(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %s = tensor.dim %x, %c0 : tensor<?xf32>
  %r = arith.remsi %s, %c4 : index
  %ok = arith.cmpi eq, %r, %c0 : index
  cf.assert %ok, "s % 4 is not 0"
  return %x : tensor<?xf32>
}

// -----

// A check of JAX's stays what it is for XLA, and becomes an assertion of a scalar for IREE.

// XLA-LABEL: func.func @jax_guard(%x: tensor<?xf32>) -> tensor<?xf32> {
// XLA-NEXT:  %c = stablehlo.constant dense<1> : tensor<i32>
// XLA-NEXT:  %s = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
// XLA-NEXT:  %ok = stablehlo.compare GE, %s, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
// XLA-NEXT:  stablehlo.custom_call @shape_assertion(%ok, %s) {error_message = "expected s >= 1, found {0}", api_version = 2 : i32, has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
// XLA-NEXT:  func.return %x : tensor<?xf32>
// XLA-NEXT:  }
//
// INDEX-LABEL: func.func @jax_guard(%x: tensor<?xf32>) -> tensor<?xf32> {
// INDEX-NEXT:  %0 = arith.constant 1 : i32
// INDEX-NEXT:  %1 = arith.constant 0 : index
// INDEX-NEXT:  %2 = tensor.dim %x, %1 : tensor<?xf32>
// INDEX-NEXT:  %3 = arith.index_cast %2 : index to i32
// INDEX-NEXT:  %4 = arith.cmpi sge, %3, %0 : i32
// INDEX-NEXT:  cf.assert %4, "expected s >= 1"
// INDEX-NEXT:  func.return %x : tensor<?xf32>
// INDEX-NEXT:  }
func.func @jax_guard(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %s = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %ok = stablehlo.compare GE, %s, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %s) {error_message = "expected s >= 1, found {0}", api_version = 2 : i32, has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return %x : tensor<?xf32>
}

// -----

// A witness is a check where it is computed; XLA can show the sizes.

// XLA-LABEL: func.func @witness(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
// XLA-NEXT:  %0 = stablehlo.constant dense<1> : tensor<i64>
// XLA-NEXT:  %1 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
// XLA-NEXT:  %2 = stablehlo.convert %1 : (tensor<i32>) -> tensor<i64>
// XLA-NEXT:  %3 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
// XLA-NEXT:  %4 = stablehlo.convert %3 : (tensor<i32>) -> tensor<i64>
// XLA-NEXT:  %5 = stablehlo.compare EQ, %2, %0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
// XLA-NEXT:  %6 = stablehlo.compare EQ, %4, %0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
// XLA-NEXT:  %7 = stablehlo.or %5, %6 : tensor<i1>
// XLA-NEXT:  %8 = stablehlo.compare EQ, %2, %4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
// XLA-NEXT:  %9 = stablehlo.or %7, %8 : tensor<i1>
// XLA-NEXT:  stablehlo.custom_call @shape_assertion(%9, %2, %4) {error_message = "'shape.cstr_broadcastable' does not hold for [{0}] and [{1}]", has_side_effect = true, api_version = 2 : i32} : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
// XLA-NEXT:  %10 = stablehlo.select %5, %4, %2 : tensor<i1>, tensor<i64>
// XLA-NEXT:  %s = stablehlo.reshape %10 : (tensor<i64>) -> tensor<1xi64>
// XLA-NEXT:  %11 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
// XLA-NEXT:  %12 = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [0] : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
// XLA-NEXT:  %13 = stablehlo.add %11, %12 : tensor<?xf32>
// XLA-NEXT:  func.return %13 : tensor<?xf32>
// XLA-NEXT:  }
//
// INDEX-LABEL: func.func @witness(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
// INDEX-NEXT:  %0 = arith.constant 1 : index
// INDEX-NEXT:  %1 = arith.constant 0 : index
// INDEX-NEXT:  %2 = tensor.dim %x, %1 : tensor<?xf32>
// INDEX-NEXT:  %3 = tensor.dim %y, %1 : tensor<?xf32>
// INDEX-NEXT:  %4 = arith.cmpi eq, %2, %0 : index
// INDEX-NEXT:  %5 = arith.cmpi eq, %3, %0 : index
// INDEX-NEXT:  %6 = arith.ori %4, %5 : i1
// INDEX-NEXT:  %7 = arith.cmpi eq, %2, %3 : index
// INDEX-NEXT:  %8 = arith.ori %6, %7 : i1
// INDEX-NEXT:  cf.assert %8, "'shape.cstr_broadcastable' does not hold"
// INDEX-NEXT:  %9 = arith.select %4, %3, %2 : index
// INDEX-NEXT:  %s = tensor.from_elements %9 : tensor<1xindex>
// INDEX-NEXT:  %10 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
// INDEX-NEXT:  %11 = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
// INDEX-NEXT:  %12 = stablehlo.add %10, %11 : tensor<?xf32>
// INDEX-NEXT:  func.return %12 : tensor<?xf32>
// INDEX-NEXT:  }
func.func @witness(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %a = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %b = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %w = shape.cstr_broadcastable %a, %b : tensor<1xindex>, tensor<1xindex>
  %0 = shape.assuming %w -> (tensor<?xf32>) {
    %s = shape.broadcast %a, %b : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    %1 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    %2 = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    %3 = stablehlo.add %1, %2 : tensor<?xf32>
    shape.assuming_yield %3 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// All operations of the shape dialect have a form.

// XLA-LABEL: func.func @require(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<i64> {
// XLA-NEXT:  %0 = stablehlo.constant dense<4> : tensor<i64>
// XLA-NEXT:  %1 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
// XLA-NEXT:  %2 = stablehlo.convert %1 : (tensor<i32>) -> tensor<i64>
// XLA-NEXT:  %t = stablehlo.compare EQ, %2, %0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
// XLA-NEXT:  stablehlo.custom_call @shape_assertion(%t, %2, %0) {error_message = "'shape.cstr_eq' does not hold for [{0}] and [{1}]", has_side_effect = true, api_version = 2 : i32} : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
// XLA-NEXT:  stablehlo.custom_call @shape_assertion(%t) {error_message = "four", has_side_effect = true, api_version = 2 : i32} : (tensor<i1>) -> ()
// XLA-NEXT:  %3 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// XLA-NEXT:  %4 = stablehlo.convert %3 : (tensor<i32>) -> tensor<i64>
// XLA-NEXT:  %5 = stablehlo.get_dimension_size %y, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
// XLA-NEXT:  %6 = stablehlo.convert %5 : (tensor<i32>) -> tensor<i64>
// XLA-NEXT:  %n = stablehlo.multiply %4, %6 : tensor<i64>
// XLA-NEXT:  func.return %n : tensor<i64>
// XLA-NEXT:  }
//
// INDEX-LABEL: func.func @require(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> index {
// INDEX-NEXT:  %0 = arith.constant 1 : index
// INDEX-NEXT:  %1 = arith.constant 4 : index
// INDEX-NEXT:  %2 = arith.constant 0 : index
// INDEX-NEXT:  %3 = tensor.dim %x, %2 : tensor<?xf32>
// INDEX-NEXT:  %t = arith.cmpi eq, %3, %1 : index
// INDEX-NEXT:  cf.assert %t, "'shape.cstr_eq' does not hold"
// INDEX-NEXT:  cf.assert %t, "four"
// INDEX-NEXT:  %4 = tensor.dim %y, %2 : tensor<?x?xf32>
// INDEX-NEXT:  %5 = tensor.dim %y, %0 : tensor<?x?xf32>
// INDEX-NEXT:  %n = arith.muli %4, %5 : index
// INDEX-NEXT:  func.return %n : index
// INDEX-NEXT:  }
func.func @require(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> index {
  %a = shape.shape_of %x : tensor<?xf32> -> !shape.shape
  %b = shape.const_shape [4] : !shape.shape
  %w = shape.cstr_eq %a, %b : !shape.shape, !shape.shape
  %t = shape.shape_eq %a, %b : !shape.shape, !shape.shape
  %v = shape.cstr_require %t, "four"
  %d = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
  %n = shape.num_elements %d : tensor<2xindex> -> index
  return %n : index
}

// -----

// A slice whose start is computed: XLA reads its sizes from the limit, the start cancels.

// XLA-LABEL: func.func @slice(%x: tensor<?x8xf32>, %i: tensor<i32>, %n: tensor<?xf32>) -> (tensor<?x8xf32>, tensor<2x8xf32>) {
// XLA-NEXT:  %0 = stablehlo.constant dense<8> : tensor<i64>
// XLA-NEXT:  %c0 = stablehlo.constant dense<0> : tensor<i64>
// XLA-NEXT:  %ones = stablehlo.constant dense<1> : tensor<2xi64>
// XLA-NEXT:  %s = stablehlo.convert %i : (tensor<i32>) -> tensor<i64>
// XLA-NEXT:  %1 = stablehlo.get_dimension_size %n, dim = 0 : (tensor<?xf32>) -> tensor<i32>
// XLA-NEXT:  %m = stablehlo.convert %1 : (tensor<i32>) -> tensor<i64>
// XLA-NEXT:  %2 = stablehlo.reshape %s : (tensor<i64>) -> tensor<1xi64>
// XLA-NEXT:  %3 = stablehlo.reshape %c0 : (tensor<i64>) -> tensor<1xi64>
// XLA-NEXT:  %start = stablehlo.concatenate %2, %3, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
// XLA-NEXT:  %4 = stablehlo.reshape %m : (tensor<i64>) -> tensor<1xi64>
// XLA-NEXT:  %5 = stablehlo.reshape %0 : (tensor<i64>) -> tensor<1xi64>
// XLA-NEXT:  %6 = stablehlo.concatenate %4, %5, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
// XLA-NEXT:  %7 = stablehlo.add %start, %6 : tensor<2xi64>
// XLA-NEXT:  %8 = stablehlo.real_dynamic_slice %x, %start, %7, %ones : (tensor<?x8xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x8xf32>
// XLA-NEXT:  %9 = stablehlo.dynamic_slice %x, %s, %c0, sizes = [2, 8] : (tensor<?x8xf32>, tensor<i64>, tensor<i64>) -> tensor<2x8xf32>
// XLA-NEXT:  func.return %8, %9 : tensor<?x8xf32>, tensor<2x8xf32>
// XLA-NEXT:  }
//
// INDEX-LABEL: func.func @slice(%x: tensor<?x8xf32>, %i: tensor<i32>, %n: tensor<?xf32>) -> (tensor<?x8xf32>, tensor<2x8xf32>) {
// INDEX-NEXT:  %c0 = arith.constant 0 : index
// INDEX-NEXT:  %c2 = arith.constant 2 : index
// INDEX-NEXT:  %c8 = arith.constant 8 : index
// INDEX-NEXT:  %ones = arith.constant dense<1> : tensor<2xindex>
// INDEX-NEXT:  %e = tensor.extract %i[] : tensor<i32>
// INDEX-NEXT:  %s = arith.index_cast %e : i32 to index
// INDEX-NEXT:  %m = tensor.dim %n, %c0 : tensor<?xf32>
// INDEX-NEXT:  %l = arith.addi %m, %s : index
// INDEX-NEXT:  %start = tensor.from_elements %s, %c0 : tensor<2xindex>
// INDEX-NEXT:  %limit = tensor.from_elements %l, %c8 : tensor<2xindex>
// INDEX-NEXT:  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %ones : (tensor<?x8xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x8xf32>
// INDEX-NEXT:  %k = arith.addi %s, %c2 : index
// INDEX-NEXT:  %limits = tensor.from_elements %k, %c8 : tensor<2xindex>
// INDEX-NEXT:  %1 = stablehlo.real_dynamic_slice %x, %start, %limits, %ones : (tensor<?x8xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<2x8xf32>
// INDEX-NEXT:  func.return %0, %1 : tensor<?x8xf32>, tensor<2x8xf32>
// INDEX-NEXT:  }
func.func @slice(%x: tensor<?x8xf32>, %i: tensor<i32>, %n: tensor<?xf32>) -> (tensor<?x8xf32>, tensor<2x8xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %ones = arith.constant dense<1> : tensor<2xindex>
  %e = tensor.extract %i[] : tensor<i32>
  %s = arith.index_cast %e : i32 to index
  %m = tensor.dim %n, %c0 : tensor<?xf32>
  %l = arith.addi %m, %s : index
  %start = tensor.from_elements %s, %c0 : tensor<2xindex>
  %limit = tensor.from_elements %l, %c8 : tensor<2xindex>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %ones : (tensor<?x8xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x8xf32>
  %k = arith.addi %s, %c2 : index
  %limits = tensor.from_elements %k, %c8 : tensor<2xindex>
  %1 = stablehlo.real_dynamic_slice %x, %start, %limits, %ones : (tensor<?x8xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<2x8xf32>
  return %0, %1 : tensor<?x8xf32>, tensor<2x8xf32>
}

// -----

// Quotients are rounded as arith rounds them, unsigned numbers compared as such.

// XLA-LABEL: func.func @quotients(%x: tensor<?xf32>) -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i1>, tensor<i64>) {
// XLA-NEXT:  %c3 = stablehlo.constant dense<3> : tensor<i64>
// XLA-NEXT:  %c7 = stablehlo.constant dense<7> : tensor<i64>
// XLA-NEXT:  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
// XLA-NEXT:  %n = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
// XLA-NEXT:  %m = stablehlo.subtract %n, %c7 : tensor<i64>
// XLA-NEXT:  %1 = stablehlo.divide %m, %c3 : tensor<i64>
// XLA-NEXT:  %2 = stablehlo.remainder %m, %c3 : tensor<i64>
// XLA-NEXT:  %3 = stablehlo.constant dense<0> : tensor<i64>
// XLA-NEXT:  %4 = stablehlo.compare NE, %2, %3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
// XLA-NEXT:  %5 = stablehlo.compare LT, %m, %3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
// XLA-NEXT:  %6 = stablehlo.compare LT, %c3, %3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
// XLA-NEXT:  %7 = stablehlo.compare NE, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
// XLA-NEXT:  %8 = stablehlo.and %4, %7 : tensor<i1>
// XLA-NEXT:  %9 = stablehlo.constant dense<-1> : tensor<i64>
// XLA-NEXT:  %10 = stablehlo.add %1, %9 : tensor<i64>
// XLA-NEXT:  %a = stablehlo.select %8, %10, %1 : tensor<i1>, tensor<i64>
// XLA-NEXT:  %11 = stablehlo.compare EQ, %5, %6, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
// XLA-NEXT:  %12 = stablehlo.and %4, %11 : tensor<i1>
// XLA-NEXT:  %13 = stablehlo.constant dense<1> : tensor<i64>
// XLA-NEXT:  %14 = stablehlo.add %1, %13 : tensor<i64>
// XLA-NEXT:  %b = stablehlo.select %12, %14, %1 : tensor<i1>, tensor<i64>
// XLA-NEXT:  %15 = stablehlo.convert %n : (tensor<i64>) -> tensor<ui64>
// XLA-NEXT:  %16 = stablehlo.convert %c3 : (tensor<i64>) -> tensor<ui64>
// XLA-NEXT:  %17 = stablehlo.divide %15, %16 : tensor<ui64>
// XLA-NEXT:  %c = stablehlo.convert %17 : (tensor<ui64>) -> tensor<i64>
// XLA-NEXT:  %d = stablehlo.compare LT, %15, %16, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
// XLA-NEXT:  %t = stablehlo.compare LT, %n, %c3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
// XLA-NEXT:  %u = stablehlo.compare NE, %d, %t, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
// XLA-NEXT:  %e = stablehlo.select %u, %a, %b : tensor<i1>, tensor<i64>
// XLA-NEXT:  func.return %a, %b, %c, %u, %e : tensor<i64>, tensor<i64>, tensor<i64>, tensor<i1>, tensor<i64>
// XLA-NEXT:  }
//
// INDEX-LABEL: func.func @quotients(%x: tensor<?xf32>) -> (index, index, index, i1, index) {
// INDEX-NEXT:  %c0 = arith.constant 0 : index
// INDEX-NEXT:  %c3 = arith.constant 3 : index
// INDEX-NEXT:  %c7 = arith.constant 7 : index
// INDEX-NEXT:  %n = tensor.dim %x, %c0 : tensor<?xf32>
// INDEX-NEXT:  %m = arith.subi %n, %c7 : index
// INDEX-NEXT:  %a = arith.floordivsi %m, %c3 : index
// INDEX-NEXT:  %b = arith.ceildivsi %m, %c3 : index
// INDEX-NEXT:  %c = arith.divui %n, %c3 : index
// INDEX-NEXT:  %d = arith.cmpi ult, %n, %c3 : index
// INDEX-NEXT:  %t = arith.cmpi slt, %n, %c3 : index
// INDEX-NEXT:  %u = arith.xori %d, %t : i1
// INDEX-NEXT:  %e = arith.select %u, %a, %b : index
// INDEX-NEXT:  func.return %a, %b, %c, %u, %e : index, index, index, i1, index
// INDEX-NEXT:  }
func.func @quotients(%x: tensor<?xf32>) -> (index, index, index, i1, index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.subi %n, %c7 : index
  %a = arith.floordivsi %m, %c3 : index
  %b = arith.ceildivsi %m, %c3 : index
  %c = arith.divui %n, %c3 : index
  %d = arith.cmpi ult, %n, %c3 : index
  %t = arith.cmpi slt, %n, %c3 : index
  %u = arith.xori %d, %t : i1
  %e = arith.select %u, %a, %b : index
  return %a, %b, %c, %u, %e : index, index, index, i1, index
}

// -----

// Nothing that states facts is left; a cast that a promise rests on is kept.

// XLA-LABEL: func.func @names(%x: tensor<?xf32>) -> tensor<4xf32> {
// XLA-NEXT:  %0 = stablehlo.tanh %x : tensor<?xf32>
// XLA-NEXT:  %1 = stablehlo.convert %0 : (tensor<?xf32>) -> tensor<4xf32>
// XLA-NEXT:  func.return %1 : tensor<4xf32>
// XLA-NEXT:  }
//
// INDEX-LABEL: func.func @names(%x: tensor<?xf32>) -> tensor<4xf32> {
// INDEX-NEXT:  %0 = stablehlo.tanh %x : tensor<?xf32>
// INDEX-NEXT:  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
// INDEX-NEXT:  func.return %1 : tensor<4xf32>
// INDEX-NEXT:  }
func.func @names(%x: tensor<?xf32, [@n]>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<?xf32, [@n]>
  %1 = tensor.cast %0 : tensor<?xf32, [@n]> to tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @shape_constraint_graph() {
  %n = disc_shape.dim @n
  %c4 = arith.constant 4 : index
  disc_shape.tie_predicate_eq %n, %c4 {assumed}
  func.return
}
disc_shape.SymbolDim @n {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// Elements at known places are slices, others are looked up.

// XLA-LABEL: func.func @extract(%v: tensor<3xi64>, %i: tensor<i64>) -> (tensor<?xf32>, tensor<i64>) {
// XLA-NEXT:  %0 = stablehlo.slice %v [1:2] : (tensor<3xi64>) -> tensor<1xi64>
// XLA-NEXT:  %a = stablehlo.reshape %0 : (tensor<1xi64>) -> tensor<i64>
// XLA-NEXT:  %1 = stablehlo.dynamic_slice %v, %i, sizes = [1] : (tensor<3xi64>, tensor<i64>) -> tensor<1xi64>
// XLA-NEXT:  %b = stablehlo.reshape %1 : (tensor<1xi64>) -> tensor<i64>
// XLA-NEXT:  %s = stablehlo.reshape %a : (tensor<i64>) -> tensor<1xi64>
// XLA-NEXT:  %f = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// XLA-NEXT:  %2 = stablehlo.dynamic_broadcast_in_dim %f, %s, dims = [] : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
// XLA-NEXT:  func.return %2, %b : tensor<?xf32>, tensor<i64>
// XLA-NEXT:  }
//
// INDEX-LABEL: func.func @extract(%v: tensor<3xi64>, %i: index) -> (tensor<?xf32>, i64) {
// INDEX-NEXT:  %0 = arith.constant 1 : index
// INDEX-NEXT:  %a = tensor.extract %v[%0] : tensor<3xi64>
// INDEX-NEXT:  %b = tensor.extract %v[%i] : tensor<3xi64>
// INDEX-NEXT:  %n = arith.index_cast %a : i64 to index
// INDEX-NEXT:  %s = tensor.from_elements %n : tensor<1xindex>
// INDEX-NEXT:  %f = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// INDEX-NEXT:  %1 = stablehlo.dynamic_broadcast_in_dim %f, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
// INDEX-NEXT:  func.return %1, %b : tensor<?xf32>, i64
// INDEX-NEXT:  }
func.func @extract(%v: tensor<3xi64>, %i: index) -> (tensor<?xf32>, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.extract %v[%c1] : tensor<3xi64>
  %b = tensor.extract %v[%i] : tensor<3xi64>
  %n = arith.index_cast %a : i64 to index
  %s = tensor.from_elements %n : tensor<1xindex>
  %f = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.dynamic_broadcast_in_dim %f, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  return %0, %b : tensor<?xf32>, i64
}

// -----

// Sizes that were computed with StableHLO are scalars for IREE.

// XLA-LABEL: func.func @hlo_sizes(%x: tensor<?xf32>) -> tensor<?x2xf32> {
// XLA-NEXT:  %s = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
// XLA-NEXT:  %two = stablehlo.constant dense<2> : tensor<1xi32>
// XLA-NEXT:  %t = stablehlo.constant dense<2> : tensor<i32>
// XLA-NEXT:  %q = stablehlo.divide %s, %t : tensor<i32>
// XLA-NEXT:  %v = stablehlo.reshape %q : (tensor<i32>) -> tensor<1xi32>
// XLA-NEXT:  %w = stablehlo.concatenate %v, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
// XLA-NEXT:  %0 = stablehlo.dynamic_reshape %x, %w : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x2xf32>
// XLA-NEXT:  func.return %0 : tensor<?x2xf32>
// XLA-NEXT:  }
//
// INDEX-LABEL: func.func @hlo_sizes(%x: tensor<?xf32>) -> tensor<?x2xf32> {
// INDEX-NEXT:  %0 = arith.constant 2 : i32
// INDEX-NEXT:  %1 = arith.constant 0 : index
// INDEX-NEXT:  %2 = tensor.dim %x, %1 : tensor<?xf32>
// INDEX-NEXT:  %3 = arith.index_cast %2 : index to i32
// INDEX-NEXT:  %4 = arith.divsi %3, %0 : i32
// INDEX-NEXT:  %5 = tensor.from_elements %4, %0 : tensor<2xi32>
// INDEX-NEXT:  %6 = stablehlo.dynamic_reshape %x, %5 : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x2xf32>
// INDEX-NEXT:  func.return %6 : tensor<?x2xf32>
// INDEX-NEXT:  }
func.func @hlo_sizes(%x: tensor<?xf32>) -> tensor<?x2xf32> {
  %s = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %t = stablehlo.constant dense<2> : tensor<i32>
  %q = stablehlo.divide %s, %t : tensor<i32>
  %v = stablehlo.reshape %q : (tensor<i32>) -> tensor<1xi32>
  %w = stablehlo.concatenate %v, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %w : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

// True is -1 for arith where it is read with a sign, and 1 for StableHLO.

// XLA-LABEL: func.func @truth(%x: tensor<?xi1>, %y: tensor<?xi32>, %p: tensor<i1>) -> (tensor<?xi32>, tensor<?xi1>, tensor<i32>) {
// XLA-NEXT:  %0 = stablehlo.convert %x : (tensor<?xi1>) -> tensor<?xi32>
// XLA-NEXT:  %1 = stablehlo.negate %0 : tensor<?xi32>
// XLA-NEXT:  %2 = stablehlo.constant dense<1> : tensor<i32>
// XLA-NEXT:  %3 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xi32>) -> tensor<i32>
// XLA-NEXT:  %4 = stablehlo.reshape %3 : (tensor<i32>) -> tensor<1xi32>
// XLA-NEXT:  %5 = stablehlo.concatenate %4, dim = 0 : (tensor<1xi32>) -> tensor<1xi32>
// XLA-NEXT:  %6 = stablehlo.dynamic_broadcast_in_dim %2, %5, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
// XLA-NEXT:  %7 = stablehlo.and %y, %6 : tensor<?xi32>
// XLA-NEXT:  %8 = stablehlo.convert %7 : (tensor<?xi32>) -> tensor<?xi1>
// XLA-NEXT:  %9 = stablehlo.convert %p : (tensor<i1>) -> tensor<i32>
// XLA-NEXT:  func.return %1, %8, %9 : tensor<?xi32>, tensor<?xi1>, tensor<i32>
// XLA-NEXT:  }
//
// INDEX-LABEL: func.func @truth(%x: tensor<?xi1>, %y: tensor<?xi32>, %p: i1) -> (tensor<?xi32>, tensor<?xi1>, i32) {
// INDEX-NEXT:  %0 = arith.extsi %x : tensor<?xi1> to tensor<?xi32>
// INDEX-NEXT:  %1 = arith.trunci %y : tensor<?xi32> to tensor<?xi1>
// INDEX-NEXT:  %2 = arith.extui %p : i1 to i32
// INDEX-NEXT:  func.return %0, %1, %2 : tensor<?xi32>, tensor<?xi1>, i32
// INDEX-NEXT:  }
func.func @truth(%x: tensor<?xi1>, %y: tensor<?xi32>, %p: i1) -> (tensor<?xi32>, tensor<?xi1>, i32) {
  %0 = arith.extsi %x : tensor<?xi1> to tensor<?xi32>
  %1 = arith.trunci %y : tensor<?xi32> to tensor<?xi1>
  %2 = arith.extui %p : i1 to i32
  return %0, %1, %2 : tensor<?xi32>, tensor<?xi1>, i32
}

// -----

// Division by zero is undefined in arith, not in StableHLO.

// XLA-LABEL: func.func @divisor(%x: tensor<?xf32>, %d: tensor<i32>) -> tensor<?xf32> {
// XLA-NEXT:  %s = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
// XLA-NEXT:  %q = stablehlo.remainder %s, %d : tensor<i32>
// XLA-NEXT:  %v = stablehlo.reshape %q : (tensor<i32>) -> tensor<1xi32>
// XLA-NEXT:  %f = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// XLA-NEXT:  %0 = stablehlo.dynamic_broadcast_in_dim %f, %v, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
// XLA-NEXT:  func.return %0 : tensor<?xf32>
// XLA-NEXT:  }
//
// INDEX-LABEL: func.func @divisor(%x: tensor<?xf32>, %d: tensor<i32>) -> tensor<?xf32> {
// INDEX-NEXT:  %0 = arith.constant 1 : i32
// INDEX-NEXT:  %1 = arith.constant 0 : i32
// INDEX-NEXT:  %2 = arith.constant 0 : index
// INDEX-NEXT:  %3 = tensor.extract %d[] : tensor<i32>
// INDEX-NEXT:  %4 = tensor.dim %x, %2 : tensor<?xf32>
// INDEX-NEXT:  %5 = arith.index_cast %4 : index to i32
// INDEX-NEXT:  %6 = arith.cmpi eq, %3, %1 : i32
// INDEX-NEXT:  %7 = arith.select %6, %0, %3 : i32
// INDEX-NEXT:  %8 = arith.remsi %5, %7 : i32
// INDEX-NEXT:  %9 = arith.select %6, %5, %8 : i32
// INDEX-NEXT:  %f = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// INDEX-NEXT:  %10 = tensor.from_elements %9 : tensor<1xi32>
// INDEX-NEXT:  %11 = stablehlo.dynamic_broadcast_in_dim %f, %10, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
// INDEX-NEXT:  func.return %11 : tensor<?xf32>
// INDEX-NEXT:  }
func.func @divisor(%x: tensor<?xf32>, %d: tensor<i32>) -> tensor<?xf32> {
  %s = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %q = stablehlo.remainder %s, %d : tensor<i32>
  %v = stablehlo.reshape %q : (tensor<i32>) -> tensor<1xi32>
  %f = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.dynamic_broadcast_in_dim %f, %v, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// No legal run divides by zero.

// XLA-LABEL: func.func @checked(%x: tensor<?x?xf32>) -> (tensor<i64>, tensor<i64>) {
// XLA-NEXT:  %c0 = stablehlo.constant dense<0> : tensor<i64>
// XLA-NEXT:  %c8 = stablehlo.constant dense<8> : tensor<i64>
// XLA-NEXT:  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
// XLA-NEXT:  %n = stablehlo.convert %0 : (tensor<i32>) -> tensor<i64>
// XLA-NEXT:  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
// XLA-NEXT:  %m = stablehlo.convert %1 : (tensor<i32>) -> tensor<i64>
// XLA-NEXT:  %2 = stablehlo.compare NE, %m, %c0, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
// XLA-NEXT:  stablehlo.custom_call @shape_assertion(%2) {error_message = "division by zero", has_side_effect = true, api_version = 2 : i32} : (tensor<i1>) -> ()
// XLA-NEXT:  %a = stablehlo.divide %n, %m : tensor<i64>
// XLA-NEXT:  %b = stablehlo.divide %n, %c8 : tensor<i64>
// XLA-NEXT:  func.return %a, %b : tensor<i64>, tensor<i64>
// XLA-NEXT:  }
//
// INDEX-LABEL: func.func @checked(%x: tensor<?x?xf32>) -> (index, index) {
// INDEX-NEXT:  %c0 = arith.constant 0 : index
// INDEX-NEXT:  %c1 = arith.constant 1 : index
// INDEX-NEXT:  %c8 = arith.constant 8 : index
// INDEX-NEXT:  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
// INDEX-NEXT:  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
// INDEX-NEXT:  %0 = arith.cmpi ne, %m, %c0 : index
// INDEX-NEXT:  cf.assert %0, "division by zero"
// INDEX-NEXT:  %a = arith.divsi %n, %m : index
// INDEX-NEXT:  %b = arith.divsi %n, %c8 : index
// INDEX-NEXT:  func.return %a, %b : index, index
// INDEX-NEXT:  }
func.func @checked(%x: tensor<?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %a = arith.divsi %n, %m : index
  %b = arith.divsi %n, %c8 : index
  return %a, %b : index, index
}
