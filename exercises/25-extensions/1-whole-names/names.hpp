// What names.cpp has to define.
#pragma once

#include <string_view>

/// You write this. True if one of the names in `list` is `name`, whole. The list is what CL_DEVICE_EXTENSIONS answers.
bool has_extension(std::string_view list, std::string_view name);
