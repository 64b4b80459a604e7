// Tests of the numbers of neighbours: coordinates are whole, so distances are exact and every number must agree.
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <array>

using namespace lockstep;

namespace
{

constexpr std::size_t tile = 64;

using Atoms = std::vector<float>; // x, y, z, 7 of each

using Place = std::array<std::size_t, 3>;

/// n atoms, of which the i-th is at place(i).
template <typename Function>
Atoms chain(std::size_t n, Function place)
{
    Atoms atoms;
    for (std::size_t i = 0; i < n; ++i) {
        for (const std::size_t coordinate : Place(place(i))) atoms.push_back(static_cast<float>(coordinate));
        atoms.push_back(7);
    }
    return atoms;
}

/// Four atoms for each unit of x: a tile is 16 long.
Place straight(std::size_t i)
{
    return {i / 4, i % 2, i / 2 % 2};
}

/// The same along a diagonal: tiles that are near along each axis are farther apart in space.
Place slanting(std::size_t i)
{
    return {i / 4 + i % 2, i / 4 + i / 2 % 2, i / 4};
}

/// Goes 300 atoms to the right, comes back three units beside, and so on.
Place folded(std::size_t i)
{
    return {i / 300 % 2 == 0 ? i % 300 : 299 - i % 300, i / 300 * 3, 5};
}

/// Fills a cube in layers.
Place coiled(std::size_t i)
{
    return {i % 11 * 3, i / 11 % 11 * 2, i / 121 * 4};
}

/// The least and the largest coordinates of each tile.
std::vector<float> boxes_of(const Atoms& atoms)
{
    std::vector<float> boxes;
    for (std::size_t first = 0; first < atoms.size(); first += 4 * tile)
        for (const bool largest : {false, true})
            for (std::size_t k = 0; k < 4; ++k) {
                float limit = atoms[first + k];
                for (std::size_t at = first + k; at < std::min(first + 4 * tile, atoms.size()); at += 4)
                    limit = largest ? std::max(limit, atoms[at]) : std::min(limit, atoms[at]);
                boxes.push_back(limit);
            }
    return boxes;
}

std::vector<cl_uint> neighbours_of(const Atoms& atoms, float cutoff)
{
    std::vector<cl_uint> neighbours(atoms.size() / 4, 0);
    for (std::size_t i = 0; i < atoms.size(); i += 4)
        for (std::size_t j = 0; j < atoms.size(); j += 4) {
            float square = 0;
            for (std::size_t k = 0; k < 3; ++k)
                square += (atoms[j + k] - atoms[i + k]) * (atoms[j + k] - atoms[i + k]);
            if (i != j && square <= cutoff * cutoff) ++neighbours[i / 4];
        }
    return neighbours;
}

void check(const Atoms& atoms, float cutoff)
{
    cl::Kernel kernel =
        Exercise::get().kernel("cutoff.cl", "count_neighbours",
                               {"global float4*", "global float4*", "global uint*", "uint", "float"});
    const std::size_t n = atoms.size() / 4;
    const auto neighbours = output<cl_uint>("neighbours", n);
    launch(kernel, covering(n, tile), input("atoms", atoms), input("boxes", boxes_of(atoms)), neighbours, n,
           cutoff);
    INFO(n, " atoms, cutoff ", cutoff);
    expect_same("neighbours", neighbours_of(atoms, cutoff), neighbours.read());
}

std::size_t most()
{
    return clean_stage() ? 150 : 1000;
}

} // namespace

TEST_CASE("atoms of one tile are each other's neighbours")
{
    for (const std::size_t n : {64U, 1U, 2U, 40U, 63U}) check(chain(n, straight), 5);
}

TEST_CASE("neighbours are found in the tiles around")
{
    for (const float cutoff : {3.0F, 10.0F, 20.0F}) {
        check(chain(128, straight), cutoff);
        check(chain(128, slanting), cutoff);
    }
    check(chain(most(), straight), 6);
    for (const std::size_t n : {65U, 127U, 130U}) check(chain(n, coiled), 4);
}

TEST_CASE("the chain may fold back")
{
    check(chain(std::max<std::size_t>(most(), 330), folded), 3);
    check(chain(most(), folded), 4.5F);
    check(chain(most(), coiled), 7);
}

TEST_CASE("an atom at exactly the cutoff counts, and one beyond it does not")
{
    // The second tile is 5 away from the first: by 3 along one axis and 4 along another.
    const auto two_tiles = [](std::size_t i) {
        return Place{i < tile ? 10U : 13U, i < tile ? 20U : 16U, 100U};
    };
    for (const float cutoff : {5.0F, 4.875F, 5.125F}) check(chain(2 * tile, two_tiles), cutoff);
}

TEST_CASE("a cutoff of nothing, and one that reaches everywhere")
{
    check(chain(most(), folded), 0);
    check(chain(most(), [](std::size_t i) { return Place{i / 100, 3, 3}; }), 0); // many at one place
    check(chain(most(), folded), 5000);
}

TEST_SUITE("lens")
{
    TEST_CASE("a straight chain of 1024 atoms")
    {
        check(chain(1024, straight), 10);
    }

    TEST_CASE("a slanting chain of 500 atoms")
    {
        check(chain(500, slanting), 20);
    }
}
