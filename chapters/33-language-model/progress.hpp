// What a training shows while it runs: a line that is written over on a terminal, or one
// for each twentieth elsewhere.
#pragma once

#include <lockstep/timing.hpp>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace language_model
{

// A curve of values in one line, the highest on top: at most `width` characters, each the
// mean of as many values.
inline std::string curve_of(const std::vector<double>& values, std::size_t width)
{
    static constexpr const char* heights[]{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    std::vector<double> means;
    for (std::size_t i = 0; i < std::min(width, values.size()); ++i) {
        const std::size_t columns = std::min(width, values.size()),
                          begin = values.size() * i / columns,
                          end = values.size() * (i + 1) / columns;
        double sum = 0;
        for (std::size_t n = begin; n < end; ++n) sum += values[n];
        means.push_back(sum / static_cast<double>(end - begin));
    }
    if (means.empty()) return "";
    const auto [low, high] = std::ranges::minmax(means);
    std::string curve;
    for (const double mean : means)
        curve += heights[high > low
                             ? static_cast<std::size_t>((mean - low) / (high - low) * 7.99)
                             : 0];
    return curve;
}

class Progress
{
public:
    Progress(unsigned steps_before, unsigned of_steps, unsigned of_characters)
        : first_(steps_before), steps_(of_steps), characters_(of_characters)
    {
    }

    void show(unsigned done, double loss)
    {
        losses_.push_back(loss);
        const double seconds = watch_.elapsed().count() / 1000,
                     each = seconds / (done - first_);
        const bool is_last = done == steps_;
        if (terminal_ ? seconds < shown_ + 0.2 && !is_last
                      : done * 20 / steps_ == (done - 1) * 20 / steps_)
            return;
        shown_ = seconds;
        const auto left = static_cast<unsigned>(each * (steps_ - done) + 0.5);
        std::printf("%sstep %u of %u  loss %.3f  %.0f characters/s  %u:%02u left  %s%s",
                    terminal_ ? "\r" : "", done, steps_, recent(), characters_ / each,
                    left / 60, left % 60, terminal_ ? curve_of(losses_, 16).c_str() : "",
                    terminal_ && !is_last ? "\033[K" : "\n");
        std::fflush(stdout);
    }

    // The mean loss of the last twenty steps.
    double recent() const
    {
        const std::size_t count = std::min<std::size_t>(20, losses_.size());
        double sum = 0;
        for (std::size_t i = losses_.size() - count; i < losses_.size(); ++i)
            sum += losses_[i];
        return sum / static_cast<double>(count);
    }

    void end() const
    {
        const double minutes = watch_.elapsed().count() / 60'000;
        std::printf("%s%zu steps in %.1f minutes; the loss, from %.2f to %.2f:\n%s\n",
                    terminal_ ? "\n" : "", losses_.size(), minutes, losses_.front(),
                    recent(), curve_of(losses_, 72).c_str());
    }

private:
    unsigned first_, steps_, characters_;
    bool terminal_ = isatty(STDOUT_FILENO) != 0;
    lockstep::Stopwatch watch_;
    double shown_ = -1;
    std::vector<double> losses_;
};

} // namespace language_model
