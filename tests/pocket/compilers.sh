#!/bin/sh
# compilers.sh COMPILER...: reads Pocket's front, machine and host with each of these C++ compilers that is installed, a folder at once, with
# warnings as errors.
# OpenCL's headers and nlohmann's are those in HEADERS or of the system, and nothing else of that folder. The test is skipped where no compiler is.
# compilers.sh --all COMPILER...: all of them must be installed.
set -u
folder=$(cd "$(dirname "$0")/../../pocket" && pwd)
all=false
[ "$1" != --all ] || { all=true && shift; }

headers=$(mktemp -d) && trap 'rm -r "$headers"' EXIT || exit 1
ln -s "${HEADERS:-/usr/include}/CL" "${HEADERS:-/usr/include}/nlohmann" "$headers"

# The files of these folders as one.
together() {
    for part; do
        for file in "$folder/$part"/*.cpp; do echo "#include \"${file#"$folder"/}\""; done
    done
}

reads() { # the lens's headers have warnings of their own
    "$compiler" -x c++ -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -I"$folder" -isystem "$headers" \
        -isystem "$folder/../lens" -isystem "$folder/../lens/include" -isystem "$folder/../formats/include" -
}

status=77
for compiler; do
    if ! command -v "$compiler" >/dev/null; then
        ! $all || { echo "$compiler is not installed." && exit 1; }
        continue
    fi
    if together front machine | reads && together host | reads; then
        echo "$compiler reads all of it."
        [ "$status" -ne 77 ] || status=0
    else
        echo "$compiler does not."
        status=1
    fi
done
[ "$status" -ne 77 ] || echo "Skipped: none of $* is installed. Type: ./lockstep start"
exit "$status"
