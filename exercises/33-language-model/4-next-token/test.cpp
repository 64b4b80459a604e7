// Tests of the attention of one token, and of the cache after it, against double precision.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace
{

using Floats = std::vector<float>;

constexpr std::size_t group = 64;

/// Keys and values of `count` positions. What a position has after its heads, and what is after the last position, is NaN.
struct Cache
{
    std::size_t heads, channels, pitch, count;
    Floats keys, values;

    std::size_t width() const { return heads * channels; }
};

struct Token
{
    Floats query, key, value;
};

Cache random_cache(std::size_t count, std::size_t heads, std::size_t channels, std::size_t between = 0)
{
    Random random{3321 + count + channels};
    const std::size_t pitch = heads * channels + between;
    Cache cache{
        heads, channels, pitch, count, Floats((count + 3) * pitch, NAN), Floats((count + 3) * pitch, NAN)};
    for (std::size_t j = 0; j < count; ++j)
        for (std::size_t i = 0; i < cache.width(); ++i) {
            cache.keys[j * pitch + i] = random.uniform(-1, 2);
            cache.values[j * pitch + i] = random.uniform(-1, 3);
        }
    return cache;
}

Token random_token(const Cache& cache)
{
    const std::uint64_t seed = 3322 + cache.count;
    return {random_floats(cache.width(), seed), random_floats(cache.width(), seed + 1, -1, 2),
            random_floats(cache.width(), seed + 2)};
}

/// What the head makes of the token, whose key and value are in the cache.
Floats attended(const Cache& cache, const Token& token, std::size_t head)
{
    const std::size_t begin = head * cache.channels;
    std::vector<double> shares, sums(cache.channels, 0.0);
    double sum = 0;
    for (std::size_t j = 0; j <= cache.count; ++j) {
        double score = 0;
        for (std::size_t c = begin; c < begin + cache.channels; ++c)
            score += double{token.query[c]} * double{cache.keys[j * cache.pitch + c]};
        shares.push_back(score / std::sqrt(cache.channels));
    }
    const double largest = *std::ranges::max_element(shares);
    for (double& share : shares) sum += share = std::exp(share - largest);
    for (std::size_t j = 0; j <= cache.count; ++j)
        for (std::size_t c = 0; c < cache.channels; ++c)
            sums[c] += shares[j] / sum * double{cache.values[j * cache.pitch + begin + c]};
    return {sums.begin(), sums.end()};
}

/// How a check differs from the usual: the error that `out` may have, the groups that are launched, how work-items are numbered.
struct Way
{
    double error = 3e-4;
    std::size_t groups = SIZE_MAX;
    bool backwards = false;
};

/// @return the cache as the kernel has left it, with the token in it.
Cache check(Cache cache, const Token& token, const Way& way = {})
{
    const std::size_t groups = std::min(way.groups, cache.heads), width = cache.width();
    const std::string channels = std::to_string(cache.channels);
    cl::Kernel kernel =
        Exercise::get().kernel("next.cl", "attend_next",
                               {"global float*", "global float*", "global float*", "global float*",
                                "global float*", "global float*", "uint", "uint"},
                               "-D CHANNELS=" + channels);
    if (way.backwards)
        kernel = behind("#define CHANNELS " + channels + "\n" + numbered_backwards(), "next.cl", kernel);
    const auto keys = input("keys", cache.keys), values = input("values", cache.values);
    const auto query = input("query", token.query), key = input("key", token.key),
               value = input("value", token.value);
    const auto out = output<float>("out", width);
    launch(kernel, covering(groups * group, group), query, key, value, keys, values, out, cache.count,
           cache.pitch);
    const auto made = [&](std::size_t i) { return i < groups * cache.channels; };
    for (std::size_t i = 0; made(i) && i < width; ++i) {
        cache.keys[cache.count * cache.pitch + i] = token.key[i];
        cache.values[cache.count * cache.pitch + i] = token.value[i];
    }
    Floats expected;
    for (std::size_t head = 0; head < cache.heads; ++head)
        for (const float number : attended(cache, token, head)) expected.push_back(number);
    INFO("position ", cache.count, ", heads: ", cache.heads, ", channels of each: ", channels,
         "; groups launched: ", groups,
         std::string{way.backwards ? ", and in each the work-item that runs last has number 0" : ""});
    expect_same("keys", cache.keys, keys.read(), {}, cache.pitch);
    expect_same("values", cache.values, values.read(), {}, cache.pitch);
    expect_part("out", expected, out.read(), made, {.absolute = way.error}, cache.channels);
    expect_same("query", token.query, query.read());
    ++cache.count;
    return cache;
}

void check_random(std::size_t count, std::size_t heads, std::size_t channels, std::size_t between = 0,
                  const Way& way = {})
{
    const Cache cache = random_cache(count, heads, channels, between);
    check(cache, random_token(cache), way);
}

} // namespace

TEST_CASE("the first token attends to itself alone")
{
    check_random(0, 1, 64);
    check_random(0, 3, 32);
}

TEST_CASE("a cache of any length, with heads of 32 and of 64 channels")
{
    for (const std::size_t count : {1U, 7U, 8U, 31U, 33U, 63U, 64U, 500U, 1023U})
        for (const std::size_t channels : {32U, 64U})
            if (!clean_stage() || count == (channels == 32 ? 33 : 8) || count * channels == 1023 * 32)
                check_random(count, 2, channels);
}

TEST_CASE("a position may be longer than its heads")
{
    check_random(19, 2, 32, 21);
    check_random(10, 1, 64, 131);
}

TEST_CASE("scores may be large, and all of them far below 0")
{
    for (const float scale : {60.0F, -60.0F}) {
        Cache cache = random_cache(clean_stage() ? 20 : 300, 2, 32);
        Token token = random_token(cache);
        for (float& number : cache.keys) number = std::abs(number);
        for (float& number : token.key) number = std::abs(number);
        for (float& number : token.query) number = scale * std::abs(number);
        // Up to 600, a score has 32 roundings of 2^-15 at most: a thousandth of a share, and values differ by 4.
        check(cache, token, {.error = 5e-3});
    }
}

TEST_CASE("a text, token by token")
{
    Cache cache = random_cache(0, 2, 32, 5);
    for (std::size_t position = 0; position < (clean_stage() ? 3 : 40); ++position) {
        Cache longer = check(cache, random_token(cache));
        longer.keys.resize(longer.keys.size() + longer.pitch, NAN);
        longer.values.resize(longer.values.size() + longer.pitch, NAN);
        cache = longer;
    }
}

TEST_CASE("a group has its own head, whichever of its work-items runs first")
{
    check_random(25, 4, 32, 0, {.groups = 2});
    for (const std::size_t channels : {32U, 64U})
        if (!clean_stage()) check_random(90, 2, channels, 0, {.backwards = true});
}

TEST_SUITE("lens")
{
    TEST_CASE("position 63, 2 heads of 64 channels")
    {
        check_random(63, 2, 64);
    }

    TEST_CASE("position 44, 3 heads of 32 channels")
    {
        check_random(44, 3, 32, 8);
    }
}
