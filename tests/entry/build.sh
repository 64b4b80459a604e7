#!/usr/bin/env bash
# shellcheck disable=SC2119,SC2154,SC2317
# The entry point builds the tool when it must, hands over to it, and ends cleanly whatever happens.

# shellcheck source=tests/entry/harness.sh
. "$(dirname "$0")/harness.sh"

test_without_argument_an_unbuilt_tree_names_start() {
    attempt 0 "$tree/lockstep"
    out_has "Type: ./lockstep start"
    [ ! -e "$tree/build" ] || fail "something was built"
}

test_without_argument_a_built_tree_asks_the_tool() {
    attempt 0 "$tree/lockstep" json
    attempt 0 "$tree/lockstep"
    out_is "tool: "
}

test_help_needs_no_build() {
    attempt 0 "$tree/lockstep" help
    for command in start test doctor help; do out_has "./lockstep $command"; done
    [ ! -e "$tree/build" ] || fail "something was built"
}

test_help_of_a_command_is_asked_of_the_tool() {
    attempt 0 "$tree/lockstep" help nonsense
    out_is "tool: nonsense --help"
}

test_forwarding_leaves_standard_output_to_the_tool() {
    attempt 0 "$tree/lockstep" json
    out_is '{"clean": true}'
    [ ! -s "$scratch/err" ] || fail "standard error is not empty without a terminal"
}

test_forwarding_keeps_words_folder_and_status() {
    cd "$scratch" || exit 1
    attempt 0 "$tree/lockstep" show "two words" "" "*"
    out_is "$(printf '%s\n' "$scratch" '<two words>' '<>' '<*>')"
    attempt 7 "$tree/lockstep" status 7
}

test_the_book_has_its_figures_program_built() {
    attempt 0 "$tree/lockstep" json
    [ ! -e "$tree/build/bin/figures" ] || fail "the figures were built where nothing draws them"
    attempt 0 "$tree/lockstep" book
    [ -e "$tree/build/bin/figures" ] || fail "the figures were not built"
}

test_the_script_works_through_a_link() {
    ln -s "a b/lockstep" "$scratch/link"
    attempt 0 "$scratch/link" json
    out_is '{"clean": true}'
}

test_a_newer_source_is_built_first() {
    attempt 0 "$tree/lockstep" json
    sed -i.old 's/clean/fresh/' "$tree/tool.sh"
    attempt 0 "$tree/lockstep" json
    out_is '{"fresh": true}'
}

test_a_moved_checkout_is_built_again_and_keeps_nothing_that_was_built_elsewhere() {
    attempt 0 "$tree/lockstep" json
    : >"$tree/build/names-the-old-place"
    mv "$tree" "$scratch/c d"
    attempt 0 "$scratch/c d/lockstep" json
    out_is '{"clean": true}'
    [ ! -e "$scratch/c d/build/names-the-old-place" ] || fail "something stale is left"
    cp -R "$scratch/c d" "$scratch/copy"
    : >"$scratch/copy/build/names-the-old-place"
    attempt 0 "$scratch/copy/lockstep" json
    [ ! -e "$scratch/copy/build/names-the-old-place" ] || fail "something stale is left in a copy"
}

test_the_build_folder_of_another_tree_is_refused() {
    attempt 0 "$tree/lockstep" json
    cp -R "$tree" "$scratch/other"
    rm -rf "$scratch/other/build"
    LOCKSTEP_BUILD_DIR=$tree/build attempt 2 "$scratch/other/lockstep" json
    err_has "was made for another source folder"
    err_is_one_line
}

test_another_build_folder_can_be_named() {
    cd "$scratch" || exit 1
    LOCKSTEP_BUILD_DIR="els where" attempt 0 "$tree/lockstep" json
    out_is '{"clean": true}'
    [ -x "$scratch/els where/bin/lockstep" ] || fail "the named folder was not used"
    [ ! -e "$tree/build" ] || fail "build/ was used"
    LOCKSTEP_BUILD_DIR="els where" attempt 0 "$tree/lockstep" folder
    out_is "$(pwd -P)/els where"
}

test_a_failed_build_shows_its_end_and_its_log() {
    printf 'echo "tools/main.cpp:3:1: error: it does not compile"\nexit 1\n' >"$tree/build-step.sh"
    attempt 2 "$tree/lockstep" json
    out_is ""
    err_has "error: it does not compile"
    err_has "$tree/build/build.log"
}

test_a_failed_configuration_shows_the_error() {
    printf 'message(FATAL_ERROR "stb was not found")\n' >>"$tree/CMakeLists.txt"
    attempt 2 "$tree/lockstep" json
    err_has "stb was not found"
}

test_a_configuration_that_fails_later_shows_the_error() {
    attempt 0 "$tree/lockstep" json
    printf 'message(FATAL_ERROR "stb is gone")\n' >>"$tree/CMakeLists.txt"
    attempt 2 "$tree/lockstep" json
    err_has "stb is gone"
}

test_a_build_without_the_tool_says_so() {
    printf 'cmake_minimum_required(VERSION 3.22)\nproject(Small LANGUAGES NONE)\nadd_custom_target(lockstep-tool)\n' >"$tree/CMakeLists.txt"
    attempt 2 "$tree/lockstep" json
    err_has "the build left no"
}

test_a_read_only_build_folder_is_one_sentence() {
    mkdir "$tree/build"
    chmod 555 "$tree/build"
    attempt 2 as_nobody "$tree/lockstep" json
    err_has "cannot write to the build folder $tree/build"
    err_is_one_line
    chmod 755 "$tree/build"
    rmdir "$tree/build"
    chmod 555 "$tree"
    attempt 2 as_nobody "$tree/lockstep" test
    err_has "cannot write to the build folder $tree/build"
    err_is_one_line
}

test_missing_tools_are_named_with_start() {
    make_path
    PATH=$commands attempt 2 "$tree/lockstep" nonsense
    err_has "a C++20 compiler, CMake 3.22 or newer, Ninja"
    err_has "./lockstep start"
    err_is_one_line
}

test_unknown_options_are_wrong_usage() {
    attempt 2 "$tree/lockstep" start --nonsense
    err_has "--nonsense"
    err_is_one_line
    attempt 2 "$tree/lockstep" doctor nonsense
    err_is_one_line
}

test_a_script_without_its_folder_says_so() {
    cp "$tree/lockstep" "$scratch/alone"
    attempt 2 "$scratch/alone" help
    err_has "not a whole checkout"
    err_is_one_line
}

test_interrupting_the_build_ends_it_and_breaks_nothing() {
    printf ': >"%s"\nexec sleep 60\n' "$scratch/building" >"$tree/build-step.sh"
    set -m
    "$tree/lockstep" json >"$scratch/out" 2>"$scratch/err" </dev/null &
    set +m
    until_exists "$scratch/building"
    kill -INT -- -$!
    wait $!
    [ $? -eq 130 ] || fail "the status is not 130"
    err_has "interrupted"
    printf 'exit 0\n' >"$tree/build-step.sh"
    attempt 0 "$tree/lockstep" json
    out_is '{"clean": true}'
}

test_interrupting_the_tool_ends_with_130() {
    set -m
    "$tree/lockstep" wait "$scratch/running" >"$scratch/out" 2>"$scratch/err" </dev/null &
    set +m
    until_exists "$scratch/running"
    kill -INT -- -$!
    wait $!
    [ $? -eq 130 ] || fail "the status is not 130"
}

test_two_commands_at_once_build_once() {
    printf 'echo step >>"%s"\n' "$scratch/steps" >"$tree/build-step.sh"
    command -v flock >/dev/null || skip "flock is not installed"
    "$tree/lockstep" json >"$scratch/first" 2>"$scratch/first-waits" </dev/null &
    attempt 0 "$tree/lockstep" json
    wait $! || fail "the other command failed"
    out_is '{"clean": true}'
    [ "$(cat "$scratch/first")" = '{"clean": true}' ] || fail "the other command said something else"
    [ "$(wc -l <"$scratch/steps")" -eq 1 ] || fail "it was built twice"
}

test_progress_is_for_terminals_only() {
    if [ "$(uname -s)" != Linux ] || ! command -v script >/dev/null; then skip "there is no Linux script command"; fi
    cat >"$scratch/run" <<RUN
#!/bin/sh
"$tree/lockstep" json >"$scratch/out"
RUN
    chmod +x "$scratch/run"
    TERM=xterm script -qec "'$scratch/run'" /dev/null >"$scratch/err" </dev/null
    err_has "building lockstep: [1/1]"
    out_is '{"clean": true}'
    TERM=xterm script -qec "'$scratch/run'" /dev/null >"$scratch/err" </dev/null
    ! grep -q '\[' <(tr -d '\033' <"$scratch/err" | sed 's/\[K//g') || fail "there is progress where there is no work"
}

test_test_builds_and_passes_arguments_to_ctest() {
    attempt 0 "$tree/lockstep" test -R passes
    out_has "100% tests passed"
    attempt 1 "$tree/lockstep" test
    out_has "The following tests FAILED"
}

test_test_says_how_long_it_takes_and_ends_with_what_was_skipped_and_why() {
    attempt 0 "$tree/lockstep" test -R 'passes|skips'
    out_has "4 tests; about "
    out_has "100% tests passed" # CMake 4 says no more of those that failed
    out_lacks "(Skipped)"
    [ "$(tail -n 3 "$scratch/out")" = "$(printf '%s\n' '1 passed, 0 failed, 3 skipped:' \
        '     2 tests   Gadget is not installed (apt install gadget)' \
        '     1 test    for a reason that only the output of skips-silently tells')" ] || fail "the end is not that"
}

test_test_says_by_kind_what_was_proven_and_what_it_took() {
    cat >>"$tree/CMakeLists.txt" <<'TREE'
foreach(what IN ITEMS 3-made 4-remembered)
    string(REPLACE "-" " " told ${what})
    add_test(NAME wrong.01-first/${what} COMMAND sh -c "echo 'Proofs: ${told}'; echo '[lockstep] processor: 60.5 1.5'")
endforeach()
TREE
    attempt 0 "$tree/lockstep" test -R 'passes|wrong'
    grep -Eq '^  wrong solutions +2 +3 +4 +2[.]1 min' "$scratch/out" || fail "the proofs are not told by kind"
    grep -Eq '^  all, side by side +3 +3 +4 ' "$scratch/out" || fail "they are not added up"
}

test_test_tells_of_what_could_not_run_and_was_not_skipped() {
    printf 'add_test(NAME gone COMMAND /nowhere/program)\n' >>"$tree/CMakeLists.txt"
    attempt 1 "$tree/lockstep" test -R 'passes|gone|skips'
    out_has "gone (Not Run)"
    out_has "1 passed, 1 failed, 3 skipped:"
}

test_test_on_a_device_ends_with_a_report_of_what_failed() {
    cat >>"$tree/CMakeLists.txt" <<'TREE'
add_test(NAME chapter.01-first COMMAND sh -c "echo on $LOCKSTEP_DEVICE; exit 1")
add_test(NAME solution.01-first/1-one COMMAND true)
TREE
    attempt 1 "$tree/lockstep" test --device gadget --quick
    out_has "1 passed, 1 failed"
    out_has 'gh issue create --title "Tests on gadget"'
    report=$tree/build/device-report.md
    # shellcheck disable=SC2016
    for line in '# Tests on gadget' '- `chapter.01-first`' '## chapter.01-first' 'on gadget' 'tool: devices'; do
        grep -qxF -- "$line" "$report" || fail "the report lacks: $line"
    done
    ! grep -q solution "$report" || fail "the report tells of what passed"
    attempt 0 "$tree/lockstep" test --quick --device gadget -E chapter
    grep -qx 'No test failed.' "$report" || fail "the report tells of an earlier run"
    out_lacks "gh issue"
    attempt 2 "$tree/lockstep" test --device
    err_has "./lockstep devices"
}

test_interrupting_the_tests_ends_with_130() {
    printf 'add_test(NAME waits COMMAND sh -c ": >\\"%s\\"; exec sleep 60")\n' "$scratch/running" >>"$tree/CMakeLists.txt"
    attempt 0 "$tree/lockstep" json
    set -m
    "$tree/lockstep" test -R waits >"$scratch/out" 2>"$scratch/err" </dev/null &
    set +m
    until_exists "$scratch/running"
    kill -INT -- -$!
    wait $!
    [ $? -eq 130 ] || fail "the status is not 130"
}

run_tests "$@"
