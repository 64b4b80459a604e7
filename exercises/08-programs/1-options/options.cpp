// The build options of a kernel that smooths.
#include "options.hpp"

#include <cstdio>

std::string smoothing_options(int radius, float scale)
{
    char text[80];
    // Your code here: the next line is the one to change.
    std::snprintf(text, sizeof(text), "-D RADIUS=%d-D SCALE=%f", radius, scale);
    return text;
}
