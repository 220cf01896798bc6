// RUN: disc-run %s -p convert-hlo-to-linalg --check --input x=[[1,2,3],[4,5,6]] --input i=5 --input p=true | filecheck %s --check-prefix MOST
// RUN: disc-run %s -p convert-hlo-to-linalg --check --input x=[[7]] --input i=-3 --input p=false | filecheck %s --check-prefix ONE
// RUN: not disc-run %s -p convert-hlo-to-linalg --check --input x=[[],[]] --input i=0 --input p=true 2>&1 | filecheck %s --check-prefix NONE

// The last row, then all elements in one dimension, or their negatives.
// MOST: result 0: 3 float32 [4. 5. 6.]
// MOST: result 1: 6 float32 [1. 2. 3. 4. 5. 6.]
// ONE: result 0: 1 float32 [7.]
// ONE: result 1: 1 float32 [-7.]
// NONE: error: expected 1 column or more
func.func @main(%x: tensor<?x?xf32>, %i: tensor<i32>, %p: tensor<i1>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %ok = arith.cmpi uge, %n, %c1 : index
  %t = tensor.from_elements %ok : tensor<i1>
  stablehlo.custom_call @shape_assertion(%t) {error_message = "expected 1 column or more", api_version = 2 : i32, has_side_effect = true} : (tensor<i1>) -> ()
  %size = tensor.from_elements %c1, %n : tensor<2xindex>
  %sizes = arith.index_cast %size : tensor<2xindex> to tensor<2xi64>
  %at = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
  %row = "stablehlo.dynamic_gather"(%x, %at, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>}> : (tensor<?x?xf32>, tensor<1xi32>, tensor<2xi64>) -> tensor<?xf32>
  %q = arith.muli %m, %n : index
  %s = tensor.from_elements %q : tensor<1xindex>
  %r = "stablehlo.if"(%p) ({
    %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
    stablehlo.return %0 : tensor<?xf32>
  }, {
    %1 = stablehlo.negate %x : tensor<?x?xf32>
    %2 = stablehlo.dynamic_reshape %1, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
    stablehlo.return %2 : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %row, %r : tensor<?xf32>, tensor<?xf32>
}
