// Tests of tokens drawn with a u in the middle of their shares, which are computed in double precision.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace lockstep;

namespace
{

using Words = std::vector<cl_uint>;
using Floats = std::vector<float>;

constexpr std::size_t group = 256;

cl_uint draw(const Floats& logits, std::size_t k, float temperature, float u, bool backwards = false)
{
    cl::Kernel kernel = Exercise::get().kernel(
        "draw.cl", "draw", {"global float*", "global uint*", "uint", "uint", "float", "float"});
    if (backwards) kernel = behind(numbered_backwards(), "draw.cl", kernel);
    const auto in = input("logits", logits);
    const auto token = output<cl_uint>("token", 1);
    launch(kernel, covering(group, group), in, token, logits.size(), k, temperature, u);
    expect_same("logits", logits, in.read());
    return token.read().front();
}

/// The numbers of the k largest logits, in order, and what their shares add up to, up to each of them.
struct Shares
{
    Words tokens;
    std::vector<double> sums;
};

Shares shares_of(const Floats& logits, std::size_t k, float temperature)
{
    Words tokens(logits.size());
    std::iota(tokens.begin(), tokens.end(), 0U);
    std::ranges::stable_sort(tokens, std::greater{}, [&](cl_uint i) { return logits[i]; });
    const double largest = double{logits[tokens.front()]};
    tokens.resize(k);
    std::ranges::sort(tokens);
    std::vector<double> sums;
    for (const cl_uint i : tokens)
        sums.push_back((sums.empty() ? 0 : sums.back()) +
                       std::exp((double{logits[i]} - largest) / double{temperature}));
    const double total = sums.back();
    for (double& sum : sums) sum /= total;
    return {tokens, sums};
}

void expect_token(cl_uint expected, const Floats& logits, std::size_t k, float temperature, float u,
                  bool backwards = false)
{
    const cl_uint got = draw(logits, k, temperature, u, backwards);
    if (got != expected)
        FAIL(logits.size(), " logits, k = ", k, ", temperature ", temperature, ", u = ", u,
             std::string{backwards ? ", where the work-item that runs last has number 0" : ""}, ": token ",
             expected, " must be drawn. token[0] is ", got, ".");
}

/// Draws some tokens, the first and the last among them, by a u in the middle of their shares. Those are at least 1 / 10,000: half of
/// that is more than the 512 roundings of 2^-24 that sums of 65,536 weights take in two levels.
void check(const Floats& logits, std::size_t k, float temperature, std::size_t draws = 6)
{
    const Shares shares = shares_of(logits, k, temperature);
    Words large; // places in `shares`
    for (cl_uint t = 0; t < k; ++t)
        if (shares.sums[t] - (t > 0 ? shares.sums[t - 1] : 0) >= 1e-4) large.push_back(t);
    for (std::size_t d = 0; d < draws; ++d) {
        const cl_uint t = large[d * (large.size() - 1) / std::max<std::size_t>(draws - 1, 1)];
        const double u = (shares.sums[t] + (t > 0 ? shares.sums[t - 1] : 0)) / 2;
        expect_token(shares.tokens[t], logits, k, temperature, static_cast<float>(u), d % 2 == 1);
    }
}

/// Logits of up to `kinds` different values, from -8 to 8.
Floats random_logits(std::size_t n, cl_uint kinds = 1 << 20)
{
    Floats logits;
    for (const cl_uint number : random_uints(n, 3331 + n, kinds))
        logits.push_back(static_cast<float>(number + 1) * 16 / static_cast<float>(kinds) - 8.125F);
    return logits;
}

} // namespace

TEST_CASE("shares of 0.1, 0.2, 0.3 and 0.4")
{
    Floats logits;
    for (const float share : {3.0F, 1.0F, 4.0F, 2.0F}) logits.push_back(std::log(share));
    for (const auto& [u, token] : {std::pair{0.0F, 0U},
                                   {0.29F, 0U},
                                   {0.31F, 1U},
                                   {0.39F, 1U},
                                   {0.41F, 2U},
                                   {0.79F, 2U},
                                   {0.81F, 3U},
                                   {0.99999994F, 3U}})
        if (!clean_stage() || token == 3) expect_token(token, logits, 4, 1, u);
}

TEST_CASE("a sum of exactly u is not more than u")
{
    const Floats equal(4, 2.5F);
    for (const cl_uint token : {1U, 2U, 3U})
        expect_token(token, equal, 4, 1, static_cast<float>(token) / 4, token == 2);
}

TEST_CASE("a temperature of 0 takes the largest logit, and of equal ones the first")
{
    Floats logits = random_logits(300, 40);
    const auto first = static_cast<cl_uint>(std::ranges::max_element(logits) - logits.begin());
    for (const float u : {0.0F, 0.7F}) expect_token(first, logits, 300, 0, u);
    if (clean_stage()) return;
    expect_token(first, logits, 3, 0, 0.99F, true);
    expect_token(0, Floats(1000, -3), 50, 0, 0.5F);
}

TEST_CASE("the k largest take part, and no others")
{
    const Floats logits = random_logits(clean_stage() ? 87 : 600);
    for (const std::size_t k : {1U, 2U, 10U, 80U})
        if (!clean_stage() || k == 10) check(logits, k, 1, clean_stage() ? 2 : 8);
}

TEST_CASE("of equal logits those with the lower numbers take part")
{
    check(random_logits(clean_stage() ? 90 : 700, 5), 50, 1, clean_stage() ? 2 : 8);
    if (clean_stage()) return;
    check(Floats(700, 0.5F), 300, 1, 12);
    check(random_logits(10'000, 3), 5000, 1);
}

TEST_CASE("any temperature")
{
    for (const float temperature : {0.5F, 2.0F, 0.01F, 100.0F})
        if (!clean_stage() || temperature == 0.5F)
            check(random_logits(87), 40, temperature, clean_stage() ? 2 : 6);
}

TEST_CASE("any number of logits, and any k")
{
    for (const std::size_t n : {1U, 2U, 87U, 255U, 256U, 257U, 1000U, 50'257U, 65'536U})
        for (const std::size_t k : {std::size_t{1}, (n + 1) / 3 + 1, n})
            if (!clean_stage() || n + k == 4) check(random_logits(n), k, 1, clean_stage() ? 2 : 6);
}

TEST_CASE("logits may be large, far below 0, or ban a token")
{
    for (const float added : {1000.0F, -3000.0F, 0.0F}) {
        Floats logits = random_logits(87, 64);
        for (float& logit : logits) logit += added;
        for (std::size_t i = 0; i < logits.size(); i += 3) logits[i] = -INFINITY;
        if (!clean_stage() || added == 0) check(logits, 87, 1, clean_stage() ? 2 : 6);
        expect_token(1, logits, 87, 100, 0);
        if (clean_stage()) return;
        logits.back() = 8 + added;
        expect_token(86, logits, 87, 1, 0.99999994F);
    }
    for (std::size_t n = 1000; n < 9000; n += 500) { // in some of them rounded sums do not exceed u
        Floats logits = random_logits(n);
        std::fill(logits.end() - 20, logits.end(), -INFINITY);
        const cl_uint got = draw(logits, n, 1, 0.99999994F);
        if (got >= n - 20 || got + 120 < n) // rounding moves it by less than 100 tokens
            FAIL(n, " logits, of which the last 20 are -INFINITY, u = 0.99999994: token[0] is ", got,
                 std::string{got >= n - 20 ? ", which is banned."
                                           : ", and must be one of the last with a share."});
    }
}

TEST_SUITE("lens")
{
    TEST_CASE("2,048 logits, of which 40 take part")
    {
        check(random_logits(2048), 40, 1, 1);
    }

    TEST_CASE("1,501 logits, of which 100 take part")
    {
        check(random_logits(1501), 100, 1, 1);
    }
}
