// Asking the kernel under test by other means than its results.
#include "lockstep/probes.hpp"

#include "lockstep/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>

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
    Exercise& exercise = Exercise::get();
    const std::string text = lines + "#line 1\n" + read_kernel(exercise.files() / file).text;
    return exercise.built_once(text, [&] {
        cl::Program program{exercise.context(), text};
        program.build({exercise.device()});
        return program;
    });
}

namespace
{

/// The atomic operations of OpenCL 1.2 behind functions of their names. @param body what such a function does with `p` in global
/// memory: {call} is the operation, {looks} whether its operands change nothing whatever is there.
std::string wrapped_atomics(const std::string& body)
{
    struct Operation
    {
        std::string name;
        std::string operands;
        std::string looks;
    };
    std::string functions, names;
    for (const auto& [name, operands, looks] :
         {Operation{"inc", "", "false"}, Operation{"dec", "", "false"}, Operation{"add", "a", "a == 0"},
          Operation{"sub", "a", "a == 0"}, Operation{"xchg", "a", "false"},
          Operation{"min", "a", "a == 0xffffffff"}, Operation{"max", "a", "a == 0"},
          Operation{"and", "a", "a == 0xffffffff"}, Operation{"or", "a", "a == 0"},
          Operation{"xor", "a", "a == 0"}, Operation{"cmpxchg", "a, b", "a == b"}}) {
        const std::string declared = operands.empty()  ? ""
                                     : operands == "a" ? ", uint a"
                                                       : ", uint a, uint b";
        const std::string call = "atomic_" + name + "(p" + (operands.empty() ? "" : ", ") + operands + ")";
        for (const std::string space : {"global", "local"})
            functions += "uint __attribute__((overloadable)) wrapped_" + name + "(volatile " + space +
                         " uint* p" + declared + ") { " +
                         (space == "global" ? fmt::format(fmt::runtime(body), fmt::arg("call", call),
                                                          fmt::arg("looks", looks))
                                            : "return " + call + ";") +
                         " }\n";
        for (const std::string prefix : {"atomic_", "atom_"}) // the second from OpenCL 1.0
            names += "#define " + prefix + name + " wrapped_" + name + "\n";
    }
    return functions + names;
}

} // namespace

std::string counting_atomics(std::size_t words_behind)
{
    return wrapped_atomics("atomic_inc(p + " + std::to_string(words_behind) + "); return {call};");
}

std::string watched_atomics(const std::string& functions)
{
    return functions +
           wrapped_atomics("if ({looks}) return {call}; before_change(p); const uint was = {call}; "
                           "after_change(p, was, atomic_or(p, 0)); return was;");
}

namespace
{

std::string kernel_name(const cl::Kernel& kernel)
{
    std::string name = kernel.getInfo<CL_KERNEL_FUNCTION_NAME>();
    return name.substr(0, name.find('\0'));
}

// "#define NAME(d) …" that answers one number in each dimension.
std::string answer(const char* name, std::size_t first, std::size_t second)
{
    return fmt::format("#define {}(d) ((size_t)((d) == 0 ? {} : (d) == 1 ? {} : 1))\n", name, first, second);
}

std::size_t size(const cl::NDRange& range, std::size_t dimension)
{
    return dimension < range.dimensions() ? range.get()[dimension] : 1;
}

} // namespace

std::string told_of(const Launch& whole)
{
    const cl::NDRange& global = whole.global;
    const cl::NDRange& local = whole.local;
    return answer("get_global_size", size(global, 0), size(global, 1)) +
           answer("get_num_groups", size(global, 0) / size(local, 0), size(global, 1) / size(local, 1));
}

std::string groups_of(const Launch& whole)
{
    return told_of(whole) + "#define get_global_offset(d) ((size_t)0)\n"
                            "#define get_group_id(d) (get_global_id(d) / get_local_size(d))\n";
}

std::string without_a_part(std::size_t dimension, std::size_t items, std::size_t group_size)
{
    return fmt::format("size_t absent_part(void) {{ return get_global_offset({0}); }}\n"
                       "#define get_global_offset(d) ((size_t)0)\n"
                       "#define get_local_id(d) ((d) == {0} && get_local_id({0}) / {1} == absent_part() ? "
                       "(get_local_id({0}) + {1}) % {2} : get_local_id(d))\n"
                       "#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))\n",
                       dimension, items, group_size);
}

bool skipped_for_local_memory()
{
    // Intel's runtime for CPUs (2026.2) takes local memory from what its threads have just used for something else.
    const auto platform =
        cl::Platform{Exercise::get().device().getInfo<CL_DEVICE_PLATFORM>()}.getInfo<CL_PLATFORM_NAME>();
    if (platform != "Intel(R) OpenCL") return false;
    skip_case("local memory begins with arbitrary numbers on this device");
    return true;
}

std::string item_of(const Launch& whole)
{
    return groups_of(whole) + answer("get_local_size", size(whole.local, 0), size(whole.local, 1)) +
           "#define get_local_id(d) (get_global_id(d) % get_local_size(d))\n";
}

std::vector<cl::Kernel> plain_and_told(const cl::Kernel& kernel, const std::string& file, const Launch& whole,
                                       const std::string& lines)
{
    return {kernel, {program_behind(lines + told_of(whole), file), kernel_name(kernel).c_str()}};
}

cl::Kernel lonely_kernel(const std::string& file, const std::string& name)
{
    const Launch whole{.global = cl::NDRange(lonely_items), .local = cl::NDRange(8)};
    return {program_behind(item_of(whole), file), name.c_str()};
}

void expect_shared_counting(const CountingKernel& kernel, const std::vector<std::uint8_t>& bytes,
                            std::size_t n, std::size_t counters)
{
    const cl::NDRange work_group{kernel.items};
    const Launch whole{.global = cl::NDRange(4 * kernel.items), .local = work_group};
    cl::Kernel one{program_behind(kernel.before + groups_of(whole), kernel.file), kernel.name.c_str()};
    const auto device_bytes = input("bytes", bytes);
    std::size_t all = 0;
    for (std::size_t group = 0; group < 4; ++group) {
        const auto counts = input("counts", std::vector<std::uint32_t>(counters, 0));
        Exercise::get().launch(
            one, {.global = work_group, .local = work_group, .offset = cl::NDRange(group * kernel.items)},
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
