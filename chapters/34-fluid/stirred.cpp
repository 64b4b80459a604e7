// Draws a stream that the pointer stirs in a page of the live book. The page asks for one picture after the other by stirred-question.txt, and
// each is in stirred.rgba when its line is printed.
//     34-fluid-stirred COLUMNS ROWS
#include "stirred.hpp"

#include <lockstep/run.hpp>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using namespace lockstep;
using Clock = std::chrono::steady_clock;

struct Question
{
    int number = 0;
    Pointer pointer;
};

// Waits for a question after this one.
Question next_question(int last)
{
    const auto end = Clock::now() + std::chrono::minutes{1};
    while (Clock::now() < end) {
        Question question;
        auto& [number, pointer] = question;
        std::ifstream file{"stirred-question.txt"};
        if (file >> number >> pointer.x >> pointer.y >> pointer.right >> pointer.down >>
                pointer.steps &&
            number > last && pointer.steps > 0)
            return question;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    throw Failure("For a minute, no page has asked for a picture.",
                  "./lockstep book --live, and stir the stream in chapter 34");
}

void write_pixels(const std::vector<std::uint8_t>& pixels)
{
    const std::filesystem::path written = "stirred.rgba.new";
    std::ofstream file{written, std::ios::binary};
    file.write(reinterpret_cast<const char*>(pixels.data()),
               static_cast<std::streamsize>(pixels.size()));
    file.close();
    std::filesystem::rename(written, "stirred.rgba");
}

void print_line(const char* line)
{
    std::printf("%s\n", line);
    std::fflush(stdout);
}

int main(int argc, char** argv)
{
    return run([argc, argv] {
        constexpr int apart = 2; // a pixel of the picture is a cell of every second row
        const int columns = argc > 2 ? std::stoi(argv[1]) : 2048;
        const int rows = argc > 2 ? std::stoi(argv[2]) : 1024;
        Stirred stirred{columns, rows, apart};
        print_line(R"({"event": "ready"})");
        for (int last = 0;;) {
            const Question question = next_question(last);
            last = question.number;
            const auto since = Clock::now();
            write_pixels(stirred.after(question.pointer));
            const std::chrono::duration<double, std::milli> taken = Clock::now() - since;
            print_line((R"({"event": "frame", "milliseconds": )" +
                        std::to_string(taken.count()) + "}")
                           .c_str());
        }
    });
}
