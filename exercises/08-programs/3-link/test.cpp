// Tests of link_program: an invented linker sees every call, then this machine's device runs what was linked.
#include "invented_linker.hpp"
#include "link.hpp"

#include <lockstep/exercise.hpp>

#include <optional>

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
    cl_device_id other = linker.add();
    cl_device_id device = linker.add();
    cl_device_id last = linker.add();

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

void check_compilations(const Bench& bench, const Wish& wish)
{
    Texts compiled, expected = texts_of(wish.library);
    expected.merge(texts_of(wish.sources));
    std::map<std::string, std::string> headers;
    for (const Source& header : wish.headers) headers[header.name] = header.text;
    for (const InventedLinker::Compilation& each : bench.linker.compilations) {
        compiled.insert(each.source);
        INFO("What was compiled: ", each.source);
        if (each.headers != headers)
            FAIL("It was compiled with ", each.headers.size(), " headers; expected are those ",
                 headers.size(), " that were given, each under its name.");
        if (each.options != wish.options)
            FAIL("The options are \"", each.options, "\"; expected \"", wish.options, "\".");
        if (each.devices != std::vector{bench.device}) FAIL("It is not for the one device that was given.");
    }
    if (compiled != expected)
        FAIL(compiled.size(), " texts were compiled; expected are all sources, ", expected.size(),
             ", each once, and nothing else.");
}

void check_links(const Bench& bench, const Wish& wish, cl_program program)
{
    std::optional<InventedLinker::Link> library, executable;
    for (const InventedLinker::Link& link : bench.linker.links) {
        auto& kind = link.options == "-create-library" ? library : executable;
        if (kind) FAIL("Two links with the options \"", link.options, "\".");
        kind = link;
        if (link.devices != std::vector{bench.device} || link.context != bench.context())
            FAIL("A link was for another device, or in another context, than was given.");
    }
    if (!executable) FAIL("Nothing was linked to a program.");
    if (library.has_value() == wish.library.empty())
        FAIL("A library was ", std::string{library ? "" : "not "}, "made; it has ", wish.library.size(),
             " sources.");
    if (library && library->sources != texts_of(wish.library))
        FAIL("The library was made of other sources than its own.");
    if (executable->sources != texts_of(wish.sources))
        FAIL("The program was linked from other sources than those that are not the library's.");
    std::vector<cl_program> libraries;
    if (library) libraries.push_back(library->made);
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
        if (bench.linker.builds > 0) FAIL("clBuildProgram was called.");
        if (bench.linker.alive() != 1)
            FAIL("link_program returned, and ", bench.linker.alive(),
                 " program objects are left. All but the one returned are for nothing now.");
    }
    if (bench.linker.alive() != 0) FAIL("The program was released once too seldom.");
    if (bench.linker.misuses > 0) FAIL("A program object was used after it had been released.");
}

void check_fails(const Bench& bench, const Wish& wish, const std::string& where, cl_int code,
                 const std::string& log)
{
    bool thrown = false;
    try {
        bench.link(wish);
    } catch (const LinkFailure& failure) {
        thrown = true;
        if (failure.where != where || failure.code != code || failure.log != log)
            FAIL(where, " failed with ", code, " and the log \"", log, "\"; the LinkFailure says \"",
                 failure.where, "\", ", failure.code, " and \"", failure.log, "\".");
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
}

TEST_CASE("every source gets every header under its name")
{
    check({{{"one.h", "#define ONE 1"}}, {}, {{"one.cl", "#include \"one.h\"\nkernel void one() {}"}}, ""});
    Wish many = usual;
    many.headers.push_back({"of/a/folder.h", "#include \"curve.h\""});
    many.sources.push_back({"deep.cl", "#include \"of/a/folder.h\"\nkernel void deep() {}"});
    check(many);
}

TEST_CASE("the library is made of its sources, and the program linked with it")
{
    check(usual);
    Wish wish = usual;
    wish.library.push_back({"more.cl", "float more(float x) { return x; }"});
    check(wish);
    wish.sources.resize(1);
    check(wish);
}

TEST_CASE("sources of the same name are sources all the same")
{
    Wish wish = usual;
    for (std::vector<Source>* const part : {&wish.library, &wish.sources})
        for (Source& source : *part) source.name = "part.cl";
    check(wish);
}

TEST_CASE("a source that does not compile is named, with its own log")
{
    for (const bool of_library : {false, true})
        for (const std::size_t length : {0U, 5000U}) {
            Wish wish = usual;
            wish.library.push_back({"more.cl", "float more(float x) { return x; }"});
            Source& bad = of_library ? wish.library[1] : wish.sources[1];
            const std::string error = "in " + bad.name + std::string(length, '+');
            bad.text += "\n#error " + error + "\n";
            check_fails(Bench{}, wish, bad.name, CL_COMPILE_PROGRAM_FAILURE, "error: " + error);
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
    for (std::size_t before = 0; before < 5; ++before) { // two headers and three sources
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

TEST_CASE("this machine's device runs what was linked")
{
    const Exercise& exercise = Exercise::get();
    if (exercise.device().getInfo<CL_DEVICE_LINKER_AVAILABLE>() == CL_FALSE)
        return skip_case("this device has no linker");
    const cl::Program program =
        link_program(exercise.context(), exercise.device(), {{"lifted.h", "int lifted(int x);"}},
                     {{"lifted.cl", "#include \"lifted.h\"\nint lifted(int x) { return SCALE * x; }"}},
                     {{"first.cl", "#include \"lifted.h\"\nkernel void first(global int* out)\n"
                                   "{\n    out[get_global_id(0)] = lifted(get_global_id(0));\n}"}},
                     "-D SCALE=3");
    const auto out = output<cl_int>("out", 4);
    launch(cl::Kernel{program, "first"}, covering(4, 2), out);
    expect_same("out", {0, 3, 6, 9}, out.read());
}
