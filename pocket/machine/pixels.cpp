// Pixels in memory: channels, their types and their order.
#include "machine/pixels.hpp"

#include "machine/functions.hpp"

#include <algorithm>
#include <cmath>
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

} // namespace

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

namespace
{

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

} // namespace

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

namespace
{

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

} // namespace

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

// A coordinate as a whole number: of what is far beyond any image, one that is beyond it, too; of what is no number, 0.
std::int64_t whole_coordinate(double at)
{
    constexpr double most = 1e15;
    return std::isnan(at) ? 0 : static_cast<std::int64_t>(std::clamp(at, -most, most));
}

} // namespace lockstep::pocket
