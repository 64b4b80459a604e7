// The programs that a page can start: each is this one with another command, so that a page and a terminal do the same.
#pragma once

#include "desk/reader_files.hpp"
#include "live/job_queue.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/formats/lens_report.hpp"
#include "lockstep/scratch.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace lockstep::tool
{

class PageJobs
{
public:
    /// @param program the `lockstep` program. @param build the folder that it builds in. @param files must outlive this.
    PageJobs(std::filesystem::path source, std::filesystem::path build, std::filesystem::path program,
             const ReaderFiles& files);

    /// `lockstep devices --json`: what the device menu offers.
    nlohmann::json devices() const;

    /// A program of a chapter, from the reader's copies of its files: events "building" and "pictures" as `run --events` prints them.
    /// @param program the one in PROGRAM.cpp; empty: the chapter's first.
    PageJob run(const ChapterInfo& chapter, const std::string& program,
                const std::vector<std::string>& arguments) const;
    /// The fluid of a chapter that has one, from the reader's copies: events "ready", and "frame" for each picture that stirred() has then.
    PageJob stir(const ChapterInfo& chapter, int columns, int rows) const;
    /// Asks it for a picture. @param asked of the page: number, x, y, right, down, steps
    void ask_stirred(const ChapterInfo& chapter, const nlohmann::json& asked) const;
    /// Red, green, blue and 255 of each pixel of its last picture. @throws Failure when there is none.
    std::string stirred(const ChapterInfo& chapter) const;
    /// The verdict on an exercise: events "stage" and "verdict" as `check --events` prints them.
    PageJob check(const ExerciseInfo& exercise) const;
    /// What the lens counts in a chapter's program or in an exercise: its event "counts" holds counted_for_page().
    PageJob count(const std::string& subject, const ChapterInfo* chapter);
    /// A sub-group of a launch, step by step: its event "recorded" names the recording(). @param subject a chapter, an exercise or a file of
    /// kernels @param asked of the page: kernel, launch, group, sub, width, profile, and `own` where the launch is the reader's
    PageJob step(const std::string& subject, const ChapterInfo* chapter, const nlohmann::json& asked) const;
    /// What such a job has recorded; it is kept until it was taken. @throws Failure when there is none.
    std::string take_recording(const std::string& number) const;
    /// One ladder, or all where it is empty; the results join those in bench_file().
    PageJob bench(const std::string& ladder) const;

    /// Sends the job's kernels to a device of devices(), named by its "wanted". @throws Failure when there is none.
    void choose_device(PageJob& job, const nlohmann::json& devices, const std::string& wanted) const;

    /// A picture that a chapter's program made; empty when there is no such.
    std::filesystem::path picture(const ChapterInfo& chapter, const std::string& name) const;

    /// The reader's own measurements.
    std::filesystem::path bench_file() const;

private:
    std::filesystem::path recording(const std::string& number) const;
    PageJob job(std::vector<std::string> words) const;
    void with_own_copies(PageJob& job, const ChapterInfo& chapter) const;

    std::filesystem::path source_;
    std::filesystem::path build_;
    std::filesystem::path program_;
    const ReaderFiles& files_;
    ScratchFolder scratch_{"lockstep-live-"};
    std::mutex last_mutex_;
    std::map<std::string, formats::LensReports> last_; ///< counts, by what was counted
};

} // namespace lockstep::tool
