// Counts a launch as the lens does, while it goes on.
#pragma once

#include "counting/session.hpp"
#include "counts/compiled.hpp"
#include "machine/machine.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::pocket
{

/// What is known of a launch when it begins.
struct CountedKernel
{
    const Code& code;
    const Texts& texts;
    std::string source = {};        ///< text of its program
    std::string build_options = {}; ///< with which it was built
    std::size_t local_bytes = 0;    ///< of a group
};

/// One launch under the lens. All profiles of the session have sub-groups of the size that the machine runs.
class Counter : public Watcher, public lens::LaunchRecord
{
public:
    Counter(lens::Session& session, const CountedKernel& kernel, const LaunchSizes& sizes);

    ~Counter() override;

    bool skips(const std::array<std::size_t, 3>& group) override;
    bool begin_group(const Group& group) override;
    void end_group(const Group& group) override;
    void pass_barrier(const Group& group) override;
    void access(const SubGroup& part, std::uint32_t at, const SeenAccess& seen) override;
    void executed(const SubGroup& part, std::uint32_t at, std::uint64_t before) override;
    void copies(const SubGroup& part, std::uint32_t at, std::size_t count, const LanePlace& source,
                std::size_t source_step, const LanePlace& target, std::size_t target_step,
                bool from_global) override;

    /// After the launch: hands the counts over.
    void end();

private:
    class Part;
    struct Counted;

    void request(Counted& group, std::size_t sub_group, std::uint32_t at, lens::AccessKind kind,
                 const formats::LensVector& vector, std::span<const LanePlace> lanes);
    void copy_side(Counted& group, std::uint32_t at, lens::AccessKind kind, std::size_t count,
                   const LanePlace& first, std::size_t step);
    Part& part_of(const SubGroup& part);
    unsigned line_of(std::uint32_t at) const;

    const CountedKernel kernel_;
    Shape shape_;
    unsigned width_;
    lens::RequestCounter requests_;
    std::map<std::tuple<std::uint32_t, lens::AccessKind, formats::LensVector>, std::size_t> sites_;
    std::map<const Group*, std::unique_ptr<Counted>> groups_;
    std::vector<lens::ControlCounts> control_; ///< of each instruction
    lens::SegmentWork work_;
    lens::Uncounted uncounted_;
    std::vector<lens::LaneAccess> lanes_;
};

/// The process's session, if LOCKSTEP_LENS_PROFILES asks for one; else null. Its counts are written while launches end, and when
/// the process ends.
lens::Session* counting_session();

/// The sub-groups' size of the session's profiles; 0 where nothing is counted.
unsigned counted_lanes();

} // namespace lockstep::pocket
