#!/usr/bin/env bash
# Makes Gradescope's image: installs what the laboratory needs, builds the grader and the tests of its exercises, and tries
# the book's solutions, which must pass, before it removes them. It runs once, as root.
set -euo pipefail
autograder=${AUTOGRADER:-/autograder}
cd "$autograder/source/lockstep"
./lockstep start --grader
cmake --preset default
targets=(lockstep-tool)
for exercise in exercises/*/*/exercise.json; do
    name=${exercise#exercises/}
    name=${name%/exercise.json}
    targets+=("exercise-${name/\//-}")
    [ ! -f "${exercise%exercise.json}calls.cpp" ] || targets+=("exercise-${name/\//-}-judge")
done
cmake --build build --parallel "$(nproc)" --target "${targets[@]}"
ln -s ../solutions solutions
./lockstep grade --control --lab lab.json --out "$autograder/control" --disposable
rm -r solutions ../solutions
