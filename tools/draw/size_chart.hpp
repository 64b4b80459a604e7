/// The chart of a ladder over sizes: for each device a panel, in it a line for some rungs and each peer.
#pragma once

#include "draw/canvas.hpp"

#include "lockstep/formats/shown_devices.hpp"
#include "lockstep/formats/size_curves.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace figures
{

/// One device's panel: its name, the colour of its rungs, and what it gave.
struct ChartedCurve
{
    std::string name;
    Colour colour;
    lockstep::formats::SizeCurve curve;
};

/// The shown devices whose curve of a ladder is recorded, in the order and the colours of the ladder's chart.
/// @param folder bench/results. @throws lockstep::Failure where none of them has it.
std::vector<ChartedCurve> charted_curves(const std::vector<lockstep::formats::ShownDevice>& shown,
                                         const std::filesystem::path& folder, const std::string& ladder,
                                         const std::string& input);

class SizeChart
{
public:
    static constexpr double width = 660;
    static constexpr double narrow_width = 490; ///< for a phone's screen

    /// @param curves at least one. @param across how wide it is.
    explicit SizeChart(std::vector<ChartedCurve> curves, double across = width);

    double height() const;

    /// Draws it with its upper edge at `top`.
    void draw(Canvas& canvas, double top = 0) const;

private:
    std::vector<ChartedCurve> curves_;
    double width_;
    double panel_; ///< height
};

} // namespace figures
