// The lens installed by itself, moved to another place, and used there without a checkout.
#include "lockstep/scratch.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <sys/wait.h>

namespace
{

namespace fs = std::filesystem;

std::string text_of(const fs::path& file)
{
    std::ifstream stream{file, std::ios::binary};
    return {std::istreambuf_iterator<char>{stream}, {}};
}

struct Ending
{
    int status = 0;
    std::string told; // on both streams
};

/// An installed lens, no file of which lies where it was installed, and an empty folder to use it in.
class Installed
{
public:
    Installed()
    {
        const fs::path first = scratch_.path() / "first";
        const std::string log = " > '" + (scratch_.path() / "log").string() + "' 2>&1";
        const int status = std::system(("'" CMAKE_PROGRAM "' --install '" LENS_BUILD
                                        "' --component lens --strip --prefix '" +
                                        first.string() + "'" + log)
                                           .c_str());
        REQUIRE_MESSAGE(status == 0, text_of(scratch_.path() / "log"));
        fs::rename(first, prefix());
        fs::create_directory(work());
    }

    /// A name that lists with commas and words with spaces would take apart.
    fs::path prefix() const { return scratch_.path() / "moved, and far"; }
    fs::path program() const { return prefix() / "bin" / "lockstep-lens"; }
    fs::path work() const { return scratch_.path() / "work"; }

    /// Runs a program in the empty folder, with nothing in the environment but where the system's programs are, and no Oclgrind.
    Ending run(const fs::path& program, const std::string& arguments) const
    {
        const fs::path log = scratch_.path() / "log";
        const int status =
            std::system(("cd '" + work().string() + "' && env -i PATH=/usr/bin:/bin '" + program.string() +
                         "' " + arguments + " > '" + log.string() + "' 2>&1 < /dev/null")
                            .c_str());
        return {.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .told = text_of(log)};
    }

    Ending run(const std::string& arguments) const { return run(program(), arguments); }

private:
    lockstep::ScratchFolder scratch_;
};

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_SUITE("installed")
{
    TEST_CASE("it says and writes what the book's command does, but for its own name")
    {
        const Installed installed;
        const std::string options =
            " --json counts.json --html page.html --sarif found.sarif --annotations --device "
            "h200 --device mi300x --kernel turn --top 1 --groups 8 --verbose "
            "--require 'turn.global_store.efficiency>=0.5' ";
        const fs::path work = installed.work();
        const Ending own = installed.run(options + "-- '" LENS_EXAMPLE "'");
        CAPTURE(own.told);
        CHECK(own.status == 1); // an eighth is what it stores of what it moves
        CHECK(contains(own.told, "0 of 4096 numbers are wrong."));
        const std::string counts = text_of(work / "counts.json");
        const std::string page = text_of(work / "page.html");
        const std::string found = text_of(work / "found.sarif");
        const Ending book =
            installed.run(LOCKSTEP_PROGRAM, "lens --by pocket " + options + "-- '" LENS_EXAMPLE "'");
        CHECK(book.status == 1);
        CHECK(own.told == book.told);
        CHECK(counts == text_of(work / "counts.json"));
        CHECK(found == text_of(work / "found.sarif"));
        REQUIRE(page.size() > 10'000);
        CHECK(page == text_of(work / "page.html"));
        const auto kernel = nlohmann::json::parse(counts).at("reports").at(0).at("kernels").at(0);
        CHECK(kernel.at("global_store").at("efficiency") == 0.125);

        const Ending changed = installed.run("--diff counts.json '" LENS_EXAMPLE "'");
        CHECK(changed.status == 0);
        CHECK(contains(changed.told, "counts.json"));
    }

    TEST_CASE("no file of it names the folders that it was built from")
    {
        const Installed installed;
        std::size_t files = 0;
        for (const auto& entry : fs::recursive_directory_iterator(installed.prefix())) {
            if (!entry.is_regular_file()) continue;
            ++files;
            const std::string text = text_of(entry.path());
            CHECK_MESSAGE(!contains(text, LOCKSTEP_SOURCE_DIR), entry.path().string());
            CHECK_MESSAGE(!contains(text, LENS_BUILD), entry.path().string());
        }
        CHECK(files > 15);
    }

    TEST_CASE("a link to it in another folder, and a name on PATH, find its pieces")
    {
        const Installed installed;
        const fs::path link = installed.work() / "lens";
        fs::create_symlink(installed.program(), link);
        CHECK(installed.run(link, "'" LENS_EXAMPLE "'").status == 0);
        const Ending named =
            installed.run("/bin/sh", "-c 'PATH=\"" + (installed.prefix() / "bin").string() +
                                         ":$PATH\" exec lockstep-lens \"$0\"' '" LENS_EXAMPLE "'");
        CAPTURE(named.told);
        CHECK(named.status == 0);
    }

    TEST_CASE("what stands behind the program's name is the program's own")
    {
        const Installed installed;
        for (const char* words : {"--top 0 sh -c '[ \"$1\" = --top ] && exit 7' sh --top",
                                  "--top 0 -- sh -c '[ \"$1\" = -- ] && exit 7' sh --"}) {
            const Ending ending = installed.run(words);
            CAPTURE(ending.told);
            CHECK(contains(ending.told, "ended with status 7 before a kernel had run"));
        }
    }

    TEST_CASE("wrong usage and missing pieces are told with what to type, in this command's words")
    {
        const Installed installed;
        CHECK(contains(installed.run("--version").told, "lockstep-lens 1."));
        CHECK(contains(installed.run("--help").told, "--require"));
        const auto refused = [&](const std::string& arguments, const std::string& sentence) {
            const Ending ending = installed.run(arguments);
            CAPTURE(ending.told);
            CHECK(ending.status == 2);
            CHECK(contains(ending.told, sentence));
            CHECK(!contains(ending.told, "./lockstep"));
        };
        refused("", "There is no program to run.");
        refused("--", "There is no program to run.");
        refused("--quiet '" LENS_EXAMPLE "'", "There is no option --quiet.");
        refused("nowhere", "lockstep-lens -- ./a.out");
        refused("--top many '" LENS_EXAMPLE "'", "--top");
        refused("--device none '" LENS_EXAMPLE "'", "There are: adreno-x1-85, apple-m2");
        refused("--by oclgrind '" LENS_EXAMPLE "'", "lockstep-lens counts on Pocket alone.");
        refused("--as-vendor '" LENS_EXAMPLE "'", "--as-vendor has a program see another device");
        fs::remove(installed.prefix() / "share" / "lockstep-lens" / "page" / "page.js");
        refused("--html page.html '" LENS_EXAMPLE "'", "page.js");
        for (const auto& entry : fs::recursive_directory_iterator(installed.prefix()))
            if (entry.path().filename() == "libpocket.so") {
                fs::remove(entry.path());
                break;
            }
        refused("'" LENS_EXAMPLE "'", "libpocket.so, is not there");
    }
}
