#!/usr/bin/env bash
# Records the CUDA driver's occupancy answers on the machine's first NVIDIA GPU.
# usage: record.sh FILE
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
file=${1:?usage: record.sh FILE}
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
nvcc -std=c++20 -o "$build/record" "$here/record.cpp" -lcuda
driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -n 1)
"$build/record" "$file" "$driver"
