// Tests of what a proof stands on: each thing that could change its outcome changes its grounds, and nothing else does.
#include "fixture.hpp"

#include "lockstep/files.hpp"
#include "lockstep/formats/catalogue.hpp"
#include "prove/grounds.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <functional>
#include <optional>
#include <utility>

using namespace lockstep;
using namespace lockstep::tool;
using namespace lockstep::tool::test;

namespace
{

namespace fs = std::filesystem;

/// A variable of the environment while this lives.
class Variable
{
public:
    Variable(const char* name, const std::string& value) : name_(name)
    {
        if (const char* before = std::getenv(name)) before_ = before;
        setenv(name, value.c_str(), 1);
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    ~Variable()
    {
        if (before_)
            setenv(name_, before_->c_str(), 1);
        else
            unsetenv(name_);
    }

private:
    const char* name_;
    std::optional<std::string> before_;
};

/// The borrowed exercise with a build folder of a few bytes a file: nothing of it is run.
struct Checkout : Fixture
{
    Checkout()
    {
        write("build/exercises/exercise-03-first-kernel-2-saxpy", "its tests");
        write("build/exercises/exercise-01-parallelism-3-strip-mine.json",
              R"({"compiler": ")" + (root() / "c++").string() + R"(", "compile": ["-I)" + root().string() +
                  R"("], "system": [")" + (root() / "system").string() + R"("]})");
        write("build/exercises/libexercise-01-parallelism-3-strip-mine.a", "its tests");
        write("build/harness/liblockstep-harness.a", "harness");
        write("build/lib/liblockstep-lens.so", "plugin");
        write("build/lib/liblockstep-lens-runtime.so", "interposer");
        write("build/tools/liblockstep-tools-check.a", "check");
        write("build/lib/liblockstep-lib.a", "lib");
        write("lens/devices/h200.json", "{}");
        write("kernels/scan.cl", "kernel void scan() {}");
        write("c++", "compiler");
        write("system/CL/cl.h", "header");
        write("chapters/03-first-kernel/output.txt", "42");
        write("build/chapters/03-first-kernel", "program");
        write("bench/results/lens-scan.json", "{}");
        write("build/bench/liblockstep-runner.a", "runner");
    }

    std::string grounds_of(const std::function<void(Grounds&)>& add) const
    {
        const Variable source{"LOCKSTEP_SOURCE_DIR", root().string()};
        const Variable build{"LOCKSTEP_BUILD_DIR", (root() / "build").string()};
        const Variable proofs{"LOCKSTEP_PROOFS", (root() / "proofs").string()};
        Grounds grounds{"this"};
        add(grounds);
        return grounds.text();
    }

    std::string of_exercise(const std::string& id, bool kernel_set = false) const
    {
        return grounds_of([&](Grounds& grounds) {
            grounds.add_rooms({"check"});
            grounds.add_simulator();
            ExerciseInfo exercise = find_exercise(load_catalogue(root()), id);
            if (kernel_set) exercise.kernel_set = {"scan.cl", "scan"};
            grounds.add_exercise(exercise);
        });
    }
};

} // namespace

TEST_SUITE("grounds")
{
    TEST_CASE("whatever a proof of a kernel could turn out otherwise for is among its grounds")
    {
        const Checkout checkout;
        std::string before = checkout.of_exercise(exercise_id, true);
        for (const char* file :
             {"exercises/03-first-kernel/2-saxpy/test.cpp", "exercises/03-first-kernel/2-saxpy/exercise.json",
              "exercises/03-first-kernel/2-saxpy/saxpy.cl", "exercises/03-first-kernel/2-saxpy/new.hpp",
              "solutions/03-first-kernel/2-saxpy/saxpy.cl",
              "build/exercises/exercise-03-first-kernel-2-saxpy", "build/tools/liblockstep-tools-check.a",
              "build/lib/liblockstep-lib.a", "build/lib/liblockstep-lens.so",
              "build/lib/liblockstep-lens-runtime.so", "lens/devices/h200.json", "kernels/scan.cl"}) {
            CAPTURE(file);
            const std::string text =
                fs::exists(checkout.root() / file) ? read_text(checkout.root() / file) : "";
            checkout.write(file, text + " ");
            const std::string after = checkout.of_exercise(exercise_id, true);
            CHECK(after != before);
            before = after;
        }
        checkout.write("exercises/03-first-kernel/2-saxpy/README.md", "another text");
        checkout.write("chapters/03-first-kernel/lesson.md", "# Your first kernel\n\nanother text\n");
        CHECK(checkout.of_exercise(exercise_id, true) == before);
    }

    TEST_CASE("a kernel set counts for who is compared with it alone")
    {
        const Checkout checkout;
        const std::string before = checkout.of_exercise(exercise_id);
        checkout.write("kernels/scan.cl", "kernel void scan() { }");
        CHECK(checkout.of_exercise(exercise_id) == before);
    }

    TEST_CASE("host code stands on its compiler, the headers that it may include and the archives as well")
    {
        const Fixture borrowed{host_exercise_id};
        const Checkout checkout;
        for (const char* folder : {"exercises", "solutions", "chapters"})
            fs::copy(borrowed.root() / folder, checkout.root() / folder,
                     fs::copy_options::recursive | fs::copy_options::skip_existing);
        std::string before = checkout.of_exercise(host_exercise_id);
        for (const char* file : {"c++", "system/CL/cl.h", "build/harness/liblockstep-harness.a",
                                 "build/exercises/libexercise-01-parallelism-3-strip-mine.a"}) {
            CAPTURE(file);
            checkout.write(file, read_text(checkout.root() / file) + " ");
            const std::string after = checkout.of_exercise(host_exercise_id);
            CHECK(after != before);
            before = after;
        }
    }

    TEST_CASE("the device counts, with every word of the environment to its driver, and not where the "
              "checkout lies")
    {
        const Checkout checkout;
        const auto device = [&] {
            return checkout.grounds_of([](Grounds& grounds) { grounds.add_device(); });
        };
        const std::string before = device();
        CHECK(device() == before);
        {
            const Variable word{"POCL_WORK_GROUP_METHOD", "loopvec"};
            CHECK(device() != before);
        }
        {
            const Variable word{"LOCKSTEP_DEVICE", "no such device"};
            CHECK(device() != before);
        }
        const Checkout elsewhere;
        CHECK(elsewhere.of_exercise(exercise_id) == checkout.of_exercise(exercise_id));
    }

    TEST_CASE("a chapter stands on its programs and what they are compared with, a ladder on kernels, runner "
              "and counts")
    {
        const Checkout checkout;
        const auto all = [&] {
            return checkout.grounds_of([&](Grounds& grounds) {
                grounds.add_chapter(find_chapter(load_catalogue(checkout.root()), "3"));
                grounds.add_ladder("scan");
            });
        };
        std::string before = all();
        for (const char* file :
             {"chapters/03-first-kernel/output.txt", "build/chapters/03-first-kernel", "kernels/scan.cl",
              "bench/results/lens-scan.json", "build/bench/liblockstep-runner.a"}) {
            CAPTURE(file);
            checkout.write(file, read_text(checkout.root() / file) + " ");
            const std::string after = all();
            CHECK(after != before);
            before = after;
        }
        checkout.write("chapters/03-first-kernel/lesson.md", "# Your first kernel\n\nanother text\n");
        CHECK(all() == before);
        checkout.write("chapters/03-first-kernel/main.cpp",
                       "book_in(CHAPTER_DIR \"/..\")"); // it reads the book
        before = all();
        checkout.write("chapters/03-first-kernel/lesson.md", "# Your first kernel\n\na third text\n");
        CHECK(all() != before);
    }
}
