// Bodies that pull each other, divided among a team anew after each step, by what the step
// before has shown.
#pragma once

#include "product.hpp"

class Bodies
{
public:
    Bodies(const std::vector<Member>& team, std::size_t count) : team_{team}, all_(count)
    {
        const std::vector<float> places = random_floats(3 * count, 28, -1, 1);
        for (std::size_t i = 0; i < count; ++i)
            all_[i] = {{places[3 * i], places[3 * i + 1], places[3 * i + 2],
                        1 / static_cast<float>(count)}};
        for (const Member& member : team_) {
            const std::size_t bytes = count * sizeof(cl_float4);
            Part part{find_kernel(member.program, "move"), member.input(all_),
                      member.buffer(bytes), member.buffer(bytes)};
            member.queue.enqueueFillBuffer(part.velocities, 0.0F, 0, bytes);
            part.kernel.setArg(0, part.all);
            part.kernel.setArg(1, part.velocities);
            part.kernel.setArg(2, part.moved);
            part.kernel.setArg(3, static_cast<cl_uint>(count));
            parts_.push_back(part);
        }
    }

    struct Step
    {
        double ms;                     // all of it
        double exchange_ms;            // of this, what moved places to and from the host
        std::vector<double> kernel_ms; // of each member
    };

    //! [step]
    // Each member moves its own bodies and hands them to the host, which then tells
    // every device all places.
    Step step(const std::vector<Range>& mine)
    {
        Step result{0, 0, std::vector<double>(team_.size())};
        const Stopwatch watch;
        together(team_, [&](std::size_t i) { result.kernel_ms[i] = compute(i, mine[i]); });
        const double slowest = *std::ranges::max_element(result.kernel_ms);
        together(team_, [&](std::size_t i) { tell_all(i); });
        result.ms = watch.elapsed().count();
        result.exchange_ms = result.ms - slowest;
        return result;
    }
    //! [step]

    // The velocities of bodies that change hands go by the host as well.
    void move_velocities(const std::vector<Range>& from, const std::vector<Range>& to)
    {
        std::vector<cl_float4> velocities(all_.size());
        constexpr std::size_t bytes = sizeof(cl_float4);
        for (std::size_t i = 0; i < team_.size(); ++i)
            if (const Range had = from[i]; had.count > 0)
                team_[i].queue.enqueueReadBuffer(parts_[i].velocities, CL_TRUE,
                                                 had.first * bytes, had.count * bytes,
                                                 &velocities[had.first]);
        for (std::size_t i = 0; i < team_.size(); ++i)
            if (const Range has = to[i]; has.count > 0)
                team_[i].queue.enqueueWriteBuffer(parts_[i].velocities, CL_TRUE,
                                                  has.first * bytes, has.count * bytes,
                                                  &velocities[has.first]);
    }

    const std::vector<cl_float4>& all() const { return all_; }

private:
    // Returns how long the kernel took, as the host saw it.
    double compute(std::size_t member, Range range)
    {
        if (range.count == 0) return 0;
        auto& [kernel, all, velocities, moved] = parts_[member];
        const cl::CommandQueue& queue = team_[member].queue;
        const Stopwatch watch;
        kernel.setArg(4, static_cast<cl_uint>(range.first));
        kernel.setArg(5, static_cast<cl_uint>(range.count));
        queue.enqueueNDRangeKernel(kernel, cl::NullRange,
                                   cl::NDRange((range.count + 63) / 64 * 64),
                                   cl::NDRange(64));
        queue.finish();
        const double kernel_ms = watch.elapsed().count();
        queue.enqueueReadBuffer(moved, CL_TRUE, range.first * sizeof(cl_float4),
                                range.count * sizeof(cl_float4), &all_[range.first]);
        return kernel_ms;
    }

    void tell_all(std::size_t member)
    {
        team_[member].queue.enqueueWriteBuffer(
            parts_[member].all, CL_TRUE, 0, all_.size() * sizeof(cl_float4), all_.data());
    }

    struct Part
    {
        cl::Kernel kernel;
        cl::Buffer all, velocities, moved;
    };
    const std::vector<Member>& team_;
    std::vector<cl_float4> all_;
    std::vector<Part> parts_{};
};

//! [rebalance]
// What each member did in a millisecond of its kernel. Who did nothing keeps a little, to
// be measured again.
inline std::vector<double> speeds_of(const std::vector<Range>& mine,
                                     const Bodies::Step& step)
{
    std::vector<double> speeds;
    for (std::size_t i = 0; i < mine.size(); ++i)
        speeds.push_back(static_cast<double>(std::max<std::size_t>(mine[i].count, 1)) /
                         std::max(step.kernel_ms[i], 1e-3));
    return speeds;
}
//! [rebalance]

inline void measure_bodies(const std::vector<Member>& team, Size size)
{
    const std::size_t count = size == Size::cpus    ? 4096
                              : size == Size::mixed ? 32768
                                                    : 262144;
    std::vector<double> alone;
    std::vector<cl_float4> expected;
    for (std::size_t i = 0; i < team.size(); ++i) {
        const std::vector<Member> only{team[i]};
        Bodies bodies{only, count};
        std::vector<double> times;
        for (int step = 0; step < 3; ++step) times.push_back(bodies.step({{0, count}}).ms);
        alone.push_back(median(times));
        if (i == 0) expected = bodies.all();
    }
    std::printf("\n%zu bodies; a step alone", count);
    for (std::size_t i = 0; i < team.size(); ++i)
        std::printf("%s %s %.1f ms", i == 0 ? ":" : ",", team[i].name.c_str(), alone[i]);
    std::printf("\n");

    Bodies bodies{team, count};
    std::vector<Range> mine = shares(count, std::vector<double>(team.size(), 1.0));
    std::optional<Disturbance> disturbance;
    double worst = 0;
    for (int number = 1; number <= 9; ++number) {
        if (number == 5) disturbance.emplace(team.front());
        const Bodies::Step step = bodies.step(mine);
        if (number == 3)
            for (std::size_t i = 0; i < count; i += 61)
                for (std::size_t k = 0; k < 3; ++k)
                    worst = std::max(
                        worst, double{std::abs(expected[i].s[k] - bodies.all()[i].s[k])});
        std::vector<std::size_t> counts;
        for (const Range& range : mine) counts.push_back(range.count);
        std::printf("  step %d: bodies %s, %7.1f ms, efficiency %.2f, exchange %.2f ms%s\n",
                    number, joined(counts).c_str(), step.ms, efficiency(alone, step.ms),
                    step.exchange_ms, number == 5 ? ", the first member is disturbed" : "");
        const std::vector<Range> next = shares(count, speeds_of(mine, step));
        bodies.move_velocities(mine, next);
        mine = next;
    }
    disturbance.reset();
    std::printf("  after 3 steps, apart from one device's result by less than 1e-5: %s\n",
                worst < 1e-5 ? "yes" : "NO");
}
