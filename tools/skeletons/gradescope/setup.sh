#!/usr/bin/env bash
# Makes Gradescope's image: installs what the laboratory needs, and builds the grader and the tests of its exercises. It
# runs once, as root.
set -euo pipefail
cd "${AUTOGRADER:-/autograder}/source/lockstep"
./lockstep start --grader
cmake --preset default
targets=(lockstep-tool)
for exercise in exercises/*/*/exercise.json; do
    name=${exercise#exercises/}
    name=${name%/exercise.json}
    targets+=("exercise-${name/\//-}")
done
cmake --build build --parallel "$(nproc)" --target "${targets[@]}"
