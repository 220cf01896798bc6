// RUN: disc-opt %s -p 'shape-optimization{keep-tie-shape=true},mhlo-to-lmhlo' --split-input-file | filecheck %s

// The sizes of the results of a scan are computed before it, whatever ties are in its body; the
// part of the output that an iteration writes has the symbols of what is written.
// CHECK-LABEL: func.func @scan_with_ties
// CHECK:         %[[TWICE:.*]] = arith.muli %{{.*}}, %c2 : index
// CHECK-NEXT:    %[[OUT:.*]] = memref.alloc(%{{.*}}, %[[TWICE]]) {disc_shape.dims = [@S0, @S4]} : memref<?x?xf32>
// CHECK:         %[[ROW:.*]] = lmhlo.concatenate {{.*}}disc_shape.dims = [@S3]
// CHECK-NEXT:    %[[PART:.*]] = memref.subview %[[OUT]]{{.*}} {disc_shape.dims = [@S3]}
// CHECK-NEXT:    "memref.copy"(%[[ROW]], %[[PART]])
func.func @scan_with_ties(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = mhlo.scan (%x) inits () dimension=0 {
  ^bb0(%row: tensor<?xf32>):
    %1 = mhlo.concatenate %row, %row, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    mhlo.return %1 : tensor<?xf32>
  } : (tensor<?x?xf32>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}
