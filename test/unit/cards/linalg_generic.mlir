// ----- add
builtin.module {
  func.func @main(%0: tensor<?x?xi32>, %1: tensor<?x?xi32>) -> tensor<?x?xi32> {
    %2 = arith.constant 0 : index
    %3 = tensor.dim %0, %2 : tensor<?x?xi32>
    %4 = arith.constant 1 : index
    %5 = tensor.dim %0, %4 : tensor<?x?xi32>
    %6 = tensor.empty(%3, %5) : tensor<?x?xi32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0, %1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%6 : tensor<?x?xi32>) {
    ^bb0(%8: i32, %9: i32, %10: i32):
      %11 = arith.addi %8, %9 : i32
      linalg.yield %11 : i32
    } -> tensor<?x?xi32>
    func.return %7 : tensor<?x?xi32>
  }
}
// ----- exponential
builtin.module {
  func.func @main(%0: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %1 = arith.constant 0 : index
    %2 = tensor.dim %0, %1 : tensor<?x?xf32>
    %3 = arith.constant 1 : index
    %4 = tensor.dim %0, %3 : tensor<?x?xf32>
    %5 = tensor.empty(%2, %4) : tensor<?x?xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<?x?xf32>) outs(%5 : tensor<?x?xf32>) {
    ^bb0(%7: f32, %8: f32):
      %9 = math.exp %7 : f32
      linalg.yield %9 : f32
    } -> tensor<?x?xf32>
    func.return %6 : tensor<?x?xf32>
  }
}
// ----- convert
builtin.module {
  func.func @main(%0: tensor<?xi32>) -> tensor<?xf32> {
    %1 = arith.constant 0 : index
    %2 = tensor.dim %0, %1 : tensor<?xi32>
    %3 = tensor.empty(%2) : tensor<?xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<?xi32>) outs(%3 : tensor<?xf32>) {
    ^bb0(%5: i32, %6: f32):
      %7 = arith.sitofp %5 : i32 to f32
      linalg.yield %7 : f32
    } -> tensor<?xf32>
    func.return %4 : tensor<?xf32>
  }
}
// ----- select
builtin.module {
  func.func @main(%0: tensor<i1>, %1: tensor<?x?xi32>, %2: tensor<?x?xi32>) -> tensor<?x?xi32> {
    %3 = arith.constant 0 : index
    %4 = tensor.dim %1, %3 : tensor<?x?xi32>
    %5 = arith.constant 1 : index
    %6 = tensor.dim %1, %5 : tensor<?x?xi32>
    %7 = tensor.empty(%4, %6) : tensor<?x?xi32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0, %1, %2 : tensor<i1>, tensor<?x?xi32>, tensor<?x?xi32>) outs(%7 : tensor<?x?xi32>) {
    ^bb0(%9: i1, %10: i32, %11: i32, %12: i32):
      %13 = arith.select %9, %10, %11 : i32
      linalg.yield %13 : i32
    } -> tensor<?x?xi32>
    func.return %8 : tensor<?x?xi32>
  }
}
// ----- clamp
builtin.module {
  func.func @main(%0: tensor<i32>, %1: tensor<?xi32>, %2: tensor<i32>) -> tensor<?xi32> {
    %3 = arith.constant 0 : index
    %4 = tensor.dim %1, %3 : tensor<?xi32>
    %5 = tensor.empty(%4) : tensor<?xi32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0, %1, %2 : tensor<i32>, tensor<?xi32>, tensor<i32>) outs(%5 : tensor<?xi32>) {
    ^bb0(%7: i32, %8: i32, %9: i32, %10: i32):
      %11 = arith.maxsi %7, %8 : i32
      %12 = arith.minsi %11, %9 : i32
      linalg.yield %12 : i32
    } -> tensor<?xi32>
    func.return %6 : tensor<?xi32>
  }
}
// ----- compare
builtin.module {
  func.func @main(%0: tensor<?xi32>, %1: tensor<?xi32>) -> tensor<?xi1> {
    %2 = arith.constant 0 : index
    %3 = tensor.dim %0, %2 : tensor<?xi32>
    %4 = tensor.empty(%3) : tensor<?xi1>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0, %1 : tensor<?xi32>, tensor<?xi32>) outs(%4 : tensor<?xi1>) {
    ^bb0(%6: i32, %7: i32, %8: i1):
      %9 = arith.cmpi slt, %6, %7 : i32
      linalg.yield %9 : i1
    } -> tensor<?xi1>
    func.return %5 : tensor<?xi1>
  }
}
// ----- broadcast_in_dim
builtin.module {
  func.func @main(%0: tensor<1x3xi32>) -> tensor<3x2x2xi32> {
    %1 = tensor.empty() : tensor<3x2x2xi32>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0 : tensor<1x3xi32>) outs(%1 : tensor<3x2x2xi32>) {
    ^bb0(%3: i32, %4: i32):
      linalg.yield %3 : i32
    } -> tensor<3x2x2xi32>
    func.return %2 : tensor<3x2x2xi32>
  }
}
// ----- dynamic_broadcast_in_dim
builtin.module {
  func.func @main(%0: tensor<?x?xi32>, %1: tensor<3xindex>, %2: index, %3: index) -> tensor<?x?x?xi32> {
    %4 = arith.constant 1 : index
    %5 = tensor.dim %0, %4 : tensor<?x?xi32>
    %6 = tensor.empty(%2, %3, %5) : tensor<?x?x?xi32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0 : tensor<?x?xi32>) outs(%6 : tensor<?x?x?xi32>) {
    ^bb0(%8: i32, %9: i32):
      linalg.yield %8 : i32
    } -> tensor<?x?x?xi32>
    func.return %7 : tensor<?x?x?xi32>
  }
}
// ----- transpose
builtin.module {
  func.func @main(%0: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
    %1 = arith.constant 2 : index
    %2 = tensor.dim %0, %1 : tensor<?x?x?xi32>
    %3 = arith.constant 0 : index
    %4 = tensor.dim %0, %3 : tensor<?x?x?xi32>
    %5 = arith.constant 1 : index
    %6 = tensor.dim %0, %5 : tensor<?x?x?xi32>
    %7 = tensor.empty(%2, %4, %6) : tensor<?x?x?xi32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2, d0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0 : tensor<?x?x?xi32>) outs(%7 : tensor<?x?x?xi32>) {
    ^bb0(%9: i32, %10: i32):
      linalg.yield %9 : i32
    } -> tensor<?x?x?xi32>
    func.return %8 : tensor<?x?x?xi32>
  }
}
// ----- reverse
builtin.module {
  func.func @main(%0: tensor<?x?xi32>, %1: index) -> tensor<?x?xi32> {
    %2 = arith.constant 1 : index
    %3 = tensor.dim %0, %2 : tensor<?x?xi32>
    %4 = tensor.empty(%1, %3) : tensor<?x?xi32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%4 : tensor<?x?xi32>) {
    ^bb0(%6: i32):
      %7 = linalg.index 0 : index
      %8 = linalg.index 1 : index
      %9 = arith.constant 0 : index
      %10 = tensor.dim %0, %9 : tensor<?x?xi32>
      %11 = arith.constant -1 : index
      %12 = arith.addi %10, %11 : index
      %13 = arith.constant -1 : index
      %14 = arith.muli %7, %13 : index
      %15 = arith.addi %12, %14 : index
      %16 = tensor.extract %0[%15, %8] : tensor<?x?xi32>
      linalg.yield %16 : i32
    } -> tensor<?x?xi32>
    func.return %5 : tensor<?x?xi32>
  }
}
// ----- slice
builtin.module {
  func.func @main(%0: tensor<?x7xi32>) -> tensor<2x3xi32> {
    %1 = tensor.empty() : tensor<2x3xi32>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%1 : tensor<2x3xi32>) {
    ^bb0(%3: i32):
      %4 = linalg.index 0 : index
      %5 = linalg.index 1 : index
      %6 = arith.constant 2 : index
      %7 = arith.muli %5, %6 : index
      %8 = arith.constant 1 : index
      %9 = arith.addi %7, %8 : index
      %10 = tensor.extract %0[%4, %9] : tensor<?x7xi32>
      linalg.yield %10 : i32
    } -> tensor<2x3xi32>
    func.return %2 : tensor<2x3xi32>
  }
}
// ----- dynamic_slice
builtin.module {
  func.func @main(%0: tensor<?x?xi32>, %1: tensor<i32>, %2: tensor<i32>) -> tensor<2x1xi32> {
    %3 = tensor.empty() : tensor<2x1xi32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%3 : tensor<2x1xi32>) {
    ^bb0(%5: i32):
      %6 = linalg.index 0 : index
      %7 = linalg.index 1 : index
      %8 = tensor.extract %1[] : tensor<i32>
      %9 = arith.index_cast %8 : i32 to index
      %10 = arith.constant 0 : index
      %11 = tensor.dim %0, %10 : tensor<?x?xi32>
      %12 = arith.constant -2 : index
      %13 = arith.addi %11, %12 : index
      %14 = arith.minsi %9, %13 : index
      %15 = arith.constant 0 : index
      %16 = arith.maxsi %14, %15 : index
      %17 = arith.addi %16, %6 : index
      %18 = tensor.extract %2[] : tensor<i32>
      %19 = arith.index_cast %18 : i32 to index
      %20 = arith.constant 1 : index
      %21 = tensor.dim %0, %20 : tensor<?x?xi32>
      %22 = arith.constant -1 : index
      %23 = arith.addi %21, %22 : index
      %24 = arith.minsi %19, %23 : index
      %25 = arith.constant 0 : index
      %26 = arith.maxsi %24, %25 : index
      %27 = arith.addi %26, %7 : index
      %28 = tensor.extract %0[%17, %27] : tensor<?x?xi32>
      linalg.yield %28 : i32
    } -> tensor<2x1xi32>
    func.return %4 : tensor<2x1xi32>
  }
}
// ----- concatenate
builtin.module {
  func.func @main(%0: tensor<?x2xi32>, %1: tensor<?x2xi32>, %2: tensor<?x2xi32>, %3: tensor<?x2xi32>, %4: index) -> tensor<?x2xi32> {
    %5 = tensor.empty(%4) : tensor<?x2xi32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%5 : tensor<?x2xi32>) {
    ^bb0(%7: i32):
      %8 = linalg.index 0 : index
      %9 = linalg.index 1 : index
      %10 = arith.constant 0 : index
      %11 = arith.constant 0 : index
      %12 = tensor.dim %2, %11 : tensor<?x2xi32>
      %13 = arith.constant -1 : index
      %14 = arith.addi %12, %13 : index
      %15 = arith.constant -1 : index
      %16 = arith.muli %8, %15 : index
      %17 = arith.addi %14, %16 : index
      %18 = arith.cmpi sge, %17, %10 : index
      %19 = scf.if %18 -> (i32) {
        %20 = tensor.extract %2[%8, %9] : tensor<?x2xi32>
        scf.yield %20 : i32
      } else {
        %21 = arith.constant 0 : index
        %22 = arith.constant 0 : index
        %23 = tensor.dim %1, %22 : tensor<?x2xi32>
        %24 = arith.constant -1 : index
        %25 = arith.addi %23, %24 : index
        %26 = arith.constant -1 : index
        %27 = arith.muli %8, %26 : index
        %28 = arith.constant 0 : index
        %29 = tensor.dim %2, %28 : tensor<?x2xi32>
        %30 = arith.addi %27, %29 : index
        %31 = arith.addi %25, %30 : index
        %32 = arith.cmpi sge, %31, %21 : index
        %33 = scf.if %32 -> (i32) {
          %34 = arith.constant 0 : index
          %35 = tensor.dim %2, %34 : tensor<?x2xi32>
          %36 = arith.constant -1 : index
          %37 = arith.muli %35, %36 : index
          %38 = arith.addi %8, %37 : index
          %39 = tensor.extract %1[%38, %9] : tensor<?x2xi32>
          scf.yield %39 : i32
        } else {
          %40 = arith.constant 0 : index
          %41 = arith.constant 0 : index
          %42 = tensor.dim %2, %41 : tensor<?x2xi32>
          %43 = arith.constant -1 : index
          %44 = arith.addi %42, %43 : index
          %45 = arith.constant -1 : index
          %46 = arith.muli %8, %45 : index
          %47 = arith.constant 0 : index
          %48 = tensor.dim %2, %47 : tensor<?x2xi32>
          %49 = arith.constant 0 : index
          %50 = tensor.dim %1, %49 : tensor<?x2xi32>
          %51 = arith.addi %48, %50 : index
          %52 = arith.addi %46, %51 : index
          %53 = arith.addi %44, %52 : index
          %54 = arith.cmpi sge, %53, %40 : index
          %55 = scf.if %54 -> (i32) {
            %56 = arith.constant 0 : index
            %57 = tensor.dim %2, %56 : tensor<?x2xi32>
            %58 = arith.constant -1 : index
            %59 = arith.muli %57, %58 : index
            %60 = arith.constant 0 : index
            %61 = tensor.dim %1, %60 : tensor<?x2xi32>
            %62 = arith.constant -1 : index
            %63 = arith.muli %61, %62 : index
            %64 = arith.addi %59, %63 : index
            %65 = arith.addi %8, %64 : index
            %66 = tensor.extract %2[%65, %9] : tensor<?x2xi32>
            scf.yield %66 : i32
          } else {
            %67 = arith.constant 0 : index
            %68 = tensor.dim %2, %67 : tensor<?x2xi32>
            %69 = arith.constant -1 : index
            %70 = arith.muli %68, %69 : index
            %71 = arith.constant 0 : index
            %72 = tensor.dim %1, %71 : tensor<?x2xi32>
            %73 = arith.constant -1 : index
            %74 = arith.muli %72, %73 : index
            %75 = arith.addi %70, %74 : index
            %76 = arith.constant 0 : index
            %77 = tensor.dim %2, %76 : tensor<?x2xi32>
            %78 = arith.constant -1 : index
            %79 = arith.muli %77, %78 : index
            %80 = arith.addi %75, %79 : index
            %81 = arith.addi %8, %80 : index
            %82 = tensor.extract %3[%81, %9] : tensor<?x2xi32>
            scf.yield %82 : i32
          }
          scf.yield %55 : i32
        }
        scf.yield %33 : i32
      }
      linalg.yield %19 : i32
    } -> tensor<?x2xi32>
    func.return %6 : tensor<?x2xi32>
  }
}
// ----- pad
builtin.module {
  func.func @main(%0: tensor<?x?xi32>, %1: tensor<i32>, %2: index, %3: index) -> tensor<?x?xi32> {
    %4 = tensor.empty(%2, %3) : tensor<?x?xi32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%4 : tensor<?x?xi32>) {
    ^bb0(%6: i32):
      %7 = linalg.index 0 : index
      %8 = linalg.index 1 : index
      %9 = arith.constant 0 : index
      %10 = arith.constant -1 : index
      %11 = arith.addi %7, %10 : index
      %12 = arith.cmpi sge, %11, %9 : index
      %13 = arith.constant 0 : index
      %14 = tensor.dim %0, %13 : tensor<?x?xi32>
      %15 = arith.constant -1 : index
      %16 = arith.addi %14, %15 : index
      %17 = arith.constant -1 : index
      %18 = arith.muli %7, %17 : index
      %19 = arith.constant 1 : index
      %20 = arith.addi %18, %19 : index
      %21 = arith.addi %16, %20 : index
      %22 = arith.cmpi sge, %21, %9 : index
      %23 = arith.constant 1 : index
      %24 = tensor.dim %0, %23 : tensor<?x?xi32>
      %25 = arith.constant -1 : index
      %26 = arith.addi %24, %25 : index
      %27 = arith.constant 1 : index
      %28 = arith.addi %8, %27 : index
      %29 = arith.constant 2 : index
      %30 = arith.floordivsi %28, %29 : index
      %31 = arith.constant -1 : index
      %32 = arith.muli %30, %31 : index
      %33 = arith.addi %26, %32 : index
      %34 = arith.cmpi sge, %33, %9 : index
      %35 = arith.constant 1 : index
      %36 = arith.addi %8, %35 : index
      %37 = arith.constant 1 : index
      %38 = arith.addi %8, %37 : index
      %39 = arith.constant 2 : index
      %40 = arith.floordivsi %38, %39 : index
      %41 = arith.constant -2 : index
      %42 = arith.muli %40, %41 : index
      %43 = arith.addi %36, %42 : index
      %44 = arith.cmpi eq, %43, %9 : index
      %45 = arith.andi %12, %22 : i1
      %46 = arith.andi %45, %34 : i1
      %47 = arith.andi %46, %44 : i1
      %48 = scf.if %47 -> (i32) {
        %49 = arith.constant -1 : index
        %50 = arith.addi %7, %49 : index
        %51 = arith.constant 1 : index
        %52 = arith.addi %8, %51 : index
        %53 = arith.constant 2 : index
        %54 = arith.floordivsi %52, %53 : index
        %55 = tensor.extract %0[%50, %54] : tensor<?x?xi32>
        scf.yield %55 : i32
      } else {
        %56 = tensor.extract %1[] : tensor<i32>
        scf.yield %56 : i32
      }
      linalg.yield %48 : i32
    } -> tensor<?x?xi32>
    func.return %5 : tensor<?x?xi32>
  }
}
// ----- gather
builtin.module {
  func.func @main(%0: tensor<?x2xi32>, %1: tensor<?x1xi32>, %2: index) -> tensor<?x2xi32> {
    %3 = tensor.empty(%2) : tensor<?x2xi32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%3 : tensor<?x2xi32>) {
    ^bb0(%5: i32):
      %6 = linalg.index 0 : index
      %7 = linalg.index 1 : index
      %8 = arith.constant 0 : index
      %9 = tensor.extract %1[%6, %8] : tensor<?x1xi32>
      %10 = arith.index_cast %9 : i32 to index
      %11 = arith.constant 0 : index
      %12 = tensor.dim %0, %11 : tensor<?x2xi32>
      %13 = arith.constant -1 : index
      %14 = arith.addi %12, %13 : index
      %15 = arith.minsi %10, %14 : index
      %16 = arith.constant 0 : index
      %17 = arith.maxsi %15, %16 : index
      %18 = tensor.extract %0[%17, %7] : tensor<?x2xi32>
      linalg.yield %18 : i32
    } -> tensor<?x2xi32>
    func.return %4 : tensor<?x2xi32>
  }
}
// ----- iota
builtin.module {
  func.func @main() -> tensor<2x3xi32> {
    %0 = tensor.empty() : tensor<2x3xi32>
    %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<2x3xi32>) {
    ^bb0(%2: i32):
      %3 = linalg.index 1 : index
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.trunci %4 : i64 to i32
      linalg.yield %5 : i32
    } -> tensor<2x3xi32>
    func.return %1 : tensor<2x3xi32>
  }
}
// ----- reduce
builtin.module {
  func.func @main(%0: tensor<?x?x?xi32>, %1: tensor<i32>) -> tensor<?xi32> {
    %2 = arith.constant 1 : index
    %3 = tensor.dim %0, %2 : tensor<?x?x?xi32>
    %4 = tensor.empty(%3) : tensor<?xi32>
    %5 = tensor.extract %1[] : tensor<i32>
    %6 = linalg.fill ins(%5 : i32) outs(%4 : tensor<?xi32>) -> tensor<?xi32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (d0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%0 : tensor<?x?x?xi32>) outs(%6 : tensor<?xi32>) {
    ^bb0(%8: i32, %9: i32):
      %10 = arith.addi %9, %8 : i32
      linalg.yield %10 : i32
    } -> tensor<?xi32>
    func.return %7 : tensor<?xi32>
  }
}
// ----- variadic reduce
builtin.module {
  func.func @main(%0: tensor<?x?xi32>, %1: tensor<?x?xi32>, %2: tensor<i32>, %3: tensor<i32>) -> (tensor<?xi32>, tensor<?xi32>) {
    %4 = arith.constant 0 : index
    %5 = tensor.dim %0, %4 : tensor<?x?xi32>
    %6 = tensor.empty(%5) : tensor<?xi32>
    %7 = tensor.extract %2[] : tensor<i32>
    %8 = linalg.fill ins(%7 : i32) outs(%6 : tensor<?xi32>) -> tensor<?xi32>
    %9 = arith.constant 0 : index
    %10 = tensor.dim %0, %9 : tensor<?x?xi32>
    %11 = tensor.empty(%10) : tensor<?xi32>
    %12 = tensor.extract %3[] : tensor<i32>
    %13 = linalg.fill ins(%12 : i32) outs(%11 : tensor<?xi32>) -> tensor<?xi32>
    %14, %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%0, %1 : tensor<?x?xi32>, tensor<?x?xi32>) outs(%8, %13 : tensor<?xi32>, tensor<?xi32>) {
    ^bb0(%16: i32, %17: i32, %18: i32, %19: i32):
      %20 = arith.cmpi sge, %18, %16 : i32
      %21 = arith.select %20, %18, %16 : i32
      %22 = arith.select %20, %19, %17 : i32
      linalg.yield %21, %22 : i32, i32
    } -> (tensor<?xi32>, tensor<?xi32>)
    func.return %14, %15 : tensor<?xi32>, tensor<?xi32>
  }
}
// ----- dot_general
builtin.module {
  func.func @main(%0: tensor<?x?x2xi32>, %1: tensor<?x?x?xi32>) -> tensor<?x2x?xi32> {
    %2 = arith.constant 0 : index
    %3 = tensor.dim %0, %2 : tensor<?x?x2xi32>
    %4 = arith.constant 2 : index
    %5 = tensor.dim %1, %4 : tensor<?x?x?xi32>
    %6 = tensor.empty(%3, %5) : tensor<?x2x?xi32>
    %7 = arith.constant 0 : i32
    %8 = linalg.fill ins(%7 : i32) outs(%6 : tensor<?x2x?xi32>) -> tensor<?x2x?xi32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%0, %1 : tensor<?x?x2xi32>, tensor<?x?x?xi32>) outs(%8 : tensor<?x2x?xi32>) {
    ^bb0(%10: i32, %11: i32, %12: i32):
      %13 = arith.muli %10, %11 : i32
      %14 = arith.addi %12, %13 : i32
      linalg.yield %14 : i32
    } -> tensor<?x2x?xi32>
    func.return %9 : tensor<?x2x?xi32>
  }
}
// ----- outer product
builtin.module {
  func.func @main(%0: tensor<?xi32>, %1: tensor<?xi32>) -> tensor<?x?xi32> {
    %2 = arith.constant 0 : index
    %3 = tensor.dim %0, %2 : tensor<?xi32>
    %4 = arith.constant 0 : index
    %5 = tensor.dim %1, %4 : tensor<?xi32>
    %6 = tensor.empty(%3, %5) : tensor<?x?xi32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0, %1 : tensor<?xi32>, tensor<?xi32>) outs(%6 : tensor<?x?xi32>) {
    ^bb0(%8: i32, %9: i32, %10: i32):
      %11 = arith.muli %8, %9 : i32
      linalg.yield %11 : i32
    } -> tensor<?x?xi32>
    func.return %7 : tensor<?x?xi32>
  }
}
// ----- convolution with negative padding
builtin.module {
  func.func @main(%0: tensor<?x?x1xi32>, %1: tensor<?x1x?xi32>, %2: index, %3: index) -> tensor<?x?x?xi32> {
    %4 = arith.constant 2 : index
    %5 = tensor.dim %1, %4 : tensor<?x1x?xi32>
    %6 = tensor.empty(%2, %3, %5) : tensor<?x?x?xi32>
    %7 = arith.constant 0 : i32
    %8 = linalg.fill ins(%7 : i32) outs(%6 : tensor<?x?x?xi32>) -> tensor<?x?x?xi32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%1 : tensor<?x1x?xi32>) outs(%8 : tensor<?x?x?xi32>) {
    ^bb0(%10: i32, %11: i32):
      %12 = linalg.index 1 : index
      %13 = linalg.index 3 : index
      %14 = linalg.index 0 : index
      %15 = linalg.index 4 : index
      %16 = arith.constant 0 : index
      %17 = arith.constant 1 : index
      %18 = tensor.dim %0, %17 : tensor<?x?x1xi32>
      %19 = arith.constant -1 : index
      %20 = arith.addi %18, %19 : index
      %21 = arith.constant -1 : index
      %22 = arith.muli %12, %21 : index
      %23 = arith.constant -2 : index
      %24 = arith.muli %13, %23 : index
      %25 = arith.addi %22, %24 : index
      %26 = arith.constant -1 : index
      %27 = arith.addi %25, %26 : index
      %28 = arith.addi %20, %27 : index
      %29 = arith.cmpi sge, %28, %16 : index
      %30 = scf.if %29 -> (i32) {
        %31 = arith.constant 2 : index
        %32 = arith.muli %13, %31 : index
        %33 = arith.addi %12, %32 : index
        %34 = arith.constant 1 : index
        %35 = arith.addi %33, %34 : index
        %36 = tensor.extract %0[%14, %35, %15] : tensor<?x?x1xi32>
        scf.yield %36 : i32
      } else {
        %37 = arith.constant 0 : i32
        scf.yield %37 : i32
      }
      %38 = arith.muli %30, %10 : i32
      %39 = arith.addi %11, %38 : i32
      linalg.yield %39 : i32
    } -> tensor<?x?x?xi32>
    func.return %9 : tensor<?x?x?xi32>
  }
}
// ----- convolution of feature groups
builtin.module {
  func.func @main(%0: tensor<?x?x4xi32>, %1: tensor<2x2x6xi32>, %2: index, %3: index) -> tensor<?x?x6xi32> {
    %4 = tensor.empty(%2, %3) : tensor<?x?x6xi32>
    %5 = arith.constant 0 : i32
    %6 = linalg.fill ins(%5 : i32) outs(%4 : tensor<?x?x6xi32>) -> tensor<?x?x6xi32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d2)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%1 : tensor<2x2x6xi32>) outs(%6 : tensor<?x?x6xi32>) {
    ^bb0(%8: i32, %9: i32):
      %10 = linalg.index 1 : index
      %11 = linalg.index 3 : index
      %12 = linalg.index 0 : index
      %13 = linalg.index 2 : index
      %14 = linalg.index 4 : index
      %15 = arith.constant 0 : index
      %16 = arith.addi %10, %11 : index
      %17 = arith.constant -1 : index
      %18 = arith.addi %16, %17 : index
      %19 = arith.cmpi sge, %18, %15 : index
      %20 = scf.if %19 -> (i32) {
        %21 = arith.addi %10, %11 : index
        %22 = arith.constant -1 : index
        %23 = arith.addi %21, %22 : index
        %24 = arith.constant 3 : index
        %25 = arith.floordivsi %13, %24 : index
        %26 = arith.constant 2 : index
        %27 = arith.muli %25, %26 : index
        %28 = arith.addi %27, %14 : index
        %29 = tensor.extract %0[%12, %23, %28] : tensor<?x?x4xi32>
        scf.yield %29 : i32
      } else {
        %30 = arith.constant 0 : i32
        scf.yield %30 : i32
      }
      %31 = arith.muli %20, %8 : i32
      %32 = arith.addi %9, %31 : i32
      linalg.yield %32 : i32
    } -> tensor<?x?x6xi32>
    func.return %7 : tensor<?x?x6xi32>
  }
}
// ----- reduce_window
builtin.module {
  func.func @main(%0: tensor<?x?xi32>, %1: tensor<i32>, %2: index, %3: index) -> tensor<?x?xi32> {
    %4 = tensor.empty(%2, %3) : tensor<?x?xi32>
    %5 = tensor.extract %1[] : tensor<i32>
    %6 = linalg.fill ins(%5 : i32) outs(%4 : tensor<?x?xi32>) -> tensor<?x?xi32>
    %7 = tensor.empty() : tensor<1x2xi32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%7 : tensor<1x2xi32>) outs(%6 : tensor<?x?xi32>) {
    ^bb0(%9: i32, %10: i32):
      %11 = linalg.index 0 : index
      %12 = linalg.index 2 : index
      %13 = linalg.index 1 : index
      %14 = linalg.index 3 : index
      %15 = arith.constant 0 : index
      %16 = arith.constant 2 : index
      %17 = arith.muli %11, %16 : index
      %18 = arith.addi %17, %12 : index
      %19 = arith.constant -1 : index
      %20 = arith.addi %18, %19 : index
      %21 = arith.cmpi sge, %20, %15 : index
      %22 = arith.constant 1 : index
      %23 = tensor.dim %0, %22 : tensor<?x?xi32>
      %24 = arith.constant -1 : index
      %25 = arith.addi %23, %24 : index
      %26 = arith.constant 2 : index
      %27 = arith.muli %14, %26 : index
      %28 = arith.addi %13, %27 : index
      %29 = arith.constant 1 : index
      %30 = arith.addi %28, %29 : index
      %31 = arith.constant 2 : index
      %32 = arith.floordivsi %30, %31 : index
      %33 = arith.constant -1 : index
      %34 = arith.muli %32, %33 : index
      %35 = arith.addi %25, %34 : index
      %36 = arith.cmpi sge, %35, %15 : index
      %37 = arith.constant 2 : index
      %38 = arith.muli %14, %37 : index
      %39 = arith.addi %13, %38 : index
      %40 = arith.constant 1 : index
      %41 = arith.addi %39, %40 : index
      %42 = arith.constant 2 : index
      %43 = arith.muli %14, %42 : index
      %44 = arith.addi %13, %43 : index
      %45 = arith.constant 1 : index
      %46 = arith.addi %44, %45 : index
      %47 = arith.constant 2 : index
      %48 = arith.floordivsi %46, %47 : index
      %49 = arith.constant -2 : index
      %50 = arith.muli %48, %49 : index
      %51 = arith.addi %41, %50 : index
      %52 = arith.cmpi eq, %51, %15 : index
      %53 = arith.andi %21, %36 : i1
      %54 = arith.andi %53, %52 : i1
      %55 = scf.if %54 -> (i32) {
        %56 = arith.constant 2 : index
        %57 = arith.muli %11, %56 : index
        %58 = arith.addi %57, %12 : index
        %59 = arith.constant -1 : index
        %60 = arith.addi %58, %59 : index
        %61 = arith.constant 2 : index
        %62 = arith.muli %14, %61 : index
        %63 = arith.addi %13, %62 : index
        %64 = arith.constant 1 : index
        %65 = arith.addi %63, %64 : index
        %66 = arith.constant 2 : index
        %67 = arith.floordivsi %65, %66 : index
        %68 = tensor.extract %0[%60, %67] : tensor<?x?xi32>
        scf.yield %68 : i32
      } else {
        %69 = tensor.extract %1[] : tensor<i32>
        scf.yield %69 : i32
      }
      %70 = arith.addi %10, %55 : i32
      linalg.yield %70 : i32
    } -> tensor<?x?xi32>
    func.return %8 : tensor<?x?xi32>
  }
}
