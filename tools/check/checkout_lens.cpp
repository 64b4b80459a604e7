// Where the pieces of the lens lie in a checkout.
#include "check/checkout_lens.hpp"

#include "base/build.hpp"
#include "base/paths.hpp"

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

LensHome lens_of(const fs::path& source, const fs::path& build)
{
    const fs::path root = own_source_dir();
    const fs::path theme = root / "book" / "theme";
    return {.command = "./lockstep lens",
            .libraries = build / "lib",
            .devices = source / "lens" / "devices",
            .records = source / "bench" / "results",
            .page = {.own = root / "tools" / "lens" / "page",
                     .common = root / "tools" / "html" / "standalone",
                     .styles = {theme / "1-base.css", theme / "4-code.css",
                                root / "book" / "figures" / "figures.css"}},
            .mend_pocket = "cmake --build build --target lockstep-pocket",
            .mend = "cmake --build build --target lockstep-lens"};
}

} // namespace

LensHome checkout_lens()
{
    return lens_of(source_dir(), build_dir());
}

LensTools checkout_lens_tools(const fs::path& build, bool build_missing, std::optional<CountedBy> by)
{
    const LensHome home = lens_of(source_dir(), build);
    const bool by_pocket = by.value_or(wanted_simulator()) == CountedBy::pocket;
    const char* const library = by_pocket ? "libpocket.so" : "liblockstep-lens.so";
    if (build_missing && !fs::exists(home.libraries / library) &&
        (by_pocket || !find_program("oclgrind").empty()))
        build_target(build, by_pocket ? "lockstep-pocket" : "lockstep-lens");
    return find_lens_tools(home, by);
}

fs::path checkout_profile(const fs::path& source, const std::string& wanted)
{
    return find_profile(lens_of(source, build_dir()).devices, wanted);
}

} // namespace lockstep::tool
