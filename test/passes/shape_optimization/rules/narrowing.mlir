// RUN: disc-opt -p shape-optimization --split-input-file %s | filecheck %s

func.func @truncated_size(%a: tensor<?xf32>) -> i32 {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %a, %c0 : tensor<?xf32>
  %1 = arith.index_cast %0 : index to i64
  %2 = arith.trunci %1 : i64 to i32
  func.return %2 : i32
}
// CHECK-LABEL: @truncated_size
// CHECK: [[N:%.*]] = tensor.dim
// CHECK-NEXT: [[CAST:%.*]] = arith.index_cast [[N]] : index to i32
// CHECK-NEXT: func.return [[CAST]]

// -----

func.func @twice(%a: tensor<i32>, %b: tensor<i8>) -> (i32, i8, i64, i64, index) {
  %x = tensor.extract %a[] : tensor<i32>
  %y = tensor.extract %b[] : tensor<i8>
  %0 = arith.extsi %x : i32 to i64
  %1 = arith.trunci %0 : i64 to i32
  %2 = arith.trunci %0 : i64 to i8
  %3 = arith.extsi %y : i8 to i32
  %4 = arith.extsi %3 : i32 to i64
  %5 = arith.extui %y : i8 to i32
  %6 = arith.extui %5 : i32 to i64
  %7 = arith.index_cast %3 : i32 to index
  func.return %1, %2, %4, %6, %7 : i32, i8, i64, i64, index
}
// CHECK-LABEL: @twice
// CHECK-DAG: [[X:%.*]] = tensor.extract %a
// CHECK-DAG: [[Y:%.*]] = tensor.extract %b
// CHECK-DAG: [[LOW:%.*]] = arith.trunci [[X]] : i32 to i8
// CHECK-DAG: [[SIGNED:%.*]] = arith.extsi [[Y]] : i8 to i64
// CHECK-DAG: [[UNSIGNED:%.*]] = arith.extui [[Y]] : i8 to i64
// CHECK-DAG: [[INDEX:%.*]] = arith.index_cast [[Y]] : i8 to index
// CHECK: func.return [[X]], [[LOW]], [[SIGNED]], [[UNSIGNED]], [[INDEX]]

// -----

// Bits that are lost in between, and another sign, need both.
func.func @lossy(%a: tensor<i32>) -> (i32, i64, i64) {
  %x = tensor.extract %a[] : tensor<i32>
  %0 = arith.trunci %x : i32 to i8
  %1 = arith.extsi %0 : i8 to i32
  %2 = arith.extui %0 : i8 to i32
  %3 = arith.extsi %2 : i32 to i64
  %4 = arith.extsi %0 : i8 to i16
  %5 = arith.extui %4 : i16 to i64
  func.return %1, %3, %5 : i32, i64, i64
}
// CHECK-LABEL: @lossy
// CHECK: arith.trunci
// CHECK-NEXT: arith.extsi
// CHECK-NEXT: arith.extui
// CHECK-NEXT: arith.extsi
// CHECK-NEXT: arith.extsi
// CHECK-NEXT: arith.extui

// -----

// The last size fits into 32 bits, the others may not.
func.func @compared(%a: tensor<?xf32>, %b: tensor<4x?xf32>) -> (i1, i1, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %c4 = arith.constant 4 : i32
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %m = tensor.dim %b, %c1 : tensor<4x?xf32>
  %small = arith.cmpi ult, %m, %c100 : index
  cf.assert %small, "short rows"
  %0 = arith.index_cast %n : index to i64
  %1 = arith.trunci %0 : i64 to i32
  %2 = arith.cmpi eq, %1, %c4 : i32
  %3 = arith.index_cast %m : index to i64
  %4 = arith.trunci %3 : i64 to i32
  %5 = arith.cmpi eq, %4, %c4 : i32
  %6 = arith.cmpi sle, %0, %3 : i64
  func.return %2, %5, %6 : i1, i1, i1
}
// CHECK-LABEL: @compared
// CHECK-DAG: [[N:%.*]] = tensor.dim %a
// CHECK-DAG: [[M:%.*]] = tensor.dim %b
// CHECK: cf.assert
// CHECK: [[LOW:%.*]] = arith.index_cast [[N]] : index to i32
// CHECK: [[ONE:%.*]] = arith.cmpi eq, [[LOW]], %{{.*}} : i32
// CHECK: [[TWO:%.*]] = arith.cmpi eq, [[M]], %{{.*}} : index
// CHECK: [[THREE:%.*]] = arith.cmpi sle, [[N]], [[M]] : index
// CHECK: func.return [[ONE]], [[TWO]], [[THREE]]

// -----

// Before the check, nothing says that the size fits.
func.func @compared_too_early(%a: tensor<?xf32>) -> i1 {
  %c0 = arith.constant 0 : index
  %c100 = arith.constant 100 : index
  %c4 = arith.constant 4 : i32
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %0 = arith.index_cast %n : index to i32
  %1 = arith.cmpi eq, %0, %c4 : i32
  %small = arith.cmpi ult, %n, %c100 : index
  cf.assert %small, "short"
  func.return %1 : i1
}
// CHECK-LABEL: @compared_too_early
// CHECK: arith.cmpi eq, %{{.*}} : i32
// CHECK: cf.assert

// -----

func.func @whole(%a: tensor<2x1xi32>, %b: tensor<1xi64>, %c: tensor<2xi32>) -> (tensor<2x1xi32>, tensor<1xi64>, tensor<2xi32>, tensor<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.extract %a[%c0, %c0] : tensor<2x1xi32>
  %1 = tensor.extract %a[%c1, %c0] : tensor<2x1xi32>
  %2 = tensor.from_elements %0, %1 : tensor<2x1xi32>
  %3 = tensor.extract %b[%c0] : tensor<1xi64>
  %4 = tensor.from_elements %3 : tensor<1xi64>
  %5 = tensor.extract %c[%c1] : tensor<2xi32>
  %6 = tensor.extract %c[%c0] : tensor<2xi32>
  %7 = tensor.from_elements %5, %6 : tensor<2xi32>
  %8 = tensor.from_elements %6 : tensor<1xi32>
  func.return %2, %4, %7, %8 : tensor<2x1xi32>, tensor<1xi64>, tensor<2xi32>, tensor<1xi32>
}
// CHECK-LABEL: @whole
// CHECK: [[LAST:%.*]] = tensor.extract %c
// CHECK: [[FIRST:%.*]] = tensor.extract %c
// CHECK: [[TURNED:%.*]] = tensor.from_elements [[LAST]], [[FIRST]]
// CHECK: [[PART:%.*]] = tensor.from_elements [[FIRST]]
// CHECK: func.return %a, %b, [[TURNED]], [[PART]]

// -----

// An element that is read for nothing else is reshaped, in the dialect that has computed it.
func.func @reshaped(%a: tensor<i32>, %b: tensor<i32>) -> (tensor<1xi32>, tensor<1xi32>, i32) {
  %0 = stablehlo.add %a, %b : tensor<i32>
  %1 = tensor.extract %0[] : tensor<i32>
  %2 = tensor.from_elements %1 : tensor<1xi32>
  %3 = stablehlo.multiply %a, %b : tensor<i32>
  %4 = tensor.extract %3[] : tensor<i32>
  %5 = tensor.from_elements %4 : tensor<1xi32>
  func.return %2, %5, %4 : tensor<1xi32>, tensor<1xi32>, i32
}
// CHECK-LABEL: @reshaped
// CHECK: [[SUM:%.*]] = stablehlo.add
// CHECK: [[ONE:%.*]] = stablehlo.reshape [[SUM]] : (tensor<i32>) -> tensor<1xi32>
// CHECK: [[READ:%.*]] = tensor.extract
// CHECK: [[TWO:%.*]] = tensor.from_elements [[READ]]
// CHECK: func.return [[ONE]], [[TWO]], [[READ]]

// -----

// Starts and limits that are read from data stay what they are: their elements are no shorter.
func.func @bounds_from_data(%a: tensor<?xf32>, %start: tensor<1xi32>) -> tensor<1xf32> {
  %c1 = stablehlo.constant dense<1> : tensor<1xi32>
  %limit = stablehlo.add %start, %c1 : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %a, %start, %limit, %c1 : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<1xf32>
  func.return %0 : tensor<1xf32>
}
// CHECK-LABEL: @bounds_from_data
// CHECK-NEXT: %c1 = stablehlo.constant
// CHECK-NEXT: [[LIMIT:%.*]] = stablehlo.add %start, %c1
// CHECK-NEXT: stablehlo.real_dynamic_slice %a, %start, [[LIMIT]], %c1
