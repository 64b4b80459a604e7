// Pocket beside PoCL, in one process: each function of the language on both, with the same numbers.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include "beside_calls.hpp"
#include "beside_numbers.hpp"
#include "front/builtins.hpp"

#include <CL/opencl.hpp>
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <set>
#include <sstream>

using namespace lockstep::pocket;
using namespace lockstep::pocket::test;

namespace
{

std::string place(const std::string& base, const Value& value, std::size_t at, bool writes)
{
    const std::string pointer = std::string{"(global "} + (writes ? "" : "const ") +
                                (value.scalar == Scalar::f16 ? "ushort" : name_of(value.scalar)) + "*)(" +
                                base + " + " + std::to_string(at) + ")";
    if (writes)
        return value.lanes == 1 ? "(" + pointer + ")[i] = r;"
                                : "vstore" + std::to_string(value.lanes) + "(r, i, " + pointer + ");";
    return value.lanes == 1 ? "(" + pointer + ")[i]"
                            : "vload" + std::to_string(value.lanes) + "(i, " + pointer + ")";
}

unsigned widest(const Call& call)
{
    unsigned lanes = call.result.lanes;
    for (const Value& argument : call.arguments) lanes = std::max(lanes, argument.lanes);
    return lanes;
}

std::string kernel_of(const std::vector<Call>& calls)
{
    std::ostringstream text;
    text << "kernel void k(global const char* in, global char* out)\n{\n    const size_t i = "
            "get_global_id(0);\n    local int shared[64];\n";
    for (std::size_t k = 0; k < calls.size(); ++k) {
        const Call& call = calls[k];
        text << "    if (i < " << count / widest(call) << ") {";
        for (std::size_t a = 0; a < call.arguments.size(); ++a)
            text << ' ' << call.arguments[a].name() << ' ' << static_cast<char>('a' + a) << " = "
                 << place("in", call.arguments[a], input_at(call.arguments[a].scalar, a), false) << ';';
        const Value result{call.result.scalar == Scalar::f16 ? Scalar::u16 : call.result.scalar,
                           call.result.lanes};
        if (call.text.find("(global") != std::string::npos)
            text << " global char* p = out + " << (calls.size() + k) * room << " + i * 8;";
        text << ' ' << result.name() << " r; " << call.text << ' '
             << place("out", call.result, k * room, true) << " }\n";
    }
    text << "}\n";
    return text.str();
}

class Device
{
public:
    explicit Device(const std::string& name)
    {
        std::vector<cl::Platform> platforms;
        cl::Platform::get(&platforms);
        for (const cl::Platform& platform : platforms) {
            if (platform.getInfo<CL_PLATFORM_NAME>().find(name) == std::string::npos) continue;
            std::vector<cl::Device> devices;
            platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
            device_ = devices.at(0);
            context_ = cl::Context{device_};
            queue_ = cl::CommandQueue{context_, device_};
            return;
        }
        FAIL("There is no platform ", name);
    }

    std::string name() const { return device_.getInfo<CL_DEVICE_NAME>(); }

    Bytes run(const std::string& text, const Bytes& in, std::size_t out_bytes)
    {
        cl::Program program{context_, text};
        try {
            program.build("-cl-std=CL3.0");
        } catch (const cl::Error&) {
            FAIL(program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device_));
        }
        cl::Buffer from{context_, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, in.size(),
                        const_cast<unsigned char*>(in.data())};
        Bytes out(out_bytes);
        cl::Buffer to{context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, out_bytes, out.data()};
        cl::Kernel kernel{program, "k"};
        kernel.setArg(0, from);
        kernel.setArg(1, to);
        cl::Event done;
        queue_.enqueueNDRangeKernel(kernel, cl::NullRange, count, 64, nullptr, &done);
        done.wait();
        queue_.enqueueReadBuffer(to, CL_TRUE, 0, out_bytes, out.data());
        return out;
    }

private:
    cl::Device device_;
    cl::Context context_;
    cl::CommandQueue queue_;
};

class Comparison
{
public:
    Comparison(const Call& call, const Bytes& in) : call_(call), in_(in) {}

    // Component c of item i.
    void compare(std::size_t i, unsigned c, const Bytes& pocket, const Bytes& pocl, std::size_t base)
    {
        const Scalar scalar = call_.result.scalar;
        const std::size_t size = size_of(scalar), at = base + (i * call_.result.lanes + c) * size;
        if (std::memcmp(pocket.data() + at, pocl.data() + at, size) == 0) {
            ++compared;
            return;
        }
        double largest = 1;
        if (!defined(i, c, largest)) return;
        ++compared;
        const double x = number_at(pocket, scalar, at), y = number_at(pocl, scalar, at);
        if (is_float(scalar)) {
            const double unit = scalar == Scalar::f64 ? 0x1p-52 : 0x1p-23;
            const double steps = steps_apart(x, y, scalar);
            if (call_.of_largest ? std::fabs(x - y) <= call_.ulps * unit * largest
                : call_.ulps == any_zero || steps != any_zero ? steps <= call_.ulps
                                                              : false)
                return;
        }
        if (++wrong > 2) return;
        std::ostringstream told;
        told << std::hexfloat << "Pocket " << x << ", PoCL " << y << " of";
        for (std::size_t a = 0; a < call_.arguments.size(); ++a) told << ' ' << argument(i, c, a);
        trouble += told.str() + "\n";
    }

    std::size_t compared = 0, wrong = 0;
    std::string trouble;

private:
    double argument(std::size_t i, unsigned c, std::size_t a) const
    {
        const Value& value = call_.arguments[a];
        const std::size_t element = i * value.lanes + std::min(c, value.lanes - 1);
        return number_at(in_, value.scalar, input_at(value.scalar, a) + element * size_of(value.scalar));
    }

    bool defined(std::size_t i, unsigned c, double& largest) const
    {
        const unsigned lanes = widest(call_);
        const bool all = call_.result.lanes != lanes || call_.of_largest || call_.of_vector;
        for (unsigned k = all ? 0 : c; k < (all ? lanes : c + 1); ++k) {
            double x[3] = {0, 0, 0};
            for (std::size_t a = 0; a < call_.arguments.size() && a < 3; ++a) x[a] = argument(i, k, a);
            for (const Defined where : {call_.defined, call_.pocl_agrees})
                if (where != nullptr && !where(x[0], x[1], x[2])) return false;
            for (const double one : x) largest = std::max({largest, std::fabs(one), one * one});
        }
        return true;
    }

    const Call& call_;
    const Bytes& in_;
};

} // namespace

TEST_SUITE("beside")
{
    TEST_CASE("each function of numbers gives what PoCL gives")
    {
        Device pocket{"Pocket"}, pocl{"Portable Computing Language"};
        const Bytes in = inputs();
        // PoCL has a library of its own for each kind of processor; its faults with floats are known for this one.
        const bool known = pocl.name().find("skylake-avx512") != std::string::npos;
        for (const std::vector<Call>& calls : calls_to_compare()) {
            const std::string text = kernel_of(calls);
            const std::size_t bytes = 2 * calls.size() * room; // results, and places of the calls' own
            const Bytes ours = pocket.run(text, in, bytes), theirs = pocl.run(text, in, bytes);
            for (std::size_t k = 0; k < calls.size(); ++k) {
                const Call& call = calls[k];
                Comparison comparison{call, in};
                for (std::size_t i = 0; i < count / widest(call); ++i)
                    for (unsigned c = 0; c < call.result.lanes; ++c)
                        comparison.compare(i, c, ours, theirs, k * room);
                const bool right = comparison.wrong == 0 || (!known && is_float(call.result.scalar));
                CHECK_MESSAGE(right, call.function, " of ", call.arguments.at(0).name(), " to ",
                              call.result.name(), ": ", comparison.wrong, " of ", comparison.compared, "\n",
                              call.text, "\n", comparison.trouble);
                CHECK(comparison.compared > 100);
            }
        }
    }

    TEST_CASE("each function of the language is compared, or it is said why not")
    {
        std::set<std::string> compared;
        for (const std::vector<Call>& calls : calls_to_compare())
            for (const Call& call : calls) compared.insert(call.function);
        for (const std::string& name : builtin_names()) {
            CAPTURE(name);
            CHECK(compared.contains(name) != !why_not(name).empty());
        }
    }
}
