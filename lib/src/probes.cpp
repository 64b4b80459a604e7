// Asking the kernel under test by other means than its results.
#include "lockstep/probes.hpp"

#include "lockstep/program.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace lockstep
{

std::size_t count_of_its_own(const std::string& file)
{
    const Exercise& exercise = Exercise::get();
    const std::string text = read_kernel(exercise.files() / file).text;
    return (exercise.clean_stage() ? 20 : 2000) + std::hash<std::string>{}(text) % 19;
}

std::size_t large_group(const cl::Kernel& kernel)
{
    const auto most = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(Exercise::get().device());
    return std::min<std::size_t>(most, 512);
}

cl::Program program_behind(const std::string& lines, const std::string& file)
{
    const Exercise& exercise = Exercise::get();
    cl::Program program{exercise.context(), lines + "#line 1\n" + read_kernel(exercise.files() / file).text};
    program.build({exercise.device()});
    return program;
}

cl::Kernel lonely_kernel(const std::string& file, const std::string& name)
{
    static_assert(lonely_items == 24);
    return {program_behind(R"(
#define get_global_size(d) ((size_t)((d) == 0 ? 24 : 1))
#define get_local_size(d) ((size_t)((d) == 0 ? 8 : 1))
#define get_num_groups(d) ((size_t)((d) == 0 ? 3 : 1))
#define get_global_offset(d) ((size_t)0)
#define get_local_id(d) (get_global_id(d) % get_local_size(d))
#define get_group_id(d) (get_global_id(d) / get_local_size(d))
)",
                           file),
            name.c_str()};
}

void expect_shared_counting(const CountingKernel& kernel, const std::vector<std::uint8_t>& bytes,
                            std::size_t n, std::size_t counters)
{
    const std::string items = std::to_string(kernel.items);
    const auto device_bytes = input("bytes", bytes);
    std::size_t all = 0;
    for (std::size_t group = 0; group < 4; ++group) {
        const std::string number = std::to_string(group);
        cl::Kernel one{program_behind(kernel.before + R"(
#define get_num_groups(d) ((size_t)((d) == 0 ? 4 : 1))
#define get_global_size(d) ((size_t)((d) == 0 ? 4 * )" +
                                          items + R"( : 1))
#define get_group_id(d) ((size_t)((d) == 0 ? )" +
                                          number + R"( : 0))
#define get_global_id(d) ((size_t)((d) == 0 ? )" +
                                          number + " * " + items + R"( + get_local_id(0) : 0))
)",
                                      kernel.file),
                       kernel.name.c_str()};
        const auto counts = input("counts", std::vector<std::uint32_t>(counters, 0));
        Exercise::get().launch(one, {.global = cl::NDRange(kernel.items), .local = cl::NDRange(kernel.items)},
                               device_bytes, static_cast<cl_uint>(n), counts);
        const std::vector<std::uint32_t> got = counts.read();
        const std::size_t counted = std::accumulate(got.begin(), got.end(), std::size_t{0});
        if (counted < bytes.size() / 8 || counted > bytes.size() / 2)
            FAIL("of four work-groups number ", group, " was run alone. It counted ", counted, " of ",
                 bytes.size(), " bytes. Every group counts its share, a quarter");
        all += counted;
    }
    if (all != bytes.size())
        FAIL("four work-groups were run one at a time. Of ", bytes.size(), " bytes they counted ", all);
}

} // namespace lockstep
