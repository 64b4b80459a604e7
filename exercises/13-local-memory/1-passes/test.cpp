// Tests of the counted passes: requests whose answer is found with a pencil.
#include "passes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

namespace
{

using Elements = std::vector<unsigned>;

constexpr LocalMemory today{.banks = 32, .lanes = 32};
constexpr LocalMemory old{.banks = 16, .lanes = 16}; // half a sub-group at a time
constexpr LocalMemory many_banks{.banks = 64, .lanes = 32};
constexpr LocalMemory few_banks{.banks = 8, .lanes = 32};
constexpr LocalMemory odd_banks{.banks = 12, .lanes = 8};
constexpr LocalMemory long_sub_groups{.banks = 32, .lanes = 64};
constexpr LocalMemory wide{.banks = 128, .lanes = 128};
constexpr LocalMemory huge{.banks = 1000, .lanes = 256};

Elements strided(unsigned stride, unsigned count = 32, unsigned first = 0)
{
    Elements elements;
    for (unsigned i = 0; i < count; ++i) elements.push_back(first + i * stride);
    return elements;
}

std::string shown(const Elements& elements)
{
    std::ostringstream text;
    for (const unsigned& element : elements)
        (element == nothing ? text << "-" : text << element) << (&element == &elements.back() ? "" : ", ");
    return text.str();
}

void check(const Elements& elements, unsigned expected, unsigned width = 1, LocalMemory memory = today)
{
    const unsigned got = passes(elements, width, memory);
    if (got != expected)
        FAIL("elements ", shown(elements), " of width ", width, ", ", memory.banks, " banks, ", memory.lanes,
             " lanes: ", expected, " passes expected, ", got, " counted");
}

} // namespace

TEST_CASE("neighbours take one pass")
{
    check(strided(1), 1);
    check(strided(1, 32, 7), 1);
}

TEST_CASE("a stride takes as many passes as it shares factors with the banks")
{
    for (unsigned stride = 1; stride <= 33; ++stride) check(strided(stride), std::gcd(stride, 32U));
}

TEST_CASE("three words of one bank take three passes, and a fourth of another bank none more")
{
    Elements elements = strided(1);
    elements[9] = 4 + 32;
    elements[20] = 4 + 64; // bank 4 gives words 4, 36 and 68
    elements[30] = 5 + 32; // bank 5 gives two, in the same passes
    check(elements, 3);
}

TEST_CASE("a word that several want is given out once")
{
    check(Elements(32, 77), 1);
    check(strided(0, 16, 5), 1);
    Elements two_words_of_one_bank;
    for (unsigned i = 0; i < 32; ++i) two_words_of_one_bank.push_back(i % 2 * 32);
    check(two_words_of_one_bank, 2);
    Elements rows_of_a_table; // 8 work-items each want the words 0, 33, 66 and 99: four banks
    for (unsigned i = 0; i < 32; ++i) rows_of_a_table.push_back(i / 8 * 33);
    check(rows_of_a_table, 1);
}

TEST_CASE("work-items that are masked out ask for nothing")
{
    Elements every_second = strided(32);
    for (std::size_t i = 1; i < 32; i += 2) every_second[i] = nothing;
    check(every_second, 16);
    check(Elements(32, nothing), 0);
    check({}, 0);
}

TEST_CASE("a sub-group that is served in parts pays for each part")
{
    check(strided(1), 2, 1, old);
    check(strided(2), 4, 1, old);
    check(strided(16), 32, 1, old);
    check(Elements(32, 3), 2, 1, old);
    check(strided(1, 64), 2);
    check(strided(1, 40), 2); // the second part has eight work-items
}

TEST_CASE("a masked work-item keeps its place in its part")
{
    Elements first_half_masked = strided(1);
    std::fill_n(first_half_masked.begin(), 8, nothing);
    check(first_half_masked, 2, 1, old); // 8 work-items in the first part, 16 in the second
    Elements only_the_second_part = strided(1);
    std::fill_n(only_the_second_part.begin(), 16, nothing);
    check(only_the_second_part, 1, 1, old);
    Elements half_of_each(32, nothing); // 16 work-items and 16 words, but in two parts
    for (unsigned i = 0; i < 8; ++i) {
        half_of_each[i] = i;
        half_of_each[16 + i] = 8 + i;
    }
    check(half_of_each, 2, 1, old);
}

TEST_CASE("wide elements are served in smaller parts")
{
    check(strided(1), 2, 2); // 16 work-items want 32 words
    check(strided(1), 4, 4); // 8 work-items want 32 words
    check(strided(2), 4, 2);
    check(strided(8), 32, 4);
    check(strided(3), 2, 2);
    Elements conflicts_in_both_parts(32, nothing);
    conflicts_in_both_parts[0] = 0;   // words 0 and 1
    conflicts_in_both_parts[1] = 16;  // words 32 and 33, in the same two banks
    conflicts_in_both_parts[16] = 1;  // the second part: words 2 and 3
    conflicts_in_both_parts[17] = 17; // words 34 and 35
    check(conflicts_in_both_parts, 4, 2);
    constexpr LocalMemory three_banks{.banks = 3, .lanes = 8};
    check({0, 1}, 2, 2, three_banks); // words 0 and 3 are in one bank
    check({7}, 2, 4, three_banks);    // so are two of the four words of one element
    check({5}, 4, 4, {.banks = 1, .lanes = 4});
}

TEST_CASE("banks and lanes are two numbers, and neither follows from the other")
{
    check(strided(2), 1, 1, many_banks); // 32 even words, in 32 of 64 banks
    check(strided(64), 32, 1, many_banks);
    check(strided(1, 64), 2, 1, many_banks);  // two parts of 32
    check(strided(1), 4, 1, few_banks);       // 32 words in 8 banks
    check(Elements(32, 77), 1, 1, few_banks); // one part of 32, and one word
    check(strided(4, 8), 3, 1, odd_banks);    // banks 0, 4 and 8 give three, three and two words
    check(strided(1, 64), 2, 1, long_sub_groups);
    check(strided(1, 16), 8, 4, few_banks); // two parts of 8 work-items want 32 words each
    check(strided(2, 128), 2, 1, wide);
    check(strided(500, 4), 2, 1, huge); // banks 0 and 500 give two words each
}

TEST_CASE("a sub-group may be long, and its elements far apart")
{
    check(strided(1, 200), 7);
    check(strided(32, 128), 128);
    Elements far_apart(32, 0);
    far_apart[1] = 1U << 11;
    far_apart[2] = 1U << 16;
    far_apart[3] = 1U << 20; // four different words of bank 0
    check(far_apart, 4);
    check(far_apart, 4 + 1, 2); // the second half of them asks for element 0
    check({1, 0x8000'0021, 0xFFFF'FFE1}, 3);
    check({1, 0x1000'0001, 0x3FFF'FFF9}, 3, 4); // words 4, 0x4000'0004 and 0xFFFF'FFE4
}
