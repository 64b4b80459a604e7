// main() of the lens's tests. Those that need a simulator are skipped where there is none.
#include "../test_main.hpp"

#include "simulator.hpp"

#include <cstdlib>

int main(int argc, char** argv)
{
    constexpr int skipped = 77;
    if (std::getenv("LENS_TEST_NEEDS_SIMULATOR") && !has_simulator()) {
        std::puts("Skipped: Oclgrind is not installed (Debian 12, Ubuntu: apt install oclgrind).");
        return skipped;
    }
    return run_tests(argc, argv);
}
