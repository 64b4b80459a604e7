// A line that counts up.
#include "base/counted_progress.hpp"

#include "base/terminal.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace lockstep::tool
{

CountedProgress::CountedProgress(const char* what, std::size_t all) : what_(what), all_(all)
{
    show();
}

CountedProgress::~CountedProgress()
{
    if (on_terminal()) fmt::print("\r\x1b[K");
    std::fflush(stdout);
}

void CountedProgress::one_more()
{
    const std::lock_guard lock{mutex_};
    ++done_;
    show();
}

void CountedProgress::fewer(std::size_t by)
{
    const std::lock_guard lock{mutex_};
    all_ -= by;
}

void CountedProgress::show()
{
    if (all_ == 0) return;
    const bool terminal = on_terminal();
    const std::size_t tenths = 10 * done_ / all_;
    if (!terminal && tenths == tenths_) return;
    tenths_ = tenths;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    const double left =
        done_ == 0 ? 0 : passed.count() / static_cast<double>(done_) * static_cast<double>(all_ - done_);
    const std::string soon = left < 90 ? fmt::format("{:.0f} s", left) : fmt::format("{:.0f} min", left / 60);
    fmt::print("{}{}: {} of {}{}{}", terminal ? "\r" : "", what_, done_, all_,
               done_ == 0 || done_ == all_ ? "" : ", about " + soon + " left", terminal ? "\x1b[K" : "\n");
    std::fflush(stdout);
}

} // namespace lockstep::tool
