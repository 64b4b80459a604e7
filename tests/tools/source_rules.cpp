// Tests of what is read in the text of files under test.
#include "check/source_rules.hpp"
#include "base/paths.hpp"
#include "check/launch_loop.hpp"
#include "lockstep/files.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace lockstep;
using namespace lockstep::tool;

namespace
{

namespace fs = std::filesystem;

// A folder with files of its own, beside another with a file that is not to be read.
class Folders
{
public:
    Folders()
    {
        fs::create_directory(own());
        fs::create_directory(scratch_.path() / "other");
        write_text(own() / "mine.clh", "#define MINE 1\n");
        write_text(scratch_.path() / "other" / "theirs.cl", "kernel void theirs() {}\n");
    }

    fs::path own() const { return scratch_.path() / "own"; }
    fs::path other() const { return scratch_.path() / "other"; }

    std::string fault(const std::string& text) const
    {
        write_text(own() / "a.cl", text);
        return kernel_fault(read_kernel(own() / "a.cl"), own());
    }

private:
    ScratchFolder scratch_;
};

// The line of that loop in a kernel with this body; 0: it has none.
int loop_in(const std::string& body, const std::string& before = "")
{
    const ScratchFolder scratch;
    write_text(scratch.path() / "a.cl",
               before + "kernel void a(global float* y, uint n)\n{\n" + body + "}\n");
    const auto loop = loop_of_every_item(read_kernel(scratch.path() / "a.cl"));
    return loop ? loop->number : 0;
}

} // namespace

TEST_SUITE("source_rules")
{
    TEST_CASE("a kernel may include files of its own folder, and talk about others")
    {
        const Folders folders;
        CHECK(folders.fault(
                  "#include \"mine.clh\"\n  #  include \"mine.clh\" // mine\nkernel void a() {}\n") == "");
        CHECK(folders.fault("// #include <stdio.h>\n/* # include \"../other/none.cl\"\n   #include <x> */\n"
                            "kernel void a() { const int include = 1; /* it's */ }\n") == "");
        CHECK(folders.fault("#define PASTE(a, b) a##b\n#if defined(cl_khr_fp64) && (MINE > 1)\n#endif\n") ==
              "");
    }

    TEST_CASE("a file in UTF-16 is told from one in UTF-8, with a mark and without")
    {
        const auto fault = [](std::string_view bytes) { return encoding_fault(std::string{bytes}, "a.cl"); };
        const std::string told = "a.cl is saved as UTF-16, which a compiler cannot read. Save it as UTF-8.";
        CHECK(fault({"\xFF\xFEk\0", 4}) == told);
        CHECK(fault({"\xFE\xFF\0k", 4}) == told);
        CHECK(fault({"k\0e\0", 4}) == told);
        CHECK(fault({"\0k\0e", 4}) == told);
        CHECK(fault("") == "");
        CHECK(fault("k") == "");
        CHECK(fault("\xEF\xBB\xBFkernel") == "");
        CHECK(fault("/* \xE4 */ kernel") == "");
    }

    TEST_CASE("an include that leads elsewhere is refused in every spelling")
    {
        const Folders folders;
        const std::string theirs = "\"../other/theirs.cl\"";
        for (const std::string& text :
             std::vector<std::string>{"#include " + theirs + "\n",
                                      "  #  include " + theirs + " // theirs\n",
                                      "#include \"" + (folders.other() / "theirs.cl").string() + "\"\n",
                                      std::string{"#include <../other/theirs.cl>\n"},
                                      std::string{"#include \"missing.cl\"\n"},
                                      "#/* */include /* */ " + theirs + "\n",
                                      "/* */ #include" + theirs + "\n",
                                      "#\\\ninc\\\nlude \\\n" + theirs + "\n",
                                      "#inc\\ \nlude " + theirs + "\n",
                                      "%:include " + theirs + "\n",
                                      "?\?=include " + theirs + "\n",
                                      "#inc?\?/\nlude " + theirs + "\n",
                                      "#define IT " + theirs + "\n#include IT\n",
                                      "#include_next " + theirs + "\n",
                                      "#import " + theirs + "\n",
                                      "#embed " + theirs + "\n",
                                      "#if __has_include(" + theirs + ")\n#endif\n",
                                      "#if __has_embed(" + theirs + ")\n#endif\n",
                                      "void a() { __asm__(\".incbin \\\"x\\\"\"); }\n",
                                      "/*\n#include " + theirs + "\n*/\n",
                                      "kernel void a() {} /* \"*/\n#include <x>\n",
                                      std::string{"#define A \"//\"\n#include <x>\n"},
                                      std::string{"#define A '\"'\n#include <x>\n"}}) {
            CAPTURE(text);
            CHECK_FALSE(folders.fault(text).empty());
        }
    }

    TEST_CASE("the line and the file of what is refused are named")
    {
        const Folders folders;
        CHECK(folders.fault("kernel void a() {}\n\n#include <stdio.h>\n")
                  .starts_with("a.cl:3: #include <stdio.h> is refused: "));
        write_text(folders.own() / "mine.clh", "\n%: include <x>\n");
        CHECK(folders.fault("#include \"mine.clh\"\nint b;\n").starts_with("mine.clh:2: #include <x> is"));
        CHECK(folders.fault("\n#include \"../other/theirs.cl\"\n").starts_with("a.cl:2 includes "));
    }

    TEST_CASE("a link in the folder to a file elsewhere is refused")
    {
        const Folders folders;
        fs::create_symlink(folders.other() / "theirs.cl", folders.own() / "linked.clh");
        CHECK(contains(folders.fault("#include \"linked.clh\"\n"), "is not in the exercise's folder"));
    }

    TEST_CASE("a kernel does not ask which compiler builds it")
    {
        const Folders folders;
        for (const char* name : {"__SPIR__", "__SPIR64__", "cl_khr_spir", "__clang_major__", "__x86_64__",
                                 "__NV_CL_C_VERSION", "POCL_DEVICE_ADDRESS_BITS", "__VERSION__"}) {
            CAPTURE(name);
            CHECK(contains(folders.fault("#ifdef " + std::string{name} + "\n#endif\n"),
                           "is refused: it tells"));
        }
        CHECK_FALSE(folders.fault("#define P(a, b) a##b\n#if P(__SPI, R64__)\n#endif\n").empty());
        CHECK_FALSE(folders.fault("#if __OPENCL_VERSION__ == 120\n#endif\n").empty());
        CHECK_FALSE(folders.fault("#if __OPENCL_VERSION__ < 200\n#endif\n").empty());
        CHECK(folders.fault(
                  "#if __OPENCL_VERSION__ < 120\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n") ==
              "");
        CHECK(folders.fault("// __SPIR64__\nconstant char a[] = \"__SPIR64__\";\n") == "");
    }

    TEST_CASE("a host file reads its own folder, the exercise's headers, the public ones, the system's")
    {
        const Folders folders;
        const fs::path source = folders.own().parent_path();
        const fs::path system = folders.other() / "system";
        const IncludeRules rules{.files = folders.own(),
                                 .own_headers = source / "exercises" / "a",
                                 .source = source,
                                 .headers = {"/usr/include", system}};
        write_text(folders.own() / "a.cpp", "#include <vector>\n#include \"../other/theirs.cl\"\n");
        const auto stray = [&](const std::string& name) {
            return stray_include("it: " + name + "\n", "a.cpp", rules);
        };
        CHECK(stray("a.cpp") != ""); // where nothing is known of it
        for (const std::string& good : std::vector<std::string>{
                 (folders.own() / "a.cpp").string(), (source / "exercises" / "a" / "a.hpp").string(),
                 (source / "lib/include/lockstep/text.hpp").string(), (system / "x.h").string(),
                 std::string{"/usr/include/c++/12/vector"},
                 (folders.own() / ".." / "own" / "b.hpp").string()})
            CHECK(stray(good) == "");
        for (const std::string& bad : std::vector<std::string>{
                 (folders.own() / ".." / "solutions" / "a.cpp").string(),
                 (source / "exercises/b/b.hpp").string(), (source / "tests/mutants/a.cpp").string(),
                 std::string{"/home/x/a.cpp"}, std::string{"/usr/include/doctest/doctest.h"},
                 (source / "harness/src/exercise_report.hpp").string()}) {
            CAPTURE(bad);
            CHECK(contains(stray(bad), "which is no part of this exercise"));
        }
        CHECK(stray((folders.other() / "theirs.cl").string())
                  .starts_with("a.cpp:2 includes other/theirs.cl, which is no part"));
        CHECK(stray("/usr/include/x.h \\\n /tmp/with\\ space.h") == stray("/tmp/with\\ space.h"));
        CHECK(contains(stray("/tmp/with\\ space.h"), "/tmp/with space.h"));
    }

    TEST_CASE("what a system's header tells a sanitizer is no word of the files under test")
    {
        const std::string call = "\nvoid f() { __tsan_acquire(nullptr); }\n";
        CHECK(forbidden_word("# 1 \"/usr/include/c++/14/atomic\" 1 3" + call, "a.cpp", "/files") == "");
        for (const char* mark : {"# 1 \"a.cpp\"", "# 1 \"/files/a.hpp\" 1 3",
                                 "# 7 \"/usr/include/c++/14/atomic\" 1 3\n# 2 \"a.cpp\" 2"}) {
            CAPTURE(mark);
            CHECK(contains(forbidden_word(mark + call, "a.cpp", "/files"), "'__tsan_acquire' is refused"));
        }
        CHECK(contains(forbidden_word("# 1 \"/usr/include/x\" 1 3\ndoctest::Context c;", "a.cpp", "/files"),
                       "is refused"));
    }

    TEST_CASE("a file under test cannot give its lines another place")
    {
        const ScratchFolder scratch;
        const auto forged = [&](const std::string& text) {
            write_text(scratch.path() / "a.cpp", text);
            return forged_place("it: " + (scratch.path() / "a.cpp").string() + " /usr/include/stdio.h",
                                scratch.path());
        };
        CHECK(forged("#include <cstdio>\n#define A 1\nint line = 3;\n") == "");
        for (const char* directive : {"#line 3 \"/usr/include/x\"", "# 3 \"/usr/include/x\" 1 3",
                                      "  %: /* so */ line 3", "#\\\nline 3"}) {
            CAPTURE(directive);
            CHECK(contains(forged("int a;\n" + std::string{directive} + "\n"), "a.cpp:2: '#"));
        }
    }

    TEST_CASE("words that reach into the tests or the checker are refused, in marks of the preprocessor they "
              "are not")
    {
        CHECK(forbidden_word("# 1 \"/home/doctest/a.cpp\"\nint a;\n", "a.cpp", "files") == "");
        for (const char* word :
             {"doctest::Context c;", "__attribute__((no_sanitize_thread)) void f();",
              "extern \"C\" const char* __tsan_default_options();", "void f() asm(\"_ZN7doctest\");",
              "__attribute__((section(\".preinit_array\"))) int a;"}) {
            CAPTURE(word);
            CHECK(contains(forbidden_word("int a;\n" + std::string{word} + "\n", "a.cpp", "files"),
                           "is refused"));
        }
        CHECK(forbidden_word("[[gnu::no_sanitize_address]]", "a.cpp", "files") ==
              "a.cpp: 'no_sanitize_address' is refused: the stage clean must see all that the program does.");
    }

    TEST_CASE("a loop in a kernel that does not ask for a number is found with its line")
    {
        CHECK(loop_in("    for (uint i = 0; i < n; ++i) y[i] = 0;\n") == 3);
        CHECK(loop_in("    // for get_global_id(0)\n    uint i = 0;\n    while (i < n) y[i++] = 0;\n") == 5);
        CHECK(
            loop_in("    const size_t i = get_global_id(0);\n    for (uint j = 0; j < n; ++j) y[j] = 0;\n") ==
            4);
        CHECK(loop_in("    size_t i = get_global_id(0);\n    for (int i = 0; i < n; ++i) y[i] = 0;\n") == 4);
    }

    TEST_CASE("a number that only guards chooses no element")
    {
        const std::string number = "    const uint i = get_global_id(0);\n";
        const std::string loop = "    for (uint j = 0; j < n; ++j) y[j] = 0;\n";
        CHECK(loop_in(number + "    if (i >= n) return;\n" + loop) == 5);
        CHECK(loop_in(number + "    if (i < n) {\n" + loop + "    }\n") == 5);
        CHECK(loop_in(number + "    if (i == 0)\n" + loop) == 0); // one of them does it all
        CHECK(loop_in(number + "    if (y[i] > 0) return;\n" + loop) == 0);
    }

    TEST_CASE("a loop in a kernel that uses a number, or draws one, is none of these")
    {
        CHECK(loop_in("    y[0] = 0;\n") == 0);
        CHECK(loop_in("    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) y[i] = 0;\n") ==
              0);
        CHECK(loop_in("    const uint i = get_global_id(0);\n    float s = 0;\n"
                      "    for (uint j = 0; j < n; ++j) s += y[j];\n    y[i] = s;\n") == 0);
        CHECK(loop_in("    uint i = get_local_id(0);\n    for (uint j = 0; j < n; ++j) y[j] = 0;\n") == 0);
        CHECK(loop_in("    for (uint i = atomic_inc(next); i < n; i = atomic_inc(next)) y[i] = 0;\n") == 0);
        CHECK(loop_in("    y[ID] = sum(n);\n", "#define ID get_global_id(0)\n") == 0);
        CHECK(loop_in("    y[0] = sum(n);\n",
                      "float sum(uint n)\n{\n    for (uint i = 0; i < n; ++i) {}\n    return n;\n}\n") == 0);
    }

    TEST_CASE("no solution of the book has such a loop")
    {
        std::size_t kernels = 0;
        for (const fs::directory_entry& entry :
             fs::recursive_directory_iterator{own_source_dir() / "solutions"})
            if (entry.path().extension() == ".cl") {
                CAPTURE(entry.path().string());
                CHECK_FALSE(loop_of_every_item(read_kernel(entry.path())));
                ++kernels;
            }
        CHECK(kernels > 100);
    }
}
