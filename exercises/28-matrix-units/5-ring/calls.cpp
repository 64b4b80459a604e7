// What the tests call of ring.cpp, for a judge that stands outside of its process: the functions' calls are recorded where
// they run, and made where the tests are.
#include "ring.hpp"

#include "remote/functions.hpp"

using lockstep::remote::call;

namespace
{

enum class What
{
    empty,
    ask,
    full,
    multiply,
    products,
    arrive,
    store
};

// A call, as it is sent, with its arguments.
struct Made
{
    What what;
    int first, second, third;
};

struct Asked : Producer
{
    std::vector<Made> made;
    void await_empty(int slot, int phase) override { made.push_back({What::empty, slot, phase, 0}); }
    void ask(int slot, int tile, int step) override { made.push_back({What::ask, slot, tile, step}); }
};

struct Consumed : Consumer
{
    std::vector<Made> made;
    void await_full(int slot, int phase) override { made.push_back({What::full, slot, phase, 0}); }
    void multiply(int slot) override { made.push_back({What::multiply, slot, 0, 0}); }
    void await_products(int left) override { made.push_back({What::products, left, 0, 0}); }
    void arrive_empty(int slot) override { made.push_back({What::arrive, slot, 0, 0}); }
    void store(int tile) override { made.push_back({What::store, tile, 0, 0}); }
};

std::vector<Made> calls_of_produce(int tiles, int steps, int slots)
{
    Asked asked;
    produce(asked, tiles, steps, slots);
    return asked.made;
}

std::vector<Made> calls_of_consume(int tiles, int steps, int slots)
{
    Consumed consumed;
    consume(consumed, tiles, steps, slots);
    return consumed.made;
}

} // namespace

[[gnu::weak]] void produce(Producer& me, int tiles, int steps, int slots)
{
    for (const Made& one : call<calls_of_produce>(tiles, steps, slots)) {
        if (one.what == What::empty)
            me.await_empty(one.first, one.second);
        else
            me.ask(one.first, one.second, one.third);
    }
}

[[gnu::weak]] void consume(Consumer& me, int tiles, int steps, int slots)
{
    for (const Made& one : call<calls_of_consume>(tiles, steps, slots)) {
        if (one.what == What::full)
            me.await_full(one.first, one.second);
        else if (one.what == What::multiply)
            me.multiply(one.first);
        else if (one.what == What::products)
            me.await_products(one.first);
        else if (one.what == What::arrive)
            me.arrive_empty(one.first);
        else
            me.store(one.first);
    }
}
