// TO WRITE: Tests of scale against the host.
#include "@name@.hpp"

#include <lockstep/exercise.hpp>

using namespace lockstep;

namespace
{

void check_scale(float factor, std::size_t n, std::size_t group)
{
    constexpr float untouched = -12345.0F;
    Exercise& exercise = Exercise::get();
    const std::vector<float> values = random_floats(n, 11 + n);
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = factor * values[i];
    expected.resize(n + 8, untouched);

    std::vector<float> out(n + 8, untouched); // eight more than the function is told of
    INFO(n, " elements in work-groups of ", group);
    scale(exercise.queue(), factor, values, std::span{out}.first(n), group);
    exercise.expect_same("out", expected, out);
}

} // namespace

TEST_CASE("scale scales every element")
{
    check_scale(2.5F, 64, 64);
}

TEST_CASE("scale handles every size and work-group")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check_scale(-1.75F, size.count, size.group);
}
