// RUN: disc-opt %s -p relax-check 2>&1 | filecheck %s

// What is only possible is a warning, with sizes for which it fails.

// CHECK: warning: argument 0 of @square may not fit: !relax.tensor<[@n], f32> for !relax.tensor<[3], f32>; it is checked at run time, and fails for n = 0 [RLX-237]
// CHECK: warning: the cast cannot succeed: !relax.tensor<[3, 4], f32> is never of type !relax.tensor<[?, ?, ?], f32> [RLX-182]
// CHECK: warning: the result is of type !relax.tensor<[?], f32>, but !relax.tensor<[@n], f32> is declared; it is checked at run time [RLX-039]
relax.func @main(%x: !relax.tensor<[@n], f32>, %y: !relax.tensor<[3, 4], f32>) -> !relax.tensor<[@n], f32> {
  %0 = relax.call @square(%x) : (!relax.tensor<[@n], f32>) -> !relax.tensor<[?], f32>
  %1 = relax.match_cast %y : !relax.tensor<[3, 4], f32> to !relax.tensor<[?, ?, ?], f32>
  relax.return %0 : !relax.tensor<[?], f32>
}
relax.func @square(%x: !relax.tensor<[3], f32>) -> !relax.tensor<[3], f32> {
  relax.return %x : !relax.tensor<[3], f32>
}
