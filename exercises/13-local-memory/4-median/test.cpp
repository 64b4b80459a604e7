// Tests of the median filter against sorting on the host; every pixel must agree exactly.
#include "told.hpp"

#include <lockstep/exercise.hpp>

#include <algorithm>
#include <array>
#include <numeric>

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

/// @param groups work-groups in either direction, if not all.
void check_pixels(const Pixels& in, const Picture& picture, std::size_t groups = SIZE_MAX)
{
    const Launch all = launch_of(picture);
    const std::size_t across = std::min(all.global[0], groups == SIZE_MAX ? groups : groups * group_columns),
                      down = std::min(all.global[1], groups);
    const auto out = output<float>("out", in.size());
    launch(median_kernel(), {.global = cl::NDRange(across, down), .local = all.local}, input("in", in), out,
           picture.columns, picture.rows, picture.strips);
    INFO("columns ", picture.columns, ", rows ", picture.rows, ", strips a work-group ", picture.strips);
    const auto made = [&](std::size_t i) {
        return i % picture.columns < across && i / picture.columns / (strip_rows * picture.strips) < down;
    };
    expect_part("out", filtered(in, picture), out.read(), made, {}, picture.columns);
}

void check_random(const Picture& picture)
{
    check_pixels(
        random_floats(picture.columns * picture.rows, 500 + picture.columns * picture.rows, -1e6F, 3e6F),
        picture);
}

/// What work-item 0 does, in order, while the first strips of `picture` are filtered by one work-group in each column of work-groups;
/// that of column `group` tells.
std::vector<Told> told_by(const Picture& picture, std::size_t group = 0)
{
    const auto in = input("in", random_floats(picture.columns * picture.rows, 5));
    const auto out = output<float>("out", picture.columns * picture.rows);
    const Launch all = launch_of(picture);
    median_kernel(); // tells what is wrong with it, and which types it takes
    const std::vector<Told> told = told_in(printed_by([&] {
        const cl::Program program = told_program("median.cl");
        launch(cl::Kernel{program, "told_origin"}, {.global = cl::NDRange(1)}, in);
        launch(cl::Kernel{program, "median"},
               {.global = cl::NDRange(all.global[0], 1, 1),
                .local = cl::NDRange(group_columns, 1, 1),
                .offset = cl::NDRange(0, 0, group)},
               in, out, picture.columns, picture.rows, picture.strips);
    }));
    if (std::ranges::none_of(told, [](const Told& one) { return one.what == Told::What::copy; }))
        FAIL("The kernel brings nothing with async_work_group_copy.");
    return told;
}

constexpr Picture told_picture{64, 32, 4}; // one work-group, four strips
constexpr std::size_t told_patches = 4;

/// The patch of told_picture, or of one a few rows lower, that alone holds a copy's row; told_patches if several do.
std::size_t patch_of(const Told& one)
{
    const std::size_t row = static_cast<std::size_t>(one.from) / group_columns;
    const bool alone = row % strip_rows >= 1 && row % strip_rows <= 6;
    return one.what == Told::What::copy && alone ? std::min(row / strip_rows, told_patches) : told_patches;
}

/// How many rows of such a picture each of its patches has alone.
std::array<std::size_t, told_patches> own_rows(std::size_t rows)
{
    std::array<std::size_t, told_patches> own{};
    for (std::size_t row = 0; row < rows; ++row)
        if (row % strip_rows >= 1 && row % strip_rows <= 6) ++own[row / strip_rows];
    return own;
}

// That every patch but the first is asked for before the wait for the one before it, in four strips of one work-group.
void check_asked_ahead(std::size_t rows)
{
    std::array<std::size_t, told_patches + 1> asked{}; // pixels, by the patch that alone has them
    std::vector<std::array<std::size_t, told_patches + 1>> asked_at_wait;
    for (const Told& one : told_by({told_picture.columns, rows, told_picture.strips})) {
        asked[patch_of(one)] += one.what == Told::What::copy ? one.pixels : 0;
        if (one.what == Told::What::wait) asked_at_wait.push_back(asked);
    }
    const std::size_t waits = asked_at_wait.size();
    if (waits == 0) FAIL("The kernel never calls wait_group_events.");
    if (waits < told_patches)
        FAIL("A work-group of four strips waits ", waits, waits == 1 ? " time" : " times",
             ". Wait for one patch at a time, and compute it.");
    // A patch may be waited for in several calls, as many as it has rows; then the first of them counts.
    const auto own = own_rows(rows);
    const std::size_t all = std::accumulate(own.begin(), own.end(), std::size_t{0});
    std::size_t before = 0;
    for (std::size_t patch = 0; patch + 1 < told_patches; before += own[patch++]) {
        const std::size_t had = asked_at_wait[before * waits / all][patch + 1];
        const std::size_t wanted = group_columns * own[patch + 1];
        if (had < wanted)
            FAIL("A picture of 64 × ", rows, " has four strips. When their work-group waits for patch ",
                 patch, ", it has asked for ", had, " of the ", wanted, " pixels that patch ", patch + 1,
                 " alone has. Ask for patch ", patch + 1, " before you wait for patch ", patch,
                 ", in every turn of the loop.");
    }
}

// That no copy of the work-group in this column of work-groups leaves the row that it begins in, and that the copies bring all
// pixels that the group needs.
void check_ends(const Picture& picture, std::size_t group)
{
    INFO("a picture of ", picture.columns, " × ", picture.rows, ", work-groups (", group, ", h)");
    const auto columns = static_cast<std::ptrdiff_t>(picture.columns);
    std::vector<bool> brought(picture.columns * picture.rows);
    for (const Told& one : told_by(picture, group)) {
        if (one.what != Told::What::copy) continue;
        if (one.from < 0) FAIL("A copy begins ", -one.from, " pixels before the picture.");
        const std::ptrdiff_t column = one.from % columns;
        if (column + static_cast<std::ptrdiff_t>(one.pixels) > columns)
            FAIL("The picture has ", columns, " columns, and a copy brings ", one.pixels,
                 " pixels from column ", column, " of a row. It must end where the row ends.");
        if (one.from + static_cast<std::ptrdiff_t>(one.pixels) <= static_cast<std::ptrdiff_t>(brought.size()))
            std::fill_n(brought.begin() + one.from, one.pixels, true);
    }
    const std::size_t first = group * group_columns - (group > 0 ? 1 : 0);
    const std::size_t end = std::min((group + 1) * group_columns + 1, picture.columns);
    for (std::size_t row = 0; row < picture.rows; ++row)
        for (std::size_t column = first; column < end; ++column)
            if (!brought[row * picture.columns + column])
                FAIL("No copy brings the pixel in column ", column, " of row ", row,
                     ". Read pixels by copies alone.");
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
    if (!clean_stage()) check_random({128, 32, 2});
}

TEST_CASE("pictures of every size are filtered")
{
    for (const Picture& picture :
         {Picture{1, 1, 1}, Picture{1, 20, 2}, Picture{63, 3, 3}, Picture{64, 8, 1}, Picture{65, 9, 4}})
        check_random(picture);
    if (clean_stage()) return;
    check_random({67, 41, 3});
    check_random({333, 257, 5});
    check_random({70, 203, 26}); // one work-group goes down all 26 strips
    check_random({5, 20, 65'536});
}

TEST_CASE("work-group (g, h) makes its own columns and strips")
{
    check_pixels(random_floats(std::size_t{150} * 37, 37), {150, 37, 2},
                 1); // one of three times three work-groups
}

TEST_CASE("the next patch is on its way while this one is worked on")
{
    check_asked_ahead(told_picture.rows);
    if (clean_stage()) return;
    check_asked_ahead(29); // the last strip has five rows
    check_asked_ahead(26); // and here two
}

TEST_CASE("a patch is not overwritten while a slower work-item may still read it")
{
    // A copy to where patch p lies needs a barrier after the wait for patch p.
    const std::vector<Told> told = told_by(told_picture);
    std::vector<std::size_t> waits;
    for (std::size_t i = 0; i < told.size(); ++i)
        if (told[i].what == Told::What::wait) waits.push_back(i);
    const auto overlap = [](const Told& a, const Told& b) {
        return a.to < b.to + sizeof(float) * b.pixels && b.to < a.to + sizeof(float) * a.pixels;
    };
    for (std::size_t later = 0; later < told.size(); ++later)
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            const std::size_t patch = patch_of(told[earlier]);
            const std::size_t next = patch_of(told[later]);
            if (patch == told_patches || next == told_patches || !overlap(told[earlier], told[later]))
                continue;
            const std::size_t waits_until = (patch + 1) * waits.size() / told_patches;
            const std::size_t waited = waits_until == 0 ? 0 : waits[waits_until - 1];
            if (waited < later &&
                std::any_of(told.begin() + static_cast<std::ptrdiff_t>(waited),
                            told.begin() + static_cast<std::ptrdiff_t>(later),
                            [](const Told& one) { return one.what == Told::What::barrier; }))
                continue;
            FAIL("Patch ", next, " is copied to where patch ", patch,
                 " lies, and no barrier stands between the wait for patch ", patch,
                 " and that copy. A slower work-item may still read patch ", patch, ".");
        }
}

TEST_CASE("no copy is left without a wait, not even of rows that the next work-group makes")
{
    const std::vector<Told> told = told_by({told_picture.columns, 40, told_picture.strips});
    auto copy = told.rbegin();
    unsigned waits = 0;
    for (; copy->what != Told::What::copy; ++copy)
        if (copy->what == Told::What::wait) ++waits;
    if (waits < 2) // one for the patch before, and one for its own
        FAIL("The last copy of a work-group begins with pixel ", copy->from,
             " of the picture, and it never waits for that.");
}

TEST_CASE("copies bring all pixels, and none reaches beyond the picture's columns")
{
    check_ends(told_picture, 0);
    if (clean_stage()) return;
    for (const std::size_t group : {0U, 1U, 2U}) check_ends({150, 30, 4}, group);
}
