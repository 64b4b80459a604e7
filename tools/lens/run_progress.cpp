// Reading the plugin's progress and showing it.
#include "lens/run_progress.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <string>

namespace lockstep::tool
{

namespace
{

constexpr const char* wipe = "\r\033[K";

std::string told(const nlohmann::json& progress)
{
    return fmt::format("  '{}', launch {}: {} of {} work-groups", progress.value("kernel", ""),
                       progress.value("launch", 0) + 1, progress.value("groups_done", 0ULL),
                       progress.value("groups", 0ULL));
}

} // namespace

ProgressLine::ProgressLine(std::filesystem::path file, bool hint)
    : file_(std::move(file)), hint_(hint), thread_([this] { keep_telling(); })
{
}

ProgressLine::~ProgressLine()
{
    {
        const std::lock_guard lock{mutex_};
        ended_ = true;
    }
    ended_condition_.notify_all();
    thread_.join();
}

void ProgressLine::keep_telling()
{
    using clock = std::chrono::steady_clock;
    const clock::time_point start = clock::now();
    std::unique_lock lock{mutex_};
    bool shown = false;
    while (!ended_condition_.wait_for(lock, std::chrono::milliseconds{500}, [this] { return ended_; })) {
        std::ifstream stream{file_};
        const nlohmann::json progress = nlohmann::json::parse(stream, nullptr, false);
        if (!progress.is_object()) continue;
        const double seconds = std::chrono::duration<double>(clock::now() - start).count();
        const bool slow = hint_ && seconds > 5.0;
        fmt::print(stderr, "{}{}, {:.0f} s{}", wipe, told(progress), seconds,
                   slow ? "   (to estimate instead: --groups 64 --skip-others)" : "");
        std::fflush(stderr);
        shown = true;
    }
    if (shown) {
        fmt::print(stderr, "{}", wipe);
        std::fflush(stderr);
    }
}

} // namespace lockstep::tool
