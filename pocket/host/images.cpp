// Images and samplers.
#include "host/memory.hpp"

#include "front/ranges.hpp"

#include <algorithm>
#include <array>

namespace lockstep::pocket
{

namespace
{

unsigned channels_of(cl_channel_order order)
{
    switch (order) {
    case CL_R:
    case CL_A:
    case CL_INTENSITY:
    case CL_LUMINANCE:
        return 1;
    case CL_RG:
    case CL_RA:
        return 2;
    case CL_RGB:
        return 3;
    case CL_RGBA:
    case CL_BGRA:
    case CL_ARGB:
        return 4;
    default:
        return 0;
    }
}

std::size_t bytes_of(cl_channel_type type)
{
    switch (type) {
    case CL_SNORM_INT8:
    case CL_UNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8:
        return 1;
    case CL_SNORM_INT16:
    case CL_UNORM_INT16:
    case CL_SIGNED_INT16:
    case CL_UNSIGNED_INT16:
    case CL_HALF_FLOAT:
        return 2;
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
    case CL_FLOAT:
        return 4;
    default:
        return 0;
    }
}

constexpr std::array orders{CL_R, CL_A, CL_RG, CL_RA, CL_RGBA, CL_BGRA, CL_ARGB, CL_INTENSITY, CL_LUMINANCE};
constexpr std::array types{CL_SNORM_INT8,     CL_SNORM_INT16,    CL_UNORM_INT8,   CL_UNORM_INT16,
                           CL_SIGNED_INT8,    CL_SIGNED_INT16,   CL_SIGNED_INT32, CL_UNSIGNED_INT8,
                           CL_UNSIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT,   CL_FLOAT};

bool format_exists(const cl_image_format& format)
{
    if (ranges::find(orders, static_cast<int>(format.image_channel_order)) == orders.end() ||
        bytes_of(format.image_channel_data_type) == 0)
        return false;
    const bool eight = format.image_channel_order == CL_BGRA || format.image_channel_order == CL_ARGB;
    const bool grey =
        format.image_channel_order == CL_INTENSITY || format.image_channel_order == CL_LUMINANCE;
    const cl_channel_type type = format.image_channel_data_type;
    if (eight) return bytes_of(type) == 1;
    if (grey)
        return type == CL_UNORM_INT8 || type == CL_UNORM_INT16 || type == CL_SNORM_INT8 ||
               type == CL_SNORM_INT16 || type == CL_HALF_FLOAT || type == CL_FLOAT;
    return true;
}

} // namespace

std::size_t pixel_bytes(cl_mem image)
{
    return channels_of(image->format.image_channel_order) * bytes_of(image->format.image_channel_data_type);
}

cl_mem CL_API_CALL CreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                               const cl_image_desc* desc, void* host, cl_int* code)
{
    const auto refuse = [&](cl_int why) {
        set(code, why);
        return cl_mem{nullptr};
    };
    if (!Counted<_cl_context>::is_alive(context)) return refuse(CL_INVALID_CONTEXT);
    if (!flags_fit(flags, host)) return refuse(CL_INVALID_VALUE);
    if (format == nullptr) return refuse(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    if (desc == nullptr) return refuse(CL_INVALID_IMAGE_DESCRIPTOR);
    if (!format_exists(*format))
        return refuse(channels_of(format->image_channel_order) == 0 ||
                              bytes_of(format->image_channel_data_type) == 0
                          ? CL_INVALID_IMAGE_FORMAT_DESCRIPTOR
                          : CL_IMAGE_FORMAT_NOT_SUPPORTED);
    const cl_mem_object_type type = desc->image_type;
    const bool line = type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE1D_BUFFER ||
                      type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    const bool flat = type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE2D_ARRAY,
               deep = type == CL_MEM_OBJECT_IMAGE3D;
    if (!line && !flat && !deep) return refuse(CL_INVALID_IMAGE_DESCRIPTOR);
    const std::size_t columns = desc->image_width, rows = line ? 1 : desc->image_height;
    const bool array = type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
    const std::size_t slices = deep ? desc->image_depth : array ? desc->image_array_size : 1;
    if (columns == 0 || rows == 0 || slices == 0) return refuse(CL_INVALID_IMAGE_SIZE);
    const std::size_t most = deep ? 2048 : type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? 65536 : 8192;
    if (columns > most || rows > most || slices > 2048) return refuse(CL_INVALID_IMAGE_SIZE);
    const std::size_t pixel =
        channels_of(format->image_channel_order) * bytes_of(format->image_channel_data_type);
    const bool of_buffer = desc->buffer != nullptr;
    if (!of_buffer && !host_fits(flags, host)) return refuse(CL_INVALID_HOST_PTR);
    const std::size_t host_row = desc->image_row_pitch != 0 ? desc->image_row_pitch : columns * pixel;
    const std::size_t host_slice = desc->image_slice_pitch != 0 ? desc->image_slice_pitch : host_row * rows;
    if ((host == nullptr && !of_buffer && (desc->image_row_pitch != 0 || desc->image_slice_pitch != 0)) ||
        host_row < columns * pixel)
        return refuse(CL_INVALID_IMAGE_DESCRIPTOR);
    auto* image = new _cl_mem;
    image->context = Held{context};
    image->type = type;
    image->flags = flags;
    image->format = *format;
    image->desc = *desc;
    const bool uses_host = (flags & CL_MEM_USE_HOST_PTR) != 0;
    const std::size_t row = uses_host || of_buffer ? host_row : columns * pixel,
                      slice = uses_host || of_buffer ? host_slice : row * rows;
    if (of_buffer) {
        image->parent = Held{desc->buffer};
        desc->buffer->has_parts = true;
        const Object& bytes = desc->buffer->object;
        image->object = {.name = bytes.name,
                         .data = bytes.data,
                         .size = bytes.size,
                         .address = bytes.address,
                         .is_read_only = bytes.is_read_only,
                         .written = bytes.written};
    } else {
        image->flags &= ~cl_mem_flags{CL_MEM_COPY_HOST_PTR};
        if (!allocate(image, uses_host ? host_slice * slices : slice * slices, host)) {
            delete image;
            return refuse(CL_MEM_OBJECT_ALLOCATION_FAILURE);
        }
        image->flags = flags;
        image->object.written = nullptr;
        if ((flags & CL_MEM_COPY_HOST_PTR) != 0)
            for (std::size_t z = 0; z < slices; ++z)
                for (std::size_t y = 0; y < rows; ++y)
                    std::memcpy(image->data() + z * slice + y * row,
                                static_cast<const std::byte*>(host) + z * host_slice + y * host_row,
                                columns * pixel);
    }
    image->picture = {.columns = columns,
                      .rows = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slices : rows,
                      .slices = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 1 : slices,
                      .row_pitch = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice : row,
                      .slice_pitch = slice,
                      .dimensions = deep   ? 3U
                                    : line ? 1U
                                           : 2U,
                      .is_array = array,
                      .order = format->image_channel_order,
                      .type = format->image_channel_data_type,
                      .data = image->data()};
    set(code, CL_SUCCESS);
    return image;
}

cl_mem CL_API_CALL CreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                                 size_t columns, size_t rows, size_t pitch, void* host, cl_int* code)
{
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = columns;
    desc.image_height = rows;
    desc.image_row_pitch = pitch;
    return CreateImage(context, flags, format, &desc, host, code);
}

cl_mem CL_API_CALL CreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                                 size_t columns, size_t rows, size_t depth, size_t row, size_t slice,
                                 void* host, cl_int* code)
{
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE3D;
    desc.image_width = columns;
    desc.image_height = rows;
    desc.image_depth = depth;
    desc.image_row_pitch = row;
    desc.image_slice_pitch = slice;
    return CreateImage(context, flags, format, &desc, host, code);
}

cl_int CL_API_CALL GetSupportedImageFormats(cl_context context, cl_mem_flags, cl_mem_object_type,
                                            cl_uint room, cl_image_format* formats, cl_uint* count)
{
    if (!Counted<_cl_context>::is_alive(context)) return CL_INVALID_CONTEXT;
    cl_uint found = 0;
    for (const int order : orders)
        for (const int type : types) {
            const cl_image_format format{static_cast<cl_channel_order>(order),
                                         static_cast<cl_channel_type>(type)};
            if (!format_exists(format)) continue;
            if (formats != nullptr && found < room) formats[found] = format;
            ++found;
        }
    if (count != nullptr) *count = found;
    return CL_SUCCESS;
}

cl_int CL_API_CALL GetImageInfo(cl_mem image, cl_image_info what, size_t room, void* value, size_t* needed)
{
    if (!Counted<_cl_mem>::is_alive(image) || image->type == CL_MEM_OBJECT_BUFFER)
        return CL_INVALID_MEM_OBJECT;
    const Picture& picture = image->picture;
    const bool line = picture.dimensions == 1;
    switch (what) {
    case CL_IMAGE_FORMAT:
        return give(image->format, room, value, needed);
    case CL_IMAGE_ELEMENT_SIZE:
        return give(pixel_bytes(image), room, value, needed);
    case CL_IMAGE_ROW_PITCH:
        return give(picture.row_pitch, room, value, needed);
    case CL_IMAGE_SLICE_PITCH:
        return give(picture.dimensions == 3 || picture.is_array ? picture.slice_pitch : std::size_t{0}, room,
                    value, needed);
    case CL_IMAGE_WIDTH:
        return give(picture.columns, room, value, needed);
    case CL_IMAGE_HEIGHT:
        return give(line ? std::size_t{0} : picture.rows, room, value, needed);
    case CL_IMAGE_DEPTH:
        return give(picture.dimensions == 3 ? picture.slices : std::size_t{0}, room, value, needed);
    case CL_IMAGE_ARRAY_SIZE:
        return give(picture.is_array ? (line ? picture.rows : picture.slices) : std::size_t{0}, room, value,
                    needed);
    case CL_IMAGE_BUFFER:
        return give(image->parent.get(), room, value, needed);
    case CL_IMAGE_NUM_MIP_LEVELS:
    case CL_IMAGE_NUM_SAMPLES:
        return give(cl_uint{0}, room, value, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_sampler CL_API_CALL CreateSampler(cl_context context, cl_bool normalised, cl_addressing_mode addressing,
                                     cl_filter_mode filter, cl_int* code)
{
    const auto refuse = [&](cl_int why) {
        set(code, why);
        return cl_sampler{nullptr};
    };
    if (!Counted<_cl_context>::is_alive(context)) return refuse(CL_INVALID_CONTEXT);
    if (addressing < CL_ADDRESS_NONE || addressing > CL_ADDRESS_MIRRORED_REPEAT ||
        (filter != CL_FILTER_NEAREST && filter != CL_FILTER_LINEAR))
        return refuse(CL_INVALID_VALUE);
    auto* sampler = new _cl_sampler;
    sampler->context = Held{context};
    sampler->normalised = normalised;
    sampler->addressing = addressing;
    sampler->filter = filter;
    set(code, CL_SUCCESS);
    return sampler;
}

cl_sampler CL_API_CALL CreateSamplerWithProperties(cl_context context,
                                                   const cl_sampler_properties* properties, cl_int* code)
{
    cl_bool normalised = CL_TRUE;
    cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
    cl_filter_mode filter = CL_FILTER_NEAREST;
    for (; properties != nullptr && properties[0] != 0; properties += 2) {
        if (properties[0] == CL_SAMPLER_NORMALIZED_COORDS) normalised = static_cast<cl_bool>(properties[1]);
        if (properties[0] == CL_SAMPLER_ADDRESSING_MODE)
            addressing = static_cast<cl_addressing_mode>(properties[1]);
        if (properties[0] == CL_SAMPLER_FILTER_MODE) filter = static_cast<cl_filter_mode>(properties[1]);
    }
    return CreateSampler(context, normalised, addressing, filter, code);
}

cl_int CL_API_CALL RetainSampler(cl_sampler sampler)
{
    return retain(sampler, CL_INVALID_SAMPLER);
}
cl_int CL_API_CALL ReleaseSampler(cl_sampler sampler)
{
    return release(sampler, CL_INVALID_SAMPLER);
}

cl_int CL_API_CALL GetSamplerInfo(cl_sampler sampler, cl_sampler_info what, size_t room, void* value,
                                  size_t* needed)
{
    if (!Counted<_cl_sampler>::is_alive(sampler)) return CL_INVALID_SAMPLER;
    switch (what) {
    case CL_SAMPLER_REFERENCE_COUNT:
        return give(sampler->references(), room, value, needed);
    case CL_SAMPLER_CONTEXT:
        return give(sampler->context.get(), room, value, needed);
    case CL_SAMPLER_NORMALIZED_COORDS:
        return give(sampler->normalised, room, value, needed);
    case CL_SAMPLER_ADDRESSING_MODE:
        return give(sampler->addressing, room, value, needed);
    case CL_SAMPLER_FILTER_MODE:
        return give(sampler->filter, room, value, needed);
    default:
        return CL_INVALID_VALUE;
    }
}

} // namespace lockstep::pocket
