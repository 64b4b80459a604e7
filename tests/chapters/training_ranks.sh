#!/usr/bin/env bash
# The training of chapter 33 with several numbers of ranks: gradients are one rank's, and what does not divide is refused.
# Usage: training_ranks.sh PROGRAM
set -uo pipefail
program=$1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl=^tcp

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
output=$("$program" none 2>&1) && fail "A number of steps that is none was not refused."
[[ $output == *"built without MPI"* ]] && skip "the program was built without MPI"
[[ $output == *'"none" is no number of steps.'* ]] || fail "It was refused without the sentence."

more=(--oversubscribe)
mpirun --version 2>&1 | grep -q "Open MPI" || more=()
for count in 1 2 4; do
    output=$(mpirun "${more[@]}" -np "$count" "${ranks[@]}" 1 2>&1) || fail "With $count ranks it fails."
    [[ $output == *"gradients are one rank's within 1e-5 of the largest: yes"* ]] || fail "The gradients of $count ranks differ."
done
output=$(mpirun "${more[@]}" -np 3 "${ranks[@]}" 1 2>&1) && fail "Three ranks were not refused."
[[ $output == *"8 sequences cannot be divided among 3 ranks."* ]] || fail "Three ranks were refused without the sentence."
printf "Gradients of 1, 2 and 4 ranks are one rank's; what does not divide is refused.\n"
