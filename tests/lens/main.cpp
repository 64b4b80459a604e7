// main() of the lens's tests.
#include "../test_main.hpp"

int main(int argc, char** argv)
{
    return run_tests(argc, argv);
}
