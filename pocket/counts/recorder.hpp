// Keeps the history of one sub-group while its launch goes on.
#pragma once

#include "counts/counted.hpp"
#include "counts/shown_values.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::pocket
{

/// Which sub-group, and how many of its steps.
struct RecordedPart
{
    std::array<std::size_t, 3> group{0, 0, 0};
    std::size_t sub_group = 0;
    std::size_t most = 20000;
};

class Recorder : public Watcher, private Accesses
{
public:
    /// @param profile by which requests are counted
    Recorder(const lens::Profile& profile, const RecordedPart& which, const Code& code, const Texts& texts,
             const LaunchSizes& sizes, const std::vector<Argument>& arguments, unsigned width);

    bool skips(const std::array<std::size_t, 3>&) override { return false; }
    bool begin_group(const Group& group) override;
    void end_group(const Group& group) override;
    void pass_barrier(const Group& group) override;
    void access(const SubGroup& part, std::uint32_t at, const SeenAccess& seen) override;
    void executed(const SubGroup& part, std::uint32_t at, std::uint64_t before) override;
    void waits(const SubGroup& part, std::uint32_t at) override;
    void finds(const SubGroup& part, unsigned lane, std::size_t finding) override;
    void copies(const SubGroup& part, std::uint32_t at, std::size_t count, const LanePlace& source,
                std::size_t source_step, const LanePlace& target, std::size_t target_step,
                bool from_global) override;

    /// After the launch: the history, with what was found. To be called once.
    StepHistory take(const Outcome& outcome);

private:
    /// An access of the instruction that is being executed.
    struct Seen
    {
        SeenAccess::Is is = SeenAccess::Is::load;
        Space space = Space::global;
        std::uint32_t object = 0;
        std::vector<LanePlace> lanes;
    };
    /// A construct that the sub-group is in.
    struct Inside
    {
        const char* is = "if";
        std::size_t place = 0;
    };
    struct Found
    {
        bool shown = false; ///< in the sub-group that is shown
        unsigned lane = 0;
        std::size_t steps = 0; ///< that there were before
    };

    void describe(const std::vector<Argument>& arguments);
    bool is_shown(const SubGroup& part) const;
    bool is_over() const { return part_ == nullptr || history_.truncated; }
    std::size_t place_of(std::uint32_t at);
    Step& begin(const SubGroup& part, std::uint32_t at, Step::Is is, std::uint64_t mask);
    void end_step();
    void note(const SubGroup& part, std::uint32_t at, std::uint64_t before, std::vector<Seen> accesses);
    void note_access(const SubGroup& part, std::uint32_t at, const Seen& seen, std::uint64_t before);
    std::uint64_t last_mask() const;
    bool note_control(const SubGroup& part, std::uint32_t at, std::uint64_t before);
    void follow(const SubGroup& part, std::uint32_t at);
    std::string stack_of(const SubGroup& part) const;
    void made(const MadeAccess& access) override;
    void request(std::uint32_t at, lens::AccessKind kind, const std::vector<LanePlace>& lanes);
    void attach(std::uint32_t at, const LanePlace& first, const StepRequest& request);
    std::optional<std::size_t> last_step_of(std::uint32_t at, std::size_t before) const;
    std::optional<unsigned> lane_of(const std::size_t* item) const;

    const Code& code_;
    RecordedPart which_;
    unsigned width_;
    StepHistory history_;
    Shape shape_;
    Compiled compiled_;
    ShownValues values_;
    std::vector<lens::Profile> profile_; ///< one
    lens::RequestCounter requests_;
    lens::RequestCounter::Group counted_;
    std::vector<int> buffer_of_;              ///< by object
    std::map<TextRange, std::size_t> places_; ///< those of the history
    std::vector<std::ptrdiff_t>
        place_of_part_; ///< of each of the code's parts of the text; -1: not yet asked for
    /// A step that accesses memory, and its first lane's place.
    struct Asked
    {
        std::size_t step = 0;
        unsigned lane = 0;
        std::uint64_t address = 0;
        std::uint32_t bytes = 0;
    };
    std::vector<std::vector<Asked>> steps_of_; ///< of each instruction
    std::vector<Inside> inside_;
    std::string stack_ = "[]";
    std::vector<Seen> seen_;
    std::vector<LanePlace> asked_now_;                         ///< by the instruction that is being executed
    std::vector<std::pair<std::uint32_t, StepRequest>> early_; ///< requests of instructions without a step
    std::optional<Step> open_;
    const SubGroup* part_ = nullptr; ///< the shown one, while its group is in flight
    std::uint32_t last_ = 0;         ///< the instruction that it executed last
    Made made_now_;
    lens::ControlCounts counts_; ///< that no step has yet
    std::int64_t now_ = -1;      ///< the instruction that is being executed, where it accesses memory
    std::vector<unsigned> arrived_;
    std::map<std::size_t, Found> found_;
    std::vector<std::size_t> found_now_;
};

} // namespace lockstep::pocket
