// lockstep-book: the book alone, of a small part of the tool, so that a reader who has just begun need not wait for the rest of it.
#include "base/process.hpp"
#include "commands/book_rendering.hpp"

#include "lockstep/failure.hpp"

#include <fmt/format.h>

int main()
{
    using namespace lockstep::tool;
    install_interrupt_handler();
    try {
        return render_checkout({});
    } catch (const Interrupted&) {
        fmt::print(stderr, "\nInterrupted.\n");
        return 130;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
