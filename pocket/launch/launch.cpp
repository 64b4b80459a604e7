// A launch of the reader's own: the words FILE OPTIONS KERNEL GLOBAL LOCAL ARGUMENT... build a file and launch one kernel of it, once. Sizes are
// "64,8". An argument is a number, or numbers by commas; of a pointer "64xindex", "64xzero", "64xone" or "64xrandom" are 64 elements. What it computes
// is looked at step by step.
#include "launch/launch.hpp"

#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"
#include "lockstep/program.hpp"

#include <CL/opencl.hpp>

#include <array>
#include <charconv>
#include <cstring>
#include <map>
#include <random>

namespace lockstep::pocket
{

namespace
{

constexpr std::size_t most_elements = std::size_t{1} << 20U;

std::vector<std::string> split(const std::string& text, char at)
{
    std::vector<std::string> parts{""};
    for (const char c : text) {
        if (c == at)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

std::size_t whole(const std::string& text)
{
    std::size_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        throw Failure("'" + text + "' is no size.", "a whole number such as 64");
    return value;
}

double real(const std::string& text)
{
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0') throw Failure("'" + text + "' is no number.", "one such as 4 or 0.5");
    return value;
}

cl::NDRange range(const std::string& text)
{
    const std::vector<std::string> parts = split(text, ',');
    std::array<std::size_t, 3> sizes{1, 1, 1};
    for (std::size_t i = 0; i < parts.size() && i < sizes.size(); ++i) sizes[i] = whole(parts[i]);
    if (parts.size() == 1) return {sizes[0]};
    return parts.size() == 2 ? cl::NDRange{sizes[0], sizes[1]} : cl::NDRange{sizes[0], sizes[1], sizes[2]};
}

template <typename T>
void put(double value, std::vector<std::byte>& bytes)
{
    const T number = static_cast<T>(value);
    const std::size_t at = bytes.size();
    bytes.resize(at + sizeof number);
    std::memcpy(&bytes[at], &number, sizeof number);
}

// A type of numbers: how one is written, and how many make an element; of three there are four.
struct Numbers
{
    void (*put)(double, std::vector<std::byte>&) = nullptr;
    std::size_t count = 1;
};

Numbers numbers_of(const std::string& type, const std::string& argument)
{
    static const std::map<std::string, void (*)(double, std::vector<std::byte>&)> known{
        {"char", put<cl_char>},     {"uchar", put<cl_uchar>}, {"short", put<cl_short>},
        {"ushort", put<cl_ushort>}, {"int", put<cl_int>},     {"uint", put<cl_uint>},
        {"long", put<cl_long>},     {"ulong", put<cl_ulong>}, {"float", put<cl_float>},
        {"double", put<cl_double>}};
    const std::size_t digits = std::min(type.find_first_of("0123456789"), type.size());
    const auto found = known.find(type.substr(0, digits));
    if (found == known.end())
        throw Failure("The argument '" + argument + "' is of type " + type + ", which cannot be given here.",
                      "a launch of the chapter's program above");
    const std::size_t count = digits < type.size() ? whole(type.substr(digits)) : 1;
    return {found->second, count == 3 ? 4 : count};
}

// What a word says of an argument, as bytes.
std::vector<std::byte> bytes_of(const std::string& word, const Numbers& type)
{
    std::vector<std::byte> bytes;
    const std::size_t times = word.find('x');
    if (times == std::string::npos) {
        for (const std::string& value : split(word, ',')) type.put(real(value), bytes);
        return bytes;
    }
    const std::size_t count = whole(word.substr(0, times)) * type.count;
    const std::string fill = word.substr(times + 1);
    if (count > most_elements) throw Failure("An array is too long to be looked at.", "fewer elements");
    std::mt19937 chance{1};
    for (std::size_t i = 0; i < count; ++i) {
        const double random = static_cast<double>(chance() % 1000);
        type.put(fill == "index"    ? static_cast<double>(i)
                 : fill == "one"    ? 1
                 : fill == "random" ? random
                                    : 0,
                 bytes);
    }
    return bytes;
}

// Sets an argument; a buffer is kept.
void set(cl::Kernel& kernel, unsigned at, const std::string& word, const cl::Context& context,
         std::vector<cl::Buffer>& buffers)
{
    const auto name = kernel.getArgInfo<CL_KERNEL_ARG_NAME>(at);
    std::string type = kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(at);
    const bool is_pointer = type.ends_with('*');
    if (is_pointer) type.pop_back();
    const Numbers numbers = numbers_of(type, name);
    std::vector<std::byte> bytes = bytes_of(word, numbers);
    if (!is_pointer) {
        std::vector<std::byte> one;
        numbers.put(0, one);
        bytes.resize(one.size() * numbers.count);
        kernel.setArg(at, bytes.size(), bytes.data());
    } else if (kernel.getArgInfo<CL_KERNEL_ARG_ADDRESS_QUALIFIER>(at) == CL_KERNEL_ARG_ADDRESS_LOCAL) {
        kernel.setArg(at, bytes.size(), nullptr);
    } else {
        buffers.emplace_back(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data());
        kernel.setArg(at, buffers.back());
    }
}

} // namespace

void launch(const std::vector<std::string>& words)
{
    if (words.size() < 5) throw Failure("A launch needs a file, options, a kernel and two sizes.", "them");
    const cl::Context context{CL_DEVICE_TYPE_ALL};
    const cl::Device device = context.getInfo<CL_CONTEXT_DEVICES>().front();
    const cl::CommandQueue queue{context, device};
    const cl::Program program = build_program(context, device, words[0], words[1] + " -cl-kernel-arg-info");
    cl::Kernel kernel = find_kernel(program, words[2]);
    const std::size_t wanted = kernel.getInfo<CL_KERNEL_NUM_ARGS>();
    if (words.size() != 5 + wanted)
        throw Failure("The kernel " + words[2] + " has " + std::to_string(wanted) + " arguments.",
                      "one for each");
    std::vector<cl::Buffer> buffers;
    for (unsigned i = 0; i < wanted; ++i) set(kernel, i, words[5 + i], context, buffers);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, range(words[3]), range(words[4]));
    queue.finish();
}

} // namespace lockstep::pocket
