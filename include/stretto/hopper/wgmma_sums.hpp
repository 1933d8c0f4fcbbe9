// The sums of a wgmma as operands of an asm statement: %0 to %(COUNT - 1), in the registers d[0] to d[COUNT - 1]. Each
// list extends a shorter one.
#pragma once

#include <stretto/core/platform.hpp>

#define STRETTO_REGISTERS_AT_4(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define STRETTO_REGISTERS_AT_8(i) STRETTO_REGISTERS_AT_4(i), STRETTO_REGISTERS_AT_4(i + 4)
#define STRETTO_REGISTERS_AT_16(i) STRETTO_REGISTERS_AT_8(i), STRETTO_REGISTERS_AT_8(i + 8)

#define STRETTO_SUMS_4 "%0, %1, %2, %3"
#define STRETTO_REGISTERS_4 STRETTO_REGISTERS_AT_4(0)
#define STRETTO_SUMS_8 STRETTO_SUMS_4 ", %4, %5, %6, %7"
#define STRETTO_REGISTERS_8 STRETTO_REGISTERS_4, STRETTO_REGISTERS_AT_4(4)
#define STRETTO_SUMS_16 STRETTO_SUMS_8 ", %8, %9, %10, %11, %12, %13, %14, %15"
#define STRETTO_REGISTERS_16 STRETTO_REGISTERS_8, STRETTO_REGISTERS_AT_8(8)
#define STRETTO_SUMS_32 \
  STRETTO_SUMS_16 ", %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define STRETTO_REGISTERS_32 STRETTO_REGISTERS_16, STRETTO_REGISTERS_AT_16(16)
#define STRETTO_SUMS_40 STRETTO_SUMS_32 ", %32, %33, %34, %35, %36, %37, %38, %39"
#define STRETTO_REGISTERS_40 STRETTO_REGISTERS_32, STRETTO_REGISTERS_AT_8(32)
#define STRETTO_SUMS_48 \
  STRETTO_SUMS_32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47"
#define STRETTO_REGISTERS_48 STRETTO_REGISTERS_32, STRETTO_REGISTERS_AT_16(32)
#define STRETTO_SUMS_64 \
  STRETTO_SUMS_48 ", %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define STRETTO_REGISTERS_64 STRETTO_REGISTERS_48, STRETTO_REGISTERS_AT_16(48)
#define STRETTO_SUMS_96                                                              \
  STRETTO_SUMS_64                                                                    \
  ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79" \
  ", %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"
#define STRETTO_REGISTERS_96 STRETTO_REGISTERS_64, STRETTO_REGISTERS_AT_16(64), STRETTO_REGISTERS_AT_16(80)
#define STRETTO_SUMS_112 \
  STRETTO_SUMS_96 ", %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111"
#define STRETTO_REGISTERS_112 STRETTO_REGISTERS_96, STRETTO_REGISTERS_AT_16(96)
#define STRETTO_SUMS_128 \
  STRETTO_SUMS_112 ", %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
#define STRETTO_REGISTERS_128 STRETTO_REGISTERS_112, STRETTO_REGISTERS_AT_16(112)
