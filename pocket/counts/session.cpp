// The process's session of the lens.
#include "counts/counter.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>

#include <pthread.h>

namespace lockstep::pocket
{

namespace
{

lens::Session* new_session()
{
    if (std::getenv("LOCKSTEP_LENS_PROFILES") == nullptr) return nullptr;
    try {
        auto* const made = new lens::Session;
        for (const lens::Profile& profile : made->profiles())
            if (profile.sub_group_size != made->profiles().front().sub_group_size) {
                lens::refuse("Pocket runs sub-groups of one size, and the profiles have several.");
                return nullptr;
            }
        return made;
    } catch (const std::exception& error) {
        lens::refuse(error.what());
        return nullptr;
    }
}

void finish()
{
    try {
        counting_session()->finish();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "lockstep lens: %s: the counts were not written.\n", error.what());
    }
}

} // namespace

lens::Session* counting_session()
{
    static lens::Session* const made = [] {
        lens::Session* const session = new_session();
        if (session == nullptr) return session;
        std::atexit(finish);
        pthread_atfork(nullptr, nullptr, [] { counting_session()->begin_again(); });
        return session;
    }();
    return made;
}

unsigned counted_lanes()
{
    const lens::Session* const session = counting_session();
    return session == nullptr ? 0 : session->profiles().front().sub_group_size;
}

} // namespace lockstep::pocket
