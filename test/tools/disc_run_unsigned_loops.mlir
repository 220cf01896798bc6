// RUN: disc-run %s --input 'x=[3,1,4294967295]' | filecheck %s
// RUN: disc-run %s -p 'shape-optimization{keep-tie-shape=true},hlo-fusion,mhlo-to-lmhlo,deallocate-buffers,plan-memory,lmhlo-to-loops' --check --input 'x=[3,1,4294967295]' | filecheck %s

// Loops compute integers without sign by operations on signless ones.

// CHECK: result 0: 3 uint32 [{{ *}}9{{ +}}1 4294967295]
func.func @main(%x: tensor<?xui32>) -> tensor<?xui32> {
  %0 = stablehlo.multiply %x, %x : tensor<?xui32>
  %1 = stablehlo.maximum %0, %x : tensor<?xui32>
  return %1 : tensor<?xui32>
}
