// Tests of the median filter against sorting on the host; every pixel must agree exactly.
#include <lockstep/probes.hpp>
#include <lockstep/program.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <regex>
#include <sstream>
#include <string>
#include <utility>

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

cl::Kernel median_kernel()
{
    return Exercise::get().kernel("median.cl", "median",
                                  {"global float*", "global float*", "uint", "uint", "uint"});
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
    check_with(median_kernel(), in, picture);
}

void check_random(const Picture& picture)
{
    check_pixels(
        random_floats(picture.columns * picture.rows, 500 + picture.columns * picture.rows, -1e6F, 3e6F),
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

// What the student's calls become: work-item 0 tells of every copy, wait and barrier. The copies come from the second half
// of `in`, which alone holds the picture: what is read past the copies is not in it.
constexpr const char* told_source = R"(
void tell(uint what, uint number, ulong from, uint to)
{
    if (get_local_id(0) == 0)
        printf("[told] %u %u %u %u\n", what, number, (uint)(from / 4 & 0x3fffffff), to);
}
#define told_copy(to, from, elements, event) \
    (tell(0, (uint)(elements), (ulong)(from), (uint)(ulong)(to)), \
     async_work_group_copy(to, (from) + PICTURE_PIXELS, elements, event))
#define told_wait(events, list) (tell(1, (uint)(events), 0, 0), wait_group_events(events, list))
#define told_barrier(flags) (tell(2, 0, 0, 0), barrier(flags))
#line 1 "median.cl"
)";

struct Told
{
    enum class What : unsigned
    {
        copy,
        wait,
        barrier
    };
    What what;
    std::size_t pixels; ///< of a copy
    std::size_t from;   ///< pixel of the copy's source, from an origin that all share
    std::size_t to;     ///< byte of its destination, likewise
};

/// What work-item 0 does, in order, while one work-group of `picture` runs.
std::vector<Told> told_by(const Picture& picture)
{
    Exercise& exercise = Exercise::get();
    // Renamed here, because an implementation's own header may define these names as macros.
    std::string source = read_kernel(exercise.files() / "median.cl").text;
    for (const auto& [name, told] : {std::pair{"async_work_group_copy", "told_copy"},
                                     {"wait_group_events", "told_wait"},
                                     {"(?:work_group_)?barrier", "told_barrier"}})
        source = std::regex_replace(source, std::regex{std::string{R"(\b)"} + name + R"(\s*(?=\())"}, told);
    const std::size_t pixels = picture.columns * picture.rows;
    const Pixels in = random_floats(pixels, 5);
    Pixels elsewhere(pixels, 1000.0F);
    elsewhere.insert(elsewhere.end(), in.begin(), in.end());
    const auto device_in = input("in", elsewhere);
    const auto device_out = output<float>("out", pixels);
    const std::string printed = printed_by([&] {
        cl::Program program{exercise.context(), told_source + source};
        program.build(exercise.device(), ("-D PICTURE_PIXELS=" + std::to_string(pixels)).c_str());
        cl::Kernel kernel{program, "median"};
        exercise.launch(kernel, launch_of(picture), device_in, device_out,
                        static_cast<cl_uint>(picture.columns), static_cast<cl_uint>(picture.rows),
                        static_cast<cl_uint>(picture.strips));
    });
    std::vector<Told> told;
    std::istringstream lines{printed};
    std::string word;
    for (unsigned what = 0; lines >> word;) {
        Told one{};
        if (word != "[told]" || !(lines >> what >> one.pixels >> one.from >> one.to)) continue;
        one.what = static_cast<Told::What>(what);
        told.push_back(one);
    }
    const auto copies =
        std::count_if(told.begin(), told.end(), [](const Told& one) { return one.what == Told::What::copy; });
    if (copies == 0) FAIL("The kernel brings nothing with async_work_group_copy.");
    INFO("In this run only async_work_group_copy brings the picture's pixels: what the work-items read from "
         "`in` themselves is 1000.");
    exercise.expect_same("out", filtered(in, picture), device_out.read(), {}, picture.columns);
    return told;
}

/// The picture's first pixel, in the numbers of Told::from: every run brings it.
std::size_t first_pixel_of(const std::vector<Told>& told)
{
    std::size_t first = std::numeric_limits<std::size_t>::max();
    for (const Told& one : told)
        if (one.what == Told::What::copy) first = std::min(first, one.from);
    return first;
}

constexpr Picture told_picture{64, 32, 4}; // one work-group, four strips
constexpr std::size_t told_patches = 4;

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
    check_random({70, 203, 26}); // one work-group goes down all 26 strips
}

TEST_CASE("work-group (g, h) makes its own columns and strips")
{
    constexpr float untouched = 1000;
    const Picture picture{150, 37, 2}; // three times three work-groups, of which two times one are launched
    const Pixels in = random_floats(picture.columns * picture.rows, 37);
    Pixels expected = filtered(in, picture);
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (i % picture.columns >= 2 * group_columns || i / picture.columns >= 2 * strip_rows)
            expected[i] = untouched;
    // As it is launched, and told of the launch that everything would take: in that one the other work-groups are elsewhere.
    cl::Kernel told{
        program_behind("#define get_global_size(d) ((size_t)((d) == 0 ? 192 : (d) == 1 ? 3 : 1))\n"
                       "#define get_num_groups(d) ((size_t)((d) <= 1 ? 3 : 1))\n",
                       "median.cl"),
        "median"};
    for (cl::Kernel kernel : {median_kernel(), told}) {
        const auto device_in = input("in", in);
        const auto device_out = input("out", Pixels(in.size(), untouched));
        Exercise::get().launch(
            kernel, {.global = cl::NDRange(2 * group_columns, 1), .local = cl::NDRange(group_columns, 1)},
            device_in, device_out, static_cast<cl_uint>(picture.columns), static_cast<cl_uint>(picture.rows),
            static_cast<cl_uint>(picture.strips));
        INFO("Only two work-groups of nine are launched, on a picture of 150 × 37 with two strips a work-"
             "group. They make columns 0 to 127 of rows 0 to 15, and leave the others as they are.");
        Exercise::get().expect_same("out", expected, device_out.read(), {}, picture.columns);
    }
}

TEST_CASE("the next patch is on its way while this one is worked on")
{
    std::size_t asked = 0;
    std::vector<std::size_t> asked_at_wait;
    for (const Told& one : told_by(told_picture)) {
        if (one.what == Told::What::copy) asked += one.pixels;
        if (one.what == Told::What::wait) asked_at_wait.push_back(asked);
    }
    const std::size_t waits = asked_at_wait.size();
    if (waits == 0) FAIL("The kernel never calls wait_group_events.");
    if (waits < told_patches)
        FAIL("A work-group of four strips waits ", waits, waits == 1 ? " time" : " times",
             ". Wait for one patch at a time, and compute it.");
    // A patch here is 64 columns of 10 rows, or of 9 where the row beyond the rim is left out. A patch may be waited for
    // in several calls; then the first of them counts.
    for (std::size_t patch = 0; patch + 1 < told_patches; ++patch) {
        const std::size_t had = asked_at_wait[patch * waits / told_patches];
        if (had > (patch + 1) * group_columns * (strip_rows + 2)) continue;
        FAIL("When a work-group of four strips waits for patch ", patch, ", it has asked for ", had,
             " pixels, and a patch is 640. Ask for patch ", patch + 1, " before you wait for patch ", patch,
             ", in every turn of the loop.");
    }
}

TEST_CASE("a patch is not overwritten while a slower work-item may still read it")
{
    // A copy to where patch p lies needs a barrier after the wait for patch p. Rows 1 to 6 of each eight are in one patch
    // only, so they tell which.
    const std::vector<Told> told = told_by(told_picture);
    const std::size_t origin = first_pixel_of(told);
    std::vector<std::size_t> waits;
    for (std::size_t i = 0; i < told.size(); ++i)
        if (told[i].what == Told::What::wait) waits.push_back(i);
    const auto row_of = [&](const Told& one) { return (one.from - origin) / group_columns; };
    const auto tells = [&](const Told& one) {
        return one.what == Told::What::copy && row_of(one) % strip_rows >= 1 && row_of(one) % strip_rows <= 6;
    };
    const auto overlap = [](const Told& a, const Told& b) {
        return a.to < b.to + sizeof(float) * b.pixels && b.to < a.to + sizeof(float) * a.pixels;
    };
    for (std::size_t later = 0; later < told.size(); ++later)
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            if (!tells(told[earlier]) || !tells(told[later]) || !overlap(told[earlier], told[later]))
                continue;
            const std::size_t patch = row_of(told[earlier]) / strip_rows;
            const std::size_t waits_until = (patch + 1) * waits.size() / told_patches;
            const std::size_t waited = waits_until == 0 ? 0 : waits[waits_until - 1];
            if (waited < later &&
                std::any_of(told.begin() + static_cast<std::ptrdiff_t>(waited),
                            told.begin() + static_cast<std::ptrdiff_t>(later),
                            [](const Told& one) { return one.what == Told::What::barrier; }))
                continue;
            FAIL("Patch ", row_of(told[later]) / strip_rows, " is copied to where patch ", patch,
                 " lies, and no barrier stands between the wait for patch ", patch,
                 " and that copy. A slower work-item may still read patch ", patch, ".");
        }
}

TEST_CASE("no copy reaches beyond the picture's columns")
{
    // The picture is as wide as the work-group, so a row of a patch is a row of the picture, or a part of it.
    const std::vector<Told> told = told_by(told_picture);
    const std::size_t origin = first_pixel_of(told);
    for (const Told& one : told) {
        if (one.what != Told::What::copy) continue;
        const std::size_t column = (one.from - origin) % group_columns;
        if (column + one.pixels > group_columns)
            FAIL("The picture has 64 columns, and a copy brings ", one.pixels, " pixels from column ", column,
                 " of a row. It must end where the row ends.");
    }
}
