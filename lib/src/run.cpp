// Exceptions that reach main become one clear message.
#include "lockstep/run.hpp"

#include "lockstep/error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>

namespace lockstep
{

int run(const std::function<void()>& program)
{
    try {
        program();
        return 0;
    } catch (const cl::Error& error) {
        std::fflush(stdout);
        fmt::print(stderr, "{}\n", describe(error));
        return 1;
    } catch (const Missing& missing) {
        std::fflush(stdout);
        fmt::print(stderr, "{}\n", missing.what());
        return missing_status;
    } catch (const Failure& failure) {
        std::fflush(stdout);
        fmt::print(stderr, "{}\n", failure.what());
        return 2;
    } catch (const std::exception& error) {
        std::fflush(stdout);
        fmt::print(stderr, "The program stopped: {}\n", error.what());
        return 1;
    }
}

} // namespace lockstep
