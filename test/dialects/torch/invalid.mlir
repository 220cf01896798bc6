// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of symbolic_int
// CHECK: range [5, 4] of symbol 's0' holds no size
func.func @f() {
  %0 = torch.symbolic_int "s0" {min_val = 5, max_val = 4} : !torch.int
  func.return
}

// -----

// (c1) of bind_symbolic_shape: dimensions
// CHECK: the map has 1 dimensions and 0 symbols, expected 0 and 1
func.func @f(%x: tensor<?xf32>) {
  %0 = torch.symbolic_int "s0" {min_val = 0, max_val = 4} : !torch.int
  torch.bind_symbolic_shape %x, [%0], affine_map<(d0) -> (d0)> : tensor<?xf32>
  func.return
}

// -----

// (c1) of bind_symbolic_shape: symbols
// CHECK: the map has 0 dimensions and 1 symbols, expected 0 and 2
func.func @f(%x: tensor<?xf32>) {
  %0 = torch.symbolic_int "s0" {min_val = 0, max_val = 4} : !torch.int
  torch.bind_symbolic_shape %x, [%0, %0], affine_map<()[s0] -> (s0)> : tensor<?xf32>
  func.return
}

// -----

// (c2) of bind_symbolic_shape
// CHECK: the map has 1 results, the rank is 2
func.func @f(%x: tensor<?x?xf32>) {
  %0 = torch.symbolic_int "s0" {min_val = 0, max_val = 4} : !torch.int
  torch.bind_symbolic_shape %x, [%0], affine_map<()[s0] -> (s0)> : tensor<?x?xf32>
  func.return
}

// -----

// (c2) on a tensor of torch-mlir
// CHECK: the map has 1 results, the rank is 2
func.func @f(%x: !torch.vtensor<[?,4],f32>) {
  %0 = torch.symbolic_int "s0" {min_val = 0, max_val = 4} : !torch.int
  torch.bind_symbolic_shape %x, [%0], affine_map<()[s0] -> (s0)> : !torch.vtensor<[?,4],f32>
  func.return
}

// -----

// (c3) of bind_symbolic_shape
// CHECK: a symbol comes from no 'torch.symbolic_int'
func.func @f(%x: tensor<?xf32>, %n: !torch.int) {
  torch.bind_symbolic_shape %x, [%n], affine_map<()[s0] -> (s0)> : tensor<?xf32>
  func.return
}

// -----

// an unknown symbol in the map
// CHECK: identifier not in space s1
func.func @f(%x: tensor<?xf32>) {
  %0 = torch.symbolic_int "s0" {min_val = 0, max_val = 4} : !torch.int
  torch.bind_symbolic_shape %x, [%0], affine_map<()[s0] -> (s1)> : tensor<?xf32>
  func.return
}
