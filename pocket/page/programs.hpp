// The chapters' programs that a page's module holds.
#pragma once

#include <span>
#include <type_traits>

namespace lockstep::pocket
{

struct PageProgram
{
    const char* chapter; ///< its folder's name
    int (*main)(int count, char** words);
};

/// A program's main() as it stands there, with words or without.
template <auto Main>
int main_of([[maybe_unused]] int count, [[maybe_unused]] char** words)
{
    if constexpr (std::is_invocable_v<decltype(Main), int, char**>)
        return Main(count, words);
    else
        return Main();
}

std::span<const PageProgram> programs();

} // namespace lockstep::pocket
