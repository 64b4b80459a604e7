// Prints drawn cases of one explorer as JSON: explore-cases EXPLORER PROFILES
#include "cases.hpp"

#include "lockstep/failure.hpp"

#include <functional>
#include <iostream>
#include <map>

using namespace lockstep;
using namespace lockstep::explore;

namespace
{

constexpr unsigned case_count = 800; // 50 for each of sixteen GPUs

using Maker = std::function<Case(const lens::Profile&, Draw&)>;

const std::map<std::string, Maker>& makers()
{
    static const std::map<std::string, Maker> all{{"occupancy", occupancy_case},
                                                  {"coalescing", coalescing_case},
                                                  {"banks", banks_case},
                                                  {"roofline", roofline_case},
                                                  {"divergence", divergence_case}};
    return all;
}

/// Cases of every GPU in turn.
std::vector<Case> cases_of(const Maker& make, const std::filesystem::path& folder)
{
    std::vector<lens::Profile> profiles;
    for (const std::string& id : lens::profile_ids(folder))
        if (lens::Profile profile = lens::read_profile(folder / (id + ".json"));
            profile.tells_banks() && profile.tells_occupancy())
            profiles.push_back(std::move(profile));
    Draw draw;
    std::vector<Case> cases;
    while (cases.size() < case_count) cases.push_back(make(profiles[cases.size() % profiles.size()], draw));
    return cases;
}

} // namespace

int main(int count, char** arguments)
try {
    if (count != 3)
        throw Failure("What is wanted is not told.", "build/tests/book/explore-cases EXPLORER lens/devices");
    const std::string name = arguments[1];
    if (const auto found = makers().find(name); found != makers().end()) {
        std::cout << Case(cases_of(found->second, arguments[2])).dump() << '\n';
        return 0;
    }
    if (name != "ndrange") throw Failure("There is no explorer " + name + ".");
    Draw draw;
    std::cout << Case(ndrange_cases(case_count, draw)).dump() << '\n';
    return 0;
} catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
}
