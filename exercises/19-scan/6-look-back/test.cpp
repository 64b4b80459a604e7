// Tests of the look-back: whole scans, and single groups between tiles that tell what the test wants, when it wants it.
#include <lockstep/kernel_set.hpp>
#include <lockstep/probes.hpp>

#include <numeric>

using namespace lockstep;

namespace
{

using Numbers = std::vector<cl_uint>;

constexpr std::size_t tile_size = 64;
constexpr cl_uint nothing_yet = 0, sum_of_tile = 1U << 16U, sum_so_far = 2U << 16U;

/// What a tile has told.
struct Told
{
    cl_uint status = nothing_yet;
    cl_uint value = 0;

    cl_uint high() const { return status | value >> 16U; }
    cl_uint low() const { return status | (value & 0xFFFFU); }
};

/// A tile before the one that looks back: what it tells at first, how often each of its two words is read like that, and what
/// it tells from then on.
struct Neighbour
{
    Told later;
    Told first = {};
    cl_uint early_high = 0;
    cl_uint early_low = 0;
};

/// Words of an area: enough for the longest walk.
std::size_t area()
{
    return clean_stage() ? 100 : 1500;
}

/// Lines in front of the file: words are answered as the areas of WORDS words behind the states say. Behind each word lie how
/// often it was read, how often it is read early, the early answer, and its place. Then come: whether the own tile had told
/// anything but its own sum while it asked, its number, and the two words of its own sum.
std::string answers()
{
    return "#define WORDS " + std::to_string(area()) + "\n" +
           R"(uint lockstep_answer(volatile global uint* word, uint with)
{
    volatile global uint* states = word - word[4 * WORDS];
    const uint own = 2 * states[5 * WORDS + 1], place = word[4 * WORDS];
    if (place != own && place != own + 1 && (atomic_or(states + own, 0) != states[5 * WORDS + 2] ||
                                             atomic_or(states + own + 1, 0) != states[5 * WORDS + 3]))
        atomic_xchg(states + 5 * WORDS, 1);
    if (atomic_inc(word + WORDS) < word[2 * WORDS]) return word[3 * WORDS];
    return atomic_or(word, with);
}
#define atomic_or(word, with) lockstep_answer(word, with)
)";
}

cl::Kernel scan_kernel()
{
    return Exercise::get().kernel("look-back.cl", "scan_in_one_pass",
                                  {"global uint*", "global uint*", "global uint*", "uint"});
}

Numbers scanned_on_host(const Numbers& in, cl_uint before = 0)
{
    Numbers out(in.size());
    std::inclusive_scan(in.begin(), in.end(), out.begin(), std::plus<>{}, before);
    return out;
}

Numbers random_numbers(std::size_t n)
{
    return random_uints(n, 1906 + n, 0xF0000000U);
}

std::size_t tiles_of(std::size_t n)
{
    return (n + tile_size - 1) / tile_size;
}

/// All tiles by `groups_a_launch` groups at a time, which go on where the launch before has ended.
void check_scan(const Numbers& in, std::size_t groups_a_launch = SIZE_MAX)
{
    const std::size_t tiles = tiles_of(in.size());
    const auto device_in = input("in", in), states = input("states", Numbers(2 * tiles + 1, 0));
    const auto out = output<cl_uint>("out", in.size());
    for (std::size_t done = 0, groups; done < tiles; done += groups) {
        groups = std::min(groups_a_launch, tiles - done);
        launch(scan_kernel(), covering(groups * tile_size, tile_size), device_in, out, states, in.size());
    }
    INFO("n ", in.size(), ", ", tiles, " tiles");
    expect_agreed("out", scanned(in), out.read());
}

/// Launches the group of tile `before.size()` alone, behind tiles that tell what `before` says, and checks what it writes and
/// what it tells. @param expected the sum before the tile.
void check_alone(const std::vector<Neighbour>& before, cl_uint expected)
{
    const std::size_t tile = before.size(), tiles = tile + 2; // two more follow, which nobody has begun
    const std::size_t words = area(), n = tiles * tile_size;
    Numbers states(5 * words + 4, 0);
    const auto set = [&](std::size_t t, const Neighbour& neighbour) {
        for (const std::size_t half : {0U, 1U}) {
            const std::size_t word = 2 * t + half;
            states[word] = half == 0 ? neighbour.later.high() : neighbour.later.low();
            states[2 * words + word] = half == 0 ? neighbour.early_high : neighbour.early_low;
            states[3 * words + word] = half == 0 ? neighbour.first.high() : neighbour.first.low();
        }
    };
    for (std::size_t t = 0; t < tile; ++t) set(t, before[t]);
    for (std::size_t word = 0; word < words; ++word) states[4 * words + word] = static_cast<cl_uint>(word);
    states.at(2 * tiles) = static_cast<cl_uint>(tile); // the ticket that will be drawn
    states[5 * words + 1] = static_cast<cl_uint>(tile);

    const Numbers in = random_numbers(n);
    const auto from = in.begin() + static_cast<std::ptrdiff_t>(tile * tile_size);
    const Numbers own = scanned_on_host({from, from + tile_size}, expected);
    const Told own_sum{sum_of_tile, own.back() - expected}, told{sum_so_far, own.back()};
    states[5 * words + 2] = own_sum.high();
    states[5 * words + 3] = own_sum.low();
    Numbers expected_out(n),
        expected_states(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(words));
    std::copy(own.begin(), own.end(), expected_out.begin() + static_cast<std::ptrdiff_t>(tile * tile_size));
    expected_states[2 * tile] = told.high();
    expected_states[2 * tile + 1] = told.low();
    expected_states[2 * tiles] = static_cast<cl_uint>(tile + 1);

    const auto out = output<cl_uint>("out", n);
    const auto device_states = input("states", states);
    launch(behind(answers(), "look-back.cl", scan_kernel()), covering(tile_size, tile_size), input("in", in),
           out, device_states, n);
    INFO("One work-group, which drew tile ", tile,
         ", ran alone; the tiles before had told the test's states");
    expect_part("out", expected_out, out.read(), [&](std::size_t i) { return i / tile_size == tile; });
    Numbers after = device_states.read();
    const bool told_otherwise = after[5 * words] != 0, asked = tile == 0 || after[words + 2 * tile - 1] > 0;
    after.resize(words);
    INFO("states: words ", 2 * tile, " and ", 2 * tile + 1, " are the tile's own, word ", 2 * tiles,
         " is the next ticket");
    expect_same("states", expected_states, after);
    if (told_otherwise)
        FAIL("When tile ", tile,
             " asked another tile, it had not told its own sum yet, or had told something "
             "else. Whoever waits for it then waits for its whole walk.");
    if (!asked) FAIL("Tile ", tile, " did not ask the tile before it by published.");
}

/// `sums` tiles that tell only their own sums, to the right of one that knows the sum so far, to the right of `lies`.
std::vector<Neighbour> row(std::size_t lies, const Told& total, const Numbers& sums)
{
    std::vector<Neighbour> tiles(lies, Neighbour{.later = {sum_of_tile, 0xBAD0BAD0U}});
    tiles.push_back({.later = total});
    for (const cl_uint sum : sums) tiles.push_back({.later = {sum_of_tile, sum}});
    return tiles;
}

} // namespace

TEST_CASE("the first tile has nothing before it")
{
    check_scan(random_numbers(tile_size));
    check_scan(random_numbers(1));
    check_alone({}, 0);
}

TEST_CASE("many tiles are scanned, whatever the size of the last one")
{
    for (const std::size_t n : {65U, 127U, 640U, 1000U}) check_scan(random_numbers(n));
    if (clean_stage()) return;
    for (const std::size_t n : {4099U, 99999U, 1000003U}) check_scan(random_numbers(n));
}

TEST_CASE("groups may run one after another, or a few at a time")
{
    check_scan(random_numbers(333), 1);
    check_scan(random_numbers(1111), 3);
}

TEST_CASE("the walk ends at the first tile that knows the sum so far")
{
    check_alone(row(0, {sum_so_far, 1000}, {}), 1000);
    check_alone(row(3, {sum_so_far, 0x12345678U}, {}), 0x12345678U);
}

TEST_CASE("tiles that know only their own sums are added up to one that knows more")
{
    check_alone(row(2, {sum_so_far, 500}, {30}), 530);
    check_alone(row(2, {sum_so_far, 0x80000000U}, {0x10000U, 7, 0xFFFF0000U, 0x80000000U}), 7);
    const Numbers many = random_numbers(clean_stage() ? 40 : 700);
    check_alone(row(1, {sum_so_far, 9}, many), std::accumulate(many.begin(), many.end(), 9U));
    if (clean_stage()) return;
    // Whatever the number of the tile, it tells its own sum first.
    for (std::size_t walk = 0; walk < 150; ++walk) {
        const Numbers sums(many.begin(), many.begin() + static_cast<std::ptrdiff_t>(walk));
        check_alone(row(0, {sum_so_far, 9}, sums), std::accumulate(sums.begin(), sums.end(), 9U));
    }
}

TEST_CASE("the walk may go back to tile 0, which knows only its own sum yet")
{
    check_alone({{.later = {sum_of_tile, 11}}}, 11);
    check_alone({{.later = {sum_of_tile, 11}}, {.later = {sum_of_tile, 600000}}, {.later = {sum_of_tile, 5}}},
                600016);
}

TEST_CASE("a tile that has told nothing yet is waited for")
{
    for (const cl_uint questions : {1U, 2U, 5000U}) {
        if (clean_stage() && questions > 2) continue;
        std::vector<Neighbour> tiles = row(2, {sum_so_far, 4000}, {300, 20, 1});
        for (const std::size_t late : {3U, 5U}) tiles[late].early_high = tiles[late].early_low = questions;
        check_alone(tiles, 4321);
        tiles = row(2, {sum_so_far, 4000}, {300});
        tiles[2].early_high = tiles[2].early_low = questions;
        check_alone(tiles, 4300);
    }
}

TEST_CASE("a state of which one half is there is waited for")
{
    for (const bool high_first : {true, false}) {
        std::vector<Neighbour> tiles = row(2, {sum_so_far, 0x70007000U}, {0x30003U});
        for (const std::size_t late : {2U, 3U}) {
            tiles[late].early_high = high_first ? 0 : 3;
            tiles[late].early_low = high_first ? 3 : 0;
        }
        check_alone(tiles, 0x70037003U);
        // From its own sum to the sum so far, half by half.
        tiles[3] = {.later = {sum_so_far, 0x50005U}, .first = {sum_of_tile, 0x20002U}};
        tiles[3].early_high = high_first ? 0 : 3;
        tiles[3].early_low = high_first ? 3 : 0;
        check_alone(tiles, 0x50005U);
    }
}

TEST_CASE("what a tile tells next does not mix with what it told first")
{
    // Asked once or a few times, it knows its own sum; asked again, the sum so far.
    for (cl_uint questions = 1; questions < 5; ++questions) {
        std::vector<Neighbour> tiles = row(2, {sum_so_far, 1000}, {200, 30});
        tiles[4] = {{sum_so_far, 1230}, {sum_of_tile, 30}, questions, questions};
        check_alone(tiles, 1230);
        tiles[3] = {{sum_so_far, 1200}, {sum_of_tile, 200}, questions, questions};
        check_alone(tiles, 1230);
    }
}
