// A producer and two consumers that share a ring of slots in local memory. ring.cpp defines what each of them does.
#pragma once

/// What full[slot] and empty[slot] are: a barrier that counts arrivals. Its phases are numbered 0, 1, 0, 1 and so on; it begins in phase 0.
class Bar
{
public:
    explicit Bar(int arrivals) : needed(arrivals), missing(arrivals) {}

    /// The last arrival of a phase ends it, and the next phase begins.
    void arrive()
    {
        if (--missing > 0) return;
        missing = needed;
        phase ^= 1;
    }

    /// Does a wait for the end of the phase with this number return? It does while the bar is in the other phase.
    bool ended(int number) const { return number != phase; }

private:
    int needed, missing, phase = 0;
};

/// What the producer can do.
class Producer
{
public:
    virtual ~Producer() = default;
    /// Waits for the end of phase 0 or 1 of empty[slot]. A phase of it takes an arrival from each consumer.
    virtual void await_empty(int slot, int phase) = 0;
    /// Asks the TMA for the slab of this tile and step. The TMA writes it to the slot while you go on, and then arrives at full[slot].
    virtual void ask(int slot, int tile, int step) = 0;
};

/// What a consumer can do.
class Consumer
{
public:
    virtual ~Consumer() = default;
    /// Waits for the end of phase 0 or 1 of full[slot]. A phase of it takes one arrival, the TMA's.
    virtual void await_full(int slot, int phase) = 0;
    /// Begins a set of products, of the slab in this slot, and returns at once. Sets end in the order in which they began.
    virtual void multiply(int slot) = 0;
    /// Waits until at most `left` of your sets are under way.
    virtual void await_products(int left) = 0;
    /// Arrives at empty[slot].
    virtual void arrive_empty(int slot) = 0;
    /// Writes the sums of this tile, and begins new ones.
    virtual void store(int tile) = 0;
};

/// You write this, the producer's part. It asks for steps 0 to `steps` - 1 of tile 0, then for those of tile 1, and so on.
///
/// - The slabs go to slots 0, 1, … `slots` - 1, 0, 1, … in the order in which they are asked for. A new tile goes on with the next slot.
/// - A slab is asked for as soon as both consumers have freed its slot, or at once if the slot is still unused.
/// @param tiles 0 or more. @param steps 1 or more. @param slots 2 or more; there may be more slots than slabs.
void produce(Producer& me, int tiles, int steps, int slots);

/// You write this, the part of each of the two consumers. It multiplies each slab once, in the same order, and stores each tile.
///
/// - Within a tile, the products of a step begin while those of the step before are under way.
/// - Then the slot of the step before is freed by arrive_empty, as soon as its products have ended.
/// - A tile is stored when all its products have ended and all its slots are freed.
void consume(Consumer& me, int tiles, int steps, int slots);
