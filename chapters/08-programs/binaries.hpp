// A program's binary: what is in it, and what drivers do with one that is not right.
#pragma once

#include "binary_cache.hpp"
#include "lab.hpp"
#include "shell.hpp"

#include <lockstep/scratch.hpp>
#include <lockstep/text.hpp>

#include <cstring>

namespace fs = std::filesystem;

// The kernel's polynomial at 1; 3.11 is right.
inline float value_at_one(const Lab& lab, const cl::Program& program)
{
    const cl::Buffer in = lab.upload({1.0F});
    const cl::Buffer out{lab.context, CL_MEM_READ_WRITE, 5 * sizeof(float)};
    cl::Kernel kernel{program, "accuracy"};
    kernel.setArg(0, in);
    kernel.setArg(1, out);
    kernel.setArg(2, cl_uint{1});
    lab.launch_ms(kernel, 1);
    return lab.download(out, 1).front();
}

inline const char* judged(float value)
{
    return std::abs(value - 3.11F) < 1e-5F ? "right" : "WRONG";
}

inline cl::Program load(const Lab& lab, const std::vector<unsigned char>& binary)
{
    cl::Program program{lab.context, {lab.device}, {binary}};
    program.build(lab.device); // a binary is built as well
    return program;
}

// The whole program, when it is started with --load FILE: a driver may crash on what it is given.
inline void load_only(const std::string& file)
{
    const Lab lab;
    const std::string bytes = read_bytes(file);
    try {
        const float value = value_at_one(lab, load(lab, {bytes.begin(), bytes.end()}));
        std::printf("p(1) = %.2f, %s", value, judged(value));
    } catch (const cl::Error& error) {
        std::printf("%s, %s", error.what(), error_name(error.err()).c_str());
    }
}

// What the bytes in a binary say of themselves.
inline void contents(const std::vector<unsigned char>& binary)
{
    const std::string_view bytes{reinterpret_cast<const char*>(binary.data()),
                                 binary.size()};
    const auto found = [&](std::string_view signature, const char* what) {
        for (std::size_t at = 0; (at = bytes.find(signature, at)) != std::string_view::npos;
             ++at)
            std::printf("  at byte %6zu: %s\n", at, what);
    };
    found("poclbin", "a container of PoCL's");
    found("BC\xC0\xDE", "LLVM IR as bitcode");
    found("\x7F"
          "ELF",
          "an ELF file, as linkers make them");
    found("\n.version", "PTX, NVIDIA's assembler text");
}

//! [constant]
// Puts 1.5 where the constant 1.3 of the polynomial stands, in bytes or in PTX's digits.
inline std::string with_another_constant(std::string binary)
{
    constexpr float from = 1.3F;
    constexpr float to = 1.5F;
    std::string from_bytes(4, ' '), to_bytes(4, ' ');
    std::memcpy(from_bytes.data(), &from, 4);
    std::memcpy(to_bytes.data(), &to, 4);
    for (const auto& [old, next] :
         {std::pair{from_bytes, to_bytes},
          std::pair<std::string, std::string>{"3FA66666", "3FC00000"}})
        for (std::size_t at = 0; (at = binary.find(old, at)) != std::string::npos; ++at)
            binary.replace(at, old.size(), next);
    return binary;
}
//! [constant]

// Has each of these loaded by a process of its own, in whose end it is told.
inline void broken_binaries(const Lab& lab, const std::string& self,
                            const std::vector<unsigned char>& binary)
{
    const ScratchFolder scratch;
    const std::string whole{binary.begin(), binary.end()};
    std::string first_byte = whole;
    first_byte.front() = static_cast<char>(first_byte.front() ^ 1);
    const auto offer = [&](const char* name, const std::string& bytes, bool own_cache) {
        const std::string file = scratch.path() / "offered.bin";
        write_text(file, bytes);
        static int number = 0;
        const fs::path cache = scratch.path() / std::to_string(++number);
        fs::create_directories(cache);
        const std::string environment =
            own_cache ? "" : "POCL_CACHE_DIR='" + cache.string() + "' ";
        const Ran ran =
            shell(environment + "exec '" + self + "' --load '" + file + "' 2>/dev/null");
        const std::string end = ran.signal != 0
                                    ? "killed by signal " + std::to_string(ran.signal) +
                                          ", " + strsignal(ran.signal)
                                    : ran.output;
        std::printf("%-38s %s\n", name, end.c_str());
    };
    std::printf("\na binary that is offered to the driver, in a process of its own\n");
    offer("as it was saved", whole, false);
    offer("its first byte changed", first_byte, false);
    offer("1.5 in place of the constant 1.3", with_another_constant(whole), false);
    offer("the same, where the source was built", with_another_constant(whole), true);
    offer("the first half", whole.substr(0, whole.size() / 2), false);
    offer("this program, a binary of the host's", read_bytes(self), false);
    for (const DeviceEntry& other : list_devices()) {
        if (cl::Platform{other.device.getInfo<CL_DEVICE_PLATFORM>()}() == lab.platform()())
            continue;
        const cl::Context context{other.device};
        cl::Program program{context, chapter_file("programs.cl")};
        program.build(other.device);
        const auto foreign = BinaryCache::binary_of(program, other.device);
        offer(("made for " + other.device_name).c_str(), {foreign.begin(), foreign.end()},
              false);
    }
}

inline void refusals(const Lab& lab)
{
    const std::string source = chapter_file("programs.cl");
    const auto tell = [](const char* name, const std::function<void()>& call) {
        std::printf("%-38s %s\n", name, error_name(code_of(call)).c_str());
    };
    std::printf("\nwhat is refused\n");
    //! [refusals]
    tell("a source text as binary", [&] { load(lab, {source.begin(), source.end()}); });
    tell("a binary of no bytes", [&] { load(lab, {}); });
    tell("a source that does not compile",
         [&] { build(lab, "kernel void k() { x; }", ""); });
    tell("an option that nobody knows", [&] { build(lab, source, "-no-such-option"); });
    tell("a kernel of a program not yet built", [&] {
        const cl::Program program{lab.context, source};
        cl::Kernel{program, "accuracy"};
    });
    tell("a kernel that is not in the program", [&] {
        cl::Kernel{build(lab, source, ""), "accurate"};
    });
    //! [refusals]
}

inline void binaries(const Lab& lab, const std::string& self)
{
    const cl::Program program = build(lab, fresh(chapter_file("programs.cl")), "");
    value_at_one(lab, program); // some compile at the first launch, and keep that too
    const auto binary = BinaryCache::binary_of(program, lab.device);
    std::printf("\nthe binary: %zu bytes\n", binary.size());
    contents(binary);
    write_text("programs.bin", std::string{binary.begin(), binary.end()});
    refusals(lab);
    broken_binaries(lab, self, binary);
}
