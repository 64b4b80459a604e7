// What a ladder is: rungs that do the same job in better and better ways, and the problem they are tried on.
#pragma once

#include "launch_shape.hpp"
#include "workbench.hpp"

#include "lockstep/formats/ladder_results.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::bench
{

/// Choices of a rung: what becomes -D options of the compiler, and sizes of its launch.
using Parameters = formats::Parameters;

/// "-D ROWS=4 -D TILE=64", in the order of the names.
std::string options_of(const Parameters& parameters);

/// One way to do the job.
struct Rung
{
    std::string name; ///< the snippet's tag in the kernel file, the row's name in tables: "tree_sequential"
    std::string idea; ///< what is new against the rung below, in a few words, for tables
    std::string file; ///< in chapters/ for rung 0, a file of its set in kernels/ above
    std::vector<std::string> kernels; ///< the kernels it launches, in order of their first launch
    /// What the tuner chooses from; never empty ({} is a choice). The first one is what is launched where nothing
    /// is measured: at ragged sizes, under Oclgrind, under the lens.
    std::vector<Parameters> candidates{{}};
    std::string language = {}; ///< the compiler's option where it is not OpenCL C 1.2: "-cl-std=CL3.0"
    bool is_readers = false;   ///< kernels of the reader's own file under the rung's names
    double operations =
        1; ///< what it needs of the operations that the ladder counts for a job: its limit is as much higher
    std::vector<LaunchShape> shapes = {}; ///< of each kernel's launch, where its ladder launches by shapes

    /// The name in tables: the reader's has a star.
    std::string shown_name() const { return is_readers ? name + "*" : name; }
};

/// The rung with the shapes of its kernels' launches.
inline Rung shaped(Rung rung, std::vector<LaunchShape> shapes)
{
    rung.shapes = std::move(shapes);
    return rung;
}

/// Everything that one rung needs to run again and again: compiled kernels with their arguments, outputs, scratch.
class Job
{
public:
    virtual ~Job() = default;

    /// Enqueues the whole job once (also what must be zeroed or packed first); the first and the last command's
    /// events, which may be one and the same, and those of the commands between the two.
    struct Span
    {
        cl::Event first;
        cl::Event last;
        std::vector<cl::Event> between = {};
    };
    virtual Span enqueue() = 0;

    /// What is wrong with the outputs of the last run, in a sentence; empty when they are right.
    virtual std::string verify() = 0;

    /// Largest error of the last run relative to the reference, for rungs on floats; negative where it has no meaning.
    virtual double error() { return -1; }

    /// A number that almost surely is another one when a bit of the last run's outputs is, for rungs on floats whose sums may
    /// differ from run to run; nothing for others.
    virtual std::optional<std::size_t> digest() { return std::nullopt; }
};

/// One case at one size: inputs on the device, and the reference in double precision on the host.
class Problem
{
public:
    virtual ~Problem() = default;

    /// @param parameters one of the rung's candidates.
    virtual std::unique_ptr<Job> job(const Rung& rung, const Parameters& parameters) = 0;

    /// Operations done or bytes that must be moved, by the problem and not by the rung: the figure is work / time.
    virtual double work() const = 0;
};

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
    /// All rungs that this device can run, lowest first.
    virtual std::vector<Rung> rungs(const Workbench& workbench) const = 0;

    /// What is timed: several times the last-level cache in full, small when quick.
    virtual Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const = 0;
    /// What is only verified: tiny, ragged, prime, one more and one less than a tile. Small enough for Oclgrind when
    /// the device is the simulator.
    virtual std::vector<Extent> verified_extents(const Workbench& workbench) const = 0;
    /// What the lens counts: whole sub-groups and tiles, small enough for Oclgrind.
    virtual Extent counted_extent() const = 0;

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
