// One process under the lens: its profiles, its launches, and the file that receives the counts.
#pragma once

#include "launch_counts.hpp"
#include "request_counter.hpp"

#include "lockstep/formats/register_overrides.hpp"
#include "lockstep/lens/cache_replay.hpp"
#include "lockstep/lens/profile.hpp"

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::lens
{

class Session;

/// What is known of a launch when it begins.
struct LaunchDescription
{
    std::string kernel;
    std::string source; ///< text of its program
    Size global_size{};
    Size local_size{};
    Size groups{};
    std::size_t local_bytes = 0;
    std::string build_options = {}; ///< with which its program was built from that text
    std::string test_case = {};     ///< of an exercise; empty: none
};

/// What is told of a launch while it runs, whoever runs it. Its functions may be called from several threads.
class LaunchRecord
{
public:
    LaunchRecord(Session& owner, LaunchDescription what);

    /// @return whether work-group `index` of `count` is recorded when `wanted` of them shall be: one of each of as
    /// many equal parts, each at another place of its part, so that they are not all of one column of a picture
    static bool is_sampled(std::size_t index, std::size_t count, std::size_t wanted);

    /// Whether the groups that are not recorded need not be run either.
    bool wants_others_skipped() const;
    bool is_recorded(const Size& group) const;
    /// Whether its requests may be drawn.
    bool is_drawn(const Size& group) const { return index_of(group) == first_sampled; }
    /// Those groups will not begin.
    void others_are_skipped() { skips_others = true; }

    /// @param recorded null: it was not recorded
    void end_group(const Size& group, RequestCounter::Group* recorded);

    /// After the last group: the caches take what is left.
    void end_caches();

    /// Recording met an error: the launch is reported as truncated.
    void give_up() { failed = true; }
    bool given_up() const { return failed; }

    /// What is known without the devices' counts, which are empty.
    LaunchCounts counts() const;

protected:
    Session& session;
    LaunchDescription description;

private:
    void begin_caches();
    void add_to_caches(const Size& group, RequestCounter::Group* recorded);
    void add_skipped_to_caches(std::size_t end);
    std::size_t index_of(const Size& group) const;

    std::size_t number = 0; // of this kernel's launches
    std::size_t group_count;
    std::size_t first_sampled = 0;
    bool skips_others = false;
    std::atomic<bool> failed = false;
    std::atomic<std::size_t> groups_done = 0;
    std::atomic<std::size_t> groups_recorded = 0;
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
    std::mutex mutex;
    std::vector<std::unique_ptr<CacheReplay>> replays; // of each profile; null: without caches
    std::vector<std::optional<formats::LensCaches>> caches;
    std::size_t in_caches = 0; // the first group that was neither recorded nor told to them as skipped

    friend class Session;
};

/// The process' counts. Made once, never destroyed: the contexts of a program come and go.
class Session
{
public:
    /// Reads LOCKSTEP_LENS_PROFILES, _OUTPUT (a file, or a folder for one file a process), _GROUPS, _SKIP_OTHERS (set: groups that are not recorded are not run), _CACHES (set: the model of caches is asked), _REGISTERS (as formats::RegisterOverrides reads them) and _PROGRESS; LOCKSTEP_LENS_CASE, which names the test case of an
    /// exercise that runs, is read at every launch.
    /// @throws std::runtime_error when a profile cannot be read
    Session();

    /// Takes the counts of a launch that has ended.
    void keep(const LaunchRecord& launch, LaunchCounts counts);

    /// In a copy of the process, which has counted nothing of its own.
    void begin_again();

    /// Writes what was counted and not written yet.
    void finish();

    const std::vector<Profile>& profiles() const { return devices; }
    std::size_t groups_wanted() const { return sampled_groups; }
    bool others_skipped() const { return skip_others; }
    bool caches_wanted() const { return model_caches; }
    const formats::RegisterOverrides& registers() const { return register_overrides; }

private:
    using Clock = std::chrono::steady_clock;

    void write_progress(const LaunchRecord& launch);
    void write();

    std::vector<Profile> devices;
    std::string output;
    std::string progress;
    std::size_t sampled_groups = 0; // 0: all
    bool skip_others = false;
    bool model_caches = false;
    formats::RegisterOverrides register_overrides;

    std::mutex mutex;
    std::vector<std::string> sources;
    std::vector<std::string> build_options; // of each source: another set of them makes another program
    std::vector<LaunchCounts> launches;
    std::map<std::string, std::size_t> launch_numbers;
    bool unwritten = false;
    std::optional<Clock::time_point> next_write;
    std::atomic<Clock::rep> next_progress = 0;

    friend class LaunchRecord;
};

/// Replaces `path` by a file with `text`; a reader sees the old text or the new one. Errors are ignored.
void replace_file(const std::string& path, const std::string& text);

/// Reports on stderr and in LOCKSTEP_LENS_OUTPUT why nothing is counted.
void refuse(const std::string& message);

} // namespace lockstep::lens
