// Tests of the cache: which builds share a key, and which files are believed.
#include "cache.hpp"

#include <lockstep/random.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace
{

const Build blur{"#include \"curve.clh\"\nkernel void blur(global float* rows) { rows[0] = RADIUS; }\n",
                 {{"curve.clh", "#define CURVE 1.7f\n"}, {"edges.clh", "#define EDGE 0\n"}},
                 "-D RADIUS=4 -D SCALE=0.5f -D RADIUS=8",
                 "NVIDIA H200",
                 "550.54.15",
                 "OpenCL 3.0 CUDA 12.4.131",
                 64,
                 "/home/ada/film",
                 1764400000,
                 {{1920, 1080}, {16, 8}}};

/// One change of a build.
struct Change
{
    std::string what;
    std::function<void(Build&)> make;
};

Build with(const Change& change)
{
    Build build = blur;
    change.make(build);
    return build;
}

const std::vector<Change> other_binary{
    {"a longer source", [](Build& b) { b.source += " "; }},
    {"another source as long", [](Build& b) { b.source.back() = ' '; }},
    {"another text in a header", [](Build& b) { b.headers[1].text = "#define EDGE 1\n"; }},
    {"another name of a header", [](Build& b) { b.headers[1].name = "edge.clh"; }},
    {"the texts of its headers exchanged", [](Build& b) { std::swap(b.headers[0].text, b.headers[1].text); }},
    {"a header less", [](Build& b) { b.headers.pop_back(); }},
    {"another value of a macro", [](Build& b) { b.options = "-D RADIUS=4 -D SCALE=0.6f -D RADIUS=8"; }},
    {"its options in another order", [](Build& b) { b.options = "-D RADIUS=8 -D SCALE=0.5f -D RADIUS=4"; }},
    {"a macro defined once less", [](Build& b) { b.options = "-D RADIUS=4 -D SCALE=0.5f"; }},
    {"a space less", [](Build& b) { b.options = "-D RADIUS=4 -D SCALE=0.5f-D RADIUS=8"; }},
    {"another device", [](Build& b) { b.device = "NVIDIA H100"; }},
    {"another version of the driver", [](Build& b) { b.driver = "550.54.14"; }},
    {"another platform", [](Build& b) { b.platform = "OpenCL 3.0 CUDA 12.4.99"; }},
    {"addresses of 32 bits", [](Build& b) { b.address_bits = 32; }},
};

const std::vector<Change> same_binary{
    {"the time", [](Build& b) { b.time += 86400; }},
    {"the folder", [](Build& b) { b.folder = "/srv/film/releases/7"; }},
    {"the global size",
     [](Build& b) {
         b.launch.global = {640, 480};
     }},
    {"the local size",
     [](Build& b) {
         b.launch.local = {64, 1};
     }},
    {"the order of the headers", [](Build& b) { std::swap(b.headers[0], b.headers[1]); }},
};

/// The texts of a build, of which a key is made.
struct Text
{
    std::string what;
    std::function<std::string&(Build&)> in;
};

const std::vector<Text> texts{
    {"source", [](Build& b) -> std::string& { return b.source; }},
    {"options", [](Build& b) -> std::string& { return b.options; }},
    {"device", [](Build& b) -> std::string& { return b.device; }},
    {"driver", [](Build& b) -> std::string& { return b.driver; }},
    {"platform", [](Build& b) -> std::string& { return b.platform; }},
    {"header's name", [](Build& b) -> std::string& { return b.headers[0].name; }},
    {"header's text", [](Build& b) -> std::string& { return b.headers[0].text; }},
};

/// A build of which two texts are these, and all others empty.
Build build_of(const Text& one, const std::string& first, const Text& other, const std::string& second)
{
    Build build{"", {{"", ""}}, "", "", "", "", 64, "", 0, {}};
    one.in(build) = first;
    other.in(build) = second;
    return build;
}

std::string quoted(const std::string& text)
{
    std::string shown;
    for (const char c : text)
        shown += c >= ' ' && c <= '~' ? std::string{c} : "\\" + std::to_string(c & 0xFF);
    return "\"" + shown + "\"";
}

void expect_other_keys(const Text& one, const Text& other, const std::pair<std::string, std::string>& these,
                       const std::pair<std::string, std::string>& those)
{
    const std::string key = cache_key(build_of(one, these.first, other, these.second));
    if (key == cache_key(build_of(one, those.first, other, those.second)))
        FAIL("Two builds have the same key. Of one the ", one.what, " is ", quoted(these.first), " and the ",
             other.what, " ", quoted(these.second), "; of the other they are ", quoted(those.first), " and ",
             quoted(those.second), ".");
}

/// Bytes of all values.
std::string drawn(std::size_t count)
{
    const std::vector<std::uint8_t> bytes = lockstep::random_bytes(count, 7);
    return {bytes.begin(), bytes.end()};
}

const std::string ptx = ".version 8.4\n.target sm_90\n.entry blur\n{\n    ret;\n}\n";

std::optional<std::string> looked_up(const std::string& file, const std::string& key)
{
    try {
        return binary_in(file, key);
    } catch (const std::logic_error& error) { // of std::stoul, or of substr
        FAIL("It threw \"", std::string{error.what()}, "\".");
        throw;
    }
}

void expect_refused(const std::string& file, const std::string& key, const std::string& what)
{
    INFO("binary_in was given ", what, ".");
    if (looked_up(file, key)) FAIL("It returned a binary; expected is nothing.");
}

struct Damaged
{
    std::string what, file;
};

/// What may happen to a file on disk.
std::vector<Damaged> damaged(const std::string& file)
{
    std::vector<Damaged> all;
    for (std::size_t i = 0; i < file.size(); ++i) {
        const std::string before = file.substr(0, i), after = file.substr(i + 1);
        const std::string at = "byte " + std::to_string(i) + " of " + std::to_string(file.size());
        const auto changed = [&](const std::string& what, const std::string& to) {
            if (to != file) all.push_back({"a file " + what + " " + at, to});
        };
        changed("that ends before", before);
        changed("that has lost", before + after);
        changed("that has twice", before + file[i] + file[i] + after);
        changed("with a 9 for", before + "9" + after);
        for (const int bits : {1, 4, 0x80})
            changed("with another bit in", before + static_cast<char>(file[i] ^ bits) + after);
        if (i + 1 < file.size())
            changed("whose neighbours were exchanged at",
                    before + file[i + 1] + file[i] + file.substr(i + 2));
        for (const char fill : {'\0', '\xFF', '9'}) {
            std::string filled = file;
            for (std::size_t k = i; k < std::min(i + 9, file.size()); ++k) filled[k] = fill;
            changed("overwritten with " + quoted({fill}) + " from", filled);
        }
        changed("that has zeros from", before + std::string(file.size() - i, '\0'));
    }
    all.push_back({"a file with a byte too many", file + "}"});
    all.push_back({"a file that was written twice", file + file});
    return all;
}

} // namespace

TEST_CASE("what changes the binary changes the key")
{
    for (const Change& change : other_binary)
        if (cache_key(with(change)) == cache_key(blur))
            FAIL("Two builds have the same key, but one has ", change.what, ".");
}

TEST_CASE("what does not change the binary keeps the key")
{
    for (const Change& change : same_binary)
        if (cache_key(with(change)) != cache_key(blur))
            FAIL("Of two builds nothing differs but ", change.what, ", and they have different keys.");
}

TEST_CASE("a key tells where each part ends")
{
    for (const Text& one : texts)
        for (const Text& other : texts) {
            if (&one == &other) continue;
            expect_other_keys(one, other, {"ab", "c"}, {"a", "bc"});
            expect_other_keys(one, other, {"ab", ""}, {"", "ab"});
            expect_other_keys(one, other, {"x", "y"}, {"y", "x"});
            // With lengths that nothing ends, both are "1" "1" "19xxxxxxxxx9yyyyyyyyy".
            expect_other_keys(one, other, {"1", "xxxxxxxxx9yyyyyyyyy"}, {"19xxxxxxxxx", "yyyyyyyyy"});
            // What the key puts between two parts may be in a part as well.
            const std::string key = cache_key(build_of(one, "first", other, "second"));
            const std::size_t end = key.find("first"), begin = key.find("second");
            if (end == std::string::npos || begin == std::string::npos || begin < end) continue;
            const std::string between = key.substr(end + 5, begin - end - 5);
            expect_other_keys(one, other, {"a" + between + "b", "c"}, {"a", "b" + between + "c"});
        }
}

TEST_CASE("a key tells headers apart")
{
    const auto key_of = [](const std::vector<Header>& headers, const std::string& source) {
        return cache_key({source, headers, "", "", "", "", 64, "", 0, {}});
    };
    const std::string two = key_of({{"a", "b"}, {"c", "d"}}, "");
    if (two == key_of({{"a", "bcd"}}, "") || two == key_of({}, "abcd") || two == key_of({{"c", "d"}}, "ab"))
        FAIL("Two headers, a with the text b, and c with the text d, have the key of another build.");
    if (two == key_of({{"a", "b"}, {"c", "d"}, {"e", ""}}, ""))
        FAIL("Two headers have the key of three, of which the last is empty.");
    // What the key puts between b and c may be in a header as well.
    const std::string marked = key_of({{"a", "first"}, {"c", "second"}}, "");
    const std::size_t begin = marked.find("first"), end = marked.find("second");
    if (begin == std::string::npos || end == std::string::npos || end < begin) return;
    const std::string text = marked.substr(begin, end + 6 - begin);
    if (marked == key_of({{"a", text}}, ""))
        FAIL("Two headers have the key of one, whose text is ", quoted(text), ".");
}

TEST_CASE("a key holds all of a build, and not a hash of it")
{
    for (const Text& text : texts) {
        Build build = blur;
        text.in(build) = drawn(1000);
        const std::string key = cache_key(build);
        if (key.size() < 1000)
            FAIL("The ", text.what, " has 1,000 bytes of any value, and the key has ", key.size(),
                 " bytes. So other builds have the same key.");
    }
}

TEST_CASE("a file gives back the binary that is kept in it")
{
    const std::string keys[]{cache_key(blur), "12", "a\nb", drawn(600)};
    const std::string binaries[]{ptx, "7", "34 56\n", drawn(600), drawn(70000)};
    for (const std::string& key : keys)
        for (const std::string& binary : binaries) {
            INFO("A binary of ", binary.size(), " bytes is kept under the key ", quoted(key.substr(0, 12)),
                 ".");
            const auto got = binary_in(cache_entry(key, binary), key);
            if (!got) FAIL("binary_in refuses the file.");
            if (*got != binary) FAIL("binary_in returned ", got->size(), " bytes that are not the same.");
        }
}

TEST_CASE("a file that was written for another key is refused")
{
    const std::string key = cache_key(blur);
    for (const Change& change : other_binary)
        expect_refused(cache_entry(cache_key(with(change)), ptx), key,
                       "the file of a build with " + change.what);
    expect_refused(cache_entry("ab", "cd"), "abc",
                   "the file of the key ab and the binary cd, and the key abc");
    expect_refused(cache_entry("abc", "d"), "ab", "the file of the key abc and the binary d, and the key ab");
    // Their checksums are the same.
    REQUIRE(checksum("driver 7.154") == checksum("driver 8.10"));
    expect_refused(cache_entry("driver 7.154", ptx), "driver 8.10",
                   "the file of the key driver 7.154, and the key driver 8.10");
}

TEST_CASE("a damaged file is refused")
{
    for (const std::string& key : {std::string{"blur.cl, driver 3.1"}, cache_key(blur)})
        for (const std::string& binary : {ptx, std::string{"12 34\n56"}})
            for (const Damaged& damage : damaged(cache_entry(key, binary))) {
                INFO("binary_in was given ", damage.what, ".");
                const auto got = looked_up(damage.file, key);
                if (got && *got != binary) FAIL("It returned a binary, and not the one that was kept.");
            }
}

TEST_CASE("a file whose key was damaged is refused under the other key as well")
{
    std::string file = cache_entry("blur.cl, driver 3.1", ptx);
    const std::size_t at = file.find("driver 3.1");
    if (at == std::string::npos) return; // the key is not in the file as it is
    file[at + 9] = '3';
    expect_refused(file, "blur.cl, driver 3.3", "the file of driver 3.1, where a changed byte says 3.3");
}

TEST_CASE("what is no file of this cache is refused")
{
    for (const std::string& key : {std::string{"a"}, cache_key(blur)})
        for (const std::string& file :
             {std::string{}, std::string{"a"}, std::string{"\n"}, std::string{"hello, world\n"}, ptx,
              std::string(20, '9'), std::string(4096, '\0'), std::string(4096, '\xFF'), key, drawn(600)})
            expect_refused(file, key, "a file that begins with " + quoted(file.substr(0, 12)));
}

TEST_CASE("what is refused is built again, and found from then on")
{
    std::string file; // the only one of the cache, as if all names were the same
    const auto built_at_start = [&file](const Build& build, const std::string& binary) {
        const std::string key = cache_key(build);
        const auto kept = binary_in(file, key);
        if (kept && *kept != binary) FAIL("A start got the binary of another build.");
        if (!kept) file = cache_entry(key, binary);
        return !kept.has_value();
    };
    const auto expect = [&](const std::string& what, const Build& build, const std::string& binary,
                            bool built) {
        if (built_at_start(build, binary) != built)
            FAIL("A start ", what, std::string{built ? " used the file." : " built the program again."});
    };
    expect("without a file", blur, ptx, true);
    expect("with the file of the last start", blur, ptx, false);
    file.resize(file.size() / 2);
    expect("with half a file", blur, ptx, true);
    expect("with a file that was made for the damaged one", blur, ptx, false);
    Build updated = blur;
    updated.driver = "560.28.03";
    expect("after an update of the driver", updated, ptx + "// 560\n", true);
    expect("with the file of the new driver", updated, ptx + "// 560\n", false);
    expect("with the old driver", blur, ptx, true);
    Build moved = blur;
    moved.folder = "/tmp/film";
    moved.time += 1;
    moved.launch = {{64}, {64}};
    expect("from another folder", moved, ptx, false);
}
