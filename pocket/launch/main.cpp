// The program that launches one kernel, once, as its words say: what ./lockstep step --own runs.
#include "launch/launch.hpp"

#include "lockstep/run.hpp"

int main(int count, char** words)
{
    return lockstep::run([&] { lockstep::pocket::launch({words + 1, words + count}); });
}
