#!/bin/sh
# compilers.sh COMPILER...: reads Pocket's front end and machine with each of these C++ compilers that is installed, all files at once,
# with warnings as errors. It is skipped where none is. compilers.sh --all COMPILER...: all of them must be installed.
set -u
folder=$(cd "$(dirname "$0")/../../pocket" && pwd)
all=false
[ "$1" != --all ] || { all=true && shift; }

for file in "$folder"/front/*.cpp "$folder"/machine/*.cpp; do
    unity="${unity:-}#include \"${file#"$folder"/}\"
"
done

status=77
for compiler; do
    if ! command -v "$compiler" >/dev/null; then
        ! $all || { echo "$compiler is not installed." && exit 1; }
        continue
    fi
    if printf '%s' "$unity" | "$compiler" -x c++ -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror \
        -I"$folder" -; then
        echo "$compiler reads all of it."
        [ "$status" -ne 77 ] || status=0
    else
        echo "$compiler does not."
        status=1
    fi
done
[ "$status" -ne 77 ] || echo "Skipped: none of $* is installed. Type: ./lockstep start"
exit "$status"
