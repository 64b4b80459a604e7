#!/usr/bin/env bash
# Makes Gradescope's image: installs what the laboratory needs and builds it. It runs once, as root.
set -euo pipefail
cd "${AUTOGRADER:-/autograder}/source/lockstep"
apt-get -q update
./lockstep start --install-only
cmake --preset default
cmake --build build --parallel "$(nproc)"
