// The process that runs a student's functions for the judge: it does what the socket, descriptor 3, asks, until the other
// side has gone. It knows neither tests nor expected results, and no verdict is its own.
#include "remote/functions.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <unistd.h>

namespace lockstep::remote
{

namespace
{

std::map<std::string_view, Service>& services()
{
    static auto& all = *new std::map<std::string_view, Service>; // others are initialised before this file
    return all;
}

template <typename Exception>
bool is(const std::exception& error)
{
    return dynamic_cast<const Exception*>(&error) != nullptr;
}

Outcome kind_of(const std::exception& error)
{
    if (is<std::invalid_argument>(error)) return Outcome::invalid_argument;
    if (is<std::domain_error>(error)) return Outcome::domain_error;
    if (is<std::length_error>(error)) return Outcome::length_error;
    if (is<std::out_of_range>(error)) return Outcome::out_of_range;
    if (is<std::logic_error>(error)) return Outcome::logic_error;
    if (is<std::range_error>(error)) return Outcome::range_error;
    if (is<std::overflow_error>(error)) return Outcome::overflow_error;
    if (is<std::underflow_error>(error)) return Outcome::underflow_error;
    if (is<std::runtime_error>(error)) return Outcome::runtime_error;
    if (is<std::bad_alloc>(error)) return Outcome::bad_alloc;
    return Outcome::exception;
}

} // namespace

bool serve(std::string_view name, Service service)
{
    return services().emplace(name, service).second;
}

Outcome outcome_of_exception(std::string& text)
{
    try {
        throw;
    } catch (const std::exception& error) {
        text = error.what();
        return kind_of(error);
    } catch (...) {
        return Outcome::unknown;
    }
}

// A servant has nobody to ask: what it lacks, the linker has missed before.
Reader ask(std::string_view, const Writer&)
{
    std::abort();
}

void refuse_answer(std::string_view, const std::string&)
{
    std::abort();
}

} // namespace lockstep::remote

int main()
{
    using namespace lockstep::remote;
    constexpr int socket = 3;
    // As process 1 of its sandbox it does not die of signals that it does not handle, and abort() would end in another one.
    std::signal(SIGABRT, [](int) { _exit(128 + SIGABRT); });
    while (true) try {
            Reader request = receive(socket);
            const auto number = request.get<std::uint64_t>();
            const Service service = services().at(get_value<std::string>(request));
            const Writer answer = service(request);
            std::fflush(nullptr); // of what is printed nothing is left behind when the judge ends
            Writer reply;
            send(socket, reply.put(number).raw(answer.bytes().data(), answer.bytes().size()));
        } catch (const Broken&) {
            return 0; // the judge has ended
        }
}
