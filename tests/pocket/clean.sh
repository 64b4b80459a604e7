#!/bin/sh
# clean.sh LIBRARY FILES PROGRAM: an exercise's tests on Pocket alone, at the sizes of the stage clean. Fails where they do, or where Pocket finds
# something.
set -u
output=$(OCL_ICD_VENDORS=$1 LOCKSTEP_DEVICE=pocket LOCKSTEP_STAGE=clean LOCKSTEP_EXERCISE_FILES=$2 "$3" --no-colors 2>&1)
status=$?
printf '%s\n' "$output"
case $output in
    *"Pocket: "*) exit 1 ;;
esac
exit "$status"
