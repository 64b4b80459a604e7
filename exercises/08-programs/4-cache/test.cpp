// Tests of the cache with an invented compiler: every way in which a file can be wrong, and who writes beside whom.
#include "bench.hpp"
#include "cache.hpp"
#include "processes.hpp"

#include <lockstep/exercise.hpp>
#include <lockstep/files.hpp>
#include <lockstep/invented_compiler_calls.hpp>
#include <lockstep/scratch.hpp>

#include <algorithm>
#include <functional>
#include <set>

using namespace lockstep;
namespace fs = std::filesystem;

namespace
{

/// Exchanges what two keys have in the folder. @return false where they are not stored in the same number of files.
void exchange(const Bench& bench, const std::function<void(const fs::path&)>& store_first,
              const std::function<void(const fs::path&)>& store_second,
              const std::function<void(const std::string&)>& check)
{
    const fs::path one = bench.scratch.path() / "one", two = bench.scratch.path() / "two";
    store_first(one);
    store_second(two);
    const std::vector<std::string> names = files_in(one), others = files_in(two);
    REQUIRE(names.size() == others.size());
    // Every single file of the first under its name of the second, and all of them.
    for (std::size_t which = 0; which <= names.size(); ++which) {
        fs::remove_all(bench.folder);
        fs::copy(two, bench.folder, fs::copy_options::recursive);
        for (std::size_t i = 0; i < names.size(); ++i)
            if (which == i || which == names.size())
                fs::copy_file(one / names[i], bench.folder / others[i], fs::copy_options::overwrite_existing);
        check(names.size() == 1 || which == names.size()
                  ? "the file of another key under this one's name"
                  : "one of the files of another key under this one's name");
    }
}

std::string changed_at(std::string bytes, std::size_t at, char mask)
{
    bytes.at(at) = static_cast<char>(bytes.at(at) ^ mask);
    return bytes;
}

} // namespace

TEST_CASE("what is asked for again comes from the folder, and is not compiled")
{
    Bench bench;
    const cl_device_id device = bench.compiler.add(plain_device);
    for (const std::string& source : {plain_source, std::string{"kernel void none() {}"}, std::string{}}) {
        bench.ask(device, source, plain_options, From::source, "the first time");
        bench.ask(device, source, plain_options, From::file, "the second time");
        bench.ask(device, source, plain_options, From::file, "the third time");
        bench.ask(device, source, "", From::source, "without options, the first time");
        bench.ask(device, source, "", From::file, "without options, the second time");
    }
    bench.ask(device, plain_source, plain_options, From::file, "the first of all once more");
    const std::string long_source(300'000, '+');
    bench.ask(device, long_source, plain_options, From::source);
    bench.ask(device, long_source, plain_options, From::file);
    bench.ask(device, changed_at(long_source, 299'999, 1), plain_options, From::source,
              "another last character");
    bench.compiler.filling = 1'000'000;
    bench.ask(device, plain_source, "-D LARGE", From::source);
    bench.ask(device, plain_source, "-D LARGE", From::file);
}

TEST_CASE("eight processes write at once, and each gets its program")
{
    Bench bench;
    std::vector<cl_device_id> devices;
    for (const char* driver : {"1", "2"}) {
        InventedDevice device = plain_device;
        device.driver = driver;
        devices.push_back(bench.compiler.add(device));
    }
    bench.compiler.filling = 20'000;
    std::vector<Process> processes;
    for (int process = 0; process < 8; ++process)
        processes.emplace_back([&, process] {
            Random random{static_cast<std::uint64_t>(process)};
            for (int round = 0; round < 24; ++round) {
                if (round % 4 == process % 4) bench.compiler.generation = 1 + round / 4; // some are newer
                const cl_device_id device = devices[random.below(2)];
                const std::string options = "-D VALUE=" + std::to_string(random.below(2));
                if (!bench.fault_of(device, plain_source, options, From::anywhere).empty()) return 1;
            }
            return 0;
        });
    for (const Process& process : processes)
        if (const int status = process.wait(); status != 0)
            FAIL("Eight processes asked for four programs at once, and one of them ",
                 std::string{status == 1    ? "got a wrong one, or gave the driver a part of a binary."
                             : status == 99 ? "met an error that was thrown."
                                            : "crashed."});
    bench.compiler.generation = 1;
    for (const cl_device_id device : devices)
        for (const char* options : {"-D VALUE=0", "-D VALUE=1"}) {
            bench.ask(device, plain_source, options, From::anywhere, "after eight processes");
            bench.ask(device, plain_source, options, From::file, "after eight processes");
        }
}

TEST_CASE("sources and options that differ in one character share nothing")
{
    const StoredBench bench;
    for (std::size_t i = 0; i < plain_source.size(); ++i)
        bench.Bench::ask(bench.device, changed_at(plain_source, i, 1), plain_options, From::source);
    for (std::size_t i = 0; i < plain_options.size(); ++i)
        bench.Bench::ask(bench.device, plain_source, changed_at(plain_options, i, 1), From::source);
    bench.Bench::ask(bench.device, plain_source + " ", plain_options, From::source);
    bench.Bench::ask(bench.device, plain_source, plain_options + " ", From::source);
    bench.Bench::ask(bench.device, plain_source, " " + plain_options, From::source);
    // For most compilers these are the same; a cache does not know for which.
    for (const std::string options :
         {"-D B=2 -D A=1", "-D A=1 -D B=2", "-D A=1  -D B=2", "-D a=1 -D B=2", "-DA=1 -D B=2"})
        bench.Bench::ask(bench.device, plain_source, options, From::source);
    for (const std::string source : {"kernel void k() {} // one", "kernel void k() {}  // one",
                                     "kernel void k() {} // two", "kernel void K() {} // one"})
        bench.Bench::ask(bench.device, source, plain_options, From::source);
    bench.ask(From::file);
}

TEST_CASE("devices of another name, vendor, driver or platform share nothing")
{
    Bench bench;
    std::vector<InventedDevice> devices(5, plain_device);
    devices[1].name += "0";
    devices[2].vendor = "gadgets Inc.";
    devices[3].driver = "12.6";
    devices[4].platform = "OpenCL 3.1 gadget";
    std::vector<cl_device_id> handles;
    for (const InventedDevice& device : devices) handles.push_back(bench.compiler.add(device));
    for (const cl_device_id device : handles) bench.ask(device, plain_source, plain_options, From::source);
    for (const cl_device_id device : handles) bench.ask(device, plain_source, plain_options, From::file);
    const cl_device_id twin = bench.compiler.add(plain_device);
    bench.ask(twin, plain_source, plain_options, From::file, "another device of the same name and versions");
}

TEST_CASE("the binary is that of the device, which may be any of the context's")
{
    Bench bench;
    bench.compiler.add({"first", "", "", ""});
    const cl_device_id second = bench.compiler.add(plain_device);
    bench.compiler.add({"third", "", "", ""});
    bench.ask(second, plain_source, plain_options, From::source);
    bench.ask(second, plain_source, plain_options, From::file);
}

TEST_CASE("the parts of a key do not run into each other")
{
    Bench bench;
    const std::vector<std::string> words{
        "",    "a",   "b", "ab", "ba",  "aa",  ":", "\n", "1",  "1:", "|", ",",  " ",   "a ",   " a",
        "1:a", "2:a", "-", "_",  "a\n", "\na", "/", "a/", "\t", ";",  "0", "0:", "1 a", "\x1f", "\\n"};
    Random random{84};
    const auto word = [&] { return words[random.below(static_cast<std::uint32_t>(words.size()))]; };
    std::vector<ProgramOrigin> origins;
    for (const std::string cut : {"|", "\n", " ", ":", "/", ""}) // what is joined by these is the same
        for (const auto& [source, options] : std::vector<std::pair<std::string, std::string>>{
                 {"a", "b" + cut + "c"}, {"a" + cut + "b", "c"}}) {
            origins.push_back({source, options, plain_device});
            origins.push_back({"s", source, {options, "v", "d", "p"}});
            origins.push_back({"s", "o", {source, options, "d", "p"}});
            origins.push_back({"s", "o", {"n", source, options, "p"}});
            origins.push_back({"s", "o", {"n", "v", source, options}});
            origins.push_back({options, "o", {"n", "v", "d", source}});
        }
    for (int i = 0; i < 90; ++i) {
        const std::string part = word();
        ProgramOrigin origin{word(), word(), {part, word(), word(), word()}};
        origins.push_back(origin);
        std::swap(origin.source, origin.options); // the same parts in other places
        origins.push_back(origin);
        std::swap(origin.device.vendor, origin.device.driver);
        origins.push_back(origin);
        std::swap(origin.device.name, origin.device.platform);
        origins.push_back(origin);
    }
    std::vector<std::pair<ProgramOrigin, cl_device_id>> seen;
    for (const ProgramOrigin& origin : origins) {
        const bool known = std::ranges::any_of(seen, [&](const auto& it) { return it.first == origin; });
        const cl_device_id device = bench.compiler.add(origin.device);
        bench.ask(device, origin.source, origin.options, known ? From::file : From::source);
        if (!known) seen.emplace_back(origin, device);
    }
    for (const auto& [origin, device] : seen) bench.ask(device, origin.source, origin.options, From::file);
}

TEST_CASE("a file under another key's name is not believed")
{
    Bench bench;
    const cl_device_id device = bench.compiler.add(plain_device);
    std::vector<std::pair<ProgramOrigin, cl_device_id>> others;
    const auto add = [&](const ProgramOrigin& origin) {
        others.emplace_back(origin, bench.compiler.add(origin.device));
    };
    add({changed_at(plain_source, 12, 1), plain_options, plain_device});
    add({plain_source, "-D VALUE=2", plain_device});
    add({plain_source, plain_options, {"Gadget 8", "Gadgets Inc.", "12.5", "OpenCL 3.0 gadget"}});
    add({plain_source, plain_options, {"Gadget 9", "Gadgets Ltd.", "12.5", "OpenCL 3.0 gadget"}});
    add({plain_source, plain_options, {"Gadget 9", "Gadgets Inc.", "12.4", "OpenCL 3.0 gadget"}});
    add({plain_source, plain_options, {"Gadget 9", "Gadgets Inc.", "12.5", "OpenCL 2.0 gadget"}});
    add({"a", "bc", plain_device});
    for (const auto& [origin, other] : others) {
        const auto store = [&](cl_device_id which, const ProgramOrigin& what) {
            return [&bench, which, what](const fs::path& folder) {
                fs::remove_all(folder);
                BinaryCache{folder}.program(bench.context, cl::Device{which}, what.source, what.options);
            };
        };
        exchange(bench, store(other, origin), store(device, {plain_source, plain_options, plain_device}),
                 [&](const std::string& what) {
                     bench.ask(device, plain_source, plain_options, From::source, what);
                     bench.ask(device, plain_source, plain_options, From::file, what + ", then asked again");
                 });
    }
}

TEST_CASE("what is stored says in full what it was made for")
{
    const StoredBench bench;
    std::string all;
    for (const std::string& name : files_in(bench.folder)) all += read_bytes(bench.folder / name) + '\n';
    for (const std::string& part : {plain_source, plain_options, plain_device.name, plain_device.vendor,
                                    plain_device.driver, plain_device.platform})
        if (all.find(part) == std::string::npos)
            FAIL("A program was stored, and what lies in the folder does not hold \"", part,
                 "\". Two keys can have one hash, so a file says in full for which key it was made.");
}

namespace
{

/// Changes one of the files everywhere, a bit at a time.
void check_changes(const StoredBench& bench, const std::string& name)
{
    const fs::path file = bench.folder / name;
    const std::string bytes = read_bytes(file);
    const std::size_t step = std::max<std::size_t>(1, bytes.size() / 60);
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        overwrite(file, changed_at(bytes, at, static_cast<char>(1U << (at % 8))));
        bench.expect_replaced("byte " + std::to_string(at) + " of " + std::to_string(bytes.size()) +
                              " of a file changed");
    }
    std::string exchanged = bytes; // the last two that differ
    std::size_t last = exchanged.size() - 1;
    while (last > 0 && exchanged[last] == exchanged[last - 1]) --last;
    if (last > 0) std::swap(exchanged[last], exchanged[last - 1]);
    overwrite(file, exchanged);
    bench.expect_replaced("two bytes of a file exchanged");
    overwrite(file, bytes);
    bench.ask(From::file, "the file as it was stored, put back");
}

} // namespace

TEST_CASE("a file that was changed anywhere is not given to the driver, and is replaced")
{
    StoredBench bench;
    for (const std::size_t filling : {700U, 30'000U}) {
        bench.compiler.filling = filling;
        fs::remove_all(bench.folder);
        bench.ask(From::source);
        for (const std::string& name : files_in(bench.folder)) check_changes(bench, name);
    }
}

TEST_CASE("a file that was cut, emptied or continued is not given to the driver, and is replaced")
{
    const StoredBench bench;
    for (const std::string& name : files_in(bench.folder)) {
        const fs::path file = bench.folder / name;
        const std::string bytes = read_bytes(file);
        const std::size_t step = std::max<std::size_t>(1, bytes.size() / 40);
        for (std::size_t length = 0; length < bytes.size(); length += step) {
            overwrite(file, bytes.substr(0, length));
            bench.expect_replaced("a file cut to " + std::to_string(length) + " of its " +
                                  std::to_string(bytes.size()) + " bytes");
        }
        for (const std::string& other :
             {bytes.substr(0, bytes.size() - 1), bytes + '\0', bytes + '\n', bytes + bytes, bytes.substr(1),
              '\n' + bytes, bytes.substr(0, bytes.size() - 100) + std::string(100, '\0')}) {
            overwrite(file, other);
            bench.expect_replaced("a file whose end or beginning was changed");
        }
        fs::remove(file);
        bench.expect_replaced("a file removed");
    }
}

TEST_CASE("a file that somebody else put there is not given to the driver, and is replaced")
{
    const StoredBench bench;
    for (const std::string& name : files_in(bench.folder)) {
        const fs::path file = bench.folder / name;
        const std::string bytes = read_bytes(file);
        std::vector<std::string> strangers{
            "hello\n",
            plain_source,
            std::string(5000, '\0'),
            std::string(5000, '\xff'),
            std::string(3000, '9'),
            "18446744073709551615 18446744073709551615 18446744073709551615\n",
            bench.compiler.binary_of({"s", "o", plain_device}),
            bench.compiler.binary_of({plain_source, plain_options, plain_device})};
        std::string digits; // each number of the file a huge one
        for (const char c : bytes) digits += c >= '0' && c <= '9' ? std::string(7, '9') : std::string(1, c);
        strangers.push_back(digits);
        for (const std::size_t width : {4U, 8U}) // and each length in binary
            for (std::size_t at = 0; at + width <= std::min<std::size_t>(bytes.size(), 64); at += 8) {
                std::string lengths = bytes;
                for (std::size_t i = 0; i < width; ++i) lengths[at + i] = '\xff';
                strangers.push_back(lengths);
                lengths[at + width - 1] = '\x7f';
                strangers.push_back(lengths);
            }
        for (const std::string& stranger : strangers) {
            if (stranger == bytes) continue; // a binary in a file of its own
            overwrite(file, stranger);
            bench.expect_replaced("a file with other contents");
        }
    }
}

TEST_CASE("what cannot be read as a file still gives the program")
{
    const StoredBench bench;
    const fs::path file = bench.file();
    fs::remove(file);
    fs::create_directory(file);
    bench.ask(From::anywhere, "a folder in place of the file");
    fs::remove_all(file);
    fs::create_directory(file);
    overwrite(file / "inside", "x");
    bench.ask(From::anywhere, "a folder with a file in place of the file");
    const std::vector<std::string> left =
        files_in(bench.folder); // the file inside, or what was stored in its place
    const std::string own = fs::relative(file, bench.folder).string();
    if (left.size() > 1 || (!left.empty() && left[0] != own && left[0] != own + "/inside"))
        FAIL("A folder with a file lay in place of the file, and a new file was left that could not be "
             "renamed: ",
             left.back(), ".");
    fs::remove_all(file);
    fs::create_symlink("nowhere/at/all", file);
    bench.ask(From::source, "a link to nowhere in place of the file");
    bench.ask(From::anywhere, "a link to nowhere in place of the file");
    fs::remove_all(file);
    fs::create_symlink(file.filename(), file);
    bench.ask(From::source, "a link to itself in place of the file");
    bench.ask(From::anywhere, "a link to itself in place of the file");
    fs::remove_all(file);
    bench.expect_replaced("no file");
    fs::permissions(file, fs::perms::none);
    bench.ask(From::anywhere, "a file that nobody may read");
    bench.ask(From::file, "a file that nobody may read, and the program asked for once more");
}

TEST_CASE("the folder is made when it is not there")
{
    Bench bench;
    const cl_device_id device = bench.compiler.add(plain_device);
    bench.folder = bench.scratch.path() / "of" / "several" / "folders";
    bench.ask(device, plain_source, plain_options, From::source);
    bench.ask(device, plain_source, plain_options, From::file);
    const BinaryCache cache{bench.folder};
    fs::remove_all(bench.scratch.path() / "of");
    cache.program(bench.context, cl::Device{device}, plain_source, plain_options);
    bench.ask(device, plain_source, plain_options, From::anywhere, "the folder was removed meanwhile");
}

TEST_CASE("a folder that cannot be written still gives the program")
{
    Bench bench;
    const cl_device_id device = bench.compiler.add(plain_device);
    const fs::path file = bench.scratch.path() / "a file";
    overwrite(file, "a file");
    for (const fs::path& folder :
         {file, file / "below", fs::path{"/proc/no/folder"}, fs::path{"/dev/null"}}) {
        bench.folder = folder;
        for (int time = 0; time < 2; ++time)
            bench.ask(device, plain_source, plain_options, From::source, "a folder that cannot be made");
    }
    if (read_bytes(file) != "a file") FAIL("A file that lay where the folder should be was changed.");
    bench.folder = bench.scratch.path() / "read only";
    fs::create_directory(bench.folder);
    fs::permissions(bench.folder, fs::perms::owner_read | fs::perms::owner_exec);
    bench.ask(device, plain_source, plain_options, From::source, "a folder that may only be read");
    bench.ask(device, plain_source, plain_options, From::anywhere, "a folder that may only be read");
    fs::permissions(bench.folder, fs::perms::owner_all);
}

TEST_CASE("a full disk still gives the program, and leaves no part of a file")
{
    StoredBench bench;
    for (const std::size_t filling : {700U, 100'000U}) // what fits into a stream's buffer, and what does not
        for (const rlim_t room : {0U, 1U, 50U, 400U, 5000U}) {
            if (room >= filling) continue;
            bench.compiler.filling = filling;
            const std::string options =
                "-D FULL=" + std::to_string(filling) + " -D ROOM=" + std::to_string(room);
            const auto ask = [&](From from) {
                bench.Bench::ask(bench.device, plain_source, options, from, "the disk has room again");
            };
            fs::remove_all(bench.folder);
            bench.ask(From::source);
            std::string fault;
            {
                const FullDisk disk{room};
                fault = bench.fault_of(bench.device, plain_source, options, From::source);
            }
            if (!fault.empty()) FAIL("a full disk: ", fault);
            std::map<std::string, std::string> left;
            for (const std::string& name : files_in(bench.folder))
                left[name] = read_bytes(bench.folder / name);
            ask(From::source);
            ask(From::file);
            const std::vector<std::string> names = files_in(bench.folder);
            for (const auto& [name, bytes] : left)
                if (read_bytes(bench.folder / name) != bytes)
                    FAIL("The disk was full as a program was to be stored, and a part of a file was left "
                         "under its name.");
            fs::remove_all(bench.folder);
            bench.ask(From::source);
            ask(From::source);
            if (files_in(bench.folder) != names)
                FAIL("The disk was full as a program was to be stored, and a file was left in the folder "
                     "that nobody asks for.");
        }
}

TEST_CASE("a binary that the driver refuses is built again, and stored again")
{
    using Refusal = InventedCompiler::Refusal;
    StoredBench bench;
    for (const auto& [refusal, where] :
         {std::pair{Refusal::at_creation, "refused by clCreateProgramWithBinary"},
          std::pair{Refusal::by_status, "refused by the status of the binary"},
          std::pair{Refusal::at_build, "refused by clBuildProgram"}}) {
        bench.compiler.refusal = refusal;
        for (int update = 0; update < 2; ++update) {
            ++bench.compiler.generation;
            bench.expect_replaced(std::string{"a binary of an older compiler, "} + where);
        }
    }
    if (bench.compiler.alive() > 0)
        FAIL("Binaries were refused, and program objects that were made of them are left: ",
             bench.compiler.alive());
}

TEST_CASE("a source that does not compile is told with its log, and leaves nothing")
{
    StoredBench bench;
    const std::vector<std::string> before = files_in(bench.folder);
    for (const std::string word : {"left", "right", "left"}) {
        bool thrown = false;
        try {
            BinaryCache{bench.folder}.program(bench.context, cl::Device{bench.device}, "#error " + word, "");
        } catch (const cl::BuildError& error) {
            thrown = true;
            const auto log = error.getBuildLog();
            if (error.err() != CL_BUILD_PROGRAM_FAILURE)
                FAIL("clBuildProgram failed with CL_BUILD_PROGRAM_FAILURE (-11), and ", error.err(),
                     " was thrown.");
            if (log.empty() || log.at(0).second.find("error:  " + word) == std::string::npos)
                FAIL("The cl::BuildError that was thrown does not hold the compiler's log.");
        } catch (const cl::Error&) {
            FAIL("A source does not compile, and the error that was thrown is no cl::BuildError.");
        }
        if (!thrown) FAIL("A source does not compile, and nothing was thrown.");
        if (files_in(bench.folder) != before) FAIL("A source does not compile, and something was stored.");
    }
    const fs::path never = bench.scratch.path() / "never";
    CHECK_THROWS_AS(BinaryCache{never}.program(bench.context, cl::Device{bench.device}, "#error", ""),
                    cl::BuildError);
    if (fs::exists(never))
        FAIL("A source does not compile, and the folder was made, with nothing to store in it.");
    bench.ask(From::file, "after another source did not compile");
    if (bench.compiler.alive() > 0)
        FAIL("Sources did not compile, and program objects are left: ", bench.compiler.alive());
}

TEST_CASE("an error of OpenCL's reaches the caller")
{
    StoredBench bench;
    bench.compiler.creation_fails = CL_OUT_OF_HOST_MEMORY;
    cl_int thrown = CL_SUCCESS;
    try {
        BinaryCache{bench.folder}.program(bench.context, cl::Device{bench.device}, "other", "");
    } catch (const cl::Error& error) {
        thrown = error.err();
    }
    if (thrown != CL_OUT_OF_HOST_MEMORY)
        FAIL("clCreateProgramWithSource failed with ", CL_OUT_OF_HOST_MEMORY, ", and program threw ", thrown,
             ".");
    bench.ask(From::file, "what is stored needs no source");
}

TEST_CASE("a program without a binary is a program")
{
    Bench bench;
    const cl_device_id device = bench.compiler.add(plain_device);
    bench.compiler.gives_binaries = false;
    for (int time = 0; time < 3; ++time)
        bench.ask(device, plain_source, plain_options, From::source, "a compiler gives binaries of no bytes");
    bench.compiler.gives_binaries = true;
    bench.compiler.asking_for_binaries_fails = CL_OUT_OF_RESOURCES;
    for (int time = 0; time < 3; ++time)
        bench.ask(device, plain_source, plain_options, From::source, "a compiler does not tell its binaries");
    bench.compiler.asking_for_binaries_fails = CL_SUCCESS;
    bench.ask(device, plain_source, plain_options, From::source, "and now it does");
    bench.ask(device, plain_source, plain_options, From::file, "and now it does");
}

TEST_CASE("nothing is kept in memory, and every context gets a program of its own")
{
    StoredBench bench;
    const BinaryCache cache{bench.folder};
    const auto compilations = [&] {
        const int before = bench.compiler.counts.compilations;
        cache.program(bench.context, cl::Device{bench.device}, plain_source, plain_options);
        return bench.compiler.counts.compilations - before;
    };
    if (compilations() != 0) FAIL("A cache compiled what lies in its folder.");
    for (const std::string& name : files_in(bench.folder)) fs::remove(bench.folder / name);
    if (compilations() != 1) FAIL("The files were removed, and the program was not compiled again.");
    if (compilations() != 0) FAIL("A cache compiled what lies in its folder.");
    bench.context = cl::Context{Exercise::get().device()};
    bench.ask(From::file, "another context");
    bench.folder = bench.scratch.path() / "another cache";
    bench.ask(From::source, "another folder");
    if (bench.compiler.alive() > 0)
        FAIL("All programs were released by the caller, and some are left: ", bench.compiler.alive());
}

TEST_CASE("a file is never changed under the name that it is found by")
{
    StoredBench bench;
    bench.compiler.filling = 100'000;
    ++bench.compiler.generation;
    bench.expect_replaced("a binary of an older compiler");
    const std::vector<std::string> files = files_in(bench.folder);
    Watch watch{bench.folder};
    const auto store_again = [&] {
        ++bench.compiler.generation;
        return Process{[&] {
                   return bench.fault_of(bench.device, plain_source, plain_options, From::source).empty() ? 0
                                                                                                          : 1;
               }}
            .wait();
    };
    std::set<std::string> made_before;
    for (int process = 0; process < 4; ++process) {
        if (store_again() != 0) FAIL("A process of its own did not get its program.");
        const Watch::Names names = watch.names();
        if (!names.any_made)
            FAIL("A binary was stored again, and the new file was not written in the cache's folder. "
                 "Elsewhere "
                 "may be another disk, from which no file can be renamed to here.");
        for (const std::string& file : files)
            if (names.changed.contains(file))
                FAIL("A binary was stored again, and its file was written under the name that others find it "
                     "by. "
                     "Who looks meanwhile meets a part of it.");
        for (const std::string& name : names.made)
            if (std::ranges::find(files, name) == files.end() && !made_before.insert(name).second)
                FAIL("Two processes wrote under the same name: ", name, ".");
        if (files_in(bench.folder) != files) FAIL("A file was left beside the one that was stored again.");
    }
}

TEST_CASE("a writer that is killed in the middle does no harm")
{
    StoredBench bench;
    for (const std::size_t filling : {700U, 100'000U})
        for (const rlim_t room : {0U, 1U, 30U, 100U, 600U, 1000U, 8191U, 50'000U}) {
            bench.compiler.filling = filling;
            ++bench.compiler.generation;
            const int status =
                Process{[&] {
                    const FullDisk disk{room, true};
                    return bench.fault_of(bench.device, plain_source, plain_options, From::anywhere).empty()
                               ? 0
                               : 1;
                }}.wait();
            if (status != 0 && status != -SIGXFSZ)
                FAIL("A process that stored a binary ended with the status ", status, ".");
            bench.ask(status == 0 ? From::file : From::source,
                      "a process was killed as it stored this program");
            bench.ask(From::file, "asked for once more");
        }
}

TEST_CASE("this machine's device runs what was loaded")
{
    const Exercise& exercise = Exercise::get();
    const ScratchFolder scratch;
    const auto value_of = [&](const std::string& options) {
        const cl::Program program = BinaryCache{scratch.path() / "cache"}.program(
            exercise.context(), exercise.device(), plain_source, options);
        const cl::Buffer out{exercise.context(), CL_MEM_READ_WRITE, 4 * sizeof(cl_int)};
        cl::Kernel kernel{program, "fill"};
        kernel.setArg(0, out);
        exercise.queue().enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(4));
        std::array<cl_int, 4> values{};
        exercise.queue().enqueueReadBuffer(out, CL_TRUE, 0, sizeof(values), values.data());
        return values[3];
    };
    for (const bool stored : {false, true})
        for (const int value : {7, -3, 12}) {
            const auto before = invented_compiler::real_calls;
            if (const cl_int got = value_of("-D VALUE=" + std::to_string(value)); got != value)
                FAIL("Built with -D VALUE=", value, " the kernel writes ", got, ".");
            const auto& calls = invented_compiler::real_calls;
            if (stored && (calls.sources > before.sources || calls.binaries == before.binaries))
                FAIL("The program was compiled from its source, though its binary lay in the folder.");
        }
    bool thrown = false;
    try {
        value_of("");
    } catch (const cl::BuildError&) {
        thrown = true;
    }
    if (!thrown) FAIL("Without -D VALUE the kernel does not compile, and no cl::BuildError was thrown.");
}
