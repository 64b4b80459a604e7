# shellcheck shell=bash disable=SC2154
# What the machine has and lacks: reads pieces.txt beside this file and looks for each piece.
# Expects root; nothing here writes, installs or builds.

pieces_file=$root/tools/entry/pieces.txt

# pieces SET...: their lines "set|group|piece|probe|apt|dnf|pacman|brew", blanks at the bars removed. required_to_build is
# required without what only rendering needs; optional_to_grade is what a grader needs besides; oclgrind_alone is that alone, and
# pages_alone what makes pages that run by themselves.
pieces() {
    local set
    for set; do
        case $set in
            required_to_build) pieces required | grep -v '^required|book|' ;;
            oclgrind_alone) pieces more | grep '|oclgrind|' ;;
            optional_to_grade) pieces optional | grep -e '|pocl|' -e '|grade|' ;;
            pages_alone) pieces ci | grep '|pages|' ;;
            *) sed -n "s/  *|/|/g; s/|  */|/g; s/ *\$//; /^$set|/p" "$pieces_file" ;;
        esac
    done
}

# why GROUP: one line.
why() { sed -n "s/^why *| *$1 *| *//p" "$pieces_file"; }

# home_of PIECE: where to get it, for a piece that not every system packages.
home_of() { sed -n "s/^from *| *$1 *| *//p" "$pieces_file"; }

# in_path_list LIST FILE: is FILE in one of the colon-separated folders?
in_path_list() {
    local folder IFS=:
    for folder in $1; do
        [ -n "$folder" ] && [ -e "$folder/$2" ] && return 0
    done
    return 1
}

header_folders=/usr/include:/usr/local/include:/opt/homebrew/include:/opt/local/include
header_folders=$header_folders:$CPATH:$CPLUS_INCLUDE_PATH:${CMAKE_PREFIX_PATH:+${CMAKE_PREFIX_PATH//:/\/include:}/include}
share_folders=/usr/share:/usr/local/share:/opt/homebrew/share

library_folders() {
    local folder
    for folder in /usr/lib /usr/lib64 /usr/lib/*-linux-* /lib/*-linux-* /usr/local/lib /usr/local/lib64 \
        /usr/local/cuda/lib64 /opt/homebrew/lib /opt/homebrew/opt/*/lib /usr/lib/wsl/lib; do
        [ -d "$folder" ] && printf '%s:' "$folder"
    done
    printf '%s:%s' "${LD_LIBRARY_PATH:-}" "${LIBRARY_PATH:-}"
}

# version_at_least LEAST VERSION, of numbers like 3.22.1.
version_at_least() {
    awk -v a="$2" -v b="$1" 'BEGIN {
        split(a, x, "."); split(b, y, ".")
        for (i = 1; i <= 3; i++) if (x[i] + 0 != y[i] + 0) exit x[i] + 0 < y[i] + 0
    }'
}

# first_version: the first thing that looks like a version in the input.
first_version() { sed -n 's/^[^0-9]*\([0-9][0-9]*\.[0-9.]*[0-9]\).*/\1/p' | head -n 1; }

# The .icd files that the loader reads: the folder can be moved by a variable, which can also name one file.
icd_files() {
    local where=${OCL_ICD_VENDORS:-${OPENCL_VENDOR_PATH:-/etc/OpenCL/vendors}} file
    if [ -f "$where" ]; then
        say "$where"
    else
        for file in "${where%/}"/*.icd; do [ ! -f "$file" ] || say "$file"; done
    fi
}

# icd_library FILE: the driver that an .icd file names, as a path; fails where it is not there.
icd_library() {
    local name folder IFS=:
    IFS= read -r name <"$1" || [ -n "$name" ] || return 1
    case $name in
        /*) [ -e "$name" ] && say "$name" && return 0 ;;
        *)
            name=${name%/.}
            for folder in $(library_folders); do
                [ -n "$folder" ] && [ -e "$folder/$name" ] && say "$folder/$name" && return 0
            done
            ;;
    esac
    say "$name"
    return 1
}

# has_platform any|PART: a driver that runs programs (Oclgrind's is for looking at them).
has_platform() {
    local file library
    if [ "$1" = any ] && [ -d /System/Library/Frameworks/OpenCL.framework ]; then return 0; fi
    while IFS= read -r file; do
        library=$(icd_library "$file") || continue
        case $library in *oclgrind*) continue ;; esac
        [ "$1" = any ] && return 0
        case $library in *"$1"*) return 0 ;; esac
    done < <(icd_files)
    return 1
}

# present PROBE: PROBE is a kind and words, as in pieces.txt.
present() {
    local kind=${1%% *} word words name
    words=${1#* }
    for word in $words; do
        case $kind in
            command) command -v "$word" >/dev/null 2>&1 && return 0 ;;
            cmake)
                command -v cmake >/dev/null 2>&1 &&
                    version_at_least "$word" "$(cmake --version 2>/dev/null | first_version)" && return 0
                ;;
            header) in_path_list "$header_folders" "$word" && return 0 ;;
            share) in_path_list "$share_folders" "$word" && return 0 ;;
            library)
                for name in lib$word.so lib$word.dylib; do
                    in_path_list "$(library_folders)" "$name" && return 0
                done
                [ -d "/System/Library/Frameworks/$word.framework" ] && return 0
                ;;
            python)
                # The tests are run by the system's Python: another one, first on the PATH, may have what that one lacks.
                name=/usr/bin/python3
                [ -x "$name" ] || name=python3
                "$name" -c "import $word" >/dev/null 2>&1 && return 0
                ;;
            platform) has_platform "$word" && return 0 ;;
        esac
    done
    return 1
}

# missing SET...: the lines of the pieces that are not there.
missing() {
    local line probe
    while IFS= read -r line; do
        probe=$(cut -d '|' -f 4 <<<"$line")
        present "$probe" || say "$line"
    done < <(pieces "$@")
}

# missing_names SET...: "CMake 3.22 or newer, Ninja", or nothing.
missing_names() { missing "$@" | cut -d '|' -f 3 | paste -s -d ',' - | sed 's/,/, /g'; }

# On Linux, PoCL asks /proc and /sys what processor it runs on.
mounted_system_folders() {
    [ "$(uname -s)" != Linux ] || { [ -r /proc/cpuinfo ] && [ -d /sys/devices/system/cpu ]; }
}

# names_for SYSTEM: from lines of pieces on the input, the first package of each for apt, dnf, pacman or brew.
names_for() {
    local column
    case $1 in apt) column=5 ;; dnf) column=6 ;; pacman) column=7 ;; brew) column=8 ;; esac
    cut -d '|' -f "$column" | awk '$1 != "" && $1 != "-" && !seen[$1]++ { printf "%s%s", n++ ? " " : "", $1 }'
}

# install_command SYSTEM PACKAGES
install_command() {
    local sudo="sudo "
    [ "$(id -u)" -ne 0 ] || sudo=""
    case $1 in
        apt) say "${sudo}apt-get install $2" ;;
        dnf) say "${sudo}dnf install $2" ;;
        pacman) say "${sudo}pacman -S $2" ;;
        brew) say "brew install $2" ;;
    esac
}

# What apt would install is known only once its lists have been fetched.
apt_lists_there() { compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null; }
# has_candidate NAME or NAME>=VERSION
has_candidate() {
    local version
    version=$(LC_ALL=C apt-cache policy "${1%%>=*}" 2>/dev/null | sed -n 's/^ *Candidate: \([^(]\)/\1/p' | sed 's/^[0-9]*://')
    [ -n "$version" ] && case $1 in *'>='*) version_at_least "${1##*>=}" "$version" ;; esac
}

# The package manager of this system, or nothing.
package_system() {
    local name
    for name in apt-get dnf pacman brew; do
        if command -v "$name" >/dev/null 2>&1; then
            say "${name%-get}"
            return
        fi
    done
}
