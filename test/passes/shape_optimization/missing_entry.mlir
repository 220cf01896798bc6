// RUN: not disc-opt %s -p 'shape-optimization{entry=missing}' 2>&1 | filecheck %s
// RUN: not disc-opt %s -p 'save-shape-constraints{entry=declared}' 2>&1 | filecheck %s --check-prefix DECLARED
// RUN: not disc-opt %s -p 'test-print-shape-facts{entry=missing}' 2>&1 | filecheck %s

// CHECK-NOT: func.func
// CHECK: error: there is no function '@missing' with a body
// CHECK-NOT: func.func
// DECLARED: error: there is no function '@declared' with a body
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
func.func private @declared(tensor<?xf32>)
