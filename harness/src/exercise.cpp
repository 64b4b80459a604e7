// The exercise harness: guarded buffers, kernels that are what was asked for, launches.
#include "lockstep/exercise.hpp"

#include "exercise_report.hpp"
#include "lockstep/device.hpp"
#include "lockstep/program.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <regex>
#include <set>

namespace lockstep
{

namespace
{

Stage stage_of(const std::string& name)
{
    return name == "clean" ? Stage::clean : name == "lens" ? Stage::lens : Stage::correct;
}

std::string normal_type(std::string type)
{
    type = std::regex_replace(type, std::regex{R"(\b(const|restrict|volatile)\b)"}, "");
    type = std::regex_replace(type, std::regex{R"(\bunsigned (char|short|int|long)\b)"}, "u$1");
    return std::regex_replace(type, std::regex{R"(\s)"}, "");
}

std::string address_space(cl_kernel_arg_address_qualifier qualifier)
{
    switch (qualifier) {
    case CL_KERNEL_ARG_ADDRESS_GLOBAL:
        return "global ";
    case CL_KERNEL_ARG_ADDRESS_LOCAL:
        return "local ";
    case CL_KERNEL_ARG_ADDRESS_CONSTANT:
        return "constant ";
    default:
        return "";
    }
}

// Images carry the access that the kernel asked for in place of an address space: "write_only image2d_t".
bool is_image(const std::string& type)
{
    return type.find("image") != std::string::npos && type.ends_with("_t");
}

std::string image_parameter(std::string type, cl_kernel_arg_access_qualifier access)
{
    type = type.substr(type.find("image")); // some drivers name the access as a part of the type
    switch (access) {
    case CL_KERNEL_ARG_ACCESS_READ_ONLY:
        return "read_only " + type;
    case CL_KERNEL_ARG_ACCESS_WRITE_ONLY:
        return "write_only " + type;
    case CL_KERNEL_ARG_ACCESS_READ_WRITE:
        return "read_write " + type;
    default:
        return type;
    }
}

struct Parameter
{
    std::string text;       ///< "global float*", "read_only image2d_t"
    std::string pointed_at; ///< "const ", "volatile ", both or none
    bool constant = false;  ///< of the address space constant
};

std::vector<Parameter> parameters_of(const cl::Kernel& kernel)
{
    std::vector<Parameter> parameters;
    const cl_uint count = kernel.getInfo<CL_KERNEL_NUM_ARGS>();
    for (cl_uint i = 0; i < count; ++i) {
        const auto space = kernel.getArgInfo<CL_KERNEL_ARG_ADDRESS_QUALIFIER>(i);
        const auto qualifiers = kernel.getArgInfo<CL_KERNEL_ARG_TYPE_QUALIFIER>(i);
        const std::string type = normal_type(kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(i).c_str());
        parameters.push_back(
            {.text = is_image(type)
                         ? image_parameter(type, kernel.getArgInfo<CL_KERNEL_ARG_ACCESS_QUALIFIER>(i))
                         : address_space(space) + type,
             .pointed_at = std::string{(qualifiers & CL_KERNEL_ARG_TYPE_CONST) != 0 ? "const " : ""} +
                           ((qualifiers & CL_KERNEL_ARG_TYPE_VOLATILE) != 0 ? "volatile " : ""),
             .constant = space == CL_KERNEL_ARG_ADDRESS_CONSTANT});
    }
    return parameters;
}

std::vector<std::string> texts_of(const std::vector<Parameter>& parameters)
{
    std::vector<std::string> texts;
    texts.reserve(parameters.size());
    for (const Parameter& parameter : parameters) texts.push_back(parameter.text);
    return texts;
}

// The kernel declared a second time, with the parameters of the exercise: a compiler refuses that unless the types are the
// same, whatever names they go by. Names of types that the file makes macros of are given back their meaning first.
std::string second_declaration(const std::string& name, const std::vector<Parameter>& found,
                               const std::vector<std::string>& wanted, bool const_constants)
{
    static const std::regex word{"[A-Za-z_][A-Za-z_0-9]*"};
    std::set<std::string> words{"kernel", "void", "const", "volatile"};
    std::string list;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        for (std::sregex_iterator match{wanted[i].begin(), wanted[i].end(), word}, end; match != end; ++match)
            words.insert(match->str());
        const bool pointer = wanted[i].ends_with('*');
        const bool qualified = pointer && (const_constants || !found[i].constant);
        list += fmt::format("{}{}{}", i == 0 ? "" : ", ", qualified ? found[i].pointed_at : "", wanted[i]);
    }
    std::string text = "\n";
    for (const std::string& one : words) text += fmt::format("#undef {}\n", one);
    return fmt::format("{}kernel void {}({});\n", text, name, list);
}

// True when the kernel's parameters have the types that are wanted, by other names.
bool same_types(const cl::Context& context, const cl::Device& device, const std::filesystem::path& file,
                const std::string& options, const std::string& name, const std::vector<Parameter>& found,
                const std::vector<std::string>& wanted)
{
    if (found.size() != wanted.size()) return false;
    const std::string text = read_kernel(file).text;
    for (const bool const_constants : {true, false}) // compilers differ in calling what is constant const
        try {
            cl::Program program{context, text + second_declaration(name, found, wanted, const_constants)};
            program.build(device, options.c_str());
            return true;
        } catch (const cl::Error&) // or it is built in neither way
        {
        }
    return false;
}

// Some drivers crash where another says CL_OUT_OF_RESOURCES.
void require_room_for_local_memory(const cl::Kernel& kernel, const cl::Device& device)
{
    const auto taken = kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(device);
    const auto there = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
    if (taken <= there) return;
    note_finding("memory-limit");
    DOCTEST_FAIL(
        fmt::format("The kernel takes {} bytes of local memory, and a work-group of this device has {}.",
                    with_commas(taken), with_commas(there)));
}

cl::Device device_or_exit()
{
    try {
        return choose_device();
    } catch (const Failure& failure) {
        report_no_device_and_exit(failure.what());
    }
}

std::array<std::size_t, 3> sizes_of(const cl::NDRange& range, std::size_t fallback)
{
    std::array<std::size_t, 3> sizes{1, 1, 1};
    for (std::size_t d = 0; d < 3; ++d)
        sizes[d] = d < range.dimensions() ? range.get()[d] : d == 0 ? fallback : 1;
    return sizes;
}

} // namespace

GuardedBytes bytes_for_stage(std::size_t bytes, std::span<const std::byte> contents)
{
    const Exercise& exercise = Exercise::get();
    const bool is_output = contents.empty();
    if (exercise.stage() == Stage::lens && is_output)
        return {exercise.queue(), bytes, poisoned(bytes), Guards::none};
    if (exercise.stage() != Stage::correct) {
        // None is released. Oclgrind notes what was written by a buffer's place, and the next buffer in that place begins with the
        // last one's notes: of another length, and of what was written to that one.
        static std::deque<GuardedBytes>& kept = *new std::deque<GuardedBytes>;
        return kept.emplace_back(exercise.queue(), bytes, contents, Guards::none);
    }
    GuardedBytes buffer{exercise.queue(), bytes, contents, Guards::both};
    if (is_output) buffer.poison();
    return buffer;
}

void note_contents(const std::string& name, std::optional<double> all)
{
    if (all == 0) all.reset(); // an element that is 0 may as well have been computed
    Exercise::get().note_contents(name, all);
}

void require_whole_guards(const GuardedBytes& buffer, const std::string& name, std::size_t element_bytes)
{
    const auto damage = buffer.damage();
    if (!damage) return;
    const auto size = static_cast<std::ptrdiff_t>(element_bytes);
    const std::ptrdiff_t element = *damage < 0 ? -((size - 1 - *damage) / size) : *damage / size;
    const std::size_t count = buffer.bytes() / element_bytes;
    note_finding("outside");
    DOCTEST_FAIL(
        fmt::format("The kernel wrote outside of {}: at {}[{}], but {} has {} element{}. A work-item beyond "
                    "the end must do nothing; guard the write.",
                    name, name, element, name, count, count == 1 ? "" : "s"));
}

Exercise& Exercise::get()
{
    // Never destroyed: at exit a driver may have been torn down before its objects.
    static Exercise& exercise = *new Exercise;
    return exercise;
}

Exercise::Exercise() : stage_(stage_of(stage_name())), files_(files_under_test()) {}

void Exercise::test_files_of(const std::filesystem::path& folder)
{
    files_ = folder;
    programs_.clear();
    last_launch_.reset();
}

void test_files_of(const std::filesystem::path& folder)
{
    Exercise::get().test_files_of(folder);
}

const Exercise::Opened& Exercise::opened() const
{
    if (!opened_) opened_.emplace(Opened{.device = device_or_exit()});
    return *opened_;
}

std::vector<Size1D> Exercise::sizes_1d() const
{
    if (stage_ == Stage::lens) return {{4096, 64}};
    if (stage_ == Stage::clean) return {{1, 8}, {37, 8}, {64, 16}};
    return {{1, 64}, {37, 64}, {1024, 64}, {1000, 16}, {100003, 64}};
}

std::vector<Size2D> Exercise::sizes_2d() const
{
    if (stage_ == Stage::lens) return {{64, 64, 16, 16}};
    if (stage_ == Stage::clean) return {{1, 1, 4, 4}, {13, 7, 4, 4}, {16, 8, 8, 2}};
    return {{1, 1, 8, 8}, {37, 5, 8, 8}, {5, 37, 16, 4}, {64, 32, 16, 4}, {333, 257, 16, 4}};
}

cl::Program Exercise::built_once(const std::string& key, const std::function<cl::Program()>& build)
{
    const auto known = programs_.find(key);
    return known != programs_.end() ? known->second : programs_.emplace(key, build()).first->second;
}

cl::Kernel Exercise::kernel(const std::string& file, const std::string& name,
                            std::initializer_list<std::string> parameters, const std::string& options)
{
    try {
        const cl::Program program = built_once(
            file + " " + options, [&] { return build_program(context(), device(), files_ / file, options); });
        cl::Kernel kernel = find_kernel(program, name);
        const std::vector<Parameter> parameters_found = parameters_of(kernel);
        const std::vector<std::string> found = texts_of(parameters_found);
        const std::vector<std::string> wanted{parameters};
        parameters_[name] = wanted;
        if (found != wanted &&
            !same_types(context(), device(), files_ / file, options, name, parameters_found, wanted))
            throw Failure(
                fmt::format("The kernel '{}' takes ({}); the exercise passes ({}).", name,
                            fmt::join(found, ", "), fmt::join(wanted, ", ")),
                fmt::format("give '{}' the argument list of the exercise's text, in that order", name));
        return kernel;
    } catch (const Failure& failure) {
        report_build_failure_and_exit(failure.what());
    }
}

bool Exercise::takes_32_bits(const cl::Kernel& kernel, cl_uint index) const
{
    std::string name = kernel.getInfo<CL_KERNEL_FUNCTION_NAME>();
    const auto known = parameters_.find(name.substr(0, name.find('\0')));
    if (known == parameters_.end() || index >= known->second.size()) return false;
    return known->second[index] == "uint" || known->second[index] == "int";
}

void Exercise::enqueue(const cl::Kernel& kernel, const Launch& how)
{
    last_launch_ = LaunchShape{.global = sizes_of(how.global, 1),
                               .local = sizes_of(how.local, 0),
                               .dimensions = static_cast<unsigned>(how.global.dimensions())};
    if (stage_ == Stage::correct) require_room_for_local_memory(kernel, device());
    queue().enqueueNDRangeKernel(kernel, how.offset, how.global, how.local);
    queue().finish();
}

void Exercise::fail(Mismatch mismatch, const std::string& name, std::size_t columns) const
{
    if (const auto known = contents_.find(name); known != contents_.end()) mismatch.before = known->second;
    const std::string what = explain(mismatch, name, last_launch_, columns);
    note_finding(mismatch.unwritten         ? "unwritten"
                 : std::isnan(mismatch.got) ? "not-a-number"
                                            : "wrong-result");
    DOCTEST_FAIL(fmt::format("{}{}", last_launch_text(), what));
}

void Exercise::fail_written(const std::string& name, std::size_t index, std::size_t columns) const
{
    note_finding("misplaced");
    const std::string place = columns == 0
                                  ? fmt::format("[{}]", index)
                                  : fmt::format("[row {}][column {}]", index / columns, index % columns);
    DOCTEST_FAIL(
        fmt::format("{}The kernel wrote to {}{}, which it must leave as it was: no work-item of this launch "
                    "has to write there.",
                    last_launch_text(), name, place));
}

std::string Exercise::last_launch_text() const
{
    if (!last_launch_) return {};
    const auto range = [&](const std::array<std::size_t, 3>& sizes) {
        return fmt::format("{}", fmt::join(sizes.begin(), sizes.begin() + last_launch_->dimensions, " × "));
    };
    return fmt::format("NDRange {} in work-groups of {}: ", range(last_launch_->global),
                       last_launch_->local[0] == 0 ? "whatever size the runtime chose"
                                                   : range(last_launch_->local));
}

} // namespace lockstep
