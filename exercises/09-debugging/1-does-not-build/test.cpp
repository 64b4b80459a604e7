// Tests of louder.cl: the compiler's errors and warnings, and then whether it still crackles.
#include <lockstep/exercise.hpp>
#include <lockstep/program.hpp>

#include <algorithm>

using namespace lockstep;

namespace
{

// The program, or a failure of the test case that quotes the compiler.
cl::Program program()
{
    const Exercise& exercise = Exercise::get();
    try {
        return build_program(exercise.context(), exercise.device(), exercise.files() / "louder.cl");
    } catch (const BuildFailure& failure) {
        FAIL(std::string{failure.what()});
        throw;
    }
}

cl::Kernel louder_kernel()
{
    program(); // fails in the test case; Exercise::kernel would end the test program
    return Exercise::get().kernel("louder.cl", "louder", {"global short*", "uint", "int"});
}

using Samples = std::vector<std::int16_t>;

Samples scaled(Samples samples, int percent, std::size_t launched)
{
    for (std::size_t i = 0; i < std::min(samples.size(), launched); ++i)
        samples[i] = static_cast<std::int16_t>(std::clamp(samples[i] * percent / 100, -32768, 32767));
    return samples;
}

std::vector<std::int32_t> as_ints(const Samples& samples)
{
    return {samples.begin(), samples.end()};
}

// @param launched work-items, if not one for each sample.
void check_samples(const Samples& samples, int percent, std::size_t group = 8,
                   std::size_t launched = SIZE_MAX)
{
    const std::size_t items = std::min(samples.size(), launched);
    const auto device_samples = input("samples", samples);
    launch(louder_kernel(), covering(items, group), device_samples, samples.size(), percent);
    INFO("at ", percent, " percent");
    expect_same("samples", as_ints(scaled(samples, percent, items)), as_ints(device_samples.read()));
}

Samples random_samples(std::size_t n, std::uint32_t loudest)
{
    Samples samples;
    for (const std::uint32_t value : random_uints(n, 900 + n, 2 * loudest + 1))
        samples.push_back(static_cast<std::int16_t>(static_cast<int>(value) - static_cast<int>(loudest)));
    return samples;
}

} // namespace

TEST_CASE("the kernel builds")
{
    program();
}

TEST_CASE("the compiler has nothing to warn of")
{
    const auto log = program().getBuildInfo<CL_PROGRAM_BUILD_LOG>(Exercise::get().device());
    for (const BuildMessage& message : parse_build_log(log))
        if (message.severity == "warning")
            FAIL("The kernel builds, and the compiler warns: louder.cl:", message.line, ": ", message.text);
}

TEST_CASE("quiet music becomes louder, and loud music softer")
{
    check_samples(random_samples(37, 300), 250);
    for (const int percent : {0, 40, 100}) check_samples(random_samples(37, 32767), percent);
    check_samples({99, -99, 1, -1, 149, -149, 50, -50}, 67); // cut towards 0
    for (const int percent : {9999, 32768, 65'000}) check_samples({0, 1, -1, 2, -2, 49, -50, 3, -3}, percent);
}

TEST_CASE("percentages are exact")
{
    Samples hundreds;
    for (int i = -327; i <= 327; ++i) hundreds.push_back(static_cast<std::int16_t>(100 * i));
    // In floats some of these come out below the whole number that they are, in doubles others.
    for (const int percent : {13, 53, 59, 67, 105, 131, 29, 57, 113}) check_samples(hundreds, percent);
}

TEST_CASE("what is too loud becomes the loudest")
{
    const Samples loud{32767, -32768, 32766, -32767, 16384, -16384, 16383, -16385, 21845, -21846, 12345, 0};
    for (const int percent : {99, 101, 150, 200, 201, 300, 400, 1000, 65000}) check_samples(loud, percent);
}

TEST_CASE("every sound length and work-group is handled")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        check_samples(random_samples(size.count, 32767), 180, size.group);
}

TEST_CASE("there may be more samples than an int counts, or none")
{
    const Samples samples = random_samples(8, 300);
    for (const std::size_t n :
         {std::size_t{3'000'000'000}, std::size_t{0}}) { // the buffer has the first eight
        const auto device_samples = input("samples", samples);
        launch(louder_kernel(), covering(8, 8), device_samples, n, 250);
        INFO(n, " samples");
        expect_same("samples", as_ints(scaled(samples, 250, n)), as_ints(device_samples.read()));
    }
}

TEST_CASE("a launch of a part changes that part")
{
    check_samples(random_samples(37, 32767), 180, 8, 16);
}
