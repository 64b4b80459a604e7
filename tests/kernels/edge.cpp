// Texts of kernels that are told where they stand, and the programs made of them.
#include "edge.hpp"

#include "base/paths.hpp"

#include <lockstep/failure.hpp>
#include <lockstep/program.hpp>

#include <fmt/format.h>

#include <fstream>
#include <regex>

namespace lockstep::bench
{
namespace
{

/// What get_group_id and the functions that follow from it answer.
std::string answers_of(const Edge& edge)
{
    return fmt::format(
        "size_t told_group(uint d) {{ return get_group_id(d) + (d == 0 ? {}ul : {}ul); }}\n"
        "size_t told_item(uint d) {{ return told_group(d) * get_local_size(d) + get_local_id(d); }}\n"
        "size_t told_groups(uint d) {{ return d == 0 ? {}ul : {}ul; }}\n"
        "size_t told_size(uint d) {{ return told_groups(d) * get_local_size(d); }}\n"
        "#define get_group_id told_group\n#define get_global_id told_item\n"
        "#define get_num_groups told_groups\n#define get_global_size told_size\n",
        edge.first_group[0], edge.first_group[1], edge.of_groups[0], edge.of_groups[1]);
}

} // namespace

Far::Far() : workbench_(tool::own_source_dir()) {}

cl::Kernel Far::told(const Edge& edge)
{
    const std::string text = read_kernel(tool::own_source_dir() / edge.file).text;
    std::string moves;
    for (const auto& [pointer, elements] : edge.moved)
        moves += fmt::format(" {} -= {}ul;", pointer, elements);
    const std::regex beginning{R"(\b)" + edge.kernel + R"(\s*\([^()]*\)\s*\{)"};
    if (!std::regex_search(text, beginning))
        throw Failure(fmt::format("{} has no kernel {}.", edge.file, edge.kernel), "name one that it has");
    const std::string told = answers_of(edge) + std::regex_replace(text, beginning, "$&" + moves);
    const auto [known, is_new] =
        files_.try_emplace(told, scratch_.path() / fmt::format("{}.cl", files_.size()));
    const std::filesystem::path& file = known->second;
    if (is_new) std::ofstream(file) << told;
    return workbench_.kernel(file.string(), edge.called.empty() ? edge.kernel : edge.called, edge.options);
}

void Far::launch(const cl::Kernel& kernel, const Edge& edge)
{
    workbench_.queue().enqueueNDRangeKernel(kernel, cl::NullRange,
                                            cl::NDRange(edge.run * edge.local[0], edge.local[1]),
                                            cl::NDRange(edge.local[0], edge.local[1]));
    workbench_.queue().finish();
}

Far& far()
{
    static auto& one = *new Far; // OpenCL's objects outlive the runtime's own end badly
    return one;
}

} // namespace lockstep::bench
