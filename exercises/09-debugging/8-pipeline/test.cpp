// Tests of the pipeline: as a whole against a loop on the host, then its parts by themselves.
#include "pipeline.hpp"

#include <lockstep/event_witness_calls.hpp>
#include <lockstep/probes.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>

using namespace lockstep;

namespace
{

using Ints = std::vector<cl_int>;

struct Shape
{
    std::size_t columns;
    std::size_t rows;
};

Ints random_picture(const Shape& size, std::uint32_t values = 65'536)
{
    Ints pixels;
    for (const std::uint32_t value : random_uints(size.columns * size.rows, 1700 + size.columns, values))
        pixels.push_back(static_cast<cl_int>(value));
    return pixels;
}

// The three steps on the host.
Ints halved(const Ints& picture, const Shape& size)
{
    Ints half;
    for (std::size_t y = 0; y < size.rows / 2; ++y)
        for (std::size_t x = 0; x < size.columns / 2; ++x) {
            const auto at = [&](std::size_t u, std::size_t v) {
                return picture[(2 * y + v) * size.columns + 2 * x + u];
            };
            half.push_back((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4);
        }
    return half;
}

Ints means_of(const Ints& pixels, std::size_t columns)
{
    Ints means;
    for (std::size_t begin = 0; begin < pixels.size(); begin += columns) {
        long long sum = 0;
        for (std::size_t x = 0; x < columns; ++x) sum += pixels[begin + x];
        means.push_back(static_cast<cl_int>(sum / static_cast<long long>(columns)));
    }
    return means;
}

Ints levelled(Ints pixels, const Ints& means, std::size_t columns)
{
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] -= means[i / columns];
    return pixels;
}

Ints evened_out(const Ints& picture, const Shape& size)
{
    const Ints half = halved(picture, size);
    return levelled(half, means_of(half, size.columns / 2), size.columns / 2);
}

// The student's kernels, behind lines of the test's own.
cl::Program program_of(const std::string& text)
{
    cl::Program program{Exercise::get().context(), text};
    try {
        program.build({Exercise::get().device()});
    } catch (const cl::Error&) {
        FAIL("kernels() does not build: ",
             std::string{program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(Exercise::get().device())});
    }
    return program;
}

const cl::Program& own_program()
{
    static const cl::Program& program = *new cl::Program{program_of(kernels())};
    return program;
}

const std::array<cl::CommandQueue, 2>& queues()
{
    const Exercise& exercise = Exercise::get();
    static const auto& both = *new std::array{cl::CommandQueue{exercise.context(), exercise.device()},
                                              cl::CommandQueue{exercise.context(), exercise.device()}};
    return both;
}

void check_pipeline(const Shape& size, const cl::Program& program, std::uint32_t values = 65'536)
{
    const Ints picture = random_picture(size, values);
    const Ints expected = evened_out(picture, size);
    const Ints got = even_out(Exercise::get().context(), queues()[0], queues()[1], program, picture,
                              size.columns, size.rows);
    for (const cl::CommandQueue& queue : queues()) queue.finish();
    INFO("a picture of ", size.columns, " × ", size.rows);
    if (got.size() != expected.size())
        FAIL("even_out returned ", got.size(), " pixels where ", expected.size(), " are expected.");
    Exercise::get().expect_same("result", std::vector<std::int32_t>(expected.begin(), expected.end()),
                                std::vector<std::int32_t>(got.begin(), got.end()), {}, size.columns / 2);
}

// Kernels that keep the same promises in another way.
const cl::Program& other_program()
{
    static const cl::Program& program = *new cl::Program{program_of(R"(
kernel void halve(global const int* p, uint columns, global int* h, uint w, uint r)
{
    const uint x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= r) return;
    global const int* q = p + 2 * y * columns + 2 * x;
    h[y * w + x] = (q[0] + q[1] + q[columns] + q[columns + 1]) / 4;
}
kernel void row_means(global const int* p, uint columns, global int* means, local int* partial)
{
    partial[get_local_id(0)] = 0;
    if (get_local_id(0) > 0) return;
    int sum = 0;
    for (uint x = 0; x < columns; ++x) sum += p[get_group_id(0) * columns + x];
    means[get_group_id(0)] = sum / (int)columns;
}
kernel void level(global const int* p, global const int* means, uint columns, uint rows, global int* out)
{
    const uint x = get_global_id(0), y = get_global_id(1);
    if (x < columns && y < rows) out[y * columns + x] = p[y * columns + x] - means[y];
}
)")};
    return program;
}

const std::array shapes{Shape{16, 16}, Shape{8, 30},  Shape{30, 8},  Shape{17, 9},
                        Shape{9, 17},  Shape{2, 2},   Shape{3, 3},   Shape{2, 41},
                        Shape{41, 2},  Shape{129, 5}, Shape{5, 129}, Shape{300, 7}};

// Kernels of `program` by themselves, at sizes where every promise counts.
void check_kernels(const cl::Program& program, std::size_t group)
{
    for (const Shape& size : {Shape{12, 6}, Shape{13, 7}, Shape{7, 13}, Shape{2, 3}, Shape{270, 4}}) {
        const std::size_t wide = size.columns / 2, high = size.rows / 2;
        const auto columns = static_cast<cl_uint>(size.columns), w = static_cast<cl_uint>(wide),
                   h = static_cast<cl_uint>(high);
        const Ints picture = random_picture(size), half = halved(picture, size), means = means_of(half, wide);
        const Launch pixels = covering({wide + 4, high + 2, 4, 2});
        const auto device_half = input("half", half);
        const auto half_out = output<cl_int>("half_picture", half.size()),
                   out = output<cl_int>("out", half.size()), means_out = output<cl_int>("means", high);
        INFO("a kernel by itself, for a picture of ", size.columns, " × ", size.rows, ", in work-groups of ",
             group, " for a row");
        launch(cl::Kernel{program, "halve"}, pixels, input("picture", picture), columns, half_out, w, h);
        expect_same("half_picture", half, half_out.read(), {}, wide);
        launch(cl::Kernel{program, "row_means"}, covering(high * group, group), device_half, w, means_out,
               cl::Local(group * sizeof(cl_int)));
        expect_same("means", means, means_out.read());
        launch(cl::Kernel{program, "level"}, pixels, device_half, input("means", means), w, h, out);
        expect_same("out", levelled(half, means, wide), out.read(), {}, wide);
    }
}

void expect_commands(const EventWitness& witness, const std::string& name, std::size_t count,
                     const cl::CommandQueue& queue)
{
    const auto commands = witness.all(name);
    if (commands.size() != count)
        FAIL("Of ", name, " there are ", commands.size(), " where ", count, " are expected.");
    for (const auto number : commands) {
        const EventWitness::Command command = witness.command(number);
        if (command.queue != queue())
            FAIL("What is copied goes through the queue `transfers`, and kernels through the queue `work`; ",
                 witness.describe(number), " does not.");
        if (command.program != nullptr && command.program != own_program()())
            FAIL("The kernels that were launched are not all of the program that even_out was given.");
    }
}

} // namespace

// Oclgrind 21.10 takes what is known of a released buffer for known of the next in its place: there none is released.
LOCKSTEP_REPLACE(clReleaseMemObject, object)
{
    return clean_stage() && inside_library == 0 ? CL_SUCCESS : real();
}

TEST_CASE("pictures of every shape are evened out")
{
    for (const Shape& size : shapes) check_pipeline(size, own_program());
    check_pipeline({64, 12}, own_program(), 1);
    if (clean_stage()) return;
    check_pipeline({1024, 768}, own_program());
    check_pipeline({641, 1283}, own_program());
    check_pipeline({40'001, 3}, own_program(), 50'000);
    check_pipeline({3, 140'001}, own_program());
}

TEST_CASE("nothing is read before it is there, and the host waits once")
{
    const Ints picture = random_picture({40, 30});
    EventWitness witness{{.patience = std::chrono::seconds{3}}};
    std::string thrown;
    try {
        even_out(Exercise::get().context(), queues()[0], queues()[1], own_program(), picture, 40, 30);
    } catch (const cl::Error& error) {
        thrown = error.what();
    }
    witness.stop(); // what commands would write to is gone
    if (!witness.deadlock().empty()) FAIL(witness.deadlock(), ": it need not begin.");
    if (!thrown.empty()) FAIL("even_out threw a cl::Error of ", thrown, ".");
    if (const std::string race = witness.race(); !race.empty())
        FAIL("On the way through the queues, ", race, ".");
    if (!witness.unwaited().empty())
        FAIL("even_out returned while ", witness.describe(witness.unwaited().back()),
             " was still on its way.");
    if (witness.waits() != 1)
        FAIL("The host waits ", witness.waits(),
             " times; once is enough, for the result. Let events do the rest.");
    expect_commands(witness, "clEnqueueWriteBuffer", 1, queues()[0]);
    expect_commands(witness, "clEnqueueNDRangeKernel", 3, queues()[1]);
    expect_commands(witness, "clEnqueueReadBuffer", 1, queues()[0]);
}

TEST_CASE("the host runs other kernels that keep the same promises")
{
    for (const Shape& size : shapes) check_pipeline(size, other_program());
}

TEST_CASE("each kernel keeps its promise by itself")
{
    check_kernels(own_program(), 64);
    check_kernels(own_program(), 8);
    if (!clean_stage()) check_kernels(own_program(), 256);
}

TEST_CASE("a launch of a part makes that part")
{
    constexpr cl_uint wide = 12, high = 8;
    const Ints picture = random_picture({2 * wide, 2 * high}), half = halved(picture, {2 * wide, 2 * high}),
               means = means_of(half, wide);
    const Launch pixels = covering({8, 4, 4, 2});
    const auto made = [](std::size_t i) { return i % wide < 8 && i / wide < 4; };
    const auto half_out = output<cl_int>("half_picture", half.size()),
               out = output<cl_int>("out", half.size()), means_out = output<cl_int>("means", high);
    launch(cl::Kernel{own_program(), "halve"}, pixels, input("picture", picture), 2 * wide, half_out, wide,
           high);
    expect_part("half_picture", half, half_out.read(), made, {}, wide);
    launch(cl::Kernel{own_program(), "row_means"}, covering(4 * 64, 64), input("half", half), wide, means_out,
           cl::Local(64 * sizeof(cl_int)));
    expect_part("means", means, means_out.read(), [](std::size_t y) { return y < 4; });
    launch(cl::Kernel{own_program(), "level"}, pixels, input("half", half), input("means", means), wide, high,
           out);
    expect_part("out", levelled(half, means, wide), out.read(), made, {}, wide);
}

TEST_CASE("each kernel keeps its promise in whatever order the work-items of a group run")
{
    check_kernels(program_of(numbered_backwards() + kernels()), 64);
}

TEST_CASE("a mean is cut, however near the next number it is")
{
    for (const std::size_t columns : {300U, 3000U, 32'767U}) {
        if (clean_stage() && columns > 300) continue;
        Ints pixels(columns, 65'000);
        pixels.back() = 64'999; // the sum is one less than a multiple, which no float holds
        cl::Kernel row_means{own_program(), "row_means"};
        const auto device_pixels = input("pixels", pixels);
        const auto means = output<cl_int>("means", 1);
        Exercise::get().launch(row_means, {.global = cl::NDRange(64), .local = cl::NDRange(64)},
                               device_pixels, static_cast<cl_uint>(columns), means,
                               cl::Local(64 * sizeof(cl_int)));
        INFO(columns, " pixels of 65000, the last of 64999");
        Exercise::get().expect_same("means", Ints{64'999}, means.read());
    }
}
