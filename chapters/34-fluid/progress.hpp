// What a long computation shows on a terminal: a line that is written over. Ctrl-C ends it early, and what there is by then is kept.
#pragma once

#include <unistd.h>

#include <csignal>
#include <cstdio>

inline volatile std::sig_atomic_t interrupted = 0;

// From now on the first Ctrl-C asks to end; a second one ends at once.
inline void end_early_when_interrupted()
{
    std::signal(SIGINT, [](int) {
        interrupted = 1;
        std::signal(SIGINT, SIG_DFL);
    });
}

// Tells how far it is, where that is a terminal.
inline void show_progress(const char* what, int done, int all)
{
    if (isatty(STDOUT_FILENO) == 0) return;
    if (done < all)
        std::printf("\r%s: %d %%", what, 100 * done / all);
    else
        std::printf("\r\033[K"); // what comes next has the line for itself
    std::fflush(stdout);
}
