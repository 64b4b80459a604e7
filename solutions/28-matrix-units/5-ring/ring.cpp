// What the producer and each of the consumers do with a ring of slots.
#include "ring.hpp"

namespace
{

/// Slabs are numbered through all tiles. In each round of the ring, each bar goes through one phase.
int phase_of(int slab, int slots)
{
    return slab / slots % 2;
}

} // namespace

void produce(Producer& me, int tiles, int steps, int slots)
{
    int slab = 0;
    for (int tile = 0; tile < tiles; ++tile)
        for (int step = 0; step < steps; ++step, ++slab) {
            me.await_empty(slab % slots, phase_of(slab, slots) ^ 1);
            me.ask(slab % slots, tile, step);
        }
}

void consume(Consumer& me, int tiles, int steps, int slots)
{
    int slab = 0;
    for (int tile = 0; tile < tiles; ++tile) {
        for (int step = 0; step < steps; ++step, ++slab) {
            me.await_full(slab % slots, phase_of(slab, slots));
            me.multiply(slab % slots);
            me.await_products(1);
            if (step > 0) me.arrive_empty((slab - 1) % slots);
        }
        me.await_products(0);
        me.arrive_empty((slab - 1) % slots);
        me.store(tile);
    }
}
