/// The chart of a ladder: a row for each rung and peer, in it a bar for each device, in percent of the device's limit, and
/// a whisker from the lowest to the highest of several runs.
#pragma once

#include "draw/canvas.hpp"

#include "lockstep/formats/shown_devices.hpp"

#include <optional>
#include <string>
#include <vector>

namespace figures
{

/// One device in a chart: its name in the key, the colour of its bars, and what it gave.
struct ChartedDevice
{
    std::string name;
    Colour colour;
    lockstep::formats::LadderResult ladder;
};

/// The shown devices that climbed a ladder, in the order of their bars: the last one listed comes first, because a GPU's
/// own rungs stand before a CPU's own. Each keeps its colour, whatever is listed after it.
/// @throws lockstep::Failure where none of them has it.
std::vector<ChartedDevice> charted_devices(const std::vector<lockstep::formats::ShownDevice>& shown,
                                           const std::string& ladder, const std::string& input);

/// The colour of the device at this place of the list.
Colour device_colour(std::size_t place);

/// "multiply-add peak", "copy bandwidth": what a limit is called on an axis.
std::string limit_in_words(const std::string& limit);

class LadderChart
{
public:
    static constexpr double width = 660;
    static constexpr double narrow_width = 490; ///< for a phone's screen

    /// @param devices at least one. Rungs without figures are left out.
    /// @param across how wide it is.
    explicit LadderChart(std::vector<ChartedDevice> devices, double across = width);

    double height() const;

    /// Draws it with its upper edge at `top`.
    void draw(Canvas& canvas, double top = 0) const;

private:
    /// What part of its limit a device reached, and between what it lay.
    struct Bar
    {
        double part = 0;
        std::optional<lockstep::formats::Spread> spread{};
    };
    /// A rung or a peer with a bar for each device.
    struct Row
    {
        std::string name;
        bool is_peer = false;
        std::vector<std::optional<Bar>> bars{};
    };

    Row& row(const std::string& name, bool is_peer);
    double bars_width() const;
    double row_height() const;
    double draw_key(Canvas& canvas, double top) const;
    void draw_bar(Canvas& canvas, double y, const Bar& bar, Colour fill, bool is_peer) const;
    void draw_row(Canvas& canvas, double top, const Row& row) const;

    std::vector<ChartedDevice> devices_;
    double width_;
    std::vector<Row> rows_;
};

} // namespace figures
