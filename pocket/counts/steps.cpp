// The process's history: of the launch that LOCKSTEP_STEPS and its like ask for. It is written when that launch ends, and again when the process
// ends, with all of its launches.
#include "counts/steps.hpp"

#include "counting/session.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace lockstep::pocket
{

namespace
{

std::string asked(const char* name)
{
    const char* const text = std::getenv(name);
    return text != nullptr ? text : "";
}

std::size_t asked_number(const char* name, std::size_t otherwise)
{
    const std::string text = asked(name);
    return text.empty() ? otherwise : static_cast<std::size_t>(std::strtoull(text.c_str(), nullptr, 10));
}

std::array<std::size_t, 3> asked_group()
{
    std::array<std::size_t, 3> group{0, 0, 0};
    const std::string text = asked("LOCKSTEP_STEPS_GROUP");
    const char* at = text.c_str();
    for (std::size_t& one : group) {
        char* end = nullptr;
        one = static_cast<std::size_t>(std::strtoull(at, &end, 10));
        if (*end != ',') break;
        at = end + 1;
    }
    return group;
}

/// Whether a file holds a history, and not only why there is none.
bool has_history(const std::string& file)
{
    std::ifstream in(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return !text.empty() && text.find(",\n\"error\":") == std::string::npos;
}

/// What the process is asked for, and what it has launched.
class Steps
{
public:
    explicit Steps(std::string file)
        : file_(std::move(file)), profile_(lens::read_profile(asked("LOCKSTEP_STEPS_PROFILE"))),
          kernel_(asked("LOCKSTEP_STEPS_KERNEL")), launch_(asked_number("LOCKSTEP_STEPS_LAUNCH", 0)),
          seeks_finding_(asked("LOCKSTEP_STEPS_LAUNCH") == "finding"),
          which_{asked_group(), asked_number("LOCKSTEP_STEPS_SUB_GROUP", 0),
                 asked_number("LOCKSTEP_STEPS_MOST", RecordedPart{}.most)}
    {
    }

    const lens::Profile& profile() const { return profile_; }

    std::unique_ptr<Recorder> begin(const Code& code, const Texts& texts, const LaunchSizes& sizes,
                                    const std::vector<Argument>& arguments, unsigned width)
    {
        const std::string& name = code.kernel->name;
        const std::size_t number = numbers_[name]++;
        const auto listed = [](const std::array<std::size_t, 3>& size) {
            return "[" + std::to_string(size[0]) + "," + std::to_string(size[1]) + "," +
                   std::to_string(size[2]) + "]";
        };
        if (count_++ < most_listed)
            launches_ += (launches_.empty() ? "\n{\"kernel\":" : ",\n{\"kernel\":") + json_text(name) +
                         ",\"launch\":" + std::to_string(number) + ",\"global\":" + listed(sizes.global) +
                         ",\"local\":" + listed(sizes.group) + "}";
        if (history_ || (!kernel_.empty() && name != kernel_)) return nullptr;
        if (seeks_finding_) launch_ = number;
        if (number != launch_) return nullptr;
        history_.emplace();
        return std::make_unique<Recorder>(profile_, which_, code, texts, sizes, arguments, width);
    }

    void keep(StepHistory history, const std::string& options)
    {
        history.launch = launch_;
        history.options = options;
        if (seeks_finding_ && history.findings.empty()) {
            history_.reset();
            return;
        }
        if (!is_mine_ && has_history(file_)) { // of a process of the program that was earlier
            history_.reset();
            return;
        }
        is_mine_ = true;
        history_ = std::move(history);
        write();
        if (asked("LOCKSTEP_STEPS_ENDS").empty()) return;
        std::fflush(nullptr);
        std::_Exit(0);
    }

    void write() const
    {
        const std::string launches = "[" + launches_ + "]";
        if (history_ && !history_->steps.empty()) {
            lens::replace_file(file_, text_of(*history_, launches));
            return;
        }
        if (std::filesystem::exists(file_)) return; // another process of the program has recorded it
        lens::replace_file(file_, "{\"version\":1,\"launches\":" + launches +
                                      ",\n\"error\":" + json_text(why_not()) + "}\n");
    }

private:
    std::string why_not() const
    {
        const std::string kernel = kernel_.empty() ? "any kernel" : "the kernel " + kernel_;
        if (!history_ && count_ > 0 && seeks_finding_)
            return "Pocket found nothing wrong in the launches of " + kernel + ".";
        if (!history_)
            return count_ == 0 ? "The program has launched nothing."
                               : "The program has not launched " + kernel + " " +
                                     std::to_string(launch_ + 1) + (launch_ == 0 ? " time." : " times.");
        if (history_->sub_groups == 0) return "The launch has no such group.";
        if (which_.sub_group >= history_->sub_groups)
            return "A group of this launch has " + std::to_string(history_->sub_groups) +
                   (history_->sub_groups == 1 ? " sub-group." : " sub-groups, from 0 on.");
        return "The sub-group has executed nothing.";
    }

    static constexpr std::size_t most_listed = 1000;

    std::string file_;
    lens::Profile profile_;
    std::string kernel_;
    std::size_t launch_;
    bool seeks_finding_; ///< the first launch in which something is found
    RecordedPart which_;
    std::map<std::string, std::size_t> numbers_; ///< launches of each kernel
    std::size_t count_ = 0;
    std::string launches_; ///< JSON
    std::optional<StepHistory> history_;
    bool is_mine_ = false; ///< the file's history is this process's
};

Steps* the_steps()
{
    static Steps* const made = []() -> Steps* {
        const std::string file = asked("LOCKSTEP_STEPS");
        if (file.empty()) return nullptr;
        try {
            auto* const steps = new Steps(file);
            std::atexit([] { the_steps()->write(); });
            return steps;
        } catch (const std::exception& error) {
            std::fprintf(stderr, "lockstep step: %s No step is recorded.\n", error.what());
            lens::replace_file(file, "{\"version\":1,\"launches\":[],\n\"error\":" + json_text(error.what()) +
                                         "}\n");
            return nullptr;
        }
    }();
    return made;
}

} // namespace

std::unique_ptr<Recorder> recorder_for(const Code& code, const Texts& texts, const LaunchSizes& sizes,
                                       const std::vector<Argument>& arguments, unsigned width)
{
    Steps* const steps = the_steps();
    return steps == nullptr ? nullptr : steps->begin(code, texts, sizes, arguments, width);
}

void keep_history(Recorder& recorder, const Outcome& outcome, const std::string& options)
{
    the_steps()->keep(recorder.take(outcome), options);
}

unsigned recorded_lanes()
{
    const Steps* const steps = the_steps();
    return steps == nullptr ? 0 : steps->profile().sub_group_size;
}

} // namespace lockstep::pocket
