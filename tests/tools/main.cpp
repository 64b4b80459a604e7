// main() of the tool's tests.
#include "../test_main.hpp"

#include "base/process.hpp"
#include "base/sandbox.hpp"
#include "lockstep/text.hpp"

// A suite that needs bubblewrap is skipped where it is installed and cannot work, in many containers say.
int main(int argc, char** argv)
{
    lockstep::tool::install_interrupt_handler(); // as the tool does: strays are handed to this process
    const char* const needs = std::getenv("LOCKSTEP_TEST_NEEDS");
    if (needs != nullptr && lockstep::contains(needs, "bwrap") && missing_program().empty())
        if (const std::string why = lockstep::tool::sandbox_missing(); !why.empty()) {
            std::printf("Skipped: %s\n", why.c_str());
            return skipped_status;
        }
    return run_tests(argc, argv);
}
