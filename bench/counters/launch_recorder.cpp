// Keeps what an OpenCL program launches, for counters.cpp to launch again: a library to preload (LD_PRELOAD). Before each
// launch it writes the program's PTX, the arguments and what the buffers hold into the folder that LAUNCHES_TO names.
#include <CL/cl.h>

#include <lockstep/stand_in.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace
{

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// What the program has told of its buffers and of its kernels' arguments.
struct Seen
{
    std::mutex mutex;
    std::set<cl_mem> buffers;
    std::map<cl_kernel, std::map<cl_uint, std::string>> arguments; ///< their bytes
    Json launches = Json::array();
};

Seen& seen()
{
    static Seen all;
    return all;
}

fs::path folder()
{
    const char* name = std::getenv("LAUNCHES_TO");
    return name != nullptr ? name : "launches";
}

[[noreturn]] void give_up(const std::string& why)
{
    std::fprintf(stderr, "launch recorder: %s\n", why.c_str());
    std::_Exit(3);
}

/// Writes a text into a file that is called after it, so that the same text is kept once. The file's name.
std::string kept(const std::string& text, const char* ending)
{
    char name[40];
    std::snprintf(name, sizeof name, "%016zx-%zu%s", std::hash<std::string_view>{}(text), text.size(),
                  ending);
    const fs::path file = folder() / name;
    if (!fs::exists(file) &&
        !std::ofstream{file, std::ios::binary}.write(text.data(), static_cast<std::streamsize>(text.size())))
        give_up("cannot write " + file.string());
    return name;
}

std::string ptx_of(cl_kernel kernel)
{
    cl_program program = nullptr;
    std::size_t size = 0;
    clGetKernelInfo(kernel, CL_KERNEL_PROGRAM, sizeof program, &program, nullptr);
    if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) != CL_SUCCESS)
        give_up("a program is not for one device");
    std::string text(size, '\0');
    auto* into = reinterpret_cast<unsigned char*>(text.data());
    clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof into, &into, nullptr);
    return text;
}

std::string name_of(cl_kernel kernel)
{
    char name[256] = {};
    clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, nullptr);
    return name;
}

std::string contents_of(cl_command_queue queue, cl_mem buffer)
{
    std::size_t size = 0;
    clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof size, &size, nullptr);
    std::string bytes(size, '\0');
    if (clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, size, bytes.data(), 0, nullptr, nullptr) != CL_SUCCESS)
        give_up("a buffer cannot be read");
    return bytes;
}

std::string hexadecimal(const std::string& bytes)
{
    std::string text;
    for (const char byte : bytes) {
        char digits[3];
        std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(byte));
        text += digits;
    }
    return text;
}

/// The buffer that an argument is, or null.
cl_mem buffer_in(const std::string& bytes)
{
    cl_mem buffer = nullptr;
    if (bytes.size() != sizeof buffer) return nullptr;
    std::memcpy(&buffer, bytes.data(), sizeof buffer);
    return seen().buffers.contains(buffer) ? buffer : nullptr;
}

Json arguments_of(cl_kernel kernel, cl_command_queue queue, Json& buffers)
{
    Json list = Json::array();
    std::map<cl_mem, std::string> names;
    for (const auto& [index, bytes] : seen().arguments[kernel]) {
        if (list.size() != index)
            give_up(name_of(kernel) + " has an argument in local memory, or one that was not set");
        const cl_mem buffer = buffer_in(bytes);
        if (buffer == nullptr) {
            list.push_back({{"bytes", hexadecimal(bytes)}});
            continue;
        }
        std::string& name = names.try_emplace(buffer, "buffer" + std::to_string(names.size())).first->second;
        if (!buffers.contains(name)) buffers[name] = {{"file", kept(contents_of(queue, buffer), ".bin")}};
        list.push_back(name);
    }
    return list;
}

void keep_launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const std::size_t* offset,
                 const std::size_t* global, const std::size_t* local)
{
    if (local == nullptr) give_up(name_of(kernel) + " leaves its group size to the runtime");
    for (cl_uint d = 0; offset != nullptr && d < dimensions; ++d)
        if (offset[d] != 0) give_up(name_of(kernel) + " has an offset");
    clFinish(queue);
    Json buffers = Json::object();
    Json arguments = arguments_of(kernel, queue, buffers);
    seen().launches.push_back({{"kernel", name_of(kernel)},
                               {"ptx", kept(ptx_of(kernel), ".ptx")},
                               {"global", std::vector(global, global + dimensions)},
                               {"local", std::vector(local, local + dimensions)},
                               {"arguments", std::move(arguments)},
                               {"buffers", std::move(buffers)}});
    std::ofstream{folder() / "launches.json"} << Json{{"launches", seen().launches}}.dump(1) << '\n';
}

cl_mem noted(cl_mem buffer)
{
    const std::lock_guard lock{seen().mutex};
    seen().buffers.insert(buffer);
    return buffer;
}

} // namespace

LOCKSTEP_REPLACE(clCreateBuffer, context, flags, size, data, status)
{
    return noted(real());
}

LOCKSTEP_REPLACE(clCreateSubBuffer, parent, flags, type, region, status)
{
    return noted(real());
}

LOCKSTEP_REPLACE(clCreateKernel, program, name, status)
{
    cl_kernel kernel = real();
    const std::lock_guard lock{seen().mutex};
    seen().arguments[kernel].clear(); // of a kernel that had this address before
    return kernel;
}

LOCKSTEP_REPLACE(clSetKernelArg, kernel, index, size, value)
{
    {
        const std::lock_guard lock{seen().mutex};
        if (value != nullptr) seen().arguments[kernel][index].assign(static_cast<const char*>(value), size);
    }
    return real();
}

LOCKSTEP_REPLACE(clEnqueueNDRangeKernel, queue, kernel, dimensions, offset, global, local, waits, wait_list,
                 event)
{
    {
        const std::lock_guard lock{seen().mutex};
        keep_launch(queue, kernel, dimensions, offset, global, local);
    }
    return real();
}
