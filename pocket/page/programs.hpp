// The chapters' programs that a page's module holds.
#pragma once

#include <span>

namespace lockstep::pocket
{

struct PageProgram
{
    const char* chapter; ///< its folder's name
    int (*main)();
};

std::span<const PageProgram> programs();

} // namespace lockstep::pocket
