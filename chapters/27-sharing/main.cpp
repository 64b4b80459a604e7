// Sharing memory with what draws: by mapping, and by handles that two drivers know.
#include "asked.hpp"
#include "frames.hpp"
#include "mesh.hpp"

#include <lockstep/run.hpp>

#include <optional>

#if LOCKSTEP_HAS_VULKAN
#include "drawn.hpp"
#else
bool draw_with_vulkan(const Lab&, const Asked&)
{
    throw Missing{"This program was built without Vulkan.",
                  "./lockstep start --install-only && cmake build && ./lockstep run 27"};
}
#endif

#if LOCKSTEP_HAS_EGL
#include "opengl.hpp"
#else
void ask_opengl(const Lab&)
{
    throw Missing{"This program was built without EGL.",
                  "./lockstep start --install-only && cmake build && ./lockstep run 27"};
}
#endif

// What may be missing here is a line, and not the end of the program.
template <typename Part>
std::optional<Missing> where_possible(const char* what, const Part& part)
{
    std::printf("\n%s\n", what);
    try {
        part();
    } catch (const Missing& missing) {
        std::printf("  not here: %s\n", missing.happened().c_str());
        return missing;
    } catch (const cl::Error& error) {
        std::printf("  not here: %s returned %d\n", error.what(), error.err());
    }
    return std::nullopt;
}

int main(int count, char** arguments)
{
    bool right = true;
    const int status = run([&] {
        const Lab lab;
        const std::string part = count > 1 ? arguments[1] : "";
        if (part == "vulkan") {
            right = draw_with_vulkan(lab, ask_device(lab.device));
            return;
        }
        if (part == "opengl") {
            ask_opengl(lab);
            return;
        }
        const Asked asked = tell_asked(lab);
        measure_frames(lab);
        show_stars(lab);
        show_mesh(lab);
        std::optional<Missing> no_vulkan;
        if (!lab.simulated) {
            no_vulkan =
                where_possible("drawn by Vulkan", [&] { draw_with_vulkan(lab, asked); });
            where_possible("OpenGL without a display", [&] { ask_opengl(lab); });
        }
        std::printf("\nThe scenes are in output-stars.png and output-mesh.png.\n");
        // Only a device that shares its memory misses something.
        if (no_vulkan && !asked.memory_types.empty()) throw Missing{*no_vulkan};
    });
    return status == 0 && !right ? 1 : status;
}
