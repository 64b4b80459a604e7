# shellcheck shell=bash disable=SC2154
# Oclgrind where the system has no package of it: its release's sources, mended by oclgrind.patch and built with the system's LLVM
# for this user, once for all checkouts. Nothing of it goes into the system.

oclgrind_release=26.03.1
oclgrind_archive=https://github.com/jrprice/Oclgrind/archive/refs/tags/v$oclgrind_release.tar.gz
oclgrind_sha256=d21a705a2b71491b1505f34a50e14f9666516d1654c0e6745983408bb300e4c2
llvm_prefix=/usr/lib/llvm-
llvm_versions="19 20 21 22 18" # 19 first, with which it was tried
oclgrind_patch=$root/tools/entry/oclgrind.patch
oclgrind_home=${XDG_CACHE_HOME:-${HOME:-/nowhere}/.cache}/lockstep/oclgrind

# Behind the system's own, so that a package of it is what is used.
PATH=$PATH:$oclgrind_home/bin

# llvm_of_system: a version of LLVM, 18 or later, whose headers, clang's and clang itself are here; fails where none is.
llvm_of_system() {
    local version
    for version in $llvm_versions; do
        [ -e "$llvm_prefix$version/lib/cmake/llvm/LLVMConfig.cmake" ] && [ -e "$llvm_prefix$version/bin/clang" ] &&
            [ -e "$llvm_prefix$version/lib/libclangFrontend.a" ] && say "$version" && return
    done
    return 1
}

# can_be_built: is all here that it takes?
can_be_built() { llvm_of_system >/dev/null && command -v patch >/dev/null 2>&1; }

# is_here: Oclgrind of the system, or the own one as it would be built today.
is_here() {
    case $(command -v oclgrind) in
        "") return 1 ;;
        "$oclgrind_home"/*) [ "$(cat "$oclgrind_home/patch" 2>/dev/null)" = "$(cat "$oclgrind_patch")" ] ;;
    esac
}

# oclgrind_packages: what apt has to bring for it; fails where apt has no LLVM of 18 or later.
oclgrind_packages() {
    local version
    for version in $llvm_versions ""; do
        [ -n "$version" ] || return 1
        ! has_candidate "llvm-$version-dev" || break
    done
    say "llvm-$version-dev clang-$version libclang-$version-dev libpolly-$version-dev libreadline-dev zlib1g-dev libzstd-dev ca-certificates curl patch"
}

# by_hand: how to bring it without this script.
by_hand() {
    say "  By hand: unpack $oclgrind_archive" \
        "    patch -p1 < $oclgrind_patch" \
        "    cmake -B build -DCMAKE_BUILD_TYPE=Release -DLLVM_DIR=/usr/lib/llvm-N/lib/cmake/llvm -DCLANG_ROOT=/usr/lib/llvm-N -DCMAKE_INSTALL_PREFIX=$oclgrind_home" \
        "    cmake --build build --target install"
}

# without_oclgrind REASON: fails, and says that nobody needs it to read and solve.
without_oclgrind() {
    clear_progress
    hash -r
    say "  Oclgrind is not built: $1"
    say "    Exercises are checked without it, by Pocket, the book's own device."
    return 1
}

# sources_of_oclgrind FROM INTO: a copy of a folder, an archive, or, where FROM is empty, the release's. Prints the copy's folder; or
# the reason why not, and behind a wall the way around it.
sources_of_oclgrind() {
    local from=$1 into=$2 name=$1 around="" sum reason
    if [ -d "$from" ]; then
        if ! cp -R "$from" "$into/sources" 2>"$into/cp"; then
            say "$from cannot be copied ($(head -n 1 "$into/cp"))."
            return 1
        fi
        say "$into/sources"
        return
    fi
    if [ -z "$from" ]; then
        from=$into/archive.tar.gz name="what came from $oclgrind_archive"
        around="
    Bring that file along from where it can be fetched, and type: ./lockstep start --oclgrind-source ${oclgrind_archive##*/}"
        # A wall that drops what it does not let through never answers.
        if ! curl --fail --silent --show-error --location --connect-timeout 20 --max-time 300 --output "$from" "$oclgrind_archive" \
            2>"$into/curl"; then
            reason=$(head -n 1 "$into/curl")
            say "$oclgrind_archive cannot be fetched (curl: ${reason##*curl: }).$around"
            return 1
        fi
    elif [ ! -r "$from" ]; then
        say "there is no $from."
        return 1
    fi
    sum=$(sha256sum "$from" | cut -d ' ' -f 1)
    if [ "$sum" != "$oclgrind_sha256" ]; then
        say "$name is not the archive of release $oclgrind_release: its SHA-256 is $sum.$around"
        return 1
    fi
    if ! tar -xzf "$from" -C "$into" 2>"$into/tar"; then
        say "the archive cannot be unpacked ($(head -n 1 "$into/tar"))."
        return 1
    fi
    say "$into/Oclgrind-$oclgrind_release"
}

# mend_and_build LLVM SOURCES FOLDER LOG
mend_and_build() {
    logged "mending Oclgrind" "$4" patch --batch --forward -p1 -d "$2" -i "$oclgrind_patch" || return
    logged "configuring Oclgrind" "$4" cmake -S "$2" -B "$3" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DLLVM_DIR="$llvm_prefix$1/lib/cmake/llvm" -DCLANG_ROOT="$llvm_prefix$1" -DLIBDIR_SUFFIX= \
        -DCMAKE_INSTALL_PREFIX="$oclgrind_home" "-DCMAKE_INSTALL_RPATH=\$ORIGIN/../lib" || return
    NINJA_STATUS='[%f/%t] ' logged "building Oclgrind" "$4" cmake --build "$3" --parallel "$jobs" --target install || return
    say "$1" >"$oclgrind_home/llvm" # whose headers go with Oclgrind's
    cp "$oclgrind_patch" "$oclgrind_home/patch"
    "$oclgrind_home/bin/oclgrind" --version >>"$4" 2>&1
}

# build_oclgrind FROM: from those sources, as above, into the user's cache. On failure it says why, and fails.
build_oclgrind() {
    local llvm sources log=$build/oclgrind.log work built=""
    llvm=$(llvm_of_system) || {
        without_oclgrind "it needs LLVM 18 or newer with clang's libraries, which this system does not have."
        return
    }
    mkdir -p "$(dirname "$oclgrind_home")" 2>/dev/null
    work=$(mktemp -d "$oclgrind_home.XXXXXX" 2>/dev/null) || {
        without_oclgrind "cannot write to $(dirname "$oclgrind_home")."
        return
    }
    progress "fetching Oclgrind"
    if ! sources=$(sources_of_oclgrind "$1" "$work"); then
        without_oclgrind "$sources"
    elif rm -rf "$oclgrind_home" && mend_and_build "$llvm" "$sources" "$work/build" "$log"; then
        clear_progress
        hash -r
        built=yes
        say "  Oclgrind $oclgrind_release is built, with LLVM $llvm, in $oclgrind_home" "    To remove it: rm -r $oclgrind_home"
    else
        rm -rf "$oclgrind_home"
        without_oclgrind "$(grep -m 1 -iE 'error|No space' "$log" || tail -n 1 "$log")
    The whole log is in $log"
    fi
    rm -rf "$work"
    [ -n "$built" ]
}

# bring_oclgrind FROM: builds it where the system has none, or anew where sources are named. Fails where it is not brought.
bring_oclgrind() {
    local packages=""
    [ -n "$1" ] || ! is_here || return 0
    if ! can_be_built && { [ -n "$no_install" ] || ! packages=$(oclgrind_packages); }; then
        without_oclgrind "it needs LLVM 18 or newer with clang's libraries, and patch
    (Debian 13: llvm-19-dev clang-19 libclang-19-dev libpolly-19-dev patch)." || by_hand
        return 1
    fi
    if [ -n "$no_install" ] && [ -z "$1" ]; then
        by_hand
        return 1
    fi
    writable_build
    say "  Oclgrind has no package here, so release $oclgrind_release is built for you." \
        "    sources   ${1:-$oclgrind_archive}" "    into      $oclgrind_home" "    packages  ${packages:-none}"
    if [ -n "$packages" ]; then
        if ! become_root; then
            without_oclgrind "installing needs root or sudo: ask for apt-get install $packages"
            return
        fi
        # shellcheck disable=SC2086
        if ! logged "installing" "$build/install.log" apt_get install $packages; then
            without_oclgrind "apt could not install its packages. The whole log is in $build/install.log"
            return
        fi
    fi
    build_oclgrind "$1"
}
