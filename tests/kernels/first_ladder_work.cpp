// Every rung of the first ladder makes every product: their multiply-adds, as Oclgrind counts them.
//
// The program starts itself under Oclgrind, with `--launch FOLDER`: then it launches all rungs, a GPU's and a CPU's, and
// at last the kernel in FOLDER, which factors a[x] out.
#include "../test_main.hpp"
#include "lockstep/scratch.hpp"

#include "base/paths.hpp"
#include "ladder.hpp"

#include <lockstep/program.hpp>
#include <lockstep/run.hpp>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace fs = std::filesystem;
using namespace lockstep;
using namespace lockstep::bench;

namespace
{

// Whole work-groups of every rung, and values of b that fill neither a vector nor a tile.
constexpr Extent extent{.columns = 6144, .rows = 37};
constexpr std::uint64_t products = extent.columns * extent.rows;

constexpr std::string_view factored = R"(
kernel void products_naive(global const float* a, global const float* b, global float* c, uint n, uint m)
{
    uint x = get_global_id(0);
    if (x >= n) return;
    float sum = 0;
    for (uint y = 0; y < m; ++y) sum += b[y];
    c[x] = a[x] * sum;
}
)";

/// What Oclgrind counted in one launch: how often each kind of instruction was executed.
struct Launch
{
    std::string kernel;
    std::map<std::string, std::uint64_t> executed;
};

/// How many floats an instruction works on, by the name that Oclgrind gives it: "call llvm.fmuladd.v8f32()" on 8.
std::uint64_t width_of(const std::string& instruction)
{
    std::smatch match;
    if (std::regex_search(instruction, match, std::regex{R"(\.v([0-9]+)f32)"}) || // LLVM's own
        std::regex_search(instruction, match, std::regex{R"(Dv([0-9]+)_f)"}))     // OpenCL's fma and mad
        return std::stoul(match[1]);
    return 1;
}

bool is_multiply_add(const std::string& instruction)
{
    return std::regex_search(instruction, std::regex{R"(llvm\.(fmuladd|fma)\.|_Z3(fma|mad)(f|Dv))"});
}

std::uint64_t multiply_adds(const Launch& launch)
{
    std::uint64_t sum = 0;
    for (const auto& [instruction, count] : launch.executed)
        if (is_multiply_add(instruction)) sum += count * width_of(instruction);
    return sum;
}

/// Multiplications and additions of their own, for which Oclgrind does not tell how wide they are.
std::uint64_t apart(const Launch& launch)
{
    std::uint64_t sum = 0;
    for (const char* instruction : {"fmul", "fadd", "fsub"})
        if (const auto found = launch.executed.find(instruction); found != launch.executed.end())
            sum += found->second;
    return sum;
}

/// Reads "Instructions executed for kernel 'NAME':" and the lines "COUNT - INSTRUCTION" below.
std::vector<Launch> parse(std::istream& text)
{
    std::vector<Launch> launches;
    std::smatch match;
    for (std::string line; std::getline(text, line);)
        if (std::regex_search(line, match, std::regex{"Instructions executed for kernel '(.*)'"}))
            launches.push_back({match[1], {}});
        else if (!launches.empty() &&
                 std::regex_search(line, match, std::regex{R"(^ *([0-9]+) - (\S+( \S+\(\))?))"}))
            launches.back().executed[match[2]] += std::stoull(match[1]);
    return launches;
}

void launch_all(const fs::path& folder)
{
    Workbench workbench(lockstep::tool::own_source_dir());
    const std::string name = "first_ladder"; // GCC 13 takes a temporary for what is returned
    const Ladder& ladder = find_ladder(name);
    const std::unique_ptr<Problem> problem = ladder.problem(workbench, ladder.cases().front(), extent);
    const auto launch = [&](const Rung& rung) {
        const std::unique_ptr<Plan> job = problem->plan(rung, rung.candidates.front());
        job->enqueue();
        workbench.queue().finish();
        if (const std::string why = job->verify(); !why.empty()) throw Failure(rung.name + ": " + why);
    };
    for (const bool cpu : {false, true}) {
        workbench.act_as_cpu(cpu);
        for (const Rung& rung : ladder.rungs(workbench)) launch(rung);
    }
    Rung rung = ladder.rungs(workbench).front();
    rung.file = (folder / "factored.cl").string();
    launch(rung);
}

/// The launches that Oclgrind reports, counted once for all test cases.
const std::vector<Launch>& launches()
{
    static const std::vector<Launch> counted = [] {
        const lockstep::ScratchFolder scratch;
        const fs::path& folder = scratch.path();
        std::ofstream(folder / "factored.cl") << factored;
        const std::string command =
            "LOCKSTEP_DEVICE=oclgrind oclgrind --local-mem-size 1048576 --inst-counts '" +
            fs::read_symlink("/proc/self/exe").string() + "' --launch '" + folder.string() + "' > '" +
            (folder / "counts.txt").string() + "'";
        const int status = std::system(command.c_str());
        std::ifstream text(folder / "counts.txt");
        const std::vector<Launch> found = parse(text);
        REQUIRE(status == 0);
        return found;
    }();
    return counted;
}

bool has_rung(std::string_view kernel)
{
    for (const Launch& launch : launches())
        if (launch.kernel == kernel) return true;
    return false;
}

} // namespace

TEST_CASE("every rung makes every product once, and adds it")
{
    REQUIRE(launches().size() > 1);
    for (std::size_t i = 0; i + 1 < launches().size(); ++i) {
        INFO("launch ", i, ", ", launches()[i].kernel);
        CHECK(multiply_adds(launches()[i]) == products);
        CHECK(apart(launches()[i]) == 0);
    }
}

TEST_CASE("no rung is left out")
{
    for (const char* kernel : {"products_naive", "products_whole", "products_tiled", "products_by_four",
                               "products_by_eight", "products_of_vectors", "products_of_tiled_vectors",
                               "products_of_constants", "products_in_registers", "products_in_chains"}) {
        INFO(kernel);
        CHECK(has_rung(kernel));
    }
}

TEST_CASE("a kernel that factors out has the right results, and is found out")
{
    const Launch& last = launches().back();
    CHECK(last.kernel == "products_naive");
    CHECK(multiply_adds(last) < products);
    CHECK(apart(last) > 0);
}

int main(int argc, char** argv)
{
    if (argc == 3 && std::string_view(argv[1]) == "--launch") return run([&] { launch_all(argv[2]); });
    return run_tests(argc, argv);
}
