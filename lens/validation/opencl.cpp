// lens-validation: runs every launch of the list once, in order, on the chosen OpenCL device.
#include "launches.hpp"

#include <lockstep/device.hpp>
#include <lockstep/error.hpp>
#include <lockstep/program.hpp>
#include <lockstep/run.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using namespace lockstep;
using namespace lockstep::validation;

namespace
{

class Runner
{
public:
    Runner() : device_{choose_device()}, context_{device_}, queue_{context_, device_}
    {
        std::vector<std::uint32_t> words = source_words();
        source_ = cl::Buffer{context_, words.begin(), words.end(), true};
        result_ = cl::Buffer{context_, CL_MEM_READ_WRITE, result_bytes};
    }

    void build(const std::vector<std::string>& files)
    {
        for (const std::string& file : files)
            programs_[file] =
                build_program(context_, device_, std::filesystem::path{VALIDATION_KERNELS} / (file + ".cl"));
    }

    std::string run(const Launch& launch)
    {
        cl::Kernel kernel = find_kernel(programs_.at(launch.file), launch.kernel);
        const std::vector<char> zeros(result_bytes, 0);
        queue_.enqueueWriteBuffer(result_, CL_TRUE, 0, result_bytes, zeros.data());
        cl::Buffer table;
        if (!launch.table.empty()) {
            std::vector<std::uint32_t> words = launch.table;
            table = cl::Buffer{context_, words.begin(), words.end(), true};
        }
        cl_uint index = 0;
        for (const Argument& argument : launch.arguments) {
            switch (argument.kind) {
            case Argument::Kind::source:
                kernel.setArg(index++, source_);
                break;
            case Argument::Kind::result:
                kernel.setArg(index++, result_);
                break;
            case Argument::Kind::table:
                kernel.setArg(index++, table);
                break;
                kernel.setArg(index++, cl::Local(argument.number));
                break;
            case Argument::Kind::number:
                kernel.setArg(index++, argument.number);
                break;
            }
        }
        queue_.enqueueNDRangeKernel(kernel, cl::NullRange, range(launch.global), range(launch.local));
        std::vector<std::byte> bytes(result_bytes);
        queue_.enqueueReadBuffer(result_, CL_TRUE, 0, result_bytes, bytes.data());
        return fingerprint(bytes);
    }

private:
    static cl::NDRange range(const std::array<std::size_t, 3>& sizes)
    {
        return cl::NDRange{sizes[0], sizes[1], sizes[2]};
    }

    cl::Device device_;
    cl::Context context_;
    cl::CommandQueue queue_;
    cl::Buffer source_;
    cl::Buffer result_;
    std::map<std::string, cl::Program> programs_;
};

} // namespace

int main(int count, char** words)
{
    return run([&] {
        const bool has_file = count == 3 && std::string_view{words[1]} == "--results";
        if (count != 1 && !has_file)
            throw Failure("lens-validation takes a file for the results' fingerprints, or nothing.",
                          "build/bin/lens-validation --results FILE");
        const std::vector<Launch> list = launches();
        Runner runner;
        runner.build(files_of(list));
        nlohmann::ordered_json results = nlohmann::ordered_json::array();
        for (const Launch& launch : list)
            results.push_back(
                {{"title", launch.title}, {"kernel", launch.kernel}, {"result", runner.run(launch)}});
        if (has_file) std::ofstream{words[2]} << results.dump(1) << '\n';
        fmt::print("{} launches done.\n", list.size());
    });
}
