#!/bin/sh
# chapter.sh LIBRARY PROGRAM [KERNEL...]: a chapter's program on Pocket alone. Fails where the program does, and where Pocket finds something in
# another kernel than those named, which are wrong on purpose, or nothing in one of them, or something in the host's commands.
set -u
library=$1 program=$2
shift 2
folder=$(mktemp -d) && cd "$folder" || exit 1
trap 'rm -r "$folder"' EXIT
OCL_ICD_VENDORS=$library LOCKSTEP_DEVICE=pocket "$program" >output 2>error
status=$?
cat output error
wanted=$(printf '%s\n' "$@" | sort)
found=$(sed -n 's/^Pocket: \([A-Za-z_0-9]*\), line .*/\1/p' error | sort -u)
if [ "$found" != "$wanted" ]; then
    printf 'Pocket found something in: %s\nand should in: %s\n' "$found" "$wanted" | tr '\n' ' '
    exit 1
fi
if grep '^Pocket: ' error | grep -v '^Pocket: [A-Za-z_0-9]*, line '; then
    printf 'and it should find nothing in what the host does\n'
    exit 1
fi
exit "$status"
