// Checks in a thread.
#include "desk/check_job.hpp"

#include "base/paths.hpp"
#include "base/process.hpp"
#include "lockstep/error.hpp"
#include "lockstep/failure.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace lockstep::tool
{

namespace
{

CheckOutcome outcome_of(const ExerciseInfo& exercise)
{
    const CheckOptions options{
        .source = source_dir(), .build = build_dir(), .limits = {}, .correct_time = learners_time};
    try {
        return {.report = check_exercise(exercise, exercise.folder, options), .trouble = {}};
    } catch (const Failure& failure) {
        return {.report = {}, .trouble = failure.what()};
    } catch (const cl::Error& error) {
        return {.report = {}, .trouble = describe(error)};
    } catch (const std::filesystem::filesystem_error& error) { // a file that was there a moment ago
        return {.report = {}, .trouble = fmt::format("{}\n  try: save the file again", error.what())};
    }
}

} // namespace

CheckJob::CheckJob()
{
    if (pipe(ends_.data()) != 0)
        throw Failure(fmt::format("No pipe could be made: {}.", std::strerror(errno)));
    for (const int end : ends_) {
        fcntl(end, F_SETFD, FD_CLOEXEC);
        fcntl(end, F_SETFL, O_NONBLOCK);
    }
}

CheckJob::~CheckJob()
{
    call_off();
    for (const int end : ends_) close(end);
}

void CheckJob::start(const ExerciseInfo& exercise)
{
    call_off();
    since_ = std::chrono::steady_clock::now();
    later_ = std::async(std::launch::async, [this, exercise] {
        struct Told
        {
            int end;
            ~Told()
            {
                if (write(end, "", 1) < 0) { // full: then it is readable
                }
            }
        } const told{ends_[1]};
        return outcome_of(exercise);
    });
}

void CheckJob::call_off()
{
    if (!running()) return;
    {
        const StopProcesses stop;
        later_.wait();
    }
    try {
        later_.get();
    } catch (const Interrupted&) {
    }
    take(); // empties the pipe
}

std::optional<CheckOutcome> CheckJob::take()
{
    bool told = false;
    std::array<char, 16> unread{};
    while (read(ends_[0], unread.data(), unread.size()) > 0) told = true;
    if (!running() || !told) return std::nullopt;
    return later_.get(); // it is there, or in a moment
}

} // namespace lockstep::tool
