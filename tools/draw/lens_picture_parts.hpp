// What the pictures of global and of local memory share.
#pragma once

#include "draw/lens_picture.hpp"

#include "draw/canvas.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::tool
{

/// The heading, and the row of work-items in `row`; the idle ones are empty.
void draw_work_items(figures::Canvas& canvas, const Request& request, const figures::Rect& row);

double local_picture_height(const Request& request);
void draw_local(figures::Canvas& canvas, const Request& request);

} // namespace lockstep::tool
