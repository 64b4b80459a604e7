// Tests of how a trusted program starts the process in the sandbox: what is handed to it, and what is not.
#include "remote/child.hpp"

#include <lockstep/files.hpp>
#include <lockstep/scratch.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

TEST_SUITE("remote_child")
{
    TEST_CASE("the other process has its end of the socket, and nothing else that is open here")
    {
        constexpr int low = 700, high = 1500;
        rlimit limit{};
        REQUIRE(getrlimit(RLIMIT_NOFILE, &limit) == 0);
        limit.rlim_cur = std::max<rlim_t>(limit.rlim_cur, high + 1);
        REQUIRE(setrlimit(RLIMIT_NOFILE, &limit) == 0);
        for (const int descriptor : {low, high}) REQUIRE(dup2(STDERR_FILENO, descriptor) == descriptor);

        using namespace std::string_literals;
        const lockstep::ScratchFolder scratch;
        const auto how = scratch.path() / "how-to-start";
        lockstep::write_text(
            how,
            "/bin/sh\0-c\0for d in 3 700 1500; do if [ -e /dev/fd/$d ]; then printf \"$d \" >&3; fi; done\0\0"s);
        setenv("LOCKSTEP_TEST_CHILD", how.c_str(), 1);
        lockstep::remote::Child child{"LOCKSTEP_TEST_CHILD"};
        std::string open;
        for (char byte = 0; read(child.socket(), &byte, 1) == 1;) open += byte;
        CHECK(open == "3 ");
        const lockstep::remote::Ending ending = child.end();
        CHECK(ending.by_itself);
        CHECK(ending.status == 0);
        for (const int descriptor : {low, high}) close(descriptor);
    }
}
