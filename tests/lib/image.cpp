// Tests of pictures: there and back, and what is refused.
#include "lockstep/image.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/random.hpp"
#include "lockstep/scratch.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <string>

using namespace lockstep;

namespace
{

Picture made_up(std::size_t columns, std::size_t rows, std::size_t channels)
{
    return {.columns = columns,
            .rows = rows,
            .channels = channels,
            .bytes = random_bytes(columns * rows * channels, 5)};
}

std::string refusal(const auto& call)
{
    try {
        call();
    } catch (const Failure& failure) {
        return failure.what();
    }
    return "";
}

} // namespace

TEST_SUITE("image")
{
    TEST_CASE("a picture of one, three or four channels comes back as it was written")
    {
        const ScratchFolder scratch;
        for (const std::size_t channels : {1U, 3U, 4U}) {
            CAPTURE(channels);
            const Picture picture = made_up(13, 7, channels);
            write_png(scratch.path() / "picture.png", picture);
            const Picture back = read_picture(scratch.path() / "picture.png", channels);
            CHECK(back.columns == 13);
            CHECK(back.rows == 7);
            CHECK(back.channels == channels);
            CHECK(back.bytes == picture.bytes);
        }
    }

    TEST_CASE("a grey picture read as colour repeats its grey")
    {
        const ScratchFolder scratch;
        Picture picture = made_up(2, 1, 1);
        picture.at(1, 0) = 200;
        write_png(scratch.path() / "grey.png", picture);
        const Picture colour = read_picture(scratch.path() / "grey.png", 3);
        for (const std::size_t channel : {0U, 1U, 2U}) CHECK(colour.at(1, 0, channel) == 200);
    }

    TEST_CASE("pixels lie row after row, channel after channel")
    {
        Picture picture{.columns = 4, .rows = 3, .channels = 3, .bytes = std::vector<std::uint8_t>(36)};
        picture.at(2, 1, 1) = 9;
        CHECK(picture.bytes[(1 * 4 + 2) * 3 + 1] == 9);
    }

    TEST_CASE("a file that is not there or is no picture is named with the reason")
    {
        const ScratchFolder scratch;
        const std::string missing = refusal([&] { read_picture(scratch.path() / "none.png"); });
        CHECK(missing.find("none.png cannot be read: can't fopen") != std::string::npos);
        std::ofstream{scratch.path() / "text.png"} << "no picture at all";
        const std::string text = refusal([&] { read_picture(scratch.path() / "text.png"); });
        CHECK(text.find("text.png cannot be read: unknown image type") != std::string::npos);
    }

    TEST_CASE("sizes that do not agree are refused, and nothing is written")
    {
        const ScratchFolder scratch;
        const auto file = scratch.path() / "malformed.png";
        Picture short_one = made_up(4, 4, 1);
        short_one.bytes.pop_back();
        CHECK(refusal([&] {
                  write_png(file, short_one);
              }).find("malformed: 4 columns × 4 rows × 1 channels, 15 bytes") != std::string::npos);
        CHECK_FALSE(refusal([&] { write_png(file, made_up(0, 4, 1)); }).empty());
        CHECK_FALSE(refusal([&] { write_png(file, made_up(4, 0, 1)); }).empty());
        CHECK_FALSE(refusal([&] { write_png(file, made_up(4, 4, 0)); }).empty());
        CHECK_FALSE(refusal([&] { write_png(file, made_up(4, 4, 5)); }).empty());
        CHECK_FALSE(std::filesystem::exists(file));
    }

    TEST_CASE("only one, three or four channels can be asked for")
    {
        const ScratchFolder scratch;
        write_png(scratch.path() / "picture.png", made_up(2, 2, 3));
        for (const std::size_t channels : {0U, 2U, 5U}) {
            CAPTURE(channels);
            CHECK_FALSE(refusal([&] { read_picture(scratch.path() / "picture.png", channels); }).empty());
        }
    }

    TEST_CASE("a folder that is not there cannot be written to")
    {
        const ScratchFolder scratch;
        const std::string text =
            refusal([&] { write_png(scratch.path() / "none" / "a.png", made_up(2, 2, 1)); });
        CHECK(text.find("a.png cannot be written") != std::string::npos);
        CHECK(text.find("try: check that its folder exists") != std::string::npos);
    }

    TEST_CASE("a film holds its pictures in order, and is its first picture to who knows no films")
    {
        const ScratchFolder scratch;
        const std::filesystem::path file = scratch.path() / "film.png";
        const std::vector<Picture> pictures{made_up(5, 3, 3), made_up(5, 3, 3), made_up(5, 3, 3)};
        write_film(file, pictures, 40);
        CHECK(read_picture(file, 3).bytes == pictures[0].bytes);
        const std::string bytes = read_bytes(file);
        std::string names;
        std::size_t at = 8;
        while (at + 8 <= bytes.size()) {
            std::size_t length = 0;
            for (std::size_t i = 0; i < 4; ++i)
                length = length << 8U | static_cast<unsigned char>(bytes[at + i]);
            names += bytes.substr(at + 4, 4) + " ";
            at += length + 12;
        }
        CHECK(at == bytes.size());
        CHECK(names == "IHDR acTL fcTL IDAT fcTL fdAT fcTL fdAT IEND ");
    }

    TEST_CASE("a film of no pictures, or of several sizes, is refused")
    {
        const ScratchFolder scratch;
        const std::filesystem::path file = scratch.path() / "film.png";
        CHECK_FALSE(refusal([&] { write_film(file, {}, 40); }).empty());
        CHECK_FALSE(refusal([&] { write_film(file, {made_up(5, 3, 3), made_up(3, 5, 3)}, 40); }).empty());
        CHECK_FALSE(refusal([&] { write_film(file, {made_up(5, 3, 1)}, 40); }).empty());
        CHECK_FALSE(std::filesystem::exists(file));
    }
}
