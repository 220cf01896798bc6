// RUN: disc-opt %s --split-input-file --verify-diagnostics -p import-shape-facts | filecheck %s

// Ranges that no size fits.

// CHECK:      :{{.*}}:3: error: 's0 >= 2' contradicts what was stated before
// CHECK-NEXT: :{{.*}}:3: note: s0 <= 1 (assumed)
// CHECK-NEXT: :{{.*}}:3: note: s0 >= 2 (assumed)
func.func @ranges(%x: tensor<?xf32>) {
  %0 = torch.symbolic_int "s0" {min_val = 0, max_val = 1} : !torch.int
  %1 = torch.symbolic_int "s0" {min_val = 2, max_val = 4} : !torch.int
  torch.bind_symbolic_shape %x, [%0], affine_map<()[s0] -> (s0)> : tensor<?xf32>
  torch.bind_symbolic_shape %x, [%1], affine_map<()[s0] -> (s0)> : tensor<?xf32>
  return
}

// -----

// A static size that is none of the range.

// CHECK: error: 's0 >= 4, where s0 is 3' contradicts what was stated before
func.func @static(%x: tensor<3x?xf32>) {
  %0 = torch.symbolic_int "s0" {min_val = 4, max_val = 9} : !torch.int
  torch.bind_symbolic_shape %x, [%0], affine_map<()[s0] -> (s0, s0)> : tensor<3x?xf32>
  return
}

// -----

// What the module says already.

// CHECK: error: 's0 >= 4, where s0 is b' contradicts what was stated before
// CHECK: note: ranges of '@b'
func.func @known(%x: tensor<?xf32, [@b]>) {
  %0 = torch.symbolic_int "s0" {min_val = 4, max_val = 9} : !torch.int
  torch.bind_symbolic_shape %x, [%0], affine_map<()[s0] -> (s0)> : tensor<?xf32, [@b]>
  return
}
disc_shape.SymbolDim @b {ranges = [[1, 3]]}
