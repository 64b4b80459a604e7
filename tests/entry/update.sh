#!/usr/bin/env bash
# shellcheck disable=SC2119,SC2154,SC2317
# ./lockstep update: a newer book comes, and the reader's texts stay.

# shellcheck source=tests/entry/harness.sh
. "$(dirname "$0")/harness.sh"

in_git() { git -c user.name=T -c user.email=t@example.org -c init.defaultBranch=main "$@" >/dev/null 2>&1; }

# The tree is what is published; "$scratch/a reader" is a clone of it.
make_clone() {
    command -v git >/dev/null || skip "git is not installed"
    export HOME=$scratch GIT_CONFIG_NOSYSTEM=1
    mkdir -p "$tree/exercises/03/2-saxpy" "$tree/exercises/04/1-round"
    printf 'stub\n' >"$tree/exercises/03/2-saxpy/saxpy.cl"
    printf 'stub\n' >"$tree/exercises/04/1-round/round.cl"
    printf '/build/\n/.lockstep/\n' >"$tree/.gitignore"
    (cd "$tree" && in_git init && in_git add -A && in_git commit -m one) || fail "there is no published book"
    in_git clone "$tree" "$scratch/a reader" || fail "there is no clone"
    clone="$scratch/a reader"
}

publish() { (cd "$tree" && in_git add -A && in_git commit -m more) || fail "nothing was published"; }

text_is() { [ "$(cat "$1")" = "$2" ] || fail "$1 is not: $2"; }

test_update_brings_a_newer_book_and_keeps_what_the_reader_wrote() {
    make_clone
    printf 'solved\n' >"$clone/exercises/03/2-saxpy/saxpy.cl"
    printf 'solved\n' >"$clone/exercises/04/1-round/round.cl"
    printf 'mine\n' >"$clone/exercises/04/1-round/notes.txt"
    printf 'a better stub\n' >"$tree/exercises/03/2-saxpy/saxpy.cl"
    printf 'new\n' >"$tree/exercises/03/2-saxpy/README.md"
    publish
    attempt 0 "$clone/lockstep" update
    out_has "2 files changed"
    out_has "  exercises/03/2-saxpy/saxpy.cl"
    out_lacks "round.cl"
    text_is "$clone/exercises/03/2-saxpy/saxpy.cl" solved
    text_is "$clone/exercises/04/1-round/round.cl" solved
    text_is "$clone/exercises/04/1-round/notes.txt" mine
    text_is "$clone/exercises/03/2-saxpy/README.md" new
    [ "$(git -C "$clone" show HEAD:exercises/03/2-saxpy/saxpy.cl)" = "a better stub" ] || fail "git stands at the old book"
    [ ! -e "$clone/.lockstep/kept" ] || fail "something is left in .lockstep/kept"
    attempt 0 "$clone/lockstep" update
    out_is "This is the newest book."
}

test_update_keeps_the_text_of_an_exercise_that_the_book_has_no_more() {
    make_clone
    printf 'solved\n' >"$clone/exercises/03/2-saxpy/saxpy.cl"
    rm -r "$tree/exercises/03"
    publish
    attempt 0 "$clone/lockstep" update
    text_is "$clone/exercises/03/2-saxpy/saxpy.cl" solved
}

test_update_puts_back_what_an_interrupted_one_kept() {
    make_clone
    mkdir -p "$clone/.lockstep/kept/exercises/03/2-saxpy"
    printf 'solved\n' >"$clone/.lockstep/kept/exercises/03/2-saxpy/saxpy.cl"
    attempt 0 "$clone/lockstep" update
    text_is "$clone/exercises/03/2-saxpy/saxpy.cl" solved
}

test_update_that_cannot_go_on_changes_nothing_and_says_why() {
    make_clone
    attempt 2 "$clone/lockstep" update now
    err_has "update takes no argument"
    printf 'solved\n' >"$clone/exercises/03/2-saxpy/saxpy.cl"
    printf 'mine\n' >"$clone/exercises/new.txt"
    printf 'theirs\n' >"$tree/exercises/new.txt"
    printf 'a better stub\n' >"$tree/exercises/03/2-saxpy/saxpy.cl"
    publish
    attempt 2 "$clone/lockstep" update
    err_has "git could not bring the newer book. Nothing has changed."
    text_is "$clone/exercises/03/2-saxpy/saxpy.cl" solved
    text_is "$clone/exercises/new.txt" mine
    rm "$clone/exercises/new.txt"
    (cd "$clone" && in_git commit -a -m own) || fail "the reader has no commit"
    attempt 2 "$clone/lockstep" update
    err_has "you have commits of your own"
    mv "$tree" "$scratch/gone"
    attempt 2 "$clone/lockstep" update
    err_has "the newer book could not be fetched. Nothing has changed"
}

test_update_of_a_folder_that_is_no_clone_says_what_to_do() {
    command -v git >/dev/null || skip "git is not installed"
    GIT_CEILING_DIRECTORIES=$scratch attempt 2 "$tree/lockstep" update
    err_has "this folder is no clone of the book"
}

run_tests "$@"
