// What a long computation shows on a terminal: a line that is written over. Ctrl-C ends it early, and what there is by then is kept.
#pragma once

#include <unistd.h>

#include <csignal>
#include <cstdio>

inline volatile std::sig_atomic_t interrupted = 0;

// From now on the first Ctrl-C asks to end, as the tool does with SIGTERM; a second one ends at once.
inline void end_early_when_interrupted()
{
    for (const int signal : {SIGINT, SIGTERM})
        std::signal(signal, [](int which) {
            interrupted = 1;
            std::signal(which, SIG_DFL);
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
