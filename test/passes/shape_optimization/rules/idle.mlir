// RUN: disc-opt -p shape-optimization --split-input-file %s | filecheck %s

func.func @reverse(%a: tensor<1x?x?xf32>, %b: tensor<?x?xf32>) -> (tensor<1x?x?xf32>, tensor<?x?xf32>, tensor<1x?x?xf32>) {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<1x?x?xf32>
  %1 = stablehlo.reverse %b, dims = [] : tensor<?x?xf32>
  %2 = stablehlo.reverse %a, dims = [0, 2] : tensor<1x?x?xf32>
  func.return %0, %1, %2 : tensor<1x?x?xf32>, tensor<?x?xf32>, tensor<1x?x?xf32>
}
// CHECK-LABEL: @reverse
// CHECK: [[KEPT:%.*]] = stablehlo.reverse %a, dims = [2] : tensor<1x?x?xf32
// CHECK-NEXT: func.return %a, %b, [[KEPT]]

// -----

// One row at most is left over; of three there may be two.
func.func @rest(%a: tensor<?xf32>) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %halves = arith.remui %n, %c2 : index
  %thirds = arith.remui %n, %c3 : index
  %s = tensor.from_elements %halves : tensor<1xindex>
  %t = tensor.from_elements %thirds : tensor<1xindex>
  %x = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %y = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?xi32>
  %1 = stablehlo.reverse %y, dims = [0] : tensor<?xi32>
  func.return %0, %1 : tensor<?xi32>, tensor<?xi32>
}
// CHECK-LABEL: @rest
// CHECK: [[X:%.*]] = stablehlo.dynamic_iota
// CHECK: [[Y:%.*]] = stablehlo.dynamic_iota
// CHECK: [[REVERSED:%.*]] = stablehlo.reverse [[Y]], dims = [0]
// CHECK: func.return [[X]], [[REVERSED]]

// -----

func.func @sort(%a: tensor<1x?xf32>, %i: tensor<1x?xi32>) -> (tensor<1x?xf32>, tensor<1x?xi32>, tensor<1x?xf32>) {
  %0:2 = "stablehlo.sort"(%a, %i) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %m: tensor<i32>, %n: tensor<i32>):
    %less = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<1x?xf32>, tensor<1x?xi32>) -> (tensor<1x?xf32>, tensor<1x?xi32>)
  %1 = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %less = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<1x?xf32>) -> tensor<1x?xf32>
  func.return %0#0, %0#1, %1 : tensor<1x?xf32>, tensor<1x?xi32>, tensor<1x?xf32>
}
// CHECK-LABEL: @sort
// CHECK: [[SORTED:%.*]] = "stablehlo.sort"(%a) <{dimension = 1 : i64}>
// CHECK: func.return %a, %i, [[SORTED]]

// -----

func.func @sort_columns_of_length_zero(%a: tensor<0x?xf32>) -> tensor<0x?xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %less = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<0x?xf32>) -> tensor<0x?xf32>
  func.return %0 : tensor<0x?xf32>
}
// CHECK-LABEL: @sort_columns_of_length_zero
// CHECK-NEXT: func.return %a

// -----

// The dimension of MHLO's sort counts from the end, and is the last one if it is not given.
func.func @sort_from_the_end(%a: tensor<?x1xf32>) -> (tensor<?x1xf32>, tensor<?x1xf32>) {
  %0 = "mhlo.sort"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %less = mhlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %less : tensor<i1>
  }) : (tensor<?x1xf32>) -> tensor<?x1xf32>
  %1 = "mhlo.sort"(%a) <{dimension = -2 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %less = mhlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %less : tensor<i1>
  }) : (tensor<?x1xf32>) -> tensor<?x1xf32>
  func.return %0, %1 : tensor<?x1xf32>, tensor<?x1xf32>
}
// CHECK-LABEL: @sort_from_the_end
// CHECK: [[SORTED:%.*]] = "mhlo.sort"(%a) <{dimension = -2 : i64}>
// CHECK: func.return %a, [[SORTED]]

// -----

func.func @broadcast(%a: tensor<?xf32>) -> (tensor<?xf32>, tensor<1x?xf32>) {
  %0 = stablehlo.broadcast %a, sizes = [] : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.broadcast %a, sizes = [1] : (tensor<?xf32>) -> tensor<1x?xf32>
  func.return %0, %1 : tensor<?xf32>, tensor<1x?xf32>
}
// CHECK-LABEL: @broadcast
// CHECK: [[KEPT:%.*]] = stablehlo.broadcast %a, sizes = [1]
// CHECK: func.return %a, [[KEPT]]

// -----

func.func @reduce(%a: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %lowest = stablehlo.constant dense<-2147483648> : tensor<i32>
  %0 = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [] : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  %1 = stablehlo.reduce(%0 init: %lowest) applies stablehlo.maximum across dimensions = [] : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  %2 = stablehlo.reduce(%a init: %three) applies stablehlo.add across dimensions = [] : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  %3 = stablehlo.reduce(%a init: %zero) applies stablehlo.maximum across dimensions = [] : (tensor<?xi32>, tensor<i32>) -> tensor<?xi32>
  func.return %1, %2, %3 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}
// CHECK-LABEL: @reduce
// CHECK: [[ADDED:%.*]] = stablehlo.reduce(%a init: %three)
// CHECK: [[POSITIVE:%.*]] = stablehlo.reduce(%a init: %zero) applies stablehlo.maximum
// CHECK: func.return %a, [[ADDED]], [[POSITIVE]]

// -----

// A body of several operations, several operands, and elements that get another type, stay.
func.func @reduce_with_a_body(%a: tensor<?xf32>, %h: tensor<?xf16>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.0> : tensor<f16>
  %0 = stablehlo.reduce(%a init: %zero) across dimensions = [] : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %s = stablehlo.add %x, %y : tensor<f32>
    %m = stablehlo.multiply %s, %s : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }
  %1:2 = stablehlo.reduce(%a init: %zero), (%a init: %zero) across dimensions = [] : (tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%v: tensor<f32>, %w: tensor<f32>) {
    %s = stablehlo.add %x, %w : tensor<f32>
    stablehlo.return %s, %s : tensor<f32>, tensor<f32>
  }
  %2 = stablehlo.reduce(%h init: %half) across dimensions = [] : (tensor<?xf16>, tensor<f16>) -> tensor<?xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }
  func.return %0, %1#1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
// CHECK-LABEL: @reduce_with_a_body
// CHECK-COUNT-3: stablehlo.reduce

// -----

func.func @iota() -> (tensor<4x1xi32>, tensor<1xf32>, tensor<4x1xi32>, tensor<1x2xui8>) {
  %shape = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %0 = stablehlo.iota dim = 1 : tensor<4x1xi32>
  %1 = stablehlo.iota dim = 0 : tensor<1xf32>
  %2 = stablehlo.iota dim = 0 : tensor<4x1xi32>
  %3 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<2xi64>) -> tensor<1x2xui8>
  func.return %0, %1, %2, %3 : tensor<4x1xi32>, tensor<1xf32>, tensor<4x1xi32>, tensor<1x2xui8>
}
// CHECK-LABEL: @iota
// CHECK-DAG: stablehlo.constant dense<0> : tensor<4x1xi32>
// CHECK-DAG: stablehlo.constant dense<0.000000e+00> : tensor<1xf32>
// CHECK-DAG: stablehlo.iota dim = 0 : tensor<4x1xi32>
// CHECK-DAG: stablehlo.constant dense<0> : tensor<1x2xui8>

// -----

// The size is one only where the check has passed: what comes before it stays.
func.func @guarded(%a: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %0 = stablehlo.reverse %a, dims = [0] : tensor<?xf32>
  %short = arith.cmpi ule, %n, %c1 : index
  cf.assert %short, "one row at most"
  %1 = stablehlo.tanh %a : tensor<?xf32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<?xf32>
  func.return %0, %2 : tensor<?xf32>, tensor<?xf32>
}
// CHECK-LABEL: @guarded
// CHECK: [[BEFORE:%.*]] = stablehlo.reverse %a
// CHECK: cf.assert
// CHECK: [[AFTER:%.*]] = stablehlo.tanh
// CHECK: func.return [[BEFORE]], [[AFTER]]
