// Tests of the decision with invented answers of both sides.
#include "ways.hpp"

#include <doctest/doctest.h>
#include <lockstep/random.hpp>

namespace
{

const char* const all =
    "cl_khr_device_uuid cl_khr_external_memory cl_khr_semaphore cl_khr_external_semaphore";
constexpr Uuid card{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

Compute full_compute()
{
    return {all, card, {memory_opaque_fd}, {semaphore_opaque_fd}, false};
}

Drawing full_drawing()
{
    return {card, true, true, false};
}

std::string shown(Way way)
{
    switch (way) {
    case Way::semaphores:
        return "semaphores";
    case Way::handle:
        return "handle";
    case Way::host_memory:
        return "host_memory";
    case Way::copy:
        return "copy";
    }
    return "no way that there is";
}

std::string shown(const std::vector<cl_uint>& types)
{
    std::string text;
    for (const cl_uint type : types)
        text +=
            (text.empty() ? "" : ", ") + (type == memory_opaque_fd      ? std::string{"memory_opaque_fd"}
                                          : type == semaphore_opaque_fd ? std::string{"semaphore_opaque_fd"}
                                                                        : std::to_string(type));
    return text.empty() ? "none" : text;
}

void check_way(const Compute& compute, const Drawing& drawing, Way expected)
{
    const Way chosen = choose_way(compute, drawing);
    if (chosen != expected)
        FAIL("expected ", shown(expected), ", chosen ", shown(chosen), "\n  extensions: ", compute.extensions,
             "\n  handles of memory: ", shown(compute.memory_types),
             "; of semaphores: ", shown(compute.semaphore_types), "\n  UUIDs ",
             std::string{compute.uuid == drawing.uuid ? "equal" : "different"},
             "; one memory: ", compute.one_memory, "; the renderer exports memory: ", drawing.exports_memory,
             ", semaphores: ", drawing.exports_semaphores,
             ", imports host memory: ", drawing.imports_host_memory);
}

void check_list(const std::string& extensions, const std::string& name, bool expected)
{
    if (lists(extensions, name) != expected)
        FAIL("lists(\"", extensions, "\", \"", name, "\") must be ",
             std::string{expected ? "true" : "false"});
}

/// One of the answers that a driver may lack.
void take_away(std::uint32_t what, Compute& compute, Drawing& drawing)
{
    const auto without = [&](const std::string& name) {
        const std::size_t at = (compute.extensions + " ").find(name + " ");
        if (at != std::string::npos) compute.extensions.replace(at, name.size(), name + "_other");
    };
    switch (what) {
    case 0:
        without("cl_khr_device_uuid");
        break;
    case 1:
        without("cl_khr_external_memory");
        break;
    case 2:
        without("cl_khr_semaphore");
        break;
    case 3:
        without("cl_khr_external_semaphore");
        break;
    case 4:
        compute.memory_types = {0x2061, semaphore_opaque_fd};
        break;
    case 5:
        compute.semaphore_types = {0x2056, memory_opaque_fd};
        break;
    case 6:
        ++compute.uuid[15];
        break;
    case 7:
        drawing.exports_memory = false;
        break;
    default:
        drawing.exports_semaphores = false;
        break;
    }
}

} // namespace

TEST_CASE("a name is found at the beginning, in the middle and at the end of a list")
{
    for (const char* name : {"cl_khr_fp64", "cl_khr_icd", "cl_khr_il_program"})
        check_list("cl_khr_fp64 cl_khr_icd cl_khr_il_program", name, true);
    check_list("cl_khr_icd", "cl_khr_icd", true);
    check_list("cl_khr_fp64 cl_khr_icd", "cl_khr_fp16", false);
}

TEST_CASE("a part of a name is another name")
{
    check_list("cl_khr_external_memory_dma_buf", "cl_khr_external_memory", false);
    check_list("cl_khr_external_memory_dma_buf cl_khr_icd", "cl_khr_external_memory", false);
    check_list("cl_ext_cl_khr_icd", "cl_khr_icd", false);
    check_list("cl_khr_icd x_cl_khr_icd_y", "cl_khr_ic", false);
    check_list("cl_khr_fp64 CL_KHR_ICD", "cl_khr_icd", false);
}

TEST_CASE("a name is found behind longer names that begin or end with it")
{
    check_list("cl_khr_external_memory_dma_buf cl_khr_external_memory", "cl_khr_external_memory", true);
    check_list("my_cl_khr_icd cl_khr_icd cl_khr_icd_2", "cl_khr_icd", true);
}

TEST_CASE("blanks around the list and between names are no names")
{
    check_list("  cl_khr_fp64   cl_khr_icd ", "cl_khr_icd", true);
    check_list("  cl_khr_fp64   cl_khr_icd ", "cl_khr_fp64", true);
    check_list("  cl_khr_fp64   cl_khr_icd ", "", false);
    check_list("", "", false);
    check_list("", "cl_khr_icd", false);
    check_list("cl_khr_fp64 cl_khr_icd", "cl_khr_fp64 cl_khr_icd", false);
}

TEST_CASE("with everything there, semaphores are chosen")
{
    check_way(full_compute(), full_drawing(), Way::semaphores);
    Compute compute = full_compute();
    compute.extensions =
        " cl_khr_icd cl_khr_external_semaphore cl_khr_semaphore cl_khr_external_memory_dma_buf "
        "cl_khr_external_memory cl_khr_device_uuid ";
    compute.memory_types = {0x2061, memory_opaque_fd, 0x2067};
    compute.semaphore_types = {0x2056, semaphore_opaque_fd};
    check_way(compute, full_drawing(), Way::semaphores);
}

TEST_CASE("where semaphores cannot be shared, memory still can")
{
    for (const std::uint32_t missing : {2U, 3U, 5U, 8U}) {
        Compute compute = full_compute();
        Drawing drawing = full_drawing();
        take_away(missing, compute, drawing);
        check_way(compute, drawing, Way::handle);
    }
}

TEST_CASE("where memory cannot be imported, semaphores alone are no way")
{
    for (const std::uint32_t missing : {1U, 4U, 7U}) {
        Compute compute = full_compute();
        Drawing drawing = full_drawing();
        take_away(missing, compute, drawing);
        check_way(compute, drawing, Way::copy);
    }
}

TEST_CASE("two cards of the same model are two devices")
{
    for (std::size_t byte = 0; byte < 16; ++byte) {
        Compute compute = full_compute();
        compute.uuid[byte] ^= 0x80;
        check_way(compute, full_drawing(), Way::copy);
    }
}

TEST_CASE("without cl_khr_device_uuid nobody knows whether the devices are the same")
{
    Compute compute = full_compute();
    compute.extensions = "cl_khr_external_memory cl_khr_semaphore cl_khr_external_semaphore";
    check_way(compute, full_drawing(), Way::copy);
    Drawing drawing = full_drawing();
    compute.uuid = drawing.uuid = {};
    check_way(compute, drawing, Way::copy);
}

TEST_CASE("host memory takes both sides, and no UUID")
{
    Drawing drawing{.imports_host_memory = true};
    check_way({.one_memory = true}, drawing, Way::host_memory);
    check_way({.uuid = card, .one_memory = true}, drawing, Way::host_memory);
    check_way({.one_memory = false}, drawing, Way::copy);
    check_way({.one_memory = true}, {}, Way::copy);
}

TEST_CASE("of several ways the best is chosen, whatever the answers")
{
    lockstep::Random random{271};
    for (int trial = 0; trial < 4000; ++trial) {
        Compute compute = full_compute();
        Drawing drawing = full_drawing();
        compute.one_memory = random.below(2) == 1;
        drawing.imports_host_memory = random.below(2) == 1;
        bool memory = true, semaphores = true;
        for (std::uint32_t what = 0; what < 9; ++what)
            if (random.below(6) == 0) {
                take_away(what, compute, drawing);
                const bool of_semaphores = what == 2 || what == 3 || what == 5 || what == 8;
                (of_semaphores ? semaphores : memory) = false;
            }
        const Way without = compute.one_memory && drawing.imports_host_memory ? Way::host_memory : Way::copy;
        check_way(compute, drawing, !memory ? without : semaphores ? Way::semaphores : Way::handle);
    }
}
