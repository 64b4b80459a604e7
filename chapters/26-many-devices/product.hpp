// A product of matrices whose rows are divided among a team.
#pragma once

#include "shares.hpp"
#include "team.hpp"

#include <atomic>

// A kernel that takes all of a device, again and again in a queue of its own, until this
// ends.
class Disturbance
{
public:
    // A few milliseconds long on either kind of device.
    explicit Disturbance(const Member& member)
        : Disturbance{member, is_gpu(member.device) ? 20000U : 800U,
                      is_gpu(member.device) ? std::size_t{1} << 20U : std::size_t{4096}}
    {
    }
    Disturbance(const Member& member, cl_uint rounds, std::size_t items)
        : thread_{[=, this, queue = cl::CommandQueue{member.context, member.device},
                   kernel = find_kernel(member.program, "spin"),
                   values = member.buffer(items * sizeof(cl_uint))]() mutable {
              kernel.setArg(0, values);
              kernel.setArg(1, rounds);
              while (!stop_) {
                  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(items));
                  queue.finish();
              }
          }}
    {
    }
    ~Disturbance() { stop_ = true; }
    Disturbance(const Disturbance&) = delete;
    Disturbance& operator=(const Disturbance&) = delete;

private:
    std::atomic<bool> stop_ = false;
    std::jthread thread_;
};

class Product
{
public:
    Product(const std::vector<Member>& team, std::size_t side) : team_{team}, side_{side}
    {
        a_ = random_floats(side * side, 26);
        b_ = random_floats(side * side, 27);
        for (const Member& member : team_) {
            cl::Kernel kernel = find_kernel(member.program, "product");
            const cl::Buffer c = member.buffer(side * side * sizeof(float));
            const auto length = static_cast<cl_uint>(side);
            const cl::Buffer a = member.input(a_), b = member.input(b_);
            kernel.setArg(0, a); // the kernel does not keep them: the part does
            kernel.setArg(1, b);
            kernel.setArg(2, c);
            kernel.setArg(3, length / 4);
            kernel.setArg(4, length);
            parts_.push_back({kernel, a, b, c});
        }
    }

    // Whether a has zeros behind its diagonal, which are then not multiplied.
    bool triangular = false;

    //! [rows]
    // Computes some rows on one member and fetches them to their place in the result.
    void rows(std::size_t member, Range range)
    {
        if (range.count == 0) return;
        auto& [kernel, a, b, c] = parts_[member];
        const cl::CommandQueue& queue = team_[member].queue;
        kernel.setArg(5, cl_uint{triangular ? 1U : 0U});
        kernel.setArg(6, static_cast<cl_uint>(range.first));
        queue.enqueueNDRangeKernel(kernel, cl::NullRange,
                                   cl::NDRange(side_ / 4, range.count),
                                   cl::NDRange(std::min<std::size_t>(side_ / 4, 32), 1));
        const std::size_t row_bytes = side_ * sizeof(float);
        queue.enqueueReadBuffer(c, CL_TRUE, range.first * row_bytes,
                                range.count * row_bytes, &result_[range.first * side_]);
    }
    //! [rows]

    //! [divided]
    Milliseconds divided(const std::vector<double>& speeds)
    {
        const std::vector<Range> mine = shares(side_, speeds);
        return together(team_, [&](std::size_t i) { rows(i, mine[i]); });
    }

    Milliseconds by_pieces(std::size_t piece, std::vector<std::size_t>& done)
    {
        Pieces pieces{side_, piece};
        done.assign(team_.size(), 0);
        return together(team_, [&](std::size_t i) {
            while (const std::optional<Range> range = pieces.next()) {
                rows(i, *range);
                done[i] += range->count;
            }
        });
    }
    //! [divided]

    // Looks at 263 elements, and forgets the result.
    bool was_right()
    {
        bool right = true;
        for (std::size_t at = 0; at < side_ * side_; at += side_ * side_ / 263 + 1) {
            double sum = 0;
            for (std::size_t k = 0; k < (triangular ? at / side_ + 1 : side_); ++k)
                sum +=
                    double{a_[at / side_ * side_ + k]} * double{b_[k * side_ + at % side_]};
            // Sums of up to 9 · side round by less than 9 · side² · 2^-24.
            right = right && std::abs(double{result_[at]} - sum) <
                                 9.0 * static_cast<double>(side_ * side_) * 6e-8;
        }
        result_.assign(side_ * side_, -1e30F);
        return right;
    }

private:
    struct Part
    {
        cl::Kernel kernel;
        cl::Buffer a, b, c;
    };
    const std::vector<Member>& team_;
    std::size_t side_;
    std::vector<float> a_, b_, result_ = std::vector<float>(side_ * side_);
    std::vector<Part> parts_{};
};

inline void measure_product(const std::vector<Member>& team, Size size)
{
    const std::size_t side = size == Size::cpus ? 512 : size == Size::mixed ? 2048 : 8192;
    const std::size_t piece = side / 32;
    Product product{team, side};
    std::printf("\nproduct of %zu × %zu matrices\n", side, side);
    bool right = true;
    const auto middle = [&](const auto& measure) {
        std::vector<double> times;
        for (int i = 0; i < 3; ++i) {
            times.push_back(measure().count());
            right = product.was_right() && right;
        }
        return median(times);
    };
    std::vector<double> alone, speeds;
    for (std::size_t i = 0; i < team.size(); ++i) {
        std::vector<double> only(team.size());
        only[i] = 1;
        alone.push_back(middle([&] { return product.divided(only); }));
        speeds.push_back(1 / alone.back());
        std::printf("  %-24s %9.1f ms alone\n", team[i].name.c_str(), alone.back());
    }
    std::vector<std::size_t> done;
    const auto tell = [&](const char* name, double ms, const std::string& rows) {
        std::printf("  %-24s %9.1f ms, efficiency %.2f, rows %s\n", name, ms,
                    efficiency(alone, ms), rows.c_str());
    };
    const auto static_ways = [&](const char* equally, const char* by_speed,
                                 const char* queue) {
        const auto rows_of = [&](const std::vector<double>& weights) {
            std::vector<std::size_t> counts;
            for (const Range& range : shares(side, weights)) counts.push_back(range.count);
            return joined(counts);
        };
        const std::vector<double> equal(team.size(), 1.0);
        if (equally != nullptr)
            tell(equally, middle([&] { return product.divided(equal); }), rows_of(equal));
        tell(by_speed, middle([&] { return product.divided(speeds); }), rows_of(speeds));
        const double ms = middle([&] { return product.by_pieces(piece, done); });
        tell(queue, ms, joined(done));
    };
    static_ways("equal shares", "shares by speed", "pieces to who is free");
    product.triangular = true;
    alone.clear();
    for (std::size_t i = 0; i < team.size(); ++i) {
        std::vector<double> only(team.size());
        only[i] = 1;
        alone.push_back(middle([&] { return product.divided(only); }));
    }
    static_ways(nullptr, "triangle: by speed", "triangle: pieces");
    std::printf("  all results %s\n", right ? "right" : "WRONG");
}
