// Tests of link_program: an invented linker sees every call, then this machine's device runs what was linked.
#include "invented_linker.hpp"
#include "link.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/invented_compiler_calls.hpp>

#include <algorithm>
#include <optional>
#include <regex>
#include <set>

using namespace lockstep;

namespace
{

/// What link_program is asked for.
struct Wish
{
    std::vector<Source> headers, library, sources;
    std::string options;
};

const Wish usual{{{"curve.h", "float curve(float x);"}, {"scale.h", "#define SCALE 3"}},
                 {{"curve.cl", "#include \"curve.h\"\nfloat curve(float x) { return x; }"}},
                 {{"plot.cl", "#include \"curve.h\"\nkernel void plot() {}"},
                  {"draw.cl", "#include \"scale.h\"\nkernel void draw() {}"}},
                 "-D VALUE=1"};

/// An invented linker with three devices, of which the second is asked for.
struct Bench
{
    InventedLinker linker;
    cl::Context context = Exercise::get().context();
    cl_device_id other = linker.add({"first", "", "", ""});
    cl_device_id device = linker.add({"second", "", "", ""});
    cl_device_id last = linker.add({"third", "", "", ""});

    cl::Program link(const Wish& wish) const
    {
        return link_program(context, cl::Device{device}, wish.headers, wish.library, wish.sources,
                            wish.options);
    }
};

Texts texts_of(const std::vector<Source>& sources)
{
    Texts texts;
    for (const Source& source : sources) texts.insert(source.text);
    return texts;
}

/// The name of the source with this text.
std::string name_of(const Wish& wish, const std::string& text)
{
    for (const std::vector<Source>* part : {&wish.headers, &wish.library, &wish.sources})
        for (const Source& source : *part)
            if (source.text == text) return source.name;
    return "a text that is none of the sources";
}

void check_compilations(const Bench& bench, const Wish& wish)
{
    Texts compiled;
    std::map<std::string, std::string> headers;
    for (const Source& header : wish.headers) headers[header.name] = header.text;
    for (const InventedLinker::Compilation& each : bench.linker.compilations) {
        const std::string name = name_of(wish, each.source);
        compiled.insert(each.source);
        if (each.headers.size() != headers.size())
            FAIL(name, " was compiled with ", each.headers.size(), " headers; expected ", headers.size(),
                 ".");
        if (each.headers != headers)
            FAIL(name, " was compiled with headers of other names or texts than were given.");
        if (each.options != wish.options)
            FAIL(name, " was compiled with the options \"", each.options, "\"; expected \"", wish.options,
                 "\".");
        if (each.devices != std::vector{bench.device})
            FAIL(name, " was not compiled for the one device that was given.");
    }
    Texts expected = texts_of(wish.library);
    expected.merge(texts_of(wish.sources));
    for (const std::string& text : compiled)
        if (!expected.contains(text))
            FAIL("Something else than a source was compiled: ", name_of(wish, text), ".");
    for (const std::string& text : expected)
        if (compiled.count(text) != 1)
            FAIL(name_of(wish, text), " was compiled ", compiled.count(text), " times; expected once.");
}

void check_links(const Bench& bench, const Wish& wish, cl_program program)
{
    std::optional<InventedLinker::Link> library, executable;
    for (const InventedLinker::Link& link : bench.linker.links) {
        auto& kind = link.options == "-create-library" ? library : executable;
        if (kind) FAIL("Two links with the options \"", link.options, "\".");
        kind = link;
        if (link.devices != std::vector{bench.device})
            FAIL("A link was not for the one device that was given.");
        if (link.context != bench.context()) FAIL("A link was in another context.");
    }
    if (!executable) FAIL("Nothing was linked to a program.");
    if (library.has_value() == wish.library.empty())
        FAIL("There are ", wish.library.size(),
             " sources for a library, and the number of libraries made is ", library.has_value() ? 1 : 0,
             ".");
    if (library && (library->sources != texts_of(wish.library) || !library->libraries.empty()))
        FAIL("The library was made of ", library->sources.size(), " sources; expected those ",
             wish.library.size(), " that are its own.");
    if (executable->sources != texts_of(wish.sources))
        FAIL("The program was linked from ", executable->sources.size(), " compiled sources; expected those ",
             wish.sources.size(), " that are not the library's.");
    const std::vector<cl_program> libraries =
        library ? std::vector<cl_program>{library->made} : std::vector<cl_program>{};
    if (executable->libraries != libraries) FAIL("The program was not linked with the library.");
    if (program != executable->made) FAIL("What was returned is not what was linked.");
}

void check(const Wish& wish)
{
    const Bench bench;
    {
        const cl::Program program = bench.link(wish);
        check_compilations(bench, wish);
        check_links(bench, wish, program());
        if (bench.linker.counts.compilations > 0) FAIL("clBuildProgram was called.");
        if (bench.linker.alive() != 1)
            FAIL("link_program returned, and ", bench.linker.alive(),
                 " program objects are left. All but the one returned are for nothing now.");
    }
    if (bench.linker.alive() != 0) FAIL("The program was released once too seldom.");
    if (bench.linker.counts.misuses > 0) FAIL("A program object was used after it had been released.");
}

void check_fails(const Bench& bench, const Wish& wish, const std::string& where, cl_int code,
                 const std::string& log)
{
    bool thrown = false;
    try {
        bench.link(wish);
    } catch (const LinkFailure& failure) {
        thrown = true;
        if (failure.where != where)
            FAIL("\"", where, "\" failed, and the LinkFailure says \"", failure.where, "\".");
        if (failure.code != code)
            FAIL(where, " failed with ", code, ", and the LinkFailure says ", failure.code, ".");
        if (failure.log.size() != log.size() && log.size() >= 1000)
            FAIL("The log of ", where, " has ", log.size(), " characters, and that of the LinkFailure ",
                 failure.log.size(), ".");
        if (failure.log != log)
            FAIL("The log of ", where, " is \"", log, "\", and the LinkFailure has \"", failure.log, "\".");
    } catch (const cl::Error& error) {
        FAIL(where, " failed, and no LinkFailure was thrown but a cl::Error of ", std::string{error.what()},
             " with ", error.err(), ".");
    }
    if (!thrown) FAIL(where, " failed, and nothing was thrown.");
    if (bench.linker.alive() != 0)
        FAIL(where, " failed, and ", bench.linker.alive(), " program objects are left.");
}

} // namespace

TEST_CASE("a source is compiled and linked")
{
    check({{}, {}, {{"one.cl", "kernel void one() {}"}}, ""});
}

TEST_CASE("each source is compiled by itself, and all are linked together")
{
    check({{}, {}, {{"one.cl", "kernel void one() {}"}, {"two.cl", "kernel void two() {}"}}, ""});
    Wish many;
    for (int i = 0; i < 40; ++i)
        many.sources.push_back({"source" + std::to_string(i), "kernel void k" + std::to_string(i) + "() {}"});
    check(many);
}

TEST_CASE("every source gets every header under its name")
{
    check({{{"one.h", "#define ONE 1"}}, {}, {{"one.cl", "#include \"one.h\"\nkernel void one() {}"}}, ""});
    Wish many = usual;
    many.headers.push_back({"of/a/folder.h", "#include \"curve.h\"\n#include \"0.h\""});
    for (int i = 0; i < 20; ++i)
        many.headers.push_back({std::to_string(i) + ".h", "#define H" + std::to_string(i)});
    many.sources.push_back({"deep.cl", "#include \"of/a/folder.h\"\nkernel void deep() {}"});
    check(many);
}

TEST_CASE("the library is made of its sources, and the program linked with it")
{
    check(usual);
    Wish wish = usual;
    wish.library.push_back({"more.cl", "float more(float x) { return x; }"});
    wish.library.push_back({"most.cl", "float most(float x) { return x; }"});
    check(wish);
    wish.sources.resize(1);
    check(wish);
}

TEST_CASE("the options are the compiler's, and not the linker's")
{
    for (const char* options : {"-cl-fast-relaxed-math", "-D A=1 -D B=2", " -w", ""}) {
        Wish wish = usual;
        wish.options = options;
        check(wish);
    }
}

TEST_CASE("sources of the same name are sources all the same")
{
    Wish wish = usual;
    for (std::vector<Source>* const part : {&wish.library, &wish.sources})
        for (Source& source : *part) source.name = "part.cl";
    check(wish);
}

TEST_CASE("calls one after the other have nothing to do with each other")
{
    check(usual);
    Wish wish = usual;
    wish.headers[0].text = "float curve(float x, float y);";
    wish.library[0].text = "float curve(float x, float y) { return y; }";
    wish.sources.erase(wish.sources.begin());
    check(wish);
    check(usual);
}

TEST_CASE("a source that does not compile is named, with its own log")
{
    for (const bool of_library : {false, true})
        for (std::size_t number = 0; number < 3; ++number) {
            Wish wish = usual;
            wish.library.push_back({"more.cl", "float more(float x) { return x; }"});
            wish.library.push_back({"most.cl", "float most(float x) { return x; }"});
            wish.sources.push_back({"third.cl", "kernel void third() {}"});
            Source& bad = of_library ? wish.library[number] : wish.sources[number];
            bad.text += "\n#error in " + bad.name + "\n";
            check_fails(Bench{}, wish, bad.name, CL_COMPILE_PROGRAM_FAILURE, "error: in " + bad.name);
        }
}

TEST_CASE("a log of any length is told in full")
{
    for (const std::size_t length : {1000U, 5000U, 100'000U, 3'000'037U}) {
        Wish wish = usual;
        wish.sources[1].text += "\n#error " + std::string(length, '+') + "\n";
        check_fails(Bench{}, wish, "draw.cl", CL_COMPILE_PROGRAM_FAILURE,
                    "error: " + std::string(length, '+'));
    }
}

TEST_CASE("of two sources that do not compile, the first is named")
{
    Wish wish = usual;
    for (Source& source : wish.sources) source.text += "\n#error in " + source.name;
    check_fails(Bench{}, wish, "plot.cl", CL_COMPILE_PROGRAM_FAILURE, "error: in plot.cl");
    wish.library[0].text += "\n#error in curve.cl";
    check_fails(Bench{}, wish, "curve.cl", CL_COMPILE_PROGRAM_FAILURE, "error: in curve.cl");
}

TEST_CASE("a header that is wrong, or missing, is told by the source that includes it")
{
    Wish wish = usual;
    wish.headers[1].text = "#error in scale.h";
    check_fails(Bench{}, wish, "draw.cl", CL_COMPILE_PROGRAM_FAILURE, "error: in scale.h");
    wish.headers.pop_back();
    check_fails(Bench{}, wish, "draw.cl", CL_COMPILE_PROGRAM_FAILURE, "error: 'scale.h' file not found");
    wish.headers.clear();
    check_fails(Bench{}, wish, "curve.cl", CL_COMPILE_PROGRAM_FAILURE, "error: 'curve.h' file not found");
}

TEST_CASE("the code of a failure is told as it is")
{
    for (const cl_int code : {CL_INVALID_COMPILER_OPTIONS, CL_COMPILER_NOT_AVAILABLE, CL_OUT_OF_RESOURCES}) {
        Bench bench;
        bench.linker.codes[usual.sources[1].text] = code;
        check_fails(bench, usual, "draw.cl", code, "");
    }
}

TEST_CASE("a link that fails is told, with its log where there is one")
{
    for (const bool log : {true, false})
        for (const cl_int code :
             {CL_LINK_PROGRAM_FAILURE, CL_LINKER_NOT_AVAILABLE, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY}) {
            Bench bench;
            bench.linker.failed_links_make_programs = log;
            bench.linker.program_fails = code;
            check_fails(bench, usual, "program", code, log ? "undefined: " : "");
            bench.linker.library_fails = code;
            check_fails(bench, usual, "library", code, log ? "undefined: -create-library" : "");
        }
}

TEST_CASE("another error of OpenCL's reaches the caller, and leaves nothing")
{
    for (int before = 0; before < 5; ++before) { // two headers and three sources
        Bench bench;
        bench.linker.creation_fails = CL_OUT_OF_HOST_MEMORY;
        bench.linker.creations_before = before;
        cl_int thrown = CL_SUCCESS;
        try {
            bench.link(usual);
        } catch (const cl::Error& error) {
            thrown = error.err();
        }
        if (thrown != CL_OUT_OF_HOST_MEMORY)
            FAIL("Call ", before + 1, " of clCreateProgramWithSource failed with ", CL_OUT_OF_HOST_MEMORY,
                 ", and the cl::Error thrown has ", thrown, ".");
        if (bench.linker.alive() != 0)
            FAIL("Call ", before + 1, " of clCreateProgramWithSource failed, and ", bench.linker.alive(),
                 " program objects are left.");
    }
}

namespace
{

const std::vector<Source> real_headers{{"lifted.h", "#include \"scale.h\"\nint lifted(int x);\n"},
                                       {"scale.h", "#define SCALED(x) ((x) * SCALE)\nint twice(int x);\n"}};
const std::vector<Source> real_library{
    {"lifted.cl",
     "#include \"lifted.h\"\n#define OFFSET 100\nstatic int moved(int x) { return x + OFFSET; }\n"
     "int lifted(int x) { return SCALED(moved(x)); }\n"},
    {"twice.cl", "#include \"scale.h\"\nint twice(int x) { return 2 * x; }\n"}};
const std::vector<Source> real_sources{
    {"first.cl", "#include \"lifted.h\"\n#define OFFSET 7\nstatic int moved(int x) { return x - OFFSET; }\n"
                 "kernel void first(global int* out)\n{\n    int i = get_global_id(0);\n"
                 "    out[i] = lifted(moved(i));\n}\n"},
    {"second.cl", "#include \"scale.h\"\n#define OFFSET 1\n"
                  "kernel void second(global int* out)\n{\n    int i = get_global_id(0);\n"
                  "    out[i] = twice(SCALED(i + OFFSET));\n}\n"}};

/// Whether this machine's device can link; where not, the test case is skipped.
bool links()
{
    const cl::Device& device = Exercise::get().device();
    const bool compiles = device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>() != CL_FALSE;
    if (compiles && device.getInfo<CL_DEVICE_LINKER_AVAILABLE>() != CL_FALSE) return true;
    skip_case(std::string{device.getInfo<CL_DEVICE_NAME>()} + " has no " +
              (compiles ? "linker" : "compiler"));
    return false;
}

} // namespace

TEST_CASE("this machine's device runs what was linked")
{
    if (!links()) return;
    const Exercise& exercise = Exercise::get();
    for (const int scale : {3, -5}) {
        const cl::Program program =
            link_program(exercise.context(), exercise.device(), real_headers, real_library, real_sources,
                         "-D SCALE=(" + std::to_string(scale) + ")");
        for (const std::string name : {"first", "second"}) {
            constexpr std::size_t count = 37;
            const cl::Buffer out{exercise.context(), CL_MEM_READ_WRITE, count * sizeof(cl_int)};
            cl::Kernel kernel{program, name.c_str()};
            kernel.setArg(0, out);
            exercise.queue().enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(count));
            std::vector<cl_int> got(count);
            exercise.queue().enqueueReadBuffer(out, CL_TRUE, 0, count * sizeof(cl_int), got.data());
            for (int i = 0; i < static_cast<int>(count); ++i) {
                const int expected = name == "first" ? (i - 7 + 100) * scale : 2 * (i + 1) * scale;
                if (got[static_cast<std::size_t>(i)] != expected)
                    FAIL("The kernel ", name, " of a program of four sources writes ",
                         got[static_cast<std::size_t>(i)], " to out[", i, "]; expected ", expected, ".");
            }
        }
    }
}

TEST_CASE("this machine's compiler tells what is wrong with a source")
{
    if (!links()) return;
    const Exercise& exercise = Exercise::get();
    std::vector<Source> sources = real_sources;
    sources[1].text += "int wrong(int x) { return name_of_nothing + x; }\n";
    bool thrown = false;
    try {
        link_program(exercise.context(), exercise.device(), real_headers, real_library, sources,
                     "-D SCALE=3");
    } catch (const LinkFailure& failure) {
        thrown = true;
        if (failure.where != "second.cl")
            FAIL("second.cl does not compile, and the LinkFailure says ", failure.where, ".");
        if (failure.log.find("name_of_nothing") == std::string::npos)
            FAIL("second.cl uses a name that nobody declared, and the log that was thrown does not mention "
                 "it.");
    }
    if (!thrown) FAIL("second.cl does not compile, and nothing was thrown.");
}
