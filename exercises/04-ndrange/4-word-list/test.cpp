// Tests of the word list's hashes: known ones first, then parts of a random list against the host.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <string>
#include <string_view>

using namespace lockstep;

namespace
{

using Words = std::vector<std::string>;
using Hashes = std::vector<std::uint32_t>;

constexpr std::uint32_t untouched = 0xBADC0DEU; // what hashes[] holds before a launch

/// FNV-1a, 32 bits (Fowler, Noll and Vo).
std::uint32_t fnv1a(std::string_view word)
{
    std::uint32_t hash = 2166136261U;
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
        for (std::uint32_t letters = random.below(13); letters > 0; --letters)
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

std::vector<std::uint8_t> bytes_of(const std::vector<char>& text)
{
    return {text.begin(), text.end()};
}

/// What the kernel leaves in an array of `places` hashes, all of them untouched before.
Hashes run_kernel(const char* name, const Words& words, const Part& part, std::size_t places)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("words.cl", name, {"global char*", "global uint*", "global uint*", "uint"});
    std::vector<char> text;
    std::vector<std::uint32_t> offsets{0};
    for (const std::string& word : words) {
        text.insert(text.end(), word.begin(), word.end());
        offsets.push_back(static_cast<std::uint32_t>(text.size()));
    }
    if (text.empty()) text.push_back('-'); // a buffer cannot be empty
    const auto device_text = input("text", text);
    const auto device_offsets = input("offsets", offsets);
    const auto device_hashes = input("hashes", Hashes(places, untouched));
    exercise.launch(kernel,
                    {.global = cl::NDRange(part.work_items == 0 ? round_up(part.end - part.first, part.group)
                                                                : part.work_items),
                     .local = cl::NDRange(part.group),
                     .offset = cl::NDRange(part.first)},
                    device_text, device_offsets, device_hashes, static_cast<cl_uint>(part.end));
    exercise.expect_same("text", bytes_of(text), bytes_of(device_text.read()));
    exercise.expect_same("offsets", offsets, device_offsets.read());
    return device_hashes.read();
}

/// A word for a message: what is long is cut, what is no letter is a dot.
std::string shown(const std::string& word)
{
    std::string text = word.substr(0, 40);
    for (char& letter : text)
        if (static_cast<unsigned char>(letter) < ' ') letter = '.';
    return word.size() > text.size() ? text + "…" : text;
}

/// Fails with the first word whose hash is not the host's, or that was not to be touched.
void expect_hashes(const std::string& kernel, const Words& words, const Part& part, const Hashes& expected,
                   const Hashes& got)
{
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (got[i] == expected[i]) continue;
        INFO("", std::string{kernel}, " over words ", part.first, " to ", part.end, " of ", words.size(),
             ", work-groups of ", part.group);
        INFO("hashes[", i, "]: expected ", expected[i], ", got ", got[i]);
        if (expected[i] == untouched && part.work_items != 0)
            FAIL("Only ", part.work_items, " work-items were launched, and hashes[", i,
                 "] was written. A work-item hashes its own word and no other.");
        else if (expected[i] == untouched)
            FAIL("hashes[", i, "] belongs to no word of the part and was written to");
        else if (got[i] == untouched)
            FAIL("hashes[", i, "] was not written");
        else
            FAIL("hashes[", i, "] should be ", expected[i], ", the hash of \"",
                 shown(words[kernel == "hash_packed" ? part.first + i : i]), "\", and is ", got[i]);
    }
}

void check_in_place(const Words& words, const Part& part)
{
    Hashes expected(words.size(), untouched);
    for (std::size_t w = part.first; w < part.last_made(); ++w) expected[w] = fnv1a(words[w]);
    expect_hashes("hash_in_place", words, part, expected,
                  run_kernel("hash_in_place", words, part, words.size()));
}

void check_packed(const Words& words, const Part& part)
{
    Hashes expected;
    for (std::size_t w = part.first; w < part.end; ++w)
        expected.push_back(w < part.last_made() ? fnv1a(words[w]) : untouched);
    expect_hashes("hash_packed", words, part, expected,
                  run_kernel("hash_packed", words, part, expected.size()));
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
    const bool small = Exercise::get().clean_stage();
    const std::size_t count = small ? 45 : 20011;
    const Words words = random_words(count, 77);
    for (const std::size_t group : small ? std::vector<std::size_t>{4, 8} : std::vector<std::size_t>{16, 64})
        for (const Part& part : parts_of(count, group)) check(words, part);
}

} // namespace

TEST_CASE("known words have their known hashes")
{
    const Words words{"", "a", "foobar"};
    const Part part{0, 3, 3};
    expect_hashes("hash_in_place", words, part, {0x811C9DC5U, 0xE40C292CU, 0xBF9CF968U},
                  run_kernel("hash_in_place", words, part, 3));
}

TEST_CASE("letters beyond ASCII are hashed as bytes from 0 to 255")
{
    check_in_place({"Bär", "Größe", "星", "naïve"}, {0, 4, 4});
}

TEST_CASE("a word may be long, and hold any byte")
{
    const std::size_t letters = Exercise::get().clean_stage() ? 300 : 70'001;
    std::string every_byte;
    for (int byte = 0; byte < 256; ++byte) every_byte += static_cast<char>(byte);
    std::string long_word;
    for (std::size_t i = 0; i < letters; ++i) long_word += static_cast<char>('a' + i % 26);
    const Words words{every_byte, std::string(1, '\0'), "a b\t\n", long_word, "", "\xFF"};
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

TEST_CASE("a list may have more than 65536 words")
{
    const Words words = random_words(Exercise::get().clean_stage() ? 50 : 65'600, 7);
    const Part part{words.size() - 45, words.size() - 2, Exercise::get().clean_stage() ? 16U : 96U};
    check_in_place(words, part);
    check_packed(words, part);
    check_packed(words, {0, words.size(), part.group});
}

TEST_CASE("a list may end with an empty word")
{
    const Words words{"lockstep", "", "wave", ""};
    check_in_place(words, {0, 4, 4});
    check_packed(words, {0, 4, 4});
    check_packed(words, {3, 4, 4});
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
