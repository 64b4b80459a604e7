// What a ladder is: rungs that do the same job in better and better ways, and the problem they are tried on.
#pragma once

#include "plan.hpp"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::bench
{

/// Somebody else's way to do the same job, measured in turn with the rungs.
struct Peer
{
    std::string name;               ///< "memcpy", "CUB"
    std::function<double()> run_ms; ///< does the job once; the time it took in milliseconds
    double work = 0;                ///< as Problem::work()
    std::size_t threads = 0;        ///< on the host; 0 where it is the device that works
    /// Does it once and waits; the milliseconds by the host's clock. Empty: run_ms has that clock already.
    std::function<double()> call_ms = {};
    std::string version = {}; ///< of the library or the compiler; empty where it does not tell
};

/// Which of a device's limits a ladder is held against.
enum class LimitKind
{
    copy,      ///< bytes read and written
    read,      ///< bytes read
    fma,       ///< operations, two for each multiply-add
    matrix_fma ///< the same by units for matrices, with factors of 16 bits; `fma` on devices without them
};

/// What the counts of a rung's launches are sums of: a part that grows with the work, and one that grows with the results.
struct Growth
{
    double results = 0;
    double work = 0;   ///< Ladder::elements()
    double groups = 0; ///< what work-groups grow with, where all of them do; 0: with the one or the other
};

/// Elements where the curves over sizes begin.
constexpr std::size_t smallest_of_curve = 16384;

/// A family of rungs for one job.
class Ladder
{
public:
    virtual ~Ladder() = default;

    virtual std::string name() const = 0;    ///< also the kernel file's: "reduction"
    virtual std::string chapter() const = 0; ///< its folder: "17-reduction"
    virtual std::string title() const = 0;   ///< for headings: "Reduction: the sum of floats"
    virtual LimitKind limit() const = 0;
    virtual std::string unit() const; ///< by the limit: GB/s, or GFLOP/s
    /// Kinds of input, at least one: {"random", "constant"}. Names are words of [a-z0-9-].
    virtual std::vector<std::string> cases() const { return {"random"}; }
    /// What a chart of this case shows, "scans of floats"; empty where no chart is drawn. Its figures are NN-ladder and NN-sizes of the
    /// first case, NN-ladder-CASE of others.
    virtual std::string chart(const std::string& /*input*/) const { return {}; }
    /// All rungs that this device can run, lowest first.
    virtual std::vector<Rung> rungs(const Workbench& workbench) const = 0;

    /// What is timed: several times the last-level cache in full, small when quick.
    virtual Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const = 0;
    /// What is only verified: tiny, ragged, prime, one more and one less than a tile. Small enough for Oclgrind when
    /// the device is the simulator.
    virtual std::vector<Extent> verified_extents(const Workbench& workbench) const = 0;
    /// What the lens counts: whole sub-groups and tiles, small enough for Oclgrind.
    virtual Extent counted_extent() const = 0;
    /// The two sizes, the smaller one first, from whose counts its time at others is forecast: whole tiles or ragged ones as the
    /// case is, and small enough for Oclgrind.
    virtual std::array<Extent, 2> counted_extents(const std::string& /*input*/,
                                                  const Parameters& /*parameters*/) const
    {
        return {{{65536}, {262144}}};
    }
    /// Large enough for some groups on each unit of a GPU whose counters are read, and small enough for Oclgrind; nothing where they are not read.
    virtual std::optional<Extent> profiled_extent(const std::string& /*input*/) const { return std::nullopt; }
    /// What counts at those two sizes grow with; nothing where they do not tell of larger ones. As a rule it is the elements, and besides
    /// a constant, of pictures and matrices their rim.
    virtual std::optional<Growth> growth(const Extent& extent) const;
    /// The extent of a curve's point with so many elements; nothing where these do not tell.
    virtual std::optional<Extent> extent_of(double elements) const;

    virtual std::unique_ptr<Problem> problem(Workbench& workbench, const std::string& input,
                                             Extent extent) const = 0;
    /// Verified already; empty where there are none.
    virtual std::vector<Peer> peers(Workbench& workbench, const std::string& input, Extent extent) const = 0;

    /// What the time grows with, and what the curves over sizes are drawn against: elements of the result unless a ladder says otherwise.
    virtual double elements(const Extent& extent) const
    {
        return static_cast<double>(extent.columns) * static_cast<double>(extent.rows);
    }

    /// The rungs whose figures are measured at every size, lowest first; by default the first, one in the middle and the last.
    virtual std::vector<std::string> curve_rungs(const Workbench& workbench) const;
    /// The sizes of that, each about four times the one before, from 16 Ki elements to the timed extent.
    virtual std::vector<Extent> curve_extents(const Workbench& workbench, const std::string& input,
                                              bool quick) const;
};

/// All ladders, in the order of the chapters.
std::vector<const Ladder*> ladders();

/// One by name. @throws Failure listing the names.
const Ladder& find_ladder(const std::string& name);

/// Adds a ladder to the program: `const Registered registered{std::make_unique<Reduction>()};` in its file.
struct Registered
{
    explicit Registered(std::unique_ptr<Ladder> ladder);
};

} // namespace lockstep::bench
