// main() of the tests of lib/, which says what the device has not.
#include "../test_main.hpp"

#include <optional>
#include <string>
#include <string_view>

std::optional<std::string> whole_numbers_obstacle(); // conversions.cpp

int main(int argc, char** argv)
{
    constexpr int skipped = 77;
    if (argc > 1 && std::string_view{argv[1]} == "--test-suite=whole_numbers")
        if (const std::optional<std::string> obstacle = whole_numbers_obstacle()) {
            std::printf("Skipped: %s\n", obstacle->c_str());
            return skipped;
        }
    return run_tests(argc, argv);
}
