#!/usr/bin/env bash
# The heat of chapter 26 with several numbers of ranks: bit by bit as one rank's, and refused with a sentence where it does not divide.
# Usage: ranks.sh PROGRAM
set -uo pipefail
program=$1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

skip() {
    printf "Skipped: %s.\n" "$1"
    exit 77
}
fail() {
    printf "%s\n%s\n" "$1" "$output"
    exit 1
}

command -v mpirun >/dev/null || skip "mpirun is not installed (Debian: apt install openmpi-bin libopenmpi-dev)"
# An MPI may give its ranks other devices than it has itself.
ranks=(env ${OCL_ICD_FILENAMES+"OCL_ICD_FILENAMES=$OCL_ICD_FILENAMES"} "$program")
output=$("$program" 2>&1)
[[ $output == *"built without MPI"* ]] && skip "the program was built without MPI"

more=(--oversubscribe)
mpirun --version 2>&1 | grep -q "Open MPI" || more=()
for shape in "1 64 33" "2 101 130" "3 7 1" "4 4 257"; do
    read -r count rows columns <<<"$shape"
    output=$(mpirun "${more[@]}" -np "$count" "${ranks[@]}" "$rows" "$columns" 2>&1) || fail "With $count ranks it fails."
    [[ $(grep -c "bit by bit as one rank's: yes" <<<"$output") == 2 ]] || fail "$rows × $columns cells on $count ranks differ."
done

output=$(mpirun "${more[@]}" -np 4 "${ranks[@]}" 3 2>&1) && fail "Three rows for four ranks were not refused."
[[ $output == *"3 rows cannot be divided among 4 ranks, because each needs at least one."* ]] ||
    fail "Three rows for four ranks were refused without the sentence."
output=$("$program" many 2>&1) && fail "A number of rows that is none was not refused."
[[ $output == *'"many" is no number of rows or columns.'* ]] || fail "It was refused without the sentence."
printf "Bit by bit as one rank's with 1 to 4 ranks; what does not divide is refused.\n"
