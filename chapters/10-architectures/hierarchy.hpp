// How long a read takes, by the size of the set and by what was read before.
#pragma once

#include "lab.hpp"

#include <limits>
#include <numeric>

//! [tour]
// Places 0, apart, 2 * apart …, each of which says where to go next: once through all of them
// and back to the first, in their order or in one that cannot be foreseen. With a hop, each is
// followed by a visit to the element `hop` behind it.
inline std::vector<cl_uint> tour(std::size_t places, std::size_t apart,
                                 bool foreseen = false, std::size_t hop = 0)
{
    std::vector<cl_uint> order(places);
    std::iota(order.begin(), order.end(), 0U);
    Random random{10};
    for (std::size_t i = places - 1; i > 0 && !foreseen; --i)
        std::swap(order[i], order[random.below(static_cast<cl_uint>(i) + 1)]);
    std::vector<cl_uint> next(places * apart);
    for (std::size_t i = 0; i < places; ++i) {
        const std::size_t here = order[i] * apart;
        next[here] = static_cast<cl_uint>(here + hop);
        next[here + hop] = static_cast<cl_uint>(order[(i + 1) % places] * apart);
    }
    return next;
}
//! [tour]

// The memory hierarchy of a device, asked by kernels.
class Hierarchy
{
public:
    explicit Hierarchy(const Lab& lab)
        : lab_{lab}, chase_{lab.kernel("hierarchy.cl", "chase")},
          chase_local_{lab.kernel("hierarchy.cl", "chase_local")}
    {
    }

    //! [step]
    // Nanoseconds of a read on whose answer the next one waits. @param visits of the whole tour.
    double step_ns(const std::vector<cl_uint>& next, std::size_t visits) const
    {
        const cl::Buffer chain = on_device(next), place = beginning();
        const cl_uint steps = steps_for(visits);
        const double ms = lab_.best_ms(chase_, 1, 1, chain, place, steps);
        return is_there(place, steps, visits) ? 1e6 * ms / steps : not_a_number;
    }
    //! [step]

    double local_step_ns(const std::vector<cl_uint>& next, std::size_t visits) const
    {
        const cl::Buffer chain = on_device(next), place = beginning();
        const auto count = static_cast<cl_uint>(next.size());
        const cl_uint steps = steps_for(visits);
        const double ms = lab_.best_ms(chase_local_, 1, 1, chain, place, steps,
                                       cl::Local(count * sizeof(cl_uint)), count);
        return is_there(place, steps, visits) ? 1e6 * ms / steps : not_a_number;
    }

private:
    cl_uint steps_for(std::size_t visits) const
    {
        if (lab_.simulated) return 64;
        return static_cast<cl_uint>(std::clamp<std::size_t>(visits, 1U << 16U, 1U << 19U));
    }

    cl::Buffer on_device(const std::vector<cl_uint>& next) const
    {
        const std::size_t bytes = next.size() * sizeof(cl_uint);
        cl::Buffer chain = lab_.buffer(bytes);
        lab_.queue.enqueueWriteBuffer(chain, CL_TRUE, 0, bytes, next.data());
        return chain;
    }

    cl::Buffer beginning() const
    {
        cl::Buffer place = lab_.buffer(2 * sizeof(cl_uint));
        lab_.queue.enqueueFillBuffer(place, cl_uint{0}, 0, 2 * sizeof(cl_uint));
        return place;
    }

    // After whole tours a chase is where it began, and only then. One that a device has cut
    // short has no figure.
    bool is_there(const cl::Buffer& place, std::size_t steps, std::size_t visits) const
    {
        cl_uint at_and_made[2] = {};
        lab_.queue.enqueueReadBuffer(place, CL_TRUE, 0, sizeof at_and_made, at_and_made);
        return at_and_made[1] == steps &&
               (at_and_made[0] == 0) == (lab_.launches() * steps % visits == 0);
    }

    static constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

    const Lab& lab_;
    cl::Kernel chase_, chase_local_;
};
