/// The list of figures. Each chapter's file adds its own with a `Register` object at namespace scope.
#pragma once

#include "draw/canvas.hpp"

#include <functional>
#include <string>
#include <vector>

namespace figures
{

using Draw = std::function<void(Canvas&)>;

/// What a figure is called, how large it is, what a screen reader says, and the function that draws it.
struct Figure
{
    std::string name;
    double width;
    double height;
    std::string title;
    std::string description;
    Draw draw;

    /// The finished SVG document. Throws std::logic_error when a label does not fit its box.
    std::string svg() const;
};

/// Every figure, sorted by name.
const std::vector<Figure>& all_figures();

struct Register
{
    explicit Register(Figure figure);
};

/// Registers NAME and NAME-narrow, which fits on the screen of a phone when its labels are 10 px high.
struct RegisterTwice
{
    explicit RegisterTwice(Figure figure);
};

} // namespace figures
