// Tests of the choice of a format: lists of our own making, then this machine's device.
#include "format.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/stand_in.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

using namespace lockstep;

namespace
{

using Formats = std::vector<cl::ImageFormat>;
using Question = std::pair<cl_mem_flags, cl_mem_object_type>;

/// What answers in place of OpenCL while it lives.
class Device : public StandIn<Device>
{
public:
    std::map<Question, Formats> lists; ///< nothing is supported for what is not in it
    cl_int error = CL_SUCCESS;         ///< of every question
    bool fails_late = false;           ///< only where the list itself is asked for, and not its length
    std::vector<cl_context> contexts;  ///< that were asked

    cl_int answer(cl_context of, const Question& question, cl_uint room, cl_image_format* to, cl_uint* count)
    {
        contexts.push_back(of);
        if (error != CL_SUCCESS && (to != nullptr || !fails_late)) return error;
        if (room == 0 && to != nullptr) return CL_INVALID_VALUE;
        const Formats& list = lists[question];
        if (count != nullptr) *count = static_cast<cl_uint>(list.size());
        if (to != nullptr)
            for (std::size_t i = 0; i < list.size() && i < room; ++i) to[i] = list[i];
        return CL_SUCCESS;
    }
};

const cl::ImageFormat r_float{CL_R, CL_FLOAT};
const cl::ImageFormat r_half{CL_R, CL_HALF_FLOAT};
const cl::ImageFormat r_bytes{CL_R, CL_UNORM_INT8};
const cl::ImageFormat rgba_float{CL_RGBA, CL_FLOAT};
const cl::ImageFormat rgba_bytes{CL_RGBA, CL_UNORM_INT8};
const cl::ImageFormat bgra_bytes{CL_BGRA, CL_UNORM_INT8};

const std::vector<cl_mem_flags> all_flags{CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE};
const std::vector<cl_mem_object_type> all_types{CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                                CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                                CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};
constexpr Question usual{CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D};

std::string name(cl_uint number)
{
    const std::map<cl_uint, std::string> names{{CL_R, "CL_R"},
                                               {CL_RGBA, "CL_RGBA"},
                                               {CL_BGRA, "CL_BGRA"},
                                               {CL_FLOAT, "CL_FLOAT"},
                                               {CL_HALF_FLOAT, "CL_HALF_FLOAT"},
                                               {CL_UNORM_INT8, "CL_UNORM_INT8"}};
    const auto known = names.find(number);
    return known != names.end() ? known->second : std::to_string(number);
}

std::string name(const cl::ImageFormat& format)
{
    return name(format.image_channel_order) + " with " + name(format.image_channel_data_type);
}

std::string name(const Formats& formats)
{
    std::string text;
    for (std::size_t i = 0; i < formats.size() && i < 5; ++i)
        text += (text.empty() ? "" : ", ") + name(formats[i]);
    return formats.empty() ? "nothing" : text + (formats.size() > 5 ? " and so on" : "");
}

bool same(const cl::ImageFormat& a, const cl::ImageFormat& b)
{
    return a.image_channel_order == b.image_channel_order &&
           a.image_channel_data_type == b.image_channel_data_type;
}

std::optional<cl::ImageFormat> first_wish(const Formats& wishes, const Formats& supported)
{
    for (const cl::ImageFormat& wish : wishes)
        for (const cl::ImageFormat& format : supported)
            if (same(wish, format)) return wish;
    return std::nullopt;
}

void expect_choice(const Question& question, const Formats& wishes, const Formats& supported)
{
    const auto expected = first_wish(wishes, supported);
    const auto got = choose_format(Exercise::get().context(), question.first, question.second, wishes);
    if (got.has_value() == expected.has_value() && (!got || same(*got, *expected))) return;
    FAIL("Wished: ", name(wishes), ". Supported: ", name(supported), ". choose_format returned ",
         got ? name(*got) : std::string{"nothing"}, "; expected ",
         expected ? name(*expected) : std::string{"nothing"}, ".");
}

/// With a device that supports this for images of two dimensions that kernels read. For other images it supports all wishes.
void check(const Formats& wishes, const Formats& supported)
{
    Device device;
    for (const cl_mem_flags flags : all_flags)
        for (const cl_mem_object_type type : all_types) device.lists[{flags, type}] = wishes;
    device.lists[usual] = supported;
    expect_choice(usual, wishes, supported);
}

} // namespace

// OpenCL's function, as the code under test sees it.
LOCKSTEP_WITNESS(Device, clGetSupportedImageFormats, context, flags, type, room, formats, count)
{
    return witness->answer(context, {flags, type}, room, formats, count);
}

TEST_CASE("the first wish that is supported is chosen")
{
    check({r_float}, {r_float});
    check({r_float, r_half, rgba_float}, {rgba_float, r_half});
    check({r_float, rgba_float}, {rgba_float, r_float});
    check({bgra_bytes, rgba_bytes}, {r_float, rgba_bytes, r_bytes, bgra_bytes});
    check({rgba_float, r_half, r_bytes}, {r_bytes});
}

TEST_CASE("order and data type must both be right")
{
    check({r_float}, {r_bytes, rgba_float});
    check({r_float, rgba_bytes}, {rgba_float, r_bytes, bgra_bytes, rgba_bytes});
    check({rgba_bytes}, {bgra_bytes, rgba_float, r_bytes});
}

TEST_CASE("where no wish is supported, nothing is chosen")
{
    check({r_float, r_half}, {rgba_float, rgba_bytes});
    check({r_float, r_half}, {});
    check({}, {r_float, rgba_float});
    check({}, {});
}

TEST_CASE("lists may be long")
{
    Formats many;
    for (cl_channel_order order = 0; order < 40; ++order)
        for (cl_channel_type type = 0; type < 50; ++type) many.emplace_back(3000 + order, 5000 + type);
    Formats supported = many;
    supported.push_back(r_float);
    check({rgba_float, r_float}, supported);
    Formats wishes = {rgba_float, r_half};
    wishes.insert(wishes.end(), many.rbegin(), many.rend());
    check(wishes, {r_float, many[0]});
}

TEST_CASE("it is asked for these flags, this kind of image and this context")
{
    const Formats wishes{r_float, r_half, r_bytes, rgba_float, rgba_bytes, bgra_bytes};
    Device device;
    std::size_t number = 0;
    for (const cl_mem_flags flags : all_flags)
        for (const cl_mem_object_type type : all_types)
            device.lists[{flags, type}] = {wishes[++number % 6], wishes[number / 6]};
    for (const auto& [question, supported] : std::map<Question, Formats>{device.lists}) {
        INFO("flags ", question.first, ", kind of image ", question.second);
        expect_choice(question, wishes, supported);
    }
    const cl::Context other{Exercise::get().device()};
    device.contexts.clear();
    choose_format(other, usual.first, usual.second, wishes);
    if (device.contexts.empty() || std::any_of(device.contexts.begin(), device.contexts.end(),
                                               [&](auto asked) { return asked != other(); }))
        FAIL("Two contexts were given, one after the other, and the second time not the second one was "
             "asked.");
}

TEST_CASE("an error of OpenCL's reaches the caller")
{
    for (const auto& [error, late] : {std::pair{CL_OUT_OF_HOST_MEMORY, false},
                                      {CL_INVALID_CONTEXT, false},
                                      {CL_INVALID_VALUE, false},
                                      {CL_IMAGE_FORMAT_NOT_SUPPORTED, false},
                                      {CL_OUT_OF_HOST_MEMORY, true},
                                      {CL_OUT_OF_RESOURCES, true}}) {
        Device device;
        device.lists[usual] = {r_float};
        device.error = error;
        device.fails_late = late;
        cl_int thrown = CL_SUCCESS;
        try {
            choose_format(Exercise::get().context(), usual.first, usual.second, {r_float});
        } catch (const cl::Error& caught) {
            thrown = caught.err();
        }
        if (thrown != error)
            FAIL("The question for the ",
                 std::string{late ? "formats, after that for their number," : "formats"}, " failed with ",
                 error, ", and choose_format ",
                 thrown == CL_SUCCESS ? std::string{"returned as if it had been answered."}
                                      : "threw " + std::to_string(thrown) + ".");
    }
}

TEST_CASE("this machine's device makes an image of what is chosen")
{
    const cl::Context& context = Exercise::get().context();
    for (const cl_mem_flags flags : all_flags) {
        const auto chosen = choose_format(context, flags, CL_MEM_OBJECT_IMAGE2D,
                                          {{CL_INTENSITY, CL_UNORM_SHORT_565}, bgra_bytes, rgba_float});
        if (!chosen) FAIL("Every device with images supports CL_RGBA with CL_FLOAT, and nothing was chosen.");
        const cl::Image2D image{context, flags, *chosen, 5, 3};
    }
}
