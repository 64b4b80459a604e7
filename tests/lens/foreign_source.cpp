// Which file, line and program a count belongs to, in programs that are not one text.
#include "foreign.hpp"

#include <doctest/doctest.h>

using nlohmann::json;

namespace
{

/// The stores of a kernel at a line of a file; of "", the program's own text.
json store_at(const json& kernel, const std::string& file, int line)
{
    for (const json& entry : kernel.at("lines"))
        if (entry.at("line") == line && entry.value("file", "").ends_with(file) &&
            entry.value("file", "").empty() == file.empty())
            return entry;
    return {{"source", "(no such line)"}, {"sectors", 0}};
}

const ForeignRun& places()
{
    static const ForeignRun run = under_lens("places " FOREIGN_FOLDER);
    return run;
}

json only(const std::string& kernel)
{
    const auto entries = places().of(kernel);
    CAPTURE(places().told);
    REQUIRE(entries.size() == 1);
    return entries.front();
}

bool has_remark(const json& kernel, const std::string& text)
{
    for (const json& remark : kernel.value("remarks", json::array()))
        if (remark.get<std::string>().find(text) != std::string::npos) return true;
    return false;
}

} // namespace

TEST_SUITE("foreign_source")
{
    TEST_CASE("a line of an included file is told with that file and its text")
    {
        const json store = store_at(only("included"), "places.clh", 4);
        CHECK(store["source"] == "out[get_global_id(0) * 32] = value;");
        CHECK(store["sectors"] == 64);
        CHECK(places().told.find("places.clh\n") != std::string::npos);
    }

    TEST_CASE("a line that #line renumbered keeps the file and the number that it gave")
    {
        const json store = store_at(only("included"), "grammar.y", 70);
        CHECK(store["source"] == "out[get_global_id(0)] = 3;");
        CHECK(store["sectors"] == 8);
    }

    TEST_CASE("a linked program's lines come from the texts that it was compiled of")
    {
        const json kernel = only("linked");
        CHECK(store_at(kernel, "compiled-1", 4)["source"] == "out[get_global_id(0) * 2] = 5;");
        CHECK(store_at(kernel, "given.h", 3)["source"] == "out[get_global_id(0) * 4] = 6;");
        CHECK_FALSE(has_remark(kernel, "no source"));
    }

    TEST_CASE("a program from a binary is counted by lines, and is said to have no source")
    {
        const json kernel = only("packed");
        CHECK(store_at(kernel, "", 3)["sectors"] == 8);
        CHECK(has_remark(kernel, "no source"));
    }

    TEST_CASE("kernels of one name in programs built differently are told apart")
    {
        const auto entries = places().of("named");
        REQUIRE(entries.size() == 2);
        CHECK(entries[0]["source"] != entries[1]["source"]);
        CHECK(entries[0]["global_store"]["sectors"] == 8);
        CHECK(entries[1]["global_store"]["sectors"] == 64);
        CHECK(has_remark(entries[1], "program 2 of the 2"));
    }
}
