// Tests of the total: whole numbers, so every total is exact.
#include <lockstep/exercise.hpp>
#include <lockstep/probes.hpp>

#include <fstream>
#include <iterator>
#include <numeric>
#include <regex>

using namespace lockstep;

namespace
{

cl::Kernel total_kernel()
{
    return Exercise::get().kernel("carry.cl", "add_up", {"global ulong*", "global uint*", "uint"});
}

std::vector<std::uint32_t> words(std::uint64_t number)
{
    return {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32U)};
}

std::uint64_t total_of(const std::vector<cl_ulong>& values, std::uint64_t begin)
{
    return std::accumulate(values.begin(), values.end(), begin);
}

/// Values of `bits` bits.
std::vector<cl_ulong> numbers(std::size_t count, std::uint64_t seed, unsigned bits)
{
    Random random{seed};
    std::vector<cl_ulong> values(count);
    for (cl_ulong& value : values) value = random.next() >> (64 - bits);
    return values;
}

void check(const std::vector<cl_ulong>& values, std::size_t group, std::uint64_t begin = 0)
{
    Exercise& exercise = Exercise::get();
    cl::Kernel kernel = total_kernel();
    const auto in = input("values", values.empty() ? std::vector<cl_ulong>{~cl_ulong{0}} : values);
    const auto total = input("total", words(begin));
    exercise.launch(kernel,
                    {.global = cl::NDRange(round_up(values.size() + 1, group)), .local = cl::NDRange(group)},
                    in, total, static_cast<cl_uint>(values.size()));
    INFO(values.size(), " values, groups of ", group, ", the total was ", begin, " before");
    exercise.expect_same("total", words(total_of(values, begin)), total.read());
    if (in.read() != values && !values.empty()) FAIL("values has changed: it is there to be read");
}

bool builds(const std::string& text)
{
    cl::Program program{Exercise::get().context(), text};
    try {
        program.build({Exercise::get().device()});
    } catch (const cl::Error&) {
        return false;
    }
    return true;
}

/// Lines behind which the device has no atom_add … . A name that its compiler needs for the function on 32 bits, as NVIDIA's does, is
/// left out.
std::string without_long_atomics()
{
    std::string none;
    for (const std::string name :
         {"add", "sub", "inc", "dec", "xchg", "cmpxchg", "min", "max", "and", "or", "xor"}) {
        const std::string operands = name == "inc" || name == "dec" ? ""
                                     : name == "cmpxchg"            ? ", 1u, 2u"
                                                                    : ", 1u";
        const std::string line = "#define atom_" + name + " not_on_this_device\n";
        if (builds(line + "kernel void probe(global uint* p) { atomic_" + name + "(p" + operands + "); }\n"))
            none += line;
    }
    return none;
}

/// The kernel's text without its comments.
std::string code()
{
    std::ifstream stream{Exercise::get().files() / "carry.cl"};
    const std::string text{std::istreambuf_iterator<char>{stream}, {}};
    return std::regex_replace(text, std::regex{R"(//[^\n]*|/\*[^*]*\*+([^/*][^*]*\*+)*/)"}, " ");
}

} // namespace

TEST_CASE("small numbers are added up")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check(numbers(size.count, 251, 10), size.group);
    check({7}, 1);
}

TEST_CASE("the lower word carries into the upper one")
{
    check({0xFFFFFFFF, 1}, 2);
    check({0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}, 4);
    check({0x80000000, 0x80000000}, 2);
    for (const Size1D& size : Exercise::get().sizes_1d()) check(numbers(size.count, 252, 32), size.group);
}

TEST_CASE("nothing is carried where nothing wraps around")
{
    check({0xFFFFFFFF, 0}, 2);
    check({0, 0, 0, 0, 0}, 4);
    check({0x100000000, 0x300000000}, 2, 0xFFFFFFFF);
    check({0x7FFFFFFF, 0x80000000}, 2);
}

TEST_CASE("numbers of 64 bits are added, modulo 2^64")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check(numbers(size.count, 253, 64), size.group);
    check({~cl_ulong{0}, 1}, 2);
    check({~cl_ulong{0}, ~cl_ulong{0}, ~cl_ulong{0}}, 1);
}

TEST_CASE("the total goes on from what it was")
{
    check({1}, 1, 0xFFFFFFFF);
    check({5, 6, 7}, 2, 0xFFFFFFFFFFFFFFFF);
    check(numbers(100, 254, 40), 16, 0x123456789ABCDEF0);
    check({}, 4, 0x123456789ABCDEF0);
}

TEST_CASE("a carry is found although others add in between")
{
    // Before and behind whoever adds to the lower word, another adds 2^31 to the total and counts that in the third word. Who adds
    // 0 only looks, and may do so again and again. The pair begins at a multiple of eight bytes.
    const std::string other =
        "void another_adds(volatile global uint* place, uint x)\n{\n"
        "    if (((size_t)place & 7) != 0 || x == 0) return;\n"
        "    if (atomic_add(place, 0x80000000u) >= 0x80000000u) atomic_inc(place + 1);\n"
        "    atomic_inc(place + 2);\n}\n"
        "uint add_among_others(volatile global uint* place, uint x)\n{\n"
        "    another_adds(place, x);\n"
        "    const uint before = atomic_add(place, x);\n"
        "    another_adds(place, x);\n"
        "    return before;\n}\n"
        "#define atomic_add(place, x) add_among_others((place), (x))\n";
    total_kernel(); // ends the test when the file does not build: its message is better
    cl::Kernel kernel{program_behind(other, "carry.cl"), "add_up"};
    for (const std::size_t count : {1, 2, 40, 300}) {
        const std::vector<cl_ulong> values = numbers(count, 259 + count, 33);
        const auto in = input("values", values);
        const auto total = input("total", std::vector<std::uint32_t>{0, 0, 0, 0});
        Exercise::get().launch(kernel, {.global = cl::NDRange(round_up(count, 4)), .local = cl::NDRange(4)},
                               in, total, static_cast<cl_uint>(count));
        const std::vector<std::uint32_t> got = total.read();
        const std::uint64_t expected = total_of(values, 0) + (std::uint64_t{got[2]} << 31U);
        INFO(count, " values, and ", got[2], " times somebody else adds 2^31 in between");
        Exercise::get().expect_same("total", words(expected), {got[0], got[1]});
    }
}

TEST_CASE("many work-items in groups of many sizes")
{
    check(numbers(count_of_its_own("carry.cl"), 255, 50), 3);
    if (Exercise::get().clean_stage()) return;
    check(numbers(70001, 256, 33), 48);
    check(numbers(1U << 20U, 257, 32), 256);
    const std::size_t group = large_group(total_kernel());
    check(numbers(3 * group - 1, 258, 64), group);
}

TEST_CASE("a work-item adds its own number and no other")
{
    const std::vector<cl_ulong> values = numbers(20, 260, 64);
    total_kernel();
    cl::Kernel alone = lonely_kernel("carry.cl", "add_up");
    for (const std::size_t number : {0, 7, 19, 20, 23}) {
        const auto in = input("values", values);
        const auto total = input("total", words(41));
        launch_alone(alone, number, in, total, 20U);
        INFO("work-item ", number, " of 24 was run alone, for 20 values");
        Exercise::get().expect_same("total", words(41 + (number < 20 ? values[number] : 0)), total.read());
    }
}

TEST_CASE("atomics of 32 bits are all that is used")
{
    std::smatch found;
    const std::string text = code();
    if (std::regex_search(text, found, std::regex{R"(\batom_\w+|\batomic_u?long\b|\batomic_fetch\w*)"}))
        FAIL("carry.cl uses '", found.str(), "', which this fallback is there to do without");
    // Whoever puts a name together from parts finds that this device has no such function.
    const std::string none = without_long_atomics();
    const cl::Kernel kernel = total_kernel();
    // NVIDIA's compiler makes one kind of function of the other, so that no name can be taken away; its code can be read.
    for (const auto& binary : kernel.getInfo<CL_KERNEL_PROGRAM>().getInfo<CL_PROGRAM_BINARIES>()) {
        const std::string generated(binary.begin(), binary.end());
        const bool is_ptx = generated.find(".target sm_") != std::string::npos;
        if (is_ptx && std::regex_search(generated, found, std::regex{R"(\b(atom|red)\.[a-z.]*\.[bus]64\b)"}))
            FAIL("the compiler made '", found.str(), "' of carry.cl: an atomic function on words of 64 bits");
    }
    try {
        program_behind(none, "carry.cl");
    } catch (const cl::Error&) {
        FAIL("carry.cl does not compile on a device without the functions atom_add … on words of 64 bits");
    }
}
