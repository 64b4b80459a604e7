// What the time stamps of commands tell.
#include "stamps.hpp"

Summary summarise(std::span<const Stamps> commands)
{
    // Your code here.
    (void)commands;
    return {};
}
