#!/usr/bin/env bash
# shellcheck disable=SC2119,SC2154,SC2317
# Where a system has no package of Oclgrind, start builds it for its user, once and if asked; and whatever stands in the way ends in a sentence.

# shellcheck source=tests/entry/harness.sh
. "$(dirname "$0")/harness.sh"

# Sources that build in no time, an LLVM, and no Oclgrind on PATH.
make_sources() {
    command -v ninja >/dev/null || skip "Ninja is not installed"
    command -v patch >/dev/null || skip "patch is not installed"
    make_path cmake ninja tar gzip sha256sum flock patch
    all_required_is_here
    sed -i.old '/^optional/d; /^ci/d; /^more/{/Oclgrind/!d}' "$(pieces_table)"
    mkdir -p "$scratch/llvm-19/lib/cmake/llvm" "$scratch/llvm-19/bin" "$scratch"/Oclgrind-26.03.1/src/{core,plugins}
    touch "$scratch/llvm-19/lib/cmake/llvm/LLVMConfig.cmake" "$scratch/llvm-19/lib/libclangFrontend.a" "$scratch/llvm-19/bin/clang"
    cat >"$scratch/Oclgrind-26.03.1/CMakeLists.txt" <<'SOURCES'
cmake_minimum_required(VERSION 3.22)
project(Oclgrind LANGUAGES NONE)
install(PROGRAMS oclgrind DESTINATION bin)
install(FILES src/plugins/Uninitialized.cpp DESTINATION share)
SOURCES
    # What the patch expects to find.
    (cd "$scratch/Oclgrind-26.03.1" &&
        awk '/^--- a/ { file = substr($2, 3); next } file && /^[ -]/ { print substr($0, 2) >file }' "$tree/tools/entry/oclgrind.patch")
    printf '#!/bin/sh\necho "Oclgrind 26.03.1, %s"\n' "$scratch" >"$scratch/Oclgrind-26.03.1/oclgrind"
    tar -czf "$scratch/archive.tar.gz" -C "$scratch" Oclgrind-26.03.1
    sum=$(sha256sum "$scratch/archive.tar.gz" | cut -d ' ' -f 1)
    sed -i.old "s/^oclgrind_sha256=.*/oclgrind_sha256=$sum/" "$tree/tools/entry/oclgrind.sh"
    home=$HOME/.cache/lockstep/oclgrind
}

# A curl that brings the archive.
make_network() {
    # shellcheck disable=SC2016
    printf '#!/bin/sh\nwhile [ "$1" != --output ]; do shift; done\ncp "%s" "$2"\n' "$scratch/archive.tar.gz" >"$commands/curl"
    chmod +x "$commands/curl"
}

start_with() { PATH=$commands attempt 0 "$tree/lockstep" start --oclgrind "$@"; }
start_fails_with() { PATH=$commands attempt 2 "$tree/lockstep" start --oclgrind "$@"; }
nothing_is_left() { [ -z "$(ls -A "$HOME/.cache/lockstep" 2>/dev/null)" ] || fail "something is left in the cache"; }

test_oclgrind_is_built_from_an_archive_and_found_by_the_next_start() {
    make_sources
    start_with --oclgrind-source "$scratch/archive.tar.gz"
    out_has "Oclgrind 26.03.1 is built, with LLVM 19, in $home"
    out_has "To remove it: rm -r $home"
    [ -x "$home/bin/oclgrind" ] || fail "it is not in the cache"
    [ "$(ls "$HOME/.cache/lockstep")" = oclgrind ] || fail "sources are left in the cache"
    start_with
    out_lacks "Oclgrind"
    PATH=$commands "$tree/lockstep" doctor >"$scratch/out" 2>"$scratch/err"
    out_has "rm -r $home"
}

test_oclgrind_is_built_from_a_folder() {
    make_sources
    cp -R "$scratch/Oclgrind-26.03.1" "$scratch/before"
    start_with --no-install --oclgrind-source "$scratch/Oclgrind-26.03.1"
    [ -x "$home/bin/oclgrind" ] || fail "it is not in the cache"
    diff -r "$scratch/before" "$scratch/Oclgrind-26.03.1" || fail "the folder was changed"
}

test_oclgrind_is_mended_and_one_that_was_not_is_built_anew() {
    make_sources
    make_network
    start_with
    grep -q 'ptrtype = typestr + 1' "$home/share/Uninitialized.cpp" || fail "it is not mended"
    rm "$home/patch"
    start_with
    out_has "Oclgrind 26.03.1 is built"
    start_with
    out_lacks "Oclgrind"
}

test_oclgrind_of_other_sources_than_the_patch_is_for_is_not_built() {
    make_sources
    echo "// another release" >"$scratch/Oclgrind-26.03.1/src/plugins/Uninitialized.cpp"
    start_fails_with --oclgrind-source "$scratch/Oclgrind-26.03.1"
    out_has "Oclgrind is not built: "
    out_has "FAILED"
    nothing_is_left
}

test_oclgrind_of_another_checksum_is_refused() {
    make_sources
    echo changed >>"$scratch/archive.tar.gz"
    start_fails_with --oclgrind-source "$scratch/archive.tar.gz"
    out_has "is not the archive of release 26.03.1: its SHA-256 is"
    out_has "Exercises are checked without it, by Pocket"
    nothing_is_left
}

test_oclgrind_behind_a_wall_ends_in_a_way_around_it() {
    make_sources
    local around="type: ./lockstep start --oclgrind-source v26.03.1.tar.gz"
    start_fails_with
    out_has "v26.03.1.tar.gz cannot be fetched (curl: command not found)."
    out_has "$around"
    out_has "Exercises are checked without it, by Pocket"
    printf '#!/bin/sh\necho "curl: (6) Could not resolve host" >&2\nexit 6\n' >"$commands/curl"
    chmod +x "$commands/curl"
    start_fails_with
    out_has "v26.03.1.tar.gz cannot be fetched (curl: (6) Could not resolve host)."
    out_has "$around"
    nothing_is_left
}

test_oclgrind_of_a_wall_that_answers_with_a_page_is_refused() {
    make_sources
    make_network
    echo "<title>Log in</title>" >"$scratch/archive.tar.gz"
    start_fails_with
    out_has "what came from https://github.com/jrprice/Oclgrind/archive/refs/tags/v26.03.1.tar.gz is not the archive of release 26.03.1"
    out_has "--oclgrind-source v26.03.1.tar.gz"
    nothing_is_left
}

test_oclgrind_is_fetched_where_there_is_a_network() {
    make_sources
    make_network
    start_with
    out_has "Oclgrind 26.03.1 is built"
}

test_oclgrind_without_llvm_ends_in_a_sentence_and_a_way_by_hand() {
    make_sources
    rm -r "$scratch/llvm-19"
    start_fails_with --oclgrind-source "$scratch/archive.tar.gz"
    out_has "it needs LLVM 18 or newer"
    out_has "By hand: unpack https://"
    nothing_is_left
}

test_oclgrind_whose_build_fails_leaves_nothing() {
    make_sources
    echo 'message(FATAL_ERROR "no room")' >>"$scratch/Oclgrind-26.03.1/CMakeLists.txt"
    start_fails_with --oclgrind-source "$scratch/Oclgrind-26.03.1"
    out_has "Oclgrind is not built: CMake Error"
    out_has "The whole log is in $tree/build/oclgrind.log"
    nothing_is_left
}

test_oclgrind_where_the_cache_cannot_be_written_ends_in_a_sentence() {
    make_sources
    : >"$HOME/.cache"
    start_fails_with --oclgrind-source "$scratch/archive.tar.gz"
    out_has "cannot write to $HOME/.cache/lockstep"
}

test_oclgrind_alone_is_built_where_nothing_else_is_there() {
    make_sources
    edit_pieces 's/^\(required[^|]*|[^|]*|[^|]*|\)[^|]*|/\1 command nowhere |/'
    start_with --oclgrind-source "$scratch/archive.tar.gz"
    out_has "Oclgrind 26.03.1 is built"
    out_lacks "nowhere"
}

test_oclgrind_alone_comes_from_apt_where_it_has_it() {
    make_apt
    printf '#!/bin/sh\necho "  Candidate: 21.10-3"\n' >"$commands/apt-cache"
    PATH=$commands attempt 0 "$tree/lockstep" start --oclgrind
    grep -q ' install oclgrind$' "$scratch/apt.log" || fail "apt was asked for something else: $(cat "$scratch/apt.log")"
}

test_oclgrind_is_not_fetched_with_no_install() {
    make_sources
    start_fails_with --no-install
    out_has "By hand: unpack https://"
    nothing_is_left
}

test_oclgrind_is_brought_to_nobody_who_did_not_ask() {
    make_sources
    make_network
    PATH=$commands attempt 0 "$tree/lockstep" start
    for option in --grader --ci; do
        PATH=$commands attempt 0 "$tree/lockstep" start "$option"
        out_lacks "Oclgrind"
    done
    nothing_is_left
}

run_tests "$@"
