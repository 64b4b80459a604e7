// Tests of the median filter against sorting on the host; every pixel must agree exactly.
#include <lockstep/device.hpp>
#include <lockstep/exercise.hpp>
#include <lockstep/program.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <regex>
#include <sstream>
#include <string>

#include <unistd.h>

using namespace lockstep;

namespace
{

using Pixels = std::vector<float>;

struct Picture
{
    std::size_t columns;
    std::size_t rows;
    std::size_t strips; ///< strips that a work-group makes
};

constexpr std::size_t group_columns = 64;
constexpr std::size_t strip_rows = 8;
constexpr std::size_t patch_pixels = (group_columns + 2) * (strip_rows + 2);

Pixels filtered(const Pixels& in, const Picture& picture)
{
    Pixels out(in.size());
    const auto last_column = static_cast<std::ptrdiff_t>(picture.columns) - 1;
    const auto last_row = static_cast<std::ptrdiff_t>(picture.rows) - 1;
    for (std::ptrdiff_t y = 0; y <= last_row; ++y)
        for (std::ptrdiff_t x = 0; x <= last_column; ++x) {
            Pixels around;
            for (const std::ptrdiff_t dy : {-1, 0, 1})
                for (const std::ptrdiff_t dx : {-1, 0, 1}) {
                    const std::ptrdiff_t row = std::clamp<std::ptrdiff_t>(y + dy, 0, last_row);
                    const std::ptrdiff_t column = std::clamp<std::ptrdiff_t>(x + dx, 0, last_column);
                    around.push_back(in[static_cast<std::size_t>(row * (last_column + 1) + column)]);
                }
            std::nth_element(around.begin(), around.begin() + 4, around.end());
            out[static_cast<std::size_t>(y * (last_column + 1) + x)] = around[4];
        }
    return out;
}

Launch launch_of(const Picture& picture)
{
    return {.global = cl::NDRange(round_up(picture.columns, group_columns),
                                  round_up(picture.rows, strip_rows * picture.strips) /
                                      (strip_rows * picture.strips)),
            .local = cl::NDRange(group_columns, 1)};
}

void check_with(cl::Kernel kernel, const Pixels& in, const Picture& picture)
{
    Exercise& exercise = Exercise::get();
    const auto device_in = input("in", in);
    const auto device_out = output<float>("out", in.size());
    exercise.launch(kernel, launch_of(picture), device_in, device_out, static_cast<cl_uint>(picture.columns),
                    static_cast<cl_uint>(picture.rows), static_cast<cl_uint>(picture.strips));
    INFO("columns ", picture.columns, ", rows ", picture.rows, ", strips a work-group ", picture.strips);
    exercise.expect_same("out", filtered(in, picture), device_out.read(), {}, picture.columns);
    exercise.expect_same("in", in, device_in.read(), {}, picture.columns);
}

void check_pixels(const Pixels& in, const Picture& picture)
{
    check_with(Exercise::get().kernel("median.cl", "median",
                                      {"global float*", "global float*", "uint", "uint", "uint"}),
               in, picture);
}

void check_random(const Picture& picture)
{
    check_pixels(random_floats(picture.columns * picture.rows, 500 + picture.columns * picture.rows),
                 picture);
}

// What a kernel prints while `work` runs: standard output goes to a file meanwhile.
template <typename Work>
std::string printed_by(const Work& work)
{
    std::fflush(stdout);
    std::FILE* file = std::tmpfile();
    REQUIRE(file != nullptr);
    const int screen = dup(STDOUT_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
    work();
    std::fflush(stdout);
    dup2(screen, STDOUT_FILENO);
    close(screen);
    std::rewind(file);
    std::string text;
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
    std::fclose(file);
    return text;
}

// What the student's calls become: work-item 0 tells of every copy and every wait.
constexpr const char* told_source = R"(
void tell_copy(uint elements) { if (get_local_id(0) == 0) printf("[copy] %u\n", elements); }
void tell_wait(uint events) { if (get_local_id(0) == 0) printf("[wait] %u\n", events); }
#define told_copy(to, from, elements, event) \
    (tell_copy(elements), async_work_group_copy(to, from, elements, event))
#define told_wait(events, list) (tell_wait(events), wait_group_events(events, list))
#line 1 "median.cl"
)";

// What the student's calls become: each work-item copies its share at once, as an implementation may, and of the
// work-items the upper half is slow after every wait, so that the lower half is ahead on a device of any kind.
constexpr const char* eager_source = R"(
event_t same_event(event_t event) { return event; }
void __attribute__((overloadable)) copy_share(local void* to, global const void* from, size_t words)
{
    for (size_t i = get_local_id(0); i < words; i += 64)
        ((local uint*)to)[i] = ((global const uint*)from)[i];
}
void __attribute__((overloadable)) copy_share(global void* to, local const void* from, size_t words)
{
    for (size_t i = get_local_id(0); i < words; i += 64)
        ((global uint*)to)[i] = ((local const uint*)from)[i];
}
void wait_and_dawdle()
{
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    for (volatile uint round = 0; get_local_id(0) >= 32 && round < ROUNDS; ++round)
        ;
}
#define eager_copy(to, from, elements, event) \
    (copy_share(to, from, (elements) * sizeof(*(to)) / sizeof(uint)), same_event(event))
#define eager_wait(events, list) wait_and_dawdle()
#line 1 "median.cl"
)";

// The student's kernel, its calls for copying and waiting renamed. They become macros of other names because an
// implementation's own header may define the old ones as macros.
cl::Kernel with_calls(const char* definitions, const char* copy, const char* wait, const char* options = "")
{
    Exercise& exercise = Exercise::get();
    std::string source = read_text(exercise.files() / "median.cl");
    source = std::regex_replace(source, std::regex{R"(\basync_work_group_copy\b)"}, copy);
    source = std::regex_replace(source, std::regex{R"(\bwait_group_events\b)"}, wait);
    cl::Program program{exercise.context(), definitions + source};
    program.build(exercise.device(), options);
    return cl::Kernel{program, "median"};
}

} // namespace

TEST_CASE("single bad pixels disappear")
{
    const Picture picture{130, 30, 2};
    Pixels in(picture.columns * picture.rows, 0.5F);
    for (const std::size_t bad : {0U, 63U, 64U, 129U, 130U * 7U + 63U, 130U * 8U + 64U, 130U * 29U + 129U})
        in[bad] = 100.0F;
    check_pixels(in, picture);
}

TEST_CASE("pixels between two work-groups and two strips see both")
{
    check_random({128, 16, 2});
    if (!Exercise::get().clean_stage()) check_random({128, 32, 2});
}

TEST_CASE("pictures of every size are filtered")
{
    for (const Picture& picture :
         {Picture{1, 1, 1}, Picture{1, 20, 2}, Picture{63, 3, 3}, Picture{64, 8, 1}, Picture{65, 9, 4}})
        check_random(picture);
    if (Exercise::get().clean_stage()) return;
    check_random({67, 41, 3});
    check_random({333, 257, 5});
}

TEST_CASE("a patch is refilled only when everybody has read it")
{
    const char* rounds = is_simulator(Exercise::get().device()) ? "-D ROUNDS=0" : "-D ROUNDS=20000";
    INFO("Here some work-items are slow. Before the group asks for a copy into a patch, a barrier must have "
         "seen "
         "everybody done with it.");
    check_with(with_calls(eager_source, "eager_copy", "eager_wait", rounds), random_floats(64 * 48, 6),
               {64, 48, 6});
}

TEST_CASE("the next patch is on its way while this one is worked on")
{
    const Picture picture{64, 32, 4}; // one work-group, four strips
    const std::string printed = printed_by([&] {
        check_with(with_calls(told_source, "told_copy", "told_wait"), random_floats(64 * 32, 5), picture);
    });
    std::istringstream lines{printed};
    std::size_t elements = 0;
    std::size_t at_first_wait = 0;
    std::size_t waits = 0;
    std::string word;
    for (std::size_t number = 0; lines >> word >> number;) {
        if (word == "[copy]") elements += number;
        if (word == "[wait]" && waits++ == 0) at_first_wait = elements;
    }
    if (elements == 0) FAIL("The kernel brings nothing with async_work_group_copy.");
    if (waits == 0) FAIL("The kernel never calls wait_group_events.");
    if (at_first_wait <= patch_pixels)
        FAIL("When a work-group of four strips first waits, it has asked for ", at_first_wait,
             " pixels, which is one patch. Ask for the second before you wait for the first.");
    if (waits < 4)
        FAIL("A work-group of four strips waits ", waits,
             " times. Wait for one patch at a time, and compute it.");
}
