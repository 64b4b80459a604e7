// A record of what the producer and both consumers call, and a play of it that shows what goes wrong.
#pragma once

#include "ring.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <string>
#include <vector>

struct Call
{
    std::string what;
    int slot = 0;   ///< where the call has one
    int phase = 0;  ///< of a wait
    int number = 0; ///< the tile, or the sets of products that are left
    int step = 0;   ///< of a slab that is asked for
};

using Calls = std::vector<Call>;

struct RecordedProducer : Producer
{
    Calls calls;
    void await_empty(int slot, int phase) override { calls.push_back({"await_empty", slot, phase}); }
    void ask(int slot, int tile, int step) override { calls.push_back({"ask", slot, 0, tile, step}); }
};

struct RecordedConsumer : Consumer
{
    Calls calls;
    void await_full(int slot, int phase) override { calls.push_back({"await_full", slot, phase}); }
    void multiply(int slot) override { calls.push_back({"multiply", slot}); }
    void await_products(int left) override { calls.push_back({"await_products", 0, 0, left}); }
    void arrive_empty(int slot) override { calls.push_back({"arrive_empty", slot}); }
    void store(int tile) override { calls.push_back({"store", 0, 0, tile}); }
};

struct Record
{
    Calls producer;
    std::array<Calls, 2> consumers;
};

inline Calls only(const Calls& calls, const std::string& what)
{
    Calls found;
    std::copy_if(calls.begin(), calls.end(), std::back_inserter(found),
                 [&](const Call& call) { return call.what == what; });
    return found;
}

inline std::string shown(const Calls& calls)
{
    std::string text;
    for (std::size_t i = 0; i < calls.size() && i < 12; ++i) {
        const auto& [what, slot, phase, number, step] = calls[i];
        const bool of_slot = what != "store" && what != "await_products";
        text += (i > 0 ? ", " : "") + what + " " + std::to_string(of_slot ? slot : number);
        if (what.starts_with("await_empty") || what.starts_with("await_full"))
            text += " (phase " + std::to_string(phase) + ")";
    }
    return text + (calls.size() > 12 ? ", …" : "");
}

/// Plays a record. Whoever is first in `order` makes its next call if it can, then the next one. Products end only when
/// their consumer waits for that, which is as late as they may.
class Play
{
public:
    enum Actor
    {
        producer,
        tma,
        consumer_0,
        consumer_1
    };
    using Order = std::array<Actor, 4>;

    Play(const Record& all, int slot_count, const Order& order, bool newest_first)
        : record(all), newest(newest_first),
          slots(static_cast<std::size_t>(slot_count), Slot{-1, false, {}, Bar{1}, Bar{2}})
    {
        while (std::any_of(order.begin(), order.end(), [&](Actor actor) { return go(actor); })) {
        }
        if (next < record.producer.size()) note(stuck, "The producer", record.producer[next]);
        for (const Actor actor : {consumer_0, consumer_1})
            if (const Consumed& mine = of_consumer(actor); mine.next < calls_of(actor).size())
                note(stuck, name(actor), calls_of(actor)[mine.next]);
    }

    std::string early;       ///< a slab was multiplied before it had come
    std::string overwritten; ///< a slot was written that was still needed
    std::string needless;    ///< a wait goes on for a slab that is there, or a slot that is free
    std::string stuck;       ///< a wait never returned

private:
    struct Slot
    {
        int slab;                 ///< -1 at first
        bool coming;              ///< the TMA still writes it
        std::array<int, 2> freed; ///< how often each consumer has freed the slot
        Bar full, empty;
    };

    struct Consumed
    {
        std::size_t next = 0;     ///< call
        int begun = 0, ended = 0; ///< sets of products
    };

    static std::string name(Actor actor) { return actor == consumer_0 ? "Consumer 0" : "Consumer 1"; }
    Consumed& of_consumer(Actor actor) { return consumed[actor == consumer_0 ? 0 : 1]; }
    const Calls& calls_of(Actor actor) const { return record.consumers[actor == consumer_0 ? 0 : 1]; }
    Slot& slot_of(int slot) { return slots[static_cast<std::size_t>(slot)]; }

    /// Has each consumer freed this slab's slot in all rounds before?
    bool is_free(int slab)
    {
        const int count = static_cast<int>(slots.size());
        const Slot& slot = slot_of(slab % count);
        return std::min(slot.freed[0], slot.freed[1]) >= slab / count;
    }

    static void note(std::string& kept, const std::string& who, const Call& wait)
    {
        if (!kept.empty()) return;
        kept = who + " waits for the end of phase " + std::to_string(wait.phase) + " of " +
               wait.what.substr(6) + "[" + std::to_string(wait.slot) + "]";
    }

    bool go(Actor actor)
    {
        if (actor == tma) return bring();
        return actor == producer ? produce_next() : consume_next(actor);
    }

    bool produce_next()
    {
        if (next == record.producer.size()) return false;
        const Call& call = record.producer[next];
        Slot& slot = slot_of(call.slot);
        if (call.what == "await_empty" && !slot.empty.ended(call.phase)) {
            if (is_free(asked))
                note(needless, "The slot of slab " + std::to_string(asked) + " is free, but the producer",
                     call);
            return false;
        }
        if (call.what == "ask") {
            if (overwritten.empty() && slot.slab >= std::min(consumed[0].ended, consumed[1].ended))
                overwritten = "Slab " + std::to_string(asked) + " goes to slot " + std::to_string(call.slot) +
                              ", where products of slab " + std::to_string(slot.slab) +
                              " are still to be made";
            slot.slab = asked++;
            slot.coming = true;
            on_their_way.push_back(call.slot);
        }
        ++next;
        return true;
    }

    bool bring()
    {
        if (on_their_way.empty()) return false;
        const auto which = newest ? on_their_way.end() - 1 : on_their_way.begin();
        slot_of(*which).coming = false;
        slot_of(*which).full.arrive();
        on_their_way.erase(which);
        return true;
    }

    bool consume_next(Actor actor)
    {
        Consumed& mine = of_consumer(actor);
        if (mine.next == calls_of(actor).size()) return false;
        const Call& call = calls_of(actor)[mine.next];
        Slot& slot = slot_of(call.slot);
        const bool has_come = slot.slab == mine.begun && !slot.coming;
        if (call.what == "await_full" && !slot.full.ended(call.phase)) {
            if (has_come)
                note(needless, "Slab " + std::to_string(mine.begun) + " has come, but a consumer", call);
            return false;
        }
        if (call.what == "multiply") {
            if (early.empty() && !has_come && slot.slab <= mine.begun)
                early = name(actor) + " multiplies slab " + std::to_string(mine.begun) + " in slot " +
                        std::to_string(call.slot) + " before it has come";
            ++mine.begun;
        }
        if (call.what == "await_products") mine.ended = std::max(mine.ended, mine.begun - call.number);
        if (call.what == "arrive_empty") {
            ++slot.freed[actor == consumer_0 ? 0 : 1];
            slot.empty.arrive();
        }
        ++mine.next;
        return true;
    }

    const Record& record;
    bool newest; ///< slab comes first, where several are on their way
    std::vector<Slot> slots;
    std::deque<int> on_their_way; ///< the slots of slabs that the TMA writes
    std::array<Consumed, 2> consumed;
    std::size_t next = 0; ///< call of the producer
    int asked = 0;
};
