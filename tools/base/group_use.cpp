// Process groups, read from Linux's /proc.
#include "base/group_use.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <unistd.h>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;
using std::chrono::milliseconds;

milliseconds of_ticks(long ticks)
{
    static const long ticks_per_second = sysconf(_SC_CLK_TCK);
    return milliseconds{ticks * 1000 / ticks_per_second};
}

// The fields of a file "stat" of proc(5), of a process or of a thread; one that has just ended has none.
struct Stat
{
    char state = 'Z';
    pid_t parent = 0;
    pid_t group = 0;
    milliseconds used{0};
    milliseconds children{0};
    long resident_pages = 0;
};

Stat read_stat(const fs::path& file)
{
    std::ifstream stream{file};
    std::string line;
    std::getline(stream, line);
    const std::size_t after_name = line.rfind(')'); // the program's name may hold anything
    Stat stat;
    if (after_name == std::string::npos) return stat;
    std::istringstream fields{line.substr(after_name + 1)};
    const auto skip = [&](int count) {
        for (std::string field; count > 0 && fields >> field; --count) {
        }
    };
    fields >> stat.state >> stat.parent >> stat.group;
    skip(8); // to utime, field 14
    long user = 0;
    long system = 0;
    long children_user = 0;
    long children_system = 0;
    fields >> user >> system >> children_user >> children_system;
    stat.used = of_ticks(user + system);
    stat.children = of_ticks(children_user + children_system);
    skip(6); // to rss, field 24
    fields >> stat.resident_pages;
    return stat;
}

// The second number of "schedstat", in nanoseconds; a kernel may be built without that file.
std::chrono::nanoseconds waited_by(const fs::path& thread)
{
    std::ifstream stream{thread / "schedstat"};
    long long ran = 0;
    long long waited = 0;
    stream >> ran >> waited;
    return std::chrono::nanoseconds{waited};
}

// The folders of `parent` that are named by a number, with it.
std::map<pid_t, fs::path> numbered_folders(const fs::path& parent)
{
    std::map<pid_t, fs::path> folders;
    std::error_code error;
    for (fs::directory_iterator entry{parent, error}, end; !error && entry != end; entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.find_first_not_of("0123456789") == std::string::npos)
            folders[static_cast<pid_t>(std::stol(name))] = entry->path();
    }
    return folders;
}

ProcessLine process_in(pid_t pid, const fs::path& folder)
{
    static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const Stat stat = read_stat(folder / "stat");
    return {.pid = pid,
            .parent = stat.parent,
            .group = stat.group,
            .zombie = stat.state == 'Z',
            .children = stat.children,
            .resident_bytes = static_cast<std::size_t>(std::max(stat.resident_pages, 0L)) * page};
}

fs::path folder_of(pid_t pid)
{
    return fs::path{"/proc"} / std::to_string(pid);
}

// Adds a process and what descends from it. False where the kernel does not tell a process's children.
bool add_with_children(pid_t pid, std::vector<ProcessLine>& processes)
{
    processes.push_back(process_in(pid, folder_of(pid)));
    for (const auto& [thread, folder] : numbered_folders(folder_of(pid) / "task")) {
        std::ifstream children{folder / "children"};
        if (!children.is_open() && fs::exists(folder)) return false;
        for (pid_t child = 0; children >> child;)
            if (!add_with_children(child, processes)) return false;
    }
    return true;
}

// The leader, its descendants, and those of its group whose parents have ended, so that they are ours now (install_interrupt_handler).
// Reading every process of the machine, 20 times a second for each program, took a tenth of the processors where many ran.
std::vector<ProcessLine> members_by_children(pid_t leader)
{
    std::vector<ProcessLine> members;
    if (!add_with_children(leader, members)) return {};
    for (const auto& [thread, folder] : numbered_folders("/proc/self/task")) {
        std::ifstream children{folder / "children"};
        for (pid_t child = 0; children >> child;)
            if (child != leader && process_in(child, folder_of(child)).group == leader)
                add_with_children(child, members);
    }
    return members;
}

std::vector<ProcessLine> members_among_all(pid_t leader)
{
    std::vector<ProcessLine> processes = all_processes();
    std::set<pid_t> members{leader};
    for (std::size_t before = 0; before != members.size();) { // parents may come behind their children
        before = members.size();
        for (const ProcessLine& process : processes)
            if (process.group == leader || members.contains(process.parent)) members.insert(process.pid);
    }
    std::erase_if(processes, [&](const ProcessLine& process) { return !members.contains(process.pid); });
    return processes;
}

} // namespace

std::vector<ProcessLine> all_processes()
{
    std::vector<ProcessLine> processes;
    for (const auto& [pid, folder] : numbered_folders("/proc")) processes.push_back(process_in(pid, folder));
    return processes;
}

GroupUse use_of_group(pid_t leader)
{
    GroupUse use;
    std::vector<ProcessLine> members = members_by_children(leader);
    if (members.empty()) members = members_among_all(leader);
    for (const ProcessLine& process : members) {
        use.known = true;
        use.ended += process.children;
        use.resident_bytes += process.resident_bytes;
        for (const auto& [thread, folder] : numbered_folders(folder_of(process.pid) / "task")) {
            const Stat stat = read_stat(folder / "stat");
            use.runnable = use.runnable || stat.state == 'R';
            use.threads[thread] = {.ran = stat.used, .waited = waited_by(folder)};
        }
    }
    return use;
}

void CpuTime::look(const GroupUse& use, std::chrono::nanoseconds passed)
{
    using std::chrono::nanoseconds;
    // Children that came and went between two looks are only in the sum that their parent keeps.
    nanoseconds busiest = std::max(use.ended - before_.ended, milliseconds{0});
    nanoseconds waited{0};
    for (const auto& [thread, now] : use.threads) {
        const auto before = before_.threads.find(thread);
        const ThreadUse earlier = before == before_.threads.end() ? ThreadUse{} : before->second;
        busiest = std::max(busiest, now.ran - earlier.ran);
        waited = std::max(waited, now.waited - earlier.waited);
    }
    const nanoseconds own = use.known && use.runnable ? busiest : std::max(busiest, passed - waited);
    total_ += std::min(passed, own);
    before_ = use;
}

} // namespace lockstep::tool
