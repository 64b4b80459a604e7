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
    if (build_missing && by != CountedBy::pocket && !find_program("oclgrind").empty() &&
        !fs::exists(home.libraries / "liblockstep-lens.so"))
        build_target(build, "lockstep-lens");
    return find_lens_tools(home, by);
}

fs::path checkout_profile(const fs::path& source, const std::string& wanted)
{
    return find_profile(lens_of(source, build_dir()).devices, wanted);
}

} // namespace lockstep::tool
