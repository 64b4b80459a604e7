#!/bin/sh
# beside.sh LIBRARY PROGRAM...: a program that sees Pocket beside the platforms of the system. It is skipped where PoCL is not among these.
set -u
library=$1
shift
folder=$(mktemp -d) && trap 'rm -r "$folder"' EXIT || exit 1
cp "${OCL_ICD_VENDORS:-/etc/OpenCL/vendors}"/*pocl*.icd "$folder" 2>/dev/null ||
    { echo "Skipped: PoCL is not installed. Type: ./lockstep start" && exit 77; }
echo "$library" >"$folder/pocket.icd"
OCL_ICD_VENDORS=$folder "$@"
