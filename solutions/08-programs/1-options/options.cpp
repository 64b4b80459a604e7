// The build options of a kernel that smooths.
#include "options.hpp"

#include <cstdio>

std::string smoothing_options(int radius, float scale)
{
    char text[80];
    std::snprintf(text, sizeof(text), "-D RADIUS=%d -D SCALE=%af", radius, scale);
    return text;
}
