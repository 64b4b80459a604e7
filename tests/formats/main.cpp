// main() of the tests of formats/.
#include "../test_main.hpp"

int main(int argc, char** argv)
{
    return run_tests(argc, argv);
}
