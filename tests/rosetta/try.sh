#!/bin/sh
# try.sh LANGUAGE PROGRAM: runs a program of rosetta/ in one language, or compiles it where there is nothing to run it on. PROGRAM is its
# path without an ending. ROSETTA_PYTHON names a Python that has wgpu, torch and triton.
set -eu
language=$1 program=$2
python=${ROSETTA_PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1

skip() {
    echo "Skipped: $1"
    exit 77
}
need_command() { command -v "$1" >/dev/null || skip "$1 is not installed. Type: .ci/nightly rosetta"; }
need_module() { "$python" -c "import $1" 2>/dev/null || skip "Python has no $1. Type: .ci/nightly rosetta"; }

case $language in
    cuda)
        need_command nvcc
        nvcc -std=c++20 -o "$work/program" "$program.cu"
        if nvidia-smi -L >/dev/null 2>&1; then "$work/program"; else echo "compiled, not run: there is no NVIDIA GPU here"; fi
        ;;
    hip)
        need_command hipcc
        hipcc -std=c++20 --offload-arch=gfx90a -c -o "$work/program.o" "$program.hip"
        echo "compiled for gfx90a, not run"
        ;;
    triton)
        need_module triton
        TRITON_INTERPRET=1 "$python" "${program}_triton.py"
        ;;
    wgsl)
        need_module wgpu
        "$python" "${program}_webgpu.py"
        ;;
esac
