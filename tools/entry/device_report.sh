# shellcheck shell=bash disable=SC2154
# What failed on a device, in a file that a reader can send: sourced by the entry point, which has $root, $build and $program.

# device_report NAME: from ctest's log of the last run. The output of a failed test is cut to its last lines.
device_report() {
    local report=$build/device-report.md log=$build/Testing/Temporary/LastTest.log failed
    failed=$(sed 's/^[0-9]*://' "$build/Testing/Temporary/LastTestsFailed.log" 2>/dev/null)
    {
        printf '# Tests on %s\n\n' "$1"
        printf 'Lockstep %s, %s\n\n```\n' "$("$program" --version 2>/dev/null | tail -1)" "$(uname -sm)"
        "$program" devices 2>&1
        printf '```\n\n'
        if [ -z "$failed" ]; then
            printf 'No test failed.\n'
        else
            printf 'Failed:\n\n'
            # shellcheck disable=SC2016,SC2086 # Markdown's quotes, and a line for each name
            printf -- '- `%s`\n' $failed
            failed=" ${failed//$'\n'/ } " awk '
                / Testing: / { name = $NF; wanted = index(ENVIRON["failed"], " " name " "); count = 0 }
                wanted && /^Output:$/ { inside = 1; next }
                inside && /^<end of output>$/ { inside = 0; from = count > 30 ? count - 30 : 0
                    printf "\n## %s\n\n```\n", name
                    for (i = from; i < count; ++i) print lines[i]
                    print "```" }
                inside { lines[count++] = $0 }' "$log"
        fi
    } >"$report"
    say "" "What happened on $1 is in $report. Known faults: docs/drivers.md."
    [ -z "$failed" ] || say "Send it:" "  gh issue create --title \"Tests on $1\" --label driver --body-file \"$report\""
}
