// A median filter that tells what it copies: what is put in front of the student's kernel, and what it prints.
#pragma once

#include <lockstep/exercise.hpp>
#include <lockstep/files.hpp>
#include <lockstep/program.hpp>
#include <lockstep/scratch.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

// What a kernel prints while `work` runs: standard output goes to a file meanwhile.
template <typename Work>
std::string printed_by(const Work& work)
{
    const lockstep::ScratchFolder folder;
    const std::filesystem::path printed = folder.path() / "printed";
    std::fflush(stdout);
    const int file = open(printed.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    REQUIRE(file >= 0);
    const int screen = dup(STDOUT_FILENO);
    dup2(file, STDOUT_FILENO);
    work();
    std::fflush(stdout);
    dup2(screen, STDOUT_FILENO);
    close(screen);
    close(file);
    return lockstep::read_text(printed);
}

// What the student's calls become: work-item 0 of one column of work-groups tells of every copy, wait and barrier. Which column tells is the launch's offset in dimension 2, so that one program does for all.
// Addresses are told in all their bits, because a device may give each local array a number of its own in the upper ones.
inline constexpr const char* told_source = R"(
void tell(uint what, uint number, ulong from, ulong to)
{
    if (get_local_id(0) == 0 && get_group_id(0) == get_global_offset(2))
        printf("[told] %u %u %u %u %u %u\n", what, number, (uint)(from >> 32), (uint)from, (uint)(to >> 32), (uint)to);
}
kernel void told_origin(global const float* in)
{
    printf("[told] 3 0 %u %u 0 0\n", (uint)((ulong)in >> 32), (uint)(ulong)in);
}
#define told_copy(to, from, elements, event) \
    (tell(0, (uint)(elements), (ulong)(from), (ulong)(to)), \
     async_work_group_copy(to, from, elements, event))
#define told_wait(events, list) (tell(1, (uint)(events), 0, 0), wait_group_events(events, list))
#define told_barrier(flags) (tell(2, 0, 0, 0), barrier(flags))
#line 1 "median.cl"
)";

/// The student's file behind told_source. The calls are renamed in its text, because an implementation's own header may define
/// these names as macros.
inline cl::Program told_program(const std::string& file)
{
    const lockstep::Exercise& exercise = lockstep::Exercise::get();
    std::string source = lockstep::read_kernel(exercise.files() / file).text;
    for (const auto& [name, told] : {std::pair{R"(\basync_work_group_copy\b)", "told_copy"},
                                     {R"(\bwait_group_events\b)", "told_wait"},
                                     {R"(\b(?:work_group_)?barrier\b)", "told_barrier"}})
        source = std::regex_replace(source, std::regex{name}, told);
    cl::Program program{exercise.context(), told_source + source};
    program.build({exercise.device()});
    return program;
}

struct Told
{
    enum class What : unsigned
    {
        copy,
        wait,
        barrier,
        origin
    };
    What what;
    std::size_t pixels;  ///< of a copy
    std::ptrdiff_t from; ///< pixel of the picture where a copy begins
    std::uint64_t to;    ///< address of its destination
};

/// What the lines of a text tell, in order.
inline std::vector<Told> told_in(const std::string& text)
{
    std::vector<Told> told;
    std::istringstream lines{text};
    std::string word;
    std::uint64_t origin = 0;
    while (lines >> word) {
        unsigned what = 0;
        std::size_t number = 0;
        std::array<std::uint64_t, 4> halves{};
        if (word != "[told]" ||
            !(lines >> what >> number >> halves[0] >> halves[1] >> halves[2] >> halves[3]))
            continue;
        const std::uint64_t from = halves[0] << 32U | halves[1];
        if (what == static_cast<unsigned>(Told::What::origin)) {
            origin = from;
            continue;
        }
        told.push_back({static_cast<Told::What>(what), number,
                        static_cast<std::ptrdiff_t>(from - origin) / std::ptrdiff_t{sizeof(float)},
                        halves[2] << 32U | halves[3]});
    }
    return told;
}
