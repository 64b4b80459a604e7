/// Chapter 22: a cloud that falls together, and two discs that meet.
#include "22-bodies.hpp"
#include "figure.hpp"

#include <fmt/format.h>

namespace figures
{
namespace of_22_films
{

constexpr int frames = 40, pixels = 200;

void draw_films(Canvas& canvas)
{
    struct Shown
    {
        Film film;
        double left;
        const char* label;
        const char* times[3];
    };
    const Shown shown[]{
        {filmed(falling_cloud(), 2.5e-3, 0.01, 8, frames, pixels, 1.2), 8, "A cloud falls together", {}},
        {filmed(two_discs(), 2.5e-3, 0.01, 10, frames, pixels, 1.6), 328, "Two discs meet", {}}};
    for (const Shown& one : shown) {
        canvas.heading({one.left, 16}, one.label);
        const Rect screen{one.left, 36, 304, 304};
        const std::string name = canvas.film(screen, one.film, 6, 18);
        for (int k = 0; k < 3; ++k)
            canvas.frame({one.left + k * 103.0, 350, 98, 98}, one.film, name, 9 + 15 * k);
    }
}

const Register films({"22-films", 640, 456, "Films of 700 bodies",
                      "On the left, a ball of bodies falls together, is densest after a quarter of the film, "
                      "and throws some of them out. On the right, two discs "
                      "of bodies fly past each other; each pulls an arm out of the other, and their centres "
                      "turn back. Three single frames stand below each film.",
                      draw_films});

} // namespace of_22_films
} // namespace figures
