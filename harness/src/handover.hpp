// What who runs a test program hands over to its harness, put aside before any of the code under test can run.
//
// Only exercise_main.cpp includes this. Everything has internal linkage: what had a name for the linker, the code under
// test could call.
#pragma once

#include "lockstep/seal.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#ifdef __EMSCRIPTEN__
#include <unistd.h>
#endif

namespace lockstep
{

namespace
{

/// The environment and arguments that the process was started with, as far as they are for the harness. What would tell
/// the code under test which stage it is in, or let it write the report, is gone from the environment by then.
struct Handover
{
    Key key; ///< nought when the program was started by hand
    bool keyed = false;
    std::string stage;      ///< "correct", "clean" or "lens"
    std::string report;     ///< empty: none is wanted
    std::string files;      ///< the folder of the files under test
    std::string source;     ///< the book's folder
    std::string trials;     ///< a list of other files to test one after the other; empty: there is none
    std::uint64_t seed = 0; ///< of the data; 0: the tests' own
    std::vector<std::string> arguments;
};

namespace at_start
{

// The first thing the process does. Nothing is initialised at that time, so this part uses no function of any library.

/// A variable of the environment that is for the harness.
struct Variable
{
    const char* name;
    bool hidden; ///< from the code under test
    const char* value = nullptr;
};

enum Which : std::size_t
{
    key,
    stage,
    report,
    files,
    source,
    trials,
    seed,
    device
};

constinit std::array<Variable, 8> variables{{{"LOCKSTEP_KEY", true},
                                             {"LOCKSTEP_STAGE", true},
                                             {"LOCKSTEP_REPORT", true},
                                             {"LOCKSTEP_EXERCISE_FILES", false},
                                             {"LOCKSTEP_SOURCE_DIR", false},
                                             {"LOCKSTEP_TRIALS", true},
                                             {"LOCKSTEP_SEED", true},
                                             {"LOCKSTEP_DEVICE", false}}};

constinit std::array<char, 32768> kept{}; // the values and the arguments, each with its zero
constinit std::size_t kept_bytes = 0;
constinit std::array<const char*, 32> arguments{};
constinit std::size_t argument_count = 0;

// A copy of `text` up to its zero; null when there is no more room. Volatile keeps the compiler from calling memcpy, which
// a sanitizer replaces by its own that is not ready yet.
const char* keep(const char* text)
{
    const std::size_t begin = kept_bytes;
    for (const volatile char* letter = text;; ++letter) {
        if (kept_bytes == kept.size()) return nullptr;
        kept[kept_bytes++] = *letter;
        if (*letter == '\0') return &kept[begin];
    }
}

// Where the value begins in "NAME=VALUE"; null when the entry is another variable's.
char* value_in(char* entry, const char* name)
{
    while (*name != '\0' && *entry == *name) {
        ++entry;
        ++name;
    }
    return *name == '\0' && *entry == '=' ? entry + 1 : nullptr;
}

void put_aside(int argc, char** argv, char** envp)
{
    for (int i = 0; i < argc && argument_count < arguments.size(); ++i)
        if (const char* copy = keep(argv[i])) arguments[argument_count++] = copy;
    char** to = envp;
    for (char** from = envp; *from != nullptr; ++from) {
        bool hidden = false;
        for (Variable& variable : variables)
            if (char* value = value_in(*from, variable.name); value != nullptr) {
                variable.value = keep(value);
                hidden = variable.hidden;
                // Over the name, too: /proc/self/environ shows the bytes as they are now.
                if (hidden)
                    for (volatile char* letter = *from; *letter != '\0'; ++letter) *letter = '\0';
            }
        if (!hidden) *to++ = *from;
    }
    *to = nullptr;
}

#ifdef __EMSCRIPTEN__
// In a page the environment is there before anything else is initialised; the arguments come with main().
[[gnu::constructor(101)]] void put_aside_early()
{
    put_aside(0, nullptr, environ);
}
#elif defined(__ELF__)
// The dynamic linker calls these before the initialisers of the libraries, in the order of the link, in which the
// harness stands first.
[[gnu::section(".preinit_array"), gnu::used]] void (*const put_aside_first)(int, char**, char**) = put_aside;
#else
[[gnu::constructor]] void put_aside_early(int argc, char** argv, char** envp)
{
    put_aside(argc, argv, envp);
}
#endif

std::string text_of(Which which, const char* fallback = "")
{
    const char* value = variables[which].value;
    return value != nullptr ? value : fallback;
}

/// To be called from main(), when the libraries are initialised.
Handover take_over()
{
    Handover result;
    result.key = key_of(text_of(key));
    result.keyed = variables[key].value != nullptr;
    result.stage = text_of(stage, "correct");
    result.report = text_of(report);
    result.files = text_of(files, ".");
    result.source = text_of(source, ".");
    result.trials = text_of(trials);
    result.seed = std::strtoull(text_of(seed, "0").c_str(), nullptr, 10);
    result.arguments.assign(arguments.begin(),
                            arguments.begin() + static_cast<std::ptrdiff_t>(argument_count));
    // The device is the one that was asked for, whatever the code under test made of the variable since.
    if (variables[device].value != nullptr)
        setenv("LOCKSTEP_DEVICE", variables[device].value, 1);
    else
        unsetenv("LOCKSTEP_DEVICE");
    return result;
}

} // namespace at_start

} // namespace

} // namespace lockstep
