// Tests of the word list's hashes: known ones first, then parts of a random list against the host.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <string>
#include <string_view>

using namespace lockstep;

namespace
{

using Words = std::vector<std::string>;
using Hashes = std::vector<cl_uint>;

/// FNV-1a, 32 bits (Fowler, Noll and Vo).
cl_uint fnv1a(std::string_view word)
{
    cl_uint hash = 2166136261U;
    for (const char letter : word) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
    return hash;
}

/// Words of 0 to 12 letters, one letter in six from beyond ASCII.
Words random_words(std::size_t count, std::uint64_t seed)
{
    constexpr std::string_view beyond[] = {"ä", "é", "ß", "星", "λ"};
    Random random{seed};
    Words words(count);
    for (std::string& word : words)
        for (cl_uint letters = random.below(13); letters > 0; --letters)
            if (random.below(6) == 0)
                word += beyond[random.below(5)];
            else
                word += static_cast<char>('a' + random.below(26));
    return words;
}

struct Part
{
    std::size_t first;
    std::size_t end;
    std::size_t group;
    std::size_t work_items = 0; ///< to launch; 0 stands for one a word, rounded up to whole work-groups

    /// The word after the last that has a work-item.
    std::size_t last_made() const { return work_items == 0 ? end : std::min(end, first + work_items); }
};

/// Launches `kernel` over a part of the words. @param first_place where the hash of the part's first word belongs.
void check_part(const std::string& kernel, const Words& words, const Part& part, std::size_t places,
                std::size_t first_place)
{
    std::vector<char> text;
    std::vector<cl_uint> offsets{0};
    Hashes expected(places);
    for (std::size_t w = 0; w < words.size(); ++w) {
        text.insert(text.end(), words[w].begin(), words[w].end());
        offsets.push_back(static_cast<cl_uint>(text.size()));
        if (w >= part.first && w < part.end) expected[w - part.first + first_place] = fnv1a(words[w]);
    }
    const auto hashes = output<cl_uint>("hashes", places);
    Launch how = covering(part.last_made() - part.first, part.group);
    how.offset = cl::NDRange(part.first);
    launch(
        Exercise::get().kernel("words.cl", kernel, {"global char*", "global uint*", "global uint*", "uint"}),
        how, input("text", text), input("offsets", offsets), hashes, part.end);
    INFO("", std::string{kernel}, " over words ", part.first, " to ", part.end, " of ", words.size(),
         ", work-groups of ", part.group);
    expect_part("hashes", expected, hashes.read(), [&](std::size_t i) {
        return i >= first_place && i < first_place + part.last_made() - part.first;
    });
}

void check_in_place(const Words& words, const Part& part)
{
    check_part("hash_in_place", words, part, words.size(), part.first);
}

void check_packed(const Words& words, const Part& part)
{
    check_part("hash_packed", words, part, part.end - part.first, 0);
}

/// Parts at the beginning, in the middle and at the end, of one word and of many.
std::vector<Part> parts_of(std::size_t count, std::size_t group)
{
    return {{0, count, group},     {0, 1, group},         {count - 1, count, group},
            {5, 5 + group, group}, {7, count - 3, group}, {count / 2, count, group}};
}

template <typename Check>
void check_every_part(Check check)
{
    const bool small = clean_stage();
    const std::size_t count = small ? 45 : 70'001; // more than 16 bits count
    const Words words = random_words(count, 77);
    for (const std::size_t group : small ? std::vector<std::size_t>{4, 8} : std::vector<std::size_t>{16, 64})
        for (const Part& part : parts_of(count, group)) check(words, part);
}

} // namespace

TEST_CASE("known words have their known hashes")
{
    const Words words{"", "a", "foobar"};
    const Hashes known{0x811C9DC5U, 0xE40C292CU, 0xBF9CF968U};
    for (std::size_t w = 0; w < words.size(); ++w) REQUIRE(fnv1a(words[w]) == known[w]);
    check_in_place(words, {0, 3, 3});
}

TEST_CASE("letters beyond ASCII are hashed as bytes from 0 to 255")
{
    check_in_place({"Bär", "Größe", "星", "naïve"}, {0, 4, 4});
}

TEST_CASE("a word may be long, and hold any byte")
{
    std::string every_byte;
    for (int byte = 0; byte < 256; ++byte) every_byte += static_cast<char>(byte);
    const Words words{every_byte, std::string(1, '\0'), "a b\t\n", std::string(300, 'x'), "", "\xFF"};
    check_in_place(words, {0, 6, 3});
    check_packed(words, {1, 6, 3});
}

TEST_CASE("a work-item hashes its own word and no other")
{
    const Words words = random_words(60, 6);
    for (const Part& part :
         {Part{8, 50, 8, 16}, Part{0, 60, 3, 3}, Part{59, 60, 3, 3}, Part{30, 60, 8, 24}}) {
        check_in_place(words, part);
        check_packed(words, part);
    }
}

TEST_CASE("a part of the list lands at its own words")
{
    check_in_place(random_words(40, 5), {8, 24, 8});
}

TEST_CASE("a packed part begins at 0")
{
    check_packed(random_words(40, 5), {8, 24, 8});
}

TEST_CASE("hash_in_place handles every part and work-group")
{
    check_every_part(check_in_place);
}

TEST_CASE("hash_packed handles every part and work-group")
{
    check_every_part(check_packed);
}
