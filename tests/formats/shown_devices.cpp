// Which devices the book shows: those that were recorded, named and ordered by devices.json.
#include "lockstep/formats/shown_devices.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"

#include <doctest/doctest.h>

using namespace lockstep;
using namespace lockstep::formats;

namespace
{

class Results
{
public:
    void record(const std::string& id, const std::string& device) const
    {
        DeviceResults results;
        results.origin.device = device;
        write_text(folder_.path() / (id + "-ladders.json"), text_of(results));
    }
    void list(const std::string& text) const { write_text(folder_.path() / "devices.json", text); }
    std::vector<ShownDevice> shown() const { return shown_devices(folder_.path()); }

private:
    ScratchFolder folder_;
};

} // namespace

TEST_SUITE_BEGIN("shown_devices");

TEST_CASE("devices have the names and the order of the list; what it lacks follows under its own name")
{
    const Results results;
    results.record("big", "Big GPU");
    results.record("another", "Another GPU");
    results.record("small", "Small CPU");
    results.list(R"([{"id": "small", "label": "CPU", "article": "a", "title": "A small CPU"},
                     {"id": "big", "label": "Big", "article": "the", "title": "The big GPU"}])");
    const std::vector<ShownDevice> shown = results.shown();
    REQUIRE(shown.size() == 3);
    CHECK(shown[0].label == "CPU");
    CHECK(shown[0].results.origin.device == "Small CPU");
    CHECK(shown[1].title == "The big GPU");
    CHECK(shown[2].id == "another");
    CHECK(shown[2].label == "Another GPU");
}

TEST_CASE("a name without results is refused, and so is a list that is none")
{
    const Results results;
    results.list(R"([{"id": "small", "label": "CPU", "article": "a", "title": "A small CPU"}])");
    CHECK_THROWS_WITH_AS(results.shown(), doctest::Contains("small-ladders.json"), Failure);
    results.list(R"([{"id": "small"}])");
    CHECK_THROWS_WITH_AS(results.shown(), doctest::Contains("devices.json: \"[0].label\" is missing"),
                         Failure);
    results.list("{}");
    CHECK_THROWS_WITH_AS(results.shown(), doctest::Contains("must be a list"), Failure);
}

TEST_SUITE_END();
