// Looking up an extension.
#include "names.hpp"

#include <string>

bool has_extension(std::string_view list, std::string_view name)
{
    return (" " + std::string{list} + " ").find(" " + std::string{name} + " ") != std::string::npos;
}
