// Asking the kernel under test by other means than its results.
#include "lockstep/probes.hpp"

#include "lockstep/program.hpp"
#include "lockstep/test_lines.hpp"

#include <fmt/format.h>

#include <regex>
#include <string>

namespace lockstep
{

std::string code_of(const std::string& file)
{
    static const std::regex comment{R"(//[^\n]*|/\*[^*]*\*+([^/*][^*]*\*+)*/)"};
    return std::regex_replace(read_kernel(Exercise::get().files() / file).text, comment, " ");
}

cl::Program program_behind(const std::string& lines, const std::string& file)
{
    Exercise& exercise = Exercise::get();
    const std::string text = "#line " + std::to_string(first_test_line) + "\n" + lines + "#line 1\n" +
                             read_kernel(exercise.files() / file).text;
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

cl::Kernel behind(const std::string& lines, const std::string& file, const cl::Kernel& kernel)
{
    return {program_behind(lines, file), kernel_name(kernel).c_str()};
}

std::string numbered_backwards()
{
    return "#define get_local_id(d) (get_local_size(d) - 1 - get_local_id(d))\n"
           "#define get_global_id(d) (get_group_id(d) * get_local_size(d) + get_local_id(d))\n";
}

std::string told_of(const Launch& whole)
{
    const cl::NDRange& global = whole.global;
    const cl::NDRange& local = whole.local;
    return answer("get_global_size", size(global, 0), size(global, 1)) +
           answer("get_num_groups", size(global, 0) / size(local, 0), size(global, 1) / size(local, 1));
}

std::string item_of(const Launch& whole)
{
    return told_of(whole) + answer("get_local_size", size(whole.local, 0), size(whole.local, 1)) +
           "#define get_global_offset(d) ((size_t)0)\n"
           "#define get_group_id(d) (get_global_id(d) / get_local_size(d))\n"
           "#define get_local_id(d) (get_global_id(d) % get_local_size(d))\n";
}

} // namespace lockstep
