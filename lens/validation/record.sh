#!/usr/bin/env bash
# Runs the validation's launches on an NVIDIA GPU: by OpenCL, then as the same PTX under Nsight Compute.
# Usage, from the repository's root: lens/validation/record.sh FOLDER
# FOLDER receives the PTX, the SASS, both programs' fingerprints and the counters as Nsight Compute writes them.
# INCLUDES may name further include folders (-I...), where the libraries are not installed.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
here=$root/lens/validation
out=$(mkdir -p "$1" && cd "$1" && pwd)
cuda=${CUDA_HOME:-/usr/local/cuda}

read -r -a flags <<< "-std=c++20 -O1 -DFMT_HEADER_ONLY -DCL_TARGET_OPENCL_VERSION=120 \
    -DCL_HPP_TARGET_OPENCL_VERSION=120 -DCL_HPP_MINIMUM_OPENCL_VERSION=120 -DCL_HPP_ENABLE_EXCEPTIONS \
    -DCL_HPP_CL_1_2_DEFAULT_BUILD -I$root/lib/include ${INCLUDES:-}"
common=("$here/launches.cpp" "$here/patterns.cpp" "$root/lib/src/random.cpp")
g++ "${flags[@]}" "-DVALIDATION_KERNELS=\"$here/kernels\"" "$here/opencl.cpp" "${common[@]}" \
    "$root"/lib/src/{device,error,failure,files,program,run}.cpp -o "$out/lens-validation" -l:libOpenCL.so.1 -L"$cuda/lib64" &
g++ "${flags[@]}" "-I$cuda/include" "$here/driver.cpp" "${common[@]}" -o "$out/lens-validation-driver" \
    -L"$cuda/lib64/stubs" -lcuda &
wait %1
wait %2

mkdir -p "$out/ptx"
LOCKSTEP_DEVICE=${LOCKSTEP_DEVICE:-nvidia} "$out/lens-validation" --programs "$out/ptx" --results "$out/opencl.json"
for file in "$out"/ptx/*.ptx; do
    tr -d '\000' < "$file" | sed 's/%envreg[0-9]*/0/g' > "$out/plain.ptx"
    "$cuda/bin/ptxas" -arch="${SM:-sm_90}" "$out/plain.ptx" -o "$out/plain.cubin"
    "$cuda/bin/cuobjdump" -sass "$out/plain.cubin" > "${file%.ptx}.sass"
done

counters=l1tex__t_requests_pipe_lsu_mem_global_op_ld,l1tex__t_sectors_pipe_lsu_mem_global_op_ld
counters+=,l1tex__t_requests_pipe_lsu_mem_global_op_st,l1tex__t_sectors_pipe_lsu_mem_global_op_st
counters+=,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st
counters+=,smsp__inst_executed_op_shared_ld_pred_on_any,smsp__inst_executed_op_shared_st_pred_on_any
counters+=,l1tex__t_requests_pipe_lsu_mem_global_op_red,l1tex__t_requests_pipe_lsu_mem_global_op_atom
counters+=,smsp__inst_executed_op_shared_atom_pred_on_any
ncu --clock-control none --csv --page raw --print-units base --metrics "${counters//,/.sum,}.sum" \
    --log-file "$out/counters.csv" "$out/lens-validation-driver" "$out/ptx" "$out/driver.json"
ncu --version | tail -n 1 > "$out/ncu.txt"
nvidia-smi --query-gpu=name,driver_version --format=csv,noheader > "$out/device.txt"
date --utc +%Y-%m-%d > "$out/date.txt"
