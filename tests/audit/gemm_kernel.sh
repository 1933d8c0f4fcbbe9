#!/bin/sh
# gemm_kernel.sh STRETTO ASSEMBLY proven|race LAUNCH: audits a GEMM kernel and compares the verdict. A race must be a
# load into the LDS over what a ds_read has not read yet, or a ds_read before the load that it needs.
report=$("$1" audit "$2" --launch "$4")
status=$?
case $3 in
proven) expected=0 ;;
race) expected=4 ;;
esac
if [ "$status" -ne "$expected" ]; then
  printf '%s\n' "$report" | head -40
  echo "exit status $status, not $expected"
  exit 1
fi
[ "$3" = proven ] && exit 0
over='^anti, race: .*buffer_load_[a-z0-9]* .* lds .*may overwrite .* before .*ds_read_[a-z0-9_]* '
before='^flow, race: .*ds_read_[a-z0-9_]* .*may read .* before .*buffer_load_[a-z0-9]* .* lds '
case $2 in
*four_wave*) pattern=$over ;;
*) pattern="$over|$before" ;;
esac
if ! printf '%s\n' "$report" | grep -qE "$pattern"; then
  printf '%s\n' "$report" | grep race
  echo "no such race"
  exit 1
fi
