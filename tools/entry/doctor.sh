# shellcheck shell=bash disable=SC2154
# ./lockstep doctor: what is installed, which platforms the loader sees, and the command for each thing missing.

# installed_version PACKAGES PROBE: from dpkg where it knows the package, else from the command itself.
installed_version() {
    local name version
    if command -v dpkg-query >/dev/null 2>&1; then
        for name in $1; do
            version=$(dpkg-query -W -f '${db:Status-Abbrev}|${Version}\n' "${name%%>=*}" 2>/dev/null | sed -n 's/^ii *|//p' | head -n 1)
            [ -z "$version" ] || { sed 's/^[0-9]*://; s/[-+].*//; s/^0\.0~//; s/~ds//' <<<"$version" && return; }
        done
    fi
    case $2 in
        cmake*) cmake --version | first_version ;;
        command*)
            for name in ${2#* }; do
                command -v "$name" >/dev/null 2>&1 && "$name" --version 2>&1 </dev/null | first_version && return
            done
            ;;
    esac
}

# line STATE PIECE TEXT: on a terminal the text is broken at words, below itself, so that it fits 80 columns.
line() {
    if [ ! -t 1 ]; then
        printf '  %-8s %-24s %s\n' "$1" "$2" "$3"
        return
    fi
    printf '%s\n' "$3" | awk -v head="$(printf '  %-8s %-24s' "$1" "$2")" '
        { column = 36; printf "%s", head; if (NF == 0) printf "\n"
          for (i = 1; i <= NF; i++) {
              if (i > 1 && column + 1 + length($i) > 80) { printf "\n%35s", ""; column = 35 }
              printf " %s", $i; column += 1 + length($i)
          }
          if (NF > 0) printf "\n" }'
}

# advice SYSTEM PIECE PACKAGES: the command that brings a piece.
advice() {
    local name home
    for name in $3; do
        [ "$name" != - ] || continue
        [ "$1" != apt ] || ! apt_lists_there || has_candidate "$name" || continue
        install_command "$1" "${name%%>=*}"
        return
    done
    home=$(home_of "$2")
    say "not packaged for this system${home:+: $home}"
}

# report TITLE SET: a line for every piece; fails where one is missing.
report() {
    local set group piece probe apt dnf pacman brew system names told="" complete=yes
    system=$(package_system)
    title "$1"
    while IFS='|' read -r set group piece probe apt dnf pacman brew; do
        if present "$probe"; then
            line ok "$piece" "$(installed_version "$apt" "$probe")"
            [ "$piece" != Oclgrind ] || [ ! -x "$oclgrind_home/bin/oclgrind" ] ||
                line "" "" "built for you; to remove it: rm -r $oclgrind_home"
            continue
        fi
        complete=""
        case $system in apt) names=$apt ;; dnf) names=$dnf ;; pacman) names=$pacman ;; brew) names=$brew ;; *) names=- ;; esac
        line missing "$piece" "$(advice "$system" "$piece" "$names")"
        if [ "$set" != required ] && [ "$told" != "$group" ]; then
            line "" "" "$(why "$group")"
            told=$group
        fi
    done < <(pieces "$2")
    say ""
    [ -n "$complete" ]
}

report_platforms() {
    local file library none=yes
    title "OpenCL platforms (${OCL_ICD_VENDORS:-${OPENCL_VENDOR_PATH:-/etc/OpenCL/vendors}})"
    while IFS= read -r file; do
        none=""
        if library=$(icd_library "$file"); then
            line ok "$(basename "$file")" "$library"
            case ${RUSTICL_ENABLE:-none}$library in
                none*Rusticl*) line "" "" "shows its devices with RUSTICL_ENABLE=llvmpipe (CPU), radeonsi (AMD) or iris (Intel)" ;;
            esac
        else
            line broken "$(basename "$file")" "names $library, which is not there: install its driver again"
        fi
    done < <(icd_files)
    if [ -n "$none" ]; then
        line none "" "the loader finds no driver here: programs run on Pocket, the book's own device"
    fi
    say ""
}

doctor() {
    local status=0
    [ $# -eq 0 ] || die "doctor takes no argument."
    report "Required" required || status=2
    report "Optional" optional || :
    report "For the whole test suite (./lockstep start --ci brings it)" ci || :
    report "Other implementations for the CPU (the book needs none)" more || :
    report_platforms
    title "System"
    if mounted_system_folders; then
        line ok "/proc and /sys" "mounted"
    else
        line missing "/proc and /sys" "mount -t proc proc /proc; mount -t sysfs sysfs /sys"
        status=2
    fi
    if [ -x "$program" ]; then
        line ok "lockstep" "$program"
        say ""
        title "Devices"
        "$program" devices || status=2
    else
        line "-" "lockstep" "not built yet: ./lockstep start"
    fi
    say ""
    if [ "$status" -eq 0 ]; then
        say "Nothing required is missing."
    else
        say "Something required is missing: the lines above say what brings it; ./lockstep start brings all of it."
    fi
    return "$status"
}
