#!/usr/bin/env bash
# shellcheck disable=SC2119,SC2154,SC2317
# .ci/run turns red when any test of any kind fails, when one is skipped for a reason that nobody has allowed, and when a file breaks
# the style. The tree is small; its tests have the names that the book's have.

# shellcheck source=tests/entry/harness.sh
. "$(dirname "$0")/harness.sh"

kinds="chapter.01-first solution.01-first/1-one solution.01-first/1-one/clean solution.01-first/1-one/lens
    solution.01-first/1-one/set wrong.01-first/1-one outside.01-first/1-one ladder.first ladder.first/clean ladder.first/lens
    lib.first harness.first formats.first lens.first tool.first tool.entry-first bench.first book.first tree.first kernels.first"

make_ci_tree() {
    cp -R "$repository/.ci" "$tree/"
    cat >"$tree/.ci/may-skip" <<'TREE'
# Why.
There is no GPU here
TREE
    sed -i.old '/^\(optional\|ci\|more\)/d' "$(pieces_table)"
    all_required_is_here
    rm -f "$(pieces_table).old"
    cat >"$tree/CMakePresets.json" <<'TREE'
{ "version": 3, "configurePresets": [ { "name": "ci", "generator": "Ninja", "binaryDir": "${sourceDir}/build/ci" } ] }
TREE
    cat >"$tree/CMakeLists.txt" <<TREE
cmake_minimum_required(VERSION 3.22)
project(Small LANGUAGES NONE)
add_custom_target(everything ALL COMMAND sh "\${CMAKE_SOURCE_DIR}/build-step.sh")
enable_testing()
foreach(kind IN ITEMS ${kinds//$'\n'/ })
    add_test(NAME \${kind} COMMAND sh "\${CMAKE_SOURCE_DIR}/one.sh" \${kind})
    set_tests_properties(\${kind} PROPERTIES SKIP_RETURN_CODE 77)
endforeach()
TREE
    # one KIND: fails or skips where the environment says so.
    rm "$tree/skip.sh"
    printf '#!/bin/sh\n' >"$tree/build-step.sh"
    cat >"$tree/one.sh" <<'TREE'
#!/bin/sh
[ "$1" != "$FAILING" ] || exit 1
[ "$1" != "$SKIPPING" ] || { echo "Skipped: $BECAUSE" && exit 77; }
TREE
    printf 'int main() {}\n' >"$tree/main.cpp"
    cp "$repository/.clang-format" "$tree/"
    command -v git >/dev/null || skip "git is not installed"
    command -v clang-format >/dev/null || skip "clang-format is not installed"
    git -C "$tree" init -q
    git -C "$tree" add .
}

test_ci_is_green_when_every_test_passes() {
    make_ci_tree
    attempt 0 "$tree/.ci/run"
    out_has "$(wc -w <<<"$kinds") passed, 0 failed, 0 skipped"
}

test_ci_is_red_when_a_test_of_any_kind_fails() {
    make_ci_tree
    for kind in $kinds; do
        FAILING=$kind attempt 1 "$tree/.ci/run"
        out_has ", 1 failed"
    done
}

test_ci_in_parts_runs_every_test_once() {
    make_ci_tree
    for part in 1 2 3; do
        attempt 0 "$tree/.ci/run" --part "$part/3"
        grep -oE 'Test +#[0-9]+: [^ ]+ .*Passed' "$scratch/out" | awk '{print $3}' >>"$scratch/ran"
    done
    [ "$(sort "$scratch/ran")" = "$(tr -s ' \n' '\n' <<<"$kinds" | sed '/^$/d' | sort)" ] || fail "the parts are not the whole"
    red=0
    for part in 1 2 3; do
        FAILING=wrong.01-first/1-one "$tree/.ci/run" --part "$part/3" >/dev/null 2>&1 || red=$((red + 1))
    done
    [ "$red" -eq 1 ] || fail "a failing test turned $red parts red, not 1"
    attempt 2 "$tree/.ci/run" --part 4/3
    attempt 2 "$tree/.ci/run" --parts
}

test_ci_is_red_when_a_test_is_skipped_for_a_reason_of_its_own() {
    make_ci_tree
    SKIPPING=lens.first BECAUSE="There is no GPU here." attempt 0 "$tree/.ci/run"
    out_has ", 1 skipped"
    SKIPPING=lens.first BECAUSE="Oclgrind is not installed." attempt 1 "$tree/.ci/run"
    out_has "not in .ci/may-skip"
    out_has "Oclgrind is not installed"
}

test_ci_is_red_when_the_build_fails() {
    make_ci_tree
    echo 'exit 3' >>"$tree/build-step.sh"
    attempt 2 "$tree/.ci/run"
}

test_ci_is_red_when_a_file_breaks_the_style() {
    make_ci_tree
    for program in clang-format shellcheck; do command -v "$program" >/dev/null || skip "$program is not installed"; done
    printf 'one\r\n' >"$tree/windows.txt"
    git -C "$tree" add .
    attempt 1 "$tree/.ci/run"
    out_has "windows.txt"
    git -C "$tree" rm -qf windows.txt
    head -c 1100000 /dev/zero >"$tree/large"
    git -C "$tree" add .
    attempt 1 "$tree/.ci/run"
    out_has "large"
    git -C "$tree" rm -qf large
    # shellcheck disable=SC2016
    printf '#!/bin/sh\necho $1\n' >"$tree/loose.sh"
    git -C "$tree" add .
    attempt 123 "$tree/.ci/run"
    out_has "SC2086"
}

run_tests "$@"
