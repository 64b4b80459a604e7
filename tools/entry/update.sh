# shellcheck shell=bash disable=SC2154
# ./lockstep update: a newer book from where this clone came from. The reader's own texts stay as they are, those that the book
# has changed as well too: only git's record of them moves on, so that `lockstep list` can mark what the book hands out anew.

in_book() { git -C "$root" "$@"; }

# Texts of the reader that the book has changed as well lie here while git moves on; after an interruption they are put back.
kept=$root/.lockstep/kept

put_back() {
    local file
    [ -d "$kept" ] || return 0
    (cd "$kept" && find . -type f -print) | while IFS= read -r file; do
        mkdir -p "$(dirname "$root/$file")" && mv -f "$kept/$file" "$root/$file" || exit 1
    done || die "your texts could not be put back; they are in $kept, in folders like the book's."
    find "$kept" -depth -type d -exec rmdir {} + 2>/dev/null
}

# Files of both lists, of which each has a line a file and is sorted.
in_both() { comm -12 <(printf '%s\n' "$1" | sort) <(printf '%s\n' "$2" | sort) | sed '/^$/d'; }

update() {
    local upstream before changed newer both file count
    [ $# -eq 0 ] || die "update takes no argument."
    command -v git >/dev/null 2>&1 || die "git is not installed, which brings the newer book. Type: ./lockstep doctor"
    [ "$(in_book rev-parse --show-toplevel 2>/dev/null)" = "$root" ] ||
        die "this folder is no clone of the book. Get the newer one where you got this from, and copy your files in exercises/ into it."
    put_back # of an update that was interrupted
    upstream=$(in_book rev-parse --abbrev-ref --symbolic-full-name '@{upstream}' 2>/dev/null) ||
        die "this clone does not know where it came from. Type: git branch --set-upstream-to=origin/main"
    progress "looking for a newer book"
    in_book fetch --quiet "${upstream%%/*}" 2>"$scratch_log" || {
        clear_progress
        sed 's/^/  /' "$scratch_log" >&2
        die "the newer book could not be fetched. Nothing has changed; the same command tries again."
    }
    clear_progress
    before=$(in_book rev-parse HEAD)
    if in_book merge-base --is-ancestor "$upstream" HEAD; then
        say "This is the newest book."
        return 0
    fi
    in_book merge-base --is-ancestor HEAD "$upstream" ||
        die "you have commits of your own, which the newer book would have to be merged with. Type: git pull --no-rebase"
    changed=$(in_book -c core.quotePath=false diff --name-only HEAD)
    newer=$(in_book -c core.quotePath=false diff --name-only HEAD "$upstream")
    both=$(in_both "$changed" "$newer")
    while IFS= read -r file; do
        if [ -z "$file" ] || [ ! -f "$root/$file" ]; then continue; fi
        mkdir -p "$kept/$(dirname "$file")"
        cp -p "$root/$file" "$kept/$file" || die "$file cannot be kept in $kept. Nothing has changed."
    done <<<"$both"
    trap 'put_back; interrupted 130' INT
    trap 'put_back; interrupted 143' TERM
    [ -z "$both" ] || printf '%s\n' "$both" | in_book checkout --quiet HEAD --pathspec-from-file=-
    in_book merge --ff-only --quiet "$upstream" >"$scratch_log" 2>&1 || {
        put_back
        sed 's/^/  /' "$scratch_log" >&2
        die "git could not bring the newer book. Nothing has changed."
    }
    put_back
    count=$(printf '%s\n' "$newer" | sed '/^$/d' | wc -l)
    say "The newer book is here: $((count)) file$(plural "$((count))") changed since $(in_book log -1 --format=%cs "$before")."
    [ -z "$both" ] ||
        say "" "These the book has changed as well, and yours stay as they are:" "$(printf '%s\n' "$both" | sed 's/^/  /')" \
            "See what is new in one: git diff ${before:0:12} HEAD -- FILE" \
            "Take the book's:        ./lockstep reset EXERCISE   (yours is kept beside it)"
    say "" "./lockstep list marks by ~ what was solved and is another exercise now."
}

scratch_log=$(mktemp) || die "no temporary file could be made: make room in ${TMPDIR:-/tmp}, or set TMPDIR."
trap 'rm -f "$scratch_log"' EXIT
