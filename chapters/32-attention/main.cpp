// Attention with all weights in memory and with none, what exp does to large scores, and what rounding to 16 bits costs.
#include "attention.hpp"

#include <lockstep/failure.hpp>
#include <lockstep/lab.hpp>
#include <lockstep/run.hpp>

using namespace lockstep;
using namespace attention;

constexpr std::size_t group = 64; // work-items of a work-group

struct Attention : Lab
{
    bool gpu = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
    std::size_t heads = simulated ? 1 : gpu ? 8 : 4;

    template <typename... Arguments>
    void launch(const cl::Program& kernels, const char* name, std::size_t items,
                std::size_t rows, std::size_t planes, const Arguments&... arguments) const
    {
        cl::Kernel kernel = find_kernel(kernels, name);
        cl_uint index = 0;
        (kernel.setArg(index++, arguments), ...);
        const std::size_t whole_groups = (items + group - 1) / group * group;
        queue.enqueueNDRangeKernel(kernel, cl::NullRange,
                                   cl::NDRange(whole_groups, rows, planes),
                                   cl::NDRange(group, 1, 1));
    }

    //! [whole]
    // One launch for the scores, one for their softmax, one for the results.
    void whole(const cl::Program& kernels, const std::vector<cl::Buffer>& qkv,
               const cl::Buffer& weights, const cl::Buffer& out, cl_uint tokens,
               cl_uint first = 0) const
    {
        const std::size_t rows = tokens * heads;
        launch(kernels, "scores", tokens, tokens, heads, qkv[0], qkv[1], weights, tokens,
               cl_uint{1}, first);
        launch(kernels, "softmax_rows", rows, 1, 1, weights, tokens,
               static_cast<cl_uint>(rows));
        launch(kernels, "weighted_sums", head, tokens, heads, weights, qkv[2], out, tokens);
    }
    //! [whole]

    void overflow() const
    {
        std::printf("e^x is infinite from %.2f on in half, from %.2f on in float\n",
                    std::log(half.largest), std::log(3.4028235e38));
        const cl_uint count = simulated ? 64 : 1024;
        std::printf("a row of %u scores from 0 to 100\n", count);
        for (const bool plain : {true, false}) {
            std::vector<float> row(count);
            for (std::size_t i = 0; i < count; ++i)
                row[i] = 100 * static_cast<float>(i) / static_cast<float>(count);
            const cl::Buffer weights = input(row);
            launch(program("attention.cl", plain ? "-D MAXIMUM=0" : ""), "softmax_rows", 1,
                   1, 1, weights, count, cl_uint{1});
            row = read<float>(weights, count);
            double sum = 0;
            for (const float weight : row) sum += double{weight};
            std::printf("  %-20s %4td weights are NaN, their sum is %f\n",
                        plain ? "exp of the scores:" : "less the largest:",
                        std::ranges::count_if(row, [](float w) { return std::isnan(w); }),
                        sum);
        }
    }

    void compare(std::size_t tokens) const
    {
        const cl::Buffer weights = room_for_weights(tokens);
        const std::size_t numbers = tokens * heads * head;
        const auto count = static_cast<cl_uint>(tokens);
        const Tokens drawn = drawn_tokens(tokens * heads);
        const std::vector<cl::Buffer> qkv{input(drawn.q), input(drawn.k), input(drawn.v)};
        const cl::Buffer out = output<float>(numbers), other = output<float>(numbers);
        const cl::Program kernels = program("attention.cl");
        const double whole_ms = time_ms([&] { whole(kernels, qkv, weights, out, count); });
        const double attend_ms = time_ms([&] {
            launch(kernels, "attend", tokens, heads, 1, qkv[0], qkv[1], qkv[2], other,
                   count, cl_uint{1}, cl_uint{0});
        });
        std::printf("%zu tokens, %zu heads of %zu numbers\n", tokens, heads, head);
        std::printf("  q, k, v: %zu KiB, all weights: %zu KiB\n", 12 * numbers / 1024,
                    weights.getInfo<CL_MEM_SIZE>() / 1024);
        std::printf("  largest errors: %.1e and %.1e\n",
                    largest_error(drawn, tokens, read<float>(out, numbers)),
                    largest_error(drawn, tokens, read<float>(other, numbers)));
        if (simulated) return;
        std::printf("  all weights in memory  %9.2f ms\n", whole_ms);
        std::printf("  none of them           %9.2f ms\n", attend_ms);
    }

    cl::Buffer room_for_weights(std::size_t tokens) const
    {
        const std::size_t bytes = sizeof(float) * tokens * tokens * heads,
                          most = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
        if (bytes > most)
            throw Failure("The weights of " + std::to_string(tokens) + " tokens and " +
                              std::to_string(heads) + " heads take " +
                              std::to_string(bytes >> 20U) + " MiB, and the device gives " +
                              std::to_string(most >> 20U) + " at a time.",
                          "take fewer tokens, or a kernel that stores no weights");
        return output<float>(tokens * tokens * heads);
    }

    template <typename Enqueue>
    double time_ms(const Enqueue& enqueue) const
    {
        enqueue(); // not counted: builds and warms up
        queue.finish();
        const Stopwatch watch;
        enqueue();
        queue.finish();
        return watch.elapsed().count();
    }

    // Two layers, of which the second takes the first one's results. The first tokens fill up the sequence.
    void pad() const
    {
        const cl_uint tokens = 128, filling = 3;
        const Tokens drawn = drawn_tokens(tokens * heads);
        for (const bool guarded : {false, true}) {
            const cl::Program kernels =
                program("attention.cl", guarded ? "" : "-D GUARD=0");
            const cl::Buffer weights = room_for_weights(tokens);
            cl::Buffer from = output<float>(drawn.q.size()),
                       to = output<float>(drawn.q.size());
            whole(kernels, {input(drawn.q), input(drawn.k), input(drawn.v)}, weights, from,
                  tokens, filling);
            whole(kernels, {from, from, from}, weights, to, tokens, filling);
            std::printf("%s %u tokens of which %u fill up, two layers\n",
                        guarded ? "guarded:" : "as it comes:", tokens, filling);
            for (const cl::Buffer& results : {from, to}) {
                const std::vector<float> values = read<float>(results, drawn.q.size());
                std::printf("  %5.1f %% of the results are NaN\n",
                            100.0 *
                                static_cast<double>(std::ranges::count_if(
                                    values, [](float x) { return std::isnan(x); })) /
                                static_cast<double>(values.size()));
            }
        }
    }
};

//! [roundings]
void compare_roundings(std::size_t tokens)
{
    const Tokens drawn = drawn_tokens(tokens);
    std::printf("%zu tokens, error against double      half  bfloat16\n", tokens);
    for (const int steps : {1, 2, 3}) {
        constexpr const char* names[] = {"", "q, k, v rounded", "the weights as well",
                                         "and each sum"};
        std::printf("  %-30s", names[steps]);
        for (const Format& format : {half, bfloat16}) {
            const Rounding round = [&](double x) { return format.nearest(x); };
            std::printf("  %7.1e", error_of(drawn, {round, steps > 1 ? round : Rounding{},
                                                    steps > 2 ? round : Rounding{}}));
        }
        std::printf("\n");
    }
}
//! [roundings]

int main(int argc, char** argv)
{
    const std::string wish = argc > 1 ? argv[1] : "";
    return run([&] {
        const Attention attention;
        if (wish == "padded") {
            attention.pad();
            return;
        }
        if (wish.empty()) attention.overflow();
        attention.compare(!wish.empty()         ? tokens_in(wish)
                          : attention.simulated ? 24
                          : attention.gpu       ? 8192
                                                : 1024);
        if (wish.empty()) compare_roundings(attention.simulated ? 32 : 512);
    });
}
