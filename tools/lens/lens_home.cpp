// Where an installed lens lies. CMake tells how its folders lie to each other, and no folder by itself.
#include "lens/lens_home.hpp"

namespace lockstep::tool
{

LensHome installed_lens(const std::filesystem::path& program)
{
    const std::filesystem::path folder = program.parent_path();
    const std::filesystem::path data = (folder / LOCKSTEP_LENS_DATA).lexically_normal();
    const std::filesystem::path theme = data / "theme";
    const std::string mend =
        "the lens installed whole: its package again, or cmake --install FOLDER --component lens";
    return {.command = "lockstep-lens",
            .libraries = (folder / LOCKSTEP_LENS_LIBRARIES).lexically_normal(),
            .devices = data / "devices",
            .records = data / "records",
            .page = {.own = data / "page",
                     .common = data / "standalone",
                     .styles = {theme / "1-base.css", theme / "4-code.css", theme / "figures.css"}},
            .mend_pocket = mend,
            .mend = mend};
}

} // namespace lockstep::tool
