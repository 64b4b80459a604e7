// main() of the tool's tests.
#include "../test_main.hpp"

#include "base/process.hpp"

#include <cstdio>
#include <string_view>

int main(int argc, char** argv)
{
    constexpr int skipped = 77;
    for (int i = 1; i < argc; ++i)
        if (std::string_view{argv[i]} == "--test-suite=lens" &&
            lockstep::tool::find_program("oclgrind").empty()) {
            std::puts("Skipped: the lens needs Oclgrind, which is not installed.");
            return skipped;
        }
    lockstep::tool::install_interrupt_handler(); // as the tool does: strays are handed to this process
    return run_tests(argc, argv);
}
