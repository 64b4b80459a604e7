// Proofs, a file each, in the user's cache.
#include "prove/proofs.hpp"

#include "base/fingerprint.hpp"
#include "lockstep/failure.hpp"
#include "lockstep/files.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// Keeps what this process, and what it starts, prints to standard output, and lets it pass.
class KeptOutput
{
public:
    KeptOutput()
    {
        std::fflush(stdout);
        std::array<int, 2> ends{};
        if (pipe(ends.data()) != 0) throw Failure("There is no pipe left for the proof's output.");
        shown_ = dup(STDOUT_FILENO);
        from_ = ends[0];
        dup2(ends[1], STDOUT_FILENO);
        close(ends[1]);
        reader_ = std::thread{[this] { read_on(); }};
    }

    KeptOutput(const KeptOutput&) = delete;
    KeptOutput& operator=(const KeptOutput&) = delete;
    ~KeptOutput() { end(); }

    /// What was printed until now; from now on nothing is kept.
    std::string end()
    {
        if (!reader_.joinable()) return text_;
        std::fflush(stdout);
        dup2(shown_, STDOUT_FILENO);
        ended_ = true;
        reader_.join();
        close(shown_);
        close(from_);
        return text_;
    }

private:
    // A program that is left behind may keep the pipe open: at the end there is nothing to wait for.
    void read_on()
    {
        std::array<char, 65536> block{};
        for (bool open = true; open;) {
            pollfd stream{from_, POLLIN, 0};
            const bool last = ended_;
            if (poll(&stream, 1, last ? 0 : 20) <= 0) {
                open = !last;
                continue;
            }
            const ssize_t count = read(from_, block.data(), block.size());
            open = count > 0 || (count < 0 && errno == EINTR);
            for (ssize_t done = 0; done < count;) {
                const ssize_t step =
                    write(shown_, block.data() + done, static_cast<std::size_t>(count - done));
                if (step <= 0) break;
                done += step;
            }
            if (count > 0) text_.append(block.data(), static_cast<std::size_t>(count));
        }
    }

    int shown_ = -1; // where it is to be seen
    int from_ = -1;
    std::atomic<bool> ended_ = false;
    std::string text_;
    std::thread reader_;
};

bool proves_afresh()
{
    const char* value = std::getenv("LOCKSTEP_PROVE_AFRESH");
    return value != nullptr && *value != '\0' && std::string_view{value} != "0";
}

fs::path file_of(const Grounds& grounds)
{
    const fs::path folder = proofs_folder();
    return folder.empty() ? folder : folder / fingerprint(grounds.text());
}

// "COUNT", a line feed, and what was printed.
void remember(const fs::path& file, std::size_t count, const std::string& printed)
{
    std::error_code ignored; // it is proven again the next time
    fs::create_directories(file.parent_path(), ignored);
    try {
        replace_text(file, fmt::format("{}\n{}", count, printed));
    } catch (const Failure&) {
    }
}

bool tell_remembered(const fs::path& file)
{
    std::error_code none;
    if (!fs::is_regular_file(file, none)) return false;
    const std::string text = read_bytes(file);
    const std::size_t end = text.find('\n');
    if (end == std::string::npos) return false;
    fs::last_write_time(file, fs::file_time_type::clock::now(), none); // what nothing asks for any more goes
    fmt::print("{}Proofs: {} remembered\n", text.substr(end + 1), text.substr(0, end));
    return true;
}

} // namespace

Status proven(const std::function<Grounds()>& grounds, const std::function<Proof()>& prove)
{
    const fs::path file = file_of(grounds());
    if (!file.empty() && !proves_afresh() && tell_remembered(file)) return done;
    KeptOutput output;
    const Proof proof = prove();
    const std::string printed = output.end();
    if (proof.status == done && !file.empty() && file_of(grounds()) == file)
        remember(file, proof.count, printed);
    fmt::print("Proofs: {} made\n", proof.count);
    return proof.status;
}

} // namespace lockstep::tool
