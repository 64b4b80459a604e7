#!/usr/bin/env bash
# shellcheck disable=SC2119,SC2154,SC2317
# The action for a forge gives the lens what a workflow says, and installs the package that it builds.

# shellcheck source=tests/entry/harness.sh
. "$(dirname "$0")/harness.sh"

# Commands that say what they were asked: the lens, and what brings it.
make_lens() {
    commands=$scratch/commands
    mkdir -p "$commands"
    # shellcheck disable=SC2016
    printf '#!/bin/sh\nprintf "<%%s>" "$@"\nexit "${STATUS:-0}"\n' >"$commands/lockstep-lens"
    chmod +x "$commands/lockstep-lens"
}
guard() { PATH=$commands:$PATH attempt "$wanted" "$repository/.ci/guard" "$@"; }

test_the_action_gives_the_lens_each_requirement_and_the_programs_own_words() {
    make_lens
    export PROGRAM="./turn --size 64 'two words'" REQUIRE=$'turn.global_store.efficiency>=0.99\n\nturn.divergent==0\n'
    export DEVICE=mi300x OPTIONS="--top 3 --sarif 'found here.sarif'"
    wanted=0 guard run
    out_is "<--annotations><--device><mi300x><--require><turn.global_store.efficiency>=0.99><--require><turn.divergent==0>$(
        )<--top><3><--sarif><found here.sarif><--><./turn><--size><64><two words>"
}

test_the_action_fails_as_the_lens_does() {
    make_lens
    export PROGRAM=./turn STATUS=1
    wanted=1 guard run
    out_is "<--annotations><--device><h200><--><./turn>"
}

test_the_action_without_a_program_says_so() {
    make_lens
    export PROGRAM=""
    wanted=1 guard run
    err_has "names no program to run"
}

test_the_action_installs_the_package_once() {
    make_lens
    wanted=0 guard install
    out_is ""
    rm "$commands/lockstep-lens"
    ! PATH=$commands:$PATH command -v lockstep-lens >/dev/null || skip "a lens is installed here"
    # shellcheck disable=SC2016
    printf '#!/bin/sh\necho "apt-get $*" >>"%s"\n' "$scratch/asked" >"$commands/apt-get"
    printf '#!/bin/sh\nexec "$@"\n' >"$commands/sudo"
    printf '#!/bin/sh\ntest -r debian/control && : >../lockstep-lens_1_amd64.deb\n' >"$commands/dpkg-buildpackage"
    chmod +x "$commands"/*
    wanted=0 guard install
    grep -q ' build-dep \./$' "$scratch/asked" || fail "what it is built with was not asked for"
    grep -q ' install \.\./lockstep-lens_1_amd64\.deb$' "$scratch/asked" || fail "the package was not installed"
}

test_the_action_gives_the_script_what_it_reads() {
    for name in PROGRAM REQUIRE DEVICE OPTIONS; do
        grep -q "^        $name: \${{ inputs.${name,,} }}\$" "$repository/action.yml" || fail "action.yml lacks $name"
        grep -q "^  ${name,,}:\$" "$repository/action.yml" || fail "action.yml has no input ${name,,}"
    done
}

run_tests "$@"
