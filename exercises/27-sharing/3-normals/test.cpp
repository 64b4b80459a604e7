// Tests of normals that are taken from a mesh's vertices, against double precision.
#include <lockstep/exercise.hpp>
#include <lockstep/probes.hpp>

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
    std::vector<float> places; // four floats a vertex; w holds what has no meaning
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
            place[3] = random.uniform(-9, 9);
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

// What is to be known of the first wrong vertex if it is in the first or the last column.
std::string seam(const Mesh& mesh, const Expected& expected, const std::vector<float>& got)
{
    const auto wrong = compare(std::span<const float>{expected.normals}, std::span<const float>{got},
                               tolerance_of(expected));
    const std::size_t last = mesh.columns - 1;
    const std::size_t column = wrong ? wrong->index / 4 % mesh.columns : 0;
    if (!wrong || (column != 0 && column != last)) return "";
    return "; this vertex is in column " + std::to_string(column) + " of 0 to " + std::to_string(last) +
           ", and the first column is beside the last";
}

void check_mesh(const Mesh& mesh, std::size_t group_columns, std::size_t group_rows)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = normals_kernel();
    const auto places = input("places", mesh.places);
    const auto normals = output<float>("normals", mesh.places.size());
    exercise.launch(
        kernel,
        {.global = cl::NDRange(round_up(mesh.columns, group_columns), round_up(mesh.rows, group_rows)),
         .local = cl::NDRange(group_columns, group_rows)},
        places, normals, static_cast<cl_uint>(mesh.columns), static_cast<cl_uint>(mesh.rows));
    const Expected expected = normals_of(mesh);
    const std::vector<float> got = normals.read();
    INFO(mesh.columns, " columns, ", mesh.rows, " rows; normals has 4 numbers a vertex",
         seam(mesh, expected, got));
    exercise.expect_same("normals", expected.normals, got, tolerance_of(expected), 4 * mesh.columns);
    exercise.expect_same("places", mesh.places, places.read(), {}, 4 * mesh.columns);
}

} // namespace

TEST_CASE("the normals of a sphere point outwards")
{
    const Mesh sphere = globe(24, 12, 0);
    check_mesh(sphere, 8, 4);
}

TEST_CASE("the first column is beside the last")
{
    Mesh mesh = globe(16, 6, 0);
    for (std::size_t y = 0; y < mesh.rows; ++y) // a fold along the seam
        for (std::size_t k = 0; k < 3; ++k) mesh.places[4 * y * mesh.columns + k] *= 1.75F;
    check_mesh(mesh, 8, 2);
}

TEST_CASE("in the first and the last row the vertex takes the place of the missing neighbour")
{
    for (const std::size_t rows : {2U, 3U, 5U}) check_mesh(globe(9, rows, 0.2F), 3, 2);
}

TEST_CASE("meshes of every size and groups of every shape are right")
{
    for (const Size2D& size : Exercise::get().sizes_2d())
        check_mesh(globe(size.columns, size.rows, 0.05F), size.group_columns, size.group_rows);
    check_mesh(globe(13, 7, 0.1F), 6, 3);
    if (Exercise::get().clean_stage()) return;
    check_mesh(globe(64, 48, 0.02F), 48, 2);
    check_mesh(globe(70001, 3, 0), 512, 1); // more than 16 bits count
    check_mesh(globe(5, 70001, 0), 1, 128);
    check_mesh(globe(count_of_its_own("normals.cl"), 11, 0.001F), 16, 16);
}

TEST_CASE("without neighbours on both sides there is no normal")
{
    for (const auto& [columns, rows] : {std::pair{1, 5}, std::pair{2, 5}, std::pair{7, 1}, std::pair{1, 1}})
        check_mesh(globe(static_cast<std::size_t>(columns), static_cast<std::size_t>(rows), 0.2F), 4, 4);
}

TEST_CASE("meshes with very short and very long edges are right")
{
    check_mesh(globe(12, 7, 0.1F, 0x1p-18F), 4, 4);
    check_mesh(globe(12, 7, 0.1F, 0x1p18F), 4, 4);
    check_mesh(twisted_tube(), 4, 4);
}

TEST_CASE("what w holds makes no difference")
{
    Mesh mesh = globe(12, 7, 0.1F);
    for (std::size_t i = 3; i < mesh.places.size(); i += 4)
        mesh.places[i] =
            i % 8 == 3 ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
    check_mesh(mesh, 4, 4);
}

TEST_CASE("a mesh far from the origin is right")
{
    Mesh mesh = globe(12, 7, 0.1F);
    for (std::size_t i = 0; i < mesh.places.size(); i += 4) mesh.places[i + 1] += 50.0F;
    check_mesh(mesh, 4, 4);
}

TEST_CASE("a work-item writes its own normal and no other")
{
    Exercise& exercise = Exercise::get();
    const Mesh mesh = globe(12, 8, 0.1F);
    const Expected expected = normals_of(mesh);
    normals_kernel(); // ends the test when the file does not build: its message is better
    const Launch whole{.global = {12, 8}, .local = {4, 4}};
    const std::vector<float> before(mesh.places.size(), -5.0F);
    cl::Kernel alone{program_behind(groups_of(whole), "normals.cl"), "mesh_normals"};
    for (const auto& [first_x, first_y] : {std::pair{0, 0}, std::pair{8, 0}, std::pair{4, 4}}) {
        const auto places = input("places", mesh.places), normals = input("normals", before);
        exercise.launch(alone, {.global = {4, 4}, .local = {4, 4}, .offset = cl::NDRange(first_x, first_y)},
                        places, normals, cl_uint{12}, cl_uint{8});
        std::vector<float> after = before;
        for (int y = first_y; y < first_y + 4; ++y) {
            const std::size_t from =
                4 * (static_cast<std::size_t>(y) * 12 + static_cast<std::size_t>(first_x));
            std::copy_n(&expected.normals[from], 16, &after[from]);
        }
        INFO("the work-group of columns ", first_x, " to ", first_x + 3, " and rows ", first_y, " to ",
             first_y + 3, " was run alone: the other normals stay -5");
        exercise.expect_same("normals", after, normals.read(), tolerance_of(expected), 48);
    }
    // What such a kernel keeps in local memory is incomplete, which the stage clean would report.
    if (exercise.clean_stage()) return;
    const std::size_t row = count_of_its_own("normals.cl") % 4;
    const std::string one_row_less =
        "#define get_local_id(d) ((d) == 1 && get_local_id(1) == " + std::to_string(row) + " ? (size_t)" +
        std::to_string((row + 1) % 4) +
        " : get_local_id(d))\n"
        "#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))\n";
    cl::Kernel incomplete{program_behind(one_row_less, "normals.cl"), "mesh_normals"};
    const auto places = input("places", mesh.places), normals = input("normals", before);
    exercise.launch(incomplete, whole, places, normals, cl_uint{12}, cl_uint{8});
    const std::vector<float> after = normals.read();
    for (std::size_t i = 0; i < after.size(); ++i) {
        const bool written = after[i] != before[i], nobodys = i / 48 % 4 == row;
        if (written == nobodys)
            FAIL("In each work-group the work-items of row ", row, " did nothing. The normal of vertex ",
                 i / 4 % 12, " of row ", i / 48, " was ",
                 std::string{written ? "made by others, and each makes its own"
                                     : "not made, though its own work-item was there"});
    }
}
