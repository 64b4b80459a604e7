// How long a program takes to its first result: from the source or from a stored binary, and with the driver's own cache empty
// or filled. Each start is a process of its own.
#include "binaries.hpp"

#include <lockstep/run.hpp>

// One start, with the device already chosen. Prints the time until the program is built, and that of the first launch.
void start(const std::string& folder)
{
    const Lab lab;
    //! [start]
    const Stopwatch watch;
    const BinaryKey key{lab.device, chapter_file("programs.cl"), ""};
    const cl::Program program =
        folder.empty() ? build(lab, key.source, key.options)
                       : BinaryCache{folder}.program(lab.context, lab.device, key).program;
    const double built = watch.elapsed().count();
    value_at_one(lab, program); // the first launch, and its result on the host
    const double launched = watch.elapsed().count() - built;
    //! [start]
    std::printf("%f %f\n", built, launched);
}

struct Times
{
    std::vector<double> build, launch;
};

void measure(const std::string& self, const std::string& folder, const fs::path& drivers,
             Times& times)
{
    const std::string place = drivers.string();
    const Ran ran = shell("POCL_CACHE_DIR='" + place + "' CUDA_CACHE_PATH='" + place +
                          "' exec '" + self + "' --start '" + folder + "'");
    double built = 0;
    double launched = 0;
    if (std::sscanf(ran.output.c_str(), "%lf %lf", &built, &launched) != 2)
        throw Failure("A start failed.");
    times.build.push_back(built);
    times.launch.push_back(launched);
}

void starts(const std::string& self)
{
    const ScratchFolder scratch;
    const fs::path stored = scratch.path() / "stored";
    Times first, cold, warm, stored_cold, stored_warm;
    for (int repeat = 0; repeat < 5; ++repeat) {
        const fs::path place = scratch.path() / std::to_string(repeat);
        fs::create_directories(place / "a");
        fs::create_directories(place / "b");
        fs::create_directories(place / "c");
        measure(self, "", place / "a", cold);
        measure(self, "", place / "a", warm);
        fs::remove_all(stored);
        measure(self, stored, place / "b", first);
        measure(self, stored, place / "c", stored_cold);
        measure(self, stored, place / "c", stored_warm);
    }
    std::printf("%-32s%-16s%11s%15s\n", "the program comes from", "driver's cache", "build",
                "first launch");
    const auto row = [](const char* from, const char* drivers, const Times& times) {
        std::printf("%-32s%-16s%8.1f ms%12.1f ms\n", from, drivers, median(times.build),
                    median(times.launch));
    };
    row("the source", "empty", cold);
    row("the source", "filled", warm);
    row("the source, and is stored", "empty", first);
    row("a stored binary", "empty", stored_cold);
    row("a stored binary", "filled", stored_warm);
}

int main(int argc, char** argv)
{
    const std::vector<std::string> words{argv, argv + argc};
    return run([&] {
        if (words.size() == 3 && words[1] == "--start")
            start(words[2]);
        else
            starts(words[0]);
    });
}
