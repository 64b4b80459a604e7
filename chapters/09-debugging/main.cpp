// Seven kernels with planted bugs and what shows them; then the methods that find a bug, and tools that are wrong.
#include "checks.hpp"
#include "doubts.hpp"
#include "failures.hpp"
#include "twin.hpp"

#include <lockstep/run.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <regex>

//! [one-bug]
// One bug in this process; what it leaves of the process and of the device ends with it.
void run_bug(const Opened& cl, const std::string& name)
{
    const Bug* bug = std::find_if(std::begin(bugs), std::end(bugs),
                                  [&](const Bug& each) { return each.name == name; });
    if (bug == std::end(bugs)) throw Failure("There is no bug " + name + ".");
    try {
        bug->run(cl, bug->name);
    } catch (const cl::Error& error) { // from the call that noticed
        std::printf("%s\n", error_name(error.err()).c_str());
    }
}
//! [one-bug]

// The first thing Oclgrind reports: its headline without the address, and the line of the kernel.
std::string first_report(const std::string& log)
{
    static const std::regex headline{"(^|\n)((Invalid|Index|Read-write|Write-write|Uninit|"
                                     "Work-group div)[^\n]*?)( address 0x[^\n]*)?\n"};
    static const std::regex place{"At line (\\d+)"};
    std::smatch what;
    std::smatch line;
    if (!std::regex_search(log, what, headline)) return "nothing";
    const bool placed = std::regex_search(log, line, place);
    return (placed ? "line " + line[1].str() + ": " : "") + what[2].str();
}

void seven_bugs(const std::string& program)
{
    const std::chrono::seconds limit{60};
    std::printf("%-18s| %-22s| %s\n", "bug", "this device", "simulated by Oclgrind");
    std::map<std::string, std::string> reports;
    for (const Bug& bug : bugs) {
        //! [table]
        const Ending here = run_child({program, "bug", bug.name}, limit);
        const Ending simulated =
            run_child({"env", "LOCKSTEP_DEVICE=", "oclgrind", "--num-threads", "1",
                       "--data-races", "--uniform-writes", "--uninitialized",
                       "--build-options", "-cl-opt-disable", program, "bug", bug.name},
                      limit);
        std::printf("%-18s| %-22s| %s\n", bug.name, verdict(here).c_str(),
                    verdict(simulated).c_str());
        //! [table]
        reports[bug.name] =
            simulated.status == 127 ? "not installed" : first_report(simulated.err);
    }
    std::printf("\nwhat Oclgrind reports first\n");
    for (const Bug& bug : bugs)
        std::printf("%s: %s\n", bug.name, reports.at(bug.name).c_str());
}

// One part of the program, in a process of its own.
void run_part(const std::string& part, const std::string& argument)
{
    const Opened cl;
    if (part == "bug")
        run_bug(cl, argument);
    else if (part == "steps")
        try {
            three_steps(cl, argument == "careful");
        } catch (const cl::Error& error) {
            std::printf("  %s: %s\n", error.what(), error_name(error.err()).c_str());
        }
    else if (part == "last-words")
        last_words(cl);
    else if (part == "cells")
        wrong_step(cl, argument);
    else if (part == "conversions")
        conversions(cl);
    else if (part == "running")
        running(cl, "");
    else if (part == "running-plain")
        running(cl, "-cl-opt-disable");
    else
        throw Failure("There is no part " + part + ".");
}

int main(int count, char** arguments)
{
    return run([&] {
        if (count > 1) {
            run_part(arguments[1], count > 2 ? arguments[2] : "");
            return;
        }
        const std::string program = arguments[0];
        const Opened cl;
        seven_bugs(program);
        std::printf("\na failed call in words\n");
        a_code(cl);
        std::printf("\na failure that shows later\n");
        a_late_failure(program);
        std::printf("\na build log\n");
        a_build_log(cl);
        std::printf("\nprintf\n");
        printf_order(cl);
        printed_before_a_crash(program);
        std::printf("\na range check\n");
        range_check(cl);
        std::printf("\nbisection with a host twin\n");
        bisect(cl);
        std::printf("\nright kernels\n");
        doubts(program);
    });
}
