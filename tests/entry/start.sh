#!/usr/bin/env bash
# shellcheck disable=SC2119,SC2154,SC2317
# The commands that need no build: start on machines with and without apt, doctor on machines that lack things.

# shellcheck source=tests/entry/harness.sh
. "$(dirname "$0")/harness.sh"

test_doctor_lists_what_is_required_and_says_what_brings_it() {
    make_path
    ln -s "$(type -P true)" "$commands/dnf"
    PATH=$commands attempt 2 "$tree/lockstep" doctor
    while IFS= read -r piece; do out_has "$piece"; done < <(sed -n 's/^required *|[^|]*| \([^|]*[^| ]\) *|.*/\1/p' "$(pieces_table)")
    out_has "dnf install gcc-c++"
    out_has "Something required is missing"
    [ ! -e "$tree/build" ] || fail "something was built"
}

test_doctor_without_a_platform_names_the_package() {
    make_path
    ln -s "$(type -P true)" "$commands/dnf"
    mkdir "$scratch/vendors"
    OCL_ICD_VENDORS=$scratch/vendors PATH=$commands attempt 2 "$tree/lockstep" doctor
    out_has "the loader finds no driver"
    grep -q 'missing *an OpenCL platform *.*dnf install pocl' "$scratch/out" || fail "PoCL is not named"
    printf '/nowhere/libvendor.so\n' >"$scratch/vendors/vendor.icd"
    OCL_ICD_VENDORS=$scratch/vendors PATH=$commands attempt 2 "$tree/lockstep" doctor
    out_has "names /nowhere/libvendor.so, which is not there"
}

test_doctor_asks_the_built_tool_for_the_devices() {
    all_required_is_here
    attempt 0 "$tree/lockstep" json
    attempt 0 "$tree/lockstep" doctor
    out_has "tool: devices"
    out_has "Nothing required is missing"
}

test_without_apt_start_prints_other_systems_packages_and_stops() {
    make_path
    PATH=$commands attempt 2 "$tree/lockstep" start
    for text in "Fedora          sudo dnf install gcc-c++ cmake ninja-build" "pacman -S gcc cmake ninja" "brew install" "wsl"; do
        out_has "$text"
    done
    err_has "missing: a C++20 compiler, CMake 3.22 or newer, Ninja"
    [ ! -e "$tree/build" ] || fail "something was built"
}

test_without_apt_start_goes_on_where_everything_required_is_there() {
    all_required_is_here
    make_path cmake ninja
    PATH=$commands attempt 0 "$tree/lockstep" start
    out_has "Not here: Oclgrind"
    out_has "tool: run 01"
}

test_start_builds_renders_and_runs_and_can_be_repeated() {
    all_required_is_here
    for _ in once again; do
        attempt 0 "$tree/lockstep" start --no-install
        for text in "tool: book" "tool: run 01" "What to do next"; do out_has "$text"; done
    done
}

test_start_without_installing_stops_at_what_is_missing() {
    make_apt
    PATH=$commands attempt 2 "$tree/lockstep" start --no-install
    err_has "missing: a C++20 compiler"
    [ ! -e "$scratch/apt.log" ] || fail "apt was asked"
}

test_start_installs_what_is_missing_and_names_what_apt_lacks() {
    make_apt
    PATH=$commands attempt 0 "$tree/lockstep" start --install-only
    grep -q ' update$' "$scratch/apt.log" || fail "apt-get update was not run"
    grep -q ' install g++ cmake ninja-build doxygen$' "$scratch/apt.log" ||
        fail "apt was asked for something else: $(cat "$scratch/apt.log")"
    out_has "g++ cmake ninja-build"
    out_has "Not here: Oclgrind"
    : >"$scratch/apt.log"
    PATH=$commands attempt 0 "$tree/lockstep" start --install-only --no-install
    [ ! -s "$scratch/apt.log" ] || fail "apt was asked again"
}

test_start_stops_where_apt_fails() {
    make_apt
    printf '#!/bin/sh\necho "E: no network"\nexit 100\n' >"$commands/apt-get"
    PATH=$commands attempt 2 "$tree/lockstep" start --install-only
    err_has "E: no network"
    err_has "apt-get update failed"
}

test_packages_are_listed_once_and_the_browser_only_for_ci() {
    attempt 0 "$tree/lockstep" start --packages
    out_has "pocl-opencl-icd"
    out_lacks chromium
    [ "$(sort "$scratch/out" | uniq -d)" = "" ] || fail "a package is named twice"
    attempt 0 "$tree/lockstep" start --packages --ci
    out_has chromium
}

run_tests "$@"
