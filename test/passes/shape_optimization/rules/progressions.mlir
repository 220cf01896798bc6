// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// All indices in order take everything.
// CHECK-LABEL: func.func @everything(
// CHECK-NEXT:  func.return %x
func.func @everything(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %c1k = arith.constant 1 : index
  %twok = tensor.from_elements %n, %c1k : tensor<2xindex>
  %k = stablehlo.dynamic_broadcast_in_dim %i, %twok, dims = [0] : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x1xi32>
  %0 = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<?x1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The last index comes first.
// CHECK-LABEL: func.func @backwards(
// CHECK-NEXT:  %[[R:.*]] = stablehlo.reverse %x, dims = [0]
// CHECK-NEXT:  func.return %[[R]]
func.func @backwards(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %end = stablehlo.add %size, %minus : tensor<i32>
  %ends = stablehlo.dynamic_broadcast_in_dim %end, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %j = stablehlo.subtract %ends, %i : tensor<?xi32>
  %c1k = arith.constant 1 : index
  %twok = tensor.from_elements %n, %c1k : tensor<2xindex>
  %k = stablehlo.dynamic_broadcast_in_dim %j, %twok, dims = [0] : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x1xi32>
  %0 = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<?x1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The index after the last one is moved back.
// CHECK-LABEL: func.func @one_too_far(
// CHECK:       "stablehlo.gather"
func.func @one_too_far(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %offset = stablehlo.constant dense<1> : tensor<i32>
  %offsets = stablehlo.dynamic_broadcast_in_dim %offset, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %j = stablehlo.add %i, %offsets : tensor<?xi32>
  %c1k = arith.constant 1 : index
  %twok = tensor.from_elements %n, %c1k : tensor<2xindex>
  %k = stablehlo.dynamic_broadcast_in_dim %j, %twok, dims = [0] : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x1xi32>
  %0 = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<?x1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The index before the first one is moved up.
// CHECK-LABEL: func.func @one_too_low(
// CHECK:       "stablehlo.gather"
func.func @one_too_low(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %offset = stablehlo.constant dense<-1> : tensor<i32>
  %offsets = stablehlo.dynamic_broadcast_in_dim %offset, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %j = stablehlo.add %i, %offsets : tensor<?xi32>
  %c1k = arith.constant 1 : index
  %twok = tensor.from_elements %n, %c1k : tensor<2xindex>
  %k = stablehlo.dynamic_broadcast_in_dim %j, %twok, dims = [0] : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x1xi32>
  %0 = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<?x1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Every second element, of an odd number as of an even one.
// CHECK-LABEL: func.func @every_second(
// CHECK-DAG:   %[[START:.*]] = arith.constant dense<0> : tensor<1xindex>
// CHECK-DAG:   %[[STRIDE:.*]] = arith.constant dense<2> : tensor<1xindex>
// CHECK-DAG:   %[[N:.*]] = tensor.dim %x
// CHECK-DAG:   %[[LIMIT:.*]] = tensor.from_elements %[[N]]
// CHECK:       %[[S:.*]] = stablehlo.real_dynamic_slice %x, %[[START]], %[[LIMIT]], %[[STRIDE]]
// CHECK-NEXT:  func.return %[[S]]
func.func @every_second(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %cx1 = arith.constant 1 : index
  %cx2 = arith.constant 2 : index
  %more = arith.addi %n, %cx1 : index
  %half = arith.floordivsi %more, %cx2 : index
  %shape = tensor.from_elements %half : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %factor = stablehlo.constant dense<2> : tensor<i32>
  %factors = stablehlo.dynamic_broadcast_in_dim %factor, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %j = stablehlo.multiply %i, %factors : tensor<?xi32>
  %c1k = arith.constant 1 : index
  %twok = tensor.from_elements %half, %c1k : tensor<2xindex>
  %k = stablehlo.dynamic_broadcast_in_dim %j, %twok, dims = [0] : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x1xi32>
  %0 = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<?x1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// The same from the end.
// CHECK-LABEL: func.func @every_second_from_the_end(
// CHECK-DAG:   %[[ONE:.*]] = arith.constant 1 : index
// CHECK-DAG:   %[[N:.*]] = tensor.dim %x
// CHECK-DAG:   %[[ODD:.*]] = arith.remsi %[[N]]
// CHECK-DAG:   %[[FIRST:.*]] = arith.subi %[[ONE]], %[[ODD]]
// CHECK-DAG:   %[[START:.*]] = tensor.from_elements %[[FIRST]]
// CHECK-DAG:   %[[LIMIT:.*]] = tensor.from_elements %[[N]]
// CHECK:       %[[S:.*]] = stablehlo.real_dynamic_slice %x, %[[START]], %[[LIMIT]]
// CHECK-NEXT:  %[[R:.*]] = stablehlo.reverse %[[S]], dims = [0]
// CHECK-NEXT:  func.return %[[R]]
func.func @every_second_from_the_end(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %cx1 = arith.constant 1 : index
  %cx2 = arith.constant 2 : index
  %more = arith.addi %n, %cx1 : index
  %half = arith.floordivsi %more, %cx2 : index
  %shape = tensor.from_elements %half : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %factor = stablehlo.constant dense<2> : tensor<i32>
  %factors = stablehlo.dynamic_broadcast_in_dim %factor, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %j = stablehlo.multiply %i, %factors : tensor<?xi32>
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %end = stablehlo.add %size, %minus : tensor<i32>
  %ends = stablehlo.dynamic_broadcast_in_dim %end, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %l = stablehlo.subtract %ends, %j : tensor<?xi32>
  %c1k = arith.constant 1 : index
  %twok = tensor.from_elements %half, %c1k : tensor<2xindex>
  %k = stablehlo.dynamic_broadcast_in_dim %l, %twok, dims = [0] : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x1xi32>
  %0 = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<?x1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Nothing is known of the number of indices.
// CHECK-LABEL: func.func @too_many(
// CHECK:       "stablehlo.gather"
func.func @too_many(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %factor = stablehlo.constant dense<2> : tensor<i32>
  %factors = stablehlo.dynamic_broadcast_in_dim %factor, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %j = stablehlo.multiply %i, %factors : tensor<?xi32>
  %c1k = arith.constant 1 : index
  %twok = tensor.from_elements %n, %c1k : tensor<2xindex>
  %k = stablehlo.dynamic_broadcast_in_dim %j, %twok, dims = [0] : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x1xi32>
  %0 = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<?x1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// One more than half of the elements: the last index may be beyond the end.
// CHECK-LABEL: func.func @one_too_many(
// CHECK:       "stablehlo.gather"
func.func @one_too_many(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %cx1 = arith.constant 1 : index
  %cx2 = arith.constant 2 : index
  %more = arith.addi %n, %cx1 : index
  %half = arith.floordivsi %more, %cx2 : index
  %many = arith.addi %half, %cx1 : index
  %shape = tensor.from_elements %many : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %factor = stablehlo.constant dense<2> : tensor<i32>
  %factors = stablehlo.dynamic_broadcast_in_dim %factor, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %j = stablehlo.multiply %i, %factors : tensor<?xi32>
  %c1k = arith.constant 1 : index
  %twok = tensor.from_elements %many, %c1k : tensor<2xindex>
  %k = stablehlo.dynamic_broadcast_in_dim %j, %twok, dims = [0] : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x1xi32>
  %0 = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<?x1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// All but the first three.
// CHECK-LABEL: func.func @without_the_first(
// CHECK:       %[[START:.*]] = arith.constant dense<3> : tensor<1xindex>
// CHECK:       %[[S:.*]] = stablehlo.real_dynamic_slice %{{.*}}, %[[START]]
// CHECK-NEXT:  func.return %[[S]]
func.func @without_the_first(%y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %three = stablehlo.constant dense<0.0> : tensor<3xf32>
  %neg = stablehlo.negate %y : tensor<?xf32>
  %x = stablehlo.concatenate %three, %neg, dim = 0 : (tensor<3xf32>, tensor<?xf32>) -> tensor<?xf32>
  %e = stablehlo.exponential %x : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %offset = stablehlo.constant dense<3> : tensor<i32>
  %offsets = stablehlo.dynamic_broadcast_in_dim %offset, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %j = stablehlo.add %i, %offsets : tensor<?xi32>
  %c1k = arith.constant 1 : index
  %twok = tensor.from_elements %n, %c1k : tensor<2xindex>
  %k = stablehlo.dynamic_broadcast_in_dim %j, %twok, dims = [0] : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x1xi32>
  %0 = "stablehlo.gather"(%e, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<?x1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// One element again and again is no slice.
// CHECK-LABEL: func.func @repeated(
// CHECK:       "stablehlo.gather"
func.func @repeated(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %factor = stablehlo.constant dense<0> : tensor<i32>
  %factors = stablehlo.dynamic_broadcast_in_dim %factor, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %j = stablehlo.multiply %i, %factors : tensor<?xi32>
  %c1k = arith.constant 1 : index
  %twok = tensor.from_elements %n, %c1k : tensor<2xindex>
  %k = stablehlo.dynamic_broadcast_in_dim %j, %twok, dims = [0] : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x1xi32>
  %0 = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<?x1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Indices of 8 bits start again after 127.
// CHECK-LABEL: func.func @narrow(
// CHECK:       "stablehlo.gather"
func.func @narrow(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi8>
  %c1k = arith.constant 1 : index
  %twok = tensor.from_elements %n, %c1k : tensor<2xindex>
  %k = stablehlo.dynamic_broadcast_in_dim %i, %twok, dims = [0] : (tensor<?xi8>, tensor<2xindex>) -> tensor<?x1xi8>
  %0 = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32>, tensor<?x1xi8>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Of at most 100 elements, they do not.
// CHECK-LABEL: func.func @narrow_enough(
// CHECK-NEXT:  func.return %x
func.func @narrow_enough(%x: tensor<?xf32, #stablehlo.bounds<100>>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32, #stablehlo.bounds<100>>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi8>
  %c1k = arith.constant 1 : index
  %twok = tensor.from_elements %n, %c1k : tensor<2xindex>
  %k = stablehlo.dynamic_broadcast_in_dim %i, %twok, dims = [0] : (tensor<?xi8>, tensor<2xindex>) -> tensor<?x1xi8>
  %0 = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<?xf32, #stablehlo.bounds<100>>, tensor<?x1xi8>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Columns backwards.
// CHECK-LABEL: func.func @columns(
// CHECK-NEXT:  %[[R:.*]] = stablehlo.reverse %x, dims = [1]
// CHECK-NEXT:  func.return %[[R]]
func.func @columns(%x: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %cy1 = arith.constant 1 : index
  %n = tensor.dim %x, %cy1 : tensor<4x?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %r = stablehlo.reverse %i, dims = [0] : tensor<?xi32>
  %c1k = arith.constant 1 : index
  %twok = tensor.from_elements %n, %c1k : tensor<2xindex>
  %k = stablehlo.dynamic_broadcast_in_dim %r, %twok, dims = [0] : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x1xi32>
  %0 = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1>}> : (tensor<4x?xf32>, tensor<?x1xi32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// -----

// What is gathered has the columns first: not only a slice.
// CHECK-LABEL: func.func @transposed(
// CHECK:       "stablehlo.gather"
func.func @transposed(%x: tensor<4x?xf32>) -> tensor<?x4xf32> {
  %cy1 = arith.constant 1 : index
  %n = tensor.dim %x, %cy1 : tensor<4x?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %c1k = arith.constant 1 : index
  %twok = tensor.from_elements %n, %c1k : tensor<2xindex>
  %k = stablehlo.dynamic_broadcast_in_dim %i, %twok, dims = [0] : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x1xi32>
  %0 = "stablehlo.gather"(%x, %k) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1>}> : (tensor<4x?xf32>, tensor<?x1xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// The diagonal is read at two places that move together.
// CHECK-LABEL: func.func @diagonal(
// CHECK:       "stablehlo.gather"
func.func @diagonal(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %cy1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %cy1 : tensor<?x?xf32>
  %min = arith.minsi %m, %n : index
  %shape = tensor.from_elements %min : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %c1k = arith.constant 1 : index
  %twok = tensor.from_elements %min, %c1k : tensor<2xindex>
  %k = stablehlo.dynamic_broadcast_in_dim %i, %twok, dims = [0] : (tensor<?xi32>, tensor<2xindex>) -> tensor<?x1xi32>
  %p = stablehlo.concatenate %k, %k, dim = 1 : (tensor<?x1xi32>, tensor<?x1xi32>) -> tensor<?x2xi32>
  %0 = "stablehlo.gather"(%x, %p) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<?x?xf32>, tensor<?x2xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// No index is negative.
// CHECK-LABEL: func.func @not_negative(
// CHECK-NEXT:  func.return %x
func.func @not_negative(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %factor = stablehlo.constant dense<0> : tensor<i32>
  %factors = stablehlo.dynamic_broadcast_in_dim %factor, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %a = stablehlo.abs %x : tensor<?xf32>
  %0 = stablehlo.compare LT, %i, %factors, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %1 = stablehlo.select %0, %a, %x : tensor<?xi1>, tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Each is at most the last one.
// CHECK-LABEL: func.func @at_most_the_last(
// CHECK-NEXT:  func.return %x
func.func @at_most_the_last(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %minus = stablehlo.constant dense<-1> : tensor<i32>
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %end = stablehlo.add %size, %minus : tensor<i32>
  %ends = stablehlo.dynamic_broadcast_in_dim %end, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %a = stablehlo.abs %x : tensor<?xf32>
  %0 = stablehlo.compare GT, %i, %ends, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %1 = stablehlo.select %0, %a, %x : tensor<?xi1>, tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Some are greater than one.
// CHECK-LABEL: func.func @some(
// CHECK:       stablehlo.compare
func.func @some(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %factor = stablehlo.constant dense<1> : tensor<i32>
  %factors = stablehlo.dynamic_broadcast_in_dim %factor, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %a = stablehlo.abs %x : tensor<?xf32>
  %0 = stablehlo.compare GT, %i, %factors, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %1 = stablehlo.select %0, %a, %x : tensor<?xi1>, tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// These numbers are data, which may wrap: 30,000 times 100,000 is negative.
// CHECK-LABEL: func.func @data(
// CHECK:       stablehlo.compare
func.func @data(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %factor = stablehlo.constant dense<100000> : tensor<i32>
  %factors = stablehlo.dynamic_broadcast_in_dim %factor, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %j = stablehlo.multiply %i, %factors : tensor<?xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %zeros = stablehlo.dynamic_broadcast_in_dim %zero, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %a = stablehlo.abs %x : tensor<?xf32>
  %0 = stablehlo.compare LT, %j, %zeros, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %1 = stablehlo.select %0, %a, %x : tensor<?xi1>, tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// As numbers without a sign, those below zero are great.
// CHECK-LABEL: func.func @unsigned(
// CHECK:       stablehlo.compare
func.func @unsigned(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %factor = stablehlo.constant dense<-1> : tensor<i32>
  %factors = stablehlo.dynamic_broadcast_in_dim %factor, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %offset = stablehlo.constant dense<-3> : tensor<i32>
  %offsets = stablehlo.dynamic_broadcast_in_dim %offset, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %j = stablehlo.add %i, %offsets : tensor<?xi32>
  %a = stablehlo.abs %x : tensor<?xf32>
  %ui = stablehlo.convert %i : (tensor<?xi32>) -> tensor<?xui32>
  %uj = stablehlo.convert %factors : (tensor<?xi32>) -> tensor<?xui32>
  %0 = stablehlo.compare GT, %ui, %uj, UNSIGNED : (tensor<?xui32>, tensor<?xui32>) -> tensor<?xi1>
  %1 = stablehlo.select %0, %a, %x : tensor<?xi1>, tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// All of what is true is true, and the greatest of equal numbers is that number.
// CHECK-LABEL: func.func @equal(
// CHECK-NEXT:  %[[T:.*]] = stablehlo.constant dense<true>
// CHECK-NEXT:  func.return %[[T]]
func.func @equal(%x: tensor<?xf32>) -> tensor<i1> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %factor = stablehlo.constant dense<0> : tensor<i32>
  %factors = stablehlo.dynamic_broadcast_in_dim %factor, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.compare GE, %i, %factors, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %1 = stablehlo.reduce(%0 init: %true) applies stablehlo.and across dimensions = [0] : (tensor<?xi1>, tensor<i1>) -> tensor<i1>
  return %1 : tensor<i1>
}

// -----

// The initial value is another one, which counts where there is no element.
// CHECK-LABEL: func.func @unequal(
// CHECK:       stablehlo.reduce
func.func @unequal(%x: tensor<?xf32>) -> tensor<i1> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %shape = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %factor = stablehlo.constant dense<0> : tensor<i32>
  %factors = stablehlo.dynamic_broadcast_in_dim %factor, %shape, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.compare GE, %i, %factors, SIGNED : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
  %1 = stablehlo.reduce(%0 init: %false) applies stablehlo.or across dimensions = [0] : (tensor<?xi1>, tensor<i1>) -> tensor<i1>
  return %1 : tensor<i1>
}

// -----

// Without a sign nothing is below zero: one less than the first index is a large number.
// CHECK:      func.func @below_zero_wraps(%x: tensor<?xf32, [@S0]>) -> tensor<?xi1, [@S0]> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = tensor.dim %x, %c0 : tensor<?xf32, [@S0]>
// CHECK-NEXT: %1 = tensor.from_elements %0 : tensor<1xindex>
// CHECK-NEXT: %one = stablehlo.constant dense<1> : tensor<ui32>
// CHECK-NEXT: %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32, [@S0]>) -> tensor<i32>
// CHECK-NEXT: %u = stablehlo.convert %n : (tensor<i32>) -> tensor<ui32>
// CHECK-NEXT: %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xindex>) -> tensor<?xui32, [@S0]>
// CHECK-NEXT: %3 = stablehlo.dynamic_broadcast_in_dim %one, %1, dims = [] : (tensor<ui32>, tensor<1xindex>) -> tensor<?xui32, [@S0]>
// CHECK-NEXT: %4 = stablehlo.dynamic_broadcast_in_dim %u, %1, dims = [] : (tensor<ui32>, tensor<1xindex>) -> tensor<?xui32, [@S0]>
// CHECK-NEXT: %5 = stablehlo.subtract %2, %3 : tensor<?xui32, [@S0]>
// CHECK-NEXT: %6 = stablehlo.compare LE, %5, %4 : (tensor<?xui32, [@S0]>, tensor<?xui32, [@S0]>) -> tensor<?xi1, [@S0]>
// CHECK-NEXT: func.return %6 : tensor<?xi1, [@S0]>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
func.func @below_zero_wraps(%x: tensor<?xf32>) -> tensor<?xi1> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %s = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %u = stablehlo.convert %n : (tensor<i32>) -> tensor<ui32>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xui32>
  %1 = stablehlo.dynamic_broadcast_in_dim %one, %s, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
  %2 = stablehlo.dynamic_broadcast_in_dim %u, %s, dims = [] : (tensor<ui32>, tensor<1xi32>) -> tensor<?xui32>
  %3 = stablehlo.subtract %0, %1 : tensor<?xui32>
  %4 = stablehlo.compare LE, %3, %2 : (tensor<?xui32>, tensor<?xui32>) -> tensor<?xi1>
  return %4 : tensor<?xi1>
}

// -----

// Indices that wrap around say where others are read.
// CHECK:      func.func @wrapped_within(%y: tensor<200xf32>) -> tensor<200xf32> {
// CHECK-NEXT: %i = stablehlo.iota dim = 0 : tensor<200xi8>
// CHECK-NEXT: %j = stablehlo.iota dim = 0 : tensor<200xi32>
// CHECK-NEXT: %ji = stablehlo.broadcast_in_dim %i, dims = [0] : (tensor<200xi8>) -> tensor<200x1xi8>
// CHECK-NEXT: %0 = "stablehlo.gather"(%j, %ji) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<200xi32>, tensor<200x1xi8>) -> tensor<200xi32>
// CHECK-NEXT: %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<200xi32>) -> tensor<200x1xi32>
// CHECK-NEXT: %2 = "stablehlo.gather"(%y, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<200xf32>, tensor<200x1xi32>) -> tensor<200xf32>
// CHECK-NEXT: func.return %2 : tensor<200xf32>
// CHECK-NEXT: }
func.func @wrapped_within(%y: tensor<200xf32>) -> tensor<200xf32> {
  %i = stablehlo.iota dim = 0 : tensor<200xi8>
  %j = stablehlo.iota dim = 0 : tensor<200xi32>
  %ji = stablehlo.broadcast_in_dim %i, dims = [0] : (tensor<200xi8>) -> tensor<200x1xi8>
  %1 = "stablehlo.gather"(%j, %ji) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<200xi32>, tensor<200x1xi8>) -> tensor<200xi32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<200xi32>) -> tensor<200x1xi32>
  %3 = "stablehlo.gather"(%y, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<200xf32>, tensor<200x1xi32>) -> tensor<200xf32>
  return %3 : tensor<200xf32>
}
