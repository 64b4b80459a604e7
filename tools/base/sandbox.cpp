// Sandboxes, by bubblewrap.
#include "base/sandbox.hpp"

#include "base/process.hpp"
#include "lockstep/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <set>
#include <sstream>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

extern char** environ;

namespace lockstep::tool
{

namespace
{

namespace fs = std::filesystem;

// Of this process's environment: how to find programs, libraries, drivers and devices. HOME is none of it.
bool is_passed_on(std::string_view name)
{
    static const std::set<std::string_view> names{"PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "TZ"};
    static constexpr std::array beginnings{"OCL_ICD_", "OPENCL_", "POCL_",    "LOCKSTEP_DEVICE",
                                           "CUDA_",    "NVIDIA_", "RUSTICL_", "CL_CONFIG_"};
    return names.contains(name) ||
           std::any_of(beginnings.begin(), beginnings.end(),
                       [&](std::string_view beginning) { return name.starts_with(beginning); });
}

// The folders that a variable of the environment lists.
std::vector<fs::path> listed_in(const char* variable)
{
    std::vector<fs::path> folders;
    const char* const value = std::getenv(variable);
    std::istringstream list{value != nullptr ? value : ""};
    for (std::string folder; std::getline(list, folder, ':');)
        if (!folder.empty() && fs::path{folder}.is_absolute()) folders.emplace_back(folder);
    return folders;
}

// Where drivers named by OCL_ICD_VENDORS lie: the folder, and those of the libraries that its files name.
std::vector<fs::path> driver_folders()
{
    std::vector<fs::path> folders = listed_in("LD_LIBRARY_PATH");
    for (const fs::path& vendors : listed_in("OCL_ICD_VENDORS")) {
        folders.push_back(vendors);
        std::error_code error;
        for (fs::directory_iterator entry{vendors, error}, end; !error && entry != end;
             entry.increment(error)) {
            std::istringstream lines{read_untrusted(entry->path())};
            for (std::string line; std::getline(lines, line);)
                if (fs::path{line}.is_absolute()) folders.push_back(fs::path{line}.parent_path());
        }
    }
    return folders;
}

// What every program needs of the system. Devices of GPUs and what their drivers read exist where there are such.
void add_system(std::vector<std::string>& arguments)
{
    const auto add = [&](std::initializer_list<std::string> more) {
        arguments.insert(arguments.end(), more);
    };
    add({"--ro-bind", "/usr", "/usr"});
    for (const char* folder : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
        std::error_code error;
        if (fs::is_symlink(folder, error))
            add({"--symlink", fs::read_symlink(folder).string(), folder});
        else
            add({"--ro-bind-try", folder, folder});
    }
    for (const char* place : {"/etc/OpenCL", "/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf",
                              "/etc/ld.so.conf.d", "/sys/devices/system", "/opt/rocm", "/opt/intel"})
        add({"--ro-bind-try", place, place});
    add({"--proc", "/proc", "--dev", "/dev"});
    for (const char* device : {"/dev/dri", "/dev/kfd", "/dev/nvidiactl", "/dev/nvidia-uvm",
                               "/dev/nvidia-uvm-tools", "/dev/nvidia-modeset"})
        add({"--dev-bind-try", device, device});
    if (fs::exists("/dev/nvidiactl") || fs::exists("/dev/kfd")) {
        for (int i = 0; i < 16; ++i) {
            const std::string device = fmt::format("/dev/nvidia{}", i);
            add({"--dev-bind-try", device, device});
        }
        add({"--ro-bind-try", "/sys", "/sys"});
    }
}

} // namespace

std::string sandbox_missing()
{
    static const std::string reason = []() -> std::string {
        if (find_program("bwrap").empty())
            return "bubblewrap is not installed (Debian, Ubuntu: apt install bubblewrap)";
        const Command command{.arguments = confined({"/usr/bin/true"}, {}, {})};
        const ProcessResult result = run_process(command, {});
        if (result.ok()) return "";
        return fmt::format(
            "bubblewrap cannot make a sandbox here ({}); the system may forbid user namespaces",
            first_line(result.error));
    }();
    return reason;
}

std::vector<std::string> confined(const std::vector<std::string>& arguments, const fs::path& folder,
                                  const Sandbox& sandbox)
{
    // As process 1 the program has no parent inside whose arguments or environment it could read.
    std::vector<std::string> result{"bwrap",
                                    "--unshare-all",
                                    "--unshare-user",
                                    "--as-pid-1",
                                    "--die-with-parent",
                                    "--new-session",
                                    "--cap-drop",
                                    "ALL",
                                    "--hostname",
                                    "sandbox",
                                    "--uid",
                                    "65534",
                                    "--gid",
                                    "65534"};
    add_system(result);
    const auto bind = [&](const char* how, const fs::path& place) {
        const std::string path = fs::absolute(place).string();
        result.insert(result.end(), {how, path, path});
    };
    // What lies in /usr is there already, and bubblewrap 0.12 binds nothing to a link, such as libOpenCL.so.
    const auto bind_readable = [&](const fs::path& place) {
        if (!fs::absolute(place).string().starts_with("/usr/")) bind("--ro-bind-try", place);
    };
    result.insert(result.end(), {"--size", std::to_string(std::size_t{64} << 20U), "--tmpfs", "/tmp"});
    for (const fs::path& place : driver_folders()) bind_readable(place);
    for (const fs::path& place : sandbox.readable) bind_readable(place);
    if (!sandbox.writable.empty()) bind("--bind", sandbox.writable);
    const fs::path start = !folder.empty() ? folder : !sandbox.writable.empty() ? sandbox.writable : "/";
    result.insert(result.end(), {"--chdir", fs::absolute(start).string(), "--remount-ro", "/", "--",
                                 "/usr/bin/prlimit", fmt::format("--nproc={}", sandbox.processes),
                                 fmt::format("--fsize={}", sandbox.written_bytes), "--core=0"});
    result.insert(result.end(), arguments.begin(), arguments.end());
    return result;
}

std::vector<std::string> confined_environment(const std::map<std::string, std::string>& added)
{
    std::vector<std::string> result;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        const std::string name = text.substr(0, text.find('='));
        if (is_passed_on(name) && !added.contains(name)) result.push_back(text);
    }
    for (const auto& [name, value] : added) result.push_back(name + "=" + value);
    return result;
}

std::string read_untrusted(const fs::path& file, std::size_t most_bytes)
{
    // Opened before it is looked at, so that nobody can put something else in its place between the two.
    const int descriptor = open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return "";
    std::string text;
    struct stat about = {};
    if (fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode) &&
        static_cast<std::size_t>(about.st_size) <= most_bytes) {
        std::array<char, 65536> block{};
        for (ssize_t count = 0; (count = read(descriptor, block.data(), block.size())) > 0;)
            text.append(block.data(), static_cast<std::size_t>(count));
    }
    close(descriptor);
    return text.size() <= most_bytes ? text : "";
}

FolderUse use_of_folder(const fs::path& folder, const Sandbox& limits)
{
    FolderUse use;
    std::error_code error;
    fs::recursive_directory_iterator entry{folder, fs::directory_options::skip_permission_denied, error};
    for (const fs::recursive_directory_iterator end; !error && entry != end; entry.increment(error)) {
        struct stat about = {};
        if (lstat(entry->path().c_str(), &about) != 0) continue; // it has just gone
        use.bytes += static_cast<std::size_t>(about.st_blocks) * 512;
        if (++use.files > limits.written_files || use.bytes > limits.written_bytes) break;
    }
    return use;
}

} // namespace lockstep::tool
