// Tests of chapter 8's cache of binaries: whatever lies in its folder, and whoever else writes there, the program is right.
// The test program is also its own other processes: "worker FOLDER NUMBER" and "killed FOLDER".
#include "binary_cache.hpp"

#include "../test_main.hpp"
#include "lockstep/device.hpp"
#include "lockstep/files.hpp"
#include "lockstep/run.hpp"
#include "lockstep/scratch.hpp"

#include <csignal>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

using namespace lockstep;
using Found = BinaryCache::Found;
namespace fs = std::filesystem;

extern char** environ; // NOLINT(readability-redundant-declaration): not every system declares it

namespace
{

constexpr const char* triples = "kernel void times(global int* y) { y[get_global_id(0)] *= FACTOR; }\n";

struct Machine
{
    cl::Device device = choose_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device};

    BinaryKey key(int factor = 3) const { return {device, triples, "-D FACTOR=" + std::to_string(factor)}; }

    /// What the program makes of 7.
    int seven(const cl::Program& program) const
    {
        int value = 7;
        const cl::Buffer buffer{context, CL_MEM_READ_WRITE, sizeof value};
        queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, sizeof value, &value);
        cl::Kernel kernel{program, "times"};
        kernel.setArg(0, buffer);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1));
        queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof value, &value);
        return value;
    }
};

/// A folder with one whole entry in it.
struct Stored : Machine
{
    ScratchFolder scratch;
    BinaryCache cache{scratch.path()};
    fs::path file = cache.file_of(key());
    std::string whole;

    Stored()
    {
        REQUIRE(ask(key()) == Found::nothing);
        whole = read_bytes(file);
    }

    /// How the program was had, which must be right.
    Found ask(const BinaryKey& wanted, int result = 21) const
    {
        const auto [program, found] = cache.program(context, device, wanted);
        CHECK(seven(program) == result);
        return found;
    }

    void replaced_by(const std::string& bytes, Found expected)
    {
        write_text(file, bytes);
        CHECK(ask(key()) == expected);
        CHECK(ask(key()) == Found::valid);
    }
};

std::size_t files_ending(const fs::path& folder, const std::string& extension)
{
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator{folder})
        count += entry.path().extension() == extension ? 1U : 0U;
    return count;
}

pid_t started(std::vector<std::string> words)
{
    words.insert(words.begin(), fs::canonical("/proc/self/exe").string());
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t id = 0;
    REQUIRE(posix_spawn(&id, arguments.front(), nullptr, nullptr, arguments.data(), environ) == 0);
    return id;
}

int ended(pid_t id)
{
    int status = 0;
    waitpid(id, &status, 0);
    return status;
}

/// One of many processes: those of odd numbers write the entry again and again, the others ask for it.
int worker(const fs::path& folder, int number)
{
    const Machine machine;
    const BinaryCache cache{folder};
    for (int round = 0; round < 20; ++round) {
        const auto [program, found] = cache.program(machine.context, machine.device, machine.key());
        if (machine.seven(program) != 21) return 1;
        if (found != Found::valid && found != Found::nothing) return 2; // a part of a file was seen
        if (number % 2 == 1) cache.store(machine.key(), BinaryCache::binary_of(program, machine.device));
    }
    return 0;
}

/// A process that is killed when its file has a thousand bytes.
int killed(const fs::path& folder)
{
    const Machine machine;
    const BinaryCache cache{folder};
    const rlimit none{0, 0};
    const rlimit thousand{1000, 1000};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_FSIZE, &thousand);
    cache.store(machine.key(), std::vector<unsigned char>(100000, 'x'));
    return 0; // was not killed
}

} // namespace

TEST_CASE("a program is built once, and found from then on")
{
    const Stored stored;
    CHECK(stored.ask(stored.key()) == Found::valid);
    CHECK(stored.ask(stored.key()) == Found::valid);
}

TEST_CASE("an entry of which any byte was changed is built again")
{
    Stored stored;
    const std::size_t head = stored.whole.find('\n');
    std::vector<std::size_t> places{stored.whole.size() - 1};
    for (std::size_t at = 0; at <= head; at += 5) places.push_back(at);
    for (std::size_t at = head; at < stored.whole.size(); at += stored.whole.size() / 8) places.push_back(at);
    for (const std::size_t at : places) {
        INFO("byte ", at, " of ", stored.whole.size(), ", the head has ", head);
        std::string changed = stored.whole;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        stored.replaced_by(changed, Found::damaged);
    }
}

TEST_CASE("an entry of another length is built again")
{
    Stored stored;
    for (const std::size_t bytes :
         {std::size_t{0}, std::size_t{1}, stored.whole.find('\n'), stored.whole.find('\n') + 1,
          stored.whole.size() / 2, stored.whole.size() - 1})
        stored.replaced_by(stored.whole.substr(0, bytes), Found::damaged);
    stored.replaced_by(stored.whole + "x", Found::damaged);
    stored.replaced_by(stored.whole + stored.whole, Found::damaged);
}

TEST_CASE("an entry whose head gives lengths that no file has is built again")
{
    Stored stored;
    const std::string rest = stored.whole.substr(stored.whole.find('\n'));
    for (const char* head : {"lockstep-binary-1 18446744073709551615 1 0", "lockstep-binary-1 -1 -1 -1",
                             "lockstep-binary-1", "lockstep-binary-1 99999999999999999999999 1 1", ""})
        stored.replaced_by(head + rest, Found::damaged);
}

TEST_CASE("every part of the key has an entry of its own")
{
    const Stored stored;
    const std::array parts{&BinaryKey::source, &BinaryKey::options, &BinaryKey::device,
                           &BinaryKey::vendor, &BinaryKey::driver,  &BinaryKey::platform};
    for (std::string BinaryKey::*part : parts) {
        BinaryKey other = stored.key();
        other.*part += " ";
        CHECK(stored.ask(other) == Found::nothing);
        CHECK(stored.ask(other) == Found::valid);
    }
    CHECK(stored.ask(stored.key(5), 35) == Found::nothing);
    CHECK(stored.ask(stored.key()) == Found::valid);
    CHECK(files_ending(stored.scratch.path(), ".bin") == parts.size() + 2);
}

TEST_CASE("text that moves from one part of the key to the next makes another key")
{
    const Machine machine;
    const BinaryKey first{machine.device, "ab", "c"};
    const BinaryKey second{machine.device, "a", "bc"};
    CHECK(first.text() != second.text());
}

TEST_CASE("a whole entry of another program under this name is not used")
{
    Stored stored;
    CHECK(stored.ask(stored.key(5), 35) == Found::nothing);
    stored.replaced_by(read_bytes(stored.cache.file_of(stored.key(5))), Found::another);
}

TEST_CASE("a whole entry with a binary that the driver refuses is built again")
{
    const Stored stored;
    const std::string self = read_bytes("/proc/self/exe"); // an ELF file, but of no device
    for (const std::string& bytes : {std::string{"not a binary"}, std::string{}, self}) {
        stored.cache.store(stored.key(), {bytes.begin(), bytes.end()});
        CHECK(stored.ask(stored.key()) == Found::refused);
        CHECK(stored.ask(stored.key()) == Found::valid);
    }
}

TEST_CASE("a binary that was made for another platform's device is built again")
{
    const Stored stored;
    const auto own = stored.device.getInfo<CL_DEVICE_PLATFORM>();
    for (const DeviceEntry& other : list_devices()) {
        if (other.device.getInfo<CL_DEVICE_PLATFORM>() == own) continue;
        const cl::Context context{other.device};
        cl::Program program{context, triples};
        program.build(other.device, "-D FACTOR=5");
        stored.cache.store(stored.key(), BinaryCache::binary_of(program, other.device));
        CHECK(stored.ask(stored.key()) == Found::refused);
    }
    CHECK(stored.ask(stored.key()) == Found::valid);
}

TEST_CASE("eight processes at once get the right program and leave one whole entry")
{
    const ScratchFolder scratch;
    std::vector<pid_t> processes;
    processes.reserve(8);
    for (int number = 0; number < 8; ++number)
        processes.push_back(started({"worker", scratch.path().string(), std::to_string(number)}));
    for (const pid_t process : processes) CHECK(ended(process) == 0);
    CHECK(files_ending(scratch.path(), ".bin") == 1);
    CHECK(files_ending(scratch.path(), ".new") == 0);
    const Machine machine;
    CHECK(BinaryCache{scratch.path()}.program(machine.context, machine.device, machine.key()).found ==
          Found::valid);
}

TEST_CASE("a process that is killed while it writes leaves nothing that is used")
{
    for (const bool there_before : {false, true}) {
        const ScratchFolder scratch;
        const Machine machine;
        const BinaryCache cache{scratch.path()};
        if (there_before) cache.program(machine.context, machine.device, machine.key());
        const int status = ended(started({"killed", scratch.path().string()}));
        CHECK(WIFSIGNALED(status));
        CHECK(WTERMSIG(status) == SIGXFSZ);
        CHECK(files_ending(scratch.path(), ".new") == 1);
        const auto [program, found] = cache.program(machine.context, machine.device, machine.key());
        CHECK(found == (there_before ? Found::valid : Found::nothing));
        CHECK(machine.seven(program) == 21);
    }
}

TEST_CASE("what a killed process left is removed after an hour, and not before")
{
    const ScratchFolder scratch;
    const fs::path old = scratch.path() / "a.bin.1.new";
    const fs::path young = scratch.path() / "a.bin.2.new";
    for (const fs::path& file : {old, young}) write_text(file, "part");
    fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours{2});
    const BinaryCache cache{scratch.path()};
    CHECK_FALSE(fs::exists(old));
    CHECK(fs::exists(young));
}

TEST_CASE("where the folder cannot be made the program is built every time")
{
    const ScratchFolder scratch;
    write_text(scratch.path() / "file", "");
    const Machine machine;
    const BinaryCache cache{scratch.path() / "file" / "below"};
    for (int time = 0; time < 2; ++time) {
        const auto [program, found] = cache.program(machine.context, machine.device, machine.key());
        CHECK(found == Found::nothing);
        CHECK(machine.seven(program) == 21);
    }
}

TEST_CASE("a source that does not build is an error, and nothing is stored")
{
    const ScratchFolder scratch;
    const Machine machine;
    const BinaryCache cache{scratch.path()};
    const BinaryKey wrong{machine.device, "kernel void times() { x; }", ""};
    CHECK_THROWS_AS(cache.program(machine.context, machine.device, wrong), cl::Error);
    CHECK(fs::is_empty(scratch.path()));
}

int main(int argc, char** argv)
{
    const std::string_view task = argc > 2 ? argv[1] : "";
    if (task != "worker" && task != "killed") return run_tests(argc, argv);
    int status = 0;
    const int thrown =
        run([&] { status = task == "worker" ? worker(argv[2], std::stoi(argv[3])) : killed(argv[2]); });
    return thrown != 0 ? thrown : status;
}
