// Images: reading with a sampler, writing, and asking for sizes; printf.
#include "machine/functions.hpp"
#include "machine/run.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace lockstep::pocket
{

namespace
{

// Types of a channel, as OpenCL's cl_channel_type numbers them (OpenCL 3.0, section 5.3.1.1).
constexpr std::uint32_t snorm_int8 = 0x10D0, snorm_int16 = 0x10D1, unorm_int8 = 0x10D2, unorm_int16 = 0x10D3,
                        signed_int8 = 0x10D7, signed_int16 = 0x10D8, signed_int32 = 0x10D9,
                        unsigned_int8 = 0x10DA, unsigned_int16 = 0x10DB, unsigned_int32 = 0x10DC,
                        half_float = 0x10DD, single_float = 0x10DE;

struct Pixel
{
    double real[4] = {0, 0, 0, 0};
    std::int64_t whole[4] = {0, 0, 0, 0};
};

unsigned channels_of(std::uint32_t order)
{
    switch (order) {
    case 0x10B0: // R
    case 0x10B1: // A
    case 0x10B8: // INTENSITY
    case 0x10B9:
        return 1; // LUMINANCE
    case 0x10B2:  // RG
    case 0x10B3:
        return 2; // RA
    case 0x10B4:
        return 3;
    default:
        return 4;
    }
}

std::size_t channel_bytes(std::uint32_t type)
{
    switch (type) {
    case snorm_int8:
    case unorm_int8:
    case signed_int8:
    case unsigned_int8:
        return 1;
    case signed_int32:
    case unsigned_int32:
    case single_float:
        return 4;
    default:
        return 2;
    }
}

template <class T>
T read(const std::byte* from)
{
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// One channel of memory as a number: a share of 1 for normalised types.
void channel(const std::byte* from, std::uint32_t type, double& real, std::int64_t& whole)
{
    const auto as_whole = [&](auto value) { real = static_cast<double>(whole = value); };
    const auto as_share = [&](auto value, double most) {
        whole = value;
        real = std::max(value / most, -1.0);
    };
    switch (type) {
    case snorm_int8:
        return as_share(read<std::int8_t>(from), 127);
    case snorm_int16:
        return as_share(read<std::int16_t>(from), 32767);
    case unorm_int8:
        return as_share(read<std::uint8_t>(from), 255);
    case unorm_int16:
        return as_share(read<std::uint16_t>(from), 65535);
    case signed_int8:
        return as_whole(read<std::int8_t>(from));
    case signed_int16:
        return as_whole(read<std::int16_t>(from));
    case signed_int32:
        return as_whole(read<std::int32_t>(from));
    case unsigned_int8:
        return as_whole(read<std::uint8_t>(from));
    case unsigned_int16:
        return as_whole(read<std::uint16_t>(from));
    case unsigned_int32:
        return as_whole(read<std::uint32_t>(from));
    case half_float:
        real = static_cast<double>(half_to_float(read<std::uint16_t>(from)));
        return;
    default:
        real = static_cast<double>(read<float>(from));
    }
}

void set_channel(std::byte* to, std::uint32_t type, double real, std::int64_t whole)
{
    const auto put = [&](auto value) { std::memcpy(to, &value, sizeof value); };
    const auto clamped = [](std::int64_t value, std::int64_t low, std::int64_t high) {
        return std::clamp(value, low, high);
    };
    const auto share = [&](double most, double least) {
        return std::isnan(real) ? 0.0 : std::nearbyint(std::clamp(real * most, least, most));
    };
    switch (type) {
    case snorm_int8:
        put(static_cast<std::int8_t>(share(127, -127)));
        break;
    case snorm_int16:
        put(static_cast<std::int16_t>(share(32767, -32767)));
        break;
    case unorm_int8:
        put(static_cast<std::uint8_t>(share(255, 0)));
        break;
    case unorm_int16:
        put(static_cast<std::uint16_t>(share(65535, 0)));
        break;
    case signed_int8:
        put(static_cast<std::int8_t>(clamped(whole, -128, 127)));
        break;
    case signed_int16:
        put(static_cast<std::int16_t>(clamped(whole, -32768, 32767)));
        break;
    case signed_int32:
        put(static_cast<std::int32_t>(whole));
        break;
    case unsigned_int8:
        put(static_cast<std::uint8_t>(clamped(whole, 0, 255)));
        break;
    case unsigned_int16:
        put(static_cast<std::uint16_t>(clamped(whole, 0, 65535)));
        break;
    case unsigned_int32:
        put(static_cast<std::uint32_t>(whole));
        break;
    case half_float:
        put(half_from(real));
        break;
    default:
        put(static_cast<float>(real));
    }
}

// The components in memory's order, as kernels see them: red, green, blue, alpha.
void arrange(const Pixel& stored, std::uint32_t order, Pixel& seen, double one_real, std::int64_t one_whole)
{
    seen = {};
    seen.real[3] = one_real;
    seen.whole[3] = one_whole;
    const auto put = [&](unsigned to, unsigned from) {
        seen.real[to] = stored.real[from];
        seen.whole[to] = stored.whole[from];
    };
    switch (order) {
    case 0x10B0:
        put(0, 0);
        break;
    case 0x10B1:
        put(3, 0);
        break;
    case 0x10B2:
        put(0, 0);
        put(1, 1);
        break;
    case 0x10B3:
        put(0, 0);
        put(3, 1);
        break;
    case 0x10B4:
        put(0, 0);
        put(1, 1);
        put(2, 2);
        break;
    case 0x10B6:
        put(2, 0);
        put(1, 1);
        put(0, 2);
        put(3, 3);
        break; // BGRA
    case 0x10B7:
        put(3, 0);
        put(0, 1);
        put(1, 2);
        put(2, 3);
        break; // ARGB
    case 0x10B8:
        for (unsigned i = 0; i < 4; ++i) put(i, 0);
        break;
    case 0x10B9:
        for (unsigned i = 0; i < 3; ++i) put(i, 0);
        break;
    default:
        for (unsigned i = 0; i < 4; ++i) put(i, i);
    }
}

Pixel pixel_at(const Picture& image, std::size_t x, std::size_t y, std::size_t z)
{
    const unsigned channels = channels_of(image.order);
    const std::size_t bytes = channel_bytes(image.type);
    const std::byte* from = image.data + z * image.slice_pitch + y * image.row_pitch + x * channels * bytes;
    Pixel stored, seen;
    for (unsigned c = 0; c < channels; ++c)
        channel(from + c * bytes, image.type, stored.real[c], stored.whole[c]);
    arrange(stored, image.order, seen, 1.0, 1);
    return seen;
}

// What lies beyond the rim where the sampler clamps to a border.
Pixel border_of(const Picture& image)
{
    Pixel seen;
    const bool opaque =
        image.order == 0x10B0 || image.order == 0x10B2 || image.order == 0x10B4 || image.order == 0x10B9;
    seen.real[3] = opaque ? 1.0 : 0.0;
    seen.whole[3] = opaque ? 1 : 0;
    return seen;
}

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

void put_pixel(const Picture& image, std::size_t x, std::size_t y, std::size_t z, const std::byte* colour)
{
    const bool whole = image.type >= signed_int8 && image.type <= unsigned_int32;
    const unsigned channels = channels_of(image.order);
    const std::size_t bytes = channel_bytes(image.type);
    std::byte* const to = image.data + z * image.slice_pitch + y * image.row_pitch + x * channels * bytes;
    constexpr unsigned bgra[] = {2, 1, 0, 3}, argb[] = {3, 0, 1, 2};
    for (unsigned c = 0; c < channels; ++c) {
        const unsigned from = image.order == 0x10B6                                        ? bgra[c]
                              : image.order == 0x10B7                                      ? argb[c]
                              : image.order == 0x10B1 || (image.order == 0x10B3 && c == 1) ? 3
                                                                                           : c;
        float real = 0;
        std::int32_t number = 0;
        std::memcpy(&real, colour + 4 * from, 4);
        std::memcpy(&number, colour + 4 * from, 4);
        const bool is_unsigned = image.type >= unsigned_int8;
        set_channel(to + c * bytes, image.type, whole ? 0.0 : static_cast<double>(real),
                    is_unsigned ? std::int64_t{static_cast<std::uint32_t>(number)} : std::int64_t{number});
    }
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
                nearest[d] = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::nearbyint(at[d])), 0,
                                                      static_cast<std::int64_t>(size) - 1);
                continue;
            }
            if (normalised) {
                if (addressing == repeats) at[d] -= std::floor(at[d]);
                if (addressing == mirrors) at[d] = std::fabs(at[d] - 2 * std::nearbyint(0.5 * at[d]));
                at[d] *= static_cast<double>(size);
            }
            nearest[d] = static_cast<std::int64_t>(std::floor(at[d]));
            if (!smooth) border = !inside(nearest[d], size, addressing == 0 ? to_edge : addressing) || border;
            if (in.b.lanes == 0 && (at[d] < 0 || at[d] >= static_cast<double>(size)))
                find(part, lane, Fault::outside, in.place,
                     "this reads pixel " + std::to_string(static_cast<long long>(at[d])) +
                         " of an image of " + std::to_string(size) + " without a sampler");
        }
        Pixel seen =
            border ? border_of(image)
                   : pixel_at(image, static_cast<std::size_t>(nearest[0]),
                              static_cast<std::size_t>(nearest[1]), static_cast<std::size_t>(nearest[2]));
        if (smooth) {
            seen = {};
            const unsigned mixed = image.dimensions;
            for (unsigned corner = 0; corner < (1U << mixed); ++corner) {
                double share = 1;
                std::int64_t place[3] = {nearest[0], nearest[1], nearest[2]};
                bool out = false;
                for (unsigned d = 0; d < mixed; ++d) {
                    const double low = std::floor(at[d] - 0.5), part_of = at[d] - 0.5 - low;
                    const bool upper = (corner >> d & 1U) != 0;
                    place[d] = static_cast<std::int64_t>(low) + (upper ? 1 : 0);
                    share *= upper ? part_of : 1 - part_of;
                    out = !inside(place[d], sizes[d],
                                  addressing == 0         ? to_edge
                                  : addressing == mirrors ? to_edge
                                                          : addressing) ||
                          out;
                }
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

void Run::print(SubGroup& part, const Instruction& in)
{
    constexpr std::size_t most_printed = std::size_t{1} << 20U;
    const auto& values = code_.parts[static_cast<std::size_t>(in.extra)];
    const std::string& text = code_.texts[static_cast<std::size_t>(in.number.whole)];
    for (Mask left = part.mask; left != 0 && outcome_.printed.size() < most_printed; left &= left - 1) {
        const unsigned lane = lowest_bit(left);
        std::size_t which = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] != '%') {
                outcome_.printed += text[i];
                continue;
            }
            if (i + 1 < text.size() && text[i + 1] == '%') {
                outcome_.printed += '%';
                ++i;
                continue;
            }
            std::string form = "%";
            unsigned components = 1;
            for (++i; i < text.size() && std::string{"-+ #0123456789."}.find(text[i]) != std::string::npos;
                 ++i)
                form += text[i];
            if (i < text.size() && text[i] == 'v') {
                components = 0;
                for (++i; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i)
                    components = components * 10 + static_cast<unsigned>(text[i] - '0');
            }
            while (i < text.size() && (text[i] == 'h' || text[i] == 'l')) ++i;
            if (i >= text.size() || which >= values.size()) break;
            const Register& value = values[which++];
            const char kind = text[i];
            for (unsigned c = 0; c < std::min<unsigned>(std::max(components, 1U), value.lanes); ++c) {
                char buffer[128] = "";
                if (c > 0) outcome_.printed += ',';
                if (kind == 's') {
                    const std::int64_t index = -whole(part, value, lane) - 1;
                    if (index >= 0 && static_cast<std::size_t>(index) < code_.texts.size())
                        outcome_.printed += code_.texts[static_cast<std::size_t>(index)];
                } else if (std::string{"eEfFgGaA"}.find(kind) != std::string::npos) {
                    std::snprintf(buffer, sizeof buffer, (form + kind).c_str(), real(part, value, lane, c));
                } else if (kind == 'c') {
                    std::snprintf(buffer, sizeof buffer, (form + kind).c_str(),
                                  static_cast<int>(whole(part, value, lane, c)));
                } else if (std::string{"diouxXp"}.find(kind) != std::string::npos) {
                    const std::int64_t number = is_float(value.scalar)
                                                    ? static_cast<std::int64_t>(real(part, value, lane, c))
                                                    : whole(part, value, lane, c);
                    std::snprintf(buffer, sizeof buffer, (form + "ll" + (kind == 'p' ? 'x' : kind)).c_str(),
                                  static_cast<long long>(number));
                }
                outcome_.printed += buffer;
            }
        }
    }
}

} // namespace lockstep::pocket
