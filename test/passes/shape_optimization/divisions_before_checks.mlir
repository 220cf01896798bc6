// RUN: disc-opt %s -p shape-optimization | filecheck %s
// RUN: disc-opt %s -p shape-optimization,shape-optimization | filecheck %s
// RUN: disc-opt %s -p mhlo-to-lmhlo | filecheck %s --check-prefix BUFFER
// RUN: not disc-run %s --entry before --input 'x=ones(3)' --input 'y=ones(0)' 2>&1 | filecheck %s --check-prefix ZERO
// RUN: not disc-run %s -p shape-optimization --entry before --input 'x=ones(3)' --input 'y=ones(0)' 2>&1 | filecheck %s --check-prefix ZERO
// RUN: not disc-run %s -p mhlo-to-lmhlo --entry before --input 'x=ones(3)' --input 'y=ones(0)' 2>&1 | filecheck %s --check-prefix ZERO
// ZERO: nothing to divide by

// A size is computed where its parts are known, which may be before the check that says that
// it can be divided by: there it is divided by at least one, and the check reports.
// CHECK-LABEL: func.func @before
// CHECK: %[[D:.*]] = tensor.dim %y
// CHECK: %[[P:.*]] = arith.maxsi %[[D]], %c1
// CHECK: arith.floordivsi %{{.*}}, %[[P]]
// CHECK: cf.assert
// BUFFER-LABEL: func.func @before
// BUFFER: %[[D:.*]] = memref.dim %y
// BUFFER: %[[P:.*]] = arith.maxsi %[[D]], %c1
// BUFFER: arith.floordivsi %{{.*}}, %[[P]]
// BUFFER: cf.assert
func.func @before(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %cm1 = arith.constant -1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %d = tensor.dim %y, %c0 : tensor<?xf32>
  %s = tensor.from_elements %cm1, %d : tensor<2xindex>
  %ok = arith.cmpi sgt, %d, %c0 : index
  cf.assert %ok, "nothing to divide by"
  %t = mhlo.compute_reshape_shape %n, %s : (index, tensor<2xindex>) -> tensor<2xindex>
  %r = stablehlo.dynamic_reshape %x, %t : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// A check that has nothing to do with the divisor changes nothing.
// CHECK-LABEL: func.func @unrelated
// CHECK-NOT: arith.maxsi
// CHECK: arith.floordivsi
// CHECK: cf.assert
// BUFFER-LABEL: func.func @unrelated
// BUFFER-NOT: arith.maxsi
// BUFFER: arith.floordivsi
// BUFFER: cf.assert
func.func @unrelated(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %cm1 = arith.constant -1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %d = tensor.dim %y, %c0 : tensor<?xf32>
  %e = arith.addi %d, %c1 : index
  %s = tensor.from_elements %cm1, %e : tensor<2xindex>
  %ok = arith.cmpi ne, %n, %c7 : index
  cf.assert %ok, "seven"
  %t = mhlo.compute_reshape_shape %n, %s : (index, tensor<2xindex>) -> tensor<2xindex>
  %r = stablehlo.dynamic_reshape %x, %t : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Nor does one before the division: what is divided is known only after it.
// CHECK-LABEL: func.func @after
// CHECK: cf.assert
// CHECK-NOT: arith.maxsi
// CHECK: arith.floordivsi
// BUFFER-LABEL: func.func @after
// BUFFER: cf.assert
// BUFFER-NOT: arith.maxsi
// BUFFER: arith.floordivsi
func.func @after(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %cm1 = arith.constant -1 : index
  %d = tensor.dim %y, %c0 : tensor<?xf32>
  %ok = arith.cmpi sgt, %d, %c0 : index
  cf.assert %ok, "nothing to divide by"
  %z = stablehlo.custom_call @unknown(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %n = tensor.dim %z, %c0 : tensor<?xf32>
  %s = tensor.from_elements %cm1, %d : tensor<2xindex>
  %t = mhlo.compute_reshape_shape %n, %s : (index, tensor<2xindex>) -> tensor<2xindex>
  %r = stablehlo.dynamic_reshape %z, %t : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// What is at least one already stays as it is.
// CHECK-LABEL: func.func @at_least_one
// CHECK: arith.maxsi
// CHECK-NOT: arith.maxsi
// CHECK: arith.floordivsi
// CHECK: cf.assert
func.func @at_least_one(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cm1 = arith.constant -1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %d = tensor.dim %y, %c0 : tensor<?xf32>
  %m = arith.maxsi %d, %c1 : index
  %s = tensor.from_elements %cm1, %m : tensor<2xindex>
  %ok = arith.cmpi sgt, %d, %c1 : index
  cf.assert %ok, "more than one"
  %t = mhlo.compute_reshape_shape %n, %s : (index, tensor<2xindex>) -> tensor<2xindex>
  %r = stablehlo.dynamic_reshape %x, %t : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
