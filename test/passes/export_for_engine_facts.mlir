// RUN: disc-opt %s -p 'shape-optimization,export-for-engine{engine=iree},test-verify-dominance' --split-input-file | filecheck %s

// Checks of sizes run first; what they check is stated after them, for every later operation.

// CHECK-LABEL: func.func @guarded(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK:       cf.assert {{.*}}, "n is no multiple of 4"
// CHECK:       cf.assert {{.*}}, "n is above 64"
// CHECK:       %[[N:.*]] = util.assume.int %{{.*}}<umax = 64, udiv = 4> : index
// CHECK-NEXT:  %[[X:.*]] = flow.tensor.tie_shape %x : tensor<?x?xf32>{%[[M:.*]], %[[N]]}
// CHECK-NEXT:  %[[Y:.*]] = flow.tensor.tie_shape %y : tensor<?x?xf32>{%[[M]], %[[N]]}
// CHECK:       stablehlo.exponential %[[X]]
// CHECK:       stablehlo.add {{.*}}, %[[Y]]
// CHECK-NOT:   cf.assert
func.func @guarded(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %e = stablehlo.exponential %x : tensor<?x?xf32>
  %n = tensor.dim %e, %c1 : tensor<?x?xf32>
  %nx = tensor.dim %x, %c1 : tensor<?x?xf32>
  %r = arith.remsi %nx, %c4 : index
  %whole = arith.cmpi eq, %r, %c0 : index
  cf.assert %whole, "n is no multiple of 4"
  %small = arith.cmpi sle, %n, %c64 : index
  cf.assert %small, "n is above 64"
  %0 = stablehlo.add %e, %y : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A check of data stays where it is. Nothing that it, or a check after it, implies is stated: the
// size may be any number until the check has passed.

// CHECK-LABEL: func.func @on_data
// CHECK-NOT:   util.assume.int
// CHECK-NOT:   flow.tensor.tie_shape
// CHECK:       cf.assert {{.*}}, "n is below the element"
func.func @on_data(%x: tensor<?xf32>, %i: tensor<i64>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %c4 = arith.constant 4 : index
  %r = arith.remsi %n, %c4 : index
  %whole = arith.cmpi eq, %r, %c0 : index
  cf.assert %whole, "n is no multiple of 4"
  %k = tensor.extract %i[] : tensor<i64>
  %at = arith.index_cast %k : i64 to index
  %ok = arith.cmpi sge, %n, %at : index
  cf.assert %ok, "n is below the element"
  %0 = stablehlo.exponential %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Facts that operations imply are stated whatever is checked: equal sizes, and those of a slice.

// CHECK-LABEL: func.func @implied
// CHECK:       %[[N:.*]] = util.assume.int %{{.*}}<umin = 3> : index
// CHECK-NEXT:  %[[X:.*]] = flow.tensor.tie_shape %x : tensor<?xf32>{%[[N]]}
// CHECK-NEXT:  %[[Y:.*]] = flow.tensor.tie_shape %y : tensor<?xf32>{%[[N]]}
// CHECK:       cf.assert {{.*}}, "the element is negative"
func.func @implied(%x: tensor<?xf32>, %y: tensor<?xf32>, %i: tensor<i64>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %k = tensor.extract %i[] : tensor<i64>
  %ok = arith.cmpi sge, %k, %zero : i64
  cf.assert %ok, "the element is negative"
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  %1 = "stablehlo.slice"(%0) <{start_indices = array<i64: 0>, limit_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<?xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

// A check in a branch does not always run.

// CHECK-LABEL: func.func @in_branch
// CHECK-NOT:   util.assume.int
// CHECK:       "stablehlo.if"
// CHECK:       cf.assert {{.*}}, "n is odd"
func.func @in_branch(%x: tensor<?xf32>, %p: tensor<i1>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = "stablehlo.if"(%p) ({
    %r = arith.remsi %n, %c2 : index
    %even = arith.cmpi eq, %r, %c0 : index
    cf.assert %even, "n is odd"
    %1 = stablehlo.exponential %x : tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Of sizes about which nothing is known nothing is stated.

// CHECK-LABEL: func.func @nothing(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
// CHECK-NEXT:  %0 = stablehlo.exponential %x : tensor<?x4xf32>
func.func @nothing(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.exponential %x : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// IREE mixes up what a loop carries when it knows the sizes: only the check moves.

// CHECK-LABEL: func.func @loop
// CHECK:       cf.assert {{.*}}, "n is odd"
// CHECK-NOT:   util.assume.int
// CHECK:       stablehlo.while
func.func @loop(%x: tensor<?xf32>, %k: tensor<i32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %r = arith.remsi %n, %c2 : index
  %even = arith.cmpi eq, %r, %c0 : index
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %e = stablehlo.exponential %x : tensor<?xf32>
  cf.assert %even, "n is odd"
  %0:2 = stablehlo.while(%i = %zero, %y = %e) : tensor<i32>, tensor<?xf32>
  cond {
    %p = stablehlo.compare LT, %i, %k, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %z = stablehlo.add %y, %y : tensor<?xf32>
    stablehlo.return %j, %z : tensor<i32>, tensor<?xf32>
  }
  return %0#1 : tensor<?xf32>
}
