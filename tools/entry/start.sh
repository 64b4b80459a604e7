# shellcheck shell=bash disable=SC2154
# ./lockstep start: from a bare machine to chapter 1. Everything in it can be run again; what is there is left alone.

# choose_packages: for each piece on the input a line "set|group|piece|package", the package empty where apt has none.
# What a required piece brings already is not named again for an optional one.
choose_packages() {
    local set group piece names name chosen taken=" "
    while IFS='|' read -r set group piece _ names _; do
        chosen=""
        for name in $names; do
            has_candidate "$name" || continue
            chosen=$name
            break
        done
        case $taken in *" $chosen "*) [ -z "$chosen" ] || continue ;; esac
        taken="$taken$chosen "
        say "$set|$group|$piece|$chosen"
    done
}

# Lines on the input, joined: join_lines ', '
join_lines() { awk -v by="$1" 'NF { printf "%s%s", n++ ? by : "", $0 } END { if (n) print "" }'; }
packages_in() { cut -d '|' -f 4 | join_lines ' '; }

# list_groups TITLE: for each group on the input (lines of choose_packages) its packages and what they are for.
list_groups() {
    local lines group names heading=$1
    lines=$(cat)
    while IFS= read -r group; do
        names=$(grep "^[^|]*|$group|" <<<"$lines" | packages_in)
        [ -n "$names" ] || continue
        [ -z "$heading" ] || say "  $heading"
        heading=""
        say "    $names" "        $(why "$group")"
    done < <(cut -d '|' -f 2 <<<"$lines" | awk 'NF && !seen[$0]++')
}

# What to install where there is no apt, for the pieces in $1.
print_alternatives() {
    say "  Missing here: $(cut -d '|' -f 3 <<<"$1" | join_lines ', '). Packages that bring it:" \
        "    Debian, Ubuntu  sudo apt-get install $(names_for apt <<<"$1")" \
        "    Fedora          sudo dnf install $(names_for dnf <<<"$1")" \
        "    Arch            sudo pacman -S $(names_for pacman <<<"$1")" \
        "    macOS           brew install $(names_for brew <<<"$1")" \
        "    Windows         wsl --install Debian, then these same commands inside it" \
        "  What your system does not package is found through CMAKE_PREFIX_PATH, CPATH and LIBRARY_PATH."
}

# settle SETS ADVICE: stops where something of the first set is missing; says what each missing piece of the others would bring.
settle() {
    local lacking group piece
    lacking=$(missing_names "${1%% *}")
    [ -z "$lacking" ] || die "missing: $lacking. $2"
    # shellcheck disable=SC2086
    while IFS='|' read -r _ group piece _; do
        [ "$group" != oclgrind ] || continue # bring_oclgrind has more to say
        say "  Not here: $piece, which $(why "$group")."
    done < <(missing ${1#* })
}

apt_get() {
    $sudo env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -q -y --no-install-recommends \
        -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=120 "$@"
}

# Sets sudo to what runs a command as root; fails where nothing does.
become_root() {
    sudo=""
    [ "$(id -u)" -ne 0 ] || return 0
    sudo=sudo
    command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || { [ -t 0 ] && sudo -v; }; }
}

install_with_apt() {
    local sets=$1 lines=$2 log=$build/install.log plan="" lacking required others fresh=""
    # Only optional pieces are missing: without a package for any of them there is nothing to do, and no root to ask for.
    if apt_lists_there && ! grep -q '^required|' <<<"$lines"; then
        fresh=yes
        plan=$(choose_packages <<<"$lines")
        if [ -z "$(packages_in <<<"$plan")" ]; then
            settle "$sets" ""
            return
        fi
    fi
    if ! become_root; then
        settle "$sets" "Installing needs root or sudo: ask for apt-get install $(names_for apt <<<"$lines")"
        return
    fi
    writable_build
    # An installation that was broken off is finished first.
    # shellcheck disable=SC2086
    [ -z "$(dpkg --audit 2>/dev/null)" ] ||
        logged "dpkg" "$log" $sudo env DEBIAN_FRONTEND=noninteractive dpkg --configure -a
    if [ -z "$fresh" ]; then
        progress "apt-get update"
        logged "apt-get update" "$log" apt_get update || {
            log_end "$log"
            die "apt-get update failed. Is the network there?"
        }
        plan=$(choose_packages <<<"$lines")
    fi
    lacking=$(grep '^required|.*|$' <<<"$plan" | cut -d '|' -f 3 | join_lines ', ')
    [ -z "$lacking" ] || die "apt has no package for: $lacking. Is the network there (and on Ubuntu, the component universe)?"

    required=$(grep '^required|' <<<"$plan" | packages_in)
    others=$(grep -v '^required|' <<<"$plan" | packages_in)
    grep '^required|' <<<"$plan" | list_groups "Required:"
    grep -v '^required|' <<<"$plan" | list_groups "Optional:"
    # shellcheck disable=SC2086
    logged "installing" "$log" apt_get install $required $others ||
        { [ -n "$others" ] && logged "installing" "$log" apt_get install $required; } || {
        log_end "$log"
        die "apt could not install the required packages."
    }
    hash -r
    say "  Installed in $SECONDS s."
    settle "$sets" "apt's packages here do not bring it: ./lockstep doctor"
}

install_pieces() {
    local sets=$1 lines
    # shellcheck disable=SC2086
    lines=$(missing $sets)
    if [ -z "$lines" ]; then
        say "  Everything is installed."
    elif [ -n "$no_install" ]; then
        settle "$sets" "Type: ./lockstep start"
    elif command -v apt-get >/dev/null 2>&1; then
        install_with_apt "$sets" "$lines"
    else
        print_alternatives "$lines"
        settle "$sets" "Install it, then type: ./lockstep start"
    fi
}

# Where no OpenCL driver is registered, the programs that start runs take the book's own device, as the tool does by itself.
without_a_driver_use_pocket() {
    [ -z "${OCL_ICD_VENDORS:-}" ] && ! has_platform any || return 0
    say "  There is no OpenCL driver here, so programs run on Pocket, the book's own device."
    build_targets "building Pocket" lockstep-pocket
    export OCL_ICD_VENDORS="$build/lib/libpocket.so"
}

start() {
    local sets="required optional" no_install="" install_only="" packages="" pages="" sudo="" oclgrind="" oclgrind_sources="" chapter number
    while [ $# -gt 0 ]; do
        case $1 in
            --no-install) no_install=yes ;;
            --install-only) install_only=yes ;;
            --ci) sets="required optional ci" ;;
            --pages) sets="$sets pages_alone" pages=yes ;;
            --grader) sets="required_to_build optional_to_grade" install_only=yes ;;
            --oclgrind) oclgrind=yes ;;
            --packages) packages=yes ;;
            --oclgrind-source)
                shift
                [ $# -gt 0 ] || die "--oclgrind-source needs a folder or an archive. Type: ./lockstep help"
                oclgrind=yes oclgrind_sources=$1
                ;;
            *) die "start has no option $1. Type: ./lockstep help" ;;
        esac
        shift
    done
    [ -z "$oclgrind" ] || sets="nothing oclgrind_alone"
    if [ -n "$packages" ]; then
        # shellcheck disable=SC2086
        pieces $sets | names_for apt | tr ' ' '\n'
        return
    fi
    mounted_system_folders ||
        die "/proc or /sys is not mounted, and OpenCL needs both: mount -t proc proc /proc; mount -t sysfs sysfs /sys"

    SECONDS=0
    title "Packages"
    install_pieces "$sets"
    if [ -n "$oclgrind" ]; then
        bring_oclgrind "$oclgrind_sources" || exit 2
    fi
    [ -z "$install_only$oclgrind" ] || return 0

    # A class's laboratory may begin with a later chapter. Its program needs none of what else is built here.
    chapter=$(cd "$root/chapters" && set -- [0-9][0-9]-* && say "$1")
    number=${chapter%%-*}
    SECONDS=0
    say ""
    title "Chapter ${number#0}'s program"
    build_targets "building it" "$chapter"
    without_a_driver_use_pocket
    say "  Built in $SECONDS s. From now on: ./lockstep run $number" ""
    mkdir -p "$build/output/$chapter"
    (cd "$build/output/$chapter" && POCL_CACHE_DIR="$build/pocl-cache" "$build/chapters/$chapter") ||
        die "chapter ${number#0}'s program failed. Type: ./lockstep doctor"

    SECONDS=0
    say ""
    title "Book"
    build_targets "building what renders it" lockstep-book figures
    "$build/bin/lockstep-book" || die "the book could not be rendered."
    say "  Here after $SECONDS s. You may open it now: the rest is built meanwhile."

    SECONDS=0
    say ""
    title "The lockstep program"
    build_targets "building it" lockstep-tool
    say "  Built in $SECONDS s."

    if [ -n "$pages" ]; then
        SECONDS=0
        say ""
        title "Pages that run by themselves"
        build_targets "building them" lockstep-page
        "$build/bin/lockstep-book" || die "the book could not be rendered."
        say "  Here after $SECONDS s: give the folder build/book/html to anybody, or put it on a web server."
    fi

    say ""
    title "What to do next"
    say "  Read and solve in the browser, without a command:" \
        "               ./lockstep book --live --open" \
        "  Read         ./lockstep book --open" \
        "  Solve        ./lockstep watch names an exercise's file and checks each save" \
        "               (./lockstep list shows all, ./lockstep check ${number#0}/1 checks one)" \
        "  See it pass  ./lockstep test builds everything and runs every test"
}
