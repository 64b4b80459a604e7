#!/bin/sh
# clean.sh STAGE LIBRARY FILES PROGRAM: an exercise's tests on Pocket alone, at the sizes of the stage correct or of the stage clean. Fails where
# they do, or where Pocket finds something.
set -u
output=$(OCL_ICD_VENDORS=$2 LOCKSTEP_DEVICE=pocket LOCKSTEP_STAGE=$1 LOCKSTEP_EXERCISE_FILES=$3 "$4" --no-colors 2>&1)
status=$?
printf '%s\n' "$output"
case $output in
    *"Pocket: "*) exit 1 ;;
esac
exit "$status"
