// main() of the tool's tests.
#include "../test_main.hpp"

#include "base/process.hpp"

int main(int argc, char** argv)
{
    lockstep::tool::install_interrupt_handler(); // as the tool does: strays are handed to this process
    return run_tests(argc, argv);
}
