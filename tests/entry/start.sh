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
    out_has "the loader finds no driver here: programs run on Pocket"
    grep -q 'missing *PoCL *.*dnf install pocl' "$scratch/out" || fail "PoCL is not named"
    printf '/nowhere/libvendor.so\n' >"$scratch/vendors/vendor.icd"
    OCL_ICD_VENDORS=$scratch/vendors PATH=$commands attempt 2 "$tree/lockstep" doctor
    out_has "names /nowhere/libvendor.so, which is not there"
}

test_doctor_tells_other_implementations_that_are_there_from_those_that_could_be() {
    all_required_is_here
    make_path
    ln -s "$(type -P true)" "$commands/dnf"
    mkdir "$scratch/vendors"
    : >"$scratch/libintelocl.so" && : >"$scratch/libRusticlOpenCL.so.1"
    printf '%s\n' "$scratch/libintelocl.so" >"$scratch/vendors/intel.icd"
    OCL_ICD_VENDORS=$scratch/vendors PATH=$commands attempt 0 "$tree/lockstep" doctor
    grep -q 'ok *Intel.s runtime' "$scratch/out" || fail "Intel's runtime is not found"
    grep -q 'missing *rusticl *.*dnf install mesa-libOpenCL' "$scratch/out" || fail "rusticl's package is not named"
    out_lacks RUSTICL_ENABLE
    printf '%s\n' "$scratch/libRusticlOpenCL.so.1" >"$scratch/vendors/rusticl.icd"
    rm "$scratch/vendors/intel.icd"
    OCL_ICD_VENDORS=$scratch/vendors PATH=$commands attempt 0 "$tree/lockstep" doctor
    grep -q 'ok *rusticl' "$scratch/out" || fail "rusticl is not found"
    grep -q 'missing *Intel.s runtime *.*pypi.org' "$scratch/out" || fail "where Intel's runtime is to be had is not said"
    out_has RUSTICL_ENABLE=llvmpipe
    RUSTICL_ENABLE=llvmpipe OCL_ICD_VENDORS=$scratch/vendors PATH=$commands attempt 0 "$tree/lockstep" doctor
    out_lacks RUSTICL_ENABLE=llvmpipe
}

test_a_python_first_on_the_path_does_not_stand_for_the_one_that_runs_the_tests() {
    [ -x /usr/bin/python3 ] || return 0
    make_path
    # shellcheck source=tools/entry/pieces.sh
    root=$tree && . "$tree/tools/entry/pieces.sh"
    printf '#!/bin/sh\nexit 0\n' >"$commands/python3" && chmod +x "$commands/python3"
    ! (PATH=$commands present "python a_module_that_nobody_has") || fail "another Python's module counts as installed"
}

test_a_package_that_brings_a_piece_from_a_version_on_is_named_only_from_then_on() {
    make_path
    # shellcheck source=tools/entry/pieces.sh
    root=$tree && . "$tree/tools/entry/pieces.sh"
    printf '#!/bin/sh\necho "  Candidate: 1:22.3.6-1+deb12u1"\n' >"$commands/apt-cache" && chmod +x "$commands/apt-cache"
    (PATH=$commands && has_candidate mesa) || fail "a package that is there is not found"
    (PATH=$commands && has_candidate "mesa>=22.2") || fail "22.3.6 is no 22.2 or newer"
    ! (PATH=$commands && has_candidate "mesa>=24") || fail "22.3.6 is 24 or newer"
    printf '#!/bin/sh\necho "  Candidate: (none)"\n' >"$commands/apt-cache"
    ! (PATH=$commands && has_candidate "mesa>=0") || fail "a package that is not there is found"
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
    out_lacks "Oclgrind"
    out_has "chapter 1 runs"
}

test_start_builds_renders_and_runs_and_can_be_repeated() {
    all_required_is_here
    for _ in once again; do
        attempt 0 "$tree/lockstep" start --no-install
        for text in "Here after" "chapter 1 runs" "What to do next" "book --live --open"; do out_has "$text"; done
        sed -n '1,/Here after/p' "$scratch/out" | grep -q "chapter 1 runs" || fail "chapter 1 waits for the book"
    done
}

test_without_a_driver_start_builds_pocket_and_says_so() {
    all_required_is_here
    mkdir "$scratch/none"
    OPENCL_VENDOR_PATH=$scratch/none attempt 0 "$tree/lockstep" start --no-install
    out_has "programs run on Pocket"
    out_has "chapter 1 runs"
    OPENCL_VENDOR_PATH=$scratch/none OCL_ICD_VENDORS=$scratch/none attempt 0 "$tree/lockstep" start --no-install
    out_lacks "programs run on Pocket"
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
    grep -q ' install g++ cmake ninja-build doxygen bubblewrap gdb openmpi-bin libopenmpi-dev glslang-tools ccache$' "$scratch/apt.log" ||
        fail "apt was asked for something else: $(cat "$scratch/apt.log")"
    out_has "g++ cmake ninja-build"
    out_lacks "Oclgrind"
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
    for name in chromium oclgrind; do out_lacks "$name"; done
    [ "$(sort "$scratch/out" | uniq -d)" = "" ] || fail "a package is named twice"
    attempt 0 "$tree/lockstep" start --packages --ci
    out_has chromium
    out_lacks oclgrind
    attempt 0 "$tree/lockstep" start --packages --oclgrind
    out_is oclgrind
    attempt 0 "$tree/lockstep" start --packages --pages
    out_has emscripten
    out_lacks chromium
    attempt 0 "$tree/lockstep" start --packages --grader
    for name in g++ pocl-opencl-icd bubblewrap; do out_has "$name"; done
    for name in doxygen gdb clang oclgrind; do out_lacks "$name"; done
}

test_a_grader_is_installed_without_the_book() {
    make_apt
    PATH=$commands attempt 0 "$tree/lockstep" start --grader
    grep -q ' install g++ cmake ninja-build bubblewrap$' "$scratch/apt.log" ||
        fail "apt was asked for something else: $(cat "$scratch/apt.log")"
    out_lacks "Build:"
}

run_tests "$@"
