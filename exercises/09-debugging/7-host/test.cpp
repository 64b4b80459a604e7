// Tests of add_groups: what each call is given, what becomes of its code, and the sums.
#include "group_sums.hpp"

#include <lockstep/error.hpp>
#include <lockstep/exercise.hpp>
#include <lockstep/launch_witness.hpp>

#include <bit>
#include <cmath>
#include <limits>
#include <string>

using namespace lockstep;

namespace
{

const char* const kernel_source = R"(
kernel void group_sums(global const float* values, uint n, local float* tile, global float* sums)
{
    const uint item = get_local_id(0);
    if (get_global_id(0) < n) tile[item] = values[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item > 0) return;
    float sum = 0;
    for (uint k = 0; k < get_local_size(0) && get_global_id(0) + k < n; ++k) sum += tile[k];
    sums[get_group_id(0)] = sum;
}
)";

const float poison = std::bit_cast<float>(poison_word);

/// One problem with its answer; `sums` is poisoned until add_groups fills it.
struct Problem
{
    explicit Problem(std::size_t n, std::size_t group_size = 16)
        : group(group_size), values(random_floats(n, 31 + n)), right((n + group - 1) / group, 0.0F),
          sums(right.size() + 16, poison)
    {
        for (std::size_t i = 0; i < n; ++i) right[i / group] += values[i];
    }

    cl_int run(const char* source = kernel_source)
    {
        const Exercise& exercise = Exercise::get();
        Witness::keeps_buffers = exercise.clean_stage();
        return add_groups(exercise.context()(), exercise.queue()(), source, values.data(), values.size(),
                          group, sums.data(), &agree);
    }

    std::size_t group;
    std::vector<float> values;
    std::vector<float> right;
    std::vector<float> sums; ///< sixteen floats longer than there are groups
    bool agree = false;
};

/// Before it the driver judges the kernel's arguments.
struct CallsWitness : Witness
{
    CallsWitness() { parameters.clear(); }
};

std::string name_of(cl_int code)
{
    const ErrorEntry* const entry = find_error(code);
    return code == CL_SUCCESS ? "CL_SUCCESS" : entry != nullptr ? entry->name : std::to_string(code);
}

void check_nothing_left(const Witness& witness, const std::string& when)
{
    if (const std::string kind = witness.ledger.left(); !kind.empty())
        FAIL(when, ", and an object that add_groups made is left: ", kind, ".");
    if (!witness.ledger.released_too_often.empty())
        FAIL(when, ", and one object was released too often: ", witness.ledger.released_too_often.front(),
             ".");
}

/// What add_groups says when the device delivers these sums.
void check_verdict(Problem& problem, const std::vector<float>& delivered, bool agree, const std::string& what)
{
    CallsWitness witness;
    witness.instead_of_result = std::as_bytes(std::span{delivered});
    problem.agree = !agree;
    const cl_int code = problem.run();
    if (code != CL_SUCCESS || witness.reads == 0)
        FAIL("add_groups returned ", name_of(code), " and made ", witness.reads, " reads.");
    if (problem.agree != agree) FAIL(what, ", and agree is ", std::string{agree ? "false" : "true"}, ".");
    if (std::memcmp(problem.sums.data(), delivered.data(), delivered.size() * sizeof(float)) != 0)
        FAIL(what, ", and sums does not hold what the device delivered.");
}

} // namespace

TEST_CASE("every buffer has the bytes of its floats")
{
    Problem problem{1000};
    CallsWitness witness;
    problem.run();
    std::vector<std::size_t> buffers = witness.buffers;
    std::sort(buffers.begin(), buffers.end());
    const std::vector<std::size_t> wanted{63 * sizeof(float), 1000 * sizeof(float)};
    if (buffers.size() != 2) FAIL("add_groups made ", buffers.size(), " buffers; it needs 2.");
    for (std::size_t i = 0; i < 2; ++i)
        if (buffers[i] != wanted[i])
            FAIL("There are 1000 values in 63 groups, and a buffer of ", buffers[i], " bytes was made where ",
                 wanted[i], " are needed.");
}

TEST_CASE("every argument has the bytes of its parameter")
{
    for (const std::size_t group : {16U, 48U}) {
        Problem problem{1000, group};
        CallsWitness witness;
        problem.run();
        const std::map<cl_uint, std::size_t> wanted{
            {0, sizeof(cl_mem)}, {1, sizeof(cl_uint)}, {2, group * sizeof(float)}, {3, sizeof(cl_mem)}};
        for (const auto& [index, bytes] : wanted)
            if (!witness.arguments.contains(index) || witness.arguments[index] != bytes)
                FAIL("Work-groups of ", group, ": argument ", index, " was given ",
                     witness.arguments.contains(index) ? witness.arguments[index] : 0, " bytes, and it has ",
                     bytes, ".");
    }
}

TEST_CASE("the sums are not used before they have arrived")
{
    Problem problem{1000};
    CallsWitness witness;
    const cl_int code = problem.run();
    if (code != CL_SUCCESS) FAIL("add_groups returned ", name_of(code), ".");
    const auto launches = std::count(witness.calls.begin(), witness.calls.end(), "clEnqueueNDRangeKernel");
    if (witness.reads != 1 || launches != 1)
        FAIL("add_groups made ", launches, " launches and ", witness.reads, " reads; one of each is enough.");
    if (witness.reads_on_their_way() > 0)
        FAIL("add_groups returned while the read was still on its way: nobody waited for the read itself.");
    if (!problem.agree)
        FAIL("All sums were right, and agree is false: add_groups compared before the read had finished, or "
             "with other sums than those of floats added up from the first to the last.");
}

TEST_CASE("every sum is compared, and every bit of it")
{
    Problem problem{1000};
    check_verdict(problem, problem.right, true, "All 63 sums were right");
    for (const std::size_t wrong : {0U, 15U, 16U, 31U, 62U})
        for (const float by : {1.0F, -1.0F}) {
            std::vector<float> delivered = problem.right;
            delivered[wrong] += by;
            check_verdict(problem, delivered, false, "Sum " + std::to_string(wrong) + " of 63 was wrong");
        }
    std::vector<float> delivered = problem.right;
    delivered[60] = std::nextafter(delivered[60], 100.0F);
    check_verdict(problem, delivered, false, "Sum 60 of 63 was wrong in its last bit");
    delivered = problem.right;
    delivered[40] = std::numeric_limits<float>::quiet_NaN();
    check_verdict(problem, delivered, false, "Sum 40 of 63 was no number");
    delivered = problem.right;
    std::swap(delivered[50], delivered[51]);
    check_verdict(problem, delivered, false, "Two sums had changed places");
}

TEST_CASE("zeros of both signs differ, and the same bits agree though they are no number")
{
    Problem problem{1000};
    std::fill(problem.values.begin(), problem.values.end(), 0.0F);
    std::fill(problem.right.begin(), problem.right.end(), 0.0F);
    check_verdict(problem, problem.right, true, "All 63 sums were 0");
    std::vector<float> delivered = problem.right;
    delivered[7] = -0.0F;
    check_verdict(problem, delivered, false, "Sum 7 of 63 was -0 and should be 0");
    problem.values[500] = std::numeric_limits<float>::quiet_NaN();
    problem.right[500 / 16] = problem.values[500];
    check_verdict(problem, problem.right, true,
                  "Sum 31 of 63 was no number on both sides, with the same bits");
}

TEST_CASE("nothing is left behind")
{
    for (const std::size_t n : {1000U, 16U, 1U}) {
        Problem problem{n};
        CallsWitness witness;
        problem.run();
        check_nothing_left(witness, "add_groups returned");
        if (witness.buffers.empty())
            FAIL("add_groups made no buffer: it must not keep one from an earlier call.");
    }
}

TEST_CASE("the sums are right at every size")
{
    std::vector<Size1D> sizes = Exercise::get().sizes_1d();
    sizes.push_back({100, 48});
    sizes.push_back({5, 1});
    for (const Size1D& size : sizes) {
        Problem problem{size.count, size.group};
        INFO(size.count, " values in groups of ", size.group);
        const cl_int code = problem.run();
        Exercise::get().queue().finish();
        if (code != CL_SUCCESS) FAIL("add_groups returned ", name_of(code), ".");
        const auto end = problem.sums.begin() + static_cast<std::ptrdiff_t>(problem.right.size());
        const std::vector<float> got{problem.sums.begin(), end};
        if (const auto mismatch = compare(std::span<const float>{problem.right}, std::span<const float>{got}))
            FAIL(explain(*mismatch, "sums"));
        if (!problem.agree) FAIL("Every sum is right, and agree is false.");
        if (!std::all_of(end, problem.sums.end(), [](float f) { return f != f; }))
            FAIL("add_groups wrote beyond the last sum.");
    }
}

TEST_CASE("the code of a program that does not build is returned")
{
    Problem problem{100};
    CallsWitness witness;
    problem.agree = true;
    const cl_int code = problem.run("kernel void group_sums(global float* values) { values[0] = missing; }");
    if (code != CL_BUILD_PROGRAM_FAILURE)
        FAIL("The source does not compile, and add_groups returned ", name_of(code), ".");
    check_nothing_left(witness, "The source does not compile");
    if (!problem.agree) FAIL("add_groups failed, and agree has changed.");
}

TEST_CASE("the code of every call that fails is returned, and nothing is left behind")
{
    std::vector<std::string> calls;
    {
        Problem problem{100};
        CallsWitness witness;
        problem.run();
        calls = witness.calls;
    }
    if (calls.size() < 10) FAIL("add_groups made ", calls.size(), " calls that can fail; it has 11 to make.");
    for (std::size_t call = 0; call < calls.size(); ++call)
        for (const bool others_fail : {false, true}) {
            const cl_int code = others_fail ? CL_OUT_OF_HOST_MEMORY : CL_OUT_OF_RESOURCES;
            Problem problem{100};
            problem.agree = others_fail; // whatever it was
            {
                CallsWitness witness;
                witness.failing = call;
                witness.others_fail = others_fail; // a function that goes on meets other codes
                witness.failing_code = code;
                const cl_int returned = problem.run();
                const std::string when = "Call " + std::to_string(call + 1) + ", " + calls[call] +
                                         ", failed with " + name_of(code);
                if (returned != code) FAIL(when, ", and add_groups returned ", name_of(returned), ".");
                check_nothing_left(witness, when);
                if (problem.agree != others_fail) FAIL(when, ", and agree has changed.");
            }
            Exercise::get().queue().finish();
        }
}
