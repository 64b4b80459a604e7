// Images: reading with a sampler, writing, and asking for sizes.
#include "machine/functions.hpp"
#include "machine/pixels.hpp"
#include "machine/run.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lockstep::pocket
{

namespace
{

constexpr std::uint32_t to_edge = 2, to_border = 4, repeats = 6, mirrors = 8, linear = 32;

// A coordinate in elements, by what the sampler does beyond the rim. @return false: the border.
bool inside(std::int64_t& at, std::size_t size, std::uint32_t addressing)
{
    const auto length = static_cast<std::int64_t>(size);
    if (at >= 0 && at < length) return true;
    if (addressing == to_border) return false;
    if (addressing == repeats)
        at = (at % length + length) % length;
    else
        at = std::clamp<std::int64_t>(at, 0, length - 1);
    return true;
}

} // namespace

void PixelBox::add(const std::array<std::size_t, 3>& pixel)
{
    const bool is_first = high[0] == 0;
    for (unsigned d = 0; d < 3; ++d) {
        low[d] = is_first ? pixel[d] : std::min(low[d], pixel[d]);
        high[d] = std::max(high[d], pixel[d] + 1);
    }
}

// Notes a pixel, and tells who looks on.
void Run::see(const SubGroup& part, unsigned lane, const Picture& image, PixelBox& box,
              const std::int64_t* place)
{
    const auto at = [&](unsigned d) { return static_cast<std::size_t>(place[d]); };
    box.add({at(0), at(1), at(2)});
    if (!part.group->watched) return;
    const std::size_t bytes = channels_of(image.order) * channel_bytes(image.type);
    const std::size_t offset = at(2) * image.slice_pitch + at(1) * image.row_pitch + at(0) * bytes;
    seen_.push_back({lane,
                     reinterpret_cast<std::uintptr_t>(image.data) + offset, // NOLINT: told apart by its place
                     static_cast<std::uint32_t>(bytes)});
}

void Run::read_image(SubGroup& part, const Instruction& in)
{
    const bool wants_float = std::string{function_name(in.function)} == "read_imagef";
    Mask lanes_known = known(part, in.c);
    for (Mask left = part.mask; left != 0; left &= left - 1) {
        const unsigned lane = lowest_bit(left);
        const auto number = static_cast<std::size_t>(whole(part, in.a, lane));
        if (number >= arguments_.size() || arguments_[number].image == nullptr) continue;
        const Picture& image = *arguments_[number].image;
        const std::uint32_t sampler =
            in.b.lanes == 0 ? 0 : static_cast<std::uint32_t>(whole(part, in.b, lane));
        const std::uint32_t addressing = sampler & 14U;
        const bool normalised = (sampler & 1U) != 0, smooth = (sampler & linear) != 0;
        const std::size_t sizes[3] = {image.columns, image.rows, image.slices};
        const unsigned axes = std::min<unsigned>(in.c.lanes, image.dimensions + (image.is_array ? 1U : 0U));
        double at[3] = {0, 0, 0};
        std::int64_t nearest[3] = {0, 0, 0};
        bool border = false;
        for (unsigned d = 0; d < axes; ++d) {
            const bool layer = image.is_array && d == image.dimensions;
            const std::size_t size = layer ? (image.dimensions == 1 ? image.rows : image.slices) : sizes[d];
            at[d] = real(part, in.c, lane, d);
            if (layer) {
                nearest[d] = std::clamp<std::int64_t>(whole_coordinate(std::nearbyint(at[d])), 0,
                                                      static_cast<std::int64_t>(size) - 1);
                continue;
            }
            if (normalised) {
                if (addressing == repeats) at[d] -= std::floor(at[d]);
                if (addressing == mirrors) at[d] = std::fabs(at[d] - 2 * std::nearbyint(0.5 * at[d]));
                at[d] *= static_cast<double>(size);
            }
            nearest[d] = whole_coordinate(std::floor(at[d]));
            if (!smooth) border = !inside(nearest[d], size, addressing == 0 ? to_edge : addressing) || border;
            if (addressing == 0 && !(at[d] >= 0 && at[d] < static_cast<double>(size)))
                find(part, lane, Fault::outside, in.place,
                     "this reads pixel " + std::to_string(whole_coordinate(std::floor(at[d]))) +
                         " of an image of " + std::to_string(size) +
                         (in.b.lanes == 0 ? " without a sampler" : " by a sampler with CLK_ADDRESS_NONE"));
        }
        Pixel seen;
        if (!smooth) {
            if (!border) see(part, lane, image, arguments_[number].seen, nearest);
            seen = border
                       ? border_of(image)
                       : pixel_at(image, static_cast<std::size_t>(nearest[0]),
                                  static_cast<std::size_t>(nearest[1]), static_cast<std::size_t>(nearest[2]));
        } else { // of its neighbours, each by its share
            const unsigned mixed = image.dimensions;
            for (unsigned corner = 0; corner < (1U << mixed); ++corner) {
                double share = 1;
                std::int64_t place[3] = {nearest[0], nearest[1], nearest[2]};
                bool out = false;
                for (unsigned d = 0; d < mixed; ++d) {
                    const double low = std::floor(at[d] - 0.5), part_of = at[d] - 0.5 - low;
                    const bool upper = (corner >> d & 1U) != 0;
                    place[d] = whole_coordinate(low) + (upper ? 1 : 0);
                    share *= upper ? part_of : 1 - part_of;
                    out = !inside(place[d], sizes[d],
                                  addressing == 0         ? to_edge
                                  : addressing == mirrors ? to_edge
                                                          : addressing) ||
                          out;
                }
                if (!out) see(part, lane, image, arguments_[number].seen, place);
                const Pixel one =
                    out ? border_of(image)
                        : pixel_at(image, static_cast<std::size_t>(place[0]),
                                   static_cast<std::size_t>(place[1]), static_cast<std::size_t>(place[2]));
                for (unsigned c = 0; c < 4; ++c) seen.real[c] += share * one.real[c];
            }
        }
        for (unsigned c = 0; c < 4; ++c) {
            if (wants_float)
                set_real(part, in.to, lane, c, seen.real[c]);
            else
                set_whole(part, in.to, lane, c, seen.whole[c]);
        }
    }
    define(part, in.to, lanes_known);
}

void Run::write_image(SubGroup& part, const Instruction& in)
{
    const bool floats = std::string{function_name(in.function)} == "write_imagef";
    for (Mask left = part.mask; left != 0; left &= left - 1) {
        const unsigned lane = lowest_bit(left);
        const auto number = static_cast<std::size_t>(whole(part, in.a, lane));
        if (number >= arguments_.size() || arguments_[number].image == nullptr) continue;
        const Picture& image = *arguments_[number].image;
        const std::size_t sizes[3] = {
            image.columns, image.dimensions == 1 && image.is_array ? image.rows : image.rows, image.slices};
        std::size_t at[3] = {0, 0, 0};
        bool within = true;
        for (unsigned d = 0; d < std::min<unsigned>(in.b.lanes, 3); ++d) {
            const std::int64_t one = whole(part, in.b, lane, d);
            within = within && one >= 0 && static_cast<std::size_t>(one) < sizes[d];
            at[d] = static_cast<std::size_t>(std::max<std::int64_t>(one, 0));
        }
        if (!within) {
            find(part, lane, Fault::outside, in.place, "this writes a pixel beyond the image's rim");
            continue;
        }
        if ((known(part, in.c) >> lane & 1U) == 0)
            find(part, lane, Fault::unwritten, in.place,
                 "this writes to an image a value that nobody has written");
        const std::int64_t pixel[3] = {static_cast<std::int64_t>(at[0]), static_cast<std::int64_t>(at[1]),
                                       static_cast<std::int64_t>(at[2])};
        see(part, lane, image, arguments_[number].changed, pixel);
        const unsigned channels = channels_of(image.order);
        const std::size_t bytes = channel_bytes(image.type);
        std::byte* const to =
            image.data + at[2] * image.slice_pitch + at[1] * image.row_pitch + at[0] * channels * bytes;
        constexpr unsigned bgra[] = {2, 1, 0, 3}, argb[] = {3, 0, 1, 2};
        for (unsigned c = 0; c < channels; ++c) {
            const unsigned from = image.order == 0x10B6                                        ? bgra[c]
                                  : image.order == 0x10B7                                      ? argb[c]
                                  : image.order == 0x10B1 || (image.order == 0x10B3 && c == 1) ? 3
                                                                                               : c;
            set_channel(to + c * bytes, image.type, floats ? real(part, in.c, lane, from) : 0.0,
                        floats ? 0 : whole(part, in.c, lane, from));
        }
    }
}

void Run::ask_image(SubGroup& part, const Instruction& in)
{
    const std::string name = function_name(in.function);
    for (unsigned lane = 0; lane < width_; ++lane) {
        const auto number = static_cast<std::size_t>(whole(part, in.a, lane));
        if (number >= arguments_.size() || arguments_[number].image == nullptr) continue;
        const Picture& image = *arguments_[number].image;
        std::int64_t values[4] = {static_cast<std::int64_t>(image.columns),
                                  static_cast<std::int64_t>(image.rows),
                                  static_cast<std::int64_t>(image.slices), 0};
        if (name == "get_image_height") values[0] = values[1];
        if (name == "get_image_depth") values[0] = values[2];
        if (name == "get_image_channel_order") values[0] = image.order;
        if (name == "get_image_channel_data_type") values[0] = image.type;
        if (name == "get_image_array_size")
            values[0] = static_cast<std::int64_t>(image.dimensions == 1 ? image.rows : image.slices);
        for (unsigned c = 0; c < in.to.lanes; ++c) set_whole(part, in.to, lane, c, values[c]);
    }
    define(part, in.to, ~Mask{0});
}

} // namespace lockstep::pocket
