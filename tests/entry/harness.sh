# shellcheck shell=bash disable=SC2034,SC2119,SC2120,SC2317
# What the tests of the entry point share. A file of tests sources this and ends with run_tests "$@"; `FILE NAME` then
# runs its test_NAME and `FILE` all of them. Each test has a small tree of its own, in a folder with a space, where the
# tool is a shell script. Nothing is installed or downloaded.

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)

fail() {
    printf 'FAILED: %s\n' "$1" >&2
    for file in "$scratch/out" "$scratch/err"; do
        [ ! -f "$file" ] || sed "s|^|    $(basename "$file"): |" "$file" >&2
    done
    exit 1
}

skip() {
    printf 'Skipped: %s.\n' "$1"
    exit 77
}

# attempt STATUS COMMAND...: runs it with its output in out and err, and wants that exit status.
attempt() {
    local wanted=$1 status
    shift
    "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
    status=$?
    [ "$status" -eq "$wanted" ] || fail "'$*' ended with status $status, not $wanted"
}
out_has() { grep -qF -- "$1" "$scratch/out" || fail "standard output lacks: $1"; }
out_lacks() { ! grep -qF -- "$1" "$scratch/out" || fail "standard output should not have: $1"; }
err_has() { grep -qF -- "$1" "$scratch/err" || fail "standard error lacks: $1"; }
err_is_one_line() { [ "$(wc -l <"$scratch/err")" -eq 1 ] || fail "standard error is not one line"; }
out_is() { [ "$(cat "$scratch/out")" = "$1" ] || fail "standard output is not: $1"; }
until_exists() {
    local tries
    for tries in $(seq 300); do
        [ ! -e "$1" ] || return 0
        sleep 0.1
    done
    fail "$1 did not appear in $tries tries"
}

# The small tree: its build copies tool.sh to bin/lockstep, after running build-step.sh.
make_tree() {
    tree="$scratch/a b"
    mkdir -p "$tree/tools" "$tree/chapters/01-first"
    cp "$repository/lockstep" "$tree/"
    cp -R "$repository/tools/entry" "$tree/tools/"
    cat >"$tree/CMakeLists.txt" <<'TREE'
cmake_minimum_required(VERSION 3.22)
project(Small LANGUAGES NONE)
add_custom_command(OUTPUT bin/lockstep
    COMMAND sh "${CMAKE_SOURCE_DIR}/build-step.sh"
    COMMAND ${CMAKE_COMMAND} -E copy "${CMAKE_SOURCE_DIR}/tool.sh" bin/lockstep
    DEPENDS tool.sh build-step.sh VERBATIM)
add_custom_target(lockstep-tool DEPENDS bin/lockstep)
add_custom_target(lockstep-book COMMAND ${CMAKE_COMMAND} -E copy "${CMAKE_SOURCE_DIR}/tool.sh" bin/lockstep-book)
add_custom_target(lockstep-pocket)
add_custom_target(01-first COMMAND ${CMAKE_COMMAND} -E make_directory chapters
    COMMAND ${CMAKE_COMMAND} -E copy "${CMAKE_SOURCE_DIR}/chapter.sh" chapters/01-first)
add_custom_target(figures COMMAND ${CMAKE_COMMAND} -E make_directory bin COMMAND ${CMAKE_COMMAND} -E touch bin/figures)
add_custom_target(everything ALL DEPENDS bin/lockstep)
enable_testing()
add_test(NAME passes COMMAND ${CMAKE_COMMAND} -E true)
add_test(NAME fails COMMAND ${CMAKE_COMMAND} -E false)
foreach(name IN ITEMS skips skips-too skips-silently)
    add_test(NAME ${name} COMMAND sh "${CMAKE_SOURCE_DIR}/skip.sh" ${name})
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
endforeach()
TREE
    cat >"$tree/CMakePresets.json" <<'TREE'
{ "version": 3, "configurePresets": [ { "name": "default", "generator": "Ninja", "binaryDir": "${sourceDir}/build" } ] }
TREE
    printf 'exit 0\n' >"$tree/build-step.sh"
    printf '#!/bin/sh\necho "chapter 1 runs"\n' >"$tree/chapter.sh" && chmod +x "$tree/chapter.sh"
    cat >"$tree/skip.sh" <<'TREE'
[ "$1" = skips-silently ] || echo "Skipped: Gadget is not installed (apt install gadget)."
exit 77
TREE
    cat >"$tree/tool.sh" <<'TREE'
#!/bin/sh
case $1 in
    json) echo '{"clean": true}' ;;
    show) shift; pwd; for word; do echo "<$word>"; done ;;
    status) exit "$2" ;;
    folder) echo "$LOCKSTEP_BUILD_DIR" ;;
    wait) : >"$2"; exec sleep 60 ;;
    *) echo "tool: $*" ;;
esac
TREE
    chmod +x "$tree/tool.sh"
}

# Has no LLVM, no Oclgrind and a cache of its own, whatever the machine has.
make_no_oclgrind() {
    export HOME=$scratch/home XDG_CACHE_HOME=
    mkdir -p "$HOME"
    sed -i.old "s|^llvm_prefix=.*|llvm_prefix='$scratch/llvm-'|" "$tree/tools/entry/oclgrind.sh"
}

pieces_table() { printf '%s' "$tree/tools/entry/pieces.txt"; }

# Changes the tree's table of pieces with a sed program, so that a test does not depend on what this machine has.
edit_pieces() {
    sed "$1" "$(pieces_table)" >"$scratch/pieces" && mv "$scratch/pieces" "$(pieces_table)"
}
all_required_is_here() { edit_pieces 's/^\(required[^|]*|[^|]*|[^|]*|\)[^|]*|/\1 command sh |/'; }
only_commands_are_required() { edit_pieces '/^required.*| *\(header\|library\|share\|platform\) /d'; }

# A folder of commands to be the whole PATH: what a POSIX system has, and the names given.
make_path() {
    local name place
    commands=$scratch/commands
    mkdir -p "$commands"
    for name in bash sh env sed awk grep cut head tail paste sort uname id dirname basename readlink cat tr mkdir rm \
        rmdir nproc ls wc touch ln seq sleep chmod cp mv printf expr mktemp "$@"; do
        place=$(type -P "$name") && ln -sf "$place" "$commands/$name"
    done
}

# A machine with apt, as root: "installing" a package makes its command appear. No optional piece has a package.
make_apt() {
    make_path
    only_commands_are_required
    printf '#!/bin/sh\nexit 0\n' >"$commands/dpkg"
    printf '#!/bin/sh\necho 0\n' >"$commands/id.new" && mv -f "$commands/id.new" "$commands/id"
    cat >"$commands/apt-cache" <<'APT'
#!/bin/sh
case $2 in oclgrind | clang* | llvm-spirv* | spirv-tools) ;; *) printf '%s:\n  Installed: (none)\n  Candidate: 1.0\n' "$2" ;; esac
APT
    cat >"$commands/apt-get" <<APT
#!/bin/sh
echo "\$*" >>"$scratch/apt.log"
for word; do
    case \$word in
        g++ | ninja-build | doxygen | oclgrind)
            name=\${word%-build}
            printf '#!/bin/sh\necho 1.0\n' >"$commands/\$name"; chmod +x "$commands/\$name" ;;
        cmake) ln -sf "$(type -P cmake)" "$commands/cmake" ;;
    esac
done
APT
    chmod +x "$commands"/apt-* "$commands/dpkg" "$commands/id"
}

# Without root's rights, so that a read-only folder is one.
as_nobody() {
    if [ "$(id -u)" -ne 0 ]; then
        "$@"
    else
        command -v setpriv >/dev/null || skip "setpriv is not installed"
        chmod -R go+rX "$scratch"
        setpriv --reuid 65534 --regid 65534 --clear-groups env HOME="$scratch" "$@"
    fi
}

run_one() {
    declare -F "test_$1" >/dev/null || { echo "no such test: $1" >&2 && exit 2; }
    scratch=$(mktemp -d) && scratch=$(cd "$scratch" && pwd -P) || exit 1
    trap 'chmod -R u+w "$scratch" && rm -rf "$scratch"' EXIT
    unset LOCKSTEP_BUILD_DIR LOCKSTEP_PRESET
    make_tree
    make_no_oclgrind
    "test_$1"
}

run_tests() {
    local name status=0
    if [ $# -gt 0 ]; then
        run_one "$1"
        exit
    fi
    while IFS= read -r name; do
        if bash "$0" "$name"; then
            echo "passed  $name"
        else
            echo "FAILED  $name"
            status=1
        fi
    done < <(sed -n 's/^test_\([a-z0-9_]*\)().*/\1/p' "$0")
    exit "$status"
}
