// What happens beside and to a process: others of its kind, a disk that is full, and who writes files.
#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>

#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/// Runs this in a process of its own. @return its exit status, or minus the signal that ended it.
class Process
{
public:
    explicit Process(const std::function<int()>& run) : id_(fork())
    {
        if (id_ != 0) return;
        int status = 99; // the code under test threw
        try {
            status = run();
        } catch (...) // it is told by the status
        {
        }
        _exit(status);
    }
    int wait() const
    {
        int status = 0;
        waitpid(id_, &status, 0);
        return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
    }

private:
    pid_t id_;
};

/// Files of this process may be no longer than this while it lives; what is more is refused, or ends the process.
class FullDisk
{
public:
    explicit FullDisk(rlim_t bytes, bool kills = false)
    {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit now{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
        handler_ = std::signal(SIGXFSZ, kills ? SIG_DFL : SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &now);
    }
    ~FullDisk()
    {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int) = nullptr;
};

/// What happened to the files of a folder, and of those in it.
class Watch
{
public:
    explicit Watch(const std::filesystem::path& folder)
        : top_(folder), descriptor_(inotify_init1(IN_NONBLOCK))
    {
        add(folder);
        for (const auto& entry : std::filesystem::recursive_directory_iterator{folder})
            if (entry.is_directory()) add(entry.path());
    }
    ~Watch() { close(descriptor_); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    struct Names
    {
        std::set<std::string> made, changed;
        bool any_made = false; ///< file or folder
    };
    /// Since the last call; as files_in names them.
    Names names()
    {
        Names names;
        alignas(inotify_event) std::array<char, 65536> bytes{};
        for (ssize_t count = 0; (count = read(descriptor_, bytes.data(), bytes.size())) > 0;)
            for (ssize_t at = 0; at < count;) {
                const auto* const event =
                    reinterpret_cast<const inotify_event*>(&bytes.at(static_cast<std::size_t>(at)));
                at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
                names.any_made = names.any_made || (event->mask & IN_CREATE) != 0;
                if (event->len == 0 || (event->mask & IN_ISDIR) != 0) continue;
                const std::string name =
                    std::filesystem::relative(folders_[event->wd] / event->name, top_).string();
                if ((event->mask & IN_CREATE) != 0) names.made.insert(name);
                if ((event->mask & IN_MODIFY) != 0) names.changed.insert(name);
            }
        return names;
    }

private:
    void add(const std::filesystem::path& folder)
    {
        folders_[inotify_add_watch(descriptor_, folder.c_str(), IN_CREATE | IN_MODIFY)] = folder;
    }
    std::filesystem::path top_;
    int descriptor_;
    std::map<int, std::filesystem::path> folders_; // by the number of the watch
};
