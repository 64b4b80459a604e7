// Tests of the language: what the tree's kernels are written in is accepted, whole.
#include "front/front.hpp"
#include "machine/code.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
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
std::string trouble_with(const std::string& text, const std::string& name, unsigned version)
{
    Options options;
    options.version = version;
    options.read = text_of;
    options.folders = {std::string{LOCKSTEP_SOURCE} + "/kernels"};
    options.extensions = {"cl_khr_fp64"};
    const auto program = compile(text, name, options);
    if (!program->ok) return build_log(program->messages, program->texts);
    Notes notes;
    for (const auto& function : program->functions) try {
            if (function->is_kernel && function->body) lower(*program, *function, notes);
        } catch (const Refused&) { // it is in the notes
        }
    return build_log(notes.all(), program->texts);
}

// The tree's kernel texts that clang refuses as OpenCL C 1.2 and 3.0 when it is given no options. Most need some.
const std::set<std::string> refused{
    "bench/causes/causes.cl", // these six have a device's own assembly
    "bench/causes/litmus.cl",
    "bench/causes/units/loads.cl",
    "bench/causes/units/places.cl",
    "bench/causes/units/rows.cl",
    "chapters/33-language-model/products_engine.cl",
    "chapters/03-first-kernel/field-notes/saxpy.cl", // these three are about their mistakes
    "chapters/09-debugging/field-notes/grey.cl",
    "exercises/09-debugging/1-does-not-build/louder.cl",
    "bench/causes/copies.cl", // these need options
    "bench/causes/turns.cl",
    "bench/causes/units/copies.cl",
    "bench/causes/units/operands.cl",
    "bench/causes/units/sums.cl",
    "bench/causes/units/tables.cl",
    "bench/causes/scan_shuffles.cl",
    "bench/causes/wide_add.cl",
    "bench/experiments/divergence.cl",
    "bench/experiments/local_memory.cl",
    "bench/experiments/occupancy.cl",
    "bench/limits.cl",
    "chapters/08-programs/film.cl",
    "chapters/13-local-memory/local-memory.cl",
    "chapters/14-occupancy/occupancy.cl",
    "chapters/22-n-body/roots.cl",
    "chapters/29-sorting/sorting.cl",
    "chapters/30-sparse-matrices/sparse.cl",
    "chapters/33-language-model/attention_units.cl",
    "kernels/sparse_strips.cl",
    "tests/bench/doubling.cl"};

} // namespace

TEST_SUITE("language")
{
    TEST_CASE("of the tree's kernels those are accepted that clang accepts")
    {
        std::size_t count = 0;
        for (const char* folder : {"bench", "chapters", "exercises", "kernels", "solutions", "tests"})
            for (const auto& entry : fs::recursive_directory_iterator{fs::path{LOCKSTEP_SOURCE} / folder}) {
                if (entry.path().extension() != ".cl") continue;
                const std::string text = text_of(entry.path().string()).value_or("");
                const std::string name = fs::relative(entry.path(), LOCKSTEP_SOURCE).generic_string();
                for (const unsigned version : {120U, 300U}) {
                    CAPTURE(name);
                    CAPTURE(version);
                    const std::string trouble = trouble_with(text, entry.path().string(), version);
                    CAPTURE(trouble);
                    if (trouble.find("has no body") != std::string::npos)
                        continue; // another program brings it
                    CHECK((trouble.find("error: ") != std::string::npos) == refused.contains(name));
                }
                ++count;
            }
        CHECK(count > 300);
    }

    TEST_CASE("single lines are accepted as clang accepts them, or answers.txt says why not")
    {
        std::ifstream file{LOCKSTEP_SOURCE "/tests/pocket/answers.txt"};
        const std::string mark = "#     ";
        std::string arguments;
        std::size_t count = 0;
        bool has_reason = false;
        for (std::string line; std::getline(file, line);) {
            if (line.starts_with(mark)) arguments += line.substr(mark.size()) + ' ';
            if (line.empty()) has_reason = false;
            if (line.starts_with("# because ")) has_reason = true;
            if (line.empty() || line[0] == '#') continue;
            CAPTURE(line);
            const bool clang = line.starts_with("yes"), pocket = line.substr(4).starts_with("yes");
            const std::string trouble =
                trouble_with("kernel void k(" + arguments + ")\n{\n" + line.substr(8) + "\n}\n", "k.cl", 120);
            CAPTURE(trouble);
            CHECK((trouble.find("error: ") == std::string::npos) == pocket);
            CHECK((clang == pocket || has_reason));
            ++count;
        }
        CHECK(count > 200);
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
        ok("#if !defined(__LINE__) || !defined __FILE__\n#error none\n#endif\n#ifndef __LINE__\n#error "
           "none\n#endif\nkernel void k() {}\n");
        ok("#define LONG 1 + \\\n    2\nkernel void k(global int* a) { a[LONG] = __LINE__; }\n");
        ok("#if __OPENCL_C_VERSION__ < 120\n#error old\n#elif CL_VERSION_1_2 == 120\nkernel void k() "
           "{}\n#endif\n");
    }

    TEST_CASE("parameters within parameters end in a message")
    {
        std::string text = "kernel void k(";
        for (int i = 0; i < 100'000; ++i) text += "int a(";
        const std::string trouble = trouble_with(text, "k.cl", 120);
        CHECK(trouble.find("nested too deeply") != std::string::npos);
    }
}
