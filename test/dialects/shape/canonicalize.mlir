// RUN: disc-opt -p canonicalize --allow-unregistered-dialect --split-input-file %s | filecheck %s

// Known shapes and sizes are constants.

func.func @constants(%a: tensor<7x0xf32>, %b: tensor<?x9xf32>) -> (tensor<2xindex>, index, !shape.shape, !shape.shape, !shape.size) {
  %0 = shape.shape_of %a : tensor<7x0xf32> -> tensor<2xindex>
  %i1 = arith.constant 1 : index
  %1 = shape.dim %b, %i1 : tensor<?x9xf32>, index -> index
  %2 = shape.from_extent_tensor %0 : tensor<2xindex>
  %k = shape.const_size 11
  %3 = shape.from_extents %i1, %k : index, !shape.size
  %4 = shape.concat %2, %3 : !shape.shape, !shape.shape -> !shape.shape
  %h, %t = "shape.split_at"(%4, %i1) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  %n = shape.num_elements %3 : !shape.shape -> !shape.size
  func.return %0, %1, %h, %t, %n : tensor<2xindex>, index, !shape.shape, !shape.shape, !shape.size
}
// CHECK-LABEL: @constants
// CHECK-DAG: shape.const_shape [7, 0] : tensor<2xindex>
// CHECK-DAG: arith.constant 9 : index
// CHECK-DAG: shape.const_shape [7] : !shape.shape
// CHECK-DAG: shape.const_shape [0, 1, 11] : !shape.shape
// CHECK-DAG: shape.const_size 11
// CHECK-NOT: split_at

// -----

// A cut outside the shape, a product that an index cannot hold, a division by zero: nothing.

func.func @edges() -> (!shape.shape, !shape.shape, !shape.size, index) {
  %i4 = arith.constant -4 : index
  %z = arith.constant 0 : index
  %c = shape.const_shape [1, 2, 3] : !shape.shape
  %h, %t = "shape.split_at"(%c, %i4) : (!shape.shape, index) -> (!shape.shape, !shape.shape)
  %big = shape.const_shape [4611686018427387904, 2] : !shape.shape
  %n = shape.num_elements %big : !shape.shape -> !shape.size
  %q = shape.div %i4, %z : index, index -> index
  func.return %h, %t, %n, %q : !shape.shape, !shape.shape, !shape.size, index
}
// CHECK-LABEL: @edges
// CHECK: shape.split_at
// CHECK: shape.num_elements
// CHECK: shape.div

// -----

func.func @arithmetic(%s: !shape.size) -> (!shape.size, index, !shape.size, !shape.size) {
  %a = shape.const_size 6
  %m = arith.constant -7 : index
  %b = arith.constant 2 : index
  %0 = shape.mul %a, %b : !shape.size, index -> !shape.size
  %1 = shape.div %m, %b : index, index -> index
  %2 = shape.add %0, %a : !shape.size, !shape.size -> !shape.size
  %3 = shape.max %s, %s : !shape.size, !shape.size -> !shape.size
  func.return %0, %1, %2, %3 : !shape.size, index, !shape.size, !shape.size
}
// CHECK-LABEL: @arithmetic
// CHECK-DAG: shape.const_size 12
// CHECK-DAG: arith.constant -4 : index
// CHECK-DAG: shape.const_size 18
// CHECK: func.return %{{.*}}, %{{.*}}, %{{.*}}, %s

// -----

// A size that is not known stays unknown: [2, ?] is not [2, ?], and has no known product.

func.func @unknown_sizes() -> (i1, !shape.size, !shape.witness) {
  %a = shape.const_shape [2, -1] : !shape.shape
  %b = shape.const_shape [2, -1] : !shape.shape
  %0 = shape.shape_eq %a, %b : !shape.shape, !shape.shape
  %1 = shape.num_elements %a : !shape.shape -> !shape.size
  %2 = shape.cstr_eq %a, %b : !shape.shape, !shape.shape
  func.return %0, %1, %2 : i1, !shape.size, !shape.witness
}
// CHECK-LABEL: @unknown_sizes
// CHECK: shape.shape_eq
// CHECK: shape.num_elements
// CHECK: shape.cstr_eq

// -----

func.func @rank_and_extent(%a: tensor<?x5xf32>, %u: tensor<*xf32>) -> (index, !shape.size, index, index) {
  %i0 = arith.constant 0 : index
  %s = shape.shape_of %a : tensor<?x5xf32> -> tensor<?xindex>
  %0 = shape.rank %s : tensor<?xindex> -> index
  %h = shape.shape_of %a : tensor<?x5xf32> -> !shape.shape
  %1 = shape.rank %h : !shape.shape -> !shape.size
  %2 = shape.get_extent %s, %i0 : tensor<?xindex>, index -> index
  %t = shape.shape_of %u : tensor<*xf32> -> tensor<?xindex>
  %3 = shape.rank %t : tensor<?xindex> -> index
  func.return %0, %1, %2, %3 : index, !shape.size, index, index
}
// CHECK-LABEL: @rank_and_extent
// CHECK-DAG: arith.constant 2 : index
// CHECK-DAG: shape.const_size 2
// CHECK-DAG: shape.dim %a, %{{.*}} : tensor<?x5xf32>, index -> index
// CHECK-DAG: shape.rank %{{.*}} : tensor<?xindex> -> index

// -----

func.func @conversions(%i: index, %s: !shape.size, %e: tensor<?xindex>, %x: tensor<?x2xf32>, %to: tensor<1xi32>) -> (index, !shape.size, tensor<?xindex>, tensor<1xindex>) {
  %0 = shape.index_to_size %i
  %1 = shape.size_to_index %0 : !shape.size
  %2 = shape.size_to_index %s : !shape.size
  %3 = shape.index_to_size %2
  %4 = shape.from_extent_tensor %e : tensor<?xindex>
  %5 = shape.to_extent_tensor %4 : !shape.shape -> tensor<?xindex>
  %6 = tensor.reshape %x(%to) : (tensor<?x2xf32>, tensor<1xi32>) -> tensor<?xf32>
  %7 = shape.shape_of %6 : tensor<?xf32> -> tensor<1xindex>
  func.return %1, %3, %5, %7 : index, !shape.size, tensor<?xindex>, tensor<1xindex>
}
// CHECK-LABEL: @conversions
// CHECK-NEXT: [[TO:%.*]] = arith.index_cast %to : tensor<1xi32> to tensor<1xindex>
// CHECK-NEXT: func.return %i, %s, %e, [[TO]]

// -----

func.func @broadcasts(%s: !shape.shape, %e: tensor<?xindex>, %two: tensor<2xindex>) -> (!shape.shape, !shape.shape, tensor<?xindex>, !shape.shape, i1) {
  %scalar = shape.const_shape [] : !shape.shape
  %c0 = shape.const_shape [3, 1] : tensor<2xindex>
  %c1 = shape.const_shape [8] : !shape.shape
  %0 = shape.broadcast %s, %scalar, %s : !shape.shape, !shape.shape, !shape.shape -> !shape.shape
  %1 = shape.broadcast %c0, %c1 : tensor<2xindex>, !shape.shape -> !shape.shape
  %2 = shape.broadcast %two : tensor<2xindex> -> tensor<?xindex>
  %3 = shape.broadcast %c0, %s, %c1 : tensor<2xindex>, !shape.shape, !shape.shape -> !shape.shape
  %4 = shape.is_broadcastable %e, %e : tensor<?xindex>, tensor<?xindex>
  func.return %0, %1, %2, %3, %4 : !shape.shape, !shape.shape, tensor<?xindex>, !shape.shape, i1
}
// CHECK-LABEL: @broadcasts
// CHECK-DAG: [[BOTH:%.*]] = shape.const_shape [3, 8] : !shape.shape
// CHECK-DAG: [[CAST:%.*]] = tensor.cast %two : tensor<2xindex> to tensor<?xindex>
// CHECK-DAG: [[ALSO:%.*]] = shape.const_shape [3, 8] : tensor<2xindex>
// CHECK-DAG: [[SUM:%.*]] = shape.broadcast %s, [[ALSO]] : !shape.shape, tensor<2xindex> -> !shape.shape
// CHECK-DAG: [[TRUE:%.*]] = arith.constant true
// CHECK: func.return %s, [[BOTH]], [[CAST]], [[SUM]], [[TRUE]]

// -----

// Shapes that do not broadcast are left for the check that says so when the program runs.

func.func @mismatch() -> (!shape.shape, !shape.witness) {
  %c0 = shape.const_shape [4] : !shape.shape
  %c1 = shape.const_shape [5] : !shape.shape
  %0 = shape.broadcast %c0, %c1 : !shape.shape, !shape.shape -> !shape.shape
  %1 = shape.cstr_broadcastable %c0, %c1 : !shape.shape, !shape.shape
  func.return %0, %1 : !shape.shape, !shape.witness
}
// CHECK-LABEL: @mismatch
// CHECK: shape.broadcast
// CHECK: shape.cstr_broadcastable

// -----

// Through casts, to the exact rank.

func.func @through_casts(%a: tensor<2xindex>, %b: tensor<3xindex>) -> tensor<?xindex> {
  %0 = tensor.cast %a : tensor<2xindex> to tensor<?xindex>
  %1 = tensor.cast %b : tensor<3xindex> to tensor<?xindex>
  %2 = shape.broadcast %0, %1 : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  func.return %2 : tensor<?xindex>
}
// CHECK-LABEL: @through_casts
// CHECK-NEXT: [[EXACT:%.*]] = shape.broadcast %a, %b : tensor<2xindex>, tensor<3xindex> -> tensor<3xindex>
// CHECK-NEXT: [[CAST:%.*]] = tensor.cast [[EXACT]]
// CHECK-NEXT: func.return [[CAST]]

// -----

func.func @witnesses(%a: tensor<?xindex>, %b: tensor<?xindex>, %c: !shape.shape, %u: tensor<*xf32>, %s: tensor<f32>) {
  %0 = shape.cstr_eq %a, %a : tensor<?xindex>, tensor<?xindex>
  "test.op"(%0) : (!shape.witness) -> ()
  %1 = shape.shape_of %u : tensor<*xf32> -> tensor<?xindex>
  %2 = shape.shape_of %s : tensor<f32> -> tensor<?xindex>
  %3 = shape.cstr_broadcastable %1, %2 : tensor<?xindex>, tensor<?xindex>
  "test.op"(%3) : (!shape.witness) -> ()
  %true = arith.constant true
  %4 = shape.cstr_require %true, "always"
  "test.op"(%4) : (!shape.witness) -> ()
  func.return
}
// CHECK-LABEL: @witnesses
// CHECK-COUNT-3: shape.const_witness true
// CHECK-NOT: shape.cstr

// -----

// What sizes are stretched to decides: [8, 1] and [1, ?] broadcast, [8, 1], [1, 3] and [1, ?] may not.

func.func @stretched(%x: tensor<1x?xf32>) -> (!shape.witness, !shape.witness) {
  %c0 = shape.const_shape [8, 1] : !shape.shape
  %c1 = shape.const_shape [1, 3] : !shape.shape
  %0 = shape.shape_of %x : tensor<1x?xf32> -> tensor<2xindex>
  %1 = shape.cstr_broadcastable %c0, %0 : !shape.shape, tensor<2xindex>
  %2 = shape.cstr_broadcastable %c0, %c1, %0 : !shape.shape, !shape.shape, tensor<2xindex>
  func.return %1, %2 : !shape.witness, !shape.witness
}
// CHECK-LABEL: @stretched
// CHECK: shape.const_witness true
// CHECK: shape.cstr_broadcastable

// -----

func.func @all(%a: !shape.shape, %b: !shape.shape, %c: !shape.shape, %d: !shape.shape) {
  %true = shape.const_witness true
  %0 = shape.cstr_eq %a, %b : !shape.shape, !shape.shape
  %1 = shape.cstr_eq %b, %c : !shape.shape, !shape.shape
  %2 = shape.assuming_all %0, %true
  %3 = shape.assuming_all %2, %1, %2
  "test.op"(%3) : (!shape.witness) -> ()
  %4 = shape.cstr_broadcastable %a, %d : !shape.shape, !shape.shape
  %5 = shape.cstr_broadcastable %a, %c, %d : !shape.shape, !shape.shape, !shape.shape
  %6 = shape.assuming_all %4, %5
  "test.op"(%6) : (!shape.witness) -> ()
  func.return
}
// CHECK-LABEL: @all
// CHECK-NEXT: [[EQ:%.*]] = shape.cstr_eq %a, %b, %c
// CHECK-NEXT: "test.op"([[EQ]])
// CHECK-NEXT: [[BC:%.*]] = shape.cstr_broadcastable %a, %c, %d
// CHECK-NEXT: "test.op"([[BC]])
// CHECK-NEXT: func.return

// -----

// A check does not move after an operation that may rely on it, nor is it dropped when others do.

func.func @relied_on(%a: tensor<?xindex>, %b: tensor<?xindex>, %c: tensor<?xindex>, %x: tensor<?xf32>) -> !shape.witness {
  %0 = shape.cstr_eq %a, %b : tensor<?xindex>, tensor<?xindex>
  "test.op"(%x) : (tensor<?xf32>) -> ()
  %1 = shape.cstr_eq %b, %c : tensor<?xindex>, tensor<?xindex>
  %2 = shape.assuming_all %0, %1
  func.return %2 : !shape.witness
}
// CHECK-LABEL: @relied_on
// CHECK: shape.cstr_eq %a, %b
// CHECK-NEXT: "test.op"
// CHECK-NEXT: shape.cstr_eq %b, %c
// CHECK-NEXT: shape.assuming_all

// -----

func.func @assuming(%w: !shape.witness) -> (f32, f32) {
  %true = shape.const_witness true
  %0 = shape.assuming %true -> (f32) {
    %1 = "test.op"() {first} : () -> f32
    shape.assuming_yield %1 : f32
  }
  %2:2 = shape.assuming %w -> (index, f32) {
    %3 = "test.op"() {unused} : () -> index
    %4 = "test.op"() {second} : () -> f32
    shape.assuming_yield %3, %4 : index, f32
  }
  func.return %0, %2#1 : f32, f32
}
// CHECK-LABEL: @assuming
// CHECK-NEXT: [[FIRST:%.*]] = "test.op"() {first}
// CHECK-NEXT: [[SECOND:%.*]] = shape.assuming %w -> (f32) {
// CHECK: shape.assuming_yield %{{.*}} : f32
// CHECK-NEXT: }
// CHECK-NEXT: func.return [[FIRST]], [[SECOND]]

// -----

func.func @any(%a: tensor<2xindex>) -> tensor<2xindex> {
  %c = shape.const_shape [2, 5] : tensor<2xindex>
  %0 = shape.any %a, %c : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  func.return %0 : tensor<2xindex>
}
// CHECK-LABEL: @any
// CHECK-NEXT: [[C:%.*]] = shape.const_shape [2, 5]
// CHECK-NEXT: func.return [[C]]

// -----

// What is folded follows from the cards: shapes combine size by size, casts hide nothing.

func.func @constant_sizes() -> (!shape.shape, !shape.shape, !shape.size, !shape.size, tensor<?xindex>) {
  %a = shape.const_shape [2, 0, 7] : !shape.shape
  %b = shape.const_shape [3, 1, 7] : !shape.shape
  %c = shape.const_shape [4, 5] : tensor<2xindex>
  %max = shape.max %a, %b : !shape.shape, !shape.shape -> !shape.shape
  %min = shape.min %a, %b : !shape.shape, !shape.shape -> !shape.shape
  %count = shape.num_elements %a : !shape.shape -> !shape.size
  %shape = shape.from_extent_tensor %c : tensor<2xindex>
  %rank = shape.rank %shape : !shape.shape -> !shape.size
  %cast = tensor.cast %c : tensor<2xindex> to tensor<?xindex>
  %twice = shape.concat %cast, %cast : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
  func.return %max, %min, %count, %rank, %twice : !shape.shape, !shape.shape, !shape.size, !shape.size, tensor<?xindex>
}
// CHECK-LABEL: @constant_sizes
// CHECK-NEXT: [[MAX:%.*]] = shape.const_shape [3, 1, 7] : !shape.shape
// CHECK-NEXT: [[MIN:%.*]] = shape.const_shape [2, 0, 7] : !shape.shape
// CHECK-NEXT: [[COUNT:%.*]] = shape.const_size 0
// CHECK-NEXT: [[RANK:%.*]] = shape.const_size 2
// CHECK-NEXT: [[TWICE:%.*]] = shape.const_shape [4, 5, 4, 5] : tensor<?xindex>
// CHECK-NEXT: func.return [[MAX]], [[MIN]], [[COUNT]], [[RANK]], [[TWICE]]

// -----

// Shapes of different ranks, a division by zero and a product that no index holds stay.

func.func @errors(%x: tensor<?x3xf32>) -> (!shape.shape, !shape.size, index, index) {
  %a = shape.const_shape [2, 3] : !shape.shape
  %b = shape.const_shape [3] : !shape.shape
  %zero = shape.const_size 0
  %one = shape.const_size 1
  %large = arith.constant 4611686018427387904 : index
  %max = shape.max %a, %b : !shape.shape, !shape.shape -> !shape.shape
  %div = shape.div %one, %zero : !shape.size, !shape.size -> !shape.size
  %mul = shape.mul %large, %large : index, index -> index
  %k = arith.constant 0 : index
  %dim = shape.dim %x, %k : tensor<?x3xf32>, index -> index
  func.return %max, %div, %mul, %dim : !shape.shape, !shape.size, index, index
}
// CHECK-LABEL: @errors
// CHECK: shape.max
// CHECK: shape.div
// CHECK: shape.mul
// CHECK: shape.dim
