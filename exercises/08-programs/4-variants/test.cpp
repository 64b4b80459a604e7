// Tests of the variants: how often each is built, who waits for whom, and what becomes of a build that fails.
#include "variants.hpp"

#include <lockstep/exercise.hpp>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace lockstep;

namespace
{

/// A compiler of the tests: notes what is built, and may hold a build up until something has happened.
class Compiler
{
public:
    using Until = std::function<bool(const Compiler&)>;

    Variants::Build build()
    {
        return [this](const std::string& options) {
            std::unique_lock lock{mutex_};
            built.push_back(options);
            changed_.notify_all();
            // Not for ever: then the test fails, and says why.
            const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{3};
            while (held_up && !held_up(*this) && !in_vain) {
                changed_.wait_for(lock, std::chrono::milliseconds{5});
                in_vain = std::chrono::steady_clock::now() > end;
            }
            if (failing == options) throw std::domain_error{"it does not build"};
            return cl::Program{Exercise::get().context(), "// " + options}; // never run
        };
    }
    /// Lets `count` threads ask for the options, and notes each before it does. @return the programs; null where one threw.
    std::vector<cl::Program> ask(Variants& variants, const std::vector<std::string>& options)
    {
        std::vector<cl::Program> programs(options.size());
        std::vector<std::thread> threads;
        for (std::size_t i = 0; i < options.size(); ++i)
            threads.emplace_back([&, i] {
                asked.fetch_add(1, std::memory_order_relaxed); // a lock would hide races from ThreadSanitizer
                try {
                    programs[i] = variants.program(options[i]);
                } catch (const std::domain_error&) {
                    note([this] { ++refused; });
                } catch (const std::exception&) // another error, which is not the build's
                {
                }
                note([this] { ++answered; });
            });
        for (std::thread& thread : threads) thread.join();
        return programs;
    }

    std::size_t begun()
    {
        const std::lock_guard lock{mutex_};
        return built.size();
    }

    Until held_up;
    std::string failing = "nothing";
    std::vector<std::string> built;
    std::atomic<std::size_t> asked = 0;
    std::size_t answered = 0, refused = 0;
    bool in_vain = false; ///< a build was held up until the test gave up

private:
    template <typename Change>
    void note(Change change)
    {
        const std::lock_guard lock{mutex_};
        change();
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
};

void expect_one(const std::vector<cl::Program>& programs, const std::string& options)
{
    for (const cl::Program& program : programs)
        if (program() == nullptr || program() != programs.front()())
            FAIL("Not all who asked for \"", options, "\" got the same program.");
}

/// Holds a build up until so many threads have asked, and a moment longer, in which they come to the table.
Compiler::Until all_have_asked(std::size_t threads)
{
    return [threads](const Compiler& compiler) {
        if (compiler.asked < threads) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
        return true;
    };
}

} // namespace

TEST_CASE("what was built is given out again")
{
    Compiler compiler;
    Variants variants{compiler.build()};
    const cl::Program one = variants.program("-D RADIUS=1"), two = variants.program("-D RADIUS=2");
    expect_one({one, variants.program("-D RADIUS=1"), variants.program("-D RADIUS=1")}, "-D RADIUS=1");
    expect_one({two, variants.program("-D RADIUS=2")}, "-D RADIUS=2");
    if (one() == two() || compiler.built != std::vector<std::string>{"-D RADIUS=1", "-D RADIUS=2"})
        FAIL("Two variants were asked for several times, and there were ", compiler.built.size(), " builds.");
    variants.program("-D RADIUS=1 ");
    variants.program("");
    if (compiler.built.size() != 4)
        FAIL("Options whose texts differ are two variants, and were taken for one.");
    const cl::Program other = Variants{compiler.build()}.program("-D RADIUS=1");
    if (other() == nullptr || other() == one() || compiler.built.size() != 5)
        FAIL("A second Variants was asked for options that the first one knew, and did not build a program "
             "of its own.");
}

TEST_CASE("whoever asks while a variant is built waits for it, and does not build it again")
{
    Compiler compiler;
    compiler.held_up = all_have_asked(8);
    Variants variants{compiler.build()};
    expect_one(compiler.ask(variants, std::vector<std::string>(8, "-D RADIUS=3")), "-D RADIUS=3");
    if (compiler.built.size() != 1)
        FAIL("Eight threads asked for one variant at the same time, and it was built ", compiler.built.size(),
             " times.");
}

TEST_CASE("different variants are built at the same time")
{
    Compiler compiler;
    compiler.held_up = [](const Compiler& all) { return all.built.size() == 3; };
    Variants variants{compiler.build()};
    compiler.ask(variants, {"-D RADIUS=4", "-D RADIUS=5", "-D RADIUS=6"});
    if (compiler.in_vain)
        FAIL("Three threads asked for three variants, and one build waited for another to end.");
}

TEST_CASE("whoever asks for a finished variant waits for no build")
{
    Compiler compiler;
    Variants variants{compiler.build()};
    const cl::Program finished = variants.program("-D RADIUS=7");
    compiler.held_up = [](const Compiler& all) { return all.answered >= 1; };
    std::thread builder{[&] { compiler.ask(variants, {"-D RADIUS=8"}); }};
    for (int i = 0; i < 600 && compiler.begun() < 2; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    const auto programs = compiler.ask(variants, {"-D RADIUS=7"});
    builder.join();
    if (compiler.in_vain)
        FAIL("A variant was finished, and whoever asked for it waited for the build of another.");
    expect_one({finished, programs[0]}, "-D RADIUS=7");
}

TEST_CASE("a build that fails is told to all who wait for it, and is not kept")
{
    // ThreadSanitizer does not see how the standard library counts the users of an exception.
    if (Exercise::get().clean_stage()) return;
    Compiler compiler;
    compiler.held_up = all_have_asked(4);
    compiler.failing = "-D RADIUS=-1";
    Variants variants{compiler.build()};
    compiler.ask(variants, std::vector<std::string>(4, "-D RADIUS=-1"));
    if (compiler.refused != 4)
        FAIL("Four threads asked for a variant whose build fails, and ", compiler.refused, " were told so.");
    if (compiler.built.size() > 4) FAIL("A build that failed was tried again by itself.");
    compiler.failing = "nothing";
    const std::size_t before = compiler.built.size();
    expect_one({variants.program("-D RADIUS=-1"), variants.program("-D RADIUS=-1")}, "-D RADIUS=-1");
    if (compiler.built.size() != before + 1)
        FAIL("A build has failed; then the variant was asked for twice, and built ",
             compiler.built.size() - before, " times.");
}
