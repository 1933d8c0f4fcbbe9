#!/bin/sh
# assembler.sh LLVM_MC FILE...: assembles each kernel for the target that it names.
assembler=$1
shift
status=0
for file; do
  target=$(sed -n 's/.*amdgcn_target "amdgcn-amd-amdhsa--\([a-z0-9]*\)".*/\1/p' "$file")
  "$assembler" -triple=amdgcn-amd-amdhsa "-mcpu=$target" -filetype=obj "$file" -o /dev/null || status=1
done
exit $status
