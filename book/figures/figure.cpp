/// The list of figures.
#include "figure.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace figures
{
namespace
{

std::vector<Figure>& list()
{
    static std::vector<Figure> figures;
    return figures;
}

} // namespace

std::string Figure::svg() const
{
    Canvas canvas(name, width, height, title, description);
    draw(canvas);
    return canvas.svg();
}

const std::vector<Figure>& all_figures()
{
    return list();
}

Register::Register(Figure figure)
{
    std::vector<Figure>& figures = list();
    const auto place = std::ranges::lower_bound(figures, figure.name, {}, &Figure::name);
    if (place != figures.end() && place->name == figure.name)
        throw std::logic_error("two figures are called " + figure.name);
    figures.insert(place, std::move(figure));
}

RegisterTwice::RegisterTwice(Figure figure)
{
    constexpr double narrow_width = 520;
    Figure narrow = figure;
    narrow.name += "-narrow";
    narrow.width = narrow_width;
    Register{std::move(figure)};
    Register{std::move(narrow)};
}

} // namespace figures
