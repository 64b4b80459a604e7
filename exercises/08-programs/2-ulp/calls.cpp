// What the tests call of ulp.cpp, for a judge that stands outside of its process.
#include "ulp.hpp"

#include "remote/functions.hpp"

using lockstep::remote::call;

[[gnu::weak]] double ulp_error(double exact, float got)
{
    return call<ulp_error>(exact, got);
}
