// RUN: disc-opt %s -p 'plan-memory' | filecheck %s
// RUN: disc-opt %s -p 'test-print-shape-facts' | filecheck %s --check-prefix FACTS

// A buffer that only the kernel itself can allocate is a result: it stays where it is.
// CHECK-LABEL: func.func @iota
// CHECK: %0 = lmhlo.fusion {{.*}}result_positions = array<i64: 0>
// CHECK: func.return %0 : memref<?xi32>
// FACTS: lmhlo.fusion: [S0]
// FACTS: mhlo.dynamic_iota: [S0]
func.func @iota(%n: index) -> memref<?xi32> {
  %0 = lmhlo.fusion {fusion_kind = #mhlo<fusion_kind kLoop>, result_positions = array<i64: 0>} ({
    %size = tensor.from_elements %n : tensor<1xindex>
    %1 = "mhlo.dynamic_iota"(%size) <{iota_dimension = 0 : i64}> : (tensor<1xindex>) -> tensor<?xi32>
    mhlo.return %1 : tensor<?xi32>
  }) -> memref<?xi32>
  func.return %0 : memref<?xi32>
}
