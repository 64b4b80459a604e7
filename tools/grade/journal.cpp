// The files of finished jobs, and the log.
#include "grade/journal.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <ctime>
#include <fcntl.h>
#include <unistd.h>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

} // namespace

std::optional<formats::ExerciseGrade> finished(const ClassFolder& folder, const std::string& student,
                                               const std::string& exercise, const std::string& fingerprint)
{
    const fs::path file = folder.job(student, exercise);
    if (!fs::exists(file)) return std::nullopt;
    try {
        formats::GradedJob job = formats::graded_job_of(formats::JsonReader::read(file, "grade again"));
        if (job.fingerprint != fingerprint || job.student != student) return std::nullopt;
        return std::move(job.grade);
    } catch (const Failure&) {
        return std::nullopt; // a disk that lost what was written: the job runs again
    }
}

void finish(const ClassFolder& folder, const formats::GradedJob& job)
{
    const fs::path file = folder.job(job.student, job.grade.exercise);
    fs::create_directories(file.parent_path());
    replace_text(file, formats::json_of(job).dump(2) + "\n");
}

void log_line(const ClassFolder& folder, std::string_view text)
{
    const std::string line =
        fmt::format("{:%Y-%m-%d %H:%M:%S} {}\n", fmt::localtime(std::time(nullptr)), text);
    const int log = open(folder.log().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log < 0) return;
    if (write(log, line.data(), line.size()) < 0) { // the results do not need it
    }
    close(log);
}

} // namespace lockstep::tool
