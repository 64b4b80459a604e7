// Tests of the language: what the tree's kernels are written in is accepted, whole.
#include "front/front.hpp"
#include "machine/code.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

using namespace lockstep::pocket;

namespace
{

namespace fs = std::filesystem;

std::optional<std::string> text_of(const std::string& path)
{
    std::ifstream file{path};
    if (!file) return std::nullopt;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// The log of what does not build or cannot be translated; empty when all is well.
std::string trouble_with(const fs::path& file)
{
    Options options;
    options.version = 300;
    options.read = text_of;
    options.folders = {std::string{LOCKSTEP_SOURCE} + "/kernels"};
    options.extensions = {"cl_khr_fp64"};
    const auto program = compile(text_of(file.string()).value_or(""), file.string(), options);
    if (!program->ok) return build_log(program->messages, program->texts);
    Notes notes;
    for (const auto& function : program->functions) try {
            if (function->is_kernel && function->body) lower(*program, *function, notes);
        } catch (const Refused&) { // it is in the notes
        }
    return build_log(notes.all(), program->texts);
}

} // namespace

TEST_SUITE("language")
{
    TEST_CASE("every solution, and every kernel of the set that needs no assembly, is accepted")
    {
        std::size_t count = 0;
        for (const char* folder : {"solutions", "kernels"})
            for (const auto& entry : fs::recursive_directory_iterator{fs::path{LOCKSTEP_SOURCE} / folder}) {
                if (entry.path().extension() != ".cl") continue;
                const std::string text = text_of(entry.path().string()).value_or("");
                const std::string trouble = trouble_with(entry.path());
                const bool assembly = trouble.find("inline assembly") != std::string::npos;
                const bool needs_options = trouble.find("there is nothing called") != std::string::npos &&
                                           text.find("-D") != std::string::npos;
                CAPTURE(entry.path().string());
                CAPTURE(trouble);
                CHECK((trouble.empty() || assembly || needs_options));
                ++count;
            }
        CHECK(count > 150);
    }

    TEST_CASE("macros: pasting, strings, variadic ones, and conditions")
    {
        Options options;
        const auto ok = [&](const std::string& text) {
            const auto program = compile(text, "m.cl", options);
            const std::string log = build_log(program->messages, program->texts);
            CAPTURE(log);
            CHECK(program->ok);
        };
        ok("#define J(a, b) a##b\n#define I(a, b) J(a, b)\n#define N 3\nint I(f, N)(int x) { return x; "
           "}\nkernel void k(global int* a) { a[0] = f3(1); }\n");
        ok("#define P(...) printf(__VA_ARGS__)\nkernel void k() { P(\"%d\\n\", 3); }\n");
        ok("#define S(x) #x\nkernel void k() { printf(S(a b \"c\")); }\n");
        ok("#if defined(X) || (2 + 3 * 4 == 14 && !defined Y)\nkernel void k() {}\n#else\n#error "
           "wrong\n#endif\n");
        ok("#define LONG 1 + \\\n    2\nkernel void k(global int* a) { a[LONG] = __LINE__; }\n");
        ok("#if __OPENCL_C_VERSION__ < 120\n#error old\n#elif CL_VERSION_1_2 == 120\nkernel void k() "
           "{}\n#endif\n");
    }
}
