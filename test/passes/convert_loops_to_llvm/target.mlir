// RUN: disc-opt %s -p 'shape-optimization{keep-tie-shape=true},hlo-fusion,mhlo-to-lmhlo{results=out-params},deallocate-buffers,plan-memory,lmhlo-to-loops,outline-kernels,expand-math,convert-loops-to-llvm' -t llvm | filecheck %s

// xDSL's target prints LLVM's IR, which llvmlite compiles.

// CHECK:       define void @"program_kernel_0"(i64 %{{.*}}, ptr noalias nonnull
// CHECK:         fadd float
// CHECK:       define i64 @"disc_sizes"(ptr
// CHECK:       define i64 @"disc_run"(ptr
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
