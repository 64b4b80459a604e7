// Tests of `lockstep prove --wrong`: every wrong solution of a catalogue has a verdict of its own, whatever those before it did.
#include "fixture.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

/// The borrowed exercise with a catalogue of entries in the place of the line that computes.
class Proof : public Fixture
{
public:
    void add(const std::string& name, const std::string& rejected_by, const std::string& line)
    {
        catalogue_ += "## Rejected by" + rejected_by + "\n\n**" + name +
                      "** A mistake.\n```diff\n-    if (i < n) y[i] = alpha * x[i] + y[i];\n+    " + line +
                      "\n```\n\n";
    }

    ProcessResult run(const Environment& more = {}) const
    {
        write("tests/mutants/" + std::string{exercise_id} + ".md", catalogue_);
        return lockstep({"prove", "--wrong", exercise_id}, more);
    }

private:
    std::string catalogue_ = "# What goes wrong in 3/2, Scale and add\n\n";
};

constexpr const char* scales = ": correct, saxpy scales and adds";
constexpr const char* forgets = "if (i < n) y[i] = alpha * x[i];";

std::string line_of(const std::string& name, const std::string& text)
{
    const std::size_t at = text.find("  " + name);
    const std::size_t begin = at == std::string::npos ? at : text.rfind('\n', at);
    return at == std::string::npos
               ? ""
               : text.substr(begin == std::string::npos ? 0 : begin + 1,
                             text.find('\n', at) - (begin == std::string::npos ? 0 : begin + 1));
}

} // namespace

TEST_SUITE("prove_wrong")
{
    TEST_CASE("an exercise whose stub and wrong solutions are all rejected is proven, and each is named")
    {
        Proof proof;
        proof.add("forgets-y", scales, forgets);
        proof.add("minus", scales, "if (i < n) y[i] = alpha * x[i] - y[i];");
        proof.add("off-by-one", ": correct, saxpy handles every size and work-group",
                  "if (i <= n) y[i] = alpha * x[i] + y[i];");
        const ProcessResult told = proof.run();
        CAPTURE(told.output);
        CAPTURE(told.error);
        CHECK(told.status == 0);
        CHECK(line_of("the stub", told.output) == "rejected  the stub");
        for (const char* name : {"forgets-y", "minus", "off-by-one"})
            CHECK(line_of(name, told.output).starts_with("rejected"));
        CHECK(contains(told.output, "03-first-kernel/2-saxpy: 4 rejected, 0 skipped, 0 missed\n"));
    }

    TEST_CASE("one that gets through fails the test, and so do others in its place")
    {
        const std::vector<std::pair<std::string, std::string>> missed{
            {"if (i < n) y[i] = y[i] + alpha * x[i];", "it got through"},
            {"if (i < n) y[i] = alpha x[i];", "it does not build"}};
        for (const auto& [line, why] : missed) {
            Proof proof;
            proof.add("forgets-y", scales, forgets);
            proof.add("the-one", scales, line);
            proof.add("minus", scales, "if (i < n) y[i] = alpha * x[i] - y[i];");
            const ProcessResult told = proof.run();
            CAPTURE(told.output);
            CAPTURE(told.error);
            CHECK(told.status == 1);
            const std::string verdict = line_of("the-one", told.output);
            CHECK(verdict.starts_with("MISSED"));
            CHECK(contains(verdict, "it must be rejected by correct in \"saxpy scales and adds\"; " + why));
            CHECK(line_of("forgets-y", told.output).starts_with("rejected"));
            CHECK(line_of("minus", told.output).starts_with("rejected"));
            CHECK(contains(told.output, "3 rejected, 0 skipped, 1 missed\n"));
            CHECK(contains(told.output, "./lockstep prove --mutant NAME 3/2"));
        }
    }

    TEST_CASE("one that is rejected in another test case than its catalogue says fails the test")
    {
        Proof proof;
        proof.add("forgets-y", ": correct, saxpy handles a launch without elements", forgets);
        const ProcessResult told = proof.run();
        CAPTURE(told.output);
        CHECK(told.status == 1);
        CHECK(contains(line_of("forgets-y", told.output), "it got through")); // that case it passes
    }

    TEST_CASE("one that never ends is stopped by the time limit, which only one that says so may need")
    {
        Proof proof;
        proof.add("endless", " the time limit" + std::string{scales},
                  "for (uint k = 0; k < n; k += 0) y[i] += alpha * x[i];");
        proof.add("not-endless", " the time limit" + std::string{scales}, forgets);
        const ProcessResult told = proof.run();
        CAPTURE(told.output);
        CHECK(told.status == 1);
        CHECK(line_of("endless", told.output).starts_with("rejected"));
        CHECK(contains(line_of("not-endless", told.output), "the time limit must be what stops it"));
    }

    TEST_CASE("one that crashes is judged, and so are those behind it")
    {
        Proof proof;
        proof.add("minus", scales, "if (i < n) y[i] = alpha * x[i] - y[i];");
        proof.add("far-away", scales, "y[(long)i * 4294967296L - 68719476736L] = 1;");
        proof.add("forgets-y", scales, forgets);
        const ProcessResult told = proof.run();
        CAPTURE(told.output);
        CHECK(told.status == 0);
        for (const char* name : {"minus", "far-away", "forgets-y"})
            CHECK(line_of(name, told.output).starts_with("rejected"));
    }

    TEST_CASE("without Oclgrind Pocket rejects what only the stage clean can")
    {
        Proof proof;
        proof.add("forgets-y", scales, forgets);
        proof.add("all-write", ": clean, saxpy scales and adds",
                  "y[min(i, n - 1)] = alpha * x[min(i, n - 1)];");
        const ProcessResult told =
            proof.run({{"PATH", "/nowhere"}, {"XDG_CACHE_HOME", (proof.root() / "cache").string()}});
        CAPTURE(told.output);
        CHECK(told.status == 0);
        CHECK(line_of("forgets-y", told.output).starts_with("rejected"));
        CHECK(line_of("all-write", told.output).starts_with("rejected"));
    }

    TEST_CASE("what was proven is told again, until something changes or a proof afresh is asked for")
    {
        Proof proof;
        proof.add("forgets-y", scales, forgets);
        const ProcessResult first = proof.run();
        CHECK(first.status == 0);
        CHECK(contains(first.output, "Proofs: 2 made\n"));
        const ProcessResult second = proof.run();
        CHECK(second.status == 0);
        CHECK(contains(second.output, "Proofs: 2 remembered\n"));
        CHECK(line_of("forgets-y", second.output) == line_of("forgets-y", first.output));
        CHECK(contains(proof.run({{"LOCKSTEP_PROVE_AFRESH", "1"}}).output, "Proofs: 2 made\n"));
        CHECK(contains(proof.run({{"POCL_WORK_GROUP_METHOD", "loopvec"}}).output, "Proofs: 2 made\n"));
        proof.add("gets-through", scales, "if (i < n) y[i] = y[i] + alpha * x[i];");
        for (int time = 0; time < 2; ++time) { // what fails is not remembered
            const ProcessResult third = proof.run();
            CHECK(third.status == 1);
            CHECK(contains(third.output, "Proofs: 3 made\n"));
        }
    }

    TEST_CASE("a stub that passes fails the test")
    {
        Proof proof;
        proof.kernel(right_kernel);
        proof.add("forgets-y", scales, forgets);
        const ProcessResult told = proof.run();
        CAPTURE(told.output);
        CHECK(told.status == 1);
        CHECK(line_of("the stub", told.output).starts_with("MISSED"));
    }

    TEST_CASE("a wrong solution that the stage clean rejects is rejected among others, and one that "
              "is clean is missed")
    {
        Proof proof;
        proof.add("all-write", ": clean, saxpy handles every size and work-group",
                  "y[min(i, n - 1)] = alpha * x[min(i, n - 1)] + y[min(i, n - 1)];");
        proof.add("is-clean", ": clean, saxpy scales and adds", "if (i < n) y[i] = y[i] + alpha * x[i];");
        proof.add("reads-far", ": clean, saxpy scales and adds",
                  "if (i < n) y[i] = alpha * x[i] + y[i] + 0 * x[i + n + 4096];");
        const ProcessResult told = proof.run();
        CAPTURE(told.output);
        CHECK(told.status == 1);
        CHECK(line_of("all-write", told.output).starts_with("rejected"));
        CHECK(contains(line_of("is-clean", told.output), "it got through"));
        CHECK(line_of("reads-far", told.output).starts_with("rejected"));
    }
}
