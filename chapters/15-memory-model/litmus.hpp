// The four litmus tests, each played many times in every way of accessing the words; and
// how a ticket is drawn.
#pragma once

#include "lab.hpp"

#include <array>
#include <optional>

struct Test
{
    const char* title;
    const char* kernel;
    std::size_t weak; // the outcome that no order of the four accesses explains: 2 * a + b
};

inline constexpr std::array tests{Test{"message passing", "message_passing", 2},
                                  Test{"store buffering", "store_buffering", 0},
                                  Test{"load buffering", "load_buffering", 3},
                                  Test{"coherence", "coherence", 2}};

struct Way
{
    const char* label;
    std::string options;
    bool newer = false;
};

inline Way c11(const char* label, const char* sets, const char* gets, const char* scope)
{
    return {label,
            std::string{"-D WAY=C11 -D SETS=memory_order_"} + sets +
                " -D GETS=memory_order_" + gets + " -D SCOPE=memory_scope_" + scope,
            true};
}

inline std::vector<Way> ways()
{
    return {{"plain", "-D WAY=PLAIN"},
            {"mem_fence", "-D WAY=FENCE"},
            {"atomic functions", "-D WAY=ATOMIC"},
            c11("relaxed", "relaxed", "relaxed", "device"),
            c11("release/acquire, group", "release", "acquire", "work_group"),
            c11("release/acquire, device", "release", "acquire", "device"),
            c11("seq_cst, device", "seq_cst", "seq_cst", "device")};
}

using Histogram = std::array<std::size_t, 4>; // by 2 * a + b

//! [play]
struct Game
{
    // A GPU plays one round with many; a CPU's two threads play many rounds, and begin
    // each together.
    std::size_t groups, group, games;
    cl_uint rounds, apart, patience;

    explicit Game(const Lab& lab)
        : groups{lab.gpu ? 2048U : 2U}, group{lab.gpu ? 256U : 1U},
          games{groups / 2 * group}, rounds{lab.simulated ? 4U
                                            : lab.gpu     ? 1U
                                                          : 1U << 14U},
          apart{lab.gpu ? 1U : 16U}, patience{lab.simulated ? 1U
                                              : lab.gpu     ? 0U
                                                            : 4'000'000U}
    {
        games *= rounds;
    }

    void play(const Lab& lab, const cl::Program& program, const char* name,
              Histogram& histogram) const
    {
        const cl::Buffer x = lab.zeros(games * apart), y = lab.zeros(games * apart),
                         seen = lab.zeros(2 * games), arrived = lab.zeros(1);
        cl::Kernel kernel = find_kernel(program, name);
        const std::array buffers{x, y, seen, arrived};
        for (cl_uint i = 0; i < 4; ++i) kernel.setArg(i, buffers.at(i));
        kernel.setArg(4, rounds);
        kernel.setArg(5, apart);
        kernel.setArg(6, patience);
        lab.launch_ms(kernel, groups, group);
        const std::vector<cl_uint> results = lab.read(seen, 2 * games);
        for (std::size_t i = 0; i < results.size(); i += 2)
            ++histogram.at(2 * results[i] + results[i + 1]);
    }
};
//! [play]

inline void print_row(const char* label, const Histogram& histogram, std::size_t weak)
{
    std::printf("  %-24s", label);
    std::size_t all = 0;
    for (const std::size_t count : histogram) {
        std::printf(" %9zu", count);
        all += count;
    }
    std::printf("  %zu,%zu ", weak / 2, weak % 2);
    if (histogram.at(weak) == 0)
        std::printf("never seen here\n");
    else
        std::printf("in %.3f %%\n", 100.0 * static_cast<double>(histogram.at(weak)) /
                                        static_cast<double>(all));
}

inline void print_columns(const char* title)
{
    std::printf("%-26s %9s %9s %9s %9s\n", title, "0,0", "0,1", "1,0", "1,1");
}

//! [litmus]
inline void litmus(const Lab& lab)
{
    std::vector<std::optional<cl::Program>> programs;
    for (const Way& way : ways())
        programs.push_back(way.newer ? lab.newer("memory-model.cl", way.options)
                                     : lab.program("memory-model.cl", way.options));
    const Game game{lab};
    for (const Test& test : tests) {
        print_columns(test.title);
        for (std::size_t w = 0; w < programs.size(); ++w) {
            if (!programs[w]) continue; // this device does not compile it
            Histogram histogram{};
            for (int launch = 0; launch < (lab.simulated ? 1 : 4); ++launch)
                game.play(lab, *programs[w], test.kernel, histogram);
            print_row(ways()[w].label, histogram, test.weak);
        }
        std::printf("\n");
    }
}
//! [litmus]

// Message passing once more, between the sub-groups of one group, where a fence is
// enough.
inline void in_one_group(const Lab& lab)
{
    print_columns("message passing, one group");
    Game game{lab};
    game.group = lab.gpu ? 256 : 64;
    game.rounds = lab.simulated ? 1 : 4;
    game.games = game.groups * game.group / 2 * game.rounds;
    game.patience = 0;
    for (const Way& way : ways()) {
        if (way.newer) break;
        Histogram histogram{};
        const cl::Program program =
            lab.program("memory-model.cl", way.options + " -D IN_ONE_GROUP");
        for (int launch = 0; launch < (lab.simulated ? 1 : 4); ++launch)
            game.play(lab, program, "message_passing", histogram);
        print_row(way.label, histogram, 2);
    }
    std::printf("\n");
}

// Store buffering with every order, by the accesses or by a fence between relaxed ones,
// and every scope, where the device promises them all.
inline void orders_and_scopes(const Lab& lab)
{
    if (lab.promised().find("seq_cst") == std::string::npos ||
        lab.promised().find("all devices") == std::string::npos)
        return;
    const std::array orders{c11("relaxed", "relaxed", "relaxed", ""),
                            c11("release, acquire", "release", "acquire", ""),
                            c11("seq_cst", "seq_cst", "seq_cst", ""),
                            c11("fence acq_rel", "relaxed", "relaxed", ""),
                            c11("fence seq_cst", "relaxed", "relaxed", "")};
    const Game game{lab};
    std::printf("\nstore buffering, 0,0      %15s %15s %15s\n", "work_group", "device",
                "all_svm_devices");
    for (const Way& order : orders) {
        const std::string label = order.label;
        std::printf("  %-23s", order.label);
        for (const char* scope : {"work_group", "device", "all_svm_devices"}) {
            std::string options = order.options + scope;
            if (label.starts_with("fence"))
                options += " -D FENCE_ORDER=memory_order_" + label.substr(6);
            const std::optional<cl::Program> program =
                lab.newer("memory-model.cl", options);
            Histogram histogram{};
            for (int launch = 0; program && launch < 2; ++launch)
                game.play(lab, *program, "store_buffering", histogram);
            const double share = 50.0 * static_cast<double>(histogram[0]) /
                                 static_cast<double>(game.games); // of two launches
            std::printf(" %15s", !program ? "not compiled"
                                 : histogram[0] > 0
                                     ? (std::to_string(share).substr(0, 5) + " %").c_str()
                                     : "never");
        }
        std::printf("\n");
    }
}

// The same for a value and a ticket: 1,0 is a ticket that was drawn before the value was
// there.
inline void tickets(const Lab& lab)
{
    const std::size_t pairs = lab.simulated ? 2
                              : lab.gpu     ? 1024
                                            : 8,
                      items = lab.simulated ? 8 : 256;
    const std::size_t games = pairs * items;
    print_columns("a value, then a ticket");
    constexpr std::array labels{"result discarded", "and mem_fence",
                                "ticket needs the result", "ticket is a release"};
    for (std::size_t way = 0; way < labels.size(); ++way) {
        const std::string option = "-D WAY=" + std::to_string(way);
        const std::optional<cl::Program> program =
            way == 3 ? lab.newer("tell.cl", option) : lab.program("tell.cl", option);
        if (!program) continue;
        Histogram histogram{};
        for (int launch = 0; launch < (lab.simulated ? 1 : 16); ++launch) {
            const cl::Buffer values = lab.zeros(games), drawn = lab.zeros(games),
                             seen = lab.zeros(2 * games);
            cl::Kernel kernel = find_kernel(*program, "tell");
            kernel.setArg(0, values);
            kernel.setArg(1, drawn);
            kernel.setArg(2, seen);
            lab.launch_ms(kernel, 2 * pairs, items);
            const std::vector<cl_uint> results = lab.read(seen, 2 * games);
            for (std::size_t i = 0; i < results.size(); i += 2)
                ++histogram.at(2 * results[i] + results[i + 1]);
        }
        print_row(labels.at(way), histogram, 2);
    }
}
