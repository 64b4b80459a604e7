// Attention with all weights in memory and with none, what exp does to large scores, what rounding to 16 bits costs, and what a
// new token takes beside many older ones.
#include "decoding.hpp"

#include <lockstep/lab.hpp>
#include <lockstep/run.hpp>

using namespace lockstep;
using namespace attention;

constexpr std::size_t group = 64; // work-items of a work-group

struct Attention : Lab
{
    bool gpu = device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_GPU;
    std::size_t heads = simulated ? 1 : gpu ? 8 : 4;
    std::size_t most_bytes = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>(); // of a buffer

    // Work-items along the three dimensions; of the first, whole groups.
    template <typename... Arguments>
    void launch(const cl::Program& kernels, const char* name,
                std::array<std::size_t, 3> items, const Arguments&... arguments) const
    {
        cl::Kernel kernel = find_kernel(kernels, name);
        cl_uint index = 0;
        (kernel.setArg(index++, arguments), ...);
        const cl::NDRange range((items[0] + group - 1) / group * group, items[1], items[2]);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, range, cl::NDRange(group, 1, 1));
    }

    //! [whole]
    // One launch for the scores, one for their softmax, one for the results.
    void whole(const cl::Program& kernels, const std::vector<cl::Buffer>& qkv,
               const cl::Buffer& weights, const cl::Buffer& out, cl_uint tokens,
               cl_uint first = 0, cl_uint causal = 1) const
    {
        const std::size_t rows = tokens * heads;
        launch(kernels, "scores", {tokens, tokens, heads}, qkv[0], qkv[1], weights, tokens,
               causal, first);
        launch(kernels, "softmax_rows", {rows, 1, 1}, weights, tokens,
               static_cast<cl_uint>(rows));
        launch(kernels, "weighted_sums", {head, tokens, heads}, weights, qkv[2], out,
               tokens);
    }
    //! [whole]

    void overflow() const
    {
        const cl_uint count = simulated ? 64 : 1024;
        std::printf("e^x is infinite from %.2f on in half, from %.2f on in float\n",
                    std::log(half.largest), std::log(3.4028235e38));
        std::printf("a row of %u scores from 0 to 100\n", count);
        for (const bool plain : {true, false}) {
            std::vector<float> row(count);
            for (std::size_t i = 0; i < count; ++i)
                row[i] = 100 * static_cast<float>(i) / static_cast<float>(count);
            const cl::Buffer weights(context, row.begin(), row.end(), false);
            launch(program("attention.cl", plain ? "-D MAXIMUM=0" : ""), "softmax_rows",
                   {1, 1, 1}, weights, count, cl_uint{1});
            const Numbers numbers = numbers_in(read<float>(weights, count));
            std::printf("  %-20s %4zu weights are NaN, the sum of the others is %f\n",
                        plain ? "exp of the scores:" : "less the largest:",
                        count - numbers.count, numbers.sum);
        }
    }

    // Without the mask both compute all scores, and only the times are printed.
    void compare(std::size_t tokens, cl_uint causal = 1) const
    {
        require_room(tokens, heads, most_bytes);
        const std::size_t numbers = tokens * heads * head;
        const auto count = static_cast<cl_uint>(tokens);
        const Tokens drawn = drawn_tokens(tokens * heads);
        const std::vector<cl::Buffer> qkv{input(drawn.q), input(drawn.k), input(drawn.v)};
        const cl::Buffer weights = output<float>(tokens * tokens * heads),
                         out = output<float>(numbers), other = output<float>(numbers);
        const cl::Program kernels = program("attention.cl");
        const double whole_ms =
            time_ms([&] { whole(kernels, qkv, weights, out, count, 0, causal); });
        const double attend_ms = time_ms([&] {
            launch(kernels, "attend", {tokens, heads, 1}, qkv[0], qkv[1], qkv[2], other,
                   count, causal, cl_uint{0});
        });
        std::printf("%zu tokens, %zu heads of %zu numbers\n", tokens, heads, head);
        std::printf("  q, k and v take %zu KiB, all weights %zu KiB\n", 12 * numbers / 1024,
                    bytes_of_weights(tokens, heads) / 1024);
        if (causal != 0)
            std::printf("  largest errors: %.1e and %.1e\n",
                        largest_error(drawn, tokens, read<float>(out, numbers)),
                        largest_error(drawn, tokens, read<float>(other, numbers)));
        if (simulated) return;
        std::printf("  all weights in memory  %9.2f ms\n", whole_ms);
        std::printf("  none of them           %9.2f ms\n", attend_ms);
    }

    // Decoding with `sharing` heads of queries for a head of keys, which are cut into parts.
    void decode(const Cache& cache, std::size_t sharing, std::size_t parts) const
    {
        const std::size_t of_queries = cache.q.size() / head,
                          of_keys = of_queries / sharing,
                          numbers = of_keys * cache.tokens * head,
                          each =
                              (cache.tokens + parts * group - 1) / (parts * group) * group;
        const auto kept = [&](const std::vector<float>& all) {
            return cl::Buffer(queue, all.begin(),
                              all.begin() + static_cast<std::ptrdiff_t>(numbers), true);
        };
        const cl::Buffer q = input(cache.q), k = kept(cache.k), v = kept(cache.v),
                         partial = output<float>(of_queries * parts * (head + 2)),
                         out = output<float>(of_queries * head);
        const cl::Program kernels =
            program("decode.cl", "-D SHARING=" + std::to_string(sharing));
        const auto step = [&] {
            launch(kernels, "decode", {parts * group, of_keys, 1}, q, k, v, partial,
                   static_cast<cl_uint>(cache.tokens), static_cast<cl_uint>(each));
            launch(kernels, "merge", {of_queries * group, 1, 1}, partial, out,
                   static_cast<cl_uint>(parts));
        };
        constexpr int repeats = 20;
        const double ms = time_ms([&] {
                              for (int i = 0; i < repeats; ++i) step();
                          }) /
                          repeats;
        const std::vector<float> results = read<float>(out, of_queries * head);
        const std::vector<double> expected = cache.expected(of_queries - 1, of_keys - 1);
        double error = 0;
        for (std::size_t d = 0; d < head; ++d)
            error = std::max(error, std::abs(double{results[(of_queries - 1) * head + d]} -
                                             expected[d]));
        std::printf("  %2zu heads of keys, %4zu work-groups: error %.0e", of_keys,
                    parts * of_keys, error);
        if (!simulated)
            std::printf(", %7.3f ms, %6.1f GB/s", ms,
                        8e-6 * static_cast<double>(numbers) / ms);
        std::printf("\n");
    }

    void decode() const
    {
        const std::size_t tokens = simulated ? 150
                                   : gpu     ? 32768
                                             : 16384,
                          queries = 4 * heads;
        // Parts of the keys: the fastest of 32 to 512 on an H200.
        const std::size_t of_shared = simulated ? 2 : 128, of_own = simulated ? 2 : 64;
        const Cache cache(tokens, queries, queries);
        std::printf("decoding: a new token with %zu heads of queries, %zu keys a head\n",
                    queries, tokens);
        decode(cache, 4, 1);
        decode(cache, 4, of_shared);
        decode(cache, 1, of_own);
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
        const cl_uint tokens = simulated ? 32 : 128, filling = 3;
        const Tokens drawn = drawn_tokens(tokens * heads);
        const std::size_t count = drawn.q.size();
        for (const char* options : {"-D GUARD=0", "-D GUARD=1"}) {
            const cl::Program kernels = program("attention.cl", options);
            const cl::Buffer weights = output<float>(tokens * tokens * heads);
            const cl::Buffer first = output<float>(count), second = output<float>(count);
            whole(kernels, {input(drawn.q), input(drawn.k), input(drawn.v)}, weights, first,
                  tokens, filling);
            whole(kernels, {first, first, first}, weights, second, tokens, filling);
            std::printf("%s: %u tokens, of which the first %u fill up\n", options, tokens,
                        filling);
            for (const cl::Buffer& results : {first, second})
                std::printf("  layer %d: %zu of %zu results are NaN\n",
                            results() != first() ? 2 : 1,
                            count - numbers_in(read<float>(results, count)).count, count);
        }
    }
};

void compare_roundings(std::size_t tokens)
{
    const Tokens drawn = drawn_tokens(tokens);
    std::printf("%zu tokens, error against double\n", tokens);
    for (const int steps : {1, 2, 3}) {
        const auto error = [&](const Format& format) {
            const Rounding round = [&](double x) { return format.nearest(x); }, none;
            return error_of(drawn,
                            {round, steps > 1 ? round : none, steps > 2 ? round : none});
        };
        std::printf("  %-20s  half %.1e, bfloat16 %.1e\n",
                    steps == 1   ? "q, k, v rounded"
                    : steps == 2 ? "the weights as well"
                                 : "and each sum",
                    error(half), error(bfloat16));
    }
}

int main(int argc, char** argv)
{
    const std::string wish = argc > 1 ? argv[1] : "";
    return run([&] {
        const Attention attention;
        if (wish == "padded") return attention.pad();
        const bool unmasked = wish == "unmasked";
        if (!wish.empty() && !unmasked) return attention.compare(tokens_in(wish));
        std::size_t tokens = attention.simulated ? 24 : attention.gpu ? 8192 : 1024;
        while (bytes_of_weights(tokens, attention.heads) > attention.most_bytes)
            tokens /= 2;
        if (unmasked) return attention.compare(tokens, 0);
        attention.overflow();
        attention.compare(tokens);
        compare_roundings(attention.simulated ? 32 : 512);
        attention.decode();
    });
}
