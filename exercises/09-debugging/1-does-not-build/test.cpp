// Tests of louder.cl: the compiler's errors and warnings, and then whether it still crackles.
#include <lockstep/probes.hpp>
#include <lockstep/program.hpp>

#include <algorithm>
#include <string>

using namespace lockstep;

namespace
{

constexpr const char* file = "louder.cl";

// The first warning in a build log, with its line; empty when there is none.
std::string first_warning(const std::string& log)
{
    for (const BuildMessage& message : parse_build_log(log))
        if (message.severity == "warning")
            return message.line > 0 ? "louder.cl:" + std::to_string(message.line) + ": " + message.text
                                    : message.text;
    return "";
}

// The program, or a failure of the test case that quotes the compiler.
cl::Program program()
{
    const Exercise& exercise = Exercise::get();
    try {
        return build_program(exercise.context(), exercise.device(), exercise.files() / file);
    } catch (const BuildFailure& failure) {
        FAIL(std::string{failure.what()});
        throw;
    }
}

cl::Kernel louder_kernel()
{
    program(); // fails in the test case; Exercise::kernel would end the test program
    return Exercise::get().kernel(file, "louder", {"global short*", "uint", "int"});
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

// @param work_items 0: as many as there are samples, rounded up to whole work-groups.
void check_samples(const Samples& samples, int percent, std::size_t group = 8, std::size_t work_items = 0)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = louder_kernel();
    const auto device_samples = input("samples", samples);
    const std::size_t global = work_items > 0 ? work_items : round_up(samples.size(), group);
    exercise.launch(kernel, {.global = cl::NDRange(global), .local = cl::NDRange(group)}, device_samples,
                    static_cast<cl_uint>(samples.size()), percent);
    INFO("at ", percent, " percent");
    exercise.expect_same("samples", as_ints(scaled(samples, percent, global)),
                         as_ints(device_samples.read()));
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
    const std::string warning = first_warning(log);
    if (!warning.empty()) FAIL("The kernel builds, and the compiler warns: ", warning);
}

TEST_CASE("quiet music becomes louder, and loud music softer")
{
    check_samples(random_samples(37, 300), 250);
    check_samples(random_samples(37, 32767), 40);
    check_samples(random_samples(37, 32767), 0);
    check_samples(random_samples(37, 32767), 100);
    check_samples({99, -99, 1, -1, 149, -149, 50, -50}, 67); // cut towards 0
    for (const int percent : {9999, 32767, 32768, 40'001, 65'000})
        check_samples({0, 1, -1, 2, -2, 49, -50, 3, -3}, percent);
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
    check_samples(random_samples(100, 32767), 777);
}

TEST_CASE("every sound length and work-group is handled")
{
    for (const Size1D& size : Exercise::get().sizes_1d())
        check_samples(random_samples(size.count, 32767), 180, size.group);
    check_samples(random_samples(count_of_its_own(file), 32767), 180, 48);
    check_samples(random_samples(1000, 32767), 180, large_group(louder_kernel()));
    if (Exercise::get().clean_stage()) return;
    check_samples(random_samples((1U << 24) + 37, 32767), 180, 64); // a float cannot number them
}

TEST_CASE("a launch of a part changes that part")
{
    check_samples(random_samples(37, 32767), 180, 8, 16);
    check_samples(random_samples(37, 32767), 180, 4, 4);
}

TEST_CASE("a work-item changes its own sample and no other")
{
    louder_kernel();
    cl::Kernel kernel = lonely_kernel(file, "louder");
    for (const std::size_t number : {0U, 5U, 16U, 17U, 20U}) {
        const Samples before(17, 1000);
        const auto device_samples = input("samples", before);
        launch_alone(kernel, number, device_samples, cl_uint{17}, cl_int{150});
        expect_own_element("samples", number, before, device_samples.read());
    }
    // Of so many samples, which no int counts, there are the first.
    const Samples before(17, 1000);
    const auto first_samples = input("samples", before);
    launch_alone(kernel, 5, first_samples, cl_uint{3'000'000'000}, cl_int{150});
    INFO("n is 3,000,000,000");
    expect_own_element("samples", 5, before, first_samples.read());
}
