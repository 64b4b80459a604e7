// What the time stamps of commands tell.
#include "stamps.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

Summary summarise(std::span<const Stamps> commands)
{
    Summary summary{};
    if (commands.empty()) return summary;
    std::uint64_t first = commands.front().queued;
    std::uint64_t last = commands.front().end;
    std::vector<std::uint64_t> starts;
    std::vector<std::uint64_t> ends;
    for (const Stamps& command : commands) {
        summary.waited += command.start - command.queued;
        summary.ran += command.end - command.start;
        first = std::min(first, command.queued);
        last = std::max(last, command.end);
        starts.push_back(command.start);
        ends.push_back(command.end);
    }
    summary.span = last - first;

    // From one moment at which something begins or ends to the next, as many run as before.
    std::sort(starts.begin(), starts.end());
    std::sort(ends.begin(), ends.end());
    std::uint64_t now = starts.front();
    std::size_t begun = 0;
    std::size_t ended = 0;
    while (ended < ends.size()) {
        const bool begins = begun < starts.size() && starts[begun] < ends[ended];
        const std::uint64_t next = begins ? starts[begun] : ends[ended];
        if (begun > ended) summary.busy += next - now;
        if (begun > ended + 1) summary.overlapped += next - now;
        now = next;
        ++(begins ? begun : ended);
    }
    return summary;
}
