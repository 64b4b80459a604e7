// Tests of the weights of pages against a loop on the host, whole launches and single groups.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <array>
#include <numeric>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;

constexpr std::size_t each = 16; // steps of a work-item

/// Which files each page loads, in CSR, and the sizes of all files.
struct Web
{
    Words row_begins{0}, columns, sizes;

    std::size_t pages() const { return row_begins.size() - 1; }
    std::size_t steps() const { return pages() + columns.size(); }
};

/// Page r loads lengths[r] files.
Web web_of(const Words& lengths)
{
    Web web;
    for (const cl_uint length : lengths) web.row_begins.push_back(web.row_begins.back() + length);
    web.sizes = random_uints(1000, 3005, 40'000);
    for (cl_uint& size : web.sizes) ++size; // none is empty
    web.columns = random_uints(web.row_begins.back(), 3006 + lengths.size(), 1000);
    return web;
}

/// Lengths from 0 to `most`, with one long page in their middle.
Words unequal(std::size_t pages, cl_uint most, cl_uint longest)
{
    Words lengths = random_uints(pages, 3007 + pages, most + 1);
    lengths[pages / 2] = longest;
    return lengths;
}

/// What the steps first to last - 1 add to each page.
Words weights_of(const Web& web, std::size_t first, std::size_t last)
{
    Words weights(web.pages(), 0);
    std::size_t step = 0;
    for (std::size_t r = 0; r < web.pages(); ++r, ++step) // after the files, the end of the page
        for (std::size_t k = web.row_begins[r]; k < web.row_begins[r + 1]; ++k, ++step)
            if (step >= first && step < last) weights[r] += web.sizes[web.columns[k]];
    return weights;
}

/// Launches work-items `first` to `first + count - 1`, and expects their steps and no others.
void check_part(const Web& web, std::size_t group, std::size_t first, std::size_t count)
{
    cl::Kernel kernel = Exercise::get().kernel(
        "weights.cl", "weigh", {"global uint*", "global uint*", "global uint*", "global uint*", "uint"});
    const auto row_begins = input("row_begins", web.row_begins), columns = input("columns", web.columns);
    const auto sizes = input("sizes", web.sizes), weights = input("weights", Words(web.pages(), 0));
    launch(kernel, {.global = cl::NDRange(count), .local = cl::NDRange(group), .offset = cl::NDRange(first)},
           row_begins, columns, sizes, weights, web.pages());
    std::string begins;
    for (std::size_t r = 0; r < std::min<std::size_t>(web.pages() + 1, 12); ++r)
        begins += (r == 0 ? "" : ", ") + std::to_string(web.row_begins[r]);
    INFO("pages: ", web.pages(), ", files: ", web.columns.size(), "; row_begins is ", begins,
         std::string{web.pages() >= 12 ? " …" : ""}, "; work-items ", first, " to ", first + count - 1,
         " make the steps ", each * first, " to ", std::min(each * (first + count), web.steps()) - 1);
    expect_same("weights", weights_of(web, each * first, each * (first + count)), weights.read());
    expect_same("row_begins", web.row_begins, row_begins.read());
    expect_same("columns", web.columns, columns.read());
    expect_same("sizes", web.sizes, sizes.read());
}

void check(const Web& web, std::size_t group = 4)
{
    check_part(web, group, 0, round_up((web.steps() + each - 1) / each, group));
}

} // namespace

TEST_CASE("three files a page, so that four pages are 16 steps")
{
    check(web_of(Words(16, 3)));
}

TEST_CASE("a page may reach over many work-items")
{
    check(web_of({100}));
    check(web_of({5, 70, 1, 16, 33, 15, 2}));
}

TEST_CASE("pages may load nothing, at the begin, at the end, or all of them")
{
    check(web_of({0, 0, 0, 7, 0, 12, 0, 0, 0, 0, 30, 0, 0}));
    Words none(41, 0);
    check(web_of(none));
    none[20] = 40;
    check(web_of(none));
}

TEST_CASE("steps may end anywhere")
{
    for (cl_uint length = 0; length < 20; ++length)
        if (!clean_stage() || length % 5 == 0) check(web_of({length, 3, 0, length + 11}), 1);
}

TEST_CASE("pages of any lengths, in any groups")
{
    constexpr std::array<std::array<std::size_t, 4>, 5> cases{
        {{1, 0, 1, 1}, {40, 9, 90, 7}, {2500, 30, 5000, 48}, {70'001, 2, 3, 64}, {3000, 5, 100'000, 256}}};
    for (const auto& [pages, most, longest, group] : cases)
        if (!clean_stage() || pages < 100)
            check(web_of(unequal(pages, static_cast<cl_uint>(most), static_cast<cl_uint>(longest))), group);
}

TEST_CASE("a work-item makes its own steps and no others")
{
    check_part(web_of(unequal(60, 5, 120)), 4, 8, 8);
    check_part(web_of(Words(100, 0)), 2, 2, 2);
}

TEST_SUITE("lens")
{
    TEST_CASE("1,500 pages, one with 3,000 files")
    {
        check(web_of(unequal(1500, 8, 3000)), 64);
    }

    TEST_CASE("901 pages, one with 2,000 files")
    {
        check(web_of(unequal(901, 10, 2000)), 64);
    }
}
