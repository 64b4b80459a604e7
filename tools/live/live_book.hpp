// The book whose pages run: what each request that was let in is answered with.
#pragma once

#include "base/file_watch.hpp"
#include "desk/reader_files.hpp"
#include "live/http.hpp"
#include "live/job_queue.hpp"
#include "live/page_jobs.hpp"
#include "live/pages.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "lockstep/formats/page_events.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::tool
{

/// Where everything is.
struct LivePlaces
{
    std::filesystem::path source;  ///< the repository
    std::filesystem::path build;   ///< its build folder
    std::filesystem::path site;    ///< the rendered book
    std::filesystem::path parts;   ///< the scripts of the live pages: book/theme/live
    std::filesystem::path program; ///< the `lockstep` program
};

class LiveBook
{
public:
    /// @param wake ends the wait of the thread that serves; any thread calls it.
    LiveBook(const LivePlaces& places, std::function<void()> wake);

    /// What a request that was let in is answered with.
    HttpReply answer(const HttpRequest& request);

    /// Looks after files that changed and readers who have gone. To be called now and then, and when a descriptor can be read.
    void look();

    /// Can be read when a file of an open page has changed.
    std::vector<int> descriptors() const;

private:
    /// A page that is told of what happens to its files.
    struct OpenPage
    {
        std::string page;
        std::vector<ReaderFile> shown; ///< those that it edits, or could
        std::shared_ptr<EventStream> events;
        std::unique_ptr<FileWatch> files = {};
        std::optional<std::chrono::steady_clock::time_point> changed = {};
    };

    /// What a page of the book is about.
    struct Subject
    {
        const ChapterInfo* chapter = nullptr;
        const ExerciseInfo* exercise = nullptr;
    };

    using Answer = HttpReply (LiveBook::*)(const HttpRequest&, const nlohmann::json&);

    HttpReply follow(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply show_devices(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply show_measured(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply show_picture(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply show_book_text(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply show_profiles(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply show_recording(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply save(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply put_back(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply take_hint(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply show_solution(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply predict(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply run(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply check(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply count(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply step(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply stir(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply ask_stirred(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply show_stirred(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply bench(const HttpRequest& request, const nlohmann::json& asked);
    HttpReply stop(const HttpRequest& request, const nlohmann::json& asked);

    HttpReply begin(PageJob job, const HttpRequest& request, const nlohmann::json& asked);
    Subject subject_of(const std::string& page) const;
    /// @param shown names of files that the page shows, by commas.
    std::vector<ReaderFile> files_of(const Subject& subject, const std::string& shown) const;
    formats::LiveState state_of(const std::string& page, const std::vector<ReaderFile>& files) const;
    void tell_state(const OpenPage& open) const;
    std::shared_ptr<EventStream> new_stream() const;

    LivePlaces places_;
    std::function<void()> wake_;
    std::vector<ChapterInfo> chapters_;
    ReaderFiles files_;
    Pages pages_;
    PageJobs jobs_;
    nlohmann::json devices_;
    std::vector<OpenPage> open_;
    JobQueue queue_; ///< last, since its thread uses the others
};

} // namespace lockstep::tool
