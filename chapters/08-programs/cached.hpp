// The cache at work: what it finds, what it builds again, and what each costs.
#pragma once

#include "binaries.hpp"

inline std::string_view told(BinaryCache::Found found)
{
    switch (found) {
    case BinaryCache::Found::valid:
        return "found";
    case BinaryCache::Found::nothing:
        return "nothing there, built";
    case BinaryCache::Found::damaged:
        return "damaged, built again";
    case BinaryCache::Found::another:
        return "of another key, built again";
    case BinaryCache::Found::refused:
        return "refused by the driver, built again";
    }
    return "";
}

inline void change_byte(const fs::path& file, std::size_t at)
{
    std::string bytes = read_bytes(file);
    bytes.at(at) = static_cast<char>(bytes.at(at) ^ 4);
    write_text(file, bytes);
}

inline void cached(const Lab& lab)
{
    const ScratchFolder scratch;
    //! [cache]
    const BinaryCache cache{scratch.path()};
    const BinaryKey key{lab.device, fresh(chapter_file("programs.cl")), "-cl-mad-enable"};
    const auto ask = [&](const char* name, const BinaryKey& wanted) {
        const Stopwatch watch;
        const auto [program, found] = cache.program(lab.context, lab.device, wanted);
        const double ms = watch.elapsed().count();
        const std::string_view what = told(found);
        std::printf("%-33s %-36s%8.1f ms, %s\n", name, what.data(), ms,
                    judged(value_at_one(lab, program)));
    };
    //! [cache]
    std::printf("\na cache of binaries\n");
    ask("the first time", key);
    ask("the second time", key);

    const fs::path file = cache.file_of(key);
    const std::size_t bytes = fs::file_size(file);
    change_byte(file, bytes - 1);
    ask("its last byte changed", key);
    change_byte(file, 0);
    ask("its first byte changed", key);
    fs::resize_file(file, bytes / 2);
    ask("cut in half", key);

    BinaryKey other = key;
    other.driver += ", the next";
    ask("the driver has another version", other);
    if (cache.file_of(other) != file)
        fs::copy_file(cache.file_of(other), file, fs::copy_options::overwrite_existing);
    ask("that file under this key's name", key);
    cache.store(key, {'n', 'o', 't', ' ', 'o', 'n', 'e'});
    ask("whole, but the binary is not one", key);
    ask("and in the end", key);
}
