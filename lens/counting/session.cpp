// One process under the lens: its profiles, its launches, and the file that receives the counts.
#include "session.hpp"

#include "report.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <unistd.h>

namespace lockstep::lens
{

namespace
{

constexpr std::size_t launches_kept = 64; // of a kernel; the rest is summed, each test case's by itself
constexpr std::chrono::milliseconds progress_interval{500};
constexpr int writing_share = 10; // at most a tenth of the time goes into writing

std::string variable(const char* name)
{
    const char* text = std::getenv(name);
    return text ? text : "";
}

/// LOCKSTEP_LENS_OUTPUT; where that is a folder, a file of this process in it, since a program may be several processes.
std::string output_file()
{
    const std::string output = variable("LOCKSTEP_LENS_OUTPUT");
    if (!std::filesystem::is_directory(output)) return output;
    return (std::filesystem::path{output} / ("counts-" + std::to_string(getpid()) + ".json")).string();
}

/// A number that follows from `value` and looks drawn (SplitMix64).
std::uint64_t scattered(std::uint64_t value)
{
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

} // namespace

void replace_file(const std::string& path, const std::string& text)
{
    const std::string draft = path + "." + std::to_string(getpid());
    {
        std::ofstream file{draft, std::ios::binary};
        file << text;
        if (!file.flush()) return;
    }
    std::rename(draft.c_str(), path.c_str());
}

void refuse(const std::string& message)
{
    std::fprintf(stderr, "lockstep lens: %s Nothing is counted.\n", message.c_str());
    const std::string output = output_file();
    if (!output.empty()) replace_file(output, error_text(message));
}

LaunchRecord::LaunchRecord(Session& owner, LaunchDescription what)
    : session(owner), description(std::move(what)),
      group_count(description.groups[0] * description.groups[1] * description.groups[2])
{
    description.test_case = variable("LOCKSTEP_LENS_CASE");
    {
        const std::lock_guard lock{session.mutex};
        number = session.launch_numbers[description.kernel]++;
    }
    while (first_sampled < group_count && !is_sampled(first_sampled, group_count, session.groups_wanted()))
        ++first_sampled;
    begin_caches();
}

bool LaunchRecord::is_sampled(std::size_t index, std::size_t count, std::size_t wanted)
{
    if (wanted == 0 || wanted >= count) return true;
    const std::size_t part = index * wanted / count;
    const auto begin = [&](std::size_t of) { return (of * count + wanted - 1) / wanted; };
    return index == begin(part) + scattered(part) % (begin(part + 1) - begin(part));
}

bool LaunchRecord::wants_others_skipped() const
{
    return session.others_skipped() && session.groups_wanted() > 0;
}

bool LaunchRecord::is_recorded(const Size& group) const
{
    return is_sampled(index_of(group), group_count, session.groups_wanted());
}

void LaunchRecord::end_group(const Size& group, RequestCounter::Group* recorded)
{
    add_to_caches(group, recorded);
    if (recorded) ++groups_recorded;
    ++groups_done;
    session.write_progress(*this);
}

std::size_t LaunchRecord::index_of(const Size& group) const
{
    return group[0] + description.groups[0] * (group[1] + description.groups[1] * group[2]);
}

LaunchCounts LaunchRecord::counts() const
{
    LaunchCounts result;
    result.kernel = description.kernel;
    result.test_case = description.test_case;
    result.launch = number;
    result.global_size = description.global_size;
    result.local_size = description.local_size;
    result.groups = group_count;
    result.sampled_groups = groups_recorded;
    result.local_bytes = description.local_bytes;
    if (skips_others) result.skipped_groups = group_count - std::min(session.groups_wanted(), group_count);
    result.truncated = failed;
    result.devices.resize(session.profiles().size());
    for (std::size_t i = 0; i < caches.size(); ++i) result.devices[i].caches = caches[i];
    return result;
}

Session::Session() : output(output_file()), progress(variable("LOCKSTEP_LENS_PROGRESS"))
{
    std::istringstream files{variable("LOCKSTEP_LENS_PROFILES")};
    for (std::string file; std::getline(files, file, ':');)
        if (!file.empty()) devices.push_back(read_profile(file));
    if (devices.empty()) throw std::runtime_error("LOCKSTEP_LENS_PROFILES names no GPU profile.");
    sampled_groups = std::strtoull(variable("LOCKSTEP_LENS_GROUPS").c_str(), nullptr, 10);
    skip_others = !variable("LOCKSTEP_LENS_SKIP_OTHERS").empty();
    model_caches = !variable("LOCKSTEP_LENS_CACHES").empty();
    if (const std::string registers = variable("LOCKSTEP_LENS_REGISTERS"); !registers.empty())
        register_overrides.tell(registers);
    // So that a reader finds a report even when the program launches nothing.
    unwritten = true;
}

void Session::keep(const LaunchRecord& launch, LaunchCounts counts)
{
    if (sampled_groups > 0) counts.scale_to_all_groups();
    const std::lock_guard lock{mutex};
    const LaunchDescription& what = launch.description;
    counts.source = 0;
    while (counts.source < sources.size() &&
           (sources[counts.source] != what.source || build_options[counts.source] != what.build_options))
        ++counts.source;
    if (counts.source == sources.size()) {
        sources.push_back(what.source);
        build_options.push_back(what.build_options);
    }
    const auto rest = std::find_if(launches.begin(), launches.end(), [&](const LaunchCounts& kept) {
        return kept.kernel == counts.kernel && kept.source == counts.source &&
               kept.test_case == counts.test_case && kept.launch >= launches_kept;
    });
    if (rest != launches.end())
        rest->add(counts);
    else
        launches.push_back(std::move(counts));
    unwritten = true;
    if (!next_write || Clock::now() >= *next_write) write();
}

void Session::begin_again()
{
    output = output_file();
    sources.clear();
    build_options.clear();
    launches.clear();
    launch_numbers.clear();
    unwritten = false;
}

void Session::finish()
{
    const std::lock_guard lock{mutex};
    if (unwritten) write();
}

void Session::write()
{
    if (output.empty()) return;
    const auto begin = Clock::now();
    replace_file(output, report_text(devices, sources, launches));
    unwritten = false;
    const auto end = Clock::now();
    next_write = end + (writing_share - 1) * (end - begin);
}

void Session::write_progress(const LaunchRecord& launch)
{
    if (progress.empty()) return;
    const auto now = Clock::now();
    auto due = next_progress.load();
    if (now.time_since_epoch().count() < due) return;
    // One thread writes; the others find that it is not due any more.
    if (!next_progress.compare_exchange_strong(due, (now + progress_interval).time_since_epoch().count()))
        return;
    const std::chrono::duration<double> seconds = now - launch.begin;
    const nlohmann::ordered_json entry{
        {"kernel", launch.description.kernel},
        {"launch", launch.number},
        {"groups_done", launch.groups_done.load()},
        {"groups", launch.skips_others ? std::min(groups_wanted(), launch.group_count) : launch.group_count},
        {"seconds", seconds.count()}};
    replace_file(progress, entry.dump() + "\n");
}

} // namespace lockstep::lens
