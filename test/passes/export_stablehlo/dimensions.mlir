// RUN: disc-opt %s --split-input-file -p 'export-stablehlo{flavor=index}' | filecheck %s

// Which dimension is read is data: one of all sizes is chosen.
// CHECK-LABEL: func.func @any
// CHECK-DAG:   %[[Z:.*]] = arith.constant 0 : index
// CHECK-DAG:   %[[O:.*]] = arith.constant 1 : index
// CHECK-DAG:   %[[A:.*]] = tensor.dim %x, %[[Z]]
// CHECK-DAG:   %[[B:.*]] = tensor.dim %x, %[[O]]
// CHECK-DAG:   %[[C:.*]] = tensor.dim %x, %{{.*}}
// CHECK:       %[[P:.*]] = arith.cmpi eq, %i, %[[O]] : index
// CHECK-NEXT:  %[[S:.*]] = arith.select %[[P]], %[[B]], %{{.*}} : index
// CHECK-NEXT:  %[[Q:.*]] = arith.cmpi eq, %i, %[[Z]] : index
// CHECK-NEXT:  %[[R:.*]] = arith.select %[[Q]], %[[A]], %[[S]] : index
// CHECK-NEXT:  return %[[R]]
func.func @any(%x: tensor<?x?x?xf32>, %i: index) -> index {
  %0 = tensor.dim %x, %i : tensor<?x?x?xf32>
  return %0 : index
}

// -----

// The only dimension there is.
// CHECK-LABEL: func.func @only
// CHECK:       %[[A:.*]] = tensor.dim %x, %{{.*}} : tensor<?xf32>
// CHECK-NEXT:  return %[[A]]
func.func @only(%x: tensor<?xf32>, %i: index) -> index {
  %0 = tensor.dim %x, %i : tensor<?xf32>
  return %0 : index
}

// -----

// A known dimension stays as it is.
// CHECK-LABEL: func.func @known
// CHECK-NOT:   arith.select
// CHECK:       return
func.func @known(%x: tensor<?x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %x, %c1 : tensor<?x?xf32>
  return %0 : index
}
