// An early exit by blocks: buffers are alive on one path.
// DIMS: n |
// SIZES: 0 1 2 3
func.func @main(%x: tensor<?xf32>, %k: tensor<i1>) -> tensor<?xf32> {
  %a = stablehlo.tanh %x : tensor<?xf32>
  %r = stablehlo.reverse %a, dims = [0] : tensor<?xf32>
  %c = tensor.extract %k[] : tensor<i1>
  cf.cond_br %c, ^bb1(%a : tensor<?xf32>), ^bb2
^bb1(%u: tensor<?xf32>):
  %s = stablehlo.add %u, %r : tensor<?xf32>
  return %s : tensor<?xf32>
^bb2:
  %v = stablehlo.reverse %r, dims = [0] : tensor<?xf32>
  %w = stablehlo.subtract %v, %r : tensor<?xf32>
  cf.br ^bb1(%w : tensor<?xf32>)
}
