// RUN: disc-opt %s -p shape-optimization --split-input-file | filecheck %s

// Where regions do not agree on a size, what holds of it in each of them holds afterwards: it is 4
// or 6, so even and between the two, and both results have the same size.

// CHECK-LABEL: func.func @numbers(
// CHECK-SAME:    -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>)
// CHECK:       disc_shape.tie_predicate_divisible %S0, %c2
// CHECK:       disc_shape.SymbolDim @S0 {ranges = {{\[\[}}4, 6]]
func.func @numbers(%p: i1, %x: tensor<6xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = scf.if %p -> (tensor<?xf32>, tensor<?xf32>) {
    %1 = stablehlo.slice %x [0:4] : (tensor<6xf32>) -> tensor<4xf32>
    %2 = tensor.cast %1 : tensor<4xf32> to tensor<?xf32>
    scf.yield %2, %2 : tensor<?xf32>, tensor<?xf32>
  } else {
    %1 = tensor.cast %x : tensor<6xf32> to tensor<?xf32>
    scf.yield %1, %1 : tensor<?xf32>, tensor<?xf32>
  }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Between a size and twice it.

// CHECK-LABEL: func.func @once_or_twice(
// CHECK:       disc_shape.tie_predicate "d1 <= 2*d0"(%S0, %[[R:S[0-9]]])
// CHECK:       disc_shape.tie_predicate "d0 <= d1"(%S0, %[[R]])
func.func @once_or_twice(%p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.if %p -> (tensor<?xf32>) {
    %1 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// What decides between the regions counts: at most 4 rows are left, and no more than there were. The
// guard that says so is proved.

// CHECK-LABEL: func.func @at_most_four(
// CHECK-NOT:     cf.assert
// CHECK:       disc_shape.tie_predicate "d1 <= d0"(%S0, %S1)
// CHECK:       disc_shape.SymbolDim @S1 {ranges = {{\[\[}}0, 4]]
func.func @at_most_four(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %p = arith.cmpi sgt, %n, %c4 : index
  %0 = scf.if %p -> (tensor<?xf32>) {
    %1 = tensor.extract_slice %x[0] [4] [1] : tensor<?xf32> to tensor<4xf32>
    %2 = tensor.cast %1 : tensor<4xf32> to tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  %m = tensor.dim %0, %c0 : tensor<?xf32>
  %less = arith.cmpi sle, %m, %n : index
  cf.assert %less, "no more than there were"
  return %0 : tensor<?xf32>
}

// -----

// An integer that all regions agree on is known after them, one that they do not is not.

// CHECK-LABEL: func.func @integers(
// CHECK-SAME:    -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S1]>)
// CHECK:       disc_shape.SymbolDim @S1 {ranges = {{\[\[}}3, 5]]
func.func @integers(%p: i1, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0:2 = scf.if %p -> (index, index) {
    scf.yield %n, %c3 : index, index
  } else {
    scf.yield %n, %c5 : index, index
  }
  %1 = tensor.from_elements %0#0 : tensor<1xindex>
  %2 = tensor.from_elements %0#1 : tensor<1xindex>
  %3 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %4 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  return %3, %4 : tensor<?xf32>, tensor<?xf32>
}

// -----

// A guard after the branches that does not hold on all of them stays.

// CHECK-LABEL: func.func @not_on_all(
// CHECK:         cf.assert
func.func @not_on_all(%p: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = scf.if %p -> (tensor<?xf32>) {
    %large = arith.cmpi sge, %n, %c3 : index
    cf.assert %large, "at least 3 here"
    scf.yield %x : tensor<?xf32>
  } else {
    scf.yield %y : tensor<?xf32>
  }
  %m = tensor.dim %0, %c0 : tensor<?xf32>
  %still = arith.cmpi sge, %m, %c3 : index
  cf.assert %still, "at least 3 afterwards"
  return %0 : tensor<?xf32>
}

// -----

// Blocks join as regions do: inside the last one it is known that both sizes are one, at most 5.

// CHECK-LABEL: func.func @blocks(
// CHECK-SAME:    -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>)
// CHECK-NOT:     cf.assert
func.func @blocks(%p: i1, %x: tensor<2xf32>, %y: tensor<5xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  cf.cond_br %p, ^a, ^b
^a:
  %0 = tensor.cast %x : tensor<2xf32> to tensor<?xf32>
  cf.br ^c(%0, %0 : tensor<?xf32>, tensor<?xf32>)
^b:
  %1 = tensor.cast %y : tensor<5xf32> to tensor<?xf32>
  cf.br ^c(%1, %1 : tensor<?xf32>, tensor<?xf32>)
^c(%2: tensor<?xf32>, %3: tensor<?xf32>):
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %n = tensor.dim %3, %c0 : tensor<?xf32>
  %ok = arith.cmpi sle, %n, %c5 : index
  cf.assert %ok, "at most 5"
  return %2, %3 : tensor<?xf32>, tensor<?xf32>
}

// -----

// One region alone says that two sizes are equal, and passes on a value of one of them; the other
// one passes on a value of the other. So the result has that size on both paths, and it alone.

// CHECK-LABEL: func.func @tied_in_one(
// CHECK-SAME:    %x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> (tensor<?xf32, [@S0]>, tensor<?xf32, [@S0]>)
func.func @tied_in_one(%p: i1, %x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = scf.if %p -> (tensor<?xf32>, tensor<?xf32>) {
    %1 = stablehlo.add %y, %x : tensor<?xf32>
    scf.yield %1, %y : tensor<?xf32>, tensor<?xf32>
  } else {
    scf.yield %x, %x : tensor<?xf32>, tensor<?xf32>
  }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
