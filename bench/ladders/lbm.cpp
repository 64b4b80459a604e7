// The ladder of fluids by the lattice Boltzmann method, of which each step should take no longer than a copy of its numbers.
#include "../ladder.hpp"
#include "../peers/fluid.hpp"
#include "../peers/native.hpp"
#include "lbm_problem.hpp"

#include <lockstep/error.hpp>
#include <lockstep/timing.hpp>

#include <array>
#include <utility>

namespace lockstep::bench
{
namespace ladder_lbm
{

using lbm::Box;

cl_int columns_of(const Fluid& fluid)
{
    return static_cast<cl_int>(fluid.box().columns());
}

cl_int rows_of(const Fluid& fluid)
{
    return static_cast<cl_int>(fluid.box().rows());
}

cl_int height_of(const Fluid& fluid)
{
    return static_cast<cl_int>(fluid.box().height());
}

cl_int cells_of(const Fluid& fluid)
{
    return static_cast<cl_int>(fluid.box().cells());
}

/// Options of the compiler: the lattice, and how numbers are kept.
void choose(Plan& plan, const Fluid& fluid, const std::string& storage)
{
    plan.options =
        (fluid.box().lattice().directions() == 9 ? "-D DIMENSIONS=2 " : "-D DIMENSIONS=3 ") + storage;
}

/// A work-item a cell, in groups along rows.
LaunchRange range_of_cells(const Plan& plan, const Fluid& fluid)
{
    const std::size_t group = plan.parameter("GROUP");
    return {cl::NDRange(rounded_up(fluid.box().columns(), group), fluid.box().rows()), cl::NDRange(group, 1)};
}

/// Steps that read one buffer and write another. @param step writes one of them, between these two
template <typename Step>
void step_between(Plan& plan, const Fluid& fluid, const Step& step)
{
    Guarded from = fluid.in(storage_of(plan.options));
    std::array<Guarded, 2> buffers{plan.output(from.bytes()), plan.output(from.bytes())};
    for (std::size_t i = 0; i < Fluid::steps; ++i) {
        step(from, buffers.at(i % 2));
        from = buffers.at(i % 2);
    }
    plan.out = {from};
}

void step_in_two_loops(Plan& plan, const Fluid& fluid)
{
    choose(plan, fluid, "-D BY_CELL");
    step_between(plan, fluid, [&](const Guarded& from, const Guarded& to) {
        plan.launch(plan.kernel(0), range_of_cells(plan, fluid), from, to, fluid.walls(), columns_of(fluid),
                    rows_of(fluid), height_of(fluid));
        plan.launch_groups(plan.kernel(1), divide_up(fluid.box().cells(), plan.parameter("GROUP")),
                           plan.parameter("GROUP"), to, fluid.walls(), cells_of(fluid), Fluid::rate);
    });
}

/// @param asks_once with what walls are around each cell, asked before the first step
Planner pulling(const std::string& storage, bool asks_once = false)
{
    return [=](Plan& plan, const Fluid& fluid) {
        choose(plan, fluid, storage);
        step_between(plan, fluid, [&](const Guarded& from, const Guarded& to) {
            plan.launch(plan.kernel(), range_of_cells(plan, fluid), from, to,
                        asks_once ? fluid.asked() : fluid.walls(), columns_of(fluid), rows_of(fluid),
                        height_of(fluid), Fluid::rate);
        });
    };
}

/// Steps in one buffer; the first of them fills it. @param even launches an even step from one buffer to another or the same, and `odd` an odd one
template <typename Even, typename Odd>
void step_in_place(Plan& plan, const Fluid& fluid, const std::string& storage, const Even& even,
                   const Odd& odd)
{
    choose(plan, fluid, "-D IN_PLACE" + storage);
    const Guarded in = fluid.in(storage_of(plan.options)), out = plan.output(in.bytes());
    static_assert(Fluid::steps % 2 == 0);
    for (int i = 0; i < Fluid::steps; i += 2) {
        even(i == 0 ? in : out, out);
        odd(out);
    }
    plan.out = {out};
}

Planner in_place(const std::string& storage = "")
{
    return [=](Plan& plan, const Fluid& fluid) {
        step_in_place(
            plan, fluid, storage,
            [&](const Guarded& from, const Guarded& to) {
                plan.launch_groups(plan.kernel(0), divide_up(fluid.box().cells(), plan.parameter("GROUP")),
                                   plan.parameter("GROUP"), from, to, cells_of(fluid), Fluid::rate);
            },
            [&](const Guarded& numbers) {
                plan.launch(plan.kernel(1), range_of_cells(plan, fluid), numbers, fluid.asked(),
                            columns_of(fluid), rows_of(fluid), height_of(fluid), Fluid::rate);
            });
    };
}

void step_in_vectors(Plan& plan, const Fluid& fluid)
{
    step_in_place(
        plan, fluid, "",
        [&](const Guarded& from, const Guarded& to) {
            plan.launch_groups(plan.kernel(0), divide_up(fluid.box().cells(), plan.parameter("STRIP")), 1,
                               from, to, cells_of(fluid), Fluid::rate);
        },
        [&](const Guarded& numbers) {
            plan.launch_groups(plan.kernel(1), divide_up(fluid.box().rows(), plan.parameter("BLOCK_ROWS")), 1,
                               numbers, fluid.asked(), columns_of(fluid), rows_of(fluid), height_of(fluid),
                               Fluid::rate);
        });
}

class Lbm final : public Ladder
{
public:
    std::string name() const override { return "lbm"; }
    std::string chapter() const override { return "34-fluid"; }
    std::string title() const override { return "A fluid: eight steps of the lattice Boltzmann method"; }
    LimitKind limit() const override { return LimitKind::copy; }
    std::vector<std::string> cases() const override { return {"d2q9", "d3q19"}; }
    std::string chart(const std::string& input) const override
    {
        return input == "d2q9" ? "steps of a fluid" : "";
    }

    std::vector<Rung> rungs(const Workbench& workbench) const override
    {
        const std::string file = "kernels/lbm.cl";
        std::vector<Parameters> groups;
        for (const int group : {64, 128, 256}) groups.push_back({{"GROUP", group}});
        std::vector<Rung> rungs{
            {"two_loops", "stream, then collide", file, {"stream", "collide"}, step_in_two_loops, groups},
            {"fused", "both in one kernel", file, {"pull"}, pulling("-D BY_CELL"), groups},
            {"arrays", "an array for each direction", file, {"pull"}, pulling(""), groups},
            {"asked", "walls asked once", file, {"pull_asked"}, pulling("", true), groups},
            {"in_place", "one buffer", file, {"even_step", "odd_step"}, in_place(), groups},
            {"halves", "two buffers of 16 bits", file, {"pull_asked"}, pulling("-D HALF", true), groups},
            {"halves_in_place",
             "one buffer of 16 bits",
             file,
             {"even_step", "odd_step"},
             in_place(" -D HALF"),
             groups},
        };
        for (Rung& rung : rungs)
            if (rung.name.starts_with("halves")) rung.operations = 0.5; // of the bytes
        if (!workbench.is_cpu() && !workbench.is_simulator()) return rungs;
        std::vector<Parameters> blocks;
        for (const auto& [strip, rows] : std::vector<std::pair<int, int>>{{16384, 4}, {4096, 2}, {65536, 16}})
            blocks.push_back({{"STRIP", strip}, {"BLOCK_ROWS", rows}});
        rungs.push_back({"vectors",
                         "one buffer of floats, 16 cells at a time",
                         "kernels/lbm_vectors.cl",
                         {"even_vectors", "odd_vectors"},
                         step_in_vectors,
                         blocks});
        return rungs;
    }

    Extent timed_extent(const Workbench& workbench, const std::string& input, bool quick) const override
    {
        const bool flat = input == "d2q9";
        if (workbench.is_simulator()) return flat ? Extent{64, 32} : Extent{32, 64};
        if (workbench.is_cpu()) { // no powers of two, by which arrays would share the same sets of a cache
            if (quick) return flat ? Extent{1056, 1000} : Extent{264, 900};
            return flat ? Extent{4192, 1000} : Extent{528, 3600};
        }
        if (quick) return flat ? Extent{2048, 2048} : Extent{128, 16384};
        return flat ? Extent{8192, 2048} : Extent{256, 32768};
    }

    std::vector<Extent> verified_extents(const Workbench& workbench) const override
    {
        std::vector<Extent> extents{{1, 1}, {1, 40}, {40, 1}, {2, 2}, {4, 5}, {17, 19}, {33, 36}};
        if (!workbench.is_simulator())
            for (const Extent extent : std::vector<Extent>{{64, 16}, {65, 49}, {130, 63}, {513, 64}})
                extents.push_back(extent);
        return extents;
    }

    Extent counted_extent() const override { return {64, 32}; }
    std::array<Extent, 2> counted_extents(const std::string&, const Parameters&) const override
    {
        return {{{64, 32}, {128, 64}}};
    }

    std::vector<std::string> curve_rungs(const Workbench& workbench) const override
    {
        return {"two_loops", "asked", workbench.is_cpu() ? "vectors" : "in_place"};
    }

    std::vector<Extent> curve_extents(const Workbench& workbench, const std::string& input,
                                      bool quick) const override
    {
        const bool flat = input == "d2q9";
        const Extent full = timed_extent(workbench, input, quick);
        std::vector<Extent> extents;
        for (std::size_t side = flat ? 128 : 32;; side *= 2) {
            const Extent extent{side, flat ? side : side * side / 2};
            if (elements(extent) >= elements(full)) break;
            extents.push_back(extent);
        }
        extents.push_back(full);
        return extents;
    }

    std::unique_ptr<Problem> problem(Workbench& workbench, const std::string& input,
                                     Extent extent) const override
    {
        return std::make_unique<Fluid>(workbench, input, extent);
    }

    std::vector<Peer> peers(Workbench& workbench, const std::string& input, Extent extent) const override
    {
        if (!workbench.is_cpu() || !host_fluid::is_here()) return {};
        struct Host
        {
            Fluid fluid;
            std::vector<std::uint32_t> asked;
            std::vector<float> from, to;
        };
        const auto host = std::shared_ptr<Host>(new Host{{workbench, input, extent}, {}, {}, {}});
        const Box& box = host->fluid.box();
        host->asked = box.asked();
        host->from = host->to = host->fluid.numbers();
        const auto run_ms = [host, &box] {
            const Stopwatch watch;
            for (int step = 0; step < Fluid::steps; ++step) {
                host_fluid::step({box.columns(), box.rows(), box.height(), host->asked}, host->from, host->to,
                                 Fluid::rate);
                host->from.swap(host->to);
            }
            return watch.elapsed().count();
        };
        run_ms();
        if (const std::string mistake = host->fluid.judged(host->from, {}).mistake; !mistake.empty())
            throw Failure("The C++ loop is wrong: " + mistake, "./lockstep bench verify lbm");
        return {{.name = "C++ loop with OpenMP",
                 .run_ms = run_ms,
                 .work = host->fluid.work(),
                 .threads = native::threads(),
                 .version = host_fluid::version()}};
    }
};

const Registered registered{std::make_unique<Lbm>()};

} // namespace ladder_lbm
} // namespace lockstep::bench
