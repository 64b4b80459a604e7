// What the producer and each of the consumers do with a ring of slots.
#include "ring.hpp"

void produce(Producer& me, int tiles, int steps, int slots)
{
    // Your code here. So far the producer waits for nobody, and begins each tile with slot 0.
    for (int tile = 0; tile < tiles; ++tile)
        for (int step = 0; step < steps; ++step) me.ask(step % slots, tile, step);
}

void consume(Consumer& me, int tiles, int steps, int slots)
{
    // Your code here. So far a consumer waits for no slab, and frees no slot.
    for (int tile = 0; tile < tiles; ++tile) {
        for (int step = 0; step < steps; ++step) me.multiply(step % slots);
        me.await_products(0);
        me.store(tile);
    }
}
