// A rung and its plan: the commands by which it does its job on a problem, written down once and enqueued again and again.
#pragma once

#include "launch_shape.hpp"
#include "workbench.hpp"

#include "lockstep/formats/ladder_results.hpp"

#include <cstddef>
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

class Plan;
class Problem;

/// How a rung is launched: a function of (Plan&, const Data&), where Data is its ladder's Problem.
class Planner
{
public:
    template <typename Fill>
    Planner(Fill fill) // NOLINT: such a function is a planner
    {
        take(std::function{std::move(fill)});
    }

    /// Writes the rung's commands into the plan. @throws std::bad_cast where the problem is another ladder's.
    void operator()(Plan& plan, const Problem& problem) const { fill_(plan, problem); }

private:
    template <typename Data>
    void take(std::function<void(Plan&, const Data&)> fill)
    {
        fill_ = [fill = std::move(fill)](Plan& plan, const Problem& problem) {
            fill(plan, dynamic_cast<const Data&>(problem));
        };
    }

    std::function<void(Plan&, const Problem&)> fill_;
};

/// One way to do the job.
struct Rung
{
    std::string name; ///< the snippet's tag in the kernel file, the row's name in tables: "tree_sequential"
    std::string idea; ///< what is new against the rung below, in a few words, for tables
    std::string file; ///< in chapters/ for rung 0, a file of its set in kernels/ above
    std::vector<std::string> kernels; ///< the kernels it launches, in order of their first launch
    Planner plan;                     ///< and how
    /// What the tuner chooses from; never empty ({} is a choice). The first one is what is launched where nothing
    /// is measured: at ragged sizes, under Oclgrind, under the lens.
    std::vector<Parameters> candidates{{}};
    std::string language = {}; ///< the compiler's option where it is not OpenCL C 1.2: "-cl-std=CL3.0"
    bool is_readers = false;   ///< kernels of the reader's own file under the rung's names
    double operations =
        1; ///< what it needs of the operations that the ladder counts for a job: its limit is as much higher

    /// The name in tables: the reader's has a star.
    std::string shown_name() const { return is_readers ? name + "*" : name; }
};

/// What is wrong with results, in a sentence, or nothing; and the largest error relative to the reference, negative where it has no meaning.
struct Verdict
{
    std::string mistake;
    double error = -1;
};

/// A rung's commands on one problem, with everything that must live until they are done.
class Plan final
{
public:
    /// Filled by the rung. @param problem outlives it.
    Plan(const Problem& problem, Rung rung, Parameters parameters);

    // For who fills it.

    Workbench& workbench() const;
    bool has(const std::string& parameter) const { return parameters_.contains(parameter); }
    /// @throws std::out_of_range where the rung has no such parameter.
    std::size_t parameter(const std::string& name) const
    {
        return static_cast<std::size_t>(parameters_.at(name));
    }
    std::size_t parameter(const std::string& name, std::size_t otherwise) const
    {
        return has(name) ? parameter(name) : otherwise;
    }
    const Parameters& parameters() const { return parameters_; }

    /// The -D options of kernels: at first all parameters. Some are the host's alone, and are erased; problems have more.
    Parameters defined;
    std::string options; ///< more of the compiler's

    /// The rung's kernel at this place. Each call gives another one, since its arguments are its own.
    cl::Kernel kernel(std::size_t index = 0) const;
    /// Any kernel of the rung's file.
    cl::Kernel kernel(const std::string& name) const;

    /// A buffer for what one command leaves to the next, or for results.
    Guarded output(std::size_t bytes);
    Guarded words(std::size_t count) { return output(count * sizeof(cl_uint)); }

    /// Launches a kernel with these arguments.
    template <typename... Arguments>
    void launch(cl::Kernel kernel, const LaunchRange& range, const Arguments&... arguments)
    {
        set_arguments(kernel, arguments...);
        (keep(arguments), ...);
        add(std::move(kernel), range);
    }
    /// The same with so many groups in a row, of so many work-items each.
    template <typename... Arguments>
    void launch_groups(cl::Kernel kernel, std::size_t groups, std::size_t group,
                       const Arguments&... arguments)
    {
        launch(std::move(kernel), {cl::NDRange(groups * group), cl::NDRange(group)}, arguments...);
    }
    /// Copies `to.bytes()` bytes.
    void copy(const Guarded& from, const Guarded& to, std::size_t from_byte = 0);

    using Events = std::vector<cl::Event>;
    /// Commands that the host chooses as it goes; the first one's event and the last one's are added to Events.
    void run(std::function<void(Events&)> commands) { commands_.push_back(std::move(commands)); }

    /// Keeps a buffer that a kernel has been given by hand.
    void keep(const Guarded& buffer) { kept_.push_back(buffer); }

    std::vector<Guarded> out; ///< the results
    /// Additions, one after the other, on the longest way from an element to a result: at least as many roundings.
    double additions = 0;
    bool other_reference =
        false; ///< whether its results are held against the second of its problem's two references

    // For who runs it.

    /// The first and the last command's events, which may be one and the same, and those of the commands between the two.
    struct Span
    {
        cl::Event first;
        cl::Event last;
        Events between = {};
    };
    /// Enqueues all of it once.
    Span enqueue();

    /// What is wrong with the results of the last run, in a sentence, or with those of the problem's awkward ones; empty when
    /// they are right.
    std::string verify();

    /// Of what was verified last.
    double error() const { return error_; }

    /// A number that almost surely is another one when a bit of the last run's results is, for rungs on floats whose sums may
    /// differ from run to run; nothing for others.
    std::optional<std::size_t> digest() const;

private:
    template <typename Other>
    void keep(const Other& /*no buffer*/)
    {
    }
    void add(cl::Kernel kernel, LaunchRange range);

    const Problem& problem_;
    Rung rung_;
    Parameters parameters_;
    std::vector<std::function<void(Events&)>> commands_;
    std::vector<Guarded> kept_;
    double error_ = -1;
};

/// One case at one size: inputs on the device, and the reference in double precision on the host.
class Problem
{
public:
    explicit Problem(Workbench& workbench) : workbench_(workbench) {}
    virtual ~Problem() = default;
    Problem(const Problem&) = delete;
    Problem& operator=(const Problem&) = delete;

    /// @param parameters one of the rung's candidates.
    std::unique_ptr<Plan> plan(const Rung& rung, const Parameters& parameters) const;

    /// Operations done or bytes that must be moved, by the problem and not by the rung: the figure is work / time.
    virtual double work() const = 0;

    /// Of what the plan's last run left in Plan::out.
    virtual Verdict judge(const Plan& plan) const = 0;

    /// See Plan::digest().
    virtual std::optional<std::size_t> digest(const Plan& /*plan*/) const { return std::nullopt; }

    /// What a rung has to be right on as well: other inputs, at small sizes.
    const std::vector<std::unique_ptr<Problem>>& awkward() const { return awkward_; }

    Workbench& workbench() const { return workbench_; }

protected:
    std::vector<std::unique_ptr<Problem>> awkward_;

private:
    Workbench& workbench_;
};

} // namespace lockstep::bench
