// One line on a terminal that says how far the launch under the lens is.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <thread>

namespace lockstep::tool
{

/// While it lives, a thread rewrites a line on standard error from the file the plugin writes
/// ({"kernel","launch","groups_done","groups","seconds"}); at its end the line is wiped away.
class ProgressLine
{
public:
    /// @param hint recommend --groups to who has waited for five seconds.
    ProgressLine(std::filesystem::path file, bool hint);
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    ~ProgressLine();

private:
    void keep_telling();

    std::filesystem::path file_;
    bool hint_;
    std::mutex mutex_;
    std::condition_variable ended_condition_;
    bool ended_ = false;
    std::thread thread_;
};

} // namespace lockstep::tool
