// The counts of image reads and writes, worked out by hand. Sub-groups have 32 work-items.
#include "simulator.hpp"

#include <doctest/doctest.h>

using nlohmann::json;

namespace
{

/// Of a kernel's or a line's counts: requests, bytes, distinct bytes.
json counts(const json& entry)
{
    return {entry.at("requests"), entry.at("bytes"), entry.at("distinct_bytes")};
}

json counts(std::uint64_t requests, std::uint64_t bytes, std::uint64_t distinct)
{
    return {requests, bytes, distinct};
}

json reads_of(const std::string& launch)
{
    return counts(kernel_of("images.cl", launch).at("image_read"));
}

} // namespace

TEST_SUITE("plugin_images")
{
    TEST_CASE("a copy asks for each texel once, and its accesses are none of global memory")
    {
        const Simulation copy{
            "images.cl", "copy 64x4 32x2 image:rgba8:64x4 image:rgba8:64x4", {"h200", "mi300x"}, ""};
        // 256 work-items are 8 sub-groups of 32, or 4 of 64; a texel has 4 bytes.
        const json kernel = kernels_of(copy).at(0);
        CHECK(counts(kernel.at("image_read")) == counts(8, 1024, 1024));
        CHECK(counts(kernel.at("image_write")) == counts(8, 1024, 1024));
        CHECK(counts(kernels_of(copy, 1).at(0).at("image_read")) == counts(4, 1024, 1024));
        CHECK(kernel.at("global_load").at("requests") == 0);
        CHECK(kernel.at("global_store").at("requests") == 0);
        REQUIRE(kernel.at("lines").size() == 2);
        const json read = line_of(kernel, "write_imagef(out, at", "image", "read");
        CHECK(counts(read) == counts(8, 1024, 1024));
        CHECK_FALSE(read.contains("sectors"));
        CHECK_FALSE(read.contains("sample"));
        CHECK(counts(line_of(kernel, "write_imagef(out, at", "image", "write")) == counts(8, 1024, 1024));
    }

    TEST_CASE("a kernel without images says nothing of them")
    {
        const json kernel = kernel_of("transpose.cl", "naive 64x16 32x8 buffer:16384 buffer:16384 int:64");
        CHECK_FALSE(kernel.contains("image_read"));
        CHECK_FALSE(kernel.contains("image_write"));
    }

    TEST_CASE("a linear filter asks for four texels, which neighbours share")
    {
        // Two sub-groups, one a row. Each work-item asks for texels x and x + 1 of rows y and y + 1: 16 bytes.
        // A sub-group's 32 work-items ask for 33 columns of 2 rows: 66 texels.
        const json kernel = kernel_of("images.cl", "between 32x2 32x1 image:rgba8:64x4 buffer:1024 int:32");
        CHECK(counts(kernel.at("image_read")) == counts(2, 2 * 32 * 16, 2 * 66 * 4));
        CHECK(kernel.at("global_store").at("requests") == 2);
        // An image of 32 columns: the last work-item's x + 1 is x again, so it asks for 2 texels.
        CHECK(reads_of("between 32x1 32x1 image:rgba8:32x4 buffer:512 int:32") ==
              counts(1, 31 * 16 + 8, 32 * 2 * 4));
        // Texels of 16 bytes.
        CHECK(reads_of("between 32x1 32x1 image:rgba32f:64x4 buffer:512 int:32") ==
              counts(1, 32 * 64, 66 * 16));
    }

    TEST_CASE("a linear filter asks for the texels without weight, too")
    {
        // In the middle of texel (x, 1) the others, x + 1 and row 2, have the weight 0.
        CHECK(reads_of("centred 32 32 image:rgba8:64x4 buffer:512") == counts(1, 32 * 16, 66 * 4));
    }

    TEST_CASE("an image of one channel has texels of that channel")
    {
        CHECK(reads_of("single 64 64 image:r32f:64x1 buffer:256 int:1") == counts(2, 64 * 4, 64 * 4));
        // All 32 work-items of each of the 2 sub-groups ask for texel 0.
        CHECK(reads_of("single 64 64 image:r32f:64x1 buffer:256 int:0") == counts(2, 64 * 4, 2 * 4));
    }

    TEST_CASE("a texel outside of the image moves nothing")
    {
        // Columns -16 to 15: half of the work-items read the border.
        CHECK(reads_of("shifted 32 32 image:r32f:64x1 buffer:128 int:-16") == counts(1, 16 * 4, 16 * 4));
        // Columns -32 to 31 in two sub-groups: the first reads only the border, and is no request.
        CHECK(reads_of("shifted 64 64 image:r32f:64x1 buffer:256 int:-32") == counts(1, 32 * 4, 32 * 4));
        const json outside = kernel_of("images.cl", "shifted 32 32 image:r32f:64x1 buffer:128 int:64");
        CHECK_FALSE(outside.contains("image_read"));
        CHECK(outside.at("lines").size() == 1); // the store
    }

    TEST_CASE("work-items that a filter leads over the edge ask for fewer texels in the same request")
    {
        // Texels x - 1 and x of row 0; row 1 is outside, as is column -1 of work-item 0.
        CHECK(reads_of("over_the_edge 32 32 image:r32f:32x1 buffer:128") ==
              counts(1, (2 * 32 - 1) * 4, 32 * 4));
    }

    TEST_CASE("whole numbers at whole coordinates are counted, read and written")
    {
        const json kernel =
            kernel_of("images.cl", "whole_numbers 48 48 image:rgba8ui:48x1 image:rgba8ui:48x1");
        // 48 work-items: a whole sub-group and half of one.
        CHECK(counts(kernel.at("image_read")) == counts(2, 48 * 4, 48 * 4));
        CHECK(counts(kernel.at("image_write")) == counts(2, 48 * 4, 48 * 4));
    }

    TEST_CASE("writes of a sub-group to one texel are one distinct texel")
    {
        const json kernel = kernel_of("images.cl", "one_texel 64 64 image:rgba32f:8x1");
        CHECK(counts(kernel.at("image_write")) == counts(2, 64 * 16, 2 * 16));
        CHECK_FALSE(kernel.contains("image_read"));
    }

    TEST_CASE("work-items that part read in requests of their own")
    {
        // 16 work-items of each of the 2 sub-groups go each way.
        const json kernel = kernel_of("images.cl", "either 64 64 image:rgba8:64x64 buffer:256");
        CHECK(counts(line_of(kernel, "(int2)(x, 0)).x", "image", "read")) ==
              counts(2, 2 * 16 * 4, 2 * 16 * 4));
        CHECK(counts(line_of(kernel, "(int2)(0, x)).y", "image", "read")) ==
              counts(2, 2 * 16 * 4, 2 * 16 * 4));
    }

    TEST_CASE("a loop of different lengths asks as often as the longest, for those that are still in it")
    {
        // x % 4 rounds: 24, 16 and 8 of 32 work-items in the first, second and third.
        CHECK(reads_of("in_a_loop 32 32 image:rgba8:32x4 buffer:128") == counts(3, 48 * 4, 48 * 4));
    }

    TEST_CASE("two reads of a line are two requests, each with its own distinct texels")
    {
        CHECK(reads_of("two_in_a_line 32 32 image:rgba8:64x1 buffer:512") ==
              counts(2, 2 * 32 * 4, 2 * 32 * 4));
    }
}
