// RUN: disc-opt %s -p shape-optimization --split-input-file | filecheck %s

// Programs as they are once they have been brought into linalg.

// Softmax as linalg has it: one pair of sizes all through, and a check of them is gone.

// CHECK-LABEL: func.func @softmax(%x: tensor<?x?xf32, [@S0, @S1]>) -> tensor<?x?xf32, [@S0, @S1]>
// CHECK-NOT:     cf.assert
// CHECK-NOT:   @S2
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @softmax(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ninf = arith.constant -1.0e+30 : f32
  %z = arith.constant 0.0 : f32
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%d0) : tensor<?xf32>
  %i = linalg.fill ins(%ninf : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%i : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.maximumf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %e2 = tensor.empty(%d0, %d1) : tensor<?x?xf32>
  %ex = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<?x?xf32>, tensor<?xf32>) outs(%e2 : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %r = arith.subf %a, %b : f32
    %s = math.exp %r : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  %n0 = tensor.dim %ex, %c0 : tensor<?x?xf32>
  %e3 = tensor.empty(%n0) : tensor<?xf32>
  %i3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%ex : tensor<?x?xf32>) outs(%i3 : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %r = arith.addf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %ok = arith.cmpi eq, %n0, %d0 : index
  cf.assert %ok, "rows"
  %o = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%ex, %sum : tensor<?x?xf32>, tensor<?xf32>) outs(%e2 : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %o : tensor<?x?xf32>
}

// -----

// A convolution over a padded image keeps the sizes of the image.

// CHECK-LABEL: func.func @conv(%x: tensor<?x?x?x3xf32, [@S0, @S1, @S2, @C3]>, %w: tensor<3x3x3x8xf32>) -> tensor<?x8xf32, [@S5, @C8]>
// CHECK:       disc_shape.tie_predicate_affine_eq %S3, affine_map<(d0) -> (d0 + 2)>(%S1)
// CHECK:       disc_shape.tie_predicate_affine_eq %S4, affine_map<(d0) -> (d0 + 2)>(%S2)
// CHECK:       disc_shape.tie_predicate_mul_eq %S5, %S0, %S1, %S2
func.func @conv(%x: tensor<?x?x?x3xf32>, %w: tensor<3x3x3x8xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x?x?x3xf32>
  %h = tensor.dim %x, %c1 : tensor<?x?x?x3xf32>
  %v = tensor.dim %x, %c2 : tensor<?x?x?x3xf32>
  %p = "tensor.pad"(%x) <{static_low = array<i64: 0, 1, 1, 0>, static_high = array<i64: 0, 1, 1, 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> ({
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %z : f32
  }) : (tensor<?x?x?x3xf32>) -> tensor<?x?x?x3xf32>
  %e = tensor.empty(%n, %h, %v) : tensor<?x?x?x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x?x?x8xf32>) -> tensor<?x?x?x8xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%p, %w : tensor<?x?x?x3xf32>, tensor<3x3x3x8xf32>) outs(%f : tensor<?x?x?x8xf32>) -> tensor<?x?x?x8xf32>
  %o = tensor.collapse_shape %r [[0, 1, 2], [3]] : tensor<?x?x?x8xf32> into tensor<?x8xf32>
  %g = tensor.cast %o : tensor<?x8xf32> to tensor<?x?xf32>
  return %g : tensor<?x?xf32>
}
