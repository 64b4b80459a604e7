// Tests of the packed vertices: numbers such that every sum is exact, and every byte must agree.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <array>
#include <cstring>

using namespace lockstep;

namespace
{

using Bytes = std::vector<std::uint8_t>;
using Point = std::array<float, 3>;

struct Layout
{
    std::size_t stride, position, normal;
};

Point point_at(const Bytes& bytes, std::size_t at)
{
    Point point;
    std::memcpy(point.data(), &bytes[at], sizeof point);
    return point;
}

/// n vertices of arbitrary bytes, whose positions and normals are multiples of 1/64.
Bytes mesh_of(const Layout& layout, std::size_t n)
{
    Bytes bytes = random_bytes(n * layout.stride, 270 + layout.stride);
    Random random{271 + n};
    for (std::size_t i = 0; i < n; ++i)
        for (const std::size_t at : {layout.position, layout.normal}) {
            Point point;
            for (float& value : point) value = static_cast<float>(random.below(4000)) / 64 - 20;
            std::memcpy(&bytes[i * layout.stride + at], point.data(), sizeof point);
        }
    return bytes;
}

void check(const Layout& layout, std::size_t n, std::size_t group, float distance = 0.75F)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel =
        exercise.kernel("inflate.cl", "inflate", {"global uchar*", "uint", "uint", "uint", "uint", "float"});
    const Bytes before = mesh_of(layout, n);
    Bytes expected = before;
    for (std::size_t i = 0; i < n; ++i) {
        Point point = point_at(before, i * layout.stride + layout.position);
        const Point normal = point_at(before, i * layout.stride + layout.normal);
        for (std::size_t k = 0; k < 3; ++k) point[k] += distance * normal[k];
        std::memcpy(&expected[i * layout.stride + layout.position], point.data(), sizeof point);
    }
    const auto vertices = input("vertices", before);
    exercise.launch(kernel, {.global = cl::NDRange(round_up(n, group)), .local = cl::NDRange(group)},
                    vertices, static_cast<cl_uint>(n), static_cast<cl_uint>(layout.stride),
                    static_cast<cl_uint>(layout.position), static_cast<cl_uint>(layout.normal), distance);
    const Bytes got = vertices.read();
    INFO(n, " vertices of ", layout.stride, " bytes, position from byte ", layout.position,
         " on, normal from byte ", layout.normal, " on; work-groups of ", group);
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t at = i * layout.stride;
        const Point right = point_at(expected, at + layout.position),
                    made = point_at(got, at + layout.position);
        if (made != right)
            FAIL("vertex ", i, ": its position must become (", right[0], ", ", right[1], ", ", right[2],
                 "), and is (", made[0], ", ", made[1], ", ", made[2], ")");
        for (std::size_t byte = at; byte < at + layout.stride; ++byte)
            if (got[byte] != expected[byte])
                FAIL("vertex ", i, ": its byte ", byte - at, " is no part of the position. It was ",
                     int{before[byte]}, ", and is ", int{got[byte]});
    }
}

} // namespace

TEST_CASE("a mesh of 24 bytes a vertex, position and normal")
{
    check({24, 0, 12}, 40, 8);
    check({24, 12, 0}, 40, 8);
}

TEST_CASE("a mesh with room behind position and normal, which keeps what is there")
{
    check({32, 0, 16}, 40, 8);
    check({32, 16, 0}, 40, 8);
}

TEST_CASE("colours and other things before, between and behind")
{
    check({28, 16, 4}, 40, 8);
    check({36, 0, 16}, 40, 8);
    check({44, 8, 28}, 40, 8);
    check({100, 60, 4}, 40, 8);
}

TEST_CASE("any number of vertices, in work-groups of any size")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check({28, 4, 16}, size.count, size.group);
}

TEST_CASE("a mesh may grow, shrink, or stay as it is")
{
    for (const float distance : {0.0F, -2.5F, 1.0F}) check({40, 0, 20}, 30, 10, distance);
}
