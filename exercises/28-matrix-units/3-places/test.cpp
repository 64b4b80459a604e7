// Tests of the documents' best scores against the host. Numbers are whole, so every sum is exact in any order.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <limits>

using namespace lockstep;

namespace
{

constexpr std::size_t length = 32, passages = 4, group = 32;
constexpr float untouched = -1e6F; // less than every score

/// Whole numbers from -100 to 100.
std::vector<float> whole_numbers(std::size_t count, std::uint64_t seed)
{
    std::vector<float> numbers;
    for (const std::uint32_t value : random_uints(count, seed, 201))
        numbers.push_back(static_cast<float>(value) - 100);
    return numbers;
}

float best_score(const std::vector<float>& rows, const std::vector<float>& query, std::size_t document)
{
    float best = -std::numeric_limits<float>::infinity();
    for (std::size_t row = document * passages; row < (document + 1) * passages; ++row) {
        float score = 0;
        for (std::size_t k = 0; k < length; ++k) score += rows[row * length + k] * query[k];
        best = std::max(best, score);
    }
    return best;
}

/// Launches some groups, and expects the scores of their documents, and the others as they were.
void check_groups(std::size_t documents, std::size_t first, std::size_t count,
                  const std::vector<float>& query = whole_numbers(length, 2803), float scale = 1)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel("places.cl", "best_scores",
                                        {"global float4*", "constant float4*", "global float*", "uint"});
    std::vector<float> numbers = whole_numbers(documents * passages * length, 2804 + documents);
    for (float& number : numbers) number *= scale;
    std::vector<float> expected(documents, untouched);
    for (std::size_t i = first * group; i < std::min((first + count) * group, documents); ++i)
        expected[i] = best_score(numbers, query, i);
    const auto rows = input("rows", numbers), device_query = input("query", query);
    const auto scores = input("scores", std::vector<float>(documents, untouched));
    exercise.launch(kernel, {.global = {count * group}, .local = {group}, .offset = {first * group}}, rows,
                    device_query, scores, static_cast<cl_uint>(documents));
    INFO(documents, " documents; the launch is for groups ", first, " to ", first + count - 1);
    exercise.expect_same("scores", expected, scores.read());
    exercise.expect_same("rows", numbers, rows.read(), {}, length);
}

template <typename... Query>
void check(std::size_t documents, const Query&... query)
{
    check_groups(documents, 0, (documents + group - 1) / group, query...);
}

} // namespace

TEST_CASE("32 documents have their best scores")
{
    check(group);
}

TEST_CASE("each number of a row meets its own number of the query")
{
    for (std::size_t k = 0; k < length; k += Exercise::get().clean_stage() ? 13 : 1) {
        std::vector<float> query(length, 0);
        query[k] = 1;
        check(group, query);
    }
}

TEST_CASE("any number of documents")
{
    for (const std::size_t documents : {1U, 7U, 33U}) check(documents);
    if (Exercise::get().clean_stage()) return;
    check(70'001);
    for (const float scale : {0x1p-60F, 0x1p60F}) check(50, whole_numbers(length, 2805), scale);
}

TEST_CASE("group g makes documents 32 g to 32 g + 31")
{
    check_groups(4 * group, 2, 1);
    check_groups(3 * group + 5, 3, 1);
}

TEST_SUITE("lens")
{
    TEST_CASE("64 documents")
    {
        check(64);
    }

    TEST_CASE("41 documents")
    {
        check(41);
    }
}
