#!/usr/bin/env bash
# Records all that the ladders give on one device: bench/record.sh NAME [FOLDER] writes NAME-ladders.json and NAME-sizes.json.
# LOCKSTEP_DEVICE chooses the device; LOCKSTEP_BEFORE may hold a command that starts each run, say "chrt -r 1".
set -euo pipefail
cd "$(dirname "$0")/.."
name=${1:?what the files are to begin with: bench/record.sh h200}
folder=${2:-bench/results}
read -ra before <<<"${LOCKSTEP_BEFORE:-}"
bench() { "${before[@]}" ./lockstep bench "$@" --repeat 5; }
for ladder in bench/ladders/*.cpp; do
    ladder=$(basename "$ladder" .cpp)
    grep -q 'const Registered' "bench/ladders/$ladder.cpp" || continue
    bench measure "$ladder" --budget "${LOCKSTEP_BUDGET:-0.5}" --json "$folder/$name-ladders.json"
    bench sizes "$ladder" --budget 0.1 --json "$folder/$name-sizes.json"
done
