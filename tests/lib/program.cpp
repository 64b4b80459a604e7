// Tests of kernel files: reading, building, build logs of four compilers, and finding a kernel.
#include "lockstep/program.hpp"

#include "lockstep/device.hpp"
#include "lockstep/scratch.hpp"
#include "lockstep/text.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <fstream>

using namespace lockstep;

namespace
{

struct Machine
{
    cl::Device device = choose_device();
    cl::Context context{device};
};

void write(const std::filesystem::path& file, const std::string& text)
{
    std::ofstream{file} << text;
}

std::string failure_of(const auto& call)
{
    try {
        call();
    } catch (const Failure& failure) {
        return failure.what();
    }
    return "";
}

void check_message(const BuildMessage& message, int line, int column, const std::string& severity,
                   const std::string& text)
{
    CHECK(message.line == line);
    CHECK(message.column == column);
    CHECK(message.severity == severity);
    CHECK(message.text == text);
}

constexpr const char* two_kernels = "kernel void first(global float* y) { y[get_global_id(0)] = 1.0f; }\n"
                                    "kernel void second(global float* y) { y[get_global_id(0)] = SCALE; }\n";

} // namespace

TEST_SUITE("program")
{
    TEST_CASE("PoCL's build log is read")
    {
        const auto messages =
            parse_build_log("error: /var/cache/pocl/kcache/tempfile_UWKu1b.cl:1:66: use of undeclared "
                            "identifier 'undefined_thing'\n"
                            "warning: /var/cache/pocl/kcache/tempfile_UWKu1b.cl:12:7: unused variable 'i'\n"
                            "Device pthread-skylake-avx512-AMD EPYC failed to build the program\n");
        REQUIRE(messages.size() == 2);
        check_message(messages[0], 1, 66, "error", "use of undeclared identifier 'undefined_thing'");
        check_message(messages[1], 12, 7, "warning", "unused variable 'i'");
    }

    TEST_CASE("of a mistake in a macro's text the place where the macro is used is read")
    {
        const auto messages = parse_build_log("error: /var/cache/pocl/kcache/tempfile_sgi6qd.cl:10:15 "
                                              "<Spelling=<command line>:6:18>: expected expression\n");
        REQUIRE(messages.size() == 1);
        check_message(messages[0], 10, 15, "error", "expected expression");
    }

    TEST_CASE("Oclgrind's build log is read")
    {
        const auto messages = parse_build_log(
            "input.cl:1:66: error: implicit declaration of function 'undefined_thing' is invalid in OpenCL\n"
            "kernel void missing(global int* out) { out[get_global_id(0)] = undefined_thing(3); }\n"
            "                                                               ^\n"
            "1 error generated.\n");
        REQUIRE(messages.size() == 1);
        check_message(messages[0], 1, 66, "error",
                      "implicit declaration of function 'undefined_thing' is invalid in OpenCL");
    }

    TEST_CASE("NVIDIA's build log is read, that of its assembler too")
    {
        const auto messages =
            parse_build_log("<kernel>:3:5: error: use of undeclared identifier 'foo'\n"
                            "    foo = 1;\n"
                            "    ^\n"
                            "<kernel>:7:9: warning: unused variable 'i'\n"
                            "ptxas application ptx input, line 24; error   : Unknown symbol 'x'\n");
        REQUIRE(messages.size() == 3);
        check_message(messages[0], 3, 5, "error", "use of undeclared identifier 'foo'");
        check_message(messages[1], 7, 9, "warning", "unused variable 'i'");
        check_message(messages[2], 24, 0, "error", "Unknown symbol 'x'");
    }

    TEST_CASE("a path with colons, a fatal error and an error without a place are read")
    {
        const auto messages = parse_build_log("C:\\books\\a.cl:4:2: fatal error: 'none.h' file not found\n"
                                              "error: unknown argument: '-g'\n");
        REQUIRE(messages.size() == 2);
        check_message(messages[0], 4, 2, "error", "'none.h' file not found");
        check_message(messages[1], 0, 0, "error", "unknown argument: '-g'");
    }

    TEST_CASE("a log without diagnostics, and one with an endless line, give none")
    {
        CHECK(parse_build_log("").empty());
        CHECK(parse_build_log("Build succeeded.\n").empty());
        CHECK(parse_build_log(std::string(1U << 20U, 'x')).empty());
    }

    TEST_CASE("the summary shows three errors, counts the rest and leaves warnings out")
    {
        std::string log;
        for (int i = 1; i <= 5; ++i)
            log += "<kernel>:" + std::to_string(i) + ":1: error: number " + std::to_string(i) + "\n";
        const BuildFailure failure{"folder/some.cl", "<kernel>:9:1: warning: nothing\n" + log};
        CHECK(std::string{failure.what()} ==
              "some.cl does not compile.\n  some.cl:1: number 1\n  some.cl:2: number 2\n"
              "  some.cl:3: number 3\n  and 2 more; mend the first, and some of the "
              "others may go with it");
        CHECK(failure.messages().size() == 6);
    }

    TEST_CASE("a function of OpenCL 2.0 is called one, and another unknown name is not")
    {
        const auto told = [](const std::string& what) {
            return std::string{BuildFailure{"a.cl", "<kernel>:1:1: error: " + what + "\n"}.what()};
        };
        for (const char* name : {"work_group_reduce_add", "work_group_scan_inclusive_max",
                                 "sub_group_broadcast", "get_sub_group_id", "get_enqueued_local_size",
                                 "get_global_linear_id", "atomic_fetch_add_explicit", "atomic_load",
                                 "work_group_barrier", "memory_order_relaxed", "enqueue_kernel"})
            for (const char* what :
                 {"implicit declaration of function '", "use of undeclared identifier '"}) {
                CAPTURE(name);
                CHECK(contains(
                    told(std::string{what} + name + "' is invalid in OpenCL"),
                    "a.cl:1: '" + std::string{name} +
                        "' is part of OpenCL C 2.0; the book's kernels are written in OpenCL C 1.2"));
            }
        CHECK(contains(told("unknown type name 'atomic_uint'"), "OpenCL C 2.0"));
        CHECK(contains(told("cannot combine with previous 'type-name' declaration specifier"),
                       "half, say, is a type of OpenCL C"));
        for (const char* name : {"get_globl_id", "atomic_ad", "saxpy", "work_group"})
            CHECK(contains(told("implicit declaration of function '" + std::string{name} + "'"),
                           "implicit declaration of function '"));
    }

    TEST_CASE("a log that cannot be read is shown as it is, and an empty one is said to be empty")
    {
        CHECK(contains(BuildFailure{"a.cl", "something went wrong"}.what(), "something went wrong"));
        CHECK(contains(BuildFailure{"a.cl", ""}.what(), "The compiler left no message."));
    }

    TEST_CASE("a kernel file with a mistake names the file and the line, whatever the device")
    {
        const ScratchFolder scratch;
        write(scratch.path() / "bad.cl", "kernel void bad(global float* y)\n{\n    y[0] = nowhere;\n}\n");
        const Machine machine;
        try {
            build_program(machine.context, machine.device, scratch.path() / "bad.cl");
            FAIL("it was built");
        } catch (const BuildFailure& failure) {
            CHECK(contains(failure.what(), "bad.cl:3: "));
            CHECK(contains(failure.what(), "nowhere"));
            CHECK(contains(failure.what(), "\n        y[0] = nowhere;\n               ^"));
            REQUIRE_FALSE(failure.messages().empty());
            CHECK(failure.messages().front().line == 3);
            CHECK_FALSE(failure.log().empty());
        }
    }

    TEST_CASE("a mistake in an included file names that file and its line, and one behind it the kernel's")
    {
        const ScratchFolder scratch;
        write(scratch.path() / "inner.clh", "// one\n#define FACTOR 2.0f\n");
        write(scratch.path() / "outer.clh",
              "// one\n#include \"inner.clh\"\nfloat bad(float x) { return here; }");
        write(scratch.path() / "a.cl", "// one\n  # include \"outer.clh\" // two\n"
                                       "kernel void k(global float* y) { y[0] = there; }\n");
        const Machine machine;
        const std::string text =
            failure_of([&] { build_program(machine.context, machine.device, scratch.path() / "a.cl"); });
        CHECK(contains(text, "\n  outer.clh:3: "));
        CHECK(contains(text, "\n  a.cl:3: "));
    }

    TEST_CASE("a kernel's text holds what it includes, and knows where each line is from")
    {
        const ScratchFolder scratch("lockstep test ");
        write(scratch.path() / "half.clh", "float half_of(float x)\n{ return x / 2; }");
        const std::string plain =
            "// no line is left out:\n#include \"none.clh\"\n#include <half.clh>\n\nint i;";
        write(scratch.path() / "plain.cl", plain);
        CHECK(read_kernel(scratch.path() / "plain.cl").text == plain);
        write(scratch.path() / "a.cl", "int a;\n#include \"half.clh\"\nint b;\n");
        const KernelSource source = read_kernel(scratch.path() / "a.cl");
        CHECK(source.text == "int a;\nfloat half_of(float x)\n{ return x / 2; }\nint b;\n");
        REQUIRE(source.lines.size() == 4);
        CHECK(source.lines[0].number == 1);
        CHECK(source.lines[2].file.filename() == "half.clh");
        CHECK(source.lines[2].number == 2);
        CHECK(source.lines[3].file.filename() == "a.cl");
        CHECK(source.lines[3].number == 3);
    }

    TEST_CASE("files that include each other are told so")
    {
        const ScratchFolder scratch;
        write(scratch.path() / "a.cl", "#include \"b.clh\"\n");
        write(scratch.path() / "b.clh", "#include \"a.cl\"\n");
        CHECK(contains(failure_of([&] { read_kernel(scratch.path() / "a.cl"); }), "includes itself"));
    }

    TEST_CASE("options reach the compiler, and a file beside the kernel can be included")
    {
        const ScratchFolder scratch;
        write(scratch.path() / "scale.h", "#define SCALE 2.0f\n");
        write(scratch.path() / "with.cl", fmt::format("#include \"scale.h\"\n{}", two_kernels));
        write(scratch.path() / "two.cl", two_kernels);
        const Machine machine;
        CHECK_NOTHROW(build_program(machine.context, machine.device, scratch.path() / "with.cl"));
        CHECK_NOTHROW(
            build_program(machine.context, machine.device, scratch.path() / "two.cl", "-D SCALE=3.0f"));
        CHECK_THROWS_AS(build_program(machine.context, machine.device, scratch.path() / "two.cl"),
                        BuildFailure);
    }

    TEST_CASE("a kernel in a folder with a space is built")
    {
        const ScratchFolder scratch;
        std::filesystem::create_directory(scratch.path() / "my kernels");
        write(scratch.path() / "my kernels" / "two.cl", two_kernels);
        const Machine machine;
        const cl::Program program = build_program(machine.context, machine.device,
                                                  scratch.path() / "my kernels" / "two.cl", "-D SCALE=3.0f");
        CHECK(find_kernel(program, "second").getInfo<CL_KERNEL_NUM_ARGS>() == 1);
    }

    TEST_CASE("a kernel that is not there is answered with those that are")
    {
        const ScratchFolder scratch;
        write(scratch.path() / "two.cl", two_kernels);
        const Machine machine;
        const cl::Program program =
            build_program(machine.context, machine.device, scratch.path() / "two.cl", "-D SCALE=3.0f");
        const std::string text = failure_of([&] { find_kernel(program, "third"); });
        CHECK(contains(text, "There is no kernel called 'third'"));
        CHECK(contains(text, "first"));
        CHECK(contains(text, "second"));
        CHECK(contains(text, "try: name the kernel function 'third'"));
        CHECK_FALSE(failure_of([&] { find_kernel(program, "firs"); }).empty());
    }

    TEST_CASE("a file is read whole, byte for byte or with its lines ended by a line feed alone")
    {
        const ScratchFolder scratch;
        const std::string text{"one\0two\r\nthree", 14};
        write(scratch.path() / "a.cl", text);
        write(scratch.path() / "empty.cl", "");
        CHECK(read_bytes(scratch.path() / "a.cl") == text);
        CHECK(read_text(scratch.path() / "a.cl") == std::string{"one\0two\nthree", 13});
        CHECK(read_text(scratch.path() / "empty.cl").empty());
        write(scratch.path() / "marked.cl", "\xEF\xBB\xBFkernel");
        CHECK(read_text(scratch.path() / "marked.cl") == "kernel");
    }

    TEST_CASE("a file is written whole, and a disk that is full is told")
    {
        const ScratchFolder scratch;
        write_text(scratch.path() / "a.txt", "one\n");
        replace_text(scratch.path() / "a.txt", "two\n");
        CHECK(read_text(scratch.path() / "a.txt") == "two\n");
        CHECK(sorted_entries(scratch.path()).size() == 1);
        CHECK(contains(failure_of([&] { write_text(scratch.path() / "no" / "a.txt", "x"); }),
                       "cannot be written"));
        if (std::filesystem::exists("/dev/full"))
            CHECK(contains(failure_of([] { write_text("/dev/full", "x", "--json -"); }), "try: --json -"));
    }

    TEST_CASE("a file that does not exist, and a folder in its place, are named")
    {
        const ScratchFolder scratch;
        CHECK(contains(failure_of([&] { read_text(scratch.path() / "none.cl"); }), "none.cl cannot be read"));
        CHECK(contains(failure_of([&] { read_text(scratch.path()); }), "cannot be read"));
        const Machine machine;
        CHECK(contains(
            failure_of([&] { build_program(machine.context, machine.device, scratch.path() / "none.cl"); }),
            "none.cl"));
    }
}

TEST_CASE("marked comments of PTX become instructions of the target that has them")
{
    CHECK(lockstep::with_marked_instructions(
              ".target sm_90, texmode_independent\n\t//@ wgmma.fence.sync.aligned;\n"
              "\t//@ a;\n\t// @ b;\n") ==
          ".target sm_90a, texmode_independent\n\twgmma.fence.sync.aligned;\n\ta;\n\t// @ b;\n");
    CHECK(lockstep::with_marked_instructions(".target sm_90a\n//@ a;") == ".target sm_90a\na;");
    CHECK(lockstep::with_marked_instructions(".target sm_90\n// a;") == ".target sm_90\n// a;");
    CHECK(lockstep::with_marked_instructions(".target sm_120\n//@ a;") == ".target sm_120\na;");
}
