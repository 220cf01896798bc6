// RUN: disc-opt %s -p 'export-for-engine{engine=iree},test-verify-dominance' | filecheck %s

// A size that a program chooses by several conditions is computed where a check needs it.

// CHECK:       %[[SIZE:.*]] = tensor.dim
// CHECK:       %[[SMALL:.*]] = arith.cmpi sle, %{{.*}}, %c1 : index
// CHECK:       %[[REST:.*]] = arith.cmpi ne, %{{.*}}, %{{.*}} : index
// CHECK:       %[[LESS:.*]] = arith.ori %[[SMALL]], %[[REST]] : i1
// CHECK:       %[[COUNT:.*]] = arith.select %[[LESS]], %{{.*}}, %{{.*}} : index
// CHECK:       %[[POSITIVE:.*]] = arith.cmpi sge, %[[COUNT]], %{{.*}} : index
// CHECK:       cf.assert %[[POSITIVE]], "shape operand of 'stablehlo.dynamic_broadcast_in_dim': no size is negative:
// CHECK:       %[[SAME:.*]] = arith.cmpi eq, %{{.*}}, %[[COUNT]] : index
// CHECK:       cf.assert %[[SAME]], "operands and results of 'stablehlo.add' have one shape: expected x[0] == select(
// CHECK:       stablehlo.add
func.func @rounded_otherwise(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %q = stablehlo.divide %n, %two : tensor<i32>
  %p = stablehlo.compare LT, %n, %two, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = stablehlo.remainder %n, %two : tensor<i32>
  %o = stablehlo.compare NE, %r, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %u = stablehlo.or %p, %o : tensor<i1>
  %m = stablehlo.subtract %q, %one : tensor<i32>
  %d = stablehlo.select %u, %m, %q : tensor<i1>, tensor<i32>
  %k = stablehlo.reshape %d : (tensor<i32>) -> tensor<1xi32>
  %f = stablehlo.constant dense<2.0> : tensor<f32>
  %2 = stablehlo.dynamic_broadcast_in_dim %f, %k, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %3 = stablehlo.add %x, %2 : tensor<?xf32>
  return %3 : tensor<?xf32>
}
