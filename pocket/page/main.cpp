// A program of the page: main(CHAPTER WORD…) runs that chapter's program, as it stands in its folder, on Pocket; main(launch …) launches one kernel.
#include "launch/launch.hpp"
#include "page/programs.hpp"

#include "lockstep/run.hpp"

#include <cstdio>
#include <cstring>

int main(int count, char** words)
{
    const char* const wanted = count > 1 ? words[1] : "";
    if (std::strcmp(wanted, "launch") == 0)
        return lockstep::run([&] { lockstep::pocket::launch({words + 2, words + count}); });
    for (const lockstep::pocket::PageProgram& program : lockstep::pocket::programs())
        if (std::strcmp(program.chapter, wanted) == 0) return program.main(count - 1, words + 1);
    std::fprintf(stderr, "There is no program of '%s' here.\n", wanted);
    return 2;
}
