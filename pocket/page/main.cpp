// A program of the page: main(CHAPTER) runs that chapter's program, as it stands in its folder, on Pocket.
#include "host/objects.hpp"
#include "page/programs.hpp"

#include <cstdio>
#include <cstring>

// Nobody asks an object for its functions here: programs call them by their names.
const cl_icd_dispatch pocket_dispatch{};

extern "C"
{

    void* CL_API_CALL clGetExtensionFunctionAddress(const char*)
    {
        return nullptr;
    }

    void* CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id, const char*)
    {
        return nullptr;
    }

} // extern "C"

int main(int count, char** words)
{
    const char* const wanted = count > 1 ? words[1] : "";
    for (const lockstep::pocket::PageProgram& program : lockstep::pocket::programs())
        if (std::strcmp(program.chapter, wanted) == 0) return program.main();
    std::fprintf(stderr, "There is no program of '%s' here.\n", wanted);
    return 2;
}
