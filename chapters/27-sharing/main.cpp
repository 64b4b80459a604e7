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
                  "apt install libvulkan-dev glslang-tools mesa-vulkan-drivers"};
}
#endif

#if LOCKSTEP_HAS_EGL
#include "opengl.hpp"
#else
void ask_opengl(const Lab&)
{
    throw Missing{"This program was built without EGL.",
                  "apt install libegl-dev libgl-dev"};
}
#endif

// What is missing here is a line and not yet the end of the program, which then says what to
// install: `missing` is its first.
template <typename Part>
void where_possible(const char* what, std::optional<Missing>& missing, const Part& part)
{
    std::printf("\n%s\n", what);
    try {
        part();
    } catch (const Missing& error) {
        std::printf("  not here: %s\n", error.happened().c_str());
        if (!missing) missing = error;
    } catch (const cl::Error& error) {
        std::printf("  not here: %s returned %d\n", error.what(), error.err());
    }
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
        std::optional<Missing> missing;
        if (!lab.simulated) {
            where_possible("drawn by Vulkan", missing,
                           [&] { draw_with_vulkan(lab, asked); });
            where_possible("OpenGL without a display", missing, [&] { ask_opengl(lab); });
        }
        std::printf("\nThe scenes are in output-stars.png and output-mesh.png.\n");
        if (missing) throw Missing{*missing};
    });
    return status == 0 && !right ? 1 : status;
}
