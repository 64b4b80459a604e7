// A program of the page: main(CHAPTER) runs that chapter's program, as it stands in its folder, on Pocket.
#include "page/programs.hpp"

#include <cstdio>
#include <cstring>

int main(int count, char** words)
{
    const char* const wanted = count > 1 ? words[1] : "";
    for (const lockstep::pocket::PageProgram& program : lockstep::pocket::programs())
        if (std::strcmp(program.chapter, wanted) == 0) return program.main();
    std::fprintf(stderr, "There is no program of '%s' here.\n", wanted);
    return 2;
}
