// One relay of the tests: its data, and what its host's step saw.
#pragma once

#include "relay.hpp"

#include <lockstep/event_witness.hpp>
#include <lockstep/exercise.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

using Order = cl::QueueProperties;

/// What the host's step throws.
enum class Thrown
{
    nothing,
    exception, ///< a std::domain_error
    number,    ///< an int, which no handler of std::exception catches
};

inline cl::Kernel kernel_of(const char* name)
{
    static const cl::Program program{lockstep::Exercise::get().context(), R"(
kernel void first(global float* values, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) values[i] = 2 * values[i] + 1;
}
kernel void second(global float* values, uint n)
{
    const uint i = get_global_id(0);
    if (i < n) values[i] = 3 * values[i] - (i % 7);
}
)",
                                     true};
    return {program, name};
}

/// One relay with its data, and what its host step saw.
struct Run
{
    std::size_t count;
    std::vector<float> values, expected, expected_in_between;
    Relay job;
    std::future<void> done;
    cl_int error = CL_SUCCESS; ///< what the future's cl::Error tells
    std::atomic<int> changes = 0;
    std::atomic<bool> in_callback = true;  ///< `change` was always called in one
    std::atomic<bool> right_values = true; ///< those that `change` was given
    std::atomic<bool> too_early = false;   ///< the user event had its status when `change` ended
    std::shared_ptr<int> token = std::make_shared<int>(0); ///< which `change` holds

    lockstep::EventWitness& witness;

    Run(lockstep::EventWitness& watching, Order order, std::size_t length, std::uint64_t seed,
        Thrown thrown = Thrown::nothing)
        : count(length), values(length, -1.0F), witness(watching)
    {
        lockstep::Exercise& exercise = lockstep::Exercise::get();
        std::vector<float> start(count);
        for (std::size_t i = 0; i < count; ++i) {
            start[i] = static_cast<float>((i * 31 + seed * 17) % 100);
            expected_in_between.push_back(2 * start[i] + 1);
            expected.push_back(3 * (expected_in_between[i] - static_cast<float>(i % 5 + seed)) -
                               static_cast<float>(i % 7));
        }
        job.queue = {exercise.context(), exercise.device(), order};
        job.buffer = {exercise.context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, count * sizeof(float),
                      start.data()};
        job.first = kernel_of("first");
        job.second = kernel_of("second");
        for (cl::Kernel* const kernel : {&job.first, &job.second}) {
            kernel->setArg(0, job.buffer);
            kernel->setArg(1, static_cast<cl_uint>(count));
        }
        job.values = values;
        job.change = [this, seed, thrown, held = token](std::span<float> given) {
            ++changes;
            if (!lockstep::EventWitness::in_callback()) in_callback = false;
            if (given.data() != values.data() || given.size() != count ||
                !std::equal(given.begin(), given.end(), expected_in_between.begin()))
                right_values = false;
            for (std::size_t i = 0; i < given.size(); ++i) given[i] -= static_cast<float>(i % 5 + seed);
            if (witness.user_events_open() == 0) too_early = true;
            if (thrown == Thrown::exception) throw std::domain_error{"the host's step"};
            if (thrown == Thrown::number) throw 27;
        };
    }
    ~Run() { witness.stop(); } // of a case that failed, commands may be left
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    static inline thread_local bool calling = false; ///< this thread is in relay
    static inline int released = 0; ///< buffers that relay released while a command waited for the user event

    void begin()
    {
        released = 0;
        const struct Calling
        {
            Calling() { calling = true; }
            ~Calling() { calling = false; }
        } now;
        done = relay(job);
    }
    bool ready() const
    {
        return done.valid() && done.wait_for(std::chrono::seconds{0}) == std::future_status::ready;
    }
};

enum class Outcome
{
    well,
    failed,
    threw
};

/// How the future says that a relay ended.
inline Outcome outcome_of(Run& run)
{
    try {
        run.done.get();
    } catch (const cl::Error& error) {
        run.error = error.err();
        return Outcome::failed;
    } catch (const std::domain_error&) {
        return Outcome::threw;
    } catch (int) {
        return Outcome::threw;
    } catch (const std::exception& other) {
        FAIL("The future holds an exception of another type: ", std::string{other.what()});
    } catch (...) {
        FAIL("The future holds an exception of another type.");
    }
    return Outcome::well;
}
