// Tests of the election: results, which group names the winner, and what orders the additions before the ticket.
#include <lockstep/probes.hpp>

#include <algorithm>
#include <numeric>
#include <regex>

using namespace lockstep;

namespace
{

using Bytes = std::vector<std::uint8_t>;
using Words = std::vector<cl_uint>;

constexpr cl_uint nobody = 4711; // in *winner, where a launch must leave it

cl::Kernel election(const std::string& options = "")
{
    return Exercise::get().kernel(
        "election.cl", "election",
        {"global uchar*", "uint", "uint", "global uint*", "global uint*", "global uint*"}, options);
}

/// What a compiler says of the device: the two macros of the exercise.
struct Features
{
    bool order;
    bool scope;
};

std::string named(const Features& features)
{
    return features.order && features.scope ? "both macros are"
           : features.order                 ? "only __opencl_c_atomic_order_acq_rel is"
           : features.scope                 ? "only __opencl_c_atomic_scope_device is"
                                            : "no macro is";
}

constexpr std::array orders{"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
constexpr std::array scopes{"work_item", "work_group", "device", "all_svm_devices", "sub_group"};

/// The kernel as if the device had these features. A ticket that is drawn by a function of C11 is noted behind its place: in
/// tickets[1] bit k for orders[k], in tickets[2] bit k for scopes[k], in tickets[3] how many were drawn so.
cl::Kernel election_with(const Features& features)
{
    std::string lines = "#undef __opencl_c_atomic_order_acq_rel\n#undef __opencl_c_atomic_scope_device\n";
    if (features.order) lines += "#define __opencl_c_atomic_order_acq_rel 1\n";
    if (features.scope) lines += "#define __opencl_c_atomic_scope_device 1\n";
    for (std::size_t k = 0; k < orders.size(); ++k)
        lines += std::string{"#define memory_order_"} + orders.at(k) + " " + std::to_string(k) + "\n";
    for (std::size_t k = 0; k < scopes.size(); ++k)
        lines += std::string{"#define memory_scope_"} + scopes.at(k) + " " + std::to_string(k) + "\n";
    lines += "#define memory_scope_all_devices 3\n#define atomic_uint uint\n#define atomic_int int\n"
             "uint __attribute__((overloadable)) noted(volatile global void* place, uint a, int order, int "
             "scope)\n{\n"
             "    volatile global uint* p = (volatile global uint*)place;\n"
             "    atomic_or(p + 1, 1u << order);\n    atomic_or(p + 2, 1u << scope);\n"
             "    atomic_inc(p + 3);\n    return atomic_add(p, a);\n}\n"
             "uint __attribute__((overloadable)) noted(volatile global void* place, uint a, int order)\n"
             "{ return noted(place, a, order, 2); }\n"
             "#undef atomic_fetch_add\n#undef atomic_fetch_add_explicit\n"
             "#define atomic_fetch_add_explicit noted\n#define atomic_fetch_add(p, a) noted(p, a, 5, 2)\n";
    return behind(lines, "election.cl", election());
}

Words counted(const Bytes& votes, std::size_t candidates)
{
    Words counts(candidates, 0);
    for (const std::uint8_t vote : votes) ++counts.at(vote);
    return counts;
}

cl_uint winner_of(const Words& counts)
{
    return static_cast<cl_uint>(std::ranges::max_element(counts) - counts.begin());
}

/// @returns tickets as the launch has left them.
Words check(const cl::Kernel& kernel, const Bytes& votes, std::size_t candidates, std::size_t group)
{
    const cl_uint groups =
        static_cast<cl_uint>(round_up(std::max<std::size_t>(votes.size(), 1), group) / group);
    const auto counts = input("counts", Words(candidates, 0)), tickets = input("tickets", Words(4, 0)),
               winner = input("winner", Words{nobody});
    INFO(votes.size(), " votes, ", candidates, " candidates, ", groups, " work-groups of ", group);
    launch(kernel, covering(votes.size(), group), input("votes", votes), votes.size(), candidates, counts,
           tickets, winner);
    const Words expected = counted(votes, candidates), drawn = tickets.read();
    expect_same("counts", expected, counts.read());
    expect_same("tickets", Words{groups}, Words{drawn.front()});
    expect_same("winner", Words{winner_of(expected)}, winner.read());
    return drawn;
}

void check(const Bytes& votes, std::size_t candidates, std::size_t group)
{
    check(election(), votes, candidates, group);
}

Bytes random_votes(std::size_t n, std::uint32_t candidates)
{
    Bytes votes;
    for (const std::uint32_t vote : random_uints(n, 156 + n, candidates))
        votes.push_back(static_cast<std::uint8_t>(vote));
    return votes;
}

/// One group alone, of three of 16, when `before` others have added the first votes and drawn their tickets.
void check_one_group(std::size_t before)
{
    constexpr std::size_t group = 16, candidates = 7;
    const Bytes votes = random_votes(3 * group - 5, candidates);
    const std::size_t first = before * group, last = std::min(first + group, votes.size());
    const auto part = [&](std::size_t end) {
        return Bytes(votes.begin(), votes.begin() + std::ptrdiff_t(end));
    };
    const auto counts = input("counts", counted(part(first), candidates)),
               tickets = input("tickets", Words{static_cast<cl_uint>(before)}),
               winner = input("winner", Words{nobody});
    INFO("one work-group of 16 alone, of three; ", before, " others have drawn their tickets");
    launch(behind(told_of(covering(votes.size(), group)), "election.cl", election()),
           {.global = cl::NDRange(group), .local = cl::NDRange(group), .offset = cl::NDRange(first)},
           input("votes", votes), votes.size(), candidates, counts, tickets, winner);
    const Words expected = counted(part(last), candidates);
    expect_same("counts", expected, counts.read());
    expect_same("tickets", Words{static_cast<cl_uint>(before) + 1}, tickets.read());
    expect_same("winner", Words{before == 2 ? winner_of(expected) : nobody}, winner.read());
}

/// Of one group whose work-items each have a candidate of their own, work-item k finds UINT_MAX votes, and the others one each.
void check_dependence(const Features& features, std::size_t group, std::size_t k)
{
    Bytes votes(group);
    std::iota(votes.rbegin(), votes.rend(), std::uint8_t{0});
    Words before(group, 1);
    before[votes[k]] = CL_UINT_MAX;
    const auto counts = input("counts", before), tickets = input("tickets", Words(4, 0)),
               winner = input("winner", Words{nobody});
    launch(election_with(features), covering(group, group), input("votes", votes), group, group, counts,
           tickets, winner);
    const Words drawn = tickets.read();
    INFO(named(features), " defined; one work-group of ", group);
    if (drawn[3] != 0) FAIL("the ticket is drawn by a function that needs both macros");
    if (drawn[0] == 1)
        FAIL(
            "the addition of work-item ", k,
            " returned UINT_MAX, and the ticket's increment is 1 all the same: the ticket does not depend on "
            "what this addition returned, so it may be drawn before");
}

/// Fails if `bits` has one that is not in `allowed`. @param names of the bits.
template <typename Names>
void expect_noted(const char* kind, const Names& names, cl_uint bits, cl_uint allowed, const char* needed)
{
    for (std::size_t k = 0; k < names.size(); ++k)
        if ((bits >> k & 1U) != 0 && (allowed >> k & 1U) == 0)
            FAIL("the ticket is drawn with ", std::string{kind}, std::string{names.at(k)}, ", where ",
                 std::string{needed});
}

} // namespace

TEST_CASE("a few votes")
{
    check({2, 0, 2, 1, 2, 1}, 3, 8);
    check({2, 0, 2, 1, 2, 1, 1, 1}, 3, 2);
    check({4}, 6, 1);
    check({0, 0, 0}, 1, 2);
}

TEST_CASE("of candidates with as many votes the first one wins")
{
    check({3, 1, 2, 1, 3, 2, 0}, 4, 4);
    check({}, 5, 4); // no votes for anybody
}

TEST_CASE("the group with the last ticket names the winner, and no other group does")
{
    for (const std::size_t before : {0U, 1U, 2U}) check_one_group(before);
}

TEST_CASE("without both macros, what every addition returned goes into the ticket")
{
    for (const Features features : {Features{false, false}, Features{true, false}, Features{false, true}}) {
        for (const std::size_t k : {0U, 1U, 4U, 7U}) check_dependence(features, 8, k);
        check_dependence(features, 64, 63);
        check(election_with(features), random_votes(90, 5), 5, 16);
    }
}

TEST_CASE("with both macros, the ticket is a release and an acquire for the whole device")
{
    const Words drawn = check(election_with({true, true}), random_votes(90, 5), 5, 16);
    INFO("both macros are defined");
    if (drawn[3] != drawn[0])
        FAIL("of ", drawn[0], " tickets ", drawn[3],
             " are drawn by atomic_fetch_add or atomic_fetch_add_explicit; it must be all");
    expect_noted("memory_order_", orders, drawn[1], 1U << 4U | 1U << 5U,
                 "a group must release what it has added, and acquire what others have");
    expect_noted("memory_scope_", scopes, drawn[2], 1U << 2U | 1U << 3U,
                 "the groups of the whole device must be included");
    static const std::regex meeting{R"(\b(work_group_)?barrier\s*\([^;]*CLK_GLOBAL_MEM_FENCE)"};
    if (!std::regex_search(code_of("election.cl"), meeting))
        FAIL("no barrier names CLK_GLOBAL_MEM_FENCE, so the ticket of one work-item does not release what "
             "the others of its group have added");
}

TEST_CASE("every number of votes, and work-groups of every size")
{
    for (const Size1D& size : Exercise::get().sizes_1d()) check(random_votes(size.count, 9), 9, size.group);
    check(random_votes(500, 256), 256, 48);
    const std::size_t largest =
        election().getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(Exercise::get().device());
    check(random_votes(1500, 3), 3, std::min(largest, std::size_t{1024}));
}

TEST_CASE("thousands of groups, and more than 65536 votes for one candidate")
{
    if (clean_stage()) return;
    check(random_votes(300'001, 4), 4, 64);
    Bytes votes(70'001, 1);
    votes.resize(75'001, 2);
    check(votes, 3, 256);
    check(random_votes(70'001, 250), 250, 1);
}

TEST_CASE("built for OpenCL C 3.0, where the device has it")
{
    if (clean_stage() || !Exercise::get().device().getInfo<CL_DEVICE_VERSION>().starts_with("OpenCL 3"))
        return;
    check(election("-cl-std=CL3.0"), random_votes(5000, 6), 6, 32);
}
