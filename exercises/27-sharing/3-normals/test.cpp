// Tests of normals that are taken from a mesh's vertices, against double precision.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace lockstep;

namespace
{

cl::Kernel normals_kernel()
{
    return Exercise::get().kernel("normals.cl", "mesh_normals",
                                  {"global float4*", "global float4*", "uint", "uint"});
}

struct Mesh
{
    std::size_t columns, rows;
    std::vector<float> places; // four floats a vertex; w has no meaning, and is NaN
};

/// A globe, crumpled by up to `crumpled` of its radius.
Mesh globe(std::size_t columns, std::size_t rows, float crumpled, float radius = 1)
{
    Mesh mesh{columns, rows, std::vector<float>(4 * columns * rows)};
    Random random{273};
    for (std::size_t y = 0; y < rows; ++y)
        for (std::size_t x = 0; x < columns; ++x) {
            const double u = 6.283185307 * (static_cast<double>(x) + 0.2) / static_cast<double>(columns);
            const double v = 3.141592654 * (static_cast<double>(y) + 0.5) / static_cast<double>(rows);
            const double r = double{radius} * (1 + double{crumpled} * double{random.uniform(-1, 1)});
            float* place = &mesh.places[4 * (y * columns + x)];
            place[0] = static_cast<float>(r * std::cos(u) * std::sin(v));
            place[1] = static_cast<float>(r * std::cos(v));
            place[2] = static_cast<float>(r * std::sin(u) * std::sin(v));
            place[3] = std::numeric_limits<float>::quiet_NaN();
        }
    return mesh;
}

/// A tube whose rows are turned against each other so far that the way down leads almost the way around: east and south meet at
/// an angle of about 2^-13. Its edges are as short as they may be.
Mesh twisted_tube()
{
    Mesh mesh{12, 7, std::vector<float>(4 * 12 * 7)};
    for (std::size_t y = 0; y < mesh.rows; ++y)
        for (std::size_t x = 0; x < mesh.columns; ++x) {
            const double turn = 3.141592654 / 6 * static_cast<double>(x + y) + 0.1;
            float* place = &mesh.places[4 * (y * mesh.columns + x)];
            place[0] = static_cast<float>(0x1p-19 * std::cos(turn));
            place[1] = -0x1p-33F * static_cast<float>(y);
            place[2] = static_cast<float>(0x1p-19 * std::sin(turn));
        }
    return mesh;
}

struct Expected
{
    std::vector<float> normals;
    double least_sine = 1; ///< between east and south, where both are there
};

Expected normals_of(const Mesh& mesh)
{
    Expected expected{std::vector<float>(mesh.places.size(), 0.0F)};
    const auto place = [&](std::size_t x, std::size_t y, std::size_t k) {
        return double{mesh.places[4 * (y * mesh.columns + x) + k]};
    };
    for (std::size_t y = 0; y < mesh.rows; ++y)
        for (std::size_t x = 0; x < mesh.columns; ++x) {
            const std::size_t left = (x + mesh.columns - 1) % mesh.columns, right = (x + 1) % mesh.columns;
            const std::size_t above = y == 0 ? 0 : y - 1, below = std::min(y + 1, mesh.rows - 1);
            double east[3], south[3];
            for (std::size_t k = 0; k < 3; ++k) {
                east[k] = place(right, y, k) - place(left, y, k);
                south[k] = place(x, below, k) - place(x, above, k);
            }
            double normal[3];
            for (std::size_t k = 0; k < 3; ++k)
                normal[k] = east[(k + 1) % 3] * south[(k + 2) % 3] - east[(k + 2) % 3] * south[(k + 1) % 3];
            const double length = std::hypot(normal[0], normal[1], normal[2]);
            if (length == 0) continue;
            expected.least_sine =
                std::min(expected.least_sine, length / (std::hypot(east[0], east[1], east[2]) *
                                                        std::hypot(south[0], south[1], south[2])));
            for (std::size_t k = 0; k < 3; ++k)
                expected.normals[4 * (y * mesh.columns + x) + k] = static_cast<float>(normal[k] / length);
        }
    return expected;
}

/// Each of the six differences and of the six products rounds by 2^-24 of the lengths of east and south at most, which the
/// division by the length of the normal enlarges by 1 / sine; the rest of the way there are some roundings more.
Tolerance tolerance_of(const Expected& expected)
{
    return {.absolute = 16 * 0x1p-24 / expected.least_sine};
}

void check(const Mesh& mesh, std::size_t group_columns, std::size_t group_rows)
{
    const auto places = input("places", mesh.places);
    const auto normals = output<float>("normals", mesh.places.size());
    launch(normals_kernel(), covering({mesh.columns, mesh.rows, group_columns, group_rows}), places, normals,
           mesh.columns, mesh.rows);
    const Expected expected = normals_of(mesh);
    INFO(mesh.columns, " columns, ", mesh.rows, " rows; normals has 4 numbers a vertex");
    expect_same("normals", expected.normals, normals.read(), tolerance_of(expected), 4 * mesh.columns);
    expect_same("places", mesh.places, places.read(), {}, 4 * mesh.columns);
}

} // namespace

TEST_CASE("the normals of a sphere point outwards")
{
    check(globe(24, 12, 0), 8, 4);
}

TEST_CASE("the first column is beside the last")
{
    Mesh mesh = globe(16, 6, 0);
    for (std::size_t y = 0; y < mesh.rows; ++y) // a fold along the seam
        for (std::size_t k = 0; k < 3; ++k) mesh.places[4 * y * mesh.columns + k] *= 1.75F;
    check(mesh, 8, 2);
}

TEST_CASE("in the first and the last row the vertex takes the place of the missing neighbour")
{
    for (const std::size_t rows : {2U, 3U, 5U}) check(globe(9, rows, 0.2F), 3, 2);
}

TEST_CASE("meshes of every size and groups of every shape are right")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        check(globe(size.columns, size.rows, 0.05F), size.group_columns, size.group_rows);
    check(globe(13, 7, 0.1F), 6, 3);
    if (Exercise::get().clean_stage()) return;
    check(globe(64, 48, 0.02F), 48, 2);
    check(globe(70001, 3, 0), 512, 1); // more than 16 bits count
    check(globe(5, 70001, 0), 1, 128);
}

TEST_CASE("without neighbours on both sides there is no normal")
{
    for (const auto& [columns, rows] : {std::pair{1U, 5U}, {2U, 5U}, {7U, 1U}, {1U, 1U}})
        check(globe(columns, rows, 0.2F), 4, 4);
}

TEST_CASE("meshes with very short and very long edges are right")
{
    check(globe(12, 7, 0.1F, 0x1p-18F), 4, 4);
    check(globe(12, 7, 0.1F, 0x1p18F), 4, 4);
    check(twisted_tube(), 4, 4);
}

TEST_CASE("a mesh far from the origin is right")
{
    Mesh mesh = globe(12, 7, 0.1F);
    for (std::size_t i = 0; i < mesh.places.size(); i += 4) mesh.places[i + 1] += 50.0F;
    check(mesh, 4, 4);
}

TEST_CASE("a work-group writes its own normals and no others")
{
    const Mesh mesh = globe(12, 8, 0.1F);
    const Expected expected = normals_of(mesh);
    for (const auto& [first_x, first_y] : {std::pair{0U, 0U}, std::pair{8U, 0U}, std::pair{4U, 4U}}) {
        const auto places = input("places", mesh.places);
        const auto normals = output<float>("normals", mesh.places.size());
        launch(normals_kernel(), {.global = {4, 4}, .local = {4, 4}, .offset = {first_x, first_y}}, places,
               normals, mesh.columns, mesh.rows);
        INFO("columns ", first_x, " to ", first_x + 3, " and rows ", first_y, " to ", first_y + 3, " alone");
        const auto made = [&, x = first_x, y = first_y](std::size_t i) {
            return i / 4 % 12 / 4 == x / 4 && i / 48 / 4 == y / 4;
        };
        expect_part("normals", expected.normals, normals.read(), made, tolerance_of(expected), 48);
    }
}
