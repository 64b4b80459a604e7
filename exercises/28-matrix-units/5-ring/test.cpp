// Tests of the ring: the calls of the producer and of both consumers are recorded, and then played in every order of precedence.
#include "play.hpp"
#include "ring.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace
{

struct Size
{
    int tiles, steps, slots;
    const char* kind;

    int slabs() const { return tiles * steps; }
};

constexpr std::array sizes{Size{1, 1, 2, "one slab"},
                           Size{1, 3, 3, "as many slabs as slots"},
                           Size{1, 2, 5, "more slots than slabs"},
                           Size{1, 9, 2, "several rounds in a tile"},
                           Size{1, 16, 3, "several rounds, and slots that are no power of two"},
                           Size{4, 8, 4, "two whole rounds a tile"},
                           Size{4, 3, 3, "one whole round a tile"},
                           Size{5, 5, 3, "tiles that end within a round"},
                           Size{5, 2, 7, "several tiles a round"},
                           Size{9, 1, 2, "tiles of one step"},
                           Size{0, 3, 3, "no tile"},
                           Size{1, 70'003, 3, "a long sum"},
                           Size{70'003, 1, 300, "many tiles and many slots"}};

/// What both functions call for a size, recorded once for all test cases.
const Record& record_of(const Size& size)
{
    static std::map<const Size*, Record> records;
    const auto [place, is_new] = records.try_emplace(&size);
    if (!is_new) return place->second;
    RecordedProducer producer;
    produce(producer, size.tiles, size.steps, size.slots);
    place->second.producer = producer.calls;
    for (Calls& calls : place->second.consumers) {
        RecordedConsumer consumer;
        consume(consumer, size.tiles, size.steps, size.slots);
        calls = consumer.calls;
    }
    return place->second;
}

/// Looks at the calls for every size.
template <typename Look>
void look_at_all(Look look)
{
    for (const Size& size : sizes) {
        const Record& record = record_of(size);
        INFO(std::string{size.kind}, ": tiles ", size.tiles, ", steps ", size.steps, ", slots ", size.slots);
        INFO("the producer: ", shown(record.producer));
        INFO("a consumer: ", shown(record.consumers[0]));
        for (const Calls* calls : {&record.producer, &record.consumers[0], &record.consumers[1]})
            for (const Call& call : *calls) {
                if (call.slot < 0 || call.slot >= size.slots)
                    FAIL("A call of ", call.what, " names slot ", call.slot, ", and the last one is ",
                         size.slots - 1, ".");
                if (call.phase != 0 && call.phase != 1)
                    FAIL("A call of ", call.what, " names phase ", call.phase, ", and there are 0 and 1.");
            }
        look(record, size);
    }
}

/// Plays every record in every order, and fails if one of the plays has what `fault` names.
void expect_none(std::string Play::*fault)
{
    look_at_all([&](const Record& record, const Size& size) {
        Play::Order order{Play::producer, Play::tma, Play::consumer_0, Play::consumer_1};
        int orders = 0;
        do {
            for (const bool newest_first : {false, true})
                if (const Play play(record, size.slots, order, newest_first); !(play.*fault).empty())
                    FAIL(play.*fault, ".");
        } while (std::next_permutation(order.begin(), order.end()) && (size.slabs() < 1000 || ++orders < 2));
    });
}

} // namespace

TEST_CASE("slabs are asked for and multiplied in their order, slot after slot")
{
    look_at_all([](const Record& record, const Size& size) {
        const Calls asked = only(record.producer, "ask");
        for (const Calls& calls :
             {asked, only(record.consumers[0], "multiply"), only(record.consumers[1], "multiply")}) {
            if (calls.size() != static_cast<std::size_t>(size.slabs()))
                FAIL("Slabs: ", size.slabs(), ", calls of ask or multiply: ", calls.size(), ".");
            for (int slab = 0; slab < size.slabs(); ++slab)
                if (const Call& call = calls[static_cast<std::size_t>(slab)]; call.slot != slab % size.slots)
                    FAIL("Slab ", slab, " of all belongs in slot ", slab % size.slots, ", and ", call.what,
                         " names slot ", call.slot, ".");
        }
        for (int slab = 0; slab < size.slabs(); ++slab)
            if (const Call& call = asked[static_cast<std::size_t>(slab)];
                call.number != slab / size.steps || call.step != slab % size.steps)
                FAIL("Slab ", slab, " of all is step ", slab % size.steps, " of tile ", slab / size.steps,
                     ", and step ", call.step, " of tile ", call.number, " is asked for.");
    });
}

TEST_CASE("each consumer frees the slot of each slab once")
{
    look_at_all([](const Record& record, const Size& size) {
        for (const Calls& calls : record.consumers) {
            const Calls freed = only(calls, "arrive_empty");
            for (std::size_t i = 0; i < freed.size(); ++i)
                if (freed[i].slot != static_cast<int>(i) % size.slots)
                    FAIL("Call ", i, " of arrive_empty names slot ", freed[i].slot, ", and slab ", i,
                         " is in slot ", static_cast<int>(i) % size.slots, ".");
            if (freed.size() != static_cast<std::size_t>(size.slabs()))
                FAIL("Slabs: ", size.slabs(), ", calls of arrive_empty: ", freed.size(), ".");
        }
    });
}

TEST_CASE("a slab is multiplied after it has come")
{
    expect_none(&Play::early);
}

TEST_CASE("a slot is written after the products of its last slab have ended")
{
    expect_none(&Play::overwritten);
}

TEST_CASE("a wait returns when the slab has come, or the slot is free")
{
    expect_none(&Play::needless);
}

TEST_CASE("all waits return")
{
    expect_none(&Play::stuck);
}

TEST_CASE("within a tile, products begin while those before are under way")
{
    look_at_all([](const Record& record, const Size& size) {
        int begun = 0, under_way = 0;
        for (const Call& call : record.consumers[0]) {
            if (call.what == "await_products") under_way = std::min(under_way, call.number);
            if (call.what != "multiply") continue;
            if (begun++ % size.steps > 0 && under_way == 0)
                FAIL("When the products of slab ", begun - 1, " begin, those of slab ", begun - 2,
                     " have been waited for.");
            ++under_way;
        }
    });
}

TEST_CASE("a tile is stored when its products have ended and its slots are free")
{
    look_at_all([](const Record& record, const Size& size) {
        for (const Calls& calls : record.consumers) {
            int begun = 0, freed = 0, under_way = 0, stored = 0;
            for (const Call& call : calls) {
                if (call.what == "multiply") ++begun, ++under_way;
                if (call.what == "await_products") under_way = std::min(under_way, call.number);
                if (call.what == "arrive_empty") ++freed;
                if (call.what != "store") continue;
                if (call.number != stored++)
                    FAIL("Tile ", call.number, " is stored, and ", stored - 1, " is next.");
                if (begun != stored * size.steps)
                    FAIL("Tile ", call.number, " is stored after ", begun, " sets of products.");
                if (under_way > 0) FAIL("Tile ", call.number, " is stored while its products are under way.");
                if (freed < begun)
                    FAIL("Tile ", call.number, " is stored while one of its slots is not freed.");
            }
            if (stored != size.tiles) FAIL("Tiles: ", size.tiles, ", calls of store: ", stored, ".");
        }
    });
}
