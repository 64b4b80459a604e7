// A chart of results by gnuplot: for each ladder its rungs as percent of the device's limit.
#include "results.hpp"

#include <lockstep/failure.hpp>

#include <fmt/format.h>

#include <cstdio>

namespace lockstep::bench
{
namespace
{

using nlohmann::ordered_json;

/// For gnuplot's double-quoted strings; underscores would make the next letter small.
std::string quoted(std::string text)
{
    std::string safe;
    for (const char c : text) {
        if (c == '"' || c == '\\') safe += '\\';
        safe += c == '_' ? ' ' : c;
    }
    return '"' + safe + '"';
}

std::string plot_of(const ordered_json& ladder)
{
    std::string ticks;
    std::string data;
    int row = 0;
    for (const ordered_json& rung : ladder.at("rungs")) {
        if (!rung.contains("median")) continue;
        data += fmt::format("{} {}\n", row, 100 * rung.at("of_limit").get<double>());
        ticks += fmt::format("{}{} {}", row == 0 ? "" : ", ", quoted(rung.at("name")), row);
        ++row;
    }
    const std::string title =
        fmt::format("{}, {}", ladder.at("title").get<std::string>(), ladder.at("case").get<std::string>());
    return fmt::format("set title {}\nset ytics ({})\nset yrange [{}:-0.6]\nset xlabel {}\n"
                       "$rungs << END\n{}END\n"
                       "plot $rungs using ($2/2):1:($2/2):(0.35) with boxxyerror notitle\n",
                       quoted(title), ticks, row - 0.4,
                       quoted(fmt::format("percent of {}", ladder.at("limit").get<std::string>())), data);
}

} // namespace

void draw_svg(const ordered_json& results, const std::string& file)
{
    const std::size_t ladders = results.at("ladders").size();
    std::string script =
        fmt::format("set terminal svg size 720,{} font 'sans-serif,13' background 'white'\n"
                    "set output {}\nset multiplot layout {},1 title {}\n"
                    "set style fill solid 0.8 noborder\nset linetype 1 linecolor rgb '#2a78b8'\n"
                    "set xrange [0:105]\nset grid xtics\nset lmargin 24\n",
                    40 + 300 * ladders, quoted(file), ladders,
                    quoted(fmt::format("{}, {}", results.at("device").get<std::string>(),
                                       results.at("date").get<std::string>())));
    for (const ordered_json& ladder : results.at("ladders")) script += plot_of(ladder);
    script += "unset multiplot\n";
    std::FILE* gnuplot = popen("gnuplot", "w");
    if (gnuplot != nullptr) std::fputs(script.c_str(), gnuplot);
    const int status = gnuplot != nullptr ? pclose(gnuplot) : -1;
    if (status != 0)
        throw Failure("The chart could not be drawn: gnuplot is missing, or refused.",
                      "Debian, Ubuntu: apt install gnuplot-nox");
}

} // namespace lockstep::bench
