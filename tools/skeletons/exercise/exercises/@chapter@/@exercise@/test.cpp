// TO WRITE: Tests of scale against the host.
#include <lockstep/exercise.hpp>

using namespace lockstep;

namespace
{

void check_scale(float factor, std::size_t n, std::size_t group)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = exercise.kernel("@name@.cl", "scale", {"float", "global float*", "uint"});
    const std::vector<float> before = random_floats(n, 11 + n);
    std::vector<float> expected(n);
    for (std::size_t i = 0; i < n; ++i) expected[i] = factor * before[i];

    const auto values = input("values", before);
    exercise.launch(kernel, {.global = cl::NDRange(round_up(n, group)), .local = cl::NDRange(group)}, factor,
                    values, static_cast<cl_uint>(n));
    exercise.expect_same("values", expected, values.read()); // one rounding on either side: exactly equal
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
