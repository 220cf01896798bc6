// RUN: disc-opt %s -p shape-optimization --split-input-file --print-debuginfo | filecheck %s
// RUN: disc-opt %s -p shape-optimization --split-input-file --print-debuginfo | disc-opt -p shape-optimization --split-input-file --print-debuginfo | filecheck %s

// What replaces an operation has its location.

func.func @replaced(%x: tensor<?x4xf32> loc("x")) -> tensor<?x4xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32> loc("net.py":3:4)
  %c4 = stablehlo.constant dense<4> : tensor<1xi32> loc("net.py":4:4)
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32> loc("net.py":5:4)
  %1 = stablehlo.concatenate %0, %c4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32> loc("net.py":6:4)
  %2 = stablehlo.tanh %x : tensor<?x4xf32> loc("net.py":7:4)
  %3 = stablehlo.dynamic_broadcast_in_dim %2, %1, dims = [0, 1] : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x4xf32> loc("net.py":8:4)
  func.return %3 : tensor<?x4xf32> loc("net.py":9:4)
}
// CHECK-LABEL: func.func @replaced(%x: tensor<?x4xf32, {{.*}}> loc("x"))
// CHECK-NEXT: stablehlo.tanh %x : {{.*}} loc("net.py":7:4)
// CHECK-NEXT: func.return {{.*}} loc("net.py":9:4)

// -----

// Equal operations that become one have both locations; sizes that are computed for an operation
// have its location, and constants too.

func.func @merged(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?x1xf32>) {
  %0 = stablehlo.tanh %x : tensor<?xf32> loc("net.py":1:0)
  %1 = stablehlo.tanh %x : tensor<?xf32> loc("net.py":2:0)
  %2 = stablehlo.add %0, %1 : tensor<?xf32> loc("net.py":3:0)
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %a = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.constant dense<1> : tensor<1xi32>
  %c = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %3 = stablehlo.dynamic_reshape %2, %c : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x1xf32> loc("net.py":4:0)
  func.return %2, %3 : tensor<?xf32>, tensor<?x1xf32>
}
// CHECK-LABEL: func.func @merged
// CHECK: arith.constant 0 : index loc("net.py":4:0)
// CHECK: tensor.dim {{.*}} loc("net.py":4:0)
// CHECK: tensor.from_elements {{.*}} loc("net.py":4:0)
// CHECK: stablehlo.tanh {{.*}} loc(fused["net.py":1:0, "net.py":2:0])
// CHECK-NOT: stablehlo.tanh
// CHECK: stablehlo.add {{.*}} loc("net.py":3:0)
// CHECK: stablehlo.dynamic_reshape {{.*}} loc("net.py":4:0)

// -----

// A fact has the location of the check that states it.

func.func @guarded(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %ok = arith.cmpi sge, %n, %c4 : index loc("net.py":11:0)
  cf.assert %ok, "at least four" loc("net.py":12:0)
  func.return %x : tensor<?xf32>
}
// CHECK-LABEL: func.func @guarded
// CHECK: cf.assert {{.*}} loc("net.py":12:0)
// CHECK: disc_shape.tie_predicate "d0 >= 4"({{.*}}) {guarded} loc("net.py":12:0)

// -----

// A program without locations gets none.

func.func @without(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.tanh %x : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
// CHECK-LABEL: func.func @without
// CHECK-NEXT: stablehlo.tanh {{.*}} loc(unknown)
