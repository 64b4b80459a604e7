// Tests of values in messages: what goes in comes out, and what code that is not trusted sends is believed in nothing.
#include "remote/values.hpp"

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <span>
#include <string_view>

using namespace lockstep::remote;

namespace
{

enum class Kind
{
    one,
    other
};

struct Numbers
{
    std::uint64_t a;
    double b;

    bool operator==(const Numbers&) const = default;
};

struct Gap // between the two
{
    char a;
    double b;

    bool operator==(const Gap&) const = default;
};

struct Everything
{
    std::string name;
    Kind kind;
    bool truth = false;
    std::array<unsigned char, 3> bytes{};
    std::vector<Numbers> numbers;
    std::vector<std::string> words;
    Gap gap;

    bool operator==(const Everything&) const = default;
};

template <typename T, typename Sent = T>
T sent(const Sent& value)
{
    Writer message;
    put_value(message, value);
    Reader reader{message.bytes()};
    T result = get_value<T>(reader);
    CHECK(reader.left().empty());
    return result;
}

template <typename T>
void refuses(const Writer& message)
{
    Reader reader{message.bytes()};
    CHECK_THROWS_AS(get_value<T>(reader), Broken);
}

} // namespace

TEST_SUITE("remote_values")
{
    TEST_CASE("the fields of a struct are counted, an array as one")
    {
        CHECK(field_count<Numbers>() == 2);
        CHECK(field_count<Everything>() == 7);
    }

    TEST_CASE("what has gaps or bools is not sent as it lies in memory")
    {
        CHECK(is_packed<Numbers>());
        CHECK(is_packed<std::array<Numbers, 2>>());
        CHECK_FALSE(is_packed<Gap>());
        CHECK_FALSE(is_packed<bool>());
        CHECK_FALSE(is_packed<std::string>());
    }

    TEST_CASE("what goes in comes out")
    {
        const Everything all{"a name",  Kind::other, true, {1, 2, 255}, {{1, 0.1}, {~0ULL, -0.0}},
                             {"", "x"}, {'g', 2.5}};
        CHECK(sent<Everything>(all) == all);
        CHECK(sent<std::vector<Everything>>(std::vector{all, all}).at(1) == all);
        CHECK(sent<std::optional<std::size_t>>(std::optional<std::size_t>{7}) == 7);
        CHECK_FALSE(sent<std::optional<std::size_t>>(std::optional<std::size_t>{}).has_value());
        CHECK(sent<std::string>(std::string_view{"a\0b", 3}) == std::string{"a\0b", 3});
        const std::vector<unsigned> three{1, 2, 3};
        CHECK(sent<std::vector<unsigned>>(std::span<const unsigned>{three}) == three);
        CHECK(sent<std::vector<unsigned>>(std::span<const unsigned>{}).empty());
    }

    TEST_CASE("counts that a message cannot hold are refused before memory is taken for them")
    {
        for (const std::uint64_t count :
             {std::uint64_t{2}, std::uint64_t{1} << 61U, std::numeric_limits<std::uint64_t>::max()}) {
            CAPTURE(count);
            const Writer one_number = Writer{}.put(count).put(std::uint64_t{0});
            refuses<std::vector<std::uint64_t>>(one_number);
            refuses<std::vector<std::string>>(one_number);
            refuses<Everything>(one_number);
        }
        refuses<std::string>(Writer{}.put(std::uint32_t{1}));
    }

    TEST_CASE("a bool that is neither true nor false is refused")
    {
        refuses<bool>(Writer{}.put(std::uint8_t{2}));
        refuses<std::optional<int>>(Writer{}.put(std::uint8_t{255}).put(1));
    }
}
