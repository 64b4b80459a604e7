// Tests of what a compiler leaves of a kernel's accesses: each rule of Compiled by itself, where it holds and where it does not.
#include "launched.hpp"

#include "counts/compiled.hpp"
#include "machine/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

using namespace lockstep::pocket;
using namespace lockstep::pocket::test;

namespace
{

/// Notes what is made of the accesses of a launch's only sub-group.
class Noted : public Watcher, public Accesses
{
public:
    explicit Noted(const Code& code) : code_(code), shape_(code), compiled_(shape_, *this) {}

    bool skips(const std::array<std::size_t, 3>&) override { return false; }
    bool begin_group(const Group&) override { return true; }
    void end_group(const Group&) override { compiled_.others_write(); }
    void pass_barrier(const Group&) override { compiled_.others_write(); }
    void access(const SubGroup&, std::uint32_t at, const SeenAccess& seen) override
    {
        compiled_.access(at, seen);
    }
    void executed(const SubGroup& part, std::uint32_t at, std::uint64_t before) override
    {
        compiled_.executed(at, before, part.mask);
    }
    void copies(const SubGroup&, std::uint32_t, std::size_t, const LanePlace&, std::size_t, const LanePlace&,
                std::size_t, bool) override
    {
    }
    void made(const MadeAccess& access) override
    {
        if (access.space == Space::own) return;
        const LanePlace& first = access.lanes.front();
        notes.push_back(fmt::format("{} {} {}", code_.instructions[access.at].place.line,
                                    access.is == SeenAccess::Is::load    ? "load"
                                    : access.is == SeenAccess::Is::store ? "store"
                                                                         : "atomic",
                                    first.bytes));
        if (access.whole > 1) notes.back() += fmt::format(" at {}", first.address % 16);
    }

    std::vector<std::string> notes;

private:
    const Code& code_;
    Shape shape_;
    Compiled compiled_;
};

/// What is made of the accesses of four work-items, in the order in which it is told: "2 load 4" of 4 bytes by line 2, which is the first
/// line of `body`; of a part of a vector also where it begins. All buffers hold the numbers from 0.
std::string made(const std::string& parameters, const std::string& body)
{
    Launched k{"struct pair { int first; int second; }; kernel void k(" + parameters + ") {\n" + body +
               "\n}\n"};
    std::vector<int> numbers(64);
    std::iota(numbers.begin(), numbers.end(), 0);
    for (std::size_t i = 0; i < k.code().arguments.size(); ++i)
        if (std::ranges::any_of(k.code().objects, [&](const ObjectPlan& object) {
                return object.argument == static_cast<int>(i);
            }))
            k.buffer(numbers);
        else
            k.value(3);
    Noted noted{k.code()};
    k.options.watcher = &noted;
    k.run(4, 4);
    return fmt::format("{}", fmt::join(noted.notes, ", "));
}

std::size_t times(const std::string& told, const std::string& what)
{
    std::size_t found = 0;
    for (std::size_t at = told.find(what); at != told.npos; at = told.find(what, at + 1)) ++found;
    return found;
}

constexpr const char* two_buffers = "global int* a, global int* b";
constexpr const char* two_places = "global int* restrict a, global int* restrict b";

} // namespace

TEST_SUITE("compiled")
{
    TEST_CASE("an access that is repeated with nothing in between is made once")
    {
        CHECK(made(two_buffers, "int i = get_global_id(0);\nint x = a[i];\nb[i] = x + a[i];") ==
              "3 load 4, 4 store 4");
        CHECK(made(two_buffers, "int i = get_global_id(0);\nint x = a[i];\nb[i] = x + a[i + 1];") ==
              "3 load 4, 4 load 4, 4 store 4");
    }

    TEST_CASE("halves that are told to be aligned are one access, and others one each")
    {
        const char* halves = "global half* a, global half* b";
        CHECK(made(halves,
                   "int i = get_global_id(0);\nfloat4 x = vloada_half4(i, a);\nvstorea_half4(x, i, b);") ==
              "3 load 8, 4 store 8");
        const std::string apart =
            made(halves, "int i = get_global_id(0);\nfloat4 x = vload_half4(i, a);\nvstore_half4(x, i, b);");
        CHECK(times(apart, "3 load 2") == 4);
        CHECK(times(apart, "4 store 2") == 4);
    }

    TEST_CASE("what was stored is not loaded again")
    {
        CHECK(made(two_buffers, "int i = get_global_id(0);\na[i] = 5;\nb[i] = a[i];") ==
              "3 store 4, 4 store 4");
    }

    TEST_CASE("a store through one pointer may change what another leads to, unless one says restrict")
    {
        const std::string between = "int i = get_global_id(0);\nint x = a[i];\nb[i] = x;\nb[i + 8] = a[i];";
        CHECK(made(two_buffers, between) == "3 load 4, 4 store 4, 5 load 4, 5 store 4");
        CHECK(made(two_places, between) == "3 load 4, 4 store 4, 5 store 4");
    }

    TEST_CASE("at a barrier, a fence or an atomic, others may write")
    {
        for (const char* between :
             {"barrier(CLK_GLOBAL_MEM_FENCE);", "mem_fence(CLK_GLOBAL_MEM_FENCE);", "atomic_inc(b + 60);"}) {
            CAPTURE(between);
            const std::string told =
                made(two_places, fmt::format("int i = get_global_id(0);\nint x = a[i];\n{}\n"
                                             "b[i] = x + a[i];",
                                             between));
            CHECK(times(told, "3 load 4") == 1);
            CHECK(times(told, "5 load 4") == 1);
        }
    }

    TEST_CASE("what is volatile is accessed each time")
    {
        CHECK(made("global volatile int* a, global int* b",
                   "int i = get_global_id(0);\nint x = a[i];\nb[i] = x + a[i];") ==
              "3 load 4, 4 load 4, 4 store 4");
        CHECK(made("global volatile int* a", "int i = get_global_id(0);\na[i] = 1;\na[i] = 2;") ==
              "3 store 4, 4 store 4");
    }

    TEST_CASE(
        "a store that another one follows to the same place is made only if somebody may read it before")
    {
        CHECK(made("global int* a", "int i = get_global_id(0);\na[i] = 1;\na[i] = 2;") == "4 store 4");
        CHECK(made("global int* a", "int i = get_global_id(0);\na[i] = 1;\nbarrier(CLK_GLOBAL_MEM_FENCE);\n"
                                    "a[i] = 2;") == "3 store 4, 5 store 4");
    }

    TEST_CASE("what a loop does not change is loaded in its first round alone")
    {
        const std::string rounds = "int i = get_global_id(0), sum = 0;\nfor (int k = 0; k < n; ++k)\n";
        CHECK(made("global int* a, global int* b, int n", rounds + "sum += a[i] * k;\nb[i] = sum;") ==
              "4 load 4, 5 store 4");
        CHECK(made("global int* a, global int* b, int n", rounds + "sum += a[i + k];\nb[i] = sum;") ==
              "4 load 4, 4 load 4, 4 load 4, 5 store 4");
    }

    TEST_CASE("a loop that may store to a place loads it in each round, whether or not it does")
    {
        CHECK(made("global int* a, global int* b, int n",
                   "int i = get_global_id(0), sum = 0;\nfor (int k = 0; k < n; ++k) {\nsum += a[i];\n"
                   "if (k > 100) b[i] = 1;\n}\nb[i] = sum;") == "4 load 4, 4 load 4, 4 load 4, 7 store 4");
    }

    TEST_CASE("behind an if, what it may have changed is forgotten")
    {
        const std::string condition = "int i = get_global_id(0), x = a[i];\nif (n > 100) b[i] = 1;\n"
                                      "b[i + 8] = x + a[i];";
        CHECK(made("global int* a, global int* b, int n", condition) == "2 load 4, 4 load 4, 4 store 4");
        CHECK(made("global int* restrict a, global int* restrict b, int n", condition) ==
              "2 load 4, 4 store 4");
    }

    TEST_CASE("a loop whose rounds are known and few is seen round by round, with the numbers of its counter")
    {
        // Rounds 0 and 2 load the same place, and so do rounds 1 and 3.
        CHECK(made(two_places, "int i = get_global_id(0), sum = 0;\nfor (int k = 0; k < 4; ++k)\nsum += "
                               "a[i + k % 2];\nb[i] = sum;") == "4 load 4, 4 load 4, 5 store 4");
        // Of an array that is indexed by the counter alone, each element is a register.
        CHECK(made(two_places,
                   "int i = get_global_id(0), own[4];\nfor (int k = 0; k < 4; ++k) own[k] = a[i "
                   "+ k];\nb[i] = own[3] + own[0];") == "3 load 4, 3 load 4, 3 load 4, 3 load 4, 4 store 4");
    }

    TEST_CASE("a loop of many rounds is written out only where the text says so")
    {
        const auto loads_of = [](const std::string& before) {
            const std::string told =
                made(two_places, "int i = get_global_id(0), sum = 0;\n" + before +
                                     "\nfor (int k = 0; k < 200; ++k)\nsum += a[i + k % 2];\n"
                                     "b[i] = sum;");
            return times(told, "5 load 4");
        };
        CHECK(loads_of("") == 200);
        CHECK(loads_of("#pragma unroll") == 2);
    }

    TEST_CASE(
        "of a vector of four, three or four components are one access, and so are the first or the last two")
    {
        const auto of = [](const std::string& use) {
            return made("global float4* restrict a, global float* restrict b",
                        "int i = get_global_id(0);\nfloat4 v = a[i];\nb[i] = " + use + ";");
        };
        CHECK(of("v.x + v.y + v.z + v.w") == "3 load 16, 4 store 4");
        CHECK(of("v.x + v.y + v.w") == "3 load 16 at 0, 4 store 4");
        CHECK(of("v.x + v.y") == "3 load 8 at 0, 4 store 4");
        CHECK(of("v.z + v.w") == "3 load 8 at 8, 4 store 4");
        CHECK(of("v.y + v.z") == "3 load 4 at 4, 3 load 4 at 8, 4 store 4");
        CHECK(of("v.z") == "3 load 4 at 8, 4 store 4");
    }

    TEST_CASE("a structure that is copied is loaded field by field, as they are used")
    {
        CHECK(made("global struct pair* restrict a, global int* restrict b",
                   "int i = get_global_id(0);\nstruct pair own = a[i];\nb[i] = own.second;") ==
              "3 load 4, 4 store 4");
    }

    TEST_CASE("a private array is registers")
    {
        CHECK(made(two_places, "int i = get_global_id(0), own[4];\nown[i % 4] = a[i];\nb[i] = own[i % 4];") ==
              "3 load 4, 4 store 4");
    }

    TEST_CASE("what both sides of a choice load at their end is one load behind it")
    {
        CHECK(made(two_places, "int i = get_global_id(0), x;\nif (i % 2 == 0) x = a[i];\nelse x = a[i + "
                               "8];\nb[i] = x;") == "3 load 4, 5 store 4");
        CHECK(made(two_places, "int i = get_global_id(0), x = 0;\nif (i % 2 == 0) x = a[i];\nb[i] = x;") ==
              "3 load 4, 4 store 4");
    }

    TEST_CASE("what was loaded under a condition is known where the same one is asked a little later")
    {
        const auto under = [](const std::string& second) {
            return made(two_places, "int i = get_global_id(0), x = 0;\nif (i > 1) x = a[i];\nif (" + second +
                                        ") x += a[i];\nb[i] = x;");
        };
        CHECK(under("i > 1") == "3 load 4, 5 store 4");
        CHECK(under("i > 2") == "3 load 4, 4 load 4, 5 store 4");
    }
}
